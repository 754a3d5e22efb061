/* The CUDA driver as a library: opened when there may be a device, its functions, its errors. */
#ifndef DPEX_BACKEND_CUDA_DRIVER_H
#define DPEX_BACKEND_CUDA_DRIVER_H

#include "backend/cuda/cuda.h"
#include "base/error.h"

/* The driver, initialised, opened once; fails with the reason where this machine has no NVIDIA
 * device. */
dpex_status dpex_cuda_open(const dpex_cuda_api **api);
/* The functions, once it is open. */
extern dpex_cuda_api dpex_the_cuda;
/* The interface version that the driver has: 13000 for 13.0. */
int dpex_cuda_driver_version(void);

/* Fails in a process that was forked after the driver was opened: CUDA works in the process that
 * opened it only. */
dpex_status dpex_cuda_check_process(void);
/* The same question, nothing recorded. */
int dpex_cuda_is_forked(void);

/* Fails with the function's name and the code's unless the code is CUDA_SUCCESS. Allocation
 * failures become DPEX_ERROR_NO_MEMORY. For calls after which a device may be lost see
 * dpex_cuda_check (device.h). */
dpex_status dpex_cuda_report(CUresult code, const char *call);
/* "CUDA_ERROR_ILLEGAL_ADDRESS"; borrowed. */
const char *dpex_cuda_error_name(CUresult code);
/* What happened, where the code means that a context can do nothing any more; else NULL. */
const char *dpex_cuda_fatal_text(CUresult code);

/* Whether DPEX_SYNC is set: a submission returns when its command is over. */
int dpex_cuda_is_synchronous(void);

#endif
