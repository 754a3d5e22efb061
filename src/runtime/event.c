/* Events: reference counts and what can be asked of them. The backend completes them. */
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "runtime/runtime.h"

static dpex_status create(const dpex_device *device, dpex_event_status state, dpex_event **out)
{
    dpex_event *event = dpex_calloc(1, sizeof *event);
    if (!event) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for an event");
    atomic_init(&event->refs, 1);
    atomic_init(&event->state, (int)state);
    event->backend = device->backend;
    event->backend_name = device->info.backend;
    *out = event;
    return DPEX_SUCCESS;
}

dpex_status dpex_event_create_pending(dpex_queue *queue, dpex_event **event)
{
    return create(queue->device, DPEX_EVENT_SUBMITTED, event);
}

dpex_status dpex_event_create(dpex_event **event)
{
    dpex_device *device;
    DPEX_TRY(dpex_device_find(NULL, &device));
    dpex_status status = create(device, DPEX_EVENT_COMPLETE, event);
    dpex_device_release(device);
    return status;
}

dpex_event *dpex_event_retain(dpex_event *event)
{
    atomic_fetch_add_explicit(&event->refs, 1, memory_order_relaxed);
    return event;
}

void dpex_event_release(dpex_event *event)
{
    if (!event || atomic_fetch_sub(&event->refs, 1) != 1) return;
    if (event->backend->event_destroy) event->backend->event_destroy(event);
    dpex_free(event->message);
    dpex_free(event);
}

dpex_status dpex_event_wait(dpex_event *event, uint64_t max_ns, int *done)
{
    return event->backend->event_wait(event, max_ns, done);
}

dpex_event_status dpex_event_get_status(dpex_event *event)
{
    if (event->backend->event_update) event->backend->event_update(event);
    return (dpex_event_status)atomic_load(&event->state);
}

dpex_backend_name dpex_event_get_backend(const dpex_event *event)
{
    return event->backend_name;
}

dpex_status dpex_event_get_wait_list(dpex_event *event, dpex_event ***events, size_t *n)
{
    (void)event;
    *n = 0;
    *events = dpex_malloc(sizeof **events);
    return *events ? DPEX_SUCCESS
                   : DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for a list of events");
}

dpex_status dpex_event_get_profile(dpex_event *event, uint64_t *submit, uint64_t *start,
                                   uint64_t *end)
{
    DPEX_TRY(dpex_event_wait(event, 0, NULL));
    *submit = event->submit_ns;
    *start = event->start_ns;
    *end = event->end_ns;
    return DPEX_SUCCESS;
}
