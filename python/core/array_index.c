/* x[key] and x[key] = value for basic keys: ints, slices, Ellipsis, None, and tuples of those.
 * They become a list of dpex_index, and the view that this gives is the result or what is
 * assigned to. */
#include "array.h"
#include "array_args.h"

enum { MAX_INDICES = 2 * DPEX_MAX_NDIM };

static int is_advanced(PyObject *key)
{
    if (PyBool_Check(key)) return 1;
    if (!core_array_check(key)) return 0;
    const dpex_array *x = &((core_array *)key)->array;
    return x->nd > 0 || dpex_dtype_get_info(x->dtype)->kind == DPEX_KIND_BOOL;
}

static int refuse(PyObject *key)
{
    if (is_advanced(key)) {
        PyErr_SetString(PyExc_NotImplementedError,
                        "indexing by arrays and booleans is not available yet; ints, slices, "
                        "Ellipsis and None are");
        return -1;
    }
    PyObject *name = PyType_GetName(Py_TYPE(key));
    if (name) {
        PyErr_Format(PyExc_IndexError,
                     "an index is an int, a slice, Ellipsis, None or an array, not %U", name);
        Py_DECREF(name);
    }
    return -1;
}

static int from_slice(PyObject *key, dpex_index *index)
{
    Py_ssize_t start, stop, step;
    if (PySlice_Unpack(key, &start, &stop, &step)) return -1;
    /* Bounds that were not given come as the extreme values, which the clamping of slices brings
     * to the ends. */
    *index = (dpex_index){.kind = DPEX_INDEX_SLICE,
                          .start = start,
                          .stop = stop,
                          .step = step,
                          .has_start = 1,
                          .has_stop = 1,
                          .has_step = 1};
    return 0;
}

static int from_int(PyObject *key, dpex_index *index)
{
    PyObject *number = PyLong_Check(key) ? Py_NewRef(key) : PyNumber_Index(key);
    if (!number) {
        if (PyErr_ExceptionMatches(PyExc_TypeError)) {
            PyErr_Clear();
            return refuse(key);
        }
        return -1;
    }
    int overflow = 0;
    *index = (dpex_index){.kind = DPEX_INDEX_INT,
                          .start = PyLong_AsLongLongAndOverflow(number, &overflow)};
    Py_DECREF(number);
    if (!overflow) return 0;
    PyErr_SetString(PyExc_IndexError, "the index does not fit 64 bits");
    return -1;
}

static int from_key(PyObject *key, dpex_index *index)
{
    if (PySlice_Check(key)) return from_slice(key, index);
    if (key == Py_None) {
        *index = (dpex_index){.kind = DPEX_INDEX_NEWAXIS};
        return 0;
    }
    if (key == Py_Ellipsis) {
        *index = (dpex_index){.kind = DPEX_INDEX_ELLIPSIS};
        return 0;
    }
    if (is_advanced(key) || !PyIndex_Check(key)) return refuse(key);
    return from_int(key, index);
}

/* The number of indices, or -1 with an exception. */
static int parse_key(PyObject *key, dpex_index *indices)
{
    if (!PyTuple_Check(key)) return from_key(key, indices) ? -1 : 1;
    Py_ssize_t n = PyTuple_Size(key);
    if (n > MAX_INDICES) {
        PyErr_Format(PyExc_IndexError, "%zd indices, at most %d are possible", n, MAX_INDICES);
        return -1;
    }
    for (Py_ssize_t i = 0; i < n; i++)
        if (from_key(PyTuple_GetItem(key, i), &indices[i])) return -1;
    return (int)n;
}

PyObject *core_array_subscript(PyObject *self, PyObject *key)
{
    dpex_index indices[MAX_INDICES];
    int n = parse_key(key, indices);
    if (n < 0) return NULL;
    core_array *out = core_array_new();
    if (!out) return NULL;
    return core_array_finish(
        out, dpex_array_index(&((core_array *)self)->array, indices, n, &out->array));
}

int core_array_assign_subscript(PyObject *self, PyObject *key, PyObject *value)
{
    if (!value) {
        PyErr_SetString(PyExc_ValueError, "elements of an array cannot be deleted");
        return -1;
    }
    dpex_index indices[MAX_INDICES];
    int n = parse_key(key, indices);
    if (n < 0) return -1;
    dpex_array view;
    dpex_status status = dpex_array_index(&((core_array *)self)->array, indices, n, &view);
    if (status) {
        core_raise(status);
        return -1;
    }
    int failed = core_array_assign(&view, value);
    dpex_array_fini(&view);
    return failed;
}
