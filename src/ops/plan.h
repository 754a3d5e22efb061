/* A plan: one run of a tape over arrays, laid out, self-contained, ready for any number of threads.
 *
 * plan.c makes it (layout, scratch slots, block length, streaming), execute.c runs it, submit.c hands it to the queue. */
#ifndef DPEX_OPS_PLAN_H
#define DPEX_OPS_PLAN_H

#include "layout.h"
#include "tape.h"

typedef struct dpex_plan {
    const dpex_loops *loops;
    dpex_layout layout; /* operands: inputs, then outputs */
    int n_inputs, n_outputs, n_regs, n_slots;
    int64_t block_elems; /* elements that the scratch slots hold */
    size_t slot_bytes;
    int64_t chunk_elems; /* what one call of the executor does; from the shape alone */
    int64_t n_chunks;
    int stream; /* write linear outputs past the caches */
    int n_kept;
    dpex_storage **kept; /* foreign storages, released by _free */
    int16_t outputs[DPEX_TAPE_MAX_OUTPUTS];
    dpex_reg *regs;
} dpex_plan;

/* nd, shape: the broadcast shape; outputs have it exactly. The tape may go afterwards. */
dpex_status dpex_plan_create(const dpex_tape *tape, int nd, const int64_t *shape,
                             const dpex_array *const *operands, int n_operands, dpex_plan **plan);
void dpex_plan_free(void *plan);

/* Chunks [first, last) of a dpex_plan: a dpex_parallel_fn. */
dpex_status dpex_plan_execute(void *plan, int64_t first, int64_t last);

/* Runs the plan now or as a command on the arrays' queue; takes it. name: a string constant for profiles. */
dpex_status dpex_plan_submit(dpex_plan *plan, const char *name, const dpex_array *const *operands,
                             int n_operands);

/* Elements up to which work of n registers is small enough for the calling thread. */
enum { DPEX_INLINE_ELEMS = 16384 };

/* Whether the arrays' queue is idle and no other queue works on their storages: the calling thread may touch them now. */
int dpex_arrays_are_quiet(const dpex_array *const *arrays, int n);

#endif
