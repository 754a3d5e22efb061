/* Submitting graphs. */
#ifndef DPEX_OPS_FUSION_FLUSH_H
#define DPEX_OPS_FUSION_FLUSH_H

#include "graph.h"

/* Submits the graph, or waits until another thread has; nothing inside its own submission. With the
 * lock held, which is released meanwhile. */
void dpex_graph_flush(dpex_graph *graph);
/* Waits until other threads have given up the references of graphs that they have ended; returns
 * whether there was anything to wait for. With the lock held. */
int dpex_graph_wait_for_releases(void);
/* In the child of a fork: other threads are gone. */
void dpex_graph_forget_threads(void);
/* The graph that this thread is submitting; NULL: none. */
const dpex_graph *dpex_graph_submitting(void);
/* Forgets all that is pending, without release of what was kept. With the lock held. */
void dpex_graph_cancel(dpex_graph *graph);

#endif
