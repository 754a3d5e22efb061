/* One command of ours as one command of a driver's queue, by the memory rung of the device. */
#include "backend/opencl/library.h"
#include "backend/opencl/opencl.h"

#include <string.h>

#include "base/integer.h"

typedef dpex_cl_location location;

static cl_int copy_pointers(const dpex_queue *queue, cl_queue id, location dst, location src,
                            size_t bytes, dpex_cl_wait wait, cl_event *done)
{
    /* SVM and USM pointers go to different functions. */
    if (dpex_cl_of(queue->device)->rung == DPEX_CL_RUNG_USM)
        return dpex_cl_usm_of(queue->device)
            ->EnqueueMemcpy(id, 0, dst.ptr, src.ptr, bytes, wait.n, wait.events, done);
    return dpex_cl_driver_of(queue->device)
        ->api.EnqueueSVMMemcpy(id, 0, dst.ptr, src.ptr, bytes, wait.n, wait.events, done);
}

static dpex_status copy_once(const dpex_queue *queue, cl_queue id, location dst, location src,
                             size_t bytes, dpex_cl_wait wait, cl_event *done)
{
    const cl_api *api = &dpex_cl_driver_of(queue->device)->api;
    if (dst.buffer && src.buffer) /* The host's side of a buffer is an ordinary pointer. */
        return dpex_cl_check(api->EnqueueCopyBuffer(id, src.buffer, dst.buffer, src.offset,
                                                    dst.offset, bytes, wait.n, wait.events, done),
                             "clEnqueueCopyBuffer");
    if (dst.buffer)
        return dpex_cl_check(api->EnqueueWriteBuffer(id, dst.buffer, 0, dst.offset, bytes, src.ptr,
                                                     wait.n, wait.events, done),
                             "clEnqueueWriteBuffer");
    if (src.buffer)
        return dpex_cl_check(api->EnqueueReadBuffer(id, src.buffer, 0, src.offset, bytes, dst.ptr,
                                                    wait.n, wait.events, done),
                             "clEnqueueReadBuffer");
    return dpex_cl_check(copy_pointers(queue, id, dst, src, bytes, wait, done), "clEnqueueMemcpy");
}

/* Buffers are distinct memory, and no pointer leads into one. */
static int overlaps(location a, location b, size_t bytes)
{
    if (a.buffer || b.buffer)
        return a.buffer == b.buffer && a.offset < b.offset + bytes && b.offset < a.offset + bytes;
    return a.ptr < b.ptr + bytes && b.ptr < a.ptr + bytes;
}

/* The location `bytes` further on. */
static location advance(location at, size_t bytes)
{
    if (at.buffer)
        at.offset += bytes;
    else
        at.ptr += bytes;
    return at;
}

/* OpenCL forbids overlap within one copy, so memmove is a chain of copies no longer than the
 * distance between the spans, from the end that is overwritten last. */
static dpex_status copy_overlapping(const dpex_queue *queue, cl_queue id, location dst,
                                    location src, size_t bytes, dpex_cl_wait wait, cl_event *done)
{
    const cl_api *api = &dpex_cl_driver_of(queue->device)->api;
    int up = dst.buffer ? dst.offset > src.offset : dst.ptr > src.ptr;
    size_t distance = dst.buffer ? (up ? dst.offset - src.offset : src.offset - dst.offset)
                                 : (size_t)(up ? dst.ptr - src.ptr : src.ptr - dst.ptr);
    cl_event last = NULL;
    for (size_t moved = 0; moved < bytes;) {
        size_t part = dpex_size_min(bytes - moved, distance),
               at = up ? bytes - moved - part : moved;
        cl_event next;
        dpex_status status =
            copy_once(queue, id, advance(dst, at), advance(src, at), part, wait, &next);
        /* Nothing runs on after a failure: the memory may then be given to others. */
        if (status && last) api->WaitForEvents(1, &last);
        /* Each copy waits for the one before; only the last event is kept. */
        if (last) api->ReleaseEvent(last);
        if (status) return status;
        last = next;
        wait = (dpex_cl_wait){&last, 1};
        moved += part;
    }
    *done = last;
    return DPEX_SUCCESS;
}

static dpex_status marker(const dpex_queue *queue, cl_queue id, dpex_cl_wait wait, cl_event *done)
{
    /* A marker without events waits for everything before it; a barrier also holds back what comes
     * after. */
    const cl_api *api = &dpex_cl_driver_of(queue->device)->api;
    return dpex_cl_check(api->EnqueueMarkerWithWaitList(id, wait.n, wait.events, done),
                         "clEnqueueMarkerWithWaitList");
}

