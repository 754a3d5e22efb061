/* Adding a launch to its queue's graph: which launches may be kept back at all, and whether the
 * graph can hold one more.
 *
 * A read finds the value in a register where a pending operation has stored just these elements.
 * Any other overlap with what is pending (part of a result, shifted or transposed elements, a write
 * to what was read so) ends the graph: it is submitted, and the launch begins the next one. */
#include <string.h>

#include "array/array.h"
#include "base/integer.h"
#include "boxes.h"
#include "dpex/fusion.h"
#include "flush.h"
#include "fusion.h"
#include "ops/device/device.h"
#include "ops/tape/extend.h"
#include "pending.h"
#include "reuse.h"
#include "runtime/pool.h"
#include "settings.h"
#include "shapes.h"
#include "timer.h"
#include "trace.h"

enum { NO_REG = -1, HAZARD = -2 };

/* ---- launches that may be kept back --------------------------------------------------------- */

/* Memory of the pool whose address nobody else has. */
static int is_private(const dpex_array *x)
{
    return x->storage->block && x->nd <= DPEX_GRAPH_MAX_DIMS &&
           !atomic_load_explicit(&x->storage->is_exported, memory_order_relaxed);
}

/* Several operations that a program has fused by name: a device compiles them now, as the caller expects. */
static int is_whole(const dpex_tape *tape)
{
    int n = 0;
    for (int r = 0; r < tape->n_regs && tape->is_alone; r++)
        n += tape->regs[r].kind == DPEX_REG_APPLY;
    return n > 2;
}

/* Slices in several dimensions: each operation on them takes a plan of its own, as a pass does. */
static int has_slices(const dpex_launch *launch)
{
    const uint32_t any = DPEX_ARRAY_C_CONTIGUOUS | DPEX_ARRAY_F_CONTIGUOUS;
    int found = 0;
    for (int i = 0; i < launch->n_inputs; i++)
        found |= launch->inputs[i]->nd > 1 && !(launch->inputs[i]->flags & any);
    return found;
}

/* From how many elements on work pays for the bookkeeping: a launch of a kernel on a GPU always does
 * (docs/tuning.md). */
static int64_t least_elems(const dpex_queue *queue, const dpex_launch *launch)
{
    enum { LEAST_OF_SLICES = 2048 };
    const int64_t least = dpex_fusion_least_elems();
    if (!queue->backend->runs_on_host && dpex_device_is_grouped(queue->device)) return 1;
    return has_slices(launch) ? dpex_int64_min(least, LEAST_OF_SLICES) : least;
}

/* The work pays for the bookkeeping, and a moment's delay cannot be seen. */
static int may_wait(const dpex_queue *queue, const dpex_tape *tape, const dpex_launch *launch)
{
    int64_t size = 1;
    if (queue->properties & DPEX_QUEUE_CAPTURES) return 1;
    if (!queue->backend->runs_on_host && is_whole(tape)) return 0;
    if (queue->properties & DPEX_QUEUE_ENABLE_PROFILING) return 0;
    for (int d = 0; d < launch->nd; d++) size *= launch->shape[d];
    return size >= least_elems(queue, launch);
}

/* A device's kernel is one pass, and a fused function too. */
static int may_roll(const dpex_queue *queue, const dpex_launch *launch)
{
    enum { MAX_AXES = 4 };
    int n = 0;
    for (int d = 0; d < launch->nd; d++) n += launch->shifts[d] != 0;
    return queue->backend->runs_on_host && !(queue->properties & DPEX_QUEUE_CAPTURES) &&
           n <= MAX_AXES;
}

/* Whether they share bytes other than element i of the one with element i of the other. */
static int conflicts(const dpex_array *a, const dpex_array *b)
{
    return a->storage == b->storage && !dpex_array_is_same_view(a, b) && dpex_array_overlaps(a, b);
}

/* No element of an output twice, and no input that shifts elements of one. */
static int is_elementwise(const dpex_launch *launch)
{
    for (int o = 0; o < launch->n_outputs; o++) {
        const dpex_array *out = launch->outputs[o];
        if (!is_private(out) || out->nd != launch->nd) return 0;
        if (!launch->reduced && dpex_array_may_overlap_itself(out)) return 0;
        for (int i = 0; i < launch->n_inputs; i++)
            if (conflicts(launch->inputs[i], out)) return 0;
        for (int other = 0; other < o; other++)
            if (launch->outputs[other]->storage == out->storage) return 0;
    }
    for (int i = 0; i < launch->n_inputs; i++)
        if (!is_private(launch->inputs[i])) return 0;
    return 1;
}

/* ---- what a graph has of a launch ----------------------------------------------------------- */

/* Whether the graph has anything in the array's memory. */
static int is_used(const dpex_graph *graph, const dpex_array *x)
{
    return dpex_graph_pending_of(x->storage) == &graph->pending;
}

/* The register that holds x's elements now; NO_REG: they are in memory; HAZARD: some are
 * pending. */
