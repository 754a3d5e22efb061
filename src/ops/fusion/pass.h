/* A pass: the part of a graph that one launch computes. */
#ifndef DPEX_OPS_FUSION_PASS_H
#define DPEX_OPS_FUSION_PASS_H

#include "submit.h"

typedef struct dpex_graph_pass {
    dpex_graph *graph;
    dpex_tape tape;
    dpex_reg regs[DPEX_GRAPH_MAX_REGS];
    const dpex_array *inputs[DPEX_GRAPH_MAX_ARRAYS];
    const int64_t *shifts[DPEX_GRAPH_MAX_ARRAYS]; /* of each input; NULL: it is not rolled */
    dpex_array *outputs[DPEX_TAPE_MAX_OUTPUTS];
    int16_t values[DPEX_TAPE_MAX_OUTPUTS]; /* each output's register, numbered as in the graph */
    int n_outputs;
    const dpex_graph_reduction *reduction; /* the first one; NULL: none */
    const dpex_graph_reduction *reductions[DPEX_TAPE_MAX_REDUCTIONS];
    int has_stages; /* results of its reductions are registers; else they are read from memory */
    dpex_launch launch;
} dpex_graph_pass;

/* Without outputs, which come next: reductions, then what is stored. */
void dpex_graph_pass_init(dpex_graph_pass *pass, dpex_graph *graph);
void dpex_graph_pass_reduce(dpex_graph_pass *pass, dpex_graph_reduction *reduction);
void dpex_graph_pass_store(dpex_graph_pass *pass, dpex_array *array, int16_t reg);
/* All stores that are wanted, of elements, or of an element per row. */
void dpex_graph_pass_add_stores(dpex_graph_pass *pass, const dpex_graph_wanted *wanted,
                                int of_rows);
/* Builds the tape and the launch of what its outputs need. */
void dpex_graph_pass_build(dpex_graph_pass *pass);

/* Whether values of both are combined in the same order, which follows from shape and strides. */
int dpex_graph_has_same_order(const dpex_array *a, const dpex_array *b);

/* Marks the registers that the marked ones need. */
void dpex_graph_mark_needed(const dpex_graph *graph, uint8_t *is_needed);

/* A failure becomes the queue's, as that of a command would. */
void dpex_graph_keep_failure(const dpex_graph *graph, dpex_status status);

#endif
