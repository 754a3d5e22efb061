/* What ufunc.reduceat and ufunc.at are made of. */
#include "args.h"
#include "array.h"
#include "array_args.h"
#include "operand.h"
#include "ufunc.h"
#include "values.h"

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

/* One value for all indices, or one for each, in the target's dtype; new. None: others. */
static PyObject *usual_operand(PyObject *object, const dpex_array *target)
{
    const int is_real = target->dtype == DPEX_F64 || target->dtype == DPEX_F32;
    if (is_real && (PyFloat_CheckExact(object) || PyLong_CheckExact(object)))
        return core_values(object, target);
    if (Py_TYPE(object) != core.ndarray) Py_RETURN_NONE;
    const dpex_array *x = &((core_array *)object)->array;
    return Py_NewRef(x->dtype == target->dtype ? object : Py_None);
}

/* Whether the core took the values, one without dimensions or one for each index. */
static int combine_values(const dpex_op *op, dpex_array *target, const dpex_array *indices,
                          const dpex_array *values)
{
    dpex_array row;
    const dpex_index axis = {.kind = DPEX_INDEX_NEWAXIS};
    const int is_row = values->nd == 1 && values->size == indices->size &&
                       (values->flags & DPEX_ARRAY_C_CONTIGUOUS);
    if (is_row) return !dpex_array_combine_at(op, target, indices, values);
    if (values->nd || dpex_array_index(values, &axis, 1, &row)) return 0;
    const int done = !dpex_array_combine_at(op, target, indices, &row);
    dpex_array_fini(&row);
    return done;
}

/* usual_at(ufunc, a, indices, b) of arrays in a row, which the core takes as they are; else NotImplemented. */
static PyObject *usual_at(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    (void)self;
    const dpex_op *op = n == 4 ? core_ufunc_op(args[0]) : NULL;
    if (!op || dpex_op_get_arity(op) != 2 || Py_TYPE(args[1]) != core.ndarray ||
        Py_TYPE(args[2]) != core.ndarray)
        Py_RETURN_NOTIMPLEMENTED;
    dpex_array *target = &((core_array *)args[1])->array;
    const dpex_array *indices = &((core_array *)args[2])->array;
    const int flags = target->flags & indices->flags;
    if (target->nd != 1 || indices->nd != 1 || indices->dtype != DPEX_I64 ||
        !(flags & DPEX_ARRAY_C_CONTIGUOUS))
        Py_RETURN_NOTIMPLEMENTED;
    PyObject *object = usual_operand(args[3], target);
    if (!object || object == Py_None) {
        Py_XDECREF(object);
        return object ? Py_NewRef(Py_NotImplemented) : NULL;
    }
    const int done = combine_values(op, target, indices, &((core_array *)object)->array);
    Py_DECREF(object);
    return Py_NewRef(done ? Py_None : Py_NotImplemented);
}

static PyMethodDef functions[] = {
    {"usual_at", (PyCFunction)(void (*)(void))usual_at, METH_FASTCALL, NULL},
    {"segments_reduce", (PyCFunction)(void (*)(void))segments_reduce, METH_FASTCALL, NULL},
    {"combine_at", (PyCFunction)(void (*)(void))combine_at, METH_FASTCALL, NULL},
    {NULL},
};

int core_add_segments(PyObject *module)
{
    return core_add_functions(module, functions);
}
