/* Making and freeing platforms and devices: the structs that all backends fill in the same way.
 *
 * Not here: which devices there are (each backend's discover), and reference counts (runtime/). A
 * device is made in steps that may fail, so dpex_device_free takes any half-made one. */
#include "backend/backend.h"

#include <string.h>

#include "base/alloc.h"
#include "base/error.h"

static dpex_status no_memory(const char *what)
{
    return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "out of memory for %s", what);
}

dpex_status dpex_platform_new(const dpex_backend *backend, const dpex_platform_info *info,
                              dpex_platform **platform)
{
    dpex_platform *made = dpex_calloc(1, sizeof *made);
    if (!made) return no_memory("a platform");
    made->tag = DPEX_OBJECT_TAG(DPEX_OBJECT_PLATFORM);
    made->backend = backend;
    made->info = *info;
    *platform = made;
    return DPEX_SUCCESS;
}

/* All properties are zeros, to be filled by the backend. The caller adds it to a list or frees
 * it. */
dpex_status dpex_device_new(const dpex_backend *backend, dpex_platform *platform,
                            dpex_device **device)
{
    dpex_device *made = dpex_calloc(1, sizeof *made);
    if (!made) return no_memory("a device");
    /* The reference of a sub-device's first holder; roots do not count. */
    atomic_init(&made->refs, 1);
    made->tag = DPEX_OBJECT_TAG(DPEX_OBJECT_DEVICE);
    made->backend = backend;
    made->platform = platform;
    made->index = DPEX_NOT_LISTED;
    made->info.backend = platform->info.backend;
    made->info.partition_type = DPEX_PARTITION_NONE;
    *device = made;
    return DPEX_SUCCESS;
}

/* A part of the parent's units with its properties; the runtime retains the parent
 * (partition.c). */
dpex_status dpex_device_new_sub(dpex_device *parent, const int *units, size_t n_units,
                                dpex_device **device)
{
    dpex_device *made = NULL;
    DPEX_TRY(dpex_device_new(parent->backend, parent->platform, &made));
    if (dpex_device_set_units(made, units, n_units)) {
        dpex_device_free(made);
        /* The failure has been recorded. */
        return DPEX_ERROR_NO_MEMORY;
    }
    made->parent = parent;
    made->index = parent->index;
    made->host_reads_device_memory = parent->host_reads_device_memory;
    made->info = parent->info;
    *device = made;
    return DPEX_SUCCESS;
}

/* units: the numbers of CPUs, or whatever a backend numbers; copied. */
dpex_status dpex_device_set_units(dpex_device *device, const int *units, size_t n_units)
{
    int *copy = dpex_malloc(n_units * sizeof *copy);
    if (!copy) return no_memory("a device's units");
    memcpy(copy, units, n_units * sizeof *copy);
    dpex_free(device->units);
    device->units = copy;
    device->n_units = n_units;
    return DPEX_SUCCESS;
}

void dpex_device_free(dpex_device *device)
{
    if (!device) return;
    device->tag = 0;
    /* Half-made devices may have no handle yet. */
    if (device->handle && device->backend->device_release) device->backend->device_release(device);
    dpex_free(device->units);
    dpex_free(device->components);
    dpex_free(device);
}

static void free_devices(dpex_device **devices, size_t n)
{
    for (size_t i = 0; i < n; i++) dpex_device_free(devices[i]);
    dpex_free(devices);
}

/* With its devices; only for platforms that are not listed yet, since listed ones stay for the
 * process. */
void dpex_platform_free(dpex_platform *platform)
{
    if (!platform) return;
    free_devices(platform->devices, platform->n_devices);
    free_devices(platform->composites, platform->n_composites);
    dpex_free(platform);
}

/* Lists are short and grow rarely. */
dpex_status dpex_device_list_append(dpex_device ***devices, size_t *n, dpex_device *device)
{
    dpex_device **longer = dpex_realloc(*devices, (*n + 1) * sizeof *longer);
    if (!longer) return no_memory("a list of devices");
    longer[(*n)++] = device;
    *devices = longer;
    return DPEX_SUCCESS;
}

const char *dpex_command_get_kind(const dpex_command *command)
{
    static const char *const names[] = {"copy",    "fill",     "kernel", "host call", "parallel",
                                        "barrier", "prefetch", "advise", "library"};
    return (size_t)command->kind < sizeof names / sizeof *names ? names[command->kind] : "command";
}

const char *dpex_command_get_name(const dpex_command *command)
{
    return command->name ? command->name : dpex_command_get_kind(command);
}
