/* Queues of OpenCL devices: commands with their dependencies, and what is done when the driver says that one is complete.
 *
 * A queue of ours has up to two of the driver's: an in-order one for everything that keeps its order (commands of in-order
 * queues, and array operations, which are ORDERED), and an out-of-order one, made on first use, for what a user submits to an
 * out-of-order queue. Each command has a record; the driver's callback marks it, and the timeline moves over the records that
 * are done. Dependencies on events that the driver does not know (of other platforms, of the host) become user events, which
 * a watcher sets. */
#include "backend/opencl/opencl.h"

#include <string.h>

#include "base/alloc.h"
#include "base/futex.h"
#include "base/text.h"
#include "host/thread_pool.h"

typedef struct record record;

typedef struct strand {
    _Atomic int refs; /* the queue, and each record */
    const cl_driver *driver;
    cl_context ctx;
    cl_device device;
    cl_queue in_order;
    cl_queue out_of_order; /* guarded by timeline->lock until made; NULL before */
    unsigned properties;
    dpex_timeline *timeline; /* kept; its lock guards the fields below */
    record *first, *last;    /* commands that are not complete, by number */
    dpex_status error;       /* the first failure that no wait has told yet */
    char *error_text;
} strand;

struct record {
    record *next;
    strand *strand; /* kept */
    uint64_t number;
    int is_done;       /* guarded by timeline->lock */
    dpex_event *event; /* kept; NULL: nobody asked */
    char name[48];
    dpex_host_fn run; /* HOST_CALL */
    void (*drop)(void *payload);
    void *payload;
    cl_event gate; /* HOST_CALL: set once it has run, so that later commands follow it */
};

/* ---- life ---------------------------------------------------------------------------------------------- */

static dpex_status create_driver_queue(const strand *s, int out_of_order, cl_queue *made)
{
    cl_ulong flags = (s->properties & DPEX_QUEUE_ENABLE_PROFILING ? CL_QUEUE_PROFILING_ENABLE : 0) |
                     (out_of_order ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
    cl_int code;
    *made = s->driver->api.CreateCommandQueue(s->ctx, s->device, flags, &code);
    return dpex_cl_check(code, "clCreateCommandQueue");
}

dpex_status dpex_cl_queue_create(dpex_queue *queue)
{
    strand *s = dpex_calloc(1, sizeof *s);
    if (!s) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for a queue");
    atomic_init(&s->refs, 1);
    s->driver = dpex_cl_driver_of(queue->device);
    s->ctx = dpex_cl_context_of(queue->ctx);
    s->device = dpex_cl_of(queue->device)->id;
    s->properties = queue->properties;
    dpex_status status = create_driver_queue(s, 0, &s->in_order);
    if (status) {
        dpex_free(s);
        return status;
    }
    s->timeline = dpex_timeline_retain(queue->timeline);
    queue->handle = s;
    return DPEX_SUCCESS;
}

static void release_strand(strand *s)
{
    if (atomic_fetch_sub(&s->refs, 1) != 1) return;
    s->driver->api.ReleaseCommandQueue(s->in_order);
    if (s->out_of_order) s->driver->api.ReleaseCommandQueue(s->out_of_order);
    dpex_timeline_release(s->timeline);
    dpex_free(s->error_text);
    dpex_free(s);
}

void dpex_cl_queue_destroy(dpex_queue *queue)
{
    release_strand(queue->handle);
}

/* The driver's queue that a command belongs to. */
static dpex_status choose_queue(strand *s, const dpex_command *command, cl_queue *id)
{
    *id = s->in_order;
    if ((s->properties & DPEX_QUEUE_IN_ORDER) || (command->flags & DPEX_COMMAND_ORDERED))
        return DPEX_SUCCESS;
    if (command->kind == DPEX_COMMAND_HOST_CALL || command->kind == DPEX_COMMAND_BARRIER)
        return DPEX_SUCCESS;
    pthread_mutex_lock(&s->timeline->lock);
    *id = s->out_of_order;
    pthread_mutex_unlock(&s->timeline->lock);
    if (*id) return DPEX_SUCCESS;
    cl_queue made;
    DPEX_TRY(create_driver_queue(s, 1, &made));
    pthread_mutex_lock(&s->timeline->lock);
    if (!s->out_of_order) {
        s->out_of_order = made;
        made = NULL;
    }
    *id = s->out_of_order;
    pthread_mutex_unlock(&s->timeline->lock);
    if (made) s->driver->api.ReleaseCommandQueue(made);
    return DPEX_SUCCESS;
}

/* ---- the end of a command ------------------------------------------------------------------------------ */

static char *describe_failure(const record *r, const char *reason)
{
    dpex_text text = DPEX_TEXT_EMPTY;
    dpex_text_append(&text, "command \"%s\" failed: %s", r->name, reason);
    if (text.failed) dpex_text_fini(&text);
    return text.data;
}

/* Takes the records at the front that are done off the list and publishes the new number. With the lock held. */
static dpex_watcher *advance(strand *s, record **done)
{
    *done = NULL;
    record **tail = done;
    while (s->first && s->first->is_done) {
        record *r = s->first;
        s->first = r->next;
        r->next = NULL;
        *tail = r;
        tail = &r->next;
    }
    if (!s->first) s->last = NULL;
    uint64_t completed = s->first ? s->first->number - 1 : atomic_load(&s->timeline->submitted);
    return dpex_timeline_advance_locked(s->timeline, completed);
}

static void free_record(record *r)
{
    dpex_event_release(r->event);
    release_strand(r->strand);
    dpex_free(r);
}

/* Publishes that a command is over. reason: for a failure. */
static void complete(record *r, dpex_status status, const char *reason)
{
    strand *s = r->strand;
    record *done;
    if (r->drop) r->drop(r->payload);
    if (r->event)
        dpex_event_complete(r->event, status, status ? describe_failure(r, reason) : NULL);
    char *text = status ? describe_failure(r, reason) : NULL;
    pthread_mutex_lock(&s->timeline->lock);
    if (status && !s->error) {
        s->error = status;
        s->error_text = text;
        text = NULL;
    }
    r->is_done = 1;
    dpex_watcher *reached = advance(s, &done);
    pthread_mutex_unlock(&s->timeline->lock);
    dpex_free(text);
    dpex_watcher_notify(reached, NULL);
    while (done) {
        record *next = done->next;
        free_record(done);
        done = next;
    }
}

static void read_profile(const record *r, cl_event id)
{
    const cl_api *api = &r->strand->driver->api;
    if (!r->event || !(r->strand->properties & DPEX_QUEUE_ENABLE_PROFILING)) return;
    api->GetEventProfilingInfo(id, CL_PROFILING_COMMAND_SUBMIT, sizeof(cl_ulong),
                               &r->event->submit_ns, NULL);
    api->GetEventProfilingInfo(id, CL_PROFILING_COMMAND_START, sizeof(cl_ulong),
                               &r->event->start_ns, NULL);
    api->GetEventProfilingInfo(id, CL_PROFILING_COMMAND_END, sizeof(cl_ulong), &r->event->end_ns,
                               NULL);
}

/* A host call runs on a thread of its own: it may last, and the driver's threads must not. */
static void *run_host_call(void *arg)
{
    record *r = arg;
    const cl_api *api = &r->strand->driver->api;
    cl_event gate = r->gate;
    dpex_status status = r->run(r->payload);
    api->SetUserEventStatus(gate, CL_COMPLETE);
    api->ReleaseEvent(gate);
    complete(r, status, status ? dpex_error_message() : NULL);
    return NULL;
}

static void start_host_call(record *r)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, run_host_call, r) == 0)
        pthread_detach(thread);
    else
        run_host_call(r);
}

