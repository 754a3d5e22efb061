/* Generators as objects: lifetime, state, single words. */
#include "dpex/random.h"

#include <stdatomic.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/integer.h"
#include "defs/tuning.h"
#include "engine.h"
#include "ops/loops/loops.h"

dpex_status dpex_random_create(const char *engine, dpex_random **random)
{
    const dpex_random_engine *found = dpex_random_engine_find(engine);
    if (!found)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "there is no random engine \"%s\"", engine);
    dpex_random *r = dpex_calloc(1, sizeof *r);
    if (!r) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for a random generator");
    r->refs = 1;
    r->engine = found;
    r->state.n_words = found->n_words;
    /* Guards the state and `pending`, from _begin to _end. */
    pthread_mutex_init(&r->lock, NULL);
    *random = r;
    return DPEX_SUCCESS;
}

dpex_random *dpex_random_retain(dpex_random *random)
{
    atomic_fetch_add_explicit(&random->refs, 1, memory_order_relaxed);
    return random;
}

/* relaxed: the caller has a reference already. */
void dpex_random_release(dpex_random *random)
{
    /* acq_rel: all uses happen before the memory is freed. */
    if (!random || atomic_fetch_sub_explicit(&random->refs, 1, memory_order_acq_rel) != 1) return;
    dpex_event_release(random->pending);
    pthread_mutex_destroy(&random->lock);
    dpex_free(random);
}

const char *dpex_random_get_engine(const dpex_random *random)
{
    return random->engine->name;
}

/* A fill that failed or was cancelled leaves the generator in some state; its own queue reports
 * that, not the next use. Waits, so it is called without the GIL. On success the lock is held until
 * _end. */
dpex_status dpex_random_begin(dpex_random *random)
{
    pthread_mutex_lock(&random->lock);
    if (!random->pending) return DPEX_SUCCESS;
    /* A failed fill is not reported here: only an interrupted wait is. */
    if (dpex_event_wait(random->pending, 0, NULL) == DPEX_ERROR_INTERRUPTED) {
        pthread_mutex_unlock(&random->lock);
        return DPEX_ERROR_INTERRUPTED;
    }
    dpex_event_release(random->pending);
    random->pending = NULL;
    return DPEX_SUCCESS;
}

void dpex_random_end(dpex_random *random)
{
    pthread_mutex_unlock(&random->lock);
}

/* ---- the state --------------------------------------------------------------------------------------------- */

/* The twister's words are 32 bits each in memory (engines.c). */
static int is_packed(const dpex_random *random)
{
    return !dpex_random_is_wide(random->engine);
}

dpex_status dpex_random_get_state(dpex_random *random, dpex_random_state *state)
{
    DPEX_TRY(dpex_random_begin(random));
    *state = random->state;
    if (is_packed(random)) {
        const uint32_t *key = (const uint32_t *)(const void *)random->state.words;
        for (int i = 0; i < DPEX_TWISTER_WORDS; i++) state->words[i] = key[i];
    }
    dpex_random_end(random);
    return DPEX_SUCCESS;
}

dpex_status dpex_random_set_state(dpex_random *random, const dpex_random_state *state)
{
    const char *name = random->engine->name;
    if (state->n_words != random->engine->n_words)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "the state of %s has %d words, not %d", name,
                         random->engine->n_words, state->n_words);
    /* The last word of the state counts the words that were taken of the current block. */
    /* Checked, since it becomes an index: states come from pickles and from users. */
    uint64_t used = state->words[state->n_words - 1];
    if ((is_packed(random) && used > DPEX_TWISTER_WORDS) || (!strcmp(name, "philox") && used > 4) ||
        (!strcmp(name, "philox4x32") && used > 2))
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "the state of %s has no word %llu", name,
                         (unsigned long long)used);
    DPEX_TRY(dpex_random_begin(random));
    random->state = *state;
    if (is_packed(random)) {
        uint32_t *key = (uint32_t *)(void *)random->state.words;
        for (int i = 0; i < DPEX_TWISTER_WORDS; i++) key[i] = (uint32_t)state->words[i];
    }
    dpex_random_end(random);
    return DPEX_SUCCESS;
}

/* ---- words ------------------------------------------------------------------------------------------------- */

