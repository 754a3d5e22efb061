/* Passes: from outputs back to the registers that they need, and from these to a tape of their
 * own. */
#include "pass.h"

#include <string.h>

#include "base/error.h"

void dpex_graph_pass_init(dpex_graph_pass *p, dpex_graph *graph)
{
    p->graph = graph;
    dpex_tape_init(&p->tape);
    p->tape.regs = p->regs;
    p->tape.capacity = DPEX_GRAPH_MAX_REGS;
    p->n_outputs = 0;
    p->reduction = NULL;
    p->has_stages = 0;
}

void dpex_graph_pass_store(dpex_graph_pass *p, dpex_array *array, int16_t reg)
{
    p->outputs[p->n_outputs] = array;
    p->values[p->n_outputs++] = reg;
}

void dpex_graph_pass_add_stores(dpex_graph_pass *p, const dpex_graph_wanted *w, int of_rows)
{
    for (int i = 0; i < w->n_stores; i++) {
        dpex_graph_store *store = &p->graph->stores[w->stores[i]];
        if (store->is_row == of_rows) dpex_graph_pass_store(p, &store->view.array, store->reg);
    }
}

void dpex_graph_pass_reduce(dpex_graph_pass *p, dpex_graph_reduction *reduction)
{
    p->reductions[p->n_outputs] = reduction;
    if (p->reduction) {
        p->tape.more[p->tape.n_more++] = reduction->end;
    } else {
        p->reduction = reduction;
        p->tape.reduction = reduction->end.reduction;
        p->tape.reduced_dtype = reduction->end.dtype;
        p->tape.correction = reduction->end.correction;
    }
    dpex_graph_pass_store(p, &reduction->out.array, reduction->reg);
}

/* Registers are numbered after what they read, so one round backwards finds all. */
void dpex_graph_mark_needed(const dpex_graph *graph, uint8_t *is_needed)
{
    for (int r = graph->tape.n_regs - 1; r >= 0; r--)
        for (int s = 0; is_needed[r] && s < graph->regs[r].n_src; s++)
            is_needed[graph->regs[r].src[s]] = 1;
}

/* A register that has no operands, in the pass: inputs are those of the pass alone. */
static void add_leaf(dpex_graph_pass *p, dpex_reg *reg)
{
    dpex_graph *graph = p->graph;
    if (reg->kind == DPEX_REG_CONSTANT || (reg->kind == DPEX_REG_REDUCED && p->has_stages)) return;
    dpex_graph_input *input = reg->kind == DPEX_REG_INPUT ? &graph->inputs[reg->index] : NULL;
    p->inputs[p->tape.n_inputs] =
        input ? &input->view.array : &graph->reductions[reg->index].out.array;
    p->shifts[p->tape.n_inputs] = input && input->is_rolled ? input->shifts : NULL;
    reg->kind = DPEX_REG_INPUT;
    reg->index = (int16_t)p->tape.n_inputs++;
}

static void build_tape(dpex_graph_pass *p)
{
    const dpex_graph *graph = p->graph;
    uint8_t is_needed[DPEX_GRAPH_MAX_REGS] = {0};
    int16_t numbers[DPEX_GRAPH_MAX_REGS];
    dpex_tape *tape = &p->tape;
    for (int o = 0; o < p->n_outputs; o++) is_needed[p->values[o]] = 1;
    dpex_graph_mark_needed(graph, is_needed);
    for (int r = 0; r < graph->tape.n_regs; r++) {
        if (!is_needed[r]) continue;
        dpex_reg *reg = &p->regs[tape->n_regs];
        *reg = graph->regs[r];
        for (int s = 0; s < reg->n_src; s++) reg->src[s] = numbers[reg->src[s]];
        if (!reg->n_src) add_leaf(p, reg);
        if (!p->has_stages) reg->stage = reg->is_uniform = 0;
        if (reg->stage >= tape->n_stages) tape->n_stages = reg->stage + 1;
        numbers[r] = (int16_t)tape->n_regs++;
    }
    tape->n_outputs = p->n_outputs;
    for (int o = 0; o < p->n_outputs; o++) tape->outputs[o] = numbers[p->values[o]];
}

int dpex_graph_has_same_order(const dpex_array *a, const dpex_array *b)
{
    if (a->nd != b->nd) return 0;
    for (int d = 0; d < a->nd; d++)
        if (a->shape[d] != b->shape[d] || a->strides[d] != b->strides[d]) return 0;
    return 1;
}

/* Whether the values lie in memory as in the array that was reduced, and not, say, as an element
 * for each of its rows. */
static int is_own_model(const dpex_graph_pass *p)
{
    const dpex_reg *reg = &p->graph->regs[p->reduction->reg];
    return p->n_outputs == 1 && reg->kind == DPEX_REG_INPUT &&
           dpex_graph_has_same_order(&p->graph->inputs[reg->index].view.array,
                                     &p->reduction->model.array);
}

void dpex_graph_pass_build(dpex_graph_pass *p)
{
    build_tape(p);
    p->launch = (dpex_launch){.name = p->graph->name,
                              .inputs = p->inputs,
                              .n_inputs = p->tape.n_inputs,
                              .outputs = p->outputs,
                              .n_outputs = p->n_outputs,
                              .nd = p->graph->nd,
                              .shape = p->graph->shape};
    if (!p->reduction) return;
    p->launch.reduced = p->reduction->axes;
    if (!is_own_model(p)) p->launch.model = &p->reduction->model.array;
}

/* The program sees it at a wait, far from the calls. */
void dpex_graph_keep_failure(const dpex_graph *graph, dpex_status status)
{
    if (!status) return;
    if (!strstr(dpex_error_message(), graph->name))
        status = DPEX_FAIL(status, "%s: %s", graph->name, dpex_error_message());
    dpex_timeline_keep_failure(graph->queue->timeline, status, dpex_error_message());
}
