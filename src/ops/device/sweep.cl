/* Scans in one sweep over the data, for devices whose groups may wait for each other; behind scan.cl, whose types and macros it uses.
 *
 * A tile's group scans it and publishes its total; it waits for what is before it (decoupled look-back: Merrill & Garland 2016). So that the
 * bits are the same in each run, totals are combined in fixed sets whatever is known earlier: 32 tiles are a row, 32 rows a block, 32 blocks
 * the next larger set, and so on; the last tile of a set publishes the set's total, for which it reads those of the sets in it, so that no
 * set waits for results of another. Each level is folded in order and combined in front of the level below. Where one of these values is
 * not finite the tile waits for the last result before it, or before its block, instead, and goes on from that.
 *
 * told: [line] of totals of tiles, of rows, of blocks, ..., last results of tiles; and a ticket behind all. A state is published in words of
 * its own that hold 32 bits of it and, above them, whether they are known, so that it needs no fence. */
#define K_FAN_BITS 5
#define K_FAN      (1 << K_FAN_BITS)
#define K_LEVELS   5 /* of sets: enough for 2^25 tiles */
#define K_OF_BLOCK 2 /* levels inside a block */
#define K_SWEEP_GROUPS 4 /* side by side on a compute unit: while some wait, others move data */
#define K_UNKNOWN  0u
#define K_KNOWN    1u
#define K_UNUSABLE 2u /* is known, but not finite */
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

/* Elements lane, lane + K_GROUP_ITEMS, ... of a tile in local memory, and the item's own, which follow one another. */
#define K_ACROSS(e) tile[lane + lane / K_EACH + (e) * (K_GROUP_ITEMS / K_EACH * (K_EACH + 1))]
#define K_OWN(e)    tile[lane * (K_EACH + 1) + (e)]

static inline void k_prepend(k_state s[K_EACH], const k_state before)
{
    K_UNROLL for (int e = 0; e < K_EACH; e++) s[e] = k_combine(before, s[e]);
}

