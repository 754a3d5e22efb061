/* Memory for new results from inputs and results that died while they were pending.
 *
 * A graph keeps the storages of its inputs until it is submitted, of arrays too that the program has
 * dropped since (`acc = acc + x` in a loop). The elements of such an input are read where the pass
 * stores the result's, each before it is overwritten, as in `x += y`: so the result is a new array
 * over that storage. Whatever uses it next finds the mark of the graph, as if the program had
 * written to the input.
 *
 * The memory of a result that dies, which most in a chain do after an operation or two, is not given back to the
 * pool, but kept for the next result until the graph ends: the pool's lock and accounts are a good part of what
 * an operation costs that is only kept back. */
#include <string.h>

#include "array/array.h"
#include "dpex/fusion.h"
#include "flush.h"
#include "ops/tape/extend.h"
#include "ops/tape/result.h"
#include "reuse.h"
#include "runtime/pool.h"
#include "settings.h"
#include "trace.h"

/* The memory that a result needs. */
typedef struct need {
    int nd;
    const int64_t *shape;
    dpex_dtype dtype;
    dpex_usm_kind kind;
    uint32_t flag; /* of contiguity */
} need;

/* Whether a storage is of the kind and in the place of the graph's results. */
static int is_alike(const dpex_graph *graph, const dpex_storage *storage, dpex_usm_kind kind)
{
    return storage->kind == kind && storage->ctx == graph->queue->ctx &&
           storage->device == graph->queue->device;
}

/* Whether an input is all that a storage holds, of just such elements. */
static int fits(const dpex_graph *graph, const dpex_graph_input *input, const need *n)
{
    const dpex_array *x = &input->view.array;
    const dpex_storage *storage = x->storage;
    return !input->is_rolled && x->dtype == n->dtype && x->nd == n->nd && x->offset == 0 &&
           x->flags & n->flag && !(x->flags & DPEX_ARRAY_LOCKED) &&
           !memcmp(x->shape, n->shape, (size_t)n->nd * sizeof(*n->shape)) &&
           is_alike(graph, storage, n->kind) &&
           storage->bytes == (size_t)x->size * dpex_dtype_get_info(x->dtype)->itemsize;
}

/* Whether an input that nobody but the graph keeps may be overwritten: the graph has no other elements of
 * its storage. What it was to store there dies with the arrays that showed it. */
static int is_dead(const dpex_graph *graph, const dpex_array *x)
{
    if (!dpex_use_is_ordered(x->storage, graph->queue->timeline)) return 0;
    for (int i = 0; i < graph->n_inputs; i++) {
        const dpex_graph_input *other = &graph->inputs[i];
        if (other->view.array.storage == x->storage &&
            (other->is_rolled || !dpex_graph_has_same_elements(graph, &other->view.array, x)))
            return 0;
    }
    for (int i = 0; i < graph->n_stores; i++) {
        const dpex_graph_store *store = &graph->stores[i];
        if (store->view.array.storage == x->storage &&
            (store->is_unread || !dpex_graph_has_same_elements(graph, &store->view.array, x)))
            return 0;
    }
    return 1;
}

/* With the lock held. Passes of rows are left alone: an input that is overwritten in the first of
 * their stages would have to be copied for the others. */
static dpex_storage *find(const dpex_graph *graph, const need *n)
{
    for (int i = 0; i < graph->n_inputs; i++)
        if (!dpex_graph_is_known(graph->inputs[i].view.array.storage) &&
            fits(graph, &graph->inputs[i], n) && is_dead(graph, &graph->inputs[i].view.array))
            return dpex_storage_retain(graph->inputs[i].view.array.storage);
    return NULL;
}

/* ---- results ------------------------------------------------------------------------------ */

dpex_storage *dpex_graph_add_spare(dpex_graph *graph, dpex_storage *storage)
{
    dpex_storage *oldest = NULL;
    /* A block from its beginning, which ordered commands of the queue may use, as the pool would give it. */
    atomic_store_explicit(&storage->pending, NULL, memory_order_relaxed);
    storage->n_kept = 0;
    if (graph->is_flushing || !storage->block || storage->ptr != storage->block->start ||
        !is_alike(graph, storage, (dpex_usm_kind)storage->kind) ||
        !dpex_pool_is_reusable(storage, graph->queue->timeline)) {
        dpex_graph_unmark(storage);
        return storage;
    }
    if (graph->n_spares == DPEX_GRAPH_MAX_SPARES) {
        oldest = graph->spares[0];
        memmove(graph->spares, graph->spares + 1, --graph->n_spares * sizeof *graph->spares);
    }
    graph->spares[graph->n_spares++] = storage;
    if (oldest) dpex_graph_unmark(oldest);
    return oldest;
}

int dpex_graph_take_spares(dpex_graph *graph, dpex_storage **spares)
{
    const int n = graph->n_spares;
    for (int i = 0; i < n; i++) {
        spares[i] = graph->spares[i];
        dpex_graph_unmark(spares[i]);
    }
    graph->n_spares = 0;
    return n;
}

static dpex_storage *take_spare(dpex_graph *graph, size_t bytes, dpex_usm_kind kind)
{
    int i = graph->n_spares - 1;
    while (i >= 0 && (graph->spares[i]->bytes != bytes || graph->spares[i]->kind != kind)) i--;
    if (i < 0) return NULL;
    dpex_storage *storage = graph->spares[i];
    graph->n_spares--;
    for (; i < graph->n_spares; i++) graph->spares[i] = graph->spares[i + 1];
    dpex_storage_revive(storage);
    return storage;
}

dpex_storage *dpex_graph_take_memory(dpex_graph *graph, const dpex_array *like, dpex_dtype dtype)
{
    const need n = {like->nd, like->shape, dtype, (dpex_usm_kind)like->storage->kind,
                    DPEX_ARRAY_C_CONTIGUOUS};
    dpex_storage *dead = find(graph, &n);
    return dead ? dead
                : take_spare(graph, (size_t)like->size * dpex_dtype_get_info(dtype)->itemsize,
                             n.kind);
}

/* ---- what the tape asks for ------------------------------------------------------------------ */

dpex_storage *dpex_result_take_dead(dpex_queue *queue, dpex_dtype dtype, int nd,
                                    const int64_t *shape, dpex_order order, dpex_usm_kind kind)
{
    const dpex_graph *graph =
        (dpex_graph *)atomic_load_explicit(&queue->pending, memory_order_acquire);
    const need n = {nd, shape, dtype, kind,
                    order == DPEX_ORDER_C ? DPEX_ARRAY_C_CONTIGUOUS : DPEX_ARRAY_F_CONTIGUOUS};
    dpex_storage *storage = NULL;
    if (!graph || !dpex_queue_has_pending(queue) || !dpex_fusion_is_enabled() ||
        nd > DPEX_GRAPH_MAX_DIMS)
        return NULL;
    pthread_mutex_lock(&dpex_graph_lock);
    if (dpex_graph_takes_steps(graph, nd, shape)) storage = find(graph, &n);
    pthread_mutex_unlock(&dpex_graph_lock);
    return storage;
}