static int find_stored(const dpex_graph *graph, const dpex_array *x, int *number)
{
    if (!is_used(graph, x)) return NO_REG;
    const int found = x->storage->found;
    if (found < graph->n_stores &&
        dpex_graph_has_same_elements(graph, &graph->stores[found].view.array, x)) {
        if (number) *number = found;
        return graph->stores[found].reg;
    }
    /* Stores share no elements with each other (may_store). */
    for (int i = 0; i < graph->n_stores; i++) {
        const dpex_graph_store *store = &graph->stores[i];
        if (store->view.array.storage != x->storage) continue;
        if (number) *number = i;
        if (dpex_graph_has_same_elements(graph, &store->view.array, x)) {
            x->storage->found = (uint16_t)i;
            return store->reg;
        }
        if (dpex_array_overlaps(&store->view.array, x)) return HAZARD;
    }
    for (int i = 0; i < graph->n_reductions; i++) {
        const dpex_array *out = &graph->reductions[i].out.array;
        if (out->storage == x->storage && dpex_array_overlaps(out, x)) return HAZARD;
    }
    return NO_REG;
}

/* The number of the store of complex numbers whose real (part 0) or imaginary ones x is; -1:
 * none. */
static int find_whole(const dpex_graph *graph, const dpex_array *x, int *part)
{
    if (x->dtype != DPEX_F32 && x->dtype != DPEX_F64) return -1;
    const int64_t bytes = (int64_t)dpex_dtype_get_info(x->dtype)->itemsize;
    for (int i = 0; i < graph->n_stores; i++) {
        const dpex_array *whole = &graph->stores[i].view.array;
        int d = 0;
        if (whole->storage != x->storage ||
            whole->dtype != (x->dtype == DPEX_F32 ? DPEX_C64 : DPEX_C128) ||
            (x->offset != whole->offset && x->offset != whole->offset + bytes))
            continue;
        /* Strides count elements. */
        while (d < graph->nd &&
               (graph->shape[d] == 1 ||
                dpex_graph_stride(x, d, graph->nd) == 2 * dpex_graph_stride(whole, d, graph->nd)))
            d++;
        *part = x->offset != whole->offset;
        if (d == graph->nd) return i;
    }
    return -1;
}

/* ---- results of reductions that are used for the same rows ---------------------------------- */

/* The number of the reduction whose whole result x is, as the graph's rows see it; -1: none, or
 * it may not be used yet. */
static int find_reduced(const dpex_graph *graph, const dpex_array *x)
{
    if (graph->n_reductions > DPEX_TAPE_MAX_REDUCTIONS) return -1;
    for (int k = 0; k < graph->n_reductions; k++) {
        const dpex_graph_reduction *one = &graph->reductions[k];
        if (one->axes != graph->reductions[0].axes ||
            !dpex_graph_is_along_rows(graph, one->axes, &one->model.array))
            return -1;
    }
    for (int k = 0; k < graph->n_reductions; k++) {
        const dpex_graph_reduction *one = &graph->reductions[k];
        if (dpex_graph_has_same_elements(graph, &one->out.array, x) &&
            graph->regs[one->reg].stage + 2 <= DPEX_GRAPH_MAX_STAGES)
            return k;
    }
    return -1;
}

static int has_same_shifts(const dpex_graph *graph, const dpex_graph_input *input,
                           const int64_t *shifts)
{
    if (!shifts || !input->is_rolled) return !shifts == !input->is_rolled;
    return !memcmp(input->shifts, shifts, (size_t)graph->nd * sizeof(*shifts));
}

/* The register of an input that was read before: of its old value, if find_stored knows of no
 * newer one. shifts: NULL if it is not rolled. */
static int find_read(const dpex_graph *graph, const dpex_array *x, const int64_t *shifts)
{
    for (int i = 0; i < graph->n_inputs; i++) {
        const dpex_graph_input *input = &graph->inputs[i];
        if (dpex_graph_has_same_elements(graph, &input->view.array, x) &&
            has_same_shifts(graph, input, shifts))
            return input->reg;
    }
    return NO_REG;
}

/* Whether the elements may be overwritten in the pass that the graph becomes; the result of a
 * reduction comes at its end. */
static int may_store(const dpex_graph *graph, const dpex_array *out, int is_reduced)
{
    if (!is_used(graph, out)) return 1;
    for (int i = 0; i < graph->n_inputs; i++) {
        const dpex_array *x = &graph->inputs[i].view.array;
        const int is_same = !is_reduced && !graph->inputs[i].is_rolled &&
                            dpex_graph_has_same_elements(graph, x, out);
        if (x->storage == out->storage && !is_same && dpex_array_overlaps(x, out)) return 0;
    }
    const int stored = find_stored(graph, out, NULL);
    return is_reduced ? stored == NO_REG : stored != HAZARD;
}

/* Results that may have to be stored: of those whose storage is gone the graph has been told
 * (pending.c). */
