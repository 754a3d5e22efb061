/* Programs: compiled kernels for a context and a device.
 *
 * The last argument of the two constructors holds options for the compiler; it may be NULL. Compiling blocks; results are cached on disk. */
#ifndef DPCTL_SYCL_KERNEL_BUNDLE_INTERFACE_H
#define DPCTL_SYCL_KERNEL_BUNDLE_INTERFACE_H

#include "dpctl_sycl_types.h"

DPCTL_C_EXTERN_C_BEGIN

DPCTL_API
__dpctl_give DPCTLSyclKernelBundleRef DPCTLKernelBundle_CreateFromSpirv(
    __dpctl_keep const DPCTLSyclContextRef CRef, __dpctl_keep const DPCTLSyclDeviceRef DRef,
    const void *spirv, size_t length, const char *options);

DPCTL_API
__dpctl_give DPCTLSyclKernelBundleRef DPCTLKernelBundle_CreateFromOCLSource(
    __dpctl_keep const DPCTLSyclContextRef CRef, __dpctl_keep const DPCTLSyclDeviceRef DRef,
    const char *source, const char *options);

DPCTL_API
__dpctl_give DPCTLSyclKernelRef
DPCTLKernelBundle_GetKernel(__dpctl_keep DPCTLSyclKernelBundleRef KBRef, const char *name);

DPCTL_API
bool DPCTLKernelBundle_HasKernel(__dpctl_keep DPCTLSyclKernelBundleRef KBRef, const char *name);

DPCTL_API
void DPCTLKernelBundle_Delete(__dpctl_take DPCTLSyclKernelBundleRef KBRef);

DPCTL_API
__dpctl_give DPCTLSyclKernelBundleRef
DPCTLKernelBundle_Copy(__dpctl_keep const DPCTLSyclKernelBundleRef KBRef);

/* ---- SYCL's C++ as text, for programs of later versions of dpctl ---- */

/* Options of a compiler, names of kernels, headers by name and content, and what a compiler says. Texts are copied; Get gives the log's own. */
DPCTL_API
__dpctl_give DPCTLBuildOptionListRef DPCTLBuildOptionList_Create(void);
DPCTL_API
void DPCTLBuildOptionList_Delete(__dpctl_take DPCTLBuildOptionListRef Ref);
DPCTL_API
void DPCTLBuildOptionList_Append(__dpctl_keep DPCTLBuildOptionListRef Ref, const char *option);

DPCTL_API
__dpctl_give DPCTLKernelNameListRef DPCTLKernelNameList_Create(void);
DPCTL_API
void DPCTLKernelNameList_Delete(__dpctl_take DPCTLKernelNameListRef Ref);
DPCTL_API
void DPCTLKernelNameList_Append(__dpctl_keep DPCTLKernelNameListRef Ref, const char *name);

DPCTL_API
__dpctl_give DPCTLVirtualHeaderListRef DPCTLVirtualHeaderList_Create(void);
DPCTL_API
void DPCTLVirtualHeaderList_Delete(__dpctl_take DPCTLVirtualHeaderListRef Ref);
DPCTL_API
void DPCTLVirtualHeaderList_Append(__dpctl_keep DPCTLVirtualHeaderListRef Ref, const char *name, const char *content);

DPCTL_API
__dpctl_give DPCTLKernelBuildLogRef DPCTLKernelBuildLog_Create(void);
DPCTL_API
void DPCTLKernelBuildLog_Delete(__dpctl_take DPCTLKernelBuildLogRef Ref);
DPCTL_API
const char *DPCTLKernelBuildLog_Get(__dpctl_keep DPCTLKernelBuildLogRef Ref);

/* Whether there is a compiler of SYCL's C++ at run time: there is none. */
DPCTL_API
bool DPCTLKernelBundle_CreateFromSYCLSource_Available(void);

/* NULL; the log says what to do instead. The lists and the log may be NULL. */
DPCTL_API
__dpctl_give DPCTLSyclKernelBundleRef DPCTLKernelBundle_CreateFromSYCLSource(
    __dpctl_keep const DPCTLSyclContextRef CRef, __dpctl_keep const DPCTLSyclDeviceRef DRef,
    const char *source, __dpctl_null DPCTLVirtualHeaderListRef headers,
    __dpctl_null DPCTLKernelNameListRef names, __dpctl_null DPCTLBuildOptionListRef options,
    __dpctl_null DPCTLKernelBuildLogRef log);

/* The same as GetKernel and HasKernel: kernels have their names as in the source. */
DPCTL_API
__dpctl_give DPCTLSyclKernelRef
DPCTLKernelBundle_GetSyclKernel(__dpctl_keep DPCTLSyclKernelBundleRef KBRef, const char *name);

DPCTL_API
bool DPCTLKernelBundle_HasSyclKernel(__dpctl_keep DPCTLSyclKernelBundleRef KBRef, const char *name);

DPCTL_C_EXTERN_C_END

#endif
