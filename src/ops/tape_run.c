/* dpex_tape_run: a tape over arrays that the caller hands in, checked. */
#include <string.h>

#include "array/array.h"
#include "base/error.h"
#include "tape.h"

static dpex_status check_counts(const dpex_tape *tape, int n_inputs, int n_outputs)
{
    if (n_inputs == tape->n_inputs && n_outputs == tape->n_outputs && n_outputs > 0)
        return DPEX_SUCCESS;
    return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                     "the tape has %d inputs and %d outputs; %d and %d arrays were given",
                     tape->n_inputs, tape->n_outputs, n_inputs, n_outputs);
}

static dpex_status check_array(const dpex_array *x, dpex_dtype dtype, const dpex_queue *queue,
                               const char *role, int number)
{
    if (x->dtype != dtype) {
        return DPEX_FAIL(DPEX_ERROR_INVALID_TYPE, "%s %d of the tape is %s; the array is %s", role,
                         number, dpex_dtype_get_info(dtype)->name,
                         dpex_dtype_get_info(x->dtype)->name);
    }
    if (x->queue != queue)
        return DPEX_FAIL(DPEX_ERROR_PLACEMENT, "%s %d of the tape is on another queue", role,
                         number);
    return DPEX_SUCCESS;
}

static dpex_status check_output(const dpex_tape *tape, const dpex_array *out, int number, int nd,
                                const int64_t *shape)
{
    if (!(out->flags & DPEX_ARRAY_WRITABLE)) {
        return DPEX_FAIL(DPEX_ERROR_READ_ONLY, "output %d of the tape is read-only", number);
    }
    if (tape->reduction ||
        (out->nd == nd && !memcmp(out->shape, shape, (size_t)nd * sizeof(*shape))))
        return DPEX_SUCCESS;
    char given[DPEX_SHAPE_TEXT_BYTES], wanted[DPEX_SHAPE_TEXT_BYTES];
    return DPEX_FAIL(
        DPEX_ERROR_INVALID_VALUE, "output %d of the tape has shape %s; the inputs broadcast to %s",
        number, dpex_shape_text(out->nd, out->shape, given), dpex_shape_text(nd, shape, wanted));
}

static dpex_status check_arrays(const dpex_tape *tape, const dpex_array *const *inputs,
                                dpex_array *const *outputs)
{
    const dpex_queue *queue = outputs[0]->queue;
    for (int r = 0; r < tape->n_regs; r++) {
        const dpex_reg *reg = &tape->regs[r];
        if (reg->kind != DPEX_REG_INPUT) continue;
        DPEX_TRY(
            check_array(inputs[reg->index], (dpex_dtype)reg->dtype, queue, "input", reg->index));
    }
    for (int o = 0; o < tape->n_outputs; o++) {
        dpex_dtype dtype =
            tape->reduction ? tape->reduced_dtype : (dpex_dtype)tape->regs[tape->outputs[o]].dtype;
        DPEX_TRY(check_array(outputs[o], dtype, queue, "output", o));
    }
    return DPEX_SUCCESS;
}

dpex_status dpex_tape_run(dpex_tape *tape, const dpex_array *const *inputs, int n_inputs,
                          dpex_array *const *outputs, int n_outputs, uint64_t axes_mask)
{
    int nd;
    int64_t shape[DPEX_MAX_NDIM];
    DPEX_TRY(check_counts(tape, n_inputs, n_outputs));
    DPEX_TRY(check_arrays(tape, inputs, outputs));
    if (n_inputs) {
        DPEX_TRY(dpex_shape_broadcast(inputs, n_inputs, &nd, shape));
    } else { /* constants only: the first output says how many */
        nd = outputs[0]->nd;
        memcpy(shape, outputs[0]->shape, (size_t)nd * sizeof(*shape));
    }
    for (int o = 0; o < n_outputs; o++) DPEX_TRY(check_output(tape, outputs[o], o, nd, shape));
    if (tape->reduction)
        return dpex_tape_run_reduced(tape, inputs, n_inputs, nd, shape, outputs[0], axes_mask);
    if (outputs[0]->size == 0) return DPEX_SUCCESS;
    return dpex_tape_launch(
        tape, &(dpex_launch){"tape", inputs, n_inputs, outputs, n_outputs, nd, shape, 0});
}
