/* What all pools share: the state with its locks, which the child of a fork gets free, the limit
 * that holds, and the accounts.
 *
 * Not here: whether a request keeps to the limit (pool_limit.c). */
#include "base/env.h"
#include "base/fork.h"
#include "host/sysmem.h"
#include "runtime/pool.h"

/* The only instance; lives as long as the process. */
dpex_pool_state dpex_pools = {.list_lock = PTHREAD_MUTEX_INITIALIZER,
                              .map_lock = PTHREAD_MUTEX_INITIALIZER};

/* ---- fork: the child gets all locks free and what they guard whole --------------------------- */

static void lock_all(void)
{
    pthread_mutex_lock(&dpex_pools.list_lock);
    pthread_mutex_lock(&dpex_pools.map_lock);
    for (dpex_pool *pool = dpex_pools.pools; pool; pool = pool->next)
        pthread_mutex_lock(&pool->lock);
}

static void unlock_all(int is_child)
{
    (void)is_child;
    for (dpex_pool *pool = dpex_pools.pools; pool; pool = pool->next)
        pthread_mutex_unlock(&pool->lock);
    pthread_mutex_unlock(&dpex_pools.map_lock);
    pthread_mutex_unlock(&dpex_pools.list_lock);
}

__attribute__((constructor)) static void guard_forks(void)
{
    static dpex_fork_hooks hooks = {lock_all, unlock_all, NULL};
    dpex_fork_register(DPEX_FORK_LEAF, &hooks);
}

/* ---- the limit ------------------------------------------------------------------------------- */

uint64_t dpex_pool_get_ram(void)
{
    uint64_t total, available;
    dpex_host_get_memory(&total, &available);
    return total;
}

static void init_once(void)
{
    uint64_t set = dpex_env_bytes("DPEX_POOL_LIMIT", 0);
    atomic_store(&dpex_pools.limit_is_set, set != 0);
    atomic_store(&dpex_pools.limit_bytes, set ? set : dpex_pool_get_ram());
}

void dpex_pools_init(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, init_once);
}

uint64_t dpex_pool_get_limit(const dpex_device *device)
{
    /* CPUs of other backends use the machine's memory too. */
    uint64_t own = device && !device->backend->runs_on_host && device->info.type != DPEX_TYPE_CPU
                       ? device->info.global_mem_size
                       : 0;
    return own && !dpex_pool_is_limit_set() ? own : atomic_load(&dpex_pools.limit_bytes);
}

dpex_pool_scope dpex_pool_get_scope(const dpex_pool *pool)
{
    if (dpex_pool_is_limit_set()) return (dpex_pool_scope){NULL, 0};
    return (dpex_pool_scope){pool->uses_ram ? NULL : pool->device, pool->uses_ram};
}

/* ---- accounts -------------------------------------------------------------------------------- */

/* Reserved before by dpex_pool_reserve, also where the allocation failed. */
void dpex_pool_unreserve(const dpex_pool *pool, size_t bytes)
{
    atomic_fetch_sub(&dpex_pools.reserved_bytes, bytes);
    if (pool->uses_ram) atomic_fetch_sub(&dpex_pools.reserved_ram_bytes, bytes);
}

/* Modulo 2^64, so that a negative number subtracts. */
void dpex_pool_count_cached(const dpex_pool *pool, int64_t bytes)
{
    atomic_fetch_add_explicit(&dpex_pools.cached_large_bytes, (uint64_t)bytes,
                              memory_order_relaxed);
    if (pool->uses_ram)
        atomic_fetch_add_explicit(&dpex_pools.cached_large_ram_bytes, (uint64_t)bytes,
                                  memory_order_relaxed);
}

void dpex_pool_set_pending(dpex_pool *pool, dpex_block *block, int is_pending)
{
    uint64_t bytes = block->chunk->block_bytes;
    if (block->is_pending == is_pending) return;
    block->is_pending = is_pending;
    if (!is_pending) bytes = -bytes; /* all counts are modulo 2^64 */
    pool->pending_bytes += bytes;
    atomic_fetch_add_explicit(&dpex_pools.pending_bytes, bytes, memory_order_relaxed);
    if (pool->uses_ram)
        atomic_fetch_add_explicit(&dpex_pools.pending_ram_bytes, bytes, memory_order_relaxed);
}
