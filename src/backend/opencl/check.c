/* Errors of the driver, and of its use after a fork. */
#include "backend/opencl/opencl.h"

#include "base/error.h"

dpex_status dpex_cl_check(cl_int code, const char *call)
{
    if (code == CL_SUCCESS) return DPEX_SUCCESS;
    /* OpenCL has several codes for a lack of memory; drivers differ in which they give. */
    int is_memory = code == CL_MEM_OBJECT_ALLOCATION_FAILURE || code == CL_OUT_OF_HOST_MEMORY ||
                    code == CL_INVALID_BUFFER_SIZE || code == CL_OUT_OF_RESOURCES;
    return DPEX_FAIL_VENDOR(is_memory ? DPEX_ERROR_NO_MEMORY : DPEX_ERROR_BACKEND, code,
                            "%s: %s (%d)", call, cl_error_name(code), code);
}

/* Asked before calls of the driver; dpex_cl_is_forked alone where nothing can be reported. */
dpex_status dpex_cl_check_process(const cl_driver *driver)
{
    if (!dpex_cl_is_forked(driver)) return DPEX_SUCCESS;
    return DPEX_FAIL(DPEX_ERROR_FORKED,
                     "OpenCL devices cannot be used in a forked process: they were found before "
                     "the fork (start workers with spawn or forkserver)");
}
