/* thin */
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "runtime/runtime.h"

/* Live storages, newest first. */
typedef struct entry {
    dpex_storage *storage;
    struct entry *next;
} entry;
static entry *entries;
static pthread_mutex_t entries_lock = PTHREAD_MUTEX_INITIALIZER; /* guards entries */

static void add_entry(dpex_storage *storage)
{
    entry *e = malloc(sizeof *e);
    if (!e) return;
    pthread_mutex_lock(&entries_lock);
    *e = (entry){storage, entries};
    entries = e;
    pthread_mutex_unlock(&entries_lock);
}

static void remove_entry(const dpex_storage *storage)
{
    pthread_mutex_lock(&entries_lock);
    for (entry **at = &entries; *at; at = &(*at)->next)
        if ((*at)->storage == storage) {
            entry *gone = *at;
            *at = gone->next;
            free(gone);
            break;
        }
    pthread_mutex_unlock(&entries_lock);
}

static dpex_storage *find_locked(const dpex_context *ctx, const char *ptr)
{
    for (entry *e = entries; e; e = e->next) {
        const char *start = e->storage->ptr;
        size_t bytes = e->storage->bytes ? e->storage->bytes : 1;
        if (e->storage->ctx == ctx && ptr >= start && ptr < start + bytes) return e->storage;
    }
    return NULL;
}

dpex_status dpex_storage_find(const dpex_context *ctx, const void *ptr, dpex_storage **storage)
{
    pthread_mutex_lock(&entries_lock);
    dpex_storage *found = find_locked(ctx, ptr);
    int refs = found ? atomic_load(&found->refs) : 0;
    while (refs > 0 && !atomic_compare_exchange_weak(&found->refs, &refs, refs + 1)) continue;
    pthread_mutex_unlock(&entries_lock);
    if (refs <= 0)
        return DPEX_FAIL(DPEX_ERROR_NOT_USM, "%p lies in no allocation of the context", ptr);
    *storage = found;
    return DPEX_SUCCESS;
}

static dpex_status create(dpex_queue *queue, size_t bytes, dpex_usm_kind kind, dpex_storage **out)
{
    dpex_storage *s = calloc(1, sizeof *s);
    if (!s) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory");
    dpex_status status = queue->backend->mem_alloc(queue->ctx, queue->device, kind,
                                                   bytes ? bytes : 64, &s->ptr, &s->handle);
    if (status) {
        free(s);
        return status;
    }
    atomic_init(&s->refs, 1);
    s->kind = (uint8_t)kind;
    s->host_accessible = kind != DPEX_USM_DEVICE || queue->device->info.type == DPEX_TYPE_CPU;
    s->bytes = bytes;
    s->ctx = dpex_context_retain(queue->ctx);
    s->device = dpex_device_retain(queue->device);
    *out = s;
    add_entry(s);
    return DPEX_SUCCESS;
}

dpex_status dpex_storage_create(dpex_queue *queue, size_t bytes, size_t align, dpex_usm_kind kind,
                                dpex_storage **storage)
{
    (void)align;
    return create(queue, bytes, kind, storage);
}

dpex_status dpex_storage_create_ordered(dpex_queue *queue, size_t bytes, dpex_usm_kind kind,
                                        dpex_storage **storage)
{
    return create(queue, bytes, kind, storage);
}

dpex_status dpex_storage_wrap(dpex_queue *queue, void *ptr, size_t bytes, dpex_usm_kind kind,
                              dpex_release_fn release, void *owner, dpex_storage **storage)
{
    dpex_storage *s = calloc(1, sizeof *s);
    if (!s) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory");
    atomic_init(&s->refs, 1);
    s->ptr = ptr;
    s->kind = (uint8_t)kind;
    s->host_accessible = kind != DPEX_USM_DEVICE || queue->device->info.type == DPEX_TYPE_CPU;
    s->bytes = bytes;
    s->ctx = dpex_context_retain(queue->ctx);
    s->device = dpex_device_retain(queue->device);
    s->release = release;
    s->owner = owner;
    *storage = s;
    add_entry(s);
    return DPEX_SUCCESS;
}

dpex_storage *dpex_storage_retain(dpex_storage *storage)
{
    if (storage) atomic_fetch_add_explicit(&storage->refs, 1, memory_order_relaxed);
    return storage;
}

void dpex_storage_release(dpex_storage *s)
{
    if (!s || atomic_fetch_sub_explicit(&s->refs, 1, memory_order_acq_rel) != 1) return;
    remove_entry(s);
    (void)dpex_storage_wait(s);
    if (s->release)
        s->release(s->owner);
    else
        s->ctx->backend->mem_free(s->ctx, s->device, (dpex_usm_kind)s->kind, s->ptr,
                                  s->bytes ? s->bytes : 64, s->handle);
    dpex_context_release(s->ctx);
    dpex_device_release(s->device);
    free(s);
}

void *dpex_storage_get_ptr(const dpex_storage *storage)
{
    return storage->ptr;
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

int dpex_storage_is_host_accessible(const dpex_storage *storage)
{
    return storage->host_accessible;
}

dpex_status dpex_storage_wait(dpex_storage *storage)
{
    for (int i = 0; i < DPEX_STORAGE_N_USES; i++) {
        dpex_use *use = &storage->uses[i];
        while (use->timeline &&
               atomic_load_explicit(&use->timeline->completed, memory_order_acquire) < use->number)
            sched_yield();
    }
    return DPEX_SUCCESS;
}

void dpex_pointer_find(const dpex_context *ctx, const void *ptr, dpex_pointer_info *info)
{
    pthread_mutex_lock(&entries_lock);
    const dpex_storage *found = find_locked(ctx, ptr);
    *info = found ? (dpex_pointer_info){(dpex_usm_kind)found->kind, found->device, found->ptr,
                                        found->bytes}
                  : (dpex_pointer_info){DPEX_USM_UNKNOWN, NULL, (void *)ptr, 0};
    pthread_mutex_unlock(&entries_lock);
}

void dpex_pool_get_statistics(const dpex_device *device, dpex_pool_statistics *statistics)
{
    (void)device;
    memset(statistics, 0, sizeof *statistics);
}

void dpex_pool_trim(size_t keep_bytes)
{
    (void)keep_bytes;
}

void dpex_pool_set_limit(uint64_t bytes)
{
    (void)bytes;
}
