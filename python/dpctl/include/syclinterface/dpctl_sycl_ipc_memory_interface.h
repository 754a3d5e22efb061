/* Memory shared with other processes, for programs of later versions of dpctl, which ask DPCTLIPCMem_Available first: no device has it. */
#ifndef DPCTL_SYCL_IPC_MEMORY_INTERFACE_H
#define DPCTL_SYCL_IPC_MEMORY_INTERFACE_H

#include "dpctl_sycl_types.h"

DPCTL_C_EXTERN_C_BEGIN

/* Other than 0: there is no handle; *handle becomes NULL, *size 0. */
DPCTL_API
int DPCTLIPCMem_GetHandle(DPCTLSyclUSMRef MRef, __dpctl_keep const DPCTLSyclContextRef CRef,
                          char **handle, size_t *size);

/* NULL: no handle can be opened. */
DPCTL_API
__dpctl_give DPCTLSyclUSMRef DPCTLIPCMem_OpenHandle(const char *handle, size_t size,
                                                    __dpctl_keep const DPCTLSyclContextRef CRef,
                                                    __dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
void DPCTLIPCMem_CloseHandle(DPCTLSyclUSMRef MRef, __dpctl_keep const DPCTLSyclContextRef CRef);

DPCTL_API
void DPCTLIPCMem_FreeHandleData(char *handle);

DPCTL_C_EXTERN_C_END

#endif