static int count_live(const dpex_graph *graph)
{
    int n = 0;
    for (int i = 0; i < graph->n_stores; i++) n += graph->stores[i].view.array.storage != NULL;
    return n;
}

/* Results in the memory of inputs, which the graph keeps: of their end it has not been told. */
static void forget_dead(dpex_graph *graph)
{
    for (int i = 0; i < graph->n_stores && graph->is_connected; i++) {
        dpex_graph_store *store = &graph->stores[i];
        if (!store->is_unread && store->view.array.storage &&
            !dpex_graph_is_known(store->view.array.storage))
            store->view.array.storage = NULL;
    }
}

/* As dpex_reduce_new makes them; what opendpex.fuse made is one pass already. */
static int is_single_reduction(const dpex_tape *tape, const dpex_launch *launch)
{
    return tape->n_outputs == 1 && !tape->n_more && launch->n_inputs == 1;
}

static int has_space_for_results(const dpex_graph *graph, int n_inputs, int n_outputs)
{
    const int n_live = count_live(graph) + n_outputs;
    return n_live <= DPEX_GRAPH_MAX_LIVE &&
           graph->n_inputs + n_inputs + n_live <= DPEX_GRAPH_MAX_ARRAYS;
}

/* Beyond these numbers a pass gains nothing, and a kernel of a device takes long to compile. */
static int has_space(dpex_graph *graph, int n_regs, int n_inputs, int n_outputs)
{
    if (atomic_load_explicit(&graph->pending.n_steps, memory_order_relaxed) >=
            DPEX_GRAPH_MAX_STEPS ||
        graph->tape.n_regs + n_regs > DPEX_GRAPH_MAX_REGS ||
        graph->n_inputs + n_inputs > DPEX_GRAPH_MAX_INPUTS)
        return 0;
    if (has_space_for_results(graph, n_inputs, n_outputs)) return 1;
    forget_dead(graph);
    return has_space_for_results(graph, n_inputs, n_outputs);
}

static int has_space_for(dpex_graph *graph, const dpex_tape *tape, const dpex_launch *launch)
{
    return graph->n_reductions + (tape->reduction != NULL) <= DPEX_GRAPH_MAX_REDUCTIONS &&
           has_space(graph, tape->n_regs, launch->n_inputs, launch->n_outputs);
}

/* Whether a result that no operation has read was given up: then the graph ends, so that its
 * memory is not kept for long. */
static int has_discarded(const dpex_graph *graph)
{
    for (int i = 0; i < graph->n_stores; i++) {
        const dpex_graph_store *store = &graph->stores[i];
        if (store->is_unread && !dpex_graph_is_known(store->view.array.storage) &&
            !dpex_graph_has_used_sibling(graph, store))
            return 1;
    }
    for (int i = 0; i < graph->n_reductions; i++) {
        const dpex_graph_reduction *reduction = &graph->reductions[i];
        if (reduction->is_kept && !dpex_graph_is_known(reduction->out.array.storage)) return 1;
    }
    return 0;
}

/* Whether the inputs that nobody else keeps, whose memory would be free otherwise, are a large part
 * of what there may be. */
static int keeps_too_much(const dpex_graph *graph)
{
    enum { PART = 8 };
    uint64_t bytes = 0;
    for (int i = 0; i < graph->n_inputs; i++) {
        const dpex_storage *storage = graph->inputs[i].view.array.storage;
        if (atomic_load_explicit(&storage->refs, memory_order_relaxed) == 1)
            bytes += storage->bytes;
    }
    return bytes && bytes > dpex_pool_get_limit(dpex_queue_get_device(graph->queue)) / PART;
}

/* Whether a rolled input is in memory, and the graph's pass can be cut for it. */
static int can_roll(const dpex_graph *graph, const dpex_launch *launch)
{
    return !graph->n_reductions && find_stored(graph, launch->inputs[0], NULL) == NO_REG &&
           dpex_graph_can_cut(graph, launch->shifts);
}

/* Whether the graph ends here, whatever comes next. */
static int has_ended(const dpex_graph *graph)
{
    return dpex_fusion_breaks_here() || has_discarded(graph) || keeps_too_much(graph);
}

/* An empty graph takes any launch: what may be kept back has no conflicts of its own. */
static int can_add(dpex_graph *graph, const dpex_tape *tape, const dpex_launch *launch)
{
    int part;
    if (!atomic_load_explicit(&graph->pending.n_steps, memory_order_relaxed)) return 1;
    if (!graph->is_captured && has_ended(graph)) return 0;
    if (graph->nd != launch->nd ||
        memcmp(graph->shape, launch->shape, (size_t)launch->nd * sizeof(*launch->shape)) ||
        !has_space_for(graph, tape, launch))
        return 0;
    if (launch->shifts && !can_roll(graph, launch)) return 0;
    if (tape->reduction && graph->is_rolled) return 0;
    for (int i = 0; i < launch->n_inputs; i++)
        if (find_stored(graph, launch->inputs[i], NULL) == HAZARD &&
            find_whole(graph, launch->inputs[i], &part) < 0 &&
            find_reduced(graph, launch->inputs[i]) < 0)
            return 0;
    if (tape->reduction && dpex_graph_reads_results(graph) &&
        (graph->n_reductions >= DPEX_TAPE_MAX_REDUCTIONS ||
         launch->reduced != graph->reductions[0].axes ||
         !dpex_graph_is_along_rows(graph, launch->reduced, launch->inputs[0])))
        return 0;
    for (int o = 0; o < launch->n_outputs; o++)
        if (!may_store(graph, launch->outputs[o], tape->reduction != NULL)) return 0;
    return 1;
}

