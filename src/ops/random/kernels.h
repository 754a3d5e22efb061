/* The loops of random numbers that are compiled once per instruction set. All take any n. */
#ifndef DPEX_OPS_RANDOM_KERNELS_H
#define DPEX_OPS_RANDOM_KERNELS_H

#include <stddef.h>
#include <stdint.h>

enum { DPEX_TWISTER_WORDS = 624 };

/* A generator whose next word depends on the last one: advances s and writes n words.
 * One word after the other: its loop cannot be vectorized, only kept in registers. */
typedef void (*dpex_random_words_fn)(uint64_t *s, uint64_t *out, size_t n);

typedef struct dpex_random_loops {
    /* The twister's next 624 words, in place; and what makes results of words. */
    void (*twist)(uint32_t *key);
    void (*temper)(uint32_t *words, size_t n);
    /* n blocks of 4 words for the counters that follow `counter`. */
    void (*philox)(const uint64_t counter[4], const uint64_t key[2], uint64_t *out, size_t n);
    /* The same of four 32-bit numbers, in 2 words. */
    void (*philox4x32)(const uint64_t counter[2], uint64_t key, uint64_t *out, size_t n);
    dpex_random_words_fn mcg59, pcg64, pcg64dxsm, sfc64;

    /* Words to numbers in [0, 1): all 32 or 59 bits of a word, 53 bits of a word or of two words of
     * 32, 24 bits. */
    void (*unit_from_32)(const void *words, double *u, size_t n);
    void (*unit_from_59)(const void *words, double *u, size_t n);
    void (*unit_from_64)(const void *words, double *u, size_t n);
    void (*unit_from_pairs)(const void *words, double *u, size_t n);
    void (*short_unit_from_32)(const void *words, float *u, size_t n);

    /* x[i] = low + x[i] * width; rounded down to an integer. */
    void (*stretch)(double *x, double low, double width, size_t n);
    void (*stretch_to_i32)(const double *u, double low, double width, int32_t *x, size_t n);
    void (*stretch_to_i64)(const double *u, double low, double width, int64_t *x, size_t n);
    /* To float, below 1 if the number was. */
    void (*shorten)(const double *u, float *x, size_t n);

    /* Pairs (u, v) of numbers in [0, 1), and the two parts of the Box-Muller transform around
     * logarithm, sine and cosine:
     *     part: a[i] = is_open ? u : 1 - u (never 0), b[i] = 2 pi v;    combine: r = sqrt(-2 log_a), out = (r sin, r cos) scale + mean */
    void (*normal_part)(const double *u, int is_open, double *a, double *b, size_t n_pairs);
    void (*normal_combine)(const double *log_a, const double *sine, const double *cosine,
                           double mean, double scale, double *out, size_t n_pairs);
} dpex_random_loops;

#endif
