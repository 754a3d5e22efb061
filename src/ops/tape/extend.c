/* One operation more on what is pending (ops/fusion): arrays of one dtype and shape that are dense in C order, and
 * numbers, where the operation's result is such an array too.
 *
 * It does what the general path (elementwise.c) does, which makes a tape and a launch of an operation first, and
 * declines everything else. A chain on arrays that are not large is bound by this. */
#include "extend.h"

#include <string.h>

#include "array/array.h"
#include "fast.h"
#include "resolve.h"
#include "runtime/pending.h"

/* An array among the operands, if one of them is pending: the first that decides the dtype, or, where only
 * numbers do (`where(mask, 1.0, 0.0)`), the mask. NULL: nothing is pending. */
static const dpex_array *find_first(const dpex_op *op, const dpex_operand *operands)
{
    const dpex_array *first = NULL;
    int has_pending = 0;
    for (int i = op->arity - 1; i >= 0; i--) {
        const dpex_array *x = operands[i].array;
        if (!x) continue;
        has_pending |= dpex_storage_has_pending(x->storage);
        if (i >= dpex_op_first_typed(op) || !first) first = x;
    }
    return has_pending ? first : NULL;
}

/* The dtype of the operands that decide it; returns whether the operation computes in it without a conversion. */
static int choose_dtype(const dpex_op *op, const dpex_operand *operands, const dpex_array *first,
                        dpex_dtype *dtype)
{
    const dpex_device *device = first->queue->device;
    *dtype = first->dtype;
    if (first == operands[0].array && dpex_op_first_typed(op)) {
        dpex_dtype dtypes[DPEX_MAX_ARITY];
        if (dpex_op_operand_dtypes(op, operands, device, dtypes) || dtypes[1] != dtypes[2])
            return 0;
        *dtype = dtypes[1];
    }
    const unsigned types = dpex_type_maps[op->map].types & dpex_device_types(device);
    return *dtype != DPEX_F16 && types >> *dtype & 1;
}

/* Memory of the pool that nobody else knows, in C order, of the first array's shape and kind. */
static int is_alike(const dpex_array *x, const dpex_array *first)
{
    return x->queue == first->queue && x->nd == first->nd && x->flags & DPEX_ARRAY_C_CONTIGUOUS &&
           !memcmp(x->shape, first->shape, (size_t)x->nd * sizeof(*x->shape)) &&
           x->storage->kind == first->storage->kind && x->storage->block &&
           !atomic_load_explicit(&x->storage->is_exported, memory_order_relaxed);
}

/* Operand i of a step: an array as it is, or a number that the dtype holds. */
static int describe_operand(dpex_tape_step *step, int i, const dpex_operand *operand,
                            const dpex_array *first, dpex_dtype dtype)
{
    const dpex_array *x = step->arrays[i] = operand->array;
    step->reg.src[i] = (int16_t)i;
    step->reg.call.in_bytes[i] = dpex_dtype_get_info(dtype)->itemsize;
    if (x) return x->dtype == dtype && is_alike(x, first);
    step->constants[i] =
        (dpex_reg){.kind = DPEX_REG_CONSTANT, .dtype = (uint8_t)dtype, .index = -1, .slot = -1};
    dpex_operand_convert(operand, dtype, &step->constants[i].value);
    return dpex_operand_fits(operand, dtype);
}

/* Whether the operation is such a step. */
static int describe(const dpex_op *op, const dpex_operand *operands, const dpex_array *first,
                    dpex_tape_step *step)
{
    dpex_dtype dtype;
    if (!choose_dtype(op, operands, first, &dtype)) return 0;
    step->reg = (dpex_reg){.kind = DPEX_REG_APPLY, .slot = -1};
    for (int i = 0; i < op->arity; i++)
        if (!describe_operand(step, i, &operands[i], first,
                              i < dpex_op_first_typed(op) ? DPEX_BOOL : dtype))
            return 0;
    /* As the tape simplifies it. */
    if (op->arity == 2 && !step->arrays[1])
        op = dpex_op_with_number(op, dtype, &step->constants[1].value);
    const dpex_dtype result = dpex_op_result_dtype(op, dtype);
    step->name = op->name;
    step->reg.dtype = (uint8_t)result;
    step->reg.n_src = op->arity;
    step->reg.index = (int16_t)dpex_op_get_number(op);
    step->reg.call.loop = dpex_loops_get()->ops[dtype][dpex_op_get_number(op)];
    step->reg.call.n_in = op->arity;
    step->reg.call.out_bytes = dpex_dtype_get_info(result)->itemsize;
    return step->reg.call.loop != NULL;
}

int dpex_elementwise_extend(const dpex_op *op, const dpex_operand *operands, dpex_order order,
                            dpex_array *out, dpex_status *status)
{
    dpex_tape_step step;
    const dpex_array *first = find_first(op, operands);
    if (!first || order == DPEX_ORDER_F || !describe(op, operands, first, &step)) return 0;
    *status = DPEX_SUCCESS;
    const dpex_step_answer answer = dpex_tape_take_new_step(&step, first, out);
    if (answer != DPEX_STEP_NEEDS_MEMORY) return answer == DPEX_STEP_TAKEN;
    *status = dpex_array_init_beside(first, (dpex_dtype)step.reg.dtype, out);
    if (*status || dpex_tape_take_step(&step, out)) return 1;
    dpex_array_fini(out);
    return 0;
}
