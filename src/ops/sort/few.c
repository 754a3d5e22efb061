/* Counts of the distinct keys of a line where there are few of them, whatever their values: by a table of keys that
 * all threads fill, each with counts of its own.
 *
 * A line with more distinct keys shows that in its first elements, and the table is given up. */
#include <string.h>

#include "base/alloc.h"
#include "defs/tuning.h"
#include "sort.h"

enum {
    LOG_SLOTS = 12,
    N_SLOTS = 1 << LOG_SLOTS,
    MOST_KEYS = N_SLOTS / 4, /* a search then takes hardly more than one step */
    NO_SLOT = -1
};

/* Marks a slot without a key; the key itself is not counted. */
#define NO_KEY UINT64_MAX

/* is_given_up tells all threads to stop. Counts of a thread are added when its part of the line is done: a counter
 * that several threads increment would move between their caches with each element. */
struct dpex_sort_few {
    _Atomic int n_keys, is_given_up;
    _Atomic uint64_t keys[N_SLOTS];
    _Atomic int64_t counts[N_SLOTS];
};

dpex_sort_few *dpex_sort_few_create(void)
{
    dpex_sort_few *few = dpex_calloc(1, sizeof(*few));
    for (int i = 0; few && i < N_SLOTS; i++) atomic_init(&few->keys[i], NO_KEY);
    return few;
}

void dpex_sort_few_free(dpex_sort_few *few)
{
    dpex_free(few);
}

/* The slot of a key that is not in the table yet, from the first one to try on. Values that are equal but differ in
 * bits are left to the sort, which knows their order. */
static int insert(dpex_sort_few *few, const dpex_sort_type *type, uint64_t flip, uint64_t key,
                  int slot)
{
    const uint64_t plain = key ^ flip;
    const int has_ties = type->has_ties && (plain == type->minus_zero || plain > type->infinity);
    if (key == NO_KEY || has_ties || atomic_fetch_add(&few->n_keys, 1) >= MOST_KEYS) return NO_SLOT;
    for (;; slot = (slot + 1) & (N_SLOTS - 1)) {
        uint64_t found = NO_KEY;
        if (atomic_compare_exchange_strong(&few->keys[slot], &found, key) || found == key)
            return slot;
    }
}

/* The order of other threads' writes does not matter: a key is seen, or is inserted by an atomic step. */
static inline int find(const dpex_sort_few *few, uint64_t key, int *is_found)
{
    int slot = (int)(key * UINT64_C(0x9e3779b97f4a7c15) >> (64 - LOG_SLOTS));
    for (;; slot = (slot + 1) & (N_SLOTS - 1)) {
        const uint64_t found = atomic_load_explicit(&few->keys[slot], memory_order_relaxed);
        *is_found = found == key && key != NO_KEY;
        if (found == key || found == NO_KEY) return slot;
    }
}

/* Elements are keys: of 32 bits where these hold the type (kernels.h). */
static inline uint64_t key_at(const void *elems, int64_t i, int is_short)
{
    return is_short ? ((const uint32_t *)elems)[i] : ((const uint64_t *)elems)[i];
}

/* The counts of up to one thread's part of the line fit 32 bits, and the table of them the first cache.
 * is_short is a constant to the compiler. Returns 0 to give up. */
static inline __attribute__((always_inline)) int count(dpex_sort_few *few,
                                                       const dpex_sort_options *options,
                                                       const void *elems, int64_t n,
                                                       uint32_t *counts, const int is_short)
{
    for (int64_t i = 0; i < n; i++) {
        const uint64_t key = key_at(elems, i, is_short);
        int is_found, slot = find(few, key, &is_found);
        if (!is_found) slot = insert(few, options->type, options->flip, key, slot);
        if (slot == NO_SLOT) return 0;
        counts[slot]++;
    }
    return 1;
}

/* Integers that are close to each other have bins of their own in the sort, which counts them in less time. */
static int are_close(const void *elems, int64_t n, int is_short)
{
    uint64_t low = UINT64_MAX, high = 0;
    for (int64_t i = 0; i < n; i++) {
        const uint64_t key = key_at(elems, i, is_short);
        low = key < low ? key : low;
        high = key > high ? key : high;
    }
    return high - low < N_SLOTS / 2;
}

void dpex_sort_few_count(dpex_sort_few *few, const dpex_sort_options *options,
                         const dpex_sort_line *line, int64_t first, int64_t end)
{
    _Alignas(64) uint64_t elems[DPEX_BLOCK_ELEMS];
    uint32_t counts[N_SLOTS] = {0};
    for (; first < end; first += DPEX_BLOCK_ELEMS) {
        const int64_t n = end - first < DPEX_BLOCK_ELEMS ? end - first : DPEX_BLOCK_ELEMS;
        if (atomic_load_explicit(&few->is_given_up, memory_order_relaxed)) return;
        dpex_sort_load(options, line, first, n, elems);
        const int is_short = options->form == DPEX_SORT_KEY32;
        if ((first > 0 || options->type->has_ties || !are_close(elems, n, is_short)) &&
            (is_short ? count(few, options, elems, n, counts, 1)
                      : count(few, options, elems, n, counts, 0)))
            continue;
        atomic_store(&few->is_given_up, 1);
        return;
    }
    for (int i = 0; i < N_SLOTS; i++)
        if (counts[i]) atomic_fetch_add_explicit(&few->counts[i], counts[i], memory_order_relaxed);
}

void dpex_sort_few_finish(const dpex_sort_few *few, const dpex_sort_options *options,
                          dpex_sort_runs *runs)
{
    _Alignas(64) uint64_t keys[MOST_KEYS], spare[MOST_KEYS];
    const int is_short = options->form == DPEX_SORT_KEY32;
    int64_t *counts = dpex_array_get_ptr(&runs->counts), n = 0;
    if (few->is_given_up) return;
    for (int i = 0; i < N_SLOTS; i++) {
        const uint64_t key = few->keys[i];
        if (key == NO_KEY) continue;
        if (is_short)
            ((uint32_t *)keys)[n++] = (uint32_t)key;
        else
            keys[n++] = key;
    }
    /* Few enough for one thread. Their counts are found again by the table, so they need not move with them. */
    options->code->sort(keys, spare, keys, n);
    options->type->store_keys(dpex_array_get_ptr(&runs->values), keys, (size_t)n, options->flip);
    for (int64_t i = 0; i < n; i++) {
        int is_found;
        counts[i] = few->counts[find(few, key_at(keys, i, is_short), &is_found)];
    }
    runs->n = n;
    runs->is_known = 1;
}
