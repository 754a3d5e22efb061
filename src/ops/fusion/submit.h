/* What is wanted of a graph, and submitting it. */
#ifndef DPEX_OPS_FUSION_SUBMIT_H
#define DPEX_OPS_FUSION_SUBMIT_H

#include "graph.h"

/* Results that are to be stored, by their number in the graph. */
typedef struct dpex_graph_wanted {
    int stores[DPEX_GRAPH_MAX_STORES], reductions[DPEX_GRAPH_MAX_REDUCTIONS];
    int n_stores, n_reductions;
} dpex_graph_wanted;

/* Submits passes for all that is wanted. Without the lock; the graph does not change meanwhile.
 * Failures become the queue's. Returns the number of passes. */
int dpex_graph_submit(dpex_graph *graph, const dpex_graph_wanted *wanted);
/* The same for queues of devices that compile kernels. */
int dpex_graph_submit_to_device(dpex_graph *graph, const dpex_graph_wanted *wanted);

#endif
