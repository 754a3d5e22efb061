/* Partitions of long lines. Of a sample of the line, a key below and one above each wanted place are pivots; each element is of a class,
 * below, equal to or between them, and goes behind those of lower classes. Parts of a line are counted before, so that each knows where
 * its elements go. Few elements are of a class with a wanted place inside: there a thread selects (select.inc).
 * Other lines are divided by one thread each (partition_short.c), or sorted where that takes no longer. */
#include <stdatomic.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "dpex/op.h"
#include "ops/lines.h"
#include "ops/work.h"
#include "runtime/runtime.h"
#include "sort.h"

enum {
    BLOCK = 512,
    PART = 1 << 16, /* elements of long lines that are worked on by one thread */
    SORTED = 64,    /* elements of lines that are sorted */
    N_SAMPLES = 4096,
    MARGIN = 96, /* ranks of samples between a place and its pivots: three standard deviations */
    MAX_PIVOTS = 2 * DPEX_MAX_DIVIDED,
    MAX_CLASSES = 2 * MAX_PIVOTS + 1,
    N_PHASES = 4,
    X = 0,
    OUT = 1
};

typedef struct partition {
    _Atomic int refs;
    dpex_sort_how how;
    dpex_lines lines;
    int n_places, n_pivots, n_classes, wants_places;
    int64_t places[DPEX_MAX_DIVIDED];
    int64_t part, n_parts; /* of a line */
    uint64_t *pivots;      /* [line][pivot] */
    int64_t *counts; /* [line][part][class]; when elements are moved, where the next one goes */
} partition;

typedef struct line {
    dpex_sort_line line;
    const uint64_t *pivots;
} line;

static void open_line(const partition *p, int64_t number, line *l)
{
    dpex_cursor cursor;
    dpex_lines_seek(&p->lines, number, &cursor);
    char *out = dpex_lines_at(&p->lines, OUT, &cursor);
    l->line = (dpex_sort_line){.src = dpex_lines_at(&p->lines, X, &cursor),
                               .stride = p->lines.stride[X],
                               .values = p->wants_places ? NULL : out,
                               .places = p->wants_places ? (void *)out : NULL};
    l->pivots = p->pivots + number * p->n_pivots;
}

/* ---- pivots ----------------------------------------------------------------------------------------------------- */

static int is_in(const uint64_t *keys, int n, uint64_t key)
{
    for (int i = 0; i < n; i++)
        if (keys[i] == key) return 1;
    return 0;
}

/* Two equal pivots would make a class between them of the elements equal to them; the largest number as one more does no harm. */
static void choose_pivots(const partition *p, const line *l, uint64_t *pivots)
{
    const dpex_sort_code *code = p->how.code;
    const int64_t length = p->lines.length[X], step = length / N_SAMPLES;
    _Alignas(64) uint64_t samples[N_SAMPLES], spare[N_SAMPLES];
    for (int64_t i = 0; i < N_SAMPLES; i++)
        dpex_sort_load(&p->how, &l->line, i * step + step / 2, 1,
                       (char *)samples + (size_t)i * code->elem_bytes);
    code->sort(samples, spare, samples, N_SAMPLES);
    int n = 0;
    for (int i = 0; i < p->n_places; i++) {
        const int64_t rank = p->places[i] / step, low = rank - MARGIN, high = rank + MARGIN;
        const uint64_t below = low < 0 ? 0 : code->get_key(samples, low);
        const uint64_t above = high < N_SAMPLES ? code->get_key(samples, high) : UINT64_MAX;
        if (!is_in(pivots, n, below)) pivots[n++] = below;
        if (!is_in(pivots, n, above)) pivots[n++] = above;
    }
    while (n < p->n_pivots) pivots[n++] = UINT64_MAX;
}

static dpex_status sample_lines(void *payload, int64_t first, int64_t last)
{
    partition *p = payload;
    for (; first < last; first++) {
        line l;
        open_line(p, first, &l);
        choose_pivots(p, &l, p->pivots + first * p->n_pivots);
    }
    return DPEX_SUCCESS;
}

/* ---- counting and moving ------------------------------------------------------------------------------------------ */

/* Loads a block of keys; classes[i] = how many pivots are below the key, and how many not above it. */
static int64_t load_block(const partition *p, const line *l, int64_t first, int64_t end,
                          uint64_t *keys, uint8_t *classes)
{
    const int64_t n = end - first < BLOCK ? end - first : BLOCK;
    dpex_sort_load(&p->how, &l->line, first, n, keys);
    p->how.code->classify(classes, keys, (size_t)n, l->pivots, p->n_pivots);
    return n;
}

