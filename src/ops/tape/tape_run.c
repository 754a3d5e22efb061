/* Runs of a tape over arrays that the caller hands in, checked. */
#include <string.h>

#include "array/array.h"
#include "base/error.h"
#include "resolve.h"
#include "result.h"
#include "tape.h"

static dpex_status check_parameters(const dpex_tape *tape, const dpex_scalar *given)
{
    if (!tape->n_parameters || given) return DPEX_SUCCESS;
    return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "the tape has %d parameters; none were given",
                     tape->n_parameters);
}

/* The number of arrays must be the tape's. */
static dpex_status check_counts(const dpex_tape *tape, int n_inputs, int n_outputs)
{
    if (n_inputs == tape->n_inputs && n_outputs == tape->n_outputs && n_outputs > 0)
        return DPEX_SUCCESS;
    return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                     "the tape has %d inputs and %d outputs; %d and %d arrays were given",
                     tape->n_inputs, tape->n_outputs, n_inputs, n_outputs);
}

/* Exactly the register's dtype: conversions are steps of the tape. */
static dpex_status check_array(const dpex_array *x, dpex_dtype dtype, const dpex_queue *queue,
                               const char *role)
{
    if (x->dtype != dtype) {
        return DPEX_FAIL(DPEX_ERROR_INVALID_TYPE, "%s must be of %s, not of %s", role,
                         dpex_dtype_get_info(dtype)->name, dpex_dtype_get_info(x->dtype)->name);
    }
    /* The program knows the arrays by the function that it called, which the binding names. */
    return dpex_array_check_queue(NULL, role, x, queue);
}

static dpex_status check_output(const dpex_tape *tape, const dpex_array *out, int number, int nd,
                                const int64_t *shape)
{
    if (!(out->flags & DPEX_ARRAY_WRITABLE)) {
        return DPEX_FAIL(DPEX_ERROR_READ_ONLY, "output %d is read-only", number);
    }
    /* A reduction's output has its own shape, checked elsewhere. */
    if (tape->reduction ||
        (out->nd == nd && !memcmp(out->shape, shape, (size_t)nd * sizeof(*shape))))
        return DPEX_SUCCESS;
    char given[DPEX_SHAPE_TEXT_BYTES], wanted[DPEX_SHAPE_TEXT_BYTES];
    return DPEX_FAIL(
        DPEX_ERROR_INVALID_VALUE, "output %d has shape %s; the operands broadcast to %s", number,
        dpex_shape_text(out->nd, out->shape, given), dpex_shape_text(nd, shape, wanted));
}

/* Inputs are found by their registers, since those know the dtypes. */
static dpex_status check_arrays(const dpex_tape *tape, const dpex_array *const *inputs,
                                dpex_array *const *outputs)
{
    /* One queue for all arrays: it orders the work. */
    const dpex_queue *queue = outputs[0]->queue;
    for (int r = 0; r < tape->n_regs; r++) {
        const dpex_reg *reg = &tape->regs[r];
        if (reg->kind != DPEX_REG_INPUT) continue;
        DPEX_TRY(check_array(inputs[reg->index], (dpex_dtype)reg->dtype, queue, "an operand"));
    }
    for (int o = 0; o < tape->n_outputs; o++) {
        dpex_dtype dtype =
            tape->reduction ? tape->reduced_dtype : (dpex_dtype)tape->regs[tape->outputs[o]].dtype;
        DPEX_TRY(check_array(outputs[o], dtype, queue, "an output"));
    }
    return DPEX_SUCCESS;
}

/* Everything has been checked. Nothing is submitted for a result without elements, except that a
 * reduction of no elements has a value. */
static dpex_status run(const dpex_tape *tape, const dpex_launch *launch, uint64_t axes_mask)
{
    if (tape->reduction)
        return dpex_tape_run_reduced(tape, launch->inputs, launch->n_inputs, launch->nd,
                                     launch->shape, launch->outputs[0], axes_mask);
    if (launch->outputs[0]->size == 0) return DPEX_SUCCESS;
    return dpex_tape_launch(tape, launch);
}

dpex_status dpex_tape_run(dpex_tape *tape, const dpex_array *const *inputs, int n_inputs,
                          dpex_array *const *outputs, int n_outputs, uint64_t axes_mask)
{
    int nd;
    int64_t shape[DPEX_MAX_NDIM];
    DPEX_TRY(check_counts(tape, n_inputs, n_outputs));
    DPEX_TRY(check_parameters(tape, NULL));
    DPEX_TRY(check_arrays(tape, inputs, outputs));
    if (n_inputs) {
        DPEX_TRY(dpex_shape_broadcast(inputs, n_inputs, &nd, shape));
        /* Constants alone: the output says how many elements there are. */
    } else { /* constants only: the first output says how many */
        nd = outputs[0]->nd;
        memcpy(shape, outputs[0]->shape, (size_t)nd * sizeof(*shape));
    }
    for (int o = 0; o < n_outputs; o++) DPEX_TRY(check_output(tape, outputs[o], o, nd, shape));
    return run(tape, &(dpex_launch){"tape", inputs, n_inputs, outputs, n_outputs, nd, shape, 0},
               axes_mask);
}

