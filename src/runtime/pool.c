/* Handing out blocks and taking them back: what runs for every array.
 *
 * Not here: where chunks come from (chunk.c), which pool serves a queue (pool_list.c), how much
 * there may be (pool_limit.c). The idea: a free list per size class, last in, first out, so that
 * the warmest memory goes out first. A free block still carries its last uses; taking one is
 * safe when those are over, or will be by the queue's own order. If the candidates are busy, fresh
 * memory is taken instead; only where there is none, or much is busy, they are waited for. */
#include "runtime/pool.h"
#include "runtime/pending.h"

#include "base/error.h"

/* How many candidates are checked in any case, and how many before fresh memory is taken: each of
 * its pages costs as much as several checks. */
enum { LEAST_CANDIDATES = 8, BYTES_PER_CANDIDATE = 1024, MOST_CANDIDATES = 4096 };

/* The functions below run under the pool's lock. Each list holds free blocks of one class, newest
 * first. */

/* n_candidates bounds the time; blocks whose uses are pending are passed over. */
static dpex_block *pop_free(dpex_pool *pool, size_t bytes, const dpex_timeline *timeline,
                            size_t n_candidates)
{
    dpex_block **link = &pool->free[dpex_size_class(bytes)];
    for (size_t i = 0; *link && i < n_candidates; i++, link = &(*link)->next) {
        dpex_block *block = *link;
        /* block_bytes may be less than the class's for a large block that was made when memory was
         * short. */
        if (block->chunk->block_bytes < bytes || !dpex_pool_is_reusable(&block->storage, timeline))
            continue;
        *link = block->next;
        if (block->is_pending) dpex_pool_set_pending(pool, block, 0);
        return block;
    }
    return NULL;
}

static size_t candidates_for(size_t bytes)
{
    /* Clearing and faulting in fresh pages costs more the larger the block is. */
    size_t n = LEAST_CANDIDATES + bytes / BYTES_PER_CANDIDATE;
    return n < MOST_CANDIDATES ? n : MOST_CANDIDATES;
}

/* The next block of a slab that was never handed out. */
static dpex_block *carve(dpex_chunk *chunk)
{
    dpex_block *block = &chunk->blocks[chunk->n_carved];
    dpex_storage *storage = &block->storage;
    size_t offset = chunk->n_carved * chunk->block_bytes;
    /* Fields that are the same for all users of the block are set once. */
    block->chunk = chunk;
    block->start = chunk->node.start ? (char *)chunk->node.start + offset : NULL;
    storage->kind = (uint8_t)chunk->pool->kind;
    storage->host_accessible =
        chunk->pool->kind != DPEX_USM_DEVICE || chunk->pool->device->host_reads_device_memory;
    storage->ctx = chunk->pool->ctx;
    storage->device = chunk->pool->device;
    storage->handle = chunk->handle;
    storage->handle_offset = offset;
    storage->block = block;
    chunk->n_carved++;
    return block;
}

static dpex_block *carve_open(dpex_pool *pool, unsigned size_class)
{
    if (size_class >= DPEX_N_SMALL_CLASSES || !pool->open[size_class]) return NULL;
    dpex_chunk *chunk = pool->open[size_class];
    dpex_block *block = carve(chunk);
    /* Full: nothing left to carve. */
    if (chunk->n_carved == chunk->n_blocks) pool->open[size_class] = chunk->next_open;
    return block;
}

static void add_chunk(dpex_pool *pool, dpex_chunk *chunk)
{
    chunk->next = pool->chunks;
    if (chunk->next) chunk->next->prev = chunk;
    pool->chunks = chunk;
    pool->reserved_bytes += chunk->node.bytes;
    pool->cached_bytes += chunk->node.bytes;
    if (chunk->n_blocks == 1) {
        dpex_pool_count_cached(pool, (int64_t)chunk->node.bytes);
        /* A large block is counted as cached until `hold`. */
        return;
    }
    chunk->next_open = pool->open[chunk->size_class];
    pool->open[chunk->size_class] = chunk;
    pool->n_slabs[chunk->size_class]++;
}

/* From free to held. */
static void hold(dpex_pool *pool, dpex_block *block, size_t bytes)
{
    dpex_chunk *chunk = block->chunk;
    if (chunk->n_held++ == 0) {
        pool->cached_bytes -= chunk->node.bytes;
        if (chunk->n_blocks == 1) dpex_pool_count_cached(pool, -(int64_t)chunk->node.bytes);
    }
    /* A pool keeps its context while anybody holds memory of it; the default context of a platform
     * needs no keeping. */
    if (pool->live_blocks++ == 0 && !pool->ctx_is_permanent) dpex_context_retain(pool->ctx);
    pool->n_allocations++;
    pool->live_bytes += bytes;
    if (pool->live_bytes > pool->peak_live_bytes) pool->peak_live_bytes = pool->live_bytes;
    block->storage.ptr = block->start;
    block->storage.bytes = bytes;
    atomic_store_explicit(&block->storage.is_pointers, 0, memory_order_relaxed);
    atomic_store_explicit(&block->storage.is_exported, 0, memory_order_relaxed);
    /* Relaxed: the storage reaches other threads by way of its first user. */
    atomic_store_explicit(&block->storage.refs, 1, memory_order_relaxed);
}

