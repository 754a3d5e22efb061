/* Commands that the driver cannot have yet, and those that a thread of the host does: host calls,
 * copies (stage.c).
 *
 * A deferred command counts what it waits for: events that streams cannot wait for, a kernel that
 * is being compiled, and those commands of its own queue that it follows and that are not in a
 * stream either. The thread that takes the count to zero hands it to the driver, or, for a host
 * call, to a thread of host/ that may block. */
#include <string.h>

#include "backend/cuda/program.h"
#include "backend/cuda/queue.h"
#include "base/alloc.h"
#include "host/host.h"

/* ---- copying ----------------------------------------------------------------------------------------------- */

/* A hint's span is the one that dpex_node_copy_command leaves as it is. */
static void resolve_hint(dpex_command *command)
{
    if (command->kind != DPEX_COMMAND_PREFETCH && command->kind != DPEX_COMMAND_ADVISE) return;
    command->hint.span.host = (void *)dpex_cuda_address(&command->hint.span);
    command->hint.span.storage = NULL;
    command->hint.span.offset = 0;
}

/* r->deferred is set on success; edges have space for all that the command can wait for. */
static dpex_status make_deferred(dpex_cuda_record *r, const dpex_command *command, size_t n_deps)
{
    dpex_team *calls = NULL;
    /* Only commands for a thread of the host need one. */
    if (r->lane == DPEX_CUDA_NO_LANE) DPEX_TRY(dpex_threads_get_call_team(&calls));
    dpex_cuda_deferred *made = dpex_calloc(1, sizeof *made);
    /* The four besides the caller's: the ordered one before, the last barrier, the timeline, and a
     * kernel's program. */
    if (made) made->edges = dpex_calloc(n_deps + 4, sizeof *made->edges);
    if (!made || !made->edges) {
        dpex_free(made);
        return DPEX_FAIL_NO_COMMAND(NULL);
    }
    dpex_status status = dpex_node_copy_command(&made->node, command);
    if (status) {
        dpex_free(made->edges);
        dpex_free(made);
        return status;
    }
    resolve_hint(&made->node.command);
    made->node.region.team = calls;
    made->record = r;
    atomic_init(&made->n_blockers, 1); /* the submission itself */
    r->deferred = made;
    return DPEX_SUCCESS;
}

/* ---- blockers ---------------------------------------------------------------------------------------------- */

/* The command that the dependency's message begins with, cancelled or failed itself, is the one to
 * name. */
static void blame(dpex_cuda_deferred *deferred, const dpex_event *event)
{
    static const char cancelled[] = "was cancelled: ";
    int none = DPEX_SUCCESS;
    if (!event->error ||
        !atomic_compare_exchange_strong(&deferred->cause, &none, (int)event->error))
        /* As in host/strand.c. */
        return;
    const char *text = event->message ? event->message : dpex_status_text(event->error);
    const char *root = event->error == DPEX_ERROR_CANCELLED ? strstr(text, cancelled) : NULL;
    deferred->cause_text = dpex_strdup(root ? root + sizeof cancelled - 1 : text);
}

/* Called by the thread that ends the dependency, without locks. */
static void on_edge(dpex_watcher *watcher, const dpex_event *event)
{
    dpex_cuda_record *r = ((dpex_cuda_edge *)watcher)->record;
    if (event) blame(r->deferred, event);
    dpex_cuda_unblock(r);
}

static dpex_watcher *next_edge(dpex_cuda_record *r)
{
    dpex_cuda_edge *edge = &r->deferred->edges[r->deferred->n_edges++];
    edge->record = r;
    edge->watcher.notify = on_edge;
    /* Relaxed: the submission's own blocker keeps the count above 0 until everything is
     * registered. */
    atomic_fetch_add_explicit(&r->deferred->n_blockers, 1, memory_order_relaxed);
    return &edge->watcher;
}

static void depend_on_event(dpex_cuda_record *r, dpex_event *event)
{
    /* 0: complete already, and there will be no notification. */
    if (dpex_event_watch(event, next_edge(r))) return;
    blame(r->deferred, event);
    atomic_fetch_sub_explicit(&r->deferred->n_blockers, 1, memory_order_relaxed);
}

