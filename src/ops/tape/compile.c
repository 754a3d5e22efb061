/* Compiles runs of steps of a plan to machine code (ops/jit), with values that nothing else reads in
 * registers.
 *
 * What stays between two calls of functions (exp, sin), which the code has not, is compiled by itself. */
#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "plan.h"

enum { NONE = DPEX_PLAN_NO_CODE };

void dpex_plan_find_last_uses(const dpex_plan *plan, int16_t *last_use)
{
    for (int r = 0; r < plan->n_regs; r++) {
        last_use[r] = (int16_t)r;
        for (int s = 0; s < plan->regs[r].n_src; s++) last_use[plan->regs[r].src[s]] = (int16_t)r;
    }
    for (int o = 0; o < plan->n_outputs; o++) last_use[plan->outputs[o]] = (int16_t)plan->n_regs;
}

/* What the code has of operations, by the class of their operands; 0: nothing. */
static const struct {
    uint8_t of_bools, of_integers, of_reals;
} operations[DPEX_N_OPS] = {
#define ALL(op)                                                                                    \
    {                                                                                              \
        op, op, op                                                                                 \
    }
#define NUMBERS(op)                                                                                \
    {                                                                                              \
        0, op, op                                                                                  \
    }
    [DPEX_OP_add] = {DPEX_JIT_OR, DPEX_JIT_ADD, DPEX_JIT_ADD},
    [DPEX_OP_subtract] = NUMBERS(DPEX_JIT_SUBTRACT),
    [DPEX_OP_multiply] = {DPEX_JIT_AND, DPEX_JIT_MULTIPLY, DPEX_JIT_MULTIPLY},
    [DPEX_OP_divide] = NUMBERS(DPEX_JIT_DIVIDE),
    [DPEX_OP_square] = NUMBERS(DPEX_JIT_MULTIPLY),
    [DPEX_OP_sqrt] = NUMBERS(DPEX_JIT_SQRT),
    [DPEX_OP_negative] = NUMBERS(DPEX_JIT_NEGATE),
    [DPEX_OP_abs] = NUMBERS(DPEX_JIT_ABS),
    [DPEX_OP_fabs] = NUMBERS(DPEX_JIT_ABS),
    [DPEX_OP_reciprocal] = NUMBERS(DPEX_JIT_RECIPROCAL),
    [DPEX_OP_maximum] = {DPEX_JIT_OR, DPEX_JIT_MAXIMUM, DPEX_JIT_MAXIMUM},
    [DPEX_OP_minimum] = {DPEX_JIT_AND, DPEX_JIT_MINIMUM, DPEX_JIT_MINIMUM},
    [DPEX_OP_equal] = ALL(DPEX_JIT_EQUAL),
    [DPEX_OP_not_equal] = ALL(DPEX_JIT_NOT_EQUAL),
    [DPEX_OP_less] = NUMBERS(DPEX_JIT_LESS),
    [DPEX_OP_less_equal] = NUMBERS(DPEX_JIT_LESS_EQUAL),
    [DPEX_OP_greater] = NUMBERS(DPEX_JIT_GREATER),
    [DPEX_OP_greater_equal] = NUMBERS(DPEX_JIT_GREATER_EQUAL),
    [DPEX_OP_isnan] = NUMBERS(DPEX_JIT_ISNAN),
    [DPEX_OP_bitwise_and] = ALL(DPEX_JIT_AND),
    [DPEX_OP_bitwise_or] = ALL(DPEX_JIT_OR),
    [DPEX_OP_bitwise_xor] = ALL(DPEX_JIT_XOR),
    [DPEX_OP_bitwise_invert] = ALL(DPEX_JIT_NOT),
    [DPEX_OP_logical_and] = {DPEX_JIT_AND, 0, 0},
    [DPEX_OP_logical_or] = {DPEX_JIT_OR, 0, 0},
    [DPEX_OP_logical_xor] = {DPEX_JIT_XOR, 0, 0},
    [DPEX_OP_logical_not] = {DPEX_JIT_NOT, 0, 0},
    [DPEX_OP_where] = NUMBERS(DPEX_JIT_WHERE),
#undef ALL
#undef NUMBERS
};

int dpex_plan_operation_code(int number, dpex_dtype operand)
{
    int op = 0;
    switch (dpex_dtype_get_info(operand)->kind) {
    case DPEX_KIND_BOOL: op = operations[number].of_bools; break;
    case DPEX_KIND_INT:
    case DPEX_KIND_UINT: op = operations[number].of_integers; break;
    case DPEX_KIND_REAL: op = operations[number].of_reals; break;
    default: break;
    }
    return op ? op : DPEX_PLAN_NO_CODE;
}

void dpex_lanes_fill(dpex_lanes *lanes, dpex_dtype dtype, double value)
{
    for (int i = 0; i < DPEX_LOOP_MULTIPLE; i++) {
        if (dtype == DPEX_F64)
            lanes->f64[i] = value;
        else
            lanes->f32[i] = (float)value;
    }
}

