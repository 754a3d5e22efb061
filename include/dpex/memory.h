/* USM memory: storages from a caching pool.
 *
 * A storage is one allocation of one of the three USM kinds in one context. It is a counted
 * object. Its block returns to the pool when the last reference is released, even while
 * commands that use it are pending: the pool reuses it only when that is safe
 * (runtime/pool.c). */
#ifndef DPEX_MEMORY_H
#define DPEX_MEMORY_H

#include "context.h"
#include "queue.h"

DPEX_EXTERN_C_BEGIN

/* Numbered as dpctl's USM types. */
typedef enum dpex_usm_kind {
    DPEX_USM_UNKNOWN,
    DPEX_USM_DEVICE,
    DPEX_USM_SHARED,
    DPEX_USM_HOST
} dpex_usm_kind;

/* Called once when the last reference to a wrapped storage is released. It must not call back into
 * libdpex. */
typedef void (*dpex_release_fn)(void *owner);

/* A block that no pending command uses ("ready"): the host may touch it at once where its kind
 * allows. align 0: 64 bytes; else a power of two. bytes 0 is allowed and gives a distinct
 * storage. DPEX_ERROR_NO_MEMORY beyond DPEX_POOL_LIMIT, or beyond what the machine or the
 * control group has left, after waiting for released memory that commands still use. */
DPEX_API dpex_status dpex_storage_create(dpex_queue *queue, size_t bytes, size_t align,
                                         dpex_usm_kind kind, dpex_storage **storage);

/* A block whose first use is a command submitted to this queue with DPEX_COMMAND_ORDERED, or any
 * command where the queue is in-order ("ordered"): it may still be in use by earlier such
 * commands. Not for memory that the host accesses first. */
DPEX_API dpex_status dpex_storage_create_ordered(dpex_queue *queue, size_t bytes,
                                                 dpex_usm_kind kind, dpex_storage **storage);

/* A storage for memory that other code owns. release(owner) is called when the storage ends: in
 * dpex_storage_release, or, if commands still use the memory then, later in a call that waits or
 * allocates (a release never waits). The kind is what the pool knows of the pointer in the
 * queue's context, else the kind given. On failure the caller keeps the owner. */
DPEX_API dpex_status dpex_storage_wrap(dpex_queue *queue, void *ptr, size_t bytes,
                                       dpex_usm_kind kind, dpex_release_fn release, void *owner,
                                       dpex_storage **storage);

DPEX_API dpex_storage *dpex_storage_retain(dpex_storage *storage);
DPEX_API void dpex_storage_release(dpex_storage *storage); /* NULL is fine */

/* NULL where the backend has no pointers. */
DPEX_API void *dpex_storage_get_ptr(const dpex_storage *storage);
/* For an address that leaves this library's calls: array operations on the memory that were kept
 * back for fusion (dpex/fusion.h) are submitted now, and later ones are not kept back. */
DPEX_API void dpex_storage_export(dpex_storage *storage);
DPEX_API size_t dpex_storage_get_bytes(const dpex_storage *storage);
DPEX_API dpex_usm_kind dpex_storage_get_kind(const dpex_storage *storage);
DPEX_API dpex_context *dpex_storage_get_context(const dpex_storage *storage); /* borrowed */
DPEX_API dpex_device *dpex_storage_get_device(const dpex_storage *storage);   /* borrowed */
/* Whether the host may read and write through the pointer (host and shared kinds; native's
 * device kind too). */
DPEX_API int dpex_storage_is_host_accessible(const dpex_storage *storage);

/* Whether kernels of the queue can use the memory: it is of the queue's context, and memory of kind
 * device is of the queue's device, or of its parent or another part of that. Copies between devices
 * of one context are possible in any case. */
DPEX_API int dpex_storage_is_reachable(const dpex_storage *storage, const dpex_queue *queue);

/* Whether no pending command uses the storage; true means that all earlier effects are visible. */
DPEX_API int dpex_storage_is_idle(dpex_storage *storage);
/* Waits until no command submitted so far uses the storage. Bounded and interrupted as
 * dpex_queue_wait; the failures of those commands are for their events and queues to report. */
