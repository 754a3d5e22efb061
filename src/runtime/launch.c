/* Launching kernels that are written once (dpex/launch.h): checks, staging of memory that the
 * device cannot reach; then, on devices that the host computes for, the machine code that the
 * extension brings along, elsewhere its text (kernel_text.c). */
#include "dpex/launch.h"

#include <string.h>

#include "backend/backend.h"
#include "base/checked.h"
#include "base/error.h"
#include "base/integer.h"
#include "dpex/memory.h"
#include "runtime/kernel_text.h"

enum {
    MAX_BLOCK_ITEMS =
        32768, /* a few hundred KB of arrays: long loops, yet enough blocks to share out */
    BLOCKS_PER_CORE = 8,
    VECTOR_ITEMS = 16 /* blocks end at multiples of this, so that vectors stay whole */
};

/* The payload of the command; copied by submit.
 * Lies on the submitter's stack until then. */
typedef struct host_launch {
    const dpex_kernel_source *source;
    int nd;
    size_t global[3], block[3], n_blocks[3];
    uint64_t values[DPEX_KERNEL_MAX_PARAMS]; /* numbers and pointers */
} host_launch;

/* Where the arrays of a launch really are.
 * Filled by locate_array, emptied by release_located. */
typedef struct placement {
    dpex_storage *storages[DPEX_KERNEL_MAX_PARAMS]; /* new; NULL: memory of the host, or no array */
    uint8_t is_staged[DPEX_KERNEL_MAX_PARAMS];
    void *ptrs[DPEX_KERNEL_MAX_PARAMS];
} placement;

static const char *dtype_name(dpex_dtype dtype)
{
    return dpex_dtype_get_info(dtype)->name;
}

static dpex_status check_args(const dpex_kernel_source *source, const dpex_kernel_arg *args,
                              size_t n_args)
{
    if (source->n_params > DPEX_KERNEL_MAX_PARAMS)
        return DPEX_FAIL(DPEX_ERROR_KERNEL_ARGS,
                         "kernel '%s' has %zu parameters; at most %d are allowed", source->name,
                         source->n_params, DPEX_KERNEL_MAX_PARAMS);
    if (n_args != source->n_params)
        return DPEX_FAIL(DPEX_ERROR_KERNEL_ARGS, "kernel '%s' takes %zu arguments, %zu given",
                         source->name, source->n_params, n_args);
    for (size_t i = 0; i < n_args; i++) {
        const dpex_kernel_param *param = &source->params[i];
        int wants_array = param->access != DPEX_KERNEL_VAL;
        /* The dtypes must be the same, without conversion: the arrays are typed memory. */
        if (args[i].dtype != param->dtype || args[i].is_array != wants_array)
            return DPEX_FAIL(DPEX_ERROR_KERNEL_ARGS,
                             "argument %zu ('%s') of kernel '%s' takes %s of %s, given %s of %s", i,
                             param->name, source->name, wants_array ? "an array" : "a number",
                             dtype_name(param->dtype), args[i].is_array ? "an array" : "a number",
                             dtype_name(args[i].dtype));
        /* An empty array may be NULL. */
        if (wants_array && !args[i].ptr && args[i].bytes)
            return DPEX_FAIL(DPEX_ERROR_KERNEL_ARGS,
                             "argument %zu ('%s') of kernel '%s' is a null pointer", i, param->name,
                             source->name);
    }
    return DPEX_SUCCESS;
}

static dpex_status check_device(const dpex_queue *queue, const dpex_kernel_source *source)
{
    const dpex_device *device = queue->device;
    if (queue->backend->runs_on_host ? !source->run
                                     /* Two forms of an extension: machine code and text; a device
                                      * needs the one that it runs. */
                                     : !source->text || !queue->backend->program_create)
        return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED,
                         "kernel '%s': %s does not run the code of extensions", source->name,
                         device->info.name);
    for (size_t i = 0; i < source->n_params; i++) {
        if (source->params[i].dtype == DPEX_F64 &&
            !dpex_device_has_aspect(device, DPEX_ASPECT_fp64))
            return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED,
                             "kernel '%s' computes with float64, which %s does not", source->name,
                             device->info.name);
    }
    return DPEX_SUCCESS;
}

static dpex_status check_range(const dpex_kernel_source *source, const dpex_range *range)
{
    if (range->nd < 1 || range->nd > 3)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                         "kernel '%s': a range of %d dimensions; 1 to 3 are allowed", source->name,
                         range->nd);
    if (range->has_local)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                         "kernel '%s': a DPEX_KERNEL has no work-groups, so no local range",
                         source->name);
    size_t items = 1;
    /* Only for the overflow. */
    for (int d = 0; d < range->nd; d++) DPEX_TRY(dpex_size_mul(items, range->global[d], &items));
    return DPEX_SUCCESS;
}

