/* Copies between host memory and arrays. Host memory is reached through the buffer protocol, so
 * NumPy's C interface is not needed; NumPy itself converts what has no buffer of a type that
 * arrays have (its other byte order, lists). */
#include "host.h"

#include <string.h>

#include "wait.h"

enum {
    LARGE_BYTES = 1 << 16, /* copies from here on let other threads run */
    POOLED_BYTES = 1 << 20
};

typedef struct host_data {
    Py_buffer view;
    dpex_dtype dtype;
    int64_t shape[DPEX_MAX_NDIM], strides[DPEX_MAX_NDIM]; /* strides in bytes */
} host_data;

/* ---- the order of axes in memory ------------------------------------------------------------- */

/* axes: by descending stride, as they lie in memory; inverse: where each axis went. Returns whether
 * they lie in order. */
static int order_axes(int nd, const int64_t *strides, int *axes, int *inverse)
{
    int in_order = 1;
    for (int i = 0; i < nd; i++) {
        int at = i;
        int64_t stride = strides[i] < 0 ? -strides[i] : strides[i];
        for (; at > 0; at--) {
            int64_t before = strides[axes[at - 1]];
            if ((before < 0 ? -before : before) >= stride) break;
            axes[at] = axes[at - 1];
            in_order = 0;
        }
        axes[at] = i;
    }
    for (int i = 0; i < nd; i++) inverse[axes[i]] = i;
    return in_order;
}

/* ---- reading buffers ------------------------------------------------------------------------- */

static void read_layout(host_data *data)
{
    for (int i = 0; i < data->view.ndim; i++) {
        data->shape[i] = data->view.shape[i];
        data->strides[i] = data->view.strides[i];
    }
}

/* 1: opened, 0: no buffer of a type that arrays have, -1: an exception. NumPy's datetime scalars give no
 * strides though they are asked for, and call themselves bytes: left to numpy.asarray, which knows them. */
static int open_buffer(PyObject *object, host_data *data)
{
    if (PyObject_GetBuffer(object, &data->view, PyBUF_RECORDS_RO)) {
        if (PyErr_ExceptionMatches(PyExc_MemoryError)) return -1;
        PyErr_Clear();
        return 0;
    }
    if ((data->view.strides || !data->view.ndim) &&
        core_dtype_from_format(data->view.format, data->view.itemsize, &data->dtype)) {
        read_layout(data);
        return 1;
    }
    PyBuffer_Release(&data->view);
    return 0;
}

/* numpy.asarray(object, dtype) (NULL: as it comes); new. */
static PyObject *through_numpy(PyObject *object, PyObject *dtype)
{
    PyObject *asarray = core_numpy("asarray");
    PyObject *made = asarray ? PyObject_CallFunctionObjArgs(asarray, object, dtype, NULL) : NULL;
    Py_XDECREF(asarray);
    return made;
}

/* The dtype nearest to one that the device may lack. */
static dpex_dtype supported(dpex_dtype dtype, const dpex_device *device)
{
    if (dpex_dtype_is_supported(dtype, device)) return dtype;
    if (dtype == DPEX_F16) return DPEX_F32; /* not the default type, which may be twice as wide */
    return dpex_dtype_default(dpex_dtype_get_info(dtype)->kind, device);
}

/* The dtype that a NumPy array's elements have on the device, in the machine's byte order. */
static int native_dtype(PyObject *array, const dpex_device *device, dpex_dtype *dtype)
{
    PyObject *own = PyObject_GetAttrString(array, "dtype");
    PyObject *native = own ? PyObject_CallMethod(own, "newbyteorder", "s", "=") : NULL;
    int failed = native ? core_dtype_parse(native, dtype) : -1;
    if (!failed) *dtype = supported(*dtype, device);
    Py_XDECREF(native);
    Py_XDECREF(own);
    return failed;
}

/* The object as a NumPy array whose dtype the device has; new. */
static PyObject *normalise(PyObject *object, const dpex_device *device)
{
    PyObject *array = through_numpy(object, NULL);
    if (!array) return NULL;
    dpex_dtype dtype = DPEX_BOOL;
    PyObject *wanted = native_dtype(array, device, &dtype) ? NULL : core_dtype_object(dtype);
    PyObject *made = wanted ? through_numpy(array, wanted) : NULL;
    Py_XDECREF(wanted);
    Py_DECREF(array);
    return made;
}

/* Opens the object's elements in a dtype that the device has; *kept holds a conversion, if one
 * was needed. */
