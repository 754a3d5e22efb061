/* All strands of the process: for shutting down and for fork. */
#include "base/error.h"
#include "base/fork.h"
#include "host/strand.h"

static pthread_mutex_t lock =
    PTHREAD_MUTEX_INITIALIZER; /* guards the list; a timeline's lock may be taken inside */
static dpex_strand *first;

void dpex_strand_list_add(dpex_strand *strand)
{
    pthread_mutex_lock(&lock);
    strand->prev = NULL;
    strand->next = first;
    if (first) first->prev = strand;
    first = strand;
    pthread_mutex_unlock(&lock);
}

void dpex_strand_list_remove(dpex_strand *strand)
{
    pthread_mutex_lock(&lock);
    *(strand->prev ? &strand->prev->next : &first) = strand->next;
    if (strand->next) strand->next->prev = strand->prev;
    pthread_mutex_unlock(&lock);
}

/* The timeline of some strand that has pending commands; new. NULL: all are idle.
 * Retained, since the queue may be destroyed as soon as the lock is released. */
static dpex_timeline *find_busy(void)
{
    dpex_timeline *busy = NULL;
    pthread_mutex_lock(&lock);
    for (dpex_strand *strand = first; strand && !busy; strand = strand->next)
        if (atomic_load(&strand->timeline->submitted) != atomic_load(&strand->timeline->completed))
            busy = dpex_timeline_retain(strand->timeline);
    pthread_mutex_unlock(&lock);
    return busy;
}

/* Called by the program's thread at its end, with no lock. */
void dpex_host_shutdown(void)
{
    dpex_timeline *busy;
    while ((busy = find_busy())) {
        dpex_status status = dpex_host_timeline_wait(busy, 0, NULL);
        dpex_timeline_release(busy);
        if (status) return; /* interrupted: the program is to end now */
    }
    dpex_threads_stop();
}

/* ---- fork ------------------------------------------------------------------------------------ */

static void before_fork(void)
{
    pthread_mutex_lock(&lock);
    /* All of them, so that the child finds each list whole. */
    for (dpex_strand *strand = first; strand; strand = strand->next)
        pthread_mutex_lock(&strand->timeline->lock);
}

/* In the child no thread is left to run what was pending. What the commands hold is dropped
 * later, by the queue's next use: drop is foreign code, which must not run during a fork. */
static void orphan(dpex_strand *strand)
{
    dpex_timeline *timeline = strand->timeline;
    /* Completes the events without notifying: watchers belong to commands that will not run
     * either. */
    for (dpex_node *node = strand->first; node; node = node->next)
        if (node->event && atomic_load(&node->event->state) != DPEX_EVENT_COMPLETE)
            dpex_event_abandon(node->event, DPEX_ERROR_CANCELLED,
                               "cancelled: it was pending when the process forked");
    /* Orphans of an earlier fork may still be there: they come after these. */
    if (strand->last) {
        strand->last->next = strand->orphans;
        strand->orphans = strand->first;
    }
    strand->first = strand->last = strand->last_ordered = strand->last_barrier = NULL;
    timeline->watchers = timeline->last_watcher = NULL;
    /* Waits in the child find the queue idle. */
    atomic_store(&timeline->completed, atomic_load(&timeline->submitted));
    atomic_store(&timeline->n_sleeping, 0);
}

static void after_fork(int is_child)
{
    for (dpex_strand *strand = first; strand; strand = strand->next) {
        if (is_child) orphan(strand);
        pthread_mutex_unlock(&strand->timeline->lock);
    }
    pthread_mutex_unlock(&lock);
}

__attribute__((constructor)) static void register_fork_hooks(void)
{
    static dpex_fork_hooks hooks = {before_fork, after_fork, NULL};
    dpex_fork_register(DPEX_FORK_STRANDS, &hooks);
}
