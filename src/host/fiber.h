/* Fibers: the items of a work-group with barriers, on one thread.
 *
 * A barrier suspends its item and resumes the next one; when the last item arrives, the first
 * goes on behind the barrier. So a round of switches is the barrier, and no lock and no other
 * thread takes part (cost: docs/tuning.md). It is not a scheduler: all fibers of a crew belong
 * to one group, run in the order of their numbers, and end together. */
#ifndef DPEX_HOST_FIBER_H
#define DPEX_HOST_FIBER_H

#include <stddef.h>

#include "dpex/status.h"

/* What one thread needs to run work-groups: stacks with a guard page each, and local memory.
 * Kept for reuse. */
typedef struct dpex_crew dpex_crew;

/* A crew with at least n_fibers stacks and local_bytes of local memory (128-byte aligned); new:
 * give it back. */
dpex_status dpex_crew_take(size_t n_fibers, size_t local_bytes, dpex_crew **crew);
void dpex_crew_give(dpex_crew *crew); /* NULL is fine */
/* At least the bytes asked for; the contents are undefined. */
char *dpex_crew_get_local(dpex_crew *crew);

/* i: the item's number in its group. */
typedef void (*dpex_fiber_fn)(void *payload, size_t i);

typedef enum dpex_fiber_outcome {
    DPEX_FIBERS_DONE,
    DPEX_FIBERS_SOME_LEFT /* some ended, or waited elsewhere, while others waited at a barrier */
} dpex_fiber_outcome;

/* run(payload, i) for i in [0, n), each on its own stack, until all return. At most as many as
 * were asked for. After SOME_LEFT the fibers are abandoned where they are. */
dpex_status dpex_crew_run(dpex_crew *crew, size_t n, dpex_fiber_fn run, void *payload,
                          dpex_fiber_outcome *outcome);

/* Called inside a fiber with its crew: returns when all fibers have called it from the same
 * site. */
void dpex_crew_barrier(void *crew, unsigned site);

/* ---- fiber_switch.c -------------------------------------------------------------------------- */

/* A suspended fiber or thread: its stack pointer (or, where we have no assembly, its ucontext). */
typedef struct dpex_fiber_context {
    void *at;
} dpex_fiber_context;

/* Prepares a context that will call start(payload) on a stack; start must not return. NULL
 * payload is fine. */
dpex_status dpex_fiber_context_init(dpex_fiber_context *context, void *stack, size_t stack_bytes,
                                    void (*start)(void *), void *payload);
void dpex_fiber_context_fini(dpex_fiber_context *context);
/* Saves the running context in *from and resumes *to. */
void dpex_fiber_context_switch(dpex_fiber_context *from, dpex_fiber_context *to);

#endif
