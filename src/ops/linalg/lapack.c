/* Runs LAPACK over a stack of matrices; and the first steps that all factorizations have in common.
 *
 * The command never fails because of the values: LAPACK's codes go to memory that the caller reads
 * when it is done, so that the queue and the commands submitted after it continue. */
#include "lapack.h"
#include "device.h"

#include <limits.h>
#include <string.h>

#include "array/array.h"
#include "base/alloc.h"
#include "base/error.h"
#include "base/integer.h"
#include "dpex/op.h"
#include "ops/work.h"
#include "runtime/runtime.h"

typedef dpex_lapack_call payload;

/* ---- submitting -------------------------------------------------------------------------------- */

static const char *failure_of(dpex_lapack_op op)
{
    switch (op) {
    case DPEX_LAPACK_CHOLESKY: return "is not positive definite";
    case DPEX_LAPACK_EIGH:
    case DPEX_LAPACK_EIGH_COLUMNS:
    case DPEX_LAPACK_EIG:
    case DPEX_LAPACK_SVD: return "made the iteration fail to converge";
    default: return "is singular";
    }
}

/* Memory for LAPACK's codes, recorded as used by the command, so that it can be waited for. */
static dpex_status make_codes(payload *p, dpex_linalg_info *info)
{
    dpex_queue *queue = p->job.arrays[0]->queue;
    int64_t n = p->job.n_matrices;
    dpex_storage *storage;
    /* In host memory: read by the caller after the command. */
    DPEX_TRY(dpex_lapack_host_memory(queue, (size_t)n * sizeof(int32_t), 1, &storage));
    int32_t *codes = dpex_storage_get_ptr(storage);
    for (int64_t i = 0; i < n; i++) codes[i] = DPEX_LAPACK_NOT_RUN;
    dpex_status status = dpex_array_init_view(storage, queue, DPEX_I32, 0, 1, &n, NULL,
                                              DPEX_ARRAY_WRITABLE, &p->codes);
    if (status)
        dpex_storage_release(storage);
    else
        *info = (dpex_linalg_info){p->job.name, failure_of(p->job.op), storage, n};
    return status;
}

static void set_arrays(payload *p)
{
    for (int i = 0; i < DPEX_LAPACK_MAX_ARRAYS; i++) {
        const dpex_array *x = p->job.arrays[i];
        if (!x) continue;
        /* Without meaning where the host cannot reach it: through_host.c then sets another one. */
        p->ptrs[i] = dpex_array_get_ptr(x);
        p->matrix_bytes[i] = x->size / p->job.n_matrices * dpex_dtype_get_info(x->dtype)->itemsize;
    }
}

/* The same in elements of a simple operation, from measured times per product of each factorization
 * (docs/tuning.md): the calling thread does what takes less than waking another one. */
static double cost_in_elements(const dpex_lapack_job *job)
{
    static const double picoseconds[DPEX_LAPACK_N_OPS] = {
        [DPEX_LAPACK_CHOLESKY] = 35, [DPEX_LAPACK_INV] = 140,    [DPEX_LAPACK_SOLVE] = 80,
        [DPEX_LAPACK_DET] = 55,      [DPEX_LAPACK_LU] = 55,      [DPEX_LAPACK_LU_SOLVE] = 250,
        [DPEX_LAPACK_QR] = 350,      [DPEX_LAPACK_QR_RAW] = 200, [DPEX_LAPACK_EIGH] = 1000,
        [DPEX_LAPACK_EIG] = 10000,   [DPEX_LAPACK_SVD] = 2000};
    /* In groups, a matrix costs little beside its products. */
    const double cost = dpex_lapack_cost(job) - (job->is_grouped ? 400 : 0);
    return (job->is_grouped ? 0 : 500) + cost * picoseconds[job->op] / 3000;
}

