/* Radix sort with one sweep over the data per digit, for devices whose groups may wait for each other; behind device.cl, whose keys it uses.
 *
 * One kernel counts the digits of all passes. In a pass each group ranks a tile of elements, learns from the groups before it how many
 * elements of each digit they have (decoupled look-back: Merrill & Garland 2016; as a radix sort: Adinarayana & Merrill's Onesweep,
 * arXiv:2206.01784), and writes each digit's elements side by side. Tiles are taken in the order in which groups begin, so that who is
 * waited for has begun.
 *
 *     K_SWEEP_LANES, K_SWEEP_EACH  work-items of a group, and elements of each
 *     K_PASSES                     digits of a value, as choose_digit of device.c numbers them */
#define K_TILE_SIZE   (K_SWEEP_LANES * K_SWEEP_EACH)
#define K_SWEEP_WARPS (K_SWEEP_LANES / K_WARP)

/* A tile's count of a digit: not known, its own, or with all tiles before it. */
#define K_STATUS_BITS (8 * (int)sizeof(k_index) - 2)
#define K_OWN         ((k_index)1 << K_STATUS_BITS)
#define K_INCLUSIVE   ((k_index)2 << K_STATUS_BITS)
#define K_COUNT_OF(s) ((s) & (((k_index)1 << K_STATUS_BITS) - 1))

#ifdef K_SORT_HISTOGRAM
static inline uint32_t k_digit_of_pass(const k_value v, const int pass, const uint64_t flip)
{
    k_sort q;
    q.flip = flip;
#ifdef K_SORT_COMPLEX
    const int per_key = K_SORT_BITS / K_RADIX_BITS;
    q.digit_of = pass < per_key ? 1 : pass < 2 * per_key ? 0 : 2;
    q.shift = pass % per_key * K_RADIX_BITS;
#else
    q.digit_of = 0;
    q.shift = pass * K_RADIX_BITS;
#endif
    return k_digit(v, &q);
}

/* counts[line][pass][digit] += those of a part of a line. */
K_KERNEL_OF(K_SWEEP_LANES, 2) void dpex_kernel(const k_value *src, k_index *counts, const k_sort q)
{
    K_LOCAL uint32_t own[K_PASSES][K_RADIX];
    const int lane = (int)K_LANE;
    const int64_t line = (int64_t)K_GROUP / q.n_parts, part = (int64_t)K_GROUP % q.n_parts;
    const int64_t begin = part * q.part, end = begin + q.part < q.n ? begin + q.part : q.n;
    for (int i = lane; i < K_PASSES * K_RADIX; i += K_SWEEP_LANES) own[i / K_RADIX][i % K_RADIX] = 0;
    K_BARRIER();
    src += q.src + line * q.n;
    for (int64_t first = begin; first < end; first += 4 * K_SWEEP_LANES) {
        k_value v[4];
        K_UNROLL for (int e = 0; e < 4; e++) {
            const int64_t i = first + e * K_SWEEP_LANES + lane;
            if (i < end) v[e] = src[i];
        }
        K_UNROLL for (int e = 0; e < 4; e++)
            if (first + e * K_SWEEP_LANES + lane < end)
                K_UNROLL for (int p = 0; p < K_PASSES; p++)
                    k_atomic_add(&own[p][k_digit_of_pass(v[e], p, q.flip)], 1u);
    }
    K_BARRIER();
    counts += line * K_PASSES * K_RADIX;
    for (int i = lane; i < K_PASSES * K_RADIX; i += K_SWEEP_LANES) {
        const uint32_t n = own[i / K_RADIX][i % K_RADIX];
        if (n) k_atomic_add(&counts[i], (k_index)n);
    }
}
#endif

#ifdef K_SORT_BASES
/* counts = how many elements of the line have a lower digit. A group per line and pass. */
K_KERNEL_OF(K_RADIX, 1) void dpex_kernel(k_index *counts, const k_sort q)
{
    K_LOCAL k_index sums[K_RADIX];
    const int lane = (int)K_LANE;
    counts += (int64_t)K_GROUP * K_RADIX;
    const k_index own = counts[lane];
    sums[lane] = own;
    K_BARRIER();
    for (int step = 1; step < K_RADIX; step *= 2) {
        const k_index before = lane >= step ? sums[lane - step] : 0;
        K_BARRIER();
        sums[lane] += before;
        K_BARRIER();
    }
    counts[lane] = sums[lane] - own;
}
#endif

