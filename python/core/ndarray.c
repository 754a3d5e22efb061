/* dpnp.ndarray: the array type of dpnp, by NumPy's rules. What is not here or in array_type.c, methods above all, Python adds
 * to the type (python/dpnp/_ndarray/methods.py). */
#include "args.h"
#include "array.h"
#include "array_args.h"
#include "dtype.h"
#include "hooks.h"

#include <string.h>

static PyObject *repr(PyObject *self)
{
    PyObject *function = core_hook(CORE_HOOK_ndarray_repr);
    return function ? PyObject_CallFunctionObjArgs(function, self, NULL) : NULL;
}

static PyObject *str(PyObject *self)
{
    PyObject *function = core_hook(CORE_HOOK_ndarray_str);
    return function ? PyObject_CallFunctionObjArgs(function, self, NULL) : NULL;
}

static PyObject *get_strides(PyObject *self, void *closure)
{
    (void)closure;
    const dpex_array *x = &((core_array *)self)->array;
    return core_array_strides(self, dpex_dtype_get_info(x->dtype)->itemsize);
}

static PyObject *get_T(PyObject *self, void *closure)
{
    (void)closure;
    return core_array_transpose(&((core_array *)self)->array);
}

/* ---- crossing between the two types ------------------------------------------------------------- */

/* The same elements as an array of the other type; an array of the right type is given back as it is. */
static PyObject *seen_as(PyObject *object, PyTypeObject *type)
{
    const dpex_array *x = core_array_get(object, "the array");
    if (!x) return NULL;
    if (PyType_IsSubtype(Py_TYPE(object), type)) return Py_NewRef(object);
    core_array *out = core_array_new_for_type((PyObject *)type);
    if (!out) return NULL;
    PyObject *base = ((core_array *)object)->base;
    PyObject *made = core_array_finish(out, dpex_array_init_alias(x, NULL, &out->array));
    if (made) core_array_set_base(out, base);
    if (made && type == core.ndarray) out->seen = Py_NewRef(object);
    return made;
}

/* Whether two arrays show the same elements in the same shape: one may have got another shape since. */
static int are_same(const dpex_array *x, const dpex_array *y)
{
    const size_t bytes = (size_t)x->nd * sizeof(*x->shape);
    const uint32_t flags = (x->flags ^ y->flags) & ~(uint32_t)DPEX_ARRAY_TAGGED;
    return !flags && x->storage == y->storage && x->queue == y->queue && x->offset == y->offset &&
           x->dtype == y->dtype && x->nd == y->nd && !memcmp(x->shape, y->shape, bytes) &&
           !memcmp(x->strides, y->strides, bytes);
}

/* The usm_ndarray behind an ndarray: the one that it was made from, or that was given before. */
static PyObject *shown_by(PyObject *object)
{
    core_array *self = (core_array *)object;
    if (self->seen && are_same(&self->array, &((core_array *)self->seen)->array))
        return Py_NewRef(self->seen);
    PyObject *made = seen_as(object, core.array);
    if (!made) return NULL;
    Py_XDECREF(self->seen);
    self->seen = Py_NewRef(made);
    return made;
}

static PyObject *as_ndarray(PyObject *module, PyObject *object)
{
    (void)module;
    return seen_as(object, core.ndarray);
}

static PyObject *as_usm_ndarray(PyObject *module, PyObject *object)
{
    (void)module;
    return PyObject_TypeCheck(object, core.ndarray) ? shown_by(object)
                                                    : seen_as(object, core.array);
}

static PyObject *get_array(PyObject *self, void *closure)
{
    (void)closure;
    return shown_by(self);
}

/* ---- the same bytes as elements of another dtype -------------------------------------------------- */

/* shape, and strides in elements of the dtype; the first element stays where it is. */
static dpex_status view_bytes(const dpex_array *x, dpex_dtype dtype, int nd, const int64_t *shape,
                              const int64_t *strides, dpex_array *view)
{
    return dpex_array_init_view(x->storage, x->queue, dtype, x->offset, nd, shape, strides,
                                x->flags, view);
}

/* Shape and strides, in elements of `size` bytes, of x's bytes: the last axis gets longer or shorter. */
static int lay_out(const dpex_array *x, int64_t size, int64_t *shape, int64_t *strides)
{
    const int64_t own = dpex_dtype_get_info(x->dtype)->itemsize;
    const int last = x->nd - 1;
    const char *why_not = NULL;
    for (int d = 0; d < x->nd; d++) {
        shape[d] = x->shape[d];
        strides[d] = d == last ? 1 : x->strides[d] * own / size;
        if (d < last && shape[d] > 1 && x->size && x->strides[d] * own % size)
            why_not = "the strides are not multiples of the new itemsize";
    }
    if (last < 0 && size != own)
        why_not = "Changing the dtype of a 0d array is only supported if the itemsize is unchanged";
    if (last >= 0 && size == own) {
        strides[last] = x->strides[last];
    } else if (last >= 0) {
        shape[last] = x->shape[last] * own / size;
        if (x->shape[last] * own % size)
            why_not =
                "When changing to a larger dtype, its size must be a divisor of the total size in "
                "bytes of the last axis of the array.";
        if (x->shape[last] != 1 && x->strides[last] != 1 && x->size)
            why_not = "To change to a dtype of a different size, the last axis must be contiguous";
    }
    if (why_not) PyErr_SetString(PyExc_ValueError, why_not);
    return why_not ? -1 : 0;
}

