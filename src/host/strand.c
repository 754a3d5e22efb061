/* Strands: queues on a team of CPUs. A strand has no thread. It is a list of pending commands,
 * each with a count of the things that it still waits for; the thread that takes that count to
 * zero makes the command ready, and the thread pool runs it.
 *
 *     in-order queue         each command follows the one before
 *     ORDERED commands       each follows the ORDERED one before
 *     barrier                waits for its events, or without any until the timeline is just
 *                            before it; every later command follows it
 *     dependencies, hazards  events
 *
 * A command that waits for nothing and is known to be small runs in the submitting thread.
 * What happens from there on is node_run.c's. */
#include "host/strand.h"

#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/futex.h"
#include "host/foreign.h"

/* Copies and fills up to this size take less time than waking a worker and coming back. */
static const size_t SMALL_BYTES = (size_t)256 << 10;

/* ---- queues ---------------------------------------------------------------------------------- */

dpex_status dpex_host_queue_create(dpex_queue *queue)
{
    const dpex_host_device *device = queue->device->handle;
    dpex_strand *strand = dpex_calloc(1, sizeof *strand);
    if (!strand) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for a queue");
    strand->timeline = dpex_timeline_retain(queue->timeline);
    strand->team = dpex_team_retain(device->team);
    strand->device = queue->device;
    strand->properties = queue->properties;
    /* The calling thread may run on CPUs outside the team. */
    if (!device->team->is_whole) queue->properties |= DPEX_QUEUE_NEVER_INLINE;
    dpex_strand_list_add(strand);
    queue->handle = strand;
    return DPEX_SUCCESS;
}

static void free_nodes(dpex_node *node)
{
    while (node) {
        dpex_node *next = node->next;
        dpex_free(node);
        node = next;
    }
}

/* In a forked child: what the parent's commands hold goes with the first use of the queue, not
 * inside fork itself. */
static void drop_orphans(dpex_strand *strand)
{
    pthread_mutex_lock(&strand->timeline->lock);
    dpex_node *orphans = strand->orphans;
    strand->orphans = NULL;
    pthread_mutex_unlock(&strand->timeline->lock);
    for (dpex_node *node = orphans; node; node = node->next) {
        if (atomic_load(&node->is_ending)) continue; /* released by the parent */
        dpex_node_drop_command(node);
        dpex_event_release(node->event);
        dpex_free(node->more_edges);
        dpex_free(node->cause_text);
    }
    free_nodes(orphans);
}

/* The runtime destroys idle queues only: nothing is pending. */
void dpex_host_queue_destroy(dpex_queue *queue)
{
    dpex_strand *strand = queue->handle;
    dpex_strand_list_remove(strand);
    drop_orphans(strand);
    free_nodes(strand->free_nodes);
    dpex_timeline_release(strand->timeline);
    dpex_team_release(strand->team);
    dpex_free(strand);
}

/* ---- dependencies ---------------------------------------------------------------------------- */

/* Keeps the first failure of a dependency as the reason for the cancellation. Of a chain of
 * cancelled commands the root is named: the message of a cancelled command ends with it. */
static void blame(dpex_node *node, const dpex_event *event)
{
    static const char cancelled[] = "was cancelled: ";
    int none = DPEX_SUCCESS;
    /* Several dependencies may fail at once, on several threads: the exchange lets one of them
     * win. */
    if (!event->error || !atomic_compare_exchange_strong(&node->cause, &none, (int)event->error))
        return;
    const char *text = event->message ? event->message : dpex_status_text(event->error);
    const char *root = event->error == DPEX_ERROR_CANCELLED ? strstr(text, cancelled) : NULL;
    node->cause_text = dpex_strdup(root ? root + sizeof cancelled - 1 : text);
}

/* Sequentially consistent, so the thread that brings the count to 0 sees what the others wrote
 * before, such as the cause of a failure. That thread starts the command. */
static void unblock(dpex_node *node)
{
    if (atomic_fetch_sub(&node->n_blockers, 1) == 1) dpex_node_make_ready(node);
}

/* Called by the thread that ends the dependency; event: NULL for commands of the same queue, whose
 * failures cancel nothing. */
static void on_edge(dpex_watcher *watcher, const dpex_event *event)
{
    dpex_node *node = ((dpex_edge *)watcher)->node;
    if (event) blame(node, event);
    unblock(node);
}

/* reserve_edges has made enough. */
static dpex_watcher *next_edge(dpex_node *node)
{
    dpex_edge *edge =
        node->more_edges ? &node->more_edges[node->n_edges] : &node->edges[node->n_edges];
    node->n_edges++;
    edge->node = node;
    edge->watcher.notify = on_edge;
    return &edge->watcher;
}

