/* dpctl_sycl_queue_interface.h: queues and their commands without kernels (submit.c). */
#include <string.h>

#include "submit.h"

/* ctx NULL: the platform's default context. Bits of properties that libdpex does not know are
 * masked out here, for dpex_queue_create refuses them. New reference. */
static DPCTLSyclQueueRef create(dpex_context *ctx, dpex_device *device,
                                error_handler_callback *handler, int properties)
{
    dpex_queue *queue = NULL;
    unsigned known = (unsigned)properties & (DPEX_QUEUE_ENABLE_PROFILING | DPEX_QUEUE_IN_ORDER);
    dpex_status status = dpex_queue_create(ctx, device, known, &queue);
    if (!compat_failed("DPCTLQueue_Create", status)) {
        if (handler) dpex_queue_set_error_handler(queue, handler);
        return (DPCTLSyclQueueRef)queue;
    }
    if (handler) handler((int)status);
    return NULL;
}

DPCTLSyclQueueRef DPCTLQueue_Create(const DPCTLSyclContextRef CRef, const DPCTLSyclDeviceRef DRef,
                                    error_handler_callback *handler, int properties)
{
    NEED_OR_TELL(CRef, handler);
    NEED_OR_TELL(DRef, handler);
    return create(context_of(CRef), device_of(DRef), handler, properties);
}

DPCTLSyclQueueRef DPCTLQueue_CreateForDevice(const DPCTLSyclDeviceRef DRef,
                                             error_handler_callback *handler, int properties)
{
    NEED_OR_TELL(DRef, handler);
    return create(NULL, device_of(DRef), handler, properties);
}

void DPCTLQueue_Delete(DPCTLSyclQueueRef QRef)
{
    if (IS_USABLE(QRef)) dpex_queue_release(queue_of(QRef));
}

DPCTLSyclQueueRef DPCTLQueue_Copy(const DPCTLSyclQueueRef QRef)
{
    NEED(QRef, NULL);
    return (DPCTLSyclQueueRef)dpex_queue_retain(queue_of(QRef));
}

/* Copies are one object, so equal queues have one address. */
bool DPCTLQueue_AreEq(const DPCTLSyclQueueRef QRef, const DPCTLSyclQueueRef QRef2)
{
    NEED(QRef, false);
    NEED(QRef2, false);
    return QRef == QRef2;
}

DPCTLSyclBackendType DPCTLQueue_GetBackend(DPCTLSyclQueueRef QRef)
{
    NEED(QRef, DPCTL_UNKNOWN_BACKEND);
    return compat_backend(dpex_device_get_info(dpex_queue_get_device(queue_of(QRef)))->backend);
}

/* Context and device are new references, which the caller deletes. */
DPCTLSyclContextRef DPCTLQueue_GetContext(const DPCTLSyclQueueRef QRef)
{
    NEED(QRef, NULL);
    return (DPCTLSyclContextRef)dpex_context_retain(dpex_queue_get_context(queue_of(QRef)));
}

DPCTLSyclDeviceRef DPCTLQueue_GetDevice(const DPCTLSyclQueueRef QRef)
{
    NEED(QRef, NULL);
    return (DPCTLSyclDeviceRef)dpex_device_retain(dpex_queue_get_device(queue_of(QRef)));
}

bool DPCTLQueue_IsInOrder(const DPCTLSyclQueueRef QRef)
{
    NEED(QRef, false);
    return (dpex_queue_get_properties(queue_of(QRef)) & DPEX_QUEUE_IN_ORDER) != 0;
}

bool DPCTLQueue_HasEnableProfiling(const DPCTLSyclQueueRef QRef)
{
    NEED(QRef, false);
    return (dpex_queue_get_properties(queue_of(QRef)) & DPEX_QUEUE_ENABLE_PROFILING) != 0;
}

/* Addresses are multiples of 16 at least: the low bits say nothing. */
size_t DPCTLQueue_Hash(const DPCTLSyclQueueRef QRef)
{
    NEED(QRef, 0);
    return (size_t)QRef / 16;
}