DPEX_API dpex_status dpex_storage_wait(dpex_storage *storage, uint64_t max_ns, int *done);

/* What the pool knows of a pointer in a context: kind DPEX_USM_UNKNOWN and device NULL if
 * nothing. The start and length are those of the live allocation that holds it. Memory of the
 * kinds device and shared is known in every context that holds its device; memory of kind host
 * in the context that it was made in, as its first device's. Wrapped memory is not known. */
typedef struct dpex_pointer_info {
    dpex_usm_kind kind;
    dpex_device *device; /* borrowed */
    void *start;
    size_t bytes;
} dpex_pointer_info;
DPEX_API void dpex_pointer_find(const dpex_context *ctx, const void *ptr, dpex_pointer_info *info);

/* The live storage that holds a pointer in a context, so that all accesses to its bytes
 * are tracked in one record; new (retained, unless its last reference is being released).
 * DPEX_ERROR_NOT_USM if there is none. */
DPEX_API dpex_status dpex_storage_find(const dpex_context *ctx, const void *ptr,
                                       dpex_storage **storage);

/* Memory as malloc gives it: a storage that belongs to its pointer lives until the pointer is given
 * up. own: the caller's reference goes over to the pointer. disown: gives that reference back, as
 * the caller's own; the pointer is the storage's first byte. DPEX_ERROR_NOT_USM: no live storage
 * holds the pointer; DPEX_ERROR_INVALID_VALUE: the pointer is not a storage's first byte, or the
 * storage belongs to an object. */
DPEX_API void dpex_pointer_own(dpex_storage *storage);
DPEX_API dpex_status dpex_pointer_disown(const dpex_context *ctx, const void *ptr,
                                         dpex_storage **storage);

/* ---- the pool as a whole --------------------------------------------------------------------- */

typedef struct dpex_pool_statistics {
    uint64_t live_bytes; /* in storages with references; the sizes that were requested */
    uint64_t live_blocks;
    uint64_t cached_bytes;    /* kept for reuse, without live blocks: what trim can free */
    uint64_t reserved_bytes;  /* all that the pool allocated from the system */
    uint64_t peak_live_bytes; /* of several pools together: the sum of their peaks */
    uint64_t n_allocations;   /* calls so far */
    uint64_t n_reused;        /* of these, served from the cache */
    uint64_t limit_bytes;     /* DPEX_POOL_LIMIT, or the default of the device's memory or RAM */
} dpex_pool_statistics;

/* device NULL: all devices together. */
DPEX_API void dpex_pool_get_statistics(const dpex_device *device, dpex_pool_statistics *statistics);
/* Returns cached memory to the system until at most keep_bytes stay cached, large blocks first;
 * memory that pending commands use stays too. On its own the pool returns what exceeds a quarter
 * of its limit, and everything before it refuses a request. */
DPEX_API void dpex_pool_trim(size_t keep_bytes);
/* Creating a storage waits where memory is short, or much of it was released, and commands still
 * use suitable blocks; inside a host function of a command it fails instead. The hooks are called
 * around each step of such a wait, of about 10 ms, so that a language can release its lock and
 * check for signals: begin returns nonzero where this thread must not wait; where end returns
 * nonzero the wait stops, and the call fails with DPEX_ERROR_INTERRUPTED. */
typedef struct dpex_wait_hooks {
    int (*begin)(void **token);
    int (*end)(void *token);
} dpex_wait_hooks;
/* hooks: borrowed for the life of the process; NULL: none. */
DPEX_API void dpex_set_wait_hooks(const dpex_wait_hooks *hooks);

/* The maximum number of bytes in the pool, cached ones included; cached memory above a lower limit
 * is returned at once. 0: no common limit; the limit of RAM is then the smaller of its size and the
 * control group's limit, that of a device's own memory its size. Independently of the limit, a
 * request fails if the machine, or a device with memory of its own, has less free memory. */
DPEX_API void dpex_pool_set_limit(uint64_t bytes);

DPEX_EXTERN_C_END

#endif
