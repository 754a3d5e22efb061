/* The public reductions: names, result types, shapes; the work is a tape that ends in a
 * reduction. */
#include <math.h>
#include <string.h>

#include "array/array.h"
#include "base/error.h"
#include "defs/tuning.h"
#include "ops/tape/tape.h"
#include "ops/work.h"
#include "runtime/runtime.h"

/* ---- shapes --------------------------------------------------------------------------------- */

/* A bit of the mask beyond the array's dimensions is refused, not ignored. */
static dpex_status check_axes(const char *name, int nd, uint64_t axes_mask, uint64_t *reduced)
{
    uint64_t all = nd == 64 ? UINT64_MAX : (UINT64_C(1) << nd) - 1;
    *reduced = axes_mask & all;
    if (*reduced == axes_mask) return DPEX_SUCCESS;
    return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                     "%s: an axis is out of range for an array of %d dimensions", name, nd);
}

/* The shape without the reduced axes; returns the number of dimensions. */
int dpex_reduced_shape(int nd, const int64_t *shape, uint64_t reduced, int keepdims, int64_t *out)
{
    int n = 0;
    for (int d = 0; d < nd; d++) {
        if (!(reduced >> d & 1))
            out[n++] = shape[d];
        else if (keepdims)
            out[n++] = 1;
    }
    return n;
}

/* The output seen with an extent of 1 for each reduced axis.
 * Both shapes are accepted, with and without the reduced axes. */
static dpex_status view_with_axes(const dpex_array *out, int nd, const int64_t *shape,
                                  uint64_t reduced, dpex_array *view)
{
    int64_t kept[DPEX_MAX_NDIM], with_ones[DPEX_MAX_NDIM], strides[DPEX_MAX_NDIM];
    int n_kept = dpex_reduced_shape(nd, shape, reduced, 0, kept);
    dpex_reduced_shape(nd, shape, reduced, 1, with_ones);
    int has_ones = dpex_array_has_shape(out, nd, with_ones);
    if (!has_ones && !dpex_array_has_shape(out, n_kept, kept)) {
        char given[DPEX_SHAPE_TEXT_BYTES], wanted[DPEX_SHAPE_TEXT_BYTES];
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "the result has shape %s, the output array %s",
                         dpex_shape_text(n_kept, kept, wanted),
                         dpex_shape_text(out->nd, out->shape, given));
    }
    for (int d = 0, own = 0; d < nd; d++) {
        int is_reduced = reduced >> d & 1;
        strides[d] = is_reduced ? 0 : out->strides[own];
        own += has_ones || !is_reduced;
    }
    return dpex_array_init_view(out->storage, out->queue, out->dtype, out->offset, nd, with_ones,
                                strides, DPEX_ARRAY_WRITABLE, view);
}

/* A reduction over no elements has a value only where the row says so (mean of nothing is NaN, max
 * of nothing an error). */
static dpex_status fill_empty(const dpex_reduction *reduction, dpex_array *out)
{
    static const double values[] = {[DPEX_EMPTY_ZERO] = 0,
                                    [DPEX_EMPTY_ONE] = 1,
                                    [DPEX_EMPTY_NOT_A_NUMBER] = NAN,
                                    [DPEX_EMPTY_MINUS_INFINITY] = -INFINITY};
    double real = values[reduction->empty];
    dpex_scalar number = {.c128 = {real, isnan(real) ? real : 0}}, value;
    dpex_scalar_cast(&number, DPEX_C128, out->dtype, &value);
    return dpex_array_fill(out, &value);
}

/* Reductions without a result for no elements refuse an axis of extent 0, even if there are no
 * results either. */
static dpex_status check_extents(const dpex_reduction *reduction, int nd, const int64_t *shape,
                                 uint64_t reduced)
{
    if (reduction->empty != DPEX_EMPTY_REFUSED) return DPEX_SUCCESS;
    for (int d = 0; d < nd; d++) {
        if (!(reduced >> d & 1) || shape[d]) continue;
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "%s: axis %d has no elements to choose from",
                         reduction->name, d);
    }
    return DPEX_SUCCESS;
}

/* Arguments of the public calls. */
typedef struct reduce_call {
    const dpex_reduction *reduction;
    const dpex_array *x;
    uint64_t axes;
    int keepdims;
    double correction;
} reduce_call;

/* ---- running -------------------------------------------------------------------------------- */

/* nd, shape: what the inputs broadcast to. Checks the axes and the shape of out; all else has been
 * checked. */