/* A program that fails is found by the launch. */
static void depend_on_program(dpex_cuda_record *r, const dpex_command *command)
{
    if (command->kind != DPEX_COMMAND_LAUNCH ||
        dpex_cuda_program_watch(command->launch.kernel->program, next_edge(r)))
        return;
    atomic_fetch_sub_explicit(&r->deferred->n_blockers, 1, memory_order_relaxed);
}

/* Two commands for streams need their order only up to the driver; with a host call among them the
 * first must be over. */
static void follow_locked(dpex_cuda_record *r, dpex_cuda_record *before)
{
    /* The host is not a stream: it starts only what waits for nothing, and streams do not wait for
     * it. */
    int needs_end = r->lane == DPEX_CUDA_NO_LANE || (before && before->lane == DPEX_CUDA_NO_LANE);
    if (!before || (!needs_end && before->is_enqueued)) return;
    dpex_watcher *watcher = next_edge(r),
                 **list = needs_end ? &before->at_end : &before->at_enqueue;
    watcher->next = *list;
    *list = watcher;
}

/* With timeline->lock held. Makes r wait for what comes before it in its own queue. */
static void follow_queue_locked(dpex_cuda_record *r, const dpex_command *command, size_t n_deps)
{
    dpex_cuda_queue *queue = r->queue;
    int is_barrier = command->kind == DPEX_COMMAND_BARRIER;
    if (dpex_cuda_is_ordered(queue, command)) {
        follow_locked(r, queue->last_ordered);
        queue->last_ordered = r;
    }
    /* The ordered one before may be the barrier itself. */
    if (queue->last_barrier != r) follow_locked(r, queue->last_barrier);
    if (is_barrier) queue->last_barrier = r;
    if (!is_barrier || n_deps || (queue->properties & DPEX_QUEUE_IN_ORDER)) return;
    if (!dpex_timeline_watch_locked(queue->timeline, r->number - 1, next_edge(r)))
        atomic_fetch_sub_explicit(&r->deferred->n_blockers, 1, memory_order_relaxed);
}

/* `order` is held by the caller, so the number is the position in the queue. */
dpex_status dpex_cuda_defer(dpex_cuda_record *r, const dpex_command *command,
                            dpex_event *const *deps, size_t n_deps, uint64_t *number)
{
    dpex_cuda_queue *queue = r->queue;
    DPEX_TRY(make_deferred(r, command, n_deps));
    pthread_mutex_lock(&queue->timeline->lock);
    *number = dpex_cuda_record_append_locked(r);
    queue->n_deferred++;
    follow_queue_locked(r, command, n_deps);
    pthread_mutex_unlock(&queue->timeline->lock);
    /* Outside timeline->lock: a dependency's backend takes locks of its own. */
    for (size_t i = 0; i < n_deps; i++)
        if (deps[i]) depend_on_event(r, deps[i]);
    depend_on_program(r, command);
    return DPEX_SUCCESS;
}

/* ---- starting ---------------------------------------------------------------------------------------------- */

/* Called once the host's work is over, by the thread that did it. */
static void on_called(dpex_region *region)
{
    dpex_node *node = (dpex_node *)region;
    /* The node is a member, not the first one. */
    dpex_cuda_deferred *deferred =
        (dpex_cuda_deferred *)((char *)node - offsetof(dpex_cuda_deferred, node));
    dpex_status status = (dpex_status)atomic_load(&region->status);
    char *reason = region->message; /* outlives the command, whose end frees it otherwise */
    /* Taken over here. */
    region->message = NULL;
    dpex_cuda_records_finish(deferred->record, status, reason ? reason : dpex_status_text(status));
    dpex_free(reason);
}

/* The message of this thread's last failure becomes the command's. */
static void end_with(dpex_cuda_record *r, dpex_status status)
{
    char *reason = status ? dpex_strdup(dpex_error_message()) : NULL;
    dpex_cuda_records_finish(r, status, reason ? reason : dpex_status_text(status));
    dpex_free(reason);
}

