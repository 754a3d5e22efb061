/* Runs the operations of a tape one by one: on devices, while the kernel of the whole is being
 * compiled, or where a fused reduction would combine its values in another order.
 *
 * A register becomes an array of its own if it is the result of an operation; conversions are steps
 * of the operation that reads them, as in a call without fusion, so that the kernels are those of
 * single operations. Outputs that overwrite an input are written at the end. */
#include "replay.h"

#include "array/array.h"
#include "base/error.h"
#include "graph.h"

/* What a step reads. */
typedef struct step_source {
    const dpex_tape *tape;
    const dpex_launch *launch;
    const uint8_t *is_array; /* of each register; NULL: none is */
    const dpex_array *arrays;
} step_source;

/* Tens of kilobytes, so only what is used is set. */
typedef struct replay {
    const dpex_tape *tape;
    const dpex_launch *launch;
    uint8_t is_array[DPEX_GRAPH_MAX_REGS];   /* computed into an array */
    int16_t last_use[DPEX_GRAPH_MAX_REGS];   /* last register made from it; n_regs: an output */
    int16_t written_to[DPEX_GRAPH_MAX_REGS]; /* the output that is its array; -1: none */
    uint8_t is_made[DPEX_GRAPH_MAX_REGS];    /* arrays[r] is to be released */
    dpex_array arrays[DPEX_GRAPH_MAX_REGS];
} replay;

/* Number o of the registers that become arrays of their own because they are needed at the end:
 * an output, or of a reduction what it is given, before the conversions that are part of it. */
static int find_result(const dpex_tape *tape, const dpex_launch *launch, int o)
{
    int r = tape->outputs[o];
    if (!tape->reduction) return r;
    while (tape->regs[r].kind == DPEX_REG_CAST && tape->regs[r].dtype != launch->model->dtype)
        r = tape->regs[r].src[0];
    return r;
}

/* ---- what is computed where ----------------------------------------------------------------- */

/* By storage: within one storage, arrays of a pass are the same or share no element. */
static int overwrites_input(const dpex_launch *launch, int output)
{
    for (int i = 0; i < launch->n_inputs; i++)
        if (launch->inputs[i]->storage == launch->outputs[output]->storage) return 1;
    return 0;
}

/* The result of an operation, a conversion of a conversion, or what is stored but not as it is in
 * memory. */
static void choose_arrays(replay *p)
{
    const dpex_tape *tape = p->tape;
    for (int r = 0; r < tape->n_regs; r++) {
        const dpex_reg *reg = &tape->regs[r];
        p->is_array[r] =
            reg->kind == DPEX_REG_APPLY ||
            (reg->kind == DPEX_REG_CAST && tape->regs[reg->src[0]].kind == DPEX_REG_CAST);
        p->is_made[r] = 0;
        p->written_to[r] = -1;
        p->last_use[r] = (int16_t)r;
    }
    for (int o = 0; o < tape->n_outputs; o++) {
        const int r = find_result(tape, p->launch, o);
        /* Inputs too: another output may overwrite them. */
        p->is_array[r] = 1;
        if (!tape->reduction && p->written_to[r] < 0 && !overwrites_input(p->launch, o))
            p->written_to[r] = (int16_t)o;
    }
}

/* Marks what register r, which becomes an array, is computed from: arrays, inputs and constants. */
static void note_uses(replay *p, int r)
{
    for (int s = 0; s < p->tape->regs[r].n_src; s++) {
        int from = p->tape->regs[r].src[s];
        while (!p->is_array[from] && p->tape->regs[from].kind == DPEX_REG_CAST)
            from = p->tape->regs[from].src[0];
        p->last_use[from] = (int16_t)r;
    }
}

/* ---- one operation -------------------------------------------------------------------------- */

typedef struct step {
    dpex_tape tape;
    const dpex_array *inputs[DPEX_MAX_ARITY];
} step;

/* The register of what `from` of the whole tape holds, in the tape of a step. */
static dpex_status add_operand(const step_source *of, step *s, int from, int *reg)
{
    const dpex_reg *given = &of->tape->regs[from];
    const int is_array = of->is_array && of->is_array[from];
    if (is_array || given->kind == DPEX_REG_INPUT) {
        s->inputs[s->tape.n_inputs] =
            is_array ? &of->arrays[from] : of->launch->inputs[given->index];
        return dpex_tape_input(&s->tape, (dpex_dtype)given->dtype, reg);
    }
    if (given->kind == DPEX_REG_CONSTANT)
        return dpex_tape_constant(&s->tape, (dpex_dtype)given->dtype, &given->value, reg);
    /* A conversion, of none (choose_arrays). */
    DPEX_TRY(add_operand(of, s, given->src[0], reg));
    return dpex_tape_cast(&s->tape, *reg, (dpex_dtype)given->dtype, reg);
}

