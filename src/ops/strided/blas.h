/* What blas.c and the files of factorizations and triangles share. Arrays are of one dtype and
 * queue.
 *
 * These are the arithmetic of BLAS on arrays, without pointers, dependencies or events: what is
 * between _open and _close. They submit and return; their results may be used by the next operation
 * at once. */
#ifndef DPEX_OPS_STRIDED_BLAS_H
#define DPEX_OPS_STRIDED_BLAS_H

#include "dpex/blas.h"
#include "strided.h"

/* One of the four dtypes of BLAS, for all operands. */
dpex_status dpex_strided_check_dtypes(const char *name, const dpex_strided *const *operands, int n);
/* Numbers are given as in dpex_blas_options: scalars of the arrays' dtype. Shapes are equal, or x
 * and y broadcast to out's. */
/* out = alpha x + beta y; y is not read where beta is 0. out may be x or y. */
dpex_status dpex_strided_combine(const dpex_scalar *alpha, const dpex_array *x,
                                 const dpex_scalar *beta, const dpex_array *y, dpex_array *out);
/* With 0 and 1 as BLAS treats them: what is multiplied by 0 is not read, so NaN in it does not
 * count. */
/* c = alpha a b + beta c */
dpex_status dpex_strided_multiply(const dpex_blas_options *o, const dpex_array *a,
                                  const dpex_array *b, dpex_array *c);

#endif