/* A signal that arrives meanwhile does not end the wait. */
void DPCTLQueue_Wait(const DPCTLSyclQueueRef QRef)
{
    NEED(QRef, );
    dpex_status status;
    do status = dpex_queue_wait(queue_of(QRef), 0, NULL);
    while (status == DPEX_ERROR_INTERRUPTED);
    if (!compat_failed(__func__, status)) return;
    dpex_error_handler *handler = dpex_queue_get_error_handler(queue_of(QRef));
    if (handler) handler((int)status);
}

/* ---- copying and filling ---- */

/* Asynchronous: the event is new, the caller's. Pointers are USM of the queue's context or host
 * memory, which then has to stay until the event is complete. */
DPCTLSyclEventRef DPCTLQueue_MemcpyWithEvents(const DPCTLSyclQueueRef QRef, void *Dest,
                                              const void *Src, size_t Count,
                                              const DPCTLSyclEventRef *Deps, size_t NDeps)
{
    NEED(QRef, NULL);
    if (Count) NEED(Dest, NULL);
    if (Count) NEED(Src, NULL);
    compat_uses uses = {.queue = queue_of(QRef)};
    dpex_command command = {.kind = DPEX_COMMAND_COPY};
    command.copy.dst = compat_span(&uses, Dest);
    command.copy.src = compat_span(&uses, Src);
    command.copy.bytes = Count;
    if (!compat_is_inside(__func__, command.copy.dst, Count) ||
        !compat_is_inside(__func__, command.copy.src, Count)) {
        compat_uses_fini(&uses);
        return NULL;
    }
    return compat_submit(__func__, &uses, &command, Deps, NDeps);
}

DPCTLSyclEventRef DPCTLQueue_Memcpy(const DPCTLSyclQueueRef QRef, void *Dest, const void *Src,
                                    size_t Count)
{
    return DPCTLQueue_MemcpyWithEvents(QRef, Dest, Src, Count, NULL, 0);
}

DPCTLSyclEventRef DPCTLQueue_CopyDataWithEvents(const DPCTLSyclQueueRef QRef, void *Dest,
                                                const void *Src, size_t Count,
                                                const DPCTLSyclEventRef *Deps, size_t NDeps)
{
    return DPCTLQueue_MemcpyWithEvents(QRef, Dest, Src, Count, Deps, NDeps);
}

DPCTLSyclEventRef DPCTLQueue_CopyData(const DPCTLSyclQueueRef QRef, void *Dest, const void *Src,
                                      size_t Count)
{
    return DPCTLQueue_MemcpyWithEvents(QRef, Dest, Src, Count, NULL, 0);
}

/* The bytes that a fill repeats; they are copied into the command. */
typedef struct pattern {
    const char *function; /* that fills with it, for messages */
    const void *value;
    size_t bytes;
} pattern;

/* Count patterns from Ptr on; Count is in patterns, not in bytes. */
static DPCTLSyclEventRef fill(const DPCTLSyclQueueRef QRef, void *Ptr, pattern what, size_t Count,
                              const DPCTLSyclEventRef *Deps, size_t NDeps)
{
    if (!compat_is_usable(QRef, KIND_OF(QRef), what.function, "QRef") ||
        (Count && !compat_is_usable(Ptr, KIND_OF(Ptr), what.function, "Ptr")))
        return NULL;
    if (Count > SIZE_MAX / what.bytes) {
        compat_warn(what.function, "the number of bytes does not fit size_t");
        return NULL;
    }
    compat_uses uses = {.queue = queue_of(QRef)};
    dpex_command command = {.kind = DPEX_COMMAND_FILL};
    command.fill.dst = compat_span(&uses, Ptr);
    command.fill.bytes = Count * what.bytes;
    if (!compat_is_inside(what.function, command.fill.dst, command.fill.bytes)) {
        compat_uses_fini(&uses);
        return NULL;
    }
    memcpy(command.fill.pattern, what.value, what.bytes);
    command.fill.pattern_bytes = (uint8_t)what.bytes;
    return compat_submit(what.function, &uses, &command, Deps, NDeps);
}

DPCTLSyclEventRef DPCTLQueue_MemsetWithEvents(const DPCTLSyclQueueRef QRef, void *Ptr,
                                              uint8_t Value, size_t Count,
                                              const DPCTLSyclEventRef *Deps, size_t NDeps)
{
    return fill(QRef, Ptr, (pattern){__func__, &Value, 1}, Count, Deps, NDeps);
}

