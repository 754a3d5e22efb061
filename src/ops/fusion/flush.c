/* Ending a graph: what is wanted of it is found out and submitted (submit.c), and its references
 * go.
 *
 * One thread submits a graph at a time, without the lock; meanwhile others that need one of its
 * storages wait for it, so that commands on a storage are submitted in the order of the calls. */
#include "flush.h"

#include <stdio.h>

#include "reuse.h"
#include "submit.h"
#include "trace.h"

/* Guarded by the lock: a graph has been submitted. */
static pthread_cond_t flushed = PTHREAD_COND_INITIALIZER;
static _Thread_local const dpex_graph *submitting;
/* Threads that have ended a graph and still have its references; guarded by the lock. */
static int n_releasing;
static _Thread_local int is_releasing;

const dpex_graph *dpex_graph_submitting(void)
{
    return submitting;
}

/* ---- wanted results ------------------------------------------------------------------------- */

/* Takes a reference to a storage, unless there is none any more: who knew of it has dropped the last one since
 * then, and frees the storage as soon as the lock is released. */
static int keep_known(dpex_storage *storage)
{
    int refs = atomic_load_explicit(&storage->refs, memory_order_acquire);
    do {
        if (!refs) return 0;
    } while (!atomic_compare_exchange_weak_explicit(&storage->refs, &refs, refs + 1,
                                                    memory_order_acq_rel, memory_order_acquire));
    return 1;
}

static int is_known(const dpex_array *result)
{
    return result->storage && dpex_graph_is_known(result->storage);
}

/* Whether somebody still has one of the results. */
static int has_known(dpex_graph *graph)
{
    for (int i = 0; i < dpex_graph_n_results(graph); i++)
        if (is_known(dpex_graph_result(graph, i))) return 1;
    return 0;
}

/* Keeps the storages of results by their numbers in `wanted`, but of those that nobody has any more; returns how
 * many are left. */
static int keep_wanted(dpex_graph *graph, int *wanted, int n, int first)
{
    int n_left = 0;
    for (int i = 0; i < n; i++)
        if (keep_known(dpex_graph_result(graph, first + wanted[i])->storage))
            wanted[n_left++] = wanted[i];
    return n_left;
}

/* With the lock held: finds the wanted results, and keeps their storages.
 *
 * Where nobody has any result, what no operation has read is computed in vain, as without fusion: a program that only
 * calls operations, to time them, has them computed. Beside results that somebody has it is not, as the last values of
 * a loop's other variables; nor is it in a fused function. */
static void find_wanted(dpex_graph *graph, dpex_graph_wanted *w)
{
    const int in_vain = !graph->is_captured && !has_known(graph);
    w->n_stores = w->n_reductions = 0;
    for (int i = 0; i < graph->n_stores; i++) {
        const dpex_graph_store *store = &graph->stores[i];
        if (is_known(&store->view.array) ||
            (in_vain && store->is_unread && !dpex_graph_has_used_sibling(graph, store)))
            w->stores[w->n_stores++] = i;
    }
    for (int i = 0; i < graph->n_reductions; i++)
        if (is_known(&graph->reductions[i].out.array) || (in_vain && graph->reductions[i].is_kept))
            w->reductions[w->n_reductions++] = i;
    w->n_stores = keep_wanted(graph, w->stores, w->n_stores, 0);
    w->n_reductions = keep_wanted(graph, w->reductions, w->n_reductions, graph->n_stores);
}

/* ---- the whole ------------------------------------------------------------------------------ */

/* Whoever gives up the last reference to a storage without a mark frees it at once: several results
 * may be parts of one, whose mark goes with the last of them. */
static void unmark_results(dpex_graph *graph)
{
    const int n = dpex_graph_n_results(graph);
    for (int i = 0; i < n; i++) {
        dpex_storage *storage = dpex_graph_result(graph, i)->storage;
        int is_last = storage != NULL;
        for (int k = i + 1; k < n; k++) is_last &= dpex_graph_result(graph, k)->storage != storage;
        if (is_last) dpex_graph_unmark(storage);
    }
}

void dpex_graph_cancel(dpex_graph *graph)
{
    unmark_results(graph);
    for (int i = 0; i < graph->n_inputs; i++)
        dpex_graph_unmark(graph->inputs[i].view.array.storage);
    graph->n_inputs = graph->n_stores = graph->n_reductions = graph->n_spares = 0;
    graph->is_flushing = 0;
    atomic_store_explicit(&graph->pending.n_steps, 0, memory_order_release);
}