/* ---- where the arrays are ------------------------------------------------------------ */

static dpex_status locate_array(dpex_queue *queue, const dpex_kernel_source *source, size_t i,
                                const dpex_kernel_arg *arg, placement *where)
{
    dpex_pointer_info info;
    /* Memory without elements is nowhere. */
    where->ptrs[i] = arg->ptr;
    if (!arg->bytes) return DPEX_SUCCESS;
    dpex_pointer_find(queue->ctx, arg->ptr, &info);
    if (info.kind != DPEX_USM_UNKNOWN) {
        size_t offset = (size_t)((char *)arg->ptr - (char *)info.start);
        /* offset <= info.bytes, since the pointer was found in it. */
        if (arg->bytes > info.bytes - offset)
            return DPEX_FAIL(DPEX_ERROR_KERNEL_ARGS,
                             "argument %zu ('%s') of kernel '%s': %zu bytes from byte %zu on of an "
                             "allocation of %zu",
                             i, source->params[i].name, source->name, arg->bytes, offset,
                             info.bytes);
        /* Retained: the memory stays until the launch has been submitted, and the recorded use
         * keeps it from there on. */
        return dpex_storage_find(queue->ctx, arg->ptr, &where->storages[i]);
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
                               const dpex_kernel_arg *arg, int to_device, dpex_event *dep,
                               dpex_event **event)
{
    /* The caller's memory must stay as it is until the last event. */
    dpex_span staged = {.storage = where->storages[i]}, host = {.host = arg->ptr};
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

/* Chunk c is block c, counted with the last dimension fastest. Called by several threads with
 * disjoint chunks. */
static dpex_status run_blocks(void *payload, int64_t first, int64_t last)
{
    host_launch *launch = payload;
    void *args[DPEX_KERNEL_MAX_PARAMS];
    for (size_t i = 0; i < launch->source->n_params; i++) args[i] = &launch->values[i];
    for (int64_t c = first; c < last; c++) {
        dpex_kernel_span span = {.nd = launch->nd};
        size_t block = (size_t)c;
        for (int d = 2; d >= 0; d--) {
            size_t left;
            span.global[d] = launch->global[d];
            span.first[d] = block % launch->n_blocks[d] * launch->block[d];
            left = launch->global[d] - span.first[d];
            span.count[d] = dpex_size_min(left, launch->block[d]);
            block /= launch->n_blocks[d];
        }
        launch->source->run(&span, args);
    }
    return DPEX_SUCCESS;
}

/* Cuts the range into boxes, long in the last dimension. Returns their number. */
static int64_t split(host_launch *launch, const dpex_range *range, uint64_t n_cores)
{
    size_t total = 1, n_blocks = 1;
    for (int d = 0; d < 3; d++) {
        launch->global[d] = d < range->nd ? range->global[d] : 1;
        total *= launch->global[d];
    }
    /* So many blocks per core that threads that begin late find some. */
    size_t items = total / ((n_cores ? n_cores : 1) * BLOCKS_PER_CORE);
    items = (items + VECTOR_ITEMS) / VECTOR_ITEMS * VECTOR_ITEMS;
    if (items > MAX_BLOCK_ITEMS) items = MAX_BLOCK_ITEMS;
    for (int d = range->nd - 1; d >= 0; d--) {
        launch->block[d] = dpex_size_min(launch->global[d], items);
        /* An extent of 0: nothing to do. */
        if (!launch->block[d]) return 0;
        items = items / launch->block[d] ? items / launch->block[d] : 1;
    }
    for (int d = 0; d < 3; d++) {
        if (d >= range->nd) launch->block[d] = 1;
        launch->n_blocks[d] = dpex_size_ceil_div(launch->global[d], launch->block[d]);
        n_blocks *= launch->n_blocks[d];
    }
    return (int64_t)n_blocks;
}

static dpex_arg arg_of(const dpex_kernel_arg *arg, const placement *where, size_t i)
{
    dpex_storage *storage = where->storages[i];
    if (!arg->is_array) return (dpex_arg){.kind = dpex_arg_kind_of(arg->dtype), .bits = arg->bits};
    if (!storage) return (dpex_arg){.kind = DPEX_ARG_POINTER, .span = {.host = where->ptrs[i]}};
    /* The pointer may lie inside the storage. */
    size_t offset = (size_t)((char *)where->ptrs[i] - (char *)dpex_storage_get_ptr(storage));
    return (dpex_arg){.kind = DPEX_ARG_POINTER, .span = {.storage = storage, .offset = offset}};
}

/* On a device that compiles text. */
static dpex_status submit_text(dpex_queue *queue, const dpex_kernel_source *source,
                               const dpex_range *range, const dpex_kernel_arg *args,
                               const placement *where, dpex_event *const *deps, size_t n_deps,
                               dpex_event **event)
{
    dpex_arg device_args[DPEX_KERNEL_MAX_PARAMS];
    dpex_storage *uses[DPEX_KERNEL_MAX_PARAMS];
    size_t n_uses = 0;
    dpex_command command = {.kind = DPEX_COMMAND_LAUNCH,
                            .flags = DPEX_COMMAND_ORDERED,
                            .name = source->name,
                            .uses = uses,
                            .launch = {.args = device_args, .range = *range}};
    DPEX_TRY(dpex_kernel_text_compile(queue, source, range->nd, &command.launch.kernel));
    for (size_t i = 0; i < source->n_params; i++) {
        device_args[i] = arg_of(&args[i], where, i);
        if (where->storages[i]) uses[n_uses++] = where->storages[i];
    }
    command.n_uses = n_uses;
    command.launch.n_args = source->n_params;
    /* An empty range is a barrier, so that dependencies and event mean the same. */
    for (int d = 0; d < range->nd; d++) {
        if (!range->global[d])
            command = (dpex_command){.kind = DPEX_COMMAND_BARRIER, .name = source->name};
    }
    return dpex_queue_submit(queue, &command, deps, n_deps, event);
}

static dpex_status submit_kernel(dpex_queue *queue, const dpex_kernel_source *source,
                                 const dpex_range *range, const dpex_kernel_arg *args,
                                 const placement *where, dpex_event *const *deps, size_t n_deps,
                                 dpex_event **event)
{
    host_launch launch = {.source = source, .nd = range->nd};
    dpex_storage *uses[DPEX_KERNEL_MAX_PARAMS];
    size_t n_uses = 0;
    if (!queue->backend->runs_on_host)
        return submit_text(queue, source, range, args, where, deps, n_deps, event);
    for (size_t i = 0; i < source->n_params; i++) {
        /* Pointers and numbers are both words of at most 8 bytes. */
        if (args[i].is_array)
            memcpy(&launch.values[i], &where->ptrs[i], sizeof(void *));
        else
            launch.values[i] = args[i].bits;
        if (where->storages[i]) uses[n_uses++] = where->storages[i];
    }
    dpex_command command = {
        .kind = DPEX_COMMAND_PARALLEL,
        .flags = DPEX_COMMAND_ORDERED,
        .name = source->name,
        .uses = uses,
        .n_uses = n_uses,
        .parallel = {.run = run_blocks, .payload = &launch, .payload_bytes = sizeof launch}};
    command.parallel.n_chunks = split(&launch, range, queue->device->info.max_compute_units);
    if (!command.parallel.n_chunks)
        command = (dpex_command){.kind = DPEX_COMMAND_BARRIER, .name = source->name};
    return dpex_queue_submit(queue, &command, deps, n_deps, event);
}

/* Kernel and copies of staged arrays, one after the other. *event covers all of it. */
static dpex_status submit_all(dpex_queue *queue, const dpex_kernel_source *source,
                              const dpex_range *range, const dpex_kernel_arg *args,
                              const placement *where, dpex_event *const *deps, size_t n_deps,
                              dpex_event **event)
{
    /* In this order: copies in, the start, the kernel, copies back. Each owns a reference. */
    dpex_event *done[2 * DPEX_KERNEL_MAX_PARAMS + 1] = {NULL};
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
        if (where->is_staged[i] && source->params[i].access != DPEX_KERNEL_OUT)
            status = copy_staged(queue, where, i, &args[i], 1, start, &done[n_done++]);
    }
    if (start) done[n_done++] = dpex_event_retain(start);
    if (!status) status = submit_kernel(queue, source, range, args, where, done, n_done, &kernel);
    /* Not an event on failure: NULL is fine. */
    done[n_done++] = kernel;
    size_t first_back = n_done - 1;
    for (size_t i = 0; i < source->n_params && !status; i++) {
        if (where->is_staged[i] && source->params[i].access != DPEX_KERNEL_IN)
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
    DPEX_TRY(check_args(source, args, n_args));
    DPEX_TRY(check_device(queue, source));
    DPEX_TRY(check_range(source, range));
    placement where = {0};
    dpex_status status = DPEX_SUCCESS;
    /* After the checks: nothing is placed for a launch that will be refused. */
    for (size_t i = 0; i < n_args && !status; i++) {
        if (args[i].is_array) status = locate_array(queue, source, i, &args[i], &where);
    }
    if (!status) status = submit_all(queue, source, range, args, &where, deps, n_deps, event);
    release_located(&where);
    return status;
}
