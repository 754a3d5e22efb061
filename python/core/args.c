/* Binding arguments to parameters, without a tuple or a dictionary in between. */
#include "args.h"

static int too_many(const core_params *params, Py_ssize_t n_max, Py_ssize_t n_args)
{
    PyErr_Format(PyExc_TypeError, "%s() takes at most %zd arguments by position, %zd were given",
                 params->function, n_max, n_args);
    return -1;
}

static int bind_keyword(const core_params *params, Py_ssize_t n_params, PyObject *name,
                        PyObject *value, PyObject **values)
{
    for (Py_ssize_t i = params->n_positional_only; i < n_params; i++) {
        if (PyUnicode_CompareWithASCIIString(name, params->names[i]) != 0) continue;
        if (values[i]) {
            PyErr_Format(PyExc_TypeError, "%s() got two values for argument '%U'", params->function,
                         name);
            return -1;
        }
        values[i] = value;
        return 0;
    }
    PyErr_Format(PyExc_TypeError, "%s() has no argument '%U'", params->function, name);
    return -1;
}

int core_bind(const core_params *params, PyObject *const *args, Py_ssize_t n_args,
              PyObject *kwnames, PyObject **values)
{
    Py_ssize_t n_params = 0;
    while (params->names[n_params]) n_params++;
    Py_ssize_t n_positional = n_params - params->n_keyword_only;
    if (n_args > n_positional) return too_many(params, n_positional, n_args);
    for (Py_ssize_t i = 0; i < n_params; i++) values[i] = i < n_args ? args[i] : NULL;
    Py_ssize_t n_keywords = kwnames ? PyTuple_Size(kwnames) : 0;
    for (Py_ssize_t i = 0; i < n_keywords; i++)
        if (bind_keyword(params, n_params, PyTuple_GetItem(kwnames, i), args[n_args + i], values))
            return -1;
    for (int i = 0; i < params->n_required; i++) {
        if (values[i]) continue;
        PyErr_Format(PyExc_TypeError, "%s() needs argument '%s'", params->function,
                     params->names[i]);
        return -1;
    }
    return 0;
}

void *core_type_error(const char *what, const char *expected, PyObject *object)
{
    PyObject *name = PyType_GetName(Py_TYPE(object));
    if (!name) return NULL;
    PyErr_Format(PyExc_TypeError, "%s must be %s, not %U", what, expected, name);
    Py_DECREF(name);
    return NULL;
}

int core_size(PyObject *object, size_t *value)
{
    PyObject *index = PyNumber_Index(object);
    if (!index) return -1;
    *value = PyLong_AsSize_t(index);
    Py_DECREF(index);
    return *value == (size_t)-1 && PyErr_Occurred() ? -1 : 0;
}
