/* Joining partial results lane by lane, and folding lanes. */
#include <string.h>

#include "reduction.h"

void dpex_join(dpex_loop_fn loop, void *x, const void *y, size_t n, size_t itemsize)
{
    uint8_t bytes = (uint8_t)itemsize;
    dpex_loop_call call = {loop, 2, bytes, {bytes, bytes}};
    dpex_loop_run(&call, x, (const void *[]){x, y}, n);
}

void dpex_fold(dpex_loop_fn loop, void *x, size_t n, size_t itemsize)
{
    if (n <= 1) return;
    size_t half = (size_t)1 << (63 - __builtin_clzll(n - 1)); /* the largest power of two below n */
    dpex_join(loop, x, (char *)x + half * itemsize, n - half, itemsize);
    while (half > 1) { /* what lies beyond the lower half may be overwritten now */
        half /= 2;
        size_t rounded = (half + DPEX_LOOP_MULTIPLE - 1) & ~(size_t)(DPEX_LOOP_MULTIPLE - 1);
        loop(x, (const void *[]){x, (char *)x + half * itemsize}, rounded);
    }
}

static char *level_of(const dpex_pile *pile, int level)
{
    return pile->memory + (size_t)level * pile->level_bytes;
}

size_t dpex_pile_bytes(size_t lanes, size_t itemsize, int64_t n_blocks)
{
    size_t levels = 2;
    for (int64_t runs = n_blocks / DPEX_PILE_RUN; runs; runs /= 2) levels++;
    return levels * (((lanes + DPEX_FOLD_SLACK) * itemsize + 63) & ~(size_t)63);
}

void dpex_pile_init(dpex_pile *pile, dpex_loop_fn loop, size_t lanes, size_t itemsize, void *memory)
{
    *pile = (dpex_pile){.loop = loop,
                        .itemsize = itemsize,
                        .level_bytes = ((lanes + DPEX_FOLD_SLACK) * itemsize + 63) & ~(size_t)63,
                        .memory = memory};
}

/* A run is complete: it joins the equally long ones before it. Level i + 1 holds 2^i runs where bit i of their number is set. */
static void carry(dpex_pile *pile)
{
    size_t lanes = pile->lanes;
    char *newer = level_of(pile, 0);
    int level = 1;
    for (int64_t runs = pile->n_pushed / DPEX_PILE_RUN - 1; runs & 1; runs >>= 1, level++) {
        char *older = level_of(pile, level);
        dpex_join(pile->loop, older, newer, lanes, pile->itemsize);
        newer = older;
    }
    memcpy(level_of(pile, level), newer, lanes * pile->itemsize);
}

void dpex_pile_push(dpex_pile *pile, const void *block, size_t n)
{
    char *run = level_of(pile, 0);
    if (pile->n_pushed == 0) pile->lanes = n;
    if (pile->n_pushed % DPEX_PILE_RUN)
        dpex_join(pile->loop, run, block, n, pile->itemsize);
    else
        memcpy(run, block, n * pile->itemsize);
    pile->last_lanes = n;
    if (++pile->n_pushed % DPEX_PILE_RUN == 0) carry(pile);
}

void *dpex_pile_finish(dpex_pile *pile, size_t *n)
{
    int64_t in_run = pile->n_pushed % DPEX_PILE_RUN;
    size_t lanes = in_run == 1 ? pile->last_lanes : pile->lanes;
    char *newer = in_run ? level_of(pile, 0) : NULL;
    int level = 1;
    for (int64_t runs = pile->n_pushed / DPEX_PILE_RUN; runs; runs >>= 1, level++) {
        if (!(runs & 1)) continue;
        char *older = level_of(pile, level);
        if (newer) dpex_join(pile->loop, older, newer, lanes, pile->itemsize);
        newer = older;
        lanes = pile->lanes;
    }
    *n = lanes;
    return newer;
}
