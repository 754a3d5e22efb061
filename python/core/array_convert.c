/* bool(x), int(x), float(x), complex(x) and x as an index: the one element of an array, read
 * after waiting for it. */
#include "array.h"
#include "caller.h"

/* -1, behind the name of the function of ours that converts an argument. */
static int refused(void)
{
    core_name_error_inside(NULL);
    return -1;
}

static int check_size(const dpex_array *x)
{
    if (x->size == 1) return 0;
    PyErr_Format(PyExc_ValueError,
                 "only an array of 1 element becomes a Python scalar, this one has %lld",
                 (long long)x->size);
    return refused();
}

/* The value of an array without dimensions of this dtype where nothing is pending: what loops over elements ask for. */
static inline int reads_at_once(PyObject *self, dpex_dtype dtype, dpex_scalar *value)
{
    const dpex_array *x = &((core_array *)self)->array;
    return x->nd == 0 && x->dtype == dtype && dpex_element_read(x, NULL, value);
}

static int read_scalar(const dpex_array *x, dpex_scalar *value)
{
    if (x->nd == 0 && dpex_element_read(x, NULL, value)) return 0;
    return check_size(x) ? -1 : core_array_read(x, value);
}

/* The element in the widest type of its kind. */
static int read_as(PyObject *self, dpex_dtype wide, dpex_scalar *value)
{
    const dpex_array *x = &((core_array *)self)->array;
    dpex_scalar raw;
    if (read_scalar(x, &raw)) return -1;
    if (x->dtype == wide)
        *value = raw;
    else
        dpex_scalar_cast(&raw, x->dtype, wide, value);
    return 0;
}

static dpex_dtype_kind kind_of(PyObject *self)
{
    return dpex_dtype_get_info(((core_array *)self)->array.dtype)->kind;
}

/* Of dpnp's arrays, as of NumPy's, only those without dimensions become numbers; those of the standard with one element. */
static int refuse_dimensions(PyObject *self)
{
    const dpex_array *x = &((core_array *)self)->array;
    if (x->nd == 0 || !PyObject_TypeCheck(self, core.ndarray)) return 0;
    PyErr_Format(PyExc_TypeError,
                 "only 0-dimensional arrays can be converted to Python scalars, this one has %d "
                 "dimensions; x.item() takes the element of an array of one",
                 x->nd);
    return refused();
}

static int refuse_complex(PyObject *self, const char *target)
{
    if (refuse_dimensions(self)) return -1;
    if (kind_of(self) != DPEX_KIND_COMPLEX) return 0;
    if (check_size(&((core_array *)self)->array)) return -1;
    PyErr_Format(PyExc_TypeError, "a complex array does not become %s; take .real or .imag",
                 target);
    return refused();
}

int core_array_as_bool(PyObject *self)
{
    dpex_scalar value;
    const dpex_array *x = &((core_array *)self)->array;
    if (reads_at_once(self, DPEX_BOOL, &value)) return value.b != 0;
    if (reads_at_once(self, DPEX_F64, &value)) return value.f64 != 0;
    if (x->size != 1) {
        const char *of = x->size ? "more than one element" : "no element";
        PyErr_Format(
            PyExc_ValueError,
            core_array_is_ndarray(x)
                ? "the truth value of an array with %s is ambiguous; use x.any() or x.all()"
                : "the truth value of an array with %s is ambiguous; use any(x) or all(x) of "
                  "dpctl.tensor",
            of);
        return refused();
    }
    return read_as(self, DPEX_BOOL, &value) ? -1 : value.b != 0;
}

PyObject *core_array_as_float(PyObject *self)
{
    dpex_scalar value;
    if (reads_at_once(self, DPEX_F64, &value)) return PyFloat_FromDouble(value.f64);
    if (refuse_complex(self, "a float") || read_as(self, DPEX_F64, &value)) return NULL;
    return PyFloat_FromDouble(value.f64);
}

PyObject *core_array_as_complex(PyObject *self)
{
    dpex_scalar value;
    if (refuse_dimensions(self) || read_as(self, DPEX_C128, &value)) return NULL;
    return PyComplex_FromDoubles(value.c128.re, value.c128.im);
}

static PyObject *integer(PyObject *self)
{
    dpex_scalar value;
    if (kind_of(self) == DPEX_KIND_UINT) {
        if (read_as(self, DPEX_U64, &value)) return NULL;
        return PyLong_FromUnsignedLongLong(value.u);
    }
    if (read_as(self, DPEX_I64, &value)) return NULL;
    return PyLong_FromLongLong(value.i);
}

PyObject *core_array_as_int(PyObject *self)
{
    dpex_scalar value;
    if (reads_at_once(self, DPEX_I64, &value)) return PyLong_FromLongLong(value.i);
    if (refuse_complex(self, "an int")) return NULL;
    if (kind_of(self) != DPEX_KIND_REAL) return integer(self);
    return read_as(self, DPEX_F64, &value) ? NULL : PyLong_FromDouble(value.f64);
}

PyObject *core_array_as_index(PyObject *self)
{
    dpex_scalar value;
    if (reads_at_once(self, DPEX_I64, &value)) return PyLong_FromLongLong(value.i);
    if (refuse_dimensions(self)) return NULL;
    dpex_dtype_kind kind = kind_of(self);
    if (kind == DPEX_KIND_INT || kind == DPEX_KIND_UINT) return integer(self);
    PyErr_Format(PyExc_IndexError, "only an array of integers becomes an index, not one of %s",
                 dpex_dtype_get_info(((core_array *)self)->array.dtype)->name);
    refused();
    return NULL;
}
