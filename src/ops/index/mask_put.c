/* Writing to the chosen elements: values one after the other (dpex_place, x[mask] = values), or one
 * value (dpex_fill_where, x[mask] = scalar).
 *
 * The first needs the ranks of the blocks, so that each knows which values are its own; the second
 * needs neither counts nor a wait, and is one pass over x and the condition. */
#include <string.h>

#include "array/array.h"
#include "base/alloc.h"
#include "base/error.h"
#include "base/integer.h"
#include "dpex/op.h"
#include "mask.h"
#include "move.h"
#include "ops/iterate/lines.h"
#include "ops/work.h"
#include "runtime/runtime.h"

/* ---- checks ---------------------------------------------------------------------------------------------- */

dpex_status dpex_mask_check(const dpex_array *x, const dpex_array *condition)
{
    DPEX_TRY(dpex_array_check_queue("mask", "the mask", condition, x->queue));
    if (x->nd == condition->nd &&
        !memcmp(x->shape, condition->shape, (size_t)x->nd * sizeof(*x->shape)))
        return DPEX_SUCCESS;
    char given[DPEX_SHAPE_TEXT_BYTES], wanted[DPEX_SHAPE_TEXT_BYTES];
    return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "mask: the condition has the shape %s, the array %s",
                     dpex_shape_text(condition->nd, condition->shape, given),
                     dpex_shape_text(x->nd, x->shape, wanted));
}

/* ---- values one after the other -------------------------------------------------------------------------- */

typedef struct placing {
    const dpex_loops *loops;
    dpex_mask_bits bits;
    dpex_layout layout; /* of x, in C order */
    char *values;
    size_t value_bytes;
    dpex_cast_fn cast;              /* of values; NULL: they have x's data type */
    int64_t n_values, value_stride; /* bytes */
    /* x may overlap itself, in which case one chunk does all blocks in order. */
    int64_t blocks_per_chunk; /* 1, or all */
    int is_dense;             /* both are contiguous and of one data type */
    int size_number;
} placing;

/* offsets = those in x of the chosen ones among n elements from number `first` on; returns how
 * many. */
static int64_t find_offsets(const placing *p, int64_t first, int64_t n, int64_t *offsets)
{
    const dpex_layout *layout = &p->layout;
    const dpex_layout_operand *x = &layout->operands[0];
    uint64_t words[DPEX_MASK_STEP_WORDS];
    size_t n_words = (size_t)(n + 63) / 64;
    /* Words of bits are read through dpex_mask_read, since a failed count leaves them as they
     * are. */
    dpex_mask_read(&p->bits, first, n, words);
    if (x->access == DPEX_ACCESS_LINEAR)
        return (int64_t)p->loops->bits->positions(offsets, words, n_words, first * x->itemsize,
                                                  x->itemsize);
    /* Strided: first the elements' numbers within the step, then row by row to offsets. */
    int64_t m = (int64_t)p->loops->bits->positions(offsets, words, n_words, 0, 1), row_start = 0;
    int64_t stride = x->strides[layout->nd - 1];
    dpex_cursor cursor;
    dpex_cursor_seek(layout, first, &cursor);
    for (int64_t k = 0; k < m;) {
        int64_t row_end = row_start + cursor.left;
        int64_t start = dpex_layout_operand_at(layout, x, &cursor) - x->ptr;
        for (; k < m && offsets[k] < row_end; k++)
            offsets[k] = start + (offsets[k] - row_start) * stride;
        dpex_cursor_advance(layout, &cursor, cursor.left);
        row_start = row_end;
    }
    return m;
}

enum { VALUE_BYTES = 16 };

/* Writes n values, `stride` bytes apart, at offsets of x. */
static void write_run(const placing *p, const char *values, int64_t stride, const int64_t *offsets,
                      int64_t n)
{
    const dpex_layout_operand *x = &p->layout.operands[0];
    _Alignas(64) char raw[DPEX_MASK_STEP * VALUE_BYTES], converted[DPEX_MASK_STEP * VALUE_BYTES];
    if (p->cast) {
        dpex_line_convert(converted, raw, values, stride, n, p->value_bytes, p->cast);
        values = converted;
        stride = stride ? x->itemsize : 0;
    }
    dpex_moves_scatter(&(dpex_moves){.other = (char *)(uintptr_t)values,
                                     .other_stride = stride,
                                     .x = x->ptr,
                                     .offsets = offsets,
                                     .n = n,
                                     .bytes = x->itemsize});
}

