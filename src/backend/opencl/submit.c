/* Submission to OpenCL queues: a record for the command, what it waits for, the driver's queue that
 * it goes to.
 *
 * Dependencies on events that the driver does not know (of other platforms, of the host) become
 * user events, which a watcher sets. */
#include <string.h>

#include "backend/opencl/queue.h"
#include "base/alloc.h"
#include "base/futex.h"

/* The driver's queue that a command belongs to. */
static dpex_status choose_queue(dpex_cl_strand *s, const dpex_command *command, cl_queue *id)
{
    *id = s->in_order;
    /* ORDERED commands and in-order queues share one queue of the driver, which keeps the order. */
    if ((s->properties & DPEX_QUEUE_IN_ORDER) || (command->flags & DPEX_COMMAND_ORDERED))
        return DPEX_SUCCESS;
    /* Host calls have their gate there; a barrier is given to the other queue as well (hold_back). */
    if (command->kind == DPEX_COMMAND_HOST_CALL || command->kind == DPEX_COMMAND_BARRIER)
        return DPEX_SUCCESS;
    pthread_mutex_lock(&s->timeline->lock);
    *id = s->out_of_order;
    pthread_mutex_unlock(&s->timeline->lock);
    if (*id) return DPEX_SUCCESS;
    cl_queue made;
    /* Outside the lock; another thread may be faster, and then this one's is released. */
    DPEX_TRY(dpex_cl_strand_open_queue(s, 1, &made));
    pthread_mutex_lock(&s->timeline->lock);
    if (!s->out_of_order) {
        s->out_of_order = made;
        made = NULL;
    }
    *id = s->out_of_order;
    pthread_mutex_unlock(&s->timeline->lock);
    dpex_cl_strand_close_queue(s, 1, made);
    return DPEX_SUCCESS;
}

/* ---- dependencies -------------------------------------------------------------------------------------- */

/* A user event that stands for an event the driver does not know.
 * Freed by on_foreign. */
typedef struct {
    dpex_watcher watcher; /* first: notify gets its address */
    const cl_driver *driver;
    cl_event user;
} stand_in;

/* Also where it failed, which drivers should be told by a negative status: Intel's CPU runtime ends
 * the process then. The failure is found at the end of the command (finish.c). */
static void on_foreign(dpex_watcher *watcher, const dpex_event *event)
{
    stand_in *s = (stand_in *)watcher;
    (void)event;
    s->driver->api.SetUserEventStatus(s->user, CL_COMPLETE);
    s->driver->api.ReleaseEvent(s->user);
    dpex_free(s);
}

static dpex_status stand_in_for(dpex_cl_strand *s, dpex_event *event, cl_event *id)
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
    /* One reference for the caller, one for the watcher. */
    s->driver->api.RetainEvent(*id);
    /* Over already. */
    if (!dpex_event_watch(event, &made->watcher)) on_foreign(&made->watcher, event);
    return DPEX_SUCCESS;
}

typedef struct wait_list {
    cl_event *events; /* each retained */
    cl_uint n;
    size_t n_given; /* with those that are complete already */
    int has_failed;
} wait_list;

static void wait_list_fini(const dpex_cl_strand *s, wait_list *list)
{
    for (cl_uint i = 0; i < list->n; i++) s->driver->api.ReleaseEvent(list->events[i]);
    dpex_free(list->events);
}

/* `events` has space for all. */
static dpex_status wait_list_add(dpex_cl_strand *s, dpex_event *event, wait_list *list)
{
    const dpex_cl_event *handle = event->backend == s->backend ? event->handle : NULL;
    list->n_given++;
    /* Asks the driver, so that what is over costs no wait. */
    if (dpex_event_get_status(event) == DPEX_EVENT_COMPLETE) {
        list->has_failed |= event->error != DPEX_SUCCESS;
        return DPEX_SUCCESS;
    }
    cl_event id = NULL;
    /* Events of other contexts are unknown to this driver object. */
    if (handle && handle->ctx == s->ctx) {
        id = handle->id;
        s->driver->api.RetainEvent(id);
    } else {
        DPEX_TRY(stand_in_for(s, event, &id));
    }
    list->events[list->n++] = id;
    return DPEX_SUCCESS;
}

/* What an unordered queue's barrier must also wait for: everything in the out-of-order queue. */
static dpex_status wait_list_add_all(dpex_cl_strand *s, wait_list *list)
{
    pthread_mutex_lock(&s->timeline->lock);
    /* NULL: nothing was ever submitted out of order. */
    cl_queue other = s->out_of_order;
    pthread_mutex_unlock(&s->timeline->lock);
    if (!other) return DPEX_SUCCESS;
    cl_event id;
    DPEX_CL_TRY(s->driver->api.EnqueueMarkerWithWaitList(other, 0, NULL, &id),
                "clEnqueueMarkerWithWaitList");
    list->events[list->n++] = id;
    return DPEX_SUCCESS;
}

