/* Scans in one sweep over the data, for devices whose groups may wait for each other; behind scan.cl, whose types and macros it uses.
 *
 * A group takes tile after tile, scans each and tells its total; then it waits for what is before the tile (Merrill &
 * Garland 2016). While a tile is scanned the elements of the next one are on their way, and the total of the next one is told before the
 * results of this one are waited for, so that hardly any group waits: a tile is finished in the round after the one that scans it.
 *
 * So that the bits are the same in each run, totals are combined in fixed sets whatever is known earlier: 32 tiles are a row, 32 rows a
 * block, 32 blocks the next larger set, and so on; the last tile of a set tells the set's total, for which it reads those of the sets in
 * it, so that no set waits for results of another. Each level is folded in order and combined in front of the level below.
 *
 * Where one of these values, or a result, is not finite, the group goes on with care (sweep_care.cl): the tile waits for the last result
 * before it, or before its block, instead, and goes on from that; where a line is NaN, or a product zero, it remains so, and a word names
 * the first such tile to all tiles behind. The tile is read again for that: in and out must not overlap.
 *
 * Defined before, besides what scan.cl names: K_SWEEP_GROUPS, the groups that run side by side on a compute unit; K_KEEPS_INPUT, elements
 * are no larger than states; K_COPY_BYTES, those of a pack of elements that can be copied without registers, or 0; K_READS_ROWS, totals of
 * rows of tiles are folded where they are needed as well.
 *
 * told: [line] of totals of tiles, of rows, of blocks, ..., last results of tiles, and the first tiles whose last result is zero and NaN;
 * and a ticket behind all. A state is told in words of its own that hold 32 bits of it and, above them, whether they are known, so that it
 * needs no fence. */
#define K_FAN_BITS 5
#define K_FAN      (1 << K_FAN_BITS)
#define K_LEVELS   5 /* of sets: enough for 2^25 tiles */
#define K_OF_BLOCK 2 /* levels inside a block */
#define K_WARPS    (K_GROUP_ITEMS / K_WARP)
#define K_UNKNOWN  0u
#define K_KNOWN    1u
#define K_UNUSABLE 2u /* is known, but not finite */
#define K_PAST_ZERO 1
#define K_PAST_NAN  2
#define K_WORDS    ((int)(sizeof(k_state) + 3) / 4)
#define K_SPREAD   (16 / K_WORDS) /* totals of sets, which many groups read, are in cache lines of their own */

typedef union k_told {
    k_state state;
    uint32_t words[K_WORDS];
} k_told;

static inline void k_tell(uint64_t *told, const int64_t i, const k_state s, const int is_usable)
{
    k_told one;
    one.words[K_WORDS - 1] = 0;
    one.state = s;
    K_UNROLL for (int k = 0; k < K_WORDS; k++)
        K_SHARED_WORD(uint64_t, told + i * K_WORDS + k) =
            (uint64_t)(is_usable ? K_KNOWN : K_UNUSABLE) << 32 | one.words[k];
}

/* Waits for state i; whether it can be used. */
static inline int k_wait_for(const uint64_t *told, const int64_t i, k_state *s)
{
    k_told one;
    uint64_t word[K_WORDS];
    int is_known;
    do {
        K_UNROLL for (int k = 0; k < K_WORDS; k++)
            word[k] = K_SHARED_WORD(const uint64_t, told + i * K_WORDS + k);
        is_known = 1;
        K_UNROLL for (int k = 0; k < K_WORDS; k++) is_known &= word[k] >> 32 != K_UNKNOWN;
    } while (!is_known);
    K_UNROLL for (int k = 0; k < K_WORDS; k++) one.words[k] = (uint32_t)word[k];
    *s = one.state;
    return word[0] >> 32 == K_KNOWN;
}

/* s of another item of the sub-group. */
static inline k_state k_shuffle(const k_state s, const uint32_t item)
{
    k_told one;
    one.words[K_WORDS - 1] = 0;
    one.state = s;
    K_UNROLL for (int k = 0; k < K_WORDS; k++) one.words[k] = K_SHUFFLE(one.words[k], item);
    return one.state;
}

