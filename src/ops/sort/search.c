/* Search in a sorted array, and membership, which sorts first.
 *
 * Values are read in blocks, which are gathered and converted if they are strided or of another
 * dtype. The sorted line is contiguous and of the dtype of comparison. Any other (with a sorter, of
 * another dtype, strided) is copied, unless it has more elements than there are values: then each
 * search reads the few elements that it needs in place, so that no more memory is used than the
 * result has. Membership of many integers in a set of small range is read from a table of that
 * range. */
#include <stdatomic.h>
#include <string.h>

#include "array/array.h"
#include "base/alloc.h"
#include "base/error.h"
#include "base/integer.h"
#include "defs/tuning.h"
#include "dpex/op.h"
#include "dpex/take.h"
#include "ops/device/device.h"
#include "ops/iterate/layout.h"
#include "ops/loops/loops.h"
#include "ops/work.h"
#include "runtime/runtime.h"
#include "sort.h"

enum {
    CHUNK = 8192,
    ELEM_BYTES = 16,
    TABLE_VALUES = 4096, /* fewer are searched for */
    TABLE_SHARE = 8,     /* a table has at most so many bytes per value that is searched for */
    TABLE_BYTES = 1 << 24
};

/* A sorted line in its own layout, for searches that read few of its elements. */
typedef struct sparse_line {
    const char *ptr;
    int64_t stride; /* bytes */
    dpex_cast_fn cast;
    /* NULL: the line is in order. Else an integer per element, read through to_int64. */
    const char *sorter;
    int64_t sorter_stride;
    dpex_cast_fn to_int64;
} sparse_line;

/* A byte for each of the integers low, low + 1, ... (modulo 2^64), whether it is in the set, and a
 * last byte, 0, for all others. */
typedef struct value_table {
    uint8_t *is_there; /* NULL: none */
    uint64_t low, range;
    dpex_cast_fn to_int64; /* of the data type; NULL: it has 64 bits */
} value_table;

typedef struct search {
    _Atomic int refs;
    const dpex_sort_compare *compare;
    const char *sorted; /* NULL: `line` is searched */
    sparse_line line;
    int64_t n_sorted, n;
    size_t itemsize;
    int from_right, invert;
    dpex_layout layout; /* operands: the result (positions or found), the values */
    dpex_cast_fn cast;  /* of values; NULL: they have the data type */
    int64_t *positions; /* NULL: the result is `found` */
    uint8_t *found;
    value_table table;
} search;

/* The element at a position of the sorted order. */
static const void *line_at(const search *s, int64_t position, void *converted)
{
    const sparse_line *line = &s->line;
    /* The sorter's own dtype is converted element by element: a copy of a large sorter would cost
     * more than the search. */
    if (line->sorter) {
        int64_t own;
        line->to_int64(&own, line->sorter + position * line->sorter_stride, 1);
        /* A sorter is the user's data: an index out of range must not read outside the line. */
        position = dpex_sort_inside(own, s->n_sorted);
    }
    const char *element = line->ptr + position * line->stride;
    if (!line->cast) return element;
    line->cast(converted, element, 1);
    return converted;
}

/* Positions by the same comparisons as compare.search, an element at a time: lower_bound where
 * from_right is 0, upper_bound else. */
static void search_line(const search *s, const char *values, size_t n, int64_t *positions)
{
    _Alignas(16) char converted[ELEM_BYTES];
    for (size_t i = 0; i < n; i++) {
        int64_t low = 0, high = s->n_sorted;
        while (low < high) {
            int64_t middle = low + (high - low) / 2, is_before;
            s->compare->search(line_at(s, middle, converted), 1, values + i * s->itemsize, 1,
                               s->from_right, &is_before);
            if (is_before)
                low = middle + 1;
            else
                high = middle;
        }
        positions[i] = low;
    }
}

/* n values from the cursor on, contiguous and of the dtype of comparison: in place, or in one of
 * two blocks. */
static const char *read_values(const search *s, const dpex_cursor *cursor, int64_t first, size_t n,
                               char *raw, char *converted)
{
    const dpex_layout_operand *values = &s->layout.operands[1];
    const char *block = values->ptr + first * values->itemsize;
    /* Contiguous values in the dtype of comparison are read in place; the two blocks are for what
     * must be gathered or converted. */
    if (values->access != DPEX_ACCESS_LINEAR)
        dpex_gather(&s->layout, values, cursor, (void *)(block = raw), n);
    if (!s->cast) return block;
    s->cast(converted, block, n);
    return converted;
}

