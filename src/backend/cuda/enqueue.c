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

/* Memory for the pieces of a copy, in the stream's order like everything else. */
static dpex_status take_stage(dpex_cuda_device *device, CUstream stream, size_t bytes,
                              CUdeviceptr *stage)
{
    CUresult code = device->pool
                        ? dpex_the_cuda.MemAllocFromPoolAsync(stage, bytes, device->pool, stream)
                        : dpex_the_cuda.MemAlloc(stage, bytes);
    return dpex_cuda_check(device, code, "cuMemAllocFromPoolAsync");
}

static void drop_stage(dpex_cuda_device *device, CUstream stream, CUdeviceptr stage)
{
    if (device->pool) /* The stream frees it after the copies. */
        dpex_the_cuda.MemFreeAsync(stage, stream);
    else
        dpex_the_cuda.MemFree(stage); /* waits for the device */
}

/* The driver's copies must not overlap, so memmove goes through memory between, in pieces, from the
 * end that is overwritten last. */
static dpex_status copy_overlapping(dpex_cuda_device *device, CUstream stream, CUdeviceptr dst,
                                    CUdeviceptr src, size_t bytes)
{
    size_t stage_bytes = dpex_size_min(bytes, MAX_STAGE_BYTES);
    CUdeviceptr stage;
    dpex_status status = DPEX_SUCCESS;
    DPEX_TRY(take_stage(device, stream, stage_bytes, &stage));
    for (size_t moved = 0; moved < bytes && !status;) {
        size_t part = dpex_size_min(bytes - moved, stage_bytes);
        /* As memmove: from the end if the destination lies above. */
        size_t at = dst > src ? bytes - moved - part : moved;
        status = copy_once(device, stream, stage, src + at, part);
        if (!status) status = copy_once(device, stream, dst + at, stage, part);
        moved += part;
    }
    drop_stage(device, stream, stage);
    return status;
}

static dpex_status copy_between(dpex_cuda_device *user, CUstream stream, CUdeviceptr dst,
                                const dpex_cuda_device *to, CUdeviceptr src,
                                const dpex_cuda_device *from, size_t bytes)
{
    /* Both contexts exist: dpex_cuda_open_peers has entered the devices. */
    return dpex_cuda_check(user,
                           dpex_the_cuda.MemcpyPeerAsync(dst, atomic_load(&to->ctx), src,
                                                         atomic_load(&from->ctx), bytes, stream),
                           "cuMemcpyPeerAsync");
}

/* Between the host's memory and that of a device without a link to the stream's, which the plain
 * call refuses. */
static dpex_status copy_staged(const dpex_cuda_record *r, CUstream stream, CUdeviceptr dst,
                               CUdeviceptr src, size_t bytes)
{
    dpex_cuda_device *user = r->queue->device;
    size_t stage_bytes = dpex_size_min(bytes, MAX_STAGE_BYTES);
    CUdeviceptr stage;
    dpex_status status = DPEX_SUCCESS;
    DPEX_TRY(take_stage(user, stream, stage_bytes, &stage));
    for (size_t at = 0; at < bytes && !status; at += stage_bytes) {
        size_t part = dpex_size_min(bytes - at, stage_bytes);
        status = r->src_device
                     ? copy_between(user, stream, stage, user, src + at, r->src_device, part)
                     : copy_once(user, stream, stage, src + at, part);
        if (status) break;
        status = r->dst_device
                     ? copy_between(user, stream, dst + at, r->dst_device, stage, user, part)
                     : copy_once(user, stream, dst + at, stage, part);
    }
    drop_stage(user, stream, stage);
    return status;
}

static dpex_status copy(const dpex_cuda_record *r, CUstream stream, const dpex_command *command)
{
    dpex_cuda_device *device = r->queue->device;
    CUdeviceptr dst = dpex_cuda_address(&command->copy.dst),
                src = dpex_cuda_address(&command->copy.src);
    size_t bytes = command->copy.bytes;
    if (bytes == 0 || dst == src) return DPEX_SUCCESS;
    /* Set by peer.c where a device is not the stream's. */
    if (r->dst_device && r->src_device)
        return copy_between(device, stream, dst, r->dst_device, src, r->src_device, bytes);
    if (r->dst_device || r->src_device) return copy_staged(r, stream, dst, src, bytes);
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
