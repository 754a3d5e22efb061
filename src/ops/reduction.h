/* What a reduction's row becomes, and the pile: how partial results are joined.
 *
 * The one idea: a reduction is element-wise work. Blocks of values are joined lane by lane by the operation's own loop (16 blocks
 * one after the other, then pairwise like the carries of a binary counter), and at the end the lanes of one block are folded in
 * halves. The order depends on shapes alone, so the bits do not depend on threads, and rounding errors grow like log n. */
#ifndef DPEX_OPS_REDUCTION_H
#define DPEX_OPS_REDUCTION_H

#include "loops/loops.h"

typedef enum dpex_reduction_rule { DPEX_REDUCTION_SUM, DPEX_REDUCTION_SAME } dpex_reduction_rule;

struct dpex_reduction {
    const char *name;
    uint8_t op;     /* dpex_op_number */
    uint8_t result; /* dpex_reduction_rule */
    int8_t empty;
};

/* The loop that joins values of a dtype, which is a computing dtype; NULL: not defined for it. */
static inline dpex_loop_fn dpex_reduction_loop(const dpex_reduction *reduction,
                                               const dpex_loops *loops, dpex_dtype dtype)
{
    return loops->ops[dtype][reduction->op];
}

/* x[i] = x[i] op y[i] for any n. */
void dpex_join(dpex_loop_fn loop, void *x, const void *y, size_t n, size_t itemsize);

/* x[0] = x[0] op ... op x[n - 1]; overwrites the rest. Memory for DPEX_FOLD_SLACK more elements must follow the n. */
enum { DPEX_FOLD_SLACK = 2 * DPEX_LOOP_MULTIPLE };
void dpex_fold(dpex_loop_fn loop, void *x, size_t n, size_t itemsize);

/* Blocks pushed so far, joined as far as the binary counter has carried. */
enum { DPEX_PILE_RUN = 16, DPEX_PILE_LEVELS = 48 };
typedef struct dpex_pile {
    dpex_loop_fn loop;
    size_t itemsize, level_bytes;
    char *memory; /* level i at memory + i * level_bytes; level 0 collects a run of blocks */
    int64_t n_pushed;
    size_t lanes, last_lanes; /* of the first and of the last block */
} dpex_pile;

/* Bytes of memory for at most n_blocks blocks of `lanes` elements. */
size_t dpex_pile_bytes(size_t lanes, size_t itemsize, int64_t n_blocks);
void dpex_pile_init(dpex_pile *pile, dpex_loop_fn loop, size_t lanes, size_t itemsize,
                    void *memory);
/* All blocks have the first one's n; only the last may have fewer. */
void dpex_pile_push(dpex_pile *pile, const void *block, size_t n);
/* Joins what is left: the result's n lanes, with room for dpex_fold. Not for an empty pile. */
void *dpex_pile_finish(dpex_pile *pile, size_t *n);

#endif
