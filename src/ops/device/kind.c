/* Which forms of kernels suit a device. */
#include <pthread.h>
#include <string.h>

#include "base/env.h"
#include "ops/device/device.h"
#include "runtime/runtime.h"

/* Read once, by the first call that asks; constant afterwards. */
static int groups_everywhere, any_strides;

static void read_forms(void)
{
    const char *forms = dpex_env_text("DPEX_KERNEL_FORMS");
    const int both = forms && !strcmp(forms, "gpu,strided");
    groups_everywhere = both || (forms && !strcmp(forms, "gpu"));
    any_strides = both || (forms && !strcmp(forms, "strided"));
    if (forms && !groups_everywhere && !any_strides && strcmp(forms, "device"))
        dpex_env_warn("DPEX_KERNEL_FORMS", forms, "gpu, strided, \"gpu,strided\" or device");
}

static pthread_once_t once = PTHREAD_ONCE_INIT;

int dpex_device_has_any_strides_only(void)
{
    pthread_once(&once, read_forms);
    return any_strides;
}

/* Accelerators are treated as GPUs are. */
int dpex_device_is_grouped(const dpex_device *device)
{
    pthread_once(&once, read_forms);
    return groups_everywhere || device->info.type != DPEX_TYPE_CPU;
}

int dpex_device_has_groups(const dpex_device *device)
{
    return dpex_device_is_grouped(device) && device->info.max_work_group_size >= DPEX_DEVICE_LANES;
}

/* Small groups spread few items over all of a GPU; many items are started faster in large ones. */
int dpex_device_items_of_group(const dpex_device *device, int64_t n_items)
{
    enum { FEW = 64, MANY_ITEMS = 1 << 18 /* those that keep a GPU busy */ };
    if (!dpex_device_is_grouped(device)) return 1;
    return n_items >= MANY_ITEMS && dpex_device_has_groups(device) ? DPEX_DEVICE_LANES : FEW;
}

int dpex_device_has_progress(const dpex_device *device)
{
    return dpex_device_has_groups(device) && device->backend->has_group_progress;
}
