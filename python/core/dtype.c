/* numpy.dtype objects, fetched from NumPy once. Most arguments are one of the 14 objects that
 * dpctl.tensor names, or NumPy's own singletons, which are the same: an identity test finds
 * them. */
#include "dtype.h"
#include "caller.h"

#include <string.h>

static PyObject *objects[DPEX_N_DTYPES];
static PyObject *dtype_class, *generic_class, *array_class;

PyObject *core_numpy(const char *name)
{
    PyObject *numpy = PyImport_ImportModule("numpy");
    if (!numpy) return NULL;
    PyObject *attribute = PyObject_GetAttrString(numpy, name);
    Py_DECREF(numpy);
    return attribute;
}

static int load(void)
{
    if (objects[DPEX_N_DTYPES - 1]) return 0;
    if (!dtype_class && !(dtype_class = core_numpy("dtype"))) return -1;
    for (int i = 0; i < DPEX_N_DTYPES; i++) {
        if (objects[i]) continue;
        const char *name = dpex_dtype_get_info((dpex_dtype)i)->name;
        objects[i] = PyObject_CallFunction(dtype_class, "s", name);
        if (!objects[i]) return -1;
    }
    return 0;
}

PyObject *core_dtype_object(dpex_dtype dtype)
{
    if (load()) return NULL;
    return Py_NewRef(objects[dtype]);
}

/* Whether the bytes of a numpy.dtype lie as the machine's do; -1 with an exception. */
static int is_native(PyObject *object)
{
    PyObject *native = PyObject_GetAttrString(object, "isnative");
    if (!native) return -1;
    int answer = PyObject_IsTrue(native);
    Py_DECREF(native);
    return answer;
}

static int letter_of(PyObject *object, char *letter)
{
    PyObject *text = PyObject_GetAttrString(object, "char");
    if (!text) return -1;
    Py_ssize_t n;
    const char *utf8 = PyUnicode_AsUTF8AndSize(text, &n);
    if (utf8) *letter = utf8[0];
    Py_DECREF(text);
    return utf8 ? 0 : -1;
}

/* Types of the same size under another C name: long long beside long. */
static char plain_letter(char letter)
{
    switch (letter) {
    case 'q': return 'l';
    case 'Q': return 'L';
    default: return letter;
    }
}

static int convert(PyObject *object, dpex_dtype *dtype)
{
    char letter = 0;
    if (letter_of(object, &letter)) return -1;
    int native = is_native(object);
    if (native < 0) return -1;
    for (int i = 0; i < DPEX_N_DTYPES; i++) {
        if (dpex_dtype_get_info((dpex_dtype)i)->letter != plain_letter(letter)) continue;
        *dtype = (dpex_dtype)i;
        if (native) return 0;
        PyErr_Format(PyExc_ValueError,
                     "data type %R: only the byte order of the machine is supported", object);
        return -1;
    }
    PyErr_Format(PyExc_TypeError,
                 "data type %R: arrays hold bool, integer, real and complex numbers only", object);
    return -1;
}

int core_dtype_find(PyObject *object, dpex_dtype *dtype)
{
    for (int i = 0; i < DPEX_N_DTYPES; i++) {
        if (object != objects[i]) continue;
        *dtype = (dpex_dtype)i;
        return 1;
    }
    return 0;
}

/* Numbers of dtypes by the names and types that stood for them before: NumPy takes a third of a microsecond to say it again. */
static PyObject *known;

/* A text, or a type that is there for good: NumPy's and Python's, not a program's classes. */
static int is_lasting_name(PyObject *object)
{
    if (PyUnicode_CheckExact(object)) return 1;
    return PyType_Check(object) && !(PyType_GetFlags((PyTypeObject *)object) & Py_TPFLAGS_HEAPTYPE);
}

static int find_known(PyObject *object, dpex_dtype *dtype)
{
    if (!known && !(known = PyDict_New())) return -1;
    PyObject *number = PyDict_GetItemWithError(known, object);
    if (!number) return PyErr_Occurred() ? -1 : 0;
    *dtype = (dpex_dtype)PyLong_AsLong(number);
    return 1;
}

static int remember(PyObject *object, dpex_dtype dtype)
{
    PyObject *number = PyLong_FromLong(dtype);
    const int failed = !number || PyDict_SetItem(known, object, number);
    Py_XDECREF(number);
    return failed ? -1 : 0;
}