/* A few are read at a time: a chain of reads would take as many times longer, and all at once too many registers. */
static inline k_state k_fold(const k_state *values, const int n)
{
    enum { AT_A_TIME = 4 };
    k_state s = values[0];
    for (int i = 1; i < n; i += AT_A_TIME) {
        k_state v[AT_A_TIME];
        K_UNROLL for (int k = 0; k < AT_A_TIME; k++)
            if (i + k < n) v[k] = values[i + k];
        K_UNROLL for (int k = 0; k < AT_A_TIME; k++)
            if (i + k < n) s = k_combine(s, v[k]);
    }
    return s;
}

/* A tile lies in local memory in packs of 16 bytes, those of an item side by side. Their order there depends on the item, so that banks
 * differ both where items read their own and where they go across. */
#define K_PACK     (sizeof(k_state) < 16 ? 16 / (int)sizeof(k_state) : 1)
#define K_PACKS    (K_EACH / K_PACK) /* of an item: 1, 2 or 4 */
#define K_TILE     (K_GROUP_ITEMS * K_EACH)
#define K_POSITION(item, p) ((item) * K_PACKS + ((p) ^ ((item) / (8 / K_PACKS) % K_PACKS)))
/* Pack number g of a tile. */
#define K_POSITION_OF(g) K_POSITION((g) / K_PACKS, (g) % K_PACKS)
#define K_ACROSS(e) tile[K_POSITION_OF((e) * K_GROUP_ITEMS + lane)]
#define K_OWN(e)    tile[K_POSITION(lane, e)]
#define K_ELEM(j)   tile[K_POSITION_OF((j) / K_PACK)].of[(j) % K_PACK]

typedef K_ALIGNED_STRUCT(sizeof(k_state) * K_PACK) k_pack {
    k_state of[K_PACK];
} k_pack;
typedef K_ALIGNED_STRUCT(sizeof(k_in) * K_PACK) k_pack_in {
    k_in of[K_PACK];
} k_pack_in;
typedef K_ALIGNED_STRUCT(sizeof(k_out) * K_PACK) k_pack_out {
    k_out of[K_PACK];
} k_pack_out;

static inline void k_prepend(k_state s[K_EACH], const k_state before)
{
    K_UNROLL for (int e = 0; e < K_EACH; e++) s[e] = k_combine(before, s[e]);
}

/* Where the totals of a level begin. */
static inline int64_t k_begin_of(int64_t n_sets, const int level)
{
    int64_t begin = 0;
    for (int l = 0; l < level; l++) {
        begin += l ? n_sets * K_SPREAD : n_sets;
        n_sets = (n_sets + K_FAN - 1) >> K_FAN_BITS;
    }
    return begin;
}

/* The states that a line tells. */
static inline int64_t k_states_of_line(const k_scan *w)
{
    return k_begin_of(w->n_parts, K_LEVELS) + w->n_parts + 2;
}

/* A tile: its number in a line, and its elements; none behind the last tile. */
typedef struct k_tile {
    int64_t part, told, in, out; /* told: by its line, in states */
    uint32_t n;
} k_tile;

/* Tickets and tiles are fewer than 2^32, and so are lines: division of 32 bits takes a third of the registers. */
static inline k_tile k_tile_of(const uint32_t number, const k_scan *w)
{
    const uint32_t n_parts = (uint32_t)w->n_parts, line = w->n_lines == 1 ? 0 : number / n_parts;
    const int64_t part = number - line * n_parts, first = part * w->part, left = w->n - first;
    k_tile t = {part, line * k_states_of_line(w), w->in_offset + first * w->in_step, w->out_offset + first * w->out_step,
                left < K_TILE ? (uint32_t)left : K_TILE};
    uint32_t rest = line;
    K_UNROLL_BY(1) for (int d = (int)w->nd - 1; d >= 0; d--) {
        const uint32_t shape = (uint32_t)w->shape[d], outer = rest / shape, at = rest - outer * shape;
        t.in += at * w->in_stride[d];
        t.out += at * w->out_stride[d];
        rest = outer;
    }
    return t;
}

