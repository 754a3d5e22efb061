/* USM memory.
 *
 * The queue names context and device; DPCTLfree_with_queue takes any queue of that context. An allocation may be freed while commands use
 * it: its memory is not used again before they are complete. Freeing twice, and freeing what an object of Python owns, does nothing. GetPointerDevice gives a new reference. */
#ifndef DPCTL_SYCL_USM_INTERFACE_H
#define DPCTL_SYCL_USM_INTERFACE_H

#include "dpctl_sycl_types.h"

DPCTL_C_EXTERN_C_BEGIN

DPCTL_API
__dpctl_give DPCTLSyclUSMRef DPCTLmalloc_shared(size_t size,
                                                __dpctl_keep const DPCTLSyclQueueRef QRef);

DPCTL_API
__dpctl_give DPCTLSyclUSMRef DPCTLaligned_alloc_shared(size_t alignment, size_t size,
                                                       __dpctl_keep const DPCTLSyclQueueRef QRef);

DPCTL_API
__dpctl_give DPCTLSyclUSMRef DPCTLmalloc_host(size_t size,
                                              __dpctl_keep const DPCTLSyclQueueRef QRef);

DPCTL_API
__dpctl_give DPCTLSyclUSMRef DPCTLaligned_alloc_host(size_t alignment, size_t size,
                                                     __dpctl_keep const DPCTLSyclQueueRef QRef);

DPCTL_API
__dpctl_give DPCTLSyclUSMRef DPCTLmalloc_device(size_t size,
                                                __dpctl_keep const DPCTLSyclQueueRef QRef);

DPCTL_API
__dpctl_give DPCTLSyclUSMRef DPCTLaligned_alloc_device(size_t alignment, size_t size,
                                                       __dpctl_keep const DPCTLSyclQueueRef QRef);

DPCTL_API
void DPCTLfree_with_queue(__dpctl_take DPCTLSyclUSMRef MRef,
                          __dpctl_keep const DPCTLSyclQueueRef QRef);

DPCTL_API
void DPCTLfree_with_context(__dpctl_take DPCTLSyclUSMRef MRef,
                            __dpctl_keep const DPCTLSyclContextRef CRef);

DPCTL_API
DPCTLSyclUSMType DPCTLUSM_GetPointerType(__dpctl_keep const DPCTLSyclUSMRef MRef,
                                         __dpctl_keep const DPCTLSyclContextRef CRef);

DPCTL_API
DPCTLSyclDeviceRef DPCTLUSM_GetPointerDevice(__dpctl_keep const DPCTLSyclUSMRef MRef,
                                             __dpctl_keep const DPCTLSyclContextRef CRef);

DPCTL_C_EXTERN_C_END

#endif
