/* Views and copies as functions: reshape, broadcast_to, copy, and the cast behind astype. */
#include "args.h"
#include "array.h"
#include "array_args.h"
#include "dtype.h"
#include "host.h"
#include "lossy.h"
#include "queue.h"

#include <string.h>

/* ---- reshape --------------------------------------------------------------------------------- */

/* Elements in another order of axes than they lie in: a dense copy first, which then can be
 * viewed. */
static dpex_status reshape_copy(const dpex_array *x, int nd, const int64_t *shape, dpex_order order,
                                dpex_array *out)
{
    dpex_array dense;
    int possible = 0;
    dpex_status status = dpex_array_cast_new(x, x->dtype, order, dpex_storage_get_kind(x->storage),
                                             x->queue, &dense);
    if (status) return status;
    status = dpex_array_reshape_view(&dense, nd, shape, order, &possible, out);
    dpex_array_fini(&dense);
    return status;
}

/* copy: None where needed, True always, False never. A usm_ndarray of that shape is given back, as in the reference. */
static PyObject *reshaped(PyObject *object, PyObject *shape_object, dpex_order order,
                          PyObject *copy)
{
    const dpex_array *x = &((core_array *)object)->array;
    int64_t shape[DPEX_MAX_NDIM];
    int nd = 0, possible = 0;
    if (core_parse_shape("shape", shape_object, shape, &nd)) return NULL;
    const int is_same = nd == x->nd && !memcmp(shape, x->shape, (size_t)nd * sizeof(*shape));
    if (is_same && copy != Py_True && Py_TYPE(object) == core.array && order == DPEX_ORDER_C)
        return Py_NewRef(object);
    core_array *out = core_array_new_like(x);
    if (!out) return NULL;
    dpex_status status = DPEX_SUCCESS;
    if (copy != Py_True)
        status = dpex_array_reshape_view(x, nd, shape, order, &possible, &out->array);
    if (!status && !possible && copy != Py_False) {
        status = reshape_copy(x, nd, shape, order, &out->array);
        possible = 1;
    }
    if (status || possible) return core_array_finish(out, status);
    out->array.storage = NULL;
    Py_DECREF(out);
    PyErr_SetString(PyExc_ValueError, "reshape: the layout needs a copy, which copy=False forbids");
    return NULL;
}

static PyObject *reshape(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    (void)self;
    static const core_params params = {"reshape",
                                       2,
                                       {"X", "shape", "order", "copy", NULL},
                                       .n_positional_only = 1,
                                       .n_keyword_only = 2};
    CORE_VALUES(params);
    if (core_bind(&params, args, n, kwnames, values)) return NULL;
    const dpex_array *x = core_array_get(values[0], "X");
    dpex_order order = DPEX_ORDER_C;
    if (!x || core_parse_order(values[2], "CF", &order)) return NULL;
    if (core_is_given(values[2]) && PyUnicode_GetLength(values[2]) != 1) {
        PyErr_Format(PyExc_ValueError, "order must be 'C' or 'F', not %R", values[2]);
        return NULL;
    }
    PyObject *copy = values[3] ? values[3] : Py_None;
    if (copy != Py_None && !PyBool_Check(copy))
        return core_type_error("copy", "None, True or False", copy);
    return reshaped(values[0], values[1], order, copy);
}

/* reshape_to(x, *extents), or a tuple of them: in C order, of any layout. */
static PyObject *reshape_to(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    (void)self;
    if (n == 2) return reshaped(args[0], args[1], DPEX_ORDER_C, Py_None);
    PyObject *shape = PyTuple_New(n - 1);
    for (Py_ssize_t i = 1; shape && i < n; i++) PyTuple_SetItem(shape, i - 1, Py_NewRef(args[i]));
    PyObject *made = shape ? reshaped(args[0], shape, DPEX_ORDER_C, Py_None) : NULL;
    Py_XDECREF(shape);
    return made;
}

