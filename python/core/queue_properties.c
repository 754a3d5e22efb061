/* property= of SyclQueue(): a bit mask, a name, or a list or tuple of both. */
#include "queue_properties.h"
#include "args.h"

static const struct {
    const char *name;
    unsigned bit;
} known[] = {
    {"default", 0},
    {"in_order", DPEX_QUEUE_IN_ORDER},
    {"enable_profiling", DPEX_QUEUE_ENABLE_PROFILING},
};
enum { N_KNOWN = sizeof known / sizeof *known };

static const long all_bits = DPEX_QUEUE_ENABLE_PROFILING | DPEX_QUEUE_IN_ORDER;

static int add_number(PyObject *number, unsigned *properties)
{
    int overflow = 0;
    long bits = PyLong_AsLongAndOverflow(number, &overflow);
    if (bits == -1 && PyErr_Occurred()) return -1;
    if (overflow || bits & ~all_bits) {
        PyErr_Format(PyExc_ValueError,
                     "queue property %R has bits other than 1 (enable_profiling) and 2 (in_order)",
                     number);
        return -1;
    }
    *properties |= (unsigned)bits;
    return 0;
}

static int add_one(PyObject *property, unsigned *properties)
{
    if (PyLong_Check(property)) return add_number(property, properties);
    if (PyUnicode_Check(property))
        for (int i = 0; i < N_KNOWN; i++)
            if (PyUnicode_CompareWithASCIIString(property, known[i].name) == 0) {
                *properties |= known[i].bit;
                return 0;
            }
    PyErr_Format(PyExc_ValueError,
                 "queue property %R is not understood; allowed are 'in_order', 'enable_profiling' "
                 "and 'default'",
                 property);
    return -1;
}

static int add_all(PyObject *property, unsigned *properties)
{
    if (!PyList_Check(property) && !PyTuple_Check(property)) return add_one(property, properties);
    Py_ssize_t n = PySequence_Size(property);
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *item = PySequence_GetItem(property, i);
        if (!item) return -1;
        int failed = add_one(item, properties);
        Py_DECREF(item);
        if (failed) return -1;
    }
    return n < 0 ? -1 : 0;
}

int core_queue_properties_from_keywords(PyObject *kwargs, unsigned *properties)
{
    PyObject *name, *value;
    Py_ssize_t position = 0;
    while (PyDict_Next(kwargs, &position, &name, &value)) {
        if (PyUnicode_CompareWithASCIIString(name, "property") != 0) {
            PyErr_Format(PyExc_TypeError,
                         "SyclQueue() has no keyword '%U'; the only one is 'property'", name);
            return -1;
        }
        if (add_all(value, properties)) return -1;
    }
    return 0;
}

PyObject *core_queue_properties_list(unsigned properties)
{
    PyObject *list = PyList_New(0);
    for (int i = 0; list && i < N_KNOWN; i++) {
        if (!(properties & known[i].bit)) continue;
        PyObject *name = PyUnicode_FromString(known[i].name);
        if (!name || PyList_Append(list, name)) Py_CLEAR(list);
        Py_XDECREF(name);
    }
    return list;
}
