/* Platforms: one per backend and kind of device, each with one default context. */
#include "backend/backend.h"
#include "base/error.h"
#include "runtime/registry.h"

dpex_status dpex_platform_get_all(dpex_platform *const **platforms, size_t *n)
{
    const dpex_registry *registry;
    DPEX_TRY(dpex_registry_get(&registry));
    *platforms = registry->platforms;
    *n = registry->n_platforms;
    return DPEX_SUCCESS;
}

const dpex_platform_info *dpex_platform_get_info(const dpex_platform *platform)
{
    return &platform->info;
}

dpex_status dpex_platform_get_devices(const dpex_platform *platform, dpex_device *const **devices,
                                      size_t *n)
{
    *devices = platform->devices;
    *n = platform->n_devices;
    return DPEX_SUCCESS;
}

/* Two threads may both make one; the first to publish wins and the other's goes. */
dpex_status dpex_platform_get_default_context(dpex_platform *platform, dpex_context **ctx)
{
    dpex_context *made, *current;
    /* Acquire: the context was made before it was published. */
    current = atomic_load_explicit(&platform->default_ctx, memory_order_acquire);
    if (!current) {
        DPEX_TRY(dpex_context_create(platform->devices, platform->n_devices, &made));
        if (atomic_compare_exchange_strong_explicit(&platform->default_ctx, &current, made,
                                                    memory_order_acq_rel, memory_order_acquire))
            current = made;
        else
            dpex_context_release(made);
    }
    *ctx = current;
    return DPEX_SUCCESS;
}

dpex_status dpex_context_create_for_device(dpex_device *device, dpex_context **ctx)
{
    if (device->parent || device->index == DPEX_NOT_LISTED)
        return dpex_context_create(&device, 1, ctx);
    DPEX_TRY(dpex_platform_get_default_context(device->platform, ctx));
    /* The platform keeps its own reference. */
    dpex_context_retain(*ctx);
    return DPEX_SUCCESS;
}