void dpex_random_read_halves(const dpex_random_engine *engine, dpex_random_state *state,
                             uint32_t *halves, size_t n)
{
    if (!dpex_random_is_wide(engine)) {
        engine->words(state, halves, n);
        dpex_loops_get()->random->temper(halves, n);
        return;
    }
    uint64_t block[DPEX_BLOCK_ELEMS];
    for (size_t first = 0; first < n; first += DPEX_BLOCK_ELEMS) {
        const size_t n_block = dpex_size_min(n - first, DPEX_BLOCK_ELEMS);
        engine->words(state, block, n_block);
        for (size_t i = 0; i < n_block; i++)
            /* The upper bits: the lower ones of multiplicative generators have short periods. */
            halves[first + i] = (uint32_t)(block[i] >> (engine->word_bits - 32));
    }
}

static uint32_t read_half(const dpex_random_engine *engine, dpex_random_state *state)
{
    uint32_t half;
    dpex_random_read_halves(engine, state, &half, 1);
    return half;
}

uint64_t dpex_random_next_word(const dpex_random_engine *engine, dpex_random_state *state)
{
    uint64_t word;
    if (!dpex_random_is_whole(engine)) {
        /* NumPy makes 64 bits of two words, the first one the upper half. */
        word = (uint64_t)read_half(engine, state) << 32;
        return word | read_half(engine, state);
    }
    engine->words(state, &word, 1);
    return word;
}

/* Half a word: the lower half first, and the upper one at the next call. */
uint32_t dpex_random_next_half(const dpex_random_engine *engine, dpex_random_state *state)
{
    if (!dpex_random_is_whole(engine)) return read_half(engine, state);
    if (state->has_half) {
        state->has_half = 0;
        return state->half;
    }
    uint64_t word = dpex_random_next_word(engine, state);
    state->has_half = 1;
    state->half = (uint32_t)(word >> 32);
    return (uint32_t)word;
}

static void short_words(const dpex_random_engine *engine, dpex_random_state *state, uint64_t *words,
                        size_t n)
{
    uint32_t block[DPEX_BLOCK_ELEMS];
    for (size_t first = 0; first < n; first += DPEX_BLOCK_ELEMS) {
        const size_t n_block = dpex_size_min(n - first, DPEX_BLOCK_ELEMS);
        dpex_random_read_halves(engine, state, block, n_block);
        for (size_t i = 0; i < n_block; i++) words[first + i] = block[i];
    }
}

dpex_status dpex_random_words(dpex_random *random, uint64_t *words, size_t n)
{
    DPEX_TRY(dpex_random_begin(random));
    if (is_packed(random)) {
        short_words(random->engine, &random->state, words, n);
    } else {
        random->engine->words(&random->state, words, n);
    }
    dpex_random_end(random);
    return DPEX_SUCCESS;
}

/* ---- skipping ---------------------------------------------------------------------------------------------- */

/* Of engines that cannot skip. */
/* The twister has a faster way, by polynomials over GF(2); few programs skip so far that it would
 * pay. */
static void discard(const dpex_random_engine *engine, dpex_random_state *state, uint64_t n)
{
    uint64_t block[DPEX_BLOCK_ELEMS];
    while (n) {
        const size_t n_block = (size_t)(n < DPEX_BLOCK_ELEMS ? n : DPEX_BLOCK_ELEMS);
        engine->words(state, block, n_block);
        n -= n_block;
    }
}

static void skip_words(const dpex_random_engine *engine, dpex_random_state *state, uint64_t n)
{
    if (engine->skip)
        engine->skip(state, n);
    else
        discard(engine, state, n);
}

/* Numbers of 32 bits are halves of whole words, the low one first; so a half at hand is the first
 * number that is skipped, and an odd number leaves one at hand. Spare normal numbers belong to
 * words before the skip. */
dpex_status dpex_random_skip(dpex_random *random, uint64_t n)
{
    DPEX_TRY(dpex_random_begin(random));
    dpex_random_state *state = &random->state;
    if (!dpex_random_is_whole(random->engine)) {
        skip_words(random->engine, state, n);
    } else if (n) {
        n -= state->has_half != 0;
        state->has_half = 0;
        skip_words(random->engine, state, n / 2);
        if (n % 2) dpex_random_next_half(random->engine, state);
    }
    state->has_spare[0] = state->has_spare[1] = 0;
    dpex_random_end(random);
    return DPEX_SUCCESS;
}
