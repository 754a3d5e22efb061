/* What the files of the native backend share. */
#ifndef DPEX_BACKEND_NATIVE_NATIVE_H
#define DPEX_BACKEND_NATIVE_NATIVE_H

#include "backend/backend.h"

/* Fills device->info for the CPUs in device->units (cpu.c). */
void dpex_native_describe(dpex_device *device);
/* Makes device->handle, a team on device->units, and releases it (team.c). */
dpex_status dpex_native_attach(dpex_device *device);
void dpex_native_release(dpex_device *device);

/* The properties that depend on the number and topology of the CPUs (split.c). */
void dpex_native_describe_splits(dpex_device *device);
/* dpex_backend's partition (split.c). */
dpex_status dpex_native_partition(dpex_device *device, const dpex_partition *partition,
                                  dpex_device ***devices, size_t *n);

#endif