/* Most tiles are full, and their elements neighbours. */
static inline int k_has_packs(const k_tile *t, const k_in *in, const k_scan *w)
{
    return t->n == K_TILE && w->in_step == 1 && (size_t)in % sizeof(k_pack_in) == 0;
}

static inline int k_is_dense(const k_tile *t, const k_out *out, const k_scan *w)
{
    return t->n == K_TILE && w->out_step == 1 && (size_t)out % sizeof(k_pack_out) == 0;
}

static inline k_pack_out k_results_of(const k_pack *v)
{
    k_pack_out o;
    K_UNROLL for (int k = 0; k < K_PACK; k++) o.of[k] = k_store(k_finish(v->of[k]));
    return o;
}

/* Across from memory, with a barrier. */
static inline void k_read_tile(k_pack *tile, const k_in *base, const k_tile *t, const k_scan *w)
{
    const k_in *const in = base + t->in;
    const uint32_t lane = K_LANE;
    if (k_has_packs(t, in, w)) {
        const k_pack_in *const from = (const k_pack_in *)in + lane;
        k_pack_in v[K_PACKS];
        K_UNROLL for (int e = 0; e < K_PACKS; e++) v[e] = from[e * K_GROUP_ITEMS];
        K_UNROLL for (int e = 0; e < K_PACKS; e++) {
            k_pack s;
            K_UNROLL for (int k = 0; k < K_PACK; k++) s.of[k] = k_lift(k_load(v[e].of[k]), 0);
            K_ACROSS(e) = s;
        }
    } else {
        K_UNROLL_BY(4) for (uint32_t j = lane; j < t->n; j += K_GROUP_ITEMS)
            K_ELEM(j) = k_lift(k_load(in[j * w->in_step]), 0);
    }
    K_BARRIER();
}

static inline void k_write_tile(const k_pack *tile, k_out *base, const k_tile *t, const k_scan *w)
{
    k_out *const out = base + t->out;
    const uint32_t lane = K_LANE;
    if (k_is_dense(t, out, w)) {
        k_pack_out *const to = (k_pack_out *)out + lane;
        K_UNROLL for (int e = 0; e < K_PACKS; e++) {
            const k_pack s = K_ACROSS(e);
            to[e * K_GROUP_ITEMS] = k_results_of(&s);
        }
    } else {
        K_UNROLL_BY(4) for (uint32_t j = lane; j < t->n; j += K_GROUP_ITEMS)
            out[j * w->out_step] = k_store(k_finish(K_ELEM(j)));
    }
}

static inline void k_read_own(const k_pack *tile, const uint32_t lane, k_state s[K_EACH])
{
    K_UNROLL for (int e = 0; e < K_PACKS; e++) {
        const k_pack v = K_OWN(e);
        K_UNROLL for (int k = 0; k < K_PACK; k++) s[e * K_PACK + k] = v.of[k];
    }
}

static inline void k_write_own(k_pack *tile, const uint32_t lane, const k_state s[K_EACH])
{
    K_UNROLL for (int e = 0; e < K_PACKS; e++) {
        k_pack v;
        K_UNROLL for (int k = 0; k < K_PACK; k++) v.of[k] = s[e * K_PACK + k];
        K_OWN(e) = v;
    }
}

/* Each item's own elements, the items of a row, and the rows; gives the total. What lies behind the end of a tile is not defined, here
 * and later. */
