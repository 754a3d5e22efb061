/* Passes over rolled inputs: the iteration space is cut where an input begins again. */
#ifndef DPEX_OPS_FUSION_BOXES_H
#define DPEX_OPS_FUSION_BOXES_H

#include "pass.h"

/* Whether inputs rolled by `shifts` too leave no more boxes than are worth it; then the graph is cut
 * there. */
int dpex_graph_can_cut(const dpex_graph *graph, const int64_t *shifts);
void dpex_graph_cut(dpex_graph *graph, const int64_t *shifts);

/* Launches a pass that is built, box by box. */
dpex_status dpex_graph_launch_boxes(dpex_graph_pass *pass);

#endif