static const uint64_t *as_integers(const value_table *t, const char *values, uint64_t *block,
                                   size_t n)
{
    if (!t->to_int64) return (const void *)values;
    t->to_int64(block, values, n);
    return block;
}

/* Modulo 2^64, integers below `low` give numbers beyond any range: they read the last byte, which
 * is 0. */
static void read_table(const value_table *t, const char *values, size_t n, int invert,
                       uint8_t *found)
{
    uint64_t block[DPEX_BLOCK_ELEMS];
    const uint64_t *integers = as_integers(t, values, block, n);
    for (size_t i = 0; i < n; i++) {
        const uint64_t number = integers[i] - t->low;
        found[i] = (uint8_t)(t->is_there[number < t->range ? number : t->range] ^ invert);
    }
}

/* Makes the table if it is small enough. Without memory for it none is made, since the search works
 * without. It is a command of its own before the search, since it reads the sorted values. */
static dpex_status make_table(void *payload, int64_t first_chunk, int64_t last_chunk)
{
    search *s = payload;
    value_table *t = &s->table;
    uint64_t block[DPEX_BLOCK_ELEMS], high;
    (void)first_chunk, (void)last_chunk;
    t->low = *as_integers(t, s->sorted, block, 1);
    high = *as_integers(t, s->sorted + (s->n_sorted - 1) * (int64_t)s->itemsize, block, 1);
    /* Modulo 2^64 the range of all 64-bit integers is 0, which is caught by the comparison of high
     * - low with TABLE_BYTES. */
    t->range = high - t->low + 1;
    if (high - t->low >= TABLE_BYTES || t->range > (uint64_t)s->n * TABLE_SHARE)
        return DPEX_SUCCESS;
    t->is_there = dpex_calloc((size_t)t->range + 1, 1);
    if (!t->is_there) return DPEX_SUCCESS;
    for (int64_t first = 0; first < s->n_sorted; first += DPEX_BLOCK_ELEMS) {
        const size_t n = (size_t)(dpex_int64_min(s->n_sorted - first, DPEX_BLOCK_ELEMS));
        const char *values = s->sorted + first * (int64_t)s->itemsize;
        const uint64_t *integers = as_integers(t, values, block, n);
        for (size_t i = 0; i < n; i++) t->is_there[integers[i] - t->low] = 1;
    }
    return DPEX_SUCCESS;
}

enum { FEW = 16 }; /* values are compared with all of them, by vectors */

/* The positions of `found` go to a block on the stack; those of searchsorted go straight to the
 * result. */
static void do_block(const search *s, const char *values, int64_t first, size_t n)
{
    if (s->table.is_there) {
        read_table(&s->table, values, n, s->invert, s->found + first);
        return;
    }
    if (s->found && s->sorted && s->n_sorted <= FEW) {
        s->compare->match_few(s->sorted, s->n_sorted, values, n, s->invert, s->found + first);
        return;
    }
    int64_t own[DPEX_BLOCK_ELEMS], *positions = s->positions ? s->positions + first : own;
    if (s->sorted)
        s->compare->search(s->sorted, s->n_sorted, values, n, s->from_right, positions);
    else
        search_line(s, values, n, positions);
    if (s->found)
        s->compare->match(s->sorted, s->n_sorted, values, n, positions, s->invert,
                          s->found + first);
}

static dpex_status run(void *payload, int64_t first_chunk, int64_t last_chunk)
{
    const search *s = payload;
    _Alignas(64) char raw[DPEX_BLOCK_ELEMS * ELEM_BYTES], converted[DPEX_BLOCK_ELEMS * ELEM_BYTES];
    int64_t first = first_chunk * CHUNK;
    const int64_t end = last_chunk * CHUNK < s->n ? last_chunk * CHUNK : s->n;
    dpex_cursor cursor;
    dpex_cursor_seek(&s->layout, first, &cursor);
    for (; first < end; first += DPEX_BLOCK_ELEMS) {
        const size_t n = (size_t)(dpex_int64_min(end - first, DPEX_BLOCK_ELEMS));
        do_block(s, read_values(s, &cursor, first, n, raw, converted), first, n);
        dpex_cursor_advance(&s->layout, &cursor, (int64_t)n);
    }
    return DPEX_SUCCESS;
}

