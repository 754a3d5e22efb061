/* Reductions of segments, and values combined into indexed elements, in portable kernel C.
 *
 * Defined before: K_PHASE; T, the elements' type; of reductions k_state, k_lift, k_combine and k_finish, and K_GROUPED, that a group of
 * K_GROUP_ITEMS reduces a piece, else an item; of combines K_OPERATION. */
#define K_REDUCE    1
#define K_FINISH    2
#define K_STRETCHES 3 /* an item per stretch of the target reads all indices */
#define K_KEYS      4 /* indices from the front, to be sorted */
#define K_SORTED    5 /* the first of equal indices combines the values of all */
#define K_LANES_OF_ITEM 8
#define K_RUN       128

/* As the host lays it out; offsets in elements. */
typedef struct {
    int64_t n, width, length, n_pieces; /* segments, elements of a row, rows, pieces of a segment */
    int64_t x, begins, out, partials;
    int64_t size, part, step; /* combine: elements of the target, of a stretch; 0 or 1 values per index */
} k_segments;

#if K_PHASE == K_REDUCE || K_PHASE == K_FINISH
/* Rows of segment k from `begin` on: an empty one has the row where it begins. */
static inline int64_t k_rows(K_GLOBAL const int64_t *begins, const k_segments *w, int64_t k)
{
    const int64_t begin = begins[w->begins + k];
    const int64_t next = k + 1 < w->n ? begins[w->begins + k + 1] : w->length;
    return next > begin ? next - begin : 1;
}
#endif

#if K_PHASE == K_REDUCE
/* The state of elements first, first + step, ... before last, of which there is one; columns lie w->width apart. Several states side by
 * side, and runs combined apart, so that rounding errors grow slowly. */
static inline k_state k_reduce(K_GLOBAL const T *x, int64_t width, int64_t first, int64_t last,
                               int64_t step)
{
    k_state total = k_lift(x[first * width], first);
    int64_t r = first + step;
    /* A run of K_RUN elements has a total of its own: the error of a sum then grows with the
     * number of runs and not with that of elements, nearly as with pairwise summation (N.
     * Higham, The accuracy of floating point summation, 1993). */
    while (r + (K_LANES_OF_ITEM - 1) * step < last) {
        k_state part[K_LANES_OF_ITEM];
        K_UNROLL for (int e = 0; e < K_LANES_OF_ITEM; e++)
            part[e] = k_lift(x[(r + e * step) * width], r);
        r += K_LANES_OF_ITEM * step;
        for (int s = 1; s < K_RUN / K_LANES_OF_ITEM && r + (K_LANES_OF_ITEM - 1) * step < last; s++) {
            K_UNROLL for (int e = 0; e < K_LANES_OF_ITEM; e++)
                part[e] = k_combine(part[e], k_lift(x[(r + e * step) * width], r));
            r += K_LANES_OF_ITEM * step;
        }
        /* A tree of fixed shape: the order of additions follows from the length alone. */
        for (int s = K_LANES_OF_ITEM / 2; s > 0; s /= 2)
            for (int e = 0; e < s; e++) part[e] = k_combine(part[e], part[e + s]);
        total = k_combine(total, part[0]);
    }
    for (; r < last; r += step) total = k_combine(total, k_lift(x[r * width], r));
    return total;
}