/* With the lock held: node runs after a command of the same queue. */
static void follow(dpex_node *node, dpex_node *before)
{
    if (!before) return;
    dpex_watcher *watcher = next_edge(node);
    watcher->next = before->followers;
    before->followers = watcher;
    /* Relaxed: the submission's own count keeps it above 0 until everything is registered. */
    atomic_fetch_add_explicit(&node->n_blockers, 1, memory_order_relaxed);
}

/* Counted before it is registered: the notification may come at once, on another thread. */
static void depend_on_event(dpex_node *node, dpex_event *event)
{
    atomic_fetch_add_explicit(&node->n_blockers, 1, memory_order_relaxed);
    dpex_watcher *watcher = next_edge(node);
    int is_watching = event->backend->runs_on_host
                          ? dpex_event_watch(event, watcher)
                          : dpex_foreign_watch(node->region.team, event, watcher);
    /* Already complete: there will be no notification. */
    if (is_watching) return;
    blame(node, event);
    atomic_fetch_sub_explicit(&node->n_blockers, 1, memory_order_relaxed);
}

/* ---- submission ------------------------------------------------------------------------------ */

static dpex_status take_node(dpex_strand *strand, dpex_node **out)
{
    pthread_mutex_lock(&strand->timeline->lock);
    dpex_node *node = strand->free_nodes;
    if (node) {
        strand->free_nodes = node->next;
        strand->n_free_nodes--;
    }
    int has_orphans = strand->orphans != NULL;
    pthread_mutex_unlock(&strand->timeline->lock);
    if (has_orphans) drop_orphans(strand);
    /* Outside the lock. */
    if (!node) node = dpex_malloc(sizeof *node);
    if (!node) return DPEX_FAIL_NO_COMMAND(NULL);
    memset(node, 0, offsetof(dpex_node, command));
    node->more_edges = NULL;
    /* The edges themselves are filled by next_edge. */
    node->n_edges = 0;
    node->strand = strand;
    node->region.team = strand->team;
    atomic_init(&node->n_blockers, 1); /* the submission itself */
    *out = node;
    return DPEX_SUCCESS;
}

static void give_back_node(dpex_strand *strand, dpex_node *node)
{
    pthread_mutex_lock(&strand->timeline->lock);
    dpex_node *surplus = dpex_strand_recycle(strand, node);
    pthread_mutex_unlock(&strand->timeline->lock);
    dpex_free(surplus);
}

static dpex_status reserve_edges(dpex_node *node, size_t n_deps)
{
    size_t n = n_deps + 3; /* the ORDERED one before, the last barrier, the timeline */
    if (n <= DPEX_NODE_N_EDGES) return DPEX_SUCCESS;
    node->more_edges = dpex_calloc(n, sizeof *node->more_edges);
    return node->more_edges
               ? DPEX_SUCCESS
               : DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for %zu dependencies", n_deps);
}

static int is_ordered(const dpex_strand *strand, const dpex_node *node)
{
    return (strand->properties & DPEX_QUEUE_IN_ORDER) ||
           (node->command.flags & DPEX_COMMAND_ORDERED);
}

/* Takes the command's number among those of its queue.
 * Number, list and successors under one lock, so that of two threads that submit, one is wholly
 * before the other. */
static uint64_t enter_strand(dpex_strand *strand, dpex_node *node, int has_deps)
{
    dpex_timeline *timeline = strand->timeline;
    int is_barrier = node->command.kind == DPEX_COMMAND_BARRIER;
    pthread_mutex_lock(&timeline->lock);
    uint64_t number = node->number =
        atomic_load_explicit(&timeline->submitted, memory_order_relaxed) + 1;
    node->prev = strand->last;
    *(strand->last ? &strand->last->next : &strand->first) = node;
    strand->last = node;
    if (is_ordered(strand, node)) {
        follow(node, strand->last_ordered);
        strand->last_ordered = node;
    }
    follow(node, strand->last_barrier);
    if (is_barrier) strand->last_barrier = node;
    if (is_barrier && !has_deps && !(strand->properties & DPEX_QUEUE_IN_ORDER)) {
        atomic_fetch_add_explicit(&node->n_blockers, 1, memory_order_relaxed);
        if (!dpex_timeline_watch_locked(timeline, number - 1, next_edge(node)))
            atomic_fetch_sub_explicit(&node->n_blockers, 1, memory_order_relaxed);
    }
    /* Waits for the queue count the command from here on. */
    atomic_store(&timeline->submitted, number);
    pthread_mutex_unlock(&timeline->lock);
    return number;
}

