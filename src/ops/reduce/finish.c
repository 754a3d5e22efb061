/* The last step of a reduction: converts states to results. */
#include <string.h>

#include "array/array.h"
#include "reduction.h"

void dpex_finisher_init(dpex_finisher *finisher, const dpex_reduction *reduction,
                        const dpex_loops *loops, dpex_dtype value, const dpex_finish *options)
{
    *finisher = (dpex_finisher){.reducer = dpex_reduction_get_reducer(reduction, loops, value),
                                .options = *options};
    /* A reduction without a last operation has nothing more to do. */
    if (reduction->post == DPEX_OP_NONE) return;
    dpex_dtype dtype = dpex_reduction_finished_dtype(reduction, value);
    uint8_t bytes = dpex_dtype_get_info(dtype)->itemsize;
    finisher->post = (dpex_loop_call){.loop = loops->ops[dtype][reduction->post],
                                      .n_in = dpex_ops[reduction->post].arity,
                                      .out_bytes = bytes,
                                      .in_bytes = {bytes, bytes}};
    dpex_scalar count = {.f64 = options->count};
    dpex_scalar_cast(&count, DPEX_F64, dtype, &finisher->count);
}

void dpex_finisher_run(const dpex_finisher *finisher, void *out, void *const *words, size_t n)
{
    const dpex_reducer *reducer = finisher->reducer;
    const dpex_loop_call *post = &finisher->post;
    if (reducer->finish)
        reducer->finish(out, words, n, &finisher->options);
    else
        memcpy(out, words[0], n * reducer->word_bytes[0]);
    if (!post->loop) return;
    /* Two operands of the last operation: the result and the number of elements (a mean
     * divides). */
    _Alignas(64) char counts[DPEX_FINISH_MAX * DPEX_MAX_ITEMSIZE];
    for (size_t i = 0; post->n_in == 2 && i < n; i++)
        memcpy(counts + i * post->out_bytes, &finisher->count, post->out_bytes);
    dpex_loop_run(post, out, (const void *[]){out, counts}, n);
}
