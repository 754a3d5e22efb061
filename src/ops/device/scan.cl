/* Scans of lines along an axis, in portable kernel C: three phases over the parts that lines are cut into (scan.c).
 *
 * Every level (the few elements of an item, an item of a group, a row of items, a tile, a part) is scanned by itself, from nothing, and what
 * comes before it is combined in front of the whole, which keeps sums of non-negative numbers from decreasing.
 *
 * Defined before: K_PHASE; K_GROUPED, a work-group per part, else a work-item; K_COLUMNS, the
 * number of neighbouring lines, not cut, per work-item, or 0; K_EACH, elements that an item takes at a time; the state's type
 * and functions (state.c); k_in, k_out and T, the types of elements, results and values; k_load and k_store, the conversions;
 * K_STICKS and K_STICKS_AT_ZERO: values that a combine never leaves again (defs/scan.def); K_IS_REAL: states are real numbers. */
#define K_TOTALS  1
#define K_STARTS  2
#define K_RESULTS 3
#define K_SWEEP   4 /* sweep.cl */
#define K_ROW     16 /* items whose totals one item scans */

/* All 64-bit, as the host lays it out. Strides and offsets in elements; states of part p of a line are number p n_lines + line. */
typedef struct {
    int64_t n_lines, n, n_parts, part, nd;
    int64_t in_offset, out_offset, in_step, out_step;
    int64_t shape[K_DIMS], in_stride[K_DIMS], out_stride[K_DIMS];
} k_scan;

/* Whether a total, computed from nothing, says all of its elements; and whether it does in front of that start.
 * A sticky value may come from these elements only, where the true line stays finite or other than zero. */
#if K_STICKS
static inline int k_is_alone(k_state total)
{
    const k_real size = k_size(total);
    return size - size == 0 && !(K_STICKS_AT_ZERO && size == 0);
}
static inline int k_is_enough(k_state start, k_state total)
{
    /* From zero on a product of finite elements is zero: a total of zero had no others. */
    return k_is_alone(total) || (K_STICKS_AT_ZERO && k_size(start) == 0 && k_size(total) == 0);
}
#else
#define k_is_alone(total)         1
#define k_is_enough(start, total) 1
#endif

#define K_IN(i)        in[in_at + (i) * w.in_step]
#define K_OUT(i)       out[out_at + (i) * w.out_step]
#define K_VALUE(i)     k_lift(k_load(K_IN(i)), 0)
#define K_STATE(l, p)  states[(p) * w.n_lines + (l)]
#define K_START(l, p)  states[(w.n_parts + (p)) * w.n_lines + (l)]
#define K_PUT(i, s)    K_OUT(i) = k_store(k_finish(has_start ? k_combine(start, s) : (s)))

#if K_GROUPED
/* values[0..n) = their scan, n <= K_ROW; gives the last. All are read first: a chain of reads and writes would take as many times longer. */
static inline k_state k_scan_row(K_LOCAL_POINTER k_state *values, const int n)
{
    k_state v[K_ROW];
    K_UNROLL for (int i = 0; i < K_ROW; i++)
        if (i < n) v[i] = values[i];
    K_UNROLL for (int i = 1; i < K_ROW; i++) v[i] = i < n ? k_combine(v[i - 1], v[i]) : v[i - 1];
    K_UNROLL for (int i = 0; i < K_ROW; i++)
        if (i < n) values[i] = v[i];
    return v[K_ROW - 1];
}
/* Rows are apart by an odd number, as tiles are. */
#define K_AT(j)         tile[(j) + (j) / K_EACH]
#define K_ITEM_TOTAL(i) items[(i) + (i) / K_ROW]
#endif

