/* The list of all queues: their references, what is pending in them, and what fork does to them. */
#include "backend/cuda/queue.h"
#include "base/fork.h"

static pthread_mutex_t lock =
    PTHREAD_MUTEX_INITIALIZER; /* guards the list; a timeline's lock may be taken inside */
static dpex_cuda_queue *first_queue;

/* ---- references -------------------------------------------------------------------------------------------- */

void dpex_cuda_queues_add(dpex_cuda_queue *queue)
{
    pthread_mutex_lock(&lock);
    queue->next_queue = first_queue;
    first_queue = queue;
    pthread_mutex_unlock(&lock);
}

dpex_cuda_queue *dpex_cuda_queue_retain(dpex_cuda_queue *queue)
{
    atomic_fetch_add_explicit(&queue->refs, 1, memory_order_relaxed);
    return queue;
}

/* Under the lock, so that a queue in the list can be retained. */
int dpex_cuda_queues_drop(dpex_cuda_queue *queue)
{
    int refs = atomic_load(&queue->refs);
    /* Without the lock while others hold references. */
    while (refs > 1)
        if (atomic_compare_exchange_weak(&queue->refs, &refs, refs - 1)) return 0;
    pthread_mutex_lock(&lock);
    int is_last = atomic_fetch_sub(&queue->refs, 1) == 1;
    /* A queue whose creation failed is not in the list. */
    dpex_cuda_queue **link = &first_queue;
    while (is_last && *link && *link != queue) link = &(*link)->next_queue;
    if (is_last && *link) *link = queue->next_queue;
    pthread_mutex_unlock(&lock);
    return is_last;
}

dpex_cuda_queue *dpex_cuda_queues_after(dpex_cuda_queue *queue)
{
    pthread_mutex_lock(&lock);
    dpex_cuda_queue *next = queue ? queue->next_queue : first_queue;
    if (next) dpex_cuda_queue_retain(next);
    pthread_mutex_unlock(&lock);
    return next;
}

dpex_cuda_queue *dpex_cuda_queues_find(const dpex_timeline *timeline)
{
    pthread_mutex_lock(&lock);
    dpex_cuda_queue *queue = first_queue;
    while (queue && queue->timeline != timeline) queue = queue->next_queue;
    if (queue) dpex_cuda_queue_retain(queue);
    pthread_mutex_unlock(&lock);
    return queue;
}

/* ---- what is pending --------------------------------------------------------------------------------------- */

void dpex_cuda_append_pending(const dpex_cuda_device *device, dpex_text *text)
{
    enum { N_NAMED = 16 };
    size_t n = 0;
    /* Lock order: the list's, then a timeline's. */
    pthread_mutex_lock(&lock);
    for (dpex_cuda_queue *queue = first_queue; queue; queue = queue->next_queue) {
        if (queue->device != device) continue;
        pthread_mutex_lock(&queue->timeline->lock);
        for (const dpex_cuda_record *r = queue->first; r; r = r->next) {
            /* Ended records may have freed their names. */
            if (!r->is_enqueued || r->has_ended) continue;
            if (n < N_NAMED)
                dpex_text_append(text, "%s\"%s\"", n ? ", " : "; pending commands: ", r->name);
            n++;
        }
        pthread_mutex_unlock(&queue->timeline->lock);
    }
    pthread_mutex_unlock(&lock);
    if (n > N_NAMED) dpex_text_append(text, " and %zu more", n - N_NAMED);
    if (n > 1) dpex_text_append(text, " (DPEX_SYNC=1 tells which one it was)");
}

/* ---- fork ------------------------------------------------------------------------------------------------ */

/* The lists are whole at the moment of the fork. */
static void before_fork(void)
{
    pthread_mutex_lock(&lock);
    for (dpex_cuda_queue *queue = first_queue; queue; queue = queue->next_queue)
        pthread_mutex_lock(&queue->timeline->lock);
}

/* In the child nothing of CUDA works, and nobody is there to watch: what was pending fails. The
 * records, and what they hold, stay behind. */
static void abandon(dpex_cuda_queue *queue)
{
    dpex_timeline *timeline = queue->timeline;
    /* Events complete without notifying: their watchers belong to commands that will not run
     * here. */
    for (dpex_cuda_record *r = queue->first; r; r = r->next)
        if (r->event && !r->has_ended)
            dpex_event_abandon(r->event, DPEX_ERROR_FORKED,
                               "a CUDA command from before fork, which cannot be waited for here");
    queue->first = queue->last = queue->last_ordered = queue->last_barrier = NULL;
    for (int i = 0; i < DPEX_CUDA_N_LANES; i++)
        queue->lanes[i].first = queue->lanes[i].last = queue->lanes[i].first_mark =
            queue->lanes[i].last_mark = NULL;
    timeline->watchers = timeline->last_watcher = NULL;
    atomic_store(&timeline->completed, atomic_load(&timeline->submitted));
    atomic_store(&timeline->n_sleeping, 0);
}

static void after_fork(int is_child)
{
    for (dpex_cuda_queue *queue = first_queue; queue; queue = queue->next_queue) {
        if (is_child) abandon(queue);
        pthread_mutex_unlock(&queue->timeline->lock);
    }
    pthread_mutex_unlock(&lock);
}

__attribute__((constructor)) static void register_fork_hooks(void)
{
    static dpex_fork_hooks hooks = {before_fork, after_fork, NULL};
    dpex_fork_register(DPEX_FORK_STRANDS, &hooks);
}
