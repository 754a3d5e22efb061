/* Sorts on devices that compile at run time, in portable kernel C; device.c defines which kernel and which type.
 *
 * Lines are contiguous. Elements are moved as they are, and their keys computed anew in each pass, so that equal values of different bits
 * (-0.0 and 0.0, NaNs) keep their order. A key is an unsigned integer that is ordered as the values are, as in kernels.h.
 *
 *     K_SORT_BITS            bits of a key: 8, 16, 32 or 64
 *     K_SORT_SIGNED, _FLOAT, _COMPLEX  what the bits mean; none of them: an unsigned integer
 *     K_INFINITY             the bits of infinity, of floats
 *     K_SORT_WIDE            lines may have 2^32 elements or more
 *     K_RADIX_BITS           of a digit
 *     K_TILE                 elements of a work-group (with K_SORT_GROUPS) or the longest line of K_SORT_NETWORK */

#if K_SORT_BITS == 8
typedef uint8_t k_key;
#elif K_SORT_BITS == 16
typedef uint16_t k_key;
#elif K_SORT_BITS == 32
typedef uint32_t k_key;
#else
typedef uint64_t k_key;
#endif

#ifdef K_SORT_COMPLEX
typedef struct k_value {
    k_key re, im;
} k_value;
#else
typedef k_key k_value;
#endif

#ifdef K_SORT_WIDE
typedef uint64_t k_index;
#else
typedef uint32_t k_index;
#endif

/* Arguments of all kernels; offsets in elements. device.c has the same struct. */
typedef struct k_sort {
    int64_t n_lines, n;        /* lines, and elements of a line */
    int64_t n_parts, part;     /* parts of a line, and elements of a part */
    int64_t src, dst;          /* offsets */
    uint64_t flip;             /* all bits where the largest value comes first, else 0 */
    int32_t digit_of, shift;   /* which key the digit is of (k_digit), and its lowest bit */
    int32_t reads_index;       /* else elements are numbered as they lie */
    int32_t writes;            /* WRITES_ bits */
    int32_t pass, unused;
} k_sort;
#define WRITES_VALUES 1
#define WRITES_INDEX 2 /* for the next pass */
#define WRITES_RESULT 4 /* int64 */

#define K_TOP_BIT ((k_key)((k_key)1 << (K_SORT_BITS - 1)))

static inline k_key k_key_of(k_key bits)
{
#ifdef K_SORT_FLOAT
    /* By selections: work-items of a GPU that branch apart wait for each other. */
    const k_key magnitude = (k_key)(bits & (k_key)~K_TOP_BIT);
    const k_key flips = (k_key)((k_key)(0 - (bits >> (K_SORT_BITS - 1))) | K_TOP_BIT);
    const k_key key = magnitude == 0 ? K_TOP_BIT : (k_key)(bits ^ flips); /* -0.0 equals 0.0 */
    return magnitude > (k_key)K_INFINITY ? (k_key)~(k_key)0 : key;         /* all NaNs are equal */
#elif defined(K_SORT_SIGNED)
    return (k_key)(bits ^ K_TOP_BIT);
#else
    return bits;
#endif
}

#ifdef K_SORT_COMPLEX
/* Complex numbers with a NaN come last: in the imaginary part alone, in the real part alone, in both. */
static inline uint32_t k_class(const k_value v)
{
    const k_key all = (k_key)~(k_key)0;
    return (k_key_of(v.re) == all ? 2u : 0u) + (k_key_of(v.im) == all ? 1u : 0u);
}
#endif

/* digit_of: 0 the real part or the number, 1 the imaginary part, 2 the class. */
static inline uint32_t k_digit(const k_value v, const k_sort *q)
{
#ifdef K_SORT_COMPLEX
    if (q->digit_of == 2) return q->flip ? 3u - k_class(v) : k_class(v);
    const k_key key = k_key_of(q->digit_of ? v.im : v.re);
#else
    const k_key key = k_key_of(v);
#endif
    return (uint32_t)((k_key)(key ^ (k_key)q->flip) >> q->shift) & ((1u << K_RADIX_BITS) - 1u);
}

