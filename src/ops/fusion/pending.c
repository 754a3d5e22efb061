/* All graphs: making and freeing them, and what the runtime (runtime/pending.h) and the timer ask
 * for. */
#include "pending.h"

#include "base/alloc.h"
#include "base/exit.h"
#include "base/fork.h"
#include "flush.h"
#include "reuse.h"

static dpex_graph *graphs; /* all; guarded by the lock */

/* ---- what the runtime asks for -------------------------------------------------------------- */

static dpex_graph *graph_of(struct dpex_pending *pending)
{
    return (dpex_graph *)pending;
}

/* Everything on the graph that the storage is part of: the order of its operations stays. */
static void flush_storage(dpex_storage *storage)
{
    struct dpex_pending *pending = dpex_graph_pending_of(storage);
    /* What this thread submits stays on the storage until it has. */
    if (pending && graph_of(pending) == dpex_graph_submitting()) return;
    pthread_mutex_lock(&dpex_graph_lock);
    /* Again if another thread has added work on it while the lock was released. */
    while ((pending = dpex_graph_pending_of(storage)) &&
           graph_of(pending) != dpex_graph_submitting())
        dpex_graph_flush(graph_of(pending));
    pthread_mutex_unlock(&dpex_graph_lock);
}

static void flush_queue(dpex_queue *queue)
{
    pthread_mutex_lock(&dpex_graph_lock);
    dpex_graph *graph = graph_of(atomic_load(&queue->pending));
    /* First what another thread is submitting: a wait for it may end with any graph. */
    while (graph && graph->is_flushing && graph != dpex_graph_submitting()) dpex_graph_flush(graph);
    if (graph) dpex_graph_flush(graph);
    pthread_mutex_unlock(&dpex_graph_lock);
}

static int flush_all(void)
{
    int found = 0;
    pthread_mutex_lock(&dpex_graph_lock);
    /* From the beginning after each, as the lock was released: the list may be another one. */
    for (dpex_graph *graph = graphs; graph;) {
        const int is_pending = graph != dpex_graph_submitting() && !graph->is_captured &&
                               atomic_load(&graph->pending.n_steps);
        found |= is_pending;
        if (is_pending) dpex_graph_flush(graph);
        graph = is_pending ? graphs : graph->next;
    }
    /* Who is short of memory waits for what another thread, as the timer, is about to free. */
    found |= dpex_graph_wait_for_releases();
    pthread_mutex_unlock(&dpex_graph_lock);
    return found;
}

int dpex_graph_flush_old(void)
{
    int found = 0;
    for (dpex_graph *graph = graphs; graph;) {
        const int is_pending =
            atomic_load(&graph->pending.n_steps) && !graph->is_flushing && !graph->is_captured;
        const int is_old = is_pending && graph->age++ > 0;
        found |= is_pending;
        /* From the beginning after each, as the lock was released. */
        if (is_old) dpex_graph_flush(graph);
        graph = is_old ? graphs : graph->next;
    }
    return found;
}

/* The store of a storage that no operation has read; NULL: there is none. */
static dpex_graph_store *find_unread(dpex_graph *graph, const dpex_storage *storage)
{
    dpex_graph_store *found = NULL;
    for (int i = 0; i < graph->n_stores; i++)
        if (graph->stores[i].view.array.storage == storage && graph->stores[i].is_unread)
            found = &graph->stores[i];
    return found;
}

static void drop_results(dpex_graph *graph, const dpex_storage *storage)
{
    for (int i = 0; i < dpex_graph_n_results(graph); i++) {
        dpex_array *result = dpex_graph_result(graph, i);
        if (result->storage == storage) result->storage = NULL;
    }
}

/* Takes a storage that nobody has any more out of its graph. Returns it, or what dpex_graph_add_spare gives back
 * instead; NULL: the graph keeps it. */
