/* Arrays of states, and the tree that combines rows of values pairwise (reduction.h). */
#include <string.h>

#include "base/integer.h"
#include "reduction.h"

/* The array of each word is aligned to 64 bytes. */
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

/* The tree depends on n_rows alone and has log2 n_rows levels. */
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

/* ---- pairwise sums -------------------------------------------------------------------------- */

/* Level 0 collects the current run; level i + 1 holds 2^i runs. */
static dpex_states level_of(const dpex_pairwise *tree, int level)
{
    return dpex_states_at(tree->reducer, tree->memory + (size_t)level * tree->level_bytes,
                          tree->capacity);
}

size_t dpex_pairwise_bytes(const dpex_reducer *reducer, size_t lanes, int64_t n_rows)
{
    size_t levels = 2;
    for (int64_t runs = n_rows / DPEX_PAIRWISE_RUN; runs; runs /= 2) levels++;
    return levels * dpex_states_bytes(reducer, lanes);
}

void dpex_pairwise_init(dpex_pairwise *tree, const dpex_reducer *reducer, size_t lanes,
                        void *memory)
{
    *tree = (dpex_pairwise){.reducer = reducer,
                            .level_bytes = dpex_states_bytes(reducer, lanes),
                            .capacity = lanes,
                            .memory = memory};
}

static void copy_states(const dpex_pairwise *tree, const dpex_states *to, const dpex_states *from)
{
    for (int w = 0; w < tree->reducer->n_words; w++)
        memcpy(to->words[w], from->words[w], tree->lanes * tree->reducer->word_bytes[w]);
}

/* A run is complete: it combines the equally long ones before it. Level i + 1 holds 2^i runs where
 * bit i of their number is set. The same carries as adding 1 to a binary counter of runs: each bit
 * that is set combines and goes one level up. */
static void carry(dpex_pairwise *tree)
{
    dpex_states newer = level_of(tree, 0);
    int level = 1;
    for (int64_t runs = tree->n_pushed / DPEX_PAIRWISE_RUN - 1; runs & 1; runs >>= 1, level++) {
        dpex_states older = level_of(tree, level);
        tree->reducer->merge(older.words, newer.words, tree->lanes);
        newer = older;
    }
    dpex_states end = level_of(tree, level);
    copy_states(tree, &end, &newer);
}

/* At most one run of rows is at level 0 at any time. */
static void push_in_run(dpex_pairwise *tree, const dpex_rows *rows)
{
    dpex_states run = level_of(tree, 0);
    if (tree->n_pushed == 0) tree->lanes = rows->n;
    if (tree->n_pushed % DPEX_PAIRWISE_RUN)
        tree->reducer->combine(run.words, rows);
    else
        tree->reducer->start(run.words, rows);
    tree->last_lanes = rows->n;
    tree->n_pushed += (int64_t)rows->n_rows;
    if (tree->n_pushed % DPEX_PAIRWISE_RUN == 0) carry(tree);
}

/* A block of rows may cover more than the rest of a run; it is split there, so that the tree does
 * not depend on the sizes of the calls. */
void dpex_pairwise_push(dpex_pairwise *tree, const dpex_rows *rows)
{
    dpex_rows part = *rows;
    for (size_t left = rows->n_rows; left; left -= part.n_rows) {
        size_t capacity = DPEX_PAIRWISE_RUN - (size_t)(tree->n_pushed % DPEX_PAIRWISE_RUN);
        part.n_rows = dpex_size_min(left, capacity);
        push_in_run(tree, &part);
        part.values = (const char *)part.values + (int64_t)part.n_rows * part.row_bytes;
        part.index += (int64_t)part.n_rows * part.index_step;
    }
}

/* The remaining levels, from the smallest to the largest: the same order in which they would have
 * been carried. */
dpex_states dpex_pairwise_finish(dpex_pairwise *tree, size_t *n)
{
    int64_t in_run = tree->n_pushed % DPEX_PAIRWISE_RUN;
    size_t lanes = in_run == 1 ? tree->last_lanes : tree->lanes;
    dpex_states newer = level_of(tree, 0);
    int level = 1, has_newer = in_run != 0;
    for (int64_t runs = tree->n_pushed / DPEX_PAIRWISE_RUN; runs; runs >>= 1, level++) {
        if (!(runs & 1)) continue;
        dpex_states older = level_of(tree, level);
        if (has_newer) tree->reducer->merge(older.words, newer.words, lanes);
        newer = older;
        has_newer = 1;
        lanes = tree->lanes;
    }
    *n = lanes;
    return newer;
}
