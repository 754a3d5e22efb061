/* dpctl_vector.h: vectors of devices, events and platforms. */
#include <stdlib.h>

#include "compat.h"

#define EL          Device
#define COPY(ref)   DPCTLDevice_Copy(ref)
#define DELETE(ref) DPCTLDevice_Delete(ref)
#include "vector.inc"

#define EL          Event
#define COPY(ref)   DPCTLEvent_Copy(ref)
#define DELETE(ref) DPCTLEvent_Delete(ref)
#include "vector.inc"

#define EL          Platform
#define COPY(ref)   DPCTLPlatform_Copy(ref)
#define DELETE(ref) DPCTLPlatform_Delete(ref)
#include "vector.inc"

/* Both casts hold because a reference is the object's address (compat.h). */
DPCTLDeviceVectorRef compat_device_vector(dpex_device *const *devices, size_t n)
{
    return DPCTLDeviceVector_CreateFromArray(n, (DPCTLSyclDeviceRef *)devices);
}

dpex_device *const *compat_vector_devices(const DPCTLDeviceVectorRef devices, size_t *n)
{
    *n = devices->n;
    return (dpex_device *const *)devices->items;
}
