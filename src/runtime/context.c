/* Contexts: a set of devices of one platform.
 *
 * Memory belongs to a context: the last reference ends it only when the pool has none of its blocks
 * in use any more. */

#include "base/alloc.h"
#include "base/error.h"
#include "runtime/runtime.h"

/* What the struct itself holds; the backend's part is ended before. */
static void destroy(dpex_context *ctx)
{
    for (size_t i = 0; i < ctx->n_devices; i++) dpex_device_release(ctx->devices[i]);
    dpex_free(ctx->devices);
    dpex_free(ctx);
}

static dpex_status check(dpex_device *const *devices, size_t n)
{
    if (!n) return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "a context needs at least one device");
    /* One platform, so one backend. */
    for (size_t i = 1; i < n; i++)
        if (devices[i]->platform != devices[0]->platform)
            return DPEX_FAIL(
                DPEX_ERROR_INVALID_VALUE,
                "devices 0 and %zu of the context belong to different platforms, %s and %s", i,
                devices[0]->platform->info.name, devices[i]->platform->info.name);
    return DPEX_SUCCESS;
}

dpex_status dpex_context_create(dpex_device *const *devices, size_t n, dpex_context **ctx)
{
    DPEX_TRY(check(devices, n));
    dpex_context *made = dpex_calloc(1, sizeof *made);
    if (made) made->devices = dpex_calloc(n, sizeof(dpex_device *));
    if (!made || !made->devices) {
        dpex_free(made);
        return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "out of memory for a context of %zu devices", n);
    }
    atomic_init(&made->refs, 1);
    made->tag = DPEX_OBJECT_TAG(DPEX_OBJECT_CONTEXT);
    made->backend = devices[0]->backend;
    made->platform = devices[0]->platform;
    made->n_devices = n;
    for (size_t i = 0; i < n; i++) made->devices[i] = dpex_device_retain(devices[i]);
    /* Backends without anything of their own for a context leave the entry out. */
    dpex_status status =
        made->backend->context_create ? made->backend->context_create(made) : DPEX_SUCCESS;
    if (status) {
        destroy(made);
        return status;
    }
    *ctx = made;
    return DPEX_SUCCESS;
}

/* Called with no references left, by dpex_context_release or by the sweep that ended the last
 * block. */
void dpex_context_destroy(dpex_context *ctx)
{
    if (ctx->backend->context_destroy) ctx->backend->context_destroy(ctx);
    destroy(ctx);
}

dpex_context *dpex_context_retain(dpex_context *ctx)
{
    if (ctx) atomic_fetch_add_explicit(&ctx->refs, 1, memory_order_relaxed);
    return ctx;
}

void dpex_context_release(dpex_context *ctx)
{
    /* Acquire and release: all use by other threads comes before the destruction. */
    if (!ctx || atomic_fetch_sub_explicit(&ctx->refs, 1, memory_order_acq_rel) != 1) return;
    ctx->tag = 0;
    /* 0: pending commands still use its memory; whoever sweeps destroys it later. */
    if (dpex_pool_close_context(ctx)) dpex_context_destroy(ctx);
}

dpex_device *const *dpex_context_get_devices(const dpex_context *ctx, size_t *n)
{
    *n = ctx->n_devices;
    return ctx->devices;
}

dpex_platform *dpex_context_get_platform(const dpex_context *ctx)
{
    return ctx->platform;
}

/* A context holds the sub-devices of its devices. */
int dpex_context_holds(const dpex_context *ctx, const dpex_device *device)
{
    for (; device; device = device->parent)
        for (size_t i = 0; i < ctx->n_devices; i++)
            if (ctx->devices[i] == device) return 1;
    return 0;
}
