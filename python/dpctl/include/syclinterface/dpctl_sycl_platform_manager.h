/* Platforms as text.
 *
 * The number is the verbosity: 0 for the name, 1 with the devices, 2 with their properties. */
#ifndef DPCTL_SYCL_PLATFORM_MANAGER_H
#define DPCTL_SYCL_PLATFORM_MANAGER_H

#include "dpctl_sycl_types.h"
#include "dpctl_vector.h"

DPCTL_C_EXTERN_C_BEGIN

DPCTL_API
void DPCTLPlatformMgr_PrintInfo(__dpctl_keep const DPCTLSyclPlatformRef PRef, size_t verbosity);

DPCTL_API
__dpctl_give const char *DPCTLPlatformMgr_GetInfo(__dpctl_keep const DPCTLSyclPlatformRef PRef,
                                                  size_t verbosity);

DPCTL_C_EXTERN_C_END

#endif
