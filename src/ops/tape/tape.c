/* Building tapes. Every call checks its registers, so a tape that exists can run.
 *
 * A register is a step of the program and its value: an input, a constant, a conversion, or an
 * operation on earlier registers. Numbers only grow, so a tape has no cycles, and running it from
 * the first to the last register is always right. One thread builds a tape; afterwards it does not
 * change. */
#include "tape.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "resolve.h"

/* The struct must not move afterwards: regs may point into it. With dpex_tape_fini, for tapes on
 * the stack; counted ones are created. */
void dpex_tape_init(dpex_tape *tape)
{
    tape->refs = 1;
    tape->loops = dpex_loops_get();
    tape->n_regs = tape->n_inputs = tape->n_outputs = tape->n_parameters = 0;
    tape->reduction = NULL;
    tape->n_more = 0;
    tape->is_alone = 0;
    tape->n_stages = 1;
    tape->correction = 0;
    /* The first registers are part of the struct, so short tapes do not allocate. */
    tape->capacity = (int)(sizeof(tape->small) / sizeof(tape->small[0]));
    tape->regs = tape->small;
}

dpex_tape_reduction dpex_tape_reduction_of(const dpex_tape *tape, int number)
{
    if (number) return tape->more[number - 1];
    return (dpex_tape_reduction){tape->reduction, tape->reduced_dtype, tape->correction};
}

int dpex_tape_n_reductions(const dpex_tape *tape)
{
    return tape->reduction ? 1 + tape->n_more : 0;
}

void dpex_tape_fini(dpex_tape *tape)
{
    if (tape->regs != tape->small) free(tape->regs);
}

dpex_status dpex_tape_create(dpex_tape **tape)
{
    *tape = malloc(sizeof(**tape));
    if (!*tape) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for a tape");
    dpex_tape_init(*tape);
    (*tape)->is_alone = 1;
    return DPEX_SUCCESS;
}

void dpex_tape_allow_merge(dpex_tape *tape)
{
    tape->is_alone = 0;
}

dpex_tape *dpex_tape_retain(dpex_tape *tape)
{
    atomic_fetch_add_explicit(&tape->refs, 1, memory_order_relaxed);
    return tape;
}

void dpex_tape_release(dpex_tape *tape)
{
    if (!tape || atomic_fetch_sub_explicit(&tape->refs, 1, memory_order_acq_rel) != 1) return;
    dpex_tape_fini(tape);
    free(tape);
}

/* Doubles the capacity. Pointers to registers are not valid afterwards. */
static dpex_status grow(dpex_tape *tape)
{
    if (tape->n_regs == DPEX_TAPE_MAX_REGS) {
        return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED, "a tape holds at most %d registers",
                         DPEX_TAPE_MAX_REGS);
    }
    int capacity = 2 * tape->capacity;
    dpex_reg *regs = malloc((size_t)capacity * sizeof(*regs));
    if (!regs)
        return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for a tape of %d registers", capacity);
    memcpy(regs, tape->regs, (size_t)tape->n_regs * sizeof(*regs));
    if (tape->regs != tape->small) free(tape->regs);
    tape->regs = regs;
    tape->capacity = capacity;
    return DPEX_SUCCESS;
}

/* *reg: zeroed but for kind and dtype, valid until the next append. */
static dpex_status append(dpex_tape *tape, dpex_reg_kind kind, dpex_dtype dtype, dpex_reg **reg,
                          int *number)
{
    if (tape->n_regs == tape->capacity || tape->n_regs == DPEX_TAPE_MAX_REGS) DPEX_TRY(grow(tape));
    *number = tape->n_regs++;
    *reg = &tape->regs[*number];
    **reg = (dpex_reg){.kind = (uint8_t)kind, .dtype = (uint8_t)dtype, .slot = -1};
    return DPEX_SUCCESS;
}

/* For the public calls: a wrong number is the caller's mistake, not a broken invariant. */
static dpex_status check_reg(const dpex_tape *tape, int reg)
{
    if (reg >= 0 && reg < tape->n_regs) return DPEX_SUCCESS;
    return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "register %d does not exist; the tape has %d", reg,
                     tape->n_regs);
}

static dpex_status check_dtype(dpex_dtype dtype)
{
    if ((unsigned)dtype < DPEX_N_DTYPES) return DPEX_SUCCESS;
    return DPEX_FAIL(DPEX_ERROR_INVALID_TYPE, "%d is not a dtype", (int)dtype);
}

/* Inputs are numbered in the order of these calls, as dpex_tape_run takes them. */
dpex_status dpex_tape_input(dpex_tape *tape, dpex_dtype dtype, int *reg)
{
    dpex_reg *new_reg;
    DPEX_TRY(check_dtype(dtype));
    DPEX_TRY(append(tape, DPEX_REG_INPUT, dtype, &new_reg, reg));
    new_reg->index = (int16_t)tape->n_inputs++;
    return DPEX_SUCCESS;
}

