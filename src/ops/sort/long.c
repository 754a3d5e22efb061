/* Sorts of long lines, one after the other, each by all threads: a bucket sort with a linear scale
 * of bins.
 *
 * The scale goes from the lowest to the highest key of samples of the line. Keys are counted by
 * bin. Neighbouring bins become a bucket as long as it fits the caches. A pass over the line copies
 * each element to its bucket. Each bucket is sorted by one thread, whose scratch memory stays in
 * its cache. So the line is read twice, and the copy is written and read once. Where each bin is
 * one key, values are written from the counts (a counting sort). A few outliers do not matter:
 * samples mostly miss them, and they share the outermost bins.
 *
 * Before the sort the line is checked: one that is ascending or descending throughout is copied, in
 * order or reversed. For most other lines the first elements rule that out. */
#include <stdatomic.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/integer.h"
#include "defs/tuning.h"
#include "nth.h"
#include "ops/iterate/lines.h"
#include "ops/loops/loops.h"
#include "ops/work.h"
#include "slots.h"
#include "sort.h"

enum {
    N_BINS = 4096,
    BUCKET_BYTES = 192 * 1024,
    MAX_BUCKETS = 1024,
    N_PARTS = 256, /* of the line, for the phase that sorts buckets */
    LEAST_CHUNK = 16384,
    MOST_CHUNKS = 128,
    N_PHASES = 4
};

/* The data that all phases of one line share; the last phase frees it. */
typedef struct long_sort {
    _Atomic int refs;
    dpex_sort_options options;
    dpex_sort_line line;
    /* The user's memory, for ties: line.src may be a copy, or the array of results. */
    const char *original;
    int64_t original_stride; /* bytes */
    /* n_wanted: results to write, from the first on. chunk: elements per task of phases 1 to 3.
     * target: elements that a bucket should have at most. */
    int64_t n, n_wanted, chunk, n_chunks, n_bins, target;
    dpex_sort_bins bins;
    _Atomic unsigned order; /* DPEX_SORT_ASCENDING, DPEX_SORT_DESCENDING: not yet ruled out */
    int is_narrow;          /* keys have up to 16 bits, and each has its own bin */
    int is_listed;  /* keys of up to 8 bits with indices, which go to where the counts say */
    int is_counted; /* each bin is one key */
    int n_buckets;
    int has_limit;  /* no result is wanted from `limit` on */
    uint64_t limit; /* a key */
    char *elems;    /* sorted by bucket */
    /* in one array, `tables` */
    uint32_t *counts;      /* [chunk][bin] */
    int64_t *offsets;      /* [chunk][bucket]: where its elements of the chunk begin */
    int64_t *bin_ends;     /* elements in bins up to this one */
    int64_t *bucket_start; /* n_buckets + 1 */
    uint16_t *bucket_of;   /* by bin */
    dpex_slots slots;
    dpex_sort_runs *runs; /* kept; filled where is_counted, or from few */
    dpex_sort_few *few;   /* NULL: no runs are wanted, or keys are narrow */
} long_sort;

/* ---- phase 1: the order, then the bins --------------------------------------------------------------------- */

/* Chunks partition 0..n; the last one may be short. */
static int64_t chunk_end(const long_sort *s, int64_t first)
{
    return first + s->chunk < s->n ? first + s->chunk : s->n;
}

/* The orders to check for. None for complex numbers, which have two keys, and for narrow keys,
 * which are counted in the same time. A line that is sorted in place cannot be reversed by several
 * threads. */
static unsigned possible_orders(const long_sort *s)
{
    if (s->is_narrow || s->options.type->load_second) return 0;
    return s->line.src == s->line.values ? DPEX_SORT_ASCENDING
                                         : DPEX_SORT_ASCENDING | DPEX_SORT_DESCENDING;
}

/* Phases after the one that found the runs have nothing to do; all have been submitted. */
static int has_runs(const long_sort *s)
{
    return s->runs && s->runs->is_known;
}

