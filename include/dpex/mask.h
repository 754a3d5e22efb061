/* Masks: elements selected by a condition.
 *
 * A condition is an array of any dtype; elements that are not zero (NaN included) select. "In
 * order" means C order. All arrays of a call are on one queue (DPEX_ERROR_PLACEMENT). How many
 * elements a condition selects is known only when it has been computed: the calls that say so below
 * block, and may return DPEX_ERROR_INTERRUPTED, having done nothing. */
#ifndef DPEX_MASK_H
#define DPEX_MASK_H

#include "array.h"

DPEX_EXTERN_C_BEGIN

/* positions[d][k] = coordinate d of the k-th selected element: a new int64 array of shape (x.nd,
 * n). Blocks. */
DPEX_API dpex_status dpex_nonzero_new(const dpex_array *x, dpex_array *positions);

/* out = x[condition]: the selected elements in order, a new array of one dimension; equal shapes.
 * Blocks. */
DPEX_API dpex_status dpex_extract_new(const dpex_array *x, const dpex_array *condition,
                                      dpex_array *out);

/* k = 0; for (each r, in order) if (condition[r]) x[r] = values[k++ % n_values]
 *
 * x and condition have one shape, values has one dimension and is cast by the unsafe rules. Blocks
 * only if values is empty, which is an error (DPEX_ERROR_INVALID_VALUE) unless nothing is
 * selected. */
DPEX_API dpex_status dpex_place(dpex_array *x, const dpex_array *condition,
                                const dpex_array *values);

/* for (each r) if (condition[r]) x[r] = value; the condition broadcasts to x, the value is of x's
 * dtype. Does not block. */
DPEX_API dpex_status dpex_fill_where(dpex_array *x, const dpex_array *condition,
                                     const dpex_scalar *value);

DPEX_EXTERN_C_END

#endif