/* ---- with parameters, into new arrays ------------------------------------------------------- */

static dpex_dtype output_dtype(const dpex_tape *tape, int number)
{
    return tape->reduction ? tape->reduced_dtype
                           : (dpex_dtype)tape->regs[tape->outputs[number]].dtype;
}

/* Makes the outputs; *n_made of them are there, also after a failure. */
static dpex_status make_outputs(const dpex_tape *tape, const dpex_tape_arguments *arguments,
                                dpex_launch *launch, int *n_made)
{
    const dpex_array *const *inputs = launch->inputs;
    int n = launch->n_inputs;
    if (tape->reduction) {
        int64_t shape[DPEX_MAX_NDIM];
        int nd = dpex_reduced_shape(launch->nd, launch->shape, arguments->axes_mask,
                                    arguments->keepdims, shape);
        DPEX_TRY(dpex_result_init(inputs, n, nd, shape, output_dtype(tape, 0), DPEX_ORDER_C,
                                  launch->outputs[0]));
        *n_made = 1;
        return DPEX_SUCCESS;
    }
    for (; *n_made < launch->n_outputs; ++*n_made)
        DPEX_TRY(dpex_result_init(inputs, n, launch->nd, launch->shape, output_dtype(tape, *n_made),
                                  DPEX_ORDER_K, launch->outputs[*n_made]));
    return DPEX_SUCCESS;
}

/* On the first input's queue, where the outputs will be made. */
static dpex_status check_inputs(const dpex_tape *tape, const dpex_array *const *inputs)
{
    for (int r = 0; r < tape->n_regs; r++) {
        const dpex_reg *reg = &tape->regs[r];
        if (reg->kind != DPEX_REG_INPUT) continue;
        DPEX_TRY(check_array(inputs[reg->index], (dpex_dtype)reg->dtype, inputs[0]->queue,
                             "an operand"));
    }
    return DPEX_SUCCESS;
}

/* A step whose second operand is a parameter that makes it simpler, as it would have been with a
 * constant. A parameter may make a step simpler, as a constant would (x ** 2). */
static void simplify(const dpex_tape *tape, dpex_reg *regs, dpex_reg *step)
{
    if (step->kind != DPEX_REG_APPLY || step->n_src != 2) return;
    const dpex_reg *second = &regs[step->src[1]];
    const dpex_op *op = &dpex_ops[step->index];
    if (second->kind != DPEX_REG_CONSTANT || second->index < 0) return;
    const dpex_op *simpler = dpex_op_with_number(op, (dpex_dtype)second->dtype, &second->value);
    if (simpler == op) return;
    step->n_src = step->call.n_in = 1;
    step->index = (int16_t)dpex_op_get_number(simpler);
    step->call.loop = tape->loops->ops[second->dtype][step->index];
}

/* copy: the tape with the parameters' values; it borrows all else.
 * A copy of the registers, since a tape is shared by its runs. */
static void set_parameters(const dpex_tape *tape, const dpex_scalar *values, dpex_reg *regs,
                           dpex_tape *copy)
{
    *copy = *tape;
    memcpy(regs, tape->regs, (size_t)tape->n_regs * sizeof(*regs));
    copy->regs = regs;
    for (int r = 0; r < tape->n_regs; r++) {
        if (regs[r].kind == DPEX_REG_CONSTANT && regs[r].index >= 0)
            regs[r].value = values[regs[r].index];
        simplify(tape, regs, &regs[r]);
    }
}

/* The copy with the parameters lives on the stack: what a command needs of a tape is copied at its
 * submission. */
dpex_status dpex_tape_run_new(const dpex_tape *tape, const dpex_tape_arguments *arguments,
                              dpex_array *const *outputs, int n_outputs)
{
    int nd, n_made = 0, n_inputs = tape->n_inputs;
    int64_t shape[DPEX_MAX_NDIM];
    const dpex_array *const *inputs = arguments->inputs;
    DPEX_TRY(check_counts(tape, n_inputs, n_outputs));
    DPEX_TRY(check_parameters(tape, arguments->parameters));
    if (!n_inputs)
        return DPEX_FAIL(DPEX_ERROR_PLACEMENT, "the tape has no inputs that name a queue");
    DPEX_TRY(check_inputs(tape, inputs));
    DPEX_TRY(dpex_shape_broadcast(inputs, n_inputs, &nd, shape));
    dpex_launch launch = {"tape", inputs, n_inputs, outputs, n_outputs, nd, shape, 0};
    dpex_status status = make_outputs(tape, arguments, &launch, &n_made);
    if (!status && tape->n_parameters) {
        dpex_tape copy;
        dpex_reg regs[DPEX_TAPE_MAX_REGS];
        set_parameters(tape, arguments->parameters, regs, &copy);
        status = run(&copy, &launch, arguments->axes_mask);
    } else if (!status) {
        status = run(tape, &launch, arguments->axes_mask);
    }
    /* All outputs that exist, in reverse order. */
    while (status && n_made) dpex_array_fini(outputs[--n_made]);
    return status;
}
