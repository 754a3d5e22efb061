/* The methods of usm_ndarray. */
#include "args.h"
#include "array.h"
#include "array_args.h"
#include "dlpack.h"
#include "hooks.h"
#include "queue.h"

/* ---- to_device ------------------------------------------------------------------------------- */

static dpex_status move(const dpex_array *x, dpex_queue *queue, dpex_array *out)
{
    dpex_status status = dpex_array_init_like(x, x->dtype, DPEX_ORDER_K,
                                              dpex_storage_get_kind(x->storage), queue, out);
    if (status) return status;
    status = dpex_array_copy(out, x);
    if (status) dpex_array_fini(out);
    return status;
}

/* Work submitted to `stream` from now on begins after what is pending on the array's queue. */
static int order_stream(const dpex_array *x, PyObject *stream)
{
    if (!core_is_given(stream)) return 0;
    dpex_queue *follower = core_queue_get(stream, "stream");
    if (!follower) return -1;
    if (follower == x->queue) return 0;
    const dpex_command barrier = {.kind = DPEX_COMMAND_BARRIER};
    dpex_event *event = NULL;
    dpex_status status = dpex_queue_submit(x->queue, &barrier, NULL, 0, &event);
    if (!status) status = dpex_queue_submit(follower, &barrier, &event, 1, NULL);
    dpex_event_release(event);
    if (status) core_raise(status);
    return status ? -1 : 0;
}

/* Queues that reach the same memory share it; the new one waits for what the old one has pending. */
static PyObject *moved(const dpex_array *x, dpex_queue *queue)
{
    core_array *out = core_array_new_like(x);
    if (!out) return NULL;
    dpex_status status;
    if (dpex_storage_is_reachable(x->storage, queue)) {
        status = dpex_array_init_alias(x, queue, &out->array);
    } else {
        Py_BEGIN_ALLOW_THREADS
        status = move(x, queue, &out->array);
        Py_END_ALLOW_THREADS
    }
    return core_array_finish_as(out, status, PyExc_ValueError);
}

static PyObject *to_device(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    static const core_params params = {
        "to_device", 1, {"device", "stream", NULL}, .n_keyword_only = 1};
    CORE_VALUES(params);
    if (core_bind(&params, args, n, kwnames, values)) return NULL;
    const dpex_array *x = &((core_array *)self)->array;
    if (order_stream(x, values[1])) return NULL;
    dpex_queue *queue = NULL;
    if (core_parse_placement(values[0], NULL, &queue)) return NULL;
    if (!queue) return core_type_error("device", "a device, a queue or a filter string", values[0]);
    PyObject *result = moved(x, queue);
    dpex_queue_release(queue);
    return result;
}

/* ---- the array API --------------------------------------------------------------------------- */

static int check_version(PyObject *version)
{
    static const char *const known[] = {"2021.12", "2022.12", "2023.12", "2024.12"};
    if (!PyUnicode_Check(version)) {
        core_type_error("api_version", "a str", version);
        return -1;
    }
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (PyUnicode_CompareWithASCIIString(version, known[i]) == 0) return 0;
    PyErr_Format(PyExc_ValueError, "array API version %R is not supported; 2021.12 to 2024.12 are",
                 version);
    return -1;
}

static PyObject *array_namespace(PyObject *self, PyObject *const *args, Py_ssize_t n,
                                 PyObject *kwnames)
{
    static const core_params params = {"__array_namespace__", 0, {"api_version", NULL}};
    CORE_VALUES(params);
    if (core_bind(&params, args, n, kwnames, values)) return NULL;
    if (core_is_given(values[0]) && check_version(values[0])) return NULL;
    PyObject *set = ((core_array *)self)->array_namespace;
    return Py_XNewRef(set != Py_None ? set : core_hook(CORE_HOOK_array_namespace));
}

static PyObject *set_namespace(PyObject *self, PyObject *module)
{
    core_array *array = (core_array *)self;
    PyObject *old = array->array_namespace;
    array->array_namespace = Py_NewRef(module);
    Py_DECREF(old);
    Py_RETURN_NONE;
}

