/* Commands of strands from ready to over: starting them, and what their end means for others.
 *
 * The end of a command, in this order: drop, its event, its number in the timeline, those that
 * followed it. Why a command had to wait until it was ready is strand.c's. */
#include "base/alloc.h"
#include "base/error.h"
#include "base/futex.h"
#include "base/log.h"
#include "base/text.h"
#include "host/strand.h"

enum { MAX_FREE_NODES = 64 };

/* ---- the end of a command -------------------------------------------------------------------- */

/* What a wait will say; NULL where there is no memory for it.
 * The caller frees it. */
static char *describe_failure(const dpex_node *node, const char *reason)
{
    dpex_text text = DPEX_TEXT_EMPTY;
    const char *what = atomic_load(&node->cause) ? "was cancelled" : "failed";
    dpex_text_append(&text, "command \"%s\" %s: %s", dpex_command_get_name(&node->command), what,
                     reason);
    if (text.failed) dpex_text_fini(&text);
    return text.data;
}

/* With the lock
 * held: later commands only follow what is pending. */
static void unlink_node(dpex_strand *strand, dpex_node *node)
{
    *(node->prev ? &node->prev->next : &strand->first) = node->next;
    *(node->next ? &node->next->prev : &strand->last) = node->prev;
    if (strand->last_ordered == node) strand->last_ordered = NULL;
    if (strand->last_barrier == node) strand->last_barrier = NULL;
}

/* The node may be reused as soon as the lock is released. */
dpex_node *dpex_strand_recycle(dpex_strand *strand, dpex_node *node)
{
    if (strand->n_free_nodes >= MAX_FREE_NODES) return node;
    node->next = strand->free_nodes;
    strand->free_nodes = node;
    strand->n_free_nodes++;
    return NULL;
}

/* Publishes that the command is over. The strand must not be used afterwards: its queue
 * may be gone. */
static void leave_strand(dpex_node *node)
{
    dpex_strand *strand = node->strand;
    dpex_timeline *timeline = strand->timeline;
    pthread_mutex_lock(&timeline->lock);
    unlink_node(strand, node);
    dpex_watcher *followers = node->followers;
    dpex_free(dpex_strand_recycle(strand, node)); /* rarely one: before a waiter may read it */
    /* Commands of an out-of-order queue end in any order, but the timeline's number says that all
     * up to it are over: the one before the oldest pending command. */
    uint64_t completed =
        strand->first ? strand->first->number - 1 : atomic_load(&timeline->submitted);
    dpex_watcher *reached = dpex_timeline_advance_locked(timeline, completed);
    /* Notifications run other commands' code: outside the lock. */
    pthread_mutex_unlock(&timeline->lock);
    dpex_watcher_notify(followers, NULL);
    dpex_watcher_notify(reached, NULL);
}

/* reason: what a failed command's message says; not used on success. */
static void complete(dpex_node *node, dpex_status status, const char *reason)
{
    dpex_event *event = node->event;
    char *text = status ? describe_failure(node, reason) : NULL;
    /* Before the drop: a fork between the two must not let the child drop again. */
    atomic_store(&node->is_ending, 1);
    dpex_node_drop_command(node);
    dpex_free(node->more_edges);
    dpex_free(node->cause_text);
    dpex_free(node->region.message);
    /* Before the event completes, so that a wait for the queue that follows a wait for the event
     * reports it. */
    const int is_told = (node->command.flags & DPEX_COMMAND_TOLD_BY_EVENT) != 0;
    if (status && !is_told) dpex_timeline_keep_failure(node->strand->timeline, status, text);
    if (event) {
        if (node->submit_ns) {
            event->submit_ns = node->submit_ns;
            event->end_ns = dpex_clock_ns();
            event->start_ns = node->start_ns ? node->start_ns : event->end_ns;
        }
        /* Takes over the text. */
        dpex_event_complete(event, status, text);
        text = NULL;
    }
    dpex_free(text);
    node->event = NULL;
    dpex_event_release(event);
    leave_strand(node); /* last: a wait for the queue ends after everything is released */
}

/* After the last chunk. status: the chunks' failure, with its message in `reason`. */
static void finish(dpex_node *node, dpex_status status, const char *reason)
{
    if (!status && (status = dpex_node_finish_work(node))) reason = dpex_error_message();
    complete(node, status, reason);
}

/* ---- starting commands ----------------------------------------------------------------------- */

/* Called by the first thread inside the region, before the chunks. */
static void on_start(dpex_region *region)
{
    dpex_node *node = (dpex_node *)region;
    if (node->submit_ns) node->start_ns = dpex_clock_ns();
    if (node->event)
        /* Relaxed: RUNNING is information only; COMPLETE is published by dpex_event_complete. */
        atomic_store_explicit(&node->event->state, DPEX_EVENT_RUNNING, memory_order_relaxed);
}

static void on_done(dpex_region *region)
{
    dpex_node *node = (dpex_node *)region;
    dpex_status status = (dpex_status)atomic_load(&region->status);
    finish(node, status, region->message ? region->message : dpex_status_text(status));
}

/* What comes before the work of a ready command. 1: the command is over already. */
static int ends_early(dpex_node *node)
{
    const dpex_strand *strand = node->strand;
    const dpex_host_device *device = strand->device->handle;
    /* A failed dependency cancels the command: its drop is called, its work is not. */
    if (atomic_load(&node->cause)) {
        complete(node, DPEX_ERROR_CANCELLED,
                 node->cause_text ? node->cause_text : "a dependency failed");
        return 1;
    }
    dpex_status status =
        device->before ? device->before(strand->device, &node->command) : DPEX_SUCCESS;
    if (status) {
        complete(node, status, dpex_error_message());
        return 1;
    }
    /* Commands without work (barriers, empty copies) end here. */
    if (dpex_node_prepare_work(node)) return 0;
    finish(node, DPEX_SUCCESS, NULL);
    return 1;
}

static void start(dpex_node *node)
{
    if (ends_early(node)) return;
    node->region.on_start = on_start;
    node->region.on_done = on_done;
    if (node->command.kind == DPEX_COMMAND_HOST_CALL)
        dpex_threads_open_call(&node->region);
    else
        dpex_threads_open(&node->region);
}

/* For the submitting thread: the region is not opened, so no other thread takes part. */
void dpex_node_execute_here(dpex_node *node)
{
    dpex_host_enter_work();
    if (!ends_early(node)) {
        dpex_region *region = &node->region;
        on_start(region);
        dpex_status status = region->run(region->payload, 0, region->n_chunks);
        finish(node, status, status ? dpex_error_message() : NULL);
    }
    dpex_host_leave_work();
}

/* Commands that became ready while this thread was starting another: a chain of barriers or
 * cancelled commands must not become a recursion.
 * Per thread; linked through next_ready, in order of arrival. */
static _Thread_local struct {
    dpex_node *first, **end;
    int is_busy;
} ready;

void dpex_node_make_ready(dpex_node *node)
{
    node->next_ready = NULL;
    /* `end` is stale when the list was emptied. */
    if (!ready.first) ready.end = &ready.first;
    *ready.end = node;
    ready.end = &node->next_ready;
    /* The loop further up this thread's stack will start it. */
    if (ready.is_busy) return;
    ready.is_busy = 1;
    dpex_host_enter_work();
    while (ready.first) {
        dpex_node *next = ready.first;
        ready.first = next->next_ready;
        start(next);
    }
    dpex_host_leave_work();
    ready.is_busy = 0;
}

/* A submission from inside such code must not run its command at once. */
int dpex_node_is_starting(void)
{
    return ready.is_busy;
}
