/* What interp is made of, on the host. */
#include "args.h"
#include "array.h"
#include "array_args.h"

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

static PyMethodDef functions[] = {
    {"interpolate", (PyCFunction)(void (*)(void))interpolate, METH_FASTCALL, NULL},
    {NULL},
};

int core_add_interpolate(PyObject *module)
{
    return core_add_functions(module, functions);
}
