/* The promotion of one or two arrays and data types, for calls that ask for nothing rarer; the rest is Python. */
#include "array.h"
#include "dtype.h"

/* What is known of one argument: 1, or 0 for what Python has to decide. A device that lacks a data type is such. */
static int read_dtype(PyObject *object, dpex_dtype *dtype)
{
    if (!core_array_check(object)) return core_dtype_find(object, dtype);
    const dpex_array *x = &((core_array *)object)->array;
    const dpex_device *device = dpex_queue_get_device(x->queue);
    *dtype = x->dtype;
    return dpex_dtype_is_supported(DPEX_F64, device) && dpex_dtype_is_supported(DPEX_F16, device);
}

/* The kind of a Python number, -1 for other objects. */
static int kind_of_number(PyObject *object)
{
    if (PyBool_Check(object)) return DPEX_KIND_BOOL;
    if (PyLong_CheckExact(object)) return DPEX_KIND_INT;
    if (PyFloat_CheckExact(object)) return DPEX_KIND_REAL;
    return PyComplex_CheckExact(object) ? DPEX_KIND_COMPLEX : -1;
}

/* Of a number beside a data type the kind alone counts: it changes nothing if it is no higher. */
static int is_covered(PyObject *number, dpex_dtype dtype)
{
    const int own = kind_of_number(number), kind = (int)dpex_dtype_get_info(dtype)->kind;
    return own >= 0 && (own == DPEX_KIND_INT ? kind != DPEX_KIND_BOOL : own <= kind);
}

/* promote(a, b=a): the data type, or None where it takes more to find it. */
static PyObject *promote(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    (void)self;
    dpex_dtype first, second;
    if (n < 1 || n > 2 || !read_dtype(args[0], &first)) Py_RETURN_NONE;
    if (n == 1) return core_dtype_object(first);
    if (is_covered(args[1], first)) return core_dtype_object(first);
    if (!read_dtype(args[1], &second)) Py_RETURN_NONE;
    return core_dtype_object(dpex_dtype_promote(first, second, NULL));
}

static PyMethodDef functions[] = {
    {"promote", (PyCFunction)(void (*)(void))promote, METH_FASTCALL, NULL},
    {NULL},
};

int core_add_promote(PyObject *module)
{
    return core_add_functions(module, functions);
}
