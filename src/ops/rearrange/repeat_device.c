/* repeat by an array of counts on devices that compile: the host sums the counts up, for it must
 * know the extent of the result; the device searches for the element that each position of the
 * result belongs to, and gathers. */
#include "base/alloc.h"
#include "base/error.h"
#include "dpex/op.h"
#include "dpex/sort.h"
#include "dpex/take.h"
#include "repeat.h"

static const int64_t stride = sizeof(int64_t); /* of host memory */

/* The counts as int64 in host memory, and then what is before each of them, and their sum; new
 * (dpex_free). */
static dpex_status read_starts(const dpex_array *counts, int64_t **starts)
{
    const int64_t n = counts->shape[0];
    dpex_array numbers;
    int64_t *made = dpex_malloc(((size_t)n + 1) * sizeof *made);
    if (!made) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "repeat: no memory for the counts");
    dpex_status status = dpex_array_cast_new(counts, DPEX_I64, DPEX_ORDER_C, DPEX_USM_DEVICE,
                                             counts->queue, &numbers);
    if (!status) {
        status = dpex_array_to_host(&numbers, made, &stride);
        dpex_array_fini(&numbers);
    }
    if (!status) status = dpex_repeat_sum_counts(made, n);
    if (status)
        dpex_free(made);
    else
        *starts = made;
    return status;
}

/* The numbers from 0 to n - 1; new. */
static dpex_status make_numbers(dpex_queue *queue, int64_t n, dpex_array *numbers)
{
    const dpex_scalar zero = {.i = 0}, one = {.i = 1};
    DPEX_TRY(dpex_array_init(queue, DPEX_I64, 1, &n, DPEX_ORDER_C, DPEX_USM_DEVICE, numbers));
    dpex_status status = dpex_array_fill_arange(numbers, &zero, &one);
    if (status) dpex_array_fini(numbers);
    return status;
}

/* For each position of the result the element that it repeats; starts: of n_counts elements, and
 * their end. New. */
static dpex_status find_elements(dpex_queue *queue, const int64_t *starts, int64_t n_counts,
                                 dpex_array *elements)
{
    dpex_array ends, numbers;
    DPEX_TRY(dpex_array_init(queue, DPEX_I64, 1, &n_counts, DPEX_ORDER_C, DPEX_USM_DEVICE, &ends));
    dpex_status status = dpex_array_from_host(&ends, starts + 1, &stride);
    if (!status) status = make_numbers(queue, starts[n_counts], &numbers);
    if (!status) {
        /* Element e covers the positions [starts[e], ends[e]), so a position belongs to the element
         * number "how many ends are not above it". */
        status = dpex_search_sorted_new(&ends, &numbers, 1, NULL, elements);
        dpex_array_fini(&numbers);
    }
    dpex_array_fini(&ends);
    return status;
}

static dpex_status take_elements(const dpex_array *x, int axis, const int64_t *starts,
                                 int64_t n_counts, dpex_array *out)
{
    dpex_array elements;
    const dpex_array *indices[DPEX_MAX_NDIM] = {NULL};
    DPEX_TRY(find_elements(x->queue, starts, n_counts, &elements));
    indices[axis] = &elements;
    const dpex_selection selection = {.indices = indices, .at = axis, .mode = DPEX_INDEX_CLIP};
    dpex_status status = dpex_take_into(x, &selection, out);
    dpex_array_fini(&elements);
    return status;
}

/* Blocks for the counts. kind: of the result's memory. A sum of 0 gives a result without elements,
 * and no kernel. */
dpex_status dpex_repeat_each_on_device(const dpex_array *x, int axis, const dpex_array *counts,
                                       dpex_usm_kind kind, dpex_array *out)
{
    int64_t *starts = NULL, shape[DPEX_MAX_NDIM];
    DPEX_TRY(read_starts(counts, &starts));
    for (int d = 0; d < x->nd; d++) shape[d] = x->shape[d];
    shape[axis] = starts[counts->shape[0]];
    dpex_status status = dpex_array_init(x->queue, x->dtype, x->nd, shape, DPEX_ORDER_C, kind, out);
    if (!status && out->size) {
        status = take_elements(x, axis, starts, counts->shape[0], out);
        if (status) dpex_array_fini(out);
    }
    dpex_free(starts);
    return status;
}