dpex_status dpex_tape_run_reduced(const dpex_tape *tape, const dpex_array *const *inputs,
                                  int n_inputs, int nd, const int64_t *shape, dpex_array *out,
                                  uint64_t axes_mask)
{
    const char *name = tape->reduction->name;
    uint64_t reduced;
    DPEX_TRY(check_axes(name, nd, axes_mask, &reduced));
    DPEX_TRY(check_extents(tape->reduction, nd, shape, reduced));
    dpex_array view, *outputs[1] = {&view};
    DPEX_TRY(view_with_axes(out, nd, shape, reduced, &view));
    int64_t size = 1;
    for (int d = 0; d < nd; d++) size *= shape[d];
    dpex_status status = DPEX_SUCCESS;
    if (out->size && !size)
        status = fill_empty(tape->reduction, out);
    else if (out->size) {
        status = dpex_tape_launch(
            tape, &(dpex_launch){name, inputs, n_inputs, outputs, 1, nd, shape, reduced});
    }
    dpex_array_fini(&view);
    return status;
}

/* A tape of an input, conversions and the reduction; on the stack, since launching copies what it
 * keeps. */
static dpex_status run(const reduce_call *call, dpex_array *out)
{
    /* A cast to the same dtype is not a step. */
    dpex_tape tape;
    int reg;
    dpex_tape_init(&tape);
    const dpex_array *x = call->x;
    dpex_status status = dpex_tape_input(&tape, x->dtype, &reg);
    if (!status)
        status = dpex_tape_reduce_to(&tape, call->reduction, reg, out->dtype, call->correction,
                                     x->queue->device);
    if (!status) status = dpex_tape_run_reduced(&tape, &x, 1, x->nd, x->shape, out, call->axes);
    dpex_tape_fini(&tape);
    return status;
}

/* Whether x is contiguous in an order that the reduction allows.
 * Argmin and argmax number elements in C order, so only that order is dense enough for them. */
static int is_dense(const dpex_reduction *reduction, const dpex_array *x)
{
    uint32_t any = DPEX_ARRAY_C_CONTIGUOUS | DPEX_ARRAY_F_CONTIGUOUS;
    return x->flags &
           (dpex_reduction_get_combine(reduction)->is_ordered ? DPEX_ARRAY_C_CONTIGUOUS : any);
}

/* How many rows of x, one behind the other in memory, the reduction has: reduced axes are the last ones. 0: it is none of such rows. */
static int64_t count_rows(const reduce_call *call, uint64_t reduced)
{
    const dpex_array *x = call->x;
    const uint64_t all = x->nd == 64 ? UINT64_MAX : (UINT64_C(1) << x->nd) - 1;
    if (reduced == all) return is_dense(call->reduction, x) != 0;
    if (!reduced || !(x->flags & DPEX_ARRAY_C_CONTIGUOUS)) return 0;
    int64_t n_rows = 1;
    for (int d = 0, is_row = 0; d < x->nd; d++) {
        if (reduced >> d & 1)
            is_row = 1;
        else if (is_row && x->shape[d] > 1)
            return 0;
        else
            n_rows *= x->shape[d];
    }
    return n_rows;
}

/* Few rows in memory: folded, finished and converted to the dtype of out. 0: the dtype has no such fold. */
static int fold_rows(const reduce_call *call, dpex_dtype dtype, const void *values, size_t n,
                     size_t n_rows, dpex_array *out)
{
    const dpex_loops *loops = dpex_loops_get();
    const dpex_reducer *reducer = dpex_reduction_get_reducer(call->reduction, loops, dtype);
    if (!reducer) return 0;
    dpex_scalar states[DPEX_MAX_WORDS][DPEX_FINISH_MAX], results[DPEX_FINISH_MAX];
    void *words[DPEX_MAX_WORDS] = {states[0], states[1], states[2]},
         *target = dpex_array_get_ptr(out);
    const int64_t row_bytes = (int64_t)n * dpex_dtype_get_info(dtype)->itemsize;
    reducer->fold(words, &(dpex_rows){values, n, n_rows, row_bytes, 0, 0});
    dpex_finisher finisher;
    const dpex_finish options = {(double)n, call->correction};
    dpex_finisher_init(&finisher, call->reduction, loops, dtype, &options);
    dpex_finisher_run(&finisher, results, words, n_rows);
    const dpex_dtype finished = dpex_reduction_finished_dtype(call->reduction, dtype);
    if (finished == out->dtype)
        memcpy(target, results, n_rows * dpex_dtype_get_info(finished)->itemsize);
    else
        loops->casts[finished * DPEX_N_DTYPES + out->dtype](target, results, n_rows);
    return 1;
}

/* A reduction of few contiguous elements, whole or in a few rows, in the calling thread, with the same bits as by a plan. It saves the
 * plan and the layout; the fold in blocks is the same as theirs. out is new and dense. */
