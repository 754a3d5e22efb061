/* The public element-wise calls: checks, the result's array, and a tape of one operation. */
#include <string.h>

#include "array/array.h"
#include "base/error.h"
#include "fast.h"
#include "resolve.h"
#include "result.h"
#include "runtime/pending.h"
#include "tape.h"

/* The arguments that all calls determine first. */
typedef struct call {
    const dpex_op *op;
    const dpex_operand *operands;
    const dpex_array *arrays[DPEX_MAX_ARITY + 1]; /* the operands that are arrays, and the output */
    int n_arrays;
    dpex_dtype dtypes[DPEX_MAX_ARITY]; /* of the operands, Python scalars included */
    dpex_dtype in[DPEX_MAX_ARITY], out;
} call;

/* Arrays and dtypes of the operands. */
static dpex_status collect(call *c)
{
    const dpex_op *op = c->op;
    for (int i = 0; i < op->arity; i++) {
        if (c->operands[i].array) c->arrays[c->n_arrays++] = c->operands[i].array;
    }
    for (int i = 1; i < c->n_arrays; i++)
        /* All operands are on one queue: the work has one order.
         * By construction the first array has passed. */
        DPEX_TRY(dpex_array_check_queue(op->name, "an operand", c->arrays[i], c->arrays[0]->queue));
    return dpex_op_operand_dtypes(op, c->operands, c->n_arrays ? c->arrays[0]->queue->device : NULL,
                                  c->dtypes);
}

static dpex_status prepare(const dpex_op *op, const dpex_operand *operands, call *c)
{
    c->op = op;
    c->operands = operands;
    c->n_arrays = 0;
    DPEX_TRY(collect(c));
    return dpex_op_promote(op, c->dtypes, c->arrays[0]->queue->device, c->in, &c->out);
}

/* Inputs and constants become registers; conversions are steps where a dtype differs. */
static dpex_status build(const call *c, dpex_tape *tape)
{
    int regs[DPEX_MAX_ARITY], result;
    for (int i = 0; i < c->op->arity; i++) {
        const dpex_operand *operand = &c->operands[i];
        if (operand->array) {
            DPEX_TRY(dpex_tape_input(tape, operand->array->dtype, &regs[i]));
            continue;
        }
        dpex_scalar value;
        dpex_operand_convert(operand, c->in[i], &value);
        DPEX_TRY(dpex_tape_constant(tape, c->in[i], &value, &regs[i]));
    }
    DPEX_TRY(dpex_tape_apply_converted(tape, c->op, regs, c->in, c->out, &result));
    return dpex_tape_output(tape, result);
}

/* The tape is on the stack: a plan copies what it needs of it. */
static dpex_status run_tape(const call *c, dpex_array *out)
{
    /* Nothing to compute, and pointers may be NULL. */
    if (out->size == 0) return DPEX_SUCCESS;
    dpex_tape tape;
    dpex_tape_init(&tape);
    dpex_status status = build(c, &tape);
    dpex_launch launch = {c->op->name, c->arrays, c->n_arrays, &out, 1, out->nd, out->shape, 0};
    if (!status) status = dpex_tape_launch(&tape, &launch);
    dpex_tape_fini(&tape);
    return status;
}

static dpex_status make_result(const call *c, dpex_order order, dpex_array *out)
{
    int nd;
    int64_t shape[DPEX_MAX_NDIM];
    DPEX_TRY(dpex_shape_broadcast(c->arrays, c->n_arrays, &nd, shape));
    return dpex_result_init_reusing(c->arrays, c->n_arrays, nd, shape, c->out, order, out);
}

dpex_status dpex_elementwise_new(const dpex_op *op, const dpex_operand *operands, dpex_order order,
                                 dpex_array *out)
{
    call c;
    dpex_status status;
    /* The short paths return here with their own status. */
    if (dpex_elementwise_fast(op, operands, order, out, &status) ||
        dpex_elementwise_extend(op, operands, order, out, &status))
        return status;
    DPEX_TRY(prepare(op, operands, &c));
    /* The dtype of the result is known only now. */
    DPEX_TRY(make_result(&c, order, out));
    status = run_tape(&c, out);
    if (status) dpex_array_fini(out);
    return status;
}

static dpex_status check_output(const call *c, const dpex_array *out)
{
    const char *name = c->op->name;
    int nd;
    int64_t shape[DPEX_MAX_NDIM];
    if (!(out->flags & DPEX_ARRAY_WRITABLE)) {
        return DPEX_FAIL(DPEX_ERROR_READ_ONLY, "%s: the output array is read-only", name);
    }
    DPEX_TRY(dpex_array_check_queue(name, "the output array", out, c->arrays[0]->queue));
    if (out->dtype != c->out) {
        return DPEX_FAIL(DPEX_ERROR_INVALID_TYPE, "%s: the result is %s, the output array %s", name,
                         dpex_dtype_get_info(c->out)->name, dpex_dtype_get_info(out->dtype)->name);
    }
    DPEX_TRY(dpex_shape_broadcast(c->arrays, c->n_arrays, &nd, shape));
    if (dpex_array_has_shape(out, nd, shape)) return DPEX_SUCCESS;
    char given[DPEX_SHAPE_TEXT_BYTES], wanted[DPEX_SHAPE_TEXT_BYTES];
    return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "%s: the result has shape %s, the output array %s",
                     name, dpex_shape_text(nd, shape, wanted),
                     dpex_shape_text(out->nd, out->shape, given));
}