/* ---- operations on an element per row -------------------------------------------------------- */

/* Whether the launch's shape is that of the rows (an extent of 1 for each axis of the reductions), with or without extents of 1. */
static int has_rows_shape(const dpex_graph *graph, const dpex_launch *launch,
                          dpex_graph_launch *row)
{
    const uint64_t axes = graph->reductions[0].axes;
    int n_kept = 0;
    for (int d = 0; d < graph->nd; d++) {
        row->shape[d] = axes >> d & 1 ? 1 : graph->shape[d];
        n_kept += !(axes >> d & 1);
    }
    /* Rows are the last axes (dpex_graph_is_along_rows). */
    return (launch->nd == graph->nd || launch->nd == n_kept) &&
           !memcmp(launch->shape, row->shape, (size_t)launch->nd * sizeof(*launch->shape));
}

static dpex_array *expand(const dpex_graph *graph, int nd, const dpex_array *x,
                          dpex_graph_view *view)
{
    view->array = *x;
    view->array.nd = graph->nd;
    view->array.shape = view->dims;
    view->array.strides = view->dims + graph->nd;
    for (int d = 0; d < graph->nd; d++) {
        const int own = d - (nd - x->nd);
        const int has_dim = d < nd && own >= 0;
        view->array.shape[d] = has_dim ? x->shape[own] : 1;
        view->array.strides[d] = has_dim ? x->strides[own] : 0;
    }
    return &view->array;
}

static void make_row_launch(const dpex_graph *graph, const dpex_launch *launch,
                            dpex_graph_launch *row)
{
    const int nd = launch->nd, n = launch->n_inputs;
    row->launch = *launch;
    row->launch.nd = graph->nd;
    row->launch.shape = row->shape;
    row->launch.inputs = row->inputs;
    row->launch.outputs = row->outputs;
    for (int i = 0; i < n; i++)
        row->inputs[i] = expand(graph, nd, launch->inputs[i], &row->views[i]);
    for (int o = 0; o < launch->n_outputs; o++)
        row->outputs[o] = expand(graph, nd, launch->outputs[o], &row->views[n + o]);
}

/* What is written was not read before, but as the result that is overwritten. */
static int may_store_row(const dpex_graph *graph, const dpex_array *out)
{
    for (int i = 0; i < graph->n_inputs; i++) {
        const dpex_array *x = &graph->inputs[i].view.array;
        if (x->storage == out->storage && dpex_array_overlaps(x, out)) return 0;
    }
    int number;
    const int stored = find_stored(graph, out, &number);
    if (stored == HAZARD) return find_reduced(graph, out) >= 0;
    return stored == NO_REG || graph->stores[number].is_row;
}

/* Whether it is an operation on results of the graph's reductions. */
static int can_add_rows(dpex_graph *graph, const dpex_tape *tape, const dpex_launch *launch,
                        dpex_graph_launch *row)
{
    int n_results = 0;
    if (!atomic_load_explicit(&graph->pending.n_steps, memory_order_relaxed) ||
        graph->is_flushing || tape->reduction || launch->shifts || !graph->n_reductions ||
        !has_rows_shape(graph, launch, row) || !has_space_for(graph, tape, launch))
        return 0;
    if (!graph->is_captured && (dpex_fusion_breaks_here() || has_discarded(graph))) return 0;
    make_row_launch(graph, launch, row);
    for (int i = 0; i < launch->n_inputs; i++) {
        int number;
        const int stored = find_stored(graph, row->inputs[i], &number);
        if (stored == HAZARD && find_reduced(graph, row->inputs[i]) < 0) return 0;
        n_results += stored == HAZARD || (stored != NO_REG && graph->stores[number].is_row);
    }
    for (int o = 0; o < launch->n_outputs; o++)
        if (!may_store_row(graph, row->outputs[o])) return 0;
    return n_results > 0;
}

/* Whether it sees what is pending reshaped or transposed. A reduction that numbers elements does so
 * in the order of its own axes. */
static int can_add_converted(dpex_graph *graph, const dpex_tape *tape, const dpex_launch *launch,
                             dpex_graph_launch *converted)
{
    const int is_ordered =
        tape->reduction && dpex_reduction_get_combine(tape->reduction)->is_ordered;
    return (!is_ordered && dpex_graph_permute_launch(graph, launch, converted) &&
            can_add(graph, tape, &converted->launch)) ||
           (dpex_graph_reshape_launch(graph, launch, is_ordered, converted) &&
            can_add(graph, tape, &converted->launch));
}

