/* x.item() and x.tolist(): elements as Python scalars, without views or copies of them, where nothing is pending. */
#include "array.h"

/* The number of an element in C order as an index for each axis; negative ones count from the end. 0: out of bounds. */
static int unravel(const dpex_array *x, int64_t number, int64_t *indices)
{
    if (number < 0) number += x->size;
    if (number < 0 || number >= x->size) return 0;
    for (int i = x->nd - 1; i >= 0; i--) {
        indices[i] = number % x->shape[i];
        number /= x->shape[i];
    }
    return 1;
}

/* An int that may be an index, of no other type. */
static int read_int(PyObject *object, int64_t *value)
{
    int overflow = 0;
    if (!PyLong_CheckExact(object)) return 0;
    *value = PyLong_AsLongLongAndOverflow(object, &overflow);
    return !overflow;
}

static int read_indices(const dpex_array *x, PyObject *const *args, Py_ssize_t n, int64_t *indices)
{
    int64_t number = 0;
    if (n == 0) return x->size == 1 && unravel(x, 0, indices);
    if (n == 1) return read_int(args[0], &number) && unravel(x, number, indices);
    int found = n == x->nd;
    for (Py_ssize_t i = 0; found && i < n; i++) found = read_int(args[i], &indices[i]);
    return found;
}

/* The value in the widest type of its kind. */
static dpex_scalar widened(const dpex_scalar *value, dpex_dtype dtype, dpex_dtype wide)
{
    dpex_scalar as_wide = *value;
    if (dtype != wide) dpex_scalar_cast(value, dtype, wide, &as_wide);
    return as_wide;
}

static PyObject *to_python(const dpex_scalar *value, dpex_dtype dtype)
{
    dpex_scalar wide;
    switch (dpex_dtype_get_info(dtype)->kind) {
    case DPEX_KIND_BOOL: return PyBool_FromLong(value->b);
    case DPEX_KIND_INT: return PyLong_FromLongLong(widened(value, dtype, DPEX_I64).i);
    case DPEX_KIND_UINT: return PyLong_FromUnsignedLongLong(widened(value, dtype, DPEX_U64).u);
    case DPEX_KIND_REAL: return PyFloat_FromDouble(widened(value, dtype, DPEX_F64).f64);
    default:
        wide = widened(value, dtype, DPEX_C128);
        return PyComplex_FromDoubles(wide.c128.re, wide.c128.im);
    }
}

/* item(x, *index): the index of the flat array or one for each axis; NotImplemented where Python reads it, or says what is wrong. */
static PyObject *item(PyObject *module, PyObject *const *args, Py_ssize_t n)
{
    (void)module;
    const dpex_array *x = core_array_get(args[0], "x");
    int64_t indices[DPEX_MAX_NDIM];
    dpex_scalar value;
    if (!x) return NULL;
    if (!read_indices(x, args + 1, n - 1, indices) || !dpex_element_read(x, indices, &value))
        Py_RETURN_NOTIMPLEMENTED;
    return to_python(&value, x->dtype);
}

static PyObject *element_to_python(const char *at, dpex_dtype dtype)
{
    dpex_scalar value = {.bytes = {0}};
    memcpy(&value, at, (size_t)dpex_dtype_get_info(dtype)->itemsize);
    return to_python(&value, dtype);
}

/* n elements of a dtype, `stride` bytes apart; new. The usual dtypes are read without a search for the kind of each. */
static PyObject *list_of(const char *at, int64_t n, int64_t stride, dpex_dtype dtype)
{
    PyObject *list = PyList_New((Py_ssize_t)n);
    for (int64_t i = 0; i < n && list; i++, at += stride) {
        PyObject *element = dtype == DPEX_F64   ? PyFloat_FromDouble(*(const double *)at)
                            : dtype == DPEX_I64 ? PyLong_FromLongLong(*(const int64_t *)at)
                                                : element_to_python(at, dtype);
        if (!element || PyList_SetItem(list, (Py_ssize_t)i, element)) Py_CLEAR(list);
    }
    return list;
}

/* usual_tolist(x): of one dimension or two; else NotImplemented. */
static PyObject *usual_tolist(PyObject *module, PyObject *object)
{
    (void)module;
    static const int64_t origin[DPEX_MAX_NDIM];
    const dpex_array *x = core_array_get(object, "x");
    dpex_scalar value;
    if (!x) return NULL;
    if (x->nd < 1 || x->nd > 2 || x->size == 0 || !dpex_element_read(x, origin, &value))
        return core_left_to_python();
    const int64_t itemsize = dpex_dtype_get_info(x->dtype)->itemsize;
    const int64_t n_rows = x->shape[0], row = x->strides[0] * itemsize;
    const char *first = dpex_array_get_ptr(x);
    if (x->nd == 1) return list_of(first, n_rows, row, x->dtype);
    PyObject *list = PyList_New((Py_ssize_t)n_rows);
    for (int64_t i = 0; i < n_rows && list; i++) {
        PyObject *line = list_of(first + i * row, x->shape[1], x->strides[1] * itemsize, x->dtype);
        if (!line || PyList_SetItem(list, (Py_ssize_t)i, line)) Py_CLEAR(list);
    }
    return list;
}

static PyMethodDef functions[] = {
    {"usual_tolist", usual_tolist, METH_O, NULL},
    {"item", (PyCFunction)(void (*)(void))item, METH_FASTCALL, NULL},
    {NULL},
};

int core_add_item(PyObject *module)
{
    return core_add_functions(module, functions);
}
