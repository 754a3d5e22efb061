/* What the files of the OpenCL backend share. */
#ifndef DPEX_BACKEND_OPENCL_OPENCL_H
#define DPEX_BACKEND_OPENCL_OPENCL_H

#include "backend/backend.h"
#include "backend/opencl/icd.h"
#include "base/error.h"

/* How memory is had on a device, best first. */
typedef enum dpex_cl_rung {
    DPEX_CL_RUNG_USM,    /* cl_intel_unified_shared_memory: three kinds, real pointers */
    DPEX_CL_RUNG_SVM,    /* shared virtual memory: pointers of kind shared and device */
    DPEX_CL_RUNG_BUFFER  /* cl_mem: arrays only, no pointers */
} dpex_cl_rung;

/* The functions of cl_intel_unified_shared_memory, asked for by name; NULL where the driver has none. */
typedef struct dpex_cl_usm {
#define DPEX_CL_USM(result, name, parameters) result(*name) parameters;
#include "defs/opencl_usm.def"
#undef DPEX_CL_USM
} dpex_cl_usm;

typedef struct dpex_cl_platform {
    const cl_driver *driver; /* borrowed: stays for the process */
    dpex_cl_usm usm;
} dpex_cl_platform;

typedef struct dpex_cl_device {
    cl_device id;
    dpex_cl_rung rung;
    int svm_is_fine; /* the host may touch SVM without mapping it */
    int takes_il;
    int is_sub_device; /* then the id is released with it */
} dpex_cl_device;

static inline const cl_driver *dpex_cl_driver_of(const dpex_device *device)
{
    return ((const dpex_cl_platform *)device->platform->handle)->driver;
}

static inline const dpex_cl_usm *dpex_cl_usm_of(const dpex_device *device)
{
    return &((const dpex_cl_platform *)device->platform->handle)->usm;
}

static inline const dpex_cl_device *dpex_cl_of(const dpex_device *device)
{
    return device->handle;
}

/* Fails with the function's and the code's name unless the code is CL_SUCCESS. Allocation failures become
 * DPEX_ERROR_NO_MEMORY. */
dpex_status dpex_cl_check(cl_int code, const char *call);
#define DPEX_CL_TRY(call, name) DPEX_TRY(dpex_cl_check((call), (name)))

/* Fills device->info from the driver and decides the memory rung. */
dpex_status dpex_cl_describe(dpex_device *device, const cl_driver *driver, dpex_cl_device *handle);
dpex_status dpex_cl_discover(dpex_status (*add)(void *list, dpex_platform *platform), void *list);
dpex_status dpex_cl_partition(dpex_device *device, const dpex_partition *how, dpex_device ***devices, size_t *n);
void dpex_cl_device_release(dpex_device *device);

#endif