static void drop(void *payload)
{
    search *s = payload;
    if (atomic_fetch_sub(&s->refs, 1) != 1) return;
    dpex_free(s->table.is_there);
    dpex_free(s);
}

/* The arguments of a search: a sorted line, or one that a sorter puts in order, and values of any
 * layout. */
typedef struct request {
    const char *name;
    const dpex_array *sorted, *sorter, *values;
    dpex_dtype dtype; /* in which to compare */
    int flag;         /* from the right, or inverted */
} request;

/* The line may be searched in place: one dtype, no sorter, contiguous. */
static int is_ready(const request *q)
{
    return q->sorted->dtype == q->dtype && !q->sorter &&
           (q->sorted->flags & DPEX_ARRAY_C_CONTIGUOUS);
}

static void set_line(search *s, const request *q)
{
    const dpex_array *sorted = q->sorted, *sorter = q->sorter;
    s->n_sorted = sorted->size;
    if (is_ready(q)) {
        s->sorted = dpex_array_get_ptr(sorted);
        return;
    }
    s->line.ptr = dpex_array_get_ptr(sorted);
    s->line.stride = sorted->strides[0] * dpex_dtype_get_info(sorted->dtype)->itemsize;
    s->line.cast = dpex_loops_cast(dpex_loops_get(), sorted->dtype, q->dtype);
    if (!sorter) return;
    s->line.sorter = dpex_array_get_ptr(sorter);
    s->line.sorter_stride = sorter->strides[0] * dpex_dtype_get_info(sorter->dtype)->itemsize;
    s->line.to_int64 = dpex_loops_get()->casts[sorter->dtype * DPEX_N_DTYPES + DPEX_I64];
}

/* A table is worth it for membership of integers only: its range is read from the ends of the
 * sorted line. (Bool has two values and needs none.) */
static int wants_table(const search *s, dpex_dtype dtype)
{
    const dpex_dtype_kind kind = dpex_dtype_get_info(dtype)->kind;
    return s->found && s->sorted && s->n_sorted > 0 && s->n >= TABLE_VALUES &&
           (kind == DPEX_KIND_INT || kind == DPEX_KIND_UINT);
}

/* `work` is the search. */
static dpex_status submit_with_table(search *s, dpex_dtype dtype, const dpex_work *work,
                                     const dpex_array *const *arrays, int n_arrays)
{
    const dpex_phase phases[2] = {{.run = make_table, .n_chunks = 1, .cost = s->n_sorted},
                                  {.run = work->run, .n_chunks = work->n_chunks}};
    /* int64 and uint64 have the bits that the table compares, so only narrower types are converted
     * (and sign-extended: low + i is modulo 2^64). */
    if (s->itemsize < sizeof(int64_t))
        s->table.to_int64 = dpex_loops_cast(dpex_loops_get(), dtype, DPEX_I64);
    atomic_store(&s->refs, 2);
    return dpex_work_submit_phases(work, phases, 2, arrays, n_arrays);
}

/* out: dense, int64 for positions or bool for membership. */
static dpex_status submit(const request *q, const dpex_array *out)
{
    if (out->size == 0) return DPEX_SUCCESS;
    search *s = dpex_calloc(1, sizeof(*s) + dpex_layout_bytes(out->nd, 2));
    if (!s) return DPEX_FAIL_NO_COMMAND(q->name);
    atomic_init(&s->refs, 1);
    s->compare = dpex_loops_get()->sort->compare[q->dtype];
    s->itemsize = dpex_dtype_get_info(q->dtype)->itemsize;
    set_line(s, q);
    s->cast = dpex_loops_cast(dpex_loops_get(), q->values->dtype, q->dtype);
    s->n = out->size;
    /* from_right applies to positions, invert to membership; q->flag is the one that the caller
     * gave. */
    s->from_right = out->dtype == DPEX_I64 && q->flag;
    s->invert = q->flag;
    dpex_layout_init(&s->layout, s + 1, out->nd, out->shape, 2);
    dpex_layout_set(&s->layout, 0, out);
    dpex_layout_set(&s->layout, 1, q->values);
    dpex_layout_finish(&s->layout, 0, 0);
    if (out->dtype == DPEX_I64)
        s->positions = (int64_t *)(void *)s->layout.operands[0].ptr;
    else
        s->found = (uint8_t *)s->layout.operands[0].ptr;
    const dpex_array *arrays[4] = {out, q->values, q->sorted, q->sorter};
    const int n_arrays = q->sorter ? 4 : 3;
    dpex_work work = {.name = q->name,
                      .run = run,
                      .drop = drop,
                      .payload = s,
                      .n_chunks = dpex_int64_ceil_div(s->n, CHUNK),
                      .cost = s->n * 4};
    if (wants_table(s, q->dtype)) return submit_with_table(s, q->dtype, &work, arrays, n_arrays);
    return dpex_work_submit(&work, arrays, n_arrays);
}

