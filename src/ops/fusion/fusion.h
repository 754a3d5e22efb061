/* Automatic fusion: element-wise work of a queue is kept back for a moment, so that a chain of
 * operations becomes one pass.
 *
 * A graph (graph.h) collects tapes of one shape until something needs their results; append.c says
 * what may be added to it, flush.c submits it as one tape. What the program sees does not change:
 * arrays are ordinary, errors of dtypes, shapes and placement are raised by the call, and results
 * have the same bits. */
#ifndef DPEX_OPS_FUSION_FUSION_H
#define DPEX_OPS_FUSION_FUSION_H

#include "ops/tape/tape.h"

/* Whether the launch was added to its queue's graph; else the caller launches it now. Pending work
 * that must come first has been submitted or will be with the launch. */
int dpex_fusion_take(const dpex_tape *tape, const dpex_launch *launch);

#endif
