/* Memory of CUDA devices: from a stream-ordered pool of the driver (device), page-locked (host),
 * managed (shared).
 *
 * The runtime's pool above caches and hands out blocks; what arrives here are its chunks. An
 * allocation is valid in all streams: it is made on a stream of its own, which is waited for
 * (nothing but allocations is ever in it). A free comes when no command uses the memory any more.
 * The driver notes it when the stream is waited for the next time, and keeps the memory for this
 * process alone until then; so frees end with dpex_cuda_mem_trim. */
#include "backend/cuda/backend_cuda.h"
#include "backend/cuda/device.h"

/* Waits for the stream, in which there are only allocations. */
static CUresult alloc_from_pool(dpex_cuda_device *device, size_t bytes, CUdeviceptr *at)
{
    CUresult code =
        dpex_the_cuda.MemAllocFromPoolAsync(at, bytes, device->pool, device->memory_stream);
    /* So that the memory is valid in every stream, not only behind this one's commands. */
    return code ? code : dpex_the_cuda.StreamSynchronize(device->memory_stream);
}

/* Inside enter and leave. */
static void trim(dpex_cuda_device *device, size_t keep_bytes)
{
    if (!device->pool) return;
    /* Frees are noted first, else there is nothing to trim. */
    dpex_the_cuda.StreamSynchronize(device->memory_stream);
    dpex_the_cuda.MemPoolTrimTo(device->pool, keep_bytes);
}

static dpex_status alloc_device(dpex_cuda_device *device, size_t bytes, CUdeviceptr *at)
{
    if (!device->pool)
        return dpex_cuda_check(device, dpex_the_cuda.MemAlloc(at, bytes), "cuMemAlloc");
    CUresult code = alloc_from_pool(device, bytes, at);
    if (code == CUDA_ERROR_OUT_OF_MEMORY) { /* what the driver kept is in pieces that do not fit */
        trim(device, 0);
        code = alloc_from_pool(device, bytes, at);
    }
    return dpex_cuda_check(device, code, "cuMemAllocFromPoolAsync");
}

/* Managed memory can be asked for without limit, and a kernel that then touches more than the
 * device has can hang it. So what is given out in all stays below what is free now, though some of
 * it may be counted there already. */
static dpex_status alloc_managed(dpex_cuda_device *device, size_t bytes, CUdeviceptr *at)
{
    size_t free_bytes, total;
    if (!device->has_managed)
        return DPEX_FAIL(
            DPEX_ERROR_UNSUPPORTED,
            "%s has no memory of kind shared that the host may touch while kernels run",
            device->device->info.name);
    DPEX_CUDA_TRY(device, dpex_the_cuda.MemGetInfo(&free_bytes, &total), "cuMemGetInfo");
    if (bytes > free_bytes) { /* the driver's pool is not memory of this kind */
        trim(device, 0);
        DPEX_CUDA_TRY(device, dpex_the_cuda.MemGetInfo(&free_bytes, &total), "cuMemGetInfo");
    }
    /* Added before the check, so that two threads cannot both take the last bytes; taken back on
     * failure. */
    uint64_t given = atomic_fetch_add(&device->managed_bytes, bytes);
    dpex_status status =
        bytes > free_bytes || given > free_bytes - bytes
            ? DPEX_FAIL(DPEX_ERROR_NO_MEMORY,
                        "%zu bytes of kind shared: %llu are given out already and %s has %zu free",
                        bytes, (unsigned long long)given, device->device->info.name, free_bytes)
            : dpex_cuda_check(device,
                              dpex_the_cuda.MemAllocManaged(at, bytes, CU_MEM_ATTACH_GLOBAL),
                              "cuMemAllocManaged");
    if (status) atomic_fetch_sub(&device->managed_bytes, bytes);
    return status;
}

static dpex_status alloc_host(dpex_cuda_device *device, size_t bytes, void **ptr)
{
    /* Portable: page-locked for all contexts. Mapped: devices may access it. */
    return dpex_cuda_check(device,
                           dpex_the_cuda.MemHostAlloc(
                               ptr, bytes, CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP),
                           "cuMemHostAlloc");
}

/* Pointers are unified: host and device have one address space, so *handle stays NULL. */
dpex_status dpex_cuda_mem_alloc(dpex_context *ctx, dpex_device *device, dpex_usm_kind kind,
                                size_t bytes, void **ptr, void **handle)
{
    dpex_cuda_device *d = dpex_cuda_of(device);
    CUdeviceptr at = 0;
    dpex_status status;
    (void)ctx;
    *ptr = *handle = NULL;
    /* The driver refuses 0 bytes. */
    if (bytes == 0) bytes = 1;
    DPEX_TRY(dpex_cuda_enter(d));
    if (kind == DPEX_USM_HOST)
        status = alloc_host(d, bytes, ptr);
    else
        status =
            kind == DPEX_USM_SHARED ? alloc_managed(d, bytes, &at) : alloc_device(d, bytes, &at);
    dpex_cuda_leave();
    if (!status && at) *ptr = (void *)at;
    return status;
}

void dpex_cuda_mem_free(dpex_context *ctx, dpex_device *device, dpex_usm_kind kind, void *ptr,
                        size_t bytes, void *handle)
{
    dpex_cuda_device *d = dpex_cuda_of(device);
    (void)ctx, (void)handle;
    if (!ptr) return;
    /* The same rounding as in mem_alloc. */
    if (kind == DPEX_USM_SHARED) atomic_fetch_sub(&d->managed_bytes, bytes ? bytes : 1);
    if (!dpex_cuda_try_enter(d)) return; /* it went with the context */
    if (kind == DPEX_USM_HOST)
        dpex_the_cuda.MemFreeHost(ptr);
    else if (kind == DPEX_USM_DEVICE && d->pool)
        /* Asynchronous: no thread has to wait for it. */
        dpex_the_cuda.MemFreeAsync((CUdeviceptr)ptr, d->memory_stream);
    else
        dpex_the_cuda.MemFree((CUdeviceptr)ptr);
    dpex_cuda_leave();
}

void dpex_cuda_mem_trim(dpex_device *device, size_t keep_bytes)
{
    dpex_cuda_device *d = dpex_cuda_of(device);
    if (!d->pool || !dpex_cuda_try_enter(d)) return;
    trim(d, keep_bytes);
    dpex_cuda_leave();
}
