/* What is freed later than its last reference: foreign storages and contexts whose memory commands
 * still use. A release never waits, so they are freed by a later call that waits or allocates.
 * Cached memory of the pools is given back here too, on request. */
#include "base/alloc.h"
#include "base/fork.h"
#include "runtime/pool.h"
#include "runtime/use.h"

/* Foreign storages without references whose uses are pending, linked through handle, which only
 * the pool's use. */
static pthread_mutex_t put_off_lock = PTHREAD_MUTEX_INITIALIZER; /* guards put_off */
static dpex_storage *put_off;
static _Atomic int n_put_off; /* to be read without the lock */
DPEX_FORK_GUARD(put_off_lock)

/* Without locks: `release` is foreign code. */
static void destroy_foreign(dpex_storage *storage)
{
    dpex_use_clear(storage);
    if (storage->release) storage->release(storage->owner);
    dpex_context_release(storage->ctx);
    dpex_device_release(storage->device);
    dpex_free(storage);
}

void dpex_storage_drop_foreign(dpex_storage *storage)
{
    if (dpex_pool_is_unused(storage)) {
        destroy_foreign(storage);
        return;
    }
    pthread_mutex_lock(&put_off_lock);
    storage->handle = put_off;
    put_off = storage;
    atomic_fetch_add(&n_put_off, 1);
    pthread_mutex_unlock(&put_off_lock);
}

static void close_contexts(void)
{
    dpex_context *ctx = dpex_pool_take_closing(), *next;
    for (; ctx; ctx = next) {
        next = ctx->closing_next;
        if (dpex_pool_close_context(ctx)) dpex_context_destroy(ctx);
    }
}

void dpex_memory_sweep(void)
{
    close_contexts();
    if (atomic_load_explicit(&n_put_off, memory_order_relaxed) == 0) return;
    pthread_mutex_lock(&put_off_lock);
    dpex_storage *storage = put_off, *next;
    put_off = NULL;
    atomic_store(&n_put_off, 0);
    pthread_mutex_unlock(&put_off_lock);
    /* Those that are still in use are put off again. */
    for (; storage; storage = next) {
        next = storage->handle;
        dpex_storage_drop_foreign(storage);
    }
}

/* The public call: blocks that are held stay. */
void dpex_pool_trim(size_t keep_bytes)
{
    dpex_pool_statistics now;
    dpex_pool_get_statistics(NULL, &now);
    if (now.cached_bytes > keep_bytes)
        dpex_pool_evict((dpex_pool_scope){NULL, 0}, now.cached_bytes - keep_bytes, 0);
    dpex_memory_sweep();
    dpex_pool_trim_drivers((dpex_pool_scope){NULL, 0}, 0);
}
