/* Submitting commands, and the kernels of dpctl_sycl_queue_interface.h with their arguments. */
#include "submit.h"

#include <string.h>

/* The storage is retained by dpex_storage_find and released by compat_uses_fini. A pointer that is
 * in no storage is the host's, and its lifetime the caller's matter. */
dpex_span compat_span(compat_uses *uses, const void *ptr)
{
    dpex_storage *storage = NULL;
    if (!ptr || dpex_storage_find(dpex_queue_get_context(uses->queue), ptr, &storage))
        return (dpex_span){.host = (void *)ptr};
    uses->storages[uses->n++] = storage;
    size_t offset = (size_t)((const char *)ptr - (const char *)dpex_storage_get_ptr(storage));
    return (dpex_span){.storage = storage, .offset = offset};
}

int compat_is_inside(const char *function, dpex_span span, size_t bytes)
{
    if (!span.storage || bytes <= dpex_storage_get_bytes(span.storage) - span.offset) return 1;
    compat_warn(function, "the bytes end outside their allocation");
    return 0;
}

void compat_uses_fini(compat_uses *uses)
{
    while (uses->n) dpex_storage_release(uses->storages[--uses->n]);
}

/* A command does not keep its storages: the pool reuses a released block only when no pending
 * command needs it, so our references may end at once. */
DPCTLSyclEventRef compat_submit(const char *function, compat_uses *uses, dpex_command *command,
                                const DPCTLSyclEventRef *deps, size_t n_deps)
{
    for (size_t i = 0; deps && i < n_deps; i++) {
        if (!deps[i] || IS_USABLE(deps[i])) continue;
        compat_uses_fini(uses);
        return NULL;
    }
    dpex_event *event = NULL;
    command->uses = uses->storages;
    command->n_uses = uses->n;
    dpex_status status = dpex_queue_submit(uses->queue, command, (dpex_event *const *)deps,
                                           deps ? n_deps : 0, &event);
    compat_uses_fini(uses);
    return compat_failed(function, status) ? NULL : (DPCTLSyclEventRef)event;
}

/* ---- kernels ---- */

/* By DPCTLKernelArgType: signed and unsigned integers of 8 to 64 bits, float, double; 0: no
 * scalar. */
static size_t scalar_bytes(DPCTLKernelArgType type)
{
    static const uint8_t bytes[] = {1, 1, 2, 2, 4, 4, 8, 8, 4, 8};
    return (unsigned)type < sizeof bytes ? bytes[type] : 0;
}

/* The bytes of a local accessor; 0: it makes no sense. */
static size_t local_bytes(const MDLocalAccessor *local)
{
    const size_t extents[] = {local->dim0, local->dim1, local->dim2};
    size_t bytes = scalar_bytes(local->dpctl_type_id);
    if (local->ndim < 1 || local->ndim > 3) return 0;
    for (size_t i = 0; i < local->ndim; i++)
        if (__builtin_mul_overflow(bytes, extents[i], &bytes)) return 0;
    return bytes;
}

/* 0, or -1 where the argument makes no sense. Types have the numbers of dpex_arg_kind. */
static int read_arg(compat_uses *uses, dpex_arg *arg, void *value, DPCTLKernelArgType type)
{
    *arg = (dpex_arg){.kind = (dpex_arg_kind)type};
    if (type == DPCTL_VOID_PTR) {
        arg->span = compat_span(uses, value);
        return 0;
    }
    if (!value) return -1;
    switch ((int)type) {
    case DPCTL_LOCAL_ACCESSOR: arg->bytes = local_bytes(value); return arg->bytes ? 0 : -1;
    case DPCTL_WORK_GROUP_MEMORY: arg->bytes = ((RawWorkGroupMemory *)value)->nbytes; return 0;
    case DPCTL_RAW_KERNEL_ARG:
        arg->bytes = ((RawKernelArgData *)value)->nbytes;
        arg->raw = ((RawKernelArgData *)value)->data;
        return 0;
    }
    size_t bytes = scalar_bytes(type);
    if (bytes) memcpy(&arg->bits, value, bytes);
    return bytes ? 0 : -1;
}

/* The parameters of both public functions, all borrowed. */
typedef struct kernel_call {
    const char *function;
    DPCTLSyclKernelRef kernel;
    DPCTLSyclQueueRef queue;
    void **args;
    const DPCTLKernelArgType *types;
    size_t n_args;
    const size_t *global, *local; /* local NULL: none was given */
    size_t nd;
} kernel_call;

/* 0, or -1 for a range that is none. Extents keep their order: the last varies fastest. */
static int read_range(dpex_range *range, const kernel_call *call)
{
    if (call->nd < 1 || call->nd > 3 || !call->global) return -1;
    range->nd = (int)call->nd;
    range->has_local = call->local != NULL;
    for (size_t i = 0; i < call->nd; i++) {
        range->global[i] = call->global[i];
        if (call->local) range->local[i] = call->local[i];
    }
    return 0;
}

/* `args` may live on the stack: submitting copies what the command keeps. */
static DPCTLSyclEventRef launch(const kernel_call *call, const DPCTLSyclEventRef *deps,
                                size_t n_deps)
{
    dpex_arg args[DPEX_MAX_ARGS];
    compat_uses uses = {.queue = queue_of(call->queue)};
    dpex_command command = {.kind = DPEX_COMMAND_LAUNCH};
    int wrong = call->n_args > DPEX_MAX_ARGS || (call->n_args && (!call->args || !call->types));
    wrong = wrong || read_range(&command.launch.range, call);
    for (size_t i = 0; !wrong && i < call->n_args; i++)
        wrong = read_arg(&uses, &args[i], call->args[i], call->types[i]);
    if (wrong) {
        compat_warn(call->function, "the arguments or the range make no sense");
        compat_uses_fini(&uses);
        return NULL;
    }
    command.launch.kernel = (dpex_kernel *)call->kernel;
    command.launch.args = args;
    command.launch.n_args = call->n_args;
    command.name = dpex_kernel_get_info(command.launch.kernel)->name;
    return compat_submit(call->function, &uses, &command, deps, n_deps);
}

DPCTLSyclEventRef DPCTLQueue_SubmitRange(const DPCTLSyclKernelRef KRef,
                                         const DPCTLSyclQueueRef QRef, void **Args,
                                         const DPCTLKernelArgType *ArgTypes, size_t NArgs,
                                         const size_t Range[3], size_t NDims,
                                         const DPCTLSyclEventRef *Deps, size_t NDeps)
{
    NEED(KRef, NULL);
    NEED(QRef, NULL);
    kernel_call call = {__func__, KRef, QRef, Args, ArgTypes, NArgs, Range, NULL, NDims};
    return launch(&call, Deps, NDeps);
}

DPCTLSyclEventRef DPCTLQueue_SubmitNDRange(const DPCTLSyclKernelRef KRef,
                                           const DPCTLSyclQueueRef QRef, void **Args,
                                           const DPCTLKernelArgType *ArgTypes, size_t NArgs,
                                           const size_t gRange[3], const size_t lRange[3],
                                           size_t NDims, const DPCTLSyclEventRef *Deps,
                                           size_t NDeps)
{
    NEED(KRef, NULL);
    NEED(QRef, NULL);
    NEED(lRange, NULL);
    kernel_call call = {__func__, KRef, QRef, Args, ArgTypes, NArgs, gRange, lRange, NDims};
    return launch(&call, Deps, NDeps);
}