static int open_host(PyObject *object, const dpex_device *device, host_data *data, PyObject **kept)
{
    *kept = NULL;
    int opened = open_buffer(object, data);
    if (opened < 0) return -1;
    if (opened && dpex_dtype_is_supported(data->dtype, device)) return 0;
    if (opened) PyBuffer_Release(&data->view);
    *kept = normalise(object, device);
    if (*kept && open_buffer(*kept, data) == 1) return 0;
    if (*kept && !PyErr_Occurred())
        PyErr_SetString(PyExc_TypeError, "the object's elements are not numbers");
    Py_CLEAR(*kept);
    return -1;
}

static void close_host(host_data *data, PyObject *kept)
{
    PyBuffer_Release(&data->view);
    Py_XDECREF(kept);
}

/* ---- host to array --------------------------------------------------------------------------- */

/* Until a copy to the array finds nothing pending. One that is a command of the queue, because
 * it is large or the host does not access the memory, follows the whole queue. */
static int wait_to_write(const dpex_array *dst, Py_ssize_t bytes)
{
    if (core_wait_storage(dst->storage)) return -1;
    int inline_copy = bytes < LARGE_BYTES && dpex_storage_is_host_accessible(dst->storage);
    return inline_copy || dpex_queue_is_idle(dst->queue) ? 0 : core_wait_queue(dst->queue);
}

/* Waits first, so that Ctrl-C is served; the call itself then finds nothing pending. A status
 * of INTERRUPTED leaves the exception that the wait has raised. */
static dpex_status write_host(dpex_array *dst, const void *host, const int64_t *strides,
                              Py_ssize_t bytes)
{
    dpex_status status;
    if (wait_to_write(dst, bytes)) return DPEX_ERROR_INTERRUPTED;
    if (bytes < LARGE_BYTES) return dpex_array_from_host(dst, host, strides);
    do {
        Py_BEGIN_ALLOW_THREADS
        status = dpex_array_from_host(dst, host, strides);
        Py_END_ALLOW_THREADS
    } while (core_is_to_repeat(status));
    return status;
}

/* An array whose axes lie in memory as the host's do. */
static dpex_status init_ordered(const host_data *data, dpex_queue *queue, dpex_usm_kind kind,
                                dpex_array *out)
{
    int nd = data->view.ndim, axes[DPEX_MAX_NDIM], inverse[DPEX_MAX_NDIM];
    if (order_axes(nd, data->strides, axes, inverse))
        return dpex_array_init(queue, data->dtype, nd, data->shape, DPEX_ORDER_C, kind, out);
    int64_t shape[DPEX_MAX_NDIM];
    for (int i = 0; i < nd; i++) shape[i] = data->shape[axes[i]];
    dpex_array dense;
    dpex_status status = dpex_array_init(queue, data->dtype, nd, shape, DPEX_ORDER_C, kind, &dense);
    if (status) return status;
    status = dpex_array_permute(&dense, inverse, out);
    dpex_array_fini(&dense);
    return status;
}

/* out: an object without an array, or NULL with an exception; taken. */
static PyObject *copy_host(core_array *out, const host_data *data, dpex_queue *queue,
                           dpex_usm_kind kind)
{
    if (!out) return NULL;
    PyObject *made = core_array_finish(out, init_ordered(data, queue, kind, &out->array));
    if (!made) return NULL;
    dpex_status status = write_host(&out->array, data->view.buf, data->strides, data->view.len);
    if (!status) return made;
    Py_DECREF(made);
    return core_raise(status);
}

PyObject *core_host_copy(PyObject *object, dpex_queue *queue, dpex_usm_kind kind)
{
    host_data data;
    PyObject *kept;
    if (open_host(object, dpex_queue_get_device(queue), &data, &kept)) return NULL;
    PyObject *made = copy_host(core_array_new(), &data, queue, kind);
    close_host(&data, kept);
    return made;
}

PyObject *core_host_copy_plain(PyObject *array, dpex_queue *queue)
{
    host_data data;
    if (open_buffer(array, &data) != 1) return NULL;
    PyObject *made = NULL;
    if (dpex_dtype_is_supported(data.dtype, dpex_queue_get_device(queue)))
        made = copy_host(core_array_new_for_type((PyObject *)core.ndarray), &data, queue,
                         DPEX_USM_DEVICE);
    close_host(&data, NULL);
    return made;
}

