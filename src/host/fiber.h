/* Fibers: the items of a work-group with barriers, on one thread.
 *
 * A barrier suspends its item and resumes the next one; when the last item arrives, the first
 * continues after the barrier. So a round of switches is the barrier, and no lock and no other
 * thread takes part (cost: docs/tuning.md). It is not a scheduler: all fibers of a crew belong
 * to one group, run in the order of their numbers, and end together. */
#ifndef DPEX_HOST_FIBER_H
#define DPEX_HOST_FIBER_H

#include "dpex/crew.h"

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
