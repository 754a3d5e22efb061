/* The fills behind arange, linspace, eye, tril and triu: each writes a whole array that Python
 * has made; the usual ranges are made in range.c. The rules for their arguments stand in dpctl/tensor/_ctors.py. */
#include "args.h"
#include "array.h"
#include "array_args.h"
#include "operand.h"

static PyObject *done(dpex_status status)
{
    return status ? core_raise(status) : Py_NewRef(Py_None);
}

/* A Python scalar in the array's dtype. */
static int scalar_for(const dpex_array *x, PyObject *object, dpex_scalar *value)
{
    dpex_operand operand;
    int found = core_operand_from_scalar(object, &operand);
    if (!found) core_type_error("the value", "a Python scalar", object);
    return found == 1 ? core_operand_cast(&operand, x->dtype, value) : -1;
}

static int bind(const core_params *params, PyObject *const *args, Py_ssize_t n, PyObject **values,
                dpex_array **x)
{
    if (core_bind(params, args, n, NULL, values)) return -1;
    *x = core_array_get(values[0], "x");
    return *x ? 0 : -1;
}

static PyObject *fill_arange(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    (void)self;
    static const core_params params = {"fill_arange", 3, {"x", "start", "step", NULL}};
    CORE_VALUES(params);
    dpex_array *x;
    dpex_scalar start, step;
    if (bind(&params, args, n, values, &x)) return NULL;
    if (scalar_for(x, values[1], &start) || scalar_for(x, values[2], &step)) return NULL;
    return done(dpex_array_fill_arange(x, &start, &step));
}

static PyObject *fill_linspace(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    (void)self;
    static const core_params params = {
        "fill_linspace", 4, {"x", "start", "stop", "endpoint", NULL}};
    CORE_VALUES(params);
    dpex_array *x;
    dpex_scalar start, stop;
    if (bind(&params, args, n, values, &x)) return NULL;
    if (scalar_for(x, values[1], &start) || scalar_for(x, values[2], &stop)) return NULL;
    return done(dpex_array_fill_linspace(x, &start, &stop, PyObject_IsTrue(values[3])));
}

static PyObject *fill_eye(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    (void)self;
    static const core_params params = {"fill_eye", 2, {"x", "k", NULL}};
    CORE_VALUES(params);
    dpex_array *x;
    if (bind(&params, args, n, values, &x)) return NULL;
    Py_ssize_t k = core_clipped_index(values[1], "k"); /* clipped: far diagonals are empty alike */
    if (k == -1 && PyErr_Occurred()) return NULL;
    return done(dpex_array_fill_eye(x, k));
}

static PyObject *fill_triangle(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    (void)self;
    static const core_params params = {
        "fill_triangle", 4, {"x", "source", "k", "keep_lower", NULL}};
    CORE_VALUES(params);
    dpex_array *x;
    if (bind(&params, args, n, values, &x)) return NULL;
    const dpex_array *source = core_array_get(values[1], "source");
    if (!source) return NULL;
    Py_ssize_t k = core_clipped_index(values[2], "k");
    if (k == -1 && PyErr_Occurred()) return NULL;
    return done(dpex_array_fill_triangle(x, source, k, PyObject_IsTrue(values[3])));
}

static PyMethodDef functions[] = {
    {"fill_arange", (PyCFunction)(void (*)(void))fill_arange, METH_FASTCALL, NULL},
    {"fill_linspace", (PyCFunction)(void (*)(void))fill_linspace, METH_FASTCALL, NULL},
    {"fill_eye", (PyCFunction)(void (*)(void))fill_eye, METH_FASTCALL, NULL},
    {"fill_triangle", (PyCFunction)(void (*)(void))fill_triangle, METH_FASTCALL, NULL},
    {NULL},
};

int core_add_create_fill(PyObject *module)
{
    return core_add_functions(module, functions);
}