/* The host's strides as seen from the shape it is broadcast to: 0 along repeated axes. */
static int broadcast(const host_data *data, const dpex_array *dst, int64_t *strides)
{
    int missing = dst->nd - data->view.ndim;
    for (int i = 0; i < dst->nd; i++) strides[i] = 0;
    for (int i = 0; i < data->view.ndim; i++) {
        int64_t extent = data->shape[i];
        if (missing + i < 0 ? extent == 1 : extent == dst->shape[missing + i]) {
            if (missing + i >= 0) strides[missing + i] = data->strides[i];
        } else if (extent != 1) {
            PyErr_Format(PyExc_ValueError,
                         "cannot broadcast the value of %d dimensions to an array of %d: extent "
                         "%lld of its axis %d",
                         data->view.ndim, (int)dst->nd, (long long)extent, i);
            return -1;
        }
    }
    return 0;
}

static int assign_same_dtype(dpex_array *dst, const host_data *data)
{
    int64_t strides[DPEX_MAX_NDIM];
    if (broadcast(data, dst, strides)) return -1;
    dpex_status status = write_host(dst, data->view.buf, strides, data->view.len);
    if (status) core_raise(status);
    return status ? -1 : 0;
}

/* The letter of a NumPy array's kind of dtype, 0 with an exception. */
static Py_UCS4 numpy_kind(PyObject *array)
{
    PyObject *dtype = PyObject_GetAttrString(array, "dtype");
    PyObject *kind = dtype ? PyObject_GetAttrString(dtype, "kind") : NULL;
    Py_UCS4 letter = kind ? PyUnicode_ReadChar(kind, 0) : (Py_UCS4)-1;
    Py_XDECREF(kind);
    Py_XDECREF(dtype);
    return letter == (Py_UCS4)-1 ? 0 : letter;
}

/* The object as a NumPy array of a dtype; ValueError unless it holds numbers: NumPy would parse text; new. */
static PyObject *convert_numbers(PyObject *object, dpex_dtype dtype)
{
    PyObject *array = through_numpy(object, NULL), *made = NULL;
    Py_UCS4 kind = array ? numpy_kind(array) : 0;
    if (kind && kind < 128 && strchr("biufc", (int)kind)) {
        PyObject *wanted = core_dtype_object(dtype);
        made = wanted ? through_numpy(array, wanted) : NULL;
        Py_XDECREF(wanted);
    } else if (kind) {
        PyErr_Format(PyExc_ValueError, "%R cannot be assigned to elements of an array", object);
    }
    Py_XDECREF(array);
    return made;
}

int core_host_assign(dpex_array *dst, PyObject *object)
{
    host_data data;
    int opened = open_buffer(object, &data);
    if (opened < 0) return -1;
    if (opened && data.dtype == dst->dtype) {
        int failed = assign_same_dtype(dst, &data);
        PyBuffer_Release(&data.view);
        return failed;
    }
    if (opened) PyBuffer_Release(&data.view);
    PyObject *converted = convert_numbers(object, dst->dtype);
    if (!converted) return -1;
    int failed = -1;
    if (open_buffer(converted, &data) == 1) {
        failed = assign_same_dtype(dst, &data);
        PyBuffer_Release(&data.view);
    }
    Py_DECREF(converted);
    return failed;
}

/* ---- array to host --------------------------------------------------------------------------- */

/* numpy.empty(shape, dtype) with the axes in the order given; new. */
static PyObject *empty_ordered(const dpex_array *x)
{
    static PyObject *empty;
    if (!empty && !(empty = core_numpy("empty"))) return NULL;
    int axes[DPEX_MAX_NDIM], inverse[DPEX_MAX_NDIM];
    int in_order = order_axes(x->nd, x->strides, axes, inverse);
    PyObject *shape = PyTuple_New(x->nd), *transposition = PyTuple_New(x->nd);
    for (int i = 0; shape && transposition && i < x->nd; i++) {
        PyTuple_SetItem(shape, i, PyLong_FromLongLong(x->shape[axes[i]]));
        PyTuple_SetItem(transposition, i, PyLong_FromLong(inverse[i]));
    }
    PyObject *dtype = core_dtype_object(x->dtype), *made = NULL;
    if (shape && transposition && dtype)
        made = PyObject_CallFunctionObjArgs(empty, shape, dtype, NULL);
    if (made && !in_order) {
        PyObject *transposed = PyObject_CallMethod(made, "transpose", "O", transposition);
        Py_DECREF(made);
        made = transposed;
    }
    Py_XDECREF(dtype);
    Py_XDECREF(transposition);
    Py_XDECREF(shape);
    return made;
}