/* ---- operands ---------------------------------------------------------------------------------------------- */

/* The sorted line in its order, contiguous and of the data type in which to compare; new. */
static dpex_status make_line(const request *q, dpex_array *line)
{
    if (!q->sorter)
        return dpex_array_cast_new(q->sorted, q->dtype, DPEX_ORDER_C, DPEX_USM_DEVICE, NULL, line);
    dpex_array own;
    const dpex_selection order = {.indices = &q->sorter, .mode = DPEX_INDEX_WRAP};
    if (q->sorted->queue->backend->runs_on_host)
        DPEX_TRY(dpex_sort_take_new(q->name, q->sorted, q->sorter, &own));
    else
        DPEX_TRY(dpex_take_new(q->sorted, &order, &own));
    dpex_status status = DPEX_SUCCESS;
    if (own.dtype == q->dtype)
        status = dpex_array_init_alias(&own, NULL, line);
    else
        status = dpex_array_cast_new(&own, q->dtype, DPEX_ORDER_C, DPEX_USM_DEVICE, NULL, line);
    dpex_array_fini(&own);
    return status;
}

/* Searches the values in the line, copying it first where that pays.
 * A copy of a long line costs more than the few elements that each search needs; below that it
 * pays, as contiguous searches are vectorized over values. */
static dpex_status search_into(const request *q, const dpex_array *out)
{
    if (is_ready(q) || q->values->size < q->sorted->size) return submit(q, out);
    dpex_array line;
    DPEX_TRY(make_line(q, &line));
    const request ready = {q->name, &line, NULL, q->values, q->dtype, q->flag};
    dpex_status status = submit(&ready, out);
    dpex_array_fini(&line);
    return status;
}

/* Both sides are copied where they are not dense and of the dtype of comparison: then elements of
 * one number belong together, since `out` has the strides that such a copy of the values gets. */
static dpex_status search_on_device(const request *q, const dpex_array *out)
{
    dpex_array line, values;
    const int copies_line = !is_ready(q);
    const int copies_values =
        q->values->dtype != q->dtype || !(q->values->flags & DPEX_ARRAY_C_CONTIGUOUS);
    if (out->size == 0) return DPEX_SUCCESS;
    if (copies_line) DPEX_TRY(make_line(q, &line));
    dpex_status status = DPEX_SUCCESS;
    if (copies_values)
        status =
            dpex_array_cast_new(q->values, q->dtype, DPEX_ORDER_K, DPEX_USM_DEVICE, NULL, &values);
    if (!status) {
        const dpex_device_search_kind kind =
            out->dtype == DPEX_BOOL
                ? (q->flag ? DPEX_DEVICE_SEARCH_IS_NOT_IN : DPEX_DEVICE_SEARCH_IS_IN)
                : (q->flag ? DPEX_DEVICE_SEARCH_RIGHT : DPEX_DEVICE_SEARCH_LEFT);
        status = dpex_device_search(q->name, copies_line ? &line : q->sorted,
                                    copies_values ? &values : q->values, kind, out);
        if (copies_values) dpex_array_fini(&values);
    }
    if (copies_line) dpex_array_fini(&line);
    return status;
}

static dpex_status run_search(const request *q, const dpex_array *out)
{
    return out->queue->backend->runs_on_host ? search_into(q, out) : search_on_device(q, out);
}

