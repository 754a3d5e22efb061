/* Launches of another shape than the graph's that see elements of it: reshaped or transposed ones. */
#ifndef DPEX_OPS_FUSION_SHAPES_H
#define DPEX_OPS_FUSION_SHAPES_H

#include "graph.h"

/* A launch whose operands are views of the graph's dimensions. */
typedef struct dpex_graph_launch {
    dpex_launch launch;
    int64_t shape[DPEX_GRAPH_MAX_DIMS];
    const dpex_array *inputs[DPEX_GRAPH_MAX_INPUTS];
    dpex_array *outputs[DPEX_GRAPH_MAX_LIVE];
    dpex_graph_view views[DPEX_GRAPH_MAX_INPUTS + DPEX_GRAPH_MAX_LIVE];
} dpex_graph_launch;

/* The launch in the graph's shape, where an input is a pending result in C order under another
 * shape: (20, 30) and (600) or (1, 30, 20), transposed. The graph's shape may become a finer one.
 * is_ordered: the order of the launch's axes counts. Returns whether that can be. */
int dpex_graph_reshape_launch(dpex_graph *graph, const dpex_launch *launch, int is_ordered,
                              dpex_graph_launch *out);

/* The same where an input is a pending result, in any order, with its axes in another one. */
int dpex_graph_permute_launch(const dpex_graph *graph, const dpex_launch *launch,
                              dpex_graph_launch *out);

#endif
