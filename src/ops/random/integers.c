/* Integers in a range, each as likely as the others: D. Lemire, "Fast random integer generation in
 * an interval" (2019).
 *
 * How many words an element takes is known only when it has been made, so in general this is one
 * thread's work. Words come in blocks nevertheless: as many elements as are left need at least so
 * many words (or halves, quarters, eighths of them).
 *
 * Most ranges hardly ever reject a word, though. So threads draw chunks as if none was rejected,
 * from states that skipped ahead; the chunks after the first one with a rejection are drawn again,
 * in order. */
#include <stdatomic.h>
#include <string.h>

#include "base/integer.h"
#include "defs/tuning.h"
#include "engine.h"
#include "ops/loops/loops.h"

/* Pieces of 64, 32, 16 or 8 bits, lowest part of a word first.
 * Reads words of an engine as a sequence of smaller numbers, in the order in which NumPy's
 * generators take them. */
typedef struct reader {
    const dpex_random_engine *engine;
    dpex_random_state *state;
    int64_t n_left; /* elements that are still to be made */
    size_t at, n;   /* in the block */
    uint32_t piece; /* what is left of 32 bits that are cut in pieces */
    int n_pieces;
    uint64_t block[DPEX_BLOCK_ELEMS];
} reader;

/* A block is read ahead only as far as the remaining elements need at least, so that the
 * generator's state is not moved too far. */
static uint64_t next_64(reader *r)
{
    if (!dpex_random_is_whole(r->engine)) return dpex_random_next_word(r->engine, r->state);
    if (r->at == r->n) {
        r->n = (size_t)dpex_int64_min(r->n_left, DPEX_BLOCK_ELEMS);
        r->at = 0;
        r->engine->words(r->state, r->block, r->n);
    }
    return r->block[r->at++];
}

/* Whole words of the block as two halves each; the last few as anybody takes them. */
static uint32_t next_32(reader *r)
{
    if (r->state->has_half || !dpex_random_is_whole(r->engine))
        return dpex_random_next_half(r->engine, r->state);
    if (r->at == r->n) {
        r->n = (size_t)(dpex_int64_min(r->n_left / 2, DPEX_BLOCK_ELEMS));
        r->at = 0;
        if (!r->n) return dpex_random_next_half(r->engine, r->state);
        r->engine->words(r->state, r->block, r->n);
    }
    uint64_t word = r->block[r->at++];
    r->state->has_half = 1;
    r->state->half = (uint32_t)(word >> 32);
    return (uint32_t)word;
}

/* 8 or 16 bits: the pieces of 32 bits, lowest first. */
static uint32_t next_piece(reader *r, int bits)
{
    if (!r->n_pieces) {
        int64_t n_left = r->n_left;
        r->n_left = 1; /* several elements share 32 bits */
        r->piece = next_32(r);
        r->n_left = n_left;
        r->n_pieces = 32 / bits;
    } else {
        r->piece >>= bits;
    }
    r->n_pieces--;
    return r->piece & ((1u << bits) - 1);
}

__extension__ typedef unsigned __int128 u128;

/* Lemire's method: the upper half of word * n is the result. Words whose lower half is below 2^64
 * mod n are rejected, so that all results have equally many words; that remainder is computed only
 * if the lower half is below n. */
static uint64_t below_64(reader *r, uint64_t range)
{
    if (range == UINT64_MAX) return next_64(r);
    /* The full range has 2^64 values, for which n would be 0. */
    const uint64_t n = range + 1;
    u128 product = (u128)next_64(r) * n;
    if ((uint64_t)product < n) {
        const uint64_t threshold = (UINT64_MAX - range) % n;
        while ((uint64_t)product < threshold) product = (u128)next_64(r) * n;
    }
    return (uint64_t)(product >> 64);
}

/* The same with 32 bits. */
static uint32_t below_32(reader *r, uint32_t range)
{
    if (range == UINT32_MAX) return next_32(r);
    const uint32_t n = range + 1;
    uint64_t product = (uint64_t)next_32(r) * n;
    if ((uint32_t)product < n) {
        const uint32_t threshold = (UINT32_MAX - range) % n;
        while ((uint32_t)product < threshold) product = (uint64_t)next_32(r) * n;
    }
    return (uint32_t)(product >> 32);
}

static uint32_t below_piece(reader *r, uint32_t range, int bits)
{
    const uint32_t mask = (1u << bits) - 1, n = range + 1;
    if (range == mask) return next_piece(r, bits);
    uint32_t product = next_piece(r, bits) * n;
    if ((product & mask) < n) {
        const uint32_t threshold = (mask - range) % n;
        while ((product & mask) < threshold) product = next_piece(r, bits) * n;
    }
    return product >> bits;
}

static uint64_t below(reader *r, uint64_t range, int bits)
{
    if (range == 0) return 0;
    if (bits < 32) return below_piece(r, (uint32_t)range, bits);
    return range > UINT32_MAX ? below_64(r, range) : below_32(r, (uint32_t)range);
}

/* ---- by blocks ------------------------------------------------------------------------------------------------- */

