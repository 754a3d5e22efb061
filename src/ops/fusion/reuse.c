/* Memory for new results from inputs that died while they were pending.
 *
 * A graph keeps the storages of its inputs until it is submitted, of arrays too that the program has
 * dropped since (`acc = acc + x` in a loop). The elements of such an input are read where the pass
 * stores the result's, each before it is overwritten, as in `x += y`: so the result is a new array
 * over that storage. Whatever uses it next finds the mark of the graph, as if the program had
 * written to the input. */
#include <string.h>

#include "array/array.h"
#include "dpex/fusion.h"
#include "graph.h"
#include "ops/tape/result.h"
#include "settings.h"

/* The memory that a result needs. */
typedef struct need {
    int nd;
    const int64_t *shape;
    dpex_dtype dtype;
    dpex_usm_kind kind;
    uint32_t flag; /* of contiguity */
} need;

/* Whether an input is all that a storage holds, of just such elements. */
static int fits(const dpex_graph *graph, const dpex_graph_input *input, const need *n)
{
    const dpex_array *x = &input->view.array;
    const dpex_storage *storage = x->storage;
    return !input->is_rolled && x->dtype == n->dtype && x->nd == n->nd && x->offset == 0 &&
           x->flags & n->flag && !(x->flags & DPEX_ARRAY_LOCKED) &&
           !memcmp(x->shape, n->shape, (size_t)n->nd * sizeof(*n->shape)) &&
           storage->kind == n->kind && storage->ctx == graph->queue->ctx &&
           storage->device == graph->queue->device &&
           storage->bytes == (size_t)x->size * dpex_dtype_get_info(x->dtype)->itemsize;
}

/* Whether nobody but the graph keeps an input, and the graph has no other elements of its storage. What
 * it was to store there dies with the arrays that showed it. */
static int is_dead(const dpex_graph *graph, const dpex_array *x)
{
    if (dpex_graph_is_known(graph, x->storage) ||
        !dpex_use_is_ordered(x->storage, graph->queue->timeline))
        return 0;
    for (int i = 0; i < graph->n_inputs; i++) {
        const dpex_graph_input *other = &graph->inputs[i];
        if (other->view.array.storage == x->storage &&
            (other->is_rolled || !dpex_graph_has_same_elements(graph, &other->view.array, x)))
            return 0;
    }
    for (int i = 0; i < graph->n_stores; i++) {
        const dpex_graph_store *store = &graph->stores[i];
        if (store->view.array.storage == x->storage &&
            (store->is_kept || !dpex_graph_has_same_elements(graph, &store->view.array, x)))
            return 0;
    }
    return 1;
}

/* With the lock held. Passes of rows are left alone: an input that is overwritten in the first of
 * their stages would have to be copied for the others. */
static dpex_storage *find(const dpex_graph *graph, const need *n)
{
    if (!atomic_load_explicit(&graph->pending.n_steps, memory_order_relaxed) ||
        graph->is_flushing || graph->is_captured || graph->n_reductions || graph->nd != n->nd ||
        memcmp(graph->shape, n->shape, (size_t)n->nd * sizeof(*n->shape)))
        return NULL;
    for (int i = 0; i < graph->n_inputs; i++)
        if (fits(graph, &graph->inputs[i], n) && is_dead(graph, &graph->inputs[i].view.array))
            return dpex_storage_retain(graph->inputs[i].view.array.storage);
    return NULL;
}

dpex_storage *dpex_result_take_dead(dpex_queue *queue, dpex_dtype dtype, int nd,
                                    const int64_t *shape, dpex_order order, dpex_usm_kind kind)
{
    const need n = {nd, shape, dtype, kind,
                    order == DPEX_ORDER_C ? DPEX_ARRAY_C_CONTIGUOUS : DPEX_ARRAY_F_CONTIGUOUS};
    const dpex_graph *graph =
        (dpex_graph *)atomic_load_explicit(&queue->pending, memory_order_acquire);
    if (!graph || !dpex_queue_has_pending(queue) || !dpex_fusion_is_enabled() ||
        nd > DPEX_GRAPH_MAX_DIMS)
        return NULL;
    pthread_mutex_lock(&dpex_graph_lock);
    dpex_storage *storage = find(graph, &n);
    pthread_mutex_unlock(&dpex_graph_lock);
    return storage;
}
