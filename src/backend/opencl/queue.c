/* The life of OpenCL queues, and waiting for them. */
#include "backend/opencl/queue.h"

#include <sched.h>

#include "base/alloc.h"
#include "base/futex.h"
#include "host/thread_pool.h"

/* ---- life ---------------------------------------------------------------------------------------------- */

/* A context holds the parts of its devices too; where the driver does not see it so (Intel's CPU
 * runtime), the work of a part runs on the device that it is a part of. */
static dpex_status open_first_queue(dpex_cl_strand *s, const dpex_device *device)
{
    dpex_status status;
    /* Ends at the root device, which every context knows. */
    for (;; device = device->parent) {
        s->device = dpex_cl_of(device)->id;
        status = dpex_cl_strand_open_queue(s, 0, &s->in_order);
        if (!status || dpex_error_vendor_code() != CL_INVALID_DEVICE || !device->parent)
            return status;
    }
}

/* Sets queue->handle. */
dpex_status dpex_cl_queue_create(dpex_queue *queue)
{
    DPEX_TRY(dpex_cl_check_process(dpex_cl_driver_of(queue->device)));
    dpex_cl_strand *s = dpex_calloc(1, sizeof *s);
    if (!s) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for a queue");
    atomic_init(&s->refs, 1);
    pthread_mutex_init(&s->barrier_lock, NULL);
    s->driver = dpex_cl_driver_of(queue->device);
    s->backend = queue->device->backend;
    s->ctx = dpex_cl_context_of(queue->ctx);
    s->properties = queue->properties;
    dpex_status status = open_first_queue(s, queue->device);
    if (status) {
        pthread_mutex_destroy(&s->barrier_lock);
        dpex_free(s);
        return status;
    }
    s->timeline = dpex_timeline_retain(queue->timeline);
    s->idle_watcher = &queue->idle_watcher;
    dpex_cl_strand_list(s);
    queue->handle = s;
    return DPEX_SUCCESS;
}

void dpex_cl_queue_destroy(dpex_queue *queue)
{
    dpex_cl_strand_release(queue->handle);
}

/* ---- waiting ------------------------------------------------------------------------------------------- */

/* Waits in the driver while everything that is pending up to that number is short: CPU drivers run
 * it in the thread that waits, which saves waking another one. For anything longer this would keep
 * the caller from seeing signals. */
static void wait_for_short(dpex_cl_strand *s, uint64_t number)
{
    enum { MOST = 64 };
    dpex_cl_record *found[MOST];
    cl_event ids[MOST];
    size_t n = 0;
    pthread_mutex_lock(&s->timeline->lock);
    dpex_cl_record *r = s->n_long ? NULL : s->first;
    for (; r && r->number <= number && r->id && n < MOST; r = r->next) {
        ids[n] = r->id;
        /* Kept while this thread is in the driver. */
        found[n++] = dpex_cl_record_retain(r);
    }
    int is_all = n && (!r || r->number > number);
    pthread_mutex_unlock(&s->timeline->lock);
    if (is_all) s->driver->api.WaitForEvents((cl_uint)n, ids);
    for (size_t i = 0; i < n; i++) {
        if (is_all) dpex_cl_record_update(found[i]);
        dpex_cl_record_release(found[i]);
    }
}

typedef struct {
    dpex_timeline *timeline;
    uint64_t number;
} target;

/* Sequentially consistent, as sleep_on in wait.c needs it. */
static int is_reached(void *arg)
{
    const target *t = arg;
    return atomic_load(&t->timeline->completed) >= t->number;
}

dpex_status dpex_cl_queue_wait(dpex_queue *queue, uint64_t max_ns, int *done)
{
    dpex_cl_strand *s = queue->handle;
    DPEX_TRY(dpex_cl_check_process(s->driver));
    /* Commands submitted during the wait are not waited for. */
    target t = {s->timeline, atomic_load(&s->timeline->submitted)};
    dpex_wait wait = {is_reached, &t, dpex_futex_low_word(&s->timeline->completed),
                      &s->timeline->n_sleeping, 0};
    int is_done;
    if (!is_reached(&t)) wait_for_short(s, t.number);
    /* The caller may pass NULL; the wait needs to know. */
    DPEX_TRY(dpex_threads_wait(&wait, max_ns, done ? done : &is_done));
    return is_reached(&t) ? dpex_timeline_tell_failure(s->timeline) : DPEX_SUCCESS;
}

static int is_complete(void *arg)
{
    return atomic_load(&((dpex_event *)arg)->state) == DPEX_EVENT_COMPLETE;
}

dpex_status dpex_cl_event_wait(dpex_event *event, uint64_t max_ns, int *done)
{
    const dpex_cl_event *handle = event->handle;
    /* The record names its queue also when that has been released. */
    if (handle && !dpex_cl_is_forked(handle->driver))
        wait_for_short(handle->record->strand, handle->record->number);
    dpex_wait wait = {is_complete, event, (_Atomic uint32_t *)&event->state, &event->n_sleeping, 0};
    DPEX_TRY(dpex_threads_wait(&wait, max_ns, done));
    return is_complete(event) ? dpex_event_raise(event) : DPEX_SUCCESS;
}

/* The driver may know before its callback ran: then what an event waits for is complete as soon as
 * the event is. */
void dpex_cl_event_update(dpex_event *event)
{
    const dpex_cl_event *handle = event->handle;
    if (!handle || is_complete(event) || dpex_cl_is_forked(handle->driver)) return;
    dpex_cl_record_update(handle->record);
    /* Not over in the driver either. */
    if (!atomic_load(&handle->record->is_over)) return;
    while (!is_complete(event)) sched_yield(); /* another thread is publishing it */
}

void dpex_cl_event_destroy(dpex_event *event)
{
    dpex_cl_event *handle = event->handle;
    if (!handle) return;
    if (!dpex_cl_is_forked(handle->driver)) handle->driver->api.ReleaseEvent(handle->id);
    dpex_cl_record_release(handle->record);
    dpex_free(handle);
}
