/* Linear algebra on stacks of matrices: the last two dimensions are matrices, the leading ones the
 * stack.
 *
 * Factorizations compute in float32, float64, complex64 or complex128; other numbers are converted
 * to the device's default real type, float16 is refused (DPEX_ERROR_INVALID_TYPE). They need
 * OpenBLAS, else DPEX_ERROR_UNSUPPORTED; where a device has no kernels for one, the matrices pass
 * through host memory. Matrices that are not square where they must be, or other shapes that do not
 * fit: DPEX_ERROR_INVALID_VALUE. Results are new, C-contiguous, of the operand's USM kind, and
 * computed asynchronously like all others. */
#ifndef DPEX_LINALG_H
#define DPEX_LINALG_H

#include "array.h"

DPEX_EXTERN_C_BEGIN

/* Whether a factorization succeeds depends on the values, so it is known only when it is complete:
 * the calls below that take a dpex_linalg_info fill one, which is to be checked afterwards, once:
 *
 *     dpex_inv_new(x, &out, &info);  dpex_storage_wait(info.codes, ...);  status = dpex_linalg_check(&info); */
typedef struct dpex_linalg_info {
    const char *name, *failure; /* "inv", "is singular" */
    dpex_storage *codes;        /* own; an int32_t per matrix. NULL: nothing can have failed */
    int64_t n;
} dpex_linalg_info;

/* DPEX_ERROR_LINALG that names the first matrix that failed. Releases what info holds. A result
 * whose command was cancelled is not a failure here: the queue reports it. */
DPEX_API dpex_status dpex_linalg_check(dpex_linalg_info *info);

/* The lower L with x = L L^H, or the upper U with x = U^H U; zeros elsewhere. Only that triangle of
 * x is read. */
DPEX_API dpex_status dpex_cholesky_new(const dpex_array *x, int upper, dpex_array *out,
                                       dpex_linalg_info *info);
DPEX_API dpex_status dpex_inv_new(const dpex_array *x, dpex_array *out, dpex_linalg_info *info);
/* out with x1 out = x2. An x2 of one dimension is a column; else stacks broadcast. */
DPEX_API dpex_status dpex_solve_new(const dpex_array *x1, const dpex_array *x2, dpex_array *out,
                                    dpex_linalg_info *info);
/* factors: of the transposed matrices, (..., N, M), the triangles l and u with x[permutation] = l u
 * in one; pivots: the index, from 0, of the row with which each of the first min(M, N) rows was
 * interchanged; both of these int64. */
DPEX_API dpex_status dpex_lu_new(const dpex_array *x, dpex_array *factors, dpex_array *pivots,
                                 dpex_array *permutation);
/* columns (..., K, N), the right sides one after the other: solved in place with what dpex_lu_new
 * gave. All are C-contiguous stacks of one shape and dtype. trans: 'N', 'T' or 'C', for the matrix,
 * its transpose, its conjugate transpose. */
DPEX_API dpex_status dpex_lu_solve_into(const dpex_array *factors, const dpex_array *pivots,
                                        char trans, dpex_array *columns);
/* Singular matrices have determinant 0. */
DPEX_API dpex_status dpex_det_new(const dpex_array *x, dpex_array *out);
/* det = sign * exp(logabsdet); of a singular matrix 0 and -infinity. logabsdet is real. */
DPEX_API dpex_status dpex_slogdet_new(const dpex_array *x, dpex_array *sign, dpex_array *logabsdet);
/* x = q r, r upper triangular; q has orthonormal columns: min(M, N) of them, or M if it is
 * complete. */
DPEX_API dpex_status dpex_qr_new(const dpex_array *x, int is_complete, dpex_array *q,
                                 dpex_array *r);
/* The output of LAPACK's geqrf: reflectors, x transposed, (..., N, M), with R in it, and their
 * scalar factors (..., min(M, N)). */
DPEX_API dpex_status dpex_qr_raw_new(const dpex_array *x, dpex_array *reflectors,
                                     dpex_array *factors);
/* Eigenvalues, ascending, and (vectors not NULL) orthonormal eigenvectors as columns; the lower
 * triangle of x is read. */
DPEX_API dpex_status dpex_eigh_new(const dpex_array *x, dpex_array *values, dpex_array *vectors,
                                   dpex_linalg_info *info);
/* Eigenvalues in no order and (vectors not NULL) eigenvectors of length 1 as columns, both
 * complex. */
DPEX_API dpex_status dpex_eig_new(const dpex_array *x, dpex_array *values, dpex_array *vectors,
                                  dpex_linalg_info *info);
/* x = u diag(s) vh, s descending. u and vh NULL: singular values alone; else is_full: square
 * ones. */
DPEX_API dpex_status dpex_svd_new(const dpex_array *x, int is_full, dpex_array *u, dpex_array *s,
                                  dpex_array *vh, dpex_linalg_info *info);

/* ---- on every device ------------------------------------------------------------------------------------- */

/* A view: out[..., i] = x[..., i, i + k], or x[..., i - k, i] for negative k. */
DPEX_API dpex_status dpex_array_diagonal(const dpex_array *x, int64_t k, dpex_array *view);

/* The vector products of vectors of three along an axis: axis1 of x1 and axis2 of x2, equally far
 * from the end; the others broadcast. DPEX_ERROR_INVALID_VALUE for other extents,
 * DPEX_ERROR_INVALID_TYPE for bool. */
DPEX_API dpex_status dpex_cross_new(const dpex_array *x1, const dpex_array *x2, int axis1,
                                    int axis2, dpex_array *out);

/* The p-norm of all elements along the axes of the mask, real: (sum of |x|^p)^(1/p); for infinite p
 * the largest or smallest |x|, for 0 the number of elements that are not 0. Integers are converted
 * to the default real type; float16 is rounded once, at the end. */
DPEX_API dpex_status dpex_vector_norm_new(const dpex_array *x, uint64_t axes_mask, int keepdims,
                                          double p, dpex_array *out);

DPEX_EXTERN_C_END

#endif