/* ravel(x, order='C', copy=False): one contiguous dimension; copy: in new memory even where a view would do. */
static PyObject *ravel(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    (void)self;
    static const core_params params = {"ravel", 1, {"x", "order", "copy", NULL}};
    CORE_VALUES(params);
    if (core_bind(&params, args, n, kwnames, values)) return NULL;
    const dpex_array *x = core_array_get(values[0], "x");
    dpex_order order = DPEX_ORDER_C;
    if (!x || core_parse_order(values[1], "CFAK", &order)) return NULL;
    core_array *out = core_array_new_like(x);
    int copy = values[2] == Py_True;
    return out ? core_array_finish(out, dpex_array_ravel(x, order, copy, &out->array)) : NULL;
}

/* ---- broadcast ------------------------------------------------------------------------------ */

static PyObject *broadcast_to(PyObject *self, PyObject *const *args, Py_ssize_t n,
                              PyObject *kwnames)
{
    (void)self;
    static const core_params params = {
        "broadcast_to", 2, {"X", "shape", NULL}, .n_positional_only = 1};
    CORE_VALUES(params);
    if (core_bind(&params, args, n, kwnames, values)) return NULL;
    const dpex_array *x = core_array_get(values[0], "X");
    int64_t shape[DPEX_MAX_NDIM];
    int nd = 0;
    if (!x || core_parse_shape("shape", values[1], shape, &nd)) return NULL;
    core_array *out = core_array_new_like(x);
    return out ? core_array_finish(out, dpex_array_broadcast(x, nd, shape, &out->array)) : NULL;
}

/* ---- copies ---------------------------------------------------------------------------------- */

/* To another device: converted where both data types are supported, and then, or before, moved. */
static dpex_status copy_far(const dpex_array *x, dpex_dtype dtype, dpex_order order,
                            dpex_usm_kind kind, dpex_queue *queue, dpex_array *out)
{
    dpex_array between;
    int here = dpex_dtype_is_supported(dtype, dpex_queue_get_device(x->queue));
    dpex_status status = dpex_array_cast_new(x, here ? dtype : x->dtype, order, kind,
                                             here ? x->queue : queue, &between);
    if (status) return status;
    status = dpex_array_cast_new(&between, dtype, DPEX_ORDER_K, kind, queue, out);
    dpex_array_fini(&between);
    return status;
}

static PyObject *copied(const dpex_array *x, dpex_dtype dtype, dpex_order order, dpex_usm_kind kind,
                        dpex_queue *queue)
{
    if (core_warn_of_cast(x->dtype, dtype)) return NULL;
    core_array *out = core_array_new_like(x);
    if (!out) return NULL;
    dpex_status status;
    if (queue == x->queue) {
        status = dpex_array_cast_new(x, dtype, order, kind, queue, &out->array);
    } else {
        Py_BEGIN_ALLOW_THREADS
        if (dtype == x->dtype)
            status = dpex_array_cast_new(x, dtype, order, kind, queue, &out->array);
        else
            status = copy_far(x, dtype, order, kind, queue, &out->array);
        Py_END_ALLOW_THREADS
    }
    return core_array_finish_as(out, status, PyExc_ValueError);
}

static PyObject *copy(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    (void)self;
    static const core_params params = {
        "copy", 1, {"usm_ary", "order", NULL}, .n_positional_only = 1, .n_keyword_only = 1};
    CORE_VALUES(params);
    if (core_bind(&params, args, n, kwnames, values)) return NULL;
    const dpex_array *x = core_array_get(values[0], "usm_ary");
    dpex_order order = DPEX_ORDER_K;
    if (!x || core_parse_order(values[1], "CFAK", &order)) return NULL;
    return copied(x, x->dtype, order, dpex_storage_get_kind(x->storage), x->queue);
}

/* copy_rows(x): copy(x, order="C"). */
static PyObject *copy_rows(PyObject *self, PyObject *object)
{
    (void)self;
    const dpex_array *x = core_array_get(object, "x");
    return x ? copied(x, x->dtype, DPEX_ORDER_C, dpex_storage_get_kind(x->storage), x->queue)
             : NULL;
}