static dpex_storage *leave_to_graph(dpex_graph *graph, dpex_storage *storage)
{
    dpex_graph_store *only = &graph->stores[storage->found];
    const int is_only = !graph->is_connected && storage->found < graph->n_stores &&
                        only->view.array.storage == storage;
    dpex_graph_store *unread = !is_only          ? find_unread(graph, storage)
                               : only->is_unread ? only
                                                 : NULL;
    if (unread && !graph->is_captured && !graph->is_flushing) {
        /* Whether it is computed is known when the graph ends. */
        dpex_storage_revive(storage);
        storage->n_kept = 1;
        unread->is_kept = 1;
        return NULL;
    }
    if (is_only)
        only->view.array.storage = NULL;
    else
        drop_results(graph, storage);
    return dpex_graph_add_spare(graph, storage);
}

/* A storage without references is nobody's input, since graphs keep those. */
static dpex_storage *forget(dpex_storage *storage)
{
    pthread_mutex_lock(&dpex_graph_lock);
    struct dpex_pending *pending = dpex_graph_pending_of(storage);
    if (pending) {
        storage = leave_to_graph(graph_of(pending), storage);
    } else {
        /* Of a spare that became no result after all. */
        dpex_graph_unmark(storage);
    }
    pthread_mutex_unlock(&dpex_graph_lock);
    return storage;
}

/* With its queue, on which nothing is pending. */
static void free_graph(struct dpex_pending *pending)
{
    pthread_mutex_lock(&dpex_graph_lock);
    dpex_graph **at = &graphs;
    while (*at != graph_of(pending)) at = &(*at)->next;
    *at = (*at)->next;
    pthread_mutex_unlock(&dpex_graph_lock);
    dpex_free(graph_of(pending));
}

static void (*stop_timer)(void); /* guarded by the lock; NULL: there is none */

void dpex_graph_set_stop_timer(void (*stop)(void))
{
    stop_timer = stop;
}

static void stop_background(void)
{
    pthread_mutex_lock(&dpex_graph_lock);
    if (stop_timer) stop_timer();
    pthread_mutex_unlock(&dpex_graph_lock);
}

/* ---- fork ----------------------------------------------------------------------------------- */

static void before_fork(void)
{
    pthread_mutex_lock(&dpex_graph_lock);
}

/* What is pending in the parent is cancelled in the child, as its commands are; what the graphs
 * kept stays kept. */
static void after_fork(int is_child)
{
    for (dpex_graph *graph = graphs; is_child && graph; graph = graph->next)
        dpex_graph_cancel(graph);
    if (is_child) dpex_graph_forget_threads();
    pthread_mutex_unlock(&dpex_graph_lock);
}

__attribute__((constructor)) static void register_fork(void)
{
    static dpex_fork_hooks hooks = {before_fork, after_fork, NULL};
    dpex_fork_register(DPEX_FORK_LEAF, &hooks);
}

void dpex_fusion_flush(dpex_queue *queue)
{
    if (!queue)
        flush_all();
    else
        flush_queue(queue);
}

/* ---- graphs --------------------------------------------------------------------------------- */

static const dpex_pending_calls calls = {flush_storage, flush_queue,     flush_all,
                                         forget,        stop_background, free_graph};

dpex_graph *dpex_graph_get(dpex_queue *queue)
{
    dpex_graph *graph = graph_of(atomic_load_explicit(&queue->pending, memory_order_relaxed));
    if (graph) return graph;
    graph = dpex_calloc(1, sizeof(*graph));
    if (!graph) return NULL;
    graph->queue = queue;
    graph->is_captured = (queue->properties & DPEX_QUEUE_CAPTURES) != 0;
    graph->next = graphs;
    graphs = graph;
    if (!atomic_exchange(&dpex_pending, &calls)) {
        static dpex_exit_stop at_exit = {stop_background, NULL, 0};
        dpex_exit_add_stop(&at_exit);
        dpex_exit_stop_before_libraries();
    }
    atomic_store(&queue->pending, &graph->pending);
    return graph;
}
