/* Passes in which operations on rows read results of reductions of the same rows: one tape of
 * stages (ops/reduce/rows.c, ops/device/rows.c), or, where that cannot be, each reduction alone. */
#include "stages.h"

#include "array/array.h"
#include "base/error.h"

static int is_wanted(const dpex_graph_wanted *w, int reduction)
{
    for (int i = 0; i < w->n_reductions; i++)
        if (w->reductions[i] == reduction) return 1;
    return 0;
}

/* The first n; their views name nothing afterwards. */
static void drop_results(dpex_graph *graph, const dpex_graph_wanted *w, dpex_array *made, int n)
{
    for (int k = 0; k < n; k++) {
        if (is_wanted(w, k)) continue;
        dpex_array_fini(&made[k]);
        graph->reductions[k].out.array.storage = NULL;
    }
}

/* Memory for results that nobody else keeps, which the graph's views of them then name. */
static dpex_status make_results(dpex_graph *graph, const dpex_graph_wanted *w, dpex_array *made)
{
    for (int k = 0; k < graph->n_reductions; k++) {
        dpex_array *out = &graph->reductions[k].out.array;
        if (is_wanted(w, k)) continue;
        const dpex_status status = dpex_array_init(graph->queue, out->dtype, out->nd, out->shape,
                                                   DPEX_ORDER_C, DPEX_USM_DEVICE, &made[k]);
        if (!status) {
            dpex_graph_view_init(&graph->reductions[k].out, &made[k]);
            continue;
        }
        drop_results(graph, w, made, k);
        return status;
    }
    return DPEX_SUCCESS;
}

/* Each reduction alone, in the order of the calls, then what is stored: later passes read the
 * results of earlier ones from memory. */
static int submit_one_by_one(dpex_graph *graph, const dpex_graph_wanted *w,
                             const dpex_stage_calls *calls, int is_possible)
{
    dpex_graph_pass p;
    for (int k = 0; k < graph->n_reductions; k++) {
        dpex_graph_pass_init(&p, graph);
        dpex_graph_pass_reduce(&p, &graph->reductions[k]);
        dpex_graph_pass_build(&p);
        calls->launch_part(&p, is_possible);
    }
    dpex_graph_pass_init(&p, graph);
    dpex_graph_pass_add_stores(&p, w, 0);
    if (!p.n_outputs) return graph->n_reductions;
    dpex_graph_pass_build(&p);
    calls->launch_part(&p, is_possible);
    return graph->n_reductions + 1;
}

/* Whether something that is stored or reduced needs the result of a reduction. */
static int has_stages(const dpex_graph *graph, const dpex_graph_wanted *w)
{
    int found = 0;
    for (int k = 0; k < graph->n_reductions; k++)
        found |= graph->regs[graph->reductions[k].reg].stage > 0;
    for (int i = 0; i < w->n_stores; i++) {
        const dpex_graph_store *store = &graph->stores[w->stores[i]];
        found |= !store->is_row && graph->regs[store->reg].stage > 0;
    }
    return found;
}

static int submit_whole(dpex_graph *graph, const dpex_graph_wanted *w,
                        const dpex_stage_calls *calls)
{
    dpex_graph_pass p;
    int is_possible = 0;
    dpex_status status = DPEX_ERROR_UNSUPPORTED;
    dpex_graph_pass_init(&p, graph);
    p.has_stages = 1;
    for (int k = 0; k < graph->n_reductions; k++) dpex_graph_pass_reduce(&p, &graph->reductions[k]);
    dpex_graph_pass_add_stores(&p, w, 0);
    if (p.n_outputs <= DPEX_TAPE_MAX_OUTPUTS) {
        dpex_graph_pass_build(&p);
        status = calls->launch_whole(&p, &is_possible);
    }
    if (status == DPEX_ERROR_UNSUPPORTED) return submit_one_by_one(graph, w, calls, is_possible);
    dpex_graph_keep_failure(graph, status);
    return 1;
}

/* All reductions, and stores of elements. */
static int submit_flat(dpex_graph *graph, const dpex_graph_wanted *w, const dpex_stage_calls *calls)
{
    dpex_graph_wanted flat = {.n_reductions = graph->n_reductions};
    for (int k = 0; k < graph->n_reductions; k++) flat.reductions[k] = k;
    for (int i = 0; i < w->n_stores; i++)
        if (!graph->stores[w->stores[i]].is_row) flat.stores[flat.n_stores++] = w->stores[i];
    return calls->submit_flat(graph, &flat);
}

/* A pass over an element per row: little work, from results that are in memory by then. */
static void submit_rows(dpex_graph *graph, const dpex_graph_wanted *w,
                        const dpex_stage_calls *calls)
{
    dpex_graph_pass p;
    int64_t shape[DPEX_GRAPH_MAX_DIMS];
    dpex_graph_pass_init(&p, graph);
    dpex_graph_pass_add_stores(&p, w, 1);
    if (!p.n_outputs) return;
    dpex_graph_pass_build(&p);
    for (int d = 0; d < graph->nd; d++)
        shape[d] = graph->reductions[0].axes >> d & 1 ? 1 : graph->shape[d];
    p.launch.shape = shape;
    calls->launch_part(&p, 0);
}

int dpex_graph_submit_stages(dpex_graph *graph, const dpex_graph_wanted *w,
                             const dpex_stage_calls *calls)
{
    dpex_array made[DPEX_GRAPH_MAX_REDUCTIONS];
    const dpex_status status = make_results(graph, w, made);
    if (status) {
        dpex_graph_keep_failure(graph, status);
        return 0;
    }
    const int n_passes =
        has_stages(graph, w) ? submit_whole(graph, w, calls) : submit_flat(graph, w, calls);
    submit_rows(graph, w, calls);
    drop_results(graph, w, made, graph->n_reductions);
    return n_passes;
}
