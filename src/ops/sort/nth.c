/* Values at given places of sorted lines, each line by one thread; lines for all threads are in nth_long.c.
 *
 * A line's keys are counted by bin, and only the bins that hold wanted places are gathered and sorted. Short lines are sorted. */
#include "nth.h"

#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "dpex/op.h"
#include "ops/iterate/lines.h"
#include "ops/work.h"
#include "runtime/runtime.h"
#include "slots.h"
#include "sort.h"

enum {
    N_SAMPLES = 1024,
    N_OUTLIERS = 1, /* samples at each end that are no measure */
    BLOCK = 512,
    SORTED = 1024, /* elements of lines that are sorted */
    CHUNK_ELEMS = 16384,
    X = 0,
    VALUES = 1
};

/* ---- bins ---------------------------------------------------------------------------------------------------- */

/* The scale has room beyond the samples on both sides. */
static void place_bins(dpex_sort_bins *bins, uint64_t low, uint64_t high)
{
    while ((high - low) >> bins->shift > bins->last) bins->shift++;
    const uint64_t margin = (bins->last - ((high - low) >> bins->shift)) / 2;
    low = low >> bins->shift > margin ? low - (margin << bins->shift) : 0;
    bins->low = low >> bins->shift << bins->shift;
}

void dpex_sort_choose_bins(const dpex_sort_how *how, const dpex_sort_line *line, int64_t n,
                           dpex_sort_bins *bins)
{
    const dpex_sort_code *code = how->code;
    _Alignas(16) char samples[N_SAMPLES * sizeof(dpex_sort_pair)], spare[sizeof(samples)];
    const int64_t step = n < N_SAMPLES ? 1 : n / N_SAMPLES;
    const int64_t n_samples = n < N_SAMPLES ? n : N_SAMPLES;
    for (int64_t i = 0; i < n_samples; i++)
        dpex_sort_load(how, line, i * step, 1, samples + (size_t)i * code->elem_bytes);
    code->sort(samples, spare, samples, n_samples);
    /* a bin holds all of a key, whatever the place beside it */
    bins->shift = how->form == DPEX_SORT_PLACED ? 32 : 0;
    place_bins(bins, code->get_key(samples, N_OUTLIERS),
               code->get_key(samples, n_samples - 1 - N_OUTLIERS));
}

/* Whether all elements of a bin have one key; others may be in the outermost bins too. */
static int is_one_key(const dpex_sort_bins *bins, int bin)
{
    return bins->shift == 0 && bin > 0 && bin < bins->last;
}

void dpex_nth_choose(dpex_nth_choice *choice, const dpex_sort_bins *bins, const int64_t *counts,
                     const int64_t *places, int n_places)
{
    int64_t before = 0, gathered = 0;
    int next = 0;
    choice->n = 0;
    for (int bin = 0; bin <= bins->last; bin++) {
        const int64_t end = before + counts[bin];
        choice->slot[bin] = -1;
        if (next < n_places && places[next] < end) {
            const int slot = choice->n++;
            choice->bin[slot] = bin;
            choice->before[slot] = before;
            choice->start[slot] = gathered;
            if (!is_one_key(bins, bin)) {
                choice->slot[bin] = (int16_t)slot;
                gathered += counts[bin];
            }
            while (next < n_places && places[next] < end) next++;
        }
        before = end;
    }
    choice->start[choice->n] = gathered;
}

/* ---- one line -------------------------------------------------------------------------------------------------- */

typedef struct nth {
    dpex_sort_how how;
    dpex_lines lines;
    int n_places;
    int64_t places[DPEX_MAX_PLACES], lines_per_chunk;
    size_t room; /* bytes of a line's elements */
    dpex_slots slots;
} nth;

static void count(const nth *s, const dpex_sort_bins *bins, const char *elems, int64_t n,
                  int64_t *counts)
{
    uint16_t ids[BLOCK];
    memset(counts, 0, DPEX_NTH_BINS * sizeof(*counts));
    for (int64_t first = 0; first < n; first += BLOCK) {
        const int64_t n_here = n - first < BLOCK ? n - first : BLOCK;
        s->how.code->bin(ids, elems + (size_t)first * s->how.code->elem_bytes, (size_t)n_here,
                         bins);
        for (int64_t i = 0; i < n_here; i++) counts[ids[i]]++;
    }
}

