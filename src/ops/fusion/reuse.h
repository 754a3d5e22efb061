/* Memory for results of pending work. */
#ifndef DPEX_OPS_FUSION_REUSE_H
#define DPEX_OPS_FUSION_REUSE_H

#include "graph.h"

/* All with the lock held. */

/* Memory of the kind of `like` for a new array of its shape in C order, with a reference for it; NULL: there is none. */
dpex_storage *dpex_graph_take_memory(dpex_graph *graph, const dpex_array *like, dpex_dtype dtype);
/* Keeps a storage without references for another result of the graph's, with its mark; returns the one that is to be
 * given back instead, if any, without a mark. */
dpex_storage *dpex_graph_add_spare(dpex_graph *graph, dpex_storage *storage);
/* Takes what is kept so out of the graph, to be given back without the lock; returns how many. */
int dpex_graph_take_spares(dpex_graph *graph, dpex_storage **spares);

#endif