/* Blocks overlap by one element, so that all neighbours are compared.
 * Threads only ever clear bits of `order`, and it is read for its value by later commands,
 * which the queue orders after this one; so relaxed operations do. A cleared word ends the
 * check in all threads. */
static dpex_status check_order(void *payload, int64_t first_chunk, int64_t last_chunk)
{
    long_sort *s = payload;
    _Alignas(64) dpex_sort_pair elems[DPEX_BLOCK_ELEMS];
    int64_t first = first_chunk * s->chunk, end = chunk_end(s, (last_chunk - 1) * s->chunk) + 1;
    if (end > s->n) end = s->n;
    if (s->few)
        dpex_sort_few_count(s->few, &s->options, &s->line, first,
                            chunk_end(s, (last_chunk - 1) * s->chunk));
    for (; first + 1 < end && atomic_load_explicit(&s->order, memory_order_relaxed);
         first += DPEX_BLOCK_ELEMS - 1) {
        const int64_t n = dpex_int64_min(end - first, DPEX_BLOCK_ELEMS);
        dpex_sort_load(&s->options, &s->line, first, n, elems);
        atomic_fetch_and_explicit(&s->order, dpex_sort_find_order(&s->options, elems, n),
                                  memory_order_relaxed);
    }
    return DPEX_SUCCESS;
}

/* With keys of KEY32 the upper bits are 0, so that highest_key of a narrow type is below 2^32. */
static uint64_t highest_key(const long_sort *s)
{
    return UINT64_MAX >>
           (64 - (s->options.form == DPEX_SORT_KEY32 ? s->options.type->key_bits : 64));
}

/* Finish of phase 1: runs on one thread after all chunks. */
static dpex_status choose_bins(void *payload)
{
    long_sort *s = payload;
    if (s->few) dpex_sort_few_finish(s->few, &s->options, s->runs);
    if (s->order || has_runs(s)) return DPEX_SUCCESS;
    s->bins.last = (uint16_t)(s->n_bins - 1);
    if (s->is_listed)
        s->bins.shift = 32; /* the lower half of a packed element is its index */
    else if (!s->is_narrow)
        dpex_sort_choose_bins(&s->options, &s->line, s->n, &s->bins);
    return DPEX_SUCCESS;
}

/* ---- phase 2: counting ------------------------------------------------------------------------------------ */

static dpex_status count(void *payload, int64_t first_chunk, int64_t last_chunk)
{
    const long_sort *s = payload;
    _Alignas(64) dpex_sort_pair elems[DPEX_BLOCK_ELEMS];
    uint16_t ids[DPEX_BLOCK_ELEMS];
    /* A line already in order needs no further phases; they stay in the queue and return at once,
     * since the order is known only here, after all have been submitted. */
    if (s->order || has_runs(s)) return DPEX_SUCCESS;
    for (int64_t chunk = first_chunk; chunk < last_chunk; chunk++) {
        /* A table per chunk, not atomic increments on a shared one: phase 3 needs the counts by
         * chunk, to let each chunk write without synchronization. */
        uint32_t *counts = s->counts + chunk * s->n_bins;
        memset(counts, 0, (size_t)s->n_bins * sizeof(*counts));
        int64_t first = chunk * s->chunk;
        const int64_t end = chunk_end(s, first);
        for (; first < end; first += DPEX_BLOCK_ELEMS) {
            const int64_t n = dpex_int64_min(end - first, DPEX_BLOCK_ELEMS);
            dpex_sort_load(&s->options, &s->line, first, n, elems);
            s->options.code->bin(ids, elems, (size_t)n, &s->bins);
            for (int64_t i = 0; i < n; i++) counts[ids[i]]++;
        }
    }
    return DPEX_SUCCESS;
}