static dpex_status copy(const dpex_queue *queue, cl_queue id, const dpex_command *command,
                        dpex_cl_wait wait, cl_event *done)
{
    location dst = dpex_cl_location_of(&command->copy.dst),
             src = dpex_cl_location_of(&command->copy.src);
    size_t bytes = command->copy.bytes;
    /* Nothing to do, but the order and the event must be right. */
    if (bytes == 0 || (!dst.buffer && dst.ptr == src.ptr)) return marker(queue, id, wait, done);
    if (dst.buffer && dst.buffer == src.buffer && dst.offset == src.offset)
        return marker(queue, id, wait, done);
    return overlaps(dst, src, bytes) ? copy_overlapping(queue, id, dst, src, bytes, wait, done)
                                     : copy_once(queue, id, dst, src, bytes, wait, done);
}

static dpex_status fill(const dpex_queue *queue, cl_queue id, const dpex_command *command,
                        dpex_cl_wait wait, cl_event *done)
{
    const cl_api *api = &dpex_cl_driver_of(queue->device)->api;
    location dst = dpex_cl_location_of(&command->fill.dst);
    const void *pattern = command->fill.pattern;
    size_t pattern_bytes = command->fill.pattern_bytes, bytes = command->fill.bytes;
    cl_int code;
    if (bytes == 0) return marker(queue, id, wait, done);
    if (dst.buffer)
        code = api->EnqueueFillBuffer(id, dst.buffer, pattern, pattern_bytes, dst.offset, bytes,
                                      wait.n, wait.events, done);
    else if (dpex_cl_of(queue->device)->rung == DPEX_CL_RUNG_USM)
        code = dpex_cl_usm_of(queue->device)
                   ->EnqueueMemFill(id, dst.ptr, pattern, pattern_bytes, bytes, wait.n, wait.events,
                                    done);
    else
        code = api->EnqueueSVMMemFill(id, dst.ptr, pattern, pattern_bytes, bytes, wait.n,
                                      wait.events, done);
    return dpex_cl_check(code, "clEnqueueMemFill");
}

static dpex_status set_pointer(const dpex_queue *queue, cl_kernel kernel, cl_uint i,
                               const dpex_span *span)
{
    const cl_api *api = &dpex_cl_driver_of(queue->device)->api;
    location at = dpex_cl_location_of(span);
    if (at.buffer && at.offset)
        /* A buffer has no address to which an offset could be added; sub-buffers would need the
         * driver's alignment. */
        return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED,
                         "argument %u begins %zu bytes into its memory; %s has no pointers, so "
                         "arguments are whole allocations",
                         i, at.offset, queue->device->info.name);
    if (at.buffer)
        return dpex_cl_check(api->SetKernelArg(kernel, i, sizeof at.buffer, &at.buffer),
                             "clSetKernelArg");
    if (dpex_cl_of(queue->device)->rung == DPEX_CL_RUNG_USM)
        return dpex_cl_check(
            dpex_cl_usm_of(queue->device)->SetKernelArgMemPointer(kernel, i, at.ptr),
            "clSetKernelArgMemPointerINTEL");
    return dpex_cl_check(api->SetKernelArgSVMPointer(kernel, i, at.ptr),
                         "clSetKernelArgSVMPointer");
}

/* Bytes of a scalar kind, by number of dpex_arg_kind.
 * The order of dpex_arg_kind. */
static const unsigned char scalar_bytes[] = {1, 1, 2, 2, 4, 4, 8, 8, 4, 8};

/* clSetKernelArg copies the bytes, so command->args need not outlive the call. */
static dpex_status set_arg(const dpex_queue *queue, cl_kernel kernel, cl_uint i,
                           const dpex_arg *arg)
{
    const cl_api *api = &dpex_cl_driver_of(queue->device)->api;
    switch (arg->kind) {
    case DPEX_ARG_POINTER: return set_pointer(queue, kernel, i, &arg->span);
    case DPEX_ARG_LOCAL:
    case DPEX_ARG_WORK_GROUP_MEMORY:
        /* Local memory has a size and no value. */
        return dpex_cl_check(api->SetKernelArg(kernel, i, arg->bytes, NULL), "clSetKernelArg");
    case DPEX_ARG_RAW:
        return dpex_cl_check(api->SetKernelArg(kernel, i, arg->bytes, arg->raw), "clSetKernelArg");
    default:
        return dpex_cl_check(api->SetKernelArg(kernel, i, scalar_bytes[arg->kind], &arg->bits),
                             "clSetKernelArg");
    }
}