/* The tape of register r alone. */
static dpex_status build(const step_source *of, int r, step *s)
{
    dpex_reg reg = of->tape->regs[r];
    int regs[DPEX_MAX_ARITY], result;
    if (reg.kind == DPEX_REG_CONSTANT)
        DPEX_TRY(dpex_tape_constant(&s->tape, (dpex_dtype)reg.dtype, &reg.value, &result));
    if (reg.kind == DPEX_REG_INPUT) {
        s->inputs[0] = of->launch->inputs[reg.index];
        DPEX_TRY(dpex_tape_input(&s->tape, (dpex_dtype)reg.dtype, &result));
    }
    for (int i = 0; i < reg.n_src; i++) DPEX_TRY(add_operand(of, s, reg.src[i], &regs[i]));
    if (reg.n_src) {
        for (int i = 0; i < reg.n_src; i++) reg.src[i] = (int16_t)regs[i];
        result = s->tape.n_regs;
        /* A step has few registers: those that are part of the struct are enough. */
        s->tape.regs[s->tape.n_regs++] = reg;
    }
    return dpex_tape_output(&s->tape, result);
}

/* Of the whole pass's shape, to which the inputs broadcast. */
static dpex_status launch_into(const dpex_launch *whole, const dpex_tape *tape,
                               const dpex_array *const *inputs, dpex_array *out)
{
    const dpex_launch launch = {.name = whole->name,
                                .inputs = inputs,
                                .n_inputs = tape->n_inputs,
                                .outputs = &out,
                                .n_outputs = 1,
                                .nd = whole->nd,
                                .shape = whole->shape};
    return dpex_tape_launch_now(tape, &launch);
}

dpex_status dpex_graph_launch_operation(const dpex_tape *tape, const dpex_launch *launch)
{
    const step_source of = {.tape = tape, .launch = launch};
    step s;
    dpex_tape_init(&s.tape);
    dpex_status status = build(&of, tape->outputs[0], &s);
    if (!status) status = launch_into(launch, &s.tape, s.inputs, launch->outputs[0]);
    dpex_tape_fini(&s.tape);
    return status;
}

/* Of what a graph computes, only the real and imaginary parts of complex numbers have others between
 * them. */
static int is_of_parts(const dpex_array *x)
{
    int n_steps = 0;
    for (int d = 0; d < x->nd; d++) {
        if (x->shape[d] < 2) continue;
        if (x->strides[d] % 2) return 0;
        n_steps++;
    }
    return n_steps && (x->dtype == DPEX_F32 || x->dtype == DPEX_F64);
}

dpex_status dpex_graph_values_init(const dpex_array *model, dpex_dtype dtype, dpex_queue *queue,
                                   dpex_array *values)
{
    dpex_array whole;
    if (!is_of_parts(model) || dtype != model->dtype)
        return dpex_array_init_like(model, dtype, DPEX_ORDER_K, DPEX_USM_DEVICE, queue, values);
    DPEX_TRY(dpex_array_init_like(model, dtype == DPEX_F32 ? DPEX_C64 : DPEX_C128, DPEX_ORDER_K,
                                  DPEX_USM_DEVICE, queue, &whole));
    const dpex_status status = dpex_array_complex_part(&whole, 0, values);
    dpex_array_fini(&whole);
    return status;
}

/* The array of register r, laid out as the result is. */
static dpex_status make_array(replay *p, int r)
{
    const dpex_launch *launch = p->launch;
    const dpex_dtype dtype = (dpex_dtype)p->tape->regs[r].dtype;
    dpex_queue *queue = launch->outputs[0]->queue;
    if (p->written_to[r] >= 0) {
        p->arrays[r] = *launch->outputs[p->written_to[r]];
        return DPEX_SUCCESS;
    }
    if (launch->model)
        DPEX_TRY(dpex_graph_values_init(launch->model, dtype, queue, &p->arrays[r]));
    else
        DPEX_TRY(dpex_array_init_like(launch->outputs[launch->n_outputs - 1], dtype, DPEX_ORDER_K,
                                      DPEX_USM_DEVICE, queue, &p->arrays[r]));
    p->is_made[r] = 1;
    return DPEX_SUCCESS;
}

