/* An operation on arrays without dimensions and numbers, in the calling thread, from values to a
 * value: programs in loops over elements compute little else, and a tape, a plan and a command
 * would take a hundred times as long as the operation.
 *
 * Not here: a result's memory, since whoever asks may have some at hand. It computes the same bits
 * as the general path (elementwise.c), and only declines more often: where a failure is to be
 * reported, work is pending or operands lie on different queues. */
#include "dpex/element.h"

#include "array/array.h"
#include "ops/loops/loops.h"
#include "ops/loops/single.h"
#include "resolve.h"
#include "runtime/runtime.h"

/* Whether the arrays have one element each that may be read at once, and lie in memory of one kind,
 * which is then the result's. */
static int can_go(const dpex_op *op, const dpex_operand *operands, const dpex_array *first)
{
    if (first->nd || dpex_op_first_typed(op) || !dpex_queue_is_inline(first->queue)) return 0;
    for (int i = 0; i < op->arity; i++) {
        const dpex_array *x = operands[i].array;
        if (x && (x->nd || x->queue != first->queue || x->storage->kind != first->storage->kind ||
                  !dpex_storage_is_unused(x->storage)))
            return 0;
    }
    return 1;
}

/* A number whose value is of this dtype as it stands. */
static int is_value(const dpex_operand *number, dpex_dtype dtype)
{
    return !number->out_of_range && dpex_operand_get_dtype(number) == dtype;
}

/* Whether the operation computes in the dtype that all arrays have, without promotion. */
static int is_plain(const dpex_op *op, const dpex_operand *operands, dpex_dtype dtype)
{
    int plain = dpex_type_maps[op->map].types >> dtype & 1;
    for (int i = 0; i < op->arity && plain; i++)
        plain = operands[i].array
                    ? operands[i].array->dtype == dtype
                    : is_value(&operands[i], dtype) || dpex_operand_fits(&operands[i], dtype);
    return plain;
}

/* The dtype in which the operation computes; DPEX_N_DTYPES: the general path decides. float16
 * needs further conversions, and int64 with uint64 two dtypes. */
static dpex_dtype find_dtype(const dpex_op *op, const dpex_operand *operands,
                             const dpex_array *first)
{
    dpex_dtype given[DPEX_MAX_ARITY], in[DPEX_MAX_ARITY], out;
    const dpex_device *device = first->queue->device;
    if (is_plain(op, operands, first->dtype)) {
        in[0] = first->dtype;
    } else {
        if (dpex_op_operand_dtypes(op, operands, device, given) ||
            dpex_op_promote(op, given, device, in, &out))
            return DPEX_N_DTYPES;
        if (op->arity == 2 && in[1] != in[0]) return DPEX_N_DTYPES;
    }
    return in[0] == DPEX_F16 ? DPEX_N_DTYPES : in[0];
}

static inline const void *element_of(const dpex_array *x)
{
    return (const char *)x->storage->ptr + x->offset;
}

/* The operand's value in the dtype: where it is, or converted in *value. */
static const void *value_of(const dpex_operand *operand, dpex_dtype dtype, dpex_scalar *value)
{
    const dpex_array *x = operand->array;
    if (!x) {
        if (is_value(operand, dtype)) return &operand->value;
        dpex_operand_convert(operand, dtype, value);
        return value;
    }
    const void *element = element_of(x);
    if (x->dtype == dtype) return element;
    dpex_scalar raw;
    dpex_item_copy(&raw, element, dpex_dtype_get_info(x->dtype)->itemsize);
    dpex_scalar_cast(&raw, x->dtype, dtype, value);
    return value;
}

/* A number's value where it is of the dtype, or a Python int beside float64, converted in *value;
 * NULL: neither. */
static inline const void *plain_number(const dpex_operand *number, dpex_dtype dtype,
                                       dpex_scalar *value)
{
    if (is_value(number, dtype)) return &number->value;
    if (dtype != DPEX_F64 || number->kind != DPEX_KIND_INT || number->out_of_range) return NULL;
    value->f64 = (double)number->value.i;
    return value;
}

static inline int is_placed_alike(const dpex_array *a, const dpex_array *b)
{
    return b->nd == 0 && b->dtype == a->dtype && b->queue == a->queue &&
           b->storage->kind == a->storage->kind && dpex_storage_is_unused(b->storage);
}

/* Most of what programs compute so: an operation of single.h on one value or two of one dtype. The
 * array among the operands that says where the result is, their values, the function; NULL: not so. */
