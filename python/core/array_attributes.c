/* The attributes that both array types have. */
#include "array.h"
#include "array_args.h"
#include "caller.h"
#include "device.h"
#include "dtype.h"
#include "flags.h"
#include "hooks.h"
#include "memory.h"
#include "queue.h"

static inline dpex_array *array_of(PyObject *self)
{
    return &((core_array *)self)->array;
}

static int refuse_delete(PyObject *value, const char *name)
{
    if (value) return 0;
    PyErr_Format(PyExc_AttributeError, "attribute '%s' cannot be deleted", name);
    return -1;
}

/* ---- layout ---------------------------------------------------------------------------------- */

static PyObject *tuple_of(const int64_t *values, int n)
{
    PyObject *tuple = PyTuple_New(n);
    for (int i = 0; tuple && i < n; i++) {
        PyObject *value = PyLong_FromLongLong(values[i]);
        if (!value || PyTuple_SetItem(tuple, i, value)) Py_CLEAR(tuple);
    }
    return tuple;
}

static PyObject *get_shape(PyObject *self, void *closure)
{
    (void)closure;
    return tuple_of(array_of(self)->shape, array_of(self)->nd);
}

/* x.shape = s gives the same elements another shape where that needs no copy. */
static int set_shape(PyObject *self, PyObject *value, void *closure)
{
    (void)closure;
    if (refuse_delete(value, "shape")) return -1;
    int nd = 0, possible = 0;
    int64_t shape[DPEX_MAX_NDIM];
    if (core_parse_shape("shape", value, shape, &nd)) return -1;
    core_array *view = core_array_new_like(array_of(self));
    if (!view) return -1;
    dpex_status status =
        dpex_array_reshape_view(array_of(self), nd, shape, DPEX_ORDER_C, &possible, &view->array);
    if (!status && !possible) {
        view->array.storage = NULL;
        Py_DECREF(view);
        PyErr_SetString(PyExc_AttributeError,
                        "the layout does not allow this shape without a copy; use reshape");
        return -1;
    }
    if (!core_array_finish(view, status)) return -1;
    core_array_swap((core_array *)self, view);
    Py_DECREF(view);
    return 0;
}

PyObject *core_array_strides(PyObject *self, int64_t unit)
{
    const dpex_array *x = array_of(self);
    PyObject *tuple = PyTuple_New(x->nd);
    for (int i = 0; tuple && i < x->nd; i++) {
        PyObject *value = PyLong_FromLongLong(x->strides[i] * unit);
        if (!value || PyTuple_SetItem(tuple, i, value)) Py_CLEAR(tuple);
    }
    return tuple;
}

static PyObject *get_dtype(PyObject *self, void *closure)
{
    (void)closure;
    return core_dtype_object(array_of(self)->dtype);
}

static PyObject *get_itemsize(PyObject *self, void *closure)
{
    (void)closure;
    return PyLong_FromLong(dpex_dtype_get_info(array_of(self)->dtype)->itemsize);
}

static PyObject *get_nbytes(PyObject *self, void *closure)
{
    (void)closure;
    const dpex_array *x = array_of(self);
    return PyLong_FromLongLong(x->size * dpex_dtype_get_info(x->dtype)->itemsize);
}

static PyObject *get_size(PyObject *self, void *closure)
{
    (void)closure;
    return PyLong_FromLongLong(array_of(self)->size);
}

static PyObject *get_ndim(PyObject *self, void *closure)
{
    (void)closure;
    return PyLong_FromLong(array_of(self)->nd);
}

static PyObject *get_flags(PyObject *self, void *closure)
{
    (void)closure;
    return core_flags_new(self);
}

/* ---- device ----------------------------------------------------------------------------------- */

static PyObject *get_usm_type(PyObject *self, void *closure)
{
    (void)closure;
    return PyUnicode_FromString(core_usm_kind_name(dpex_storage_get_kind(array_of(self)->storage)));
}

static PyObject *get_sycl_queue(PyObject *self, void *closure)
{
    (void)closure;
    return core_queue_wrap(array_of(self)->queue);
}

static PyObject *get_sycl_device(PyObject *self, void *closure)
{
    (void)closure;
    return core_device_wrap(dpex_queue_get_device(array_of(self)->queue));
}

static PyObject *get_sycl_context(PyObject *self, void *closure)
{
    PyObject *queue = get_sycl_queue(self, closure);
    PyObject *context = queue ? PyObject_GetAttrString(queue, "sycl_context") : NULL;
    Py_XDECREF(queue);
    return context;
}

