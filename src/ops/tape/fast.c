/* Small work on an idle queue: loops in the calling thread; no tape, no plan, no command.
 *
 * It applies if all arrays are idle. Equal shapes that are contiguous are one row; others are a few
 * rows, whose elements are neighbours, or copied to be so, or one number: scalars and arrays without
 * dimensions, and what is broadcast along rows. Elements of another dtype than the computing one are
 * converted in blocks. It computes the same bits as the general path (plan.c); it only declines more
 * often. */
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

/* Where an operand's elements, or the result's, lie: distances in bytes, 0 of what is repeated. */
typedef struct side {
    const char *at;
    int64_t row, column;
    dpex_dtype dtype;
} side;

/* One call. */
typedef struct work {
    const dpex_op *op;
    const dpex_operand *operands;
    const dpex_array *shaping; /* the first array with dimensions, else the first one */
    dpex_dtype dtype;          /* to compute in */
    int nd;                    /* of the result */
    const int64_t *extents;    /* its shape: the shaping array's where all is one row, else below */
    int64_t shape[2];
    int64_t rows, columns; /* to loop over */
    side in[DPEX_MAX_ARITY], out;
} work;

typedef struct block {
    _Alignas(64) char bytes[DPEX_BLOCK_ELEMS * DPEX_MAX_ITEMSIZE];
} block;

/* ---- which calls ---------------------------------------------------------------------------- */

/* The arrays that decide shape and layout, and the dtype where all have the same; NULL: there are
 * none, or several dtypes. */
static const dpex_array *find_arrays(work *w)
{
    const dpex_array *typed = NULL;
    int is_mixed = 0;
    w->shaping = NULL;
    for (int i = 0; i < w->op->arity; i++) {
        const dpex_array *x = w->operands[i].array;
        if (!x) continue;
        if (!w->shaping || !w->shaping->nd) w->shaping = x;
        if (i < dpex_op_first_typed(w->op)) continue;
        is_mixed |= typed && typed->dtype != x->dtype;
        typed = x;
    }
    return is_mixed ? NULL : typed;
}

/* Whether an operation on arrays of a dtype computes in it, beside numbers which it holds. */
static int computes_in(const work *w, dpex_dtype dtype)
{
    if (!(dpex_type_maps[w->op->map].types >> dtype & 1)) return 0;
    for (int i = dpex_op_first_typed(w->op); i < w->op->arity; i++)
        if (!w->operands[i].array && !dpex_operand_fits(&w->operands[i], dtype)) return 0;
    return 1;
}

/* The computing dtype. 0: there is no array, or the general path has more to do or to say. */
static int find_dtype(work *w)
{
    dpex_dtype given[DPEX_MAX_ARITY], in[DPEX_MAX_ARITY], out;
    const int n_masks = dpex_op_first_typed(w->op);
    const dpex_array *typed = find_arrays(w);
    if (!w->shaping) return 0;
    if (typed && computes_in(w, typed->dtype)) {
        w->dtype = typed->dtype;
        return 1;
    }
    const dpex_device *device = w->shaping->queue->device;
    if (dpex_op_operand_dtypes(w->op, w->operands, device, given) ||
        dpex_op_promote(w->op, given, device, in, &out))
        return 0;
    w->dtype = in[n_masks];
    for (int i = n_masks; i < w->op->arity; i++)
        if (in[i] != w->dtype || given[i] == DPEX_F16) return 0;
    return out == dpex_op_result_dtype(w->op, w->dtype);
}

static int is_contiguous(const dpex_array *x)
{
    return (x->flags & DPEX_ARRAY_C_CONTIGUOUS) != 0;
}

/* Whether an array is all in one row: contiguous, or few elements of one dimension. */
static int is_one_row(const dpex_array *x)
{
    enum { LONGEST = 4 * DPEX_BLOCK_ELEMS };
    return is_contiguous(x) || (x->nd == 1 && x->size <= LONGEST);
}

static side side_of_row(const dpex_array *x)
{
    const int64_t itemsize = dpex_dtype_get_info(x->dtype)->itemsize;
    return (side){dpex_array_get_ptr(x), 0, is_contiguous(x) ? itemsize : x->strides[0] * itemsize,
                  x->dtype};
}