static inline k_state k_scan_tile(k_pack *tile, k_state *items, k_state *rows, const uint32_t n)
{
    const uint32_t lane = K_LANE;
    const uint32_t n_items = (n + K_EACH - 1) / K_EACH, n_rows = (n_items + K_ROW - 1) / K_ROW;
    if (lane < n_items) {
        k_state s[K_EACH];
        k_read_own(tile, lane, s);
        K_UNROLL for (int e = 1; e < K_EACH; e++) s[e] = k_combine(s[e - 1], s[e]);
        k_write_own(tile, lane, s);
        K_ITEM_TOTAL(lane) = (lane + 1) * K_EACH <= n ? s[K_EACH - 1] : K_ELEM(n - 1);
    }
    K_BARRIER();
    if (lane < n_rows) {
        const uint32_t n_left = n_items - lane * K_ROW;
        rows[lane] = k_scan_row(&K_ITEM_TOTAL(lane * K_ROW), n_left < K_ROW ? (int)n_left : K_ROW);
    }
    K_BARRIER();
    if (lane == 0) k_scan_row(rows, (int)n_rows);
    K_BARRIER();
    return rows[n_rows - 1];
}

/* By a warp: n states, folded; n is at most K_FAN. own: the state of this item, and whether it can be used. */
static inline k_state k_fold_warp(const k_state own, const int is_usable, const int n, k_state *before, int *are_usable)
{
    const uint32_t in_warp = K_LANE % K_WARP;
    if (in_warp < (uint32_t)n) before[in_warp] = own;
    const int all_usable = K_BALLOT(is_usable || in_warp >= (uint32_t)n) == 0xffffffffu;
    K_WARP_BARRIER();
    const k_state fold = k_fold(before, n);
    K_WARP_BARRIER();
    *are_usable = all_usable && k_is_alone(fold);
    return fold;
}

/* By a warp: the n told states from `first` on, folded. */
static inline k_state k_fold_told(const uint64_t *told, const int64_t first, const int step, const int n, k_state *before, int *are_usable)
{
    const uint32_t in_warp = K_LANE % K_WARP;
    k_state own;
    int is_usable = 1;
    if (in_warp < (uint32_t)n) is_usable = k_wait_for(told, first + (int)in_warp * step, &own);
    return k_fold_warp(own, is_usable, n, before, are_usable);
}

#if K_READS_ROWS
/* By a warp: the totals of n rows of tiles, folded. A row's total is told late, by its last tile: where it is not known yet, the tiles' are
 * read and folded here, in the same order. */
static inline k_state k_fold_rows(const uint64_t *told, const int64_t rows_begin, const int64_t first_row, const int n, k_state *before,
                                  k_state *totals, int *are_usable)
{
    enum { AT_A_TIME = 4 / K_WORDS };
    const uint32_t in_warp = K_LANE % K_WARP;
    const int64_t at = rows_begin + (first_row + in_warp) * K_SPREAD;
    k_told one;
    uint64_t word[K_WORDS];
    int is_told = 1, is_usable = 1;
    K_UNROLL for (int k = 0; k < K_WORDS; k++) {
        word[k] = in_warp < (uint32_t)n ? K_SHARED_WORD(const uint64_t, told + at * K_WORDS + k) : 0;
        is_told &= word[k] >> 32 != K_UNKNOWN;
        is_usable &= word[k] >> 32 == K_KNOWN;
        one.words[k] = (uint32_t)word[k];
    }
    uint32_t unknown = K_BALLOT(in_warp < (uint32_t)n && !is_told), usable = 0;
    const int is_folded_here = unknown >> in_warp & 1;
    while (unknown) {
        uint64_t tiles[AT_A_TIME][K_WORDS];
        int row[AT_A_TIME];
        uint32_t rest = unknown;
        K_UNROLL for (int r = 0; r < AT_A_TIME; r++, rest &= rest - 1) {
            row[r] = rest ? K_LOWEST_BIT(rest) : -1;
            K_UNROLL for (int k = 0; k < K_WORDS; k++)
                if (rest) tiles[r][k] = K_SHARED_WORD(const uint64_t, told + (((first_row + row[r]) << K_FAN_BITS) + in_warp) * K_WORDS + k);
        }
        K_UNROLL for (int r = 0; r < AT_A_TIME; r++) {
            k_told tile;
            int is_known = row[r] >= 0, can_be_used = 1;
            K_UNROLL for (int k = 0; k < K_WORDS; k++) {
                is_known = is_known && tiles[r][k] >> 32 != K_UNKNOWN;
                can_be_used = can_be_used && tiles[r][k] >> 32 == K_KNOWN;
                tile.words[k] = (uint32_t)tiles[r][k];
            }
            if (K_BALLOT(is_known) != 0xffffffffu) continue;
            totals[row[r] * (K_FAN + 1) + in_warp] = tile.state;
            if (K_BALLOT(can_be_used) == 0xffffffffu) usable |= 1u << row[r];
            unknown &= ~(1u << row[r]);
        }
    }
    K_WARP_BARRIER();
    if (is_folded_here) {
        one.state = k_fold(totals + in_warp * (K_FAN + 1), K_FAN);
        is_usable = (usable >> in_warp & 1) && k_is_alone(one.state);
    }
    return k_fold_warp(one.state, is_usable, n, before, are_usable);
}
#endif

