/* Which passes a graph becomes on a device that compiles kernels.
 *
 * A kernel has one reduction or stores, or all of a row (ops/device/rows.c), where reductions are
 * along rows: with what reads their results, several of them, and stores beside them. Elsewhere,
 * where several passes would compute the same values, one
 * pass stores what is reduced, and the reductions read it. A pass whose kernel is not compiled
 * yet is separate operations (replay.c), which need no waiting for a compiler; so is a reduction
 * that would combine its values in another order than without fusion. */
#include "ops/device/device.h"
#include "array/array.h"
#include "base/error.h"
#include "defs/tuning.h"
#include "ops/device/later.h"
#include "pass.h"
#include "replay.h"
#include "settings.h"
#include "stages.h"
#include "submit.h"

/* Including what a store or a reduction adds to a kernel. */
static int count_operations(const dpex_tape *tape)
{
    int n = tape->n_outputs + (tape->reduction != NULL);
    for (int r = 0; r < tape->n_regs; r++) n += tape->regs[r].kind == DPEX_REG_APPLY;
    return n;
}

/* Programs have many chains of small arrays, and most of a script come once: their kernels are not worth a compiler's
 * time. */
static dpex_device_wait choose_wait(const dpex_graph *graph, const dpex_launch *launch)
{
    int64_t size = 1;
    if (!dpex_fusion_compiles_later() || graph->is_captured) return DPEX_COMPILE_NOW;
    for (int d = 0; d < launch->nd; d++) size *= launch->shape[d];
    return size < DPEX_INLINE_ELEMS ? DPEX_COMPILE_WHEN_ASKED_AGAIN : DPEX_COMPILE_LATER;
}

/* Whether the pass is an operation on one array that it is given twice, as x ** x. */
static int reads_twice(const dpex_tape *tape)
{
    /* Conversions are part of the operation that reads them. */
    const dpex_reg *of = &tape->regs[tape->outputs[0]];
    uint8_t is_read[DPEX_GRAPH_MAX_REGS] = {0};
    if (tape->reduction || of->kind != DPEX_REG_APPLY) return 0;
    for (int i = 0; i < of->n_src; i++) {
        int from = of->src[i];
        while (tape->regs[from].kind == DPEX_REG_CAST) from = tape->regs[from].src[0];
        if (tape->regs[from].kind == DPEX_REG_INPUT && is_read[from]++) return 1;
    }
    return 0;
}

/* A single operation waits for its compiler, as without fusion, and has the same kernel, which may have come with the
 * library. Others are separate operations until their kernel is there, but for those of a fused function, and where a
 * kernel cannot be. */
static dpex_status launch_pass(const dpex_graph *graph, const dpex_tape *tape,
                               const dpex_launch *launch)
{
    if (launch->model && !dpex_device_reduces_alike(launch)) return dpex_graph_replay(tape, launch);
    if (count_operations(tape) <= 2 && tape->n_outputs == 1)
        return reads_twice(tape) ? dpex_graph_launch_operation(tape, launch)
                                 : dpex_tape_launch_now(tape, launch);
    const dpex_device_wait wait = choose_wait(graph, launch),
                           before = dpex_device_compile_later(wait);
    dpex_status status = dpex_tape_launch_now(tape, launch);
    dpex_device_compile_later(before);
    if (status != DPEX_ERROR_UNSUPPORTED) return status;
    status = dpex_graph_replay(tape, launch);
    if (status != DPEX_ERROR_NO_MEMORY || wait == DPEX_COMPILE_NOW) return status;
    /* The whole takes no memory between operations, none of which has overwritten an input yet. */
    const dpex_status again = dpex_tape_launch_now(tape, launch);
    return again == DPEX_ERROR_UNSUPPORTED ? status : again;
}

static void launch(dpex_graph_pass *p)
{
    dpex_graph_pass_build(p);
    dpex_graph_keep_failure(p->graph, launch_pass(p->graph, &p->tape, &p->launch));
}

/* ---- values that several passes would compute ----------------------------------------------- */

/* What a reduction is given, before the conversions that are part of it. */
static int16_t source_of(const dpex_graph *graph, const dpex_graph_reduction *reduction)
{
    int16_t r = reduction->reg;
    while (graph->regs[r].kind == DPEX_REG_CAST &&
           graph->regs[r].dtype != reduction->model.array.dtype)
        r = graph->regs[r].src[0];
    return r;
}

