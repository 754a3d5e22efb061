/* Counts and sums of weights by number of bin, in portable kernel C. No floating-point atomics: sums come in an order that depends on sizes
 * and the kind of device alone.
 *
 * Defined before: K_PHASE; k_in, the elements' type; k_sum, of counts or of weights; K_WEIGHTED; K_EDGES, that bins are found by edges of
 * type k_edge, else elements are numbers of bins; K_GROUP_ITEMS; K_SMALL and K_LOCAL_BINS, tables that fit into private and local memory;
 * K_BIN_BITS, of which K_LOCAL_BINS is the power of 2. */
#define K_TABLES 1 /* an item per part of the elements: a table for each */
#define K_TOTALS 2 /* the sum of the tables: a group per bin, or an item */
#define K_ATOMIC 3 /* groups count in local memory, and add that to one table */
#define K_WIDEN  4 /* that table's counts are added to the result */
#define K_BINS   5 /* the numbers of bins, to be sorted */
#define K_SORTED 6 /* an item per bin: the sum of its weights, which lie side by side in the sorted order */
#define K_WARPS  7 /* a sub-group per part, with its table in local memory; devices that have such (prelude_cuda.cu) */
#define K_BLOCK  64
#define K_AT_ONCE 4 /* elements of an item of a sub-group */
#define K_COPIES 4 /* small tables, for neighbouring elements */

/* As the host lays it out; offsets and steps in elements. */
typedef struct {
    int64_t size, first, n, part, n_parts; /* elements first to size, bins, elements of a part */
    int64_t x, x_step, weights, weights_step, edges, tables, out, order;
    int64_t bin_step, part_step; /* of the tables */
} k_count;

#if K_PHASE == K_TABLES || K_PHASE == K_ATOMIC || K_PHASE == K_BINS || K_PHASE == K_WARPS
/* The bin of element i, or -1: by the distance of edges, which may round to a neighbouring bin. */
static inline int64_t k_bin(K_GLOBAL const k_in *x, K_GLOBAL const k_edge *edges, const k_count *w,
                            int64_t i)
{
#if K_EDGES
    const k_edge value = (k_edge)x[w->x + i * w->x_step];
    const k_edge low = edges[w->edges], high = edges[w->edges + w->n];
    const k_edge at = (value - low) * ((k_edge)w->n / (high - low)), last = (k_edge)(w->n - 1);
    /* NaN fails both comparisons. */
    /* Checked before the conversion to an integer, which is undefined in C for NaN and for
     * numbers that do not fit. */
    if (!(value >= low && value <= high)) return -1;
    const int64_t bin = (int64_t)(at < last ? at : last);
    const int is_below = value < edges[w->edges + bin];
    const int is_above = value >= edges[w->edges + bin + 1] && bin + 1 < w->n;
    return bin - is_below + is_above;
#else
    const int64_t bin = x[w->x + i * w->x_step];
    return (uint64_t)bin < (uint64_t)w->n ? bin : -1;
#endif
}
#endif