/* By a warp: whether n states from `first` on are known, or become so while it reads them a few times. */
static inline int k_become_known(const uint64_t *told, const int64_t first, const int step, const int n)
{
    enum { MOST_READS = 16 };
    int are_known = 0;
    for (int n_read = 0; n_read < MOST_READS && !are_known; n_read++) {
        int is_known = 1;
        K_UNROLL for (int k = 0; k < K_WORDS; k++)
            if (K_LANE % K_WARP < (uint32_t)n)
                is_known &= K_SHARED_WORD(const uint64_t, told + (first + (int)(K_LANE % K_WARP) * step) * K_WORDS + k) >> 32 != K_UNKNOWN;
        are_known = K_BALLOT(is_known) == 0xffffffffu;
    }
    return are_known;
}

/* By a warp: the totals of the sets that end with tile t, from a level on; gives the level of the first that is not told since it cannot be
 * known yet, or K_LEVELS. */
static inline int k_tell_sets(uint64_t *told, const int64_t part, const int64_t *begins, k_state *before, int level, const int waits)
{
    for (; level + 1 < K_LEVELS && !((part + 1) & (((int64_t)1 << K_FAN_BITS * (level + 1)) - 1)); level++) {
        int is_usable;
        const int step = level ? K_SPREAD : 1;
        const int64_t set = part >> K_FAN_BITS * level, first = begins[level] + (set - (K_FAN - 1)) * step;
        if (!waits && !k_become_known(told, first, step, K_FAN)) return level;
        const k_state sum = k_fold_told(told, first, step, K_FAN, before, &is_usable);
        if (K_LANE % K_WARP == 0) k_tell(told, begins[level + 1] + (set >> K_FAN_BITS) * K_SPREAD, sum, is_usable);
    }
    return K_LEVELS;
}

K_APART void k_tell_sets_late(uint64_t *told, const int64_t part, const int64_t *begins, k_state *before, const int level)
{
    k_tell_sets(told, part, begins, before, level, 1);
}

static inline int k_is_zero(const k_state s)
{
#if K_STICKS_AT_ZERO && K_STICKS
    return k_size(s) == 0;
#else
    return 0;
#endif
}

/* Whether the line is zero, or NaN, before a tile, and from which tile on, as soon as that or the last result before is known. */
K_APART int k_find_past(const uint64_t *last_results, const int64_t n_parts, const int64_t part, uint32_t *first)
{
    const uint64_t *zero = last_results + n_parts * K_WORDS, *nan = zero + 1, *last = last_results + (part - 1) * K_WORDS;
    while (K_STICKS) {
        const uint64_t first_zero = K_SHARED_WORD(const uint64_t, zero), first_nan = K_SHARED_WORD(const uint64_t, nan);
        const uint64_t word = K_SHARED_WORD(const uint64_t, last);
        *first = (uint32_t)first_nan;
        if (first_nan >> 32 != K_UNKNOWN && *first < part) return K_PAST_NAN;
        if (first_zero >> 32 != K_UNKNOWN && (uint32_t)first_zero < part) return K_PAST_ZERO;
        if (word >> 32 != K_UNKNOWN) return 0;
    }
    return 0;
}

