/* The lines of a sort or selection: the array of its results, and its source with contiguous
 * lines. */
#include "array/array.h"
#include "base/error.h"
#include "sort.h"

dpex_status dpex_sort_output(const dpex_array *x, int axis, int64_t length, dpex_dtype dtype,
                             dpex_array *out)
{
    int64_t shape[DPEX_MAX_NDIM];
    int axes[DPEX_MAX_NDIM], n = 0;
    const dpex_usm_kind kind = dpex_array_result_kind(&x, 1);
    /* The array is created with the axis last, so that its lines are contiguous, and viewed in the
     * order of the axes of x. */
    for (int d = 0; d < x->nd; d++) { /* the axis goes to the end ... */
        axes[d] = d < axis ? d : d == axis ? x->nd - 1 : d - 1;
        if (d != axis) shape[n++] = x->shape[d];
    }
    if (x->nd) shape[n] = length;
    if (axis >= x->nd - 1)
        return dpex_array_init(x->queue, dtype, x->nd, shape, DPEX_ORDER_C, kind, out);
    dpex_array dense;
    DPEX_TRY(dpex_array_init(x->queue, dtype, x->nd, shape, DPEX_ORDER_C, kind, &dense));
    const dpex_status status = dpex_array_permute(&dense, axes, out); /* ... and back */
    dpex_array_fini(&dense);
    return status;
}

int dpex_sort_is_long(int64_t length, int64_t n_lines)
{
    /* Below EXCEEDS elements a line's keys fit a core's second-level cache; a single thread per
     * line then has no communication. With fewer than FEW lines threads would be idle, so the limit
     * is lower. */
    enum { EXCEEDS = 1 << 18, HAS_WORK = 1 << 16, FEW = 8 };
    return length > (n_lines < FEW ? HAS_WORK : EXCEEDS);
}

int dpex_sort_wants_copy(const dpex_array *x, int axis)
{
    /* A line of stride 1 is read as fast in place; a single line is read only once or twice, which
     * costs no more than its copy. */
    return x->strides[axis] != 1 && x->size > x->shape[axis] && x->shape[axis] > 1;
}

dpex_status dpex_sort_gather_lines(const dpex_array *x, int axis, dpex_array *lines, int *made)
{
    *made = dpex_sort_wants_copy(x, axis);
    if (!*made) return DPEX_SUCCESS;
    DPEX_TRY(dpex_sort_output(x, axis, x->shape[axis], x->dtype, lines));
    const dpex_status status = dpex_array_copy(lines, x);
    if (status) dpex_array_fini(lines);
    return status;
}
