/* sort and argsort: arguments, outputs, and the choice between the methods for short (short.c) and
 * long lines (long.c), and for devices that compile at run time (device.c).
 *
 * The memory of a result is used for the copy of an operand wherever possible, so a sort of n
 * elements takes n elements of memory for the result and what its method needs as scratch. */
#include "sort.h"

#include <string.h>

#include "base/error.h"
#include "dpex/op.h"
#include "ops/work.h"
#include "runtime/runtime.h"

/* task->src has lines that are quick to read; task->x is what indices and ties refer to. */
dpex_status dpex_sort_submit(const dpex_sort_task *task)
{
    dpex_sort_options options;
    const int64_t length = task->x->shape[task->axis];
    dpex_sort_options_init(&options, task->x->dtype, task->descending, length,
                           task->indices != NULL);
    return dpex_sort_is_long(length, task->x->size / length) ? dpex_sort_long(task, &options)
                                                             : dpex_sort_short(task, &options);
}

static dpex_status check(const char *name, const dpex_array *x, int axis)
{
    if (axis < 0 || axis >= (x->nd ? x->nd : 1))
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                         "%s: axis %d is out of range for an array of %d dimensions", name, axis,
                         (int)x->nd);
    return DPEX_SUCCESS;
}

/* Lines of one element: values are copied, indices are 0. */
static dpex_status sort_nothing(const dpex_array *x, dpex_array *values, dpex_array *indices)
{
    const dpex_scalar zero = {.i = 0};
    if (values) DPEX_TRY(dpex_array_copy(values, x));
    return indices ? dpex_array_fill(indices, &zero) : DPEX_SUCCESS;
}

static dpex_status sort_into(dpex_sort_task *task, dpex_array *values, dpex_array *indices)
{
    const dpex_array *x = task->x;
    if (x->size == 0 || x->nd == 0 || x->shape[task->axis] == 1)
        return sort_nothing(x, values, indices);
    if (!x->queue->backend->runs_on_host) return dpex_sort_device(task);
    /* The memory of the result holds the copy, unless the source is read to the end: with indices,
     * and for complex numbers. */
    const int is_complex = dpex_dtype_get_info(x->dtype)->kind == DPEX_KIND_COMPLEX;
    if (values && !indices && !is_complex && dpex_sort_wants_copy(x, task->axis)) {
        DPEX_TRY(dpex_array_copy(values, x));
        task->src = values;
        return dpex_sort_submit(task);
    }
    dpex_array lines;
    int made;
    DPEX_TRY(dpex_sort_gather_lines(x, task->axis, &lines, &made));
    if (made) task->src = &lines;
    const dpex_status status = dpex_sort_submit(task);
    if (made) dpex_array_fini(&lines);
    return status;
}

/* values, indices: made here where not NULL, and released again on failure. runs: of unique, else
 * NULL. */
static dpex_status sort_new(const char *name, const dpex_array *x, int axis, int descending,
                            dpex_array *values, dpex_array *indices, dpex_sort_runs *runs)
{
    DPEX_TRY(check(name, x, axis));
    const int64_t length = x->nd ? x->shape[axis] : 1;
    dpex_sort_task task = {.name = name,
                           .x = x,
                           .src = x,
                           .values = values,
                           .indices = indices,
                           .axis = axis,
                           .descending = descending,
                           .runs = runs};
    if (values) DPEX_TRY(dpex_sort_output(x, axis, length, x->dtype, values));
    dpex_status status = DPEX_SUCCESS;
    if (indices && (status = dpex_sort_output(x, axis, length, DPEX_I64, indices))) goto no_indices;
    if (!(status = sort_into(&task, values, indices))) return DPEX_SUCCESS;
    if (indices) dpex_array_fini(indices);
no_indices:
    if (values) dpex_array_fini(values);
    return status;
}

dpex_status dpex_sort_new(const dpex_array *x, int axis, int descending, dpex_array *out)
{
    return sort_new("sort", x, axis, descending, out, NULL, NULL);
}

dpex_status dpex_argsort_new(const dpex_array *x, int axis, int descending, dpex_array *out)
{
    return sort_new("argsort", x, axis, descending, NULL, out, NULL);
}

dpex_status dpex_sort_both_new(const char *name, const dpex_array *x, int axis, int descending,
                               dpex_array *values, dpex_array *indices)
{
    return sort_new(name, x, axis, descending, values, indices, NULL);
}

dpex_status dpex_sort_runs_new(const dpex_array *x, dpex_array *values, dpex_sort_runs *runs)
{
    return sort_new("unique", x, 0, 0, values, NULL, runs);
}