/* ---- searchsorted -------------------------------------------------------------------------------------------- */

static dpex_status check_search(const dpex_array *x1, const dpex_array *x2,
                                const dpex_array *sorter)
{
    if (x1->nd != 1)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                         "searchsorted: x1 has %d dimensions, it must have one", (int)x1->nd);
    DPEX_TRY(dpex_array_check_queue("searchsorted", "x2", x2, x1->queue));
    if (!sorter) return DPEX_SUCCESS;
    DPEX_TRY(dpex_array_check_queue("searchsorted", "the sorter", sorter, x1->queue));
    const dpex_dtype_info *info = dpex_dtype_get_info(sorter->dtype);
    if (info->kind != DPEX_KIND_INT && info->kind != DPEX_KIND_UINT)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                         "searchsorted: sorter has dtype %s, it must be an integer type",
                         info->name);
    if (sorter->nd == 1 && sorter->size == x1->size) return DPEX_SUCCESS;
    return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                     "searchsorted: sorter must have the shape of x1, (%lld,)",
                     (long long)x1->size);
}

dpex_status dpex_search_sorted_new(const dpex_array *x1, const dpex_array *x2, int from_right,
                                   const dpex_array *sorter, dpex_array *out)
{
    /* x2 alone decides the shape, and x1 the queue; the result of a scalar x2 has no dimensions. */
    DPEX_TRY(check_search(x1, x2, sorter));
    const dpex_array *arrays[3] = {x1, x2, sorter};
    DPEX_TRY(dpex_array_init_like(x2, DPEX_I64, DPEX_ORDER_K, dpex_array_result_kind(arrays, 3),
                                  x1->queue, out));
    const request q = {"searchsorted",
                       x1,
                       sorter,
                       x2,
                       dpex_dtype_promote(x1->dtype, x2->dtype, dpex_queue_get_device(x1->queue)),
                       from_right};
    const dpex_status status = run_search(&q, out);
    if (status) dpex_array_fini(out);
    return status;
}

/* ---- isin ---------------------------------------------------------------------------------------------------- */

/* All elements of x in C order, converted: a view, or new. */
static dpex_status flatten(const dpex_array *x, dpex_dtype dtype, dpex_array *flat)
{
    dpex_array copy;
    int possible;
    /* A view needs the same dtype and no permutation; anything else is converted into new
     * memory. */
    const int must_copy = x->dtype != dtype || !(x->flags & DPEX_ARRAY_C_CONTIGUOUS);
    if (must_copy)
        DPEX_TRY(dpex_array_cast_new(x, dtype, DPEX_ORDER_C, DPEX_USM_DEVICE, NULL, &copy));
    dpex_status status =
        dpex_array_reshape_view(must_copy ? &copy : x, 1, &x->size, DPEX_ORDER_C, &possible, flat);
    if (must_copy) dpex_array_fini(&copy);
    return status;
}

static dpex_status sort_all(const dpex_array *x, dpex_dtype dtype, dpex_array *sorted)
{
    dpex_array flat;
    DPEX_TRY(flatten(x, dtype, &flat));
    const dpex_status status = dpex_sort_new(&flat, 0, 0, sorted);
    dpex_array_fini(&flat);
    return status;
}

dpex_status dpex_is_in_new(const dpex_array *x, const dpex_array *elements, int invert,
                           dpex_array *out)
{
    DPEX_TRY(dpex_array_check_queue("isin", "the array of elements", elements, x->queue));
    /* Both are converted to a common dtype before the comparison, as NumPy's isin does. */
    const dpex_dtype dtype =
        dpex_dtype_promote(x->dtype, elements->dtype, dpex_queue_get_device(x->queue));
    const dpex_array *arrays[2] = {x, elements};
    dpex_array sorted;
    DPEX_TRY(sort_all(elements, dtype, &sorted));
    dpex_status status = dpex_array_init_like(x, DPEX_BOOL, DPEX_ORDER_K,
                                              dpex_array_result_kind(arrays, 2), x->queue, out);
    if (!status) {
        const request q = {"isin", &sorted, NULL, x, dtype, invert != 0};
        status = run_search(&q, out);
        if (status) dpex_array_fini(out);
    }
    dpex_array_fini(&sorted);
    return status;
}
