/* Contexts: a set of devices of one platform that share memory addresses. */
#ifndef DPEX_CONTEXT_H
#define DPEX_CONTEXT_H

#include "device.h"

DPEX_EXTERN_C_BEGIN

/* A context of n >= 1 devices of one platform (else DPEX_ERROR_INVALID_VALUE); new; retains the
 * devices. */
DPEX_API dpex_status dpex_context_create(dpex_device *const *devices, size_t n, dpex_context **ctx);
/* The platform's default context for a root device, a new one for a sub-device. New (retained)
 * either way. */
DPEX_API dpex_status dpex_context_create_for_device(dpex_device *device, dpex_context **ctx);
DPEX_API dpex_context *dpex_context_retain(dpex_context *ctx);
DPEX_API void dpex_context_release(dpex_context *ctx); /* NULL is fine */
DPEX_API dpex_device *const *dpex_context_get_devices(const dpex_context *ctx,
                                                      size_t *n);           /* borrowed */
DPEX_API dpex_platform *dpex_context_get_platform(const dpex_context *ctx); /* borrowed */
/* Whether a queue on this device may be made in the context: the device or an ancestor is a
 * member. */
DPEX_API int dpex_context_holds(const dpex_context *ctx, const dpex_device *device);

DPEX_EXTERN_C_END

#endif
