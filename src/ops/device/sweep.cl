/* Scans in one sweep over the data, for devices whose groups may wait for each other; behind scan.cl, whose types and macros it uses.
 *
 * A tile's group scans it and tells its total; it waits for what is before it (decoupled look-back: Merrill & Garland 2016). So that the
 * bits are the same in each run, totals are combined in fixed sets whatever is known earlier: 32 tiles are a row, 32 rows a block, 32 blocks
 * the next larger set, and so on; the last tile of a set tells the set's total, for which it reads those of the sets in it, so that no
 * set waits for results of another. Each level is folded in order and combined in front of the level below. Where one of these values is
 * not finite the tile waits for the last result before it, or before its block, instead, and goes on from that; where a line is NaN, or a
 * product zero, it remains so, and a word names the first such tile to all tiles behind.
 *
 * told: [line] of totals of tiles, of rows, of blocks, ..., last results of tiles, and the first tiles whose last result is zero and NaN;
 * and a ticket behind all. A state is told in words of its own that hold 32 bits of it and, above them, whether they are known, so that it
 * needs no fence. */
#define K_FAN_BITS 5
#define K_FAN      (1 << K_FAN_BITS)
#define K_LEVELS   5 /* of sets: enough for 2^25 tiles */
#define K_OF_BLOCK 2 /* levels inside a block */
#define K_SWEEP_GROUPS 5 /* side by side on a compute unit: while some wait, others move data */
#define K_UNKNOWN  0u
#define K_KNOWN    1u
#define K_UNUSABLE 2u /* is known, but not finite */
#define K_PAST_ZERO 1
#define K_PAST_NAN  2
#define K_WORDS    ((int)(sizeof(k_state) + 3) / 4)

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

