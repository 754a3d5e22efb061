/* Devices: look-up, properties, parts, peers.
 *
 * A property of a NULL device is 0, false, NULL or the enumerator for unknown. Texts go to DPCTLCString_Delete. The arrays of
 * GetMaxWorkItemSizes* and GetSubGroupSizes belong to the caller too: DPCTLSize_t_Array_Delete. Creating sub-devices gives NULL where the
 * device cannot be split so. GetParentDevice is NULL for a device that is not part of another. */
#ifndef DPCTL_SYCL_DEVICE_INTERFACE_H
#define DPCTL_SYCL_DEVICE_INTERFACE_H

#include "dpctl_sycl_types.h"
#include "dpctl_vector.h"

DPCTL_C_EXTERN_C_BEGIN

DPCTL_API
__dpctl_give DPCTLSyclDeviceRef DPCTLDevice_Copy(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
__dpctl_give DPCTLSyclDeviceRef DPCTLDevice_Create(void);

DPCTL_API
__dpctl_give DPCTLSyclDeviceRef
DPCTLDevice_CreateFromSelector(__dpctl_keep const DPCTLSyclDeviceSelectorRef DSRef);

DPCTL_API
void DPCTLDevice_Delete(__dpctl_take DPCTLSyclDeviceRef DRef);

DPCTL_API
bool DPCTLDevice_IsAccelerator(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
bool DPCTLDevice_IsCPU(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
bool DPCTLDevice_IsGPU(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
DPCTLSyclBackendType DPCTLDevice_GetBackend(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
DPCTLSyclDeviceType DPCTLDevice_GetDeviceType(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
__dpctl_give const char *DPCTLDevice_GetDriverVersion(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
uint32_t DPCTLDevice_GetMaxComputeUnits(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
uint64_t DPCTLDevice_GetGlobalMemSize(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
uint64_t DPCTLDevice_GetLocalMemSize(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
uint32_t DPCTLDevice_GetMaxWorkItemDims(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
__dpctl_give size_t *DPCTLDevice_GetMaxWorkItemSizes1d(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
__dpctl_give size_t *DPCTLDevice_GetMaxWorkItemSizes2d(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
__dpctl_give size_t *DPCTLDevice_GetMaxWorkItemSizes3d(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
size_t DPCTLDevice_GetMaxWorkGroupSize(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
uint32_t DPCTLDevice_GetMaxNumSubGroups(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
__dpctl_give DPCTLSyclPlatformRef
DPCTLDevice_GetPlatform(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
__dpctl_give const char *DPCTLDevice_GetName(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
__dpctl_give const char *DPCTLDevice_GetVendor(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
bool DPCTLDevice_AreEq(__dpctl_keep const DPCTLSyclDeviceRef DRef,
                       __dpctl_keep const DPCTLSyclDeviceRef DRef2);

DPCTL_API
bool DPCTLDevice_HasAspect(__dpctl_keep const DPCTLSyclDeviceRef DRef, DPCTLSyclAspectType aspect);

DPCTL_API
uint32_t DPCTLDevice_GetMaxReadImageArgs(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
uint32_t DPCTLDevice_GetMaxWriteImageArgs(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
size_t DPCTLDevice_GetImage2dMaxWidth(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
size_t DPCTLDevice_GetImage2dMaxHeight(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
size_t DPCTLDevice_GetImage3dMaxWidth(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
size_t DPCTLDevice_GetImage3dMaxHeight(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
size_t DPCTLDevice_GetImage3dMaxDepth(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
__dpctl_give DPCTLDeviceVectorRef
DPCTLDevice_CreateSubDevicesEqually(__dpctl_keep const DPCTLSyclDeviceRef DRef, size_t count);

DPCTL_API
__dpctl_give DPCTLDeviceVectorRef DPCTLDevice_CreateSubDevicesByCounts(
    __dpctl_keep const DPCTLSyclDeviceRef DRef, size_t *counts, size_t n_counts);

DPCTL_API
__dpctl_give DPCTLDeviceVectorRef DPCTLDevice_CreateSubDevicesByAffinity(
    __dpctl_keep const DPCTLSyclDeviceRef DRef, DPCTLPartitionAffinityDomainType domain);

DPCTL_API
bool DPCTLDevice_GetSubGroupIndependentForwardProgress(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
uint32_t DPCTLDevice_GetPreferredVectorWidthChar(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
uint32_t DPCTLDevice_GetPreferredVectorWidthShort(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
uint32_t DPCTLDevice_GetPreferredVectorWidthInt(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
uint32_t DPCTLDevice_GetPreferredVectorWidthLong(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
uint32_t DPCTLDevice_GetPreferredVectorWidthFloat(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
uint32_t DPCTLDevice_GetPreferredVectorWidthDouble(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
uint32_t DPCTLDevice_GetPreferredVectorWidthHalf(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
uint32_t DPCTLDevice_GetNativeVectorWidthChar(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
uint32_t DPCTLDevice_GetNativeVectorWidthShort(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
uint32_t DPCTLDevice_GetNativeVectorWidthInt(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
uint32_t DPCTLDevice_GetNativeVectorWidthLong(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
uint32_t DPCTLDevice_GetNativeVectorWidthFloat(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
uint32_t DPCTLDevice_GetNativeVectorWidthDouble(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
uint32_t DPCTLDevice_GetNativeVectorWidthHalf(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
__dpctl_give DPCTLSyclDeviceRef
DPCTLDevice_GetParentDevice(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
uint32_t DPCTLDevice_GetPartitionMaxSubDevices(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
size_t DPCTLDevice_Hash(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
size_t DPCTLDevice_GetProfilingTimerResolution(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
uint32_t DPCTLDevice_GetGlobalMemCacheLineSize(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
uint32_t DPCTLDevice_GetMaxClockFrequency(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
uint64_t DPCTLDevice_GetMaxMemAllocSize(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
uint64_t DPCTLDevice_GetGlobalMemCacheSize(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
DPCTLGlobalMemCacheType DPCTLDevice_GetGlobalMemCacheType(
    __dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
__dpctl_give size_t *DPCTLDevice_GetSubGroupSizes(__dpctl_keep const DPCTLSyclDeviceRef DRef,
                                                  size_t *n_sizes);

DPCTL_API
__dpctl_give DPCTLSyclDeviceRef
DPCTLDevice_GetCompositeDevice(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
__dpctl_give DPCTLDeviceVectorRef
DPCTLDevice_GetComponentDevices(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
bool DPCTLDevice_CanAccessPeer(__dpctl_keep const DPCTLSyclDeviceRef DRef,
                               __dpctl_keep const DPCTLSyclDeviceRef DRef2,
                               DPCTLPeerAccessType access);

DPCTL_API
void DPCTLDevice_EnablePeerAccess(__dpctl_keep const DPCTLSyclDeviceRef DRef,
                                  __dpctl_keep const DPCTLSyclDeviceRef DRef2);

DPCTL_API
void DPCTLDevice_DisablePeerAccess(__dpctl_keep const DPCTLSyclDeviceRef DRef,
                                   __dpctl_keep const DPCTLSyclDeviceRef DRef2);

DPCTL_API
uint32_t DPCTLDevice_GetVendorId(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
uint32_t DPCTLDevice_GetAddressBits(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
size_t DPCTLDevice_GetImageMaxBufferSize(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
uint32_t DPCTLDevice_GetMaxSamplers(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
size_t DPCTLDevice_GetMaxParameterSize(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
uint32_t DPCTLDevice_GetMemBaseAddrAlign(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
bool DPCTLDevice_GetErrorCorrectionSupport(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
bool DPCTLDevice_IsAvailable(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
__dpctl_give const char *DPCTLDevice_GetVersion(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
__dpctl_give const char *DPCTLDevice_GetBackendVersion(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
DPCTLLocalMemType DPCTLDevice_GetLocalMemType(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
DPCTLPartitionPropertyType DPCTLDevice_GetPartitionTypeProperty(
    __dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
DPCTLPartitionAffinityDomainType DPCTLDevice_GetPartitionTypeAffinityDomain(
    __dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
__dpctl_give int *DPCTLDevice_GetHalfFPConfig(__dpctl_keep const DPCTLSyclDeviceRef DRef,
                                              size_t *n_values);

DPCTL_API
__dpctl_give int *DPCTLDevice_GetSingleFPConfig(__dpctl_keep const DPCTLSyclDeviceRef DRef,
                                                size_t *n_values);

DPCTL_API
__dpctl_give int *DPCTLDevice_GetDoubleFPConfig(__dpctl_keep const DPCTLSyclDeviceRef DRef,
                                                size_t *n_values);

DPCTL_API
__dpctl_give int *DPCTLDevice_GetAtomicMemoryOrderCapabilities(
    __dpctl_keep const DPCTLSyclDeviceRef DRef, size_t *n_values);

DPCTL_API
__dpctl_give int *DPCTLDevice_GetAtomicFenceOrderCapabilities(
    __dpctl_keep const DPCTLSyclDeviceRef DRef, size_t *n_values);

DPCTL_API
__dpctl_give int *DPCTLDevice_GetAtomicMemoryScopeCapabilities(
    __dpctl_keep const DPCTLSyclDeviceRef DRef, size_t *n_values);

DPCTL_API
__dpctl_give int *DPCTLDevice_GetAtomicFenceScopeCapabilities(
    __dpctl_keep const DPCTLSyclDeviceRef DRef, size_t *n_values);

DPCTL_API
__dpctl_give int *DPCTLDevice_GetPartitionProperties(__dpctl_keep const DPCTLSyclDeviceRef DRef,
                                                     size_t *n_values);

DPCTL_API
__dpctl_give int *DPCTLDevice_GetPartitionAffinityDomains(
    __dpctl_keep const DPCTLSyclDeviceRef DRef, size_t *n_values);

DPCTL_API
bool DPCTLDevice_CanCompileSPIRV(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
bool DPCTLDevice_CanCompileOpenCL(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
bool DPCTLDevice_CanCompileSYCL(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_C_EXTERN_C_END

#endif