/* ---- adding --------------------------------------------------------------------------------- */

/* The graph keeps the queue, so that results whose arrays name another queue are computed too. */
static void open_graph(dpex_graph *graph, const dpex_launch *launch)
{
    dpex_tape_init(&graph->tape);
    graph->tape.regs = graph->regs;
    graph->tape.capacity = DPEX_GRAPH_MAX_REGS;
    graph->n_inputs = graph->n_stores = graph->n_reductions = graph->n_results = 0;
    graph->nd = launch->nd;
    memcpy(graph->shape, launch->shape, (size_t)launch->nd * sizeof(*launch->shape));
    dpex_queue_retain(graph->queue);
    graph->is_rolled = graph->is_connected = 0;
    for (int d = 0; d < launch->nd; d++) graph->cuts[d].n = 0;
    graph->age = 0;
    dpex_graph_start_timer();
}

/* References that the graph gives up, to be released without the lock. */
typedef struct given_up {
    dpex_storage *storages[DPEX_GRAPH_MAX_INPUTS];
    int n;
} given_up;

/* Of which the graph has one reference less at once. */
static void give_up(dpex_storage *storage, given_up *released)
{
    storage->n_kept--;
    released->storages[released->n++] = storage;
}

static void release_all(const given_up *released)
{
    for (int i = 0; i < released->n; i++) dpex_storage_release(released->storages[i]);
}

/* The register of a reduction's result. */
static int add_result(dpex_graph *graph, int number, given_up *released)
{
    dpex_graph_reduction *reduction = &graph->reductions[number];
    if (reduction->is_kept) give_up(reduction->out.array.storage, released);
    reduction->is_kept = 0;
    if (reduction->result >= 0) return reduction->result;
    graph->regs[graph->tape.n_regs] =
        (dpex_reg){.kind = DPEX_REG_REDUCED,
                   .dtype = (uint8_t)reduction->out.array.dtype,
                   .index = (int16_t)number,
                   .slot = -1,
                   .stage = (uint8_t)(graph->regs[reduction->reg].stage + 1),
                   .is_uniform = 1};
    reduction->result = (int16_t)graph->tape.n_regs;
    return graph->tape.n_regs++;
}

/* There is space (can_add), so nothing can fail. */
static int add_new_input(dpex_graph *graph, const dpex_array *x, const int64_t *shifts)
{
    int reg;
    dpex_graph_input *input = &graph->inputs[graph->n_inputs++];
    dpex_graph_view_init(&input->view, x);
    dpex_graph_keep(graph, x->storage);
    dpex_status status = dpex_tape_input(&graph->tape, x->dtype, &reg);
    (void)status;
    input->reg = (int16_t)reg;
    input->is_rolled = shifts != NULL;
    if (!shifts) return reg;
    graph->is_rolled = 1;
    memcpy(input->shifts, shifts, (size_t)graph->nd * sizeof(*shifts));
    dpex_graph_cut(graph, shifts);
    return reg;
}

static int16_t *find_entry(dpex_graph *graph, uint64_t content, unsigned kind)
{
    const uint64_t hash = (content ^ (uint64_t)kind << 40) * UINT64_C(0x9e3779b97f4a7c15);
    return &graph->found[hash >> (64 - DPEX_GRAPH_LOG_FOUND)];
}

/* Numbers are few and often the same. */
static int add_constant(dpex_graph *graph, const dpex_reg *constant)
{
    uint64_t value = 0;
    const size_t itemsize = dpex_dtype_get_info((dpex_dtype)constant->dtype)->itemsize;
    memcpy(&value, &constant->value, itemsize < sizeof value ? itemsize : sizeof value);
    int16_t *entry = find_entry(graph, value, constant->dtype);
    const dpex_reg *reg = &graph->regs[*entry];
    if (*entry < graph->tape.n_regs && reg->kind == DPEX_REG_CONSTANT &&
        reg->dtype == constant->dtype && !memcmp(&reg->value, &constant->value, itemsize))
        return *entry;
    *entry = (int16_t)graph->tape.n_regs;
    graph->regs[*entry] = *constant;
    /* The value of a parameter is a constant of this run. */
    graph->regs[*entry].index = -1;
    return graph->tape.n_regs++;
}

/* Whether two steps compute the same: operations have no effects. */
static int is_same_step(const dpex_reg *a, const dpex_reg *b)
{
    if (a->kind != b->kind || a->dtype != b->dtype || a->index != b->index || a->n_src != b->n_src)
        return 0;
    for (int s = 0; s < a->n_src; s++)
        if (a->src[s] != b->src[s]) return 0;
    return a->kind == DPEX_REG_CAST ? a->cast == b->cast : a->call.loop == b->call.loop;
}

