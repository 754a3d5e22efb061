/* For extensions of Python written in C or C++: the function table, queues and arrays from
 * Python objects, and failures as Python exceptions. Everything is static inline and works with
 * Python's Limited API from 3.11 on.
 *
 *     static PyObject *scale(PyObject *module, PyObject *args) {
 *         ...
 *         dpex_queue *queue = dpex_queue_from_python(queue_object);   // NULL: exception set
 *         if (!queue || dpex_array_from_python(x_object, "x", queue_object, 1, &x)) goto done;
 *         status = dpex_table->kernel_source_launch(queue, &kernel, &range, args, 3, NULL, 0, &event);
 *         if (dpex_wait_python(status, event)) goto done;
 *         ...
 *
 * A function that returns events instead of waiting:
 *
 *         dpex_python_events deps;
 *         if (dpex_events_from_python(depends, &deps)) goto done;
 *         status = dpex_table->kernel_source_launch(queue, &kernel, &range, args, 3, deps.items, deps.n, &event);
 *         PyObject *computed = status ? dpex_raise_null(status) : dpex_event_to_python(event);
 *         PyObject *kept = computed ? dpex_keep_alive_python(queue_object, arrays, computed) : NULL;
 *
 * Call dpex_import once, in the module's init function. */
#ifndef DPEX_PYTHON_H
#define DPEX_PYTHON_H

#include <Python.h>

#include <stdlib.h>
#include <string.h>

#include "function_table.h"

/* The library's functions, once dpex_import has succeeded in this source file. */
static const dpex_function_table *dpex_table;

/* 0, or -1 with an exception set: opendpex is missing, or older than the headers that this was
 * compiled with. */
static inline int dpex_import(void)
{
    PyObject *core = PyImport_ImportModule("opendpex._core");
    if (!core) return -1;
    PyObject *capsule = PyObject_GetAttrString(core, DPEX_FUNCTION_TABLE_ATTRIBUTE);
    Py_DECREF(core);
    if (!capsule) return -1;
    const dpex_function_table *table =
        (const dpex_function_table *)PyCapsule_GetPointer(capsule, DPEX_FUNCTION_TABLE_CAPSULE);
    Py_DECREF(capsule);
    if (!table) return -1;
    if (table->table_version != DPEX_FUNCTION_TABLE_VERSION ||
        table->bytes < sizeof(dpex_function_table)) {
        PyErr_Format(PyExc_ImportError,
                     "this extension was built for a newer opendpex than the one installed (%s)",
                     table->version());
        return -1;
    }
    dpex_table = table;
    return 0;
}

/* Sets the exception for a status that is not DPEX_SUCCESS; returns -1. */
static inline int dpex_raise(dpex_status status)
{
    PyObject *type = PyExc_RuntimeError;
    if (status == DPEX_ERROR_NO_MEMORY)
        type = PyExc_MemoryError;
    else if (status == DPEX_ERROR_INVALID_TYPE || status == DPEX_ERROR_KERNEL_ARGS)
        type = PyExc_TypeError;
    else if (status == DPEX_ERROR_INVALID_VALUE || status == DPEX_ERROR_PLACEMENT ||
             status == DPEX_ERROR_NOT_USM)
        type = PyExc_ValueError;
    PyErr_SetString(type, dpex_table->error_message());
    return -1;
}

/* The same, for functions that return an object: returns NULL. */
static inline PyObject *dpex_raise_null(dpex_status status)
{
    dpex_raise(status);
    return NULL;
}

/* The queue of a dpctl.SyclQueue; new (dpex_table->queue_release), or NULL with an exception
 * set. */
static inline dpex_queue *dpex_queue_from_python(PyObject *object)
{
    PyObject *capsule = PyObject_CallMethod(object, "_get_capsule", NULL);
    if (!capsule) {
        PyErr_Clear();
        PyErr_Format(PyExc_TypeError, "expected a dpctl.SyclQueue, got %R",
                     (PyObject *)Py_TYPE(object));
        return NULL;
    }
    dpex_queue *queue = (dpex_queue *)PyCapsule_GetPointer(capsule, "SyclQueueRef");
    if (queue) dpex_table->queue_retain(queue);
    Py_DECREF(capsule);
    return queue;
}

/* Waits for the event of a submission that returned `status`, with the GIL released, in steps
 * between which Ctrl-C is served; releases the event. 0, or -1 with an exception set. */
