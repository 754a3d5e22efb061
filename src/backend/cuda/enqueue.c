/* One command of ours as calls of the driver on one stream: copies and hints. Kernels: launch.c;
 * fills: fill.c.
 *
 * Device, page-locked, managed and ordinary memory share one address space, so the driver finds out
 * by itself what a copy is from and to; of a copy between two devices it is told (peer.c). Copies
 * from and to ordinary memory come here only if they are small (stage.c). */
#include "backend/cuda/queue.h"

#include "base/integer.h"

/* Bounds the device memory that a copy within itself takes. */
static const size_t MAX_STAGE_BYTES = (size_t)64 << 20;

static dpex_status copy_once(dpex_cuda_device *device, CUstream stream, CUdeviceptr dst,
                             CUdeviceptr src, size_t bytes)
{
    return dpex_cuda_check(device, dpex_the_cuda.MemcpyAsync(dst, src, bytes, stream),
                           "cuMemcpyAsync");
}

/* The driver's copies must not overlap, so memmove goes through memory between, in pieces, from the
 * end that is overwritten last. The stream orders the memory's life like everything else. */
static dpex_status copy_overlapping(dpex_cuda_device *device, CUstream stream, CUdeviceptr dst,
                                    CUdeviceptr src, size_t bytes)
{
    size_t stage_bytes = bytes < MAX_STAGE_BYTES ? bytes : MAX_STAGE_BYTES;
    CUdeviceptr stage;
    dpex_status status = DPEX_SUCCESS;
    CUresult code = device->pool ? dpex_the_cuda.MemAllocFromPoolAsync(&stage, stage_bytes,
                                                                       device->pool, stream)
                                 : dpex_the_cuda.MemAlloc(&stage, stage_bytes);
    DPEX_CUDA_TRY(device, code, "cuMemAllocFromPoolAsync");
    for (size_t moved = 0; moved < bytes && !status;) {
        size_t part = dpex_size_min(bytes - moved, stage_bytes);
        /* As memmove: from the end if the destination lies above. */
        size_t at = dst > src ? bytes - moved - part : moved;
        status = copy_once(device, stream, stage, src + at, part);
        if (!status) status = copy_once(device, stream, dst + at, stage, part);
        moved += part;
    }
    if (device->pool) /* The stream frees it after the copies. */
        dpex_the_cuda.MemFreeAsync(stage, stream);
    else
        dpex_the_cuda.MemFree(stage); /* waits for the device */
    return status;
}

static dpex_status copy_between(const dpex_cuda_record *r, CUstream stream, CUdeviceptr dst,
                                CUdeviceptr src, size_t bytes)
{
    /* Both contexts exist: dpex_cuda_open_peers has entered the devices. */
    return dpex_cuda_check(r->queue->device,
                           dpex_the_cuda.MemcpyPeerAsync(dst, atomic_load(&r->dst_device->ctx), src,
                                                         atomic_load(&r->src_device->ctx), bytes,
                                                         stream),
                           "cuMemcpyPeerAsync");
}

static dpex_status copy(const dpex_cuda_record *r, CUstream stream, const dpex_command *command)
{
    dpex_cuda_device *device = r->queue->device;
    CUdeviceptr dst = dpex_cuda_address(&command->copy.dst),
                src = dpex_cuda_address(&command->copy.src);
    size_t bytes = command->copy.bytes;
    if (bytes == 0 || dst == src) return DPEX_SUCCESS;
    /* Set by peer.c for two devices of this backend only. */
    if (r->dst_device) return copy_between(r, stream, dst, src, bytes);
    if (dst < src + bytes && src < dst + bytes)
        return copy_overlapping(device, stream, dst, src, bytes);
    return copy_once(device, stream, dst, src, bytes);
}

/* Hints are advice: where the driver takes none for this memory, nothing happens. Advice has the
 * vendor's numbers. */
static dpex_status hint(dpex_cuda_device *device, CUstream stream, const dpex_command *command)
{
    CUdeviceptr at = dpex_cuda_address(&command->hint.span);
    size_t bytes = command->hint.bytes;
    int advice = command->hint.advice;
    CUresult code = CUDA_SUCCESS;
    if (bytes == 0) return DPEX_SUCCESS;
    if (command->kind == DPEX_COMMAND_PREFETCH && dpex_the_cuda.MemPrefetchAsync)
        code = dpex_the_cuda.MemPrefetchAsync(at, bytes, device->id, stream);
    if (command->kind == DPEX_COMMAND_ADVISE && dpex_the_cuda.MemAdvise &&
        advice >= CU_MEM_ADVISE_FIRST && advice <= CU_MEM_ADVISE_LAST)
        code = dpex_the_cuda.MemAdvise(at, bytes, advice, device->id);
    /* Only a lost context is worth reporting. */
    return dpex_cuda_fatal_text(code) ? dpex_cuda_check(device, code, "cuMemPrefetchAsync")
                                      : DPEX_SUCCESS;
}

dpex_status dpex_cuda_enqueue(const dpex_cuda_record *record, CUstream stream,
                              const dpex_command *command)
{
    dpex_cuda_device *device = record->queue->device;
    switch (command->kind) {
    case DPEX_COMMAND_COPY: return copy(record, stream, command);
    case DPEX_COMMAND_FILL: return dpex_cuda_fill(device, stream, command);
    case DPEX_COMMAND_LAUNCH: return dpex_cuda_launch(device, stream, command);
    /* On the stream of the queue's lane 0, which is `stream`: choose_lane (submit.c) sees to
     * that. */
    case DPEX_COMMAND_LIBRARY: return dpex_cuda_call_library(record->queue, command);
    case DPEX_COMMAND_BARRIER:
        return DPEX_SUCCESS; /* its position in the stream is its whole effect */
    case DPEX_COMMAND_PREFETCH:
    case DPEX_COMMAND_ADVISE: return hint(device, stream, command);
    default: return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED, "a CUDA queue runs no host loops");
    }
}