#ifdef K_SORT_SWEEP
/* How many elements of a digit the tiles before this one have. Several words are read at a time: each takes as long as all. */
static inline k_index k_sum_before(const k_index *status, int64_t tile)
{
    enum { WINDOW = 8 };
    k_index sum = 0;
    for (int64_t t = tile - 1; t >= 0;) {
        k_index seen[WINDOW];
        K_UNROLL for (int i = 0; i < WINDOW; i++)
            seen[i] = t >= i ? K_SHARED_WORD(const k_index, status + (t - i) * K_RADIX) : 0;
        K_UNROLL for (int i = 0; i < WINDOW; i++) {
            if (!seen[i]) break;
            sum += K_COUNT_OF(seen[i]);
            if (seen[i] & K_INCLUSIVE) return sum;
            t--;
        }
    }
    return sum;
}

/* counts: bases [line][pass][digit], a ticket per pass, and twice [line][tile][digit] for the status: of this pass, and of the one after it,
 * which this one clears. */
K_KERNEL_OF(K_SWEEP_LANES, 2) void dpex_kernel(const k_value *src, k_value *dst, const k_index *index_src,
                                            k_index *index_dst, int64_t *result, k_index *counts,
                                            const k_sort q)
{
    K_LOCAL union {
        uint32_t counts[K_SWEEP_WARPS][K_RADIX];
        k_value values[K_TILE_SIZE];
        k_index indices[K_TILE_SIZE];
    } tile;
    K_LOCAL uint32_t warp_totals[K_RADIX / K_WARP];
    K_LOCAL k_index my_ticket, goes_to[K_RADIX]; /* a digit's first element in the line, minus in the tile */
    const int lane = (int)K_LANE, in_warp = lane % K_WARP, warp = lane / K_WARP;
    const int64_t tickets = q.n_lines * K_PASSES * K_RADIX, n_status = q.n_lines * q.n_parts * K_RADIX;
    k_index *status = counts + tickets + K_PASSES + q.pass % 2 * n_status;
    k_index *next = counts + tickets + K_PASSES + (q.pass + 1) % 2 * n_status;
    if (lane == 0) my_ticket = k_atomic_add(counts + tickets + q.pass, (k_index)1);
    for (int i = lane; i < K_SWEEP_WARPS * K_RADIX; i += K_SWEEP_LANES)
        tile.counts[i / K_RADIX][i % K_RADIX] = 0;
    K_BARRIER();
    const int64_t line = my_ticket / q.n_parts, part = my_ticket % q.n_parts;
    const int64_t begin = part * K_TILE_SIZE, left = q.n - begin;
    const int n = left < K_TILE_SIZE ? (int)left : K_TILE_SIZE;
    const uint32_t lower_lanes = (1u << in_warp) - 1u;
    const int mine = warp * K_WARP * K_SWEEP_EACH + in_warp; /* and every K_WARP-th after it */
    src += q.src + line * q.n + begin;
    status += line * q.n_parts * K_RADIX;
    next += (line * q.n_parts + part) * K_RADIX;

    k_value v[K_SWEEP_EACH];
    uint32_t at[(K_SWEEP_EACH + 1) / 2]; /* two in each: rank in the warp and digit, then position in the tile */
    uint32_t digits[(K_SWEEP_EACH + 3) / 4]; /* four in each */
#define K_POSITION(e) (at[(e) / 2] >> ((e) % 2 * 16) & 0xffffu)
#define K_DIGIT(e) (digits[(e) / 4] >> ((e) % 4 * 8) & 255u)
    K_UNROLL for (int e = 0; e < K_SWEEP_EACH; e++)
        if (mine + e * K_WARP < n) v[e] = src[mine + e * K_WARP];
    K_UNROLL for (int e = 0; e < K_SWEEP_EACH; e++) {
        /* Those behind the end have the last digit and come after all others of it. */
        uint32_t digit = (uint32_t)K_RADIX - 1;
        if (mine + e * K_WARP < n) digit = k_digit(v[e], &q);
        digits[e / 4] = e % 4 ? digits[e / 4] | digit << (e % 4 * 8) : digit;
        const uint32_t same = k_match(digit, K_RADIX_BITS), lower = same & lower_lanes;
        uint32_t *const count = &tile.counts[warp][digit];
        const uint32_t before = *count;
        const uint32_t rank = before + (uint32_t)K_COUNT_BITS(lower);
        at[e / 2] = e % 2 ? at[e / 2] | rank << 16 : rank;
        K_WARP_BARRIER();
        if (!lower) *count = before + (uint32_t)K_COUNT_BITS(same);
        K_WARP_BARRIER();
    }
    K_BARRIER();

    /* An item per digit: its count in the tile, published at once, and its start in each warp. */
    uint32_t count = 0;
    if (lane < K_RADIX) {
        K_UNROLL for (int w = 0; w < K_SWEEP_WARPS; w++) count += tile.counts[w][lane];
        const uint32_t known = lane == K_RADIX - 1 ? count - (uint32_t)(K_TILE_SIZE - n) : count;
        K_SHARED_WORD(k_index, status + part * K_RADIX + lane) = (part ? K_OWN : K_INCLUSIVE) | known;
        next[lane] = 0;
    }
    uint32_t start = count;
    if (lane < K_RADIX) {
        K_UNROLL for (int step = 1; step < K_WARP; step *= 2) {
            const uint32_t before = K_SHUFFLE_UP(start, step);
            if (in_warp >= step) start += before;
        }
        if (in_warp == K_WARP - 1) warp_totals[warp] = start;
    }
    K_BARRIER();
    if (lane < K_RADIX) {
        start -= count;
        K_UNROLL for (int w = 0; w < K_RADIX / K_WARP; w++)
            if (w < warp) start += warp_totals[w];
        uint32_t to = start;
        K_UNROLL for (int first = 0; first < K_SWEEP_WARPS; first += 4) { /* reads before writes */
            uint32_t own[4];
            K_UNROLL for (int w = 0; w < 4; w++) own[w] = tile.counts[first + w][lane];
            K_UNROLL for (int w = 0; w < 4; w++) {
                tile.counts[first + w][lane] = to;
                to += own[w];
            }
        }
    }
    K_BARRIER();
    K_UNROLL for (int e = 0; e < K_SWEEP_EACH; e++) 
        at[e / 2] += tile.counts[warp][K_DIGIT(e)] << (e % 2 * 16);
    if (lane < K_RADIX) {
        const k_index before = k_sum_before(status + lane, part);
        if (part) {
            const uint32_t known = lane == K_RADIX - 1 ? count - (uint32_t)(K_TILE_SIZE - n) : count;
            K_SHARED_WORD(k_index, status + part * K_RADIX + lane) = K_INCLUSIVE | (before + known);
        }
        goes_to[lane] = counts[(line * K_PASSES + q.pass) * K_RADIX + lane] + before - start;
    }
    K_BARRIER();

    /* In the order of the digits through local memory, so that what lies side by side is written so. */
    K_UNROLL for (int e = 0; e < K_SWEEP_EACH; e++) tile.values[K_POSITION(e)] = v[e];
    K_BARRIER();
    const int has_index = q.writes & (WRITES_INDEX | WRITES_RESULT);
    if (q.writes & WRITES_VALUES) dst += q.dst + line * q.n;
    K_UNROLL for (int e = 0; e < K_SWEEP_EACH; e++) {
        const int i = e * K_SWEEP_LANES + lane;
        if (i >= n) continue;
        const k_value value = tile.values[i];
        const uint32_t digit = k_digit(value, &q);
        if (has_index) digits[e / 4] = e % 4 ? digits[e / 4] | digit << (e % 4 * 8) : digit;
        if (q.writes & WRITES_VALUES) dst[goes_to[digit] + (k_index)i] = value;
    }
    if (!has_index) return;
    K_BARRIER();
    index_src += q.reads_index ? line * q.n + begin : 0;
    K_UNROLL for (int e = 0; e < K_SWEEP_EACH; e++) {
        const int i = mine + e * K_WARP;
        if (i < n) tile.indices[K_POSITION(e)] = q.reads_index ? index_src[i] : (k_index)(begin + i);
    }
    K_BARRIER();
    if (q.writes & WRITES_INDEX) {
        index_dst += line * q.n;
        K_UNROLL for (int e = 0; e < K_SWEEP_EACH; e++) {
            const int i = e * K_SWEEP_LANES + lane;
            if (i < n) index_dst[goes_to[K_DIGIT(e)] + (k_index)i] = tile.indices[i];
        }
    } else {
        result += line * q.n;
        K_UNROLL for (int e = 0; e < K_SWEEP_EACH; e++) {
            const int i = e * K_SWEEP_LANES + lane;
            if (i < n) result[goes_to[K_DIGIT(e)] + (k_index)i] = (int64_t)tile.indices[i];
        }
    }
}
#endif