static inline int dpex_wait_python(dpex_status status, dpex_event *event)
{
    int done = status != DPEX_SUCCESS, interrupted = 0;
    while (!done && !interrupted) {
        Py_BEGIN_ALLOW_THREADS
        status = dpex_table->event_wait(event, 10000000, &done);
        Py_END_ALLOW_THREADS
        if (status == DPEX_ERROR_INTERRUPTED) status = DPEX_SUCCESS;
        if (status) done = 1;
        if (!done) interrupted = PyErr_CheckSignals();
    }
    if (!interrupted && status) dpex_raise(status);
    dpex_table->event_release(event);
    return interrupted || status ? -1 : 0;
}

/* ---- events ------------------------------------------------------------ */

static inline void dpex_event_capsule_free(PyObject *capsule)
{
    dpex_table->event_release(
        (dpex_event *)PyCapsule_GetPointer(capsule, PyCapsule_GetName(capsule)));
}

/* A new dpctl.SyclEvent, or NULL with an exception set; takes the event. */
static inline PyObject *dpex_event_to_python(dpex_event *event)
{
    PyObject *capsule = PyCapsule_New(event, "SyclEventRef", dpex_event_capsule_free);
    if (!capsule) {
        dpex_table->event_release(event);
        return NULL;
    }
    PyObject *dpctl = PyImport_ImportModule("dpctl");
    PyObject *result = dpctl ? PyObject_CallMethod(dpctl, "SyclEvent", "O", capsule) : NULL;
    Py_XDECREF(dpctl);
    Py_DECREF(capsule);
    return result;
}

/* The events to wait for that a caller gave. */
typedef struct dpex_python_events {
    dpex_event **items; /* new */
    size_t n;
} dpex_python_events;

static inline void dpex_events_release(dpex_python_events *events)
{
    for (size_t i = 0; i < events->n; i++) dpex_table->event_release(events->items[i]);
    PyMem_Free(events->items);
    events->items = NULL;
    events->n = 0;
}

/* From a sequence of dpctl.SyclEvent; NULL and None are no events. 0, or -1 with an exception set;
 * release them either way. */
static inline int dpex_events_from_python(PyObject *sequence, dpex_python_events *events)
{
    events->items = NULL;
    events->n = 0;
    if (!sequence || sequence == Py_None) return 0;
    Py_ssize_t n = PySequence_Size(sequence);
    if (n < 0) return -1;
    events->items = (dpex_event **)PyMem_Calloc((size_t)n + 1, sizeof *events->items);
    if (!events->items) {
        PyErr_NoMemory();
        return -1;
    }
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *item = PySequence_GetItem(sequence, i);
        PyObject *capsule = item ? PyObject_CallMethod(item, "_get_capsule", NULL) : NULL;
        if (item && !capsule) {
            PyErr_Clear();
            PyErr_Format(PyExc_TypeError, "expected a dpctl.SyclEvent, got %R",
                         (PyObject *)Py_TYPE(item));
        }
        Py_XDECREF(item);
        void *event = capsule ? PyCapsule_GetPointer(capsule, "SyclEventRef") : NULL;
        if (event) events->items[events->n++] = dpex_table->event_retain((dpex_event *)event);
        Py_XDECREF(capsule);
        if (!event) return -1;
    }
    return 0;
}

/* Keeps objects (a tuple) alive until the event of the SyclEvent `computed` is complete. A new
 * SyclEvent that is complete when they have been let go, or NULL with an exception set. */
static inline PyObject *dpex_keep_alive_python(PyObject *queue, PyObject *objects,
                                               PyObject *computed)
{
    return PyObject_CallMethod(queue, "_submit_keep_args_alive", "O[O]", objects, computed);
}

/* ---- arrays ------------------------------------------------------------ */

/* An array that some Python object holds. */
typedef struct dpex_python_array {
    void *ptr; /* the element whose indices are 0 */
    size_t n_elems;
    dpex_dtype dtype;
    int nd;
    Py_ssize_t shape[8];
    Py_ssize_t strides[8]; /* in elements; only of arrays from dpex_strided_from_python */
    int is_strided;        /* strides are wanted; else it is C-contiguous */
    int has_buffer;
    Py_buffer buffer; /* of a NumPy array or another object with the buffer protocol */
    PyObject *owner;  /* of USM memory */
} dpex_python_array;

static inline void dpex_array_release(dpex_python_array *array)
{
    if (array->has_buffer) PyBuffer_Release(&array->buffer);
    Py_XDECREF(array->owner);
    memset(array, 0, sizeof *array);
}

/* The dtype of a buffer's format or a typestr ("d", "<f8", ...) of itemsize bytes; -1: not
 * supported. */
