/* Views that keep every element of their array (or half of each complex one): permuted, broadcast,
 * reshaped.
 *
 * Not here: basic indexing (index.c) and copies. The idea: a view is new dimensions over the
 * same storage; only a reshape can be impossible, because the elements of the new axes must lie
 * at equal distances. */
#include <string.h>

#include "array/array.h"
#include "base/error.h"

dpex_status dpex_array_permute(const dpex_array *x, const int *axes, dpex_array *view)
{
    uint64_t seen = 0;
    for (int i = 0; i < x->nd && axes; i++) {
        /* `seen` has a bit per axis; at most 64 dimensions exist. */
        if (axes[i] < 0 || axes[i] >= x->nd || seen >> axes[i] & 1)
            return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                             "axes[%d] is %d; axes must be a permutation of 0 to %d", i, axes[i],
                             x->nd - 1);
        seen |= (uint64_t)1 << axes[i];
    }
    DPEX_TRY(dpex_array_init_dims(view, x->nd));
    for (int i = 0; i < x->nd; i++) {
        /* No axes: reversed, as in transpose. */
        int axis = axes ? axes[i] : x->nd - 1 - i;
        view->shape[i] = x->shape[axis];
        view->strides[i] = x->strides[axis];
    }
    view->offset = x->offset;
    view->size = x->size;
    view->dtype = x->dtype;
    dpex_array_finish_view(view, x);
    return DPEX_SUCCESS;
}

static dpex_status fail_broadcast(const dpex_array *x, int nd, const int64_t *shape)
{
    char from[DPEX_SHAPE_TEXT_BYTES], to[DPEX_SHAPE_TEXT_BYTES];
    return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "cannot broadcast %s to %s",
                     dpex_shape_text(x->nd, x->shape, from), dpex_shape_text(nd, shape, to));
}

dpex_status dpex_array_broadcast(const dpex_array *x, int nd, const int64_t *shape,
                                 dpex_array *view)
{
    DPEX_TRY(dpex_shape_size(nd, shape, dpex_dtype_get_info(x->dtype)->itemsize, &view->size));
    int shift = nd - x->nd;
    if (shift < 0) return fail_broadcast(x, nd, shape);
    for (int i = 0; i < x->nd; i++)
        if (x->shape[i] != 1 && x->shape[i] != shape[i + shift])
            return fail_broadcast(x, nd, shape);
    DPEX_TRY(dpex_array_init_dims(view, nd));
    for (int i = 0; i < nd; i++) {
        /* An extent of 1 that stays 1 keeps its stride, so that contiguity is not lost. */
        int is_repeated = i < shift || (x->shape[i - shift] == 1 && shape[i] != 1);
        view->shape[i] = shape[i];
        view->strides[i] = is_repeated ? 0 : x->strides[i - shift];
    }
    view->offset = x->offset;
    view->dtype = x->dtype;
    dpex_array_finish_view(view, x);
    return DPEX_SUCCESS;
}

/* ---- reshape --------------------------------------------------------------------------------- */

static dpex_status fail_reshape(const dpex_array *x, int nd, const int64_t *shape)
{
    char from[DPEX_SHAPE_TEXT_BYTES], to[DPEX_SHAPE_TEXT_BYTES];
    return DPEX_FAIL(
        DPEX_ERROR_INVALID_VALUE, "cannot reshape an array of shape %s (%lld elements) into %s",
        dpex_shape_text(x->nd, x->shape, from), (long long)x->size, dpex_shape_text(nd, shape, to));
}

/* Replaces an extent of -1 by what is left over, and checks the total. */
static dpex_status settle_shape(const dpex_array *x, int nd, const int64_t *shape, int64_t *settled)
{
    int unknown = -1;
    /* More dimensions than `settled` holds are refused by dpex_shape_size below. */
    for (int i = 0; i < nd && nd <= DPEX_MAX_NDIM; i++) {
        settled[i] = shape[i];
        if (shape[i] != -1) continue;
        if (unknown >= 0)
            return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "only one extent of a shape can be -1");
        unknown = i;
        settled[i] = 1;
    }
    int64_t size;
    DPEX_TRY(dpex_shape_size(nd, settled, dpex_dtype_get_info(x->dtype)->itemsize, &size));
    if (unknown >= 0) {
        /* With another extent of 0 the missing one could be anything, as in NumPy an error. */
        if (size == 0 || x->size % size) return fail_reshape(x, nd, shape);
        settled[unknown] = x->size / size;
        size = x->size;
    }
    return size == x->size ? DPEX_SUCCESS : fail_reshape(x, nd, shape);
}

