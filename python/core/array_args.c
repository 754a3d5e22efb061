/* Reading the arguments that functions on arrays share. */
#include "array_args.h"

#include <string.h>

#include "args.h"
#include "hooks.h"
#include "queue.h"

/* ---- sequences of ints ------------------------------------------------------------------------ */

/* Of a list or a tuple the message says what is in it, of an array that it is one. */
static void refuse_item(PyObject *sequence, PyObject *item, const char *what, const char *expected)
{
    if (!PyList_Check(sequence) && !PyTuple_Check(sequence)) {
        core_type_error(what, expected, sequence);
        return;
    }
    PyObject *of = PyType_GetName(Py_TYPE(sequence)), *name = PyType_GetName(Py_TYPE(item));
    if (of && name)
        PyErr_Format(PyExc_TypeError, "%s must be %s, not a %U with %U", what, expected, of, name);
    Py_XDECREF(of);
    Py_XDECREF(name);
}

PyObject *core_int_item(PyObject *sequence, Py_ssize_t i, const char *what, const char *expected)
{
    PyObject *item = PySequence_GetItem(sequence, i);
    if (!item || PyLong_CheckExact(item)) return item;
    PyObject *index = core_index(item, what, expected);
    if (!index && PyErr_ExceptionMatches(PyExc_TypeError)) {
        PyErr_Clear();
        refuse_item(sequence, item, what, expected);
    }
    Py_DECREF(item);
    return index;
}

Py_ssize_t core_n_items(PyObject *object, const char *what, const char *expected)
{
    if (PyTuple_CheckExact(object)) return PyTuple_Size(object);
    const int is_text = PyUnicode_Check(object) || PyBytes_Check(object);
    const Py_ssize_t n = PySequence_Check(object) && !is_text ? PySequence_Size(object) : -1;
    if (n < 0) core_type_error(what, expected, object);
    return n;
}

/* ---- shape ----------------------------------------------------------------------------------- */

static int to_int64_slowly(const char *name, PyObject *object, int64_t *value)
{
    if (PyBool_Check(object)) { /* NumPy takes none either */
        core_type_error(name, "an int or a sequence of ints", object);
        return -1;
    }
    PyObject *index = PyLong_Check(object)
                          ? Py_NewRef(object)
                          : core_index(object, name, "an int or a sequence of ints");
    if (!index) return -1;
    int overflow = 0;
    *value = PyLong_AsLongLongAndOverflow(index, &overflow);
    if (overflow)
        PyErr_Format(PyExc_ValueError, "%s: an extent is %R, allowed is up to %lld", name, index,
                     (long long)INT64_MAX);
    Py_DECREF(index);
    return overflow || (*value == -1 && PyErr_Occurred()) ? -1 : 0;
}

static int to_int64(const char *name, PyObject *object, int64_t *value)
{
    int overflow = 0;
    if (PyLong_CheckExact(object)) *value = PyLong_AsLongLongAndOverflow(object, &overflow);
    return PyLong_CheckExact(object) && !overflow ? 0 : to_int64_slowly(name, object, value);
}

/* The items of an object, a list or a tuple, or what it made of itself. */
static int shape_from_sequence(const char *name, PyObject *of, PyObject *object, int64_t *shape,
                               int *nd)
{
    Py_ssize_t n = PySequence_Size(object);
    if (n < 0) return -1;
    if (n > DPEX_MAX_NDIM) {
        PyErr_Format(PyExc_ValueError, "%s has %zd dimensions, %d are allowed", name, n,
                     DPEX_MAX_NDIM);
        return -1;
    }
    *nd = (int)n;
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *extent = PySequence_GetItem(object, i);
        if (!extent) return -1;
        int failed = to_int64(name, extent, &shape[i]);
        if (failed && !PyBool_Check(extent) && PyErr_ExceptionMatches(PyExc_TypeError)) {
            PyErr_Clear();
            refuse_item(of, extent, name, "an int or a sequence of ints");
        }
        Py_DECREF(extent);
        if (failed) return -1;
    }
    return 0;
}

int core_is_one_int(PyObject *object)
{
    if (PyLong_Check(object)) return 1;
    if (core_array_check(object)) return ((core_array *)object)->array.nd == 0;
    if (!PyIndex_Check(object)) return 0;
    if (!PySequence_Check(object) || PySequence_Size(object) >= 0) return !PySequence_Check(object);
    PyErr_Clear(); /* NumPy's without dimensions have no size */
    return 1;
}

