/* Installable OpenCL drivers: where they are listed, and opening them. */
#ifndef DPEX_BACKEND_OPENCL_ICD_H
#define DPEX_BACKEND_OPENCL_ICD_H

#include <stddef.h>

#include "backend/opencl/cl.h"
#include "dpex/status.h"

/* A platform of an opened driver, with its functions. Drivers stay open for the process.
 * Immutable after opening, so it is read without a lock. */
typedef struct cl_driver {
    cl_platform platform;
    cl_api api;
    int generation;    /* dpex_fork_generation() of the process that opened it */
    int version;       /* of the platform: 120, 200, 300 */
    cl_uint n_devices; /* discover.c; 0 before */
    void *(*get_extension)(const char *name); /* clGetExtensionFunctionAddress of the driver */
} cl_driver;

/* Opens every driver that is installed and returns the platforms of all; *drivers is new
 * (dpex_free), each of its elements is too and stays for the process. A driver that cannot be
 * opened is left out, with a line in DPEX_LOG=discovery. */
dpex_status cl_icd_open_all(cl_driver ***drivers, size_t *n);

#endif
