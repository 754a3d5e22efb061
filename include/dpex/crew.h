/* Crews: what one thread needs to run work-groups whose items wait for each other at barriers.
 *
 * An item is a fiber on a stack of its own. A barrier suspends it and resumes the next one; when
 * the last item arrives, the first continues after the barrier. For code that runs work-groups
 * inside a command of kind DPEX_COMMAND_PARALLEL. */
#ifndef DPEX_CREW_H
#define DPEX_CREW_H

#include <stddef.h>

#include "macros.h"
#include "status.h"

DPEX_EXTERN_C_BEGIN

/* Stacks with a guard page each, and local memory. Kept for reuse. */
typedef struct dpex_crew dpex_crew;

/* A crew with at least n_fibers stacks and local_bytes of local memory (128-byte aligned); new:
 * give it back. */
DPEX_API dpex_status dpex_crew_take(size_t n_fibers, size_t local_bytes, dpex_crew **crew);
DPEX_API void dpex_crew_give(dpex_crew *crew); /* may be NULL */
/* At least the bytes asked for; the contents are undefined. */
DPEX_API char *dpex_crew_get_local(dpex_crew *crew);

/* i: the item's number in its group. */
typedef void (*dpex_fiber_fn)(void *payload, size_t i);
/* Runs items first, first + 1, ... to the group's end, up to and including the first one that calls
 * dpex_crew_barrier; that must be item `first`. Returns how many ended. */
typedef size_t (*dpex_items_fn)(void *payload, size_t first);

typedef enum dpex_fiber_outcome {
    DPEX_FIBERS_DONE,
    DPEX_FIBERS_SOME_LEFT /* some items ended, or waited at another barrier, while others waited at this one */
} dpex_fiber_outcome;

/* run(payload, i) for i in [0, n), each on its own stack, until all return. At most as many as
 * were asked for. After SOME_LEFT the fibers are abandoned. */
DPEX_API dpex_status dpex_crew_run(dpex_crew *crew, size_t n, dpex_fiber_fn run, void *payload,
                                   dpex_fiber_outcome *outcome);
/* The same for groups that may have no barrier: then the first fiber runs all items in one loop,
 * and no other is begun. */
DPEX_API dpex_status dpex_crew_run_items(dpex_crew *crew, size_t n, dpex_items_fn run,
                                         void *payload, dpex_fiber_outcome *outcome);

/* A site that no item waits at: a barrier with it ends the group with SOME_LEFT. */
#define DPEX_SITE_DIVERGENT (~0u)

/* Called inside a fiber with its crew: returns when all fibers have called it from the same
 * site. */
DPEX_API void dpex_crew_barrier(void *crew, unsigned site);

DPEX_EXTERN_C_END

#endif
