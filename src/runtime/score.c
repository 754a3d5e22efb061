/* Which device is best: scores, and selection by them.
 *
 * GPUs before the CPU before accelerators, real devices before simulated ones of the same type, a GPU through its vendor's own
 * interface before the same one through OpenCL; between equals the one listed first. */
#include <stdio.h>

#include "backend/backend.h"
#include "base/error.h"
#include "runtime/registry.h"

static int score_of_type(dpex_device_type type)
{
    switch (type) {
    case DPEX_TYPE_GPU: return 500;
    case DPEX_TYPE_CPU: return 300;
    case DPEX_TYPE_ACCELERATOR: return 75;
    default: return -1;
    }
}

int dpex_device_default_score(const dpex_device *device)
{
    int score = score_of_type(device->info.type);
    if (score > 0 && !dpex_device_has_aspect(device, DPEX_ASPECT_emulated)) score += 50;
    if (score > 0 && device->info.backend != DPEX_BACKEND_OPENCL) score += 10;
    return score;
}

static const char *type_name(dpex_device_type type)
{
    switch (type) {
    case DPEX_TYPE_GPU: return "type gpu";
    case DPEX_TYPE_CPU: return "type cpu";
    case DPEX_TYPE_ACCELERATOR: return "type accelerator";
    case DPEX_TYPE_CUSTOM: return "type custom";
    default: return "the default selection";
    }
}

dpex_status dpex_device_select(dpex_device_type type, dpex_device **device)
{
    const dpex_registry *registry;
    dpex_device *best = NULL;
    int best_score = 0;
    int any = type == DPEX_TYPE_ALL || type == DPEX_TYPE_AUTOMATIC;
    DPEX_TRY(any || type == DPEX_TYPE_CPU ? dpex_registry_get_host(&registry)
                                          : dpex_registry_get(&registry));
    for (size_t i = 0; i < registry->n_devices; i++) {
        dpex_device *candidate = registry->devices[i];
        int score = dpex_device_default_score(candidate);
        if ((any || candidate->info.type == type) && score > best_score) {
            best = candidate;
            best_score = score;
        }
    }
    if (!best) return dpex_registry_fail_no_device(registry, type_name(type));
    *device = dpex_device_retain(best);
    return DPEX_SUCCESS;
}
