/* What all headers of dpctl's C interface share: linkage, the words of ownership, and the types of references.
 *
 * A reference is opaque, and belongs to whoever a prototype says:
 *
 *   __dpctl_give   the result is the caller's, who deletes it with the Delete function of its kind
 *   __dpctl_take   the argument is deleted by the call
 *   __dpctl_keep   the argument stays the caller's, and is only used during the call
 *   __dpctl_null   may be NULL
 *
 * Copying a reference gives a second one to the same object. Wherever a reference is NULL, or a call fails, the result is NULL, 0, false or the
 * enumerator for "unknown", and deleting NULL does nothing. DPCTL_VERBOSITY=error in the environment shows the reasons on stderr. All functions
 * may be called from any thread. A reference of another kind is refused as NULL is. One that was deleted must not be passed: it is mostly
 * refused too, but its memory may be somebody else's by then. */
#ifndef DPCTL_SYCL_TYPES_H
#define DPCTL_SYCL_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dpctl_sycl_enum_types.h"

#ifdef __cplusplus
#define DPCTL_C_EXTERN_C_BEGIN extern "C" {
#define DPCTL_C_EXTERN_C_END   }
#else
#define DPCTL_C_EXTERN_C_BEGIN
#define DPCTL_C_EXTERN_C_END
#endif

#define DPCTL_API __attribute__((visibility("default")))

#define __dpctl_give
#define __dpctl_take
#define __dpctl_keep
#define __dpctl_null

typedef struct DPCTLOpaqueSyclContext *DPCTLSyclContextRef;
typedef struct DPCTLOpaqueSyclDevice *DPCTLSyclDeviceRef;
typedef struct DPCTLOpaqueSyclDeviceSelector *DPCTLSyclDeviceSelectorRef;
typedef struct DPCTLOpaqueSyclEvent *DPCTLSyclEventRef;
typedef struct DPCTLOpaqueSyclKernel *DPCTLSyclKernelRef;
typedef struct DPCTLOpaqueSyclKernelBundle *DPCTLSyclKernelBundleRef;
typedef struct DPCTLOpaqueSyclPlatform *DPCTLSyclPlatformRef;
typedef struct DPCTLOpaqueSyclQueue *DPCTLSyclQueueRef;
typedef struct DPCTLOpaqueSyclUSM *DPCTLSyclUSMRef;
typedef struct DPCTLOpaqueSyclWorkGroupMemory *DPCTLSyclWorkGroupMemoryRef;
typedef struct DPCTLOpaqueSyclRawKernelArg *DPCTLSyclRawKernelArgRef;

typedef struct DPCTLOpaqueBuildOptionList *DPCTLBuildOptionListRef;
typedef struct DPCTLOpaqueKernelNameList *DPCTLKernelNameListRef;
typedef struct DPCTLOpaqueVirtualHeaderList *DPCTLVirtualHeaderListRef;
typedef struct DPCTLOpaqueKernelBuildLog *DPCTLKernelBuildLogRef;

typedef struct DPCTLOpaqueDeviceVector *DPCTLDeviceVectorRef;
typedef struct DPCTLOpaqueEventVector *DPCTLEventVectorRef;
typedef struct DPCTLOpaquePlatformVector *DPCTLPlatformVectorRef;

/* Called with a number for the kind of failure. */
typedef void error_handler_callback(int err_code);

#endif
