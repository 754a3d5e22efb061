/* Single precision computes in double, matrix by matrix in the workspace, as NumPy does: OpenBLAS's
 * own single precision loses many digits in some factorizations, while results from doubles are
 * right to the rounding. */
#include "lapack.h"

/* Only matrices that are read are widened, and only those that are written are narrowed. */
/* Bit i: the i-th array of a job (lapack.h), which of them LAPACK overwrites follows from its
 * functions. */
static const struct {
    uint8_t reads, writes;
} traffic[DPEX_LAPACK_N_OPS] = {
    [DPEX_LAPACK_CHOLESKY] = {1, 1},   [DPEX_LAPACK_INV] = {1, 1},
    [DPEX_LAPACK_SOLVE] = {1 | 2, 2},  [DPEX_LAPACK_DET] = {1, 2 | 4},
    [DPEX_LAPACK_LU] = {1, 1 | 2 | 4}, [DPEX_LAPACK_LU_SOLVE] = {1 | 2 | 4, 4},
    [DPEX_LAPACK_QR] = {1, 2 | 4},     [DPEX_LAPACK_QR_RAW] = {1, 1 | 2},
    [DPEX_LAPACK_EIGH] = {1, 2 | 4},   [DPEX_LAPACK_EIGH_COLUMNS] = {1, 1 | 2},
    [DPEX_LAPACK_EIG] = {1, 2 | 4},    [DPEX_LAPACK_SVD] = {1, 2 | 4 | 8},
};

unsigned dpex_lapack_reads(dpex_lapack_op op)
{
    return traffic[op].reads;
}

unsigned dpex_lapack_writes(dpex_lapack_op op)
{
    return traffic[op].writes;
}

static int is_single(dpex_dtype dtype)
{
    return dtype == DPEX_F32 || dtype == DPEX_C64;
}

const dpex_lapack_kernel *dpex_lapack_kernel_of(const dpex_lapack_job *job)
{
    int is_complex = job->dtype == DPEX_C64 || job->dtype == DPEX_C128;
    return is_complex ? &dpex_lapack_c128[job->op] : &dpex_lapack_f64[job->op];
}

int64_t dpex_lapack_plan_widening(const dpex_lapack_job *job, dpex_lapack_widening *plan)
{
    int64_t bytes = 0;
    *plan = (dpex_lapack_widening){.op = job->op};
    if (!is_single(job->dtype)) return 0;
    for (int i = 0; i < DPEX_LAPACK_MAX_ARRAYS; i++) {
        const dpex_array *x = job->arrays[i];
        /* Arrays of integers (pivots) and of doubles stay as they are. */
        if (!x || !is_single(x->dtype)) continue;
        plan->n_reals[i] = x->size / job->n_matrices * (x->dtype == DPEX_C64 ? 2 : 1);
        plan->offset[i] = bytes;
        plan->is_wide[i] = 1;
        /* Each begins at a cache line: aligned for vectors, and not shared between threads. */
        bytes += (plan->n_reals[i] * (int64_t)sizeof(double) + 63) & ~INT64_C(63);
    }
    return bytes;
}

void dpex_lapack_widen(const dpex_lapack_widening *plan, void *const *at, char *work, void **wide)
{
    for (int i = 0; i < DPEX_LAPACK_MAX_ARRAYS; i++) {
        /* NULL for arrays that were not asked for. */
        const float *from = at[i];
        /* Where nothing is widened the kernel works on the array itself. */
        wide[i] = plan->is_wide[i] ? work + plan->offset[i] : at[i];
        if (!plan->is_wide[i] || !(traffic[plan->op].reads >> i & 1)) continue;
        double *to = wide[i];
        for (int64_t j = 0; j < plan->n_reals[i]; j++) to[j] = from[j];
    }
}

void dpex_lapack_narrow(const dpex_lapack_widening *plan, void *const *wide, void *const *at)
{
    for (int i = 0; i < DPEX_LAPACK_MAX_ARRAYS; i++) {
        const double *from = wide[i];
        float *to = at[i];
        if (!plan->is_wide[i] || !(traffic[plan->op].writes >> i & 1)) continue;
        /* Complex numbers are pairs of reals here too, and one loop serves both. */
        for (int64_t j = 0; j < plan->n_reals[i]; j++) to[j] = (float)from[j];
    }
}