int dpex_lanes_are_negative(const dpex_lanes *lanes, dpex_dtype dtype)
{
    return dtype == DPEX_F64 ? signbit(lanes->f64[0]) : signbit(lanes->f32[0]);
}

/* Whether the loop of a sum or product takes its second operand first: of two NaN an instruction gives
 * the first one, whose sign copysign may show. The compiler of the loops chose. */
static int is_second_first(const dpex_loops *loops, dpex_op_number op, dpex_dtype dtype)
{
    enum { UNKNOWN, NO, YES };
    static _Atomic uint8_t answers[DPEX_N_OPS][2];
    _Atomic uint8_t *answer = &answers[op][dtype == DPEX_F64];
    if (*answer == UNKNOWN) {
        dpex_lanes x, y, out;
        dpex_lanes_fill(&x, dtype, NAN);
        dpex_lanes_fill(&y, dtype, -NAN);
        loops->ops[dtype][op](&out, (const void *[]){&x, &y}, DPEX_LOOP_MULTIPLE);
        *answer = dpex_lanes_are_negative(&out, dtype) ? YES : NO;
    }
    return *answer == YES;
}

int dpex_plan_step_code(const dpex_plan *plan, const dpex_reg *reg)
{
    if (!reg->n_src || reg->is_uniform) return NONE;
    /* The operand that decides the dtype of the operation. */
    const dpex_dtype operand = (dpex_dtype)plan->regs[reg->src[reg->n_src - 1]].dtype;
    const int op = reg->kind == DPEX_REG_CAST ? (int)DPEX_JIT_CAST
                                              : dpex_plan_operation_code(reg->index, operand);
    if (op == NONE) return NONE;
    for (int s = op == DPEX_JIT_WHERE; s < reg->n_src; s++)
        if (plan->regs[reg->src[s]].dtype != operand) return NONE; /* int64 with uint64 */
    return dpex_jit_is_possible(plan->loops->name, (dpex_jit_op)op, operand, (dpex_dtype)reg->dtype)
               ? op
               : NONE;
}

static int is_swapped(const dpex_plan *plan, const dpex_reg *reg)
{
    const int is_real = reg->dtype == DPEX_F32 || reg->dtype == DPEX_F64;
    return reg->kind == DPEX_REG_APPLY && is_real &&
           (reg->index == DPEX_OP_add || reg->index == DPEX_OP_multiply) &&
           is_second_first(plan->loops, (dpex_op_number)reg->index, (dpex_dtype)reg->dtype);
}

int dpex_plan_add_step(const dpex_plan *plan, dpex_jit_program *program, const dpex_reg *reg,
                       int code, const int16_t *step_of)
{
    int src[DPEX_MAX_ARITY], n_src = reg->n_src;
    for (int s = 0; s < n_src; s++) src[s] = step_of[reg->src[s]];
    if (reg->kind == DPEX_REG_APPLY && reg->index == DPEX_OP_square) src[n_src++] = src[0];
    if (is_swapped(plan, reg)) {
        const int first = src[0];
        src[0] = src[1];
        src[1] = first;
    }
    return dpex_jit_add(program, (dpex_jit_op)code, (dpex_dtype)reg->dtype, n_src, src);
}

/* Whether a register is one number for all elements. */
static int is_number(const dpex_plan *plan, const dpex_reg *reg)
{
    if (reg->kind == DPEX_REG_INPUT)
        return plan->layout.operands[reg->index].access == DPEX_ACCESS_CONSTANT;
    return reg->kind == DPEX_REG_CONSTANT;
}

typedef struct builder {
    dpex_plan *plan;
    dpex_jit_program program;
    int first, last, n_members;
    dpex_compiled steps;
    int16_t step[DPEX_TAPE_MAX_REGS]; /* of a register in the program; NONE */
} builder;

static void begin_program(builder *j)
{
    dpex_jit_begin(&j->program, 0);
    j->n_members = j->steps.n_inputs = j->steps.n_outputs = 0;
    memset(j->step, NONE, (size_t)j->plan->n_regs * sizeof(*j->step));
}

/* The step of an operand, which becomes an input where no member computes it. */
static int operand_step(builder *j, int number)
{
    const dpex_reg *reg = &j->plan->regs[number];
    if (j->step[number] != NONE) return j->step[number];
    const int step =
        dpex_jit_add(&j->program, is_number(j->plan, reg) ? DPEX_JIT_CONSTANT : DPEX_JIT_LOAD,
                     (dpex_dtype)reg->dtype, 0, NULL);
    if (step == NONE) return NONE;
    j->steps.regs[j->steps.n_inputs++] = (int16_t)number;
    j->step[number] = (int16_t)step;
    return step;
}

