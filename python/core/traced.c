/* Traced: the base of what stands for arrays and numbers while a function is traced. The subclasses are in opendpex/_fuse.py. */
#include "traced.h"

#include "vectorcall.h"

int core_n_traces;

int core_is_traced(PyObject *object)
{
    return PyType_IsSubtype(Py_TYPE(object), core.traced);
}

static PyObject *find(PyObject *const *args, Py_ssize_t n)
{
    for (Py_ssize_t i = 0; i < n; i++)
        if (args[i] && core_is_traced(args[i])) return args[i];
    return NULL;
}

int core_trace_call(const char *name, PyObject *const *args, Py_ssize_t n, PyObject *kwnames,
                    PyObject **result)
{
    PyObject *traced = find(args, n + (kwnames ? PyTuple_Size(kwnames) : 0));
    if (!traced) return 0;
    *result = NULL;
    PyObject *tuple, *dict;
    if (core_unpack_arguments(NULL, args, n, kwnames, &tuple, &dict)) return 1;
    *result = PyObject_CallMethod(traced, "_call_function", "sOO", name, tuple, dict);
    Py_DECREF(tuple);
    Py_DECREF(dict);
    return 1;
}

int core_refuse_traced(const char *name, PyObject *const *args, Py_ssize_t n)
{
    PyObject *traced = find(args, n);
    if (!traced) return 0;
    PyObject *none = PyObject_CallMethod(traced, "_refuse", "s", name);
    Py_XDECREF(none);
    return -1;
}

/* _count_trace(by): a trace begins (1) or ends (-1). */
static PyObject *count_trace(PyObject *self, PyObject *by)
{
    (void)self;
    long step = PyLong_AsLong(by);
    if (step == -1 && PyErr_Occurred()) return NULL;
    core_n_traces += (int)step;
    Py_RETURN_NONE;
}

static PyType_Slot slots[] = {
    {Py_tp_doc, "Stands for an array or a number while a function is traced."},
    {0, NULL},
};

static PyType_Spec spec = {
    .name = "opendpex._core.Traced",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = slots,
};

static PyMethodDef functions[] = {
    {"count_trace", count_trace, METH_O, NULL},
    {NULL},
};

int core_add_traced(PyObject *module)
{
    if (core_add_functions(module, functions)) return -1;
    return core_add_type(module, &spec, NULL, &core.traced);
}