/* Arrays whose queue and kind of memory are the result's; a mask is one of bool. */
static int is_alike(const work *w)
{
    for (int i = 0; i < w->op->arity; i++) {
        const dpex_array *x = w->operands[i].array;
        const int is_mask = i < dpex_op_first_typed(w->op);
        if (is_mask && (!x || x->dtype != DPEX_BOOL)) return 0;
        if (x && (x->queue != w->shaping->queue || x->storage->kind != w->shaping->storage->kind))
            return 0;
    }
    return 1;
}

/* 0: they are not all one row. */
static int set_one_row(work *w)
{
    for (int i = 0; i < w->op->arity; i++) {
        const dpex_array *x = w->operands[i].array;
        if (!x || (x->nd == 0 && w->shaping->nd)) continue; /* a number */
        if (!dpex_array_has_shape(x, w->shaping->nd, w->shaping->shape) || !is_one_row(x)) return 0;
        w->in[i] = side_of_row(x);
    }
    w->nd = w->shaping->nd;
    w->extents = w->shaping->shape;
    w->rows = 1;
    w->columns = w->shaping->size;
    return 1;
}

/* Of one or two dimensions: rows of neighbours, or of one element each. 0: another layout. */
static int set_side(const dpex_array *x, int64_t rows, int64_t columns, side *s)
{
    const int64_t itemsize = dpex_dtype_get_info(x->dtype)->itemsize, n = x->shape[x->nd - 1],
                  n_rows = x->nd == 2 ? x->shape[0] : 1;
    if ((n != columns && n != 1) || (n_rows != rows && n_rows != 1)) return 0;
    if (n > 1 && x->strides[x->nd - 1] != 1) return 0;
    /* The result of other orders has another layout. */
    if (n_rows > 1 && x->strides[0] < n) return 0;
    *s = (side){dpex_array_get_ptr(x), n_rows > 1 ? x->strides[0] * itemsize : 0,
                n > 1 ? itemsize : 0, x->dtype};
    return 1;
}

/* A few rows that are broadcast, or slices. Those of as many elements as may become pending are
 * worth more there (ops/fusion). */
static int set_few_rows(work *w)
{
    enum { MOST_ROWS = 128, MOST_ELEMS = 4096, MOST_OF_SLICES = 2048 };
    int are_slices = 0;
    w->nd = 0;
    w->shape[0] = w->shape[1] = 1;
    for (int i = 0; i < w->op->arity; i++) {
        const dpex_array *x = w->operands[i].array;
        if (!x || !x->nd) continue;
        if (x->nd > 2) return 0;
        if (x->nd > w->nd) w->nd = x->nd;
        are_slices |= !is_contiguous(x);
        for (int d = 0; d < x->nd; d++) {
            int64_t *extent = &w->shape[2 - x->nd + d];
            if (*extent == 1) *extent = x->shape[d];
        }
    }
    w->extents = w->shape + 2 - w->nd;
    w->rows = w->shape[0];
    w->columns = w->shape[1];
    if (w->rows > MOST_ROWS || w->rows * w->columns >= (are_slices ? MOST_OF_SLICES : MOST_ELEMS))
        return 0;
    for (int i = 0; i < w->op->arity; i++) {
        const dpex_array *x = w->operands[i].array;
        if (x && x->nd && !set_side(x, w->rows, w->columns, &w->in[i])) return 0;
    }
    return 1;
}

/* A refusal costs only these checks; the general path follows. */
static int begin(work *w, const dpex_op *op, const dpex_operand *operands)
{
    const dpex_array *arrays[DPEX_MAX_ARITY];
    int n = 0;
    w->op = op;
    w->operands = operands;
    for (int i = 0; i < op->arity; i++)
        if (operands[i].array && operands[i].array->size > DPEX_INLINE_ELEMS) return 0;
    /* float16 needs conversions of the result, steps of a tape. */
    if (!find_dtype(w) || w->dtype == DPEX_F16) return 0;
    if (!is_alike(w) || (!set_one_row(w) && !set_few_rows(w))) return 0;
    if (w->rows * w->columns * dpex_op_cost(op, w->dtype) > DPEX_INLINE_ELEMS) return 0;
    /* What reads pending work may become part of it (ops/fusion), which takes a tape. */
    for (int i = 0; i < op->arity; i++) {
        const dpex_array *x = operands[i].array;
        if (x && dpex_storage_has_pending(x->storage)) return 0;
        if (x) arrays[n++] = x;
    }
    /* Last, since this asks the queue and the storages. */
    return dpex_arrays_are_idle(arrays, n);
}

