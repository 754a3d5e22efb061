/* Launching kernels that are written once (dpex/launch.h): checks (launch_check.c), staging of memory that the
 * device cannot reach; then, on devices that the host computes for, the machine code that the
 * extension brings along (launch_host.c), elsewhere its text (kernel_text.c). */
#include "dpex/launch.h"

#include <string.h>

#include "backend/backend.h"
#include "base/error.h"
#include "dpex/memory.h"
#include "runtime/kernel_text.h"
#include "runtime/launch_host.h"

/* Where the arrays of a launch really are.
 * Filled by locate_array, emptied by release_located. */
typedef struct placement {
    dpex_storage *storages[DPEX_KERNEL_MAX_PARAMS]; /* new; NULL: memory of the host, or no array */
    uint8_t is_staged[DPEX_KERNEL_MAX_PARAMS];
    void *ptrs[DPEX_KERNEL_MAX_PARAMS];
} placement;

/* ---- where the arrays are ------------------------------------------------------------ */

static dpex_status locate_array(dpex_queue *queue, const dpex_kernel_source *source, size_t i,
                                const dpex_launch_arg *arg, placement *where)
{
    dpex_pointer_info info;
    /* Memory of no elements needs no location. */
    where->ptrs[i] = arg->start;
    if (!arg->bytes) return DPEX_SUCCESS;
    dpex_pointer_find(queue->ctx, arg->start, &info);
    if (info.kind != DPEX_USM_UNKNOWN) {
        size_t offset = (size_t)(arg->start - (char *)info.start);
        /* offset <= info.bytes, since the pointer was found in it. */
        if (arg->bytes > info.bytes - offset)
            return DPEX_FAIL(DPEX_ERROR_KERNEL_ARGS,
                             "argument %zu ('%s') of kernel '%s': %zu bytes from byte %zu on of an "
                             "allocation of %zu",
                             i, source->params[i].name, source->name, arg->bytes, offset,
                             info.bytes);
        /* Retained: the memory stays until the launch has been submitted, and the recorded use
         * keeps it from there on. */
        return dpex_storage_find(queue->ctx, arg->start, &where->storages[i]);
    }
    /* The device reaches all memory of the host. */
    if (dpex_device_has_aspect(queue->device, DPEX_ASPECT_usm_system_allocations))
        return DPEX_SUCCESS;
    DPEX_TRY(dpex_storage_create(queue, arg->bytes, 0, DPEX_USM_DEVICE, &where->storages[i]));
    where->is_staged[i] = 1;
    where->ptrs[i] = dpex_storage_get_ptr(where->storages[i]);
    return DPEX_SUCCESS;
}

/* Staged storages go back to the pool here, which knows from the recorded uses when they are
 * free. */
static void release_located(placement *where)
{
    for (size_t i = 0; i < DPEX_KERNEL_MAX_PARAMS; i++) dpex_storage_release(where->storages[i]);
}

static dpex_status copy_staged(dpex_queue *queue, const placement *where, size_t i,
                               const dpex_launch_arg *arg, int to_device, dpex_event *dep,
                               dpex_event **event)
{
    /* The caller's memory must stay as it is until the last event. */
    dpex_span staged = {.storage = where->storages[i]}, host = {.host = arg->start};
    dpex_command command = {.kind = DPEX_COMMAND_COPY,
                            .flags = DPEX_COMMAND_ORDERED,
                            .name = to_device ? "copy to the device" : "copy from the device",
                            .uses = &where->storages[i],
                            .n_uses = 1,
                            .copy = {.dst = to_device ? staged : host,
                                     .src = to_device ? host : staged,
                                     .bytes = arg->bytes}};
    return dpex_queue_submit(queue, &command, &dep, 1, event);
}

/* ---- running ------------------------------------------------------------ */

/* The arguments of the compiled text (kernel_text.c): of an array with strides extents and strides follow. Returns their number. */
static size_t set_device_args(const dpex_launch_arg *arg, const placement *where, size_t i,
                              dpex_arg *args)
{
    dpex_storage *storage = where->storages[i];
    size_t n = 1;
    if (arg->access == DPEX_KERNEL_VAL) {
        *args = (dpex_arg){.kind = dpex_arg_kind_of(arg->dtype), .bits = arg->bits};
        return 1;
    }
    if (arg->access == DPEX_KERNEL_LOCAL) {
        /* Drivers refuse local memory of no size. */
        size_t least = dpex_dtype_get_info(arg->dtype)->itemsize;
        *args = (dpex_arg){.kind = DPEX_ARG_LOCAL, .bytes = arg->bytes ? arg->bytes : least};
        return 1;
    }
    *args =
        (dpex_arg){.kind = DPEX_ARG_POINTER,
                   .span = {.host = where->ptrs[i] ? (char *)where->ptrs[i] + arg->offset : NULL}};
    if (storage) { /* The pointer may lie inside the storage. */
        size_t offset = (size_t)((char *)where->ptrs[i] - (char *)dpex_storage_get_ptr(storage));
        args->span = (dpex_span){.storage = storage, .offset = offset + arg->offset};
    }
    for (int d = 0; arg->is_strided && d < DPEX_KERNEL_MAX_ARRAY_DIMS; d++) {
        args[n++] = (dpex_arg){.kind = DPEX_ARG_INT64, .bits = (uint64_t)arg->layout.extent[d]};
        args[n++] = (dpex_arg){.kind = DPEX_ARG_INT64, .bits = (uint64_t)arg->layout.stride[d]};
    }
    return n;
}