static inline int dpex_dtype_of_format(const char *format, Py_ssize_t itemsize)
{
    const char *p = format && *format ? format : "B";
    if (*p == '>' || *p == '!') return -1;
    if (strchr("<=|@^", *p)) p++;
    int is_number = *p && (!p[1] || (p[1] >= '0' && p[1] <= '9'));
    if (*p == 'Z' && (p[1] == 'f' || p[1] == 'd') && !p[2])
        return p[1] == 'f' ? DPEX_C64 : DPEX_C128;
    if (!is_number) return -1;
    if (*p == '?' || (*p == 'b' && p[1] == '1')) return DPEX_BOOL;
    if (*p == 'c' && p[1]) return itemsize == 8 ? DPEX_C64 : itemsize == 16 ? DPEX_C128 : -1;
    int is_unsigned = strchr(p[1] ? "u" : "BHILQN", *p) != NULL;
    if (is_unsigned || strchr(p[1] ? "i" : "bhilqn", *p)) {
        int base = is_unsigned ? DPEX_U8 : DPEX_I8;
        return itemsize == 1   ? base
               : itemsize == 2 ? base + 2
               : itemsize == 4 ? base + 4
               : itemsize == 8 ? base + 6
                               : -1;
    }
    if (strchr(p[1] ? "f" : "efd", *p))
        return itemsize == 2 ? DPEX_F16 : itemsize == 4 ? DPEX_F32 : itemsize == 8 ? DPEX_F64 : -1;
    return -1;
}

static inline int dpex_array_from_buffer(PyObject *object, const char *name, int writable,
                                         dpex_python_array *array)
{
    int flags = PyBUF_STRIDES | PyBUF_FORMAT | (writable ? PyBUF_WRITABLE : 0);
    if (PyObject_GetBuffer(object, &array->buffer, flags)) {
        PyErr_Clear();
        PyErr_Format(PyExc_TypeError, "%s: expected a %sNumPy array or USM array, got %R", name,
                     writable ? "writable " : "", (PyObject *)Py_TYPE(object));
        return -1;
    }
    array->has_buffer = 1;
    const Py_buffer *buffer = &array->buffer;
    int dtype = dpex_dtype_of_format(buffer->format, buffer->itemsize);
    if (dtype < 0) {
        PyErr_Format(PyExc_TypeError, "%s: arrays of format '%s' are not supported", name,
                     buffer->format);
        return -1;
    }
    if (buffer->ndim > 8 || (!array->is_strided && !PyBuffer_IsContiguous(buffer, 'C'))) {
        PyErr_Format(PyExc_ValueError, "%s: must be %sof at most 8 dimensions", name,
                     array->is_strided ? "" : "C-contiguous, ");
        return -1;
    }
    array->ptr = buffer->buf;
    array->dtype = (dpex_dtype)dtype;
    array->nd = buffer->ndim;
    array->n_elems = (size_t)(buffer->len / buffer->itemsize);
    for (int d = 0; d < buffer->ndim; d++) {
        array->shape[d] = buffer->shape[d];
        array->strides[d] = buffer->strides[d] / buffer->itemsize;
        if (array->is_strided && buffer->strides[d] % buffer->itemsize) {
            PyErr_Format(PyExc_ValueError, "%s: strides must be multiples of the item size", name);
            return -1;
        }
    }
    return 0;
}

/* The strides of a C-contiguous array, or those of a tuple. */
static inline int dpex_set_strides(PyObject *tuple, dpex_python_array *array)
{
    Py_ssize_t stride = 1;
    for (int d = array->nd; d-- > 0; stride *= array->shape[d]) array->strides[d] = stride;
    if (!tuple || tuple == Py_None) return 0;
    for (int d = 0; d < array->nd; d++) {
        PyObject *item = PySequence_GetItem(tuple, d);
        array->strides[d] = item ? PyLong_AsSsize_t(item) : -1;
        Py_XDECREF(item);
        if (PyErr_Occurred()) return -1;
    }
    return 0;
}

/* Reads shape, dtype and address from a __sycl_usm_array_interface__ dictionary (borrowed
 * references throughout). */
