/* Masks in portable kernel C: counts of chosen elements per block, and what is done with the elements, each of which has its rank. C order.
 *
 * Defined before: K_PHASE; K_GROUPED, a work-group per block, else a work-item; K_EACH, elements that an item takes at a time; k_elem, a type of
 * the elements' size; K_GROUP_ITEMS; K_BLOCKS, which a group counts; K_FLAT, that x has one dimension after merging; K_STAGED, that the elements
 * of a group may go through local memory. */
#define K_COUNT     1
#define K_COMPRESS  2
#define K_POSITIONS 3
#define K_WRITE     4
#define K_FILL      5
#define K_ROW       16 /* items whose counts one item sums */

/* All 64-bit, as the host lays it out; offsets and strides in elements. other: results, or values. */
typedef struct {
    int64_t n, block, nd, chosen_at, counts_at, x_at, other_at, other_step, n_values, takes_all;
    int64_t shape[K_DIMS], stride[K_DIMS];
} k_mask;

#if K_PHASE == K_POSITIONS
#define K_OTHER int64_t
#else
#define K_OTHER k_elem
#endif

/* Where element i of x lies: a line, or more dimensions. The struct is passed by its address, since a copy per item would cost time. */
#if K_FLAT
#define k_offset_of(w, i) ((w)->x_at + (i) * (w)->stride[0])
#else
static inline int64_t k_offset_of(const k_mask *w, int64_t i)
{
    int64_t at = w->x_at;
    for (int64_t d = w->nd - 1; d > 0; d--) {
        const int64_t rest = i / w->shape[d];
        at += (i - rest * w->shape[d]) * w->stride[d];
        i = rest;
    }
    return at + i * w->stride[0];
}
#endif

/* What is done with the chosen element i of rank k. */
static inline void k_do(K_GLOBAL k_elem *x, K_GLOBAL K_OTHER *other, const k_mask *w, int64_t i,
                        int64_t k)
{
#if K_PHASE == K_COMPRESS
    other[w->other_at + k] = x[k_offset_of(w, i)];
#elif K_PHASE == K_POSITIONS && K_FLAT
    other[w->other_at + k] = i;
#elif K_PHASE == K_POSITIONS
    for (int64_t d = w->nd - 1; d >= 0; d--) {
        const int64_t rest = i / w->shape[d];
        other[w->other_at + d * w->other_step + k] = i - rest * w->shape[d];
        i = rest;
    }
#elif K_PHASE == K_WRITE
    /* Values are repeated where there are fewer than chosen elements, as numpy.put does;
     * a division only then. */
    const int64_t v = k < w->n_values ? k : k % w->n_values;
    x[k_offset_of(w, i)] = other[w->other_at + v * w->other_step];
#endif
}

#if K_GROUPED
typedef K_ALIGNED_STRUCT(K_EACH) {
    uint8_t of[K_EACH];
} k_flags;

/* Rows are apart by an odd number, so that banks differ. */
#define K_ITEM_COUNT(i) items[(i) + (i) / K_ROW]
/* counts[0..K_ROW) = their sums; gives the last. All are read first: a chain of reads and writes would take as many times longer. */
static inline int k_sum_row(K_LOCAL_POINTER int *counts)
{
    int v[K_ROW];
    K_UNROLL for (int i = 0; i < K_ROW; i++) v[i] = counts[i];
    K_UNROLL for (int i = 1; i < K_ROW; i++) v[i] += v[i - 1];
    K_UNROLL for (int i = 0; i < K_ROW; i++) counts[i] = v[i];
    return v[K_ROW - 1];
}
#endif

#if K_STAGED
/* Where many are chosen, all are read: whole packs of 16 bytes, which are on their way while the ranks are found. */
#define K_PACK  (16 / (int)sizeof(k_elem))
#define K_PACKS (K_EACH / K_PACK) /* of an item */
typedef K_ALIGNED_STRUCT(16) {
    k_elem of[K_PACK];
} k_pack;
#endif