/* numbers: of the tape's registers in the graph. A program that writes `a * a` twice mostly does so
 * within a few lines: a value is not kept for longer. */
static int add_step(dpex_graph *graph, const dpex_reg *step, const int16_t *numbers)
{
    enum { LAST = 48 };
    const int n = graph->tape.n_regs;
    dpex_reg *reg = &graph->regs[n];
    int n_uniform = 0, n_constants = 0;
    uint64_t content = (uint16_t)step->index;
    *reg = *step;
    for (int s = 0; s < step->n_src; s++) {
        reg->src[s] = numbers[step->src[s]];
        content = content << 16 | (uint16_t)reg->src[s];
        const dpex_reg *from = &graph->regs[reg->src[s]];
        if (from->stage > reg->stage) reg->stage = from->stage;
        n_uniform += from->is_uniform;
        n_constants += from->kind == DPEX_REG_CONSTANT;
    }
    reg->is_uniform = n_uniform && n_uniform + n_constants == step->n_src;
    int16_t *entry = find_entry(graph, content, step->dtype);
    if (*entry < n && n - *entry <= LAST && is_same_step(&graph->regs[*entry], reg)) return *entry;
    *entry = (int16_t)n;
    return graph->tape.n_regs++;
}

/* The real or imaginary parts of a register; there is space, and the operation for each dtype. */
static int add_part(dpex_graph *graph, int16_t whole, int part)
{
    const int in = whole;
    const int16_t numbers[] = {whole};
    int reg = 0;
    const dpex_status status =
        dpex_tape_apply(&graph->tape, &dpex_ops[part ? DPEX_OP_imag : DPEX_OP_real], &in, &reg);
    (void)status;
    dpex_reg step = graph->regs[reg];
    graph->tape.n_regs = reg;
    step.src[0] = 0;
    return add_step(graph, &step, numbers);
}

/* The register of a store that an operation reads. It keeps its array where it took the place of a reduction's result. */
static int read_store(dpex_graph *graph, int number, given_up *released)
{
    dpex_graph_store *store = &graph->stores[number];
    if (store->is_kept) give_up(store->view.array.storage, released);
    store->is_kept = store->is_unread = 0;
    return store->reg;
}

/* The register of elements that are in memory, a new one if no operation has read them. */
static int read_memory(dpex_graph *graph, const dpex_array *x, const int64_t *shifts)
{
    const int reg = find_read(graph, x, shifts);
    return reg != NO_REG ? reg : add_new_input(graph, x, shifts);
}

/* The register of x's elements, a new one if no operation has read or stored them. */
static int add_input(dpex_graph *graph, const dpex_array *x, const int64_t *shifts,
                     given_up *released)
{
    int number, part = 0;
    const int reg = find_stored(graph, x, &number);
    if (reg == NO_REG) return read_memory(graph, x, shifts);
    if (reg != HAZARD) return read_store(graph, number, released);
    number = find_whole(graph, x, &part);
    if (number < 0) return add_result(graph, find_reduced(graph, x), released);
    return add_part(graph, (int16_t)read_store(graph, number, released), part);
}

/* The store of the same elements, whose earlier value will not be seen, or one whose result is
 * gone, or a new one. */
static dpex_graph_store *find_store(dpex_graph *graph, const dpex_array *out)
{
    dpex_graph_store *unused = NULL;
    const int is_there = is_used(graph, out);
    for (int i = 0; i < graph->n_stores; i++) {
        dpex_graph_store *store = &graph->stores[i];
        if (is_there && dpex_graph_has_same_elements(graph, &store->view.array, out)) return store;
        if (!store->view.array.storage) unused = store;
    }
    if (!unused) unused = &graph->stores[graph->n_stores++];
    unused->is_kept = 0;
    return unused;
}

/* The result of a reduction that an operation on rows overwrites: nobody will see it. Returns
 * whether the graph keeps its storage, which is the store's then. */
static int give_up_reduced(dpex_graph *graph, const dpex_array *out)
{
    for (int k = 0; k < graph->n_reductions; k++) {
        dpex_graph_reduction *one = &graph->reductions[k];
        if (!dpex_graph_has_same_elements(graph, &one->out.array, out)) continue;
        const int is_kept = one->is_kept;
        one->out.array.storage = NULL;
        one->is_kept = 0;
        return is_kept;
    }
    return 0;
}

static void add_store(dpex_graph *graph, const dpex_array *out, int reg, int is_row)
{
    dpex_graph_store *store = find_store(graph, out);
    if (is_row) store->is_kept |= (uint8_t)give_up_reduced(graph, out);
    store->is_row = (uint8_t)is_row;
    dpex_graph_mark(graph, out->storage);
    store->is_unread = 1;
    store->reg = (int16_t)reg;
    store->step = (int16_t)atomic_load_explicit(&graph->pending.n_steps, memory_order_relaxed);
    dpex_graph_view_init(&store->view, out);
    out->storage->found = (uint16_t)(store - graph->stores);
}