static inline int dpex_array_from_interface(PyObject *dict, const char *name, int writable,
                                            dpex_python_array *array)
{
    PyObject *data = PyDict_GetItemString(dict, "data"),
             *shape = PyDict_GetItemString(dict, "shape");
    PyObject *typestr = PyDict_GetItemString(dict, "typestr"),
             *strides = PyDict_GetItemString(dict, "strides");
    PyObject *offset = PyDict_GetItemString(dict, "offset");
    if (!data || !PyTuple_Check(data) || PyTuple_Size(data) != 2 || !shape ||
        !PyTuple_Check(shape) || !typestr) {
        PyErr_Format(PyExc_ValueError, "%s: malformed __sycl_usm_array_interface__", name);
        return -1;
    }
    Py_ssize_t nd = PyTuple_Size(shape), itemsize, n_elems = 1;
    if (nd > 8 || (!array->is_strided && strides && strides != Py_None)) {
        PyErr_Format(PyExc_ValueError, "%s: must be %sof at most 8 dimensions", name,
                     array->is_strided ? "" : "C-contiguous, ");
        return -1;
    }
    if (writable && PyObject_IsTrue(PyTuple_GetItem(data, 1))) {
        PyErr_Format(PyExc_ValueError, "%s: the array is read-only", name);
        return -1;
    }
    for (Py_ssize_t d = 0; d < nd; d++) {
        array->shape[d] = PyLong_AsSsize_t(PyTuple_GetItem(shape, d));
        n_elems *= array->shape[d];
    }
    PyObject *text = PyUnicode_AsASCIIString(typestr);
    const char *format = text ? PyBytes_AsString(text) : NULL;
    if (!format) {
        Py_XDECREF(text);
        return -1;
    }
    itemsize = strlen(format) > 2 ? (Py_ssize_t)strtol(format + 2, NULL, 10) : 1;
    int dtype = dpex_dtype_of_format(format, itemsize);
    if (dtype < 0)
        PyErr_Format(PyExc_TypeError, "%s: arrays of type '%s' are not supported", name, format);
    Py_DECREF(text);
    if (dtype < 0) return -1;
    Py_ssize_t skip = offset && offset != Py_None ? PyLong_AsSsize_t(offset) : 0;
    array->ptr = (char *)PyLong_AsVoidPtr(PyTuple_GetItem(data, 0)) + skip * itemsize;
    array->dtype = (dpex_dtype)dtype;
    array->nd = (int)nd;
    array->n_elems = (size_t)n_elems;
    return PyErr_Occurred() || dpex_set_strides(strides, array) ? -1 : 0;
}

/* What dpex_array_from_python and dpex_strided_from_python do; array->is_strided is set. */
static inline int dpex_any_array_from_python(PyObject *object, const char *name, PyObject *queue,
                                             int writable, dpex_python_array *array)
{
    PyObject *dict = PyObject_GetAttrString(object, "__sycl_usm_array_interface__");
    if (!dict) {
        if (!PyErr_ExceptionMatches(PyExc_AttributeError)) return -1;
        PyErr_Clear();
        return dpex_array_from_buffer(object, name, writable, array);
    }
    int result = -1;
    PyObject *owner = PyDict_Check(dict) ? PyDict_GetItemString(dict, "syclobj") : NULL;
    int same = owner ? PyObject_RichCompareBool(owner, queue, Py_EQ) : 0;
    if (same == 0)
        PyErr_Format(PyExc_ValueError, "%s: the array belongs to another queue than the one given",
                     name);
    if (same == 1) result = dpex_array_from_interface(dict, name, writable, array);
    if (result == 0) {
        array->owner = object;
        Py_INCREF(object);
    }
    Py_DECREF(dict);
    return result;
}

/* A NumPy array (buffer protocol) or a USM array (__sycl_usm_array_interface__) as a pointer and a
 * shape; C-contiguous. USM arrays must belong to `queue`. `name` is the argument's, for messages.
 * 0, or -1 with an exception set; release it either way. */
static inline int dpex_array_from_python(PyObject *object, const char *name, PyObject *queue,
                                         int writable, dpex_python_array *array)
{
    memset(array, 0, sizeof *array);
    return dpex_any_array_from_python(object, name, queue, writable, array);
}

/* The same for arrays with any strides. */
static inline int dpex_strided_from_python(PyObject *object, const char *name, PyObject *queue,
                                           int writable, dpex_python_array *array)
{
    memset(array, 0, sizeof *array);
    array->is_strided = 1;
    return dpex_any_array_from_python(object, name, queue, writable, array);
}

/* Its layout for dpex_arg_strided; it must have at most DPEX_KERNEL_MAX_ARRAY_DIMS dimensions. 0,
 * or -1 with a ValueError set. */
static inline int dpex_layout_of_array(const dpex_python_array *array, const char *name,
                                       dpex_kernel_layout *layout)
{
    memset(layout, 0, sizeof *layout);
    layout->nd = array->nd;
    if (array->nd > DPEX_KERNEL_MAX_ARRAY_DIMS) {
        PyErr_Format(PyExc_ValueError, "%s: must be of at most %d dimensions", name,
                     DPEX_KERNEL_MAX_ARRAY_DIMS);
        return -1;
    }
    for (int d = 0; d < array->nd; d++) {
        layout->extent[d] = array->shape[d];
        layout->stride[d] = array->strides[d];
    }
    return 0;
}

#endif