K_KERNEL void dpex_kernel(K_GLOBAL const T *x, K_GLOBAL const int64_t *begins, K_GLOBAL T *out,
                          const k_segments w)
{
#if K_GROUPED
    K_LOCAL k_state lanes[K_GROUP_ITEMS];
    const int lane = (int)K_LANE;
    const int64_t column = 0, number = (int64_t)K_GROUP;
#else
    const int64_t column = (int64_t)K_ITEM % w.width, number = (int64_t)K_ITEM / w.width;
#endif
    const int64_t k = number / w.n_pieces, p = number - k * w.n_pieces;
    if (k >= w.n) return;
    const int64_t n = k_rows(begins, &w, k), piece = (n + w.n_pieces - 1) / w.n_pieces;
    const int64_t first = p * piece, end = first + piece, last = end < n ? end : n;
    if (first >= last) return;
    x += w.x + begins[w.begins + k] * w.width + column;
#if K_GROUPED
    if (first + lane < last) lanes[lane] = k_reduce(x, w.width, first + lane, last, K_GROUP_ITEMS);
    for (int s = K_GROUP_ITEMS / 2; s > 0; s /= 2) {
        K_BARRIER();
        /* A piece may be shorter than the group: lanes without an element have no state, since
         * not every reduction has a neutral one. */
        if (lane < s && first + lane + s < last) lanes[lane] = k_combine(lanes[lane], lanes[lane + s]);
    }
    if (lane) return;
    const k_state total = lanes[0];
#else
    const k_state total = k_reduce(x, w.width, first, last, 1);
#endif
    out[w.out + number * w.width + column] = k_finish(total);
}
#elif K_PHASE == K_FINISH
/* The pieces of each result, one after the other; a state is the value. */
K_KERNEL void dpex_kernel(K_GLOBAL const T *partials, K_GLOBAL const int64_t *begins,
                          K_GLOBAL T *out, const k_segments w)
{
    const int64_t i = (int64_t)K_ITEM, k = i / w.width, column = i - k * w.width;
    if (k >= w.n) return;
    const int64_t n = k_rows(begins, &w, k), piece = (n + w.n_pieces - 1) / w.n_pieces;
    partials += w.partials + k * w.n_pieces * w.width + column;
    k_state total = k_lift(partials[0], 0);
    /* Rounding up the length of pieces may leave the last ones without elements, which were not
     * written. */
    for (int64_t p = 1; p * piece < n; p++)
        total = k_combine(total, k_lift(partials[p * w.width], 0));
    out[w.out + i] = k_finish(total);
}
#elif K_PHASE == K_STRETCHES
K_KERNEL void dpex_kernel(K_GLOBAL T *target, K_GLOBAL const int64_t *indices,
                          K_GLOBAL const T *values, const k_segments w)
{
    const int64_t low = (int64_t)K_ITEM * w.part;
    const int64_t high = low + w.part < w.size ? low + w.part : w.size;
    target += w.out;
    indices += w.begins;
    values += w.x;
    /* In the order of the indices, as the host has it. Indices outside the target, which the
     * host reported before, own no stretch and are left out. */
    for (int64_t i = 0; i < w.n && low < high; i++) {
        const int64_t given = indices[i], index = given < 0 ? given + w.size : given;
        if (index >= low && index < high)
            target[index] = K_OPERATION(target[index], values[i * w.step]);
    }
}
#elif K_PHASE == K_KEYS
K_KERNEL void dpex_kernel(K_GLOBAL const int64_t *indices, K_GLOBAL T *keys, const k_segments w)
{
    const int64_t i = (int64_t)K_ITEM;
    if (i >= w.n) return;
    const int64_t given = indices[w.begins + i], index = given < 0 ? given + w.size : given;
    /* One past the end sorts behind all elements, so that wrong indices end up where K_SORTED
     * reads no more. */
    keys[w.out + i] = (T)(index >= 0 && index < w.size ? index : w.size);
}
#else
K_KERNEL void dpex_kernel(K_GLOBAL T *target, K_GLOBAL const int64_t *keys,
                          K_GLOBAL const int64_t *order, K_GLOBAL const T *values,
                          const k_segments w)
{
    int64_t i = (int64_t)K_ITEM;
    if (i >= w.n) return;
    keys += w.begins;
    order += w.partials;
    const int64_t index = keys[i];
    /* Only the first of a run of equal keys goes on: no two items write the same element. */
    if (index == w.size || (i && keys[i - 1] == index)) return;
    T made = target[w.out + index];
    for (; i < w.n && keys[i] == index; i++)
        made = K_OPERATION(made, values[w.x + order[i] * w.step]);
    target[w.out + index] = made;
}
#endif
