/* Reductions as functions: sum, and by the same call every other row of the table of reductions. */
#include "args.h"
#include "array.h"
#include "array_args.h"
#include "dtype.h"
#include "operand.h"

typedef struct request {
    const dpex_reduction *reduction;
    const dpex_array *x;
    uint64_t axes;
    int keepdims;
    dpex_dtype dtype;
} request;

static int choose_dtype(request *r, PyObject *object)
{
    const dpex_device *device = dpex_queue_get_device(r->x->queue);
    if (!core_is_given(object)) {
        dpex_status status = dpex_reduction_resolve(r->reduction, r->x->dtype, device, &r->dtype);
        if (status) core_raise_operation(status);
        return status ? -1 : 0;
    }
    return core_dtype_parse(object, &r->dtype) ? -1 : core_dtype_check(r->dtype, r->x->queue);
}

/* dpex_reduce_into takes result and accumulation type from `out`, which must be the one asked
 * for. */
static PyObject *into(const request *r, PyObject *object)
{
    dpex_array *out = core_array_get(object, "out");
    if (!out) return NULL;
    if (out->dtype != r->dtype) {
        PyErr_Format(PyExc_ValueError, "%s: out has dtype %s, the result %s",
                     dpex_reduction_get_name(r->reduction), dpex_dtype_get_info(out->dtype)->name,
                     dpex_dtype_get_info(r->dtype)->name);
        return NULL;
    }
    dpex_status status = dpex_reduce_into(r->reduction, r->x, r->axes, r->keepdims, out);
    return status ? core_raise_operation(status) : Py_NewRef(object);
}

static PyObject *reduce(const dpex_reduction *reduction, const core_params *params,
                        PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    PyObject *values[CORE_MAX_PARAMS];
    if (core_bind(params, args, n, kwnames, values)) return NULL;
    request r = {.reduction = reduction, .x = core_array_get(values[0], "x")};
    if (!r.x || core_parse_axes(values[1], r.x->nd, &r.axes) || choose_dtype(&r, values[2]))
        return NULL;
    r.keepdims = values[3] ? PyObject_IsTrue(values[3]) : 0;
    if (r.keepdims < 0) return NULL;
    if (core_is_given(values[4])) return into(&r, values[4]);
    core_array *out = core_array_new();
    if (!out) return NULL;
    dpex_status status = dpex_reduce_new(reduction, r.x, r.axes, r.keepdims, r.dtype, &out->array);
    return core_array_finish_as(out, status, PyExc_ValueError);
}

static PyObject *sum(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    (void)self;
    static const core_params params = {"sum",
                                       1,
                                       {"x", "axis", "dtype", "keepdims", "out", NULL},
                                       .n_positional_only = 1,
                                       .n_keyword_only = 4};
    static const dpex_reduction *reduction;
    if (!reduction) reduction = dpex_reduction_find("sum");
    return reduce(reduction, &params, args, n, kwnames);
}

static PyMethodDef functions[] = {
    {"sum", (PyCFunction)(void (*)(void))sum, METH_FASTCALL | METH_KEYWORDS, NULL},
    {NULL},
};

int core_add_reduce(PyObject *module)
{
    return core_add_functions(module, functions);
}
