/* Scans in one sweep: the kernel; behind sweep.cl and sweep_care.cl. */
#define K_TOLD(t) (told + (t)->told * K_WORDS)

/* By all, with barriers, where the total of a tile, or one before it, is zero or not finite: whether the line is zero there. Waits until that
 * is known. */
static inline int k_is_in_zeros(const uint64_t *told, const k_tile *t, k_sweep *g, const k_scan *w)
{
#if K_STICKS && K_STICKS_AT_ZERO
    if (t->told == g->zero_line) return 1;
    if (t->part == 0) return 0;
    if (K_LANE == 0)
        g->before.past = (uint32_t)k_find_past(told + g->before.begins[K_LEVELS] * K_WORDS, w->n_parts, t->part, &g->before.first_past);
    K_BARRIER();
    if (g->before.past != K_PAST_ZERO) return 0;
    if (K_LANE == 0) g->zero_line = t->told;
    return 1;
#else
    return 0;
#endif
}

K_KERNEL_OF(K_GROUP_ITEMS, K_SWEEP_GROUPS) void dpex_kernel(const k_in *in, k_out *out, uint64_t *told, const k_scan w)
{
    K_LOCAL k_pack coming[K_GROUP_ITEMS * K_PACKS], scanned[K_GROUP_ITEMS * K_PACKS];
    K_LOCAL k_sweep g;
    const uint32_t lane = K_LANE, warp = lane / K_WARP;
    if (lane == 0) {
        k_describe_tile(&g.tiles[0], k_take_ticket(told, &w), &w);
        k_describe_tile(&g.tiles[1], k_take_ticket(told, &w), &w);
        g.needs_care = g.before.past = 0;
        g.zero_line = -1;
    }
    if (lane <= K_LEVELS) g.before.begins[lane] = k_begin_of(w.n_parts, (int)lane);
    K_BARRIER();
    k_begin_tile(coming, in, &g.tiles[0], &w);
    for (uint32_t at = 0;; at++) {
        const k_tile *const t = &g.tiles[at % 4], *const finished = &g.tiles[(at + 3) % 4], *const next = &g.tiles[(at + 1) % 4],
                     *const before_last = &g.tiles[(at + 2) % 4];
        k_kept *const kept = &g.kept[at % 2], *const kept_before = &g.kept[(at + 1) % 2];
        K_WAIT_FOR_COPIES();
        K_BARRIER();
        if (at > 1) {
            if (g.needs_care) {
                const k_scan scan = w; /* a copy: what a function apart has the address of lies in memory */
                k_sweep_with_care(coming, scanned, &g, at - 2, in, out, told, &scan);
                return;
            }
            if (lane == 0) k_tell_last(K_TOLD(before_last), before_last->part, g.before.begins[K_LEVELS], kept->last, &w);
        }
        if (at > 0) {
            if (finished->n == 0) return;
            if (warp == K_LEVELS && g.level < K_LEVELS)
                k_tell_sets_late(K_TOLD(finished), finished->part, g.before.begins, g.before.states[K_LEVELS], g.level);
        }
        const int is_one = t->n > 0;
        k_state s[K_EACH];
        if (lane == 0) g.before.unusable = g.before.unusable_blocks = 0;
        if (is_one) {
            const k_state own = k_scan_own(coming, (int)t->n - (int)lane * K_EACH, s);
            K_BARRIER();
            k_begin_tile(coming, in, next, &w);
            const k_state total = k_scan_items(own, kept, g.warp_totals, t->n);
            if (lane == 0) {
                const int is_alone = k_is_alone(total);
                k_tell(K_TOLD(t), t->part, total, is_alone);
                kept->is_alone = is_alone;
            }
        } else {
            K_BARRIER();
        }
        if (at > 0 && warp < K_LEVELS) k_find_before(K_TOLD(finished), (uint32_t)finished->part, &g.before);
        /* As early as possible, since others wait for it, but without waiting for tiles that wait for the results of the one before:
         * those wait for smaller numbers alone. */
        if (warp == K_LEVELS)
            g.level = is_one ? k_tell_sets(K_TOLD(t), t->part, g.before.begins, g.before.states[K_LEVELS], 0, 0) : K_LEVELS;
        K_BARRIER();
        /* As late as possible: the sooner a tile's total is told after its number is taken, the less others wait for it. */
        if (lane == K_GROUP_ITEMS - 1) k_describe_tile(&g.tiles[(at + 2) % 4], k_take_ticket(told, &w), &w);
        if (at > 0) {
            k_out *const to = out + finished->out;
            int is_usable = kept_before->is_alone && !(g.before.unusable | g.before.unusable_blocks);
            const int is_zero = !is_usable && k_is_in_zeros(K_TOLD(finished), finished, &g, &w);
            is_usable |= is_zero;
            if (is_usable && k_is_dense(finished, to, &w))
                is_usable = k_write_dense(scanned, kept_before, to, (uint32_t)finished->part, g.before.carries, is_zero);
            else if (is_usable)
                is_usable = k_write_sparse(scanned, kept_before, to, finished, g.before.carries, is_zero, &w);
            if (!is_usable) g.needs_care = 1;
        }
        /* What an item has read of the tile before was written by its own warp. */
        if (is_one) {
            K_WARP_BARRIER();
            k_pack *const tile = scanned;
            k_write_own(tile, lane, s);
        }
    }
}
