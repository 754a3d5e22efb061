/* Stacks of matrix products, as strides: the common form of matmul and tensordot.
 *
 * product.c cuts them into units of work; loops/product.inc and gemm.c (OpenBLAS) compute one
 * unit. */
#ifndef DPEX_OPS_MATMUL_PRODUCT_H
#define DPEX_OPS_MATMUL_PRODUCT_H

#include "backend/routines.h"
#include "dpex/array.h"
#include "ops/blas/openblas.h"
#include "ops/iterate/layout.h"
#include "ops/loops/loops.h"

/* Matrices in an array: strides of rows, columns and of the stack's axes (0 where one is repeated);
 * elements. */
typedef struct dpex_matrices { /* elements, not bytes */
    const dpex_array *array;
    int64_t row, column;
    int64_t stack[DPEX_MAX_NDIM];
} dpex_matrices;

/* c[stack] = a[stack] b[stack]: (m, n) = (m, k) (k, n). */
typedef struct dpex_matrix_product {
    const char *name; /* a string constant for messages and profiles */
    dpex_matrices a, b, c;
    int64_t m, n, k;
    int nd; /* of the stack */
    int64_t stack[DPEX_MAX_NDIM];
    unsigned update; /* DPEX_PRODUCT_*; by dpex_product_submit_on_device alone */
} dpex_matrix_product;

/* Of the stack's axes those that are there: all 64 would take as long as a small product. */
static inline void dpex_matrices_copy(dpex_matrices *to, const dpex_matrices *from, int nd)
{
    to->array = from->array;
    to->row = from->row;
    to->column = from->column;
    for (int d = 0; d < nd; d++) to->stack[d] = from->stack[d];
}

static inline void dpex_matrices_transpose(dpex_matrices *to, const dpex_matrices *from, int nd)
{
    dpex_matrices_copy(to, from, nd);
    to->row = from->column;
    to->column = from->row;
}

static inline void dpex_matrix_product_copy(dpex_matrix_product *to,
                                            const dpex_matrix_product *from)
{
    to->name = from->name;
    to->m = from->m;
    to->n = from->n;
    to->k = from->k;
    to->nd = from->nd;
    to->update = from->update;
    for (int d = 0; d < from->nd; d++) to->stack[d] = from->stack[d];
    dpex_matrices_copy(&to->a, &from->a, from->nd);
    dpex_matrices_copy(&to->b, &from->b, from->nd);
    dpex_matrices_copy(&to->c, &from->c, from->nd);
}

/* c' = b' a', without what `update` says of a and b. */
static inline void dpex_matrix_product_transpose(dpex_matrix_product *to,
                                                 const dpex_matrix_product *from)
{
    dpex_matrix_product_copy(to, from);
    dpex_matrices_transpose(&to->a, &from->b, from->nd);
    dpex_matrices_transpose(&to->b, &from->a, from->nd);
    dpex_matrices_transpose(&to->c, &from->c, from->nd);
    to->m = from->n;
    to->n = from->m;
}

/* c -= a b; conj(a), conj(b). What factorizations need (linalg/device.c). */
enum {
    DPEX_PRODUCT_SUBTRACTS = 1,
    DPEX_PRODUCT_CONJUGATES_A = 2,
    DPEX_PRODUCT_CONJUGATES_B = 4,
    DPEX_PRODUCT_N_UPDATES = 8
};

/* The arrays have one dtype and one queue; c is writable and does not overlap a and b. */
dpex_status dpex_matrix_product_submit(const dpex_matrix_product *product);

/* On devices that compile at run time (device.c): whether tiles suit the product; the product by a
 * library or by tiles. */
int dpex_product_fits_tiles(const dpex_matrix_product *x);
dpex_status dpex_product_submit_on_device(const dpex_matrix_product *x);

/* library.c: by a library of the device's vendor, where it takes the case and is worth it. */
typedef struct dpex_product_routine {
    dpex_matrix_product product; /* or c' = b' a' */
    dpex_routine_product words;
} dpex_product_routine;
int dpex_product_find_routine(const dpex_matrix_product *product, dpex_product_routine *routine);
dpex_status dpex_product_run_routine(const dpex_product_routine *routine);

/* The USM kind of a result: device, shared, host, the first that occurs. */
static inline dpex_usm_kind dpex_product_kind(const dpex_array *x1, const dpex_array *x2)
{
    dpex_usm_kind a = dpex_storage_get_kind(x1->storage), b = dpex_storage_get_kind(x2->storage);
    /* The enum is in this order. */
    dpex_usm_kind kind = a == DPEX_USM_UNKNOWN || (b != DPEX_USM_UNKNOWN && b < a) ? b : a;
    return kind == DPEX_USM_UNKNOWN ? DPEX_USM_DEVICE : kind;
}

/* Whether it is computed from any layout of a and b, without copies. */
int dpex_product_takes_layouts(const dpex_matrix_product *product);

/* Whether OpenBLAS should compute it, if dpex_gemm_takes holds for all three, else it is done
 * without. */
int dpex_gemm_is_better(dpex_dtype dtype, int64_t m, int64_t n, int64_t k);
/* Whether BLAS accepts the layout of the matrices: contiguous along rows or along columns. */
int dpex_gemm_takes(int64_t rows, int64_t columns, int64_t row, int64_t column);
/* c = a b for matrices that it takes. Strides are bytes, as in all tasks. */
void dpex_gemm(dpex_dtype dtype, const dpex_product_task *task);
/* The same where b is a transposed, so that c is symmetric, bit by bit; half the work. */
void dpex_gemm_symmetric(dpex_dtype dtype, const dpex_product_task *task);
/* Likewise for n = 1; the first one checks strides too. */
int dpex_gemv_is_better(const dpex_matrix_product *product);
void dpex_gemv(dpex_dtype dtype, const dpex_product_task *task);

/* out[kept] = sum over the axes of `reduced` of (conj) x1 * x2, operands converted to out's dtype
 * and broadcast together: multiplication and sum in one pass, on every device. out as for a
 * reduction. */
dpex_status dpex_multiply_sum(const dpex_array *x1, const dpex_array *x2, int conjugate,
                              uint64_t reduced, dpex_array *out);

#endif
