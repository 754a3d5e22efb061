/* Selectors: which device to take.
 *
 * A score below 0 says that the selector rejects the device. */
#ifndef DPCTL_SYCL_DEVICE_SELECTOR_INTERFACE_H
#define DPCTL_SYCL_DEVICE_SELECTOR_INTERFACE_H

#include "dpctl_sycl_types.h"
#include "dpctl_vector.h"

DPCTL_C_EXTERN_C_BEGIN

DPCTL_API
__dpctl_give DPCTLSyclDeviceSelectorRef DPCTLAcceleratorSelector_Create(void);

DPCTL_API
__dpctl_give DPCTLSyclDeviceSelectorRef DPCTLDefaultSelector_Create(void);

DPCTL_API
__dpctl_give DPCTLSyclDeviceSelectorRef DPCTLCPUSelector_Create(void);

DPCTL_API
__dpctl_give DPCTLSyclDeviceSelectorRef DPCTLFilterSelector_Create(const char *filter);

DPCTL_API
__dpctl_give DPCTLSyclDeviceSelectorRef DPCTLGPUSelector_Create(void);

DPCTL_API
void DPCTLDeviceSelector_Delete(__dpctl_take DPCTLSyclDeviceSelectorRef DSRef);

DPCTL_API
int DPCTLDeviceSelector_Score(__dpctl_keep DPCTLSyclDeviceSelectorRef DSRef,
                              __dpctl_keep DPCTLSyclDeviceRef DRef);

DPCTL_C_EXTERN_C_END

#endif
