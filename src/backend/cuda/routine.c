/* Routines of NVIDIA's libraries (cuBLAS, cuFFT, cuSOLVER), enqueued like kernels.
 *
 * They use the same context, the device's primary one. Each queue has handles of its own, bound to
 * lane 0: a handle keeps scratch memory that its routines write, so that what uses one must be
 * ordered, and commands LIBRARY always are in lane 0. */
#include "backend/cuda/backend_cuda.h"
#include "backend/cuda/library.h"
#include "base/alloc.h"

/* With `order` held: it guards the handles, as it does the stream that they enqueue to. */
static int takes(dpex_cuda_queue *queue, dpex_routine routine, const void *words,
                 size_t *scratch_bytes)
{
    if (!queue->libraries) queue->libraries = dpex_calloc(1, sizeof *queue->libraries);
    if (!queue->libraries) return 0;
    *scratch_bytes = 0;
    switch (routine) {
    case DPEX_ROUTINE_PRODUCT: return dpex_cuda_blas_takes(queue, words);
    case DPEX_ROUTINE_FFT: return dpex_cuda_fft_takes(queue, words, scratch_bytes);
    case DPEX_ROUTINE_CHOLESKY:
    case DPEX_ROUTINE_LU:
    case DPEX_ROUTINE_LU_SOLVE:
    case DPEX_ROUTINE_QR:
    case DPEX_ROUTINE_QR_Q:
    case DPEX_ROUTINE_EIGH:
    case DPEX_ROUTINE_SVD: return dpex_cuda_solver_takes(queue, routine, words, scratch_bytes);
    default: return 0;
    }
}

/* Where a library fails to open or to make its handle, nothing is recorded: the caller has another
 * way. */
int dpex_cuda_routine_find(dpex_queue *queue, dpex_routine routine, const void *words,
                           size_t *scratch_bytes)
{
    dpex_cuda_queue *handle = queue->handle;
    int is_taken = 0;
    if (!dpex_cuda_try_enter(handle->device)) return 0;
    pthread_mutex_lock(&handle->order);
    is_taken = takes(handle, routine, words, scratch_bytes);
    pthread_mutex_unlock(&handle->order);
    dpex_cuda_leave();
    return is_taken;
}

dpex_status dpex_cuda_call_library(dpex_cuda_queue *queue, const dpex_command *command)
{
    switch ((dpex_routine)command->library.routine) {
    case DPEX_ROUTINE_PRODUCT: return dpex_cuda_blas_multiply(queue, command);
    case DPEX_ROUTINE_FFT: return dpex_cuda_fft_transform(queue, command);
    case DPEX_ROUTINE_CHOLESKY:
    case DPEX_ROUTINE_LU:
    case DPEX_ROUTINE_LU_SOLVE:
    case DPEX_ROUTINE_QR:
    case DPEX_ROUTINE_QR_Q:
    case DPEX_ROUTINE_EIGH:
    case DPEX_ROUTINE_SVD: return dpex_cuda_solver_run(queue, command);
    default:
        return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED, "no routine %d of a library",
                         command->library.routine);
    }
}

void dpex_cuda_libraries_close(dpex_cuda_libraries *libraries)
{
    if (!libraries) return;
    dpex_cuda_blas_close(libraries);
    dpex_cuda_fft_close(libraries);
    dpex_cuda_solver_close(libraries);
    dpex_free(libraries);
}