static dpex_status submit(payload *p)
{
    p->job.device = p->job.arrays[0]->queue->device;
    const dpex_array *arrays[DPEX_LAPACK_MAX_ARRAYS + 1];
    int n_arrays = 0;
    for (int i = 0; i < DPEX_LAPACK_MAX_ARRAYS; i++)
        if (p->job.arrays[i]) arrays[n_arrays++] = p->job.arrays[i];
    if (p->codes.storage) arrays[n_arrays++] = &p->codes;
    double total = cost_in_elements(&p->job) * (double)p->job.n_matrices;
    const int is_grouped = p->job.is_grouped;
    const int64_t n_chunks = is_grouped ? dpex_lapack_cut_groups(p) : dpex_lapack_cut(p);
    /* the caller waits for the codes, so a thread is woken only if several compute.
     * Waking another thread would only add its latency. */
    if (p->codes.storage && p->job.n_matrices == 1) total /= 4;
    dpex_work work = {.name = p->job.name,
                      .run = is_grouped ? dpex_lapack_run_groups : dpex_lapack_run,
                      .drop = dpex_lapack_drop,
                      .payload = p,
                      .n_chunks = n_chunks,
                      .cost = total < 1e15 ? (int64_t)total : INT64_MAX};
    return dpex_work_submit(&work, arrays, n_arrays);
}

/* Decides, for all of them, what computes a factorization. */
static dpex_status (*choose_engine(const dpex_lapack_job *job))(payload *)
{
    if (job->arrays[0]->queue->backend->runs_on_host) return submit;
    if (dpex_lapack_has_library(job)) return dpex_lapack_submit_library;
    return dpex_lapack_has_kernels(job) ? dpex_lapack_submit_kernels
                                        : dpex_lapack_submit_through_host;
}

/* As choose_engine decides. */
int dpex_lapack_only_reads(const dpex_lapack_job *job)
{
    return !job->arrays[0]->queue->backend->runs_on_host && job->op != DPEX_LAPACK_INV &&
           dpex_linalg_is_stack(job) && dpex_lapack_has_kernels(job) &&
           !dpex_lapack_has_library(job);
}

/* info NULL: the codes are not wanted. */
dpex_status dpex_lapack_submit(const dpex_lapack_job *job, dpex_linalg_info *info)
{
    const dpex_openblas *blas;
    if (info) info->codes = NULL;
    /* An empty stack has no codes to check. */
    if (job->n_matrices == 0) return DPEX_SUCCESS;
    DPEX_TRY(dpex_openblas_require(job->name, &blas));
    payload *p = dpex_calloc(1, sizeof(*p));
    if (!p) return DPEX_FAIL_NO_COMMAND(job->name);
    p->job = *job;
    p->kernel = dpex_lapack_kernel_of(job);
    if (!job->is_grouped) p->wide_bytes = dpex_lapack_plan_widening(job, &p->widening);
    p->work_bytes = p->wide_bytes + (p->kernel->run ? p->kernel->work_bytes(job) : 0);
    set_arrays(p);
    /* A failure after make_codes releases the codes too. */
    dpex_status status = info ? make_codes(p, info) : DPEX_SUCCESS;
    if (status)
        dpex_lapack_drop(p);
    else if ((status = choose_engine(job)(p)) && info)
        dpex_storage_release(info->codes);
    return status;
}

/* Called when the command is done; codes of matrices that were not reached are
 * DPEX_LAPACK_NOT_RUN. */
dpex_status dpex_linalg_check(dpex_linalg_info *info)
{
    int64_t number = 0;
    const int32_t *codes = info->codes ? dpex_storage_get_ptr(info->codes) : NULL;
    /* The first matrix that failed names the error. */
    while (codes && number < info->n &&
           (codes[number] == 0 || codes[number] == DPEX_LAPACK_NOT_RUN))
        number++;
    int failed = codes && number < info->n;
    /* info owned the memory; a second call finds nothing. */
    dpex_storage_release(info->codes);
    info->codes = NULL;
    if (!failed) return DPEX_SUCCESS;
    if (info->n == 1)
        return DPEX_FAIL(DPEX_ERROR_LINALG, "%s: the matrix %s", info->name, info->failure);
    return DPEX_FAIL(DPEX_ERROR_LINALG, "%s: matrix %lld of the stack %s", info->name,
                     (long long)number, info->failure);
}

