/* Checks of arguments: compute follows data, so what is computed together is on one queue; and what
 * is written may be written. */
#include "array/array.h"
#include "base/error.h"
#include "dpex/device.h"
#include "dpex/queue.h"

enum { DEVICE_TEXT_BYTES = 128 };

static const char *describe_device(const dpex_device *device, char text[DEVICE_TEXT_BYTES])
{
    dpex_device_get_label(device, text, DEVICE_TEXT_BYTES);
    return text;
}

/* name: of the call, NULL: the binding knows it; what: of the argument; both for the message. No
 * array is copied silently between devices. */
dpex_status dpex_array_check_queue(const char *name, const char *what, const dpex_array *x,
                                   const dpex_queue *queue)
{
    char here[DEVICE_TEXT_BYTES], there[DEVICE_TEXT_BYTES];
    /* The frequent case costs one comparison. */
    if (x->queue == queue) return DPEX_SUCCESS;
    const dpex_device *device = dpex_queue_get_device(x->queue),
                      *other = dpex_queue_get_device(queue);
    const char *before = name ? name : "", *colon = name ? ": " : "";
    if (device == other)
        return DPEX_FAIL(DPEX_ERROR_PLACEMENT,
                         "%s%s%s is on another queue of %s; to_device copies it", before, colon,
                         what, describe_device(device, here));
    return DPEX_FAIL(DPEX_ERROR_PLACEMENT, "%s%s%s is on %s, not on %s; to_device copies it",
                     before, colon, what, describe_device(device, here),
                     describe_device(other, there));
}

dpex_status dpex_array_check_writable(const char *what, const dpex_array *x)
{
    if (x->flags & DPEX_ARRAY_WRITABLE) return DPEX_SUCCESS;
    return DPEX_FAIL(DPEX_ERROR_READ_ONLY, "%s is read-only", what);
}