/* Returns whether there was space for it. */
static int compile_step(builder *j, int number, int code)
{
    const dpex_reg *reg = &j->plan->regs[number];
    for (int s = 0; s < reg->n_src; s++)
        if (operand_step(j, reg->src[s]) == NONE) return 0;
    const int step = dpex_plan_add_step(j->plan, &j->program, reg, code, j->step);
    if (step == NONE) return 0;
    /* The plan's last step may overwrite an input, so that nothing may read behind it. */
    if (number == j->plan->n_regs - 1 && step != j->program.n_steps - 1) return 0;
    j->step[number] = (int16_t)step;
    if (!j->n_members++) j->first = number;
    j->last = number;
    return 1;
}

static int is_member(const builder *j, int number)
{
    return number >= j->first && number <= j->last && j->plan->regs[number].n_src;
}

/* Whether all outputs are the plan's, stored past the caches where they start at cache lines. */
static int can_stream(const builder *j)
{
    enum { LINE_BYTES = 64 };
    const dpex_plan *plan = j->plan;
    for (int i = 0; i < j->steps.n_outputs; i++) {
        const int reg = j->steps.regs[j->steps.n_inputs + i];
        int o = plan->n_reduced;
        while (o < plan->n_outputs && plan->outputs[o] != reg) o++;
        if (o == plan->n_outputs) return 0;
        const dpex_layout_operand *x = &plan->layout.operands[plan->n_inputs + o];
        if (x->access != DPEX_ACCESS_LINEAR || (uintptr_t)x->ptr % LINE_BYTES || x->panel) return 0;
    }
    /* Blocks that start with rows, as those of reductions, may start anywhere. */
    return plan->stream && !plan->n_reduced && !plan->ends_with_rows && !plan->n_output_panels;
}

/* What is read outside is stored; returns whether there are outputs enough. */
static int store_outputs(builder *j, const int16_t *last_use)
{
    for (int r = j->first; r <= j->last; r++) {
        if (!is_member(j, r) || last_use[r] <= j->last) continue;
        if (!dpex_jit_store(&j->program, j->step[r])) return 0;
        j->steps.regs[j->steps.n_inputs + j->steps.n_outputs++] = (int16_t)r;
    }
    return 1;
}

/* Whether something is spared: the writing of a block, or its copy into an output. */
static int is_worthwhile(const builder *j)
{
    return j->program.is_streamed || j->steps.n_outputs < j->n_members;
}

static int has_roots(const dpex_jit_program *program)
{
    int found = 0;
    for (int i = 0; i < program->n_steps; i++) found |= program->steps[i].op == DPEX_JIT_SQRT;
    return found;
}

static void end_program(builder *j, const int16_t *last_use)
{
    dpex_plan *plan = j->plan;
    if (!j->n_members || plan->n_compiled == DPEX_PLAN_MAX_COMPILED || !store_outputs(j, last_use))
        return;
    j->program.is_streamed = can_stream(j);
    if (!is_worthwhile(j)) return;
    dpex_compiled *compiled = dpex_malloc(sizeof(*compiled));
    dpex_jit_code *code =
        compiled ? dpex_jit_hold(plan->loops->name, &j->program, plan->layout.size * j->n_members)
                 : NULL;
    if (!code) {
        dpex_free(compiled);
        return;
    }
    *compiled = j->steps;
    compiled->code = code;
    compiled->is_streamed = j->program.is_streamed;
    compiled->has_roots = has_roots(&j->program);
    compiled->first = j->first;
    compiled->last = j->last;
    plan->compiled[plan->n_compiled++] = compiled;
    for (int r = j->first; r <= j->last; r++) {
        if (!is_member(j, r)) continue;
        plan->regs[r].compiled = (uint8_t)plan->n_compiled;
        plan->regs[r].is_inner = last_use[r] <= j->last;
    }
}

/* Single steps are compiled for large results alone (is_worthwhile). */
static int may_compile(const dpex_plan *plan)
{
    int n_steps = 0;
    for (int r = 0; r < plan->n_regs && n_steps < 2; r++) n_steps += plan->regs[r].n_src > 0;
    return n_steps > 1 || (n_steps && plan->stream);
}

void dpex_plan_compile_steps(dpex_plan *plan)
{
    if (!may_compile(plan)) return;
    int16_t last_use[DPEX_TAPE_MAX_REGS];
    builder j; /* large: what is not used is not cleared */
    j.plan = plan;
    dpex_plan_find_last_uses(plan, last_use);
    begin_program(&j);
    for (int r = 0; r < plan->n_regs; r++) {
        const dpex_reg *reg = &plan->regs[r];
        if (!reg->n_src) continue;
        const int code = dpex_plan_step_code(plan, reg);
        const int is_other_stage = j.n_members && reg->stage != plan->regs[j.last].stage;
        if (code != NONE && !is_other_stage && compile_step(&j, r, code)) continue;
        end_program(&j, last_use);
        begin_program(&j);
        if (code != NONE) compile_step(&j, r, code);
    }
    end_program(&j, last_use);
}