/* A few are read at a time: a chain of reads would take as many times longer, and all at once too many registers. */
static inline k_state k_fold(const k_state *values, const int n)
{
    enum { AT_A_TIME = 8 };
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

/* A tile lies in local memory in packs of 16 bytes. An item's packs follow one another, and a pack is left free behind them, so that banks
 * differ both where items read their own and where they go across. */
#define K_PACK     (sizeof(k_state) < 16 ? 16 / (int)sizeof(k_state) : 1)
#define K_PACKS    (K_EACH / K_PACK) /* of an item */
#define K_TILE     (K_GROUP_ITEMS * K_EACH)
#define K_ACROSS(e) tile[(e) * (K_GROUP_ITEMS / K_PACKS * (K_PACKS + 1)) + lane + lane / K_PACKS]
#define K_OWN(e)    tile[lane * (K_PACKS + 1) + (e)]
#define K_ELEM(j)  tile[((j) + (j) / K_EACH * K_PACK) / K_PACK].of[((j) + (j) / K_EACH * K_PACK) % K_PACK]

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

/* The first n; those behind them are of no account. */
static inline int k_are_alone(const k_state s[K_EACH], const int n)
{
    int n_alone = 0;
    K_UNROLL for (int e = 0; e < K_EACH; e++) n_alone += n == K_EACH || e < n ? k_is_alone(s[e]) : 1;
    return n_alone == K_EACH;
}

/* Where the totals of a level begin. */
static inline int64_t k_begin_of(int64_t n_sets, const int level)
{
    int64_t begin = 0;
    for (int l = 0; l < level; l++) {
        begin += n_sets;
        n_sets = (n_sets + K_FAN - 1) >> K_FAN_BITS;
    }
    return begin;
}

/* The states that a line tells. */
static inline int64_t k_states_of_line(const k_scan *w)
{
    return k_begin_of(w->n_parts, K_LEVELS) + w->n_parts + 2;
}

/* A tile: its number in a line, and its elements. */
typedef struct k_tile {
    int64_t part;
    uint64_t *told; /* by its line */
    const k_in *in;
    k_out *out;
    uint32_t n;
} k_tile;

static inline k_tile k_tile_of(const int64_t number, const k_in *in, k_out *out, uint64_t *told, const k_scan *w)
{
    const int64_t line = w->n_lines == 1 ? 0 : number / w->n_parts, part = number - line * w->n_parts;
    const int64_t first = part * w->part, left = w->n - first;
    k_tile t = {part, told + line * k_states_of_line(w) * K_WORDS, in + w->in_offset + first * w->in_step,
                out + w->out_offset + first * w->out_step, left < K_TILE ? (uint32_t)left : K_TILE};
    for (int64_t d = w->nd - 1, rest = line; d >= 0; rest /= w->shape[d], d--) {
        t.in += rest % w->shape[d] * w->in_stride[d];
        t.out += rest % w->shape[d] * w->out_stride[d];
    }
    return t;
}

/* Across from memory, with a barrier. Most tiles are full, and their elements neighbours. */
static inline void k_read_tile(k_pack *tile, const k_tile *t, const k_scan *w)
{
    const uint32_t lane = K_LANE;
    if (t->n == K_TILE && w->in_step == 1 && (size_t)t->in % sizeof(k_pack_in) == 0) {
        const k_pack_in *const from = (const k_pack_in *)t->in + lane;
        k_pack_in v[K_PACKS];
        K_UNROLL for (int e = 0; e < K_PACKS; e++) v[e] = from[e * K_GROUP_ITEMS];
        K_UNROLL for (int e = 0; e < K_PACKS; e++) {
            k_pack s;
            K_UNROLL for (int k = 0; k < K_PACK; k++) s.of[k] = k_lift(k_load(v[e].of[k]), 0);
            K_ACROSS(e) = s;
        }
    } else {
        K_UNROLL_BY(4) for (uint32_t j = lane; j < t->n; j += K_GROUP_ITEMS)
            K_ELEM(j) = k_lift(k_load(t->in[j * w->in_step]), 0);
    }
    K_BARRIER();
}

static inline void k_write_tile(const k_pack *tile, const k_tile *t, const k_scan *w)
{
    const uint32_t lane = K_LANE;
    if (t->n == K_TILE && w->out_step == 1 && (size_t)t->out % sizeof(k_pack_out) == 0) {
        k_pack_out *const to = (k_pack_out *)t->out + lane;
        K_UNROLL for (int e = 0; e < K_PACKS; e++) {
            const k_pack s = K_ACROSS(e);
            k_pack_out v;
            K_UNROLL for (int k = 0; k < K_PACK; k++) v.of[k] = k_store(k_finish(s.of[k]));
            to[e * K_GROUP_ITEMS] = v;
        }
    } else {
        K_UNROLL_BY(4) for (uint32_t j = lane; j < t->n; j += K_GROUP_ITEMS)
            t->out[j * w->out_step] = k_store(k_finish(K_ELEM(j)));
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

/* By a warp: the n told states from `first` on, folded; n is at most K_FAN. */
static inline k_state k_fold_told(const k_tile *t, const int64_t first, const int n, k_state *before, int *is_usable)
{
    const uint32_t in_warp = K_LANE % K_WARP;
    int is_known = 1;
    if (in_warp < (uint32_t)n) is_known = k_wait_for(t->told, first + in_warp, &before[in_warp]);
    const int all_known = K_BALLOT(is_known) == 0xffffffffu;
    K_WARP_BARRIER();
    const k_state fold = k_fold(before, n);
    K_WARP_BARRIER();
    *is_usable = all_known && k_is_alone(fold);
    return fold;
}

/* By a warp: the totals of all sets that end with tile t. */
static inline void k_tell_sets(const k_tile *t, k_state *before, const k_scan *w)
{
    for (int l = 0; l + 1 < K_LEVELS && !((t->part + 1) & (((int64_t)1 << K_FAN_BITS * (l + 1)) - 1)); l++) {
        int is_usable;
        const int64_t set = t->part >> K_FAN_BITS * l;
        const k_state sum = k_fold_told(t, k_begin_of(w->n_parts, l) + set - (K_FAN - 1), K_FAN, before, &is_usable);
        if (K_LANE % K_WARP == 0) k_tell(t->told, k_begin_of(w->n_parts, l + 1) + (set >> K_FAN_BITS), sum, is_usable);
    }
}

static inline int k_are_zero(const k_state s[K_EACH], const int n)
{
    int are_zero = K_STICKS_AT_ZERO && K_STICKS;
#if K_STICKS
    K_UNROLL for (int e = 0; e < K_EACH; e++) are_zero &= e >= n || k_size(s[e]) == 0;
#endif
    return are_zero;
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
static inline void k_tell_past(const k_tile *t, const int64_t last_results, const k_state last, const k_scan *w)
{
#if K_STICKS
    const k_real size = k_size(last);
    uint64_t *word = t->told + (last_results + w->n_parts) * K_WORDS;
    if (size != size)
        word++;
    else if (!K_STICKS_AT_ZERO || size != 0)
        return;
    if ((size == size || K_IS_REAL) && K_SHARED_WORD(uint64_t, word) >> 32 == K_UNKNOWN)
        K_SHARED_WORD(uint64_t, word) = (uint64_t)K_KNOWN << 32 | (uint32_t)t->part;
#endif
}

/* By one item, in order. */
static inline void k_scan_in_order(k_pack *tile, k_state carry, const int has_carry, const uint32_t n)
{
    for (uint32_t lane = 0; lane * K_EACH < n; lane++) {
        k_state s[K_EACH];
        k_read_own(tile, lane, s);
        s[0] = has_carry || lane ? k_combine(carry, s[0]) : s[0];
        K_UNROLL for (int e = 1; e < K_EACH; e++) s[e] = k_combine(s[e - 1], s[e]);
        k_write_own(tile, lane, s);
        carry = s[K_EACH - 1];
    }
}

/* Elements as a line that is infinite or zero takes them: finite ones change no sum, and of a product the sign alone. */
static inline void k_keep_effects(k_pack *tile)
{
#if K_IS_REAL
    k_state s[K_EACH];
    k_read_own(tile, K_LANE, s);
    K_UNROLL for (int e = 0; e < K_EACH; e++)
        if (k_is_alone(s[e])) s[e] = (k_state)(!K_STICKS_AT_ZERO ? 0 : s[e] < 0 ? -1 : 1);
    k_write_own(tile, K_LANE, s);
#endif
}

/* The item's own elements behind those of the items before it. */
static inline void k_take_items(const k_pack *tile, const k_state *items, const k_state *rows, k_state s[K_EACH])
{
    const uint32_t lane = K_LANE;
    k_read_own(tile, lane, s);
    if (lane % K_ROW) k_prepend(s, K_ITEM_TOTAL(lane - 1));
    if (lane >= K_ROW) k_prepend(s, rows[lane / K_ROW - 1]);
}

/* By all, with barriers: the tile from the last result before it. In order, unless the line does not leave that result. */
K_APART void k_go_on(k_pack *tile, k_state *items, k_state *rows, k_state *carry, const int64_t last_results, const k_tile *t,
                     const k_scan *w)
{
    const uint32_t lane = K_LANE;
    k_read_tile(tile, t, w);
    if (lane == 0 && t->part) k_wait_for(t->told, last_results + t->part - 1, carry);
    K_BARRIER();
    if (K_IS_REAL && t->part && !k_is_alone(*carry)) {
        k_state s[K_EACH];
        k_keep_effects(tile);
        k_scan_tile(tile, items, rows, t->n);
        k_take_items(tile, items, rows, s);
        k_prepend(s, *carry);
        K_BARRIER();
        k_write_own(tile, lane, s);
    } else if (lane == 0) {
        k_scan_in_order(tile, *carry, t->part > 0, t->n);
    }
    K_BARRIER();
}

K_KERNEL_OF(K_GROUP_ITEMS, K_SWEEP_GROUPS) void dpex_kernel(const k_in *in, k_out *out, uint64_t *told, const k_scan w)
{
    K_LOCAL k_pack tile[K_GROUP_ITEMS * (K_PACKS + 1)];
    K_LOCAL k_state items[K_GROUP_ITEMS / K_ROW * (K_ROW + 1)], rows[K_GROUP_ITEMS / K_ROW];
    K_LOCAL k_state before[K_LEVELS + 1][K_FAN], carries[K_LEVELS];
    K_LOCAL uint32_t my_ticket, unusable, unusable_blocks, past, first_past, goes_in_order;
    const uint32_t lane = K_LANE, level = lane / K_WARP;
    const int64_t last_results = k_begin_of(w.n_parts, K_LEVELS);
    if (lane == 0) {
        my_ticket = k_atomic_add((uint32_t *)(told + w.n_lines * k_states_of_line(&w) * K_WORDS), 1u);
        unusable = unusable_blocks = past = goes_in_order = 0;
    }
    K_BARRIER();
    const k_tile t = k_tile_of(my_ticket, in, out, told, &w);

    /* ---- the tile by itself ---------------------------------------------------------------------------- */
    k_read_tile(tile, &t, &w);
    const k_state total = k_scan_tile(tile, items, rows, t.n);
    if (lane == 0) k_tell(t.told, t.part, total, k_is_alone(total));

    /* ---- what is before it: a warp per level ------------------------------------------------------------ */
    if (level == K_LEVELS) k_tell_sets(&t, before[K_LEVELS], &w);
    if (level < K_LEVELS) {
        const int64_t set = t.part >> K_FAN_BITS * level;
        const int n_before = (int)(set & (K_FAN - 1));
        if (n_before) {
            int is_usable;
            const k_state carry =
                k_fold_told(&t, k_begin_of(w.n_parts, level) + set - n_before, n_before, before[level], &is_usable);
            if (lane % K_WARP == 0) {
                carries[level] = carry;
                if (!is_usable && level < K_OF_BLOCK) unusable = 1;
                if (!is_usable && level >= K_OF_BLOCK) unusable_blocks = 1;
            }
        }
    }
    if (!k_is_alone(total)) unusable = 1;
    K_BARRIER();
    if (t.part && (unusable || unusable_blocks)) {
        if (lane == 0) {
            past = (uint32_t)k_find_past(t.told + last_results * K_WORDS, w.n_parts, t.part, &first_past);
            if (past == K_PAST_NAN) k_wait_for(t.told, last_results + first_past, &carries[0]);
        }
        K_BARRIER();
    }
    const int goes_on_from_block = unusable_blocks && !past;
    if (goes_on_from_block) {
        const int64_t block = t.part >> K_FAN_BITS * K_OF_BLOCK;
        if (lane == 0)
            k_wait_for(t.told, last_results + (block << K_FAN_BITS * K_OF_BLOCK) - 1, &carries[K_OF_BLOCK]);
        K_BARRIER();
    }

    /* ---- the results ---------------------------------------------------------------------------------- */
    const int is_stuck = goes_on_from_block && !k_is_alone(carries[K_OF_BLOCK]);
    const int n_mine = t.n - lane * K_EACH < K_EACH ? (int)(t.n - lane * K_EACH) : K_EACH;
    int is_usable = past || !unusable;
    if (is_usable && lane * K_EACH < t.n) {
        k_state s[K_EACH];
        k_take_items(tile, items, rows, s);
        K_UNROLL for (int l = 0; l < K_OF_BLOCK; l++)
            if (t.part >> K_FAN_BITS * l & (K_FAN - 1)) k_prepend(s, carries[l]);
        if (is_stuck) is_usable = k_are_alone(s, n_mine);
        if (goes_on_from_block)
            k_prepend(s, carries[K_OF_BLOCK]);
        else
            K_UNROLL for (int l = K_OF_BLOCK; l < K_LEVELS; l++)
                if (t.part >> K_FAN_BITS * l & (K_FAN - 1)) k_prepend(s, carries[l]);
        if (past == K_PAST_NAN)
            K_UNROLL for (int e = 0; e < K_EACH; e++) s[e] = carries[0];
        else if (!is_stuck)
            is_usable = past ? k_are_zero(s, n_mine) : k_are_alone(s, n_mine);
        k_write_own(tile, lane, s);
    }
    if (!is_usable) goes_in_order = 1;
    K_BARRIER();
    if (goes_in_order) {
        /* Copies: what a function apart has the address of lies in memory. */
        const k_tile this_tile = t;
        const k_scan scan = w;
        k_go_on(tile, items, rows, &carries[0], last_results, &this_tile, &scan);
    }
    if (lane == 0) {
        const k_state last = K_ELEM(t.n - 1);
        k_tell(t.told, last_results + t.part, last, 1);
        k_tell_past(&t, last_results, last, &w);
    }
    k_write_tile(tile, &t, &w);
}
