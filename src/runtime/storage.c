/* Storages: counted references to memory, pooled or foreign.
 *
 * Not here: the pool (pool.c). The idea: a pooled storage is the head of its block and costs no
 * allocation of its own; a foreign one is allocated, holds its context and device, and calls its
 * owner when it goes. If commands still use foreign memory then, its owner is called later, by
 * whoever sweeps: a release never waits. */
#include "base/alloc.h"
#include "base/error.h"
#include "runtime/pending.h"
#include "runtime/pool.h"
#include "runtime/use.h"

/* ---- making ---------------------------------------------------------------------------------- */

/* Only ordered commands of this queue may use it first: its memory may still be in use by earlier
 * ones of them. */
dpex_status dpex_storage_create_ordered(dpex_queue *queue, size_t bytes, dpex_usm_kind kind,
                                        dpex_storage **storage)
{
    dpex_pool *pool;
    dpex_block *block;
    DPEX_TRY(dpex_pool_find(queue, kind, &pool));
    DPEX_TRY(dpex_pool_take(pool, bytes, queue->timeline, &block));
    *storage = &block->storage;
    return DPEX_SUCCESS;
}

enum { BLOCK_ALIGN = 64 };

/* Blocks are aligned to 64 bytes; for more, a larger block is taken and its start moved up.
 * Free for any use at once. */
dpex_status dpex_storage_create(dpex_queue *queue, size_t bytes, size_t align, dpex_usm_kind kind,
                                dpex_storage **storage)
{
    dpex_pool *pool;
    dpex_block *block;
    /* 0, for no wish, passes. */
    if (align & (align - 1))
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "alignment %zu; allowed are powers of two",
                         align);
    size_t slack = align > BLOCK_ALIGN ? align - BLOCK_ALIGN : 0, padded;
    /* The start moves up by align - 64 bytes at most. */
    if (__builtin_add_overflow(bytes, slack, &padded))
        return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "%zu bytes aligned to %zu exceed the address space",
                         bytes, align);
    DPEX_TRY(dpex_pool_find(queue, kind, &pool));
    DPEX_TRY(dpex_pool_take(pool, padded, NULL, &block));
    if (slack) {
        uintptr_t start = ((uintptr_t)block->start + align - 1) & ~(uintptr_t)(align - 1);
        dpex_pool_narrow(block, start - (uintptr_t)block->start, bytes);
    }
    *storage = &block->storage;
    return DPEX_SUCCESS;
}

/* On failure the memory stays the caller's, and release is not called. */
dpex_status dpex_storage_wrap(dpex_queue *queue, void *ptr, size_t bytes, dpex_usm_kind kind,
                              dpex_release_fn release, void *owner, dpex_storage **storage)
{
    dpex_pointer_info known;
    dpex_storage *fresh = dpex_calloc(1, sizeof *fresh);
    if (!fresh) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for a storage's bookkeeping");
    dpex_memory_sweep();
    dpex_pointer_find(queue->ctx, ptr, &known);
    /* This library's own memory, handed back by another one. */
    if (known.kind != DPEX_USM_UNKNOWN) kind = known.kind;
    atomic_init(&fresh->refs, 1);
    fresh->kind = (uint8_t)kind;
    fresh->ptr = ptr;
    fresh->bytes = bytes;
    fresh->ctx = dpex_context_retain(queue->ctx);
    fresh->device = dpex_device_retain(known.device ? known.device : queue->device);
    fresh->host_accessible = kind != DPEX_USM_DEVICE || fresh->device->host_reads_device_memory;
    fresh->release = release;
    fresh->owner = owner;
    *storage = fresh;
    return DPEX_SUCCESS;
}

/* ---- dropping -------------------------------------------------------------------------------- */

dpex_storage *dpex_storage_retain(dpex_storage *storage)
{
    if (storage) atomic_fetch_add_explicit(&storage->refs, 1, memory_order_relaxed);
    return storage;
}

