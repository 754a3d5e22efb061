/* dpctl_sycl_platform_interface.h and dpctl_sycl_platform_manager.h. libdpex's platforms live as long as the process; a reference
 * is borrowed memory, and copying or deleting it does nothing. */
#include <stdio.h>
#include <stdlib.h>

#include "compat.h"

bool DPCTLPlatform_AreEq(const DPCTLSyclPlatformRef PRef, const DPCTLSyclPlatformRef PRef2)
{
    NEED(PRef, false);
    NEED(PRef2, false);
    return PRef == PRef2;
}

DPCTLSyclPlatformRef DPCTLPlatform_Copy(const DPCTLSyclPlatformRef PRef)
{
    NEED(PRef, NULL);
    return PRef;
}

/* Takes the reference of the device; NULL gives NULL. */
static DPCTLSyclPlatformRef platform_of_device(dpex_device *device)
{
    if (!device) return NULL;
    dpex_platform *platform = dpex_device_get_platform(device);
    dpex_device_release(device);
    return (DPCTLSyclPlatformRef)platform;
}

DPCTLSyclPlatformRef DPCTLPlatform_Create(void)
{
    dpex_device *device = NULL;
    if (compat_failed(__func__, dpex_device_find(NULL, &device))) return NULL;
    return platform_of_device(device);
}

DPCTLSyclPlatformRef DPCTLPlatform_CreateFromSelector(const DPCTLSyclDeviceSelectorRef DSRef)
{
    NEED(DSRef, NULL);
    return platform_of_device(compat_select(DSRef));
}

void DPCTLPlatform_Delete(DPCTLSyclPlatformRef PRef)
{
    (void)PRef;
}

DPCTLSyclBackendType DPCTLPlatform_GetBackend(const DPCTLSyclPlatformRef PRef)
{
    NEED(PRef, DPCTL_UNKNOWN_BACKEND);
    return compat_backend(dpex_platform_get_info(platform_of(PRef))->backend);
}

/* Texts of a platform are copies, which the caller deletes with DPCTLCString_Delete. */
const char *DPCTLPlatform_GetName(const DPCTLSyclPlatformRef PRef)
{
    NEED(PRef, NULL);
    return compat_text(dpex_platform_get_info(platform_of(PRef))->name);
}

const char *DPCTLPlatform_GetVendor(const DPCTLSyclPlatformRef PRef)
{
    NEED(PRef, NULL);
    return compat_text(dpex_platform_get_info(platform_of(PRef))->vendor);
}

const char *DPCTLPlatform_GetVersion(const DPCTLSyclPlatformRef PRef)
{
    NEED(PRef, NULL);
    return compat_text(dpex_platform_get_info(platform_of(PRef))->version);
}

/* New vector, deleted by the caller; its elements live as long as the process. */
DPCTLPlatformVectorRef DPCTLPlatform_GetPlatforms(void)
{
    dpex_platform *const *platforms;
    size_t n;
    if (compat_failed(__func__, dpex_platform_get_all(&platforms, &n))) return NULL;
    return DPCTLPlatformVector_CreateFromArray(n, (DPCTLSyclPlatformRef *)platforms);
}

size_t DPCTLPlatform_Hash(const DPCTLSyclPlatformRef PRef)
{
    NEED(PRef, 0);
    return (size_t)PRef / 16;
}

/* Those of n devices that are of a type, in a new vector with references of its own. */
static DPCTLDeviceVectorRef of_type(dpex_device *const *devices, size_t n, int type)
{
    dpex_device **chosen = calloc(n + 1, sizeof *chosen);
    if (!chosen) return NULL;
    size_t n_chosen = 0;
    for (size_t i = 0; i < n; i++)
        if (compat_matches(devices[i], type)) chosen[n_chosen++] = devices[i];
    DPCTLDeviceVectorRef vector = compat_device_vector(chosen, n_chosen);
    free(chosen);
    return vector;
}

DPCTLDeviceVectorRef DPCTLPlatform_GetDevices(const DPCTLSyclPlatformRef PRef,
                                              DPCTLSyclDeviceType type)
{
    NEED(PRef, NULL);
    dpex_device *const *devices;
    size_t n;
    if (compat_failed(__func__, dpex_platform_get_devices(platform_of(PRef), &devices, &n)))
        return NULL;
    return of_type(devices, n, (int)type & DPCTL_ALL);
}

DPCTLDeviceVectorRef DPCTLPlatform_GetCompositeDevices(const DPCTLSyclPlatformRef PRef)
{
    NEED(PRef, NULL);
    dpex_device *const *devices;
    size_t n;
    if (compat_failed(__func__, dpex_device_get_composites(&devices, &n))) return NULL;
    dpex_device **chosen = calloc(n + 1, sizeof *chosen);
    if (!chosen) return NULL;
    size_t n_chosen = 0;
    for (size_t i = 0; i < n; i++)
        if (dpex_device_get_platform(devices[i]) == platform_of(PRef))
            chosen[n_chosen++] = devices[i];
    DPCTLDeviceVectorRef vector = compat_device_vector(chosen, n_chosen);
    free(chosen);
    return vector;
}

DPCTLSyclContextRef DPCTLPlatform_GetDefaultContext(const DPCTLSyclPlatformRef PRef)
{
    NEED(PRef, NULL);
    dpex_context *ctx = NULL;
    if (compat_failed(__func__, dpex_platform_get_default_context(platform_of(PRef), &ctx)))
        return NULL;
    return (DPCTLSyclContextRef)dpex_context_retain(ctx);
}

/* ---- as text ---- */

/* verbosity: 0 the name, 1 also the devices' names, from 2 on all that is known of each device. The
 * caller deletes the text with DPCTLCString_Delete. */
const char *DPCTLPlatformMgr_GetInfo(const DPCTLSyclPlatformRef PRef, size_t verbosity)
{
    NEED(PRef, NULL);
    const dpex_platform_info *info = dpex_platform_get_info(platform_of(PRef));
    char *text = NULL;
    if (verbosity == 0) return compat_text(info->name);
    compat_append(&text, "Name        %s\nVersion     %s\nVendor      %s\n", info->name,
                  info->version, info->vendor);
    dpex_device *const *devices;
    size_t n;
    if (compat_failed(__func__, dpex_platform_get_devices(platform_of(PRef), &devices, &n)))
        return text;
    compat_append(&text, "Num Devices %zu\n", n);
    for (size_t i = 0; i < n; i++) {
        compat_append(&text, "  # %zu\n", i);
        if (verbosity > 1)
            compat_append_device(&text, devices[i], "    ");
        else
            compat_append(&text, "    Name %s\n", dpex_device_get_info(devices[i])->name);
    }
    return text;
}

void DPCTLPlatformMgr_PrintInfo(const DPCTLSyclPlatformRef PRef, size_t verbosity)
{
    const char *text = DPCTLPlatformMgr_GetInfo(PRef, verbosity);
    if (text) printf("%s\n", text);
    DPCTLCString_Delete(text);
}
