/* What runs on the host of a factorization: LAPACK on one matrix after the other, in chunks that
 * several threads may take. */
#include "base/alloc.h"
#include "base/error.h"
#include "base/integer.h"
#include "lapack.h"
#include "runtime/runtime.h"

enum {
    WORTH_THREADS = 500000 /* cost of a matrix, from which on OpenBLAS may use several threads */
};

/* ---- running ----------------------------------------------------------------------------------- */

/* One matrix: widened if single precision, then LAPACK, then narrowed. */
static void run_matrix(const dpex_lapack_call *p, int64_t number, char *work)
{
    void *at[DPEX_LAPACK_MAX_ARRAYS], *wide[DPEX_LAPACK_MAX_ARRAYS];
    for (int i = 0; i < DPEX_LAPACK_MAX_ARRAYS; i++) /* NULL for arrays that were not asked for. */
        at[i] = p->ptrs[i] ? p->ptrs[i] + number * p->matrix_bytes[i] : NULL;
    /* No conversion if the matrix is already double; then `wide` is the array itself. */
    dpex_lapack_widen(&p->widening, at, work, wide);
    /* OpenBLAS spins for its threads, so it gets only as many as are idle at this moment. */
    int64_t n_idle = p->n_threads > 1 ? dpex_openblas_n_idle() : 1;
    int n_threads = dpex_openblas_enter(p->n_threads < n_idle ? p->n_threads : n_idle);
    int code = p->kernel->run(&p->job, wide, work + p->wide_bytes);
    dpex_openblas_leave(n_threads);
    dpex_lapack_narrow(&p->widening, wide, at);
    /* The codes are read by dpex_linalg_check, after the command. */
    if (p->codes.storage) ((int32_t *)dpex_array_get_ptr(&p->codes))[number] = code;
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
    for (int64_t i = first; i < last; i++) run_matrix(p, i, work + (64 - (uintptr_t)work % 64));
    dpex_free(work);
    return DPEX_SUCCESS;
}

void dpex_lapack_drop(void *data)
{
    dpex_lapack_call *p = data;
    if (p->codes.storage) dpex_array_fini(&p->codes);
    dpex_free(p);
}

/* ---- cutting ----------------------------------------------------------------------------------- */

/* The cost in multiplications, with a constant per matrix. */
double dpex_lapack_cost(const dpex_lapack_job *job)
{
    double m = job->m > job->n ? job->m : job->n, n = job->n;
    return 500 + m * n * n + (double)job->k * n * n / 4;
}

/* Of a stack our threads take a matrix each. OpenBLAS's threads run on any CPU, so sub-devices do
 * without. */
static int64_t choose_n_threads(const dpex_lapack_call *p, const dpex_device *device, double cost)
{
    int is_shared = p->job.n_matrices == 1 && cost >= WORTH_THREADS && !device->parent;
    return is_shared ? (int64_t)device->info.max_compute_units : 1;
}

int64_t dpex_lapack_cut(dpex_lapack_call *p, const dpex_device *device)
{
    const double cost = dpex_lapack_cost(&p->job);
    p->matrices_per_chunk = cost < 1e5 ? (int64_t)(1e5 / cost) : 1;
    p->n_threads = choose_n_threads(p, device, cost);
    return dpex_int64_ceil_div(p->job.n_matrices, p->matrices_per_chunk);
}
