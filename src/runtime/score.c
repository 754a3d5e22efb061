/* Which device is best: its score.
 *
 * GPUs before the CPU before accelerators, real devices before simulated ones of the same type, a
 * GPU through its vendor's own interface before the same one through OpenCL; between equals the one
 * listed first. */
#include "backend/backend.h"

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