/* A product of zero stays zero unless it becomes NaN; the parts of a complex number are NaN each by itself. */
static inline void k_tell_past(uint64_t *told, const int64_t part, const int64_t last_results, const k_state last, const k_scan *w)
{
#if K_STICKS
    const k_real size = k_size(last);
    uint64_t *word = told + (last_results + w->n_parts) * K_WORDS;
    if (size != size)
        word++;
    else if (!K_STICKS_AT_ZERO || size != 0)
        return;
    if ((size == size || K_IS_REAL) && K_SHARED_WORD(uint64_t, word) >> 32 == K_UNKNOWN)
        K_SHARED_WORD(uint64_t, word) = (uint64_t)K_KNOWN << 32 | (uint32_t)part;
#endif
}

/* ---- a tile on its way ----------------------------------------------------------------------------------- */

/* Elements lie at the positions of their packs as they are, where they are no larger than states, else as states. */
#if K_KEEPS_INPUT
typedef k_in k_coming;
#define k_arrive(x)   (x)
#define k_state_of(x) k_lift(k_load(x), 0)
#else
typedef k_state k_coming;
#define k_arrive(x)   k_lift(k_load(x), 0)
#define k_state_of(x) (x)
#endif
typedef K_ALIGNED_STRUCT(sizeof(k_coming) * K_PACK) k_pack_coming {
    k_coming of[K_PACK];
} k_pack_coming;
#define K_COMING(g) ((k_pack_coming *)&coming[K_POSITION_OF(g)])

/* Across from memory, and not there before K_WAIT_FOR_COPIES and a barrier. */
static inline void k_begin_tile(k_pack *coming, const k_in *base, const k_tile *t, const k_scan *w)
{
    const k_in *const in = base + t->in;
    const uint32_t lane = K_LANE;
    if (k_has_packs(t, in, w)) {
        const k_pack_in *const from = (const k_pack_in *)in + lane;
        K_UNROLL for (int e = 0; e < K_PACKS; e++) {
#if K_COPY_BYTES
            K_BEGIN_COPY(K_COMING(e * K_GROUP_ITEMS + lane), from + e * K_GROUP_ITEMS, K_COPY_BYTES);
#else
            k_pack_coming v;
            K_UNROLL for (int k = 0; k < K_PACK; k++) v.of[k] = k_arrive(from[e * K_GROUP_ITEMS].of[k]);
            *K_COMING(e * K_GROUP_ITEMS + lane) = v;
#endif
        }
    } else {
        K_UNROLL_BY(4) for (uint32_t j = lane; j < t->n; j += K_GROUP_ITEMS)
            K_COMING(j / K_PACK)->of[j % K_PACK] = k_arrive(in[j * w->in_step]);
    }
}

/* The item's own elements, scanned; gives the last of the n that are there. */
static inline k_state k_scan_own(const k_pack *coming, const int n, k_state s[K_EACH])
{
    K_UNROLL for (int p = 0; p < K_PACKS; p++) {
        const k_pack_coming v = *K_COMING(K_LANE * K_PACKS + p);
        K_UNROLL for (int k = 0; k < K_PACK; k++) s[p * K_PACK + k] = k_state_of(v.of[k]);
    }
    K_UNROLL for (int e = 1; e < K_EACH; e++) s[e] = k_combine(s[e - 1], s[e]);
    k_state last = s[K_EACH - 1];
    if (n < K_EACH)
        K_UNROLL for (int e = 0; e + 1 < K_EACH; e++)
            if (e + 1 == n) last = s[e];
    return last;
}


/* ---- a tile whose total is told --------------------------------------------------------------------------- */

/* What is kept of it, besides its elements, which are scanned by each item. */
typedef struct k_kept {
    k_state items[K_GROUP_ITEMS], warps[K_WARPS]; /* before each item in its warp, before each warp */
    k_state last;                                 /* result */
    int is_alone;                                 /* its total */
} k_kept;