static PyObject *get_device(PyObject *self, void *closure)
{
    PyObject *queue = get_sycl_queue(self, closure);
    PyObject *device_of_queue = queue ? core_hook(CORE_HOOK_device_of_queue) : NULL;
    PyObject *device =
        device_of_queue ? PyObject_CallFunctionObjArgs(device_of_queue, queue, NULL) : NULL;
    Py_XDECREF(queue);
    return device;
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* The memory object is made when it is first asked for. From then on the program has its
 * pointer: pending work on it is waited for, as wherever a pointer is given out. */
static PyObject *get_usm_data(PyObject *object, void *closure)
{
    (void)closure;
    core_array *self = (core_array *)object;
    const dpex_array *x = &self->array;
    dpex_storage_export(x->storage);
    if (core_array_wait(x)) return NULL;
    if (self->base != Py_None) return Py_NewRef(self->base);
    PyObject *queue = core_queue_wrap(x->queue);
    if (!queue) return NULL;
    PyObject *made =
        core_memory_from_storage(x->storage, 0, dpex_storage_get_bytes(x->storage), queue, NULL);
    Py_DECREF(queue);
    if (!made) return NULL;
    core_array_set_base(self, made);
    return made;
}

static int get_address(PyObject *self, char **address)
{
    dpex_storage_export(array_of(self)->storage);
    if (core_array_wait(array_of(self))) return -1;
    *address = dpex_array_get_ptr(array_of(self));
    if (*address) return 0;
    PyErr_SetString(PyExc_RuntimeError, "memory of this device has no pointers");
    return -1;
}

static PyObject *get_pointer(PyObject *self, void *closure)
{
    (void)closure;
    char *address = NULL;
    return get_address(self, &address) ? NULL : PyLong_FromVoidPtr(address);
}

static PyObject *get_element_offset(PyObject *self, void *closure)
{
    (void)closure;
    const dpex_array *x = array_of(self);
    return PyLong_FromLongLong(x->offset / dpex_dtype_get_info(x->dtype)->itemsize);
}

static PyObject *get_byte_bounds(PyObject *self, void *closure)
{
    (void)closure;
    char *address = NULL;
    if (get_address(self, &address)) return NULL;
    const dpex_array *x = array_of(self);
    int64_t first = 0, last = 0;
    dpex_array_byte_bounds(x, &first, &last);
    unsigned long long start =
        (unsigned long long)(uintptr_t)address - (unsigned long long)x->offset;
    return Py_BuildValue("(KK)", start + (unsigned long long)first,
                         start + (unsigned long long)last);
}

static PyObject *get_interface(PyObject *self, void *closure)
{
    char *address = NULL;
    if (get_address(self, &address)) return NULL;
    const dpex_array *x = array_of(self);
    PyObject *dtype = core_dtype_object(x->dtype);
    PyObject *typestr = dtype ? PyObject_GetAttrString(dtype, "str") : NULL;
    Py_XDECREF(dtype);
    if (!typestr) return NULL;
    unsigned long long start =
        (unsigned long long)(uintptr_t)address - (unsigned long long)x->offset;
    PyObject *read_only = x->flags & DPEX_ARRAY_WRITABLE ? Py_False : Py_True;
    PyObject *strides =
        x->flags & DPEX_ARRAY_C_CONTIGUOUS ? Py_NewRef(Py_None) : core_array_strides(self, 1);
    return Py_BuildValue("{s(KO)sNsNsNsisNsN}", "data", start, read_only, "shape",
                         get_shape(self, closure), "strides", strides, "typestr", typestr,
                         "version", 1, "syclobj", get_sycl_queue(self, closure), "offset",
                         get_element_offset(self, closure));
}

/* ---- views ----------------------------------------------------------------------------------- */

PyObject *core_array_transpose(const dpex_array *x)
{
    core_array *out = core_array_new_like(x);
    return out ? core_array_finish(out, dpex_array_permute(x, NULL, &out->array)) : NULL;
}

static PyObject *get_mT(PyObject *self, void *closure)
{
    (void)closure;
    const dpex_array *x = array_of(self);
    if (x->nd < 2) {
        PyErr_Format(PyExc_ValueError, "mT needs an array of 2 or more dimensions, not %d",
                     (int)x->nd);
        return core_named_operator(NULL, NULL);
    }
    int axes[DPEX_MAX_NDIM];
    for (int i = 0; i < x->nd; i++) axes[i] = i;
    axes[x->nd - 2] = x->nd - 1;
    axes[x->nd - 1] = x->nd - 2;
    core_array *out = core_array_new_like(x);
    return out ? core_array_finish(out, dpex_array_permute(x, axes, &out->array)) : NULL;
}

static int is_complex(const dpex_array *x)
{
    return dpex_dtype_get_info(x->dtype)->kind == DPEX_KIND_COMPLEX;
}

static PyObject *complex_part(const dpex_array *x, int part)
{
    core_array *out = core_array_new_like(x);
    return out ? core_array_finish(out, dpex_array_complex_part(x, part, &out->array)) : NULL;
}

static PyObject *get_real(PyObject *self, void *closure)
{
    (void)closure;
    return is_complex(array_of(self)) ? complex_part(array_of(self), 0) : Py_NewRef(self);
}

static PyObject *zeros_like(const dpex_array *x)
{
    core_array *out = core_array_new_like(x);
    if (!out) return NULL;
    dpex_status status = dpex_array_init_like(
        x, x->dtype, DPEX_ORDER_K, dpex_storage_get_kind(x->storage), x->queue, &out->array);
    PyObject *made = core_array_finish(out, status);
    if (!made) return NULL;
    const dpex_scalar zero = {.bytes = {0}};
    status = dpex_array_fill(&out->array, &zero);
    if (!status) return made;
    Py_DECREF(made);
    return core_raise(status);
}

static PyObject *get_imag(PyObject *self, void *closure)
{
    (void)closure;
    return is_complex(array_of(self)) ? complex_part(array_of(self), 1)
                                      : zeros_like(array_of(self));
}

/* x.real = v and x.imag = v write through the view. */
static int set_part(PyObject *self, PyObject *value, void *closure)
{
    if (refuse_delete(value, closure ? "imag" : "real")) return -1;
    if (closure && !is_complex(array_of(self))) {
        PyErr_SetString(PyExc_TypeError, "an array of real numbers has no imaginary part to set");
        return -1;
    }
    PyObject *view = closure ? get_imag(self, NULL) : get_real(self, NULL);
    if (!view) return -1;
    int failed = core_array_assign(array_of(view), value);
    Py_DECREF(view);
    return failed;
}

PyGetSetDef core_array_attributes[] = {
    {"shape", get_shape, set_shape, "Extents, a tuple of ints; settable where no copy is needed.",
     NULL},
    {"dtype", get_dtype, NULL, "Data type of the elements, a numpy.dtype.", NULL},
    {"itemsize", get_itemsize, NULL, "Bytes of an element.", NULL},
    {"nbytes", get_nbytes, NULL, "Bytes of all elements.", NULL},
    {"size", get_size, NULL, "Number of elements.", NULL},
    {"ndim", get_ndim, NULL, "Number of dimensions.", NULL},
    {"flags", get_flags, NULL, "Layout and writability, a Flags object.", NULL},
    {"usm_type", get_usm_type, NULL, "Kind of USM memory: 'device', 'shared' or 'host'.", NULL},
    {"usm_data", get_usm_data, NULL, "The MemoryUSM* object that holds the elements.", NULL},
    {"sycl_queue", get_sycl_queue, NULL, "SyclQueue on which operations on the array run.", NULL},
    {"sycl_device", get_sycl_device, NULL, "SyclDevice of the queue.", NULL},
    {"sycl_context", get_sycl_context, NULL, "SyclContext of the queue.", NULL},
    {"device", get_device, NULL, "dpctl.tensor.Device of the queue.", NULL},
    {"mT", get_mT, NULL, "View with the last two axes swapped.", NULL},
    {"real", get_real, set_part, "View of the real parts; a real array itself.", NULL},
    {"imag", get_imag, set_part, "View of the imaginary parts; zeros for a real array.", "imag"},
    {"_pointer", get_pointer, NULL, "Address of the element with all indices 0.", NULL},
    {"_element_offset", get_element_offset, NULL,
     "Elements from the start of the memory to index 0.", NULL},
    {"_byte_bounds", get_byte_bounds, NULL,
     "Addresses of the first byte of the elements and one past the last.", NULL},
    {"__sycl_usm_array_interface__", get_interface, NULL,
     "The array as a dict, for other libraries.", NULL},
    {NULL},
};
