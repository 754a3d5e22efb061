/* Which commands still use a storage: the last (timeline, number) pairs, for hazards between queues and for safe reuse of
 * freed blocks. There is no reading and writing apart: any use excludes uses by other queues. */
#ifndef DPEX_RUNTIME_USE_H
#define DPEX_RUNTIME_USE_H

#include "runtime/runtime.h"

/* Notes that command `number` of `timeline` uses the storage. waited: pairs that this command waits for; they need not
 * be remembered any longer. Never fails. */
void dpex_use_record(dpex_storage *storage, dpex_timeline *timeline, uint64_t number,
                     const dpex_use *waited, size_t n_waited);
/* Appends the storage's pending uses by other timelines than `own` (NULL: all) to uses, retaining the timelines. Returns how
 * many, at most DPEX_STORAGE_N_USES. */
size_t dpex_use_get_pending(dpex_storage *storage, const dpex_timeline *own, dpex_use *uses);
/* Whether no pending command uses it; own: a timeline whose uses do not count (NULL: all count). */
int dpex_use_is_complete(dpex_storage *storage, const dpex_timeline *own);
/* Blocks until no command that was submitted before uses the storage. DPEX_ERROR_INTERRUPTED as dpex_queue_wait. */
dpex_status dpex_use_wait(dpex_storage *storage);
/* Forgets all uses: when the storage is destroyed or its block goes to another owner. */
void dpex_use_clear(dpex_storage *storage);

static inline int dpex_use_is_pending(const dpex_use *use)
{
    return use->timeline &&
           use->number > atomic_load_explicit(&use->timeline->completed, memory_order_acquire);
}

dpex_timeline *dpex_timeline_retain(dpex_timeline *timeline);
void dpex_timeline_release(dpex_timeline *timeline); /* NULL is fine */

#endif