dpex_random_integers dpex_random_integers_of(const dpex_random_fill_spec *spec,
                                             const dpex_array *out)
{
    const int itemsize = dpex_dtype_get_info(out->dtype)->itemsize;
    return (dpex_random_integers){.start = spec->start,
                                  .range = spec->range,
                                  .itemsize = itemsize,
                                  .bits = out->dtype == DPEX_BOOL ? 1 : 8 * itemsize,
                                  .size = out->size};
}

int dpex_random_integers_bits(const dpex_random_integers *integers)
{
    return integers->bits < 32 ? integers->bits : integers->range > UINT32_MAX ? 64 : 32;
}

uint64_t dpex_random_integers_threshold(const dpex_random_integers *integers, int bits)
{
    const uint64_t most = UINT64_MAX >> (64 - bits), n = integers->range + 1;
    return integers->range == most ? 0 : (most - integers->range) % n;
}

/* As many elements as n words or halves make, rejected ones left out; how many. */
#define KEEP(name, W, P, bits, T)                                                                  \
    static int64_t name(const uint64_t *words, uint64_t start, uint64_t range, uint64_t threshold, \
                        void *out, size_t n)                                                       \
    {                                                                                              \
        T *to = out;                                                                               \
        const W n_values = (W)(range + 1);                                                         \
        int64_t n_kept = 0;                                                                        \
        for (size_t i = 0; i < n; i++) {                                                           \
            const W word = (W)(words[i * (bits) / 64] >> (i * (bits) % 64));                       \
            const P product = (P)word * n_values;                                                  \
            to[n_kept] = (T)(start + (n_values ? (uint64_t)(product >> (bits)) : word));           \
            n_kept += (W)product >= threshold;                                                     \
        }                                                                                          \
        return n_kept;                                                                             \
    }
KEEP(keep_32, uint32_t, uint64_t, 32, uint32_t)
KEEP(keep_32_of_64, uint32_t, uint64_t, 32, uint64_t)
KEEP(keep_64, uint64_t, u128, 64, uint64_t)
#undef KEEP

/* n words; of an engine whose words are halves, the first half is the upper one of a number of 64
 * bits. */
static void read_words(const dpex_random_engine *engine, dpex_random_state *state, int bits,
                       uint64_t *words, size_t n)
{
    if (dpex_random_is_whole(engine)) {
        engine->words(state, words, n);
        return;
    }
    dpex_random_read_halves(engine, state, (uint32_t *)(void *)words, 2 * n);
    for (size_t i = 0; i < n && bits == 64; i++) words[i] = words[i] >> 32 | words[i] << 32;
}

/* Elements of words or halves from number `first` on, while as many are left as a whole word makes;
 * the number of the next one. The remaining elements go one by one (run_from): a block must not
 * take more words than they need. */
static int64_t run_blocks(const dpex_random_integers *integers, int64_t first)
{
    const dpex_random_engine *engine = integers->source->engine;
    dpex_random_state *state = &integers->source->state;
    const int bits = dpex_random_integers_bits(integers), per_word = 64 / bits;
    /* Pieces below 32 bits, and halves that are left over, go one by one. */
    if (bits < 32 || integers->range == 0 || (bits == 32 && state->has_half)) return first;
    int64_t (*keep)(const uint64_t *, uint64_t, uint64_t, uint64_t, void *, size_t) =
        bits == 64                ? keep_64
        : integers->itemsize == 4 ? keep_32
                                  : keep_32_of_64;
    const uint64_t threshold = dpex_random_integers_threshold(integers, bits);
    uint64_t words[DPEX_BLOCK_ELEMS];
    for (int64_t n_words; (n_words = (integers->size - first) / per_word) > 0;) {
        if (n_words > DPEX_BLOCK_ELEMS) n_words = DPEX_BLOCK_ELEMS;
        read_words(engine, state, bits, words, (size_t)n_words);
        first +=
            keep(words, integers->start, integers->range, threshold,
                 (char *)integers->ptr + first * integers->itemsize, (size_t)(n_words * per_word));
    }
    return first;
}

/* Elements from number `first` on, from the generator's state.
 * The source's state moves on; this is the sequence that the chunks of run_chunks must
 * reproduce. */
static void run_from(const dpex_random_integers *integers, int64_t first)
{
    first = run_blocks(integers, first);
    reader r = {.engine = integers->source->engine, .state = &integers->source->state};
    char *to = (char *)integers->ptr + first * integers->itemsize;
    for (int64_t i = first; i < integers->size; i++, to += integers->itemsize) {
        r.n_left = integers->size - i;
        uint64_t value = integers->start + below(&r, integers->range, integers->bits);
        switch (integers->itemsize) {
        case 1: *(uint8_t *)to = (uint8_t)value; break;
        case 2: *(uint16_t *)(void *)to = (uint16_t)value; break;
        case 4: *(uint32_t *)(void *)to = (uint32_t)value; break;
        default: *(uint64_t *)(void *)to = value;
        }
    }
}

/* All elements in one call: ranges that reject often, engines that cannot skip, few elements. */
void dpex_random_integers_run(const dpex_random_integers *integers)
{
    run_from(integers, 0);
}

