/* The k smallest or largest values of lines, in order.
 *
 * A part of a line is read in blocks. Elements before the k-th best so far are kept; when their
 * buffer is full, it is sorted and cut to k elements. So few sorts are needed, and in the worst
 * case (a line in reverse order) they cost as much as a full sort. The results of the parts are
 * merged by one more sort. If k is not a small share of the line, and for complex numbers, a full
 * sort is used, which drops what is not wanted (long.c). */
#include <stdatomic.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/integer.h"
#include "dpex/op.h"
#include "ops/iterate/lines.h"
#include "ops/work.h"
#include "runtime/runtime.h"
#include "slots.h"
#include "sort.h"

enum {
    BLOCK = 128,
    LEAST_CAPACITY = 2048, /* elements that are kept before a sort, at least */
    PART = 1 << 17,        /* elements of a line that one thread reads, at least */
    MOST = 1 << 15,        /* of k */
    PART_SHARE = 16,       /* parts are longer than k, this many times */
    STACK_ELEMS = LEAST_CAPACITY,
    SMALL_SHARE = 8,
    X = 0,
    VALUES = 1,
    INDICES = 2
};

/* The data that both phases share; the second phase is needed where lines have several parts. */
typedef struct selection {
    _Atomic int refs;
    dpex_sort_options options;
    dpex_lines lines;
    int64_t k, part, n_parts, n_kept; /* n_kept: elements from all parts of a line */
    int64_t capacity;                 /* elements */
    char *kept;                       /* [line][n_kept] */
    dpex_slots slots;                 /* of 2 * capacity elements; none: they fit the stack */
} selection;

/* ---- one part -------------------------------------------------------------------------------------------------- */

/* The best elements of a part: kept has n of them, unsorted, at most the capacity. Once k are
 * known, `limit` is the key of the k-th best, and elements from it on are dropped. */
typedef struct keeper {
    const selection *s;
    const dpex_sort_line *line;
    char *kept, *spare;
    int64_t n;
    int has_limit;
    uint64_t limit;
} keeper;

/* Sorts the buffer and keeps k. Once k elements are known, the limit drops most of what follows. */
static void cut(keeper *best)
{
    const selection *s = best->s;
    s->options.code->sort(best->kept, best->spare, best->kept, best->n);
    if (best->n < s->k) return;
    best->n = s->k;
    best->has_limit = 1;
    best->limit = s->options.code->get_key(best->kept, s->k - 1);
}

/* best->kept = the k best of values first..end, or all if they are fewer, sorted.
 * Before the first k elements are known a limit would drop nothing: the first 2 k + BLOCK
 * elements are collected unfiltered. */
static void select_part(keeper *best, int64_t first, int64_t end)
{
    const selection *s = best->s;
    const size_t elem_bytes = s->options.code->elem_bytes;
    _Alignas(64) dpex_sort_pair block[BLOCK];
    for (; first < end; first += BLOCK) {
        const int64_t n = dpex_int64_min(end - first, BLOCK);
        char *to = best->kept + (size_t)best->n * elem_bytes;
        if (best->has_limit) {
            dpex_sort_load(&s->options, best->line, first, n, block);
            best->n += (int64_t)s->options.code->keep_below(to, block, (size_t)n, best->limit);
        } else {
            dpex_sort_load(&s->options, best->line, first, n, to);
            best->n += n;
        }
        const int has_enough =
            !best->has_limit && best->n >= 2 * s->k + BLOCK; /* for the first limit */
        if (has_enough || best->n > s->capacity - BLOCK) cut(best);
    }
    cut(best);
}

/* Line `number` of the operands; the results' lines have k elements. */
static void get_line(const selection *s, int64_t number, dpex_sort_line *line)
{
    dpex_cursor cursor;
    dpex_lines_seek(&s->lines, number, &cursor);
    line->src = dpex_lines_at(&s->lines, X, &cursor);
    line->stride = s->lines.stride[X];
    line->values = dpex_lines_at(&s->lines, VALUES, &cursor);
    line->indices = (void *)dpex_lines_at(&s->lines, INDICES, &cursor);
}