static inline const dpex_array *find_single(const dpex_op *op, const dpex_operand *operands,
                                            const void *in[2], dpex_scalar *number,
                                            dpex_single_fn *single)
{
    const int at = op->arity == 2 && !operands[0].array;
    const dpex_array *x = operands[at].array;
    if (!x || x->nd || !dpex_queue_is_inline(x->queue) || !dpex_storage_is_unused(x->storage))
        return NULL;
    *single = dpex_single_find(x->dtype, op);
    if (!*single) return NULL;
    in[at] = element_of(x);
    if (op->arity == 1) return x;
    const dpex_array *y = operands[1 - at].array;
    if (y && !is_placed_alike(x, y)) return NULL;
    in[1 - at] = y ? element_of(y) : plain_number(&operands[1 - at], x->dtype, number);
    return in[1 - at] ? x : NULL;
}

static inline dpex_dtype single_result(const dpex_op *op, const dpex_array *x)
{
    return op->result == DPEX_RESULT_BOOL ? DPEX_BOOL : x->dtype;
}

static int compute_single(const dpex_op *op, const dpex_operand *operands, dpex_dtype *dtype,
                          dpex_scalar *result)
{
    const void *in[2];
    dpex_scalar number;
    dpex_single_fn single;
    const dpex_array *x = find_single(op, operands, in, &number, &single);
    if (!x) return 0;
    single(result, in);
    *dtype = single_result(op, x);
    return 1;
}

/* The result, if *out can become one placed as x. */
static inline int put_single(const dpex_op *op, const dpex_array *x, dpex_single_fn single,
                             const void *const *in, dpex_array *out)
{
    const dpex_dtype dtype = single_result(op, x);
    if (out->queue != x->queue || out->storage->kind != x->storage->kind ||
        !dpex_array_is_sole_element(out, dpex_dtype_bytes(dtype)))
        return 0;
    out->dtype = dtype;
    single(out->storage->ptr, in);
    return 1;
}

int dpex_element_apply(const dpex_op *op, const dpex_operand *operands, dpex_array *out)
{
    const void *in[2];
    dpex_scalar number;
    dpex_single_fn single;
    const dpex_array *x = find_single(op, operands, in, &number, &single);
    return x && put_single(op, x, single, in, out);
}

/* Whether commands were known to use the memory. */
static inline int has_marks(const dpex_array *x)
{
    return atomic_load_explicit(&x->storage->marks, memory_order_acquire) != 0;
}

int dpex_element_apply_to_pair(const dpex_op *op, const dpex_array *x, const dpex_array *y,
                               const void *number, dpex_array *out)
{
    const dpex_single_fn single = dpex_single_find(x->dtype, op);
    if (!single || x->nd || !dpex_queue_is_inline(x->queue) || has_marks(x)) return 0;
    const void *in[2] = {element_of(x), number};
    if (y) {
        if (y->nd || y->dtype != x->dtype || y->queue != x->queue ||
            y->storage->kind != x->storage->kind || has_marks(y))
            return 0;
        in[1] = element_of(y);
    }
    return put_single(op, x, single, in, out);
}

int dpex_element_size(const dpex_op *op, dpex_dtype dtype)
{
    return op->result == DPEX_RESULT_BOOL ? 0 : __builtin_ctz(dpex_dtype_bytes(dtype));
}

static int compute_by_loop(const dpex_op *op, const dpex_operand *operands, const dpex_array *first,
                           dpex_dtype *dtype, dpex_scalar *result)
{
    dpex_scalar values[2];
    const void *in[2];
    const dpex_dtype computed_in = find_dtype(op, operands, first);
    if (computed_in == DPEX_N_DTYPES) return 0;
    for (int i = 0; i < op->arity; i++) in[i] = value_of(&operands[i], computed_in, &values[i]);
    /* Powers are simplified as the tape does. */
    if (op->arity == 2 && !operands[1].array) op = dpex_op_with_number(op, computed_in, in[1]);
    *dtype = dpex_op_result_dtype(op, computed_in);
    const dpex_single_fn single = dpex_single_find(computed_in, op);
    if (single) {
        single(result, in);
        return 1;
    }
    const uint8_t itemsize = dpex_dtype_get_info(computed_in)->itemsize;
    const dpex_loop_call call = {dpex_loops_get()->ops[computed_in][dpex_op_get_number(op)],
                                 op->arity,
                                 dpex_dtype_get_info(*dtype)->itemsize,
                                 {itemsize, itemsize, itemsize}};
    if (!call.loop) return 0;
    dpex_loop_run_one(&call, result, in);
    return 1;
}

int dpex_element_compute(const dpex_op *op, const dpex_operand *operands, dpex_dtype *dtype,
                         dpex_scalar *result)
{
    if (op->arity > 2) return 0;
    if (compute_single(op, operands, dtype, result)) return 1;
    const dpex_array *first = operands[op->arity == 2 && !operands[0].array].array;
    return first && can_go(op, operands, first) &&
           compute_by_loop(op, operands, first, dtype, result);
}
