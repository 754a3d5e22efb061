/* The simulator: as many devices as DPEX_SIMULATE describes, executing on the host.
 *
 * It is for programs and tests that need a node with several devices. Commands, events and kernels
 * are host/'s; what is added here is what makes the devices differ from the CPU: memory of their
 * own size that the host does not read, peers, tiles, and calls that can be made to fail. */
#include "backend/sim/sim.h"

#include <string.h>

#include "backend/sim/fault.h"
#include "base/error.h"

/* ---- calls that only count ------------------------------------------------------------------- */

static dpex_status queue_create(dpex_queue *queue)
{
    DPEX_TRY(dpex_sim_enter("queue_create"));
    return dpex_host_queue_create(queue);
}

static dpex_status submit(dpex_queue *queue, const dpex_command *command, dpex_event *const *deps,
                          size_t n_deps, dpex_event *event, uint64_t *number)
{
    DPEX_TRY(dpex_sim_enter("submit"));
    return dpex_host_submit(queue, command, deps, n_deps, event, number);
}

static dpex_status context_create(dpex_context *ctx)
{
    (void)ctx;
    return dpex_sim_enter("context_create");
}

static dpex_status program_create(dpex_program *program, dpex_language language, const void *text,
                                  size_t bytes, const char *options)
{
    DPEX_TRY(dpex_sim_enter("program_create"));
    return dpex_host_program_create(program, language, text, bytes, options);
}

static dpex_status kernel_create(dpex_kernel *kernel, const char *name)
{
    DPEX_TRY(dpex_sim_enter("kernel_create"));
    return dpex_host_kernel_create(kernel, name);
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* Device and shared memory is the device's; host memory is the host's. */
static dpex_status reserve(const dpex_device *device, size_t bytes)
{
    dpex_sim_device *handle = device->handle;
    uint64_t limit = device->info.global_mem_size;
    /* Relaxed: only the sum must be right. */
    uint64_t used = atomic_load_explicit(&handle->allocated, memory_order_relaxed);
    do {
        if (bytes > limit || used > limit - bytes)
            return DPEX_FAIL(DPEX_ERROR_NO_MEMORY,
                             "%zu bytes do not fit %s: %llu of its %llu bytes are free", bytes,
                             device->info.name, (unsigned long long)(limit - used),
                             (unsigned long long)limit);
    } while (!atomic_compare_exchange_weak_explicit(&handle->allocated, &used, used + bytes,
                                                    memory_order_relaxed, memory_order_relaxed));
    return DPEX_SUCCESS;
}

static void unreserve(const dpex_device *device, size_t bytes)
{
    dpex_sim_device *handle = device->handle;
    atomic_fetch_sub_explicit(&handle->allocated, bytes, memory_order_relaxed);
}

static dpex_status mem_alloc(dpex_context *ctx, dpex_device *device, dpex_usm_kind kind,
                             size_t bytes, void **ptr, void **handle)
{
    int own = kind != DPEX_USM_HOST;
    DPEX_TRY(dpex_sim_enter("mem_alloc"));
    if (own) DPEX_TRY(reserve(device, bytes));
    dpex_status status = dpex_host_mem_alloc(ctx, device, kind, bytes, ptr, handle);
    /* Given back where the system refused. */
    if (status && own) unreserve(device, bytes);
    return status;
}

static void mem_free(dpex_context *ctx, dpex_device *device, dpex_usm_kind kind, void *ptr,
                     size_t bytes, void *handle)
{
    dpex_host_mem_free(ctx, device, kind, ptr, bytes, handle);
    if (kind != DPEX_USM_HOST) unreserve(device, bytes);
}

static dpex_status free_memory(const dpex_device *device, uint64_t *bytes)
{
    dpex_sim_device *handle = device->handle;
    DPEX_TRY(dpex_sim_enter("free_memory"));
    *bytes = device->info.global_mem_size -
             atomic_load_explicit(&handle->allocated, memory_order_relaxed);
    return DPEX_SUCCESS;
}

/* ---- tiles ----------------------------------------------------------------------------------- */

static dpex_status add_tile(dpex_device *card, int tile, dpex_device ***devices, size_t *n)
{
    const dpex_sim_device *handle = card->handle;
    dpex_device *made;
    DPEX_TRY(dpex_device_new_sub(card, &tile, 1, &made));
    /* A tile's properties are its own, not the card's. */
    memset(&made->info, 0, sizeof made->info);
    made->info.backend = card->info.backend;
    dpex_sim_describe(&made->info, &handle->card, 1, card->info.global_mem_size / card->n_units);
    made->info.partition_type = DPEX_PARTITION_BY_AFFINITY;
    made->info.partition_domain = DPEX_AFFINITY_NUMA;
    /* Tiles share the card's team: all compute on the host's cores. */
    dpex_status status =
        dpex_sim_attach(made, &handle->card, handle->number + 1 + tile, handle->host.team);
    if (!status) status = dpex_device_list_append(devices, n, made);
    if (status) dpex_device_free(made);
    return status;
}

dpex_status dpex_sim_partition(dpex_device *device, const dpex_partition *partition,
                               dpex_device ***devices, size_t *n)
{
    DPEX_TRY(dpex_sim_enter("partition"));
    if (partition->kind != DPEX_PARTITION_BY_AFFINITY ||
        (partition->domain != DPEX_AFFINITY_NUMA &&
         partition->domain != DPEX_AFFINITY_NEXT_PARTITIONABLE))
        return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED,
                         "%s splits by affinity domains numa and next_partitionable only",
                         device->info.name);
    if (!(device->info.partition_properties >> DPEX_PARTITION_BY_AFFINITY & 1))
        return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED,
                         "%s has no tiles to split into (ZE_FLAT_DEVICE_HIERARCHY="
                         "COMPOSITE lists cards with tiles)",
                         device->info.name);
    for (size_t i = 0; i < device->n_units; i++)
        DPEX_TRY(add_tile(device, device->units[i], devices, n));
    return DPEX_SUCCESS;
}