/* Whether v comes before w in the order wanted; neither does where they are equal. */
static inline int k_before(const k_value v, const k_value w, const uint64_t flip)
{
#ifdef K_SORT_COMPLEX
    const uint32_t a = k_class(v), b = k_class(w);
    if (a != b) return flip ? a > b : a < b;
    const k_key c = k_key_of(v.re), d = k_key_of(w.re);
    if (c != d) return flip ? c > d : c < d;
    const k_key e = k_key_of(v.im), f = k_key_of(w.im);
    return flip ? e > f : e < f;
#else
    const k_key a = k_key_of(v), b = k_key_of(w);
    return flip ? a > b : a < b;
#endif
}

#ifdef K_SORT_MERGE
/* A line per work-item: runs by insertion, merged in turn from one buffer to the other, the last time into dst. `src` is read
 * only before. */
enum { K_RUN = 8 };

K_KERNEL void dpex_kernel(K_GLOBAL const k_value *src, K_GLOBAL k_value *dst, K_GLOBAL k_value *spare,
                          K_GLOBAL int64_t *index_dst, K_GLOBAL int64_t *index_spare, const k_sort q)
{
    const int64_t line = (int64_t)K_ITEM, n = q.n;
    if (line >= q.n_lines) return;
    const int has_index = q.writes & WRITES_RESULT;
    K_GLOBAL k_value *from = dst + q.dst + line * n, *to = spare + line * n;
    K_GLOBAL int64_t *index_from = index_dst + (has_index ? line * n : 0);
    K_GLOBAL int64_t *index_to = index_spare + (has_index ? line * n : 0);
    src += q.src + line * n;
    int n_merges = 0;
    for (int64_t width = K_RUN; width < n; width *= 2) n_merges++;
    if (n_merges & 1) {
        K_GLOBAL k_value *other = from;
        K_GLOBAL int64_t *index_other = index_from;
        from = to;
        to = other;
        index_from = index_to;
        index_to = index_other;
    }
    for (int64_t i = 0; i < n; i++) {
        const k_value v = src[i];
        const int64_t first = i - i % K_RUN;
        int64_t at = i;
        for (; at > first && k_before(v, from[at - 1], q.flip); at--) {
            from[at] = from[at - 1];
            if (has_index) index_from[at] = index_from[at - 1];
        }
        from[at] = v;
        if (has_index) index_from[at] = i;
    }
    for (int64_t width = K_RUN; width < n; width *= 2) {
        for (int64_t first = 0; first < n; first += 2 * width) {
            const int64_t middle = first + width < n ? first + width : n;
            const int64_t end = middle + width < n ? middle + width : n;
            int64_t a = first, b = middle;
            for (int64_t i = first; i < end; i++) {
                const int takes_b = a == middle || (b < end && k_before(from[b], from[a], q.flip));
                const int64_t chosen = takes_b ? b++ : a++;
                to[i] = from[chosen];
                if (has_index) index_to[i] = index_from[chosen];
            }
        }
        K_GLOBAL k_value *other = from;
        K_GLOBAL int64_t *index_other = index_from;
        from = to;
        to = other;
        index_from = index_to;
        index_to = index_other;
    }
}
#endif

#ifdef K_SORT_NETWORK
/* A line, or a part of one, per work-group, in local memory: the bitonic network of Batcher (1968), of keys that are made once, in the order wanted, with the
 * index as the last one, so that no two are equal and the sort is stable; those behind the end of the line are above all others. dst may
 * not be src. */
typedef struct k_element {
    k_value key;
    uint32_t index; /* its highest bits: the class of a complex number */
} k_element;

#define K_CLASS_SHIFT 30
#define K_INDEX_MASK  ((1u << K_CLASS_SHIFT) - 1)

static inline k_element k_element_of(K_GLOBAL const k_value *line, const uint32_t i, const uint32_t n, const k_sort *q)
{
    k_element e;
    e.index = i;
#ifdef K_SORT_COMPLEX
    uint32_t class_of = 3;
    e.key.re = e.key.im = (k_key)~(k_key)0;
    if (i < n) {
        const k_value v = line[i];
        e.key.re = (k_key)(k_key_of(v.re) ^ (k_key)q->flip);
        e.key.im = (k_key)(k_key_of(v.im) ^ (k_key)q->flip);
        class_of = q->flip ? 3u - k_class(v) : k_class(v);
    }
    e.index |= class_of << K_CLASS_SHIFT;
#else
    e.key = (k_key)~(k_key)0;
    if (i < n) e.key = (k_key)(k_key_of(line[i]) ^ (k_key)q->flip);
#endif
    return e;
}

