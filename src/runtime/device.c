/* One device: its properties, its parent and components, its peers.
 *
 * Not here: finding devices (filter.c), splitting and counting them (partition.c). */
#include "backend/backend.h"
#include "base/error.h"
#include "runtime/registry.h"

/* The first call in the process runs discovery (registry.c). */
dpex_status dpex_device_get_all(dpex_device *const **devices, size_t *n)
{
    const dpex_registry *registry;
    DPEX_TRY(dpex_registry_get(&registry));
    *devices = registry->devices;
    *n = registry->n_devices;
    return DPEX_SUCCESS;
}

const dpex_device_info *dpex_device_get_info(const dpex_device *device)
{
    return &device->info;
}

int dpex_device_has_aspect(const dpex_device *device, dpex_aspect aspect)
{
    return (unsigned)aspect < DPEX_N_ASPECTS && (device->info.aspects >> aspect & 1);
}

int dpex_device_runs_on_host(const dpex_device *device)
{
    return device->backend->runs_on_host;
}

dpex_platform *dpex_device_get_platform(const dpex_device *device)
{
    return device->platform;
}
dpex_device *dpex_device_get_parent(const dpex_device *device)
{
    return device->parent;
}

/* Sub-devices may be split again, so there may be several levels. */
dpex_device *dpex_device_get_root(const dpex_device *device)
{
    while (device->parent) device = device->parent;
    return (dpex_device *)device;
}

size_t dpex_device_get_index(const dpex_device *device)
{
    return device->index;
}

/* A number that other processes change at any time: for reports, and for refusing what cannot
 * fit. */
dpex_status dpex_device_get_free_memory(const dpex_device *device, uint64_t *bytes)
{
    if (!device->backend->free_memory)
        return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED, "%s does not report its free memory",
                         device->info.name);
    return device->backend->free_memory(device, bytes);
}

int dpex_device_get_cuda_ordinal(const dpex_device *device)
{
    return device->backend->cuda_ordinal ? device->backend->cuda_ordinal(device) : -1;
}

/* A backend whose devices nobody else in the process can use has no such entry. */
dpex_status dpex_device_synchronize(dpex_device *device)
{
    return device->backend->synchronize ? device->backend->synchronize(device) : DPEX_SUCCESS;
}

dpex_device *dpex_device_get_composite(const dpex_device *device)
{
    return device->composite;
}

/* None for a device that is not composite: *n is 0. */
dpex_status dpex_device_get_components(const dpex_device *device, dpex_device *const **devices,
                                       size_t *n)
{
    *devices = device->components;
    *n = device->n_components;
    return DPEX_SUCCESS;
}

dpex_status dpex_device_get_composites(dpex_device *const **devices, size_t *n)
{
    const dpex_registry *registry;
    DPEX_TRY(dpex_registry_get(&registry));
    *devices = registry->composites;
    *n = registry->n_composites;
    return DPEX_SUCCESS;
}

/* A backend may show devices under several names (the simulator does), which are not peers of each
 * other. */
int dpex_device_can_access_peer(const dpex_device *device, const dpex_device *peer, int atomics)
{
    return device != peer && device->backend == peer->backend &&
           device->info.backend == peer->info.backend && device->backend->can_access_peer &&
           device->backend->can_access_peer(device, peer, atomics);
}

/* Each reason for a refusal has its own message, so the conditions are tested one by one. */
dpex_status dpex_device_set_peer_access(dpex_device *device, dpex_device *peer, int enable)
{
    if (device == peer)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "%s is not a peer of itself", device->info.name);
    if (device->info.backend != peer->info.backend)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "%s and %s are devices of different backends",
                         device->info.name, peer->info.name);
    if (!dpex_device_can_access_peer(device, peer, 0) || !device->backend->set_peer_access)
        return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED, "%s cannot access the memory of %s",
                         device->info.name, peer->info.name);
    return device->backend->set_peer_access(device, peer, enable);
}