static void add_reduction(dpex_graph *graph, const dpex_tape *tape, const dpex_launch *launch,
                          int reg)
{
    dpex_graph_reduction *added = &graph->reductions[graph->n_reductions++];
    added->end = (dpex_tape_reduction){tape->reduction, tape->reduced_dtype, tape->correction};
    added->axes = launch->reduced;
    added->reg = (int16_t)reg;
    added->result = -1;
    added->is_kept = 1;
    dpex_graph_view_init(&added->out, launch->outputs[0]);
    dpex_graph_view_init(&added->model, launch->inputs[0]);
    dpex_graph_keep(graph, launch->outputs[0]->storage);
}

/* The name and the line of an operation whose registers are there. */
static void end_step(dpex_graph *graph, const char *name, const char *where, int n_results)
{
    /* Others read the number without the lock; only who has it writes. */
    const int n = atomic_load_explicit(&graph->pending.n_steps, memory_order_relaxed);
    dpex_graph_step *step = &graph->steps[n];
    step->name = name;
    memcpy(step->where, where, strlen(where) + 1);
    atomic_store_explicit(&graph->pending.n_steps, n + 1, memory_order_release);
    graph->n_results += n_results;
}

static void add(dpex_graph *graph, const dpex_tape *tape, const dpex_launch *launch, int is_row,
                const char *where, given_up *released)
{
    int16_t numbers[DPEX_TAPE_MAX_REGS];
    if (!atomic_load_explicit(&graph->pending.n_steps, memory_order_relaxed))
        open_graph(graph, launch);
    for (int r = 0; r < tape->n_regs; r++) {
        const dpex_reg *reg = &tape->regs[r];
        int number = reg->kind == DPEX_REG_INPUT
                         ? add_input(graph, launch->inputs[reg->index], launch->shifts, released)
                     : reg->kind == DPEX_REG_CONSTANT ? add_constant(graph, reg)
                                                      : add_step(graph, reg, numbers);
        numbers[r] = (int16_t)number;
    }
    if (tape->reduction) add_reduction(graph, tape, launch, numbers[tape->outputs[0]]);
    for (int o = 0; o < launch->n_outputs && !tape->reduction; o++)
        add_store(graph, launch->outputs[o], numbers[tape->outputs[o]], is_row);
    end_step(graph, launch->name, where, launch->n_outputs);
}

/* Pending work of another queue on the launch's storages, of which each has pending work of one
 * queue at most. */
static dpex_graph *find_other(const dpex_graph *graph, const dpex_launch *launch)
{
    for (int i = 0; i < launch->n_inputs + launch->n_outputs; i++) {
        const dpex_array *x =
            i < launch->n_inputs ? launch->inputs[i] : launch->outputs[i - launch->n_inputs];
        struct dpex_pending *pending = dpex_graph_pending_of(x->storage);
        if (pending && pending != &graph->pending) return (dpex_graph *)pending;
    }
    return NULL;
}

static int is_enabled(const dpex_queue *queue)
{
    return dpex_fusion_is_enabled() || queue->properties & DPEX_QUEUE_CAPTURES;
}

/* Operations on an element per row are short; they wait only for what is pending. */
static int reads_pending(const dpex_queue *queue, const dpex_tape *tape, const dpex_launch *launch)
{
    int found = 0;
    if (tape->reduction || queue->properties & DPEX_QUEUE_ENABLE_PROFILING) return 0;
    for (int i = 0; i < launch->n_inputs; i++)
        found |= dpex_storage_has_pending(launch->inputs[i]->storage);
    return found;
}

/* Adds the launch to the queue's graph if that may be, with the lock held, which is released
 * meanwhile where something is submitted before. */
static int take(dpex_queue *queue, const dpex_tape *tape, const dpex_launch *launch, int is_large,
                const char *where, given_up *released)
{
    dpex_graph_launch converted;
    dpex_graph *graph = dpex_graph_get(queue), *before;
    const dpex_launch *added;
    int is_row;
    if (!graph) return 0;
    /* Each flush releases the lock meanwhile, so everything is asked again. */
    do {
        added = launch;
        is_row = can_add_rows(graph, tape, launch, &converted);
        if (!is_row && !is_large) return 0;
        if (is_row)
            added = &converted.launch;
        else if (graph->is_flushing)
            added = NULL;
        else if (!can_add(graph, tape, launch))
            added = can_add_converted(graph, tape, launch, &converted) ? &converted.launch : NULL;
        before = added ? find_other(graph, launch) : graph;
        if (before) dpex_graph_flush(before);
    } while (before);
    add(graph, tape, added, is_row, where, released);
    return 1;
}