static void gather(const nth *s, const dpex_sort_bins *bins, const dpex_nth_choice *choice,
                   const char *elems, int64_t n, char *to)
{
    const size_t bytes = s->how.code->elem_bytes;
    int64_t next[DPEX_MAX_PLACES];
    uint16_t ids[BLOCK];
    memcpy(next, choice->start, (size_t)choice->n * sizeof(*next));
    for (int64_t first = 0; first < n; first += BLOCK) {
        const int64_t n_here = n - first < BLOCK ? n - first : BLOCK;
        const char *block = elems + (size_t)first * bytes;
        s->how.code->bin(ids, block, (size_t)n_here, bins);
        for (int64_t i = 0; i < n_here; i++) {
            const int slot = choice->slot[ids[i]];
            if (slot >= 0)
                memcpy(to + (size_t)next[slot]++ * bytes, block + (size_t)i * bytes, bytes);
        }
    }
}

/* A key as an element; forms with places are not used here. */
static void store_key(const dpex_sort_how *how, const dpex_sort_line *line, int64_t at,
                      uint64_t key)
{
    const uint32_t narrow = (uint32_t)key;
    dpex_sort_store(how, line, at, 1,
                    how->form == DPEX_SORT_KEY32 ? (const void *)&narrow : (const void *)&key);
}

static void pick_from_line(const nth *s, const dpex_sort_line *line, char *elems, char *spare)
{
    const dpex_sort_code *code = s->how.code;
    const int64_t n = s->lines.length[X];
    dpex_sort_load(&s->how, line, 0, n, elems);
    if (n <= SORTED) {
        code->sort(elems, spare, elems, n);
        for (int i = 0; i < s->n_places; i++)
            store_key(&s->how, line, i, code->get_key(elems, s->places[i]));
        return;
    }
    dpex_sort_bins bins = {.last = DPEX_NTH_BINS - 1};
    dpex_nth_choice choice;
    int64_t counts[DPEX_NTH_BINS];
    dpex_sort_choose_bins(&s->how, line, n, &bins);
    count(s, &bins, elems, n, counts);
    dpex_nth_choose(&choice, &bins, counts, s->places, s->n_places);
    gather(s, &bins, &choice, elems, n, spare);
    for (int slot = 0, i = 0; slot < choice.n; slot++) {
        const int64_t n_here = choice.start[slot + 1] - choice.start[slot];
        const int64_t end = choice.before[slot] + counts[choice.bin[slot]];
        char *sorted = spare + (size_t)choice.start[slot] * code->elem_bytes;
        if (n_here) code->sort(sorted, elems, sorted, n_here);
        for (; i < s->n_places && s->places[i] < end; i++)
            store_key(&s->how, line, i,
                      n_here ? code->get_key(sorted, s->places[i] - choice.before[slot])
                             : bins.low + (uint64_t)choice.bin[slot]);
    }
}

static dpex_status run(void *payload, int64_t first_chunk, int64_t last_chunk)
{
    nth *s = payload;
    _Alignas(64) char stack[2 * SORTED * sizeof(uint64_t)];
    int64_t first = first_chunk * s->lines_per_chunk, last = last_chunk * s->lines_per_chunk;
    if (last > s->lines.n_lines) last = s->lines.n_lines;
    char *room = s->slots.memory ? dpex_slots_take(&s->slots) : stack;
    dpex_cursor cursor;
    dpex_lines_seek(&s->lines, first, &cursor);
    for (; first < last; first++) {
        const dpex_sort_line line = {.src = dpex_lines_at(&s->lines, X, &cursor),
                                     .stride = s->lines.stride[X],
                                     .values = dpex_lines_at(&s->lines, VALUES, &cursor)};
        pick_from_line(s, &line, room, room + s->room);
        dpex_cursor_advance(&s->lines.layout, &cursor, 1);
    }
    if (s->slots.memory) dpex_slots_give(&s->slots, room);
    return DPEX_SUCCESS;
}

