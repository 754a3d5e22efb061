/* Kernel arguments other than numbers, pointers and local accessors.
 *
 * RawKernelArg_Create copies the bytes. */
#ifndef DPCTL_SYCL_EXTENSION_INTERFACE_H
#define DPCTL_SYCL_EXTENSION_INTERFACE_H

#include "dpctl_sycl_types.h"

DPCTL_C_EXTERN_C_BEGIN

typedef struct RawWorkGroupMemory {
    size_t nbytes;
} RawWorkGroupMemory;

typedef struct RawKernelArgData {
    size_t nbytes;
    void *data;
} RawKernelArgData;

DPCTL_API
__dpctl_give DPCTLSyclWorkGroupMemoryRef DPCTLWorkGroupMemory_Create(size_t nbytes);

DPCTL_API
void DPCTLWorkGroupMemory_Delete(__dpctl_take DPCTLSyclWorkGroupMemoryRef Ref);

DPCTL_API
bool DPCTLWorkGroupMemory_Available(void);

DPCTL_API
__dpctl_give DPCTLSyclRawKernelArgRef DPCTLRawKernelArg_Create(void *bytes, size_t count);

DPCTL_API
void DPCTLRawKernelArg_Delete(__dpctl_take DPCTLSyclRawKernelArgRef Ref);

DPCTL_API
bool DPCTLRawKernelArg_Available(void);

/* Whether memory can be shared with other processes: it cannot. */
DPCTL_API
bool DPCTLIPCMem_Available(void);

DPCTL_C_EXTERN_C_END

#endif
