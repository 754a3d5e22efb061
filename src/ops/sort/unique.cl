/* Distinct values in portable kernel C: where runs of equal sorted values begin, their lengths, and the run of each element. An item per
 * element.
 *
 * Defined before: K_PHASE; of heads k_value and k_equal. */
#define K_HEADS   1
#define K_LENGTHS 2
#define K_INVERSE 3

/* As the host lays it out; offsets in elements. */
typedef struct {
    int64_t n, end, first, second, out;
} k_unique;

#if K_PHASE == K_HEADS
K_KERNEL void dpex_kernel(K_GLOBAL const k_value *sorted, K_GLOBAL uint8_t *heads, const k_unique w)
{
    const int64_t i = (int64_t)K_ITEM;
    if (i >= w.n) return;
    const k_value x = sorted[w.first + i], before = sorted[w.first + (i ? i - 1 : 0)];
    heads[w.out + i] = i == 0 || !k_equal(x, before);
}
#elif K_PHASE == K_LENGTHS
K_KERNEL void dpex_kernel(K_GLOBAL const int64_t *starts, K_GLOBAL int64_t *lengths,
                          const k_unique w)
{
    const int64_t i = (int64_t)K_ITEM;
    if (i >= w.n) return;
    starts += w.first;
    lengths[w.out + i] = (i + 1 < w.n ? starts[i + 1] : w.end) - starts[i];
}
#else
K_KERNEL void dpex_kernel(K_GLOBAL const int64_t *order, K_GLOBAL const int64_t *ranks,
                          K_GLOBAL int64_t *inverse, const k_unique w)
{
    const int64_t i = (int64_t)K_ITEM;
    if (i < w.n) inverse[w.out + order[w.first + i]] = ranks[w.second + i] - 1;
}
#endif