/* The driver's callback: any thread of the driver, no call of it may block. */
static void on_complete(cl_event id, cl_int state, void *arg)
{
    record *r = arg;
    int is_host_call = r->run != NULL;
    if (state >= 0 && is_host_call) {
        start_host_call(r);
        return;
    }
    read_profile(r, id);
    if (is_host_call) {
        r->strand->driver->api.SetUserEventStatus(r->gate, state);
        r->strand->driver->api.ReleaseEvent(r->gate);
    }
    int is_cancelled = state == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
    complete(r,
             state >= 0     ? DPEX_SUCCESS
             : is_cancelled ? DPEX_ERROR_CANCELLED
                            : DPEX_ERROR_BACKEND,
             is_cancelled ? "a command that it depends on failed" : cl_error_name(state));
}

/* ---- dependencies -------------------------------------------------------------------------------------- */

/* A user event that stands for an event the driver does not know. */
typedef struct {
    dpex_watcher watcher; /* first: notify gets its address */
    const cl_driver *driver;
    cl_event user;
} stand_in;

static void on_foreign(dpex_watcher *watcher, const dpex_event *event)
{
    stand_in *s = (stand_in *)watcher;
    s->driver->api.SetUserEventStatus(s->user,
                                      event && event->error ? CL_OUT_OF_RESOURCES : CL_COMPLETE);
    s->driver->api.ReleaseEvent(s->user);
    dpex_free(s);
}

static dpex_status stand_in_for(strand *s, dpex_event *event, cl_event *id)
{
    cl_int code;
    stand_in *made = dpex_calloc(1, sizeof *made);
    if (!made) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for a dependency between devices");
    made->driver = s->driver;
    made->user = s->driver->api.CreateUserEvent(s->ctx, &code);
    if (code != CL_SUCCESS) {
        dpex_free(made);
        return dpex_cl_check(code, "clCreateUserEvent");
    }
    made->watcher.notify = on_foreign;
    *id = made->user;
    s->driver->api.RetainEvent(*id);
    if (!dpex_event_watch(event, &made->watcher)) on_foreign(&made->watcher, event);
    return DPEX_SUCCESS;
}

