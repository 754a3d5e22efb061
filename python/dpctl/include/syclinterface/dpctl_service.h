/* The version of the library, and its log. */
#ifndef DPCTL_SERVICE_H
#define DPCTL_SERVICE_H

#include "dpctl_sycl_types.h"

DPCTL_C_EXTERN_C_BEGIN

DPCTL_API
__dpctl_give const char *DPCTLService_GetDPCPPVersion(void);

DPCTL_API
void DPCTLService_InitLogger(const char *app_name, const char *log_dir);

DPCTL_API
void DPCTLService_ShutdownLogger(void);

DPCTL_C_EXTERN_C_END

#endif