static void drop(void *payload)
{
    nth *s = payload;
    dpex_lines_fini(&s->lines);
    dpex_free(s);
}

static dpex_status pick_short(const dpex_array *x, int axis, const dpex_sort_how *how,
                              const int64_t *places, int n_places, const dpex_array *values)
{
    const dpex_array *arrays[3] = {x, values};
    nth *s = dpex_calloc(1, sizeof(*s) + dpex_lines_bytes(x->nd, 2));
    if (!s) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "selection: no memory for the command");
    s->how = *how;
    s->n_places = n_places;
    memcpy(s->places, places, (size_t)n_places * sizeof(*places));
    dpex_lines_init(&s->lines, s + 1, arrays, 2, axis);
    const int64_t length = s->lines.length[X];
    s->lines_per_chunk = 1 + CHUNK_ELEMS / (length + 1);
    s->room = ((size_t)length * how->code->elem_bytes + 63) / 64 * 64;
    dpex_work work = {.name = "selection",
                      .run = run,
                      .drop = drop,
                      .payload = s,
                      .n_chunks = (s->lines.n_lines + s->lines_per_chunk - 1) / s->lines_per_chunk,
                      .cost = x->size};
    dpex_array room;
    const int is_large = s->room > SORTED * sizeof(uint64_t);
    if (is_large) {
        const dpex_status status =
            dpex_slots_init(&s->slots, x->queue, 2 * s->room, work.n_chunks, &room);
        if (status) {
            drop(s);
            return status;
        }
        arrays[2] = &room;
    }
    const dpex_status status = dpex_work_submit(&work, arrays, 2 + is_large);
    if (is_large) dpex_array_fini(&room);
    return status;
}

/* ---- all lines -------------------------------------------------------------------------------------------------- */

static dpex_status check(const dpex_array *x, int axis, const int64_t *places, int n_places)
{
    if (axis < 0 || axis >= x->nd)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                         "selection: axis %d is out of range for an array of %d dimensions", axis,
                         (int)x->nd);
    if (n_places < 1 || n_places > DPEX_MAX_PLACES)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                         "selection: %d places, from 1 to %d are possible", n_places,
                         DPEX_MAX_PLACES);
    for (int i = 0; i < n_places; i++) {
        if (places[i] < (i ? places[i - 1] : 0) || places[i] >= x->shape[axis])
            return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                             "selection: place %lld is out of range for an extent of %lld, or not "
                             "in order",
                             (long long)places[i], (long long)x->shape[axis]);
    }
    const dpex_dtype_info *info = dpex_dtype_get_info(x->dtype);
    if (info->kind == DPEX_KIND_COMPLEX)
        return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED, "selection: not for %s", info->name);
    return dpex_work_check("selection", x->queue);
}

static dpex_status pick(const dpex_array *x, int axis, const int64_t *places, int n_places,
                        const dpex_array *values)
{
    const int64_t length = x->shape[axis];
    dpex_sort_how how;
    dpex_sort_how_init(&how, x->dtype, 0, length, 0);
    return dpex_sort_is_long(length, x->size / length)
               ? dpex_nth_long(x, axis, &how, places, n_places, values)
               : pick_short(x, axis, &how, places, n_places, values);
}

dpex_status dpex_nth_new(const dpex_array *x, int axis, const int64_t *places, int n_places,
                         dpex_array *out)
{
    DPEX_TRY(check(x, axis, places, n_places));
    DPEX_TRY(dpex_sort_output(x, axis, n_places, x->dtype, out));
    if (x->size == 0) return DPEX_SUCCESS;
    dpex_array lines;
    int made;
    dpex_status status = dpex_sort_gather_lines(x, axis, &lines, &made);
    if (!status) {
        status = pick(made ? &lines : x, axis, places, n_places, out);
        if (made) dpex_array_fini(&lines);
    }
    if (status) dpex_array_fini(out);
    return status;
}
