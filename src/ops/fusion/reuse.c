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
#include "flush.h"
#include "ops/tape/extend.h"
#include "ops/tape/result.h"
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
            (store->is_kept || !dpex_graph_has_same_elements(graph, &store->view.array, x)))
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

static int search(dpex_queue *queue, const need *n, dpex_storage **storage)
{
    const dpex_graph *graph =
        (dpex_graph *)atomic_load_explicit(&queue->pending, memory_order_acquire);
    *storage = NULL;
    if (!graph || !dpex_queue_has_pending(queue) || !dpex_fusion_is_enabled() ||
        n->nd > DPEX_GRAPH_MAX_DIMS)
        return 0;
    pthread_mutex_lock(&dpex_graph_lock);
    const int takes_steps = dpex_graph_takes_steps(graph, n->nd, n->shape);
    if (takes_steps) *storage = find(graph, n);
    pthread_mutex_unlock(&dpex_graph_lock);
    return takes_steps;
}

dpex_storage *dpex_result_take_dead(dpex_queue *queue, dpex_dtype dtype, int nd,
                                    const int64_t *shape, dpex_order order, dpex_usm_kind kind)
{
    dpex_storage *storage;
    const need n = {nd, shape, dtype, kind,
                    order == DPEX_ORDER_C ? DPEX_ARRAY_C_CONTIGUOUS : DPEX_ARRAY_F_CONTIGUOUS};
    search(queue, &n, &storage);
    return storage;
}

int dpex_tape_expects_step(dpex_queue *queue, dpex_dtype dtype, int nd, const int64_t *shape,
                           dpex_usm_kind kind, dpex_storage **storage)
{
    const need n = {nd, shape, dtype, kind, DPEX_ARRAY_C_CONTIGUOUS};
    /* Names of lines, and what a submission computes, are for whole launches. */
    return !dpex_graph_submitting() && !dpex_trace_is_wanted() && search(queue, &n, storage);
}