#if K_PHASE != K_SWEEP
K_KERNEL void dpex_kernel(K_GLOBAL const k_in *in, K_GLOBAL k_out *out, K_GLOBAL k_state *states,
                          const k_scan w)
{
#if K_GROUPED
    const int lane = (int)K_LANE;
    const int64_t g = (int64_t)K_GROUP;
#else
    const int64_t g = (int64_t)K_ITEM;
#endif
#if K_COLUMNS
    const int64_t width = w.shape[w.nd - 1], n_blocks = (width + K_COLUMNS - 1) / K_COLUMNS;
    const int64_t column = g % n_blocks * K_COLUMNS, line = g / n_blocks * width + column;
    if (line >= w.n_lines) return;
    const int n = width - column < K_COLUMNS ? (int)(width - column) : K_COLUMNS;
#elif K_PHASE == K_STARTS
    const int64_t line = g;
    if (line >= w.n_lines) return;
#elif K_GROUPED
    const int64_t line = g / w.n_parts, part = g - line * w.n_parts;
#else
    const int64_t part = g / w.n_lines, line = g - part * w.n_lines;
    if (part >= w.n_parts) return;
#endif
    int64_t in_at = w.in_offset, out_at = w.out_offset;
    /* Which line it is, as coordinates of the axes that are not scanned; the last one changes
     * fastest. */
    for (int64_t d = w.nd - 1, rest = line; d >= 0; d--) {
        const int64_t slower = rest / w.shape[d], at = rest - slower * w.shape[d];
        in_at += at * w.in_stride[d];
        out_at += at * w.out_stride[d];
        rest = slower;
    }

#if K_COLUMNS
    /* ---- neighbouring lines, in order: their elements side by side are what vectors are made of ------ */
    const int64_t in_next = w.in_stride[w.nd - 1], out_next = w.out_stride[w.nd - 1];
    k_state s[K_COLUMNS];
    for (int64_t i = 0; i < w.n; i++) {
        K_GLOBAL const k_in *from = in + in_at + i * w.in_step;
        K_GLOBAL k_out *to = out + out_at + i * w.out_step;
        for (int c = 0; c < n; c++) {
            const k_state v = k_lift(k_load(from[c * in_next]), 0);
            s[c] = i ? k_combine(s[c], v) : v;
        }
        for (int c = 0; c < n; c++) to[c * out_next] = k_store(k_finish(s[c]));
    }
#elif K_PHASE == K_STARTS
    /* ---- the starts of a line's parts --------------------------------------------------------------- */
    /* The first part has nothing before it: starts begin with the second one. */
    k_state now = K_STATE(line, 0);
#if K_GROUPED
    K_LOCAL k_state totals[K_GROUP_ITEMS];
#endif
    for (int64_t base = 1; base < w.n_parts; base += K_GROUPED ? K_GROUP_ITEMS : 1) {
#if K_GROUPED
        const int64_t left = w.n_parts - base;
        const int n = left < K_GROUP_ITEMS ? (int)left : K_GROUP_ITEMS;
        if (lane < n) totals[lane] = K_STATE(line, base + lane);
        K_BARRIER();
        if (lane == 0)
            for (int k = 0; k < n; k++) {
                const k_state total = totals[k];
                totals[k] = now;
#else
        {
            const int k = 0;
            {
                const k_state total = K_STATE(line, base);
                K_START(line, base) = now;
#endif
                if (k_is_enough(now, total)) {
                    now = k_combine(now, total);
                } else {
                    const int64_t first = (base + k) * w.part, end = first + w.part;
                    for (int64_t i = first; i < end && i < w.n; i++)
                        now = k_combine(now, K_VALUE(i));
                }
            }
#if K_GROUPED
        K_BARRIER();
        if (lane < n) K_START(line, base + lane) = totals[lane];
        K_BARRIER();
#else
        }
#endif
    }
#else
    /* ---- a part: its total, or its results ---------------------------------------------------------- */
    const int64_t first = part * w.part, end = first + w.part;
    int64_t last = end < w.n ? end : w.n;
    k_state carry = K_VALUE(first); /* of the elements before; its value counts from the second step on */
    int has_carry = 0;
#if K_PHASE == K_RESULTS
    const int has_start = part > 0;
    k_state start = carry;
    if (has_start) {
        start = K_START(line, part);
        if (!k_is_enough(start, K_STATE(line, part))) {
#if K_GROUPED
            if (lane == 0)
#endif
                for (int64_t i = first; i < last; i++) {
                    start = k_combine(start, K_VALUE(i));
                    K_OUT(i) = k_store(k_finish(start));
                }
            last = first;
        }
    }
#endif
#if K_GROUPED
    /* Tiles lie in local memory, where an item's elements are apart from its neighbours' by an odd number, so that banks differ. */
    K_LOCAL k_state tile[K_GROUP_ITEMS * (K_EACH + 1)], items[K_GROUP_ITEMS / K_ROW * (K_ROW + 1)],
        rows[K_GROUP_ITEMS / K_ROW];
    for (int64_t base = first; base < last; base += K_GROUP_ITEMS * K_EACH) {
        const int64_t left = last - base;
        const int n = left < K_GROUP_ITEMS * K_EACH ? (int)left : K_GROUP_ITEMS * K_EACH;
        const int n_items = (n + K_EACH - 1) / K_EACH, n_rows = (n_items + K_ROW - 1) / K_ROW;
        const int mine = lane * K_EACH;
        K_UNROLL for (int e = 0; e < K_EACH; e++) {
            const int j = e * K_GROUP_ITEMS + lane;
            if (j < n) K_AT(j) = K_VALUE(base + j);
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
        if (lane == 0) k_scan_row(rows, n_rows);
        K_BARRIER();
        const k_state total = rows[n_rows - 1];
        const int is_enough = has_carry ? k_is_enough(carry, total) : k_is_alone(total);
        if (!is_enough && lane == 0) {
            k_state v = carry;
            for (int j = 0; j < n; j++)
                K_AT(j) = v = has_carry || j ? k_combine(v, K_AT(j)) : K_AT(j);
        }
#if K_PHASE == K_RESULTS
        if (is_enough && lane < n_items) {
            K_UNROLL for (int e = 0; e < K_EACH; e++) {
                if (lane % K_ROW) s[e] = k_combine(K_ITEM_TOTAL(lane - 1), s[e]);
                if (lane >= K_ROW) s[e] = k_combine(rows[lane / K_ROW - 1], s[e]);
                if (has_carry) s[e] = k_combine(carry, s[e]);
                if (mine + e < n) K_AT(mine + e) = s[e];
            }
        }
#endif
        K_BARRIER();
        if (!is_enough)
            carry = K_AT(n - 1);
        else
            carry = has_carry ? k_combine(carry, total) : total;
        has_carry = 1;
#if K_PHASE == K_RESULTS
        K_UNROLL for (int e = 0; e < K_EACH; e++) {
            const int j = e * K_GROUP_ITEMS + lane;
            if (j < n) K_PUT(base + j, K_AT(j));
        }
#endif
        K_BARRIER();
    }
#if K_PHASE == K_TOTALS
    if (lane == 0) K_STATE(line, part) = carry;
#endif
#else
    int64_t i = first;
    for (; i + K_EACH <= last; i += K_EACH) {
        k_state v[K_EACH], s[K_EACH];
        K_UNROLL for (int e = 0; e < K_EACH; e++) v[e] = K_VALUE(i + e);
        s[0] = v[0];
        K_UNROLL for (int e = 1; e < K_EACH; e++) s[e] = k_combine(s[e - 1], v[e]);
        if (has_carry) {
            if (k_is_enough(carry, s[K_EACH - 1])) {
                K_UNROLL for (int e = 0; e < K_EACH; e++) s[e] = k_combine(carry, s[e]);
            } else {
                s[0] = k_combine(carry, v[0]);
                K_UNROLL for (int e = 1; e < K_EACH; e++) s[e] = k_combine(s[e - 1], v[e]);
            }
        }
        carry = s[K_EACH - 1];
        has_carry = 1;
#if K_PHASE == K_RESULTS
        K_UNROLL for (int e = 0; e < K_EACH; e++) K_PUT(i + e, s[e]);
#endif
    }
    for (; i < last; i++) {
        const k_state v = K_VALUE(i);
        carry = has_carry ? k_combine(carry, v) : v;
        has_carry = 1;
#if K_PHASE == K_RESULTS
        K_PUT(i, carry);
#endif
    }
#if K_PHASE == K_TOTALS
    K_STATE(line, part) = carry;
#endif
#endif
#endif
}
#endif
