/* sort and argsort: arguments, outputs, and the choice between the methods for short (short.c) and long lines (long.c). */
#include "sort.h"

#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "dpex/op.h"
#include "ops/work.h"
#include "runtime/runtime.h"

static dpex_usm_kind result_kind(const dpex_array *x)
{
    const dpex_usm_kind kind = dpex_storage_get_kind(x->storage);
    return kind == DPEX_USM_UNKNOWN ? DPEX_USM_DEVICE : kind;
}

dpex_status dpex_sort_output(const dpex_array *x, int axis, int64_t length, dpex_dtype dtype,
                             dpex_array *out)
{
    int64_t shape[DPEX_MAX_NDIM];
    int axes[DPEX_MAX_NDIM], n = 0;
    for (int d = 0; d < x->nd; d++) { /* the axis goes to the end ... */
        axes[d] = d < axis ? d : d == axis ? x->nd - 1 : d - 1;
        if (d != axis) shape[n++] = x->shape[d];
    }
    if (x->nd) shape[n] = length;
    if (axis >= x->nd - 1)
        return dpex_array_init(x->queue, dtype, x->nd, shape, DPEX_ORDER_C, result_kind(x), out);
    dpex_array dense;
    DPEX_TRY(dpex_array_init(x->queue, dtype, x->nd, shape, DPEX_ORDER_C, result_kind(x), &dense));
    const dpex_status status = dpex_array_permute(&dense, axes, out); /* ... and back */
    dpex_array_fini(&dense);
    return status;
}

int dpex_sort_is_long(int64_t length, int64_t n_lines)
{
    enum { EXCEEDS = 1 << 18, HAS_WORK = 1 << 16, FEW = 8 };
    return length > (n_lines < FEW ? HAS_WORK : EXCEEDS);
}

dpex_status dpex_sort_submit(const dpex_sort_task *task)
{
    dpex_sort_options options;
    const int64_t length = task->x->shape[task->axis];
    dpex_sort_options_init(&options, task->x->dtype, task->descending, length,
                           task->indices != NULL);
    return dpex_sort_is_long(length, task->x->size / length) ? dpex_sort_long(task, &options)
                                                             : dpex_sort_short(task, &options);
}

/* Whether lines are copied before, so that they are contiguous: there are several, and they are strided. */
static int wants_copy(const dpex_array *x, int axis)
{
    return x->strides[axis] != 1 && x->size > x->shape[axis] && x->shape[axis] > 1;
}

dpex_status dpex_sort_gather_lines(const dpex_array *x, int axis, dpex_array *lines, int *made)
{
    *made = wants_copy(x, axis);
    if (!*made) return DPEX_SUCCESS;
    DPEX_TRY(dpex_sort_output(x, axis, x->shape[axis], x->dtype, lines));
    const dpex_status status = dpex_array_copy(lines, x);
    if (status) dpex_array_fini(lines);
    return status;
}

static dpex_status check(const char *name, const dpex_array *x, int axis)
{
    if (axis < 0 || axis >= (x->nd ? x->nd : 1))
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                         "%s: axis %d is out of range for an array of %d dimensions", name, axis,
                         (int)x->nd);
    return dpex_work_check(name, x->queue);
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
    /* The memory of the result holds the copy, unless the source is read to the end: with indices, and for complex numbers. */
    const int is_complex = dpex_dtype_get_info(x->dtype)->kind == DPEX_KIND_COMPLEX;
    if (values && !indices && !is_complex && wants_copy(x, task->axis)) {
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

/* ---- runs -------------------------------------------------------------------------------------------------------- */

dpex_status dpex_sort_runs_create(const dpex_array *x, dpex_sort_runs **runs)
{
    dpex_sort_runs *r = dpex_calloc(1, sizeof(*r));
    if (!r) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "unique: no memory for the command");
    atomic_init(&r->refs, 1);
    const int64_t most = DPEX_SORT_MAX_RUNS;
    const dpex_dtype dtypes[2] = {x->dtype, DPEX_I64};
    dpex_array *const arrays[2] = {&r->values, &r->counts};
    dpex_status status = DPEX_SUCCESS;
    while (r->n_arrays < 2 && !status) {
        const int i = r->n_arrays;
        status = dpex_array_init(x->queue, dtypes[i], 1, &most, DPEX_ORDER_C, DPEX_USM_DEVICE,
                                 arrays[i]);
        r->n_arrays += !status;
    }
    if (status)
        dpex_sort_runs_release(r);
    else
        *runs = r;
    return status;
}

void dpex_sort_runs_release(dpex_sort_runs *runs)
{
    if (!runs || atomic_fetch_sub(&runs->refs, 1) != 1) return;
    if (runs->n_arrays > 0) dpex_array_fini(&runs->values);
    if (runs->n_arrays > 1) dpex_array_fini(&runs->counts);
    dpex_free(runs);
}

dpex_status dpex_sort_runs_new(const dpex_array *x, dpex_array *values, dpex_sort_runs *runs)
{
    return sort_new("unique", x, 0, 0, values, NULL, runs);
}