/* On a device that compiles text. */
static dpex_status submit_text(dpex_queue *queue, const dpex_kernel_source *source,
                               const dpex_range *range, const dpex_launch_arg *args,
                               const placement *where, dpex_command *command,
                               dpex_event *const *deps, size_t n_deps, dpex_event **event)
{
    dpex_arg device_args[DPEX_KERNEL_MAX_PARAMS * (1 + 2 * DPEX_KERNEL_MAX_ARRAY_DIMS)];
    size_t n_args = 0;
    command->kind = DPEX_COMMAND_LAUNCH;
    command->launch.args = device_args;
    command->launch.range = *range;
    DPEX_TRY(dpex_kernel_text_compile(queue, source, range, &command->launch.kernel));
    for (size_t i = 0; i < source->n_params; i++)
        n_args += set_device_args(&args[i], where, i, device_args + n_args);
    command->launch.n_args = n_args;
    return dpex_queue_submit(queue, command, deps, n_deps, event);
}

static int is_empty(const dpex_range *range)
{
    for (int d = 0; d < range->nd; d++)
        if (!range->global[d]) return 1;
    return 0;
}

static dpex_status submit_kernel(dpex_queue *queue, const dpex_kernel_source *source,
                                 const dpex_range *range, const dpex_launch_arg *args,
                                 const placement *where, dpex_event *const *deps, size_t n_deps,
                                 dpex_event **event)
{
    dpex_host_launch launch;
    dpex_storage *uses[DPEX_KERNEL_MAX_PARAMS];
    dpex_command command = {.kind = DPEX_COMMAND_BARRIER, .name = source->name};
    /* An empty range is a barrier, so that dependencies and event mean the same. */
    if (is_empty(range)) return dpex_queue_submit(queue, &command, deps, n_deps, event);
    command.flags = DPEX_COMMAND_ORDERED;
    command.uses = uses;
    for (size_t i = 0; i < source->n_params; i++)
        if (where->storages[i]) uses[command.n_uses++] = where->storages[i];
    if (!queue->backend->runs_on_host)
        return submit_text(queue, source, range, args, where, &command, deps, n_deps, event);
    dpex_host_launch_init(&launch, source, range, args, where->ptrs,
                          queue->device->info.max_compute_units);
    command.kind = DPEX_COMMAND_PARALLEL;
    command.parallel.run =
        range->has_local ? dpex_host_launch_run_groups : dpex_host_launch_run_blocks;
    command.parallel.payload = &launch;
    command.parallel.payload_bytes = launch.bytes;
    command.parallel.n_chunks = launch.n_chunks;
    return dpex_queue_submit(queue, &command, deps, n_deps, event);
}

/* Kernel and copies of staged arrays, one after the other. *event covers all of it. */
static dpex_status submit_all(dpex_queue *queue, const dpex_kernel_source *source,
                              const dpex_range *range, const dpex_launch_arg *args,
                              const placement *where, dpex_event *const *deps, size_t n_deps,
                              dpex_event **event)
{
    /* In this order: copies in, the start, the kernel, copies back; an INOUT parameter has two
     * copies. Each owns a reference. */
    dpex_event *done[2 * DPEX_KERNEL_MAX_PARAMS + 2] = {NULL};
    size_t n_done = 0, n_staged = 0;
    for (size_t i = 0; i < source->n_params; i++) n_staged += where->is_staged[i];
    /* The usual case: one command. */
    if (!n_staged) return submit_kernel(queue, source, range, args, where, deps, n_deps, event);

    /* The caller's dependencies hold for the copies, too, so these wait for a barrier on them. */
    dpex_command gate = {.kind = DPEX_COMMAND_BARRIER, .name = source->name};
    dpex_event *start = NULL, *kernel = NULL;
    dpex_status status =
        n_deps ? dpex_queue_submit(queue, &gate, deps, n_deps, &start) : DPEX_SUCCESS;
    for (size_t i = 0; i < source->n_params && !status; i++) {
        /* Outputs are written wholly by contract, so their old contents are not copied in. */
        if (where->is_staged[i] && dpex_launch_arg_is_read(&args[i]))
            status = copy_staged(queue, where, i, &args[i], 1, start, &done[n_done++]);
    }
    if (start) done[n_done++] = dpex_event_retain(start);
    if (!status) status = submit_kernel(queue, source, range, args, where, done, n_done, &kernel);
    /* Not an event on failure: NULL is fine. */
    done[n_done++] = kernel;
    size_t first_back = n_done - 1;
    for (size_t i = 0; i < source->n_params && !status; i++) {
        if (where->is_staged[i] && dpex_launch_arg_is_written(&args[i]))
            status = copy_staged(queue, where, i, &args[i], 0, kernel, &done[n_done++]);
    }
    if (!status && event) /* The caller's event stands for the kernel and all copies back. */
        status = dpex_queue_submit(queue, &gate, done + first_back, n_done - first_back, event);
    for (size_t i = 0; i < n_done; i++) dpex_event_release(done[i]);
    dpex_event_release(start);
    return status;
}

dpex_status dpex_kernel_source_launch(dpex_queue *queue, const dpex_kernel_source *source,
                                      const dpex_range *range, const dpex_kernel_arg *args,
                                      size_t n_args, dpex_event *const *deps, size_t n_deps,
                                      dpex_event **event)
{
    dpex_launch_arg checked[DPEX_KERNEL_MAX_PARAMS];
    DPEX_TRY(dpex_launch_check(queue, source, range, args, n_args, checked));
    placement where = {0};
    dpex_status status = DPEX_SUCCESS;
    /* After the checks: no memory is taken for a launch that will be refused. */
    for (size_t i = 0; i < n_args && !status; i++)
        if (checked[i].start) status = locate_array(queue, source, i, &checked[i], &where);
    if (!status) status = submit_all(queue, source, range, checked, &where, deps, n_deps, event);
    release_located(&where);
    return status;
}
