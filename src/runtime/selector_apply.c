/* ONEAPI_DEVICE_SELECTOR applied to what the backends found.
 *
 * Sub-devices that it names are created first, at the ends of their platforms' lists; then
 * root devices that it does not name are removed. No references to the devices exist yet, so they
 * are freed, not released. */
#include "base/alloc.h"
#include "base/env.h"
#include "base/error.h"
#include "base/log.h"
#include "runtime/selector.h"

enum { N_BACKEND_NAMES = DPEX_BACKEND_OPENCL + 1 };

/* A sub-device becomes a root device of its own. */
static void promote(dpex_device *device)
{
    device->parent = NULL;
    device->index = DPEX_NOT_LISTED;
    device->info.partition_type = DPEX_PARTITION_NONE;
    device->info.partition_domain = DPEX_AFFINITY_NOT_APPLICABLE;
}

/* A device that cannot be split has no parts, which is not a failure. */
static dpex_status split(dpex_device *device, dpex_device ***devices, size_t *n)
{
    static const dpex_partition next_partitionable = {.kind = DPEX_PARTITION_BY_AFFINITY,
                                                      .domain = DPEX_AFFINITY_NEXT_PARTITIONABLE};
    if (!device->backend->partition) return DPEX_SUCCESS;
    dpex_status status = device->backend->partition(device, &next_partitionable, devices, n);
    if (status && status != DPEX_ERROR_NO_MEMORY) {
        DPEX_LOG_LINE(DPEX_LOG_DISCOVERY, "ONEAPI_DEVICE_SELECTOR: %s", dpex_error_message());
        return DPEX_SUCCESS;
    }
    return status;
}

/* Lists what the selector names inside a device. Calls itself for sub-devices of sub-devices, and
 * no deeper. */
static dpex_status list_inside(const dpex_selector *selector,
                               const dpex_selector_candidate *candidate)
{
    dpex_device *device = (dpex_device *)candidate->device, **subs = NULL;
    dpex_platform *platform = device->platform;
    size_t n_subs = 0;
    /* Deeper devices are not in the grammar. */
    if (candidate->depth == DPEX_SELECTOR_MAX_DEPTH ||
        !dpex_selector_names_parts(selector, candidate))
        return DPEX_SUCCESS;
    dpex_status status = split(device, &subs, &n_subs);
    for (size_t i = 0; i < n_subs; i++) {
        dpex_selector_candidate inner = *candidate;
        inner.device = subs[i];
        inner.path[inner.depth++] = (int)i;
        int selected = dpex_selector_selects(selector, &inner);
        if (!status) status = list_inside(selector, &inner);
        if (!status && selected)
            status = dpex_device_list_append(&platform->devices, &platform->n_devices, subs[i]);
        /* Freed here where not listed: no other list knows it. */
        if (status || !selected)
            dpex_device_free(subs[i]);
        else
            promote(subs[i]);
    }
    dpex_free(subs);
    return status;
}

/* A composite device is there only where all its components are. */
static void dissolve(dpex_platform *platform, dpex_device *composite)
{
    /* Its components lose the mark that says they have one. */
    for (size_t i = 0; i < composite->n_components; i++) {
        composite->components[i]->composite = NULL;
        composite->components[i]->info.aspects &= ~(1ull << DPEX_ASPECT_is_component);
    }
    size_t n = 0;
    for (size_t i = 0; i < platform->n_composites; i++)
        if (platform->composites[i] != composite)
            platform->composites[n++] = platform->composites[i];
    platform->n_composites = n;
    dpex_device_free(composite);
}

/* The list is compacted by the caller. */
static void hide(dpex_platform *platform, dpex_device *device)
{
    if (device->composite) dissolve(platform, device->composite);
    dpex_device_free(device);
}

/* first: the number in its backend of the platform's first device. */
static dpex_status apply_to_platform(const dpex_selector *selector, dpex_platform *platform,
                                     int first)
{
    size_t n_roots = platform->n_devices, n_kept = 0;
    dpex_selector_candidate candidate = {.depth = 1};
    /* First all splits, as hidden devices may have parts that are listed. */
    for (size_t i = 0; i < n_roots; i++) {
        candidate.device = platform->devices[i];
        candidate.path[0] = first + (int)i;
        DPEX_TRY(list_inside(selector, &candidate));
    }
    for (size_t i = 0; i < platform->n_devices; i++) {
        dpex_device *device = platform->devices[i];
        candidate.device = device;
        candidate.path[0] = first + (int)i;
        /* Sub-devices were selected before. */
        if (i >= n_roots || dpex_selector_selects(selector, &candidate))
            platform->devices[n_kept++] = device;
        else
            hide(platform, device);
    }
    platform->n_devices = n_kept;
    return DPEX_SUCCESS;
}

dpex_status dpex_selector_apply(dpex_registry *registry)
{
    const char *text = dpex_env_text("ONEAPI_DEVICE_SELECTOR");
    dpex_selector selector;
    /* Per backend name, as numbers count across platforms. */
    int numbers[N_BACKEND_NAMES] = {0};
    if (!text) return DPEX_SUCCESS;
    if (!dpex_selector_parse(text, &selector)) {
        dpex_env_warn(
            "ONEAPI_DEVICE_SELECTOR", text,
            "backend:device(,device)*(;backend:device(,device)*)*, terms to discard last and with "
            "! in front, for example \"level_zero:gpu;opencl:cpu\" or \"*:*;!cuda:0\"");
        return DPEX_SUCCESS;
    }
    for (size_t i = 0; i < registry->n_platforms; i++) {
        dpex_platform *platform = registry->platforms[i];
        int *number = &numbers[platform->info.backend], first = *number;
        *number += (int)platform->n_devices;
        DPEX_TRY(apply_to_platform(&selector, platform, first));
    }
    return DPEX_SUCCESS;
}
