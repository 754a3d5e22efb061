/* The platform of CUDA devices. Which devices there are, and in which order, the driver
 * decides by CUDA_VISIBLE_DEVICES and CUDA_DEVICE_ORDER. */
#include <stdio.h>

#include "backend/cuda/backend_cuda.h"
#include "backend/cuda/device.h"
#include "base/log.h"

static dpex_status make_platform(const dpex_backend *self, dpex_platform **platform)
{
    dpex_platform_info info = {.backend = DPEX_BACKEND_CUDA};
    int version = dpex_cuda_driver_version();
    snprintf(info.name, sizeof info.name, "NVIDIA CUDA");
    snprintf(info.vendor, sizeof info.vendor, "NVIDIA Corporation");
    snprintf(info.version, sizeof info.version, "CUDA %d.%d", version / 1000, version % 1000 / 10);
    return dpex_platform_new(self, &info, platform);
}

static dpex_status add_device(const dpex_backend *self, dpex_platform *platform, int ordinal)
{
    CUdevice id;
    dpex_device *device;
    DPEX_TRY(dpex_cuda_report(dpex_the_cuda.DeviceGet(&id, ordinal), "cuDeviceGet"));
    DPEX_TRY(dpex_device_new(self, platform, &device));
    dpex_status status = dpex_cuda_device_create(device, id);
    if (!status) status = dpex_device_list_append(&platform->devices, &platform->n_devices, device);
    if (status) dpex_device_free(device);
    return status;
}

/* *list takes the platform; on failure it is freed here with the devices that were made. */
dpex_status dpex_cuda_discover(const dpex_backend *self,
                               dpex_status (*add)(void *list, dpex_platform *platform), void *list)
{
    const dpex_cuda_api *api;
    dpex_platform *platform;
    int n = 0;
    DPEX_TRY(dpex_cuda_open(&api));
    DPEX_TRY(dpex_cuda_check_process());
    DPEX_TRY(dpex_cuda_report(api->DeviceGetCount(&n), "cuDeviceGetCount"));
    if (n == 0) return DPEX_FAIL(DPEX_ERROR_NO_DEVICE, "the driver shows none");
    DPEX_TRY(make_platform(self, &platform));
    dpex_status status = DPEX_SUCCESS;
    for (int i = 0; i < n && !status; i++) status = add_device(self, platform, i);
    if (!status) return add(list, platform);
    dpex_platform_free(platform);
    return status;
}

/* Of the device, for all processes. */
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

/* Without a context nothing of ours can be pending, but another library's work may be: it shares
 * the primary context. dpex_cuda_enter makes the context where there is none. */
dpex_status dpex_cuda_synchronize(dpex_device *device)
{
    dpex_cuda_device *handle = dpex_cuda_of(device);
    DPEX_TRY(dpex_cuda_enter(handle));
    dpex_status status =
        dpex_cuda_check(handle, dpex_the_cuda.CtxSynchronize(), "cuCtxSynchronize");
    dpex_cuda_leave();
    return status;
}