/* The value is copied. index -1: no parameter. */
dpex_status dpex_tape_constant(dpex_tape *tape, dpex_dtype dtype, const dpex_scalar *value,
                               int *reg)
{
    dpex_reg *new_reg;
    DPEX_TRY(check_dtype(dtype));
    DPEX_TRY(append(tape, DPEX_REG_CONSTANT, dtype, &new_reg, reg));
    new_reg->value = *value;
    new_reg->index = -1;
    return DPEX_SUCCESS;
}

/* Parameters are constants whose value a call gives. */
dpex_status dpex_tape_parameter(dpex_tape *tape, dpex_dtype dtype, int *reg)
{
    dpex_reg *new_reg;
    DPEX_TRY(check_dtype(dtype));
    DPEX_TRY(append(tape, DPEX_REG_CONSTANT, dtype, &new_reg, reg));
    new_reg->index = (int16_t)tape->n_parameters++;
    return DPEX_SUCCESS;
}

dpex_status dpex_tape_cast(dpex_tape *tape, int from, dpex_dtype dtype, int *reg)
{
    DPEX_TRY(check_reg(tape, from));
    DPEX_TRY(check_dtype(dtype));
    dpex_dtype source = (dpex_dtype)tape->regs[from].dtype;
    /* A conversion to the same dtype is not a step. */
    if (source == dtype) {
        *reg = from;
        return DPEX_SUCCESS;
    }
    dpex_reg *new_reg;
    DPEX_TRY(append(tape, DPEX_REG_CAST, dtype, &new_reg, reg));
    new_reg->cast = tape->loops->casts[source * DPEX_N_DTYPES + dtype];
    new_reg->n_src = 1;
    new_reg->src[0] = (int16_t)from;
    return DPEX_SUCCESS;
}

/* The loop for operands of these computing dtypes; NULL: the operation has none.
 * Loops of one dtype, or the mixed ones of int64 and uint64. */
static dpex_loop_fn find_loop(const dpex_tape *tape, const dpex_op *op, const dpex_dtype *in)
{
    const dpex_loops *loops = tape->loops;
    size_t number = dpex_op_get_number(op);
    int first = dpex_op_first_typed(op);
    for (int i = first + 1; i < op->arity; i++) {
        if (in[i] == in[first]) continue;
        if (in[0] == DPEX_I64 && in[1] == DPEX_U64) return loops->mixed[0][number];
        if (in[0] == DPEX_U64 && in[1] == DPEX_I64) return loops->mixed[1][number];
        return NULL;
    }
    return loops->ops[in[first]][number];
}

/* The operation, or what it does to its first operand alone if the second one is a constant. */
static const dpex_op *find_simpler(const dpex_tape *tape, const dpex_op *op, const int *regs,
                                   const dpex_dtype *in)
{
    if (op->arity != 2 || check_reg(tape, regs[1])) return op;
    const dpex_reg *second = &tape->regs[regs[1]];
    int is_constant = second->kind == DPEX_REG_CONSTANT && second->index < 0;
    return is_constant && second->dtype == in[1] ? dpex_op_with_number(op, in[1], &second->value)
                                                 : op;
}

/* op may become a simpler one here, so that constants of a tape are as good as scalars of a
 * call. */
dpex_status dpex_tape_apply_converted(dpex_tape *tape, const dpex_op *op, const int *regs,
                                      const dpex_dtype *in, dpex_dtype out, int *reg)
{
    op = find_simpler(tape, op, regs, in);
    dpex_dtype computing[DPEX_MAX_ARITY] = {DPEX_BOOL};
    int src[DPEX_MAX_ARITY];
    for (int i = 0; i < op->arity; i++) {
        DPEX_TRY(check_reg(tape, regs[i]));
        computing[i] = dpex_op_computing_dtype(op, in[i]);
        DPEX_TRY(dpex_tape_cast(tape, regs[i], in[i], &src[i]));
        DPEX_TRY(dpex_tape_cast(tape, src[i], computing[i], &src[i]));
    }
    dpex_loop_fn loop = find_loop(tape, op, computing);
    if (!loop) {
        return DPEX_FAIL(DPEX_ERROR_INVALID_TYPE, "%s: no loop for %s", op->name,
                         dpex_dtype_get_info(in[0])->name);
    }
    dpex_dtype result = dpex_op_result_dtype(op, computing[op->arity - 1]);
    dpex_reg *new_reg;
    DPEX_TRY(append(tape, DPEX_REG_APPLY, result, &new_reg, reg));
    new_reg->n_src = op->arity;
    new_reg->index = (int16_t)dpex_op_get_number(op);
    new_reg->call = (dpex_loop_call){
        .loop = loop, .n_in = op->arity, .out_bytes = dpex_dtype_get_info(result)->itemsize};
    for (int i = 0; i < op->arity; i++) {
        new_reg->src[i] = (int16_t)src[i];
        new_reg->call.in_bytes[i] = dpex_dtype_get_info(computing[i])->itemsize;
    }
    /* The result may be converted once more, to the dtype that the caller wants. */
    return dpex_tape_cast(tape, *reg, out, reg);
}

