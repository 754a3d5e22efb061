/* clip: a rule for the dtype, which is that of x, and then maximum, minimum or both in one step. */
#include <math.h>
#include <string.h>

#include "array/array.h"
#include "base/error.h"
#include "dpex/op.h"
#include "resolve.h"
#include "runtime/runtime.h"

typedef enum range_side { BELOW = -1, INSIDE, ABOVE } range_side;

/* Whether a Python int is below, inside or above the range of an integer dtype. */
static range_side side_of(const dpex_operand *scalar, dpex_dtype dtype)
{
    dpex_dtype_kind kind = dpex_dtype_get_info(dtype)->kind;
    if (kind != DPEX_KIND_INT && kind != DPEX_KIND_UINT) return INSIDE;
    if (dpex_operand_fits(scalar, dtype)) return INSIDE;
    if (scalar->out_of_range) return scalar->value.f64 < 0 ? BELOW : ABOVE;
    return scalar->kind == DPEX_KIND_INT && scalar->value.i < 0 ? BELOW : ABOVE;
}

/* The dtype of x is that of the result, so a bound that does not go into it cannot be meant. */
static dpex_status refuse(const char *given, const dpex_array *x)
{
    return DPEX_FAIL(DPEX_ERROR_INVALID_TYPE, "clip: a bound of type %s does not go into %s", given,
                     dpex_dtype_get_info(x->dtype)->name);
}

/* Kinds are in the order of promotion; an int goes into every dtype but bool. */
static dpex_status check_scalar(const dpex_array *x, const dpex_operand *scalar)
{
    static const char *const names[] = {[DPEX_KIND_BOOL] = "bool",
                                        [DPEX_KIND_INT] = "int",
                                        [DPEX_KIND_UINT] = "int",
                                        [DPEX_KIND_REAL] = "float",
                                        [DPEX_KIND_COMPLEX] = "complex"};
    dpex_dtype_kind kind = dpex_dtype_get_info(x->dtype)->kind;
    int is_int = scalar->kind == DPEX_KIND_INT || scalar->kind == DPEX_KIND_UINT;
    /* A bound of a higher kind than x would change the result's dtype. */
    if (is_int ? kind == DPEX_KIND_BOOL : scalar->kind > kind)
        return refuse(names[scalar->kind], x);
    /* A Python int beyond the range of double. */
    if (scalar->out_of_range && isinf(scalar->value.f64) && kind >= DPEX_KIND_REAL)
        return DPEX_FAIL(DPEX_ERROR_OVERFLOW, "clip: the Python int is too large for a float");
    return DPEX_SUCCESS;
}

/* Leaves *bound, or makes it NULL where no element can lie beyond it. */
static dpex_status check_bound(const dpex_array *x, const dpex_operand **bound, range_side harmless)
{
    const dpex_operand *given = *bound;
    if (!given) return DPEX_SUCCESS;
    if (given->array) {
        DPEX_TRY(dpex_array_check_queue("clip", "a bound", given->array, x->queue));
        dpex_dtype dtype = given->array->dtype;
        if (dpex_dtype_promote(x->dtype, dtype, x->queue->device) == x->dtype) return DPEX_SUCCESS;
        return refuse(dpex_dtype_get_info(dtype)->name, x);
    }
    /* A weak scalar. */
    DPEX_TRY(check_scalar(x, given));
    range_side at = side_of(given, x->dtype);
    /* A bound that every value of the dtype respects is dropped, as NumPy does. */
    if (at == harmless) *bound = NULL;
    if (at == INSIDE || at == harmless) return DPEX_SUCCESS;
    return DPEX_FAIL(DPEX_ERROR_OVERFLOW, "clip: a Python int is out of bounds for %s",
                     dpex_dtype_get_info(x->dtype)->name);
}

/* The operation and its operands; *op is NULL where nothing is to be done. */
static dpex_status choose(const dpex_array *x, const dpex_operand *min, const dpex_operand *max,
                          const dpex_op **op, dpex_operand *operands)
{
    DPEX_TRY(check_bound(x, &min, BELOW));
    DPEX_TRY(check_bound(x, &max, ABOVE));
    *op = NULL;
    if (min) *op = &dpex_ops[DPEX_OP_maximum];
    if (max) *op = &dpex_ops[DPEX_OP_minimum];
    if (min && max) *op = &dpex_ops[DPEX_OP_clip];
    operands[0] = (dpex_operand){.array = x};
    if (min) operands[1] = *min;
    if (max) operands[min ? 2 : 1] = *max;
    return DPEX_SUCCESS;
}

/* A clip without bounds is a copy. */
dpex_status dpex_clip_new(const dpex_array *x, const dpex_operand *min, const dpex_operand *max,
                          dpex_order order, dpex_array *out)
{
    const dpex_op *op;
    dpex_operand operands[DPEX_MAX_ARITY];
    DPEX_TRY(choose(x, min, max, &op, operands));
    if (op) return dpex_elementwise_new(op, operands, order, out);
    const dpex_usm_kind kind = dpex_array_result_kind(&x, 1);
    return dpex_array_cast_new(x, x->dtype, order, kind, NULL, out);
}

/* For a clip without bounds; with bounds dpex_elementwise_into checks. */
static dpex_status check_output(const dpex_array *x, const dpex_array *out)
{
    if (!(out->flags & DPEX_ARRAY_WRITABLE))
        return DPEX_FAIL(DPEX_ERROR_READ_ONLY, "clip: the output array is read-only");
    DPEX_TRY(dpex_array_check_queue("clip", "the output array", out, x->queue));
    /* Not same_kind: a clip never converts. */
    if (out->dtype != x->dtype)
        return DPEX_FAIL(DPEX_ERROR_INVALID_TYPE, "clip: the result is %s, the output array %s",
                         dpex_dtype_get_info(x->dtype)->name,
                         dpex_dtype_get_info(out->dtype)->name);
    if (out->nd == x->nd && !memcmp(out->shape, x->shape, (size_t)x->nd * sizeof(*x->shape)))
        return DPEX_SUCCESS;
    char given[DPEX_SHAPE_TEXT_BYTES], wanted[DPEX_SHAPE_TEXT_BYTES];
    return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "clip: the result has shape %s, the output array %s",
                     dpex_shape_text(x->nd, x->shape, wanted),
                     dpex_shape_text(out->nd, out->shape, given));
}

dpex_status dpex_clip_into(const dpex_array *x, const dpex_operand *min, const dpex_operand *max,
                           dpex_array *out)
{
    const dpex_op *op;
    dpex_operand operands[DPEX_MAX_ARITY];
    DPEX_TRY(choose(x, min, max, &op, operands));
    if (op) return dpex_elementwise_into(op, operands, out);
    DPEX_TRY(check_output(x, out));
    return dpex_array_copy(out, x);
}
