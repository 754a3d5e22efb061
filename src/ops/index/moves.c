/* The innermost loops of gather and scatter: elements of 1 to 16 bytes as typed loops, longer runs
 * as copies of bytes.
 *
 * A random gather from more memory than the caches hold waits for memory at every element; fetching
 * some elements ahead keeps as many requests under way as the core can have. */
#include <string.h>

#include "move.h"

/* How far ahead to fetch; long runs are fetched by their first lines only. */
enum { AHEAD = 64, AHEAD_RUNS = 4, LINE_BYTES = 64, MOST_LINES = 8 };

/* Elements as bits: any type behind them, any alignment. */
typedef uint8_t __attribute__((may_alias)) bits8;
typedef uint16_t __attribute__((may_alias, aligned(1))) bits16;
typedef uint32_t __attribute__((may_alias, aligned(1))) bits32;
typedef uint64_t __attribute__((may_alias, aligned(1))) bits64;
typedef struct __attribute__((may_alias, packed)) bits128 {
    uint64_t first, second;
} bits128;

/* The second argument of the builtin must be a constant: 1 for a write, 0 for a read. */
static void fetch(const char *run, size_t bytes, int is_written)
{
    for (size_t i = 0; i < bytes && i < MOST_LINES * LINE_BYTES; i += LINE_BYTES) {
        if (is_written)
            __builtin_prefetch(run + i, 1);
        else
            __builtin_prefetch(run + i, 0);
    }
}

/* ---- gather -------------------------------------------------------------------------------------------- */

/* Four independent loads at a time, which the core keeps in flight together. Returns how many of
 * the n elements, fewer than four, are left to do. */
#define GATHER_FOURS(T)                                                                            \
    static int64_t gather_##T(T *to, const char *x, const int64_t *offsets, int64_t n)             \
    {                                                                                              \
        for (; n >= 4; n -= 4, to += 4, offsets += 4) {                                            \
            const T a = *(const T *)(x + offsets[0]), b = *(const T *)(x + offsets[1]);            \
            const T c = *(const T *)(x + offsets[2]), d = *(const T *)(x + offsets[3]);            \
            to[0] = a;                                                                             \
            to[1] = b;                                                                             \
            to[2] = c;                                                                             \
            to[3] = d;                                                                             \
        }                                                                                          \
        return n;                                                                                  \
    }
GATHER_FOURS(bits8)
GATHER_FOURS(bits16)
GATHER_FOURS(bits32)
GATHER_FOURS(bits64)
GATHER_FOURS(bits128)
#undef GATHER_FOURS

/* Works on local copies of the struct's members: stores through may_alias pointers could change the
 * struct, as far as the compiler knows, which would reload its members after each of them. */
#define GATHER(T)                                                                                  \
    do {                                                                                           \
        int64_t i = 0, ahead = m->prefetch ? n - AHEAD : 0;                                        \
        for (; i < ahead; i++) {                                                                   \
            __builtin_prefetch(x + offsets[i + AHEAD], 0, 1);                                      \
            *(T *)(other + i * stride) = *(const T *)(x + offsets[i]);                             \
        }                                                                                          \
        if (stride == (int64_t)sizeof(T))                                                          \
            i = n - gather_##T((T *)other + i, x, offsets + i, n - i);                             \
        for (; i < n; i++) *(T *)(other + i * stride) = *(const T *)(x + offsets[i]);              \
    } while (0)

static void gather_runs(const dpex_moves *m)
{
    for (int64_t i = 0; i < m->n; i++) {
        if (i + AHEAD_RUNS < m->n) fetch(m->x + m->offsets[i + AHEAD_RUNS], m->bytes, 0);
        memcpy(m->other + i * m->other_stride, m->x + m->offsets[i], m->bytes);
    }
}