static void sum_bins(long_sort *s)
{
    memset(s->bin_ends, 0, (size_t)s->n_bins * sizeof(*s->bin_ends));
    for (int64_t chunk = 0; chunk < s->n_chunks; chunk++) {
        const uint32_t *counts = s->counts + chunk * s->n_bins;
        for (int64_t bin = 0; bin < s->n_bins; bin++) s->bin_ends[bin] += counts[bin];
    }
    for (int64_t bin = 1; bin < s->n_bins; bin++) s->bin_ends[bin] += s->bin_ends[bin - 1];
}

/* Whether each bin holds one key, the outermost bins included, which may also hold keys beyond the
 * scale. */
static int is_counted(const long_sort *s)
{
    if (s->options.code->get_indices || s->bins.shift) return 0;
    const uint64_t last = s->bins.low + s->bins.last;
    const int nothing_below = s->bins.low == 0 || s->bin_ends[0] == 0;
    const int nothing_above = last == highest_key(s) || s->bin_ends[s->n_bins - 2] == s->n;
    return nothing_below && nothing_above;
}

/* Adjacent bins are merged until a bucket would exceed its target. A single bin may exceed it by
 * itself (equal or crowded keys); sort_bucket then takes memory of its own. */
static void group_bins(long_sort *s)
{
    int bucket = 0;
    int64_t start = 0, before = 0;
    s->bucket_start[0] = 0;
    for (int64_t bin = 0; bin < s->n_bins; bin++) {
        if (before > start && s->bin_ends[bin] - start > s->target) {
            start = before;
            s->bucket_start[++bucket] = start;
        }
        s->bucket_of[bin] = (uint16_t)bucket;
        before = s->bin_ends[bin];
    }
    s->n_buckets = bucket + 1;
    s->bucket_start[s->n_buckets] = s->n;
}

/* For each chunk, where its elements go in each bucket: chunks write to disjoint ranges in their
 * order, which also keeps the sort stable. */
static void set_offsets(long_sort *s)
{
    int64_t next[MAX_BUCKETS + 1];
    memcpy(next, s->bucket_start, (size_t)s->n_buckets * sizeof(*next));
    for (int64_t chunk = 0; chunk < s->n_chunks; chunk++) {
        memcpy(s->offsets + chunk * MAX_BUCKETS, next, (size_t)s->n_buckets * sizeof(*next));
        const uint32_t *counts = s->counts + chunk * s->n_bins;
        for (int64_t bin = 0; bin < s->n_bins; bin++) next[s->bucket_of[bin]] += counts[bin];
    }
}

/* Only for forms without indices: KEY32 or KEY64. */
static void put_key(const long_sort *s, void *elems, int64_t i, uint64_t key)
{
    if (s->options.form == DPEX_SORT_KEY32)
        ((uint32_t *)elems)[i] = (uint32_t)key;
    else
        ((uint64_t *)elems)[i] = key;
}

/* Whether values that are equal but differ in bits were counted: each as a key of its own. */
static int has_ties(const long_sort *s)
{
    const dpex_sort_type *type = s->options.type;
    for (int64_t bin = 0; bin < s->n_bins && type->has_ties; bin++) {
        const uint64_t key = (s->bins.low + (uint64_t)bin) ^ s->options.flip;
        if (s->bin_ends[bin] == (bin ? s->bin_ends[bin - 1] : 0)) continue;
        if (key == type->minus_zero || key > type->infinity) return 1;
    }
    return 0;
}

/* The runs are the bins that are not empty. */
static void write_runs(const long_sort *s)
{
    dpex_sort_runs *runs = s->runs;
    char *values = dpex_array_get_ptr(&runs->values);
    int64_t *counts = dpex_array_get_ptr(&runs->counts), before = 0;
    runs->n = 0;
    for (int64_t bin = 0; bin < s->n_bins; bin++) {
        const int64_t count = s->bin_ends[bin] - before;
        uint64_t elem;
        before = s->bin_ends[bin];
        if (count == 0) continue;
        put_key(s, &elem, 0, s->bins.low + (uint64_t)bin);
        s->options.type->store_keys(values + runs->n * (int64_t)s->options.itemsize, &elem, 1,
                                    s->options.flip);
        counts[runs->n++] = count;
    }
    runs->is_known = 1;
}

