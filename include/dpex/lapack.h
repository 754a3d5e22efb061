/* LAPACK on strided memory, one matrix a call, in place.
 *
 * The operands are matrices of float32, float64, complex64 or complex128, by columns or by rows
 * (their strides say which), and vectors. Whether a factorization succeeds depends on the values:
 * `info`, an int64 of 0 dimensions, or NULL, receives LAPACK's code: 0, or for getrf and potrf the
 * row, from 1, whose pivot is zero or whose leading minor is not positive definite, or else that an
 * iteration did not converge. They need OpenBLAS, else DPEX_ERROR_UNSUPPORTED; workspaces come from
 * the memory pool. Errors as in dpex/blas.h. */
#ifndef DPEX_LAPACK_H
#define DPEX_LAPACK_H

#include "strided.h"

DPEX_EXTERN_C_BEGIN

/* a = P L U: U and below its diagonal L, whose own is 1. pivots: int64, from 1, min(m, n) of them:
 * the row with which each was interchanged. */
DPEX_API dpex_status dpex_lapack_getrf(const dpex_strided_call *call, const dpex_strided *a,
                                       const dpex_strided *pivots, const dpex_strided *info);
/* b = op(a)^-1 b with what getrf gave; trans: 'N', 'T' or 'C'. */
DPEX_API dpex_status dpex_lapack_getrs(const dpex_strided_call *call, char trans,
                                       const dpex_strided *a, const dpex_strided *pivots,
                                       const dpex_strided *b);
/* a = the inverse of the matrix that getrf factorized. info: the row, from 1, whose pivot is zero. */
DPEX_API dpex_status dpex_lapack_getri(const dpex_strided_call *call, const dpex_strided *a,
                                       const dpex_strided *pivots, const dpex_strided *info);
/* The triangle of a = its Cholesky factor; the other one stays as it is. */
DPEX_API dpex_status dpex_lapack_potrf(const dpex_strided_call *call, int is_lower,
                                       const dpex_strided *a, const dpex_strided *info);
DPEX_API dpex_status dpex_lapack_potrs(const dpex_strided_call *call, int is_lower,
                                       const dpex_strided *a, const dpex_strided *b);
/* a = R, and below the diagonal the reflectors, whose scalar factors are tau: min(m, n) of them. */
DPEX_API dpex_status dpex_lapack_geqrf(const dpex_strided_call *call, const dpex_strided *a,
                                       const dpex_strided *tau);
/* w = the eigenvalues of the symmetric or Hermitian a, ascending, of which one triangle is read; a
 * = the eigenvectors, as columns, if they are wanted, else it stays as it is. */
DPEX_API dpex_status dpex_lapack_heevd(const dpex_strided_call *call, int wants_vectors,
                                       int is_lower, const dpex_strided *a, const dpex_strided *w,
                                       const dpex_strided *info);
/* s = the singular values, descending; u = the first columns of U, vt = the first rows of V^H: as
 * many as these arrays hold. Both may be NULL, or lie in a's memory; a stays as it is otherwise. */
DPEX_API dpex_status dpex_lapack_gesvd(const dpex_strided_call *call, const dpex_strided *a,
                                       const dpex_strided *s, const dpex_strided *u,
                                       const dpex_strided *vt, const dpex_strided *info);

DPEX_EXTERN_C_END

#endif