static dpex_status read_host(const dpex_array *x, void *host, const int64_t *strides,
                             Py_ssize_t bytes)
{
    dpex_status status;
    if (bytes < LARGE_BYTES) return dpex_array_to_host(x, host, strides);
    do {
        Py_BEGIN_ALLOW_THREADS
        status = dpex_array_to_host(x, host, strides);
        Py_END_ALLOW_THREADS
    } while (core_is_to_repeat(status));
    return status;
}

/* numpy.ndarray(shape, dtype, buffer, offset, strides) over an array that the host sees, which it keeps alive; new. */
static PyObject *as_ndarray(PyObject *object)
{
    const dpex_array *x = &((core_array *)object)->array;
    int64_t itemsize = dpex_dtype_get_info(x->dtype)->itemsize;
    PyObject *class = core_numpy("ndarray"), *memory = PyObject_GetAttrString(object, "usm_data");
    PyObject *shape = PyTuple_New(x->nd), *strides = PyTuple_New(x->nd), *made = NULL;
    for (int i = 0; shape && strides && i < x->nd; i++) {
        PyTuple_SetItem(shape, i, PyLong_FromLongLong(x->shape[i]));
        PyTuple_SetItem(strides, i, PyLong_FromLongLong(x->strides[i] * itemsize));
    }
    PyObject *dtype = core_dtype_object(x->dtype);
    if (class && memory && shape && strides && dtype)
        made = PyObject_CallFunction(class, "OOOLO", shape, dtype, memory, (long long)x->offset,
                                     strides);
    Py_XDECREF(dtype);
    Py_XDECREF(strides);
    Py_XDECREF(shape);
    Py_XDECREF(memory);
    Py_XDECREF(class);
    return made;
}

/* Large results lie in memory of the pool, which has huge pages and goes back there with the NumPy array: for fresh memory from the
 * system, clearing its pages would take longer than the copy. */
static PyObject *export_pooled(const dpex_array *x)
{
    core_array *copy = core_array_new();
    if (!copy) return NULL;
    PyObject *made = core_array_finish(
        copy, dpex_array_cast_new(x, x->dtype, DPEX_ORDER_K, DPEX_USM_HOST, NULL, &copy->array));
    if (!made) return NULL;
    PyObject *result = core_array_wait(&copy->array) ? NULL : as_ndarray(made);
    Py_DECREF(made);
    return result;
}

/* Whether the elements are few among the bytes between the first and the last of them, all of which
 * would be copied to where the host can pick the elements. */
static int is_sparse(const dpex_array *x)
{
    int64_t first, last;
    if (!x->size || dpex_storage_is_host_accessible(x->storage)) return 0;
    dpex_array_byte_bounds(x, &first, &last);
    return (last - first) / 4 >= x->size * dpex_dtype_get_info(x->dtype)->itemsize;
}

static PyObject *export_packed(const dpex_array *x)
{
    dpex_array packed;
    CORE_TRY(dpex_array_cast_new(x, x->dtype, DPEX_ORDER_K, DPEX_USM_DEVICE, NULL, &packed));
    PyObject *made = core_host_export(&packed);
    dpex_array_fini(&packed);
    return made;
}

/* A new NumPy array with x's elements, of which `fetched` has a copy, if there is one. */
static PyObject *export_waited(const dpex_array *x, dpex_storage *fetched)
{
    PyObject *made = empty_ordered(x);
    if (!made) return NULL;
    Py_buffer view;
    if (PyObject_GetBuffer(made, &view, PyBUF_RECORDS)) {
        Py_DECREF(made);
        return NULL;
    }
    dpex_status status = DPEX_SUCCESS;
    if (fetched)
        dpex_array_read_fetched(x, fetched, view.buf, (const int64_t *)view.strides);
    else
        status = read_host(x, view.buf, (const int64_t *)view.strides, view.len);
    PyBuffer_Release(&view);
    if (!status) return made;
    Py_DECREF(made);
    return core_raise(status);
}

PyObject *core_host_export(const dpex_array *x)
{
    dpex_storage *fetched;
    CORE_TRY(dpex_array_fetch(x, &fetched));
    if (!fetched && is_sparse(x)) return export_packed(x);
    if (x->size * dpex_dtype_get_info(x->dtype)->itemsize >= POOLED_BYTES &&
        dpex_storage_is_host_accessible(x->storage))
        return export_pooled(x);
    PyObject *made = core_array_wait(x) ? NULL : export_waited(x, fetched);
    dpex_storage_release(fetched);
    return made;
}
