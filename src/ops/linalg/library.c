/* Factorizations by a library of the device's vendor: eigenvalues of symmetric matrices, which are
 * iterations that own kernels do not have, and which the host would need copies for.
 *
 * A call computes one matrix and takes some milliseconds, however small that is: a stack of small
 * matrices is left to the host. */
#include "array/array.h"
#include "base/error.h"
#include "device.h"
#include "ops/device/device.h"
#include "runtime/runtime.h"

enum { LEAST_EXTENT = 256 };

static dpex_routine_eigh words_of(const dpex_lapack_job *job)
{
    return (dpex_routine_eigh){.dtype = job->dtype, .has_vectors = job->mode, .n = job->n};
}

int dpex_lapack_has_library(const dpex_lapack_job *job)
{
    size_t scratch_bytes;
    const dpex_routine_eigh words = words_of(job);
    return job->op == DPEX_LAPACK_EIGH && job->n >= LEAST_EXTENT &&
           dpex_device_has_routine(job->arrays[0]->queue, DPEX_ROUTINE_EIGH, &words,
                                   &scratch_bytes);
}

/* Matrix i of a dense stack. */
static dpex_device_address address_of(const dpex_lapack_job *job, const dpex_array *x, int64_t i)
{
    const int64_t bytes = x->size / job->n_matrices * dpex_dtype_get_info(x->dtype)->itemsize;
    return (dpex_device_address){x->storage, x->offset + i * bytes};
}

/* The matrices are overwritten with their vectors (spectral.c). */
static dpex_status submit_matrices(const dpex_lapack_job *job, const dpex_array *codes)
{
    dpex_queue *queue = job->arrays[0]->queue;
    const dpex_routine_eigh words = words_of(job);
    size_t scratch_bytes;
    dpex_array scratch;
    if (!dpex_device_has_routine(queue, DPEX_ROUTINE_EIGH, &words, &scratch_bytes))
        return DPEX_FAIL(DPEX_ERROR_BACKEND, "%s: the library refuses it", job->name);
    const int64_t n_bytes = (int64_t)scratch_bytes;
    DPEX_TRY(dpex_array_init(queue, DPEX_U8, 1, &n_bytes, DPEX_ORDER_C, DPEX_USM_DEVICE, &scratch));
    dpex_status status = DPEX_SUCCESS;
    for (int64_t i = 0; i < job->n_matrices && !status; i++) {
        const dpex_device_address addresses[] = {address_of(job, job->arrays[0], i),
                                                 address_of(job, job->arrays[1], i),
                                                 address_of(job, codes, i),
                                                 {scratch.storage, scratch.offset}};
        const dpex_device_routine call = {job->name, DPEX_ROUTINE_EIGH, addresses, 4,
                                          &words,    sizeof words};
        status = dpex_device_run_routine(queue, &call);
    }
    dpex_array_fini(&scratch);
    return status;
}

dpex_status dpex_lapack_submit_library(dpex_lapack_call *call)
{
    dpex_linalg_run run = {.job = &call->job, .queue = call->job.arrays[0]->queue};
    dpex_status status = dpex_linalg_scratch(&run, DPEX_I32, 1, &run.codes);
    if (!status) {
        status = submit_matrices(&call->job, &run.codes);
        if (!status) status = dpex_linalg_submit_codes(&run, &call->codes);
        dpex_array_fini(&run.codes);
    }
    dpex_lapack_drop(call);
    return status;
}
