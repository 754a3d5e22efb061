/* Queues, and the commands that are submitted to them.
 *
 * Submitting does not wait, and gives NULL where the arguments cannot be right. Arrays of events are read during the call. Memory has to
 * live until the command is complete. Kernel arguments: Args[i] points to the value of a number, is the pointer itself for DPCTL_VOID_PTR,
 * points to an MDLocalAccessor for DPCTL_LOCAL_ACCESSOR, and is the reference itself for work-group memory and raw arguments. Ranges are in
 * SYCL's order: the last dimension varies fastest. A queue's error handler is called with a number for the kind of failure: where the queue
 * cannot be created, and where DPCTLQueue_Wait finds that a command failed. */
#ifndef DPCTL_SYCL_QUEUE_INTERFACE_H
#define DPCTL_SYCL_QUEUE_INTERFACE_H

#include "dpctl_sycl_types.h"

DPCTL_C_EXTERN_C_BEGIN

/* Local memory of a work-group: elements of a type in 1 to 3 dimensions; extents beyond ndim are ignored. */
typedef struct MDLocalAccessor {
    size_t ndim;
    DPCTLKernelArgType dpctl_type_id;
    size_t dim0;
    size_t dim1;
    size_t dim2;
} MDLocalAccessor;

DPCTL_API
__dpctl_give DPCTLSyclQueueRef DPCTLQueue_Create(__dpctl_keep const DPCTLSyclContextRef CRef,
                                                 __dpctl_keep const DPCTLSyclDeviceRef DRef,
                                                 error_handler_callback *handler, int properties);

DPCTL_API
__dpctl_give DPCTLSyclQueueRef DPCTLQueue_CreateForDevice(
    __dpctl_keep const DPCTLSyclDeviceRef DRef, error_handler_callback *handler, int properties);

DPCTL_API
void DPCTLQueue_Delete(__dpctl_take DPCTLSyclQueueRef QRef);

DPCTL_API
__dpctl_give DPCTLSyclQueueRef DPCTLQueue_Copy(__dpctl_keep const DPCTLSyclQueueRef QRef);

DPCTL_API
bool DPCTLQueue_AreEq(__dpctl_keep const DPCTLSyclQueueRef QRef,
                      __dpctl_keep const DPCTLSyclQueueRef QRef2);

DPCTL_API
DPCTLSyclBackendType DPCTLQueue_GetBackend(__dpctl_keep DPCTLSyclQueueRef QRef);

DPCTL_API
__dpctl_give DPCTLSyclContextRef DPCTLQueue_GetContext(__dpctl_keep const DPCTLSyclQueueRef QRef);

DPCTL_API
__dpctl_give DPCTLSyclDeviceRef DPCTLQueue_GetDevice(__dpctl_keep const DPCTLSyclQueueRef QRef);

DPCTL_API
__dpctl_give DPCTLSyclEventRef DPCTLQueue_SubmitRange(
    __dpctl_keep const DPCTLSyclKernelRef KRef, __dpctl_keep const DPCTLSyclQueueRef QRef,
    void **Args, const DPCTLKernelArgType *ArgTypes, size_t NArgs, const size_t Range[3],
    size_t NDims, __dpctl_keep const DPCTLSyclEventRef *Deps, size_t NDeps);

DPCTL_API
__dpctl_give DPCTLSyclEventRef DPCTLQueue_SubmitNDRange(
    __dpctl_keep const DPCTLSyclKernelRef KRef, __dpctl_keep const DPCTLSyclQueueRef QRef,
    void **Args, const DPCTLKernelArgType *ArgTypes, size_t NArgs, const size_t gRange[3],
    const size_t lRange[3], size_t NDims, __dpctl_keep const DPCTLSyclEventRef *Deps, size_t NDeps);

DPCTL_API
void DPCTLQueue_Wait(__dpctl_keep const DPCTLSyclQueueRef QRef);

DPCTL_API
__dpctl_give DPCTLSyclEventRef DPCTLQueue_Memcpy(__dpctl_keep const DPCTLSyclQueueRef QRef,
                                                 void *Dest, const void *Src, size_t Count);