int dpex_fusion_take(const dpex_tape *tape, const dpex_launch *launch)
{
    dpex_queue *queue = launch->outputs[0]->queue;
    if (!is_enabled(queue) || (tape->reduction && !is_single_reduction(tape, launch)) ||
        tape->n_regs > DPEX_GRAPH_MAX_REGS || launch->n_inputs > DPEX_GRAPH_MAX_INPUTS ||
        launch->n_outputs > DPEX_GRAPH_MAX_LIVE || launch->nd > DPEX_GRAPH_MAX_DIMS ||
        dpex_graph_submitting())
        return 0;
    if (launch->shifts && !may_roll(queue, launch)) return 0;
    const int is_large = may_wait(queue, tape, launch);
    if ((!is_large && !reads_pending(queue, tape, launch)) || !is_elementwise(launch)) return 0;
    given_up released = {.n = 0};
    char where[DPEX_WHERE_BYTES] = "";
    if (dpex_trace_is_wanted()) dpex_locate(where);
    pthread_mutex_lock(&dpex_graph_lock);
    const int is_taken = take(queue, tape, launch, is_large, where, &released);
    pthread_mutex_unlock(&dpex_graph_lock);
    release_all(&released);
    return is_taken;
}

/* ---- single steps --------------------------------------------------------------------------- */

static int expects_steps(const dpex_graph *graph, const dpex_array *x)
{
    return x->nd <= DPEX_GRAPH_MAX_DIMS && dpex_graph_takes_steps(graph, x->nd, x->shape) &&
           !has_ended(graph);
}

/* The conditions of can_add, of which expects_steps has some, and those of find_other. stores: the
 * number of the one that each operand is; NO_REG: none. */
static int can_add_step(dpex_graph *graph, const dpex_tape_step *step, const dpex_array *out,
                        int *stores)
{
    int n_inputs = 0;
    for (int i = 0; i < step->reg.n_src; i++) {
        const dpex_array *x = step->arrays[i];
        if (!x) continue;
        if (dpex_graph_pending_of(x->storage) && !is_used(graph, x)) return 0;
        const int reg = find_stored(graph, x, &stores[i]);
        if (reg == HAZARD) return 0;
        if (reg != NO_REG) continue;
        stores[i] = NO_REG;
        n_inputs++;
    }
    return (!dpex_graph_pending_of(out->storage) || is_used(graph, out)) &&
           may_store(graph, out, 0) && has_space(graph, step->reg.n_src + 1, n_inputs, 1);
}

/* Adds the step if that may be. */
static int try_step(dpex_graph *graph, const dpex_tape_step *step, const dpex_array *out,
                    given_up *released)
{
    int16_t numbers[DPEX_MAX_ARITY];
    int stores[DPEX_MAX_ARITY];
    if (!can_add_step(graph, step, out, stores)) return 0;
    for (int i = 0; i < step->reg.n_src; i++) {
        const dpex_array *x = step->arrays[i];
        const int reg = !x               ? add_constant(graph, &step->constants[i])
                        : stores[i] >= 0 ? read_store(graph, stores[i], released)
                                         : read_memory(graph, x, NULL);
        numbers[i] = (int16_t)reg;
    }
    add_store(graph, out, add_step(graph, &step->reg, numbers), 0);
    end_step(graph, step->name, "", 1);
    return 1;
}

int dpex_tape_take_step(const dpex_tape_step *step, const dpex_array *out)
{
    given_up released;
    released.n = 0;
    pthread_mutex_lock(&dpex_graph_lock);
    dpex_graph *graph = dpex_graph_get(out->queue);
    const int is_taken =
        graph && expects_steps(graph, out) && try_step(graph, step, out, &released);
    pthread_mutex_unlock(&dpex_graph_lock);
    release_all(&released);
    return is_taken;
}

/* One section of the lock, since that is a good part of what an operation costs. */
dpex_step_answer dpex_tape_take_new_step(const dpex_tape_step *step, const dpex_array *like,
                                         dpex_array *out)
{
    const dpex_dtype dtype = (dpex_dtype)step->reg.dtype;
    dpex_graph *graph =
        (dpex_graph *)atomic_load_explicit(&like->queue->pending, memory_order_acquire);
    dpex_step_answer answer = DPEX_STEP_DECLINED;
    dpex_storage *storage = NULL;
    given_up released;
    int is_there = 0;
    /* Names of lines, and what a submission computes, are for whole launches. */
    if (!graph || dpex_graph_submitting() || dpex_trace_is_wanted() || !dpex_fusion_is_enabled())
        return DPEX_STEP_DECLINED;
    released.n = 0;
    pthread_mutex_lock(&dpex_graph_lock);
    if (expects_steps(graph, like)) {
        storage = dpex_graph_take_memory(graph, like, dtype);
        if (!storage) answer = DPEX_STEP_NEEDS_MEMORY;
    }
    if (storage) is_there = !dpex_array_init_beside_in(like, dtype, storage, out);
    if (is_there && try_step(graph, step, out, &released)) answer = DPEX_STEP_TAKEN;
    pthread_mutex_unlock(&dpex_graph_lock);
    release_all(&released);
    if (answer == DPEX_STEP_DECLINED && is_there) dpex_array_fini(out);
    if (storage && !is_there) dpex_storage_release(storage);
    return answer;
}