/* Writes the values from number `rank` on, repeated, at m offsets. */
static void write_values(const placing *p, uint64_t rank, const int64_t *offsets, int64_t m)
{
    int64_t at = (int64_t)(rank % (uint64_t)p->n_values);
    /* `rank % n_values`: values are repeated as often as needed, from the block's rank on. */
    while (m) {
        int64_t n = p->value_stride == 0 ? m : dpex_int64_min(m, p->n_values - at);
        write_run(p, p->values + at * p->value_stride, p->value_stride, offsets, n);
        offsets += n;
        m -= n;
        at = 0;
    }
}

/* Writes the values from number `rank` on to the chosen ones among n elements from number `first`
 * on, if both are contiguous, of one dtype and enough; returns how many, or -1 if they are not. */
static int64_t write_expanded(const placing *p, int64_t rank, int64_t first, int64_t n)
{
    const dpex_layout_operand *x = &p->layout.operands[0];
    uint64_t words[DPEX_MASK_STEP_WORDS];
    size_t n_words = (size_t)(n + 63) / 64;
    int64_t m = 0;
    if (!p->is_dense) return -1;
    dpex_mask_read(&p->bits, first, n, words);
    for (size_t w = 0; w < n_words; w++) m += __builtin_popcountll(words[w]);
    if (rank < 0 || rank + m > p->n_values) return -1;
    return (int64_t)p->loops->bits->expand[p->size_number](
        x->ptr + first * x->itemsize, p->values + rank * x->itemsize, words, n_words);
}

static dpex_status write_chunks(void *payload, int64_t first_chunk, int64_t last_chunk)
{
    /* The blocks of a chunk are neighbours, so the rank moves on with them. */
    const placing *p = payload;
    int64_t offsets[DPEX_MASK_STEP], first_block = first_chunk * p->blocks_per_chunk;
    int64_t at = first_block * DPEX_MASK_BLOCK, rank = p->bits.starts[first_block];
    int64_t end = dpex_int64_min(last_chunk * p->blocks_per_chunk * DPEX_MASK_BLOCK, p->bits.size);
    for (; at < end; at += DPEX_MASK_STEP) {
        int64_t n = dpex_int64_min(end - at, DPEX_MASK_STEP), m = write_expanded(p, rank, at, n);
        if (m < 0) {
            m = find_offsets(p, at, n, offsets);
            write_values(p, (uint64_t)rank, offsets, m);
        }
        rank += m;
    }
    return DPEX_SUCCESS;
}

/* values do not overlap x. */
static dpex_status submit_place(const dpex_mask *mask, dpex_array *x, const dpex_array *values)
{
    if (mask->is_on_device)
        return dpex_device_mask_put(&mask->device, x, values, dpex_array_may_overlap_itself(x));
    placing *p = dpex_calloc(1, sizeof(*p) + dpex_in_order_bytes(x->nd));
    if (!p) return DPEX_FAIL_NO_COMMAND("mask");
    p->loops = dpex_loops_get();
    p->bits = mask->bits;
    p->values = dpex_array_get_ptr(values);
    p->n_values = values->size;
    p->value_bytes = dpex_dtype_get_info(values->dtype)->itemsize;
    p->cast = dpex_loops_cast(p->loops, values->dtype, x->dtype);
    if (values->size > 1) p->value_stride = values->strides[0] * (int64_t)p->value_bytes;
    p->blocks_per_chunk = dpex_array_may_overlap_itself(x) ? mask->bits.n_blocks : 1;
    dpex_in_order_init(&p->layout, p + 1, x);
    p->size_number = dpex_size_number(x->dtype);
    p->is_dense = !p->cast && p->value_stride == (int64_t)p->value_bytes &&
                  p->layout.operands[0].access == DPEX_ACCESS_LINEAR;
    const dpex_array *arrays[3] = {x, values, &mask->memory};
    dpex_work work = {.name = "place",
                      .run = write_chunks,
                      .drop = dpex_free,
                      .payload = p,
                      .n_chunks = mask->bits.n_blocks / p->blocks_per_chunk,
                      .cost = x->size};
    return dpex_work_submit(&work, arrays, 3);
}

