/* Factorizations of many small matrices at once, a matrix per lane of a vector: what each
 * instruction set's archive computes.
 *
 * A group is as many matrices as a vector has doubles. Each lane computes what it would compute
 * alone, so a result depends neither on the matrix's index in the stack nor on its neighbours. What
 * needs more care than plain arithmetic (zero, tiny and huge pivots, numbers that are not finite)
 * is declined, matrix by matrix, and left to LAPACK. */
#ifndef DPEX_OPS_LINALG_GROUPS_KERNELS_H
#define DPEX_OPS_LINALG_GROUPS_KERNELS_H

#include <stdint.h>

typedef enum dpex_group_op {
    DPEX_GROUP_DET,      /* x; det, or sign and logarithm (NULL: det); n */
    DPEX_GROUP_SOLVE,    /* x, b; result; n, k columns of b */
    DPEX_GROUP_INV,      /* x; inverse; n */
    DPEX_GROUP_CHOLESKY, /* x; factor; n, mode: whether the upper one */
    DPEX_GROUP_QR,       /* x; r, q; m, n, k columns of q */
    DPEX_GROUP_EIGH,     /* x; values, vectors (NULL: not wanted); n */
    DPEX_GROUP_SVD,      /* x; s, u, vh (NULL: not wanted); m, n */
    DPEX_GROUP_N_OPS
} dpex_group_op;

enum { DPEX_GROUP_MAX_IN = 2, DPEX_GROUP_MAX_OUT = 3, DPEX_GROUP_MOST_EXTENT = 64 };

/* n_matrices matrices by rows, of double or single precision, as the comments above say. */
typedef struct dpex_group_task {
    const char *in[DPEX_GROUP_MAX_IN];
    char *out[DPEX_GROUP_MAX_OUT];
    /* From a matrix to the next. */
    int64_t in_bytes[DPEX_GROUP_MAX_IN], out_bytes[DPEX_GROUP_MAX_OUT];
    int64_t n_matrices;
    int m, n, k, mode;
    int is_single;     /* stored; computed in double all the same */
    void *work;        /* 64-byte aligned */
    uint8_t *declined; /* of each matrix: 1 where its results are to be computed otherwise */
} dpex_group_task;

typedef struct dpex_group_kernels {
    int lanes;
    void (*run[DPEX_GROUP_N_OPS][2])(const dpex_group_task *task); /* [operation][is complex] */
} dpex_group_kernels;

/* Doubles per lane that `work` must hold for matrices of `parts` doubles per element. */
static inline int64_t dpex_group_work_doubles(int64_t m, int64_t n, int64_t k, int64_t parts)
{
    const int64_t more = m > n ? m : n;
    return parts * (2 * more * more + more * k + 4 * more + 16);
}

#endif
