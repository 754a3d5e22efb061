/* The kernels of gather and scatter: move.c writes before it k_word (the type of offsets), k_element, the structs k_positions and k_items and
 * the functions that compute offsets from the number of an element.
 *
 * Of positions with the same key the last one writes. The table tells which that is: it has a slot for each key, or, where keys are many
 * more than positions, is a hash table with open addressing that keeps positions only, since the key of a position can be computed again.
 * Which slot a key gets depends on the order of the work-items; which position is in it at the end does not. */
#ifdef K_ORDERED
static inline uint32_t k_first_slot(k_word key, uint32_t mask)
{
    uint32_t h = ((uint32_t)key ^ (uint32_t)((uint64_t)key >> 32)) * 2654435761u;
    return (h ^ h >> 15) & mask;
}

/* The greatest position with the key. */
static inline int32_t k_winner(k_word key, K_TABLE const int32_t *table,
                               const k_positions *b K_ARRAY_PARAMETERS)
{
    if (!b->mask) return table[key];
    uint32_t slot = k_first_slot(key, (uint32_t)b->mask);
    while (k_key((k_word)table[slot], b K_ARRAYS) != key) slot = (slot + 1) & (uint32_t)b->mask;
    return table[slot];
}
#endif

#if defined K_MARK || defined K_TOGETHER
/* Enters position i. */
static inline void k_mark(k_word i, K_TABLE int32_t *table,
                          const k_positions *b K_ARRAY_PARAMETERS)
{
    const k_word key = k_key(i, b K_ARRAYS);
    if (!b->mask) {
        if (key >= b->first_key && key < b->end_key) K_ATOMIC_MAX(&table[key], (int32_t)i);
        return;
    }
    for (uint32_t slot = k_first_slot(key, (uint32_t)b->mask);;
         slot = (slot + 1) & (uint32_t)b->mask) {
        const int32_t other = K_ATOMIC_SWAP_IF(&table[slot], -1, (int32_t)i);
        if (other < 0) return;
        if (k_key((k_word)other, b K_ARRAYS) != key) continue;
        K_ATOMIC_MAX(&table[slot], (int32_t)i);
        return;
    }
}
#endif

#ifdef K_MARK
K_KERNEL void dpex_kernel(K_GLOBAL int32_t *table, const k_positions b K_ARRAY_PARAMETERS)
{
    const k_word i = (k_word)K_ITEM;
    if (i < b.n) k_mark(i, table, &b K_ARRAYS);
}
#endif

/* Elements that lie behind each other along an axis without indices are one work-item's, where that pays. */
#ifdef K_RUN
#define K_MOVE(to, from, at, to_at, from_at)                                                       \
    for (k_word j = 0; j < a.run; j++)                                                             \
    (to)[(at).to_at + j * a.run_##to_at] = (from)[(at).from_at + j * a.run_##from_at]
#else
#define K_MOVE(to, from, at, to_at, from_at) (to)[(at).to_at] = (from)[(at).from_at]
#endif

#ifdef K_GATHER
K_KERNEL void dpex_kernel(K_GLOBAL k_element *other, K_GLOBAL const k_element *x,
                          const k_items a K_ARRAY_PARAMETERS)
{
    const k_word i = (k_word)K_ITEM;
    if (i >= a.n) return;
    const k_item at = k_offsets(i, &a K_ARRAYS);
    K_MOVE(other, x, at, other, x);
}
#endif

#ifdef K_SCATTER
K_KERNEL void dpex_kernel(K_GLOBAL const k_element *other, K_GLOBAL k_element *x,
#ifdef K_ORDERED
                          K_GLOBAL const int32_t *table, const k_positions b,
#endif
                          const k_items a K_ARRAY_PARAMETERS)
{
    const k_word i = (k_word)K_ITEM;
    if (i >= a.n) return;
    const k_item at = k_offsets(i, &a K_ARRAYS);
#ifdef K_ORDERED
    if (k_winner(k_key(at.position, &b K_ARRAYS), table, &b K_ARRAYS) != at.position) return;
#endif
    K_MOVE(x, other, at, x, other);
}
#endif

/* By the elements of x, side by side: only the other operand is read at random. */
#ifdef K_PULL
K_KERNEL void dpex_kernel(K_GLOBAL const k_element *other, K_GLOBAL k_element *x, K_GLOBAL const int32_t *table,
                          const k_items a K_ARRAY_PARAMETERS)
{
    const k_word key = (k_word)K_ITEM;
    if (key >= a.n_keys) return;
    const int32_t position = table[key];
    if (position >= 0) x[k_element_of(key, &a)] = other[k_offsets((k_word)position, &a K_ARRAYS).other];
}
#endif

/* One group does all of a short scatter, with the table in its local memory. */
#ifdef K_TOGETHER
K_KERNEL void dpex_kernel(K_GLOBAL const k_element *other, K_GLOBAL k_element *x,
                          const k_positions b, const k_items a K_ARRAY_PARAMETERS)
{
    K_LOCAL int32_t table[K_SLOTS];
    for (int s = (int)K_LANE; s < K_SLOTS; s += K_LANES) table[s] = -1;
    K_BARRIER();
    for (k_word i = (k_word)K_LANE; i < b.n; i += (k_word)K_LANES) k_mark(i, table, &b K_ARRAYS);
    K_BARRIER();
    for (k_word i = (k_word)K_LANE; i < a.n; i += (k_word)K_LANES) {
        const k_item at = k_offsets(i, &a K_ARRAYS);
        if (k_winner(k_key(at.position, &b K_ARRAYS), table, &b K_ARRAYS) == at.position)
            x[at.x] = other[at.other];
    }
}
#endif

/* One work-item does all in order. */
#ifdef K_SERIAL
K_KERNEL void dpex_kernel(K_GLOBAL const k_element *other, K_GLOBAL k_element *x,
                          const k_items a K_ARRAY_PARAMETERS)
{
    if (K_ITEM) return;
    for (k_word i = 0; i < a.n; i++) {
        const k_item at = k_offsets(i, &a K_ARRAYS);
        x[at.x] = other[at.other];
    }
}
#endif
#undef K_MOVE
