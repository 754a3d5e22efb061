/* usm_ndarray: the array type of dpctl.tensor, by the rules of the array API. */
#include "array.h"
#include "hooks.h"

static PyObject *repr(PyObject *self)
{
    PyObject *function = core_hook(CORE_HOOK_usm_ndarray_repr);
    return function ? PyObject_CallFunctionObjArgs(function, self, NULL) : NULL;
}

static PyObject *str(PyObject *self)
{
    PyObject *function = core_hook(CORE_HOOK_usm_ndarray_str);
    return function ? PyObject_CallFunctionObjArgs(function, self, NULL) : NULL;
}

static PyObject *get_strides(PyObject *self, void *closure)
{
    (void)closure;
    return core_array_strides(self, 1);
}

static PyObject *get_T(PyObject *self, void *closure)
{
    (void)closure;
    const dpex_array *x = &((core_array *)self)->array;
    if (x->nd == 2) return core_array_transpose(x);
    PyErr_Format(PyExc_ValueError, "T needs an array of 2 dimensions, not %d; use permute_dims",
                 (int)x->nd);
    return NULL;
}

static PyGetSetDef attributes[] = {
    {"strides", get_strides, NULL,
     "Elements from one index to the next along each axis, a tuple of ints.", NULL},
    {"T", get_T, NULL, "Transposed view; the array must have 2 dimensions.", NULL},
    {NULL},
};

static char doc[] =
    "usm_ndarray(shape, dtype=None, strides=None, buffer='device', offset=0, order='C', "
    "buffer_ctor_kwargs={}, array_namespace=None)\n--\n\n"
    "An array in USM memory.\n\n"
    "Parameters\n----------\n"
    "shape : int or sequence of ints\n    Extents.\n"
    "dtype : data type, optional\n    Default: the device's default real type.\n"
    "strides : sequence of ints, optional\n    Elements from one index to the next along each "
    "axis; "
    "default: dense in `order`.\n"
    "buffer : str, MemoryUSM* or usm_ndarray, optional\n    'device', 'shared' or 'host' for new "
    "memory, "
    "or the memory to see.\n"
    "offset : int, optional\n    Elements from the start of the memory to the element with all "
    "indices 0.\n"
    "order : {'C', 'F'}, optional\n    Layout, if there are no strides.\n"
    "buffer_ctor_kwargs : dict, optional\n    'queue': the SyclQueue of new memory.\n"
    "array_namespace : module, optional\n    What __array_namespace__ gives.\n\n"
    "Raises\n------\n"
    "ValueError\n    If the memory is too small, an extent is negative, or the device lacks the "
    "data type.\n"
    "TypeError\n    If an argument is of the wrong type.";

int core_add_usm_ndarray(PyObject *module)
{
    const PyType_Slot slots[] = {
        {Py_tp_doc, doc}, {Py_tp_new, core_array_create}, {Py_tp_repr, repr},
        {Py_tp_str, str}, {Py_tp_getset, attributes},     {0, NULL},
    };
    if (core_array_add_type(module, "dpctl.tensor._usmarray.usm_ndarray", slots, &core.array))
        return -1;
    /* NumPy's operators then return NotImplemented, so that Python asks ours, and its functions raise TypeError. */
    return PyObject_SetAttrString((PyObject *)core.array, "__array_ufunc__", Py_None);
}
