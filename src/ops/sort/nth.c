/* Order statistics: values at given indices of sorted lines, without sorting these. Each line by
 * one thread; nth_long.c has long lines.
 *
 * The keys of a line are counted by bin (a linear scale from samples), and only bins that contain a
 * wanted index are gathered and sorted. Lines of up to SORTED elements are sorted whole. */
#include "nth.h"

#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/integer.h"
#include "defs/tuning.h"
#include "dpex/op.h"
#include "ops/iterate/lines.h"
#include "ops/work.h"
#include "runtime/runtime.h"
#include "slots.h"
#include "sort.h"

enum {
    SORTED = 1024, /* lines of up to so many elements are sorted */
    CHUNK_ELEMS = 16384,
    X = 0,
    VALUES = 1
};

/* ---- one line -------------------------------------------------------------------------------------------------- */

/* One command over many lines; a chunk has lines_per_chunk of them. */
typedef struct nth {
    dpex_sort_options options;
    dpex_lines lines;
    int n_kth;
    int64_t kth[DPEX_MAX_KTH], lines_per_chunk;
    /* One slot per running thread, or the stack for short lines. */
    size_t line_bytes; /* bytes of a line's elements */
    dpex_slots slots;
} nth;

/* counts[b] = how many of n elements are in bin b. */
static void count(const nth *s, const dpex_sort_bins *bins, const char *elems, int64_t n,
                  int64_t *counts)
{
    uint16_t ids[DPEX_BLOCK_ELEMS];
    memset(counts, 0, DPEX_NTH_BINS * sizeof(*counts));
    for (int64_t first = 0; first < n; first += DPEX_BLOCK_ELEMS) {
        const int64_t n_here = dpex_int64_min(n - first, DPEX_BLOCK_ELEMS);
        s->options.code->bin(ids, elems + (size_t)first * s->options.code->elem_bytes,
                             (size_t)n_here, bins);
        for (int64_t i = 0; i < n_here; i++) counts[ids[i]]++;
    }
}

/* Only bins that contain a wanted index are copied, into ranges whose sizes `choice` knows. An
 * element belongs to the slot of its bin; others are skipped. */
static void gather(const nth *s, const dpex_sort_bins *bins, const dpex_nth_choice *choice,
                   const char *elems, int64_t n, char *to)
{
    const size_t bytes = s->options.code->elem_bytes;
    int64_t next[DPEX_MAX_KTH];
    uint16_t ids[DPEX_BLOCK_ELEMS];
    memcpy(next, choice->start, (size_t)choice->n * sizeof(*next));
    for (int64_t first = 0; first < n; first += DPEX_BLOCK_ELEMS) {
        const int64_t n_here = dpex_int64_min(n - first, DPEX_BLOCK_ELEMS);
        const char *block = elems + (size_t)first * bytes;
        s->options.code->bin(ids, block, (size_t)n_here, bins);
        for (int64_t i = 0; i < n_here; i++) {
            const int slot = choice->slot[ids[i]];
            if (slot >= 0)
                memcpy(to + (size_t)next[slot]++ * bytes, block + (size_t)i * bytes, bytes);
        }
    }
}

/* Stores a key as an element; forms with indices are not used here. */
static void store_key(const dpex_sort_options *options, const dpex_sort_line *line, int64_t at,
                      uint64_t key)
{
    const uint32_t narrow = (uint32_t)key;
    dpex_sort_store(options, line, at, 1,
                    options->form == DPEX_SORT_KEY32 ? (const void *)&narrow : (const void *)&key);
}

/* scratch is two arrays of a line's elements: `elems` as loaded, `spare` for the gathered bins.
 * The sort of the gathered elements uses `elems` again as its scratch, since nothing reads it
 * any more. */
static void pick_from_line(const nth *s, const dpex_sort_line *line, char *elems, char *spare)
{
    const dpex_sort_code *code = s->options.code;
    const int64_t n = s->lines.length[X];
    dpex_sort_load(&s->options, line, 0, n, elems);
    if (n <= SORTED) {
        code->sort(elems, spare, elems, n);
        for (int i = 0; i < s->n_kth; i++)
            store_key(&s->options, line, i, code->get_key(elems, s->kth[i]));
        return;
    }
    dpex_sort_bins bins = {.last = DPEX_NTH_BINS - 1};
    dpex_nth_choice choice;
    int64_t counts[DPEX_NTH_BINS];
    dpex_sort_choose_bins(&s->options, line, n, &bins);
    count(s, &bins, elems, n, counts);
    dpex_nth_choose(&choice, &bins, counts, s->kth, s->n_kth);
    gather(s, &bins, &choice, elems, n, spare);
    for (int slot = 0, i = 0; slot < choice.n; slot++) {
        const int64_t n_here = choice.start[slot + 1] - choice.start[slot];
        const int64_t end = choice.before[slot] + counts[choice.bin[slot]];
        char *sorted = spare + (size_t)choice.start[slot] * code->elem_bytes;
        if (n_here) code->sort(sorted, elems, sorted, n_here);
        for (; i < s->n_kth && s->kth[i] < end; i++)
            /* A bin of one key was not gathered: the key follows from the number of the bin. */
            store_key(&s->options, line, i,
                      n_here ? code->get_key(sorted, s->kth[i] - choice.before[slot])
                             : bins.low + (uint64_t)choice.bin[slot]);
    }
}

