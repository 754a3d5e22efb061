/* Factorizations of one large matrix by all cores of a device, in double precision.
 *
 * parts: 1 for matrices of doubles, 2 for those of complex numbers. Extents, strides and elements count numbers.
 *
 * A factorization goes from panel to panel (factor.h). While some threads update what lies right of a panel, one updates the
 * columns of the next panel first and factorizes it (look-ahead), so that panels, which one thread computes, do not make the others
 * wait. Work is cut by the shape alone: the result does not depend on the number of threads. */
#ifndef DPEX_OPS_LINALG_BLOCKED_H
#define DPEX_OPS_LINALG_BLOCKED_H

#include "base/integer.h"
#include "eigen.h"
#include "factor.h"
#include "runtime/runtime.h"

/* Columns of a panel of LU or Cholesky. They depend on the shape alone, as everything that rounding depends on. What a panel takes is what
 * other threads wait for: those of matrices that several share are narrow, until memory is slower than their updates. */
static inline int64_t dpex_panel_width(int64_t least_extent)
{
    if (least_extent > 1536) return DPEX_FACTOR_MAX_WIDTH;
    return least_extent <= 128 || least_extent > 256 ? 32 : 16;
}

static inline int64_t dpex_panel_elements(int64_t m, int64_t width)
{
    return dpex_int64_round_up(m, DPEX_FACTOR_MAX_ROWS) * width;
}

/* panels: the current one and the next one, which becomes the current one. */
static inline void dpex_use_next_panel(double *panels[2])
{
    double *used = panels[0];
    panels[0] = panels[1];
    panels[1] = used;
}

/* Bytes of a workspace for the LU factorization of an m x n matrix. */
int64_t dpex_blocked_lu_bytes(int parts, int64_t m, int64_t n);
/* As LAPACK's getrf: P x = L U in place of x, which is stored by columns; pivots count from 1. Returns the number of the first pivot
 * that is zero, from 1, or 0. steps: who shares the steps; NULL: nobody. wants_lower: whether L is wanted, not U alone. */
int64_t dpex_blocked_lu(dpex_steps *steps, int parts, int64_t m, int64_t n, void *x,
                        int64_t leading, int *pivots, int wants_lower, void *work);

/* As LAPACK's potrf, x = U^H U or, if is_lower, L L^H in place of one triangle of x; elements of the other one are overwritten. */
int64_t dpex_blocked_cholesky_bytes(int parts, int64_t n);
int64_t dpex_blocked_cholesky(dpex_steps *steps, int parts, int is_lower, int64_t n, void *x,
                              int64_t leading, void *work);

/* As LAPACK's geqrf: R in place of the upper triangle of the m x n matrix x, the reflectors below it, their factors in tau. t: where the
 * triangles of the panels go, as many elements as the function says. */
int64_t dpex_blocked_qr_elements(int64_t m, int64_t n);
int64_t dpex_blocked_qr_bytes(int64_t m, int64_t n); /* of the workspaces of both, for doubles */
void dpex_blocked_qr(dpex_steps *steps, int parts, int64_t m, int64_t n, void *x, int64_t leading,
                     void *tau, void *t, void *work);
/* The first n_columns (at most m) of Q, from x and t, which has the same leading dimension. */
void dpex_blocked_q(dpex_steps *steps, int parts, int64_t m, int64_t n, const void *x,
                    int64_t n_columns, void *q, int64_t leading, void *t, void *work);

/* c = Q c of n_columns columns of doubles, for n reflectors of m rows below the diagonal of x and their tau. The same leading dimension and
 * workspace. */
void dpex_blocked_multiply_q(dpex_steps *steps, int64_t m, int64_t n, const double *x,
                             const double *tau, int64_t n_columns, double *c, int64_t leading,
                             double *t, void *work);

/* b = T^-1 b for the n x k matrix b, by columns. is_identity: b is the identity, of which T^-1 is computed in its triangle alone where T
 * is a lower one. No diagonal number may be zero. */
int64_t dpex_blocked_solve_bytes(int parts, int64_t n, int64_t k);
void dpex_blocked_solve(dpex_steps *steps, const dpex_triangle *triangle, int64_t k, void *b,
                        int64_t leading, int is_identity, void *work);

/* Takes n elements of a workspace, a whole number of cache lines; counts alone where memory is NULL. */
static inline void *dpex_take_work(char *memory, int64_t *bytes, int64_t n, size_t size)
{
    char *taken = memory ? memory + *bytes : NULL;
    *bytes += dpex_int64_round_up(n * (int64_t)size, 64);
    return taken;
}

