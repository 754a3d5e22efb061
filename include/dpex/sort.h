/* Sorting and what is built on it: selection, search in sorted arrays, sets.
 *
 * Values are ordered as numbers: -0.0 and 0.0 are equal, NaN is larger than all others, false is
 * smaller than true. Complex numbers are ordered by real, then by imaginary part; behind all others
 * come those with a NaN in the imaginary part alone, in the real part alone, in both. Sorts are
 * stable, descending ones too. Results do not depend on the number of threads. All work goes to the
 * queue of the arrays and returns before it is done, unless stated otherwise. Functions make their
 * results, on the queue and of the USM kind of their first array. */
#ifndef DPEX_SORT_H
#define DPEX_SORT_H

#include "array.h"

DPEX_EXTERN_C_BEGIN

/* out = x with the lines along `axis` (0 <= axis < nd, or 0 for no dimensions) sorted; descending:
 * the largest value first. Lines of the result are contiguous in memory, its other axes in C
 * order. */
DPEX_API dpex_status dpex_sort_new(const dpex_array *x, int axis, int descending, dpex_array *out);
/* The int64 indices along the axis, from 0, of the values in sorted order: x[out] is sorted. */
DPEX_API dpex_status dpex_argsort_new(const dpex_array *x, int axis, int descending,
                                      dpex_array *out);
/* The same, ascending, of random numbers in one dimension: doubles of [0, 1), or integers of all
 * bits. Faster on GPUs where hardly any two have the same 32 highest bits, right whatever they are. */
DPEX_API dpex_status dpex_argsort_random_new(const dpex_array *x, dpex_array *out);

/* The first k (1 to the extent of the axis) of each line in sorted order, largest: descending, and
 * their indices along the axis. */
DPEX_API dpex_status dpex_top_k_new(const dpex_array *x, int axis, int64_t k, int largest,
                                    dpex_array *values, dpex_array *indices);

/* The values that a sort would put at the indices `kth` (n_kth of them, 1 to DPEX_MAX_KTH,
 * ascending, each below the extent) of the lines along `axis`; out has n_kth elements along the
 * axis. Not for complex numbers: DPEX_ERROR_UNSUPPORTED. */
enum { DPEX_MAX_KTH = 64 };
DPEX_API dpex_status dpex_nth_new(const dpex_array *x, int axis, const int64_t *kth, int n_kth,
                                  dpex_array *out);
/* out = the values of each line, or their int64 indices, so that those which a sort would put at
 * the indices `kth` are there, lower ones before them and higher ones behind; for all dtypes. */
DPEX_API dpex_status dpex_partition_new(const dpex_array *x, int axis, const int64_t *kth,
                                        int n_kth, int wants_indices, dpex_array *out);

/* For each value of x2 how many of x1, an ascending array of one dimension, are below it;
 * from_right: are not above it. sorter: NULL, or integers that sort x1 (x1[sorter] ascends); an
 * index outside stands for the nearest one inside. int64, of the shape and order of x2. The arrays
 * may be of different dtypes, which are promoted; they share one queue, else
 * DPEX_ERROR_PLACEMENT. */
DPEX_API dpex_status dpex_search_sorted_new(const dpex_array *x1, const dpex_array *x2,
                                            int from_right, const dpex_array *sorter,
                                            dpex_array *out);
/* out[i] = (x[i] equals some element of `elements`) != invert, of dtype bool and the shape and
 * order of x. NaN equals nothing. */
DPEX_API dpex_status dpex_is_in_new(const dpex_array *x, const dpex_array *elements, int invert,
                                    dpex_array *out);

/* Distinct values of x, in two calls:
 *
 *     dpex_unique_start(x, 0, &unique); dpex_unique_finish(unique, &values, NULL, NULL, &counts); dpex_unique_release(unique);
 *
 * The first one starts a sort. The second waits for the queue, where their number becomes known
 * (the caller may wait for the queue by itself before), and makes those results that are not NULL;
 * called once. Values ascend and each NaN counts as distinct. For each: indices, the first index in
 * x, counted in C order; counts, how often it occurs. inverse, of x's shape: values[inverse] = x.
 * Counts and indices are int64. has_indices: indices or inverse will be wanted. */
typedef struct dpex_unique dpex_unique;
DPEX_API dpex_status dpex_unique_start(const dpex_array *x, int has_indices,
                                       dpex_unique **unique); /* new */
DPEX_API dpex_status dpex_unique_finish(dpex_unique *unique, dpex_array *values,
                                        dpex_array *indices, dpex_array *inverse,
                                        dpex_array *counts);
DPEX_API void dpex_unique_release(dpex_unique *unique); /* NULL is fine */

DPEX_EXTERN_C_END

#endif
