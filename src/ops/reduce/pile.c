/* States side by side, and the pile that combines rows of values pairwise. */
#include <string.h>

#include "reduction.h"

static size_t rounded(size_t bytes)
{
    return (bytes + 63) & ~(size_t)63;
}

size_t dpex_states_bytes(const dpex_reducer *reducer, size_t lanes)
{
    size_t bytes = 0;
    for (int w = 0; w < reducer->n_words; w++) bytes += rounded(lanes * reducer->word_bytes[w]);
    return bytes;
}

dpex_states dpex_states_at(const dpex_reducer *reducer, void *memory, size_t lanes)
{
    dpex_states states = {{NULL}};
    char *at = memory;
    for (int w = 0; w < reducer->n_words; w++) {
        states.words[w] = at;
        at += rounded(lanes * reducer->word_bytes[w]);
    }
    return states;
}

void dpex_states_fold(const dpex_reducer *reducer, const dpex_states *states, size_t n_rows,
                      size_t width)
{
    while (n_rows > 1) { /* into the lower half, the largest power of two below n_rows */
        size_t half = (size_t)1 << (63 - __builtin_clzll(n_rows - 1));
        dpex_states upper = dpex_states_from(reducer, states, half * width);
        reducer->merge(states->words, upper.words, (n_rows - half) * width);
        n_rows = half;
    }
}

/* ---- piles ----------------------------------------------------------------------------------------------- */

static dpex_states level_of(const dpex_pile *pile, int level)
{
    return dpex_states_at(pile->reducer, pile->memory + (size_t)level * pile->level_bytes,
                          pile->capacity);
}

size_t dpex_pile_bytes(const dpex_reducer *reducer, size_t lanes, int64_t n_rows)
{
    size_t levels = 2;
    for (int64_t runs = n_rows / DPEX_PILE_RUN; runs; runs /= 2) levels++;
    return levels * dpex_states_bytes(reducer, lanes);
}

void dpex_pile_init(dpex_pile *pile, const dpex_reducer *reducer, size_t lanes, void *memory)
{
    *pile = (dpex_pile){.reducer = reducer,
                        .level_bytes = dpex_states_bytes(reducer, lanes),
                        .capacity = lanes,
                        .memory = memory};
}

static void copy_states(const dpex_pile *pile, const dpex_states *to, const dpex_states *from)
{
    for (int w = 0; w < pile->reducer->n_words; w++)
        memcpy(to->words[w], from->words[w], pile->lanes * pile->reducer->word_bytes[w]);
}

/* A run is complete: it combines the equally long ones before it. Level i + 1 holds 2^i runs where bit i of their number is set. */
static void carry(dpex_pile *pile)
{
    dpex_states newer = level_of(pile, 0);
    int level = 1;
    for (int64_t runs = pile->n_pushed / DPEX_PILE_RUN - 1; runs & 1; runs >>= 1, level++) {
        dpex_states older = level_of(pile, level);
        pile->reducer->merge(older.words, newer.words, pile->lanes);
        newer = older;
    }
    dpex_states place = level_of(pile, level);
    copy_states(pile, &place, &newer);
}

static void push_in_run(dpex_pile *pile, const dpex_rows *rows)
{
    dpex_states run = level_of(pile, 0);
    if (pile->n_pushed == 0) pile->lanes = rows->n;
    if (pile->n_pushed % DPEX_PILE_RUN)
        pile->reducer->combine(run.words, rows);
    else
        pile->reducer->start(run.words, rows);
    pile->last_lanes = rows->n;
    pile->n_pushed += (int64_t)rows->n_rows;
    if (pile->n_pushed % DPEX_PILE_RUN == 0) carry(pile);
}

void dpex_pile_push(dpex_pile *pile, const dpex_rows *rows)
{
    dpex_rows part = *rows;
    for (size_t left = rows->n_rows; left; left -= part.n_rows) {
        size_t room = DPEX_PILE_RUN - (size_t)(pile->n_pushed % DPEX_PILE_RUN);
        part.n_rows = left < room ? left : room;
        push_in_run(pile, &part);
        part.values = (const char *)part.values + (int64_t)part.n_rows * part.row_bytes;
        part.index += (int64_t)part.n_rows * part.index_step;
    }
}

dpex_states dpex_pile_finish(dpex_pile *pile, size_t *n)
{
    int64_t in_run = pile->n_pushed % DPEX_PILE_RUN;
    size_t lanes = in_run == 1 ? pile->last_lanes : pile->lanes;
    dpex_states newer = level_of(pile, 0);
    int level = 1, has_newer = in_run != 0;
    for (int64_t runs = pile->n_pushed / DPEX_PILE_RUN; runs; runs >>= 1, level++) {
        if (!(runs & 1)) continue;
        dpex_states older = level_of(pile, level);
        if (has_newer) pile->reducer->merge(older.words, newer.words, lanes);
        newer = older;
        has_newer = 1;
        lanes = pile->lanes;
    }
    *n = lanes;
    return newer;
}