/* NumPy would copy to the host without anybody noticing: what is allowed says opendpex.host_conversion. */
static PyObject *to_numpy(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    static const core_params params = {"__array__", 0, {"dtype", "copy", NULL}};
    CORE_VALUES(params);
    if (core_bind(&params, args, n, kwnames, values)) return NULL;
    PyObject *function = core_hook(CORE_HOOK_array_to_numpy);
    if (!function) return NULL;
    PyObject *dtype = values[0] ? values[0] : Py_None, *copied = values[1] ? values[1] : Py_None;
    return PyObject_CallFunctionObjArgs(function, self, dtype, copied, NULL);
}

/* ---- copies ---------------------------------------------------------------------------------- */

static PyObject *copy(PyObject *self, PyObject *ignored)
{
    (void)ignored;
    const dpex_array *x = &((core_array *)self)->array;
    core_array *out = core_array_new_like(x);
    if (!out) return NULL;
    dpex_usm_kind kind = dpex_storage_get_kind(x->storage);
    return core_array_finish(
        out, dpex_array_cast_new(x, x->dtype, DPEX_ORDER_K, kind, x->queue, &out->array));
}

/* Pickling goes through the host; the copy is made on the default device, in memory of the same
 * kind. */
static PyObject *reduce(PyObject *self, PyObject *ignored)
{
    (void)ignored;
    PyObject *function = core_hook(CORE_HOOK_reduce_array);
    return function ? PyObject_CallFunctionObjArgs(function, self, NULL) : NULL;
}

static PyObject *as_complex(PyObject *self, PyObject *ignored)
{
    (void)ignored;
    return core_array_as_complex(self);
}

#define FAST(function) (PyCFunction)(void (*)(void))(function), METH_FASTCALL | METH_KEYWORDS

PyMethodDef core_array_methods[] = {
    {"to_device", FAST(to_device),
     "to_device($self, device, *, stream=None)\n--\n\nThe array on another queue or device.\n\n"
     "Parameters\n----------\n"
     "device : str, SyclDevice, SyclQueue or Device\n    Where: a filter string such as \"gpu:1\", "
     "a device (its default queue), a queue, or x.device.\n"
     "stream : SyclQueue, optional\n    Its work so far is done before the copy.\n\n"
     "Returns\n-------\n"
     "array\n    A view where the new queue reaches the same memory (a queue of the same context "
     "and device), else a copy.\n\n"
     "Raises\n------\n"
     "SyclDeviceCreationError\n    If there is no such device.\n"
     "TypeError\n    If `device` is nothing of that.\n"},
    {"__array_namespace__", FAST(array_namespace),
     "__array_namespace__($self, api_version=None)\n--\n\nThe module that holds the functions on "
     "this array."},
    {"_set_namespace", set_namespace, METH_O,
     "_set_namespace($self, module, /)\n--\n\nSets what __array_namespace__ gives."},
    {"__array__", FAST(to_numpy),
     "__array__($self, /, dtype=None, copy=None)\n--\n\nThe elements as a numpy.ndarray, where "
     "opendpex.host_conversion allows it; else TypeError."},
    {"__dlpack__", FAST(core_array_dlpack),
     "__dlpack__($self, *, stream=None, max_version=None, dl_device=None, copy=None)\n--\n\nThe "
     "array as a DLPack capsule."},
    {"__dlpack_device__", core_array_dlpack_device, METH_NOARGS,
     "__dlpack_device__($self)\n--\n\nDLPack's type and number of the device."},
    {"__complex__", as_complex, METH_NOARGS,
     "__complex__($self)\n--\n\nThe one element as a Python complex number."},
    {"__copy__", copy, METH_NOARGS, "__copy__($self)\n--\n\nA copy of the elements in new memory."},
    {"__deepcopy__", copy, METH_O,
     "__deepcopy__($self, memo, /)\n--\n\nA copy of the elements in new memory."},
    {"_repr_html_", core_repr_html, METH_NOARGS,
     "_repr_html_($self, /)\n--\n\nWhat notebooks show: shape, dtype, device, and the elements at "
     "the corners."},
    {"__reduce__", reduce, METH_NOARGS,
     "__reduce__($self)\n--\n\nFor pickle: a host copy of the elements."},
    {NULL},
};