/* An event of ours keeps the driver's, and the context that it belongs to. */
typedef struct dpex_cl_event {
    const cl_driver *driver;
    cl_context ctx;
    cl_event id;
} dpex_cl_event;

typedef struct wait_list {
    cl_event *events; /* each retained */
    cl_uint n;
} wait_list;

static void wait_list_fini(const strand *s, wait_list *list)
{
    for (cl_uint i = 0; i < list->n; i++) s->driver->api.ReleaseEvent(list->events[i]);
    dpex_free(list->events);
}

static dpex_status wait_list_add(strand *s, dpex_event *event, wait_list *list)
{
    const dpex_cl_event *handle = event->backend == &dpex_backend_opencl ? event->handle : NULL;
    if (dpex_event_get_status(event) == DPEX_EVENT_COMPLETE && !event->error) return DPEX_SUCCESS;
    cl_event id = NULL;
    if (handle && handle->ctx == s->ctx && !event->error) {
        id = handle->id;
        s->driver->api.RetainEvent(id);
    } else {
        DPEX_TRY(stand_in_for(s, event, &id));
    }
    list->events[list->n++] = id;
    return DPEX_SUCCESS;
}

/* What an unordered queue's barrier must also wait for: everything in the out-of-order queue. */
static dpex_status wait_list_add_all(strand *s, wait_list *list)
{
    pthread_mutex_lock(&s->timeline->lock);
    cl_queue other = s->out_of_order;
    pthread_mutex_unlock(&s->timeline->lock);
    if (!other) return DPEX_SUCCESS;
    cl_event id;
    DPEX_CL_TRY(s->driver->api.EnqueueMarkerWithWaitList(other, 0, NULL, &id),
                "clEnqueueMarkerWithWaitList");
    list->events[list->n++] = id;
    return DPEX_SUCCESS;
}

static dpex_status make_wait_list(strand *s, const dpex_command *command, dpex_event *const *deps,
                                  size_t n_deps, wait_list *list)
{
    list->n = 0;
    list->events = n_deps || command->kind == DPEX_COMMAND_BARRIER
                       ? dpex_malloc((n_deps + 1) * sizeof *list->events)
                       : NULL;
    if (!list->events) {
        if (!n_deps && command->kind != DPEX_COMMAND_BARRIER) return DPEX_SUCCESS;
        return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for %zu dependencies", n_deps);
    }
    dpex_status status = DPEX_SUCCESS;
    for (size_t i = 0; i < n_deps && !status; i++)
        if (deps[i]) status = wait_list_add(s, deps[i], list);
    if (!status && command->kind == DPEX_COMMAND_BARRIER && n_deps == 0)
        status = wait_list_add_all(s, list);
    if (status) wait_list_fini(s, list);
    return status;
}

/* ---- submission ---------------------------------------------------------------------------------------- */

static dpex_status make_record(strand *s, const dpex_command *command, dpex_event *event,
                               record **out)
{
    record *r = dpex_calloc(1, sizeof *r);
    if (!r) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for a command");
    atomic_fetch_add(&s->refs, 1);
    r->strand = s;
    r->event = event ? dpex_event_retain(event) : NULL;
    strncpy(r->name, dpex_command_get_name(command), sizeof r->name - 1);
    if (command->kind == DPEX_COMMAND_HOST_CALL) {
        r->run = command->host.run;
        r->drop = command->host.drop;
        r->payload = command->host.payload;
    }
    *out = r;
    return DPEX_SUCCESS;
}

/* The command takes its place before it is enqueued: its callback may come at once. */
static uint64_t append_record(strand *s, record *r)
{
    pthread_mutex_lock(&s->timeline->lock);
    r->number = atomic_load(&s->timeline->submitted) + 1;
    *(s->last ? &s->last->next : &s->first) = r;
    s->last = r;
    atomic_store(&s->timeline->submitted, r->number);
    pthread_mutex_unlock(&s->timeline->lock);
    return r->number;
}

/* A marker that the host call waits for, and a gate that later commands of the queue wait for. */
static dpex_status enqueue_host_call(strand *s, cl_queue id, record *r, dpex_cl_wait wait,
                                     cl_event *ready)
{
    cl_int code;
    r->gate = s->driver->api.CreateUserEvent(s->ctx, &code);
    DPEX_CL_TRY(code, "clCreateUserEvent");
    code = s->driver->api.EnqueueMarkerWithWaitList(id, wait.n, wait.events, ready);
    if (code == CL_SUCCESS) {
        cl_event barrier;
        code = s->driver->api.EnqueueBarrierWithWaitList(id, 1, &r->gate, &barrier);
        if (code == CL_SUCCESS)
            s->driver->api.ReleaseEvent(barrier);
        else
            s->driver->api.ReleaseEvent(*ready);
    }
    if (code != CL_SUCCESS) s->driver->api.ReleaseEvent(r->gate);
    return dpex_cl_check(code, "clEnqueueMarkerWithWaitList");
}

