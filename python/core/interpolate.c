/* What interp is made of, on the host. */
#include "args.h"
#include "array.h"
#include "array_args.h"
#include "values.h"

/* A number, or None: *given stays NULL. */
static int parse_end(PyObject *object, double *number, const double **given)
{
    if (!core_is_given(object)) return 0;
    *number = PyFloat_AsDouble(object);
    *given = number;
    return *number == -1 && PyErr_Occurred() ? -1 : 0;
}

/* interpolate(x, at, values, left, right) */
static PyObject *interpolate(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    (void)self;
    static const core_params params = {
        "interpolate", 5, {"x", "at", "values", "left", "right", NULL}};
    CORE_VALUES(params);
    if (core_bind(&params, args, n, NULL, values)) return NULL;
    const dpex_array *x = core_array_get(values[0], "x");
    const dpex_array *at = x ? core_array_get(values[1], "at") : NULL;
    const dpex_array *f = at ? core_array_get(values[2], "values") : NULL;
    double ends[2];
    const double *left = NULL, *right = NULL;
    if (!f || parse_end(values[3], &ends[0], &left) || parse_end(values[4], &ends[1], &right))
        return NULL;
    core_array *out = core_array_new_like(x);
    if (!out) return NULL;
    const dpex_status status = dpex_interpolate_new(x, at, f, left, right, &out->array);
    return core_array_finish(out, status);
}

static const dpex_array *doubles(PyObject *object)
{
    if (Py_TYPE(object) != core.ndarray) return NULL;
    const dpex_array *x = &((core_array *)object)->array;
    return x->dtype == DPEX_F64 && x->size && x->flags & DPEX_ARRAY_C_CONTIGUOUS ? x : NULL;
}

/* quick_interp(x, xp, fp) of arrays of float64 in rows, x a number too; else NotImplemented. */
static PyObject *quick_interp(PyObject *module, PyObject *const *args, Py_ssize_t n)
{
    const dpex_array *at = n == 3 ? doubles(args[1]) : NULL, *f = at ? doubles(args[2]) : NULL;
    (void)module;
    if (!f || at->nd != 1 || f->nd != 1 || at->size != f->size) Py_RETURN_NOTIMPLEMENTED;
    const int is_number = PyFloat_Check(args[0]);
    PyObject *number = is_number ? core_values(args[0], at) : NULL;
    if (is_number && !number) return NULL;
    const dpex_array *x = number ? &((core_array *)number)->array : doubles(args[0]);
    PyObject *made = x ? NULL : Py_NewRef(Py_NotImplemented);
    core_array *out = x ? core_array_new_like2(at, x) : NULL;
    if (out) {
        const dpex_status status = dpex_interpolate_new(x, at, f, NULL, NULL, &out->array);
        made = core_array_finish(out, status);
    }
    Py_XDECREF(number);
    return made;
}

static PyMethodDef functions[] = {
    {"quick_interp", (PyCFunction)(void (*)(void))quick_interp, METH_FASTCALL, NULL},
    {"interpolate", (PyCFunction)(void (*)(void))interpolate, METH_FASTCALL, NULL},
    {NULL},
};

int core_add_interpolate(PyObject *module)
{
    return core_add_functions(module, functions);
}