/* ---- peers ----------------------------------------------------------------------------------- */

static int can_access_peer(const dpex_device *device, const dpex_device *peer, int atomics)
{
    (void)atomics; /* both kinds are the same on the host */
    /* Only GPUs of one backend; the runtime has checked the backend. */
    return device->info.type == DPEX_TYPE_GPU && peer->info.type == DPEX_TYPE_GPU &&
           device->info.backend != DPEX_BACKEND_OPENCL;
}

static dpex_status set_peer_access(dpex_device *device, dpex_device *peer, int enable)
{
    dpex_sim_device *handle = device->handle;
    int number = ((const dpex_sim_device *)peer->handle)->number;
    /* 64 numbers per word. */
    uint64_t bit = 1ull << number % 64;
    DPEX_TRY(dpex_sim_enter("set_peer_access"));
    if (enable)
        atomic_fetch_or_explicit(&handle->peers[number / 64], bit, memory_order_relaxed);
    else
        atomic_fetch_and_explicit(&handle->peers[number / 64], ~bit, memory_order_relaxed);
    return DPEX_SUCCESS;
}

int dpex_sim_sees_peer(const dpex_device *device, const dpex_device *peer)
{
    dpex_sim_device *handle = device->handle;
    int number = ((const dpex_sim_device *)peer->handle)->number;
    return atomic_load_explicit(&handle->peers[number / 64], memory_order_relaxed) >> number % 64 &
           1;
}

const dpex_backend dpex_backend_sim = {
    .name = "sim",
    .runs_on_host = 1,
    .discover = dpex_sim_discover,
    .queue_create = queue_create,
    .queue_destroy = dpex_host_queue_destroy,
    .submit = submit,
    .queue_wait = dpex_host_queue_wait,
    .event_wait = dpex_host_event_wait,
    .mem_alloc = mem_alloc,
    .mem_free = mem_free,
    .partition = dpex_sim_partition,
    .device_release = dpex_sim_release,
    .free_memory = free_memory,
    .context_create = context_create,
    .program_create = program_create,
    .program_destroy = dpex_host_program_destroy,
    .kernel_create = kernel_create,
    .kernel_destroy = dpex_host_kernel_destroy,
    .can_access_peer = can_access_peer,
    .set_peer_access = set_peer_access,
};
