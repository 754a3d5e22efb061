/* Scans as functions: cumulative_sum and the other rows of the table of scans. */
#include "args.h"
#include "array.h"
#include "array_args.h"
#include "dtype.h"
#include "lossy.h"
#include "operand.h"
#include "truth.h"

typedef struct request {
    const dpex_scan *scan;
    const dpex_array *x;
    int axis;
    dpex_dtype dtype;
    int include_initial;
} request;

/* None stands for the one axis; an array without axes is a line of one element. */
static int choose_axis(request *r, PyObject *object)
{
    if (core_refuse_bool_axis(object)) return -1;
    if (core_is_given(object)) return core_parse_axis(object, r->x->nd ? r->x->nd : 1, &r->axis);
    if (r->x->nd <= 1) return 0;
    PyErr_Format(PyExc_ValueError, "%s: an array of %d dimensions needs an axis",
                 dpex_scan_get_name(r->scan), (int)r->x->nd);
    return -1;
}

static int choose_dtype(request *r, PyObject *object)
{
    if (core_is_given(object))
        return core_dtype_parse(object, &r->dtype) ? -1 : core_dtype_check(r->dtype, r->x->queue);
    dpex_status status =
        dpex_scan_resolve(r->scan, r->x->dtype, dpex_queue_get_device(r->x->queue), &r->dtype);
    if (status) core_raise_operation(status);
    return status ? -1 : 0;
}

static PyObject *into(const request *r, PyObject *object)
{
    dpex_array *out = core_array_get(object, "out");
    if (!out) return NULL;
    if (out->dtype != r->dtype) {
        PyErr_Format(PyExc_ValueError, "%s: out has dtype %s, the result %s",
                     dpex_scan_get_name(r->scan), dpex_dtype_get_info(out->dtype)->name,
                     dpex_dtype_get_info(r->dtype)->name);
        return NULL;
    }
    dpex_status status = dpex_scan_into(r->scan, r->x, r->axis, r->include_initial, out);
    return status ? core_raise_operation(status) : Py_NewRef(object);
}

/* The result; where a conversion to the dtype asked for was allowed and loses something, it is warned of. */
static PyObject *or_warning(PyObject *result, const request *r, PyObject *dtype)
{
    if (result && core_is_given(dtype) && core_warn_of_cast(r->x->dtype, r->dtype))
        Py_CLEAR(result);
    return result;
}

static PyObject *scan(const char *name, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    const core_params params = {name,
                                1,
                                {"x", "axis", "dtype", "include_initial", "out", NULL},
                                .n_positional_only = 1,
                                .n_keyword_only = 4};
    CORE_VALUES(params);
    if (core_bind(&params, args, n, kwnames, values)) return NULL;
    request r = {.scan = dpex_scan_find(name), .x = core_array_get(values[0], "x")};
    if (!r.x || choose_axis(&r, values[1]) || choose_dtype(&r, values[2])) return NULL;
    r.include_initial = values[3] ? core_flag(values[3], "include_initial") : 0;
    if (r.include_initial < 0) return NULL;
    if (core_is_given(values[4])) return or_warning(into(&r, values[4]), &r, values[2]);
    core_array *out = core_array_new_like(r.x);
    if (!out) return NULL;
    dpex_status status =
        dpex_scan_new(r.scan, r.x, r.axis, r.dtype, r.include_initial, &out->array);
    return or_warning(core_array_finish_as(out, status, PyExc_ValueError), &r, values[2]);
}

#define SCAN(name)                                                                                 \
    static PyObject *name(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)  \
    {                                                                                              \
        (void)self;                                                                                \
        return scan(#name, args, n, kwnames);                                                      \
    }
SCAN(cumulative_sum)
SCAN(cumulative_prod)
SCAN(cumulative_max)
SCAN(cumulative_min)
SCAN(cumulative_logsumexp)
SCAN(cumulative_fmax)
SCAN(cumulative_fmin)
SCAN(cumulative_bitwise_and)
SCAN(cumulative_bitwise_or)
SCAN(cumulative_bitwise_xor)
#undef SCAN

static PyMethodDef functions[] = {
    {"cumulative_sum", CORE_FAST(cumulative_sum), NULL},
    {"cumulative_prod", CORE_FAST(cumulative_prod), NULL},
    {"cumulative_max", CORE_FAST(cumulative_max), NULL},
    {"cumulative_min", CORE_FAST(cumulative_min), NULL},
    {"cumulative_logsumexp", CORE_FAST(cumulative_logsumexp), NULL},
    {"cumulative_fmax", CORE_FAST(cumulative_fmax), NULL},
    {"cumulative_fmin", CORE_FAST(cumulative_fmin), NULL},
    {"cumulative_bitwise_and", CORE_FAST(cumulative_bitwise_and), NULL},
    {"cumulative_bitwise_or", CORE_FAST(cumulative_bitwise_or), NULL},
    {"cumulative_bitwise_xor", CORE_FAST(cumulative_bitwise_xor), NULL},
    {NULL},
};

int core_add_scan(PyObject *module)
{
    return core_add_functions(module, functions);
}
