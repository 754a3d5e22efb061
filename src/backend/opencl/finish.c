/* The end of commands on OpenCL queues: the driver's callback, host calls, profiles, failures. */
#include <string.h>

#include "backend/opencl/queue.h"
#include "base/alloc.h"
#include "base/futex.h"
#include "base/text.h"
#include "host/thread_pool.h"

static const char cancelled[] = "a command that it depends on failed";

static char *describe_failure(const dpex_cl_record *r, const char *reason)
{
    dpex_text text = DPEX_TEXT_EMPTY;
    dpex_text_append(&text, "command \"%s\" failed: %s", r->name, reason);
    if (text.failed) dpex_text_fini(&text);
    return text.data;
}

/* Takes the records at the front that are done off the list and publishes the new number. With the
 * lock held. */
static dpex_watcher *advance(dpex_cl_strand *s, dpex_cl_record **done)
{
    *done = NULL;
    /* `done` collects in the order of the numbers. */
    dpex_cl_record **tail = done;
    while (s->first && s->first->is_done) {
        dpex_cl_record *r = s->first;
        s->first = r->next;
        r->next = NULL;
        *tail = r;
        tail = &r->next;
    }
    if (!s->first) s->last = NULL;
    /* Up to the oldest command that is not over. */
    uint64_t completed = s->first ? s->first->number - 1 : atomic_load(&s->timeline->submitted);
    return dpex_timeline_advance_locked(s->timeline, completed);
}

/* ---- what is not for the driver's threads --------------------------------------------------------------- */

typedef struct call {
    dpex_region region; /* first: on_done gets its address */
    void (*run)(void *arg);
    void *arg;
} call;

static dpex_status run_call(void *payload, int64_t first, int64_t last)
{
    (void)first, (void)last;
    ((call *)payload)->run(((call *)payload)->arg);
    return DPEX_SUCCESS;
}

static void end_call(dpex_region *region)
{
    dpex_free(region);
}

/* On a thread of ours; where there is none, or no memory for the call, on this one. */
static void run_elsewhere(void (*run)(void *arg), void *arg)
{
    dpex_team *team;
    call *made = dpex_threads_get_call_team(&team) ? NULL : dpex_calloc(1, sizeof *made);
    if (!made) {
        run(arg);
        return;
    }
    made->run = run;
    made->arg = arg;
    dpex_region_init(&made->region, team, run_call, made, 1);
    made->region.on_done = end_call;
    dpex_threads_open_call(&made->region);
}

static void notify_all(void *list)
{
    dpex_watcher_notify(list, NULL);
}

/* Destroying a queue may free its context and memory, which drivers wait with until their threads
 * are at rest. */
static void notify(const dpex_cl_strand *s, dpex_watcher *list)
{
    int destroys = 0;
    /* The queue's own watcher, by address. */
    for (const dpex_watcher *w = list; w; w = w->next) destroys |= w == s->idle_watcher;
    if (destroys)
        run_elsewhere(notify_all, list);
    else
        notify_all(list);
}

dpex_cl_record *dpex_cl_record_retain(dpex_cl_record *r)
{
    atomic_fetch_add(&r->refs, 1);
    return r;
}

/* In a forked child no call of the driver is safe, not even a release. */
void dpex_cl_record_release(dpex_cl_record *r)
{
    if (!r || atomic_fetch_sub(&r->refs, 1) != 1) return;
    if (r->id && !dpex_cl_is_forked(r->strand->driver)) r->strand->driver->api.ReleaseEvent(r->id);
    dpex_cl_strand_release(r->strand);
    dpex_free(r);
}

/* The end that everybody sees. text: taken; NULL unless it failed. */
static void complete_event(const dpex_cl_record *r, dpex_status status, char *text)
{
    /* Before the event completes: see backend.h. */
    if (status) dpex_timeline_keep_failure(r->strand->timeline, status, text);
    if (r->event)
        dpex_event_complete(r->event, status, text);
    else
        dpex_free(text);
}

/* Takes a command whose event is complete off its queue. */
static void retire(dpex_cl_record *r)
{
    dpex_cl_strand *s = r->strand;
    dpex_cl_record *done;
    pthread_mutex_lock(&s->timeline->lock);
    /* With the lock, which the list is read under. */
    r->is_done = 1;
    s->n_long -= !r->is_short;
    dpex_watcher *reached = advance(s, &done);
    pthread_mutex_unlock(&s->timeline->lock);
    notify(s, reached);
    /* Outside the lock: releasing may destroy the strand. */
    while (done) {
        dpex_cl_record *next = done->next;
        dpex_event *event = done->event; /* which keeps the record by its handle */
        done->event = NULL;
        dpex_event_release(event);
        dpex_cl_record_release(done);
        done = next;
    }
}

