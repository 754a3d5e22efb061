/* The last step of a reduction: converts states to results, and stores them. */
#include <string.h>

#include "array/array.h"
#include "base/integer.h"
#include "plan.h"

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

/* At most DPEX_FINISH_MAX results at a time fit the blocks on the stack. */
void dpex_reduced_store(const dpex_reduce_plan *rp, int k, int64_t first, const dpex_states *states,
                        int64_t n)
{
    const dpex_reduced *reduced = &rp->reduced[k];
    _Alignas(64) char values[DPEX_FINISH_MAX * DPEX_MAX_ITEMSIZE];
    _Alignas(64) char converted[DPEX_FINISH_MAX * DPEX_MAX_ITEMSIZE];
    for (int64_t done = 0; done < n; done += DPEX_FINISH_MAX) {
        size_t count = (size_t)dpex_int64_min(DPEX_FINISH_MAX, n - done);
        dpex_states from = dpex_states_from(reduced->reducer, states, (size_t)done);
        dpex_finisher_run(&reduced->finisher, values, from.words, count);
        if (reduced->cast) reduced->cast(converted, values, count);
        dpex_cursor cursor;
        dpex_cursor_seek(&rp->out, first + done, &cursor);
        dpex_scatter(&rp->out, &reduced->out, &cursor, reduced->cast ? converted : values, count);
    }
}