static void count_part(const partition *p, const line *l, int64_t first, int64_t end,
                       int64_t *counts)
{
    _Alignas(64) uint64_t keys[BLOCK];
    uint8_t classes[BLOCK];
    memset(counts, 0, (size_t)p->n_classes * sizeof(*counts));
    for (; first < end; first += BLOCK) {
        const int64_t n = load_block(p, l, first, end, keys, classes);
        int64_t here[MAX_CLASSES];
        p->how.kernels->count_classes(here, classes, (size_t)n, p->n_classes);
        for (int c = 0; c < p->n_classes; c++) counts[c] += here[c];
    }
}

/* A class after the other: each has a pass without branches over the block. */
static void move_block(const partition *p, const line *l, int64_t first, int64_t n,
                       const uint64_t *keys, const uint8_t *classes, int64_t *next)
{
    _Alignas(64) uint64_t chosen[BLOCK];
    int64_t counts[MAX_CLASSES];
    p->how.kernels->count_classes(counts, classes, (size_t)n, p->n_classes);
    for (int c = 0; c < p->n_classes; c++) {
        if (counts[c] == 0) continue;
        if (p->wants_places) {
            p->how.kernels->choose_places((int64_t *)chosen, classes, (size_t)n, c, first);
            memcpy(l->line.places + next[c], chosen, (size_t)counts[c] * sizeof(*chosen));
        } else {
            p->how.code->choose(chosen, keys, classes, (size_t)n, c);
            dpex_sort_store(&p->how, &l->line, next[c], counts[c], chosen);
        }
        next[c] += counts[c];
    }
}

static void move_part(const partition *p, const line *l, int64_t first, int64_t end, int64_t *next)
{
    _Alignas(64) uint64_t keys[BLOCK];
    uint8_t classes[BLOCK];
    for (; first < end; first += BLOCK) {
        const int64_t n = load_block(p, l, first, end, keys, classes);
        move_block(p, l, first, n, keys, classes, next);
    }
}

/* ---- parts of long lines ----------------------------------------------------------------------------------------- */

static void open_part(const partition *p, int64_t number, line *l, int64_t *first, int64_t *end)
{
    const int64_t length = p->lines.length[X];
    open_line(p, number / p->n_parts, l);
    *first = number % p->n_parts * p->part;
    *end = *first + p->part < length ? *first + p->part : length;
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

/* ---- classes with wanted places -------------------------------------------------------------------------------- */

/* Puts elements first..first + n of a result in order as far as `places`, numbers within them, say. */
static dpex_status select_values(const partition *p, const line *l, int64_t first, int64_t n,
                                 const int64_t *places, int n_places)
{
    const dpex_sort_code *code = p->how.code;
    const dpex_sort_line from = {.src = l->line.values, .stride = (int64_t)p->how.itemsize};
    const size_t bytes = (size_t)n * code->elem_bytes;
    char *elems = dpex_malloc(2 * bytes);
    if (!elems) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "partition: no memory for %zu bytes", bytes);
    dpex_sort_load(&p->how, &from, first, n, elems);
    code->select(elems, elems + bytes, n, places, n_places);
    dpex_sort_store(&p->how, &l->line, first, n, elems);
    dpex_free(elems);
    return DPEX_SUCCESS;
}

static dpex_status select_places(const partition *p, const line *l, int64_t first, int64_t n,
                                 const int64_t *places, int n_places)
{
    const dpex_sort_code *code = &p->how.kernels->code[DPEX_SORT_PAIR];
    int64_t *out = l->line.places + first;
    dpex_sort_pair *pairs = dpex_malloc(2 * (size_t)n * sizeof(*pairs));
    if (!pairs)
        return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "partition: no memory for %lld elements",
                         (long long)n);
    for (int64_t i = 0; i < n; i++) {
        uint64_t key = 0;
        dpex_sort_load(&p->how, &l->line, out[i], 1, &key);
        pairs[i] = (dpex_sort_pair){.key = p->how.code->get_key(&key, 0), .place = out[i]};
    }
    code->select(pairs, pairs + n, n, places, n_places);
    code->get_places(out, pairs, (size_t)n);
    dpex_free(pairs);
    return DPEX_SUCCESS;
}

static dpex_status finish_line(const partition *p, int64_t number)
{
    const int64_t *ends = p->counts + ((number + 1) * p->n_parts - 1) * p->n_classes;
    line l;
    open_line(p, number, &l);
    for (int c = 0, i = 0; c < p->n_classes; c++) {
        const int64_t first = c ? ends[c - 1] : 0;
        int64_t places[DPEX_MAX_DIVIDED];
        int n_places = 0;
        for (; i < p->n_places && p->places[i] < ends[c]; i++)
            places[n_places++] = p->places[i] - first;
        if (!n_places || c % 2) continue; /* odd ones are elements equal to a pivot */
        DPEX_TRY((p->wants_places ? select_places : select_values)(p, &l, first, ends[c] - first,
                                                                   places, n_places));
    }
    return DPEX_SUCCESS;
}

static dpex_status finish_lines(void *payload, int64_t first, int64_t last)
{
    for (; first < last; first++) DPEX_TRY(finish_line(payload, first));
    return DPEX_SUCCESS;
}

