/* Events as callers see them. Their life and how they end is backend/event.c's and the
 * backend's. */
#include "base/error.h"
#include "runtime/runtime.h"

/* New; its owner completes it by dpex_event_complete. */
dpex_status dpex_event_create_pending(dpex_queue *queue, dpex_event **event)
{
    return dpex_event_new(queue->backend, queue->device->info.backend, event);
}

/* The default device decides which backend it reports; the reference to that device is not needed
 * any longer. */
dpex_status dpex_event_create(dpex_event **event)
{
    dpex_device *device;
    DPEX_TRY(dpex_device_find(NULL, &device));
    dpex_status status = dpex_event_new(device->backend, device->info.backend, event);
    if (!status) dpex_event_complete(*event, DPEX_SUCCESS, NULL);
    dpex_device_release(device);
    return status;
}

dpex_status dpex_event_wait(dpex_event *event, uint64_t max_ns, int *done)
{
    /* The frequent case needs no call of the backend. */
    if (dpex_event_get_status(event) != DPEX_EVENT_COMPLETE)
        return event->backend->event_wait(event, max_ns, done);
    if (done) *done = 1;
    return dpex_event_raise(event);
}

dpex_backend_name dpex_event_get_backend(const dpex_event *event)
{
    return event->backend_name;
}

/* The times are complete when the event is. */
dpex_status dpex_event_get_profile(dpex_event *event, uint64_t *submit, uint64_t *start,
                                   uint64_t *end)
{
    DPEX_TRY(dpex_event_wait(event, 0, NULL));
    *submit = event->submit_ns;
    *start = event->start_ns;
    *end = event->end_ns;
    return DPEX_SUCCESS;
}
