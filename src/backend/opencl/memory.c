/* Contexts and memory of OpenCL devices, by the best rung that the device has: Intel's USM, then
 * SVM, then buffers.
 *
 * USM and SVM give pointers. Buffers are handles: then a storage has no address, and kernels take
 * whole allocations only. */
#include "backend/opencl/opencl.h"

#include "base/alloc.h"

/* ALIGN: what the runtime's pool demands of memory. */
enum { ALIGN = 64, MAX_DEVICES = 64 };

dpex_status dpex_cl_context_create(dpex_context *ctx)
{
    const cl_driver *driver = dpex_cl_driver_of(ctx->devices[0]);
    /* Without notifications: errors are found by return codes and events. */
    const intptr_t properties[] = {CL_CONTEXT_PLATFORM, (intptr_t)driver->platform, 0};
    cl_device ids[MAX_DEVICES];
    cl_int code;
    DPEX_TRY(dpex_cl_check_process(driver));
    if (ctx->n_devices > MAX_DEVICES)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                         "a context of %zu devices; at most %d are possible", ctx->n_devices,
                         MAX_DEVICES);
    for (size_t i = 0; i < ctx->n_devices; i++) ids[i] = dpex_cl_of(ctx->devices[i])->id;
    ctx->handle =
        driver->api.CreateContext(properties, (cl_uint)ctx->n_devices, ids, NULL, NULL, &code);
    return dpex_cl_check(code, "clCreateContext");
}

/* After a fork the driver's threads do not exist in the child, so its objects are left alone
 * everywhere. */
void dpex_cl_context_destroy(dpex_context *ctx)
{
    if (ctx->handle && !dpex_cl_is_forked(dpex_cl_driver_of(ctx->devices[0])))
        dpex_cl_driver_of(ctx->devices[0])->api.ReleaseContext(ctx->handle);
    ctx->handle = NULL;
}

/* The message names the aspect, which a program can ask for beforehand. */
static dpex_status refuse(const dpex_device *device, const char *kind)
{
    return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED,
                     "%s has no USM memory of kind %s (dpctl's aspect usm_%s_allocations is False)",
                     device->info.name, kind, kind);
}

/* Errors are codes of the driver; cl_check makes DPEX_ERROR_NO_MEMORY of those that mean it. */
static dpex_status alloc_usm(dpex_context *ctx, dpex_device *device, dpex_usm_kind kind,
                             size_t bytes, void **ptr)
{
    const dpex_cl_usm *usm = dpex_cl_usm_of(device);
    cl_context context = dpex_cl_context_of(ctx);
    cl_device id = dpex_cl_of(device)->id;
    cl_int code = CL_SUCCESS;
    if (kind == DPEX_USM_HOST) {
        *ptr = usm->HostMemAlloc(context, NULL, bytes, ALIGN, &code);
        return dpex_cl_check(code, "clHostMemAllocINTEL");
    }
    if (kind == DPEX_USM_SHARED) {
        *ptr = usm->SharedMemAlloc(context, id, NULL, bytes, ALIGN, &code);
        return dpex_cl_check(code, "clSharedMemAllocINTEL");
    }
    *ptr = usm->DeviceMemAlloc(context, id, NULL, bytes, ALIGN, &code);
    return dpex_cl_check(code, "clDeviceMemAllocINTEL");
}

static dpex_status alloc_svm(dpex_context *ctx, dpex_device *device, dpex_usm_kind kind,
                             size_t bytes, void **ptr)
{
    int is_fine = dpex_cl_of(device)->svm_is_fine;
    if (kind != DPEX_USM_DEVICE && !is_fine)
        return refuse(device, kind == DPEX_USM_HOST ? "host" : "shared");
    /* Coarse-grained memory would need mapping before the host uses it. */
    cl_ulong flags = CL_MEM_READ_WRITE | (is_fine ? CL_MEM_SVM_FINE_GRAIN_BUFFER : 0);
    *ptr = dpex_cl_driver_of(device)->api.SVMAlloc(dpex_cl_context_of(ctx), flags, bytes, ALIGN);
    if (!*ptr)
        return DPEX_FAIL(DPEX_ERROR_NO_MEMORY,
                         "clSVMAlloc: %s has no %zu bytes of shared virtual memory",
                         device->info.name, bytes);
    return DPEX_SUCCESS;
}

static dpex_status alloc_buffer(dpex_context *ctx, dpex_device *device, dpex_usm_kind kind,
                                size_t bytes, void **handle)
{
    cl_int code;
    /* Without pointers only arrays work, and these are of kind device. */
    if (kind != DPEX_USM_DEVICE) return refuse(device, kind == DPEX_USM_HOST ? "host" : "shared");
    *handle = dpex_cl_driver_of(device)->api.CreateBuffer(dpex_cl_context_of(ctx),
                                                          CL_MEM_READ_WRITE, bytes, NULL, &code);
    return dpex_cl_check(code, "clCreateBuffer");
}

/* Either *ptr or *handle is set on success. */
dpex_status dpex_cl_mem_alloc(dpex_context *ctx, dpex_device *device, dpex_usm_kind kind,
                              size_t bytes, void **ptr, void **handle)
{
    *ptr = *handle = NULL;
    DPEX_TRY(dpex_cl_check_process(dpex_cl_driver_of(device)));
    /* Drivers refuse 0 bytes. */
    if (bytes == 0) bytes = 1;
    switch (dpex_cl_of(device)->rung) {
    case DPEX_CL_RUNG_USM: return alloc_usm(ctx, device, kind, bytes, ptr);
    case DPEX_CL_RUNG_SVM: return alloc_svm(ctx, device, kind, bytes, ptr);
    default: return alloc_buffer(ctx, device, kind, bytes, handle);
    }
}

void dpex_cl_mem_free(dpex_context *ctx, dpex_device *device, dpex_usm_kind kind, void *ptr,
                      size_t bytes, void *handle)
{
    const cl_driver *driver = dpex_cl_driver_of(device);
    (void)kind, (void)bytes;
    if (dpex_cl_is_forked(driver)) return;
    if (handle)
        driver->api.ReleaseMemObject(handle);
    else if (ptr && dpex_cl_of(device)->rung == DPEX_CL_RUNG_USM)
        /* Blocking, as the extension's plain free may come before commands that are finishing
         * inside the driver. */
        dpex_cl_usm_of(device)->MemBlockingFree(dpex_cl_context_of(ctx), ptr);
    else if (ptr)
        driver->api.SVMFree(dpex_cl_context_of(ctx), ptr);
}

/* A storage of the buffer rung has a handle, all others pointers. */
dpex_cl_location dpex_cl_location_of(const dpex_span *span)
{
    if (!span->storage) return (dpex_cl_location){(char *)span->host + span->offset, NULL, 0};
    size_t start;
    cl_mem buffer = dpex_storage_get_handle(span->storage, &start);
    if (buffer) return (dpex_cl_location){NULL, buffer, start + span->offset};
    return (dpex_cl_location){(char *)dpex_storage_get_ptr(span->storage) + span->offset, NULL, 0};
}
