/* Reductions of segments of an array (ufunc.reduceat), and values combined into indexed elements
 * (ufunc.at). The work goes to the queue of the arrays and returns before it is done. */
#ifndef DPEX_SEGMENTS_H
#define DPEX_SEGMENTS_H

#include "op.h"

DPEX_EXTERN_C_BEGIN

/* out[k] = reduction of x[begins[k]], ..., x[begins[k + 1] - 1] over the first axis, the last one
 * to the end; x[begins[k]] where begins[k + 1] is not larger. A new array of the dtype of x. x:
 * C-contiguous, of one dimension at least. begins: int64, contiguous, of one dimension, all within
 * the axis: the caller checks. reduction: one of sum, prod, max, min, nanmax, nanmin; those whose
 * state is more than one word, and dtypes that are computed in another one, are
 * DPEX_ERROR_UNSUPPORTED. */
DPEX_API dpex_status dpex_segments_reduce_new(const dpex_reduction *reduction, const dpex_array *x,
                                              const dpex_array *begins, dpex_array *out);

/*     for (i = 0; i < n; i++) if (0 <= indices[i] < target.size) target[indices[i]] = op(target[indices[i]], values[i]);
 *
 * in this order for each element; negative indices count from the end. All of one dimension and
 * contiguous; indices: int64; values: as many as indices, or one for all, of the dtype of target,
 * which must be op's input and result dtype. values and indices do not overlap target. Else
 * DPEX_ERROR_UNSUPPORTED. */
DPEX_API dpex_status dpex_array_combine_at(const dpex_op *op, dpex_array *target,
                                           const dpex_array *indices, const dpex_array *values);

DPEX_EXTERN_C_END

#endif
