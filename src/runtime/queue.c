/* Queues: identity, reference counts, hazards between queues. The backend runs the commands. */
#include "runtime/use.h"

#include "base/alloc.h"
#include "base/error.h"

static dpex_status create_in(dpex_context *ctx, dpex_device *device, unsigned properties,
                             dpex_queue **out)
{
    dpex_queue *queue = dpex_calloc(1, sizeof *queue);
    dpex_timeline *timeline = dpex_calloc(1, sizeof *timeline);
    dpex_status status;
    if (!queue || !timeline) {
        status = DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for a queue");
        goto failed;
    }
    atomic_init(&queue->refs, 1);
    atomic_init(&timeline->refs, 1);
    queue->backend = device->backend;
    queue->ctx = ctx;
    queue->device = device;
    queue->properties = properties;
    queue->timeline = timeline;
    if ((status = device->backend->queue_create(queue))) goto failed;
    dpex_context_retain(ctx);
    dpex_device_retain(device);
    *out = queue;
    return DPEX_SUCCESS;
failed:
    dpex_free(timeline);
    dpex_free(queue);
    return status;
}

dpex_status dpex_queue_create(dpex_context *ctx, dpex_device *device, unsigned properties,
                              dpex_queue **queue)
{
    if (properties & ~(unsigned)(DPEX_QUEUE_ENABLE_PROFILING | DPEX_QUEUE_IN_ORDER))
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "unknown queue properties 0x%x", properties);
    if (ctx) {
        if (!dpex_context_holds(ctx, device))
            return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                             "the context does not hold the device \"%s\"", device->info.name);
        return create_in(ctx, device, properties, queue);
    }
    DPEX_TRY(dpex_context_create_for_device(device, &ctx));
    dpex_status status = create_in(ctx, device, properties, queue);
    dpex_context_release(ctx);
    return status;
}

dpex_status dpex_queue_get_cached(dpex_device *device, dpex_queue **queue)
{
    *queue = atomic_load(&device->cached_queue);
    if (*queue) return DPEX_SUCCESS;
    dpex_queue *fresh, *known = NULL;
    DPEX_TRY(dpex_queue_create(NULL, device, 0, &fresh));
    if (atomic_compare_exchange_strong(&device->cached_queue, &known, fresh))
        known = fresh;
    else
        dpex_queue_release(fresh);
    *queue = known;
    return DPEX_SUCCESS;
}

dpex_queue *dpex_queue_retain(dpex_queue *queue)
{
    atomic_fetch_add_explicit(&queue->refs, 1, memory_order_relaxed);
    return queue;
}

void dpex_queue_release(dpex_queue *queue)
{
    if (!queue || atomic_fetch_sub(&queue->refs, 1) != 1) return;
    queue->backend->queue_destroy(queue);
    dpex_timeline_release(queue->timeline);
    dpex_context_release(queue->ctx);
    dpex_device_release(queue->device);
    dpex_free(queue);
}

dpex_device *dpex_queue_get_device(const dpex_queue *queue)
{
    return queue->device;
}

dpex_context *dpex_queue_get_context(const dpex_queue *queue)
{
    return queue->ctx;
}

unsigned dpex_queue_get_properties(const dpex_queue *queue)
{
    return queue->properties;
}

int dpex_queue_is_idle(const dpex_queue *queue)
{
    return atomic_load(&queue->timeline->submitted) == atomic_load(&queue->timeline->completed);
}

dpex_status dpex_queue_wait(dpex_queue *queue, uint64_t max_ns, int *done)
{
    return queue->backend->queue_wait(queue, max_ns, done);
}

dpex_status dpex_queue_submit(dpex_queue *queue, const dpex_command *command,
                              dpex_event *const *deps, size_t n_deps, dpex_event **event)
{
    dpex_event *fresh = NULL;
    uint64_t number;
    if (event) {
        DPEX_TRY(dpex_event_create_pending(queue, &fresh));
        *event = fresh;
    }
    dpex_status status = queue->backend->submit(queue, command, deps, n_deps, fresh, &number);
    if (status) dpex_event_release(fresh);
    return status;
}

void dpex_shutdown(void) {}
