/* Contexts: devices that share memory addresses.
 *
 * A device gets its platform's default context; several devices, or a part of one, get a context of their own. The error handler is called, with
 * a number for the kind of failure, when the context cannot be made; it may be NULL. */
#ifndef DPCTL_SYCL_CONTEXT_INTERFACE_H
#define DPCTL_SYCL_CONTEXT_INTERFACE_H

#include "dpctl_sycl_types.h"
#include "dpctl_vector.h"

DPCTL_C_EXTERN_C_BEGIN

DPCTL_API
__dpctl_give DPCTLSyclContextRef DPCTLContext_Create(__dpctl_keep const DPCTLSyclDeviceRef DRef,
                                                     error_handler_callback *handler,
                                                     int properties);

DPCTL_API
__dpctl_give DPCTLSyclContextRef
DPCTLContext_CreateFromDevices(__dpctl_keep const DPCTLDeviceVectorRef Devices,
                               error_handler_callback *handler, int properties);

DPCTL_API
bool DPCTLContext_AreEq(__dpctl_keep const DPCTLSyclContextRef CRef,
                        __dpctl_keep const DPCTLSyclContextRef CRef2);

DPCTL_API
__dpctl_give DPCTLSyclContextRef DPCTLContext_Copy(__dpctl_keep const DPCTLSyclContextRef CRef);

DPCTL_API
size_t DPCTLContext_DeviceCount(__dpctl_keep const DPCTLSyclContextRef CRef);

DPCTL_API
__dpctl_give DPCTLDeviceVectorRef
DPCTLContext_GetDevices(__dpctl_keep const DPCTLSyclContextRef CRef);

DPCTL_API
DPCTLSyclBackendType DPCTLContext_GetBackend(__dpctl_keep const DPCTLSyclContextRef CRef);

DPCTL_API
void DPCTLContext_Delete(__dpctl_take DPCTLSyclContextRef CRef);

DPCTL_API
size_t DPCTLContext_Hash(__dpctl_keep DPCTLSyclContextRef CRef);

DPCTL_API
__dpctl_give DPCTLSyclPlatformRef
DPCTLContext_GetPlatform(__dpctl_keep const DPCTLSyclContextRef CRef);

/* What all devices of the context have, as numbers of DPCTLMemoryOrderType and DPCTLMemoryScopeType; deleted by
 * DPCTLInt_Array_Delete. */
DPCTL_API
__dpctl_give int *DPCTLContext_GetAtomicMemoryOrderCapabilities(
    __dpctl_keep const DPCTLSyclContextRef CRef, size_t *n_values);

DPCTL_API
__dpctl_give int *DPCTLContext_GetAtomicFenceOrderCapabilities(
    __dpctl_keep const DPCTLSyclContextRef CRef, size_t *n_values);

DPCTL_API
__dpctl_give int *DPCTLContext_GetAtomicMemoryScopeCapabilities(
    __dpctl_keep const DPCTLSyclContextRef CRef, size_t *n_values);

DPCTL_API
__dpctl_give int *DPCTLContext_GetAtomicFenceScopeCapabilities(
    __dpctl_keep const DPCTLSyclContextRef CRef, size_t *n_values);

DPCTL_C_EXTERN_C_END

#endif
