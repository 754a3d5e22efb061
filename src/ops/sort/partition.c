/* Partitions of long lines.
 *
 * From a sorted sample a key below and one above each wanted index, MARGIN ranks away, are *bounds*
 * (R. Floyd and R. Rivest, "Expected time bounds for selection", 1975, use such bounds). What lies
 * between two bounds is a *class*, and all its elements go after those of the lower classes. A
 * first pass counts the classes per part of the line, so that a second pass can move elements to
 * their final positions in parallel. In the small class that contains a wanted index one thread
 * selects (select.inc).
 *
 * Other lines are divided by one thread each (partition_short.c), or sorted: lines of up to SORTED
 * elements, and those with more than DPEX_MAX_DIVIDED indices, take no longer so. */
#include <stdatomic.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/integer.h"
#include "defs/tuning.h"
#include "dpex/op.h"
#include "ops/iterate/lines.h"
#include "ops/work.h"
#include "runtime/runtime.h"
#include "sort.h"

enum {
    PART = 1 << 16, /* elements of long lines that are worked on by one thread */
    SORTED = 64,    /* lines of up to so many elements are sorted */
    N_SAMPLES = 4096,
    MARGIN = 96, /* ranks of samples between an index and its bounds: three standard deviations */
    MAX_BOUNDS = 2 * DPEX_MAX_DIVIDED,
    N_PHASES = 4,
    X = 0,
    OUT = 1
};

/* Class c: keys from bound c - 1 on and below bound c.
 * At most two bounds per wanted index, which cut a line into at most 2 * n_kth + 1 classes. */
typedef struct bounds {
    int n;
    uint64_t keys[MAX_BOUNDS]; /* ascending, no two equal */
} bounds;

typedef struct partition {
    _Atomic int refs; /* phases that have not ended */
    dpex_sort_options options;
    dpex_lines lines;
    int n_kth, n_classes, wants_indices; /* classes: 2 * n_kth + 1 at most */
    int64_t kth[DPEX_MAX_DIVIDED];
    int64_t n_parts; /* of a line */
    bounds *bounds;  /* [line] */
    int64_t *counts; /* [line][part][class]; while elements are moved, where the next one goes */
} partition;

typedef struct line {
    /* One line, its bounds and where its results go. */
    dpex_sort_line line;
    bounds *bounds;
} line;

static void open_line(const partition *p, int64_t number, line *l)
{
    dpex_cursor cursor;
    dpex_lines_seek(&p->lines, number, &cursor);
    char *out = dpex_lines_at(&p->lines, OUT, &cursor);
    l->line = (dpex_sort_line){.src = dpex_lines_at(&p->lines, X, &cursor),
                               .stride = p->lines.stride[X],
                               .values = p->wants_indices ? NULL : out,
                               .indices = p->wants_indices ? (void *)out : NULL};
    l->bounds = p->bounds + number;
}

/* ---- bounds ------------------------------------------------------------------------------------------------------ */

static void add_bound(bounds *b, uint64_t key)
{
    int at = b->n;
    while (at > 0 && b->keys[at - 1] > key) at--;
    /* Equal bounds would make an empty class; only the order matters. */
    if (at > 0 && b->keys[at - 1] == key) return;
    memmove(b->keys + at + 1, b->keys + at, (size_t)(b->n - at) * sizeof(key));
    b->keys[at] = key;
    b->n++;
}

/* If the samples around an index are equal, its class has this one key. */
static void choose_bounds(const partition *p, const line *l)
{
    const dpex_sort_code *code = p->options.code;
    /* (K)-1 of the form: 2^32 - 1 or 2^64 - 1. */
    const uint64_t last_key = code->elem_bytes == sizeof(uint32_t) ? UINT32_MAX : UINT64_MAX;
    const int64_t step = p->lines.length[X] / N_SAMPLES;
    _Alignas(64) dpex_sort_pair samples[N_SAMPLES], spare[N_SAMPLES]; /* the largest form */
    for (int64_t i = 0; i < N_SAMPLES; i++)
        dpex_sort_load(&p->options, &l->line, i * step + step / 2, 1,
                       (char *)samples + (size_t)i * code->elem_bytes);
    code->sort(samples, spare, samples, N_SAMPLES);
    l->bounds->n = 0;
    for (int i = 0; i < p->n_kth; i++) {
        /* Ranks among the samples. The number of samples below the wanted element is binomially
         * distributed, with a standard deviation of at most sqrt(N_SAMPLES) / 2 = 32; so both
         * bounds miss the element with a probability of about 0.3 %, and then only the class is
         * larger. */
        const int64_t rank = p->kth[i] / step, low = rank - MARGIN, high = rank + MARGIN;
        const uint64_t below = low < 0 ? 0 : code->get_key(samples, low);
        if (low >= 0) add_bound(l->bounds, below);
        if (high >= N_SAMPLES) continue;
        const uint64_t above = code->get_key(samples, high);
        if (above > below)
            add_bound(l->bounds, above);
        else if (above < last_key)
            add_bound(l->bounds, above + 1);
    }
}