dpex_status dpex_mask_place(const dpex_mask *mask, dpex_array *x, const dpex_array *values)
{
    if (x->size == 0) return DPEX_SUCCESS;
    if (!dpex_array_overlaps(values, x)) return submit_place(mask, x, values);
    dpex_array copy;
    DPEX_TRY(dpex_move_copy_new(values, x->dtype, &copy));
    dpex_status status = submit_place(mask, x, &copy);
    dpex_array_fini(&copy);
    return status;
}

/* ---- one value ------------------------------------------------------------------------------------------- */

enum { FILL_CHUNK = 16384 };

/* One value where the condition is true; no counts and no ranks are needed. */
typedef struct filling {
    const dpex_loops *loops;
    dpex_layout layout;   /* operands: x, the condition */
    dpex_cast_fn to_bool; /* NULL: the condition is of bools */
    int size_number;
    dpex_scalar value;
} filling;

/* As in mask_count.c, but the condition is an operand of x's layout, whose axes may be
 * exchanged. */
static const uint8_t *read_bools(const filling *f, const dpex_cursor *cursor, int64_t first,
                                 int64_t n, char *scratch, uint8_t *bools)
{
    const dpex_layout_operand *condition = &f->layout.operands[1];
    const void *elements = scratch;
    if (condition->access == DPEX_ACCESS_LINEAR)
        elements = condition->ptr + first * condition->itemsize;
    else
        dpex_gather(&f->layout, condition, cursor, scratch, (size_t)n);
    if (!f->to_bool) return elements;
    /* Conditions of other dtypes are converted to bools, a step at a time. */
    f->to_bool(bools, elements, (size_t)n);
    return bools;
}

/* n elements of a strided row, bits to offsets to stores. other_stride is 0, so that every store
 * takes the one value. */
static void fill_row(const filling *f, char *row, int64_t stride, const uint8_t *bools, int64_t n)
{
    uint64_t words[DPEX_MASK_STEP_WORDS];
    int64_t offsets[DPEX_MASK_STEP];
    f->loops->bits->pack(words, bools, (size_t)n);
    int64_t m =
        (int64_t)f->loops->bits->positions(offsets, words, (size_t)(n + 63) / 64, 0, stride);
    dpex_moves_scatter(&(dpex_moves){.other = (char *)(uintptr_t)&f->value,
                                     .x = row,
                                     .offsets = offsets,
                                     .n = m,
                                     .bytes = (size_t)1 << f->size_number});
}

static void fill_step(const filling *f, int64_t first, int64_t n)
{
    const dpex_layout_operand *x = &f->layout.operands[0];
    _Alignas(64) char scratch[DPEX_MASK_STEP * 16];
    uint8_t space[DPEX_MASK_STEP];
    dpex_cursor cursor;
    dpex_cursor_seek(&f->layout, first, &cursor);
    const uint8_t *bools = read_bools(f, &cursor, first, n, scratch, space);
    /* Contiguous: a blend of the value and the old elements, which is written back whole. */
    if (x->access == DPEX_ACCESS_LINEAR) {
        f->loops->bits->fill[f->size_number](x->ptr + first * x->itemsize, bools, (size_t)n,
                                             &f->value);
        return;
    }
    for (int64_t done = 0; done < n;) {
        int64_t row = dpex_int64_min(n - done, cursor.left);
        fill_row(f, dpex_layout_operand_at(&f->layout, x, &cursor), x->strides[f->layout.nd - 1],
                 bools + done, row);
        dpex_cursor_advance(&f->layout, &cursor, row);
        done += row;
    }
}