/* The sizes of the dtypes have loops of their own; a run of any other length is copied as bytes. */
void dpex_moves_gather(const dpex_moves *m)
{
    char *other = m->other;
    const char *x = m->x;
    const int64_t *offsets = m->offsets, stride = m->other_stride, n = m->n;
    switch (m->bytes) {
    case 1: GATHER(bits8); break;
    case 2: GATHER(bits16); break;
    case 4: GATHER(bits32); break;
    case 8: GATHER(bits64); break;
    case 16: GATHER(bits128); break;
    default: gather_runs(m);
    }
}

/* ---- scatter ------------------------------------------------------------------------------------------- */

#define SCATTER(T)                                                                                 \
    do {                                                                                           \
        int64_t i = 0, ahead = m->prefetch ? n - AHEAD : 0;                                        \
        for (; i < ahead; i++) {                                                                   \
            __builtin_prefetch(x + offsets[i + AHEAD], 1);                                         \
            *(T *)(x + offsets[i]) = *(const T *)(other + i * stride);                             \
        }                                                                                          \
        for (; i < n; i++) *(T *)(x + offsets[i]) = *(const T *)(other + i * stride);              \
    } while (0)

/* positions: of the values among those of the block, where only chosen indices are moved. */
static void scatter_runs(const dpex_moves *m)
{
    for (int64_t i = 0; i < m->n; i++) {
        int64_t at = m->positions ? m->positions[i] : i;
        if (i + AHEAD_RUNS < m->n) fetch(m->x + m->offsets[i + AHEAD_RUNS], m->bytes, 1);
        memcpy(m->x + m->offsets[i], m->other + at * m->other_stride, m->bytes);
    }
}

/* Several threads may store the same value to one element, in any order. Relaxed atomic stores make
 * that defined, and are plain moves on x86-64. */
#define SCATTER_SHARED(T)                                                                          \
    {                                                                                              \
        const T value = *(const T *)(const void *)other;                                           \
        for (int64_t i = 0; i < n; i++)                                                            \
            __atomic_store_n((T *)(void *)(x + offsets[i]), value, __ATOMIC_RELAXED);              \
    }

/* One value, of stride 0: read once, before the loop. */
static void scatter_shared(const dpex_moves *m)
{
    const char *other = m->other;
    char *x = m->x;
    const int64_t *offsets = m->offsets, n = m->n;
    if (m->prefetch)
        for (int64_t i = 0; i < n; i++) __builtin_prefetch(x + offsets[i], 1);
    switch (m->bytes) {
    case 1: SCATTER_SHARED(uint8_t) break;
    case 2: SCATTER_SHARED(uint16_t) break;
    case 4: SCATTER_SHARED(uint32_t) break;
    default: SCATTER_SHARED(uint64_t)
    }
}

void dpex_moves_scatter(const dpex_moves *m)
{
    if (m->positions || m->is_shared) {
        (m->positions ? scatter_runs : scatter_shared)(m);
        return;
    }
    const char *other = m->other;
    char *x = m->x;
    const int64_t *offsets = m->offsets, stride = m->other_stride, n = m->n;
    switch (m->bytes) {
    case 1: SCATTER(bits8); break;
    case 2: SCATTER(bits16); break;
    case 4: SCATTER(bits32); break;
    case 8: SCATTER(bits64); break;
    case 16: SCATTER(bits128); break;
    default: scatter_runs(m);
    }
}

/* ---- along an outer axis --------------------------------------------------------------------------------- */

#define LINE(T)                                                                                    \
    for (int64_t i = 0; i < n; i++)                                                                \
        *(T *)(dst + i * dst_stride) = *(const T *)(src + i * src_stride);

/* For a few indices over many outer positions: the offset is the same for the whole line. */
void dpex_moves_line(char *dst, int64_t dst_stride, const char *src, int64_t src_stride, int64_t n,
                     size_t bytes)
{
    switch (bytes) {
    case 1: LINE(bits8) break;
    case 2: LINE(bits16) break;
    case 4: LINE(bits32) break;
    case 8: LINE(bits64) break;
    case 16: LINE(bits128) break;
    default:
        for (int64_t i = 0; i < n; i++) memcpy(dst + i * dst_stride, src + i * src_stride, bytes);
    }
}
