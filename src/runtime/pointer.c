/* From a bare address to the live allocation that holds it.
 *
 * The idea: chunks are registered, blocks are found by division, so that handing out a block
 * costs nothing here. Memory of the kinds device and shared is known in every context that holds
 * its device, memory of kind host in the context it was made in (there it counts as the first
 * device's, as in the reference). Foreign storages are not known, since how long their memory
 * stays is not. */
#include "base/error.h"
#include "runtime/pool.h"

static int is_known_in(const dpex_context *ctx, const dpex_pool *pool)
{
    /* Host memory belongs to a context, not to a device. */
    if (pool->kind == DPEX_USM_HOST) return pool->ctx == ctx;
    return dpex_context_holds(ctx, pool->device);
}

/* The chunk at an address that the context knows, with its pool locked, or NULL. map_lock is
 * held, which keeps the chunk from being freed. */
static dpex_chunk *lock_chunk(const dpex_context *ctx, uintptr_t address)
{
    dpex_chunk *chunk = (dpex_chunk *)dpex_pointer_map_find(&dpex_pools.map, address);
    if (!chunk || !is_known_in(ctx, chunk->pool)) return NULL;
    pthread_mutex_lock(&chunk->pool->lock);
    return chunk;
}

/* The storage that holds the address, or NULL. The pool is locked. An empty storage holds its
 * first byte. */
static dpex_storage *find_in(dpex_chunk *chunk, uintptr_t address)
{
    size_t i = (address - chunk->node.start) / chunk->block_bytes;
    /* Blocks behind n_carved were never handed out, and their fields are not set. */
    if (i >= chunk->n_carved) return NULL;
    dpex_storage *storage = &chunk->blocks[i].storage;
    uintptr_t start = (uintptr_t)storage->ptr;
    size_t bytes = storage->bytes ? storage->bytes : 1;
    if (atomic_load_explicit(&storage->refs, memory_order_relaxed) == 0) return NULL;
    return address >= start && address - start < bytes ? storage : NULL;
}

void dpex_pointer_find(const dpex_context *ctx, const void *ptr, dpex_pointer_info *info)
{
    *info = (dpex_pointer_info){DPEX_USM_UNKNOWN, NULL, NULL, 0};
    pthread_mutex_lock(&dpex_pools.map_lock);
    dpex_chunk *chunk = lock_chunk(ctx, (uintptr_t)ptr);
    if (chunk) {
        dpex_storage *storage = find_in(chunk, (uintptr_t)ptr);
        if (storage) {
            int is_host = chunk->pool->kind == DPEX_USM_HOST;
            *info = (dpex_pointer_info){chunk->pool->kind,
                                        /* Host memory counts as the first device's. */
                                        is_host ? ctx->devices[0] : chunk->pool->device,
                                        storage->ptr, storage->bytes};
        }
        pthread_mutex_unlock(&chunk->pool->lock);
    }
    pthread_mutex_unlock(&dpex_pools.map_lock);
}

/* One more reference, unless the last one is just going. */
static int try_retain(dpex_storage *storage)
{
    int refs = atomic_load_explicit(&storage->refs, memory_order_relaxed);
    while (refs > 0) /* Relaxed: the storage is found under the pool's lock. */
        if (atomic_compare_exchange_weak_explicit(&storage->refs, &refs, refs + 1,
                                                  memory_order_relaxed, memory_order_relaxed))
            return 1;
    return 0;
}

dpex_status dpex_storage_find(const dpex_context *ctx, const void *ptr, dpex_storage **storage)
{
    dpex_storage *found = NULL;
    pthread_mutex_lock(&dpex_pools.map_lock);
    dpex_chunk *chunk = lock_chunk(ctx, (uintptr_t)ptr);
    if (chunk) {
        found = find_in(chunk, (uintptr_t)ptr);
        if (found && !try_retain(found)) found = NULL;
        pthread_mutex_unlock(&chunk->pool->lock);
    }
    pthread_mutex_unlock(&dpex_pools.map_lock);
    if (!found)
        return DPEX_FAIL(DPEX_ERROR_NOT_USM, "%p lies in no USM allocation of the context", ptr);
    *storage = found;
    return DPEX_SUCCESS;
}