/* ---- by chunks ------------------------------------------------------------------------------------------------- */

enum { CHUNK = 4096 };

int64_t dpex_random_integers_n_chunks(dpex_random_integers *integers)
{
    const dpex_random_engine *engine = integers->source->engine;
    const int bits = dpex_random_integers_bits(integers);
    const int64_t n_chunks = integers->size / CHUNK;
    /* Chunks need an engine that skips, whole words, and enough elements. */
    if (!engine->skip || !dpex_random_is_whole(engine) || n_chunks < 4 || integers->range == 0)
        return 0;
    if (integers->source->state.has_half && bits < 64) return 0;
    const double threshold = (double)dpex_random_integers_threshold(integers, bits);
    const double most = (double)(UINT64_MAX >> (64 - bits));
    if (threshold * (double)integers->size > most / 2) return 0; /* likely to be done again */
    integers->start_state = integers->source->state;
    atomic_store(&integers->first_rejecting, n_chunks);
    return n_chunks;
}

/* n elements, of which whole words make some: whether a word was rejected. */
#define MAKE(name, W, P, bits, T)                                                                  \
    static int name(const uint64_t *words, uint64_t start, uint64_t range, uint64_t threshold,     \
                    void *out, size_t n)                                                           \
    {                                                                                              \
        T *to = out;                                                                               \
        const W n_values = (W)(range + 1);                                                         \
        int is_rejected = 0;                                                                       \
        for (size_t i = 0; i < n; i++) {                                                           \
            const W word = (W)(words[i * (bits) / 64] >> (i * (bits) % 64));                       \
            const P product = (P)word * n_values;                                                  \
            to[i] = (T)(start + (n_values ? (uint64_t)(product >> (bits)) : word));                \
            is_rejected |= (W)product < threshold;                                                 \
        }                                                                                          \
        return is_rejected;                                                                        \
    }
MAKE(make_8, uint8_t, uint32_t, 8, uint8_t)
MAKE(make_16, uint16_t, uint32_t, 16, uint16_t)
MAKE(make_32, uint32_t, uint64_t, 32, uint32_t)
MAKE(make_32_of_64, uint32_t, uint64_t, 32, uint64_t)
MAKE(make_64, uint64_t, u128, 64, uint64_t)
#undef MAKE

/* Bits, lowest first: start + range of 1 bit is a bool. */
static int make_1(const uint64_t *words, uint64_t start, uint64_t range, uint64_t threshold,
                  void *out, size_t n)
{
    uint8_t *to = out;
    (void)range;
    (void)threshold;
    for (size_t i = 0; i < n; i++) to[i] = (uint8_t)(start + (words[i / 64] >> i % 64 & 1));
    return 0;
}

/* Several threads may run chunks at once; each computes from its own copy of the state. */
dpex_status dpex_random_integers_run_chunks(void *payload, int64_t first, int64_t last)
{
    dpex_random_integers *integers = payload;
    const dpex_random_engine *engine = integers->source->engine;
    const int bits = dpex_random_integers_bits(integers), itemsize = integers->itemsize;
    const uint64_t threshold = dpex_random_integers_threshold(integers, bits);
    int (*make)(const uint64_t *, uint64_t, uint64_t, uint64_t, void *, size_t) =
        bits == 1       ? make_1
        : bits == 8     ? make_8
        : bits == 16    ? make_16
        : bits == 64    ? make_64
        : itemsize == 4 ? make_32
                        : make_32_of_64;
    const int64_t n_words = CHUNK / 64 * bits;
    uint64_t words[CHUNK];
    /* Chunks behind a rejecting one are of no use; this is only a shortcut, so a stale value does
     * no harm. */
    for (int64_t i = first; i < last && i < atomic_load(&integers->first_rejecting); i++) {
        dpex_random_state state = integers->start_state;
        engine->skip(&state, (uint64_t)(i * n_words));
        engine->words(&state, words, (size_t)n_words);
        char *to = (char *)integers->ptr + i * CHUNK * itemsize;
        if (!make(words, integers->start, integers->range, threshold, to, CHUNK)) continue;
        /* The smallest number of a rejecting chunk is kept. */
        int64_t known = atomic_load(&integers->first_rejecting);
        while (i < known && !atomic_compare_exchange_weak(&integers->first_rejecting, &known, i)) {
        }
    }
    return DPEX_SUCCESS;
}

/* On one thread, after all chunks: the generator continues where the plain loop would. */
dpex_status dpex_random_integers_finish(void *payload)
{
    dpex_random_integers *integers = payload;
    const int64_t n_good = atomic_load(&integers->first_rejecting);
    const int bits = dpex_random_integers_bits(integers);
    dpex_random_state *state = &integers->source->state;
    *state = integers->start_state;
    /* The chunks before it have taken exactly these words. */
    integers->source->engine->skip(state, (uint64_t)(n_good * (CHUNK / 64 * bits)));
    run_from(integers, n_good * CHUNK);
    return DPEX_SUCCESS;
}
