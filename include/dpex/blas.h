/* BLAS on strided memory: in a matrix of either order, transposed or not, only the strides differ.
 *
 * Operands of one call have one dtype out of float32, float64, complex64 and complex128, those of
 * gemm also float16, if nothing else is said. DPEX_ERROR_INVALID_VALUE for extents that do not fit,
 * DPEX_ERROR_INVALID_TYPE for other dtypes, DPEX_ERROR_OUT_OF_RANGE where an operand ends outside
 * its allocation. */
#ifndef DPEX_BLAS_H
#define DPEX_BLAS_H

#include "strided.h"

DPEX_EXTERN_C_BEGIN

/* Only what a function names is used. */
typedef struct dpex_blas_options {
    dpex_scalar alpha, beta; /* of the operands' dtype */
    uint8_t is_lower;        /* the triangle of a matrix that is read or written */
    uint8_t is_right;        /* the matrix with a triangle is the right factor */
    uint8_t is_unit;         /* its diagonal counts as ones and is not read */
    uint8_t is_hermitian;    /* the other triangle is conjugated */
} dpex_blas_options;

/* c = alpha a b + beta c, for each matrix of the stack: (..., m, k) (..., k, n), or (m, k) (k,):
 * dpex_matmul_into's shapes. Where beta is 0, c is not read; where alpha is 0, a and b are not. */
DPEX_API dpex_status dpex_blas_gemm(const dpex_strided_call *call, const dpex_blas_options *options,
                                    const dpex_strided *a, const dpex_strided *b,
                                    const dpex_strided *c);
/* a[i, j] += alpha x[i] y[j] */
DPEX_API dpex_status dpex_blas_ger(const dpex_strided_call *call, const dpex_blas_options *options,
                                   const dpex_strided *x, const dpex_strided *y,
                                   const dpex_strided *a);
/* c = alpha s b + beta c, or alpha b s + beta c (is_right), s symmetric, or Hermitian, with a's
 * triangle. */
DPEX_API dpex_status dpex_blas_symm(const dpex_strided_call *call, const dpex_blas_options *options,
                                    const dpex_strided *a, const dpex_strided *b,
                                    const dpex_strided *c);
/* One triangle of c = alpha a a^T + beta c, or of alpha a a^H + beta c (is_hermitian); the other
 * one stays as it is. */
DPEX_API dpex_status dpex_blas_syrk(const dpex_strided_call *call, const dpex_blas_options *options,
                                    const dpex_strided *a, const dpex_strided *c);
/* b = alpha t^-1 b, or alpha b t^-1 (is_right), t being a's triangle. It is not checked for zeros
 * on its diagonal. */
DPEX_API dpex_status dpex_blas_trsm(const dpex_strided_call *call, const dpex_blas_options *options,
                                    const dpex_strided *a, const dpex_strided *b);
/* b = alpha t b, or alpha b t (is_right), t being a's triangle. */
DPEX_API dpex_status dpex_blas_trmm(const dpex_strided_call *call, const dpex_blas_options *options,
                                    const dpex_strided *a, const dpex_strided *b);
/* y = alpha x + beta y, element by element, of any shape. Where beta is 0, y is not read. */
DPEX_API dpex_status dpex_blas_axpby(const dpex_strided_call *call,
                                     const dpex_blas_options *options, const dpex_strided *x,
                                     const dpex_strided *y);
/* x = alpha x */
DPEX_API dpex_status dpex_blas_scal(const dpex_strided_call *call, const dpex_blas_options *options,
                                    const dpex_strided *x);
/* Exchanges the elements of x and y, which have one shape. */
DPEX_API dpex_status dpex_blas_swap(const dpex_strided_call *call, const dpex_strided *x,
                                    const dpex_strided *y);
/* x = alpha x + beta y and y = alpha y - conj(beta) x, of the old x and y: a plane rotation, by
 * cosine and sine. */
DPEX_API dpex_status dpex_blas_rot(const dpex_strided_call *call, const dpex_blas_options *options,
                                   const dpex_strided *x, const dpex_strided *y);
/* result = sum of x[i] y[i], in result's dtype, which may be wider. result: 0 dimensions. */
DPEX_API dpex_status dpex_blas_dot(const dpex_strided_call *call, const dpex_strided *x,
                                   const dpex_strided *y, const dpex_strided *result);
/* The sum of |re x[i]| + |im x[i]|, and the root of the sum of |x[i]|^2; result: real. */
DPEX_API dpex_status dpex_blas_asum(const dpex_strided_call *call, const dpex_strided *x,
                                    const dpex_strided *result);
DPEX_API dpex_status dpex_blas_nrm2(const dpex_strided_call *call, const dpex_strided *x,
                                    const dpex_strided *result);
/* The first i with the largest (is_min: smallest) |re x[i]| + |im x[i]|, plus `first`; 0 of no
 * elements. result: int64. NaN counts as the extreme. */
DPEX_API dpex_status dpex_blas_iamax(const dpex_strided_call *call, const dpex_strided *x,
                                     int is_min, int64_t first, const dpex_strided *result);

DPEX_EXTERN_C_END

#endif
