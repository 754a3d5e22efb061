/* Chunks: memory from the backend, with the bookkeeping of its blocks.
 *
 * Not here: which block goes to whom (pool.c), how chunks go back (chunk_free.c). The idea:
 * everything slow about memory (accounting, the call to the backend, registering the address)
 * happens once per chunk and without the pool's lock. The first slab of a class is small, each
 * further one twice as large, so that programs with few arrays take little memory, and those with
 * many make few calls. */
#include "base/alloc.h"
#include "base/error.h"
#include "base/log.h"
#include "runtime/pool.h"

enum {
    PAGE_BYTES = 4096,
    FIRST_SLAB_BYTES = 16384,
    MAX_SLAB_BYTES = 1 << 20,
    MAX_SLAB_BLOCKS = 1024
};

static unsigned n_blocks_of_slab(size_t block_bytes, unsigned n_slabs)
{
    /* At least four blocks, at most MAX_SLAB_BYTES unless the blocks are large themselves. */
    size_t bytes = FIRST_SLAB_BYTES < 4 * block_bytes ? 4 * block_bytes : FIRST_SLAB_BYTES;
    for (unsigned i = 0; i < n_slabs && bytes < MAX_SLAB_BYTES; i++) bytes *= 2;
    size_t n = bytes / block_bytes;
    return n < MAX_SLAB_BLOCKS ? (unsigned)n : MAX_SLAB_BLOCKS;
}

static size_t round_to_pages(size_t bytes)
{
    return (bytes + PAGE_BYTES - 1) & ~(size_t)(PAGE_BYTES - 1);
}

/* Where memory is short, a large block does without the space that its class would add. */
static dpex_status reserve(dpex_chunk *chunk, size_t bytes)
{
    dpex_status status = dpex_pool_reserve(chunk->pool, chunk->node.bytes, bytes);
    /* Slabs, and blocks that fill their class, have nothing to save. */
    if (!status || chunk->n_blocks > 1 || round_to_pages(bytes) >= chunk->node.bytes) return status;
    chunk->node.bytes = chunk->block_bytes = round_to_pages(bytes);
    return dpex_pool_reserve(chunk->pool, chunk->node.bytes, bytes);
}

/* Memory of the backend; where it has none left, once more without what the pool keeps for
 * reuse. */
static dpex_status get_memory(const dpex_pool *pool, size_t bytes, void **ptr, void **handle)
{
    const dpex_backend *backend = pool->ctx->backend;
    /* Slow, and without any lock: other threads may allocate meanwhile. */
    dpex_status status =
        backend->mem_alloc(pool->ctx, pool->device, pool->kind, bytes, ptr, handle);
    if (status == DPEX_ERROR_NO_MEMORY &&
        dpex_pool_evict((dpex_pool_scope){NULL, 0}, UINT64_MAX, 0))
        status = backend->mem_alloc(pool->ctx, pool->device, pool->kind, bytes, ptr, handle);
    return status;
}

static void register_chunk(dpex_chunk *chunk)
{
    /* Without an address there is nothing to find. */
    if (!chunk->node.start) return;
    pthread_mutex_lock(&dpex_pools.map_lock);
    dpex_pointer_map_insert(&dpex_pools.map, &chunk->node);
    pthread_mutex_unlock(&dpex_pools.map_lock);
}

/* Memory without pointers cannot be cut into slabs: a storage tells the backend its handle
 * alone. */
static void use_as_one_block(dpex_chunk *chunk)
{
    chunk->n_blocks = 1;
    pthread_mutex_lock(&chunk->pool->lock);
    chunk->pool->lacks_pointers = 1;
    /* The pool makes no slabs from here on. */
    pthread_mutex_unlock(&chunk->pool->lock);
}

dpex_status dpex_chunk_create(dpex_pool *pool, unsigned size_class, size_t bytes, dpex_chunk **out)
{
    size_t block_bytes = dpex_size_class_bytes(size_class);
    unsigned n_blocks = 1;
    /* A good moment: the call is slow anyway. */
    dpex_memory_sweep();
    /* n_slabs is read under the lock, and may be out of date afterwards, which only makes the slab
     * smaller or larger. */
    if (size_class < DPEX_N_SMALL_CLASSES) {
        pthread_mutex_lock(&pool->lock);
        if (!pool->lacks_pointers)
            n_blocks = n_blocks_of_slab(block_bytes, pool->n_slabs[size_class]);
        pthread_mutex_unlock(&pool->lock);
    }
    /* The blocks' bookkeeping in one allocation with the chunk's. */
    dpex_chunk *chunk = dpex_calloc(1, sizeof *chunk + n_blocks * sizeof(dpex_block));
    if (!chunk) return dpex_pool_fail(pool, bytes, "no memory for their bookkeeping");
    chunk->node.bytes = round_to_pages(block_bytes * n_blocks);
    chunk->pool = pool;
    chunk->block_bytes = block_bytes;
    chunk->size_class = size_class;
    chunk->n_blocks = n_blocks;
    dpex_status status = reserve(chunk, bytes);
    /* The reservation comes first: the system must not be asked for more than the limit. */
    if (status) goto failed;
    void *ptr;
    status = get_memory(pool, chunk->node.bytes, &ptr, &chunk->handle);
    if (status) {
        dpex_pool_unreserve(pool, chunk->node.bytes);
        goto failed;
    }
    chunk->node.start = (uintptr_t)ptr;
    if (!ptr) use_as_one_block(chunk);
    register_chunk(chunk);
    DPEX_LOG_LINE(DPEX_LOG_MEMORY, "%zu bytes at %p for blocks of %zu", chunk->node.bytes, ptr,
                  block_bytes);
    *out = chunk;
    return DPEX_SUCCESS;
failed:
    dpex_free(chunk);
    return status;
}