/* With the kernel's lock held. */
static dpex_status enqueue_kernel(const dpex_queue *queue, cl_queue id, const dpex_command *command,
                                  dpex_cl_wait wait, cl_event *done)
{
    const cl_api *api = &dpex_cl_driver_of(queue->device)->api;
    const dpex_cl_kernel *kernel = command->launch.kernel->handle;
    const dpex_range *range = &command->launch.range;
    size_t global[3], local[3];
    for (int d = 0; d < range->nd; d++) { /* SYCL's last dimension is OpenCL's first */
        global[d] = range->global[range->nd - 1 - d];
        /* Without a local range the driver chooses, unless the kernel demands a size. */
        local[d] = range->has_local ? range->local[range->nd - 1 - d] : kernel->local[d];
        if (global[d] == 0) return marker(queue, id, wait, done);
    }
    for (size_t i = 0; i < command->launch.n_args; i++)
        DPEX_TRY(set_arg(queue, kernel->id, (cl_uint)i, &command->launch.args[i]));
    return dpex_cl_check(api->EnqueueNDRangeKernel(id, kernel->id, (cl_uint)range->nd, NULL, global,
                                                   local[0] ? local : NULL, wait.n, wait.events,
                                                   done),
                         "clEnqueueNDRangeKernel");
}

static dpex_status launch(const dpex_queue *queue, cl_queue id, const dpex_command *command,
                          dpex_cl_wait wait, cl_event *done)
{
    dpex_cl_kernel *kernel = command->launch.kernel->handle;
    /* Arguments belong to the driver's kernel object, so setting them and the launch are one
     * step. */
    pthread_mutex_lock(&kernel->lock);
    dpex_status status = enqueue_kernel(queue, id, command, wait, done);
    pthread_mutex_unlock(&kernel->lock);
    return status;
}

/* Hints that the device cannot take are ordered like commands and do nothing. */
static dpex_status hint(const dpex_queue *queue, cl_queue id, const dpex_command *command,
                        dpex_cl_wait wait, cl_event *done)
{
    const dpex_cl_usm *usm = dpex_cl_usm_of(queue->device);
    location at = dpex_cl_location_of(&command->hint.span);
    /* -1: no success, so a marker follows. */
    cl_int code = -1;
    if (dpex_cl_of(queue->device)->rung == DPEX_CL_RUNG_USM && at.ptr) {
        if (command->kind == DPEX_COMMAND_PREFETCH && usm->EnqueueMigrateMem)
            code = usm->EnqueueMigrateMem(id, at.ptr, command->hint.bytes, 0, wait.n, wait.events,
                                          done);
        else if (command->kind == DPEX_COMMAND_ADVISE && usm->EnqueueMemAdvise)
            code = usm->EnqueueMemAdvise(id, at.ptr, command->hint.bytes,
                                         (cl_uint)command->hint.advice, wait.n, wait.events, done);
    }
    return code == CL_SUCCESS ? DPEX_SUCCESS : marker(queue, id, wait, done);
}

/* *done: the driver's event, which the caller releases. Host functions never come here: finish.c
 * runs them on threads of the pool. */
dpex_status dpex_cl_enqueue(dpex_queue *queue, cl_queue id, const dpex_command *command,
                            dpex_cl_wait wait, cl_event *done)
{
    switch (command->kind) {
    case DPEX_COMMAND_COPY: return copy(queue, id, command, wait, done);
    case DPEX_COMMAND_FILL: return fill(queue, id, command, wait, done);
    case DPEX_COMMAND_LAUNCH: return launch(queue, id, command, wait, done);
    case DPEX_COMMAND_BARRIER: return marker(queue, id, wait, done);
    case DPEX_COMMAND_PREFETCH:
    case DPEX_COMMAND_ADVISE: return hint(queue, id, command, wait, done);
    case DPEX_COMMAND_LIBRARY: return dpex_cl_call_library(queue, id, command, wait, done);
    default:
        return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED,
                         "an OpenCL queue runs kernels, copies and fills, no host loops");
    }
}
