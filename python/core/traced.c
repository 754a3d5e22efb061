/* Traced: the base of what stands for arrays and numbers while a function is traced. The subclasses are in opendpex/_fuse.py. */
#include "traced.h"

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

static PyObject *keywords(PyObject *const *values, PyObject *kwnames)
{
    PyObject *dict = PyDict_New();
    for (Py_ssize_t i = 0; dict && kwnames && i < PyTuple_Size(kwnames); i++)
        if (PyDict_SetItem(dict, PyTuple_GetItem(kwnames, i), values[i])) Py_CLEAR(dict);
    return dict;
}

int core_trace_call(const char *name, PyObject *const *args, Py_ssize_t n, PyObject *kwnames,
                    PyObject **result)
{
    PyObject *traced = find(args, n + (kwnames ? PyTuple_Size(kwnames) : 0));
    if (!traced) return 0;
    *result = NULL;
    PyObject *positional = PyTuple_New(n), *named = keywords(args + n, kwnames);
    for (Py_ssize_t i = 0; positional && i < n; i++)
        PyTuple_SetItem(positional, i, Py_NewRef(args[i]));
    if (positional && named)
        *result = PyObject_CallMethod(traced, "_call_function", "sOO", name, positional, named);
    Py_XDECREF(positional);
    Py_XDECREF(named);
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
