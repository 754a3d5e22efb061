/* Routines of vendors' libraries: how a command LIBRARY describes its work to the backend that has
 * the library.
 *
 * A backend that has one says so for each case (routine_find), and enqueues it where its kernels
 * go, so that it is ordered like one. Arguments are pointers, scratch memory last where the routine
 * asks for it, then a struct of this file as raw bytes. What no library takes is computed by our
 * own kernels, so no result depends on one being installed beyond rounding. */
#ifndef DPEX_BACKEND_ROUTINES_H
#define DPEX_BACKEND_ROUTINES_H

#include <stdint.h>

#include "dpex/dtype.h"

typedef enum dpex_routine {
    DPEX_ROUTINE_PRODUCT, /* a, b, c; dpex_routine_product */
    DPEX_ROUTINE_FFT,     /* src, dst, scratch; dpex_routine_fft */
    /* Factorizations of one matrix: arrays, code, scratch; dpex_routine_solver. */
    DPEX_ROUTINE_CHOLESKY,
    DPEX_ROUTINE_LU,
    DPEX_ROUTINE_LU_SOLVE,
    DPEX_ROUTINE_QR,
    DPEX_ROUTINE_QR_Q,
    DPEX_ROUTINE_EIGH,
    DPEX_ROUTINE_SVD,
    DPEX_N_ROUTINES
} dpex_routine;

/* c = factor op(a) op(b) + addend c, in BLAS's terms: column-major matrices, c of m rows and n
 * columns, k products each. */
typedef struct dpex_routine_product {
    dpex_dtype dtype;
    char form_a, form_b; /* 'N', 'T', 'C': as it is, transposed, conjugated and transposed */
    int subtracts;       /* 1: c -= op(a) op(b); 0: c = */
    int64_t m, n, k;
    int64_t ld_a, ld_b, ld_c;             /* elements from a column to the next */
    int64_t stride_a, stride_b, stride_c; /* elements from a matrix of the stack to the next */
    int64_t n_matrices;
} dpex_routine_product;

/* Transforms without a factor of `n_lines` lines of n elements: complex ones, or real ones to half
 * a spectrum. Elements, of the side's own type. */
enum { DPEX_ROUTINE_FFT_AXES = 3 };

typedef struct dpex_routine_fft {
    dpex_dtype src, dst; /* complex, or one of them real */
    /* All 64 bits, so that the struct has no gaps and can be compared as bytes. */
    int64_t is_backward; /* of complex ones */
    int64_t rank;        /* axes that are transformed, 1 to DPEX_ROUTINE_FFT_AXES; the last one is
                          * halved where one side is real */
    int64_t n[DPEX_ROUTINE_FFT_AXES], n_lines;
    /* Elements from one to the next along the last axis, and from a transform to the next; of the
     * other axes, how many steps of the axis behind make one of theirs ([0] is not read). */
    int64_t src_step, src_line, dst_step, dst_line;
    int64_t src_extents[DPEX_ROUTINE_FFT_AXES], dst_extents[DPEX_ROUTINE_FFT_AXES];
} dpex_routine_fft;

/* LAPACK's factorizations of a dense column-major matrix, which is overwritten. code: an int32, 0
 * unless the matrix has no such factorization or the iteration did not converge.
 *
 * routine    arrays          extents            mode
 * CHOLESKY   a               n                  1: the upper triangle is read and written, 0: the
 *                                               lower one (potrf)
 * LU         a, pivots       m x n              (getrf) pivots: int32, from 1; code: of a zero
 *                                               pivot
 * LU_SOLVE   a, pivots, b    n x n, k columns   'N', 'T', 'C': the system's form (getrs)
 * QR         a, factors      m x n              (geqrf)
 * QR_Q       a, factors      m x n of Q, k      (ungqr) a: k reflectors
 * EIGH       a, values       n                  1: with the vectors as columns of a (heevd); the
 *                                               lower triangle is read; ascending
 * SVD        a, s[, u, vh]   m x n, m >= n      'N': values; 'S': and min(m, n) vectors; 'A': and
 *                                               all (gesvd); descending
 */
typedef struct dpex_routine_solver {
    dpex_dtype dtype;
    int32_t mode;
    int64_t m, n, k;
} dpex_routine_solver;

#endif
