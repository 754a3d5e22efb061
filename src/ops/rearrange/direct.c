/* Copies between two layouts of one dtype: elements go from source to destination without an
 * intermediate block.
 *
 * A plane is spanned by two axes: dst's innermost axis, and src's, or, where that is the same,
 * dst's next axis. In the second case the plane's rows are copied one after the other. In the first
 * case src is a transposed matrix, and a row of dst would fetch a cache line of src per element; so
 * planes are transposed a few cache lines of dst's rows at a time, for which as many rows of src
 * are read sequentially. A unit of work is a piece of a plane. */
#include "direct.h"

#include <stdatomic.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/integer.h"
#include "defs/tuning.h"
#include "ops/iterate/layout.h"
#include "ops/loops/loops.h"
#include "ops/work.h"

enum {
    LINE_BYTES = 64,
    UNIT_ELEMS = 16384,
    MAX_TRANSPOSED = 4096, /* elements of a row of src, when planes are transposed */
    MIN_STREAMED = 1024    /* bytes of a row */
};

/* One of the two axes of a plane, in units of work. */
typedef struct side {
    int axis; /* of the layout; -1: there is one row */
    int64_t extent, step, n_steps;
} side;

typedef struct direct {
    const dpex_loops *loops;
    dpex_layout layout;          /* operands: dst, src */
    side rows, columns;          /* columns: dst's innermost axis */
    int is_transposed;           /* src's innermost axis is that of the rows */
    dpex_transpose_fn transpose; /* NULL: element by element */
    int streams;
    int64_t n_units;
} direct;

/* ---- pieces of planes ------------------------------------------------------------------------------------ */

/* A rectangle of a plane. */
typedef struct piece {
    char *dst;
    const char *src;
    int64_t rows, columns;
    int64_t dst_row, src_row, dst_column, src_column; /* strides in bytes */
    int itemsize;
} piece;

/* Each row of dst is one run, streamed or moved. */
static void copy_rows(const direct *d, const piece *p)
{
    for (int64_t i = 0; i < p->rows; i++) {
        char *to = p->dst + i * p->dst_row;
        const char *from = p->src + i * p->src_row;
        if (d->streams)
            dpex_loops_stream(d->loops, to, from, (size_t)(p->columns * p->itemsize));
        else
            dpex_row_move(to, p->dst_column, from, p->src_column, (size_t)p->columns, p->itemsize);
    }
}

/* Transposes where rows of dst or src are not contiguous: columns of dst one after the other within
 * a cache line's width. A cache line of dst at a time, so that it is written once. */
static void transpose_elements(const piece *p)
{
    int64_t width = LINE_BYTES / p->itemsize;
    for (int64_t first = 0; first < p->columns; first += width) {
        int64_t n = dpex_int64_min(width, p->columns - first);
        for (int64_t i = 0; i < p->rows; i++) {
            dpex_row_move(p->dst + i * p->dst_row + first * p->dst_column, p->dst_column,
                          p->src + i * p->src_row + first * p->src_column, p->src_column, (size_t)n,
                          p->itemsize);
        }
    }
}

/* The part of an axis that belongs to a unit: its first index and its length. */
static int64_t cut_side(const side *s, int64_t number, int64_t *n)
{
    int64_t first = number * s->step;
    *n = dpex_int64_min(s->step, s->extent - first);
    return first;
}

static int64_t stride_along(const dpex_layout_operand *operand, const side *s)
{
    return s->axis < 0 ? 0 : operand->strides[s->axis];
}

/* Units are numbered by rows first: neighbouring units read neighbouring cache lines of src.
 * Any thread may do any unit: none writes what another one reads. */
static void copy_unit(const direct *d, int64_t unit)
{
    const dpex_layout *layout = &d->layout;
    const dpex_layout_operand *dst = &layout->operands[0], *src = &layout->operands[1];
    const int64_t row_step = unit % d->rows.n_steps, rest = unit / d->rows.n_steps;
    /* The rest of the number names the plane: all dimensions but the two sides. */
    int64_t plane = rest / d->columns.n_steps;
    piece p = {.dst_row = stride_along(dst, &d->rows),
               .src_row = stride_along(src, &d->rows),
               .dst_column = stride_along(dst, &d->columns),
               .src_column = stride_along(src, &d->columns),
               .itemsize = dst->itemsize};
    int64_t row = cut_side(&d->rows, row_step, &p.rows);
    int64_t column = cut_side(&d->columns, rest % d->columns.n_steps, &p.columns);
    p.dst = dst->ptr + row * p.dst_row + column * p.dst_column;
    p.src = src->ptr + row * p.src_row + column * p.src_column;
    /* Planes are numbered over the other axes, the last fastest. */
    for (int axis = layout->nd - 2; axis >= 0; axis--) {
        if (axis == d->rows.axis) continue;
        int64_t index = plane % layout->shape[axis];
        p.dst += index * dst->strides[axis];
        p.src += index * src->strides[axis];
        plane /= layout->shape[axis];
    }
    if (d->transpose)
        d->transpose(p.dst, p.dst_row, p.src, p.src_column, p.rows, p.columns);
    else if (d->is_transposed)
        transpose_elements(&p);
    else
        copy_rows(d, &p);
}