static dpex_status fill_chunks(void *payload, int64_t first_chunk, int64_t last_chunk)
{
    const filling *f = payload;
    int64_t at = first_chunk * FILL_CHUNK,
            end = dpex_int64_min(last_chunk * FILL_CHUNK, f->layout.size);
    for (; at < end; at += DPEX_MASK_STEP)
        fill_step(f, at, dpex_int64_min(end - at, DPEX_MASK_STEP));
    return DPEX_SUCCESS;
}

/* The condition has x's shape, broadcast axes with stride 0, and does not overlap x. */
static dpex_status submit_fill(dpex_array *x, const dpex_array *condition, const dpex_scalar *value)
{
    if (!x->queue->backend->runs_on_host) return dpex_device_fill_where(x, condition, value);
    filling *f = dpex_calloc(1, sizeof(*f) + dpex_layout_bytes(x->nd, 2));
    if (!f) return DPEX_FAIL_NO_COMMAND("mask");
    f->loops = dpex_loops_get();
    f->size_number = dpex_size_number(x->dtype);
    f->value = *value;
    f->to_bool = dpex_loops_cast(f->loops, condition->dtype, DPEX_BOOL);
    dpex_layout_init(&f->layout, f + 1, x->nd, x->shape, 2);
    const dpex_array *arrays[2] = {x, condition};
    for (int i = 0; i < 2; i++) {
        dpex_layout_set(&f->layout, i, arrays[i]);
    }
    dpex_layout_finish(&f->layout, 0, 0);
    dpex_work work = {.name = "fill where",
                      .run = fill_chunks,
                      .drop = dpex_free,
                      .payload = f,
                      .n_chunks = dpex_int64_ceil_div(f->layout.size, FILL_CHUNK),
                      .cost = x->size};
    return dpex_work_submit(&work, arrays, 2);
}

/* ---- public ---------------------------------------------------------------------------------------------- */

dpex_status dpex_fill_where(dpex_array *x, const dpex_array *condition, const dpex_scalar *value)
{
    DPEX_TRY(dpex_array_check_writable("the array", x));
    DPEX_TRY(dpex_array_check_queue("mask", "the mask", condition, x->queue));
    dpex_array wide, copy;
    DPEX_TRY(dpex_array_broadcast(condition, x->nd, x->shape, &wide));
    /* The condition and x may be one memory: then the condition is copied. */
    dpex_status status = DPEX_SUCCESS;
    if (x->size > 0 && dpex_array_overlaps(x, condition)) {
        status = dpex_move_copy_new(&wide, wide.dtype, &copy);
        if (!status) {
            status = submit_fill(x, &copy, value);
            dpex_array_fini(&copy);
        }
    } else if (x->size > 0) {
        status = submit_fill(x, &wide, value);
    }
    dpex_array_fini(&wide);
    return status;
}

/* Having no values is an error only if the condition chooses elements. */
static dpex_status check_none_chosen(const dpex_array *condition)
{
    dpex_mask mask;
    int64_t n = 0;
    DPEX_TRY(dpex_mask_init(condition, &mask));
    dpex_status status = dpex_mask_count(&mask, &n);
    dpex_mask_fini(&mask);
    if (status || n == 0) return status;
    return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "place: no values for %lld elements", (long long)n);
}

dpex_status dpex_place(dpex_array *x, const dpex_array *condition, const dpex_array *values)
{
    DPEX_TRY(dpex_array_check_writable("the array", x));
    DPEX_TRY(dpex_mask_check(x, condition));
    DPEX_TRY(dpex_array_check_queue("place", "the array of values", values, x->queue));
    if (values->nd != 1)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "place: values of %d dimensions, 1 is needed",
                         (int)values->nd);
    if (x->size == 0) return DPEX_SUCCESS;
    if (values->size == 0) return check_none_chosen(condition);
    dpex_mask mask;
    DPEX_TRY(dpex_mask_init(condition, &mask));
    dpex_status status = dpex_mask_place(&mask, x, values);
    dpex_mask_fini(&mask);
    return status;
}
