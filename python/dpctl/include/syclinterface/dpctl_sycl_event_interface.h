/* Events: commands that were submitted.
 *
 * A wait also returns when the command failed; DPCTL_VERBOSITY=error shows its message. Profiling times are nanoseconds, 0 without
 * DPCTL_ENABLE_PROFILING. */
#ifndef DPCTL_SYCL_EVENT_INTERFACE_H
#define DPCTL_SYCL_EVENT_INTERFACE_H

#include "dpctl_sycl_types.h"
#include "dpctl_vector.h"

DPCTL_C_EXTERN_C_BEGIN

DPCTL_API
__dpctl_give DPCTLSyclEventRef DPCTLEvent_Create(void);

DPCTL_API
void DPCTLEvent_Wait(__dpctl_keep DPCTLSyclEventRef ERef);

DPCTL_API
void DPCTLEvent_WaitAndThrow(__dpctl_keep DPCTLSyclEventRef ERef);

DPCTL_API
void DPCTLEvent_Delete(__dpctl_take DPCTLSyclEventRef ERef);

DPCTL_API
__dpctl_give DPCTLSyclEventRef DPCTLEvent_Copy(__dpctl_keep const DPCTLSyclEventRef ERef);

DPCTL_API
DPCTLSyclBackendType DPCTLEvent_GetBackend(__dpctl_keep DPCTLSyclEventRef ERef);

DPCTL_API
DPCTLSyclEventStatusType DPCTLEvent_GetCommandExecutionStatus(__dpctl_keep DPCTLSyclEventRef ERef);

DPCTL_API
uint64_t DPCTLEvent_GetProfilingInfoSubmit(__dpctl_keep DPCTLSyclEventRef ERef);

DPCTL_API
uint64_t DPCTLEvent_GetProfilingInfoStart(__dpctl_keep DPCTLSyclEventRef ERef);

DPCTL_API
uint64_t DPCTLEvent_GetProfilingInfoEnd(__dpctl_keep DPCTLSyclEventRef ERef);

DPCTL_API
__dpctl_give DPCTLEventVectorRef DPCTLEvent_GetWaitList(__dpctl_keep DPCTLSyclEventRef ERef);

DPCTL_C_EXTERN_C_END

#endif