static inline int k_are_alone(const k_state s[K_EACH])
{
    int are_alone = 1;
    K_UNROLL for (int e = 0; e < K_EACH; e++) are_alone &= k_is_alone(s[e]);
    return are_alone;
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

K_KERNEL_OF(K_GROUP_ITEMS, K_SWEEP_GROUPS) void dpex_kernel(const k_in *in, k_out *out, uint64_t *told, const k_scan w)
{
    K_LOCAL k_state tile[K_GROUP_ITEMS * (K_EACH + 1)],
        items[K_GROUP_ITEMS / K_ROW * (K_ROW + 1)], rows[K_GROUP_ITEMS / K_ROW];
    K_LOCAL k_state before[K_LEVELS][K_FAN], carries[K_LEVELS];
    K_LOCAL uint32_t my_ticket, unusable, unusable_blocks;
    const uint32_t lane = K_LANE, level = lane / K_WARP, in_warp = lane % K_WARP;
    const int64_t last_results = k_begin_of(w.n_parts, K_LEVELS), per_line = last_results + w.n_parts;
    if (lane == 0) {
        my_ticket = k_atomic_add((uint32_t *)(told + w.n_lines * per_line * K_WORDS), 1u);
        unusable = unusable_blocks = 0; /* a value before it that is not finite */
    }
    K_BARRIER();
    const int64_t line = w.n_lines == 1 ? 0 : my_ticket / w.n_parts;
    const int64_t part = my_ticket - line * w.n_parts;
    told += line * per_line * K_WORDS;
    const int64_t first = part * w.part, left = w.n - first;
    const uint32_t n = left < K_GROUP_ITEMS * K_EACH ? (uint32_t)left : K_GROUP_ITEMS * K_EACH;
    const uint32_t n_items = (n + K_EACH - 1) / K_EACH, n_rows = (n_items + K_ROW - 1) / K_ROW;
    const uint32_t n_mine = n - lane * K_EACH < K_EACH ? n - lane * K_EACH : K_EACH; /* if lane < n_items */
    int64_t in_at = w.in_offset, out_at = w.out_offset;
    for (int64_t d = w.nd - 1, rest = line; d >= 0; rest /= w.shape[d], d--) {
        in_at += rest % w.shape[d] * w.in_stride[d];
        out_at += rest % w.shape[d] * w.out_stride[d];
    }
    in += in_at + first * w.in_step;
    out += out_at + first * w.out_step;
    /* Neighbouring elements, as most often, are addressed without a product. */
    const int is_plain = w.in_step == 1 && w.out_step == 1;
#define K_TILE_VALUE(j) k_lift(k_load(is_plain ? in[j] : in[(j) * w.in_step]), 0)

    /* ---- the tile by itself: across from memory, then each item's own elements ------------------------- */
    K_UNROLL for (uint32_t e = 0; e < K_EACH; e++) {
        const uint32_t j = e * K_GROUP_ITEMS + lane;
        if (j < n) K_ACROSS(e) = K_TILE_VALUE(j);
    }
    K_BARRIER();
    if (lane < n_items) {
        k_state sum = K_OWN(0);
        K_UNROLL for (uint32_t e = 1; e < K_EACH; e++)
            if (e < n_mine) K_OWN(e) = sum = k_combine(sum, K_OWN(e));
        K_ITEM_TOTAL(lane) = sum;
    }
    K_BARRIER();
    if (lane < n_rows) {
        const uint32_t n_left = n_items - lane * K_ROW;
        rows[lane] = k_scan_row(&K_ITEM_TOTAL(lane * K_ROW), n_left < K_ROW ? (int)n_left : K_ROW);
    }
    K_BARRIER();
    if (lane == 0) {
        const k_state all = k_scan_row(rows, (int)n_rows);
        k_tell(told, part, all, k_is_alone(all));
    }
    K_BARRIER();
    const k_state total = rows[n_rows - 1];

    /* ---- what is before it: a warp per level --------------------------------------------------------- */
    int is_usable = k_is_alone(total);
    if (level < K_LEVELS) {
        const int64_t beyond = part + 1;
        /* Then the warp needs the levels below too. */
        const int ends_set =
            level + 1 < K_LEVELS && !(beyond & (((int64_t)1 << K_FAN_BITS * (level + 1)) - 1));
        k_state sum = total;
        int is_sum_usable = is_usable;
        for (int l = ends_set ? 0 : (int)level; l <= (int)level; l++) {
            const int64_t set = part >> K_FAN_BITS * l;
            const int n_mine = (int)(set & (K_FAN - 1));
            if (!n_mine) continue;
            int is_known = 1;
            if (in_warp < (uint32_t)n_mine)
                is_known = k_wait_for(told, k_begin_of(w.n_parts, l) + set - n_mine + in_warp,
                                      &before[level][in_warp]);
            const int all_known = K_BALLOT(is_known) == 0xffffffffu;
            K_WARP_BARRIER();
            if (in_warp == 0) {
                const k_state carry = k_fold(before[level], n_mine);
                const int is_carry_usable = all_known && k_is_alone(carry);
                sum = k_combine(carry, sum);
                is_sum_usable &= is_carry_usable;
                if (l == (int)level) {
                    carries[level] = carry;
                    if (!is_carry_usable && level < K_OF_BLOCK) is_usable = 0;
                    if (!is_carry_usable && level >= K_OF_BLOCK) unusable_blocks = 1;
                }
            }
            K_WARP_BARRIER();
        }
        if (in_warp == 0 && ends_set)
            k_tell(told, k_begin_of(w.n_parts, level + 1) + (part >> K_FAN_BITS * (level + 1)), sum,
                   is_sum_usable && k_is_alone(sum));
    }
    if (!is_usable) unusable = 1;
    K_BARRIER();
    const int64_t block = part >> K_FAN_BITS * K_OF_BLOCK;
    if (unusable_blocks) {
        if (lane == 0)
            k_wait_for(told, last_results + (block << K_FAN_BITS * K_OF_BLOCK) - 1,
                       &carries[K_OF_BLOCK]);
        K_BARRIER();
    }

    /* ---- the results ---------------------------------------------------------------------------------- */
    const int is_stuck = unusable_blocks && !k_is_alone(carries[K_OF_BLOCK]);
    const int n_tiles = (int)(part & (K_FAN - 1)), n_full_rows = (int)(part >> K_FAN_BITS & (K_FAN - 1));
    is_usable = !unusable;
    if (is_usable && lane < n_items) {
        /* Read again: registers that are kept while the tile waits would be too many. */
        k_state s[K_EACH];
        K_UNROLL for (uint32_t e = 0; e < K_EACH; e++) s[e] = K_OWN(e < n_mine ? e : 0);
        if (lane % K_ROW) k_prepend(s, K_ITEM_TOTAL(lane - 1));
        if (lane >= K_ROW) k_prepend(s, rows[lane / K_ROW - 1]);
        if (n_tiles) k_prepend(s, carries[0]);
        if (n_full_rows) k_prepend(s, carries[1]);
        if (is_stuck) is_usable = k_are_alone(s);
        if (unusable_blocks)
            k_prepend(s, carries[K_OF_BLOCK]);
        else
            K_UNROLL for (int l = K_OF_BLOCK; l < K_LEVELS; l++)
                if (part >> K_FAN_BITS * l & (K_FAN - 1)) k_prepend(s, carries[l]);
        if (!is_stuck) is_usable = k_are_alone(s);
        K_UNROLL for (uint32_t e = 0; e < K_EACH; e++)
            if (e < n_mine) K_OWN(e) = s[e];
    }
    K_BARRIER();
    if (!is_usable) unusable = 1;
    K_BARRIER();
    if (unusable) {
        /* In order from the last result before, unless that is infinite or NaN, and this tile is not. */
        K_UNROLL for (uint32_t e = 0; e < K_EACH; e++) {
            const uint32_t j = e * K_GROUP_ITEMS + lane;
            if (j < n) K_ACROSS(e) = K_TILE_VALUE(j);
        }
        if (lane == 0 && part) k_wait_for(told, last_results + part - 1, &carries[0]);
        K_BARRIER();
        if (part && !k_is_alone(carries[0]) && k_is_alone(total)) {
            K_UNROLL for (uint32_t e = 0; e < K_EACH; e++) {
                const uint32_t j = e * K_GROUP_ITEMS + lane;
                if (j < n) K_ACROSS(e) = k_combine(carries[0], K_ACROSS(e));
            }
        } else if (lane == 0) {
            k_state carry = carries[0];
            for (uint32_t j = 0; j < n; j++)
                K_AT(j) = carry = part || j ? k_combine(carry, K_AT(j)) : K_AT(j);
        }
        K_BARRIER();
    }
    if (lane == 0) k_tell(told, last_results + part, K_AT(n - 1), 1);
    K_UNROLL for (uint32_t e = 0; e < K_EACH; e++) {
        const uint32_t j = e * K_GROUP_ITEMS + lane;
        if (j >= n) continue;
        const k_out result = k_store(k_finish(K_ACROSS(e)));
        if (is_plain)
            out[j] = result;
        else
            out[j * w.out_step] = result;
    }
}