static dpex_status run(void *payload, int64_t first, int64_t last)
{
    const direct *d = payload;
    for (int64_t unit = first; unit < last; unit++) copy_unit(d, unit);
    if (d->streams) atomic_thread_fence(memory_order_seq_cst); /* streaming stores become visible */
    return DPEX_SUCCESS;
}

/* ---- planes ---------------------------------------------------------------------------------------------- */

static int64_t magnitude(int64_t x)
{
    return x < 0 ? -x : x;
}

/* The axis with the smallest stride of src; the last axis if src repeats an element along it.
 * A broadcast dimension (stride 0) says nothing about memory order, and so the last one stays.
 */
static int innermost_of_src(const dpex_layout *layout)
{
    /* Ties keep the later axis. */
    const int64_t *strides = layout->operands[1].strides;
    int best = layout->nd - 1;
    for (int d = layout->nd - 2; d >= 0; d--)
        if (strides[d] && magnitude(strides[d]) < magnitude(strides[best])) best = d;
    return best;
}

/* axis -1: the plane is one row. */
static void set_side(direct *d, side *s, int axis, int64_t step)
{
    s->axis = axis;
    s->extent = axis < 0 ? 1 : d->layout.shape[axis];
    s->step = dpex_int64_min(step, s->extent);
    s->n_steps = dpex_int64_ceil_div(s->extent, s->step);
}

static void choose_planes(direct *d)
{
    const dpex_layout_operand *dst = &d->layout.operands[0], *src = &d->layout.operands[1];
    int last = d->layout.nd - 1, inner = innermost_of_src(&d->layout);
    /* src and dst have different innermost axes: the copy is a transposition. */
    d->is_transposed = inner != last;
    if (d->is_transposed) {
        int64_t line = LINE_BYTES / dst->itemsize;
        set_side(d, &d->rows, inner, MAX_TRANSPOSED);
        set_side(d, &d->columns, last, dpex_int64_round_up(UNIT_ELEMS / d->rows.step, line));
        if (dst->strides[last] == dst->itemsize && src->strides[inner] == src->itemsize)
            d->transpose = d->loops->transposes[__builtin_ctz(dst->itemsize)];
    } else {
        set_side(d, &d->columns, last, UNIT_ELEMS);
        set_side(d, &d->rows, last - 1, UNIT_ELEMS / d->columns.step);
        /* Streaming only for results that no cache holds and rows that are long enough. */
        int64_t bytes = d->columns.step * dst->itemsize;
        d->streams = dst->strides[last] == dst->itemsize && src->strides[last] == src->itemsize &&
                     bytes >= MIN_STREAMED && d->layout.size * dst->itemsize > DPEX_STREAM_BYTES;
    }
    d->n_units =
        d->layout.size / d->rows.extent / d->columns.extent * d->rows.n_steps * d->columns.n_steps;
}

/* The layout's memory follows the struct, in one allocation. */
dpex_status dpex_copy_direct(dpex_array *dst, const dpex_array *src)
{
    const dpex_array *arrays[2] = {dst, src};
    /* calloc: kept[] is read by drop. */
    direct *d = dpex_calloc(1, sizeof(*d) + dpex_layout_bytes(dst->nd, 2));
    if (!d) return DPEX_FAIL_NO_COMMAND("copy");
    d->loops = dpex_loops_get();
    dpex_layout_init(&d->layout, d + 1, dst->nd, dst->shape, 2);
    for (int i = 0; i < 2; i++) {
        dpex_layout_set(&d->layout, i, arrays[i]);
    }
    /* Axes are ordered by dst, as stores cost more than loads. */
    dpex_layout_finish(&d->layout, 0, 0);
    choose_planes(d);
    dpex_work work = {.name = "copy",
                      .run = run,
                      .drop = dpex_free,
                      .payload = d,
                      .n_chunks = d->n_units,
                      .cost = dst->size};
    return dpex_work_submit(&work, arrays, 2);
}
