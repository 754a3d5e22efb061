/* Submitting graphs that read results of their own reductions. */
#ifndef DPEX_OPS_FUSION_STAGES_H
#define DPEX_OPS_FUSION_STAGES_H

#include "pass.h"
#include "submit.h"

/* What differs between the host and devices. Both get passes that are built. */
typedef struct dpex_stage_calls {
    /* DPEX_ERROR_UNSUPPORTED: not as one tape; *is_possible: but later it may be. */
    dpex_status (*launch_whole)(dpex_graph_pass *pass, int *is_possible);
    /* A part of what cannot be one tape. Failures become the queue's. */
    void (*launch_part)(dpex_graph_pass *pass, int is_whole_possible);
    /* Passes of a graph without stages. Returns their number. */
    int (*submit_flat)(dpex_graph *graph, const dpex_graph_wanted *wanted);
} dpex_stage_calls;

/* Returns the number of passes, without that over an element per row; failures become the
 * queue's. */
int dpex_graph_submit_stages(dpex_graph *graph, const dpex_graph_wanted *wanted,
                             const dpex_stage_calls *calls);

#endif