/* Whether the operation has a loop for just these dtypes. */
static int is_signature(const dpex_op *op, const dpex_dtype *dtypes)
{
    const char *signature;
    for (size_t s = 0; (signature = dpex_op_get_signature(op, s)); s++) {
        int same = 1;
        for (int i = 0; i < op->arity; i++)
            same = same && signature[i] == dpex_dtype_get_info(dtypes[i])->letter;
        if (same) return 1;
    }
    return 0;
}

/* The dtypes must be a signature: promotion is for the callers (resolve.c). */
dpex_status dpex_tape_apply(dpex_tape *tape, const dpex_op *op, const int *in, int *reg)
{
    dpex_dtype dtypes[DPEX_MAX_ARITY] = {DPEX_BOOL}, computing[DPEX_MAX_ARITY], out;
    for (int i = 0; i < op->arity; i++) {
        DPEX_TRY(check_reg(tape, in[i]));
        dtypes[i] = (dpex_dtype)tape->regs[in[i]].dtype;
    }
    if (!is_signature(op, dtypes)) {
        return DPEX_FAIL(DPEX_ERROR_INVALID_TYPE,
                         "%s: the registers' dtypes (%s, ...) are not a signature of it", op->name,
                         dpex_dtype_get_info(dtypes[0])->name);
    }
    DPEX_TRY(dpex_op_promote(op, dtypes, NULL, computing, &out));
    return dpex_tape_apply_converted(tape, op, in, computing, out, reg);
}

/* One register may be several outputs. */
dpex_status dpex_tape_output(dpex_tape *tape, int reg)
{
    DPEX_TRY(check_reg(tape, reg));
    if (tape->n_outputs == DPEX_TAPE_MAX_OUTPUTS || tape->reduction) {
        return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED,
                         "a tape has at most %d outputs, and one if it ends in a reduction",
                         DPEX_TAPE_MAX_OUTPUTS);
    }
    tape->outputs[tape->n_outputs++] = (int16_t)reg;
    return DPEX_SUCCESS;
}

/* The value is converted to the reduction's computing dtype by further steps. */
dpex_status dpex_tape_reduce_to(dpex_tape *tape, const dpex_reduction *reduction, int reg,
                                dpex_dtype out, double correction, const dpex_device *device)
{
    DPEX_TRY(check_reg(tape, reg));
    DPEX_TRY(check_dtype(out));
    if (tape->n_outputs) {
        return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED,
                         "a tape that ends in a reduction has no other output");
    }
    dpex_dtype in = (dpex_dtype)tape->regs[reg].dtype, steps[DPEX_REDUCTION_STEPS];
    DPEX_TRY(dpex_reduction_check(reduction, in));
    int n_steps = dpex_reduction_steps(reduction, in, out, device, steps);
    dpex_dtype value = n_steps ? steps[n_steps - 1] : in;
    if (!dpex_reduction_get_reducer(reduction, tape->loops, value)) {
        return DPEX_FAIL(DPEX_ERROR_INVALID_TYPE, "%s: not defined for %s", reduction->name,
                         dpex_dtype_get_info(in)->name);
    }
    for (int i = 0; i < n_steps; i++) DPEX_TRY(dpex_tape_cast(tape, reg, steps[i], &reg));
    tape->outputs[tape->n_outputs++] = (int16_t)reg;
    tape->reduction = reduction;
    tape->reduced_dtype = out;
    tape->correction = correction;
    return DPEX_SUCCESS;
}

/* In the register's own dtype, but for reductions whose result has another one in any case. */
dpex_status dpex_tape_reduce(dpex_tape *tape, const dpex_reduction *reduction, int reg)
{
    DPEX_TRY(check_reg(tape, reg));
    dpex_dtype out = (dpex_dtype)tape->regs[reg].dtype;
    if (reduction->result == DPEX_REDUCTION_TRUTH) out = DPEX_BOOL;
    if (reduction->result == DPEX_REDUCTION_COUNT) out = DPEX_I64;
    return dpex_tape_reduce_to(tape, reduction, reg, out, 0, NULL);
}