#if K_PHASE == K_FILL
K_KERNEL void dpex_kernel(K_GLOBAL const uint8_t *chosen, K_GLOBAL k_elem *x, const k_mask words,
                          const k_elem value)
{
#if K_GROUPED
    const int64_t i = (int64_t)K_ITEM;
    if (i < words.n && chosen[words.chosen_at + i]) x[k_offset_of(&words, i)] = value;
#else
    const int64_t first = (int64_t)K_ITEM * words.block, end = first + words.block;
    const int64_t last = end < words.n ? end : words.n;
    for (int64_t i = first; i < last; i++)
        if (chosen[words.chosen_at + i]) x[k_offset_of(&words, i)] = value;
#endif
}
#elif K_PHASE == K_COUNT && K_GROUPED
/* Several blocks per group, each by K_BLOCK_ITEMS items: so an item has many accesses on their way. */
#define K_BLOCK_ITEMS (K_GROUP_ITEMS / K_BLOCKS)
#define K_BLOCK_ROWS  (K_BLOCK_ITEMS / K_ROW)
#define K_PARTS_OF    (K_GROUP_ITEMS / K_BLOCK_ITEMS) /* of a block, for an item */
typedef K_ALIGNED_STRUCT(K_EACH) {
    uint32_t of[K_EACH / 4];
} k_flag_words;

/* For each byte of a word whether it is other than zero. */
static inline uint32_t k_is_set(const uint32_t w)
{
    return ((((w & 0x7f7f7f7fu) + 0x7f7f7f7fu) | w) >> 7) & 0x01010101u;
}

