/* Queues: identity, reference counts, the cached one per device. The backend runs the commands;
 * how they get there is submit.c. */
#include <string.h>

#include "base/alloc.h"
#include "base/env.h"
#include "base/error.h"
#include "base/exit.h"
#include "host/host.h"
#include "runtime/pending.h"
#include "runtime/runtime.h"

_Atomic(const dpex_pending_calls *) dpex_pending;

/* Others are internal. */
static const unsigned known_properties = DPEX_QUEUE_ENABLE_PROFILING | DPEX_QUEUE_IN_ORDER;

/* Tests of fusion want it for small arrays too, which are otherwise computed at once by the calling
 * thread. */
static int keeps_small_work_back(void)
{
    const char *fusion = dpex_env_text("DPEX_FUSION");
    return fusion && (!strcmp(fusion, "small") || !strcmp(fusion, "random"));
}

/* ctx holds the device, which the callers have checked. */
static dpex_status create_in(dpex_context *ctx, dpex_device *device, unsigned properties,
                             dpex_queue **out)
{
    dpex_queue *queue = dpex_calloc(1, sizeof *queue);
    if (!queue) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for a queue");
    atomic_init(&queue->refs, 1);
    queue->tag = DPEX_OBJECT_TAG(DPEX_OBJECT_QUEUE);
    queue->backend = device->backend;
    queue->ctx = ctx;
    /* References are taken at the end, when nothing can fail. */
    queue->device = device;
    queue->properties = properties | (keeps_small_work_back() ? DPEX_QUEUE_NEVER_INLINE : 0);
    dpex_status status = dpex_timeline_create(&queue->timeline);
    /* Sets queue->handle. */
    if (!status) status = device->backend->queue_create(queue);
    if (status) {
        dpex_timeline_release(queue->timeline);
        dpex_free(queue);
        return status;
    }
    dpex_context_retain(ctx);
    dpex_device_retain(device);
    *out = queue;
    return DPEX_SUCCESS;
}

dpex_status dpex_queue_create(dpex_context *ctx, dpex_device *device, unsigned properties,
                              dpex_queue **queue)
{
    if (properties & ~known_properties)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                         "queue properties 0x%x; allowed are the bits of 0x%x", properties,
                         known_properties);
    if (ctx) {
        if (!dpex_context_holds(ctx, device))
            return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                             "the context does not hold the device \"%s\"", device->info.name);
        return create_in(ctx, device, properties, queue);
    }
    DPEX_TRY(dpex_context_create_for_device(device, &ctx));
    dpex_status status = create_in(ctx, device, properties, queue);
    /* The queue keeps it. */
    dpex_context_release(ctx);
    return status;
}

/* Made at the first request, without a lock: making a queue may call the driver. The loser of a
 * race releases its own. */
dpex_status dpex_queue_get_cached(dpex_device *device, dpex_queue **queue)
{
    *queue = atomic_load_explicit(&device->cached_queue, memory_order_acquire);
    if (*queue) return DPEX_SUCCESS;
    dpex_queue *fresh, *known = NULL;
    DPEX_TRY(dpex_queue_create(NULL, device, 0, &fresh));
    /* Another thread may have been first. */
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

/* Nothing is pending. */
static void destroy(dpex_queue *queue)
{
    struct dpex_pending *pending = atomic_load(&queue->pending);
    if (pending) atomic_load(&dpex_pending)->free(pending);
    queue->backend->queue_destroy(queue);
    dpex_timeline_release(queue->timeline);
    dpex_context_release(queue->ctx);
    dpex_device_release(queue->device);
    dpex_free(queue);
}

/* Called by the thread that ends the last command. */
static void on_idle(dpex_watcher *watcher, const dpex_event *event)
{
    (void)event;
    destroy((dpex_queue *)((char *)watcher - offsetof(dpex_queue, idle_watcher)));
}

/* Pending commands still need device and context: the last of them destroys the queue. */
void dpex_queue_release(dpex_queue *queue)
{
    if (!queue || atomic_fetch_sub(&queue->refs, 1) != 1) return;
    queue->tag = 0;
    queue->idle_watcher.notify = on_idle;
    /* 0: everything is complete already, and there will be no notification. */
    if (!dpex_timeline_watch(queue->timeline, atomic_load(&queue->timeline->submitted),
                             &queue->idle_watcher))
        destroy(queue);
}

dpex_device *dpex_queue_get_device(const dpex_queue *queue)
{
    return queue->device;
}

dpex_context *dpex_queue_get_context(const dpex_queue *queue)
{
    return queue->ctx;
}

void dpex_queue_set_error_handler(dpex_queue *queue, dpex_error_handler *handler)
{
    atomic_store(&queue->error_handler, handler);
}

dpex_error_handler *dpex_queue_get_error_handler(const dpex_queue *queue)
{
    return atomic_load(&queue->error_handler);
}

unsigned dpex_queue_get_properties(const dpex_queue *queue)
{
    return queue->properties & known_properties;
}

int dpex_queue_is_idle(const dpex_queue *queue)
{
    /* Relaxed for `submitted`: of other threads' submissions this thread knows by other means. */
    return !dpex_queue_has_pending(queue) &&
           atomic_load_explicit(&queue->timeline->submitted, memory_order_relaxed) ==
               atomic_load_explicit(&queue->timeline->completed, memory_order_acquire);
}

/* A wait is a good moment to free what commands have ceased to use. */
dpex_status dpex_queue_wait(dpex_queue *queue, uint64_t max_ns, int *done)
{
    dpex_pending_flush_queue(queue);
    dpex_status status = queue->backend->queue_wait(queue, max_ns, done);
    dpex_memory_sweep();
    return status;
}

void dpex_queue_forget_failure(dpex_queue *queue, const dpex_event *event)
{
    if (event->error) dpex_timeline_forget_failure(queue->timeline, event->message);
}

/* Called at the end of the program; the library can be used again afterwards. */
void dpex_shutdown(void)
{
    const dpex_pending_calls *pending = atomic_load(&dpex_pending);
    if (pending) pending->shutdown();
    dpex_exit_stop_unawaited();
    dpex_host_shutdown();
    dpex_memory_sweep();
}
