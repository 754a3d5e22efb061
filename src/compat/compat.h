/* What the files of libDPCTLSyclInterface share.
 *
 * The library is dpctl's C interface as a thin layer over the public headers of libdpex. A reference is the address of libdpex's own
 * object, counted there; so references go to and from the objects of the Python extension, whose structs hold the same addresses. Nothing
 * is kept here besides. Functions never fail loudly: DPCTL_VERBOSITY decides whether a reason is shown. */
#ifndef DPEX_COMPAT_H
#define DPEX_COMPAT_H

#include <dpctl_sycl_interface.h>
#include <dpex/dpex.h>

/* The kind of what a reference of its type refers to; DPEX_OBJECT_NONE: a pointer to something without a tag. */
enum {
    COMPAT_SELECTOR = DPEX_OBJECT_FIRST_FREE,
    COMPAT_DEVICE_VECTOR,
    COMPAT_EVENT_VECTOR,
    COMPAT_PLATFORM_VECTOR,
    COMPAT_BUILD_OPTIONS,
    COMPAT_KERNEL_NAMES,
    COMPAT_VIRTUAL_HEADERS,
    COMPAT_BUILD_LOG
};
#define KIND_OF(ptr)                                                                               \
    _Generic((ptr), DPCTLSyclPlatformRef                                                           \
             : DPEX_OBJECT_PLATFORM, DPCTLSyclDeviceRef                                            \
             : DPEX_OBJECT_DEVICE, DPCTLSyclContextRef                                             \
             : DPEX_OBJECT_CONTEXT, DPCTLSyclQueueRef                                              \
             : DPEX_OBJECT_QUEUE, DPCTLSyclEventRef                                                \
             : DPEX_OBJECT_EVENT, DPCTLSyclKernelBundleRef                                         \
             : DPEX_OBJECT_PROGRAM, DPCTLSyclKernelRef                                             \
             : DPEX_OBJECT_KERNEL, DPCTLSyclDeviceSelectorRef                                      \
             : COMPAT_SELECTOR, DPCTLDeviceVectorRef                                               \
             : COMPAT_DEVICE_VECTOR, DPCTLEventVectorRef                                           \
             : COMPAT_EVENT_VECTOR, DPCTLPlatformVectorRef                                         \
             : COMPAT_PLATFORM_VECTOR, DPCTLBuildOptionListRef                                     \
             : COMPAT_BUILD_OPTIONS, DPCTLKernelNameListRef                                        \
             : COMPAT_KERNEL_NAMES, DPCTLVirtualHeaderListRef                                      \
             : COMPAT_VIRTUAL_HEADERS, DPCTLKernelBuildLogRef                                      \
             : COMPAT_BUILD_LOG, default                                                           \
             : DPEX_OBJECT_NONE)

/* Returns `otherwise` from the calling function where a pointer is NULL, or a reference is one to something else, and shows that as a
 * warning. */
#define NEED(ptr, otherwise)                                                                       \
    do {                                                                                           \
        if (!compat_is_usable(ptr, KIND_OF(ptr), __func__, #ptr)) return otherwise;                \
    } while (0)
/* For constructors: tells the caller's error handler too. */
#define NEED_OR_TELL(ptr, handler)                                                                 \
    do {                                                                                           \
        if (!compat_is_usable(ptr, KIND_OF(ptr), __func__, #ptr)) {                                \
            if (handler) handler(DPEX_ERROR_INVALID_VALUE);                                        \
            return NULL;                                                                           \
        }                                                                                          \
    } while (0)
/* Whether there is something to delete. */
#define IS_USABLE(ptr) ((ptr) && compat_is_usable(ptr, KIND_OF(ptr), __func__, #ptr))

/* kind: DPEX_OBJECT_NONE where only NULL is refused. */
int compat_is_usable(const void *ptr, int kind, const char *function, const char *name);

/* Shows a warning on stderr, where DPCTL_VERBOSITY is `warning`. */
void compat_warn(const char *function, const char *what);
/* Whether the call failed; shows the recorded message of the failure where DPCTL_VERBOSITY is
 * `error` or `warning`. */
int compat_failed(const char *function, dpex_status status);

/* A text or array that the caller deletes; NULL: no memory. */
char *compat_text(const char *text);
/* printf into a text that grows; *text is NULL at first, and after a failure. */
void compat_append(char **text, const char *fmt, ...) DPEX_PRINTF_LIKE(2, 3);

/* dpctl's numbers of libdpex's enumerations; what it has no number for is UNKNOWN. */
DPCTLSyclBackendType compat_backend(dpex_backend_name backend);
DPCTLSyclDeviceType compat_device_type(dpex_device_type type);
/* Whether a device is of the backends and types of an identifier (dpctl_sycl_device_manager.h). */
int compat_matches(const dpex_device *device, int identifier);

/* New vector with references of its own; the array is borrowed. */
DPCTLDeviceVectorRef compat_device_vector(dpex_device *const *devices, size_t n);

/* The numbers of the bits that are set, in a new array (DPCTLInt_Array_Delete); *n is 0 before. NULL: no memory. */
int *compat_bit_numbers(uint64_t bits, size_t *n);

/* The vector's own array, borrowed. */
dpex_device *const *compat_vector_devices(const DPCTLDeviceVectorRef devices, size_t *n);

/* The device that a selector chooses; new, or NULL. */
dpex_device *compat_select(const DPCTLSyclDeviceSelectorRef selector);

/* The text of a device for humans, indented; NULL: no memory. */
void compat_append_device(char **text, const dpex_device *device, const char *indent);

/* References are opaque pointers to the C side; these casts are the only conversion there is.
 * Nothing is retained. */
static inline dpex_device *device_of(const DPCTLSyclDeviceRef ref)
{
    return (dpex_device *)ref;
}
static inline dpex_platform *platform_of(const DPCTLSyclPlatformRef ref)
{
    return (dpex_platform *)ref;
}
static inline dpex_context *context_of(const DPCTLSyclContextRef ref)
{
    return (dpex_context *)ref;
}
static inline dpex_queue *queue_of(const DPCTLSyclQueueRef ref)
{
    return (dpex_queue *)ref;
}
static inline dpex_event *event_of(const DPCTLSyclEventRef ref)
{
    return (dpex_event *)ref;
}

#endif
