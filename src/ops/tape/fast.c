/* Small work on an idle queue: one loop in the calling thread; no tape, no plan, no
 * command.
 *
 * It applies if all arrays are contiguous or short lines, of one dtype and shape and idle, and at
 * most one operand is a scalar, which is repeated into a block. It computes the same bits as the
 * general path (plan.c); it only declines more often. */
#include "fast.h"

#include <string.h>

#include "array/array.h"
#include "base/integer.h"
#include "defs/tuning.h"
#include "ops/iterate/bytes.h"
#include "ops/iterate/layout.h"
#include "ops/work.h"
#include "resolve.h"
#include "runtime/pending.h"
#include "runtime/runtime.h"

/* Few elements in one dimension, at whatever distances: they are copied to blocks, as a plan does. */
static int is_short_line(const dpex_array *x)
{
    enum { LONGEST = 4 * DPEX_BLOCK_ELEMS };
    return x->nd == 1 && x->size <= LONGEST;
}

/* Whether x has the layout of the first array, or one that is copied.
 * Same kind of USM memory too, since the result's kind is theirs then. */
static int is_alike(const dpex_array *x, const dpex_array *first)
{
    return x->queue == first->queue && x->dtype == first->dtype && x->nd == first->nd &&
           (x->flags & DPEX_ARRAY_C_CONTIGUOUS || is_short_line(x)) &&
           x->storage->kind == first->storage->kind &&
           !memcmp(x->shape, first->shape, (size_t)x->nd * sizeof(*x->shape));
}

static const dpex_array *first_array(const dpex_op *op, const dpex_operand *operands)
{
    /* The first array decides dtype, shape and layout. */
    for (int i = 0; i < op->arity; i++) {
        if (operands[i].array) return operands[i].array;
    }
    return NULL;
}

/* A refusal costs only these checks; the general path follows. */
static int can_go(const dpex_op *op, const dpex_operand *operands, const dpex_array *first)
{
    /* float16 needs conversions, which are steps of a tape. */
    if (first->dtype == DPEX_F16 ||
        first->size * dpex_op_cost(op, first->dtype) > DPEX_INLINE_ELEMS)
        return 0;
    /* An operation that would promote the dtype, or whose first operand is a bool. */
    if (!(dpex_type_maps[op->map].types >> first->dtype & 1) || dpex_op_first_typed(op)) return 0;
    const dpex_array *arrays[DPEX_MAX_ARITY];
    int n = 0;
    for (int i = 0; i < op->arity; i++) {
        if (operands[i].array && !is_alike(operands[i].array, first)) return 0;
        if (operands[i].array)
            arrays[n++] = operands[i].array;
        else if (!dpex_operand_fits(&operands[i], first->dtype))
            return 0;
    }
    /* What reads pending work may become part of it (ops/fusion), which takes a tape. */
    for (int i = 0; i < n; i++)
        if (dpex_storage_has_pending(arrays[i]->storage)) return 0;
    /* Last, since this asks the queue and the storages. */
    return dpex_arrays_are_idle(arrays, n);
}

typedef struct block {
    _Alignas(64) char bytes[DPEX_BLOCK_ELEMS * DPEX_MAX_ITEMSIZE];
} block;

static int is_dense(const dpex_array *x)
{
    return (x->flags & DPEX_ARRAY_C_CONTIGUOUS) != 0;
}

static inline char *element_at(const dpex_array *x, size_t i, int itemsize)
{
    return (char *)dpex_array_get_ptr(x) +
           (int64_t)i * (is_dense(x) ? 1 : x->strides[0]) * itemsize;
}

/* count elements from number i on, next to each other: in place, or in the block. */
static const char *dense_part(const dpex_array *x, size_t i, size_t count, block *line)
{
    const int itemsize = dpex_dtype_get_info(x->dtype)->itemsize;
    const char *first = element_at(x, i, itemsize);
    if (is_dense(x)) return first;
    dpex_row_move(line->bytes, itemsize, first, x->strides[0] * itemsize, count, itemsize);
    return line->bytes;
}

/* The loop, if the operands allow this path, and the number of scalars among them.
 * Also simplifies powers, as the tape does, so that both paths give the same bits. */
static dpex_loop_call loop_of(const dpex_op *op, const dpex_operand *operands,
                              const dpex_array *first, int *n_scalars)
{
    /* Only a scalar on the right: numbers on the left are bases. */
    if (op->arity == 2 && operands[0].array && !operands[1].array) {
        dpex_scalar number;
        dpex_operand_convert(&operands[1], first->dtype, &number);
        op = dpex_op_with_number(op, first->dtype, &number);
    }
    dpex_dtype result = dpex_op_result_dtype(op, first->dtype);
    dpex_loop_call call = {dpex_loops_get()->ops[first->dtype][dpex_op_get_number(op)],
                           op->arity,
                           dpex_dtype_get_info(result)->itemsize,
                           {0}};
    *n_scalars = 0;
    for (int i = 0; i < op->arity; i++) {
        call.in_bytes[i] = dpex_dtype_get_info(first->dtype)->itemsize;
        *n_scalars += !operands[i].array;
    }
    return call;
}

