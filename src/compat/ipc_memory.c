/* dpctl_sycl_ipc_memory_interface.h: memory of the pool is private to the process, so there are no handles to give or to open. The functions
 * exist so that programs of later versions of dpctl can be linked, and refuse. */
#include <stdlib.h>

#include "compat.h"

static dpex_status refuse(void)
{
    return dpex_error_set(
        DPEX_ERROR_UNSUPPORTED,
        "memory cannot be shared with other processes: copy through a file or a pipe");
}

bool DPCTLIPCMem_Available(void)
{
    return false;
}

int DPCTLIPCMem_GetHandle(DPCTLSyclUSMRef MRef, const DPCTLSyclContextRef CRef, char **handle,
                          size_t *size)
{
    if (handle) *handle = NULL;
    if (size) *size = 0;
    NEED(MRef, DPEX_ERROR_INVALID_VALUE);
    NEED(CRef, DPEX_ERROR_INVALID_VALUE);
    const dpex_status status = refuse();
    compat_failed(__func__, status);
    return (int)status;
}

DPCTLSyclUSMRef DPCTLIPCMem_OpenHandle(const char *handle, size_t size,
                                       const DPCTLSyclContextRef CRef,
                                       const DPCTLSyclDeviceRef DRef)
{
    (void)size;
    NEED(handle, NULL);
    NEED(CRef, NULL);
    NEED(DRef, NULL);
    compat_failed(__func__, refuse());
    return NULL;
}

/* Of what was never opened. */
void DPCTLIPCMem_CloseHandle(DPCTLSyclUSMRef MRef, const DPCTLSyclContextRef CRef)
{
    NEED(MRef, );
    NEED(CRef, );
    compat_warn(__func__, "the memory is not another process's");
}

void DPCTLIPCMem_FreeHandleData(char *handle)
{
    free(handle);
}
