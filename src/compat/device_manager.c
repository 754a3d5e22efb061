/* dpctl_sycl_device_manager.h: the root devices as a list, positions in it, and devices as text. */
#include <stdio.h>
#include <stdlib.h>

#include "compat.h"

/* The root devices of an identifier in a new array; NULL: none, or no memory. */
static dpex_device **matching(int identifier, size_t *n_matching)
{
    dpex_device *const *all;
    size_t n;
    *n_matching = 0;
    if (compat_failed(__func__, dpex_device_get_all(&all, &n))) return NULL;
    dpex_device **devices = calloc(n + 1, sizeof *devices);
    for (size_t i = 0; devices && i < n; i++)
        if (compat_matches(all[i], identifier)) devices[(*n_matching)++] = all[i];
    return devices;
}

DPCTLDeviceVectorRef DPCTLDeviceMgr_GetDevices(int device_identifier)
{
    size_t n;
    dpex_device **devices = matching(device_identifier, &n);
    DPCTLDeviceVectorRef vector = compat_device_vector(devices, n);
    free(devices);
    return vector;
}

/* One array is made for both questions: the list is short, and asking is rare. */
size_t DPCTLDeviceMgr_GetNumDevices(int device_identifier)
{
    size_t n;
    free(matching(device_identifier, &n));
    return n;
}

/* -1 where the device is not among them: a sub-device, or one of another backend or type. */
int DPCTLDeviceMgr_GetPositionInDevices(DPCTLSyclDeviceRef DRef, int device_identifier)
{
    NEED(DRef, -1);
    size_t n;
    int position = -1;
    dpex_device **devices = matching(device_identifier, &n);
    for (size_t i = 0; i < n && position < 0; i++)
        if (devices[i] == device_of(DRef)) position = (int)i;
    free(devices);
    return position;
}

/* The number that a filter string such as "opencl:gpu:1" gives this device. */
int64_t DPCTLDeviceMgr_GetRelativeId(const DPCTLSyclDeviceRef DRef)
{
    NEED(DRef, -1);
    const dpex_device_info *info = dpex_device_get_info(device_of(DRef));
    int identifier = (int)compat_backend(info->backend) | (int)compat_device_type(info->type);
    return DPCTLDeviceMgr_GetPositionInDevices(DRef, identifier);
}

/* The platform's default context, for root devices only. Borrowed, unlike
 * DPCTLPlatform_GetDefaultContext's. */
DPCTLSyclContextRef DPCTLDeviceMgr_GetCachedContext(const DPCTLSyclDeviceRef DRef)
{
    NEED(DRef, NULL);
    dpex_device *device = device_of(DRef);
    if (dpex_device_get_root(device) != device) return NULL;
    dpex_context *ctx = NULL;
    dpex_platform *platform = dpex_device_get_platform(device);
    if (compat_failed(__func__, dpex_platform_get_default_context(platform, &ctx))) return NULL;
    return (DPCTLSyclContextRef)ctx;
}

DPCTLDeviceVectorRef DPCTLDeviceMgr_GetCompositeDevices(void)
{
    dpex_device *const *devices;
    size_t n;
    if (compat_failed(__func__, dpex_device_get_composites(&devices, &n))) return NULL;
    return compat_device_vector(devices, n);
}

/* ---- as text ---- */

/* A device without a filter string (a sub-device) has no such line. */
void compat_append_device(char **text, const dpex_device *device, const char *indent)
{
    const dpex_device_info *info = dpex_device_get_info(device);
    char filter[64];
    compat_append(text, "%sName            %s\n", indent, info->name);
    compat_append(text, "%sDriver version  %s\n", indent, info->driver_version);
    compat_append(text, "%sVendor          %s\n", indent, info->vendor);
    if (!dpex_device_get_filter(device, 1, 1, filter, sizeof filter))
        compat_append(text, "%sFilter string   %s\n", indent, filter);
}

/* The caller deletes the text with DPCTLCString_Delete. */
const char *DPCTLDeviceMgr_GetDeviceInfoStr(const DPCTLSyclDeviceRef DRef)
{
    NEED(DRef, NULL);
    char *text = NULL;
    compat_append_device(&text, device_of(DRef), "    ");
    return text;
}

void DPCTLDeviceMgr_PrintDeviceInfo(const DPCTLSyclDeviceRef DRef)
{
    const char *text = DPCTLDeviceMgr_GetDeviceInfoStr(DRef);
    if (text) fputs(text, stdout);
    DPCTLCString_Delete(text);
}
