/* Fault injection: the n-th call into the simulator fails, once. */
#ifndef DPEX_BACKEND_SIM_FAULT_H
#define DPEX_BACKEND_SIM_FAULT_H

#include "dpex/status.h"

/* From now on the n-th call (1: the next) fails with DPEX_ERROR_BACKEND; 0: none.
 * DPEX_SIMULATE_FAIL sets it at discovery. Counted are queue_create, submit, the start of each
 * submitted command, mem_alloc, partition, free_memory, context_create, program_create,
 * kernel_create and set_peer_access; not waits, whose number depends on timing. */
void dpex_sim_fail_at(int64_t n);

/* Each of these calls begins with this. */
dpex_status dpex_sim_enter(const char *call);

#endif