/* What lies before it. */
typedef struct k_before {
    k_state states[K_LEVELS + 1][K_FAN], carries[K_LEVELS];
#if K_READS_ROWS
    k_state totals[K_FAN * (K_FAN + 1)]; /* of tiles, in rows */
#endif
    int64_t begins[K_LEVELS + 1]; /* of the levels' totals, and of the last results */
    uint32_t unusable, unusable_blocks, past, first_past;
} k_before;

/* What a group works with. */
typedef struct k_sweep {
    k_tile tiles[4]; /* in turn: from the one before the last to the one that is on its way */
    k_kept kept[2];
    k_before before;
    k_state warp_totals[K_WARPS];
    uint32_t needs_care;
    int level;         /* from which on totals of sets that end with a tile are not told yet */
    int64_t zero_line; /* told of a line that is known to be zero from here on, or -1 */
} k_sweep;

/* A warp per level. */
static inline void k_find_before(const uint64_t *told, const uint32_t part, k_before *b)
{
    const int level = K_LANE / K_WARP;
    const uint32_t set = part >> K_FAN_BITS * level;
    const int n = (int)(set & (K_FAN - 1));
    if (!n) return;
    int is_usable;
    const int step = level ? K_SPREAD : 1;
    const int64_t first = b->begins[level] + (int64_t)(set - n) * step;
#if K_READS_ROWS
    const k_state carry = level == 1 ? k_fold_rows(told, b->begins[1], set - n, n, b->states[level], b->totals, &is_usable)
                                     : k_fold_told(told, first, step, n, b->states[level], &is_usable);
#else
    const k_state carry = k_fold_told(told, first, step, n, b->states[level], &is_usable);
#endif
    if (K_LANE % K_WARP == 0) {
        b->carries[level] = carry;
        if (!is_usable && level < K_OF_BLOCK) b->unusable = 1;
        if (!is_usable && level >= K_OF_BLOCK) b->unusable_blocks = 1;
    }
}

/* The number of a pack in the order of memory, of those of a warp's items. */
#define K_ACROSS_WARP(e) (K_LANE / K_WARP * K_WARP * K_PACKS + (e) * K_WARP + K_LANE % K_WARP)

static inline void k_prepend_to_pack(k_pack *v, const k_state before)
{
    K_UNROLL for (int k = 0; k < K_PACK; k++) v->of[k] = k_combine(before, v->of[k]);
}

/* A pack of a tile, scanned behind all items of the tile before it. */
static inline k_pack k_pack_of(const k_pack *tile, const k_kept *kept, const uint32_t g)
{
    const uint32_t item = g / K_PACKS;
    k_pack v = tile[K_POSITION_OF(g)];
    if (item % K_WARP) k_prepend_to_pack(&v, kept->items[item]);
    if (item >= K_WARP) k_prepend_to_pack(&v, kept->warps[item / K_WARP]);
    return v;
}

/* Zero where k_is_alone, and NaN or one elsewhere; or where it is zero. */
#if K_STICKS
static inline k_real k_doubt(const k_state s, const int must_be_zero)
{
    const k_real size = k_size(s);
    return size - size + (k_real)(K_STICKS_AT_ZERO && (size == 0) != must_be_zero);
}
#else
typedef int k_real;
static inline int k_doubt(const k_state s, const int must_be_zero)
{
    return 0;
}
#endif

