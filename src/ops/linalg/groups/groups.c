/* Factorizations of small matrices for one instruction set: a group of matrices at a time is
 * interleaved into a workspace, factorized by vector code in which each lane is a matrix, and
 * written back.
 *
 * Unlike most loops these contract products and sums, as OpenBLAS does. The algorithms are those
 * that LAPACK documents (getf2, potf2, geqr2 and org2r), by rows. */
#include "kernels.h"

#include <stddef.h>

#include "interleave.h"
#include "ops/loops/tables.h"

enum {
    MOST_EXTENT = DPEX_GROUP_MOST_EXTENT,
    MOST_SWEEPS = 30, /* of Jacobi's rotations; about 6 are needed */
    ALL_LANES = (1 << LANES) - 1
};

static int64_t group_count(const dpex_group_task *t, int64_t first)
{
    return t->n_matrices - first < LANES ? t->n_matrices - first : LANES;
}

/* n: doubles of a matrix. */
static void load_group(const dpex_group_task *t, int operand, int64_t first, int64_t n, void *work)
{
    const int64_t bytes = t->in_bytes[operand];
    interleave(work, t->in[operand] + first * bytes, bytes, n, group_count(t, first), t->is_single);
}

static void store_group(const dpex_group_task *t, int operand, int64_t first, int64_t n,
                        const void *work)
{
    const int64_t bytes = t->out_bytes[operand];
    separate(work, t->out[operand] + first * bytes, bytes, n, group_count(t, first), t->is_single);
}

static void decline_others(const dpex_group_task *t, int64_t first, mask good)
{
    const unsigned lanes = mask_bits(good);
    const int64_t count = group_count(t, first);
    for (int64_t i = 0; i < count; i++) t->declined[first + i] = !(lanes >> i & 1);
}

/* In this order: arithmetic, what uses it, the end of its names. */
#define K_IS_COMPLEX 0
#define K_SUFFIX     f64
#include "number.inc"

#include "cholesky.inc"
#include "jacobi.inc"
#include "lu.inc"
#include "qr.inc"

#include "eigh.inc"
#include "svd.inc"

#include "number_end.inc"

#define K_IS_COMPLEX 1
#define K_SUFFIX     c128
#include "number.inc"

#include "cholesky.inc"
#include "jacobi.inc"
#include "lu.inc"
#include "qr.inc"

#include "eigh.inc"
#include "svd.inc"

#include "number_end.inc"

const dpex_group_kernels K_IN_ISA(dpex_group_kernels) = {
    .lanes = LANES,
    .run =
        {
            [DPEX_GROUP_DET] = {det_f64, det_c128},
            [DPEX_GROUP_SOLVE] = {solve_f64, solve_c128},
            [DPEX_GROUP_INV] = {inv_f64, inv_c128},
            [DPEX_GROUP_CHOLESKY] = {cholesky_f64, cholesky_c128},
            [DPEX_GROUP_QR] = {qr_f64, qr_c128},
            [DPEX_GROUP_EIGH] = {eigh_f64, eigh_c128},
            [DPEX_GROUP_SVD] = {svd_f64, svd_c128},
        },
};
