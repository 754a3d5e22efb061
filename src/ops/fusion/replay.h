/* A pass as separate operations: same results, without a kernel of its own. */
#ifndef DPEX_OPS_FUSION_REPLAY_H
#define DPEX_OPS_FUSION_REPLAY_H

#include "ops/tape/tape.h"

/* Launches a tape without fusion: an operation at a time, with arrays for what is between them. The
 * arrays are as those of a graph's pass: an output is an input or overlaps none. */
dpex_status dpex_graph_replay(const dpex_tape *tape, const dpex_launch *launch);

/* The single operation of a tape, with an input for each operand as without fusion, where a graph's pass reads an array
 * once. */
dpex_status dpex_graph_launch_operation(const dpex_tape *tape, const dpex_launch *launch);

/* A new array for values that a reduction is given, which lie in memory as in its model: how they lie
 * decides the order in which they are combined. */
dpex_status dpex_graph_values_init(const dpex_array *model, dpex_dtype dtype, dpex_queue *queue,
                                   dpex_array *values);

/* The reduction that a tape ends in, of its values as they are in memory, before the conversions
 * that are part of it. */
dpex_status dpex_graph_reduce_array(const dpex_tape *tape, const dpex_launch *launch,
                                    const dpex_array *values);

#endif
