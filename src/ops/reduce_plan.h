/* The plan of a reduction, between the file that makes it (reduce_plan.c) and the one that runs it (reduce_execute.c). */
#ifndef DPEX_OPS_REDUCE_PLAN_H
#define DPEX_OPS_REDUCE_PLAN_H

#include "plan.h"

enum {
    DPEX_GROUP_BLOCKS = 16,  /* blocks of columns that are worked off together */
    DPEX_RESULT_BLOCK = 512, /* most elements of a block */
    DPEX_MAX_ITEMSIZE = 16
};

struct dpex_reduce_plan {
    dpex_plan *plan;
    dpex_loop_fn join;
    size_t itemsize; /* of the values joined */
    int reg;         /* whose values they are */
    int by_columns;
    int64_t n_results, n_joined; /* results; elements behind each */
    int64_t n_pieces, piece;     /* pieces of n_joined, elements of one */
    int64_t n_groups;            /* by columns */
    int64_t
        rows_per_block; /* by columns: more than 1 where a block holds several rows of results */
    int64_t n_units, units_per_chunk;
    size_t pile_bytes, n_piles; /* of a thread; 0: none is needed */
    char *partials;             /* [piece][result], where n_pieces > 1 */
    dpex_cast_fn cast;          /* to the output's dtype; NULL: it has the values' */
    dpex_layout out;            /* of the kept axes; its one operand is the output */
    dpex_walked out_operand;
    int64_t one, zero; /* shape and stride of a single result */
};

static inline char *dpex_partial_at(const dpex_reduce_plan *rp, int64_t piece, int64_t result)
{
    return rp->partials + (size_t)(piece * rp->n_results + result) * rp->itemsize;
}

#endif
