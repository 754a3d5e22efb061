/* Scans in one sweep: tiles whose totals or results are zero or not finite, or that are behind such; behind sweep.cl. */
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
K_APART void k_go_on(k_pack *tile, k_state *items, k_state *rows, k_state *carry, const k_in *in, const uint64_t *told, const int64_t last_results,
                     const k_tile *t, const k_scan *w)
{
    const uint32_t lane = K_LANE;
    k_read_tile(tile, in, t, w);
    if (lane == 0 && t->part) k_wait_for(told, last_results + t->part - 1, carry);
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

/* Less common ways to results. */
typedef struct k_way {
    int past, goes_on_from_block, is_stuck;
} k_way;

/* Of the first n. */
static inline int k_is_usable_pack(const k_pack *v, const int n, const int must_be_zero)
{
    int n_usable = 0;
    K_UNROLL for (int k = 0; k < K_PACK; k++)
        n_usable += k >= n || (must_be_zero ? k_is_zero(v->of[k]) : k_is_alone(v->of[k]));
    return n_usable == K_PACK;
}

/* Elements behind all that is before the tile; whether the first n can be used. */
static inline int k_finish_pack(k_pack *v, const int n, const k_tile *t, const k_before *b, const k_way *way)
{
    int is_usable = 1;
    K_UNROLL for (int l = 0; l < K_OF_BLOCK; l++)
        if (t->part >> K_FAN_BITS * l & (K_FAN - 1)) k_prepend_to_pack(v, b->carries[l]);
    if (way->is_stuck) is_usable = k_is_usable_pack(v, n, 0);
    if (way->goes_on_from_block)
        k_prepend_to_pack(v, b->carries[K_OF_BLOCK]);
    else
        K_UNROLL for (int l = K_OF_BLOCK; l < K_LEVELS; l++)
            if (t->part >> K_FAN_BITS * l & (K_FAN - 1)) k_prepend_to_pack(v, b->carries[l]);
    if (way->past == K_PAST_NAN)
        K_UNROLL for (int k = 0; k < K_PACK; k++) v->of[k] = b->carries[0];
    else if (!way->is_stuck)
        is_usable = k_is_usable_pack(v, n, way->past);
    return is_usable;
}

/* By all, with barriers: how to the results of a tile whose total, or one before it, may not be usable. */
static inline k_way k_find_way(const uint64_t *told, const k_tile *t, k_before *b, const k_scan *w)
{
    const uint32_t lane = K_LANE;
    const int64_t last_results = b->begins[K_LEVELS];
    if (t->part && (b->unusable || b->unusable_blocks)) {
        if (lane == 0) {
            b->past = (uint32_t)k_find_past(told + last_results * K_WORDS, w->n_parts, t->part, &b->first_past);
            if (b->past == K_PAST_NAN) k_wait_for(told, last_results + b->first_past, &b->carries[0]);
        }
        K_BARRIER();
    }
    k_way way = {(int)b->past, b->unusable_blocks && !b->past, 0};
    if (way.goes_on_from_block) {
        const int64_t block = t->part >> K_FAN_BITS * K_OF_BLOCK;
        if (lane == 0)
            k_wait_for(told, last_results + (block << K_FAN_BITS * K_OF_BLOCK) - 1, &b->carries[K_OF_BLOCK]);
        K_BARRIER();
        way.is_stuck = !k_is_alone(b->carries[K_OF_BLOCK]);
    }
    return way;
}

/* The results by that way; whether they can be used. */
static inline int k_write_by_way(const k_pack *tile, k_kept *kept, k_out *out, const k_tile *t, const k_before *b, const k_way *way, const k_scan *w)
{
    const int is_dense = k_is_dense(t, out, w);
    int is_usable = 1;
    K_UNROLL_BY(1) for (int e = 0; e < K_PACKS; e++) {
        const uint32_t g = K_ACROSS_WARP(e), j = g * K_PACK;
        if (j >= t->n) break;
        k_pack v = k_pack_of(tile, kept, g);
        is_usable &= k_finish_pack(&v, (int)(t->n - j), t, b, way);
        if (is_dense) ((k_pack_out *)out)[g] = k_results_of(&v);
        K_UNROLL for (int k = 0; k < K_PACK; k++) {
            if (!is_dense && j + k < t->n) out[(j + k) * w->out_step] = k_store(k_finish(v.of[k]));
            if (j + k == t->n - 1) kept->last = v.of[k];
        }
    }
    return is_usable;
}

static inline void k_write_constant(const k_state s, k_out *out, const k_tile *t, const k_scan *w)
{
    const k_out result = k_store(k_finish(s));
    if (k_is_dense(t, out, w)) {
        k_pack_out v;
        K_UNROLL for (int k = 0; k < K_PACK; k++) v.of[k] = result;
        K_UNROLL for (int e = 0; e < K_PACKS; e++) ((k_pack_out *)out)[e * K_GROUP_ITEMS + K_LANE] = v;
    } else {
        for (uint32_t j = K_LANE; j < t->n; j += K_GROUP_ITEMS) out[j * w->out_step] = result;
    }
}

/* By one item: whether the line is known to be NaN before a tile. Then nobody needs totals of it: those behind it know the same. */
static inline int k_is_past_nan(uint64_t *told, const k_tile *t, k_before *b, const int tells_total, const k_scan *w)
{
#if K_STICKS && K_IS_REAL
    const int64_t last_results = b->begins[K_LEVELS];
    const uint64_t first = K_SHARED_WORD(const uint64_t, told + (last_results + w->n_parts) * K_WORDS + 1);
    if (first >> 32 == K_UNKNOWN || (uint32_t)first >= t->part) return 0;
    k_wait_for(told, last_results + (uint32_t)first, &b->carries[0]);
    const k_state nan = b->carries[0];
    if (tells_total) k_tell(told, t->part, nan, 0);
    int64_t set = t->part;
    for (int level = 0; level + 1 < K_LEVELS && !((set + 1) & (K_FAN - 1)); level++) {
        set >>= K_FAN_BITS;
        k_tell(told, b->begins[level + 1] + set * K_SPREAD, nan, 0);
    }
    k_tell(told, last_results + t->part, nan, 1);
    return 1;
#else
    return 0;
#endif
}

/* Tile after tile from number `at` of the group on, of which two have told their totals and four are described: from the first one on that
 * is not finite. The usual way keeps no registers for coming back. */
K_APART void k_sweep_with_care(k_pack *coming, k_pack *scanned, k_sweep *g, uint32_t at, const k_in *in, k_out *out, uint64_t *all_told,
                               const k_scan *w)
{
    const uint32_t lane = K_LANE, warp = lane / K_WARP;
    k_before *const b = &g->before;
    k_kept *const kept = &g->kept[0];
    const int64_t last_results = b->begins[K_LEVELS];
    int is_on_its_way = 0, n_told = 2, n_next = 3;
    for (; g->tiles[at % 4].n > 0; at++, n_told--, n_next--) {
        const k_tile *const t = &g->tiles[at % 4];
        k_tile *const next = &g->tiles[(at + 1) % 4];
        uint64_t *const told = all_told + t->told * K_WORDS;
        uint32_t number = 0;
        if (lane == 0) {
            if (n_next <= 0) number = k_take_ticket(all_told, w);
            b->past = b->past == K_PAST_NAN && k_is_past_nan(told, t, b, n_told <= 0, w) ? K_PAST_NAN : 0;
            b->unusable = b->unusable_blocks = g->needs_care = 0;
        }
        K_WAIT_FOR_COPIES();
        K_BARRIER();
        if (b->past) {
            k_write_constant(b->carries[0], out + t->out, t, w);
            if (lane == 0 && n_next <= 0) k_describe_tile(next, number, w);
            is_on_its_way = 0;
        } else {
            if (!is_on_its_way) {
                k_begin_tile(coming, in, t, w);
                K_WAIT_FOR_COPIES();
                K_BARRIER();
            }
            k_state s[K_EACH];
            const k_state own = k_scan_own(coming, (int)t->n - (int)lane * K_EACH, s);
            k_pack *const tile = scanned;
            k_write_own(tile, lane, s);
            if (lane == 0 && n_next <= 0) k_describe_tile(next, number, w);
            const k_state total = k_scan_items(own, kept, g->warp_totals, t->n);
            if (lane == 0) {
                const int is_alone = k_is_alone(total);
                if (n_told <= 0) k_tell(told, t->part, total, is_alone);
                if (!is_alone) b->unusable = 1;
            }
            k_begin_tile(coming, in, next, w);
            is_on_its_way = 1;
            if (warp < K_LEVELS)
                k_find_before(told, (uint32_t)t->part, b);
            else if (warp == K_LEVELS)
                k_tell_sets(told, t->part, b->begins, b->states[K_LEVELS], 0, 1);
            K_BARRIER();
            const k_way way = k_find_way(told, t, b, w);
            if (!(way.past || !b->unusable) || !k_write_by_way(scanned, kept, out + t->out, t, b, &way, w)) g->needs_care = 1;
            K_BARRIER();
            if (g->needs_care) {
                k_state *const items = (k_state *)coming;
                K_WAIT_FOR_COPIES();
                k_go_on(scanned, items, items + K_GROUP_ITEMS / K_ROW * (K_ROW + 1), &b->carries[0], in, told, last_results, t, w);
                k_write_tile(scanned, out, t, w);
                is_on_its_way = 0;
            }
            if (lane == 0) k_tell_last(told, t->part, last_results, g->needs_care ? K_ELEM(t->n - 1) : kept->last, w);
        }
        K_BARRIER();
    }
}