/* The results of a tile whose elements, and what is before them, are finite, or zero: whether they are so as well. */
static inline int k_write_dense(const k_pack *tile, k_kept *kept, k_out *out, const uint32_t part, const k_state carries[K_LEVELS],
                                const int must_be_zero)
{
    const uint32_t g = K_ACROSS_WARP(0), item = g / K_PACKS, warp = item / K_WARP;
    const k_pack *const from = tile + K_POSITION_OF(g);
    const k_state *const items = kept->items + item, before_warp = kept->warps[warp];
    k_pack_out *const to = (k_pack_out *)out + g;
    k_real doubt = 0;
    k_state c[K_LEVELS], last;
    K_UNROLL for (int l = 0; l < K_LEVELS; l++) c[l] = carries[l];
    K_UNROLL_BY(1) for (int e = 0; e < K_PACKS; e++) {
        k_pack v = from[e * K_WARP];
        if (e || item % K_WARP) k_prepend_to_pack(&v, items[e * (K_WARP / K_PACKS)]);
        if (warp) k_prepend_to_pack(&v, before_warp);
        K_UNROLL for (int l = 0; l < K_LEVELS; l++)
            if (part >> K_FAN_BITS * l & (K_FAN - 1)) k_prepend_to_pack(&v, c[l]);
        K_UNROLL for (int k = 0; k < K_PACK; k++) doubt += k_doubt(v.of[k], must_be_zero);
        to[e * K_WARP] = k_results_of(&v);
        last = v.of[K_PACK - 1];
    }
    if (K_LANE == K_GROUP_ITEMS - 1) kept->last = last;
    return doubt == 0;
}

static inline int k_write_sparse(const k_pack *tile, k_kept *kept, k_out *out, const k_tile *t, const k_state carries[K_LEVELS],
                                 const int must_be_zero, const k_scan *w)
{
    int is_usable = 1;
    K_UNROLL_BY(1) for (int e = 0; e < K_PACKS; e++) {
        const uint32_t g = K_ACROSS_WARP(e);
        if (g * K_PACK >= t->n) break;
        k_pack v = k_pack_of(tile, kept, g);
        K_UNROLL for (int l = 0; l < K_LEVELS; l++)
            if (t->part >> K_FAN_BITS * l & (K_FAN - 1)) k_prepend_to_pack(&v, carries[l]);
        K_UNROLL for (int k = 0; k < K_PACK; k++) {
            const uint32_t j = g * K_PACK + k;
            if (j >= t->n) break;
            is_usable &= k_doubt(v.of[k], must_be_zero) == 0;
            out[j * w->out_step] = k_store(k_finish(v.of[k]));
            if (j == t->n - 1) kept->last = v.of[k];
        }
    }
    return is_usable;
}

static inline uint32_t k_take_ticket(uint64_t *told, const k_scan *w)
{
    return k_atomic_add((uint32_t *)(told + w->n_lines * k_states_of_line(w) * K_WORDS), 1u);
}

static inline void k_describe_tile(k_tile *t, const uint32_t number, const k_scan *w)
{
    if (number < w->n_lines * w->n_parts)
        *t = k_tile_of(number, w);
    else
        t->n = 0;
}

static inline void k_tell_last(uint64_t *told, const int64_t part, const int64_t last_results, const k_state last, const k_scan *w)
{
    k_tell(told, last_results + part, last, 1);
    k_tell_past(told, part, last_results, last, w);
}

/* By all, with a barrier, for a tile whose items are scanned: what is before each in it. Gives the total. */
static inline k_state k_scan_items(k_state own, k_kept *kept, k_state warp_totals[K_WARPS], const uint32_t n)
{
    const uint32_t lane = K_LANE, warp = lane / K_WARP, in_warp = lane % K_WARP, last_lane = (n - 1) / K_EACH;
    /* The items of a warp, by halves: what comes before is combined in front of the whole. */
    K_UNROLL for (int d = 1; d < K_WARP; d *= 2) {
        const k_state half = k_shuffle(own, (in_warp & ~(2u * d - 1)) + d - 1);
        if (in_warp & d) own = k_combine(half, own);
    }
    if (in_warp < K_WARP - 1) kept->items[lane + 1] = own;
    if (lane == last_lane || (in_warp == K_WARP - 1 && lane < last_lane)) warp_totals[warp] = own;
    K_BARRIER();
    k_state total = warp_totals[0], before = total;
    K_UNROLL for (uint32_t i = 1; i < K_WARPS; i++) {
        if (i == warp) before = total;
        if (i <= last_lane / K_WARP) total = k_combine(total, warp_totals[i]);
    }
    if (in_warp == 0) kept->warps[warp] = before;
    return total;
}