/* scratch: two buffers of `capacity` elements. */
static void do_part(const selection *s, int64_t number, char *scratch)
{
    const int64_t part = number % s->n_parts, n = s->lines.length[X];
    const int64_t first = part * s->part, end = part == s->n_parts - 1 ? n : first + s->part;
    const size_t elem_bytes = s->options.code->elem_bytes;
    dpex_sort_line line;
    get_line(s, number / s->n_parts, &line);
    keeper best = {.s = s,
                   .line = &line,
                   .kept = scratch,
                   .spare = scratch + (size_t)s->capacity * elem_bytes};
    select_part(&best, first, end);
    /* Lines with one part have no second phase: their result is written here. */
    if (s->n_parts == 1) {
        dpex_sort_store(&s->options, &line, 0, s->k, scratch);
        return;
    }
    const int64_t to = number / s->n_parts * s->n_kept + part * s->k;
    memcpy(s->kept + (size_t)to * elem_bytes, scratch, (size_t)best.n * elem_bytes);
}

static dpex_status run_parts(void *payload, int64_t first_chunk, int64_t last_chunk)
{
    selection *s = payload;
    _Alignas(64) char stack[2 * STACK_ELEMS * sizeof(dpex_sort_pair)];
    char *scratch = s->slots.memory ? dpex_slots_take(&s->slots) : stack;
    for (int64_t i = first_chunk; i < last_chunk; i++) do_part(s, i, scratch);
    if (s->slots.memory) dpex_slots_give(&s->slots, scratch);
    return DPEX_SUCCESS;
}

/* ---- merging the parts --------------------------------------------------------------------------------------- */

/* All kept elements of a line, k per part, which do not depend on how the parts were divided among
 * threads. */
static dpex_status merge_parts(void *payload, int64_t first_line, int64_t last_line)
{
    selection *s = payload;
    const size_t line_bytes = (size_t)s->n_kept * s->options.code->elem_bytes;
    char *spare = dpex_malloc(line_bytes);
    if (!spare)
        return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "top_k: no memory for %zu bytes", line_bytes);
    for (int64_t i = first_line; i < last_line; i++) {
        char *kept = s->kept + (size_t)i * line_bytes;
        dpex_sort_line line;
        get_line(s, i, &line);
        s->options.code->sort(kept, spare, kept, s->n_kept);
        dpex_sort_store(&s->options, &line, 0, s->k, kept);
    }
    dpex_free(spare);
    return DPEX_SUCCESS;
}

/* ---- submission ---------------------------------------------------------------------------------------------------- */

/* Called once per phase. */
static void drop(void *payload)
{
    selection *s = payload;
    if (atomic_fetch_sub(&s->refs, 1) != 1) return;
    dpex_free(s);
}

static void choose_sizes(selection *s, int64_t k)
{
    const int64_t n = s->lines.length[X];
    s->k = k;
    s->part = dpex_int64_max(PART_SHARE * k, PART);
    s->n_parts = dpex_int64_max(n / s->part, 1); /* the last one is longer: none has fewer than k */
    s->n_kept = s->n_parts * k;
    s->capacity = dpex_int64_max(2 * k + BLOCK, LEAST_CAPACITY);
}

static dpex_status submit_phases(selection *s, const dpex_array **arrays, int n_arrays)
{
    const int64_t n_lines = s->lines.n_lines;
    const int n_phases = s->n_parts > 1 ? 2 : 1;
    const dpex_phase phases[2] = {{.run = run_parts, .n_chunks = n_lines * s->n_parts},
                                  {.run = merge_parts, .n_chunks = n_lines}};
    const dpex_work work = {
        .name = "top_k", .drop = drop, .payload = s, .cost = s->lines.length[X] * n_lines};
    atomic_store(&s->refs, n_phases);
    return dpex_work_submit_phases(&work, phases, n_phases, arrays, n_arrays);
}

static dpex_status init_bytes(dpex_queue *queue, size_t bytes, dpex_array *array)
{
    const int64_t n = (int64_t)bytes;
    return dpex_array_init(queue, DPEX_U8, 1, &n, DPEX_ORDER_C, DPEX_USM_DEVICE, array);
}

/* Scratch arrays, as far as they are needed: results of the parts, and slots; *n of them, also
 * after a failure. */