DPCTLSyclEventRef DPCTLQueue_Memset(const DPCTLSyclQueueRef QRef, void *Ptr, uint8_t Value,
                                    size_t Count)
{
    return fill(QRef, Ptr, (pattern){__func__, &Value, 1}, Count, NULL, 0);
}

DPCTLSyclEventRef DPCTLQueue_Fill8(const DPCTLSyclQueueRef QRef, void *Ptr, uint8_t Value,
                                   size_t Count)
{
    return fill(QRef, Ptr, (pattern){__func__, &Value, sizeof Value}, Count, NULL, 0);
}

DPCTLSyclEventRef DPCTLQueue_Fill16(const DPCTLSyclQueueRef QRef, void *Ptr, uint16_t Value,
                                    size_t Count)
{
    return fill(QRef, Ptr, (pattern){__func__, &Value, sizeof Value}, Count, NULL, 0);
}

DPCTLSyclEventRef DPCTLQueue_Fill32(const DPCTLSyclQueueRef QRef, void *Ptr, uint32_t Value,
                                    size_t Count)
{
    return fill(QRef, Ptr, (pattern){__func__, &Value, sizeof Value}, Count, NULL, 0);
}

DPCTLSyclEventRef DPCTLQueue_Fill64(const DPCTLSyclQueueRef QRef, void *Ptr, uint64_t Value,
                                    size_t Count)
{
    return fill(QRef, Ptr, (pattern){__func__, &Value, sizeof Value}, Count, NULL, 0);
}

DPCTLSyclEventRef DPCTLQueue_Fill128(const DPCTLSyclQueueRef QRef, void *Ptr, uint64_t *Value,
                                     size_t Count)
{
    NEED(Value, NULL);
    return fill(QRef, Ptr, (pattern){__func__, Value, 16}, Count, NULL, 0);
}

/* ---- hints and barriers ---- */

/* command: with its kind and its number of bytes; the span is set here. */
static DPCTLSyclEventRef hint(const char *function, DPCTLSyclQueueRef QRef, const void *Ptr,
                              dpex_command *command)
{
    compat_uses uses = {.queue = queue_of(QRef)};
    command->hint.span = compat_span(&uses, Ptr);
    if (!compat_is_inside(function, command->hint.span, command->hint.bytes)) {
        compat_uses_fini(&uses);
        return NULL;
    }
    return compat_submit(function, &uses, command, NULL, 0);
}

DPCTLSyclEventRef DPCTLQueue_Prefetch(DPCTLSyclQueueRef QRef, const void *Ptr, size_t Count)
{
    NEED(QRef, NULL);
    NEED(Ptr, NULL);
    dpex_command command = {.kind = DPEX_COMMAND_PREFETCH, .hint.bytes = Count};
    return hint(__func__, QRef, Ptr, &command);
}

DPCTLSyclEventRef DPCTLQueue_MemAdvise(DPCTLSyclQueueRef QRef, const void *Ptr, size_t Count,
                                       int Advice)
{
    NEED(QRef, NULL);
    NEED(Ptr, NULL);
    dpex_command command = {.kind = DPEX_COMMAND_ADVISE, .hint.bytes = Count};
    command.hint.advice = Advice;
    return hint(__func__, QRef, Ptr, &command);
}

/* Without events the barrier waits for all commands submitted to the queue before it. */
DPCTLSyclEventRef DPCTLQueue_SubmitBarrierForEvents(const DPCTLSyclQueueRef QRef,
                                                    const DPCTLSyclEventRef *Deps, size_t NDeps)
{
    NEED(QRef, NULL);
    compat_uses uses = {.queue = queue_of(QRef)};
    dpex_command command = {.kind = DPEX_COMMAND_BARRIER};
    return compat_submit(__func__, &uses, &command, Deps, NDeps);
}

DPCTLSyclEventRef DPCTLQueue_SubmitBarrier(const DPCTLSyclQueueRef QRef)
{
    return DPCTLQueue_SubmitBarrierForEvents(QRef, NULL, 0);
}
