/* Scans in one sweep over the data, for devices whose groups may wait for each other; behind scan.cl, whose types and macros it uses.
 *
 * A tile's group scans it and tells its total; it waits for what is before it (decoupled look-back: Merrill & Garland 2016). So that the bits are the
 * same in each run, totals are combined in fixed sets whatever is known earlier: 32 tiles are a row, 32 rows a block, and blocks follow one
 * another; each level is folded in order and combined in front of the level below. Where one of these values is not finite the tile
 * waits for the last result before it instead, and goes on from that.
 *
 * states: [line] of totals of tiles, totals of rows, blocks with all before them, last results of tiles; told: a word for each, and a
 * ticket behind them. */
#define K_FAN      32
#define K_KNOWN    1u
#define K_UNUSABLE 2u /* is known, but not finite */

static inline void k_tell(k_state *states, uint32_t *told, const int64_t i, const k_state s,
                          const int is_usable)
{
    states[i] = s;
    K_FENCE();
    K_SHARED_WORD(uint32_t, told + i) = is_usable ? K_KNOWN : K_UNUSABLE;
}

/* Waits for state i; whether it can be used. */
static inline int k_wait_for(const k_state *states, const uint32_t *told, const int64_t i, k_state *s)
{
    uint32_t is;
    do is = K_SHARED_WORD(const uint32_t, told + i);
    while (!is);
    K_FENCE();
    *s = states[i];
    return is == K_KNOWN;
}

static inline k_state k_fold(const k_state *values, const int n)
{
    k_state v[K_FAN];
    K_UNROLL for (int i = 0; i < K_FAN; i++)
        if (i < n) v[i] = values[i];
    k_state s = v[0];
    K_UNROLL for (int i = 1; i < K_FAN; i++)
        if (i < n) s = k_combine(s, v[i]);
    return s;
}

