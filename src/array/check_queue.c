/* Compute follows data: what is computed together is on one queue. */
#include <stdio.h>

#include "array/array.h"
#include "base/error.h"
#include "dpex/device.h"
#include "dpex/queue.h"

enum { DEVICE_TEXT_BYTES = 96 };

/* "cuda:gpu:1", "a sub-device of opencl:cpu:0"; the name of a device that no filter string finds. */
static const char *describe_device(const dpex_device *device, char text[DEVICE_TEXT_BYTES])
{
    const dpex_device *root = dpex_device_get_root(device);
    char filter[DEVICE_TEXT_BYTES / 2];
    if (dpex_device_get_filter(root, 1, 1, filter, sizeof filter))
        snprintf(filter, sizeof filter, "%.40s", dpex_device_get_info(root)->name);
    snprintf(text, DEVICE_TEXT_BYTES, "%s%s", root == device ? "" : "a sub-device of ", filter);
    return text;
}

/* name: of the call; what: of the argument; both for the message. No array is copied silently
 * between devices. */
dpex_status dpex_array_check_queue(const char *name, const char *what, const dpex_array *x,
                                   const dpex_queue *queue)
{
    char here[DEVICE_TEXT_BYTES], there[DEVICE_TEXT_BYTES];
    /* The frequent case costs one comparison. */
    if (x->queue == queue) return DPEX_SUCCESS;
    const dpex_device *device = dpex_queue_get_device(x->queue),
                      *other = dpex_queue_get_device(queue);
    if (device == other)
        return DPEX_FAIL(DPEX_ERROR_PLACEMENT,
                         "%s: %s is on another queue of %s; to_device copies it", name, what,
                         describe_device(device, here));
    return DPEX_FAIL(DPEX_ERROR_PLACEMENT, "%s: %s is on %s, not on %s; to_device copies it", name,
                     what, describe_device(device, here), describe_device(other, there));
}
