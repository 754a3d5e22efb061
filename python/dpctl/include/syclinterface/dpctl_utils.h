/* Giving back what other functions returned. */
#ifndef DPCTL_UTILS_H
#define DPCTL_UTILS_H

#include "dpctl_sycl_types.h"

DPCTL_C_EXTERN_C_BEGIN

DPCTL_API
void DPCTLCString_Delete(__dpctl_take const char *text);

DPCTL_API
void DPCTLSize_t_Array_Delete(__dpctl_take size_t *array);

DPCTL_API
void DPCTLInt_Array_Delete(__dpctl_take int *array);

DPCTL_C_EXTERN_C_END

#endif
