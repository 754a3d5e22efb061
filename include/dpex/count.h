/* Counting elements by number or by bin. All work goes to the queue of the arrays and returns
 * before it is done. Sums of weights are added up in an order that depends only on sizes and the
 * kind of device. The result, of one dimension, is of int64, or of the weights' dtype. */
#ifndef DPEX_COUNT_H
#define DPEX_COUNT_H

#include "array.h"

DPEX_EXTERN_C_BEGIN

/* out[k] = how many elements of x are k, for 0 <= k < n; other elements do not count. x: int64, of
 * one dimension. weights: NULL, or float64, or float32, of the same shape, which are added up
 * instead. */
DPEX_API dpex_status dpex_bincount_new(const dpex_array *x, const dpex_array *weights, int64_t n,
                                       dpex_array *out);

/* The same for all numbers of few, which are read in the calling thread: n is one more than the
 * largest, at least `least`. *done 0, and no array: x or the weights have another dtype (weights:
 * float64) or shape, x is empty or long, something is pending, or there is a negative or a large
 * number. */
DPEX_API dpex_status dpex_bincount_few_new(const dpex_array *x, const dpex_array *weights,
                                           int64_t least, int *done, dpex_array *out);

/* out[k] = how many elements of x are in [edges[k], edges[k + 1]), in the last bin also those that
 * equal the last edge. x: float32 or float64 of one dimension. edges: contiguous float64, two at
 * least, ascending at about equal distances; float32 if x is, and then bins are found in that
 * precision. weights: as above, of the dtype of the edges. */
DPEX_API dpex_status dpex_histogram_new(const dpex_array *x, const dpex_array *edges,
                                        const dpex_array *weights, dpex_array *out);

DPEX_EXTERN_C_END

#endif
