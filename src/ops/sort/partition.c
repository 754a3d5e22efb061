/* Partitions of long lines: the values at the wanted places are found first (nth.c); then each element is of a class, below, equal to or
 * between them, and goes behind those of lower classes. Parts of a line are counted before, so that each knows where its elements go.
 * Short lines are sorted, which takes no longer. */
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
    MAX_CLASSES = 2 * DPEX_MAX_PLACES + 1,
    X = 0,
    PIVOTS = 1,
    OUT = 2
};

typedef struct partition {
    _Atomic int refs;
    dpex_sort_how how;
    dpex_lines lines;
    int n_pivots, n_classes, wants_places;
    int64_t part, n_parts; /* of a line */
    int64_t *counts;       /* [line][part][class] */
} partition;

typedef struct line {
    dpex_sort_line line;
    uint64_t pivots[DPEX_MAX_PLACES];
} line;

static void open_line(const partition *p, const dpex_cursor *cursor, line *l)
{
    char *out = dpex_lines_at(&p->lines, OUT, cursor);
    const dpex_sort_line pivots = {.src = dpex_lines_at(&p->lines, PIVOTS, cursor),
                                   .stride = p->lines.stride[PIVOTS]};
    _Alignas(8) char keys[DPEX_MAX_PLACES * sizeof(uint64_t)];
    l->line = (dpex_sort_line){.src = dpex_lines_at(&p->lines, X, cursor),
                               .stride = p->lines.stride[X],
                               .values = p->wants_places ? NULL : out,
                               .places = p->wants_places ? (void *)out : NULL};
    dpex_sort_load(&p->how, &pivots, 0, p->n_pivots, keys);
    for (int i = 0; i < p->n_pivots; i++) l->pivots[i] = p->how.code->get_key(keys, i);
}

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
        for (int64_t i = 0; i < n; i++) counts[classes[i]]++;
    }
}

/* The elements of a block in order of their classes, and from there to their places. */
static void move_block(const partition *p, const line *l, int64_t first, int64_t n,
                       const uint64_t *keys, const uint8_t *classes, int64_t *next)
{
    _Alignas(64) uint64_t sorted[BLOCK];
    int start[MAX_CLASSES + 1] = {0}, at[MAX_CLASSES];
    for (int64_t i = 0; i < n; i++) start[classes[i] + 1]++;
    for (int c = 0; c < p->n_classes; c++) {
        start[c + 1] += start[c];
        at[c] = start[c];
    }
    if (p->wants_places) {
        for (int64_t i = 0; i < n; i++) sorted[at[classes[i]]++] = (uint64_t)(first + i);
    } else if (p->how.form == DPEX_SORT_KEY32) {
        for (int64_t i = 0; i < n; i++)
            ((uint32_t *)sorted)[at[classes[i]]++] = ((const uint32_t *)keys)[i];
    } else {
        for (int64_t i = 0; i < n; i++) sorted[at[classes[i]]++] = keys[i];
    }
    for (int c = 0; c < p->n_classes; c++) {
        const int64_t n_here = start[c + 1] - start[c];
        if (n_here == 0) continue;
        if (p->wants_places)
            memcpy(l->line.places + next[c], sorted + start[c], (size_t)n_here * sizeof(*sorted));
        else
            dpex_sort_store(&p->how, &l->line, next[c], n_here,
                            (char *)sorted + (size_t)start[c] * p->how.code->elem_bytes);
        next[c] += n_here;
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
    dpex_cursor cursor;
    dpex_lines_seek(&p->lines, number / p->n_parts, &cursor);
    open_line(p, &cursor, l);
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

/* ---- submission ---------------------------------------------------------------------------------------------------- */

static void unref(partition *p, int n)
{
    if (atomic_fetch_sub(&p->refs, n) != n) return;
    dpex_lines_fini(&p->lines);
    dpex_free(p->counts);
    dpex_free(p);
}

static void drop(void *payload)
{
    unref(payload, 1);
}

static dpex_status submit_parts(partition *p, const dpex_array *const *arrays, int64_t cost)
{
    const int64_t n = p->lines.n_lines * p->n_parts;
    dpex_event *counted = NULL;
    atomic_store(&p->refs, 2);
    dpex_work work = {.name = "partition",
                      .run = count_parts,
                      .finish = end_counting,
                      .drop = drop,
                      .payload = p,
                      .n_chunks = n,
                      .cost = cost,
                      .event = &counted};
    dpex_status status = dpex_work_submit(&work, arrays, 3);
    if (status) {
        unref(p, 1);
        return status;
    }
    work.run = move_parts;
    work.finish = NULL;
    work.after = counted;
    work.event = NULL;
    status = dpex_work_submit(&work, arrays, 3);
    dpex_event_release(counted);
    return status;
}

static dpex_status divide(const dpex_array *x, int axis, const dpex_array *pivots, int wants_places,
                          const dpex_array *out)
{
    const dpex_array *arrays[3] = {x, pivots, out};
    partition *p = dpex_calloc(1, sizeof(*p) + dpex_lines_bytes(x->nd, 3));
    if (!p) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "partition: no memory for the command");
    const int64_t length = x->shape[axis];
    atomic_init(&p->refs, 1);
    dpex_lines_init(&p->lines, p + 1, arrays, 3, axis);
    dpex_sort_how_init(&p->how, x->dtype, 0, length, 0);
    p->n_pivots = (int)pivots->shape[axis];
    p->n_classes = 2 * p->n_pivots + 1;
    p->wants_places = wants_places;
    p->part = PART;
    p->n_parts = (length + PART - 1) / PART;
    p->counts =
        dpex_calloc((size_t)(p->lines.n_lines * p->n_parts * p->n_classes), sizeof(int64_t));
    if (p->counts) return submit_parts(p, arrays, x->size);
    drop(p);
    return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "partition: no memory for the command");
}

/* x has long lines and elements. */
static dpex_status partition_long(const dpex_array *x, int axis, const int64_t *places,
                                  int n_places, int wants_places, dpex_array *out)
{
    dpex_array pivots, lines;
    int made;
    DPEX_TRY(dpex_nth_new(x, axis, places, n_places, &pivots));
    dpex_status status =
        dpex_sort_output(x, axis, x->shape[axis], wants_places ? DPEX_I64 : x->dtype, out);
    if (status) goto no_output;
    status = dpex_sort_gather_lines(x, axis, &lines, &made);
    if (!status) {
        status = divide(made ? &lines : x, axis, &pivots, wants_places, out);
        if (made) dpex_array_fini(&lines);
    }
    if (status) dpex_array_fini(out);
no_output:
    dpex_array_fini(&pivots);
    return status;
}

dpex_status dpex_partition_new(const dpex_array *x, int axis, const int64_t *places, int n_places,
                               int wants_places, dpex_array *out)
{
    const int is_complex = dpex_dtype_get_info(x->dtype)->kind == DPEX_KIND_COMPLEX;
    const int64_t length = axis >= 0 && axis < x->nd ? x->shape[axis] : 0;
    if (!is_complex && length && x->size && dpex_sort_is_long(length, x->size / length))
        return partition_long(x, axis, places, n_places, wants_places, out);
    return wants_places ? dpex_argsort_new(x, axis, 0, out) : dpex_sort_new(x, axis, 0, out);
}