static dpex_status sample_lines(void *payload, int64_t first, int64_t last)
{
    const partition *p = payload;
    for (; first < last; first++) {
        line l;
        open_line(p, first, &l);
        choose_bounds(p, &l);
    }
    return DPEX_SUCCESS;
}

/* ---- counting and moving ------------------------------------------------------------------------------------------ */

/* Reads a block of the source; returns how many elements. */
static int64_t load_block(const partition *p, const line *l, int64_t first, int64_t end,
                          void *elems)
{
    const int64_t n = dpex_int64_min(end - first, DPEX_BLOCK_ELEMS);
    dpex_sort_load(&p->options, &l->line, first, n, elems);
    return n;
}

static void count_part(const partition *p, const line *l, int64_t first, int64_t end,
                       int64_t *counts)
{
    const int n_bounds = l->bounds->n;
    _Alignas(64) dpex_sort_pair elems[DPEX_BLOCK_ELEMS];
    /* Cumulative counts, below each bound, come from one comparison per bound; differences of
     * neighbours are the classes. */
    int64_t below[MAX_BOUNDS] = {0};
    for (int64_t at = first; at < end; at += DPEX_BLOCK_ELEMS) {
        int64_t here[MAX_BOUNDS];
        const int64_t n = load_block(p, l, at, end, elems);
        p->options.code->count_below(here, elems, (size_t)n, l->bounds->keys, n_bounds);
        for (int j = 0; j < n_bounds; j++) below[j] += here[j];
    }
    for (int c = 0; c <= n_bounds; c++)
        counts[c] = (c < n_bounds ? below[c] : end - first) - (c ? below[c - 1] : 0);
}

static void move_part(const partition *p, const line *l, int64_t first, int64_t end, int64_t *next)
{
    _Alignas(64) dpex_sort_pair blocks[2][DPEX_BLOCK_ELEMS];
    for (; first < end; first += DPEX_BLOCK_ELEMS) {
        /* divide cuts off one class after the other; the two blocks exchange roles, since it writes
         * what is left over to the other one. */
        dpex_sort_pair *elems = blocks[0], *rest = blocks[1];
        size_t n = (size_t)load_block(p, l, first, end, elems);
        for (int c = 0; c <= l->bounds->n && n; c++) {
            const size_t n_stay =
                c < l->bounds->n ? p->options.code->divide(elems, rest, n, l->bounds->keys[c]) : n;
            dpex_sort_store(&p->options, &l->line, next[c], (int64_t)n_stay, elems);
            next[c] += (int64_t)n_stay;
            n -= n_stay;
            dpex_sort_pair *swap = elems;
            elems = rest;
            rest = swap;
        }
    }
}

/* ---- parts of long lines ----------------------------------------------------------------------------------------- */

static void open_part(const partition *p, int64_t number, line *l, int64_t *first, int64_t *end)
{
    const int64_t length = p->lines.length[X];
    open_line(p, number / p->n_parts, l);
    *first = number % p->n_parts * PART;
    *end = *first + PART < length ? *first + PART : length;
}

static dpex_status count_parts(void *payload, int64_t first_part, int64_t last_part)
{
    const partition *p = payload;
    for (int64_t i = first_part; i < last_part; i++) {
        line l;
        int64_t first, end;
        open_part(p, i, &l, &first, &end);
        count_part(p, &l, first, end, p->counts + i * p->n_classes);
    }
    return DPEX_SUCCESS;
}