void dpex_storage_release(dpex_storage *storage)
{
    /* Acquire and release: all accesses by other threads come before the reuse. */
    if (!storage || atomic_fetch_sub_explicit(&storage->refs, 1, memory_order_acq_rel) != 1) return;
    if (dpex_storage_has_pending(storage)) storage = atomic_load(&dpex_pending)->forget(storage);
    if (storage) dpex_storage_give_back(storage);
}

void dpex_storage_give_back(dpex_storage *storage)
{
    if (storage->block)
        dpex_pool_put(storage->block);
    else
        dpex_storage_drop_foreign(storage);
}

/* As the pool hands out a block, whose start and bytes stay. */
void dpex_storage_revive(dpex_storage *storage)
{
    atomic_store_explicit(&storage->is_pointers, 0, memory_order_relaxed);
    atomic_store_explicit(&storage->is_exported, 0, memory_order_relaxed);
    atomic_store_explicit(&storage->refs, 1, memory_order_relaxed);
}

/* ---- facts ----------------------------------------------------------------------------------- */

void *dpex_storage_get_ptr(const dpex_storage *storage)
{
    return storage->ptr;
}

void *dpex_storage_get_handle(const dpex_storage *storage, size_t *offset)
{
    *offset = storage->handle_offset;
    return storage->block ? storage->handle : NULL;
}

size_t dpex_storage_get_bytes(const dpex_storage *storage)
{
    return storage->bytes;
}

dpex_usm_kind dpex_storage_get_kind(const dpex_storage *storage)
{
    return (dpex_usm_kind)storage->kind;
}

dpex_context *dpex_storage_get_context(const dpex_storage *storage)
{
    return storage->ctx;
}

dpex_device *dpex_storage_get_device(const dpex_storage *storage)
{
    return storage->device;
}

/* By USM's rules: device memory within its root device, other kinds in the whole context. */
int dpex_storage_is_reachable(const dpex_storage *storage, const dpex_queue *queue)
{
    return storage->ctx == queue->ctx &&
           (storage->kind != DPEX_USM_DEVICE ||
            dpex_device_get_root(storage->device) == dpex_device_get_root(queue->device));
}

int dpex_storage_is_host_accessible(const dpex_storage *storage)
{
    return storage->host_accessible;
}

/* Drops uses that are over. */
int dpex_storage_is_idle(dpex_storage *storage)
{
    return dpex_use_is_complete(storage, NULL);
}

dpex_status dpex_storage_wait(dpex_storage *storage, uint64_t max_ns, int *done)
{
    return dpex_use_wait(storage, max_ns, done);
}

/* ---- memory that belongs to its pointer ---- */

/* Pending work on it is submitted, and later work is no longer kept back. */
void dpex_storage_export(dpex_storage *storage)
{
    atomic_store_explicit(&storage->is_exported, 1, memory_order_relaxed);
    dpex_pending_flush_storage(storage);
}

/* The mark is all there is: the pointer's reference is one of those that are counted. */
void dpex_pointer_own(dpex_storage *storage)
{
    atomic_store(&storage->is_pointers, 1);
}

/* Of two callers with the same pointer one gets it. */
dpex_status dpex_pointer_disown(const dpex_context *ctx, const void *ptr, dpex_storage **storage)
{
    dpex_storage *found = NULL;
    DPEX_TRY(dpex_storage_find(ctx, ptr, &found));
    uint8_t is_pointers = found->ptr == ptr;
    if (is_pointers) is_pointers = atomic_exchange(&found->is_pointers, 0);
    const void *start = found->ptr;
    dpex_storage_release(found); /* the pointer's reference is left */
    if (!is_pointers && start != ptr)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                         "the pointer is not the first byte of an allocation, which is at %p",
                         start);
    if (!is_pointers)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                         "the memory at %p belongs to an object, with which it ends", start);
    *storage = found;
    return DPEX_SUCCESS;
}