/* ---- submission ---------------------------------------------------------------------------------------------------- */

static void unref(partition *p, int n)
{
    if (atomic_fetch_sub(&p->refs, n) != n) return;
    dpex_lines_fini(&p->lines);
    dpex_free(p->pivots);
    dpex_free(p->counts);
    dpex_free(p);
}

static void drop(void *payload)
{
    unref(payload, 1);
}

static dpex_status submit_phases(partition *p, const dpex_array *const *arrays, int64_t cost)
{
    const int64_t n_lines = p->lines.n_lines, n_parts = n_lines * p->n_parts;
    const dpex_work phases[N_PHASES] = {
        {.run = sample_lines, .n_chunks = n_lines},
        {.run = count_parts, .finish = end_counting, .n_chunks = n_parts},
        {.run = move_parts, .n_chunks = n_parts},
        {.run = finish_lines, .n_chunks = n_lines}};
    dpex_status status = DPEX_SUCCESS;
    dpex_event *event = NULL;
    atomic_store(&p->refs, N_PHASES);
    for (int i = 0; i < N_PHASES && !status; i++) {
        dpex_event *before = event;
        dpex_work work = phases[i];
        event = NULL;
        work.name = "partition";
        work.payload = p;
        work.drop = drop;
        work.cost = cost;
        work.after = before;
        work.event = i < N_PHASES - 1 ? &event : NULL;
        status = dpex_work_submit(&work, arrays, 2);
        dpex_event_release(before);
        if (status && i < N_PHASES - 1) unref(p, N_PHASES - 1 - i);
    }
    return status;
}

static dpex_status divide_long(const dpex_array *x, int axis, const int64_t *places, int n_places,
                               int wants_places, const dpex_array *out)
{
    const dpex_array *arrays[2] = {x, out};
    partition *p = dpex_calloc(1, sizeof(*p) + dpex_lines_bytes(x->nd, 2));
    if (!p) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "partition: no memory for the command");
    const int64_t length = x->shape[axis];
    atomic_init(&p->refs, 1);
    dpex_lines_init(&p->lines, p + 1, arrays, 2, axis);
    dpex_sort_how_init(&p->how, x->dtype, 0, length, 0);
    p->n_places = n_places;
    memcpy(p->places, places, (size_t)n_places * sizeof(*places));
    p->n_pivots = 2 * n_places;
    p->n_classes = 2 * p->n_pivots + 1;
    p->wants_places = wants_places;
    p->part = PART;
    p->n_parts = (length + PART - 1) / PART;
    const int64_t n_lines = p->lines.n_lines;
    p->pivots = dpex_calloc((size_t)(n_lines * p->n_pivots), sizeof(uint64_t));
    p->counts = dpex_calloc((size_t)(n_lines * p->n_parts * p->n_classes), sizeof(int64_t));
    if (p->pivots && p->counts) return submit_phases(p, arrays, x->size);
    drop(p);
    return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "partition: no memory for the command");
}

/* x: real values; lines of more than SORTED. */
static dpex_status divide(const dpex_array *x, int axis, const int64_t *places, int n_places,
                          int wants_places, dpex_array *out)
{
    const int64_t length = x->shape[axis];
    const int is_long = dpex_sort_is_long(length, x->size / length);
    dpex_array lines;
    int made;
    DPEX_TRY(dpex_sort_output(x, axis, length, wants_places ? DPEX_I64 : x->dtype, out));
    dpex_status status = dpex_sort_gather_lines(x, axis, &lines, &made);
    if (!status) {
        status = (is_long ? divide_long : dpex_partition_short)(made ? &lines : x, axis, places,
                                                                n_places, wants_places, out);
        if (made) dpex_array_fini(&lines);
    }
    if (status) dpex_array_fini(out);
    return status;
}

static dpex_status check(const int64_t *places, int n_places, int64_t length)
{
    for (int i = 0; i < n_places; i++)
        if (places[i] < (i ? places[i - 1] : 0) || places[i] >= length)
            return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                             "partition: place %lld is out of range for an extent of %lld, or not "
                             "in order",
                             (long long)places[i], (long long)length);
    return DPEX_SUCCESS;
}

dpex_status dpex_partition_new(const dpex_array *x, int axis, const int64_t *places, int n_places,
                               int wants_places, dpex_array *out)
{
    const int is_complex = dpex_dtype_get_info(x->dtype)->kind == DPEX_KIND_COMPLEX;
    const int64_t length = axis >= 0 && axis < x->nd ? x->shape[axis] : 0;
    if (is_complex || length <= SORTED || !x->size || n_places > DPEX_MAX_DIVIDED)
        return wants_places ? dpex_argsort_new(x, axis, 0, out) : dpex_sort_new(x, axis, 0, out);
    DPEX_TRY(check(places, n_places, length));
    DPEX_TRY(dpex_work_check("partition", x->queue));
    return divide(x, axis, places, n_places, wants_places, out);
}
