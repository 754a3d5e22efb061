/* Factorizations by kernels, on devices that compile at run time: what the files device*.c
 * share. */
#ifndef DPEX_OPS_LINALG_DEVICE_H
#define DPEX_OPS_LINALG_DEVICE_H

#include "lapack.h"

enum { DPEX_LINALG_BLOCK = 32 }; /* columns of a panel; K_BLOCK in device.cl */
/* Right sides of each group of SOLVE_STACK_SIDES and _MANY. */
enum { DPEX_LINALG_SIDES = 8, DPEX_LINALG_MANY_SIDES = 32 };

typedef enum dpex_linalg_kernel {
    DPEX_LINALG_ELEMENTS,
    DPEX_LINALG_LU_PANEL,
    DPEX_LINALG_LU_SMALL,
    DPEX_LINALG_SOLVE_SMALL,
    DPEX_LINALG_WATCH,
    DPEX_LINALG_LU_AGAIN,
    DPEX_LINALG_SWAP,
    DPEX_LINALG_ORDER,
    DPEX_LINALG_PIVOTS,
    DPEX_LINALG_DETERMINANT,
    DPEX_LINALG_TRIANGLE,
    DPEX_LINALG_TRIANGLE_ITEMS,
    DPEX_LINALG_CHOLESKY,
    DPEX_LINALG_CHOLESKY_SMALL,
    DPEX_LINALG_QR_PANEL,
    DPEX_LINALG_QR_BLOCK,
    DPEX_LINALG_CHOLESKY_WHOLE, /* from here on: in whole.cl */
    DPEX_LINALG_QR_WHOLE,
    DPEX_LINALG_LU_STACK, /* from here on: in stack.cl */
    DPEX_LINALG_INV_STACK,
    DPEX_LINALG_DETERMINANT_STACK,
    DPEX_LINALG_SOLVE_STACK,
    DPEX_LINALG_SOLVE_STACK_SIDES, /* the same with more right sides */
    DPEX_LINALG_SOLVE_STACK_MANY
} dpex_linalg_kernel;

/* Modes of ELEMENTS and bits of TRIANGLE, as in device.cl. */
enum {
    DPEX_LINALG_IDENTITY,
    DPEX_LINALG_REFLECTORS,
    DPEX_LINALG_UPPER,
    DPEX_LINALG_LOWER,
    DPEX_LINALG_ALL
};
enum { DPEX_LINALG_IS_UPPER = 1, DPEX_LINALG_IS_UNIT = 2, DPEX_LINALG_IS_CONJUGATE = 4 };

/* k_matrix in device.cl, and the memory: a matrix in each of the stack; elements. */
typedef struct dpex_linalg_part {
    dpex_storage *storage;
    int64_t offset, row, column, stack;
} dpex_linalg_part;

/* k_job in device.cl, without the matrices. */
typedef struct dpex_linalg_numbers {
    int64_t m, n, first, width, mode;
} dpex_linalg_numbers;

/* One factorization of a stack. */
typedef struct dpex_linalg_run {
    const dpex_lapack_job *job;
    dpex_queue *queue;
    dpex_array codes,
        swaps; /* int32: one for each matrix; min(m, n) for each, where there is an LU */
} dpex_linalg_run;

/* The matrices of an array, dense, by the distance of its rows and columns. */
dpex_linalg_part dpex_linalg_part_of(const dpex_linalg_run *run, const dpex_array *x, int64_t row,
                                     int64_t column);
/* The part from element (i, j) on. */
dpex_linalg_part dpex_linalg_from(dpex_linalg_part x, int64_t i, int64_t j);
dpex_linalg_part dpex_linalg_transposed(dpex_linalg_part x);
/* Memory for a matrix of so many elements for each of the stack. */
dpex_status dpex_linalg_scratch(const dpex_linalg_run *run, dpex_dtype dtype, int64_t elems,
                                dpex_array *x);

/* Copies the codes to where the caller reads them. */
dpex_status dpex_linalg_submit_codes(const dpex_linalg_run *run, const dpex_array *codes);

/* Whether a group of the device has the job's matrices in its local memory and factorizes them there. Not on devices that are
 * CPUs, where each work-item of a group would do the same. */
int dpex_linalg_is_whole(const dpex_lapack_job *job);

/* Rows and columns of a matrix that the lanes of a small group have in registers (stack.cl); whether a job of such matrices
 * is done by a kernel that keeps no factors, and the job by it. */
enum { DPEX_LINALG_MOST_OF_STACK = 64 };
int dpex_linalg_is_stack(const dpex_lapack_job *job);
dpex_status dpex_linalg_run_stack(const dpex_linalg_run *run);

/* Submits a kernel over up to five matrices, of which the first three are described to it; n:
 * work-items, or groups. */
typedef struct dpex_linalg_step {
    dpex_linalg_kernel kernel;
    dpex_linalg_part parts[5];
    int n_parts;
    dpex_linalg_numbers numbers;
    int64_t n_items, n_groups; /* one of them; of the whole stack */
    int64_t
        extent; /* of kernels of whole matrices, a group each: the larger one. Replaces n_items and n_groups */
    int64_t
        rows; /* of kernels of stacks, a group for each of n_groups: the order. Replaces n_items */
    int64_t
        order; /* of small matrices: the largest extent, at most 32. Replaces n_items and n_groups */
} dpex_linalg_step;
dpex_status dpex_linalg_submit_step(const dpex_linalg_run *run, const dpex_linalg_step *step);

/* c = a b or as `update` (DPEX_PRODUCT_*) says: (m, n) = (m, k) (k, n). */
typedef struct dpex_linalg_product {
    unsigned update;
    dpex_linalg_part a, b, c;
    int64_t m, n, k;
} dpex_linalg_product;
dpex_status dpex_linalg_multiply(const dpex_linalg_run *run, const dpex_linalg_product *product);
/* to: m x n elements by the rule `mode`. */
dpex_status dpex_linalg_fill(const dpex_linalg_run *run, int mode, dpex_linalg_part to,
                             dpex_linalg_part from, int64_t m, int64_t n);
/* x = t^-1 x for n columns of x; t is triangular of order m, as the bits of `mode` say. */
dpex_status dpex_linalg_solve_triangle(const dpex_linalg_run *run, int mode, dpex_linalg_part t,
                                       dpex_linalg_part x, int64_t m, int64_t n);

/* From an LU factorization of arrays[0], by whichever engine; counted_from: the number of the first
 * row in the swaps. */
/* arrays[0] becomes its inverse; solve: overwrites n columns, those of the identity, with it. */
dpex_status dpex_linalg_invert(const dpex_linalg_run *run,
                               dpex_status (*solve)(const dpex_linalg_run *run,
                                                    const dpex_array *inverse));
/* The determinants, or signs and logarithms, in arrays[1] and arrays[2]. */
dpex_status dpex_linalg_take_determinant(const dpex_linalg_run *run, int counted_from);
/* The swaps as int64, and as a permutation, in arrays[1] and arrays[2]. */
dpex_status dpex_linalg_order_rows(const dpex_linalg_run *run, int counted_from);

/* The jobs: device_cholesky.c, device_lu.c, device_qr.c. */
dpex_status dpex_linalg_run_cholesky(dpex_linalg_run *run);
dpex_status dpex_linalg_run_lu(dpex_linalg_run *run);
dpex_status dpex_linalg_run_qr(dpex_linalg_run *run);

#endif