/* view_as(x, type, dtype, shape=None, strides=None): whether the bytes are inside is not asked, they are x's; without a shape they are
 * all of x's. */
static PyObject *view_as(PyObject *module, PyObject *const *args, Py_ssize_t n)
{
    (void)module;
    static const core_params params = {
        "view_as", 3, {"x", "type", "dtype", "shape", "strides", NULL}};
    CORE_VALUES(params);
    if (core_bind(&params, args, n, NULL, values)) return NULL;
    const dpex_array *x = core_array_get(values[0], "x");
    dpex_dtype dtype;
    int64_t shape[DPEX_MAX_NDIM], strides[DPEX_MAX_NDIM];
    int nd = x ? x->nd : 0, n_strides = 0;
    if (!x || core_dtype_parse(values[2], &dtype) || core_dtype_check(dtype, x->queue)) return NULL;
    const int size = dpex_dtype_get_info(dtype)->itemsize;
    if (values[3] ? core_parse_shape("shape", values[3], shape, &nd) ||
                        core_parse_shape("strides", values[4], strides, &n_strides)
                  : lay_out(x, size, shape, strides))
        return NULL;
    if (x->offset % size) {
        PyErr_Format(PyExc_ValueError, "the elements begin at byte %lld, where none of %s can",
                     (long long)x->offset, dpex_dtype_get_info(dtype)->name);
        return NULL;
    }
    core_array *out = core_array_new_for_type(values[1]);
    if (!out) return NULL;
    PyObject *base = ((core_array *)values[0])->base;
    PyObject *made = core_array_finish(out, view_bytes(x, dtype, nd, shape, strides, &out->array));
    if (made) core_array_set_base(out, base);
    return made;
}

static PyGetSetDef attributes[] = {
    {"strides", get_strides, NULL,
     "Bytes from one index to the next along each axis, a tuple of ints.", NULL},
    {"T", get_T, NULL, "View with all axes in reverse order.", NULL},
    {"__usm_ndarray__", get_array, NULL, "The same elements as a dpctl.tensor.usm_ndarray.", NULL},
    {NULL},
};

static char doc[] =
    "ndarray(shape, dtype=None, buffer=None, offset=0, strides=None, order='C', device=None, "
    "usm_type='device', sycl_queue=None)\n--\n\n"
    "An array in USM memory, with NumPy's interface.\n\n"
    "Parameters\n----------\n"
    "shape : int or sequence of ints\n    Extents.\n"
    "dtype : data type, optional\n    Default: the device's default real type.\n"
    "buffer : dpnp.ndarray, usm_ndarray or MemoryUSM*, optional\n    The memory to see; default: "
    "new memory.\n"
    "offset : int, optional\n    Elements from the start of the memory to the element with all "
    "indices 0.\n"
    "strides : sequence of ints, optional\n    Bytes from one index to the next along each axis; "
    "default: dense in `order`.\n"
    "order : {'C', 'F'}, optional\n    Layout, if there are no strides.\n"
    "device : str, SyclDevice, SyclQueue or Device, optional\n    Where new memory is.\n"
    "usm_type : {'device', 'shared', 'host'}, optional\n    Kind of new memory.\n"
    "sycl_queue : SyclQueue, optional\n    The queue of new memory.\n\n"
    "Raises\n------\n"
    "ValueError\n    If the memory is too small, an extent is negative, strides are not multiples "
    "of the itemsize, or the device lacks the data type.\n"
    "TypeError\n    If an argument is of the wrong type.";

static PyMethodDef functions[] = {
    {"as_ndarray", as_ndarray, METH_O, "as_ndarray(x): the same elements as a dpnp.ndarray"},
    {"as_usm_ndarray", as_usm_ndarray, METH_O,
     "as_usm_ndarray(x): the same elements as a usm_ndarray"},
    {"view_as", (PyCFunction)(void (*)(void))view_as, METH_FASTCALL, NULL},
    {NULL},
};

int core_add_ndarray(PyObject *module)
{
    const PyType_Slot slots[] = {
        {Py_tp_doc, doc}, {Py_tp_new, core_ndarray_create}, {Py_tp_repr, repr},
        {Py_tp_str, str}, {Py_tp_getset, attributes},       {0, NULL},
    };
    if (core_add_functions(module, functions)) return -1;
    return core_array_add_type(module, "dpnp.ndarray", slots, &core.ndarray);
}