/* ---- what the callers begin with --------------------------------------------------------------- */

dpex_status dpex_linalg_dtype(const char *name, const dpex_array *x, dpex_dtype *dtype)
{
    const dpex_openblas *blas;
    *dtype = x->dtype;
    if (x->dtype == DPEX_F16)
        return DPEX_FAIL(DPEX_ERROR_INVALID_TYPE, "%s: float16 is not supported", name);
    if (x->dtype < DPEX_F16)
        *dtype = dpex_dtype_default(DPEX_KIND_REAL, dpex_queue_get_device(x->queue));
    return dpex_openblas_require(name, &blas);
}

dpex_dtype dpex_linalg_real_dtype(dpex_dtype dtype)
{
    return dtype == DPEX_C64 ? DPEX_F32 : dtype == DPEX_C128 ? DPEX_F64 : dtype;
}

/* LAPACK's integers are 32 bits, so extents are limited; the limit leaves space for the workspaces'
 * sizes. */
dpex_status dpex_linalg_check_matrices(const char *name, const dpex_array *x, int is_square)
{
    char text[DPEX_SHAPE_TEXT_BYTES];
    if (x->nd < 2)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                         "%s: an array of shape %s; at least 2 dimensions are needed", name,
                         dpex_shape_text(x->nd, x->shape, text));
    int64_t rows = x->shape[x->nd - 2], columns = x->shape[x->nd - 1];
    if (is_square && rows != columns)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                         "%s: matrices of shape (%lld,%lld) are not square", name, (long long)rows,
                         (long long)columns);
    if (rows < INT_MAX / 8 && columns < INT_MAX / 8) return DPEX_SUCCESS;
    return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED, "%s: matrices of shape (%lld,%lld) are too large",
                     name, (long long)rows, (long long)columns);
}

int64_t dpex_linalg_count(const dpex_array *x)
{
    int64_t n = 1;
    for (int d = 0; d < x->nd - 2; d++) n *= x->shape[d];
    return n;
}

dpex_status dpex_linalg_init(const dpex_array *x, dpex_dtype dtype, int nd, int64_t rows,
                             int64_t columns, dpex_array *out)
{
    int64_t shape[DPEX_MAX_NDIM];
    int n_stack = x->nd - 2;
    memcpy(shape, x->shape, (size_t)n_stack * sizeof(*shape));
    if (nd == 2) shape[n_stack] = rows;
    if (nd >= 1) shape[n_stack + nd - 1] = columns;
    return dpex_array_init(x->queue, dtype, n_stack + nd, shape, DPEX_ORDER_C,
                           dpex_array_result_kind(&x, 1), out);
}

/* LAPACK overwrites what it reads, so it gets a copy. */
dpex_status dpex_linalg_copy(const dpex_array *x, dpex_dtype dtype, dpex_array *copy)
{
    return dpex_array_cast_new(x, dtype, DPEX_ORDER_C, dpex_array_result_kind(&x, 1), x->queue,
                               copy);
}

dpex_status dpex_linalg_dense(const dpex_array *x, dpex_dtype dtype, dpex_array *dense)
{
    if (x->dtype == dtype && (x->flags & DPEX_ARRAY_C_CONTIGUOUS))
        return dpex_array_init_alias(x, NULL, dense);
    return dpex_linalg_copy(x, dtype, dense);
}

dpex_status dpex_linalg_copy_transposed(const dpex_array *x, dpex_dtype dtype, dpex_array *copy)
{
    int axes[DPEX_MAX_NDIM];
    dpex_array transposed;
    /* The last two axes exchanged. */
    for (int d = 0; d < x->nd; d++) axes[d] = d < x->nd - 2 ? d : 2 * x->nd - 3 - d;
    DPEX_TRY(dpex_array_permute(x, axes, &transposed));
    dpex_status status = dpex_linalg_copy(&transposed, dtype, copy);
    dpex_array_fini(&transposed);
    return status;
}
