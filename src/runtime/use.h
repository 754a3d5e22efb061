/* Which commands still use a storage: the last (timeline, number) pairs, for hazards between queues
 * and for safe reuse of freed blocks. Reads and writes are not distinguished: any use excludes uses
 * by other queues. So a command waits for all uses by other queues, and once it is recorded stands
 * for them: a storage seldom has more than one. */
#ifndef DPEX_RUNTIME_USE_H
#define DPEX_RUNTIME_USE_H

#include "runtime/runtime.h"

/* Copies the storage's pending uses by other timelines than `own` (NULL: all), retaining the
 * timelines. uses has space for DPEX_STORAGE_N_USES; returns how many. */
size_t dpex_use_get_pending(dpex_storage *storage, const dpex_timeline *own, dpex_use *uses);
/* Notes that a command uses the storage. ordered: it is an ORDERED command or its queue is
 * in-order. waited: the pending uses that it waits for. Never fails; blocks only if more than
 * DPEX_STORAGE_N_USES queues raced for it. */
void dpex_use_record(dpex_storage *storage, const dpex_use *use, const dpex_use *waited,
                     size_t n_waited);
/* Blocks until no command that was submitted before uses the storage; max_ns, done and
 * DPEX_ERROR_INTERRUPTED as dpex_queue_wait. */
dpex_status dpex_use_wait(dpex_storage *storage, uint64_t max_ns, int *done);
/* Forgets all uses: the storage is destroyed, or its block goes to another owner. */
void dpex_use_clear(dpex_storage *storage);
/* Blocks until a timeline has reached a number, or dpex_clock_ns() the deadline (0: none); the
 * caller checks which. */
dpex_status dpex_timeline_wait(dpex_timeline *timeline, uint64_t number, uint64_t deadline_ns);

#endif
