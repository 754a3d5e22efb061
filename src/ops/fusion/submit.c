/* Which passes a graph becomes on the host.
 *
 * Results that are stored element by element are one pass. Reductions share it, or one of their
 * own, where they are of the same elements and combine values of one size along the same axes in
 * the same order of memory. Those that do not are passes of their own, before the others, since
 * these may overwrite inputs. Where results of reductions along rows are used for the same rows,
 * all is one pass of stages (ops/reduce/rows.c), if its rows fit. */
#include "submit.h"

#include "base/error.h"
#include "boxes.h"
#include "stages.h"

static void launch(dpex_graph_pass *p)
{
    dpex_graph_pass_build(p);
    dpex_graph_keep_failure(p->graph, p->graph->is_rolled
                                          ? dpex_graph_launch_boxes(p)
                                          : dpex_tape_launch_now(&p->tape, &p->launch));
}

/* ---- which reductions share a pass ---------------------------------------------------------- */

/* A reduction is cut into pieces of so many bytes of values. */
static int value_bytes(const dpex_graph *graph, const dpex_graph_reduction *reduction)
{
    return dpex_dtype_get_info((dpex_dtype)graph->regs[reduction->reg].dtype)->itemsize;
}

/* Those that number elements go through them in C order, others in the order of memory. */
static int is_ordered(const dpex_graph_reduction *reduction)
{
    return dpex_reduction_get_combine(reduction->end.reduction)->is_ordered;
}

/* Whether both sets of registers have an input. */
static int share_input(const dpex_graph *graph, const uint8_t *some, const uint8_t *others)
{
    for (int r = 0; r < graph->tape.n_regs; r++)
        if (some[r] && others[r] && graph->regs[r].kind == DPEX_REG_INPUT) return 1;
    return 0;
}

/* Whether a register needs an input that the marked ones need too. */
static int shares_input(const dpex_graph *graph, const uint8_t *others, int reg)
{
    uint8_t is_needed[DPEX_GRAPH_MAX_REGS] = {0};
    is_needed[reg] = 1;
    dpex_graph_mark_needed(graph, is_needed);
    return share_input(graph, is_needed, others);
}

/* Adds to the pass the reductions that can share it with the first of the list, which they
 * leave. needed: by the pass so far. */
static void take_reductions(dpex_graph *graph, dpex_graph_wanted *w, dpex_graph_pass *p,
                            uint8_t *needed)
{
    int n_left = 0;
    const dpex_graph_reduction *first = &graph->reductions[w->reductions[0]];
    for (int i = 0; i < w->n_reductions; i++) {
        dpex_graph_reduction *one = &graph->reductions[w->reductions[i]];
        const int fits = p->tape.n_more + 1 < DPEX_TAPE_MAX_REDUCTIONS &&
                         one->axes == first->axes &&
                         value_bytes(graph, one) == value_bytes(graph, first) &&
                         is_ordered(one) == is_ordered(first) &&
                         dpex_graph_has_same_order(&one->model.array, &first->model.array) &&
                         shares_input(graph, needed, one->reg);
        if (i && !fits) {
            w->reductions[n_left++] = w->reductions[i];
            continue;
        }
        dpex_graph_pass_reduce(p, one);
        needed[one->reg] = 1;
        dpex_graph_mark_needed(graph, needed);
    }
    w->n_reductions = n_left;
}

/* Everything that is wanted, in an order in which no pass overwrites what a later one reads. */
static int submit_passes(dpex_graph *graph, const dpex_graph_wanted *wanted)
{
    uint8_t stored[DPEX_GRAPH_MAX_REGS] = {0}, needed[DPEX_GRAPH_MAX_REGS];
    int is_with_stores = 0, n_passes = 0;
    dpex_graph_wanted left = *wanted, *w = &left;
    dpex_graph_pass p;
    for (int i = 0; i < w->n_stores; i++) stored[graph->stores[w->stores[i]].reg] = 1;
    dpex_graph_mark_needed(graph, stored);
    while (w->n_reductions && !is_with_stores) {
        const int first = w->reductions[0];
        for (int r = 0; r < graph->tape.n_regs; r++) needed[r] = 0;
        needed[graph->reductions[first].reg] = 1;
        dpex_graph_mark_needed(graph, needed);
        dpex_graph_pass_init(&p, graph);
        take_reductions(graph, w, &p, needed);
        /* The last reductions may share the pass of the stores. */
        is_with_stores = !w->n_reductions && w->n_stores &&
                         p.n_outputs + w->n_stores <= DPEX_TAPE_MAX_OUTPUTS &&
                         share_input(graph, stored, needed);
        if (!is_with_stores) launch(&p);
        n_passes++;
    }
    if (!w->n_stores) return n_passes;
    if (!is_with_stores) dpex_graph_pass_init(&p, graph);
    dpex_graph_pass_add_stores(&p, w, 0);
    launch(&p);
    return n_passes + !is_with_stores;
}

static void launch_part(dpex_graph_pass *p, int is_whole_possible)
{
    (void)is_whole_possible;
    dpex_graph_keep_failure(p->graph, dpex_tape_launch_now(&p->tape, &p->launch));
}

static dpex_status launch_whole(dpex_graph_pass *p, int *is_possible)
{
    const dpex_status status = dpex_tape_launch_now(&p->tape, &p->launch);
    *is_possible = 1;
    return status;
}

int dpex_graph_submit(dpex_graph *graph, const dpex_graph_wanted *w)
{
    static const dpex_stage_calls host = {launch_whole, launch_part, submit_passes};
    if (!graph->queue->backend->runs_on_host) return dpex_graph_submit_to_device(graph, w);
    return dpex_graph_reads_results(graph) ? dpex_graph_submit_stages(graph, w, &host)
                                           : submit_passes(graph, w);
}
