/* dpctl_sycl_context_interface.h: contexts. */
#include "compat.h"

/* What both constructors end with. The handler is told of what fails now, and not kept: contexts are shared, so failures of commands are
 * told to the handlers of queues. */
static DPCTLSyclContextRef finish(dpex_context *ctx, dpex_status status,
                                  error_handler_callback *handler)
{
    if (!compat_failed("DPCTLContext_Create", status)) return (DPCTLSyclContextRef)ctx;
    if (handler) handler((int)status);
    return NULL;
}

/* New reference, released with DPCTLContext_Delete. No properties are defined for contexts. */
DPCTLSyclContextRef DPCTLContext_Create(const DPCTLSyclDeviceRef DRef,
                                        error_handler_callback *handler, int properties)
{
    (void)properties; /* SYCL defines none for contexts */
    NEED_OR_TELL(DRef, handler);
    dpex_context *ctx = NULL;
    dpex_status status = dpex_context_create_for_device(device_of(DRef), &ctx);
    return finish(ctx, status, handler);
}

/* The devices are retained by the context; the vector stays the caller's. */
DPCTLSyclContextRef DPCTLContext_CreateFromDevices(const DPCTLDeviceVectorRef Devices,
                                                   error_handler_callback *handler, int properties)
{
    (void)properties;
    NEED_OR_TELL(Devices, handler);
    dpex_context *ctx = NULL;
    size_t n;
    dpex_device *const *items = compat_vector_devices(Devices, &n);
    dpex_status status = dpex_context_create(items, n, &ctx);
    return finish(ctx, status, handler);
}

/* Contexts are equal if they are the same object, so the address serves as identity and as hash. */
bool DPCTLContext_AreEq(const DPCTLSyclContextRef CRef, const DPCTLSyclContextRef CRef2)
{
    NEED(CRef, false);
    NEED(CRef2, false);
    return CRef == CRef2;
}

DPCTLSyclContextRef DPCTLContext_Copy(const DPCTLSyclContextRef CRef)
{
    NEED(CRef, NULL);
    return (DPCTLSyclContextRef)dpex_context_retain(context_of(CRef));
}

size_t DPCTLContext_DeviceCount(const DPCTLSyclContextRef CRef)
{
    NEED(CRef, 0);
    size_t n;
    dpex_context_get_devices(context_of(CRef), &n);
    return n;
}

/* New vector with references of its own, in the order in which the context got its devices. */
DPCTLDeviceVectorRef DPCTLContext_GetDevices(const DPCTLSyclContextRef CRef)
{
    NEED(CRef, NULL);
    size_t n;
    dpex_device *const *devices = dpex_context_get_devices(context_of(CRef), &n);
    return compat_device_vector(devices, n);
}

DPCTLSyclBackendType DPCTLContext_GetBackend(const DPCTLSyclContextRef CRef)
{
    NEED(CRef, DPCTL_UNKNOWN_BACKEND);
    dpex_platform *platform = dpex_context_get_platform(context_of(CRef));
    return compat_backend(dpex_platform_get_info(platform)->backend);
}

DPCTLSyclPlatformRef DPCTLContext_GetPlatform(const DPCTLSyclContextRef CRef)
{
    NEED(CRef, NULL);
    return (DPCTLSyclPlatformRef)dpex_context_get_platform(context_of(CRef));
}

/* The low bits are the same for all addresses that malloc gives. */
size_t DPCTLContext_Hash(DPCTLSyclContextRef CRef)
{
    NEED(CRef, 0);
    return (size_t)CRef / 16;
}

void DPCTLContext_Delete(DPCTLSyclContextRef CRef)
{
    if (IS_USABLE(CRef)) dpex_context_release(context_of(CRef));
}

/* ---- what all devices can do ---- */

/* A context has at least one device. */
#define COMMON_BITS(function, field)                                                               \
    int *function(const DPCTLSyclContextRef CRef, size_t *n_values)                                \
    {                                                                                              \
        if (n_values) *n_values = 0;                                                               \
        NEED(CRef, NULL);                                                                          \
        NEED(n_values, NULL);                                                                      \
        size_t n;                                                                                  \
        uint64_t bits = UINT64_MAX;                                                                \
        dpex_device *const *devices = dpex_context_get_devices(context_of(CRef), &n);              \
        for (size_t i = 0; i < n; i++) bits &= dpex_device_get_info(devices[i])->field;            \
        return compat_bit_numbers(bits, n_values);                                                 \
    }
COMMON_BITS(DPCTLContext_GetAtomicMemoryOrderCapabilities, atomic_memory_order_capabilities)
COMMON_BITS(DPCTLContext_GetAtomicFenceOrderCapabilities, atomic_fence_order_capabilities)
COMMON_BITS(DPCTLContext_GetAtomicMemoryScopeCapabilities, atomic_memory_scope_capabilities)
COMMON_BITS(DPCTLContext_GetAtomicFenceScopeCapabilities, atomic_fence_scope_capabilities)
#undef COMMON_BITS