static inline int k_element_before(const k_element a, const k_element b)
{
#ifdef K_SORT_COMPLEX
    const uint32_t c = a.index >> K_CLASS_SHIFT, d = b.index >> K_CLASS_SHIFT;
    if (c != d) return c < d;
    if (a.key.re != b.key.re) return a.key.re < b.key.re;
    if (a.key.im != b.key.im) return a.key.im < b.key.im;
#else
    if (a.key != b.key) return a.key < b.key;
#endif
    return a.index < b.index;
}

K_KERNEL void dpex_kernel(K_GLOBAL const k_value *src, K_GLOBAL k_value *dst, K_GLOBAL k_index *index_dst,
                          K_GLOBAL int64_t *result, const k_sort q)
{
    K_LOCAL k_element all[K_TILE];
    const int64_t first = (int64_t)K_GROUP % q.n_parts * q.part, begin = (int64_t)K_GROUP / q.n_parts * q.n + first;
    const uint32_t n_lanes = (uint32_t)K_LANES, lane = (uint32_t)K_LANE, n = (uint32_t)(q.n - first < q.part ? q.n - first : q.part);
    uint32_t m = 2;
    while (m < n) m *= 2;
    for (uint32_t i = lane; i < m; i += n_lanes) all[i] = k_element_of(src + q.src + begin, i, n, &q);
    for (uint32_t size = 2; size <= m; size *= 2)
        for (uint32_t step = size / 2; step > 0; step /= 2) {
            K_BARRIER();
            for (uint32_t t = lane; t < m / 2; t += n_lanes) {
                const uint32_t i = 2 * t - (t & (step - 1)), j = i + step;
                const k_element a = all[i], b = all[j];
                if (k_element_before(b, a) == ((i & size) == 0)) {
                    all[i] = b;
                    all[j] = a;
                }
            }
        }
    K_BARRIER();
    /* Elements are moved as they are: keys do not tell zeros and NaNs of different bits from one another. */
    for (uint32_t i = lane; i < n; i += n_lanes) {
        const uint32_t from = all[i].index & K_INDEX_MASK;
        if (q.writes & WRITES_VALUES) dst[q.dst + begin + i] = src[q.src + begin + from];
        if (q.writes & WRITES_INDEX) index_dst[begin + i] = (k_index)(first + from);
        if (q.writes & WRITES_RESULT) result[begin + i] = first + from;
    }
}
#endif

#ifdef K_SORT_PATH
/* Merges runs of `part` elements in pairs. A work-item has K_EACH elements of the result, and finds those before them by the merge path: of
 * as many as lie before, how many are from the first run (Green, McColl and Bader 2012). */
enum { K_EACH = 8 };

K_KERNEL void dpex_kernel(K_GLOBAL const k_value *src, K_GLOBAL k_value *dst, K_GLOBAL const k_index *index_src,
                          K_GLOBAL k_index *index_dst, K_GLOBAL int64_t *result, const k_sort q)
{
    const int64_t item = (int64_t)K_ITEM;
    if (item >= q.n_lines * q.n_parts) return;
    const int64_t begin = item / q.n_parts * q.n, at = item % q.n_parts * K_EACH, end = at + K_EACH < q.n ? at + K_EACH : q.n;
    const int64_t first = at / (2 * q.part) * (2 * q.part), middle = first + q.part < q.n ? first + q.part : q.n;
    const int64_t last = middle + q.part < q.n ? middle + q.part : q.n, before = at - first;
    int64_t low = before > last - middle ? before - (last - middle) : 0, high = before < middle - first ? before : middle - first;
    K_GLOBAL const k_value *line = src + q.src + begin;
    while (low < high) {
        const int64_t split = (low + high) / 2;
        /* Of equal ones those of the first run come first. */
        if (k_before(line[middle + before - 1 - split], line[first + split], q.flip))
            high = split;
        else
            low = split + 1;
    }
    int64_t a = first + low, b = middle + before - low;
    k_value one, two;
    if (a < middle) one = line[a];
    if (b < last) two = line[b];
    for (int64_t to = at; to < end; to++) {
        const int takes_b = a >= middle || (b < last && k_before(two, one, q.flip));
        const int64_t from = takes_b ? b : a;
        if (q.writes & WRITES_VALUES) {
            if (takes_b)
                dst[q.dst + begin + to] = two;
            else
                dst[q.dst + begin + to] = one;
        }
        if (q.writes & WRITES_INDEX) index_dst[begin + to] = index_src[begin + from];
        if (q.writes & WRITES_RESULT) result[begin + to] = (int64_t)index_src[begin + from];
        if (takes_b && ++b < last) two = line[b];
        if (!takes_b && ++a < middle) one = line[a];
    }
}
#endif