#if K_PHASE == K_TABLES
K_KERNEL void dpex_kernel(K_GLOBAL const k_in *x, K_GLOBAL const k_edge *edges,
                          K_GLOBAL const k_sum *weights, K_GLOBAL k_sum *tables, const k_count w)
{
    const int64_t p = (int64_t)K_ITEM, first = p * w.part;
    if (p >= w.n_parts) return;
    /* The last part takes what division left over, as on the host (dpex_count_parts): sums of
     * weights have the same order. */
    const int64_t last = p == w.n_parts - 1 ? w.size : first + w.part;
    tables += w.tables + p * w.part_step;
#if K_SMALL
    k_sum small[K_COPIES][K_SMALL + 1];
    for (int64_t b = 0; b <= w.n; b++)
        for (int c = 0; c < K_COPIES; c++) small[c][b] = 0;
#else
    for (int64_t b = 0; b < w.n; b++) tables[b * w.bin_step] = 0;
#endif
    for (int64_t at = first; at < last; at += K_BLOCK) {
        int64_t bins[K_BLOCK];
        const int n = last - at < K_BLOCK ? (int)(last - at) : K_BLOCK;
        for (int e = 0; e < n; e++) bins[e] = k_bin(x, edges, &w, at + e);
#if K_SMALL
        for (int e = 0; e < n; e++) bins[e] = bins[e] < 0 ? w.n : bins[e];
        /* A count that was just written must be stored before it is read again: neighbours use
         * different copies. The entry w.n takes what has no bin, without a branch. */
        for (int e = 0; e < n; e++) small[e % K_COPIES][bins[e]]++;
#else
        for (int e = 0; e < n; e++)
            if (bins[e] >= 0)
                tables[bins[e] * w.bin_step] +=
                    K_WEIGHTED ? weights[w.weights + (at + e) * w.weights_step] : (k_sum)1;
#endif
    }
#if K_SMALL
    for (int64_t b = 0; b < w.n; b++) {
        k_sum sum = 0;
        for (int c = 0; c < K_COPIES; c++) sum += small[c][b];
        tables[b * w.bin_step] = sum;
    }
#endif
}
#elif K_PHASE == K_TOTALS
K_KERNEL void dpex_kernel(K_GLOBAL const k_sum *tables, K_GLOBAL k_sum *out, const k_count w)
{
#if K_GROUPED
    K_LOCAL k_sum sums[K_GROUP_ITEMS];
    const int lane = (int)K_LANE;
    const int64_t b = (int64_t)K_GROUP, step = K_GROUP_ITEMS;
#else
    const int lane = 0;
    const int64_t b = (int64_t)K_ITEM, step = 1;
    if (b >= w.n) return;
#endif
    k_sum sum = 0;
    for (int64_t p = lane; p < w.n_parts; p += step)
        sum += tables[w.tables + b * w.bin_step + p * w.part_step];
#if K_GROUPED
    sums[lane] = sum;
    for (int s = K_GROUP_ITEMS / 2; s > 0; s /= 2) {
        K_BARRIER();
        if (lane < s) sums[lane] += sums[lane + s];
    }
    if (lane) return;
    sum = sums[0];
#endif
    out[w.out + b] = sum;
}
#elif K_PHASE == K_ATOMIC
K_KERNEL void dpex_kernel(K_GLOBAL const k_in *x, K_GLOBAL const k_edge *edges,
                          K_GLOBAL uint32_t *table, const k_count w)
{
    const int64_t first = w.first + (int64_t)K_GROUP * w.part, end = first + w.part;
    const int64_t last = end < w.size ? end : w.size;
    const int lane = (int)K_LANE;
    table += w.tables;
#if K_LOCAL_BINS
    K_LOCAL uint32_t counts[K_LOCAL_BINS];
    for (int64_t b = lane; b < w.n; b += K_GROUP_ITEMS) counts[b] = 0;
    K_BARRIER();
    for (int64_t i = first + lane; i < last; i += K_GROUP_ITEMS) {
        const int64_t bin = k_bin(x, edges, &w, i);
        if (bin >= 0) K_ATOMIC_ADD(&counts[bin], 1u);
    }
    K_BARRIER();
    for (int64_t b = lane; b < w.n; b += K_GROUP_ITEMS)
        /* Most bins of a part are empty where there are many: an atomic addition of 0 would cost
         * as much as any. */
        if (counts[b]) K_ATOMIC_ADD(&table[b], counts[b]);
#else
    for (int64_t i = first + lane; i < last; i += K_GROUP_ITEMS) {
        const int64_t bin = k_bin(x, edges, &w, i);
        if (bin >= 0) K_ATOMIC_ADD(&table[bin], 1u);
    }
#endif
}
#elif K_PHASE == K_WIDEN
K_KERNEL void dpex_kernel(K_GLOBAL uint32_t *table, K_GLOBAL int64_t *out, const k_count w)
{
    const int64_t b = (int64_t)K_ITEM;
    if (b >= w.n) return;
    /* The first round defines the result, whose memory is not cleared before. */
    out[w.out + b] = (w.first ? out[w.out + b] : 0) + (int64_t)table[w.tables + b];
    table[w.tables + b] = 0;
}
#elif K_PHASE == K_BINS
K_KERNEL void dpex_kernel(K_GLOBAL const k_in *x, K_GLOBAL const k_edge *edges,
                          K_GLOBAL int64_t *bins, const k_count w)
{
    const int64_t i = (int64_t)K_ITEM;
    if (i >= w.size) return;
    const int64_t bin = k_bin(x, edges, &w, i);
    /* No bin becomes the number behind the last one, which no item sums. */
    bins[w.out + i] = bin < 0 ? w.n : bin;
}
#elif K_PHASE == K_WARPS
/* Of items with one bin at a time, each adds in the order of their numbers, which fixes the sums' bits. */
K_KERNEL void dpex_kernel(K_GLOBAL const k_in *x, K_GLOBAL const k_edge *edges,
                          K_GLOBAL const k_sum *weights, K_GLOBAL k_sum *tables, const k_count w)
{
    K_LOCAL k_sum table[K_LOCAL_BINS];
    const int lane = (int)K_LANE;
    const uint32_t lower_lanes = ((uint32_t)1 << lane) - 1;
    const int64_t first = (int64_t)K_GROUP * w.part, end = first + w.part;
    const int64_t last = end < w.size ? end : w.size;
    for (int64_t b = lane; b < w.n; b += K_WARP) table[b] = 0;
    K_WARP_BARRIER();
    for (int64_t at = first; at < last; at += K_AT_ONCE * K_WARP) {
        int bins[K_AT_ONCE];
        k_sum values[K_AT_ONCE];
        K_UNROLL for (int e = 0; e < K_AT_ONCE; e++) {
            const int64_t i = at + e * K_WARP + lane;
            bins[e] = i < last ? (int)k_bin(x, edges, &w, i) : -1;
            values[e] = i < last ? weights[w.weights + i * w.weights_step] : (k_sum)0;
        }
        K_UNROLL for (int e = 0; e < K_AT_ONCE; e++) {
            /* One bit more than bins have: -1 is none of them. */
            const uint32_t same = k_match((uint32_t)bins[e], K_BIN_BITS + 1);
            const int rank = (int)K_COUNT_BITS(same & lower_lanes);
            for (int now = 0; K_BALLOT(bins[e] >= 0 && rank >= now); now++) {
                if (bins[e] >= 0 && rank == now) table[bins[e]] += values[e];
                K_WARP_BARRIER();
            }
        }
    }
    tables += w.tables + (int64_t)K_GROUP * w.part_step;
    for (int64_t b = lane; b < w.n; b += K_WARP) tables[b * w.bin_step] = table[b];
}
#else
/* How many of the sorted numbers are below b. */
static inline int64_t k_below(K_GLOBAL const int64_t *bins, int64_t n, int64_t b)
{
    int64_t low = 0, high = n;
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (bins[middle] < b)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

K_KERNEL void dpex_kernel(K_GLOBAL const int64_t *bins, K_GLOBAL const int64_t *order,
                          K_GLOBAL const k_sum *weights, K_GLOBAL k_sum *out, const k_count w)
{
    const int64_t b = (int64_t)K_ITEM;
    if (b >= w.n) return;
    bins += w.tables;
    k_sum sum = 0;
    for (int64_t i = k_below(bins, w.size, b); i < w.size && bins[i] == b; i++)
        sum += weights[w.weights + order[w.order + i] * w.weights_step];
    out[w.out + b] = sum;
}
#endif
