/* Vectors of references. CreateFromArray and GetAt copy references: the vector owns its own, and the caller owns what GetAt gives.
 * GetAt beyond the end is NULL. Deleting and clearing accept NULL. */
#ifndef DPCTL_VECTOR_H
#define DPCTL_VECTOR_H

#include "dpctl_sycl_types.h"

DPCTL_C_EXTERN_C_BEGIN

DPCTL_API
__dpctl_give DPCTLDeviceVectorRef DPCTLDeviceVector_Create(void);

DPCTL_API
__dpctl_give DPCTLDeviceVectorRef
DPCTLDeviceVector_CreateFromArray(size_t n, __dpctl_keep DPCTLSyclDeviceRef *elements);

DPCTL_API
void DPCTLDeviceVector_Delete(__dpctl_take DPCTLDeviceVectorRef Vec);

DPCTL_API
void DPCTLDeviceVector_Clear(__dpctl_keep DPCTLDeviceVectorRef Vec);

DPCTL_API
size_t DPCTLDeviceVector_Size(__dpctl_keep DPCTLDeviceVectorRef Vec);

DPCTL_API
__dpctl_give DPCTLSyclDeviceRef DPCTLDeviceVector_GetAt(__dpctl_keep DPCTLDeviceVectorRef Vec,
                                                        size_t index);

DPCTL_API
__dpctl_give DPCTLEventVectorRef DPCTLEventVector_Create(void);

DPCTL_API
__dpctl_give DPCTLEventVectorRef
DPCTLEventVector_CreateFromArray(size_t n, __dpctl_keep DPCTLSyclEventRef *elements);

DPCTL_API
void DPCTLEventVector_Delete(__dpctl_take DPCTLEventVectorRef Vec);

DPCTL_API
void DPCTLEventVector_Clear(__dpctl_keep DPCTLEventVectorRef Vec);

DPCTL_API
size_t DPCTLEventVector_Size(__dpctl_keep DPCTLEventVectorRef Vec);

DPCTL_API
__dpctl_give DPCTLSyclEventRef DPCTLEventVector_GetAt(__dpctl_keep DPCTLEventVectorRef Vec,
                                                      size_t index);

DPCTL_API
__dpctl_give DPCTLPlatformVectorRef DPCTLPlatformVector_Create(void);

DPCTL_API
__dpctl_give DPCTLPlatformVectorRef
DPCTLPlatformVector_CreateFromArray(size_t n, __dpctl_keep DPCTLSyclPlatformRef *elements);

DPCTL_API
void DPCTLPlatformVector_Delete(__dpctl_take DPCTLPlatformVectorRef Vec);

DPCTL_API
void DPCTLPlatformVector_Clear(__dpctl_keep DPCTLPlatformVectorRef Vec);

DPCTL_API
size_t DPCTLPlatformVector_Size(__dpctl_keep DPCTLPlatformVectorRef Vec);

DPCTL_API
__dpctl_give DPCTLSyclPlatformRef DPCTLPlatformVector_GetAt(__dpctl_keep DPCTLPlatformVectorRef Vec,
                                                            size_t index);

DPCTL_C_EXTERN_C_END

#endif
