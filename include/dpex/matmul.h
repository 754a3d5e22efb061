/* Products of matrices and vectors.
 *
 * The dtypes of the operands are promoted together first. Sums are of a fixed order that follows
 * from shapes and layouts, so the bits do not depend on the number of threads. */
#ifndef DPEX_MATMUL_H
#define DPEX_MATMUL_H

#include "array.h"

DPEX_EXTERN_C_BEGIN

/* for all stack indices, i, j: out[..., i, j] = sum over k of x1[..., i, k] * x2[..., k, j]
 *
 * An x1 of one dimension is a row, an x2 of one dimension a column, and out lacks that dimension;
 * the others broadcast.
 * dtype: of out and of the computation; NULL: the promoted one. order: K follows the operands'
 * matrices.
 * Errors: DPEX_ERROR_INVALID_VALUE (0 dimensions, extents that do not fit, a dtype that the device
 * lacks), DPEX_ERROR_INVALID_TYPE (one to which the operands' do not cast by the same_kind rule),
 * DPEX_ERROR_PLACEMENT. */
DPEX_API dpex_status dpex_matmul_new(const dpex_array *x1, const dpex_array *x2,
                                     const dpex_dtype *dtype, dpex_order order, dpex_array *out);
/* The same into an array of just that shape and dtype (DPEX_ERROR_INVALID_VALUE), writable, on the
 * same queue; it may overlap the operands. */
DPEX_API dpex_status dpex_matmul_into(const dpex_array *x1, const dpex_array *x2,
                                      const dpex_dtype *dtype, dpex_array *out);

/* out[free axes of x1, free axes of x2] = sum over the n pairs (axes1[i], axes2[i]) of the products
 * of elements. Axes are in range and not repeated in an array (DPEX_ERROR_INVALID_VALUE, also for
 * extents that differ). */
DPEX_API dpex_status dpex_tensordot_new(const dpex_array *x1, const dpex_array *x2, int n,
                                        const int *axes1, const int *axes2, dpex_array *out);

/* out = sum over one axis of conj(x1) * x2, broadcast together without it; axis1 of x1 and axis2 of
 * x2 are that axis, of one extent, equally far from the end. */
DPEX_API dpex_status dpex_vecdot_new(const dpex_array *x1, const dpex_array *x2, int axis1,
                                     int axis2, dpex_array *out);

DPEX_EXTERN_C_END

#endif
