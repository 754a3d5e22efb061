/* Which calls became which passes: names of passes, and lines of text for who asked (dpex/fusion.h,
 * DPEX_LOG=fusion). */
#ifndef DPEX_OPS_FUSION_TRACE_H
#define DPEX_OPS_FUSION_TRACE_H

#include "graph.h"

/* Whether somebody wants to know where operations were called. */
int dpex_trace_is_wanted(void);

/* A name for the steps of a graph, "add, multiply, sum": a string that lives as long as the
 * process. With the lock held. */
const char *dpex_trace_name(const dpex_graph *graph);
/* Writes about a graph that is about to be submitted. With the lock held. */
void dpex_trace_write(const dpex_graph *graph, int n_stored);

#endif
