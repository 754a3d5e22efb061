/* The root devices as a list.
 *
 * An int that identifies devices is DPCTLSyclBackendType | DPCTLSyclDeviceType; a half that is 0 stands for all, and 0 as a whole for none.
 * Positions count among the devices that match; -1: not among them. GetCachedContext is borrowed: it lives as long as the process, and is
 * NULL for a sub-device. */
#ifndef DPCTL_SYCL_DEVICE_MANAGER_H
#define DPCTL_SYCL_DEVICE_MANAGER_H

#include "dpctl_sycl_types.h"
#include "dpctl_vector.h"

DPCTL_C_EXTERN_C_BEGIN

DPCTL_API
__dpctl_give DPCTLDeviceVectorRef DPCTLDeviceMgr_GetDevices(int device_identifier);

DPCTL_API
__dpctl_give const char *DPCTLDeviceMgr_GetDeviceInfoStr(
    __dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
int DPCTLDeviceMgr_GetPositionInDevices(__dpctl_keep DPCTLSyclDeviceRef DRef,
                                        int device_identifier);

DPCTL_API
DPCTLSyclContextRef DPCTLDeviceMgr_GetCachedContext(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
size_t DPCTLDeviceMgr_GetNumDevices(int device_identifier);

DPCTL_API
void DPCTLDeviceMgr_PrintDeviceInfo(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
int64_t DPCTLDeviceMgr_GetRelativeId(__dpctl_keep const DPCTLSyclDeviceRef DRef);

DPCTL_API
__dpctl_give DPCTLDeviceVectorRef DPCTLDeviceMgr_GetCompositeDevices(void);

DPCTL_C_EXTERN_C_END

#endif
