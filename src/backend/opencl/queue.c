/* The life of OpenCL queues, waiting for them, and what fork does to them. */
#include "backend/opencl/queue.h"

#include <sched.h>

#include "base/alloc.h"
#include "base/fork.h"
#include "base/futex.h"
#include "host/thread_pool.h"

/* Guards the lists of all queues and of idle ones of drivers; a timeline's lock may be taken inside. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static dpex_cl_strand *first_strand;

/* ---- the driver's queues ------------------------------------------------------------------------------- */

/* They are never released, but used again: Intel's CPU runtime waits for ever where a queue goes while a worker is still
 * leaving its last command, and nothing tells when that is over. A context that is destroyed leaves its few behind. */
typedef struct idle_queue {
    struct idle_queue *next;
    cl_context ctx;
    cl_device device;
    cl_ulong flags;
    cl_queue id;
} idle_queue;

static idle_queue *first_idle; /* guarded by lock */

static cl_ulong flags_of(const dpex_cl_strand *s, int out_of_order)
{
    return (s->properties & DPEX_QUEUE_ENABLE_PROFILING ? CL_QUEUE_PROFILING_ENABLE : 0) |
           (out_of_order ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
}

dpex_status dpex_cl_strand_open_queue(const dpex_cl_strand *s, int out_of_order, cl_queue *id)
{
    cl_ulong flags = flags_of(s, out_of_order);
    pthread_mutex_lock(&lock);
    idle_queue **link = &first_idle, *found;
    while ((found = *link) &&
           (found->ctx != s->ctx || found->device != s->device || found->flags != flags))
        link = &found->next;
    if (found) *link = found->next;
    pthread_mutex_unlock(&lock);
    cl_int code = CL_SUCCESS;
    *id = found ? found->id : s->driver->api.CreateCommandQueue(s->ctx, s->device, flags, &code);
    dpex_free(found);
    return dpex_cl_check(code, "clCreateCommandQueue");
}

void dpex_cl_strand_close_queue(const dpex_cl_strand *s, int out_of_order, cl_queue id)
{
    idle_queue *idle = id ? dpex_malloc(sizeof *idle) : NULL;
    if (!idle) return;
    *idle = (idle_queue){NULL, s->ctx, s->device, flags_of(s, out_of_order), id};
    pthread_mutex_lock(&lock);
    idle->next = first_idle;
    first_idle = idle;
    pthread_mutex_unlock(&lock);
}

/* ---- life ---------------------------------------------------------------------------------------------- */

static void add_to_list(dpex_cl_strand *s)
{
    pthread_mutex_lock(&lock);
    s->next = first_strand;
    if (s->next) s->next->previous = s;
    first_strand = s;
    pthread_mutex_unlock(&lock);
}

static void remove_from_list(dpex_cl_strand *s)
{
    pthread_mutex_lock(&lock);
    *(s->previous ? &s->previous->next : &first_strand) = s->next;
    if (s->next) s->next->previous = s->previous;
    pthread_mutex_unlock(&lock);
}

/* A context holds the parts of its devices too; where the driver does not see it so (Intel's CPU runtime), the work of a
 * part runs on the device that it is a part of. */
static dpex_status open_first_queue(dpex_cl_strand *s, const dpex_device *device)
{
    dpex_status status;
    for (;; device = device->parent) {
        s->device = dpex_cl_of(device)->id;
        status = dpex_cl_strand_open_queue(s, 0, &s->in_order);
        if (!status || dpex_error_vendor_code() != CL_INVALID_DEVICE || !device->parent)
            return status;
    }
}

dpex_status dpex_cl_queue_create(dpex_queue *queue)
{
    DPEX_TRY(dpex_cl_check_process(dpex_cl_driver_of(queue->device)));
    dpex_cl_strand *s = dpex_calloc(1, sizeof *s);
    if (!s) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for a queue");
    atomic_init(&s->refs, 1);
    s->driver = dpex_cl_driver_of(queue->device);
    s->ctx = dpex_cl_context_of(queue->ctx);
    s->properties = queue->properties;
    dpex_status status = open_first_queue(s, queue->device);
    if (status) {
        dpex_free(s);
        return status;
    }
    s->timeline = dpex_timeline_retain(queue->timeline);
    s->idle_watcher = &queue->idle_watcher;
    add_to_list(s);
    queue->handle = s;
    return DPEX_SUCCESS;
}

void dpex_cl_strand_release(dpex_cl_strand *s)
{
    if (atomic_fetch_sub(&s->refs, 1) != 1) return;
    remove_from_list(s);
    if (!dpex_cl_is_forked(s->driver)) {
        dpex_cl_strand_close_queue(s, 0, s->in_order);
        dpex_cl_strand_close_queue(s, 1, s->out_of_order);
    }
    dpex_timeline_release(s->timeline);
    dpex_free(s);
}

void dpex_cl_queue_destroy(dpex_queue *queue)
{
    dpex_cl_strand_release(queue->handle);
}

/* ---- waiting ------------------------------------------------------------------------------------------- */

/* Waits in the driver while everything that is pending up to that number is short: CPU drivers run it in the thread that waits, which
 * saves waking another one. For anything longer this would keep the caller from seeing signals. */
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

static int is_reached(void *arg)
{
    const target *t = arg;
    return atomic_load_explicit(&t->timeline->completed, memory_order_acquire) >= t->number;
}

dpex_status dpex_cl_queue_wait(dpex_queue *queue, uint64_t max_ns, int *done)
{
    dpex_cl_strand *s = queue->handle;
    DPEX_TRY(dpex_cl_check_process(s->driver));
    target t = {s->timeline, atomic_load(&s->timeline->submitted)};
    dpex_wait wait = {is_reached, &t, dpex_futex_low_word(&s->timeline->completed),
                      &s->timeline->n_sleeping, 0};
    int is_done;
    if (!is_reached(&t)) wait_for_short(s, t.number);
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
    if (handle && !dpex_cl_is_forked(handle->driver))
        wait_for_short(handle->record->strand, handle->record->number);
    dpex_wait wait = {is_complete, event, (_Atomic uint32_t *)&event->state, &event->n_sleeping, 0};
    DPEX_TRY(dpex_threads_wait(&wait, max_ns, done));
    return is_complete(event) ? dpex_event_raise(event) : DPEX_SUCCESS;
}

/* The driver may know before its callback has told: then what an event waits for is complete as soon as the event is. */
void dpex_cl_event_update(dpex_event *event)
{
    const dpex_cl_event *handle = event->handle;
    if (!handle || is_complete(event) || dpex_cl_is_forked(handle->driver)) return;
    dpex_cl_record_update(handle->record);
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

/* ---- fork ---------------------------------------------------------------------------------------------- */

static void before_fork(void)
{
    pthread_mutex_lock(&lock);
    for (dpex_cl_strand *s = first_strand; s; s = s->next) pthread_mutex_lock(&s->timeline->lock);
}

/* In the child the driver's threads are gone and no call of it is safe: what was pending fails. The records, and what they
 * hold, stay behind. */
static void abandon(dpex_cl_strand *s)
{
    for (dpex_cl_record *r = s->first; r; r = r->next)
        if (r->event && !r->is_done)
            dpex_event_abandon(r->event, DPEX_ERROR_FORKED,
                               "an OpenCL command from before fork, which cannot be waited for "
                               "here");
    s->first = s->last = NULL;
    s->timeline->watchers = s->timeline->last_watcher = NULL;
    atomic_store(&s->timeline->completed, atomic_load(&s->timeline->submitted));
    atomic_store(&s->timeline->n_sleeping, 0);
}

static void after_fork(int is_child)
{
    for (dpex_cl_strand *s = first_strand; s; s = s->next) {
        if (is_child) abandon(s);
        pthread_mutex_unlock(&s->timeline->lock);
    }
    pthread_mutex_unlock(&lock);
}

__attribute__((constructor)) static void register_fork_hooks(void)
{
    static dpex_fork_hooks hooks = {before_fork, after_fork, NULL};
    dpex_fork_register(DPEX_FORK_STRANDS, &hooks);
}