/* ---- the loops ------------------------------------------------------------------------------ */

/* What the loop takes. */
static dpex_dtype dtype_of(const work *w, int i)
{
    return i < dpex_op_first_typed(w->op) ? DPEX_BOOL : w->dtype;
}

/* Also simplifies powers, as the tape does, so that both paths give the same bits. */
static dpex_loop_call loop_of(const work *w)
{
    const dpex_op *op = w->op;
    /* Only a scalar on the right: numbers on the left are bases. */
    if (op->arity == 2 && w->operands[0].array && !w->operands[1].array) {
        dpex_scalar number;
        dpex_operand_convert(&w->operands[1], w->dtype, &number);
        op = dpex_op_with_number(op, w->dtype, &number);
    }
    dpex_dtype result = dpex_op_result_dtype(op, w->dtype);
    dpex_loop_call call = {dpex_loops_get()->ops[w->dtype][dpex_op_get_number(op)],
                           op->arity,
                           dpex_dtype_get_info(result)->itemsize,
                           {0}};
    for (int i = 0; i < op->arity; i++)
        call.in_bytes[i] = dpex_dtype_get_info(dtype_of(w, i))->itemsize;
    return call;
}

static int is_number(const work *w, int i)
{
    const dpex_array *x = w->operands[i].array;
    return !x || (x->nd == 0 && w->shaping->nd);
}

static void repeat_number(const work *w, int i, size_t itemsize, size_t n, block *to)
{
    dpex_scalar value, given;
    const dpex_array *x = w->operands[i].array;
    if (x) {
        dpex_item_copy(&given, dpex_array_get_ptr(x),
                       (size_t)dpex_dtype_get_info(x->dtype)->itemsize);
        dpex_scalar_cast(&given, x->dtype, dtype_of(w, i), &value);
    } else {
        dpex_operand_convert(&w->operands[i], w->dtype, &value);
    }
    dpex_bytes_repeat(to->bytes, &value, itemsize, n);
}

/* A part of the work: rows, or of one row elements from a first one on. */
typedef struct part {
    int64_t row, first, n_rows, n_columns;
} part;

static char *begin_of(const side *s, const part *p)
{
    return (char *)s->at + p->row * s->row + p->first * s->column;
}

static int is_dense(const side *s, const part *p, int itemsize)
{
    return s->column == itemsize && (p->n_rows == 1 || s->row == p->n_columns * itemsize);
}

/* Its elements next to each other: in place, or in the block. */
static const void *load(const side *s, const part *p, block *to)
{
    const char *at = begin_of(s, p);
    const int itemsize = dpex_dtype_get_info(s->dtype)->itemsize;
    if (is_dense(s, p, itemsize)) return at;
    for (int64_t r = 0; r < p->n_rows; r++)
        dpex_row_move(to->bytes + r * p->n_columns * itemsize, itemsize, at + r * s->row, s->column,
                      (size_t)p->n_columns, itemsize);
    return to->bytes;
}

/* The same in the dtype that the loop takes. */
static const void *load_as(const side *s, const part *p, dpex_dtype dtype, block *to)
{
    block given;
    const dpex_cast_fn cast = dpex_loops_cast(dpex_loops_get(), s->dtype, dtype);
    if (!cast) return load(s, p, to);
    cast(to->bytes, load(s, p, &given), (size_t)(p->n_rows * p->n_columns));
    return to->bytes;
}

static void store(const side *s, const part *p, int itemsize, const block *from)
{
    for (int64_t r = 0; r < p->n_rows; r++)
        dpex_row_move(begin_of(s, p) + r * s->row, s->column,
                      from->bytes + r * p->n_columns * itemsize, itemsize, (size_t)p->n_columns,
                      itemsize);
}

static void run_part(const work *w, const dpex_loop_call *call, const part *p, block *blocks)
{
    const void *in[DPEX_MAX_ARITY];
    block *results = &blocks[call->n_in];
    const int is_direct = is_dense(&w->out, p, call->out_bytes);
    for (int i = 0; i < call->n_in; i++)
        in[i] =
            is_number(w, i) ? blocks[i].bytes : load_as(&w->in[i], p, dtype_of(w, i), &blocks[i]);
    dpex_loop_run(call, is_direct ? begin_of(&w->out, p) : results->bytes, in,
                  (size_t)(p->n_rows * p->n_columns));
    if (!is_direct) store(&w->out, p, call->out_bytes, results);
}

