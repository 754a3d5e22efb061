/* Selections on devices that compile at run time: the whole is sorted (device.c), and what is
 * wanted of it copied.
 *
 * This costs a whole sort, by kernels that are there anyway; the host selects without sorting
 * (nth.c, top_k.c). */
#include "base/error.h"
#include "sort.h"

/* to[first..first+n) of each line = from[begin..begin+n). */
static dpex_status copy_range(const dpex_array *from, int64_t begin, const dpex_array *to,
                              int64_t first, int64_t n, int axis)
{
    dpex_array source, target;
    dpex_index at[DPEX_MAX_NDIM];
    for (int d = 0; d <= axis; d++) at[d] = (dpex_index){.kind = DPEX_INDEX_SLICE};
    at[axis].has_start = at[axis].has_stop = 1;
    at[axis].start = begin;
    at[axis].stop = begin + n;
    DPEX_TRY(dpex_array_index(from, at, axis + 1, &source));
    at[axis].start = first;
    at[axis].stop = first + n;
    dpex_status status = dpex_array_index(to, at, axis + 1, &target);
    if (!status) {
        status = dpex_array_copy(&target, &source);
        dpex_array_fini(&target);
    }
    dpex_array_fini(&source);
    return status;
}

/* The first n_wanted of each line, values and indices. */
dpex_status dpex_sort_device_first(const dpex_sort_task *task)
{
    const dpex_array *x = task->x;
    const int axis = task->axis;
    dpex_array values, indices;
    DPEX_TRY(dpex_sort_both_new(task->name, x, axis, task->descending, &values, &indices));
    dpex_status status = copy_range(&values, 0, task->values, 0, task->n_wanted, axis);
    if (!status) status = copy_range(&indices, 0, task->indices, 0, task->n_wanted, axis);
    dpex_array_fini(&indices);
    dpex_array_fini(&values);
    return status;
}

dpex_status dpex_sort_device_nth(const dpex_array *x, int axis, const int64_t *kth, int n_kth,
                                 const dpex_array *out)
{
    dpex_array sorted;
    DPEX_TRY(dpex_sort_new(x, axis, 0, &sorted));
    dpex_status status = DPEX_SUCCESS;
    for (int i = 0; i < n_kth && !status; i++)
        status = copy_range(&sorted, kth[i], out, i, 1, axis);
    dpex_array_fini(&sorted);
    return status;
}