/* Whether the calling thread may run it: it is short, and the caller's cores are the team's. */
static int may_run_here(const dpex_node *node)
{
    const dpex_command *command = &node->command;
    /* Kinds from DPEX_COMMAND_BARRIER on have no work of their own. */
    int is_small = (command->flags & DPEX_COMMAND_SMALL) || command->kind >= DPEX_COMMAND_BARRIER ||
                   (command->kind == DPEX_COMMAND_COPY && command->copy.bytes <= SMALL_BYTES) ||
                   (command->kind == DPEX_COMMAND_FILL && command->fill.bytes <= SMALL_BYTES) ||
                   (command->kind == DPEX_COMMAND_LAUNCH &&
                    dpex_host_kernel_is_short(command->launch.kernel, &command->launch.range));
    /* is_starting: this call comes from the end of another command, whose thread must not go into a
     * further one here. */
    return is_small && !dpex_node_is_starting() && !dpex_team_excludes_caller(node->region.team);
}

static dpex_status prepare(dpex_strand *strand, const dpex_command *command, size_t n_deps,
                           dpex_node **out)
{
    dpex_node *node = NULL;
    /* Before anything is taken, and at the call that made the error. */
    if (command->kind == DPEX_COMMAND_LAUNCH)
        DPEX_TRY(dpex_host_kernel_check(command->launch.kernel, command->launch.args,
                                        command->launch.n_args, &command->launch.range));
    /* So that a failure to start the first thread is the submission's. */
    DPEX_TRY(dpex_threads_ensure(strand->team,
                                 command->kind == DPEX_COMMAND_HOST_CALL && command->host.run));
    DPEX_TRY(take_node(strand, &node));
    dpex_status status = reserve_edges(node, n_deps);
    if (!status) status = dpex_node_copy_command(node, command);
    if (status) {
        dpex_free(node->more_edges);
        give_back_node(strand, node);
        return status;
    }
    if (strand->properties & DPEX_QUEUE_ENABLE_PROFILING || command->flags & DPEX_COMMAND_TIMED)
        node->submit_ns = dpex_clock_ns();
    *out = node;
    return DPEX_SUCCESS;
}

/* May be called by any thread, by several at once. On failure the command was not submitted and its
 * drop is not called. */
dpex_status dpex_host_submit(dpex_queue *queue, const dpex_command *command,
                             dpex_event *const *deps, size_t n_deps, dpex_event *event,
                             uint64_t *number)
{
    dpex_strand *strand = queue->handle;
    dpex_node *node = NULL;
    size_t n_given = 0;
    /* NULL dependencies are over already. */
    for (size_t i = 0; i < n_deps; i++) n_given += deps[i] != NULL;
    DPEX_TRY(prepare(strand, command, n_given, &node));
    /* The event's reference is released when the command is over. */
    node->event = event ? dpex_event_retain(event) : NULL;
    *number = enter_strand(strand, node, n_given > 0);
    for (size_t i = 0; i < n_deps; i++)
        if (deps[i]) depend_on_event(node, deps[i]);
    /* Its own count is given back last; where that was the only one the command starts now. */
    if (!may_run_here(node))
        unblock(node);
    else if (atomic_fetch_sub(&node->n_blockers, 1) == 1)
        dpex_node_execute_here(node);
    return DPEX_SUCCESS;
}

/* ---- waiting --------------------------------------------------------------------------------- */

dpex_status dpex_host_queue_wait(dpex_queue *queue, uint64_t max_ns, int *done)
{
    dpex_strand *strand = queue->handle;
    DPEX_TRY(dpex_host_timeline_wait(strand->timeline, max_ns, done));
    /* Timed out: failures stay for the next wait. */
    if (done && !*done) return DPEX_SUCCESS;
    /* Without the lock: they are there from the fork on. */
    if (atomic_load_explicit(&strand->orphans, memory_order_relaxed)) drop_orphans(strand);
    return dpex_timeline_tell_failure(strand->timeline);
}

static int is_complete(void *event)
{
    return atomic_load(&((dpex_event *)event)->state) == DPEX_EVENT_COMPLETE;
}

dpex_status dpex_host_event_wait(dpex_event *event, uint64_t max_ns, int *done)
{
    /* The state doubles as the futex's word. */
    dpex_wait wait = {is_complete, event, (_Atomic uint32_t *)&event->state, &event->n_sleeping, 1};
    DPEX_TRY(dpex_threads_wait(&wait, max_ns, done));
    return done && !*done ? DPEX_SUCCESS : dpex_event_raise(event);
}
