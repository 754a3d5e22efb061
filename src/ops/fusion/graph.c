/* What all files of this folder share: the lock, views, the marks of storages, statistics.
 *
 * A mark costs nothing where it is not set: the check for commands that use a storage
 * (runtime/use.h) finds both. */
#include "graph.h"

#include <string.h>

pthread_mutex_t dpex_graph_lock = PTHREAD_MUTEX_INITIALIZER;

/* ---- views and marks ------------------------------------------------------------------------ */

void dpex_graph_view_init(dpex_graph_view *view, const dpex_array *x)
{
    view->array = *x;
    view->array.shape = view->dims;
    view->array.strides = view->dims + x->nd;
    memcpy(view->array.shape, x->shape, (size_t)x->nd * sizeof(*x->shape));
    memcpy(view->array.strides, x->strides, (size_t)x->nd * sizeof(*x->strides));
}

/* The frequent case. */
static int has_same_dims(const dpex_array *a, const dpex_array *b)
{
    int d = 0;
    if (a->nd != b->nd) return 0;
    while (d < a->nd && a->shape[d] == b->shape[d] && a->strides[d] == b->strides[d]) d++;
    return d == a->nd;
}

int dpex_graph_has_same_elements(const dpex_graph *graph, const dpex_array *a, const dpex_array *b)
{
    if (a->storage != b->storage || a->offset != b->offset || a->dtype != b->dtype) return 0;
    if (has_same_dims(a, b)) return 1;
    for (int d = 0; d < graph->nd; d++) {
        if (graph->shape[d] == 1) continue;
        if (dpex_graph_stride(a, d, graph->nd) != dpex_graph_stride(b, d, graph->nd)) return 0;
    }
    return 1;
}

int dpex_graph_takes_steps(const dpex_graph *graph, int nd, const int64_t *shape)
{
    return atomic_load_explicit(&graph->pending.n_steps, memory_order_relaxed) &&
           !graph->is_flushing && !graph->is_captured && !graph->n_reductions && graph->nd == nd &&
           !memcmp(graph->shape, shape, (size_t)nd * sizeof(*shape));
}

void dpex_graph_mark(dpex_graph *graph, dpex_storage *storage)
{
    graph->is_connected |= dpex_graph_pending_of(storage) == &graph->pending;
    atomic_store_explicit(&storage->pending, &graph->pending, memory_order_relaxed);
    /* Only with the lock held is the mark set or cleared. */
    if (!dpex_storage_has_pending(storage))
        atomic_fetch_or_explicit(&storage->marks, DPEX_STORAGE_PENDING, memory_order_release);
}

void dpex_graph_unmark(dpex_storage *storage)
{
    atomic_store_explicit(&storage->pending, NULL, memory_order_relaxed);
    storage->n_kept = 0;
    atomic_fetch_and_explicit(&storage->marks, (uint8_t)~DPEX_STORAGE_PENDING,
                              memory_order_release);
}

void dpex_graph_keep(dpex_graph *graph, dpex_storage *storage)
{
    dpex_storage_retain(storage);
    dpex_graph_mark(graph, storage);
    storage->n_kept++;
}

int dpex_graph_count_others(const dpex_storage *storage)
{
    return (int)atomic_load_explicit(&storage->refs, memory_order_acquire) - storage->n_kept;
}

/* No new reference can come up where there is none: each is made from another one. */
int dpex_graph_is_known(const dpex_storage *storage)
{
    return dpex_graph_count_others(storage) > 0;
}

int dpex_graph_has_used_sibling(const dpex_graph *graph, const dpex_graph_store *store)
{
    for (int i = 0; i < graph->n_stores; i++) {
        const dpex_graph_store *other = &graph->stores[i];
        if (other != store && other->step == store->step &&
            (!other->is_unread || dpex_graph_is_known(other->view.array.storage)))
            return 1;
    }
    return 0;
}

/* ---- statistics ----------------------------------------------------------------------------- */

dpex_fusion_statistics dpex_graph_statistics;

void dpex_fusion_get_statistics(dpex_fusion_statistics *statistics)
{
    pthread_mutex_lock(&dpex_graph_lock);
    *statistics = dpex_graph_statistics;
    pthread_mutex_unlock(&dpex_graph_lock);
}

void dpex_fusion_reset_statistics(void)
{
    pthread_mutex_lock(&dpex_graph_lock);
    dpex_graph_statistics = (dpex_fusion_statistics){0};
    pthread_mutex_unlock(&dpex_graph_lock);
}

int dpex_graph_is_along_rows(const dpex_graph *graph, uint64_t axes, const dpex_array *x)
{
    int64_t row = 1;
    for (int d = graph->nd - 1; d >= 0 && axes >> d & 1; d--) {
        if (graph->shape[d] != 1 && x->strides[d] != row) return 0;
        row *= graph->shape[d];
        axes &= ~(UINT64_C(1) << d);
    }
    /* `axes` has those that are not among the last ones. */
    return !axes && row > 1 && row <= DPEX_GRAPH_MAX_ROW;
}