int core_parse_shape(const char *name, PyObject *object, int64_t shape[DPEX_MAX_NDIM], int *nd)
{
    if (PyLong_Check(object)) {
        *nd = 1;
        return to_int64(name, object, shape);
    }
    if (PyTuple_Check(object) || PyList_Check(object))
        return shape_from_sequence(name, object, object, shape, nd);
    if (core_is_one_int(object)) {
        *nd = 1;
        return to_int64(name, object, shape);
    }
    PyObject *list = PyObject_CallMethod(object, "tolist", NULL);
    if (!list) {
        core_type_error(name, "an int or a sequence of ints", object);
        return -1;
    }
    int failed = PyList_Check(list) ? shape_from_sequence(name, object, list, shape, nd)
                                    : to_int64(name, list, shape);
    if (!PyList_Check(list)) *nd = 1;
    Py_DECREF(list);
    return failed;
}

int core_find_extremes(int nd, const int64_t *shape, const int64_t *strides, int64_t *lowest,
                       int64_t *highest)
{
    int64_t step = 1;
    *lowest = *highest = 0;
    for (int i = 0; i < nd; i++)
        if (shape[i] == 0) return 1;
    for (int i = nd - 1; i >= 0; i--) {
        int64_t reach, stride = strides ? strides[i] : step;
        int64_t *end = stride < 0 ? lowest : highest;
        if (__builtin_mul_overflow(stride, shape[i] - 1, &reach) ||
            __builtin_add_overflow(*end, reach, end) ||
            (!strides && __builtin_mul_overflow(step, shape[i], &step)))
            return 0;
    }
    return 1;
}

/* ---- words ----------------------------------------------------------------------------------- */

int core_parse_order(PyObject *object, const char *allowed, dpex_order *order)
{
    if (!core_is_given(object)) return 0;
    if (!PyUnicode_Check(object)) {
        core_type_error("order", "None or a str", object);
        return -1;
    }
    /* The one word that programs write. */
    const int is_word = PyUnicode_CompareWithASCIIString(object, "Fortran") == 0;
    Py_UCS4 letter =
        is_word || PyUnicode_GetLength(object) == 1 ? PyUnicode_ReadChar(object, 0) : 0;
    if (letter >= 'a' && letter <= 'z') letter -= 'a' - 'A';
    if (letter && letter < 128 && strchr(allowed, (int)letter)) {
        *order = (dpex_order)letter;
        return 0;
    }
    PyErr_Format(PyExc_ValueError, "order must be %s, not %R",
                 strchr(allowed, 'K') ? "'C', 'F', 'A' or 'K'" : "'C' or 'F'", object);
    return -1;
}

int core_parse_usm_kind(PyObject *object, dpex_usm_kind *kind)
{
    if (!core_is_given(object)) return 0;
    if (!PyUnicode_Check(object)) {
        core_type_error("usm_type", "a str", object);
        return -1;
    }
    static const char *const names[] = {
        [DPEX_USM_DEVICE] = "device", [DPEX_USM_SHARED] = "shared", [DPEX_USM_HOST] = "host"};
    for (int i = DPEX_USM_DEVICE; i <= DPEX_USM_HOST; i++) {
        if (PyUnicode_CompareWithASCIIString(object, names[i]) != 0) continue;
        *kind = (dpex_usm_kind)i;
        return 0;
    }
    PyErr_Format(PyExc_ValueError, "usm_type %R is not one of 'device', 'shared', 'host'", object);
    return -1;
}

/* ---- placement ------------------------------------------------------------------------------- */

/* What Device.create_device makes of a filter string, a device, a queue or a Device. */
static int queue_of_device(PyObject *device, dpex_queue **queue)
{
    PyObject *normalize = core_hook(CORE_HOOK_normalize_queue_device);
    PyObject *made =
        normalize ? PyObject_CallFunctionObjArgs(normalize, Py_None, device, NULL) : NULL;
    if (!made) return -1;
    dpex_queue *found = core_queue_get(made, "device");
    if (found) *queue = dpex_queue_retain(found);
    Py_DECREF(made);
    return found ? 0 : -1;
}