/* In place of NumPy's messages, each of which tells of another way to make a data type. */
static int refuse(PyObject *object)
{
    if (!PyErr_ExceptionMatches(PyExc_TypeError) && !PyErr_ExceptionMatches(PyExc_ValueError))
        return -1;
    const int is_short = PyUnicode_Check(object) || PyBytes_Check(object) || PyLong_Check(object) ||
                         PyFloat_Check(object);
    PyErr_Clear();
    PyObject *shown = is_short ? PyObject_Repr(object) : PyType_GetName(Py_TYPE(object));
    if (shown)
        PyErr_Format(PyExc_TypeError, "dtype must be a data type such as 'float32', not %U", shown);
    Py_XDECREF(shown);
    return -1;
}

int core_dtype_parse(PyObject *object, dpex_dtype *dtype)
{
    if (load()) return -1;
    if (core_dtype_find(object, dtype)) return 0;
    const int is_name = is_lasting_name(object), found = is_name ? find_known(object, dtype) : 0;
    if (found) return found < 0 ? -1 : 0;
    PyObject *made = PyObject_CallFunctionObjArgs(dtype_class, object, NULL);
    const int failed = !made                          ? refuse(object)
                       : core_dtype_find(made, dtype) ? 0
                                                      : convert(made, dtype);
    Py_XDECREF(made);
    if (failed) core_name_error_inside(NULL);
    return failed || !is_name ? failed : remember(object, *dtype);
}

int core_dtype_check(dpex_dtype dtype, const dpex_queue *queue)
{
    const dpex_device *device = dpex_queue_get_device(queue);
    if (dpex_dtype_is_supported(dtype, device)) return 0;
    PyErr_Format(PyExc_ValueError, "device '%s' does not support the data type %s",
                 dpex_device_get_info(device)->name, dpex_dtype_get_info(dtype)->name);
    return -1;
}

/* The kind that a format of the struct module and of PEP 3118 names, -1 for others. */
static int kind_of_letter(const char *letters)
{
    if (letters[0] == 'Z') return letters[1] && !letters[2] ? DPEX_KIND_COMPLEX : -1;
    if (letters[1]) return -1;
    if (letters[0] == '?') return DPEX_KIND_BOOL;
    if (strchr("bhilqn", letters[0])) return DPEX_KIND_INT;
    if (strchr("BHILQN", letters[0])) return DPEX_KIND_UINT;
    if (strchr("efd", letters[0])) return DPEX_KIND_REAL;
    return -1;
}

int core_dtype_from_format(const char *format, Py_ssize_t itemsize, dpex_dtype *dtype)
{
    const char *letters = format ? format : "B";
    if (*letters == '@' || *letters == '=' || *letters == '<') letters++;
    int kind = *letters ? kind_of_letter(letters) : -1;
    if (kind < 0) return 0;
    for (int i = 0; i < DPEX_N_DTYPES; i++) {
        const dpex_dtype_info *info = dpex_dtype_get_info((dpex_dtype)i);
        if ((int)info->kind != kind || info->itemsize != itemsize) continue;
        *dtype = (dpex_dtype)i;
        return 1;
    }
    return 0;
}

/* The types of NumPy's scalars, kept for the process; NULL before the first use. */
static PyObject *scalar_types[DPEX_N_DTYPES];

static int find_scalar_types(void)
{
    for (int i = 0; i < DPEX_N_DTYPES; i++) {
        const char *name = dpex_dtype_get_info((dpex_dtype)i)->name;
        PyObject *found = core_numpy(i == DPEX_BOOL ? "bool_" : name);
        if (!found) return -1;
        scalar_types[i] = found;
    }
    return 0;
}

int core_numpy_scalar_dtype(PyObject *object, dpex_dtype *dtype)
{
    PyObject *type = (PyObject *)Py_TYPE(object);
    if (!scalar_types[DPEX_N_DTYPES - 1] && find_scalar_types()) {
        PyErr_Clear(); /* then there are no such scalars */
        return 0;
    }
    if (type == scalar_types[DPEX_F64]) { /* most of them */
        *dtype = DPEX_F64;
        return 1;
    }
    for (int i = 0; i < DPEX_N_DTYPES; i++) {
        if (type != scalar_types[i]) continue;
        *dtype = (dpex_dtype)i;
        return 1;
    }
    return 0;
}

int core_is_numpy_scalar(PyObject *object)
{
    if (!generic_class && !(generic_class = core_numpy("generic"))) return -1;
    return PyObject_IsInstance(object, generic_class);
}

int core_is_numpy_array(PyObject *object)
{
    if (!array_class && !(array_class = core_numpy("ndarray"))) {
        PyErr_Clear(); /* then there are no NumPy arrays */
        return 0;
    }
    return (PyObject *)Py_TYPE(object) == array_class;
}
