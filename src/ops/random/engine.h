/* Generators of words: the table of engines, and the object that fill.c and integers.c read from.
 *
 * An engine either can skip ahead, and then a fill takes a copy of the state along and the
 * generator moves on at once; or it cannot, and then the threads of a fill take their words from
 * the generator itself, in turns, and whoever comes next waits for the fill's event (`pending`). So
 * every use begins with dpex_random_begin. */
#ifndef DPEX_OPS_RANDOM_ENGINE_H
#define DPEX_OPS_RANDOM_ENGINE_H

#include <pthread.h>

#include "dpex/random.h"
#include "ops/random/kernels.h"

typedef struct dpex_random_engine {
    const char *name;
    int word_bits, n_words;
    /* n words of 32 or (engines of more bits) 64 bits; the twister's are to be tempered. */
    void (*words)(dpex_random_state *state, void *out, size_t n);
    void (*skip)(dpex_random_state *state, uint64_t n); /* NULL: it cannot */
} dpex_random_engine;

const dpex_random_engine *dpex_random_engine_find(const char *name);

struct dpex_random {
    _Atomic int refs;
    const dpex_random_engine *engine;
    pthread_mutex_t
        lock; /* guards what follows, against calls; a fill under way that changes it is `pending` */
    dpex_random_state state;
    dpex_event *pending; /* may be NULL */
};

/* Takes the lock and waits for `pending`; on failure the lock is not held. */
dpex_status dpex_random_begin(dpex_random *random);
void dpex_random_end(dpex_random *random);

/* The next word of 64 bits, two words of 32, or 32 bits: half of a word, of which the other half is
 * kept. */
uint64_t dpex_random_next_word(const dpex_random_engine *engine, dpex_random_state *state);
uint32_t dpex_random_next_half(const dpex_random_engine *engine, dpex_random_state *state);

static inline int dpex_random_is_wide(const dpex_random_engine *engine)
{
    return engine->word_bits > 32;
}

/* Whether a word is 64 random bits. Of mcg59's 59 bits the lower ones have short periods: integers
 * take the upper 32, as of a word of the twister. */
static inline int dpex_random_is_whole(const dpex_random_engine *engine)
{
    return engine->word_bits == 64;
}

/* n halves of 64 bits as the engine makes them, a word each, where words are not whole. */
void dpex_random_read_halves(const dpex_random_engine *engine, dpex_random_state *state,
                             uint32_t *halves, size_t n);

/* integers.c */
typedef struct dpex_random_integers {
    dpex_random *source; /* kept */
    uint64_t start, range;
    int itemsize, bits; /* of an element; bits: 1 for bool */
    int64_t size;
    void *ptr;
    dpex_random_state start_state; /* of chunks */
    _Atomic int64_t
        first_rejecting; /* the chunk; behind it numbers are not those of the plain loop */
} dpex_random_integers;
dpex_random_integers dpex_random_integers_of(const dpex_random_fill_spec *spec,
                                             const dpex_array *out);
/* Bits that an element takes: a word, or half of one, or a piece of that. */
int dpex_random_integers_bits(const dpex_random_integers *integers);
/* The low halves of products that reject their piece of so many bits are those below this. */
uint64_t dpex_random_integers_threshold(const dpex_random_integers *integers, int bits);
/* One after the other. */
void dpex_random_integers_run(const dpex_random_integers *integers);
/* By several threads: how many chunks there are, 0 where that is of no use; the work on them, and
 * what comes behind it. The numbers, and the state that is left, are those of the plain run. */
int64_t dpex_random_integers_n_chunks(dpex_random_integers *integers);
dpex_status dpex_random_integers_run_chunks(void *payload, int64_t first, int64_t last);
dpex_status dpex_random_integers_finish(void *payload);

#endif
