/* dpctl_sycl_device_interface.h without the plain properties (device_properties.c): making, comparing, parts, relatives, peers. */
#include "compat.h"

DPCTLSyclDeviceRef DPCTLDevice_Copy(const DPCTLSyclDeviceRef DRef)
{
    NEED(DRef, NULL);
    return (DPCTLSyclDeviceRef)dpex_device_retain(device_of(DRef));
}

/* The default device: the one with the highest score (DPCTLDeviceSelector_Score). New reference. */
DPCTLSyclDeviceRef DPCTLDevice_Create(void)
{
    dpex_device *device = NULL;
    if (compat_failed(__func__, dpex_device_find(NULL, &device))) return NULL;
    return (DPCTLSyclDeviceRef)device;
}

DPCTLSyclDeviceRef DPCTLDevice_CreateFromSelector(const DPCTLSyclDeviceSelectorRef DSRef)
{
    NEED(DSRef, NULL);
    return (DPCTLSyclDeviceRef)compat_select(DSRef);
}

void DPCTLDevice_Delete(DPCTLSyclDeviceRef DRef)
{
    if (IS_USABLE(DRef)) dpex_device_release(device_of(DRef));
}

/* There is one object for each root device, and one for each part while it lives, however often the
 * same partition is made. */
bool DPCTLDevice_AreEq(const DPCTLSyclDeviceRef DRef, const DPCTLSyclDeviceRef DRef2)
{
    NEED(DRef, false);
    NEED(DRef2, false);
    return DRef == DRef2;
}

size_t DPCTLDevice_Hash(const DPCTLSyclDeviceRef DRef)
{
    NEED(DRef, 0);
    return (size_t)DRef / 16;
}

/* ---- parts and relatives ---- */

/* The vector takes references of its own, so those that dpex_device_partition gave are released
 * here, whether or not the vector could be made. */
static DPCTLDeviceVectorRef partition(const char *function, const DPCTLSyclDeviceRef DRef,
                                      const dpex_partition *parts)
{
    dpex_device **devices = NULL;
    size_t n = 0;
    if (compat_failed(function, dpex_device_partition(device_of(DRef), parts, &devices, &n)))
        return NULL;
    DPCTLDeviceVectorRef vector = compat_device_vector(devices, n);
    for (size_t i = 0; i < n; i++) dpex_device_release(devices[i]);
    dpex_device_array_free(devices);
    return vector;
}

DPCTLDeviceVectorRef DPCTLDevice_CreateSubDevicesEqually(const DPCTLSyclDeviceRef DRef,
                                                         size_t count)
{
    NEED(DRef, NULL);
    dpex_partition parts = {.kind = DPEX_PARTITION_EQUALLY, .units = count};
    return partition(__func__, DRef, &parts);
}

DPCTLDeviceVectorRef DPCTLDevice_CreateSubDevicesByCounts(const DPCTLSyclDeviceRef DRef,
                                                          size_t *counts, size_t n_counts)
{
    NEED(DRef, NULL);
    NEED(counts, NULL);
    dpex_partition parts = {
        .kind = DPEX_PARTITION_BY_COUNTS, .counts = counts, .n_counts = n_counts};
    return partition(__func__, DRef, &parts);
}

DPCTLDeviceVectorRef DPCTLDevice_CreateSubDevicesByAffinity(const DPCTLSyclDeviceRef DRef,
                                                            DPCTLPartitionAffinityDomainType domain)
{
    NEED(DRef, NULL);
    if ((unsigned)domain >= DPEX_N_AFFINITY_DOMAINS) {
        compat_warn(__func__, "an unknown affinity domain");
        return NULL;
    }
    dpex_partition parts = {.kind = DPEX_PARTITION_BY_AFFINITY,
                            .domain = (dpex_affinity_domain)domain};
    return partition(__func__, DRef, &parts);
}

/* libdpex returns relatives as borrowed; dpctl's callers delete what they are given. */
static DPCTLSyclDeviceRef retained(dpex_device *device)
{
    return device ? (DPCTLSyclDeviceRef)dpex_device_retain(device) : NULL;
}

/* New reference; NULL for a root device. */
DPCTLSyclDeviceRef DPCTLDevice_GetParentDevice(const DPCTLSyclDeviceRef DRef)
{
    NEED(DRef, NULL);
    return retained(dpex_device_get_parent(device_of(DRef)));
}

DPCTLSyclPlatformRef DPCTLDevice_GetPlatform(const DPCTLSyclDeviceRef DRef)
{
    NEED(DRef, NULL);
    return (DPCTLSyclPlatformRef)dpex_device_get_platform(device_of(DRef));
}

/* New reference; NULL where the device is not a component of a composite one. */
DPCTLSyclDeviceRef DPCTLDevice_GetCompositeDevice(const DPCTLSyclDeviceRef DRef)
{
    NEED(DRef, NULL);
    return retained(dpex_device_get_composite(device_of(DRef)));
}

DPCTLDeviceVectorRef DPCTLDevice_GetComponentDevices(const DPCTLSyclDeviceRef DRef)
{
    NEED(DRef, NULL);
    dpex_device *const *devices;
    size_t n;
    if (compat_failed(__func__, dpex_device_get_components(device_of(DRef), &devices, &n)))
        return NULL;
    return compat_device_vector(devices, n);
}

/* ---- peers ---- */

/* `access` asks for plain loads and stores, or for atomic operations too. */
bool DPCTLDevice_CanAccessPeer(const DPCTLSyclDeviceRef DRef, const DPCTLSyclDeviceRef DRef2,
                               DPCTLPeerAccessType access)
{
    NEED(DRef, false);
    NEED(DRef2, false);
    return dpex_device_can_access_peer(device_of(DRef), device_of(DRef2),
                                       access == atomics_supported);
}

void DPCTLDevice_EnablePeerAccess(const DPCTLSyclDeviceRef DRef, const DPCTLSyclDeviceRef DRef2)
{
    NEED(DRef, );
    NEED(DRef2, );
    compat_failed(__func__, dpex_device_set_peer_access(device_of(DRef), device_of(DRef2), 1));
}

void DPCTLDevice_DisablePeerAccess(const DPCTLSyclDeviceRef DRef, const DPCTLSyclDeviceRef DRef2)
{
    NEED(DRef, );
    NEED(DRef2, );
    compat_failed(__func__, dpex_device_set_peer_access(device_of(DRef), device_of(DRef2), 0));
}
