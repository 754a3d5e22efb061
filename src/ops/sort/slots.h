/* Scratch memory for the threads that run a command: a slot for each thread that may run chunks at
 * once, taken and given back around each run. */
#ifndef DPEX_OPS_SORT_SLOTS_H
#define DPEX_OPS_SORT_SLOTS_H

#include <stdatomic.h>

#include "dpex/array.h"
#include "ops/work.h"

enum { DPEX_MAX_SLOTS = 64 };

typedef struct dpex_slots {
    char *memory;
    size_t bytes; /* of one, a multiple of 64 */
    int n;
    _Atomic unsigned char is_taken[DPEX_MAX_SLOTS];
} dpex_slots;

/* memory: new, an array of bytes that holds them, to be released after the work was submitted.
 * n_chunks: of the work. */
dpex_status dpex_slots_init(dpex_slots *slots, dpex_queue *queue, size_t bytes, int64_t n_chunks,
                            dpex_array *memory);
/* Submits work whose threads need `bytes` bytes each: where these are more than stack_bytes, which
 * they have on their stacks, with slots. arrays: those of the work, and space for one more. The
 * payload, which holds the slots, is dropped on failure too. */
dpex_status dpex_slots_submit(dpex_slots *slots, const dpex_work *work, const dpex_array **arrays,
                              int n_arrays, size_t bytes, size_t stack_bytes);
/* A free slot, 64-byte aligned; waits for one if more threads run than were expected. */
char *dpex_slots_take(dpex_slots *slots);
void dpex_slots_give(dpex_slots *slots, char *slot);

#endif