int core_parse_placement(PyObject *device, PyObject *sycl_queue, dpex_queue **queue)
{
    dpex_queue *named = NULL;
    if (core_is_given(sycl_queue)) {
        named = core_queue_get(sycl_queue, "sycl_queue");
        if (!named) return -1;
    }
    if (!core_is_given(device)) {
        if (named) *queue = dpex_queue_retain(named);
        return 0;
    }
    dpex_queue *of_device = NULL;
    if (core_queue_check(device))
        of_device = dpex_queue_retain(core_queue_get(device, "device"));
    else if (queue_of_device(device, &of_device))
        return -1;
    if (named && named != of_device) {
        dpex_queue_release(of_device);
        PyErr_SetString(PyExc_TypeError,
                        "device and sycl_queue name different queues; give one of them");
        return -1;
    }
    *queue = of_device;
    return 0;
}

int core_parse_placement_or_default(PyObject *device, PyObject *sycl_queue, dpex_queue **queue)
{
    *queue = NULL;
    if (core_parse_placement(device, sycl_queue, queue)) return -1;
    if (*queue) return 0;
    static dpex_device *chosen; /* root devices live as long as the process */
    dpex_status status = chosen ? DPEX_SUCCESS : dpex_device_find(NULL, &chosen);
    dpex_queue *cached = NULL;
    if (!status) status = dpex_queue_get_cached(chosen, &cached);
    if (status) {
        core_raise(status);
        return -1;
    }
    *queue = dpex_queue_retain(cached);
    return 0;
}

/* ---- axes ------------------------------------------------------------------------------------ */

static void raise_axis_error(PyObject *axis, int nd)
{
    PyObject *module = PyImport_ImportModule("numpy.exceptions");
    PyObject *class = module ? PyObject_GetAttrString(module, "AxisError") : NULL;
    PyObject *error = class ? PyObject_CallFunction(class, "Oi", axis, nd) : NULL;
    if (error) PyErr_SetObject(class, error);
    Py_XDECREF(error);
    Py_XDECREF(class);
    Py_XDECREF(module);
}

int core_parse_named_axis(PyObject *object, const char *what, const char *expected, int nd,
                          int *axis)
{
    PyObject *index =
        PyLong_CheckExact(object) ? Py_NewRef(object) : core_index(object, what, expected);
    if (!index) return -1;
    int overflow = 0;
    int64_t value = PyLong_AsLongLongAndOverflow(index, &overflow);
    int failed = value == -1 && PyErr_Occurred();
    if (!failed && (overflow || value < -nd || value >= nd)) {
        raise_axis_error(index, nd);
        failed = 1;
    }
    Py_DECREF(index);
    *axis = (int)(value < 0 ? value + nd : value);
    return failed ? -1 : 0;
}

int core_parse_axis(PyObject *object, int nd, int *axis)
{
    return core_parse_named_axis(object, "axis", "an int", nd, axis);
}

static int add_axis(PyObject *object, int nd, uint64_t *mask)
{
    int axis = 0;
    if (core_parse_axis(object, nd, &axis)) return -1;
    if (*mask >> axis & 1) {
        PyErr_Format(PyExc_ValueError, "axis %d is named twice", axis);
        return -1;
    }
    *mask |= UINT64_C(1) << axis;
    return 0;
}

static int is_bool_axis(PyObject *object)
{
    if (!object || PyLong_CheckExact(object) || object == Py_None) return 0;
    if (PyBool_Check(object)) return 1;
    const Py_ssize_t n = PyTuple_CheckExact(object) ? PyTuple_Size(object) : 0;
    for (Py_ssize_t i = 0; i < n; i++)
        if (PyBool_Check(PyTuple_GetItem(object, i))) return 1;
    return 0;
}

int core_refuse_bool_axis(PyObject *object)
{
    if (!is_bool_axis(object)) return 0;
    PyErr_SetString(PyExc_TypeError, "axis must be an int, not bool");
    return -1;
}

int core_parse_axes(PyObject *object, int nd, uint64_t *mask)
{
    static const char expected[] = "None, an int or a sequence of ints";
    *mask = nd >= 64 ? UINT64_MAX : (UINT64_C(1) << nd) - 1;
    if (!core_is_given(object)) return 0;
    *mask = 0;
    if (core_is_one_int(object)) return add_axis(object, nd, mask);
    const Py_ssize_t n = core_n_items(object, "axis", expected);
    if (n < 0) return -1;
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *axis = core_int_item(object, i, "axis", expected);
        if (!axis) return -1;
        int failed = add_axis(axis, nd, mask);
        Py_DECREF(axis);
        if (failed) return -1;
    }
    return 0;
}
