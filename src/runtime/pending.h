/* Work that a queue has accepted and not submitted yet.
 *
 * ops/fusion keeps element-wise results back, to compute several of them in one pass. The runtime
 * knows what it needs to keep the order of work: a mark of each storage that such work reads or
 * writes, and how to have the work submitted before anything else uses one of these storages. A
 * storage has pending work of at most one queue. */
#ifndef DPEX_RUNTIME_PENDING_H
#define DPEX_RUNTIME_PENDING_H

#include "runtime/runtime.h"

struct dpex_pending {
    _Atomic int n_steps; /* operations that are pending; 0: none */
};

typedef struct dpex_pending_calls {
    /* Submit what is pending on a storage or a queue. A failure is kept with the queue's timeline,
     * as that of a command. Called without locks held; nothing happens inside a submission of
     * pending work by the same thread. */
    void (*flush_storage)(dpex_storage *storage);
    void (*flush_queue)(dpex_queue *queue);
    int (*flush_all)(void); /* returns whether there was anything */
    /* The last reference to a marked storage is gone: nobody will see what was to be written to
     * it. Returns the storage that goes back to the pool now, which may be another one; NULL: none,
     * since its memory is kept for the next result (dpex_storage_revive). */
    dpex_storage *(*forget)(dpex_storage *storage);
    /* The program ends: nothing is submitted or compiled in the background any more. */
    void (*shutdown)(void);
    /* The queue is about to be destroyed; nothing is pending on it. */
    void (*free)(struct dpex_pending *pending);
} dpex_pending_calls;

/* Set before the first mark, once. */
extern _Atomic(const dpex_pending_calls *) dpex_pending;

static inline int dpex_storage_has_pending(const dpex_storage *storage)
{
    return atomic_load_explicit(&storage->marks, memory_order_acquire) & DPEX_STORAGE_PENDING;
}

static inline void dpex_pending_flush_storage(dpex_storage *storage)
{
    if (dpex_storage_has_pending(storage)) atomic_load(&dpex_pending)->flush_storage(storage);
}

/* Where memory is short: pending work keeps its inputs. */
static inline int dpex_pending_flush_all(void)
{
    const dpex_pending_calls *calls = atomic_load(&dpex_pending);
    return calls && calls->flush_all();
}

static inline int dpex_queue_has_pending(const dpex_queue *queue)
{
    const struct dpex_pending *pending =
        atomic_load_explicit(&queue->pending, memory_order_acquire);
    return pending && atomic_load_explicit(&pending->n_steps, memory_order_acquire);
}

/* All that is pending on the queue: for commands whose uses are not known, and for waits. */
static inline void dpex_pending_flush_queue(dpex_queue *queue)
{
    if (dpex_queue_has_pending(queue)) atomic_load(&dpex_pending)->flush_queue(queue);
}

#endif
