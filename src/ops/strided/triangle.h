/* Triangles of matrices, for BLAS and for factorizations. Arrays are of one dtype and queue.
 *
 * A triangle includes the diagonal, where nothing else is said. Which of the two it is depends on
 * rows and columns, not on the order in memory: transposing a view makes one of the other. */
#ifndef DPEX_OPS_STRIDED_TRIANGLE_H
#define DPEX_OPS_STRIDED_TRIANGLE_H

#include "dpex/blas.h"

/* The matrices are square but for the right sides; the functions check what their callers have
 * not. */
/* A view with the axes reversed. */
dpex_status dpex_strided_transpose(const dpex_array *x, dpex_array *view);
/* The triangle of `to`, with its diagonal, = that of `from`; the other one stays. */
dpex_status dpex_strided_copy_triangle(dpex_array *to, const dpex_array *from, int is_lower);
/* The whole symmetric or Hermitian matrix that a triangle stands for; new. */
dpex_status dpex_strided_fill_up(const dpex_array *a, int is_lower, int is_hermitian,
                                 dpex_array *full);
/* As dpex_blas_trsm. */
dpex_status dpex_strided_solve(const dpex_blas_options *o, const dpex_array *t, dpex_array *b);

#endif
