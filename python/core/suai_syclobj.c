/* The 'syclobj' of __sycl_usm_array_interface__: which queue, and with it which context, a pointer belongs to.
 *
 * It may be a SyclQueue, a SyclContext (a new queue on the device that the pool names for the pointer), a filter string, a
 * capsule of a queue or context, or an object with _get_capsule() that gives one. */
#include "context.h"
#include "queue.h"
#include "suai.h"

const char core_suai_inconsistent[] =
    "'data' field is not consistent with 'syclobj' field: its context does not know the pointer";

static PyObject *fail(const char *message)
{
    PyErr_Format(PyExc_ValueError, "%s: %s", CORE_SUAI_ATTRIBUTE, message);
    return NULL;
}

/* A new queue on the device of the pointer, in the context. */
static PyObject *queue_in_context(dpex_context *ctx, const void *ptr)
{
    dpex_pointer_info info;
    dpex_pointer_find(ctx, ptr, &info);
    if (!info.device) return fail(core_suai_inconsistent);
    dpex_queue *queue;
    dpex_status status = dpex_queue_create(ctx, info.device, 0, &queue);
    return status ? core_raise(status) : core_queue_take(queue);
}

static PyObject *queue_from_capsule(PyObject *capsule, const void *ptr)
{
    dpex_queue *queue;
    int used = core_queue_from_capsule(capsule, &queue);
    if (used) return used < 0 ? NULL : core_queue_take(queue);
    dpex_context *ctx;
    used = core_context_from_capsule(capsule, &ctx);
    if (used < 0) return NULL;
    if (used) {
        PyObject *made = queue_in_context(ctx, ptr);
        dpex_context_release(ctx);
        return made;
    }
    return fail("'syclobj' is a capsule of neither a queue nor a context");
}

static PyObject *queue_from_filter(PyObject *filter)
{
    PyObject *queue = PyObject_CallFunctionObjArgs((PyObject *)core.queue, filter, NULL);
    if (queue || !PyErr_ExceptionMatches(core.queue_creation_error)) return queue;
    PyErr_Clear();
    return PyErr_Format(PyExc_ValueError, "%s: 'syclobj' %R selects no device", CORE_SUAI_ATTRIBUTE,
                        filter);
}

static PyObject *queue_from_owner(PyObject *obj, const void *ptr)
{
    PyObject *capsule = PyObject_CallMethod(obj, "_get_capsule", NULL);
    if (!capsule) {
        if (!PyErr_ExceptionMatches(PyExc_AttributeError)) return NULL;
        PyErr_Clear();
        return PyErr_Format(
            PyExc_ValueError,
            "%s: 'syclobj' must be a SyclQueue, a SyclContext, a filter string or a "
            "capsule of a queue or context, got %R",
            CORE_SUAI_ATTRIBUTE, Py_TYPE(obj));
    }
    PyObject *queue = queue_from_capsule(capsule, ptr);
    Py_DECREF(capsule);
    return queue;
}

PyObject *core_suai_queue(PyObject *syclobj, const void *ptr)
{
    if (!syclobj) return fail("'syclobj' is missing");
    if (Py_TYPE(syclobj) == core.queue) return Py_NewRef(syclobj);
    if (Py_TYPE(syclobj) == core.context)
        return queue_in_context(core_context_get(syclobj, "syclobj"), ptr);
    if (PyUnicode_CheckExact(syclobj)) return queue_from_filter(syclobj);
    if (PyCapsule_CheckExact(syclobj)) return queue_from_capsule(syclobj, ptr);
    return queue_from_owner(syclobj, ptr);
}