static dpex_status make_wait_list(dpex_cl_strand *s, const dpex_command *command,
                                  dpex_event *const *deps, size_t n_deps, wait_list *list)
{
    *list = (wait_list){NULL, 0, 0, 0};
    list->events = n_deps || command->kind == DPEX_COMMAND_BARRIER
                       ? dpex_malloc((n_deps + 1) * sizeof *list->events)
                       : NULL;
    /* Nothing to wait for. */
    if (!list->events) {
        if (!n_deps && command->kind != DPEX_COMMAND_BARRIER) return DPEX_SUCCESS;
        return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for %zu dependencies", n_deps);
    }
    dpex_status status = DPEX_SUCCESS;
    for (size_t i = 0; i < n_deps && !status; i++)
        if (deps[i]) status = wait_list_add(s, deps[i], list);
    /* A barrier whose events are all over waits for nothing. */
    if (!status && command->kind == DPEX_COMMAND_BARRIER && list->n_given == 0)
        status = wait_list_add_all(s, list);
    if (status) wait_list_fini(s, list);
    return status;
}

/* Later commands of an unordered queue wait for its barriers; those that share the barrier's queue of the driver do
 * without being told. */
static void keep_barrier(dpex_cl_strand *s, cl_event barrier)
{
    s->driver->api.RetainEvent(barrier);
    pthread_mutex_lock(&s->barrier_lock);
    /* The earlier one precedes this one in their queue. */
    cl_event earlier = s->barrier;
    s->barrier = barrier;
    pthread_mutex_unlock(&s->barrier_lock);
    if (earlier) s->driver->api.ReleaseEvent(earlier);
}

static dpex_status hold_back(dpex_cl_strand *s, cl_queue id)
{
    dpex_status status = DPEX_SUCCESS;
    pthread_mutex_lock(&s->barrier_lock);
    if (s->barrier) {
        cl_event held;
        status = dpex_cl_check(s->driver->api.EnqueueBarrierWithWaitList(id, 1, &s->barrier, &held),
                               "clEnqueueBarrierWithWaitList");
        if (!status) {
            s->driver->api.ReleaseEvent(held);
            s->driver->api.ReleaseEvent(s->barrier);
            s->barrier = NULL;
        }
    }
    pthread_mutex_unlock(&s->barrier_lock);
    return status;
}

/* ---- the command --------------------------------------------------------------------------------------- */

static int is_short(const dpex_command *command)
{
    /* SHORT_BYTES: copies that a CPU driver does in the waiting thread. */
    enum { SHORT_BYTES = 1 << 19 };
    switch (command->kind) {
    case DPEX_COMMAND_HOST_CALL: return 0;
    case DPEX_COMMAND_BARRIER: return 1;
    case DPEX_COMMAND_COPY: return command->copy.bytes <= SHORT_BYTES;
    case DPEX_COMMAND_FILL: return command->fill.bytes <= SHORT_BYTES;
    default: return (command->flags & DPEX_COMMAND_SMALL) != 0;
    }
}

static dpex_status make_record(dpex_cl_strand *s, const dpex_command *command, dpex_event *event,
                               dpex_cl_record **out)
{
    dpex_cl_record *r = dpex_calloc(1, sizeof *r);
    if (!r) return DPEX_FAIL_NO_COMMAND(NULL);
    /* A record keeps its strand. */
    atomic_fetch_add(&s->refs, 1);
    atomic_init(&r->refs, 1);
    r->strand = s;
    r->event = event ? dpex_event_retain(event) : NULL;
    if (command->flags & DPEX_COMMAND_TIMED && !(s->properties & DPEX_QUEUE_ENABLE_PROFILING))
        r->submit_ns = dpex_clock_ns();
    /* Copied, and truncated: the command's text need not stay. */
    strncpy(r->name, dpex_command_get_name(command), sizeof r->name - 1);
    if (command->kind == DPEX_COMMAND_HOST_CALL) {
        r->run = command->host.run;
        r->drop = command->host.drop;
        r->payload = command->host.payload;
    }
    *out = r;
    return DPEX_SUCCESS;
}

/* The command gets its number on the timeline before it is enqueued: its callback may run at
 * once. */
