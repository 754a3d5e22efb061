/* Jobs that kernels compute: which there are, their codes, and single precision, which computes in
 * double, as on the host (widen.c), where the device has it. */
#include "array/array.h"
#include "base/error.h"
#include "device.h"
#include "dpex/op.h"
#include "ops/device/device.h"
#include "runtime/runtime.h"

static dpex_status (*runner_of(dpex_lapack_op op))(dpex_linalg_run *)
{
    switch (op) {
    case DPEX_LAPACK_CHOLESKY: return dpex_linalg_run_cholesky;
    case DPEX_LAPACK_INV:
    case DPEX_LAPACK_SOLVE:
    case DPEX_LAPACK_DET:
    case DPEX_LAPACK_LU:
    case DPEX_LAPACK_LU_SOLVE: return dpex_linalg_run_lu;
    case DPEX_LAPACK_QR:
    case DPEX_LAPACK_QR_RAW: return dpex_linalg_run_qr;
    default: return NULL;
    }
}

/* Empty matrices go to the host, which has rules for each of them (a determinant of 1, no
 * solutions). So do jobs of iterations (eigenvalues, singular values): through_host.c copies
 * them there and back. */
int dpex_lapack_has_kernels(const dpex_lapack_job *job)
{
    return runner_of(job->op) && job->m > 0 && job->n > 0 &&
           dpex_device_has_groups(job->arrays[0]->queue->device);
}

/* The caller's codes are host memory that it reads when the queue gets there: the copy is a
 * command like the others, and no thread waits here. No storage: the caller asks for none, since QR
 * cannot fail and a determinant of 0 is not a failure. */
dpex_status dpex_linalg_submit_codes(const dpex_linalg_run *run, const dpex_array *codes)
{
    if (!codes->storage) return DPEX_SUCCESS;
    dpex_storage *uses[2] = {run->codes.storage, codes->storage};
    const dpex_command command = {.kind = DPEX_COMMAND_COPY,
                                  .flags = DPEX_COMMAND_ORDERED | DPEX_COMMAND_TRACKED,
                                  .name = run->job->name,
                                  .uses = uses,
                                  .n_uses = 2,
                                  .copy = {{NULL, 0, dpex_array_get_ptr(codes)},
                                           {run->codes.storage, (size_t)run->codes.offset, NULL},
                                           (size_t)run->job->n_matrices * sizeof(int32_t)}};
    return dpex_queue_submit(run->queue, &command, NULL, 0, NULL);
}

static dpex_status submit_job(const dpex_lapack_job *job, const dpex_array *codes)
{
    dpex_linalg_run run = {.job = job, .queue = job->arrays[0]->queue};
    /* Released as soon as the steps are submitted: commands in flight hold the storages that
     * they use. */
    DPEX_TRY(dpex_linalg_scratch(&run, DPEX_I32, 1, &run.codes));
    dpex_status status =
        dpex_linalg_scratch(&run, DPEX_I32, job->m < job->n ? job->m : job->n, &run.swaps);
    if (!status) {
        status = runner_of(job->op)(&run);
        if (!status) status = dpex_linalg_submit_codes(&run, codes);
        dpex_array_fini(&run.swaps);
    }
    dpex_array_fini(&run.codes);
    return status;
}

static dpex_dtype double_of(dpex_dtype dtype)
{
    return dtype == DPEX_F32 ? DPEX_F64 : dtype == DPEX_C64 ? DPEX_C128 : dtype;
}

/* The matrices that were written, rounded. */
static dpex_status narrow(const dpex_lapack_job *job, const dpex_lapack_job *wide)
{
    for (int i = 0; i < DPEX_LAPACK_MAX_ARRAYS; i++) {
        dpex_array alias;
        /* Read-only operands would only get back what they had, rounded twice. */
        if (wide->arrays[i] == job->arrays[i] || !(dpex_lapack_writes(job->op) >> i & 1)) continue;
        DPEX_TRY(dpex_array_init_alias(job->arrays[i], NULL, &alias));
        const dpex_status status = dpex_array_copy(&alias, wide->arrays[i]);
        dpex_array_fini(&alias);
        if (status) return status;
    }
    return DPEX_SUCCESS;
}

/* The same job in double precision, on copies. */
static dpex_status submit_wide(const dpex_lapack_job *job, const dpex_array *codes)
{
    dpex_array copies[DPEX_LAPACK_MAX_ARRAYS];
    dpex_lapack_job wide = *job;
    dpex_status status = DPEX_SUCCESS;
    wide.dtype = double_of(job->dtype);
    for (int i = 0; i < DPEX_LAPACK_MAX_ARRAYS && !status; i++) {
        const dpex_array *x = job->arrays[i];
        const dpex_dtype dtype = x ? double_of(x->dtype) : DPEX_BOOL;
        if (!x || dtype == x->dtype) continue;
        status =
            dpex_array_init_like(x, dtype, DPEX_ORDER_C, DPEX_USM_DEVICE, x->queue, &copies[i]);
        if (status) break;
        wide.arrays[i] = &copies[i];
        /* Results are only allocated: their contents are written before anything reads them. */
        if (dpex_lapack_reads(job->op) >> i & 1) status = dpex_array_copy(&copies[i], x);
    }
    if (!status) status = submit_job(&wide, codes);
    if (!status) status = narrow(job, &wide);
    for (int i = 0; i < DPEX_LAPACK_MAX_ARRAYS; i++)
        if (wide.arrays[i] != job->arrays[i]) dpex_array_fini(&copies[i]);
    return status;
}

dpex_status dpex_lapack_submit_kernels(dpex_lapack_call *call)
{
    const dpex_lapack_job *job = &call->job;
    const int is_widened = double_of(job->dtype) != job->dtype &&
                           dpex_device_has_aspect(job->arrays[0]->queue->device, DPEX_ASPECT_fp64);
    const dpex_status status = (is_widened ? submit_wide : submit_job)(job, &call->codes);
    dpex_lapack_drop(call);
    return status;
}