/* Nothing blocks r any more. The record may be gone when this returns. */
static void start_on_host(dpex_cuda_record *r)
{
    if (r->way == DPEX_CUDA_ON_HOST &&
        r->deferred->node.command.copy.bytes <= DPEX_CUDA_SMALL_COPY) {
        end_with(r, dpex_cuda_run_copy(r, 0, 1)); /* not worth another thread */
        return;
    }
    dpex_node *node = &r->deferred->node;
    if (node->command.kind == DPEX_COMMAND_COPY)
        dpex_region_init(&node->region, node->region.team, dpex_cuda_run_copy, r, 1);
    else if (!dpex_node_prepare_work(node)) {
        end_with(r, DPEX_SUCCESS);
        return;
    }
    node->region.on_done = on_called;
    /* Information only, so relaxed. */
    if (r->event) atomic_store_explicit(&r->event->state, DPEX_EVENT_RUNNING, memory_order_relaxed);
    dpex_threads_open_call(&node->region);
}

/* Into its stream; then those that follow may go there too. */
static dpex_status start_in_stream(dpex_cuda_record *r)
{
    dpex_cuda_queue *queue = r->queue;
    dpex_cuda_deferred *deferred = r->deferred;
    dpex_watcher *followers = NULL;
    DPEX_TRY(dpex_cuda_enter(queue->device));
    pthread_mutex_lock(&queue->order);
    dpex_status status = dpex_cuda_enqueue_record(r, &deferred->node.command, NULL, 0);
    pthread_mutex_lock(&queue->timeline->lock);
    if (!status) {
        /* From here on the command belongs to its stream. */
        followers = r->at_enqueue;
        r->at_enqueue = NULL;
        r->deferred = NULL;
        queue->n_deferred--;
        dpex_cuda_record_enqueued_locked(r);
    }
    pthread_mutex_unlock(&queue->timeline->lock);
    pthread_mutex_unlock(&queue->order);
    dpex_cuda_leave();
    if (status) return status;
    /* Outside the locks: the copy's drop may be foreign code. */
    dpex_cuda_deferred_free(deferred);
    dpex_cuda_watch_wake();
    /* They follow in the stream now, and may be enqueued by this thread. */
    dpex_watcher_notify(followers, NULL);
    return DPEX_SUCCESS;
}

/* Outside of all locks: starting may end the command and notify others. */
static void start(dpex_cuda_record *r)
{
    dpex_cuda_deferred *deferred = r->deferred;
    /* Cancelled: the reason is taken from the record, which goes with the command. */
    if (atomic_load(&deferred->cause)) {
        char *reason = deferred->cause_text;
        deferred->cause_text = NULL;
        dpex_cuda_records_finish(r, DPEX_ERROR_CANCELLED, reason ? reason : "a dependency failed");
        dpex_free(reason);
        return;
    }
    if (r->lane == DPEX_CUDA_NO_LANE) {
        start_on_host(r);
        return;
    }
    dpex_status status = start_in_stream(r);
    if (status) end_with(r, status);
}

/* Commands that became ready while this thread was starting another: a chain must not become a
 * recursion. */
static _Thread_local struct {
    dpex_cuda_deferred *first, **end;
    int is_busy;
} ready;

void dpex_cuda_unblock(dpex_cuda_record *r)
{
    dpex_cuda_deferred *deferred = r->deferred;
    /* Sequentially consistent, so a cause that another thread has set is seen. */
    if (atomic_fetch_sub(&deferred->n_blockers, 1) != 1) return;
    deferred->next_ready = NULL;
    /* Appended in order of arrival. */
    if (!ready.first) ready.end = &ready.first;
    *ready.end = deferred;
    ready.end = &deferred->next_ready;
    if (ready.is_busy) return;
    ready.is_busy = 1;
    while (ready.first) {
        dpex_cuda_deferred *next = ready.first;
        ready.first = next->next_ready;
        start(next->record);
    }
    ready.is_busy = 0;
}
