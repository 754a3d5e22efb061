/* Binding arguments to parameters, without a tuple or a dictionary in between. */
#include <math.h>
#include <string.h>

#include "args.h"
#include "traced.h"

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
    Py_ssize_t n_params = 0, n_named = kwnames ? PyTuple_Size(kwnames) : 0;
    if (core_n_traces && core_refuse_traced(params->function, args, n_args + n_named)) return -1;
    while (params->names[n_params]) n_params++;
    Py_ssize_t n_positional = n_params - params->n_keyword_only;
    if (n_args > n_positional) return too_many(params, n_positional, n_args);
    for (Py_ssize_t i = 0; i < n_params; i++) values[i] = i < n_args ? args[i] : NULL;
    for (Py_ssize_t i = 0; i < n_named; i++)
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

/* Arrays without an index say what arrays can be, not what the argument is; a device that fails while it is read is none of its faults. */
PyObject *core_index(PyObject *object, const char *what, const char *expected)
{
    PyObject *index = PyNumber_Index(object);
    if (index) return index;
    if (!PyErr_ExceptionMatches(PyExc_TypeError) && !PyErr_ExceptionMatches(PyExc_IndexError))
        return NULL;
    PyErr_Clear();
    return core_type_error(what, expected, object);
}

Py_ssize_t core_clipped_index(PyObject *object, const char *what)
{
    PyObject *index = core_index(object, what, "an int");
    if (!index) return -1;
    const Py_ssize_t value = PyNumber_AsSsize_t(index, NULL);
    Py_DECREF(index);
    return value;
}

int core_parse_ssize(PyObject *object, const char *what, Py_ssize_t *value)
{
    if (!object) return 0;
    PyObject *index = core_index(object, what, "an int");
    if (!index) return -1;
    *value = PyNumber_AsSsize_t(index, PyExc_OverflowError);
    Py_DECREF(index);
    return *value == -1 && PyErr_Occurred() ? -1 : 0;
}

const char *core_text(PyObject *string)
{
    Py_ssize_t bytes;
    const char *text = PyUnicode_AsUTF8AndSize(string, &bytes);
    if (!text || strlen(text) == (size_t)bytes) return text;
    PyErr_Format(PyExc_ValueError, "%R has a NUL character", string);
    return NULL;
}

/* 2.0 counts as 2, as in the reference; 2.5 does not count as anything. */
static PyObject *whole_number(PyObject *object, const char *what)
{
    if (!PyFloat_Check(object)) return core_index(object, what, "an int");
    double value = PyFloat_AsDouble(object);
    if (value == floor(value)) return PyLong_FromDouble(value);
    PyErr_Format(PyExc_TypeError, "%s must be an int, and %R is not a whole number", what, object);
    return NULL;
}

int core_size(PyObject *object, const char *what, size_t *value)
{
    PyObject *number = whole_number(object, what);
    if (!number) return -1;
    *value = PyLong_AsSize_t(number);
    Py_DECREF(number);
    return *value == (size_t)-1 && PyErr_Occurred() ? -1 : 0;
}

int core_item_bytes(PyObject *dtype, const char *what, size_t *bytes)
{
    static const char *const known[] = {"i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f4", "f8"};
    if (!PyUnicode_Check(dtype)) {
        core_type_error(what, "a str", dtype);
        return -1;
    }
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (PyUnicode_CompareWithASCIIString(dtype, known[i]) != 0) continue;
        *bytes = (size_t)(known[i][1] - '0');
        return 0;
    }
    PyErr_Format(PyExc_ValueError, "%s %R is not one of i1, u1, i2, u2, i4, u4, i8, u8, f4, f8",
                 what, dtype);
    return -1;
}

int core_find_axis(PyObject *const *args, Py_ssize_t n, PyObject *kwnames, Py_ssize_t n_before,
                   PyObject **axis)
{
    const Py_ssize_t n_names = kwnames ? PyTuple_Size(kwnames) : 0;
    if (n < n_before || n + n_names > n_before + 1) return 0;
    if (n_names && PyUnicode_CompareWithASCIIString(PyTuple_GetItem(kwnames, 0), "axis")) return 0;
    *axis = n + n_names > n_before ? args[n_before] : NULL;
    return 1;
}

int core_is_axis(PyObject *axis, int nd, int *found)
{
    int overflow = 0;
    if (!PyLong_CheckExact(axis)) return 0;
    const long given = PyLong_AsLongAndOverflow(axis, &overflow);
    *found = (int)(given < 0 ? given + nd : given);
    return !overflow && given >= -nd && given < nd;
}