/* ---- radix sort ----------------------------------------------------------------------------------------
 *
 * By digits from the lowest on; a pass counts the digits of each part of a line, sums the counts in the order of the output (all parts of
 * the first digit, then of the second), and moves each element behind those before it. counts: [line][digit][part]. */
#define K_RADIX (1 << K_RADIX_BITS)

#if defined(K_SORT_COUNT) || defined(K_SORT_SCATTER)
#ifdef K_SORT_GROUPS
/* Counts of 16 digits up to 2^16 - 1, packed: digit d has 16 bits of word d / 4. */
typedef struct k_packed {
    uint64_t words[4];
} k_packed;

static inline void k_packed_add(k_packed *p, const uint32_t digit)
{
    const uint64_t one = (uint64_t)1 << (digit % 4 * 16);
    K_UNROLL for (uint32_t w = 0; w < 4; w++) p->words[w] += digit / 4 == w ? one : 0;
}

static inline uint32_t k_packed_get(const k_packed *p, const uint32_t digit)
{
    uint64_t word = 0;
    K_UNROLL for (uint32_t w = 0; w < 4; w++) word |= digit / 4 == w ? p->words[w] : 0;
    return (uint32_t)(word >> (digit % 4 * 16)) & 0xffff;
}

/* The counts of a lane's elements, which are adjacent. */
static inline k_packed k_count_mine(K_GLOBAL const k_value *src, const int64_t first, const int64_t last,
                                    const k_sort *q)
{
    k_packed mine = {{0, 0, 0, 0}};
    for (int64_t i = first; i < last; i++) k_packed_add(&mine, k_digit(src[i], q));
    return mine;
}
#endif
#endif

#ifdef K_SORT_COUNT
K_KERNEL void dpex_kernel(K_GLOBAL const k_value *src, K_GLOBAL k_index *counts, const k_sort q)
{
#ifdef K_SORT_GROUPS
    K_LOCAL uint64_t sums[4][K_GROUP_LANES];
    const int64_t g = (int64_t)K_GROUP;
#else
    const int64_t g = (int64_t)K_ITEM;
    if (g >= q.n_lines * q.n_parts) return;
#endif
    const int64_t line = g / q.n_parts, part = g % q.n_parts;
    const int64_t begin = part * q.part, end = begin + q.part < q.n ? begin + q.part : q.n;
    src += q.src + line * q.n;
    counts += line * K_RADIX * q.n_parts + part;
#ifdef K_SORT_GROUPS
    const int lane = (int)K_LANE;
    const int64_t each = K_TILE / K_GROUP_LANES, first = begin + lane * each;
    const k_packed mine = k_count_mine(src, first, first + each < end ? first + each : end, &q);
    for (int w = 0; w < 4; w++) sums[w][lane] = mine.words[w];
    for (int step = K_GROUP_LANES / 2; step > 0; step /= 2) {
        K_BARRIER();
        if (lane < step)
            for (int w = 0; w < 4; w++) sums[w][lane] += sums[w][lane + step];
    }
    K_BARRIER();
    if (lane < K_RADIX)
        counts[lane * q.n_parts] = (k_index)(sums[lane / 4][0] >> (lane % 4 * 16) & 0xffff);
#else
    k_index count[K_RADIX];
    for (int d = 0; d < K_RADIX; d++) count[d] = 0;
    for (int64_t i = begin; i < end; i++) count[k_digit(src[i], &q)]++;
    for (int d = 0; d < K_RADIX; d++) counts[d * q.n_parts] = count[d];
#endif
}
#endif