/* The limit is the first key after the buckets with wanted results; buckets end where a bin
 * ends. */
static void find_limit(long_sort *s)
{
    int last = 0;
    while (s->bucket_start[last + 1] < s->n_wanted) last++;
    s->has_limit = s->n_wanted < s->n && last < s->n_buckets - 1;
    if (!s->has_limit) return;
    uint64_t bin = 0;
    while (s->bucket_of[bin] <= last) bin++;
    /* The shift could overflow for the last bin, whose end is 2^64. */
    if (bin > (UINT64_MAX - s->bins.low) >> s->bins.shift)
        s->has_limit = 0; /* beyond all keys */
    else
        s->limit = s->bins.low + (bin << s->bins.shift);
}

/* Finish of phase 2: everything that all chunks of phase 3 need. */
static dpex_status end_counting(void *payload)
{
    long_sort *s = payload;
    if (s->order || has_runs(s)) return DPEX_SUCCESS;
    sum_bins(s);
    s->is_counted = is_counted(s);
    if (!s->is_counted) {
        group_bins(s);
        set_offsets(s);
        find_limit(s);
    } else if (s->runs && !has_ties(s)) {
        write_runs(s);
    }
    return DPEX_SUCCESS;
}

/* ---- phase 3: distribution to buckets ---------------------------------------------------------------------------------- */

/* A slot holds the lines of dpex_sort_spread and its array `next`. */
enum { SPREAD_BYTES = MAX_BUCKETS * (DPEX_SORT_LINE_BYTES + sizeof(int64_t)) };

static void spread_chunk(const long_sort *s, int64_t chunk, char *slot)
{
    _Alignas(64) dpex_sort_pair elems[DPEX_BLOCK_ELEMS];
    uint16_t ids[DPEX_BLOCK_ELEMS];
    const int64_t *offsets = s->offsets + chunk * MAX_BUCKETS;
    dpex_sort_spread to = {.dst = s->elems,
                           .lines = slot,
                           .start = offsets,
                           .next = (void *)(slot + MAX_BUCKETS * DPEX_SORT_LINE_BYTES),
                           .streams =
                               s->n * (int64_t)s->options.code->elem_bytes > DPEX_STREAM_BYTES};
    memcpy(to.next, offsets, (size_t)s->n_buckets * sizeof(*offsets));
    int64_t first = chunk * s->chunk;
    const int64_t end = chunk_end(s, first);
    for (; first < end; first += DPEX_BLOCK_ELEMS) {
        size_t n = (size_t)(dpex_int64_min(end - first, DPEX_BLOCK_ELEMS));
        dpex_sort_load(&s->options, &s->line, first, (int64_t)n, elems);
        if (s->has_limit) n = s->options.code->keep_below(elems, elems, n, s->limit);
        s->options.code->bin(ids, elems, n, &s->bins);
        for (size_t i = 0; i < n; i++) ids[i] = s->bucket_of[ids[i]];
        s->options.code->spread(&to, elems, ids, n);
    }
    s->options.code->spread_end(&to, s->n_buckets);
}

/* Indices of equal keys follow each other as they are met. There are at most 256 ends to write to, whose lines
 * the first cache holds, so elements need not be collected by line as those of buckets are. */