static uint64_t append_record(dpex_cl_strand *s, dpex_cl_record *r)
{
    /* The number is taken in the order of submission, also where two threads submit at once. */
    pthread_mutex_lock(&s->timeline->lock);
    r->number = atomic_load(&s->timeline->submitted) + 1;
    *(s->last ? &s->last->next : &s->first) = r;
    s->last = r;
    s->n_long += !r->is_short;
    atomic_store(&s->timeline->submitted, r->number);
    pthread_mutex_unlock(&s->timeline->lock);
    return r->number;
}

/* A marker that the host call waits for, and a gate that later commands of the queue wait for.
 * On failure the gate is released. */
static dpex_status enqueue_host_call(dpex_cl_strand *s, cl_queue id, dpex_cl_record *r,
                                     dpex_cl_wait wait, cl_event *ready)
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

/* Without a handle, others wait for the event through a user event; so that memory is short is not
 * a failure. */
static void attach_event(dpex_cl_record *r, cl_event id)
{
    const dpex_cl_strand *s = r->strand;
    dpex_cl_event *handle = dpex_malloc(sizeof *handle);
    if (!handle) return;
    *handle = (dpex_cl_event){s->driver, s->ctx, id, dpex_cl_record_retain(r)};
    s->driver->api.RetainEvent(id);
    r->event->handle = handle;
}

/* Arranges for the command's end. From the callback on, the record is not ours. */
static void await(dpex_cl_record *r, cl_event id)
{
    dpex_cl_strand *s = r->strand;
    /* A host call's event is complete when the call is, not when the marker is. */
    if (r->event && !r->run) attach_event(r, id);
    if (!r->run) {
        s->driver->api.RetainEvent(id);
        pthread_mutex_lock(&s->timeline->lock);
        r->id = id;
        pthread_mutex_unlock(&s->timeline->lock);
    }
    /* For the callback. */
    dpex_cl_record_retain(r);
    cl_int code = s->driver->api.SetEventCallback(id, CL_COMPLETE, dpex_cl_on_complete, r);
    if (code == CL_SUCCESS) return;
    s->driver->api.WaitForEvents(1, &id); /* there will be no callback */
    dpex_cl_on_complete(id, CL_COMPLETE, r);
}

/* Commands without work of their own are sent as `nothing`, which holds nothing back: a host call may have no function
 * to run and keep objects only. */
static const dpex_command nothing = {.kind = DPEX_COMMAND_BARRIER};

static dpex_status enqueue(dpex_queue *queue, const dpex_command *command, dpex_cl_wait wait,
                           dpex_cl_record *r)
{
    dpex_cl_strand *s = queue->handle;
    int is_barrier = command->kind == DPEX_COMMAND_BARRIER && command != &nothing;
    cl_queue id = NULL;
    cl_event done = NULL;
    DPEX_TRY(choose_queue(s, command, &id));
    if (id != s->in_order) DPEX_TRY(hold_back(s, id));
    if (r->run)
        DPEX_TRY(enqueue_host_call(s, id, r, wait, &done));
    else
        DPEX_TRY(dpex_cl_enqueue(queue, id, command, wait, &done));
    if (is_barrier && !(s->properties & DPEX_QUEUE_IN_ORDER)) keep_barrier(s, done);
    await(r, done);
    s->driver->api.ReleaseEvent(done);
    /* A driver need not start anything before a flush. */
    s->driver->api.Flush(id);
    return DPEX_SUCCESS;
}

dpex_status dpex_cl_submit(dpex_queue *queue, const dpex_command *command, dpex_event *const *deps,
                           size_t n_deps, dpex_event *event, uint64_t *number)
{
    dpex_cl_strand *s = queue->handle;
    wait_list list;
    dpex_cl_record *r = NULL;
    DPEX_TRY(dpex_cl_check_process(s->driver));
    if (command->kind == DPEX_COMMAND_LAUNCH) DPEX_TRY(dpex_cl_check_launch(command));
    DPEX_TRY(make_wait_list(s, command, deps, n_deps, &list));
    dpex_status status = make_record(s, command, event, &r);
    /* From append_record on the number must be reported, so failures below go through give_back. */
    if (!status) {
        /* A failed dependency: a barrier in place of the command keeps order and number. */
        r->is_cancelled = list.has_failed;
        r->is_short = !list.n && is_short(command);
        *number = append_record(s, r);
        int is_nothing = command->kind == DPEX_COMMAND_HOST_CALL ||
                         (list.has_failed && command->kind != DPEX_COMMAND_BARRIER);
        status = enqueue(queue, is_nothing ? &nothing : command,
                         (dpex_cl_wait){list.n ? list.events : NULL, list.n}, r);
        if (status) dpex_cl_give_back(r);
    }
    wait_list_fini(s, &list);
    return status;
}
