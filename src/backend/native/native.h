/* What the files of the native backend share. */
#ifndef DPEX_BACKEND_NATIVE_NATIVE_H
#define DPEX_BACKEND_NATIVE_NATIVE_H

#include "backend/backend.h"

/* Fills device->info for the CPUs in device->units (cpu.c). */
dpex_status dpex_native_describe(dpex_device *device);
/* Makes device->handle, a team on device->units (native.c). */
dpex_status dpex_native_attach(dpex_device *device);

#endif
