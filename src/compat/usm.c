/* dpctl_sycl_usm_interface.h: USM memory as bare pointers. libdpex's pool knows which storage a pointer belongs to. */
#include "compat.h"

/* The storage belongs to its pointer: no object of ours remembers it. alignment 0: the device's own. */
static DPCTLSyclUSMRef allocate(const char *function, size_t alignment, size_t size,
                                const DPCTLSyclQueueRef QRef, dpex_usm_kind kind)
{
    if (!compat_is_usable(QRef, KIND_OF(QRef), function, "QRef")) return NULL;
    if (!size) {
        compat_warn(function, "the size is 0");
        return NULL;
    }
    dpex_storage *storage = NULL;
    if (compat_failed(function,
                      dpex_storage_create(queue_of(QRef), size, alignment, kind, &storage)))
        return NULL;
    void *ptr = dpex_storage_get_ptr(storage);
    if (ptr)
        dpex_pointer_own(storage);
    else
        dpex_storage_release(storage); /* a device whose backend has no pointers */
    return ptr;
}

DPCTLSyclUSMRef DPCTLmalloc_shared(size_t size, const DPCTLSyclQueueRef QRef)
{
    return allocate(__func__, 0, size, QRef, DPEX_USM_SHARED);
}

DPCTLSyclUSMRef DPCTLaligned_alloc_shared(size_t alignment, size_t size,
                                          const DPCTLSyclQueueRef QRef)
{
    return allocate(__func__, alignment, size, QRef, DPEX_USM_SHARED);
}

DPCTLSyclUSMRef DPCTLmalloc_host(size_t size, const DPCTLSyclQueueRef QRef)
{
    return allocate(__func__, 0, size, QRef, DPEX_USM_HOST);
}

DPCTLSyclUSMRef DPCTLaligned_alloc_host(size_t alignment, size_t size, const DPCTLSyclQueueRef QRef)
{
    return allocate(__func__, alignment, size, QRef, DPEX_USM_HOST);
}

DPCTLSyclUSMRef DPCTLmalloc_device(size_t size, const DPCTLSyclQueueRef QRef)
{
    return allocate(__func__, 0, size, QRef, DPEX_USM_DEVICE);
}

DPCTLSyclUSMRef DPCTLaligned_alloc_device(size_t alignment, size_t size,
                                          const DPCTLSyclQueueRef QRef)
{
    return allocate(__func__, alignment, size, QRef, DPEX_USM_DEVICE);
}

/* Memory that an object of Python owns, or that was freed before, is left alone. */
void DPCTLfree_with_context(DPCTLSyclUSMRef MRef, const DPCTLSyclContextRef CRef)
{
    if (!MRef) return;
    NEED(CRef, );
    dpex_storage *storage = NULL;
    if (compat_failed(__func__, dpex_pointer_disown(context_of(CRef), MRef, &storage))) return;
    dpex_storage_release(storage);
}

void DPCTLfree_with_queue(DPCTLSyclUSMRef MRef, const DPCTLSyclQueueRef QRef)
{
    if (!MRef) return;
    NEED(QRef, );
    DPCTLfree_with_context(MRef, (DPCTLSyclContextRef)dpex_queue_get_context(queue_of(QRef)));
}

/* Both interfaces have the same numbers. */
DPCTLSyclUSMType DPCTLUSM_GetPointerType(const DPCTLSyclUSMRef MRef, const DPCTLSyclContextRef CRef)
{
    NEED(MRef, DPCTL_USM_UNKNOWN);
    NEED(CRef, DPCTL_USM_UNKNOWN);
    dpex_pointer_info info;
    dpex_pointer_find(context_of(CRef), MRef, &info);
    return (DPCTLSyclUSMType)info.kind;
}

DPCTLSyclDeviceRef DPCTLUSM_GetPointerDevice(const DPCTLSyclUSMRef MRef,
                                             const DPCTLSyclContextRef CRef)
{
    NEED(MRef, NULL);
    NEED(CRef, NULL);
    dpex_pointer_info info;
    dpex_pointer_find(context_of(CRef), MRef, &info);
    return info.device ? (DPCTLSyclDeviceRef)dpex_device_retain(info.device) : NULL;
}
