/* Random numbers: generators of random words, and arrays filled from them.
 *
 * There are two methods. dpex_random_fill consumes a generator's words in sequence, as a sequential
 * loop would: numbers in an interval, normal numbers, integers. dpex_random_draw fills an array for
 * a key: element i takes its words from a stream of its own, Philox of the key and i, so elements
 * are independent of each other and any number of words may be rejected. Numbers do not depend on
 * the number of threads, nor on the device except for the last bits of functions such as log. */
#ifndef DPEX_RANDOM_H
#define DPEX_RANDOM_H

#include "array.h"

DPEX_EXTERN_C_BEGIN

typedef struct dpex_random dpex_random; /* a generator of words: safe to use from several threads */

enum { DPEX_RANDOM_MAX_WORDS = 640 };

/* The complete state of a generator. n_words and the meaning of words:
 * src/defs/random_engines.def. */
typedef struct dpex_random_state {
    int n_words;
    int has_half;     /* a word of 64 bits of which only the low half has been used */
    uint32_t half;    /* its high half */
    int has_spare[2]; /* a pair of normal numbers of which one has been used: float32, float64 */
    double spare[2];  /* the other, with mean 0 and scale 1 */
    uint64_t words[DPEX_RANDOM_MAX_WORDS];
} dpex_random_state;

/* engine: "mt19937", "mcg59", "philox", "philox4x32", "pcg64", "pcg64dxsm", "sfc64"; the state is
 * zero until it is set. New. */
DPEX_API dpex_status dpex_random_create(const char *engine, dpex_random **random);
DPEX_API dpex_random *dpex_random_retain(dpex_random *random);
DPEX_API void dpex_random_release(dpex_random *random);
DPEX_API const char *dpex_random_get_engine(const dpex_random *random);
/* Both wait for arrays that are being filled. */
DPEX_API dpex_status dpex_random_get_state(dpex_random *random, dpex_random_state *state);
DPEX_API dpex_status dpex_random_set_state(dpex_random *random, const dpex_random_state *state);
/* The next n words, of as many bits as the engine's words have; waits likewise. */
DPEX_API dpex_status dpex_random_words(dpex_random *random, uint64_t *words, size_t n);
/* Moves on as if n numbers had been made: of 32 bits each, of mcg59's 59. Engines that cannot skip
 * take time for each. Waits likewise. */
DPEX_API dpex_status dpex_random_skip(dpex_random *random, uint64_t n);
/* The state of mt19937 for a key of n words, by its authors' init_by_array. */
DPEX_API void dpex_random_seed_twister(const uint32_t *key, size_t n, dpex_random_state *state);

typedef enum dpex_random_kind {
    DPEX_RANDOM_UNIFORM, /* low + u width, u in [0, 1); integer arrays: low + floor(u width) */
    DPEX_RANDOM_NORMAL,  /* mean and scale; by Box and Muller's pairs */
    DPEX_RANDOM_INTEGERS /* start, ..., start + range, each as likely as the others (Lemire's method); arrays of any integers */
} dpex_random_kind;

typedef struct dpex_random_fill_spec {
    dpex_random_kind kind;
    /* u has the bits of one word of mt19937 or mcg59, and normal numbers keep the second of a pair
     * for the next call; otherwise u has 53 bits, in float32 arrays 24. */
    int is_one_word;
    double low, width;     /* or mean, scale */
    uint64_t start, range; /* INTEGERS; start modulo 2^64 */
} dpex_random_fill_spec;

/* out: C-contiguous and writable; float32, float64, int32 or int64 as the kind says. Returns before
 * it is done, except for integers of ranges that may reject words. Devices that compile make the
 * numbers of engines that skip ahead by themselves; those of other engines are made on the host and
 * copied. */
DPEX_API dpex_status dpex_random_fill(dpex_random *random, const dpex_random_fill_spec *spec,
                                      dpex_array *out);

enum { DPEX_RANDOM_MAX_PARAMETERS = 3 };

/* A population so many times as large as a sample has few duplicates in draws of that size, so that
 * leaving them out is faster than ordering the population (docs/tuning.md). */
enum { DPEX_RANDOM_SPARSE = 16 };

/* A distribution's parameters: constants, or (where arrays[i] is not NULL) one for each element, in
 * the device's default real type, C-contiguous, as many as the result has. They are not checked;
 * NaN gives NaN or 0. */
typedef struct dpex_random_draw_spec {
    uint64_t key[2];
    const dpex_array *arrays[DPEX_RANDOM_MAX_PARAMETERS];
    double constants[DPEX_RANDOM_MAX_PARAMETERS];
} dpex_random_draw_spec;

/* distribution: a row of src/defs/distributions.def. out: C-contiguous and writable; float32 or
 * float64, for integers int32 or int64. Returns before it is done. */
DPEX_API dpex_status dpex_random_draw(const char *distribution, const dpex_random_draw_spec *spec,
                                      dpex_array *out);

DPEX_EXTERN_C_END

#endif