/* A number among the operands is repeated in a block, which is combined with one part of the array after the other. Parts of a line that
 * is written are short enough that what was read of it is still near. */
static void run_in_blocks(const dpex_loop_call *call, const dpex_operand *operands,
                          dpex_dtype dtype, const dpex_array *out, size_t n, size_t part)
{
    block numbers, results, lines[DPEX_MAX_ARITY];
    const int itemsize = call->in_bytes[0], out_bytes = call->out_bytes;
    for (size_t first = 0; first < n; first += part) {
        const size_t count = dpex_size_min(n - first, part);
        const void *in[DPEX_MAX_ARITY];
        for (int i = 0; i < call->n_in; i++) {
            const dpex_operand *operand = &operands[i];
            in[i] = operand->array ? dense_part(operand->array, first, count, &lines[i])
                                   : numbers.bytes;
            if (operand->array || first) continue;
            dpex_scalar value;
            dpex_operand_convert(operand, dtype, &value);
            dpex_bytes_repeat(numbers.bytes, &value, (size_t)itemsize, count);
        }
        char *to = element_at(out, first, out_bytes);
        dpex_loop_run(call, is_dense(out) ? to : results.bytes, in, count);
        if (!is_dense(out))
            dpex_row_move(to, out->strides[0] * out_bytes, results.bytes, out_bytes, count,
                          out_bytes);
    }
}

static void run(const dpex_loop_call *call, const dpex_operand *operands, const dpex_array *first,
                int n_scalars, const dpex_array *out)
{
    enum { LINE_PART = DPEX_BLOCK_ELEMS / 2 };
    /* At most DPEX_INLINE_ELEMS elements (can_go). */
    const size_t n = (size_t)first->size;
    const void *in[DPEX_MAX_ARITY];
    int are_dense = is_dense(out);
    for (int i = 0; i < call->n_in; i++)
        if (operands[i].array) are_dense &= is_dense(operands[i].array);
    if (n_scalars || !are_dense) {
        run_in_blocks(call, operands, first->dtype, out, n,
                      is_dense(out) ? DPEX_BLOCK_ELEMS : LINE_PART);
        return;
    }
    for (int i = 0; i < call->n_in; i++) in[i] = dpex_array_get_ptr(operands[i].array);
    dpex_loop_run(call, dpex_array_get_ptr(out), in, n);
}

int dpex_elementwise_fast(const dpex_op *op, const dpex_operand *operands, dpex_order order,
                          dpex_array *out, dpex_status *status)
{
    int n_scalars;
    const dpex_array *first = first_array(op, operands);
    /* Order F needs another layout of the result than the operands have. */
    if (!first || order == DPEX_ORDER_F || !can_go(op, operands, first)) return 0;
    const dpex_loop_call call = loop_of(op, operands, first, &n_scalars);
    /* More than one scalar beside an array is rare, and the general path handles it. */
    if (n_scalars > 1) return 0;
    *status = dpex_array_init(first->queue, dpex_op_result_dtype(op, first->dtype), first->nd,
                              first->shape, DPEX_ORDER_C, (dpex_usm_kind)first->storage->kind, out);
    if (!*status && first->size) run(&call, operands, first, n_scalars, out);
    return 1;
}

/* Loops read a vector before they write one at its address, so an output may be an input, but
 * not overlap one otherwise. x and out may be the same view, element by element; other overlaps
 * need the general path's copy. */
static int can_take(const dpex_op *op, const dpex_operand *operands, const dpex_array *first,
                    const dpex_array *out)
{
    if (!(out->flags & DPEX_ARRAY_WRITABLE) ||
        !(out->flags & DPEX_ARRAY_C_CONTIGUOUS || is_short_line(out)) ||
        out->queue != first->queue || out->nd != first->nd ||
        memcmp(out->shape, first->shape, (size_t)out->nd * sizeof(*out->shape)) ||
        out->dtype != dpex_op_result_dtype(op, first->dtype) || !dpex_arrays_are_idle(&out, 1))
        return 0;
    for (int i = 0; i < op->arity; i++) {
        const dpex_array *x = operands[i].array;
        if (x && !dpex_array_is_same_view(x, out) && dpex_array_overlaps(x, out)) return 0;
    }
    return 1;
}

int dpex_elementwise_fast_into(const dpex_op *op, const dpex_operand *operands,
                               const dpex_array *out)
{
    int n_scalars;
    const dpex_array *first = first_array(op, operands);
    if (!first || !can_go(op, operands, first) || !can_take(op, operands, first, out)) return 0;
    const dpex_loop_call call = loop_of(op, operands, first, &n_scalars);
    if (n_scalars > 1) return 0;
    if (first->size) run(&call, operands, first, n_scalars, out);
    return 1;
}