static int is_computed(const dpex_graph *graph, const dpex_graph_reduction *reduction)
{
    return graph->regs[source_of(graph, reduction)].kind != DPEX_REG_INPUT;
}

/* Whether two of the passes (each reduction, and all stores) have an operation in common. */
static int computes_twice(const dpex_graph *graph, const dpex_graph_wanted *w)
{
    uint8_t seen[DPEX_GRAPH_MAX_REGS] = {0};
    for (int i = -1; i < w->n_reductions; i++) {
        uint8_t needed[DPEX_GRAPH_MAX_REGS] = {0};
        if (i >= 0) needed[graph->reductions[w->reductions[i]].reg] = 1;
        for (int s = 0; i < 0 && s < w->n_stores; s++) needed[graph->stores[w->stores[s]].reg] = 1;
        dpex_graph_mark_needed(graph, needed);
        for (int r = 0; r < graph->tape.n_regs; r++) {
            if (seen[r] && needed[r] && graph->regs[r].kind == DPEX_REG_APPLY) return 1;
            seen[r] |= needed[r];
        }
    }
    return 0;
}

/* The array that a wanted result's store gives a register; NULL: none does. */
static dpex_array *find_stored(dpex_graph *graph, const dpex_graph_wanted *w, int16_t reg)
{
    for (int i = 0; i < w->n_stores; i++)
        if (graph->stores[w->stores[i]].reg == reg) return &graph->stores[w->stores[i]].view.array;
    return NULL;
}

/* One pass stores what is wanted and what is reduced; then each reduction reads it. Returns the
 * number of passes. */
static int submit_through_memory(dpex_graph *graph, const dpex_graph_wanted *w)
{
    dpex_array made[DPEX_GRAPH_MAX_REDUCTIONS], *values[DPEX_GRAPH_MAX_REDUCTIONS];
    dpex_status status = DPEX_SUCCESS;
    dpex_graph_pass p;
    int n_made = 0;
    dpex_graph_pass_init(&p, graph);
    dpex_graph_pass_add_stores(&p, w, 0);
    for (int i = 0; i < w->n_reductions && !status; i++) {
        const dpex_graph_reduction *reduction = &graph->reductions[w->reductions[i]];
        const int16_t source = source_of(graph, reduction);
        const dpex_array *model = &reduction->model.array;
        values[i] = find_stored(graph, w, source);
        if (values[i] && dpex_graph_has_same_order(values[i], model)) continue;
        values[i] = &made[n_made];
        /* The model of a fused function is its argument, of a dtype of its own. */
        status =
            dpex_graph_values_init(&reduction->model.array, (dpex_dtype)graph->regs[source].dtype,
                                   graph->queue, &made[n_made]);
        if (!status) dpex_graph_pass_store(&p, &made[n_made++], source);
    }
    if (!status) launch(&p);
    for (int i = 0; i < w->n_reductions && !status; i++) {
        dpex_graph_pass_init(&p, graph);
        dpex_graph_pass_reduce(&p, &graph->reductions[w->reductions[i]]);
        dpex_graph_pass_build(&p);
        status = dpex_graph_reduce_array(&p.tape, &p.launch, values[i]);
    }
    dpex_graph_keep_failure(graph, status);
    while (n_made) dpex_array_fini(&made[--n_made]);
    return 1 + w->n_reductions;
}

/* ---- rows ----------------------------------------------------------------------------------- */

/* The launch of one of a pass's reductions alone, of the array that it would be given. */
static dpex_status order_of(const dpex_graph_pass *p, int k, dpex_device_order *order)
{
    const dpex_graph_reduction *reduction = p->reductions[k];
    dpex_launch alone = p->launch;
    alone.model = &reduction->model.array;
    alone.outputs = &p->outputs[k];
    return dpex_device_order_of(&alone, order);
}

/* Whether all reductions combine a row's elements in one order, and the kernel can be. */
static dpex_status check_rows(const dpex_graph_pass *p)
{
    dpex_device_order first, other;
    DPEX_TRY(order_of(p, 0, &first));
    for (int k = 1; k < dpex_tape_n_reductions(&p->tape); k++) {
        DPEX_TRY(order_of(p, k, &other));
        if (other.form != first.form || other.lanes != first.lanes)
            return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED, "reductions in different orders");
    }
    return dpex_device_check_rows(&p->tape, &p->launch);
}