static void complete(dpex_cl_record *r, dpex_status status, const char *reason)
{
    complete_event(r, status, status ? describe_failure(r, reason) : NULL);
    retire(r);
}

static void read_profile(const dpex_cl_record *r, cl_event id)
{
    const cl_api *api = &r->strand->driver->api;
    if (r->event && r->submit_ns) {
        /* The driver keeps no times: from the submission to what the host sees of the end. */
        r->event->submit_ns = r->event->start_ns = r->submit_ns;
        r->event->end_ns = dpex_clock_ns();
    }
    /* Nobody asked for times. */
    if (!r->event || !(r->strand->properties & DPEX_QUEUE_ENABLE_PROFILING)) return;
    api->GetEventProfilingInfo(id, CL_PROFILING_COMMAND_SUBMIT, sizeof(cl_ulong),
                               &r->event->submit_ns, NULL);
    api->GetEventProfilingInfo(id, CL_PROFILING_COMMAND_START, sizeof(cl_ulong),
                               &r->event->start_ns, NULL);
    api->GetEventProfilingInfo(id, CL_PROFILING_COMMAND_END, sizeof(cl_ulong), &r->event->end_ns,
                               NULL);
}

static int is_cancelled(const dpex_cl_record *r)
{
    /* Drivers report a failed dependency by different codes, and a user event that stands for one
     * not at all. */
    return r->is_cancelled || (r->event && dpex_event_has_failed_dependency(r->event));
}

/* It may last, and the driver's threads must not. */
static void run_host_call(void *arg)
{
    dpex_cl_record *r = arg;
    const cl_api *api = &r->strand->driver->api;
    cl_event gate = r->gate;
    dpex_host_enter_work();
    dpex_status status = is_cancelled(r) ? DPEX_ERROR_CANCELLED : r->run(r->payload);
    const char *reason = status == DPEX_ERROR_CANCELLED ? cancelled : dpex_error_message();
    char *text = status ? describe_failure(r, reason) : NULL;
    /* Before the event: after a wait for it the payload must be gone. */
    if (r->drop) r->drop(r->payload);
    complete_event(r, status, text); /* before what follows can be complete */
    /* Opens the gate: what follows in the driver's queue may start. */
    api->SetUserEventStatus(gate, CL_COMPLETE);
    api->ReleaseEvent(gate);
    retire(r);
    dpex_cl_record_release(r);
    dpex_host_leave_work();
}

static void end(dpex_cl_record *r, cl_event id, cl_int state)
{
    dpex_host_enter_work();
    read_profile(r, id);
    /* A host call without a function only has a payload. */
    if (r->drop && !r->run) r->drop(r->payload);
    if (state == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST || is_cancelled(r))
        complete(r, DPEX_ERROR_CANCELLED, cancelled);
    else
        complete(r, state >= 0 ? DPEX_SUCCESS : DPEX_ERROR_BACKEND, cl_error_name(state));
    dpex_host_leave_work();
}

/* On any thread of the driver; no call of it may block. */
void dpex_cl_on_complete(cl_event id, cl_int state, void *arg)
{
    dpex_cl_record *r = arg;
    if (state >= 0 && r->run) {
        run_elsewhere(run_host_call, r);
        return;
    }
    if (r->run) {
        if (r->drop) r->drop(r->payload);
        /* What follows fails with the same status. */
        r->strand->driver->api.SetUserEventStatus(r->gate, state);
        r->strand->driver->api.ReleaseEvent(r->gate);
    }
    /* The exchange decides who ends the record: callback, waiting thread or query. */
    if (!atomic_exchange(&r->is_over, 1)) end(r, id, state);
    dpex_cl_record_release(r);
}

void dpex_cl_record_update(dpex_cl_record *r)
{
    cl_int state;
    if (r->strand->driver->api.GetEventInfo(r->id, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state,
                                            &state, NULL) != CL_SUCCESS)
        return;
    /* Negative states are failures. */
    if (state <= CL_COMPLETE && !atomic_exchange(&r->is_over, 1)) end(r, r->id, state);
}

/* Its number on the timeline is marked complete; the caller keeps the payload. */
void dpex_cl_give_back(dpex_cl_record *r)
{
    /* The driver has not seen the payload. */
    r->run = NULL;
    r->drop = NULL;
    dpex_event_release(r->event);
    r->event = NULL;
    complete(r, DPEX_SUCCESS, NULL);
}
