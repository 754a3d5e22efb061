/* The memory pool's structs, shared by the files that work on them.
 *
 * A *pool* serves one (context, device, kind). It gets *chunks* from the backend and hands out
 * *blocks*: a chunk is either one large block or a slab of equal small ones. A block begins with
 * its storage, which is made once and used again with it. A free block remembers the commands that
 * used it last and is handed out again when they do not matter:
 *
 *     storage_create_ordered(queue)   its uses are complete, or ordered commands of that very queue
 *     storage_create                  all its uses are complete
 *
 * What commands still use of free blocks is *pending*. It is waited for where there is no other
 * memory, and where it is more than a share of the limit: so a program cannot run ahead of its
 * commands with ever more memory (pool_wait.c).
 *
 * Locks, in the order in which they may be taken: list_lock, map_lock, a pool's lock. No backend
 * is called under any of them. */
#ifndef DPEX_RUNTIME_POOL_H
#define DPEX_RUNTIME_POOL_H

#include <pthread.h>

#include "runtime/pointer_map.h"
#include "runtime/runtime.h"
#include "runtime/size_class.h"

typedef struct dpex_pool dpex_pool;
typedef struct dpex_chunk dpex_chunk;

typedef struct dpex_block {
    dpex_storage storage; /* first: a pooled storage is its block. refs 0: free */
    dpex_chunk *chunk;
    struct dpex_block *next; /* in its free list */
    /* NULL on devices that give handles only. */
    char *start;
    int is_pending; /* free, and a command used it when last checked */
} dpex_block;

struct dpex_chunk {
    dpex_map_node node; /* first; the chunk's address and bytes */
    dpex_pool *pool;
    void *handle;       /* the backend's */
    size_t block_bytes; /* of the class, or (a large block, memory being short) less */
    unsigned size_class;
    unsigned n_blocks;       /* 1: a large block */
    unsigned n_carved;       /* the blocks from here on have never been handed out */
    unsigned n_held;         /* blocks that somebody holds */
    int is_leaving;          /* chosen to be given back */
    dpex_chunk *prev, *next; /* all of the pool; next alone: a list to be freed */
    dpex_chunk *next_open;   /* slabs with blocks to carve */
    dpex_block blocks[];
};

struct dpex_pool {
    dpex_context *ctx;   /* kept while a block is held, unless it lives as long as the process */
    dpex_device *device; /* kept */
    dpex_usm_kind kind;
    int uses_ram; /* its memory is the machine's, not a device's own */
    int ctx_is_permanent;
    dpex_pool *next;        /* of all pools; guarded by list_lock */
    dpex_pool *next_of_ctx; /* likewise */
    unsigned n_leaving; /* chunks chosen to be given back, not freed yet; guarded by list_lock */

    pthread_mutex_t lock; /* guards all below, and the chunks and free blocks */
    int lacks_pointers;   /* the backend gives handles alone */
    /* Last in, first out. */
    dpex_block *free[DPEX_N_CLASSES];
    dpex_chunk *open[DPEX_N_SMALL_CLASSES];
    /* How many slabs a class has, for the size of the next one. */
    unsigned n_slabs[DPEX_N_SMALL_CLASSES];
    dpex_chunk *chunks;
    /* Statistics; live: held by somebody. */
    uint64_t live_bytes, live_blocks, peak_live_bytes, n_allocations, n_reused;
    uint64_t cached_bytes;   /* of chunks of which no block is held */
    uint64_t pending_bytes;  /* of free blocks marked as pending: at least what is */
    uint64_t reserved_bytes; /* of all chunks */
};

/* What all pools share: the library's one piece of global memory state. */
typedef struct dpex_pool_state {
    /* Guards pools, closing, every context's list of pools and every pool's n_leaving. */
    pthread_mutex_t list_lock;
    dpex_pool *pools;
    /* Contexts that are gone but for blocks still in use, linked by closing_next. */
    dpex_context *closing;
    /* Written under list_lock. */
    _Atomic int n_closing; /* length of the list, to be read without the lock */
    /* Guards map. A mutex, since a read takes less time than taking a lock for reading. */
    pthread_mutex_t map_lock;
    dpex_pointer_map map;
    /* Of all pools' chunks, and of those about to be made; and those of them that are RAM. */
    _Atomic uint64_t reserved_bytes, reserved_ram_bytes;
    /* Holds for RAM; if somebody has set it, for all memory together. */
    _Atomic uint64_t limit_bytes;
    _Atomic int limit_is_set;
    _Atomic uint64_t cached_large_bytes, cached_large_ram_bytes; /* in free large blocks */
    _Atomic uint64_t pending_bytes, pending_ram_bytes;           /* of all pools */
    _Atomic(const dpex_wait_hooks *) wait_hooks;
} dpex_pool_state;

extern dpex_pool_state dpex_pools;

/* Sets the limit from the environment, once: before the first pool or limit is used. */
void dpex_pools_init(void);

/* Whether an ordered command of the timeline (NULL: any command) may use a storage that nobody holds. */
static inline int dpex_pool_is_reusable(const dpex_storage *storage, const dpex_timeline *timeline)
{
    for (int i = 0; i < DPEX_STORAGE_N_USES; i++) {
        const dpex_use *use = &storage->uses[i];
        /* Ordered uses of the same queue end before the command that the memory is for. */
        if (!use->timeline || (use->timeline == timeline && use->ordered)) continue;
        if (!dpex_use_is_over(use)) return 0;
    }
    return 1;
}

/* Whether no pending command uses a storage that nobody holds (or whose only holder asks). */
static inline int dpex_pool_is_unused(const dpex_storage *storage)
{
    return dpex_pool_is_reusable(storage, NULL);
}