/* With the lock held. The references that were the graph's and the pass's go to the caller;
 * returns how many. */
static int close_graph(dpex_graph *graph, const dpex_graph_wanted *w, dpex_storage **released)
{
    int n = 0;
    for (int i = 0; i < graph->n_inputs; i++) released[n++] = graph->inputs[i].view.array.storage;
    for (int i = 0; i < w->n_stores; i++)
        released[n++] = graph->stores[w->stores[i]].view.array.storage;
    for (int i = 0; i < graph->n_stores; i++)
        if (graph->stores[i].is_kept) released[n++] = graph->stores[i].view.array.storage;
    for (int i = 0; i < w->n_reductions; i++)
        released[n++] = graph->reductions[w->reductions[i]].out.array.storage;
    for (int i = 0; i < graph->n_reductions; i++)
        if (graph->reductions[i].is_kept) released[n++] = graph->reductions[i].out.array.storage;
    dpex_graph_cancel(graph);
    return n;
}

/* With the lock held. */
static void count_statistics(const dpex_graph *graph, const dpex_graph_wanted *w, int n_passes)
{
    dpex_fusion_statistics *s = &dpex_graph_statistics;
    const int n = w->n_stores + w->n_reductions;
    s->n_operations += (uint64_t)atomic_load(&graph->pending.n_steps);
    s->n_passes += (uint64_t)n_passes;
    s->n_stored += (uint64_t)n;
    s->n_dropped += (uint64_t)(graph->n_results - n);
}

/* A fused function needs a result before it ends. Returns the number of passes. */
static int refuse(const dpex_graph *graph)
{
    char text[256];
    snprintf(text, sizeof text,
             "%s: a fused function needs the result before it ends, or is no single pass",
             graph->name);
    dpex_timeline_keep_failure(graph->queue->timeline, DPEX_ERROR_UNSUPPORTED, text);
    return 0;
}

void dpex_graph_flush(dpex_graph *graph)
{
    if (graph == submitting) return;
    if (graph->is_flushing) {
        pthread_cond_wait(&flushed, &dpex_graph_lock);
        return;
    }
    if (!atomic_load_explicit(&graph->pending.n_steps, memory_order_relaxed)) return;
    enum { MOST = DPEX_GRAPH_MAX_INPUTS + 2 * (DPEX_GRAPH_MAX_STORES + DPEX_GRAPH_MAX_REDUCTIONS) };
    dpex_storage *released[MOST], *spares[DPEX_GRAPH_MAX_SPARES];
    dpex_queue *queue = graph->queue;
    dpex_graph_wanted wanted;
    graph->is_flushing = 1;
    find_wanted(graph, &wanted);
    graph->name = dpex_trace_name(graph);
    if (dpex_trace_is_wanted()) dpex_trace_write(graph, wanted.n_stores + wanted.n_reductions);
    pthread_mutex_unlock(&dpex_graph_lock);
    const dpex_graph *before = submitting;
    submitting = graph;
    const char *where = dpex_locate_set(graph->steps[0].where);
    graph->n_passes =
        queue->properties & DPEX_QUEUE_CAPTURES ? refuse(graph) : dpex_graph_submit(graph, &wanted);
    submitting = before;
    dpex_locate_set(where);
    pthread_mutex_lock(&dpex_graph_lock);
    count_statistics(graph, &wanted, graph->n_passes);
    const int n_spares = dpex_graph_take_spares(graph, spares);
    const int n = close_graph(graph, &wanted, released);
    n_releasing++;
    is_releasing = 1;
    pthread_cond_broadcast(&flushed);
    pthread_mutex_unlock(&dpex_graph_lock);
    /* The last reference to memory or the queue may be among them. */
    for (int i = 0; i < n; i++) dpex_storage_release(released[i]);
    for (int i = 0; i < n_spares; i++) dpex_storage_give_back(spares[i]);
    dpex_queue_release(queue);
    pthread_mutex_lock(&dpex_graph_lock);
    is_releasing = 0;
    n_releasing--;
    pthread_cond_broadcast(&flushed);
}

int dpex_graph_wait_for_releases(void)
{
    int found = 0;
    for (; n_releasing && !is_releasing; found = 1) pthread_cond_wait(&flushed, &dpex_graph_lock);
    return found;
}

void dpex_graph_forget_threads(void)
{
    n_releasing = is_releasing = 0;
}
