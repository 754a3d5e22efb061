/* get_device_cached_queue: one queue per (context, device). For a device in its default context libdpex holds it; pairs with
 * another context are kept in a dictionary here. */
#include "args.h"
#include "context.h"
#include "device.h"
#include "queue.h"

static PyObject *by_pair; /* {(SyclContext, SyclDevice): SyclQueue} */

PyObject *core_queue_cached(dpex_device *device)
{
    dpex_device *found = NULL;
    if (!device) {
        dpex_status status = dpex_device_find(NULL, &found);
        if (status) return core_raise_as(core.device_creation_error, status);
        device = found;
    }
    dpex_queue *queue;
    dpex_status status = dpex_queue_get_cached(device, &queue);
    if (found) dpex_device_release(found);
    return status ? core_raise_as(core.queue_creation_error, status) : core_queue_wrap(queue);
}

static PyObject *cached_in_context(PyObject *pair, PyObject *context, PyObject *device)
{
    PyObject *queue = PyDict_GetItemWithError(by_pair, pair);
    if (queue) return Py_NewRef(queue);
    if (PyErr_Occurred()) return NULL;
    queue = PyObject_CallFunctionObjArgs((PyObject *)core.queue, context, device, NULL);
    if (queue && PyDict_SetItem(by_pair, pair, queue)) Py_CLEAR(queue);
    return queue;
}

static PyObject *by_context_and_device(PyObject *pair)
{
    static const char what[] = "the items of get_device_cached_queue()'s pair";
    PyObject *context = PyTuple_GetItem(pair, 0), *device = PyTuple_GetItem(pair, 1);
    dpex_context *ctx = core_context_get(context, what), *usual = NULL;
    dpex_device *dev = ctx ? core_device_get(device, what) : NULL;
    if (!dev) return NULL;
    CORE_TRY(dpex_context_create_for_device(dev, &usual));
    dpex_context_release(usual); /* compared only */
    return ctx == usual ? core_queue_cached(dev) : cached_in_context(pair, context, device);
}

static PyObject *get_device_cached_queue(PyObject *self, PyObject *key)
{
    CORE_NAMED("get_device_cached_queue");
    (void)self;
    if (core_device_check(key)) return core_queue_cached(((core_device *)key)->ref);
    if (PyTuple_Check(key) && PyTuple_Size(key) == 2) return by_context_and_device(key);
    if (!PyUnicode_CheckExact(key))
        return core_type_error("the argument",
                               "a SyclDevice, a filter string or a pair (SyclContext, SyclDevice)",
                               key);
    dpex_device *device = core_device_from(key);
    if (!device) {
        core_raise_again(core.device_creation_error, core.queue_creation_error);
        return NULL;
    }
    PyObject *queue = core_queue_cached(device);
    dpex_device_release(device);
    return queue;
}

static PyMethodDef functions[] = {
    {"get_device_cached_queue", get_device_cached_queue, METH_O, NULL},
    {NULL},
};

int core_add_queue_cache(PyObject *module)
{
    by_pair = PyDict_New();
    return by_pair ? core_add_functions(module, functions) : -1;
}