static dpex_status attach_event(strand *s, dpex_event *event, cl_event id)
{
    dpex_cl_event *handle = dpex_malloc(sizeof *handle);
    if (!handle) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for an event");
    *handle = (dpex_cl_event){s->driver, s->ctx, id};
    s->driver->api.RetainEvent(id);
    event->handle = handle;
    return DPEX_SUCCESS;
}

/* Hands the command to the driver and arranges for its end. From the callback on, the record is not ours. */
static dpex_status enqueue(dpex_queue *queue, const dpex_command *command, dpex_cl_wait wait,
                           record *r)
{
    strand *s = queue->handle;
    cl_queue id = NULL;
    cl_event done = NULL;
    DPEX_TRY(choose_queue(s, command, &id));
    if (r->run)
        DPEX_TRY(enqueue_host_call(s, id, r, wait, &done));
    else
        DPEX_TRY(dpex_cl_enqueue(queue, id, command, wait, &done));
    dpex_status status = r->event && !r->run ? attach_event(s, r->event, done) : DPEX_SUCCESS;
    cl_int code = s->driver->api.SetEventCallback(done, CL_COMPLETE, on_complete, r);
    if (code != CL_SUCCESS) { /* nobody will tell: wait here, as the callback would have */
        s->driver->api.WaitForEvents(1, &done);
        on_complete(done, CL_COMPLETE, r);
    }
    s->driver->api.ReleaseEvent(done);
    s->driver->api.Flush(id);
    (void)status; /* without a handle, others wait for the event through a user event */
    return DPEX_SUCCESS;
}

dpex_status dpex_cl_submit(dpex_queue *queue, const dpex_command *command, dpex_event *const *deps,
                           size_t n_deps, dpex_event *event, uint64_t *number)
{
    strand *s = queue->handle;
    wait_list list;
    record *r = NULL;
    if (command->kind == DPEX_COMMAND_LAUNCH) DPEX_TRY(dpex_cl_check_launch(command));
    DPEX_TRY(make_wait_list(s, command, deps, n_deps, &list));
    dpex_status status = make_record(s, command, event, &r);
    if (!status) {
        *number = append_record(s, r);
        status = enqueue(queue, command, (dpex_cl_wait){list.n ? list.events : NULL, list.n}, r);
        if (status) { /* it took a place: give it back, done; what it was given stays the caller's */
            r->drop = NULL;
            r->run = NULL;
            dpex_event_release(r->event);
            r->event = NULL;
            complete(r, DPEX_SUCCESS, NULL);
        }
    }
    wait_list_fini(s, &list);
    return status;
}

/* ---- waiting ------------------------------------------------------------------------------------------- */

static dpex_status take_error(strand *s)
{
    pthread_mutex_lock(&s->timeline->lock);
    dpex_status error = s->error;
    char *text = s->error_text;
    s->error = DPEX_SUCCESS;
    s->error_text = NULL;
    pthread_mutex_unlock(&s->timeline->lock);
    if (!error) return DPEX_SUCCESS;
    dpex_status status = DPEX_FAIL(error, "%s", text ? text : dpex_status_text(error));
    dpex_free(text);
    return status;
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
    strand *s = queue->handle;
    target t = {s->timeline, atomic_load(&s->timeline->submitted)};
    dpex_wait wait = {is_reached, &t, dpex_futex_low_word(&s->timeline->completed),
                      &s->timeline->n_sleeping, 0};
    int is_done;
    DPEX_TRY(dpex_threads_wait(&wait, max_ns, done ? done : &is_done));
    return is_reached(&t) ? take_error(s) : DPEX_SUCCESS;
}

static int is_complete(void *arg)
{
    return atomic_load(&((dpex_event *)arg)->state) == DPEX_EVENT_COMPLETE;
}

dpex_status dpex_cl_event_wait(dpex_event *event, uint64_t max_ns, int *done)
{
    dpex_wait wait = {is_complete, event, (_Atomic uint32_t *)&event->state, &event->n_sleeping, 0};
    DPEX_TRY(dpex_threads_wait(&wait, max_ns, done));
    return is_complete(event) ? dpex_event_raise(event) : DPEX_SUCCESS;
}

void dpex_cl_event_destroy(dpex_event *event)
{
    dpex_cl_event *handle = event->handle;
    if (!handle) return;
    handle->driver->api.ReleaseEvent(handle->id);
    dpex_free(handle);
}