static int reduced_at_once(const reduce_call *call, uint64_t reduced, dpex_array *out)
{
    const dpex_array *x = call->x;
    const dpex_loops *loops = dpex_loops_get();
    dpex_dtype steps[DPEX_REDUCTION_STEPS], dtype = x->dtype;
    int n_steps = dpex_reduction_steps(call->reduction, dtype, out->dtype, x->queue->device, steps);
    const int64_t most = n_steps ? DPEX_BLOCK_ELEMS : DPEX_INLINE_ELEMS;
    if (x->size == 0 || x->size > most) return 0;
    const int64_t n_rows = count_rows(call, reduced);
    /* Nothing of the array may be computed or written at this moment. */
    if (n_rows == 0 || n_rows > DPEX_FINISH_MAX || !dpex_arrays_are_idle(&x, 1)) return 0;
    _Alignas(64) char blocks[2][DPEX_BLOCK_ELEMS * DPEX_MAX_ITEMSIZE];
    const void *values = dpex_array_get_ptr(x);
    for (int i = 0; i < n_steps; i++) {
        loops->casts[dtype * DPEX_N_DTYPES + steps[i]](blocks[i & 1], values, (size_t)x->size);
        values = blocks[i & 1];
        dtype = steps[i];
    }
    return fold_rows(call, dtype, values, (size_t)(x->size / n_rows), (size_t)n_rows, out);
}

/* Arrays of unknown USM kind (wrapped memory) give results of kind device. */
static dpex_status reduce_new(const reduce_call *call, dpex_dtype dtype, dpex_array *out)
{
    const dpex_array *x = call->x;
    uint64_t reduced;
    int64_t shape[DPEX_MAX_NDIM];
    DPEX_TRY(dpex_reduction_check(call->reduction, x->dtype));
    DPEX_TRY(check_axes(call->reduction->name, x->nd, call->axes, &reduced));
    int nd = dpex_reduced_shape(x->nd, x->shape, reduced, call->keepdims, shape);
    const dpex_usm_kind kind = dpex_array_result_kind(&x, 1);
    DPEX_TRY(dpex_array_init(x->queue, dtype, nd, shape, DPEX_ORDER_C, kind, out));
    if (reduced_at_once(call, reduced, out)) return DPEX_SUCCESS;
    dpex_status status = run(call, out);
    if (status) dpex_array_fini(out);
    return status;
}

/* The dtype of out is the result's, whatever it is: dpex_reduce_into converts. */
static dpex_status check_output(const reduce_call *call, const dpex_array *out)
{
    const dpex_array *x = call->x;
    const char *name = call->reduction->name;
    if (!(out->flags & DPEX_ARRAY_WRITABLE))
        return DPEX_FAIL(DPEX_ERROR_READ_ONLY, "%s: the output array is read-only", name);
    DPEX_TRY(dpex_array_check_queue(name, "the output array", out, x->queue));
    uint64_t reduced;
    int64_t shape[DPEX_MAX_NDIM];
    DPEX_TRY(check_axes(name, x->nd, call->axes, &reduced));
    int nd = dpex_reduced_shape(x->nd, x->shape, reduced, call->keepdims, shape);
    if (dpex_array_has_shape(out, nd, shape)) return DPEX_SUCCESS;
    char given[DPEX_SHAPE_TEXT_BYTES], wanted[DPEX_SHAPE_TEXT_BYTES];
    return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "%s: the result has shape %s, the output array %s",
                     name, dpex_shape_text(nd, shape, wanted),
                     dpex_shape_text(out->nd, out->shape, given));
}

dpex_status dpex_reduce_new(const dpex_reduction *reduction, const dpex_array *x,
                            uint64_t axes_mask, int keepdims, dpex_dtype dtype, dpex_array *out)
{
    return reduce_new(&(reduce_call){reduction, x, axes_mask, keepdims, 0}, dtype, out);
}

dpex_status dpex_reduce_into(const dpex_reduction *reduction, const dpex_array *x,
                             uint64_t axes_mask, int keepdims, dpex_array *out)
{
    const reduce_call call = {reduction, x, axes_mask, keepdims, 0};
    DPEX_TRY(dpex_reduction_check(reduction, x->dtype));
    DPEX_TRY(check_output(&call, out));
    return run(&call, out);
}

/* std is the root of var: one row of the table each. */
dpex_status dpex_variance_new(const dpex_array *x, uint64_t axes_mask, int keepdims,
                              double correction, int take_root, dpex_array *out)
{
    dpex_dtype dtype;
    const reduce_call call = {dpex_reduction_find(take_root ? "std" : "var"), x, axes_mask,
                              keepdims, correction};
    DPEX_TRY(dpex_reduction_resolve(call.reduction, x->dtype, x->queue->device, &dtype));
    return reduce_new(&call, dtype, out);
}
