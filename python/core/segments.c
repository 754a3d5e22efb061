/* What ufunc.reduceat and ufunc.at are made of. */
#include "args.h"
#include "array.h"
#include "array_args.h"
#include "operand.h"

/* segments_reduce(reduction, x, begins) */
static PyObject *segments_reduce(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    (void)self;
    static const core_params params = {"segments_reduce", 3, {"reduction", "x", "begins", NULL}};
    CORE_VALUES(params);
    if (core_bind(&params, args, n, NULL, values)) return NULL;
    const char *name = PyUnicode_AsUTF8AndSize(values[0], NULL);
    const dpex_array *x = name ? core_array_get(values[1], "x") : NULL;
    const dpex_array *begins = x ? core_array_get(values[2], "begins") : NULL;
    if (!begins) return NULL;
    const dpex_reduction *reduction = dpex_reduction_find(name);
    if (!reduction) return PyErr_Format(PyExc_ValueError, "there is no reduction '%s'", name);
    core_array *out = core_array_new_like(x);
    return out ? core_array_finish(out, dpex_segments_reduce_new(reduction, x, begins, &out->array))
               : NULL;
}

/* combine_at(operation, target, indices, values) */
static PyObject *combine_at(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    (void)self;
    static const core_params params = {
        "combine_at", 4, {"operation", "target", "indices", "values", NULL}};
    CORE_VALUES(params);
    if (core_bind(&params, args, n, NULL, values)) return NULL;
    const char *name = PyUnicode_AsUTF8AndSize(values[0], NULL);
    dpex_array *target = name ? core_array_get(values[1], "target") : NULL;
    const dpex_array *indices = target ? core_array_get(values[2], "indices") : NULL;
    const dpex_array *combined = indices ? core_array_get(values[3], "values") : NULL;
    if (!combined) return NULL;
    const dpex_op *op = dpex_op_find(name);
    if (!op) return PyErr_Format(PyExc_ValueError, "there is no operation '%s'", name);
    const dpex_status status = dpex_array_combine_at(op, target, indices, combined);
    if (status) return core_raise_operation(status);
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"segments_reduce", (PyCFunction)(void (*)(void))segments_reduce, METH_FASTCALL, NULL},
    {"combine_at", (PyCFunction)(void (*)(void))combine_at, METH_FASTCALL, NULL},
    {NULL},
};

int core_add_segments(PyObject *module)
{
    return core_add_functions(module, functions);
}