static void list_chunk(const long_sort *s, int64_t chunk)
{
    _Alignas(64) uint64_t elems[DPEX_BLOCK_ELEMS];
    int64_t next[MAX_BUCKETS], first = chunk * s->chunk;
    const int64_t end = chunk_end(s, first);
    uint16_t ids[DPEX_BLOCK_ELEMS];
    memcpy(next, s->offsets + chunk * MAX_BUCKETS, (size_t)s->n_buckets * sizeof(*next));
    for (; first < end; first += DPEX_BLOCK_ELEMS) {
        const size_t n = (size_t)dpex_int64_min(end - first, DPEX_BLOCK_ELEMS);
        dpex_sort_load(&s->options, &s->line, first, (int64_t)n, elems);
        s->options.code->bin(ids, elems, n, &s->bins);
        for (size_t i = 0; i < n; i++)
            s->line.indices[next[s->bucket_of[ids[i]]]++] = (uint32_t)elems[i];
    }
}

static dpex_status spread(void *payload, int64_t first_chunk, int64_t last_chunk)
{
    long_sort *s = payload;
    if (s->is_counted || s->order || has_runs(s)) return DPEX_SUCCESS;
    char *slot = dpex_slots_take(&s->slots);
    for (int64_t chunk = first_chunk; chunk < last_chunk; chunk++)
        s->is_listed ? list_chunk(s, chunk) : spread_chunk(s, chunk, slot);
    atomic_thread_fence(memory_order_seq_cst); /* streaming stores become visible */
    dpex_slots_give(&s->slots, slot);
    return DPEX_SUCCESS;
}

/* ---- phase 4: sorting buckets, or writing values from their counts ------------------------------------------ */

/* n values of the result. Large results go past the caches: this phase reads next to nothing, so
 * reading the lines that it overwrites would be half of its traffic. */
static void fill_block(const long_sort *s, int64_t first, int64_t n, const uint64_t *elems)
{
    _Alignas(64) char values[DPEX_BLOCK_ELEMS * sizeof(uint64_t)];
    const int64_t itemsize = (int64_t)s->options.itemsize;
    if (s->n_wanted * itemsize <= DPEX_STREAM_BYTES) {
        dpex_sort_store(&s->options, &s->line, first, n, elems);
        return;
    }
    s->options.type->store_keys(values, elems, (size_t)n, s->options.flip);
    dpex_loops_stream(dpex_loops_get(), s->line.values + first * itemsize, values,
                      (size_t)(n * itemsize));
}

/* Values first..end of the result. */
static void fill(const long_sort *s, int64_t first, int64_t end)
{
    uint64_t elems[DPEX_BLOCK_ELEMS];
    int64_t below = 0, bin = s->n_bins - 1;
    while (below < bin) { /* the first bin that ends behind `first` */
        const int64_t middle = (below + bin) / 2;
        if (s->bin_ends[middle] > first)
            bin = middle;
        else
            below = middle + 1;
    }
    while (first < end) {
        const int64_t n = dpex_int64_min(end - first, DPEX_BLOCK_ELEMS);
        for (int64_t i = 0; i < n;) {
            while (s->bin_ends[bin] <= first + i) bin++;
            const int64_t bin_end = dpex_int64_min(s->bin_ends[bin] - first, n);
            const uint64_t key = s->bins.low + (uint64_t)bin;
            for (; i < bin_end; i++) put_key(s, elems, i, key);
        }
        fill_block(s, first, n, elems);
        first += n;
    }
    atomic_thread_fence(memory_order_seq_cst); /* streaming stores become visible */
}

static int64_t n_wanted_from(const long_sort *s, int64_t first, int64_t n)
{
    return dpex_int64_min(s->n_wanted - first, n);
}

/* A bucket larger than planned: keys that differ little, or all alike. Its memory is allocated when
 * it is met, since it is rare. */
static dpex_status sort_large(const long_sort *s, char *elems, int64_t first, int64_t n)
{
    void *spare = dpex_malloc((size_t)n * s->options.code->elem_bytes);
    if (!spare)
        return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "sort: no memory for %lld elements", (long long)n);
    dpex_sort_elements(&s->options, &s->line, elems, spare, elems, n);
    dpex_sort_store(&s->options, &s->line, first, n_wanted_from(s, first, n), elems);
    dpex_free(spare);
    return DPEX_SUCCESS;
}

