/* Returning chunks to the backend: choosing them and freeing them. */
#include "base/alloc.h"
#include "base/log.h"
#include "runtime/pool.h"
#include "runtime/use.h"

/* Called without locks, for chunks that `withdraw` has taken out of their pool. */
void dpex_chunk_free(dpex_chunk *chunk)
{
    dpex_pool *pool = chunk->pool;
    if (chunk->node.start) {
        /* Unregistered before the memory goes: another thread may get the same address at once. */
        pthread_mutex_lock(&dpex_pools.map_lock);
        dpex_pointer_map_remove(&dpex_pools.map, &chunk->node);
        pthread_mutex_unlock(&dpex_pools.map_lock);
    }
    DPEX_LOG_LINE(DPEX_LOG_MEMORY, "%zu bytes at %p given back", chunk->node.bytes,
                  (void *)chunk->node.start);
    pool->ctx->backend->mem_free(pool->ctx, pool->device, pool->kind, (void *)chunk->node.start,
                                 chunk->node.bytes, chunk->handle);
    dpex_pool_unreserve(pool, chunk->node.bytes);
    /* Uses of blocks that were never handed out do not exist. */
    for (unsigned i = 0; i < chunk->n_carved; i++) dpex_use_clear(&chunk->blocks[i].storage);
    dpex_free(chunk);
}

/* ---- choosing what to give back; under the pool's lock --------------------------------------- */

static int all_uses_over(const dpex_chunk *chunk)
{
    for (unsigned i = 0; i < chunk->n_carved; i++)
        if (!dpex_pool_is_unused(&chunk->blocks[i].storage)) return 0;
    return 1;
}

/* A slab with nothing left to carve is in no such list. */
static void drop_open(dpex_pool *pool, const dpex_chunk *chunk)
{
    dpex_chunk **link = &pool->open[chunk->size_class];
    while (*link && *link != chunk) link = &(*link)->next_open;
    if (*link) *link = chunk->next_open;
    pool->n_slabs[chunk->size_class]--;
}

/* Takes a chunk, whose blocks are in no free list any more or soon will be, out of the pool and
 * into the caller's list. */
static void withdraw(dpex_pool *pool, dpex_chunk *chunk, dpex_chunk **list)
{
    for (unsigned i = 0; i < chunk->n_carved; i++)
        dpex_pool_set_pending(pool, &chunk->blocks[i], 0);
    if (chunk->n_blocks > 1)
        drop_open(pool, chunk);
    else
        dpex_pool_count_cached(pool, -(int64_t)chunk->node.bytes);
    *(chunk->prev ? &chunk->prev->next : &pool->chunks) = chunk->next;
    if (chunk->next) chunk->next->prev = chunk->prev;
    pool->reserved_bytes -= chunk->node.bytes;
    pool->cached_bytes -= chunk->node.bytes;
    /* Counted, so that the pool's context is not destroyed before the chunk is freed; under
     * list_lock, which the caller holds too. */
    pool->n_leaving++;
    chunk->is_leaving = 1;
    chunk->next = *list;
    *list = chunk;
}

static uint64_t collect_single(dpex_pool *pool, uint64_t want, dpex_chunk **list)
{
    uint64_t found = 0;
    /* Pools without pointers have single blocks in the small classes as well. */
    unsigned first = pool->lacks_pointers ? 0 : DPEX_N_SMALL_CLASSES;
    /* The largest class first, so that few chunks give much. */
    for (unsigned c = DPEX_N_CLASSES; c-- > first;) {
        dpex_block **link = &pool->free[c];
        while (*link && found < want) {
            dpex_chunk *chunk = (*link)->chunk;
            if (chunk->n_blocks > 1 || !all_uses_over(chunk)) {
                link = &(*link)->next;
                continue;
            }
            *link = (*link)->next;
            found += chunk->node.bytes;
            withdraw(pool, chunk, list);
        }
    }
    return found;
}

static uint64_t collect_slabs(dpex_pool *pool, uint64_t want, dpex_chunk **list)
{
    uint64_t found = 0;
    for (dpex_chunk *chunk = pool->chunks, *next; chunk && found < want; chunk = next) {
        next = chunk->next;
        /* A slab goes as a whole: none of its blocks may be held. */
        if (chunk->n_blocks == 1 || chunk->n_held || !all_uses_over(chunk)) continue;
        found += chunk->node.bytes;
        withdraw(pool, chunk, list);
    }
    /* Afterwards, in one pass: blocks of the slabs that go are spread over the free lists. */
    for (unsigned c = 0; c < DPEX_N_SMALL_CLASSES && found; c++) {
        dpex_block **link = &pool->free[c];
        while (*link) {
            if ((*link)->chunk->is_leaving)
                *link = (*link)->next;
            else
                link = &(*link)->next;
        }
    }
    return found;
}

uint64_t dpex_chunk_collect(dpex_pool *pool, uint64_t want, dpex_chunk **list)
{
    uint64_t found = collect_single(pool, want, list);
    return found < want ? found + collect_slabs(pool, want - found, list) : found;
}