/* Finish of the counting phase: an exclusive prefix sum over classes first and parts second, so
 * that a class of all parts is contiguous and the parts of it are in order (the sort is stable
 * within a class). */
static dpex_status end_counting(void *payload)
{
    const partition *p = payload;
    for (int64_t i = 0; i < p->lines.n_lines; i++) {
        int64_t *counts = p->counts + i * p->n_parts * p->n_classes, next = 0;
        for (int c = 0; c < p->n_classes; c++) {
            for (int64_t part = 0; part < p->n_parts; part++) {
                int64_t *count = &counts[part * p->n_classes + c];
                const int64_t n = *count;
                *count = next;
                next += n;
            }
        }
    }
    return DPEX_SUCCESS;
}

static dpex_status move_parts(void *payload, int64_t first_part, int64_t last_part)
{
    const partition *p = payload;
    for (int64_t i = first_part; i < last_part; i++) {
        line l;
        int64_t first, end;
        open_part(p, i, &l, &first, &end);
        move_part(p, &l, first, end, p->counts + i * p->n_classes);
    }
    return DPEX_SUCCESS;
}

/* ---- classes with wanted indices -------------------------------------------------------------------------------- */

/* Values of the class as elements with their indices: to select needs both, and the result has only
 * the indices. */
static void load_at(const partition *p, const line *l, const int64_t *indices, int64_t n,
                    char *elems)
{
    for (int64_t i = 0; i < n; i++)
        dpex_sort_load(&p->options, &l->line, indices[i], 1,
                       elems + (size_t)i * p->options.code->elem_bytes);
}

/* Selects within elements first..first + n of a result; kth: indices relative to `first`.
 * The class is small, usually about 2 * MARGIN / N_SAMPLES of the line, and so one thread
 * suffices. */
static dpex_status select_class(const partition *p, const line *l, int64_t first, int64_t n,
                                const int64_t *kth, int n_kth)
{
    const dpex_sort_code *code = p->options.code;
    const size_t bytes = (size_t)n * code->elem_bytes;
    char *elems = dpex_malloc(2 * bytes);
    if (!elems) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "partition: no memory for %zu bytes", bytes);
    if (p->wants_indices) {
        load_at(p, l, l->line.indices + first, n, elems);
    } else {
        const dpex_sort_line from = {.src = l->line.values, .stride = (int64_t)p->options.itemsize};
        dpex_sort_load(&p->options, &from, first, n, elems);
    }
    code->select(elems, elems + bytes, n, kth, n_kth);
    dpex_sort_store(&p->options, &l->line, first, n, elems);
    dpex_free(elems);
    return DPEX_SUCCESS;
}

static int has_one_key(const bounds *b, int c)
{
    return c > 0 && c < b->n && b->keys[c] - b->keys[c - 1] == 1;
}

static dpex_status finish_line(const partition *p, int64_t number)
{
    /* After move_parts an entry of the last part is one past its class: the end of the class. */
    const int64_t *ends = p->counts + ((number + 1) * p->n_parts - 1) * p->n_classes;
    line l;
    open_line(p, number, &l);
    for (int c = 0, i = 0; c <= l.bounds->n; c++) {
        const int64_t first = c ? ends[c - 1] : 0;
        int64_t kth[DPEX_MAX_DIVIDED];
        int n_kth = 0;
        for (; i < p->n_kth && p->kth[i] < ends[c]; i++) kth[n_kth++] = p->kth[i] - first;
        if (n_kth && !has_one_key(l.bounds, c))
            DPEX_TRY(select_class(p, &l, first, ends[c] - first, kth, n_kth));
    }
    return DPEX_SUCCESS;
}

static dpex_status finish_lines(void *payload, int64_t first, int64_t last)
{
    for (; first < last; first++) DPEX_TRY(finish_line(payload, first));
    return DPEX_SUCCESS;
}

/* ---- submission ---------------------------------------------------------------------------------------------------- */

static void drop(void *payload)
{
    partition *p = payload;
    if (atomic_fetch_sub(&p->refs, 1) != 1) return;
    dpex_free(p->bounds);
    dpex_free(p->counts);
    dpex_free(p);
}