/* ---- pool_state.c ---------------------------------------------------------------------------- */

static inline int dpex_pool_is_limit_set(void)
{
    return atomic_load_explicit(&dpex_pools.limit_is_set, memory_order_relaxed);
}

/* Some of the pools. */
typedef struct dpex_pool_scope {
    const dpex_device *device; /* NULL: of any device */
    int uses_ram;              /* only those that do */
} dpex_pool_scope;

static inline int dpex_pool_is_within(const dpex_pool *pool, dpex_pool_scope scope)
{
    return (!scope.device || pool->device == scope.device) && (!scope.uses_ram || pool->uses_ram);
}

/* The pools that share a limit with this one. */
dpex_pool_scope dpex_pool_get_scope(const dpex_pool *pool);
/* What is the limit for a device's memory (NULL: for RAM), which without a word from the user is
 * the smaller of the machine's RAM and the control group's limit; and that RAM. */
uint64_t dpex_pool_get_limit(const dpex_device *device);
uint64_t dpex_pool_get_ram(void);
void dpex_pool_unreserve(const dpex_pool *pool, size_t bytes);
/* Counts bytes that free large blocks keep; under the pool's lock or before anybody knows it. */
void dpex_pool_count_cached(const dpex_pool *pool, int64_t bytes);
/* With the pool's lock held: notes that commands use a free block, or no longer do. */
void dpex_pool_set_pending(dpex_pool *pool, dpex_block *block, int is_pending);

/* ---- pool.c: blocks -------------------------------------------------------------------------- */

/* A block of at least bytes, held by the caller, who gives it back with dpex_pool_put. timeline: of
 * the queue whose ordered command comes first; NULL: ready for any use. */
dpex_status dpex_pool_take(dpex_pool *pool, size_t bytes, const dpex_timeline *timeline,
                           dpex_block **block);
/* Moves the start of a block that was just taken up by `skip` bytes, and its length down to
 * `bytes`. */
void dpex_pool_narrow(dpex_block *block, size_t skip, size_t bytes);
/* The last reference to the block's storage is gone. */
void dpex_pool_put(dpex_block *block);

/* ---- chunk.c, chunk_free.c: memory from and to the backend ----------------------------------- */

/* A new chunk for blocks of a class, accounted and registered but not yet in the pool's lists. */
dpex_status dpex_chunk_create(dpex_pool *pool, unsigned size_class, size_t bytes,
                              dpex_chunk **chunk);
/* Unregisters and frees a chunk that is in no list of its pool any more. */
void dpex_chunk_free(dpex_chunk *chunk);
/* Takes free chunks whose uses are over out of the pool until `want` bytes are found, large
 * blocks of the largest class first; adds them to *list, returns the bytes. The pool's lock is
 * held. */
uint64_t dpex_chunk_collect(dpex_pool *pool, uint64_t want, dpex_chunk **list);

/* ---- pool_list.c: all pools ------------------------------------------------------------------ */

/* The queue's pool for a kind. */
dpex_status dpex_pool_find(dpex_queue *queue, dpex_usm_kind kind, dpex_pool **pool);
/* Gives about `want` cached bytes of these pools back to the system; returns how many were freed.
 * If any, drivers keep at most that many bytes of freed memory per device. */
uint64_t dpex_pool_evict(dpex_pool_scope scope, uint64_t want, uint64_t driver_keeps);
/* Drivers of these pools' devices keep at most `keep_bytes` of freed memory each. */
void dpex_pool_trim_drivers(dpex_pool_scope scope, uint64_t keep_bytes);
/* The contexts that are parked, linked by closing_next: to be closed by the caller, or parked
 * again. */
dpex_context *dpex_pool_take_closing(void);
/* Bytes in chunks of a device's own memory (kinds device and shared). */
uint64_t dpex_pool_get_device_bytes(const dpex_device *device);

/* ---- pool_limit.c ---------------------------------------------------------------------------- */

/* Accounts for bytes about to be allocated, after evicting cached memory where that makes room;
 * DPEX_ERROR_NO_MEMORY says what is available and names the bytes that were asked for. */
dpex_status dpex_pool_reserve(const dpex_pool *pool, size_t bytes, size_t asked);
/* Fails: so many bytes cannot be had on the pool's device, and why. */
dpex_status dpex_pool_fail(const dpex_pool *pool, size_t asked, const char *why);
/* Gives back what free large blocks keep beyond a quarter of the limit. cached_bytes: the pool's
 * own. Without its lock. */
void dpex_pool_keep_to_share(const dpex_pool *pool, uint64_t cached_bytes);

/* ---- sweep.c: dpex_memory_sweep (runtime.h) and ---------------------------------------------- */

/* Ends a foreign storage without references, now or, where commands still use it, with a later
 * sweep. */
void dpex_storage_drop_foreign(dpex_storage *storage);

/* ---- pool_wait.c ----------------------------------------------------------------------------- */

/* Waits a while for pending memory of the pools that share a limit with this one, of which
 * own_bytes are its own. *is_worth_it: there was some, so that to ask again may help. Does nothing
 * in threads that are inside a command's work, which might be what is waited for.
 * DPEX_ERROR_INTERRUPTED: the hooks said so. Without locks held. */
dpex_status dpex_pool_wait_for_pending(const dpex_pool *pool, uint64_t own_bytes, int *is_worth_it);
/* Waits until no more than a share of the limit is pending, or nothing moves. */
dpex_status dpex_pool_bound_pending(const dpex_pool *pool, uint64_t own_bytes);

#endif
