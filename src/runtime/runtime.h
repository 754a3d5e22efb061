/* What ops/ and array/ need of the runtime beyond the public headers. */
#ifndef DPEX_RUNTIME_RUNTIME_H
#define DPEX_RUNTIME_RUNTIME_H

#include "backend/backend.h"
#include "runtime/profile.h"

/* True where ops may run work in the calling thread: a host backend, nothing pending, no
 * profiling.
 * A hint: another thread may submit at any time, but then the program itself does not order the
 * two. */
static inline int dpex_queue_is_inline(const dpex_queue *queue)
{
    return queue->backend->runs_on_host && !dpex_profile_is_on() &&
           !(queue->properties & (DPEX_QUEUE_ENABLE_PROFILING | DPEX_QUEUE_NEVER_INLINE)) &&
           atomic_load_explicit(&queue->timeline->submitted, memory_order_relaxed) ==
               atomic_load_explicit(&queue->timeline->completed, memory_order_acquire);
}

/* Within a command's work: the calling thread or another of the device's runs `lead`, and all of them share the steps that it submits
 * by dpex_steps_share. steps is NULL where there are no others: on devices of one core, and where the device computes elsewhere. */
typedef struct dpex_steps dpex_steps;
dpex_status dpex_device_lead(const dpex_device *device,
                             void (*lead)(dpex_steps *steps, void *payload), void *payload);
/* for (i = 0; i < n_chunks; i++) run(payload, i, i + 1). Returns a failure of one. */
dpex_status dpex_steps_share(dpex_steps *steps, dpex_parallel_fn run, void *payload,
                             int64_t n_chunks);

/* A new event that a command of this queue will complete. */
dpex_status dpex_event_create_pending(dpex_queue *queue, dpex_event **event);

/* The last few uses of a storage: enough for hazards and reuse. */
enum { DPEX_STORAGE_N_USES = 4 };

typedef struct dpex_use {
    dpex_timeline *timeline; /* kept; NULL: empty slot */
    uint64_t number : 63;    /* of the last command of that timeline that uses the storage */
    /* All pending uses by that timeline are ORDERED commands, or its queue is in-order; else the
     * block is not reused on the queue before they are complete. */
    uint64_t ordered : 1;
} dpex_use;

/* Acquire: whoever finds a use over may touch the memory. */
static inline int dpex_use_is_over(const dpex_use *use)
{
    return !use->timeline ||
           atomic_load_explicit(&use->timeline->completed, memory_order_acquire) >= use->number;
}

/* USED: a slot of `uses` may be taken (use.c). PENDING: work that is not submitted yet reads or
 * writes it (pending.h). */
typedef enum dpex_storage_mark {
    DPEX_STORAGE_USED = 1,
    DPEX_STORAGE_PENDING = 2
} dpex_storage_mark;

/* Pooled ones are made once per block, and used again and again; see pool.h. */
struct dpex_storage {
    _Atomic int refs;
    uint8_t kind; /* dpex_usm_kind */
    uint8_t host_accessible;
    _Atomic uint8_t marks;       /* dpex_storage_mark; 0: nothing is known to use it */
    _Atomic uint8_t is_pointers; /* a reference is its pointer's: storage.c */
    _Atomic uint8_t is_exported; /* others know its address: dpex_storage_export */
    void *ptr;
    size_t bytes;        /* as asked for */
    dpex_context *ctx;   /* kept (by the pool for pooled blocks) */
    dpex_device *device; /* kept likewise */
    dpex_use uses[DPEX_STORAGE_N_USES];
    void *handle;             /* the backend's, for memory without pointers */
    size_t handle_offset;     /* of the storage's first byte in it */
    struct dpex_block *block; /* the pool's; NULL: foreign */
    /* The queue's, where the mark is set; guarded by the lock of ops/fusion, but for a thread that submits this
     * work, which nobody else takes from the storage meanwhile. */
    _Atomic(struct dpex_pending *) pending;
    /* Guarded likewise: references that are the pending work's, and its result that was found in the
     * storage last. */
    uint16_t n_kept, found;
    /* Of foreign memory; called once, with the owner, when the storage is gone and no command uses
     * it. */
    dpex_release_fn release;
    void *owner;
};

/* use.c: whether no pending command uses it; own: a timeline whose uses do not count (NULL: all
 * count).
 * Takes the lock of use.c. */
int dpex_use_is_complete(dpex_storage *storage, const dpex_timeline *own);

/* use.c: whether an ordered command of this timeline comes after all that use the storage: the pool's rule for the next owner of a
 * block. */
int dpex_use_is_ordered(dpex_storage *storage, const dpex_timeline *own);

/* The same as dpex_use_is_complete, for storages that are rarely used by commands that were not run at once. */
static inline int dpex_storage_is_unused(dpex_storage *storage)
{
    return !atomic_load_explicit(&storage->marks, memory_order_acquire) ||
           dpex_use_is_complete(storage, NULL);
}

/* Whether an array without dimensions is all that a block of the pool holds, of so many bytes, may be written, and nobody else has
 * a reference, knows the address or uses the memory. */
static inline int dpex_array_is_sole_element(const dpex_array *x, size_t bytes)
{
    dpex_storage *storage = x->storage;
    return x->nd == 0 && x->offset == 0 && storage->block && storage->bytes == bytes &&
           (x->flags & (DPEX_ARRAY_WRITABLE | DPEX_ARRAY_LOCKED)) == DPEX_ARRAY_WRITABLE &&
           atomic_load_explicit(&storage->refs, memory_order_acquire) == 1 &&
           !atomic_load_explicit(&storage->marks, memory_order_acquire) &&
           !atomic_load_explicit(&storage->is_pointers, memory_order_relaxed) &&
           !atomic_load_explicit(&storage->is_exported, memory_order_relaxed);
}

/* storage.c: the only reference to a storage of the pool that had none any more, and was not given back. */
void dpex_storage_revive(dpex_storage *storage);
/* storage.c: gives such a storage back. */
void dpex_storage_give_back(dpex_storage *storage);

/* context.c: frees a context that nobody holds, after dpex_pool_close_context said so. */
void dpex_context_destroy(dpex_context *ctx);

/* pool_list.c: frees the pools of a context that nobody holds. 0: pending commands still use
 * some of its memory; the context is destroyed later, by whoever sweeps. */
int dpex_pool_close_context(dpex_context *ctx);

/* storage.c: finishes releases that were put off because pending commands used the memory. Two
 * loads where there is nothing to do. Called by waits and by everything slow in the pool. */
void dpex_memory_sweep(void);

/* Wait in the midst of an operation, whose work would be done again if the call were repeated: signals are served by the hooks of
 * dpex_set_wait_hooks, which say whether the wait goes on; without hooks, DPEX_ERROR_INTERRUPTED as dpex_event_wait. */
dpex_status dpex_event_await(dpex_event *event);
dpex_status dpex_storage_await(dpex_storage *storage);

#endif
