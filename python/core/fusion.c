/* Automatic fusion: the switch and the statistics, for Python. */
#include "dpex/fusion.h"

#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "core.h"
#include "queue.h"

static PyObject *fusion_set(PyObject *module, PyObject *enabled)
{
    (void)module;
    const long wanted = PyLong_AsLong(enabled);
    if (wanted == -1 && PyErr_Occurred()) return NULL;
    return PyLong_FromLong(dpex_fusion_set((int)wanted));
}

static PyObject *fusion_is_enabled(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    return PyBool_FromLong(dpex_fusion_is_enabled());
}

static PyObject *fusion_statistics(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    dpex_fusion_statistics s;
    dpex_fusion_get_statistics(&s);
    return Py_BuildValue("{s:K,s:K,s:K,s:K}", "n_operations", (unsigned long long)s.n_operations,
                         "n_passes", (unsigned long long)s.n_passes, "n_stored",
                         (unsigned long long)s.n_stored, "n_dropped",
                         (unsigned long long)s.n_dropped);
}

static PyObject *fusion_reset(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    dpex_fusion_reset_statistics();
    Py_RETURN_NONE;
}

static PyObject *fusion_set_trace(PyObject *module, PyObject *enabled)
{
    (void)module;
    return PyBool_FromLong(dpex_fusion_set_trace(PyObject_IsTrue(enabled)));
}

static PyObject *fusion_take_trace(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    char *text = dpex_fusion_take_trace();
    PyObject *result = PyUnicode_FromString(text ? text : "");
    free(text);
    return result;
}

static PyObject *fusion_flush(PyObject *module, PyObject *queue)
{
    (void)module;
    dpex_queue *of = NULL;
    if (queue != Py_None && !(of = core_queue_get(queue, "queue"))) return NULL;
    dpex_fusion_flush(of);
    Py_RETURN_NONE;
}

/* ---- captured functions ---------------------------------------------------------------------------------- */

static PyObject *capture_create(PyObject *module, PyObject *of)
{
    (void)module;
    dpex_queue *queue = core_queue_get(of, "queue"), *capture;
    if (!queue) return NULL;
    const dpex_status status = dpex_capture_create(queue, &capture);
    return status ? core_raise(status) : core_queue_take(capture);
}

/* _capture_finish(capture, queue): the number of passes. */
static PyObject *capture_finish(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *first, *second;
    int n_passes;
    if (!PyArg_ParseTuple(args, "OO", &first, &second)) return NULL;
    dpex_queue *capture = core_queue_get(first, "capture"),
               *queue = capture ? core_queue_get(second, "queue") : NULL;
    if (!queue) return NULL;
    const dpex_status status = dpex_capture_finish(capture, queue, &n_passes);
    return status ? core_raise(status) : PyLong_FromLong(n_passes);
}

static PyObject *capture_cancel(PyObject *module, PyObject *capture)
{
    (void)module;
    dpex_queue *queue = core_queue_get(capture, "capture");
    if (!queue) return NULL;
    dpex_capture_cancel(queue);
    Py_RETURN_NONE;
}

/* _alias(array, queue): a view of all elements on another queue. */
static PyObject *alias(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *array, *of;
    if (!PyArg_ParseTuple(args, "OO", &array, &of)) return NULL;
    const dpex_array *x = core_array_get(array, "array");
    dpex_queue *queue = x ? core_queue_get(of, "queue") : NULL;
    core_array *out = queue ? core_array_new_like(x) : NULL;
    return out ? core_array_finish(out, dpex_array_init_alias(x, queue, &out->array)) : NULL;
}

static PyMethodDef functions[] = {
    {"_fusion_set", fusion_set, METH_O, NULL},
    {"_fusion_is_enabled", fusion_is_enabled, METH_NOARGS, NULL},
    {"_fusion_statistics", fusion_statistics, METH_NOARGS, NULL},
    {"_fusion_reset", fusion_reset, METH_NOARGS, NULL},
    {"_fusion_set_trace", fusion_set_trace, METH_O, NULL},
    {"_fusion_take_trace", fusion_take_trace, METH_NOARGS, NULL},
    {"_fusion_flush", fusion_flush, METH_O, NULL},
    {"_capture_create", capture_create, METH_O, NULL},
    {"_capture_finish", capture_finish, METH_VARARGS, NULL},
    {"_capture_cancel", capture_cancel, METH_O, NULL},
    {"_alias", alias, METH_VARARGS, NULL},
    {NULL},
};

int core_add_fusion(PyObject *module)
{
    return core_add_functions(module, functions);
}