static dpex_status run(void *payload, int64_t first_chunk, int64_t last_chunk)
{
    nth *s = payload;
    _Alignas(64) char stack[2 * SORTED * sizeof(uint64_t)];
    int64_t first = first_chunk * s->lines_per_chunk, last = last_chunk * s->lines_per_chunk;
    if (last > s->lines.n_lines) last = s->lines.n_lines;
    char *scratch = s->slots.memory ? dpex_slots_take(&s->slots) : stack;
    dpex_cursor cursor;
    dpex_lines_seek(&s->lines, first, &cursor);
    for (; first < last; first++) {
        const dpex_sort_line line = {.src = dpex_lines_at(&s->lines, X, &cursor),
                                     .stride = s->lines.stride[X],
                                     .values = dpex_lines_at(&s->lines, VALUES, &cursor)};
        pick_from_line(s, &line, scratch, scratch + s->line_bytes);
        dpex_cursor_advance(&s->lines.layout, &cursor, 1);
    }
    if (s->slots.memory) dpex_slots_give(&s->slots, scratch);
    return DPEX_SUCCESS;
}

static dpex_status pick_short(const dpex_array *x, int axis, const dpex_sort_options *options,
                              const int64_t *kth, int n_kth, const dpex_array *values)
{
    const dpex_array *arrays[3] = {x, values};
    nth *s = dpex_calloc(1, sizeof(*s) + dpex_lines_bytes(x->nd, 2));
    if (!s) return DPEX_FAIL_NO_COMMAND("selection");
    s->options = *options;
    s->n_kth = n_kth;
    memcpy(s->kth, kth, (size_t)n_kth * sizeof(*kth));
    dpex_lines_init(&s->lines, s + 1, arrays, 2, axis);
    const int64_t length = s->lines.length[X];
    /* Short lines are handed out many at a time, so that a task is worth its overhead. */
    s->lines_per_chunk = 1 + CHUNK_ELEMS / (length + 1);
    s->line_bytes = ((size_t)length * options->code->elem_bytes + 63) / 64 * 64;
    const dpex_work work = {.name = "selection",
                            .run = run,
                            .drop = dpex_free,
                            .payload = s,
                            .n_chunks = dpex_int64_ceil_div(s->lines.n_lines, s->lines_per_chunk),
                            .cost = x->size};
    return dpex_slots_submit(&s->slots, &work, arrays, 2, 2 * s->line_bytes,
                             2 * SORTED * sizeof(uint64_t));
}

/* ---- all lines -------------------------------------------------------------------------------------------------- */

static dpex_status check(const dpex_array *x, int axis, const int64_t *kth, int n_kth)
{
    if (axis < 0 || axis >= x->nd)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                         "selection: axis %d is out of range for an array of %d dimensions", axis,
                         (int)x->nd);
    if (n_kth < 1 || n_kth > DPEX_MAX_KTH)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                         "selection: %d indices, from 1 to %d are possible", n_kth, DPEX_MAX_KTH);
    /* Ascending order is the caller's duty, since all methods pass once over the indices. */
    for (int i = 0; i < n_kth; i++) {
        if (kth[i] < (i ? kth[i - 1] : 0) || kth[i] >= x->shape[axis])
            return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                             "selection: index %lld is out of range for an extent of %lld, or not "
                             "in order",
                             (long long)kth[i], (long long)x->shape[axis]);
    }
    const dpex_dtype_info *info = dpex_dtype_get_info(x->dtype);
    if (info->kind == DPEX_KIND_COMPLEX)
        return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED, "selection: not for %s", info->name);
    return DPEX_SUCCESS;
}

/* x->size / length is the number of lines; neither is 0 here. */
static dpex_status pick(const dpex_array *x, int axis, const int64_t *kth, int n_kth,
                        const dpex_array *values)
{
    const int64_t length = x->shape[axis];
    dpex_sort_options options;
    dpex_sort_options_init(&options, x->dtype, 0, length, 0);
    return dpex_sort_is_long(length, x->size / length)
               ? dpex_nth_long(x, axis, &options, kth, n_kth, values)
               : pick_short(x, axis, &options, kth, n_kth, values);
}

/* Repeated indices are allowed: each has its own element of the result. */
dpex_status dpex_nth_new(const dpex_array *x, int axis, const int64_t *kth, int n_kth,
                         dpex_array *out)
{
    DPEX_TRY(check(x, axis, kth, n_kth));
    DPEX_TRY(dpex_sort_output(x, axis, n_kth, x->dtype, out));
    if (x->size == 0) return DPEX_SUCCESS;
    dpex_array lines;
    int made = 0;
    const int on_host = x->queue->backend->runs_on_host;
    dpex_status status = on_host ? dpex_sort_gather_lines(x, axis, &lines, &made)
                                 : dpex_sort_device_nth(x, axis, kth, n_kth, out);
    if (!status && on_host) {
        status = pick(made ? &lines : x, axis, kth, n_kth, out);
        if (made) dpex_array_fini(&lines);
    }
    if (status) dpex_array_fini(out);
    return status;
}
