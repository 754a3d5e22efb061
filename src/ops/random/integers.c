/* Integers in a range, each as likely as the others: D. Lemire, "Fast random integer generation in an interval" (2019).
 *
 * How many words an element takes is known only when it has been made, so this is one thread's work. Words come in blocks
 * nevertheless: as many elements as are left need at least so many words (or halves, quarters, eighths of them). */
#include <string.h>

#include "engine.h"
#include "ops/loops/loops.h"

enum { MAX_BLOCK = 512 };

/* Pieces of 64, 32, 16 or 8 bits, lowest part of a word first. */
typedef struct reader {
    const dpex_random_engine *engine;
    dpex_random_state *state;
    int64_t n_left; /* elements that are still to be made */
    size_t at, n;   /* in the block */
    uint32_t piece; /* what is left of 32 bits that are cut in pieces */
    int n_pieces;
    uint64_t block[MAX_BLOCK];
} reader;

static uint64_t next_64(reader *r)
{
    if (!dpex_random_is_wide(r->engine)) return dpex_random_next_word(r->engine, r->state);
    if (r->at == r->n) {
        r->n = r->n_left < MAX_BLOCK ? (size_t)r->n_left : MAX_BLOCK;
        r->at = 0;
        r->engine->words(r->state, r->block, r->n);
    }
    return r->block[r->at++];
}

/* Whole words of the block as two halves each; the last few as anybody takes them. */
static uint32_t next_32(reader *r)
{
    if (r->state->has_half || !dpex_random_is_wide(r->engine))
        return dpex_random_next_half(r->engine, r->state);
    if (r->at == r->n) {
        r->n = (size_t)(r->n_left / 2 < MAX_BLOCK ? r->n_left / 2 : MAX_BLOCK);
        r->at = 0;
        if (!r->n) return dpex_random_next_half(r->engine, r->state);
        r->engine->words(r->state, r->block, r->n);
    }
    uint64_t word = r->block[r->at++];
    r->state->has_half = 1;
    r->state->half = (uint32_t)(word >> 32);
    return (uint32_t)word;
}

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

static uint64_t below_64(reader *r, uint64_t range)
{
    if (range == UINT64_MAX) return next_64(r);
    const uint64_t n = range + 1;
    u128 product = (u128)next_64(r) * n;
    if ((uint64_t)product < n) {
        const uint64_t threshold = (UINT64_MAX - range) % n;
        while ((uint64_t)product < threshold) product = (u128)next_64(r) * n;
    }
    return (uint64_t)(product >> 64);
}

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

void dpex_random_integers_run(const dpex_random_integers *integers)
{
    reader r = {.engine = integers->source->engine, .state = &integers->source->state};
    char *to = integers->ptr;
    for (int64_t i = 0; i < integers->size; i++, to += integers->itemsize) {
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