static dpex_status sort_bucket(const long_sort *s, int bucket, char *slot)
{
    const int64_t first = s->bucket_start[bucket], n = s->bucket_start[bucket + 1] - first;
    const size_t elem_bytes = s->options.code->elem_bytes;
    char *elems = s->elems + first * (int64_t)elem_bytes;
    /* The elements of one bucket, its scratch and the result fit the slot, which stays in the
     * caches of the thread. */
    if (n > s->target) return sort_large(s, elems, first, n);
    char *sorted = slot + (size_t)s->target * elem_bytes;
    dpex_sort_elements(&s->options, &s->line, elems, slot, sorted, n);
    dpex_sort_store(&s->options, &s->line, first, n_wanted_from(s, first, n), sorted);
    return DPEX_SUCCESS;
}

/* Results first..end of an ascending or descending line. */
static void copy_ordered(const long_sort *s, int64_t first, int64_t end)
{
    _Alignas(64) dpex_sort_pair elems[DPEX_BLOCK_ELEMS];
    const int is_ascending = (s->order & DPEX_SORT_ASCENDING) != 0;
    for (; first < end; first += DPEX_BLOCK_ELEMS) {
        const int64_t n = dpex_int64_min(end - first, DPEX_BLOCK_ELEMS);
        dpex_sort_load(&s->options, &s->line, is_ascending ? first : s->n - first - n, n, elems);
        if (!is_ascending) dpex_sort_reverse(&s->options, elems, elems, n);
        dpex_sort_store(&s->options, &s->line, first, n, elems);
    }
}

/* Parts of the result; a bucket belongs to the part in which it starts. */
static dpex_status sort_parts(void *payload, int64_t first_part, int64_t last_part)
{
    long_sort *s = payload;
    const int64_t part = dpex_int64_ceil_div(s->n, N_PARTS), first = first_part * part;
    const int64_t end = last_part * part < s->n_wanted ? last_part * part : s->n_wanted;
    if (has_runs(s)) return DPEX_SUCCESS;
    if (s->is_counted || s->order) {
        if (s->order)
            copy_ordered(s, first, end);
        else if (first < end)
            fill(s, first, end);
        return DPEX_SUCCESS;
    }
    if (s->is_listed) {
        const int64_t bytes = (int64_t)s->options.itemsize;
        if (s->line.values && first < end)
            dpex_sort_take(s->line.src, s->line.stride, s->options.itemsize,
                           s->line.indices + first, end - first, s->line.values + first * bytes);
        return DPEX_SUCCESS;
    }
    char *slot = dpex_slots_take(&s->slots);
    dpex_status status = DPEX_SUCCESS;
    for (int b = 0; b < s->n_buckets && !status; b++) {
        if (s->bucket_start[b] >= first && s->bucket_start[b] < end)
            status = sort_bucket(s, b, slot);
    }
    dpex_slots_give(&s->slots, slot);
    return status;
}

/* Finish of the last phase, on one thread. */
static dpex_status end_sorting(void *payload)
{
    long_sort *s = payload;
    if (s->line.values && !has_runs(s)) /* their values have no ties */
        dpex_sort_restore_ties(&s->options, s->original, s->original_stride, s->line.values, s->n);
    return DPEX_SUCCESS;
}

/* ---- submission -------------------------------------------------------------------------------------------- */

static void drop(void *payload)
{
    long_sort *s = payload;
    if (atomic_fetch_sub(&s->refs, 1) != 1) return;
    dpex_sort_runs_release(s->runs);
    dpex_sort_few_free(s->few);
    dpex_free(s);
}

