/* The graphs of queues, found and submitted. */
#ifndef DPEX_OPS_FUSION_PENDING_H
#define DPEX_OPS_FUSION_PENDING_H

#include "graph.h"

/* The queue's graph, made on first use; NULL: no memory. With the lock held. */
dpex_graph *dpex_graph_get(dpex_queue *queue);
/* Submits graphs that have been pending for a tick; returns whether anything is pending, or was.
 * With the lock held. */
int dpex_graph_flush_old(void);

/* What stops the timer when the program ends (timer.c). Set and called with the lock held. */
void dpex_graph_set_stop_timer(void (*stop)(void));

#endif
