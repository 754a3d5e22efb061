/* What extensions call for devices, contexts, events, queues, kernels and programs. */
#include "args.h"
#include "c_api.h"
#include "context.h"
#include "device.h"
#include "event.h"
#include "program.h"
#include "queue.h"

void *core_null_reference(const char *what)
{
    PyErr_Format(PyExc_ValueError, "%s is NULL", what);
    return NULL;
}

int core_check_reference(const void *ref, dpex_object_kind kind, const char *what)
{
    if (!ref) {
        core_null_reference(what);
        return -1;
    }
    if (dpex_object_get_kind(ref) == kind) return 0;
    PyErr_Format(PyExc_TypeError, "%s is a reference to something else, or was deleted", what);
    return -1;
}

/* Py_None stands for a NULL object: the message then says what was wanted. */
static PyObject *given(PyObject *object)
{
    return object ? object : Py_None;
}

void *SyclDevice_GetDeviceRef(PyObject *device)
{
    return core_device_get(given(device), "the argument of SyclDevice_GetDeviceRef");
}

PyObject *SyclDevice_Make(void *ref)
{
    return core_check_reference(ref, DPEX_OBJECT_DEVICE, "the device's reference")
               ? NULL
               : core_device_wrap(ref);
}

void *SyclContext_GetContextRef(PyObject *ctx)
{
    return core_context_get(given(ctx), "the argument of SyclContext_GetContextRef");
}

PyObject *SyclContext_Make(void *ref)
{
    return core_check_reference(ref, DPEX_OBJECT_CONTEXT, "the context's reference")
               ? NULL
               : core_context_wrap(ref);
}

void *SyclEvent_GetEventRef(PyObject *event)
{
    return core_event_get(given(event), "the argument of SyclEvent_GetEventRef");
}

PyObject *SyclEvent_Make(void *ref)
{
    return core_check_reference(ref, DPEX_OBJECT_EVENT, "the event's reference")
               ? NULL
               : core_event_wrap(ref);
}

void *SyclQueue_GetQueueRef(PyObject *queue)
{
    return core_queue_get(given(queue), "the argument of SyclQueue_GetQueueRef");
}

PyObject *SyclQueue_Make(void *ref)
{
    return core_check_reference(ref, DPEX_OBJECT_QUEUE, "the queue's reference")
               ? NULL
               : core_queue_wrap(ref);
}

void *SyclQueue_KeepAlive(void *ref, PyObject *object, void *const *events, size_t n_events)
{
    if (core_check_reference(ref, DPEX_OBJECT_QUEUE, "the queue's reference")) return NULL;
    if (!object || (n_events && !events)) return core_null_reference("what is to be kept");
    core_keep *keep = core_keep_new(object);
    if (!keep) return NULL;
    dpex_event *event = NULL;
    const core_events deps = {.items = (dpex_event **)events, .n = n_events};
    dpex_status status = core_queue_keep(ref, keep, &deps, &event);
    if (status) core_raise(status);
    return event;
}

void *SyclKernel_GetKernelRef(PyObject *kernel)
{
    return core_kernel_get(given(kernel), "the argument of SyclKernel_GetKernelRef");
}

/* The name is the kernel's own: what the caller calls it is not needed to launch it. */
PyObject *SyclKernel_Make(void *ref, const char *name)
{
    (void)name;
    if (core_check_reference(ref, DPEX_OBJECT_KERNEL, "the kernel's reference")) return NULL;
    return core_kernel_take(dpex_kernel_retain(ref));
}

void *SyclProgram_GetKernelBundleRef(PyObject *program)
{
    if (PyObject_TypeCheck(given(program), core.program)) return ((core_program *)program)->ref;
    return core_type_error("the argument of SyclProgram_GetKernelBundleRef",
                           "a dpctl.program.SyclProgram", given(program));
}

PyObject *SyclProgram_Make(void *ref)
{
    if (core_check_reference(ref, DPEX_OBJECT_PROGRAM, "the program's reference")) return NULL;
    return core_program_take(dpex_program_retain(ref));
}