#ifdef K_SORT_SUM
/* counts = how many elements of the line go before: an exclusive sum over the digits and parts of each line. */
K_KERNEL void dpex_kernel(K_GLOBAL k_index *counts, const k_sort q)
{
    const int64_t n = K_RADIX * q.n_parts;
#ifdef K_SORT_GROUPS
    K_LOCAL k_index sums[K_GROUP_LANES];
    const int lane = (int)K_LANE;
    const int64_t each = (n + K_GROUP_LANES - 1) / K_GROUP_LANES, first = lane * each;
    const int64_t last = first + each < n ? first + each : n;
    counts += (int64_t)K_GROUP * n;
    k_index total = 0, before;
    for (int64_t i = first; i < last; i++) total += counts[i];
    sums[lane] = total;
    K_BARRIER();
    for (int step = 1; step < K_GROUP_LANES; step *= 2) {
        before = lane >= step ? sums[lane - step] : 0;
        K_BARRIER();
        sums[lane] += before;
        K_BARRIER();
    }
    before = sums[lane] - total;
#else
    const int64_t first = 0, last = n;
    if ((int64_t)K_ITEM >= q.n_lines) return;
    counts += (int64_t)K_ITEM * n;
    k_index before = 0;
#endif
    for (int64_t i = first; i < last; i++) {
        const k_index count = counts[i];
        counts[i] = before;
        before += count;
    }
}
#endif

#ifdef K_SORT_SCATTER
K_KERNEL void dpex_kernel(K_GLOBAL const k_value *src, K_GLOBAL k_value *dst,
                          K_GLOBAL const k_index *index_src, K_GLOBAL k_index *index_dst,
                          K_GLOBAL int64_t *result, K_GLOBAL const k_index *counts, const k_sort q)
{
#ifdef K_SORT_GROUPS
    K_LOCAL uint64_t sums[4][K_GROUP_LANES];
    const int64_t g = (int64_t)K_GROUP;
#else
    const int64_t g = (int64_t)K_ITEM;
    if (g >= q.n_lines * q.n_parts) return;
#endif
    const int64_t line = g / q.n_parts, part = g % q.n_parts, at = line * q.n;
    const int64_t begin = part * q.part, end = begin + q.part < q.n ? begin + q.part : q.n;
    src += q.src + at;
    dst += q.dst + at;
    index_src += q.reads_index ? at : 0;
    index_dst += q.writes & WRITES_INDEX ? at : 0;
    result += q.writes & WRITES_RESULT ? at : 0;
    counts += line * K_RADIX * q.n_parts + part;
    k_index next[K_RADIX]; /* where the next element of a digit goes */
#ifdef K_SORT_GROUPS
    const int lane = (int)K_LANE;
    const int64_t each = K_TILE / K_GROUP_LANES, first = begin + lane * each;
    const int64_t last = first + each < end ? first + each : end;
    const k_packed mine = k_count_mine(src, first, last, &q);
    k_packed before;
    for (int w = 0; w < 4; w++) sums[w][lane] = mine.words[w];
    K_BARRIER();
    for (int step = 1; step < K_GROUP_LANES; step *= 2) {
        for (int w = 0; w < 4; w++) before.words[w] = lane >= step ? sums[w][lane - step] : 0;
        K_BARRIER();
        for (int w = 0; w < 4; w++) sums[w][lane] += before.words[w];
        K_BARRIER();
    }
    for (int w = 0; w < 4; w++) before.words[w] = sums[w][lane] - mine.words[w];
    for (uint32_t d = 0; d < K_RADIX; d++)
        next[d] = counts[d * q.n_parts] + (k_index)k_packed_get(&before, d);
#else
    const int64_t first = begin, last = end;
    for (int d = 0; d < K_RADIX; d++) next[d] = counts[d * q.n_parts];
#endif
    for (int64_t i = first; i < last; i++) {
        const k_value v = src[i];
        const k_index to = next[k_digit(v, &q)]++;
        const k_index index = q.reads_index ? index_src[i] : (k_index)i;
        if (q.writes & WRITES_VALUES) dst[to] = v;
        if (q.writes & WRITES_INDEX) index_dst[to] = index;
        if (q.writes & WRITES_RESULT) result[to] = (int64_t)index;
    }
}
#endif
