/* Order statistics of long lines, one line after the other, each by all threads: the line is read
 * twice, once to count its keys by bin and once to gather the bins that contain wanted indices.
 * These are sorted, each by one thread. */
#include <stdatomic.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/integer.h"
#include "defs/tuning.h"
#include "nth.h"
#include "ops/iterate/lines.h"
#include "ops/work.h"
#include "sort.h"

enum { CHUNK = 1 << 16, N_PHASES = 4, X = 0, VALUES = 1 };

/* The data that all phases of one line share; the last phase frees it. */
typedef struct long_nth {
    /* Each of the four commands holds one reference. */
    _Atomic int refs;
    dpex_sort_options options;
    dpex_sort_line line;
    int64_t n, n_chunks;
    int n_kth;
    int64_t kth[DPEX_MAX_KTH];
    dpex_sort_bins bins;
    _Atomic int64_t counted[DPEX_NTH_BINS]; /* summed by all threads */
    int64_t counts[DPEX_NTH_BINS];          /* the same after the phase, as plain integers */
    dpex_nth_choice choice;
    _Atomic int64_t next[DPEX_MAX_KTH]; /* where the next element of a slot goes */
    /* n_kth slots together; malloc'ed between the phases, since the size is known only after
     * counting */
    char *gathered, *spare;
} long_nth;

/* One task: the samples of a line are few. */
static dpex_status choose_bins(void *payload, int64_t first_chunk, int64_t last_chunk)
{
    (void)first_chunk;
    (void)last_chunk;
    long_nth *s = payload;
    s->bins.last = DPEX_NTH_BINS - 1;
    dpex_sort_choose_bins(&s->options, &s->line, s->n, &s->bins);
    return DPEX_SUCCESS;
}

/* Elements and the numbers of their bins, from `first` on; returns how many. Done anew in both
 * passes, so that nothing of a line's size is kept. */
static int64_t load_block(const long_nth *s, int64_t first, int64_t end, void *elems, uint16_t *ids)
{
    const int64_t n = dpex_int64_min(end - first, DPEX_BLOCK_ELEMS);
    dpex_sort_load(&s->options, &s->line, first, n, elems);
    s->options.code->bin(ids, elems, (size_t)n, &s->bins);
    return n;
}

/* The first element behind a range of chunks. */
static int64_t end_of(const long_nth *s, int64_t last_chunk)
{
    return last_chunk * CHUNK < s->n ? last_chunk * CHUNK : s->n;
}

static dpex_status count(void *payload, int64_t first_chunk, int64_t last_chunk)
{
    long_nth *s = payload;
    _Alignas(64) uint64_t elems[DPEX_BLOCK_ELEMS];
    uint16_t ids[DPEX_BLOCK_ELEMS];
    /* Counts are collected in a private table and added once per task; additions commute, so the
     * order of threads does not matter, and the end of the phase orders them before
     * end_counting. */
    int64_t counts[DPEX_NTH_BINS] = {0};
    const int64_t end = end_of(s, last_chunk);
    for (int64_t first = first_chunk * CHUNK; first < end; first += DPEX_BLOCK_ELEMS) {
        const int64_t n = load_block(s, first, end, elems, ids);
        for (int64_t i = 0; i < n; i++) counts[ids[i]]++;
    }
    for (int bin = 0; bin < DPEX_NTH_BINS; bin++)
        if (counts[bin])
            atomic_fetch_add_explicit(&s->counted[bin], counts[bin], memory_order_relaxed);
    return DPEX_SUCCESS;
}

/* Finish of the counting phase, on one thread. Failure here is reported by the queue's next wait;
 * the later phases are cancelled. */
static dpex_status end_counting(void *payload)
{
    long_nth *s = payload;
    for (int bin = 0; bin < DPEX_NTH_BINS; bin++) s->counts[bin] = atomic_load(&s->counted[bin]);
    dpex_nth_choose(&s->choice, &s->bins, s->counts, s->kth, s->n_kth);
    for (int slot = 0; slot < s->choice.n; slot++)
        atomic_store(&s->next[slot], s->choice.start[slot]);
    const size_t bytes = (size_t)s->choice.start[s->choice.n] * s->options.code->elem_bytes;
    /* + 1: malloc(0) may be NULL, which would read as a failure. */
    s->gathered = dpex_malloc(bytes + 1);
    s->spare = dpex_malloc(bytes + 1);
    if (s->gathered && s->spare) return DPEX_SUCCESS;
    return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "selection: no memory for %zu bytes", 2 * bytes);
}

/* Finds the elements of a block that belong to any slot, reserves space for them per slot by one
 * atomic addition, and copies them. Which elements land where in a slot depends on the threads'
 * timing, but only their set matters: each slot is sorted afterwards. The values have no indices,
 * so equal keys are interchangeable. */
