/* All pools of the process: finding a queue's, giving memory back, statistics, the end of a
 * context.
 *
 * Not here: blocks (pool.c). The idea: pools belong to their context and go with it. A context
 * whose memory is still used by pending commands when its last reference goes is parked, and
 * destroyed by a later call into this file. Memory is given back in two steps, chosen under
 * the locks and freed without them; n_leaving keeps the pool alive between the two. */
#include "base/alloc.h"
#include "base/error.h"
#include "runtime/pool.h"

/* ---- finding and making ---------------------------------------------------------------------- */

/* Under list_lock.
 * Few pools per context: one per device and kind. */
static dpex_pool *search(const dpex_queue *queue, dpex_usm_kind kind)
{
    dpex_pool *pool = queue->ctx->pools;
    while (pool && (pool->device != queue->device || pool->kind != kind)) pool = pool->next_of_ctx;
    return pool;
}

/* Under list_lock. */
static dpex_pool *add(dpex_queue *queue, dpex_usm_kind kind)
{
    /* Without memory the caller reports the failure, after the unlock. */
    dpex_pool *pool = dpex_calloc(1, sizeof *pool);
    if (!pool) return NULL;
    pool->ctx = queue->ctx;
    /* Sub-devices have pools of their own. */
    pool->device = dpex_device_retain(queue->device);
    pool->kind = kind;
    /* CPUs of other backends allocate from the machine's memory as well. */
    pool->uses_ram = queue->backend->runs_on_host || kind == DPEX_USM_HOST ||
                     queue->device->info.type == DPEX_TYPE_CPU;
    /* The platform keeps its default context for ever, so a pool of it need not. */
    pool->ctx_is_permanent = atomic_load(&queue->ctx->platform->default_ctx) == queue->ctx;
    pthread_mutex_init(&pool->lock, NULL);
    pool->next_of_ctx = queue->ctx->pools;
    queue->ctx->pools = pool;
    pool->next = dpex_pools.pools;
    dpex_pools.pools = pool;
    return pool;
}

/* Several threads may come here at once; list_lock lets one make the pool. */
static dpex_status find_slowly(dpex_queue *queue, dpex_usm_kind kind, dpex_pool **pool)
{
    if (kind != DPEX_USM_DEVICE && kind != DPEX_USM_SHARED && kind != DPEX_USM_HOST)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                         "USM kind %d; allowed are 1 (device), 2 (shared) and 3 (host)", (int)kind);
    dpex_pools_init();
    pthread_mutex_lock(&dpex_pools.list_lock);
    *pool = search(queue, kind);
    if (!*pool) *pool = add(queue, kind);
    pthread_mutex_unlock(&dpex_pools.list_lock);
    if (!*pool) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for a memory pool");
    /* Released after the pool is complete; queues never lose it, since it lives as long as their
     * context. */
    atomic_store_explicit(&queue->pools[kind], *pool, memory_order_release);
    return DPEX_SUCCESS;
}

dpex_status dpex_pool_find(dpex_queue *queue, dpex_usm_kind kind, dpex_pool **pool)
{
    *pool = NULL;
    /* Other values of the enum have no slot. */
    if ((unsigned)kind <= DPEX_USM_HOST)
        *pool = atomic_load_explicit(&queue->pools[kind], memory_order_acquire);
    return *pool ? DPEX_SUCCESS : find_slowly(queue, kind, pool);
}

/* ---- giving back ----------------------------------------------------------------------------- */

/* Under list_lock.
 * Fills *list, which free_list frees without the lock. */
static uint64_t collect(dpex_pool *pool, uint64_t want, dpex_chunk **list)
{
    pthread_mutex_lock(&pool->lock);
    uint64_t found = dpex_chunk_collect(pool, want, list);
    pthread_mutex_unlock(&pool->lock);
    return found;
}

static void free_list(dpex_chunk *list)
{
    while (list) {
        dpex_chunk *chunk = list;
        dpex_pool *pool = chunk->pool;
        list = chunk->next;
        dpex_chunk_free(chunk);
        pthread_mutex_lock(&dpex_pools.list_lock);
        pool->n_leaving--;
        /* Only now may the context go. */
        pthread_mutex_unlock(&dpex_pools.list_lock);
    }
}

/* The next device of these pools whose driver keeps memory; kept. */
static dpex_device *find_trimmed(dpex_pool_scope scope, dpex_device *const *done, size_t n_done)
{
    dpex_device *found = NULL;
    pthread_mutex_lock(&dpex_pools.list_lock);
    for (dpex_pool *pool = dpex_pools.pools; pool && !found; pool = pool->next) {
        int is_new = dpex_pool_is_within(pool, scope) && pool->device->backend->mem_trim;
        for (size_t i = 0; i < n_done; i++) is_new &= done[i] != pool->device;
        if (is_new) found = dpex_device_retain(pool->device);
    }
    pthread_mutex_unlock(&dpex_pools.list_lock);
    return found;
}

void dpex_pool_trim_drivers(dpex_pool_scope scope, uint64_t keep_bytes)
{
    enum { MOST = 64 };
    dpex_device *done[MOST];
    size_t n = 0;
    while (n < MOST && (done[n] = find_trimmed(scope, done, n))) {
        done[n]->backend->mem_trim(done[n], (size_t)keep_bytes);
        n++;
    }
    while (n) dpex_device_release(done[--n]);
}

