/* The plan of a reduction, between the file that makes it (plan.c) and the one that runs it
 * (execute.c). */
#ifndef DPEX_OPS_REDUCE_PLAN_H
#define DPEX_OPS_REDUCE_PLAN_H

#include "ops/tape/plan.h"

enum {
    DPEX_GROUP_BLOCKS = 16 /* blocks of columns that are reduced together */
};

/* One of the reductions of a plan. All of them have the cuts of the plan, so that each result has
 * the bits of a reduction alone. */
typedef struct dpex_reduced {
    const dpex_reducer *reducer;
    dpex_finisher finisher;
    int reg;             /* whose values are combined */
    int shares_piece;    /* the earlier reduction whose values are the same; -1: none */
    size_t memory_bytes; /* of a thread: the values of a piece, or, by columns, n_trees trees */
    size_t tree_bytes;
    void *partials_memory;
    dpex_states partials; /* number piece * n_results + result, where n_pieces > 1 */
    dpex_cast_fn cast;    /* to the output's dtype; NULL: it has the results' */
    dpex_layout_operand out;
} dpex_reduced;

typedef struct dpex_few dpex_few;

struct dpex_reduce_plan {
    dpex_plan *plan; /* owned */
    dpex_few *few; /* owned: machine code that computes whole rows of results (few.c); NULL: none */
    int n_reduced_values;
    dpex_reduced reduced[DPEX_TAPE_MAX_REDUCTIONS]; /* of values of one size, over the same axes */
    size_t value_bytes;
    int by_columns;
    int64_t n_results, n_reduced; /* results; elements per result: of each reduction */
    int64_t n_pieces, piece;      /* pieces of n_reduced, elements of one */
    int64_t n_groups;             /* by columns */
    int64_t
        rows_per_block; /* by columns: more than 1 where a block holds several rows of results */
    int64_t n_units, units_per_chunk;
    /* Of a single reduction: values that can be read in place: value (outer, inner) at direct +
     * outer * direct_stride + inner * value_bytes, where inner counts what comes last in the
     * layout. NULL: they have to be computed or gathered. */
    const char *direct;
    int64_t direct_stride;
    size_t n_trees;    /* of a thread, for each reduction by columns */
    dpex_layout out;   /* of the kept axes; its operands are the reductions' `out` */
    int64_t one, zero; /* shape and stride of a single result */
};

/* Finishes the states of n results of reduction k from number `first` on, and stores them. */
void dpex_reduced_store(const dpex_reduce_plan *rp, int k, int64_t first, const dpex_states *states,
                        int64_t n);

#endif