enum {
    DPEX_REFLECTORS_VECTORS =
        32 /* multiplied at a time; a multiple of any instruction set's rows */
};

/* The product of `count` reflectors, the first one first, for vectors of n rows of real or complex numbers in strips. The first one is
 * 1 in row `skipped`, the next ones a row later each: as reductions leave them, from the first row on. */
typedef struct dpex_reflectors {
    int parts;
    int64_t n, count, skipped;
    const double *v, *tau;
    int64_t leading, apart;
    double *packed; /* memory for dpex_reflectors_elements */
} dpex_reflectors;

int64_t dpex_reflectors_elements(const dpex_reflectors *r);
/* Once, before they are applied. */
void dpex_reflectors_pack(dpex_steps *steps, dpex_reflectors *r);
/* To DPEX_REFLECTORS_VECTORS vectors at most. */
void dpex_reflectors_apply(const dpex_reflectors *r, double *strips, int64_t height,
                           int64_t n_strips);

/* n or more, so that what lies that far apart is not at the same lines of a cache. */
static inline int64_t dpex_choose_leading(int64_t n)
{
    return n % 64 ? n : n + DPEX_EIGEN_CUT;
}

/* The symmetric or Hermitian matrix whose lower triangle is that of x, n x n by rows. parts: 2 where numbers are complex, else 1. */
typedef struct dpex_eigh_task {
    int parts;
    int64_t n;
    const double *x;
    double largest; /* magnitude of a part in that triangle, which is finite */
    double *values,
        *vectors; /* values in ascending order; vectors: columns, by rows; NULL: not wanted */
} dpex_eigh_task;

/* NaN where there is one, else infinite where that is. */
double dpex_triangle_largest(int parts, int64_t n, const double *x);
/* Returns whether the eigenvalues were found. */
int64_t dpex_blocked_eigh_bytes(int parts, int64_t n, int wants_vectors);
int dpex_blocked_eigh(dpex_steps *steps, const dpex_eigh_task *task, void *work);

/* Of finite numbers, in magnitude. */
double dpex_find_largest(const double *x, int64_t n);
/* The power of two that brings the largest element to about 1. */
double dpex_choose_scale(double largest);

/* scale times a finite matrix x, by rows, has the singular values of the real bidiagonal matrix with d on its diagonal and e right of
 * it, min(rows, columns) and one less. */
typedef struct dpex_bidiagonal_task {
    int parts; /* 2 where numbers are complex, else 1 */
    int64_t rows, columns;
    const double *x;
    double scale, *d, *e;
    int wants_vectors;
    /* The matrix is Q_v B Q_u^H where rows > columns, else its transpose is. Reflectors where they are wanted, as dpex_reflectors has them:
     * those of u begin in the second row. */
    double *v, *u, *tau_of_v, *tau_of_u;
    int64_t leading, apart;
} dpex_bidiagonal_task;

int64_t dpex_blocked_bidiagonal_bytes(int parts, int64_t rows, int64_t columns, int wants_vectors);
void dpex_blocked_bidiagonal(dpex_steps *steps, dpex_bidiagonal_task *task, void *work);

/* Singular values of a finite matrix x, by rows, in descending order; the first min(rows, columns) or all vectors, by rows. */
typedef struct dpex_svd_task {
    int parts; /* 2 where numbers are complex, else 1 */
    int64_t rows, columns;
    const double *x;
    double *values, *u, *vh;
    int is_full, wants_vectors;
} dpex_svd_task;

/* As LAPACK's bdsqr and bdsdc: not 0 where iterations did not converge. */
int64_t dpex_blocked_svd_bytes(const dpex_svd_task *task);
int dpex_blocked_svd(dpex_steps *steps, const dpex_svd_task *task, void *work);

/* A symmetric tridiagonal matrix with elements of about 1: d is its diagonal, which becomes the values, e lies below it. */
typedef struct dpex_divide_task {
    int64_t n;
    double *d, *e;
    /* The vectors (eigen.h), n rounded up to DPEX_EIGEN_CUT. Of height that plus DPEX_EIGEN_CUT; else of height DPEX_EIGEN_CUT, and then
     * only values are wanted. */
    double *strips;
    int64_t height;
    int64_t *order; /* the numbers of values and vectors in ascending order */
} dpex_divide_task;

int64_t dpex_blocked_divide_bytes(int64_t n);
int dpex_blocked_divide(dpex_steps *steps, const dpex_divide_task *task, void *work);

#endif