/* Parts of a line that is written are short enough that what was read of it is still near. */
static void run_in_parts(const work *w, const dpex_loop_call *call)
{
    const int is_direct = w->out.column == call->out_bytes;
    const int64_t most = is_direct ? DPEX_BLOCK_ELEMS : DPEX_BLOCK_ELEMS / 2;
    const int64_t rows = w->columns < most ? most / w->columns : 1;
    block blocks[DPEX_MAX_ARITY + 1];
    /* Before anything is written, which an array of one number may be a part of. */
    for (int i = 0; i < call->n_in; i++)
        if (is_number(w, i))
            repeat_number(w, i, call->in_bytes[i],
                          (size_t)dpex_int64_min(w->rows * w->columns, most), &blocks[i]);
    for (part p = {0}; p.row < w->rows; p.row += rows) {
        p.n_rows = dpex_int64_min(w->rows - p.row, rows);
        for (p.first = 0; p.first < w->columns; p.first += most) {
            p.n_columns = dpex_int64_min(w->columns - p.first, most);
            run_part(w, call, &p, blocks);
        }
    }
}

static void run(const work *w)
{
    const dpex_loop_call call = loop_of(w);
    const void *in[DPEX_MAX_ARITY];
    int are_dense = w->rows == 1 && w->out.column == call.out_bytes;
    for (int i = 0; i < call.n_in && are_dense; i++) {
        are_dense = !is_number(w, i) && w->in[i].column == call.in_bytes[i] &&
                    w->in[i].dtype == dtype_of(w, i);
        in[i] = w->in[i].at;
    }
    if (are_dense) /* at most DPEX_INLINE_ELEMS elements (begin) */
        dpex_loop_run(&call, (char *)w->out.at, in, (size_t)w->columns);
    else
        run_in_parts(w, &call);
}

/* ---- entries -------------------------------------------------------------------------------- */

int dpex_elementwise_fast(const dpex_op *op, const dpex_operand *operands, dpex_order order,
                          dpex_array *out, dpex_status *status)
{
    work w;
    /* Order F needs another layout of the result than the operands have. */
    if (order == DPEX_ORDER_F || !begin(&w, op, operands)) return 0;
    const dpex_dtype dtype = dpex_op_result_dtype(op, w.dtype);
    *status = dpex_array_init(w.shaping->queue, dtype, w.nd, w.extents, DPEX_ORDER_C,
                              (dpex_usm_kind)w.shaping->storage->kind, out);
    if (*status || !out->size) return 1;
    const int64_t itemsize = dpex_dtype_get_info(dtype)->itemsize;
    w.out = (side){dpex_array_get_ptr(out), w.columns * itemsize, itemsize, dtype};
    run(&w);
    return 1;
}

/* Where the results go; 0: another layout. */
static int set_out(work *w, const dpex_array *out)
{
    if (!dpex_array_has_shape(out, w->nd, w->extents)) return 0;
    if (w->extents != w->shaping->shape) return set_side(out, w->rows, w->columns, &w->out);
    if (!is_one_row(out)) return 0;
    w->out = side_of_row(out);
    return 1;
}

/* Loops read a vector before they write one at its address, so an output may be an input, but
 * not overlap one otherwise. x and out may be the same view, element by element; other overlaps
 * need the general path's copy. */
static int can_take(work *w, const dpex_array *out)
{
    if (!(out->flags & DPEX_ARRAY_WRITABLE) || out->queue != w->shaping->queue ||
        out->dtype != dpex_op_result_dtype(w->op, w->dtype) || !set_out(w, out) ||
        !dpex_arrays_are_idle(&out, 1))
        return 0;
    for (int i = 0; i < w->op->arity; i++) {
        const dpex_array *x = w->operands[i].array;
        if (!is_number(w, i) && !dpex_array_is_same_view(x, out) && dpex_array_overlaps(x, out))
            return 0;
    }
    return 1;
}

int dpex_elementwise_fast_into(const dpex_op *op, const dpex_operand *operands,
                               const dpex_array *out)
{
    work w;
    if (!begin(&w, op, operands) || !can_take(&w, out)) return 0;
    if (out->size) run(&w);
    return 1;
}
