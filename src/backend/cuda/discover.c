/* The platform of CUDA devices, and what devices are to each other. Which devices there are, and in which order, the driver
 * decides by CUDA_VISIBLE_DEVICES and CUDA_DEVICE_ORDER. */
#include <stdio.h>

#include "backend/cuda/backend_cuda.h"
#include "backend/cuda/device.h"

static dpex_status make_platform(dpex_platform **platform)
{
    dpex_platform_info info = {.backend = DPEX_BACKEND_CUDA};
    int version = dpex_cuda_driver_version();
    snprintf(info.name, sizeof info.name, "NVIDIA CUDA");
    snprintf(info.vendor, sizeof info.vendor, "NVIDIA Corporation");
    snprintf(info.version, sizeof info.version, "CUDA %d.%d", version / 1000, version % 1000 / 10);
    return dpex_platform_new(&dpex_backend_cuda, &info, platform);
}

static dpex_status add_device(dpex_platform *platform, int ordinal)
{
    CUdevice id;
    dpex_device *device;
    DPEX_TRY(dpex_cuda_report(dpex_the_cuda.DeviceGet(&id, ordinal), "cuDeviceGet"));
    DPEX_TRY(dpex_device_new(&dpex_backend_cuda, platform, &device));
    dpex_status status = dpex_cuda_device_create(device, id);
    if (!status) status = dpex_device_list_append(&platform->devices, &platform->n_devices, device);
    if (status) dpex_device_free(device);
    return status;
}

dpex_status dpex_cuda_discover(dpex_status (*add)(void *list, dpex_platform *platform), void *list)
{
    const dpex_cuda_api *api;
    dpex_platform *platform;
    int n = 0;
    DPEX_TRY(dpex_cuda_open(&api));
    if (!api) return DPEX_SUCCESS;
    DPEX_TRY(dpex_cuda_check_process());
    DPEX_TRY(dpex_cuda_report(api->DeviceGetCount(&n), "cuDeviceGetCount"));
    if (n == 0) return DPEX_SUCCESS;
    DPEX_TRY(make_platform(&platform));
    dpex_status status = DPEX_SUCCESS;
    for (int i = 0; i < n && !status; i++) status = add_device(platform, i);
    if (!status) return add(list, platform);
    dpex_platform_free(platform);
    return status;
}

dpex_status dpex_cuda_free_memory(const dpex_device *device, uint64_t *bytes)
{
    dpex_cuda_device *handle = dpex_cuda_of(device);
    size_t free_bytes = 0, total;
    DPEX_TRY(dpex_cuda_enter(handle));
    dpex_status status =
        dpex_cuda_check(handle, dpex_the_cuda.MemGetInfo(&free_bytes, &total), "cuMemGetInfo");
    dpex_cuda_leave();
    *bytes = free_bytes;
    return status;
}

/* The driver hands out handles that are equal to the ordinals. */
int dpex_cuda_ordinal(const dpex_device *device)
{
    return dpex_cuda_of(device)->id;
}

/* Without a context nothing of ours can be pending, but another library's work may be: it shares the primary context. */
dpex_status dpex_cuda_synchronize(dpex_device *device)
{
    dpex_cuda_device *handle = dpex_cuda_of(device);
    DPEX_TRY(dpex_cuda_enter(handle));
    dpex_status status =
        dpex_cuda_check(handle, dpex_the_cuda.CtxSynchronize(), "cuCtxSynchronize");
    dpex_cuda_leave();
    return status;
}

/* ---- peers ----------------------------------------------------------------------------------------------- */

int dpex_cuda_can_access_peer(const dpex_device *device, const dpex_device *peer, int atomics)
{
    CUdevice here = dpex_cuda_of(device)->id, there = dpex_cuda_of(peer)->id;
    int can = 0;
    if (dpex_cuda_is_forked() || here == there) return 0;
    CUresult code = atomics
                        ? dpex_the_cuda.DeviceGetP2PAttribute(
                              &can, CU_DEVICE_P2P_ATTRIBUTE_NATIVE_ATOMIC_SUPPORTED, here, there)
                        : dpex_the_cuda.DeviceCanAccessPeer(&can, here, there);
    return code == CUDA_SUCCESS && can;
}

/* The peer's pool is a grant of its own, besides the context's. */
static dpex_status set_pool_access(const dpex_cuda_device *device, dpex_cuda_device *peer,
                                   int enable)
{
    CUmemAccessDesc access = {{CU_MEM_LOCATION_TYPE_DEVICE, device->id},
                              enable ? CU_MEM_ACCESS_FLAGS_PROT_READWRITE
                                     : CU_MEM_ACCESS_FLAGS_PROT_NONE};
    if (!peer->pool) return DPEX_SUCCESS;
    return dpex_cuda_report(dpex_the_cuda.MemPoolSetAccess(peer->pool, &access, 1),
                            "cuMemPoolSetAccess");
}

static dpex_status set_context_access(CUcontext peer, int enable)
{
    CUresult code = enable ? dpex_the_cuda.CtxEnablePeerAccess(peer, 0)
                           : dpex_the_cuda.CtxDisablePeerAccess(peer);
    if (code ==
        (enable ? CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED : CUDA_ERROR_PEER_ACCESS_NOT_ENABLED))
        return DPEX_SUCCESS;
    return dpex_cuda_report(code, enable ? "cuCtxEnablePeerAccess" : "cuCtxDisablePeerAccess");
}

dpex_status dpex_cuda_set_peer_access(dpex_device *device, dpex_device *peer, int enable)
{
    dpex_cuda_device *here = dpex_cuda_of(device), *there = dpex_cuda_of(peer);
    if (!dpex_cuda_can_access_peer(device, peer, 0))
        return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED,
                         "%s (CUDA device %d) cannot access memory of %s (%d)", device->info.name,
                         here->id, peer->info.name, there->id);
    DPEX_TRY(dpex_cuda_enter(there)); /* makes its context */
    dpex_cuda_leave();
    DPEX_TRY(dpex_cuda_enter(here));
    dpex_status status = set_context_access(atomic_load(&there->ctx), enable);
    if (!status) status = set_pool_access(here, there, enable);
    dpex_cuda_leave();
    return status;
}