/* Fresh memory from the backend, without the lock while it works. */
static dpex_status take_fresh(dpex_pool *pool, unsigned size_class, size_t bytes,
                              dpex_block **block)
{
    /* Made without the lock. */
    dpex_chunk *chunk;
    DPEX_TRY(dpex_chunk_create(pool, size_class, bytes, &chunk));
    pthread_mutex_lock(&pool->lock);
    add_chunk(pool, chunk);
    *block = chunk->n_blocks == 1 ? carve(chunk) : carve_open(pool, size_class);
    hold(pool, *block, bytes);
    pthread_mutex_unlock(&pool->lock);
    return DPEX_SUCCESS;
}

/* A free block, or one that was never handed out; NULL: there is none.
 * The frequent case: one lock, no call of the backend. */
static dpex_block *take_cached(dpex_pool *pool, size_t bytes, const dpex_timeline *timeline,
                               size_t n_candidates)
{
    pthread_mutex_lock(&pool->lock);
    dpex_block *found = pop_free(pool, bytes, timeline, n_candidates);
    if (found)
        pool->n_reused++;
    else
        found = carve_open(pool, dpex_size_class(bytes));
    if (found) hold(pool, found, bytes);
    pthread_mutex_unlock(&pool->lock);
    return found;
}

static uint64_t get_pending_bytes(dpex_pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    uint64_t bytes = pool->pending_bytes;
    pthread_mutex_unlock(&pool->lock);
    return bytes;
}

/* Cached memory was not found at the first attempt. */
static dpex_status take_slowly(dpex_pool *pool, size_t bytes, const dpex_timeline *timeline,
                               dpex_block **block)
{
    /* Before memory is taken that other commands are about to free. */
    DPEX_TRY(dpex_pool_bound_pending(pool, get_pending_bytes(pool)));
    /* Ends when memory is found, when there is no more to wait for, or on a signal. */
    for (;;) {
        int is_worth_it = 0;
        *block = take_cached(pool, bytes, timeline, candidates_for(bytes));
        if (*block) return DPEX_SUCCESS;
        dpex_status status = take_fresh(pool, dpex_size_class(bytes), bytes, block);
        /* Only a lack of memory may pass. */
        if (status != DPEX_ERROR_NO_MEMORY) return status;
        /* Work that was kept back keeps memory. */
        if (dpex_pending_flush_all()) continue;
        DPEX_TRY(dpex_pool_wait_for_pending(pool, get_pending_bytes(pool), &is_worth_it));
        if (!is_worth_it) return status;
    }
}

dpex_status dpex_pool_take(dpex_pool *pool, size_t bytes, const dpex_timeline *timeline,
                           dpex_block **block)
{
    /* The shift also refuses sizes for which no class exists. */
    if (bytes >> DPEX_MAX_POOLED_LOG2)
        return dpex_pool_fail(pool, bytes, "more than the address space holds");
    *block = take_cached(pool, bytes, timeline, LEAST_CANDIDATES);
    return *block ? DPEX_SUCCESS : take_slowly(pool, bytes, timeline, block);
}

void dpex_pool_narrow(dpex_block *block, size_t skip, size_t bytes)
{
    dpex_pool *pool = block->chunk->pool;
    /* The lock is for live_bytes; the block itself is the caller's. */
    pthread_mutex_lock(&pool->lock);
    pool->live_bytes -= block->storage.bytes - bytes;
    block->storage.ptr = block->start + skip;
    block->storage.bytes = bytes;
    pthread_mutex_unlock(&pool->lock);
}

void dpex_pool_put(dpex_block *block)
{
    dpex_chunk *chunk = block->chunk;
    dpex_pool *pool = chunk->pool;
    int is_large = chunk->n_blocks == 1;
    /* Acquire, since use.c clears the flag after the uses. Where it is clear, which is the frequent
     * case, the uses need not be read. */
    int is_used = atomic_load_explicit(&block->storage.marks, memory_order_acquire) &&
                  !dpex_pool_is_unused(&block->storage);
    /* The last reference is gone, so nobody else touches the block. */
    pthread_mutex_lock(&pool->lock);
    block->next = pool->free[chunk->size_class];
    pool->free[chunk->size_class] = block;
    if (is_used) dpex_pool_set_pending(pool, block, 1);
    /* Of the size that was asked for, not the block's. */
    pool->live_bytes -= block->storage.bytes;
    if (--chunk->n_held == 0) {
        pool->cached_bytes += chunk->node.bytes;
        if (is_large) dpex_pool_count_cached(pool, (int64_t)chunk->node.bytes);
    }
    int drops_ctx = --pool->live_blocks == 0 && !pool->ctx_is_permanent;
    /* Read before the unlock: the context may go with it. */
    dpex_context *ctx = pool->ctx;
    uint64_t cached_bytes = pool->cached_bytes;
    pthread_mutex_unlock(&pool->lock);
    /* Only large blocks count towards the share. */
    if (is_large) dpex_pool_keep_to_share(pool, cached_bytes);
    if (drops_ctx) dpex_context_release(ctx);
}