static void gather_block(long_nth *s, const char *elems, const uint16_t *ids, int64_t n)
{
    const size_t bytes = s->options.code->elem_bytes;
    int16_t found[DPEX_BLOCK_ELEMS], slots[DPEX_BLOCK_ELEMS];
    int n_found = 0, counts[DPEX_MAX_KTH] = {0};
    for (int64_t i = 0; i < n; i++) {
        const int16_t slot = s->choice.slot[ids[i]];
        found[n_found] = (int16_t)i;
        slots[n_found] = slot;
        n_found += slot >= 0;
    }
    if (!n_found) return;
    int64_t to[DPEX_MAX_KTH];
    for (int i = 0; i < n_found; i++) counts[slots[i]]++;
    for (int slot = 0; slot < s->choice.n; slot++)
        if (counts[slot]) to[slot] = atomic_fetch_add(&s->next[slot], counts[slot]);
    for (int i = 0; i < n_found; i++)
        memcpy(s->gathered + (size_t)to[slots[i]]++ * bytes, elems + (size_t)found[i] * bytes,
               bytes);
}

static dpex_status gather(void *payload, int64_t first_chunk, int64_t last_chunk)
{
    long_nth *s = payload;
    /* Nothing was gathered: every wanted bin holds one key only. */
    if (s->choice.start[s->choice.n] == 0) return DPEX_SUCCESS; /* each bin is one key */
    _Alignas(64) uint64_t elems[DPEX_BLOCK_ELEMS];
    uint16_t ids[DPEX_BLOCK_ELEMS];
    const int64_t end = end_of(s, last_chunk);
    for (int64_t first = first_chunk * CHUNK; first < end; first += DPEX_BLOCK_ELEMS) {
        const int64_t n = load_block(s, first, end, elems, ids);
        gather_block(s, (const char *)elems, ids, n);
    }
    return DPEX_SUCCESS;
}

static void store_key(const long_nth *s, int64_t at, uint64_t key)
{
    const uint32_t narrow = (uint32_t)key;
    dpex_sort_store(&s->options, &s->line, at, 1,
                    s->options.form == DPEX_SORT_KEY32 ? (const void *)&narrow
                                                       : (const void *)&key);
}

/* Slots are independent; each is sorted by one thread. */
static void pick(const long_nth *s, int slot)
{
    const dpex_nth_choice *c = &s->choice;
    const dpex_sort_code *code = s->options.code;
    const size_t at = (size_t)c->start[slot] * code->elem_bytes;
    const int64_t n = c->start[slot + 1] - c->start[slot];
    const int64_t first = c->before[slot], end = first + s->counts[c->bin[slot]];
    if (n) code->sort(s->gathered + at, s->spare + at, s->gathered + at, n);
    for (int i = 0; i < s->n_kth; i++) {
        if (s->kth[i] < first || s->kth[i] >= end) continue;
        store_key(s, i,
                  n ? code->get_key(s->gathered + at, s->kth[i] - first)
                    : s->bins.low + (uint64_t)c->bin[slot]);
    }
}

static dpex_status pick_slots(void *payload, int64_t first_slot, int64_t last_slot)
{
    const long_nth *s = payload;
    for (int64_t i = first_slot; i < last_slot && i < s->choice.n; i++) pick(s, (int)i);
    return DPEX_SUCCESS;
}

/* ---- submission ---------------------------------------------------------------------------------------------------- */

static void drop(void *payload)
{
    long_nth *s = payload;
    if (atomic_fetch_sub(&s->refs, 1) != 1) return;
    dpex_free(s->gathered);
    dpex_free(s->spare);
    dpex_free(s);
}

static dpex_status submit_phases(long_nth *s, const dpex_array *const *arrays)
{
    const dpex_phase phases[N_PHASES] = {
        {.run = choose_bins, .n_chunks = 1},
        {.run = count, .finish = end_counting, .n_chunks = s->n_chunks},
        {.run = gather, .n_chunks = s->n_chunks},
        {.run = pick_slots, .n_chunks = s->n_kth},
    };
    const dpex_work work = {.name = "selection", .drop = drop, .payload = s, .cost = s->n};
    atomic_store(&s->refs, N_PHASES);
    return dpex_work_submit_phases(&work, phases, N_PHASES, arrays, 2);
}

dpex_status dpex_nth_long(const dpex_array *x, int axis, const dpex_sort_options *options,
                          const int64_t *kth, int n_kth, const dpex_array *values)
{
    const dpex_array *arrays[2] = {x, values};
    dpex_lines lines;
    void *memory = dpex_malloc(dpex_lines_bytes(x->nd, 2));
    if (!memory) return DPEX_FAIL_NO_COMMAND("selection");
    dpex_lines_init(&lines, memory, arrays, 2, axis);
    dpex_cursor cursor;
    dpex_lines_seek(&lines, 0, &cursor);
    dpex_status status = DPEX_SUCCESS;
    for (int64_t i = 0; i < lines.n_lines && !status; i++) {
        long_nth *s = dpex_calloc(1, sizeof(*s));
        if (!s) {
            status = DPEX_FAIL_NO_COMMAND("selection");
            break;
        }
        s->options = *options;
        s->line = (dpex_sort_line){.src = dpex_lines_at(&lines, X, &cursor),
                                   .stride = lines.stride[X],
                                   .values = dpex_lines_at(&lines, VALUES, &cursor)};
        s->n = x->shape[axis];
        s->n_chunks = dpex_int64_ceil_div(s->n, CHUNK);
        s->n_kth = n_kth;
        memcpy(s->kth, kth, (size_t)n_kth * sizeof(*kth));
        status = submit_phases(s, arrays);
        dpex_cursor_advance(&lines.layout, &cursor, 1);
    }
    dpex_free(memory);
    return status;
}