K_KERNEL void dpex_kernel(K_GLOBAL const uint8_t *chosen, K_GLOBAL int64_t *counts,
                          K_GLOBAL k_elem *x, K_GLOBAL K_OTHER *other, const k_mask words)
{
    K_LOCAL int items[K_GROUP_ITEMS / K_ROW * (K_ROW + 1)], rows[K_GROUP_ITEMS / K_ROW];
    const int lane = (int)K_LANE;
    const int64_t first_block = (int64_t)K_GROUP * K_BLOCKS;
    const int64_t first = (first_block + lane / K_BLOCK_ITEMS) * words.block + lane % K_BLOCK_ITEMS * K_EACH;
    int n = 0;
    chosen += words.chosen_at;
    counts += words.counts_at;
    if ((first_block + K_BLOCKS) * words.block <= words.n && (size_t)chosen % K_EACH == 0) {
        k_flag_words is[K_PARTS_OF];
        uint32_t sums = 0; /* in four bytes, none above K_PARTS_OF * K_EACH / 4 */
        K_UNROLL for (int p = 0; p < K_PARTS_OF; p++)
            is[p] = *(K_GLOBAL const k_flag_words *)(chosen + first + p * K_BLOCK_ITEMS * K_EACH);
        K_UNROLL for (int p = 0; p < K_PARTS_OF; p++)
            K_UNROLL for (int k = 0; k < K_EACH / 4; k++) sums += k_is_set(is[p].of[k]);
        n = (int)(sums * 0x01010101u >> 24);
    } else {
        for (int p = 0; p < K_PARTS_OF; p++)
            for (int e = 0; e < K_EACH; e++) {
                const int64_t at = first + p * K_BLOCK_ITEMS * K_EACH + e;
                n += at < words.n && chosen[at];
            }
    }
    K_ITEM_COUNT(lane) = n;
    K_BARRIER();
    if (lane < K_GROUP_ITEMS / K_ROW) rows[lane] = k_sum_row(&K_ITEM_COUNT(lane * K_ROW));
    K_BARRIER();
    if (lane < K_BLOCKS && (first_block + lane) * words.block < words.n) {
        int total = 0;
        K_UNROLL for (int r = 0; r < K_BLOCK_ROWS; r++) total += rows[lane * K_BLOCK_ROWS + r];
        counts[first_block + lane] = total;
    }
}
#else
K_KERNEL void dpex_kernel(K_GLOBAL const uint8_t *chosen, K_GLOBAL int64_t *counts,
                          K_GLOBAL k_elem *x, K_GLOBAL K_OTHER *other, const k_mask words)
{
    chosen += words.chosen_at;
    counts += words.counts_at;
#if K_GROUPED
    const int64_t b = (int64_t)K_GROUP;
#else
    const int64_t b = (int64_t)K_ITEM;
    if (b * words.block >= words.n) return;
#endif
    const int64_t first = b * words.block, end = first + words.block, last = end < words.n ? end : words.n;
#if K_PHASE != K_COUNT
    int64_t k = b ? counts[b - 1] : 0;
#endif
#if K_GROUPED
    /* A block is K_EACH elements of each item; items[i]: chosen ones up to item i of its row, rows[r]: up to row r. */
    K_LOCAL int items[K_GROUP_ITEMS / K_ROW * (K_ROW + 1)], rows[K_GROUP_ITEMS / K_ROW];
    const int lane = (int)K_LANE;
    const int64_t mine = first + lane * K_EACH;
    int n = 0;
#if K_STAGED
    K_GLOBAL const k_elem *const own = x + words.x_at + mine;
    const int takes_all = words.takes_all && last - first == words.block && (size_t)own % sizeof(k_pack) == 0;
    k_pack v[K_PACKS];
    if (takes_all) K_UNROLL for (int p = 0; p < K_PACKS; p++) v[p] = ((K_GLOBAL const k_pack *)own)[p];
#endif
    k_flags is = {{0}};
    /* One access of K_EACH bytes where it is aligned and inside; a view of bools may begin
     * anywhere. */
    if (mine + K_EACH <= last && (size_t)(chosen + mine) % K_EACH == 0)
        is = *(K_GLOBAL const k_flags *)(chosen + mine);
    else
        K_UNROLL for (int e = 0; e < K_EACH; e++) is.of[e] = mine + e < last ? chosen[mine + e] : 0;
    K_UNROLL for (int e = 0; e < K_EACH; e++) n += is.of[e] != 0;
    K_ITEM_COUNT(lane) = n;
    K_BARRIER();
    if (lane < K_GROUP_ITEMS / K_ROW) rows[lane] = k_sum_row(&K_ITEM_COUNT(lane * K_ROW));
    K_BARRIER();
    if (lane == 0) k_sum_row(rows);
    K_BARRIER();
    /* The chosen ones, or their numbers, go through local memory, so that neighbouring items take neighbouring ranks. */
#if K_STAGED
    K_LOCAL k_elem packed[K_GROUP_ITEMS * K_EACH];
#endif
    K_LOCAL uint16_t numbers[K_GROUP_ITEMS * K_EACH];
    const int total = rows[K_GROUP_ITEMS / K_ROW - 1];
    /* The rank of this item's first one within the block: the sum up to it less its own, and
     * that of the rows before. */
    int at = K_ITEM_COUNT(lane) - n + (lane >= K_ROW ? rows[lane / K_ROW - 1] : 0);
#if K_STAGED
    if (takes_all) {
        K_UNROLL for (int e = 0; e < K_EACH; e++)
            if (is.of[e]) packed[at++] = v[e / K_PACK].of[e % K_PACK];
        K_BARRIER();
        for (int r = lane; r < total; r += K_GROUP_ITEMS) other[words.other_at + k + r] = packed[r];
        return;
    }
#endif
    K_UNROLL for (int e = 0; e < K_EACH; e++)
        if (is.of[e]) numbers[at++] = (uint16_t)(lane * K_EACH + e);
    K_BARRIER();
#if K_PHASE == K_COMPRESS
    /* Four elements are on their way at a time. */
    for (int r = lane; r < total; r += 4 * K_GROUP_ITEMS) {
        k_elem v[4];
        K_UNROLL for (int u = 0; u < 4; u++)
            if (r + u * K_GROUP_ITEMS < total)
                v[u] = x[k_offset_of(&words, first + numbers[r + u * K_GROUP_ITEMS])];
        K_UNROLL for (int u = 0; u < 4; u++)
            if (r + u * K_GROUP_ITEMS < total) other[words.other_at + k + r + u * K_GROUP_ITEMS] = v[u];
    }
#else
    for (int r = lane; r < total; r += K_GROUP_ITEMS) k_do(x, other, &words, first + numbers[r], k + r);
#endif
#else
#if K_PHASE == K_COUNT
    int n = 0;
    for (int64_t i = first; i < last; i++) n += chosen[i] != 0;
    counts[b] = n;
#else
    for (int64_t i = first; i < last; i += K_EACH) {
        /* The numbers of the chosen ones first, without a branch that would be guessed wrong. */
        const int n = last - i < K_EACH ? (int)(last - i) : K_EACH;
        int m = 0;
#if K_FLAT && K_PHASE == K_COMPRESS
        k_elem packed[K_EACH];
        for (int e = 0; e < n; e++) {
            /* Written in any case, and overwritten where the element is not chosen. */
            packed[m] = x[k_offset_of(&words, i + e)];
            m += chosen[i + e] != 0;
        }
        for (int t = 0; t < m; t++) other[words.other_at + k + t] = packed[t];
#else
        int numbers[K_EACH];
        for (int e = 0; e < n; e++) {
            numbers[m] = e;
            m += chosen[i + e] != 0;
        }
        for (int t = 0; t < m; t++) k_do(x, other, &words, i + numbers[t], k + t);
#endif
        k += m;
    }
#endif
#endif
}
#endif
