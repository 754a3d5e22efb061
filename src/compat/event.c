/* dpctl_sycl_event_interface.h: events. */
#include <stdlib.h>

#include "compat.h"

/* An event of no command, complete from the start. */
DPCTLSyclEventRef DPCTLEvent_Create(void)
{
    dpex_event *event = NULL;
    if (compat_failed(__func__, dpex_event_create(&event))) return NULL;
    return (DPCTLSyclEventRef)event;
}

/* A signal that arrives meanwhile does not end the wait. */
void DPCTLEvent_Wait(DPCTLSyclEventRef ERef)
{
    NEED(ERef, );
    dpex_status status;
    do status = dpex_event_wait(event_of(ERef), 0, NULL);
    while (status == DPEX_ERROR_INTERRUPTED);
    compat_failed(__func__, status);
}

/* A C function cannot throw: a failure of the command goes to its queue's error handler, by the queue's wait. */
void DPCTLEvent_WaitAndThrow(DPCTLSyclEventRef ERef)
{
    DPCTLEvent_Wait(ERef);
}

void DPCTLEvent_Delete(DPCTLSyclEventRef ERef)
{
    if (IS_USABLE(ERef)) dpex_event_release(event_of(ERef));
}

DPCTLSyclEventRef DPCTLEvent_Copy(const DPCTLSyclEventRef ERef)
{
    NEED(ERef, NULL);
    return (DPCTLSyclEventRef)dpex_event_retain(event_of(ERef));
}

DPCTLSyclBackendType DPCTLEvent_GetBackend(DPCTLSyclEventRef ERef)
{
    NEED(ERef, DPCTL_UNKNOWN_BACKEND);
    return compat_backend(dpex_event_get_backend(event_of(ERef)));
}

/* Both interfaces have the same numbers. */
DPCTLSyclEventStatusType DPCTLEvent_GetCommandExecutionStatus(DPCTLSyclEventRef ERef)
{
    NEED(ERef, DPCTL_UNKNOWN_STATUS);
    return (DPCTLSyclEventStatusType)dpex_event_get_status(event_of(ERef));
}

/* In nanoseconds of the device's clock. */
typedef struct profile {
    uint64_t submit, start, end;
} profile;

/* Waits for the command. All zeros where the queue records no times. */
static profile profile_of(DPCTLSyclEventRef ERef)
{
    profile p = {0};
    dpex_status status;
    do status = dpex_event_get_profile(event_of(ERef), &p.submit, &p.start, &p.end);
    while (status == DPEX_ERROR_INTERRUPTED);
    return compat_failed("DPCTLEvent_GetProfilingInfo", status) ? (profile){0} : p;
}

/* Three functions of one query: libdpex has all times as soon as it has one. */
uint64_t DPCTLEvent_GetProfilingInfoSubmit(DPCTLSyclEventRef ERef)
{
    NEED(ERef, 0);
    return profile_of(ERef).submit;
}

uint64_t DPCTLEvent_GetProfilingInfoStart(DPCTLSyclEventRef ERef)
{
    NEED(ERef, 0);
    return profile_of(ERef).start;
}

uint64_t DPCTLEvent_GetProfilingInfoEnd(DPCTLSyclEventRef ERef)
{
    NEED(ERef, 0);
    return profile_of(ERef).end;
}

/* Those of the command's dependencies that are still pending, in a new vector with references of
 * its own; libdpex's array and references end here. */
DPCTLEventVectorRef DPCTLEvent_GetWaitList(DPCTLSyclEventRef ERef)
{
    NEED(ERef, NULL);
    dpex_event **events = NULL;
    size_t n = 0;
    if (compat_failed(__func__, dpex_event_get_wait_list(event_of(ERef), &events, &n))) return NULL;
    DPCTLEventVectorRef vector = DPCTLEventVector_CreateFromArray(n, (DPCTLSyclEventRef *)events);
    for (size_t i = 0; i < n; i++) dpex_event_release(events[i]);
    free(events);
    return vector;
}