static dpex_status launch_rows(dpex_graph_pass *p, int *is_possible)
{
    DPEX_TRY(check_rows(p));
    *is_possible = 1;
    const dpex_device_wait before = dpex_device_compile_later(choose_wait(p->graph, &p->launch));
    const dpex_status status = dpex_tape_launch_now(&p->tape, &p->launch);
    dpex_device_compile_later(before);
    return status;
}

/* While the kernel of the whole is compiled, no other is for its parts. */
static void launch_part(dpex_graph_pass *p, int is_whole_possible)
{
    const int is_plain = p->reduction && !p->launch.model; /* a reduction of what is in memory */
    dpex_graph_keep_failure(p->graph, is_whole_possible && !is_plain
                                          ? dpex_graph_replay(&p->tape, &p->launch)
                                          : launch_pass(p->graph, &p->tape, &p->launch));
}

/* Reductions of rows whose results the graph does not read, and stores, in one pass. Returns
 * whether that was possible. */
static int submit_rows(dpex_graph *graph, const dpex_graph_wanted *w)
{
    dpex_graph_pass p;
    int is_possible = 0;
    if (!w->n_reductions || w->n_reductions > DPEX_TAPE_MAX_REDUCTIONS ||
        w->n_reductions + w->n_stores < 2 || w->n_reductions + w->n_stores > DPEX_TAPE_MAX_OUTPUTS)
        return 0;
    dpex_graph_pass_init(&p, graph);
    for (int i = 0; i < w->n_reductions; i++) {
        dpex_graph_reduction *reduction = &graph->reductions[w->reductions[i]];
        if (!dpex_graph_is_along_rows(graph, reduction->axes, &reduction->model.array) ||
            reduction->axes != graph->reductions[w->reductions[0]].axes)
            return 0;
        dpex_graph_pass_reduce(&p, reduction);
    }
    dpex_graph_pass_add_stores(&p, w, 0);
    dpex_graph_pass_build(&p);
    const dpex_status status = launch_rows(&p, &is_possible);
    if (status == DPEX_ERROR_UNSUPPORTED) return 0;
    dpex_graph_keep_failure(graph, status);
    return 1;
}

/* ---- the passes ----------------------------------------------------------------------------- */

static void reduce_alone(dpex_graph *graph, int number)
{
    dpex_graph_pass p;
    dpex_graph_pass_init(&p, graph);
    dpex_graph_pass_reduce(&p, &graph->reductions[number]);
    launch(&p);
}

/* Reductions of what is in memory come first, since stores may overwrite it. */
static int submit_flat(dpex_graph *graph, const dpex_graph_wanted *wanted)
{
    dpex_graph_wanted left = *wanted;
    int n_passes = 0;
    if (submit_rows(graph, wanted)) return 1;
    left.n_reductions = 0;
    for (int i = 0; i < wanted->n_reductions; i++) {
        const int number = wanted->reductions[i];
        if (is_computed(graph, &graph->reductions[number])) {
            left.reductions[left.n_reductions++] = number;
            continue;
        }
        reduce_alone(graph, number);
        n_passes++;
    }
    if (left.n_stores + left.n_reductions <= DPEX_TAPE_MAX_OUTPUTS && computes_twice(graph, &left))
        return n_passes + submit_through_memory(graph, &left);
    for (int i = 0; i < left.n_reductions; i++) reduce_alone(graph, left.reductions[i]);
    n_passes += left.n_reductions;
    if (!left.n_stores) return n_passes;
    dpex_graph_pass p;
    dpex_graph_pass_init(&p, graph);
    dpex_graph_pass_add_stores(&p, &left, 0);
    launch(&p);
    return n_passes + 1;
}

int dpex_graph_submit_to_device(dpex_graph *graph, const dpex_graph_wanted *wanted)
{
    static const dpex_stage_calls calls = {launch_rows, launch_part, submit_flat};
    return dpex_graph_reads_results(graph) ? dpex_graph_submit_stages(graph, wanted, &calls)
                                           : submit_flat(graph, wanted);
}
