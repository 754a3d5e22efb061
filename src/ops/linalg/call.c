/* What runs on the host of a factorization: LAPACK on one matrix after the other, in chunks that
 * several threads may take. */
#include "base/alloc.h"
#include "base/error.h"
#include "base/integer.h"
#include "blocked.h"
#include "lapack.h"
#include "runtime/runtime.h"

enum {
    WORTH_STEPS = 3000000 /* cost of a matrix whose steps are longer than a thread takes to come */
};

/* ---- running ----------------------------------------------------------------------------------- */

/* One matrix on its way through a kernel. */
typedef struct one_matrix {
    const dpex_lapack_call *call;
    void **at;
    char *work;
    int code;
} one_matrix;

static void run_own(dpex_steps *steps, void *payload)
{
    one_matrix *x = payload;
    dpex_lapack_job job = x->call->job;
    job.steps = steps;
    x->code = x->call->kernel->run(&job, x->at, x->work);
}

/* With one thread of its own: iterations amplify the differences between sums that several threads add up in any order. */
static void run_by_openblas(one_matrix *x)
{
    dpex_openblas_use_one_thread();
    x->code = x->call->kernel->run(&x->call->job, x->at, x->work);
}

/* A failure is one of starting threads. */
static dpex_status run_kernel(one_matrix *x)
{
    const dpex_lapack_job *job = &x->call->job;
    if (job->op == DPEX_LAPACK_EIG)
        run_by_openblas(x);
    else if (job->device && job->n_matrices == 1 && dpex_lapack_cost(job) >= WORTH_STEPS)
        return dpex_device_lead(job->device, run_own, x);
    else
        run_own(NULL, x);
    return DPEX_SUCCESS;
}

/* One matrix: widened if single precision, then factorized, then narrowed. */
static dpex_status run_matrix(const dpex_lapack_call *p, int64_t number, char *work)
{
    void *at[DPEX_LAPACK_MAX_ARRAYS], *wide[DPEX_LAPACK_MAX_ARRAYS];
    for (int i = 0; i < DPEX_LAPACK_MAX_ARRAYS; i++) /* NULL for arrays that were not asked for. */
        at[i] = p->ptrs[i] ? p->ptrs[i] + number * p->matrix_bytes[i] : NULL;
    /* No conversion if the matrix is already double; then `wide` is the array itself. */
    dpex_lapack_widen(&p->widening, at, work, wide);
    one_matrix x = {p, wide, work + p->wide_bytes, 0};
    DPEX_TRY(run_kernel(&x));
    dpex_lapack_narrow(&p->widening, wide, at);
    /* The codes are read by dpex_linalg_check, after the command. */
    if (p->codes.storage) ((int32_t *)dpex_array_get_ptr(&p->codes))[number] = x.code;
    return DPEX_SUCCESS;
}

/* Workspaces are per call, not per matrix: their size depends on the extents alone. */
dpex_status dpex_lapack_run(void *data, int64_t first_chunk, int64_t last_chunk)
{
    const dpex_lapack_call *p = data;
    /* 64 more, for the alignment below. */
    char *work = dpex_malloc((size_t)p->work_bytes + 64);
    if (!work) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "%s: no memory for a workspace", p->job.name);
    int64_t first = first_chunk * p->matrices_per_chunk, last = last_chunk * p->matrices_per_chunk;
    if (last > p->job.n_matrices) last = p->job.n_matrices;
    dpex_status status = DPEX_SUCCESS;
    for (int64_t i = first; i < last && !status; i++)
        status = run_matrix(p, i, work + (64 - (uintptr_t)work % 64));
    dpex_free(work);
    return status;
}

void dpex_lapack_drop(void *data)
{
    dpex_lapack_call *p = data;
    if (p->codes.storage) dpex_array_fini(&p->codes);
    dpex_free(p);
}

/* ---- cutting ----------------------------------------------------------------------------------- */

/* Products of numbers, up to a factor for each factorization. */
static double count_products(const dpex_lapack_job *job)
{
    const double more = (double)dpex_int64_max(job->m, job->n),
                 less = (double)dpex_int64_min(job->m, job->n), k = job->k,
                 factorization = more * less * less;
    switch (job->op) {
    case DPEX_LAPACK_SOLVE: return factorization + k * less * less / 4;
    case DPEX_LAPACK_LU_SOLVE: return k * less * less;
    case DPEX_LAPACK_QR: return factorization + k * more * less / 4;
    case DPEX_LAPACK_EIGH:
    case DPEX_LAPACK_EIGH_COLUMNS: return (job->mode ? 1.25 : 1) * factorization;
    case DPEX_LAPACK_EIG: return 6 * factorization; /* iterations */
    case DPEX_LAPACK_SVD:
        return factorization + (job->mode == DPEX_SVD_VALUES    ? 0
                                : job->mode == DPEX_SVD_REDUCED ? factorization
                                                                : more * more * less);
    default: return factorization;
    }
}

/* With a constant per matrix. A product of complex numbers takes as long as three of real ones. */
double dpex_lapack_cost(const dpex_lapack_job *job)
{
    return 500 + (job->dtype >= DPEX_C64 ? 3 : 1) * count_products(job);
}

int64_t dpex_lapack_cut(dpex_lapack_call *p)
{
    const double cost = dpex_lapack_cost(&p->job);
    p->matrices_per_chunk = cost < 1e5 ? (int64_t)(1e5 / cost) : 1;
    return dpex_int64_ceil_div(p->job.n_matrices, p->matrices_per_chunk);
}