static dpex_status init_scratch(selection *s, dpex_queue *queue, dpex_array made[2], int *n)
{
    const size_t elem_bytes = s->options.code->elem_bytes;
    *n = 0;
    if (s->n_parts > 1) {
        DPEX_TRY(init_bytes(queue, (size_t)(s->lines.n_lines * s->n_kept) * elem_bytes, &made[0]));
        s->kept = dpex_array_get_ptr(&made[(*n)++]);
    }
    if (s->capacity > STACK_ELEMS) {
        DPEX_TRY(dpex_slots_init(&s->slots, queue, 2 * (size_t)s->capacity * elem_bytes,
                                 s->lines.n_lines * s->n_parts, &made[*n]));
        (*n)++;
    }
    return DPEX_SUCCESS;
}

/* x: contiguous lines. k is a small share of them. */
static dpex_status select_lines(const dpex_array *x, int axis, int64_t k, int descending,
                                const dpex_array *values, const dpex_array *indices)
{
    enum { N_OPERANDS = 3 };
    const dpex_array *arrays[N_OPERANDS + 2] = {x, values, indices};
    selection *s = dpex_calloc(1, sizeof(*s) + dpex_lines_bytes(x->nd, N_OPERANDS));
    if (!s) return DPEX_FAIL_NO_COMMAND("top_k");
    atomic_init(&s->refs, 1);
    dpex_lines_init(&s->lines, s + 1, arrays, N_OPERANDS, axis);
    dpex_sort_options_init(&s->options, x->dtype, descending, x->shape[axis], 1);
    choose_sizes(s, k);
    dpex_array made[2];
    int n_made;
    dpex_status status = init_scratch(s, x->queue, made, &n_made);
    for (int i = 0; i < n_made; i++) arrays[N_OPERANDS + i] = &made[i];
    if (status)
        drop(s);
    else
        status = submit_phases(s, arrays, N_OPERANDS + n_made);
    for (int i = 0; i < n_made; i++) dpex_array_fini(&made[i]);
    return status;
}

static dpex_status check(const dpex_array *x, int axis, int64_t k)
{
    if (axis < 0 || axis >= x->nd)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                         "top_k: axis %d is out of range for an array of %d dimensions", axis,
                         (int)x->nd);
    if (k < 1 || k > x->shape[axis])
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                         "top_k: k is %lld, it must be at least 1 and at most the extent, %lld",
                         (long long)k, (long long)x->shape[axis]);
    return DPEX_SUCCESS;
}

static dpex_status select_into(const dpex_array *x, int axis, int64_t k, int descending,
                               const dpex_array *values, const dpex_array *indices)
{
    if (!x->queue->backend->runs_on_host)
        return dpex_sort_device_first(&(dpex_sort_task){.name = "top_k",
                                                        .x = x,
                                                        .values = values,
                                                        .indices = indices,
                                                        .axis = axis,
                                                        .descending = descending,
                                                        .n_wanted = k});
    const int64_t share = x->shape[axis] / SMALL_SHARE, most = dpex_int64_min(share, MOST);
    const int is_complex = dpex_dtype_get_info(x->dtype)->kind == DPEX_KIND_COMPLEX;
    dpex_array lines;
    int made;
    DPEX_TRY(dpex_sort_gather_lines(x, axis, &lines, &made));
    const dpex_array *src = made ? &lines : x;
    const dpex_sort_task all = {.name = "top_k",
                                .x = x,
                                .src = src,
                                .values = values,
                                .indices = indices,
                                .axis = axis,
                                .descending = descending,
                                .n_wanted = k};
    dpex_sort_options options;
    dpex_sort_options_init(&options, x->dtype, descending, x->shape[axis], 1);
    /* Lines that the network sorts side by side gain nothing from a selection. */
    const int is_short = x->shape[axis] <= dpex_sort_most_side_by_side(&options);
    const dpex_status status = k > most || is_complex || is_short
                                   ? dpex_sort_submit(&all)
                                   : select_lines(src, axis, k, descending, values, indices);
    if (made) dpex_array_fini(&lines);
    return status;
}

dpex_status dpex_top_k_new(const dpex_array *x, int axis, int64_t k, int largest,
                           dpex_array *values, dpex_array *indices)
{
    DPEX_TRY(check(x, axis, k));
    DPEX_TRY(dpex_sort_output(x, axis, k, x->dtype, values));
    dpex_status status = dpex_sort_output(x, axis, k, DPEX_I64, indices);
    if (status) goto no_indices;
    if (x->size == 0 || !(status = select_into(x, axis, k, largest, values, indices)))
        return DPEX_SUCCESS;
    dpex_array_fini(indices);
no_indices:
    dpex_array_fini(values);
    return status;
}