/* The tape lives on the stack: a launch copies what it keeps. */
static dpex_status compute(replay *p, int r)
{
    const step_source of = {p->tape, p->launch, p->is_array, p->arrays};
    step s;
    dpex_tape_init(&s.tape);
    dpex_status status = build(&of, r, &s);
    if (!status) status = make_array(p, r);
    if (!status) status = launch_into(p->launch, &s.tape, s.inputs, &p->arrays[r]);
    dpex_tape_fini(&s.tape);
    return status;
}

/* ---- outputs -------------------------------------------------------------------------------- */

/* What was kept back because the output is an input too, or that is stored a second time. */
static dpex_status copy_to(const replay *p, int r, dpex_array *out)
{
    dpex_tape tape;
    int reg;
    const dpex_array *from = &p->arrays[r];
    dpex_tape_init(&tape);
    dpex_status status = dpex_tape_input(&tape, from->dtype, &reg);
    if (!status) status = dpex_tape_output(&tape, reg);
    if (!status) status = launch_into(p->launch, &tape, &from, out);
    dpex_tape_fini(&tape);
    return status;
}

/* Whether register r is on the way from `source` to what the reduction combines. */
static int is_converted_to(const dpex_tape *tape, int source, int r)
{
    for (int at = tape->outputs[0]; at > source; at = tape->regs[at].src[0])
        if (at == r) return 1;
    return 0;
}

/* Of the values in memory, in the order that a reduction without fusion has. */
dpex_status dpex_graph_reduce_array(const dpex_tape *whole, const dpex_launch *given,
                                    const dpex_array *values)
{
    dpex_tape tape;
    int reg;
    const int source = find_result(whole, given, 0);
    dpex_launch launch = *given;
    launch.inputs = &values;
    launch.n_inputs = launch.n_outputs = 1;
    launch.model = NULL;
    dpex_tape_init(&tape);
    dpex_status status = dpex_tape_input(&tape, values->dtype, &reg);
    for (int r = source + 1; r <= whole->outputs[0] && !status; r++)
        if (is_converted_to(whole, source, r))
            status = dpex_tape_cast(&tape, reg, (dpex_dtype)whole->regs[r].dtype, &reg);
    if (!status) status = dpex_tape_output(&tape, reg);
    tape.reduction = whole->reduction;
    tape.reduced_dtype = whole->reduced_dtype;
    tape.correction = whole->correction;
    if (!status) status = dpex_tape_launch_now(&tape, &launch);
    dpex_tape_fini(&tape);
    return status;
}

static dpex_status write_outputs(const replay *p)
{
    if (p->tape->reduction)
        return dpex_graph_reduce_array(p->tape, p->launch,
                                       &p->arrays[find_result(p->tape, p->launch, 0)]);
    for (int o = 0; o < p->tape->n_outputs; o++)
        if (p->written_to[p->tape->outputs[o]] != o)
            DPEX_TRY(copy_to(p, p->tape->outputs[o], p->launch->outputs[o]));
    return DPEX_SUCCESS;
}

dpex_status dpex_graph_replay(const dpex_tape *tape, const dpex_launch *launch)
{
    replay p;
    dpex_status status = DPEX_SUCCESS;
    p.tape = tape;
    p.launch = launch;
    choose_arrays(&p);
    for (int r = 0; r < tape->n_regs; r++)
        if (p.is_array[r]) note_uses(&p, r);
    for (int o = 0; o < tape->n_outputs; o++)
        p.last_use[find_result(tape, launch, o)] = (int16_t)tape->n_regs;
    for (int r = 0; r < tape->n_regs && !status; r++) {
        if (p.is_array[r]) status = compute(&p, r);
        /* Memory goes as soon as nothing reads it, for the next operation to take. */
        for (int done = 0; done < r; done++) {
            if (!p.is_made[done] || p.last_use[done] != r) continue;
            dpex_array_fini(&p.arrays[done]);
            p.is_made[done] = 0;
        }
    }
    if (!status) status = write_outputs(&p);
    for (int r = 0; r < tape->n_regs; r++)
        if (p.is_made[r]) dpex_array_fini(&p.arrays[r]);
    return status;
}