/* May free less than `want`, or more, since chunks go as wholes. */
uint64_t dpex_pool_evict(dpex_pool_scope scope, uint64_t want, uint64_t driver_keeps)
{
    dpex_chunk *list = NULL;
    uint64_t found = 0;
    pthread_mutex_lock(&dpex_pools.list_lock);
    for (dpex_pool *pool = dpex_pools.pools; pool && found < want; pool = pool->next)
        if (dpex_pool_is_within(pool, scope)) found += collect(pool, want - found, &list);
    pthread_mutex_unlock(&dpex_pools.list_lock);
    /* Slow: the backend's calls. */
    free_list(list);
    if (found) dpex_pool_trim_drivers(scope, driver_keeps);
    return found;
}

/* ---- the end of a context -------------------------------------------------------------------- */

/* Under list_lock. */
static int is_empty(const dpex_context *ctx)
{
    for (const dpex_pool *pool = ctx->pools; pool; pool = pool->next_of_ctx)
        if (pool->chunks || pool->n_leaving) return 0;
    return 1;
}

/* Under list_lock. */
static void park(dpex_context *ctx)
{
    ctx->closing_next = dpex_pools.closing;
    dpex_pools.closing = ctx;
    atomic_fetch_add(&dpex_pools.n_closing, 1);
}

/* Under list_lock. */
static void unlist(const dpex_pool *pool)
{
    dpex_pool **link = &dpex_pools.pools;
    while (*link != pool) link = &(*link)->next;
    *link = pool->next;
}

/* Nobody can find the pools any more, so no lock is needed. */
static void destroy_pools(dpex_context *ctx)
{
    while (ctx->pools) {
        dpex_pool *pool = ctx->pools;
        ctx->pools = pool->next_of_ctx;
        pthread_mutex_destroy(&pool->lock);
        dpex_device_release(pool->device);
        dpex_free(pool);
    }
}

/* Called when the last reference is gone: nobody adds a pool or a block. */
int dpex_pool_close_context(dpex_context *ctx)
{
    dpex_chunk *list = NULL;
    pthread_mutex_lock(&dpex_pools.list_lock);
    for (dpex_pool *pool = ctx->pools; pool; pool = pool->next_of_ctx)
        collect(pool, UINT64_MAX, &list);
    pthread_mutex_unlock(&dpex_pools.list_lock);
    free_list(list);
    /* Checked once more under the lock: another thread may still be freeing chunks of these
     * pools. */
    pthread_mutex_lock(&dpex_pools.list_lock);
    int is_closed = is_empty(ctx);
    if (is_closed)
        for (dpex_pool *pool = ctx->pools; pool; pool = pool->next_of_ctx) unlist(pool);
    else
        park(ctx);
    pthread_mutex_unlock(&dpex_pools.list_lock);
    if (is_closed) destroy_pools(ctx);
    return is_closed;
}

dpex_context *dpex_pool_take_closing(void)
{
    if (atomic_load_explicit(&dpex_pools.n_closing, memory_order_relaxed) == 0) return NULL;
    pthread_mutex_lock(&dpex_pools.list_lock);
    dpex_context *ctx = dpex_pools.closing;
    dpex_pools.closing = NULL;
    atomic_store(&dpex_pools.n_closing, 0);
    /* The list is this thread's now; contexts that are still in use are parked again. */
    pthread_mutex_unlock(&dpex_pools.list_lock);
    return ctx;
}

/* ---- questions ------------------------------------------------------------------------------- */

uint64_t dpex_pool_get_device_bytes(const dpex_device *device)
{
    uint64_t bytes = 0;
    pthread_mutex_lock(&dpex_pools.list_lock);
    for (dpex_pool *pool = dpex_pools.pools; pool; pool = pool->next) {
        /* Host memory is not on the device. */
        if (pool->device != device || pool->kind == DPEX_USM_HOST) continue;
        pthread_mutex_lock(&pool->lock);
        bytes += pool->reserved_bytes;
        pthread_mutex_unlock(&pool->lock);
    }
    pthread_mutex_unlock(&dpex_pools.list_lock);
    return bytes;
}

static void add_statistics(dpex_pool *pool, dpex_pool_statistics *sum)
{
    pthread_mutex_lock(&pool->lock);
    sum->live_bytes += pool->live_bytes;
    sum->live_blocks += pool->live_blocks;
    sum->cached_bytes += pool->cached_bytes;
    sum->reserved_bytes += pool->reserved_bytes;
    sum->peak_live_bytes += pool->peak_live_bytes;
    sum->n_allocations += pool->n_allocations;
    sum->n_reused += pool->n_reused;
    pthread_mutex_unlock(&pool->lock);
}

void dpex_pool_get_statistics(const dpex_device *device, dpex_pool_statistics *statistics)
{
    dpex_pools_init();
    *statistics = (dpex_pool_statistics){.limit_bytes = dpex_pool_get_limit(device)};
    pthread_mutex_lock(&dpex_pools.list_lock);
    for (dpex_pool *pool = dpex_pools.pools; pool; pool = pool->next)
        if (!device || pool->device == device) add_statistics(pool, statistics);
    pthread_mutex_unlock(&dpex_pools.list_lock);
}
