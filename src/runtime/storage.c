/* thin */
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "runtime/runtime.h"

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
    (void)ctx;
    *info = (dpex_pointer_info){DPEX_USM_UNKNOWN, NULL, (void *)ptr, 0};
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
