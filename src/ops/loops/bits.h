/* Loops over indices and masks: what gathers, scatters and the commands on masks are made of. */
#ifndef DPEX_OPS_LOOPS_BITS_H
#define DPEX_OPS_LOOPS_BITS_H

#include <stddef.h>
#include <stdint.h>

/* offsets[i] += stride * (indices[i] brought into 0..extent-1, as dpex/take.h says) */
typedef void (*dpex_index_fn)(int64_t *restrict offsets, const void *restrict indices, size_t n,
                              int64_t extent, int64_t stride);

/* Masks as bits, 64 elements to a word from the lowest bit up. Sizes of elements by their power of
 * two: 1, 2, 4, 8, 16 bytes. */
typedef struct dpex_bit_loops {
    /* The bits of n bools, 0 behind the last; returns how many are set. */
    size_t (*pack)(uint64_t *restrict bits, const uint8_t *restrict bools, size_t n);
    /* *out++ = first + i * step for each bit i that is set; returns how many. */
    size_t (*positions)(int64_t *restrict out, const uint64_t *bits, size_t n_words, int64_t first,
                        int64_t step);
    /* *out++ = in[i] for each bit i that is set, nothing written behind them; returns how many. */
    size_t (*compress[5])(void *restrict out, const void *restrict in, const uint64_t *bits,
                          size_t n_words);
    /* out[i] = *in++ for each bit i that is set; returns how many. */
    size_t (*expand[5])(void *restrict out, const void *restrict in, const uint64_t *bits,
                        size_t n_words);
    /* if (bools[i]) out[i] = *value; all of out may be written. */
    void (*fill[5])(void *restrict out, const uint8_t *restrict bools, size_t n, const void *value);
} dpex_bit_loops;

#endif