DPCTL_API
__dpctl_give DPCTLSyclEventRef
DPCTLQueue_MemcpyWithEvents(__dpctl_keep const DPCTLSyclQueueRef QRef, void *Dest, const void *Src,
                            size_t Count, __dpctl_keep const DPCTLSyclEventRef *Deps, size_t NDeps);

DPCTL_API
__dpctl_give DPCTLSyclEventRef DPCTLQueue_Prefetch(__dpctl_keep DPCTLSyclQueueRef QRef,
                                                   const void *Ptr, size_t Count);

DPCTL_API
__dpctl_give DPCTLSyclEventRef DPCTLQueue_MemAdvise(__dpctl_keep DPCTLSyclQueueRef QRef,
                                                    const void *Ptr, size_t Count, int Advice);

DPCTL_API
bool DPCTLQueue_IsInOrder(__dpctl_keep const DPCTLSyclQueueRef QRef);

DPCTL_API
bool DPCTLQueue_HasEnableProfiling(__dpctl_keep const DPCTLSyclQueueRef QRef);

DPCTL_API
size_t DPCTLQueue_Hash(__dpctl_keep const DPCTLSyclQueueRef QRef);

DPCTL_API
__dpctl_give DPCTLSyclEventRef DPCTLQueue_SubmitBarrier(__dpctl_keep const DPCTLSyclQueueRef QRef);

DPCTL_API
__dpctl_give DPCTLSyclEventRef
DPCTLQueue_SubmitBarrierForEvents(__dpctl_keep const DPCTLSyclQueueRef QRef,
                                  __dpctl_keep const DPCTLSyclEventRef *Deps, size_t NDeps);

DPCTL_API
__dpctl_give DPCTLSyclEventRef DPCTLQueue_Memset(__dpctl_keep const DPCTLSyclQueueRef QRef,
                                                 void *Ptr, uint8_t Value, size_t Count);

DPCTL_API
__dpctl_give DPCTLSyclEventRef DPCTLQueue_Fill8(__dpctl_keep const DPCTLSyclQueueRef QRef,
                                                void *Ptr, uint8_t Value, size_t Count);

DPCTL_API
__dpctl_give DPCTLSyclEventRef DPCTLQueue_Fill16(__dpctl_keep const DPCTLSyclQueueRef QRef,
                                                 void *Ptr, uint16_t Value, size_t Count);

DPCTL_API
__dpctl_give DPCTLSyclEventRef DPCTLQueue_Fill32(__dpctl_keep const DPCTLSyclQueueRef QRef,
                                                 void *Ptr, uint32_t Value, size_t Count);

DPCTL_API
__dpctl_give DPCTLSyclEventRef DPCTLQueue_Fill64(__dpctl_keep const DPCTLSyclQueueRef QRef,
                                                 void *Ptr, uint64_t Value, size_t Count);

DPCTL_API
__dpctl_give DPCTLSyclEventRef DPCTLQueue_Fill128(__dpctl_keep const DPCTLSyclQueueRef QRef,
                                                  void *Ptr, uint64_t *Value, size_t Count);

DPCTL_API
__dpctl_give DPCTLSyclEventRef DPCTLQueue_CopyData(__dpctl_keep const DPCTLSyclQueueRef QRef,
                                                   void *Dest, const void *Src, size_t Count);

DPCTL_API
__dpctl_give DPCTLSyclEventRef DPCTLQueue_CopyDataWithEvents(
    __dpctl_keep const DPCTLSyclQueueRef QRef, void *Dest, const void *Src, size_t Count,
    __dpctl_keep const DPCTLSyclEventRef *Deps, size_t NDeps);

DPCTL_API
__dpctl_give DPCTLSyclEventRef
DPCTLQueue_MemsetWithEvents(__dpctl_keep const DPCTLSyclQueueRef QRef, void *Ptr, uint8_t Value,
                            size_t Count, __dpctl_keep const DPCTLSyclEventRef *Deps, size_t NDeps);

DPCTL_C_EXTERN_C_END

#endif