/* A stretch of elements at equal distances. */
typedef struct run {
    int64_t extent, stride;
} run;

/* The fewest runs that x consists of, fastest first in the given order. */
static int collect_runs(const dpex_array *x, dpex_order order, run *runs)
{
    int n = 0;
    for (int i = 0; i < x->nd; i++) {
        int axis = order == DPEX_ORDER_F ? i : x->nd - 1 - i;
        int64_t extent = x->shape[axis], stride = x->strides[axis];
        if (extent == 1) continue;
        /* A stride that continues the faster axis without a gap makes both one run. */
        if (n > 0 && stride == runs[n - 1].stride * runs[n - 1].extent)
            runs[n - 1].extent *= extent;
        else
            runs[n++] = (run){extent, stride};
    }
    return n;
}

/* Cuts the runs into the new extents, fastest first; 0 if an extent would have to span two runs. */
static int cut_runs(run *runs, int n_runs, dpex_order order, int nd, const int64_t *shape,
                    int64_t *strides)
{
    int k = 0;
    int64_t step = 1;
    for (int i = 0; i < nd; i++) {
        int axis = order == DPEX_ORDER_F ? i : nd - 1 - i;
        /* Extents of 1 take nothing of a run; their stride is the next one that a dense array would
         * have. */
        if (shape[axis] != 1) {
            /* This run is used up. */
            if (k < n_runs && runs[k].extent == 1) k++;
            if (k == n_runs || runs[k].extent % shape[axis]) return 0;
            step = runs[k].stride;
            runs[k].extent /= shape[axis];
            runs[k].stride *= shape[axis];
        }
        strides[axis] = step;
        step *= shape[axis];
    }
    return 1;
}

dpex_status dpex_array_reshape_view(const dpex_array *x, int nd, const int64_t *shape,
                                    dpex_order order, int *possible, dpex_array *view)
{
    int64_t settled[DPEX_MAX_NDIM], strides[DPEX_MAX_NDIM];
    run runs[DPEX_MAX_NDIM];
    *possible = 0;
    if (order != DPEX_ORDER_C && order != DPEX_ORDER_F)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "order '%c' of a reshape; allowed are C and F",
                         order);
    DPEX_TRY(settle_shape(x, nd, shape, settled));
    /* Without elements no stride leads anywhere, so every shape is possible. */
    if (x->size == 0)
        dpex_strides_fill(nd, settled, order, strides);
    else if (!cut_runs(runs, collect_runs(x, order, runs), order, nd, settled, strides))
        return DPEX_SUCCESS; /* *possible is 0: no failure, the caller copies */
    DPEX_TRY(dpex_array_init_dims(view, nd));
    for (int i = 0; i < nd; i++) {
        view->shape[i] = settled[i];
        view->strides[i] = strides[i];
    }
    view->offset = x->offset;
    view->size = x->size;
    view->dtype = x->dtype;
    dpex_array_finish_view(view, x);
    *possible = 1;
    return DPEX_SUCCESS;
}

/* ---- parts of complex numbers ---------------------------------------------------------------- */

dpex_status dpex_array_complex_part(const dpex_array *x, int part, dpex_array *view)
{
    if (x->dtype != DPEX_C64 && x->dtype != DPEX_C128)
        return DPEX_FAIL(DPEX_ERROR_INVALID_TYPE, "%s has no real and imaginary parts to view",
                         dpex_dtype_get_info(x->dtype)->name);
    if (part != 0 && part != 1)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                         "part %d; allowed are 0 (real) and 1 (imaginary)", part);
    dpex_dtype dtype = x->dtype == DPEX_C64 ? DPEX_F32 : DPEX_F64;
    DPEX_TRY(dpex_array_init_dims(view, x->nd));
    for (int i = 0; i < x->nd; i++) {
        view->shape[i] = x->shape[i];
        /* Strides count elements, of which there are now twice as many; one of an extent of 1 is
         * kept, since it may be any number. */
        view->strides[i] = x->shape[i] > 1 ? x->strides[i] * 2 : x->strides[i];
    }
    view->offset = x->offset;
    /* An empty array may start at the end of its storage. */
    if (x->size) view->offset += part * dpex_dtype_get_info(dtype)->itemsize;
    view->size = x->size;
    view->dtype = dtype;
    dpex_array_finish_view(view, x);
    return DPEX_SUCCESS;
}