static void choose_sizes(long_sort *s)
{
    const int64_t elem_bytes = (int64_t)s->options.code->elem_bytes;
    s->is_narrow = !s->options.code->get_indices && s->options.type->key_bits <= 16;
    s->is_listed = s->options.form == DPEX_SORT_PACKED && s->options.type->key_bits <= 8 &&
                   s->n_wanted == s->n && s->line.indices;
    s->n_bins = s->is_narrow || s->is_listed ? 1 << s->options.type->key_bits : N_BINS;
    /* Chunks are long enough that the table of counts (n_bins entries) is small beside them, and
     * whole blocks. */
    s->chunk = s->n / MOST_CHUNKS < LEAST_CHUNK ? LEAST_CHUNK : s->n / MOST_CHUNKS;
    if (s->chunk < s->n_bins) s->chunk = s->n_bins;
    s->chunk = dpex_int64_round_up(s->chunk, DPEX_BLOCK_ELEMS);
    s->n_chunks = dpex_int64_ceil_div(s->n, s->chunk);
    /* two neighbouring buckets together are larger than the target: at most MAX_BUCKETS */
    s->target = 2 * (s->n / (MAX_BUCKETS - 2) + 1);
    if (s->target < BUCKET_BYTES / elem_bytes) s->target = BUCKET_BYTES / elem_bytes;
    if (s->is_listed) s->target = 0; /* a bucket for each key */
}

/* Scratch arrays of the phases; after a failure all are released.
 * All come from the memory pool, which reuses a block only after the commands that use it; so
 * they are released right after submission, while the commands still run. */
typedef struct scratch {
    dpex_array elems, tables, slots;
} scratch;

static dpex_status init_bytes(dpex_queue *queue, int64_t bytes, dpex_array *array)
{
    return dpex_array_init(queue, DPEX_U8, 1, &bytes, DPEX_ORDER_C, DPEX_USM_DEVICE, array);
}

/* About 128 chunks of at most 2^16 bins: no overflow. */
static dpex_status init_tables(long_sort *s, dpex_queue *queue, dpex_array *tables)
{
    const int64_t n_counts = s->n_chunks * s->n_bins, n_offsets = s->n_chunks * MAX_BUCKETS;
    const int64_t bytes = (n_offsets + s->n_bins + MAX_BUCKETS + 1) * (int64_t)sizeof(int64_t) +
                          n_counts * (int64_t)sizeof(uint32_t) +
                          s->n_bins * (int64_t)sizeof(uint16_t);
    DPEX_TRY(init_bytes(queue, bytes, tables));
    s->offsets = dpex_array_get_ptr(tables);
    s->bin_ends = s->offsets + n_offsets;
    s->bucket_start = s->bin_ends + s->n_bins;
    s->counts = (void *)(s->bucket_start + MAX_BUCKETS + 1);
    s->bucket_of = (void *)(s->counts + n_counts);
    return DPEX_SUCCESS;
}

static dpex_status init_scratch(long_sort *s, dpex_queue *queue, scratch *made)
{
    /* Slots must hold either use: the lines of the distribution in phase 3, elements and scratch of
     * a bucket in phase 4. */
    const int64_t elem_bytes = (int64_t)s->options.code->elem_bytes;
    /* narrow keys are always counted */
    DPEX_TRY(init_bytes(queue, s->is_narrow || s->is_listed ? 0 : s->n * elem_bytes, &made->elems));
    dpex_status status = init_tables(s, queue, &made->tables);
    if (status) goto no_tables;
    const int64_t bucket_bytes = 2 * s->target * elem_bytes;
    const int64_t slot_bytes = dpex_int64_max(bucket_bytes, SPREAD_BYTES);
    status = dpex_slots_init(&s->slots, queue, s->is_narrow ? 64 : (size_t)slot_bytes, s->n_chunks,
                             &made->slots);
    if (status) goto no_slots;
    s->elems = dpex_array_get_ptr(&made->elems);
    return DPEX_SUCCESS;
no_slots:
    dpex_array_fini(&made->tables);
no_tables:
    dpex_array_fini(&made->elems);
    return status;
}