/* cast_copy(x, dtype, order=None, usm_type=None, sycl_queue=None): always a copy; None for what stays as it is. */
static PyObject *cast_copy(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    (void)self;
    static const core_params params = {
        "cast_copy", 2, {"x", "dtype", "order", "usm_type", "sycl_queue", NULL}};
    CORE_VALUES(params);
    if (core_bind(&params, args, n, NULL, values)) return NULL;
    const dpex_array *x = core_array_get(values[0], "x");
    if (!x) return NULL;
    dpex_dtype dtype = x->dtype;
    dpex_order order = DPEX_ORDER_K;
    dpex_usm_kind kind = dpex_storage_get_kind(x->storage);
    dpex_queue *queue = NULL;
    if (core_is_given(values[1]) && core_dtype_parse(values[1], &dtype)) return NULL;
    if (core_parse_order(values[2], "CFAK", &order)) return NULL;
    if (core_parse_usm_kind(values[3], &kind)) return NULL;
    if (core_parse_placement(NULL, values[4], &queue)) return NULL;
    PyObject *made = copied(x, dtype, order, kind, queue ? queue : x->queue);
    dpex_queue_release(queue);
    return made;
}

/* astype_copy(x, dtype): x.astype(dtype). */
static PyObject *astype_copy(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    if (n != 2 || args[1] == Py_None) Py_RETURN_NOTIMPLEMENTED;
    return cast_copy(self, args, n);
}

/* is_reachable(x, sycl_queue): whether an array on that queue can share x's memory. */
static PyObject *is_reachable(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    (void)self;
    static const core_params params = {"is_reachable", 2, {"x", "sycl_queue", NULL}};
    CORE_VALUES(params);
    if (core_bind(&params, args, n, NULL, values)) return NULL;
    const dpex_array *x = core_array_get(values[0], "x");
    const dpex_queue *queue = x ? core_queue_get(values[1], "sycl_queue") : NULL;
    return queue ? PyBool_FromLong(dpex_storage_is_reachable(x->storage, queue)) : NULL;
}

/* host_copy(object, usm_type, device, sycl_queue): a new array with the contents of a buffer. */
static PyObject *host_copy(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    (void)self;
    static const core_params params = {
        "host_copy", 4, {"object", "usm_type", "device", "sycl_queue", NULL}};
    CORE_VALUES(params);
    if (core_bind(&params, args, n, NULL, values)) return NULL;
    dpex_usm_kind kind = DPEX_USM_DEVICE;
    dpex_queue *queue = NULL;
    if (core_parse_usm_kind(values[1], &kind)) return NULL;
    if (core_parse_placement_or_default(values[2], values[3], &queue)) return NULL;
    PyObject *made = core_host_copy(values[0], queue, kind);
    dpex_queue_release(queue);
    return made;
}

static PyObject *asnumpy(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    (void)self;
    static const core_params params = {"asnumpy", 1, {"usm_ary", NULL}};
    CORE_VALUES(params);
    if (core_bind(&params, args, n, kwnames, values)) return NULL;
    const dpex_array *x = core_array_get(values[0], "usm_ary");
    return x ? core_host_export(x) : NULL;
}

static PyMethodDef functions[] = {
    {"reshape", (PyCFunction)(void (*)(void))reshape, METH_FASTCALL | METH_KEYWORDS, NULL},
    {"reshape_to", (PyCFunction)(void (*)(void))reshape_to, METH_FASTCALL, NULL},
    {"ravel", CORE_FAST(ravel), NULL},
    {"broadcast_to", (PyCFunction)(void (*)(void))broadcast_to, METH_FASTCALL | METH_KEYWORDS,
     NULL},
    {"copy_rows", copy_rows, METH_O, NULL},
    {"copy", (PyCFunction)(void (*)(void))copy, METH_FASTCALL | METH_KEYWORDS, NULL},
    {"cast_copy", (PyCFunction)(void (*)(void))cast_copy, METH_FASTCALL, NULL},
    {"astype_copy", (PyCFunction)(void (*)(void))astype_copy, METH_FASTCALL, NULL},
    {"is_reachable", (PyCFunction)(void (*)(void))is_reachable, METH_FASTCALL, NULL},
    {"host_copy", (PyCFunction)(void (*)(void))host_copy, METH_FASTCALL, NULL},
    {"asnumpy", CORE_FAST(asnumpy), NULL},
    {NULL},
};

int core_add_views(PyObject *module)
{
    return core_add_functions(module, functions);
}
