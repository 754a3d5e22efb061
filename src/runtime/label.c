/* A device in the words of messages. The filter string names a root device; sub-devices of it have
 * none, and are told apart by the cores or tiles that they consist of, as the backend numbers
 * them. */
#include <stdio.h>

#include "backend/backend.h"
#include "dpex/device.h"

/* Text that is written piece by piece; what does not fit is cut. */
typedef struct writer {
    char *at;
    size_t bytes;
} writer;

static void advance(writer *w, int length)
{
    size_t written = length < 0 ? 0 : (size_t)length;
    if (written >= w->bytes) written = w->bytes ? w->bytes - 1 : 0;
    w->at += written;
    w->bytes -= written;
}

/* "0-3,8" of the units 0, 1, 2, 3 and 8. Neighbours are one range, so that whole sockets stay
 * readable. */
static void write_units(writer *w, const int *units, size_t n)
{
    for (size_t first = 0; first < n;) {
        size_t last = first;
        while (last + 1 < n && units[last + 1] == units[last] + 1) last++;
        const char *comma = first ? "," : "";
        advance(w, last > first
                       ? snprintf(w->at, w->bytes, "%s%d-%d", comma, units[first], units[last])
                       : snprintf(w->at, w->bytes, "%s%d", comma, units[first]));
        first = last + 1;
    }
}

void dpex_device_get_label(const dpex_device *device, char *buffer, size_t buffer_bytes)
{
    const dpex_device *root = dpex_device_get_root(device);
    writer w = {buffer, buffer_bytes};
    char filter[40];
    if (dpex_device_get_filter(root, 1, 1, filter, sizeof filter))
        snprintf(filter, sizeof filter, "%.39s", root->info.name); /* a composite device */
    if (root != device && device->n_units) {
        const char *unit = device->info.type == DPEX_TYPE_CPU ? "core" : "tile";
        advance(&w, snprintf(w.at, w.bytes, "%s%s ", unit, device->n_units == 1 ? "" : "s"));
        write_units(&w, device->units, device->n_units);
        advance(&w, snprintf(w.at, w.bytes, " of "));
    } else if (root != device) {
        advance(&w, snprintf(w.at, w.bytes, "a sub-device of "));
    }
    snprintf(w.at, w.bytes, "%s", filter);
}
