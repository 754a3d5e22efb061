/* Basic indexing: ints, slices, new axes and the ellipsis, to a view.
 *
 * Not here: index arrays and masks (ops/). The idea: traverse the index once, consuming axes of x
 * and emitting axes of the view; everything is checked while the dimensions are written, before
 * any reference is taken. */
#include "array/array.h"
#include "base/error.h"
#include "base/integer.h"

/* What the traversal has consumed of x and emitted into the view. */
typedef struct traversal {
    const dpex_array *x;
    dpex_array *view;
    /* axis: the next of x; out: the next of the view. */
    int axis, out;
    int64_t itemsize;
} traversal;

static void emit(traversal *t, int64_t extent, int64_t stride)
{
    t->view->shape[t->out] = extent;
    t->view->strides[t->out] = stride;
    t->view->size *= extent;
    t->out++;
}

static dpex_status take_int(traversal *t, int64_t at)
{
    int64_t extent = t->x->shape[t->axis];
    if (at < -extent || at >= extent) /* The message is NumPy's. */
        return DPEX_FAIL(DPEX_ERROR_OUT_OF_RANGE,
                         "index %lld is out of bounds for axis %d with size %lld", (long long)at,
                         t->axis, (long long)extent);
    if (at < 0) at += extent;
    t->view->offset += at * t->x->strides[t->axis] * t->itemsize;
    t->axis++;
    return DPEX_SUCCESS;
}

/* Python's slice.indices. A step of INT64_MIN acts as -INT64_MAX. */
static dpex_status take_slice(traversal *t, const dpex_index *index)
{
    int64_t extent = t->x->shape[t->axis], stride = t->x->strides[t->axis];
    int64_t step = index->has_step ? index->step : 1;
    if (step == 0) return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "the step of a slice cannot be 0");
    /* Its negative does not exist; the view is the same, since both steps are larger than any
     * array. */
    if (step == INT64_MIN) step = -INT64_MAX;
    /* Bounds between which start and stop are clamped; -1 is "before the first" for negative
     * steps. */
    int64_t low = step < 0 ? -1 : 0, high = step < 0 ? extent - 1 : extent;
    int64_t start = step < 0 ? high : low, stop = step < 0 ? low : high;
    if (index->has_start)
        start =
            dpex_int64_clamp(index->start < 0 ? index->start + extent : index->start, low, high);
    if (index->has_stop)
        stop = dpex_int64_clamp(index->stop < 0 ? index->stop + extent : index->stop, low, high);
    int64_t n = 0;
    if (step > 0 && start < stop) n = dpex_int64_ceil_div(stop - start, step);
    if (step < 0 && start > stop) n = dpex_int64_ceil_div(start - stop, -step);
    t->view->offset += start * stride * t->itemsize;
    /* Over a single element the step may be anything. */
    emit(t, n, n > 1 ? stride * step : stride);
    t->axis++;
    return DPEX_SUCCESS;
}

/* Counts the axes that the index consumes (*axes) and adds (*added), and checks that they fit x. */
static dpex_status measure(const dpex_array *x, const dpex_index *indices, int n, int *n_axes,
                           int *nd)
{
    int n_ints = 0, n_slices = 0, n_new = 0, n_ellipses = 0;
    for (int i = 0; i < n; i++) {
        if (indices[i].kind >= DPEX_INDEX_ARRAY)
            return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "index arrays and masks give no view");
        n_ints += indices[i].kind == DPEX_INDEX_INT;
        n_slices += indices[i].kind == DPEX_INDEX_SLICE;
        n_new += indices[i].kind == DPEX_INDEX_NEWAXIS;
        n_ellipses += indices[i].kind == DPEX_INDEX_ELLIPSIS;
    }
    if (n_ellipses > 1)
        return DPEX_FAIL(DPEX_ERROR_OUT_OF_RANGE,
                         "an index can only have a single ellipsis ('...')");
    if (n_ints + n_slices > x->nd)
        return DPEX_FAIL(DPEX_ERROR_OUT_OF_RANGE,
                         "too many indices: the array has %d dimensions, but %d were indexed",
                         x->nd, n_ints + n_slices);
    *n_axes = n_ints + n_slices;
    *nd = x->nd - n_ints + n_new;
    if (*nd > DPEX_MAX_NDIM)
        return DPEX_FAIL(DPEX_ERROR_OUT_OF_RANGE,
                         "the view would have %d dimensions; allowed are %d", *nd, DPEX_MAX_NDIM);
    return DPEX_SUCCESS;
}

static void take_whole(traversal *t, int n_axes)
{
    for (int i = 0; i < n_axes; i++, t->axis++)
        emit(t, t->x->shape[t->axis], t->x->strides[t->axis]);
}

static dpex_status take(traversal *t, const dpex_index *index, int n_skipped)
{
    switch (index->kind) {
    case DPEX_INDEX_INT: return take_int(t, index->start);
    case DPEX_INDEX_SLICE: return take_slice(t, index);
    case DPEX_INDEX_NEWAXIS: emit(t, 1, 0); return DPEX_SUCCESS;
    case DPEX_INDEX_ELLIPSIS: take_whole(t, n_skipped); return DPEX_SUCCESS;
    default: break;
    }
    return DPEX_SUCCESS;
}

dpex_status dpex_array_index(const dpex_array *x, const dpex_index *indices, int n,
                             dpex_array *view)
{
    int n_axes = 0, nd = 0;
    DPEX_TRY(measure(x, indices, n, &n_axes, &nd));
    DPEX_TRY(dpex_array_init_dims(view, nd));
    view->offset = x->offset;
    view->size = 1;
    view->dtype = x->dtype;
    traversal t = {x, view, 0, 0, dpex_dtype_get_info(x->dtype)->itemsize};
    for (int i = 0; i < n; i++) {
        /* The axes that the ellipsis stands for are those that no other index consumes. */
        dpex_status status = take(&t, &indices[i], x->nd - n_axes);
        if (status) {
            dpex_array_fini_dims(view);
            return status;
        }
    }
    take_whole(&t, x->nd - t.axis);
    if (view->size == 0) view->offset = x->offset; /* it starts nowhere: stay inside the storage */
    dpex_array_finish_view(view, x);
    return DPEX_SUCCESS;
}
