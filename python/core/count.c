/* What bincount and the histograms are made of. */
#include "args.h"
#include "array.h"
#include "array_args.h"

static int parse_optional(PyObject *object, const char *name, const dpex_array **array)
{
    *array = NULL;
    return core_is_given(object) && !(*array = core_array_get(object, name)) ? -1 : 0;
}

/* bincount(x, weights, n) */
static PyObject *bincount(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    (void)self;
    static const core_params params = {"bincount", 3, {"x", "weights", "n", NULL}};
    CORE_VALUES(params);
    if (core_bind(&params, args, n, NULL, values)) return NULL;
    const dpex_array *x = core_array_get(values[0], "x"), *weights;
    if (!x || parse_optional(values[1], "weights", &weights)) return NULL;
    const int64_t n_bins = PyLong_AsLongLong(values[2]);
    if (n_bins == -1 && PyErr_Occurred()) return NULL;
    core_array *out = core_array_new_like(x);
    return out ? core_array_finish(out, dpex_bincount_new(x, weights, n_bins, &out->array)) : NULL;
}

/* bincount_few(x, weights, minlength): None where an argument is not as usual or dpex_bincount_few_new declines. */
static PyObject *bincount_few(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    (void)self;
    if (n != 3 || Py_TYPE(args[0]) != core.ndarray || !PyLong_CheckExact(args[2]) ||
        (args[1] != Py_None && Py_TYPE(args[1]) != core.ndarray))
        Py_RETURN_NONE;
    int overflow = 0, done = 0;
    const int64_t least = PyLong_AsLongLongAndOverflow(args[2], &overflow);
    const dpex_array *weights = args[1] == Py_None ? NULL : &((core_array *)args[1])->array;
    if (overflow || least < 0) Py_RETURN_NONE;
    const dpex_array *x = &((core_array *)args[0])->array;
    core_array *out = core_array_new_like(x);
    if (!out) return NULL;
    const dpex_status status = dpex_bincount_few_new(x, weights, least, &done, &out->array);
    if (status || done) return core_array_finish(out, status);
    out->array.storage = NULL;
    Py_DECREF(out);
    Py_RETURN_NONE;
}

/* histogram(x, edges, weights) */
static PyObject *histogram(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    (void)self;
    static const core_params params = {"histogram", 3, {"x", "edges", "weights", NULL}};
    CORE_VALUES(params);
    if (core_bind(&params, args, n, NULL, values)) return NULL;
    const dpex_array *x = core_array_get(values[0], "x"), *weights;
    const dpex_array *edges = x ? core_array_get(values[1], "edges") : NULL;
    if (!edges || parse_optional(values[2], "weights", &weights)) return NULL;
    core_array *out = core_array_new_like(x);
    return out ? core_array_finish(out, dpex_histogram_new(x, edges, weights, &out->array)) : NULL;
}

static PyMethodDef functions[] = {
    {"bincount", (PyCFunction)(void (*)(void))bincount, METH_FASTCALL, NULL},
    {"bincount_few", (PyCFunction)(void (*)(void))bincount_few, METH_FASTCALL, NULL},
    {"histogram", (PyCFunction)(void (*)(void))histogram, METH_FASTCALL, NULL},
    {NULL},
};

int core_add_count(PyObject *module)
{
    return core_add_functions(module, functions);
}