K_KERNEL_OF(K_GROUP_ITEMS) void dpex_kernel(const k_in *in, k_out *out, k_state *states, uint32_t *told,
                                            const k_scan w)
{
    K_LOCAL k_state tile[K_GROUP_ITEMS * (K_EACH + 1)],
        items[K_GROUP_ITEMS / K_ROW * (K_ROW + 1)], rows[K_GROUP_ITEMS / K_ROW];
    K_LOCAL k_state before[3][K_FAN], carries[3];
    K_LOCAL uint32_t my_ticket, unusable;
    const int lane = (int)K_LANE, level = lane / K_WARP, in_warp = lane % K_WARP;
    const int64_t n_rows_of_tiles = (w.n_parts + K_FAN - 1) / K_FAN;
    const int64_t n_blocks = (n_rows_of_tiles + K_FAN - 1) / K_FAN;
    const int64_t per_line = 2 * w.n_parts + n_rows_of_tiles + n_blocks;
    if (lane == 0) {
        my_ticket = k_atomic_add(told + w.n_lines * per_line, 1u);
        unusable = 0; /* no value before it, or not a finite one */
    }
    K_BARRIER();
    const int64_t line = my_ticket / w.n_parts, part = my_ticket % w.n_parts;
    states += line * per_line;
    told += line * per_line;
    const int64_t first = part * w.part, left = w.n - first;
    const int n = left < K_GROUP_ITEMS * K_EACH ? (int)left : K_GROUP_ITEMS * K_EACH;
    const int n_items = (n + K_EACH - 1) / K_EACH, n_rows = (n_items + K_ROW - 1) / K_ROW;
    const int mine = lane * K_EACH;
    int64_t in_at = w.in_offset, out_at = w.out_offset;
    for (int64_t d = w.nd - 1, rest = line; d >= 0; rest /= w.shape[d], d--) {
        in_at += rest % w.shape[d] * w.in_stride[d];
        out_at += rest % w.shape[d] * w.out_stride[d];
    }

    /* ---- the tile by itself ------------------------------------------------------------------------- */
    K_UNROLL for (int e = 0; e < K_EACH; e++) {
        const int j = e * K_GROUP_ITEMS + lane;
        if (j < n) K_AT(j) = K_VALUE(first + j);
    }
    K_BARRIER();
    k_state s[K_EACH];
    if (lane < n_items) {
        s[0] = K_AT(mine);
        K_UNROLL for (int e = 1; e < K_EACH; e++)
            s[e] = mine + e < n ? k_combine(s[e - 1], K_AT(mine + e)) : s[e - 1];
        K_ITEM_TOTAL(lane) = s[K_EACH - 1];
    }
    K_BARRIER();
    if (lane < n_rows) {
        const int n_mine = n_items - lane * K_ROW;
        rows[lane] = k_scan_row(&K_ITEM_TOTAL(lane * K_ROW), n_mine < K_ROW ? n_mine : K_ROW);
    }
    K_BARRIER();
    if (lane == 0) {
        k_scan_row(rows, n_rows);
        k_tell(states, told, part, rows[n_rows - 1], k_is_alone(rows[n_rows - 1]));
    }
    K_BARRIER();
    const k_state total = rows[n_rows - 1];

    /* ---- what is before it: a warp per level --------------------------------------------------------- */
    const int n_before[3] = {(int)(part % K_FAN), (int)(part / K_FAN % K_FAN),
                             part / (K_FAN * K_FAN) > 0};
    int is_usable = k_is_alone(total);
    if (level < 3 && n_before[level]) {
        const int64_t at[3] = {part - n_before[0], w.n_parts + part / K_FAN - n_before[1],
                               w.n_parts + n_rows_of_tiles + part / (K_FAN * K_FAN) - 1};
        int is_known = 1;
        if (in_warp < n_before[level])
            is_known = k_wait_for(states, told, at[level] + in_warp, &before[level][in_warp]);
        const int all_known = K_BALLOT(is_known) == 0xffffffffu;
        K_WARP_BARRIER();
        if (in_warp == 0) {
            carries[level] = k_fold(before[level], n_before[level]);
            if (!all_known || (level < 2 && !k_is_alone(carries[level]))) is_usable = 0;
        }
    }
    /* The last tile of a row tells the row's total: of nothing but its tiles. */
    if (lane == 0 && n_before[0] == K_FAN - 1) {
        const k_state row = k_combine(carries[0], total);
        k_tell(states, told, w.n_parts + part / K_FAN, row, is_usable && k_is_alone(row));
    }
    if (!is_usable) unusable = 1;
    K_BARRIER();

    /* ---- the results ---------------------------------------------------------------------------------- */
    const int is_stuck = n_before[2] && !k_is_alone(carries[2]);
    if (!unusable && lane < n_items) {
        K_UNROLL for (int e = 0; e < K_EACH; e++) {
            if (lane % K_ROW) s[e] = k_combine(K_ITEM_TOTAL(lane - 1), s[e]);
            if (lane >= K_ROW) s[e] = k_combine(rows[lane / K_ROW - 1], s[e]);
            K_UNROLL for (int l = 0; l < 2; l++)
                if (n_before[l]) s[e] = k_combine(carries[l], s[e]);
            int is_finite = k_is_alone(s[e]);
            if (n_before[2]) s[e] = k_combine(carries[2], s[e]);
            if (!is_stuck) is_finite = k_is_alone(s[e]);
            if (mine + e < n) {
                K_AT(mine + e) = s[e];
                if (!is_finite) is_usable = 0;
            }
        }
    }
    K_BARRIER();
    if (!is_usable) unusable = 1;
    K_BARRIER();
    if (unusable) {
        /* In order from the last result before, unless that is infinite or NaN, and this tile is not. */
        K_UNROLL for (int e = 0; e < K_EACH; e++) {
            const int j = e * K_GROUP_ITEMS + lane;
            if (j < n) K_AT(j) = K_VALUE(first + j);
        }
        if (lane == 0 && part)
            k_wait_for(states, told, per_line - w.n_parts + part - 1, &carries[0]);
        K_BARRIER();
        if (part && !k_is_alone(carries[0]) && k_is_alone(total)) {
            K_UNROLL for (int e = 0; e < K_EACH; e++) {
                const int j = e * K_GROUP_ITEMS + lane;
                if (j < n) K_AT(j) = k_combine(carries[0], K_AT(j));
            }
        } else if (lane == 0) {
            k_state carry = carries[0];
            for (int j = 0; j < n; j++)
                K_AT(j) = carry = part || j ? k_combine(carry, K_AT(j)) : K_AT(j);
        }
        K_BARRIER();
    }
    if (lane == 0) {
        k_tell(states, told, per_line - w.n_parts + part, K_AT(n - 1), 1);
        if (part % (K_FAN * K_FAN) == K_FAN * K_FAN - 1)
            k_tell(states, told, w.n_parts + n_rows_of_tiles + part / (K_FAN * K_FAN), K_AT(n - 1), 1);
    }
    K_UNROLL for (int e = 0; e < K_EACH; e++) {
        const int j = e * K_GROUP_ITEMS + lane;
        if (j < n) K_OUT(first + j) = k_store(k_finish(K_AT(j)));
    }
}