static dpex_status submit_phases(partition *p, const dpex_array *const *arrays, int64_t cost)
{
    const int64_t n_lines = p->lines.n_lines, n_parts = n_lines * p->n_parts;
    const dpex_phase phases[N_PHASES] = {
        {.run = sample_lines, .n_chunks = n_lines},
        {.run = count_parts, .finish = end_counting, .n_chunks = n_parts},
        {.run = move_parts, .n_chunks = n_parts},
        {.run = finish_lines, .n_chunks = n_lines}};
    const dpex_work work = {.name = "partition", .drop = drop, .payload = p, .cost = cost};
    atomic_store(&p->refs, N_PHASES);
    return dpex_work_submit_phases(&work, phases, N_PHASES, arrays, 2);
}

static dpex_status divide_long(const dpex_array *x, int axis, const int64_t *kth, int n_kth,
                               int wants_indices, const dpex_array *out)
{
    const dpex_array *arrays[2] = {x, out};
    partition *p = dpex_calloc(1, sizeof(*p) + dpex_lines_bytes(x->nd, 2));
    if (!p) return DPEX_FAIL_NO_COMMAND("partition");
    const int64_t length = x->shape[axis];
    /* drop(p) below must free: one reference until submit_phases sets the number. */
    atomic_init(&p->refs, 1);
    dpex_lines_init(&p->lines, p + 1, arrays, 2, axis);
    dpex_sort_options_init(&p->options, x->dtype, 0, length, wants_indices);
    p->n_kth = n_kth;
    memcpy(p->kth, kth, (size_t)n_kth * sizeof(*kth));
    p->n_classes = 2 * n_kth + 1;
    p->wants_indices = wants_indices;
    p->n_parts = dpex_int64_ceil_div(length, PART);
    const int64_t n_lines = p->lines.n_lines;
    p->bounds = dpex_calloc((size_t)n_lines, sizeof(*p->bounds));
    p->counts = dpex_calloc((size_t)(n_lines * p->n_parts * p->n_classes), sizeof(int64_t));
    if (p->bounds && p->counts) return submit_phases(p, arrays, x->size);
    drop(p);
    return DPEX_FAIL_NO_COMMAND("partition");
}

/* x: real values; lines of more than SORTED. */
static dpex_status divide(const dpex_array *x, int axis, const int64_t *kth, int n_kth,
                          int wants_indices, dpex_array *out)
{
    const int64_t length = x->shape[axis];
    const int is_long = dpex_sort_is_long(length, x->size / length);
    dpex_array lines;
    int made;
    DPEX_TRY(dpex_sort_output(x, axis, length, wants_indices ? DPEX_I64 : x->dtype, out));
    dpex_status status = dpex_sort_gather_lines(x, axis, &lines, &made);
    if (!status) {
        status = (is_long ? divide_long : dpex_partition_short)(made ? &lines : x, axis, kth, n_kth,
                                                                wants_indices, out);
        if (made) dpex_array_fini(&lines);
    }
    if (status) dpex_array_fini(out);
    return status;
}

static dpex_status check(const int64_t *kth, int n_kth, int64_t length)
{
    for (int i = 0; i < n_kth; i++)
        if (kth[i] < (i ? kth[i - 1] : 0) || kth[i] >= length)
            return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                             "partition: index %lld is out of range for an extent of %lld, or not "
                             "in order",
                             (long long)kth[i], (long long)length);
    return DPEX_SUCCESS;
}

dpex_status dpex_partition_new(const dpex_array *x, int axis, const int64_t *kth, int n_kth,
                               int wants_indices, dpex_array *out)
{
    const int is_complex = dpex_dtype_get_info(x->dtype)->kind == DPEX_KIND_COMPLEX;
    const int64_t length = axis >= 0 && axis < x->nd ? x->shape[axis] : 0;
    /* A sorted line is partitioned at every index. */
    if (is_complex || length <= SORTED || !x->size || n_kth > DPEX_MAX_DIVIDED ||
        !x->queue->backend->runs_on_host)
        return wants_indices ? dpex_argsort_new(x, axis, 0, out) : dpex_sort_new(x, axis, 0, out);
    DPEX_TRY(check(kth, n_kth, length));
    return divide(x, axis, kth, n_kth, wants_indices, out);
}