dpex_status dpex_elementwise_into(const dpex_op *op, const dpex_operand *operands, dpex_array *out)
{
    call c;
    if (dpex_elementwise_fast_into(op, operands, out)) return DPEX_SUCCESS;
    DPEX_TRY(prepare(op, operands, &c));
    /* The result may not be broadcast by the output, as in NumPy. */
    DPEX_TRY(check_output(&c, out));
    return run_tape(&c, out);
}

int dpex_elementwise_may_reuse(const dpex_array *x)
{
    dpex_storage *storage = x->storage;
    return storage->block && x->offset == 0 &&
           storage->bytes == (size_t)x->size * dpex_dtype_get_info(x->dtype)->itemsize &&
           (x->flags & (DPEX_ARRAY_WRITABLE | DPEX_ARRAY_LOCKED)) == DPEX_ARRAY_WRITABLE &&
           !dpex_storage_has_pending(storage) &&
           atomic_load_explicit(&storage->refs, memory_order_acquire) == 1 &&
           !atomic_load_explicit(&storage->is_exported, memory_order_relaxed) &&
           !atomic_load_explicit(&storage->is_pointers, memory_order_relaxed) &&
           dpex_use_is_ordered(storage, x->queue->timeline);
}

dpex_status dpex_elementwise_reusing(const dpex_op *op, const dpex_operand *operands, int number,
                                     int *is_done)
{
    dpex_array *x = (dpex_array *)operands[number].array; /* the caller gives it up */
    call c;
    int nd;
    int64_t shape[DPEX_MAX_NDIM];
    *is_done = 0;
    /* Mistakes are told by the call that follows. */
    if (!dpex_elementwise_may_reuse(x) || prepare(op, operands, &c) ||
        dpex_shape_broadcast(c.arrays, c.n_arrays, &nd, shape) ||
        !dpex_result_is_like(c.arrays, c.n_arrays, nd, shape, c.out, x))
        return DPEX_SUCCESS;
    *is_done = 1;
    return run_tape(&c, x);
}

static dpex_status refuse_inplace(const call *c, dpex_dtype from, const dpex_array *x)
{
    return DPEX_FAIL(DPEX_ERROR_INVALID_TYPE,
                     "%s: in place, cannot cast %s to %s with casting rule same_kind", c->op->name,
                     dpex_dtype_get_info(from)->name, dpex_dtype_get_info(x->dtype)->name);
}

/* The promoted dtype computes, since a wider operand need not fit x's; the tape converts the
 * result. */
static dpex_status resolve_inplace(call *c, const dpex_array *x, int or_in_own)
{
    const dpex_device *device = x->queue->device;
    const dpex_dtype given = c->dtypes[1], own[] = {x->dtype, x->dtype};
    const dpex_status status = dpex_op_promote(c->op, c->dtypes, device, c->in, &c->out);
    /* Without the second rule (or_in_own) a failure to promote is the caller's. */
    if (status && !or_in_own) return status;
    const int fits =
        !status && c->out == c->in[0] && dpex_dtype_can_cast_same_kind(c->out, x->dtype);
    if (!fits) {
        if (!or_in_own) return refuse_inplace(c, c->out, x);
        if (!dpex_dtype_can_cast_same_kind(given, x->dtype)) return refuse_inplace(c, given, x);
        /* A second try in x's own dtype, for operations such as x **= 2 whose promoted dtype x
         * cannot hold. */
        DPEX_TRY(dpex_op_promote(c->op, own, device, c->in, &c->out));
        if (c->out != x->dtype || c->in[0] != x->dtype) return refuse_inplace(c, c->out, x);
    }
    c->out = x->dtype;
    return DPEX_SUCCESS;
}

dpex_status dpex_elementwise_inplace(const dpex_op *op, dpex_array *x, const dpex_operand *operand,
                                     int or_in_own)
{
    if (op->arity != 2) {
        return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED,
                         "%s: only operations of two operands work in place", op->name);
    }
    if (!(x->flags & DPEX_ARRAY_WRITABLE)) {
        return DPEX_FAIL(DPEX_ERROR_READ_ONLY, "%s: the array is read-only", op->name);
    }
    dpex_operand operands[2] = {{.array = x}, *operand};
    /* The fast path declines where dtypes differ. */
    if (dpex_elementwise_fast_into(op, operands, x)) return DPEX_SUCCESS;
    call c = {.op = op, .operands = operands};
    DPEX_TRY(collect(&c));
    DPEX_TRY(resolve_inplace(&c, x, or_in_own));
    int nd;
    int64_t shape[DPEX_MAX_NDIM];
    DPEX_TRY(dpex_shape_broadcast(c.arrays, c.n_arrays, &nd, shape));
    if (dpex_array_has_shape(x, nd, shape)) return run_tape(&c, x);
    char given[DPEX_SHAPE_TEXT_BYTES], wanted[DPEX_SHAPE_TEXT_BYTES];
    return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                     "%s: in place, the operand broadcasts shape %s to %s", op->name,
                     dpex_shape_text(x->nd, x->shape, given), dpex_shape_text(nd, shape, wanted));
}
