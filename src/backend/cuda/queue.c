/* The life of queues, the list of all of them, and what fork does to them. */
#include "backend/cuda/queue.h"

#include "backend/cuda/backend_cuda.h"
#include "base/alloc.h"
#include "base/fork.h"

static pthread_mutex_t lock =
    PTHREAD_MUTEX_INITIALIZER; /* guards the list; a timeline's lock may be taken inside */
static dpex_cuda_queue *first_queue;

/* ---- life ------------------------------------------------------------------------------------------------ */

dpex_status dpex_cuda_lane_open(dpex_cuda_queue *queue, dpex_cuda_lane *lane)
{
    if (lane->stream) return DPEX_SUCCESS;
    return dpex_cuda_check(queue->device,
                           dpex_the_cuda.StreamCreate(&lane->stream, CU_STREAM_NON_BLOCKING),
                           "cuStreamCreate");
}

static dpex_status open_streams(dpex_cuda_queue *queue)
{
    DPEX_TRY(dpex_cuda_watch_start());
    DPEX_TRY(dpex_cuda_enter(queue->device));
    dpex_status status = dpex_cuda_lane_open(queue, &queue->lanes[0]);
    if (!status && (queue->properties & DPEX_QUEUE_ENABLE_PROFILING))
        status = dpex_cuda_profile_open(queue);
    dpex_cuda_leave();
    return status;
}

static void add_to_list(dpex_cuda_queue *queue)
{
    pthread_mutex_lock(&lock);
    queue->next_queue = first_queue;
    first_queue = queue;
    pthread_mutex_unlock(&lock);
}

static void destroy(dpex_cuda_queue *queue)
{
    if (dpex_cuda_try_enter(queue->device)) {
        for (int i = 0; i < DPEX_CUDA_N_LANES; i++)
            if (queue->lanes[i].stream) dpex_the_cuda.StreamDestroy(queue->lanes[i].stream);
        dpex_cuda_event_give(queue->device, 1, queue->anchor);
        dpex_cuda_leave();
    }
    while (queue->spare) {
        dpex_cuda_record *next = queue->spare->next;
        dpex_free(queue->spare);
        queue->spare = next;
    }
    pthread_mutex_destroy(&queue->order);
    dpex_timeline_release(queue->timeline);
    dpex_free(queue);
}

dpex_status dpex_cuda_queue_create(dpex_queue *queue)
{
    dpex_cuda_queue *made = dpex_calloc(1, sizeof *made);
    if (!made) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for a queue");
    atomic_init(&made->refs, 1);
    made->device = dpex_cuda_of(queue->device);
    made->properties = queue->properties;
    made->timeline = dpex_timeline_retain(queue->timeline);
    pthread_mutex_init(&made->order, NULL);
    dpex_status status = open_streams(made);
    if (status) {
        destroy(made);
        return status;
    }
    add_to_list(made);
    queue->handle = made;
    return DPEX_SUCCESS;
}

/* The runtime destroys idle queues only: nothing is pending. */
void dpex_cuda_queue_destroy(dpex_queue *queue)
{
    dpex_cuda_queue_release(queue->handle);
}

dpex_cuda_queue *dpex_cuda_queue_retain(dpex_cuda_queue *queue)
{
    atomic_fetch_add_explicit(&queue->refs, 1, memory_order_relaxed);
    return queue;
}

/* Under the lock, so that a queue in the list can be retained. */
void dpex_cuda_queue_release(dpex_cuda_queue *queue)
{
    if (!queue) return;
    int refs = atomic_load(&queue->refs);
    while (refs > 1)
        if (atomic_compare_exchange_weak(&queue->refs, &refs, refs - 1)) return;
    pthread_mutex_lock(&lock);
    int is_last = atomic_fetch_sub(&queue->refs, 1) == 1;
    dpex_cuda_queue **link = &first_queue;
    while (is_last && *link && *link != queue) link = &(*link)->next_queue;
    if (is_last && *link) *link = queue->next_queue;
    pthread_mutex_unlock(&lock);
    if (is_last) destroy(queue);
}

dpex_cuda_queue *dpex_cuda_queue_next(dpex_cuda_queue *queue)
{
    pthread_mutex_lock(&lock);
    dpex_cuda_queue *next = queue ? queue->next_queue : first_queue;
    if (next) dpex_cuda_queue_retain(next);
    pthread_mutex_unlock(&lock);
    dpex_cuda_queue_release(queue);
    return next;
}

/* ---- what is pending --------------------------------------------------------------------------------------- */

void dpex_cuda_append_pending(const dpex_cuda_device *device, dpex_text *text)
{
    enum { N_NAMED = 16 };
    size_t n = 0;
    pthread_mutex_lock(&lock);
    for (dpex_cuda_queue *queue = first_queue; queue; queue = queue->next_queue) {
        if (queue->device != device) continue;
        pthread_mutex_lock(&queue->timeline->lock);
        for (const dpex_cuda_record *r = queue->first; r; r = r->next) {
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

static void before_fork(void)
{
    pthread_mutex_lock(&lock);
    for (dpex_cuda_queue *queue = first_queue; queue; queue = queue->next_queue)
        pthread_mutex_lock(&queue->timeline->lock);
}

/* In the child nothing of CUDA works, and nobody is there to watch: what was pending fails. The records, and what they
 * hold, stay behind. */
static void abandon(dpex_cuda_queue *queue)
{
    dpex_timeline *timeline = queue->timeline;
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
