/* The order of random numbers in portable kernel C (random_keys.c): short keys of them, and runs of equal keys. An item per number.
 *
 * Defined before: K_KEYS or K_TIES; k_number, and K_IS_REAL if that is double. */
typedef struct {
    int64_t n, x, keys, order; /* offsets in elements */
} k_random_keys;

#ifdef K_KEYS
/* The 32 highest bits behind the point, or of an integer of all bits. */
K_KERNEL void dpex_kernel(K_GLOBAL const k_number *x, K_GLOBAL uint32_t *keys, const k_random_keys w)
{
    const int64_t i = (int64_t)K_ITEM;
    if (i >= w.n) return;
#ifdef K_IS_REAL
    keys[w.keys + i] = (uint32_t)(x[w.x + i] * 4294967296.0);
#else
    keys[w.keys + i] = (uint32_t)((uint64_t)x[w.x + i] >> 32) ^ 0x80000000u;
#endif
}
#endif

#ifdef K_TIES
/* The first of equal keys sorts their numbers, of which there are few, by insertion. */
K_KERNEL void dpex_kernel(K_GLOBAL const k_number *x, K_GLOBAL const uint32_t *keys, K_GLOBAL int64_t *order, const k_random_keys w)
{
    const int64_t i = (int64_t)K_ITEM;
    if (i + 1 >= w.n) return;
    x += w.x, keys += w.keys, order += w.order;
    const uint32_t key = keys[i];
    if (keys[i + 1] != key || (i && keys[i - 1] == key)) return;
    for (int64_t end = i + 1; end < w.n && keys[end] == key; end++) {
        const int64_t own = order[end];
        int64_t to = end;
        for (; to > i && x[order[to - 1]] > x[own]; to--) order[to] = order[to - 1];
        order[to] = own;
    }
}
#endif
