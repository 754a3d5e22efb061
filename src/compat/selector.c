/* dpctl_sycl_device_selector_interface.h: a selector is a type of devices or a filter string.
 *
 * A score is what SYCL's selectors give: the device with the highest is chosen, a negative one is
 * never chosen. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compat.h"

/* Immutable once made, so that several threads may use one selector. */
struct DPCTLOpaqueSyclDeviceSelector {
    int unused, tag; /* dpex/object.h */
    dpex_device_type type;
    char *filter; /* owned; NULL: by type */
};

/* The filter is copied. NULL: no memory. */
static DPCTLSyclDeviceSelectorRef make(dpex_device_type type, const char *filter)
{
    DPCTLSyclDeviceSelectorRef selector = calloc(1, sizeof *selector);
    if (!selector) return NULL;
    selector->tag = DPEX_OBJECT_TAG(COMPAT_SELECTOR);
    selector->type = type;
    if (filter) selector->filter = compat_text(filter);
    if (!filter || selector->filter) return selector;
    free(selector);
    return NULL;
}

DPCTLSyclDeviceSelectorRef DPCTLAcceleratorSelector_Create(void)
{
    return make(DPEX_TYPE_ACCELERATOR, NULL);
}

DPCTLSyclDeviceSelectorRef DPCTLDefaultSelector_Create(void)
{
    return make(DPEX_TYPE_ALL, NULL);
}

DPCTLSyclDeviceSelectorRef DPCTLCPUSelector_Create(void)
{
    return make(DPEX_TYPE_CPU, NULL);
}

DPCTLSyclDeviceSelectorRef DPCTLGPUSelector_Create(void)
{
    return make(DPEX_TYPE_GPU, NULL);
}

/* A filter that cannot be parsed is refused here; one that is well-formed but finds nothing is not. */
DPCTLSyclDeviceSelectorRef DPCTLFilterSelector_Create(const char *filter)
{
    NEED(filter, NULL);
    dpex_device *device = NULL;
    dpex_status status = dpex_device_find(filter, &device);
    if (!status) dpex_device_release(device);
    if (status && status != DPEX_ERROR_NO_DEVICE) {
        compat_failed(__func__, status);
        return NULL;
    }
    return make(DPEX_TYPE_ALL, filter);
}

void DPCTLDeviceSelector_Delete(DPCTLSyclDeviceSelectorRef DSRef)
{
    if (!IS_USABLE(DSRef)) return;
    free(DSRef->filter);
    DSRef->tag = 0;
    free(DSRef);
}

dpex_device *compat_select(const DPCTLSyclDeviceSelectorRef selector)
{
    dpex_device *device = NULL;
    dpex_status status = selector->filter ? dpex_device_find(selector->filter, &device)
                                          : dpex_device_select(selector->type, &device);
    return compat_failed(__func__, status) ? NULL : device;
}

/* ---- scores ---- */

/* Whether the filter as it stands names just this device. */
static int finds(const char *filter, const dpex_device *device)
{
    dpex_device *found = NULL;
    if (dpex_device_find(filter, &found)) return 0;
    int same = found == device;
    dpex_device_release(found);
    return same;
}

/* Whether one alternative of a filter, of n characters, matches: itself, or with the number that it leaves open. */
static int alternative_matches(const char *part, size_t n, const dpex_device *device)
{
    char text[128];
    dpex_device *const *all;
    size_t n_all;
    if (n + 24 > sizeof text || dpex_device_get_all(&all, &n_all)) return 0;
    snprintf(text, sizeof text, "%.*s", (int)n, part);
    if (finds(text, device)) return 1;
    for (size_t i = 1; i < n_all; i++) {
        snprintf(text, sizeof text, "%.*s:%zu", (int)n, part, i);
        if (finds(text, device)) return 1;
    }
    return 0;
}

/* A filter is a list of alternatives, separated by commas. */
static int filter_matches(const char *filter, const dpex_device *device)
{
    for (const char *part = filter;;) {
        size_t n = strcspn(part, ",");
        if (alternative_matches(part, n, device)) return 1;
        if (!part[n]) return 0;
        part += n + 1;
    }
}

/* A device of a type that is never the default has a negative score; asked for by its type or by a
 * filter it counts like any other. */
int DPCTLDeviceSelector_Score(DPCTLSyclDeviceSelectorRef DSRef, DPCTLSyclDeviceRef DRef)
{
    NEED(DSRef, -1);
    NEED(DRef, -1);
    const dpex_device *device = device_of(DRef);
    int score = dpex_device_default_score(device);
    if (DSRef->filter) return filter_matches(DSRef->filter, device) ? abs(score) : -1;
    if (DSRef->type == DPEX_TYPE_ALL) return score;
    return dpex_device_get_info(device)->type == DSRef->type ? abs(score) : -1;
}