static dpex_status submit_phases(long_sort *s, const char *name, const dpex_array **arrays,
                                 int n_arrays)
{
    const dpex_phase phases[N_PHASES] = {
        {.run = check_order, .finish = choose_bins, .n_chunks = s->n_chunks},
        {.run = count, .finish = end_counting, .n_chunks = s->n_chunks},
        {.run = spread, .n_chunks = s->n_chunks},
        {.run = sort_parts, .finish = end_sorting, .n_chunks = N_PARTS},
    };
    const dpex_work work = {.name = name, .drop = drop, .payload = s, .cost = s->n};
    atomic_store(&s->refs, N_PHASES);
    return dpex_work_submit_phases(&work, phases, N_PHASES, arrays, n_arrays);
}

/* One line. The state is freed by the last phase; after init_scratch failed nothing was submitted,
 * so here. */
static dpex_status sort_line(const dpex_sort_task *task, const dpex_sort_options *options,
                             const dpex_sort_line *line, const char *original)
{
    long_sort *s = dpex_calloc(1, sizeof(*s));
    if (!s) return DPEX_FAIL_NO_COMMAND(task->name);
    s->options = *options;
    s->line = *line;
    s->original = original;
    s->original_stride = task->x->strides[task->axis] * (int64_t)options->itemsize;
    s->n = task->x->shape[task->axis];
    s->n_wanted = task->n_wanted ? task->n_wanted : s->n;
    choose_sizes(s);
    s->order = possible_orders(s);
    scratch made;
    dpex_status status = init_scratch(s, task->x->queue, &made);
    if (status) {
        dpex_free(s);
        return status;
    }
    const dpex_array *arrays[9] = {task->x, task->src, &made.elems, &made.tables, &made.slots};
    int n_arrays = 5;
    if (task->values) arrays[n_arrays++] = task->values;
    if (task->indices) arrays[n_arrays++] = task->indices;
    if (task->runs && !s->is_narrow)
        s->few = dpex_sort_few_create(); /* without memory for it the sort goes on */
    if (task->runs) {
        arrays[n_arrays++] = &task->runs->values;
        arrays[n_arrays++] = &task->runs->counts;
        /* The runs outlive this call: the last command reads them, and the caller keeps its own
         * reference. */
        atomic_fetch_add(&task->runs->refs, 1);
        s->runs = task->runs;
    }
    status = submit_phases(s, task->name, arrays, n_arrays);
    dpex_array_fini(&made.slots);
    dpex_array_fini(&made.tables);
    dpex_array_fini(&made.elems);
    return status;
}

dpex_status dpex_sort_long(const dpex_sort_task *task, const dpex_sort_options *options)
{
    enum { X, SRC, OUT };
    const dpex_array *arrays[4] = {task->x, task->src};
    int n_arrays = OUT;
    if (task->values) arrays[n_arrays++] = task->values;
    if (task->indices) arrays[n_arrays++] = task->indices;
    dpex_lines lines;
    void *memory = dpex_malloc(dpex_lines_bytes(task->x->nd, n_arrays));
    if (!memory) return DPEX_FAIL_NO_COMMAND(task->name);
    dpex_lines_init(&lines, memory, arrays, n_arrays, task->axis);
    dpex_cursor cursor;
    dpex_lines_seek(&lines, 0, &cursor);
    dpex_status status = DPEX_SUCCESS;
    /* The calls only submit: nothing is waited for. */
    for (int64_t i = 0; i < lines.n_lines && !status; i++) {
        const dpex_sort_line line = {
            .src = dpex_lines_at(&lines, SRC, &cursor),
            .stride = lines.stride[SRC],
            .values = task->values ? dpex_lines_at(&lines, OUT, &cursor) : NULL,
            .indices = task->indices
                           ? (void *)dpex_lines_at(&lines, OUT + (task->values != NULL), &cursor)
                           : NULL};
        status = sort_line(task, options, &line, dpex_lines_at(&lines, X, &cursor));
        dpex_cursor_advance(&lines.layout, &cursor, 1);
    }
    dpex_free(memory);
    return status;
}
