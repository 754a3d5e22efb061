/* Reductions as functions: one body for all of them, which distinguishes them by their parameters; rows of the core's table of
 * reductions by name. */
#include "args.h"
#include "array.h"
#include "array_args.h"
#include "dtype.h"
#include "lossy.h"
#include "operand.h"
#include "traced.h"
#include "truth.h"

/* ---- signatures ------------------------------------------------------------------------------ */

/* Where the parameters of each kind of function stand; 0: there is none. */
typedef struct positions {
    int axis, dtype, keepdims, out, correction;
    int one_axis; /* an int or None */
} positions;

static const positions converting = {.axis = 1, .dtype = 2, .keepdims = 3, .out = 4};
#define CONVERTING 1, {"x", "axis", "dtype", "keepdims", "out", NULL}, 1, 4

static const positions choosing = {.axis = 1, .keepdims = 2, .out = 3};
static const positions locating = {.axis = 1, .keepdims = 2, .out = 3, .one_axis = 1};
#define CHOOSING 1, {"x", "axis", "keepdims", "out", NULL}, 1, 3

static const positions testing = {.axis = 1, .keepdims = 2};
#define TESTING 1, {"x", "axis", "keepdims", NULL}, 1, 2
#define MEAN    1, {"x", "axis", "keepdims", NULL}, 0, 0

static const positions varying = {.axis = 1, .correction = 2, .keepdims = 3};
#define VARYING 1, {"x", "axis", "correction", "keepdims", NULL}, 0, 0

/* ---- calls ----------------------------------------------------------------------------------- */

typedef struct request {
    const dpex_array *x;
    uint64_t axes;
    int keepdims;
    dpex_dtype dtype;
    PyObject *values[CORE_MAX_PARAMS];
} request;

static PyObject *value_of(const request *r, int position)
{
    return position && core_is_given(r->values[position]) ? r->values[position] : NULL;
}

static int parse(const core_params *params, const positions *at, PyObject *const *args,
                 Py_ssize_t n, PyObject *kwnames, request *r)
{
    if (core_bind(params, args, n, kwnames, r->values)) return -1;
    r->x = core_array_get(r->values[0], "x");
    if (!r->x) return -1;
    PyObject *axis = r->values[at->axis], *keepdims = r->values[at->keepdims];
    if (at->one_axis && core_is_given(axis) && !PyIndex_Check(axis)) {
        core_type_error("axis", "None or an int", axis);
        return -1;
    }
    if (core_refuse_bool_axis(axis) || core_parse_axes(axis, r->x->nd, &r->axes)) return -1;
    r->keepdims = keepdims ? core_flag(keepdims, "keepdims") : 0;
    return r->keepdims < 0 ? -1 : 0;
}

static int choose_dtype(const dpex_reduction *reduction, PyObject *object, request *r)
{
    const dpex_device *device = dpex_queue_get_device(r->x->queue);
    if (!object) {
        dpex_status status = dpex_reduction_resolve(reduction, r->x->dtype, device, &r->dtype);
        if (status) core_raise_operation(status);
        return status ? -1 : 0;
    }
    return core_dtype_parse(object, &r->dtype) ? -1 : core_dtype_check(r->dtype, r->x->queue);
}

/* dpex_reduce_into takes the result's dtype from `out`, which must be the one asked for. */
static PyObject *into(const dpex_reduction *reduction, const request *r, PyObject *object)
{
    dpex_array *out = core_array_get(object, "out");
    if (!out) return NULL;
    if (out->dtype != r->dtype) {
        PyErr_Format(PyExc_ValueError, "%s: out has dtype %s, the result %s",
                     dpex_reduction_get_name(reduction), dpex_dtype_get_info(out->dtype)->name,
                     dpex_dtype_get_info(r->dtype)->name);
        return NULL;
    }
    dpex_status status = dpex_reduce_into(reduction, r->x, r->axes, r->keepdims, out);
    return status ? core_raise_operation(status) : Py_NewRef(object);
}

/* The result where a conversion to the dtype asked for may lose something: it is warned of only if it was allowed. */
static PyObject *or_warning(PyObject *result, const request *r, PyObject *dtype)
{
    if (result && dtype && core_warn_of_cast(r->x->dtype, r->dtype)) Py_CLEAR(result);
    return result;
}

static PyObject *reduce(const dpex_reduction **row, const core_params *params, const positions *at,
                        PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    CORE_NAME_ERRORS(*params);
    request r;
    CORE_TRACE(params->function, args, n, kwnames);
    if (!*row) *row = dpex_reduction_find(params->function);
    if (parse(params, at, args, n, kwnames, &r)) return NULL;
    if (choose_dtype(*row, value_of(&r, at->dtype), &r)) return NULL;
    PyObject *given = value_of(&r, at->out), *dtype = value_of(&r, at->dtype);
    if (given) return or_warning(into(*row, &r, given), &r, dtype);
    core_array *out = core_array_new_like(r.x);
    if (!out) return NULL;
    dpex_status status = dpex_reduce_new(*row, r.x, r.axes, r.keepdims, r.dtype, &out->array);
    return or_warning(core_array_finish_as(out, status, PyExc_ValueError), &r, dtype);
}

/* var and std. */
static PyObject *vary(const core_params *params, int take_root, PyObject *const *args, Py_ssize_t n,
                      PyObject *kwnames)
{
    CORE_NAME_ERRORS(*params);
    request r;
    CORE_TRACE(params->function, args, n, kwnames);
    if (parse(params, &varying, args, n, kwnames, &r)) return NULL;
    PyObject *given = r.values[varying.correction];
    double correction = 0;
    if (given && !PyLong_Check(given) && !PyFloat_Check(given))
        return core_type_error("correction", "a Python int or float", given);
    if (given) correction = PyFloat_AsDouble(given);
    if (correction == -1 && PyErr_Occurred()) return NULL;
    core_array *out = core_array_new_like(r.x);
    if (!out) return NULL;
    dpex_status status =
        dpex_variance_new(r.x, r.axes, r.keepdims, correction, take_root, &out->array);
    return core_array_finish_as(out, status, PyExc_ValueError);
}

/* ---- functions ------------------------------------------------------------------------------- */

#define REDUCTION(name, positions, ...)                                                            \
    static PyObject *name(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)  \
    {                                                                                              \
        static const core_params params = {#name, __VA_ARGS__};                                    \
        static const dpex_reduction *row;                                                          \
        (void)self;                                                                                \
        return reduce(&row, &params, positions, args, n, kwnames);                                 \
    }

REDUCTION(sum, &converting, CONVERTING)
REDUCTION(prod, &converting, CONVERTING)
REDUCTION(logsumexp, &converting, CONVERTING)
REDUCTION(reduce_hypot, &converting, CONVERTING)
REDUCTION(max, &choosing, CHOOSING)
REDUCTION(min, &choosing, CHOOSING)
REDUCTION(nanmax, &choosing, CHOOSING)
REDUCTION(nanmin, &choosing, CHOOSING)
REDUCTION(reduce_bitwise_and, &choosing, CHOOSING)
REDUCTION(reduce_bitwise_or, &choosing, CHOOSING)
REDUCTION(reduce_bitwise_xor, &choosing, CHOOSING)
REDUCTION(count_nonzero, &choosing, CHOOSING)
REDUCTION(argmax, &locating, CHOOSING)
REDUCTION(argmin, &locating, CHOOSING)
REDUCTION(all, &testing, TESTING)
REDUCTION(any, &testing, TESTING)
REDUCTION(mean, &testing, MEAN)

static PyObject *var(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    static const core_params params = {"var", VARYING};
    (void)self;
    return vary(&params, 0, args, n, kwnames);
}

static PyObject *std(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    static const core_params params = {"std", VARYING};
    (void)self;
    return vary(&params, 1, args, n, kwnames);
}

/* ---- with NumPy's usual arguments ------------------------------------------------------------ */

/* Whether a call is f(x, axis=None) of a dpnp.ndarray, the axis an int or None, by position or by name. */
static int is_along_axis(PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    PyObject *axis;
    if (!core_find_axis(args, n, kwnames, 1, &axis) || Py_TYPE(args[0]) != core.ndarray) return 0;
    if (!axis || axis == Py_None) return 1;
    /* NumPy takes axis 0 of an array without dimensions, the core none */
    return PyLong_CheckExact(axis) && ((core_array *)args[0])->array.nd > 0;
}

/* NumPy warns of means of nothing, and all of a bool array are counted faster than summed: that is Python's. */
static int is_plain(PyObject *object)
{
    const dpex_array *x = &((core_array *)object)->array;
    return x->size > 0 && x->dtype != DPEX_BOOL;
}

/* The core's functions take the axis by name. */
static PyObject *axis_by_name(void)
{
    static PyObject *names;
    if (!names) names = Py_BuildValue("(s)", "axis");
    return names;
}

/* The function of the same name for such calls, else NotImplemented. */
#define USUAL(name, condition)                                                                     \
    static PyObject *usual_##name(PyObject *self, PyObject *const *args, Py_ssize_t n,             \
                                  PyObject *kwnames)                                               \
    {                                                                                              \
        if (!is_along_axis(args, n, kwnames) || !(condition)) Py_RETURN_NOTIMPLEMENTED;            \
        if (n == 2 && !(kwnames = axis_by_name())) return NULL;                                    \
        return name(self, args, 1, kwnames);                                                       \
    }

USUAL(sum, is_plain(args[0]))
USUAL(prod, 1)
USUAL(max, 1)
USUAL(min, 1)
USUAL(count_nonzero, 1)
USUAL(argmax, 1)
USUAL(argmin, 1)
USUAL(all, 1)
USUAL(any, 1)
USUAL(mean, is_plain(args[0]))

static PyMethodDef functions[] = {
    {"sum", CORE_FAST(sum)},
    {"prod", CORE_FAST(prod)},
    {"logsumexp", CORE_FAST(logsumexp)},
    {"reduce_hypot", CORE_FAST(reduce_hypot)},
    {"reduce_bitwise_and", CORE_FAST(reduce_bitwise_and)},
    {"reduce_bitwise_or", CORE_FAST(reduce_bitwise_or)},
    {"reduce_bitwise_xor", CORE_FAST(reduce_bitwise_xor)},
    {"max", CORE_FAST(max)},
    {"min", CORE_FAST(min)},
    {"nanmax", CORE_FAST(nanmax)},
    {"nanmin", CORE_FAST(nanmin)},
    {"count_nonzero", CORE_FAST(count_nonzero)},
    {"argmax", CORE_FAST(argmax)},
    {"argmin", CORE_FAST(argmin)},
    {"all", CORE_FAST(all)},
    {"any", CORE_FAST(any)},
    {"mean", CORE_FAST(mean)},
    {"var", CORE_FAST(var)},
    {"std", CORE_FAST(std)},
    {"usual_sum", CORE_FAST(usual_sum)},
    {"usual_prod", CORE_FAST(usual_prod)},
    {"usual_max", CORE_FAST(usual_max)},
    {"usual_min", CORE_FAST(usual_min)},
    {"usual_count_nonzero", CORE_FAST(usual_count_nonzero)},
    {"usual_argmax", CORE_FAST(usual_argmax)},
    {"usual_argmin", CORE_FAST(usual_argmin)},
    {"usual_all", CORE_FAST(usual_all)},
    {"usual_any", CORE_FAST(usual_any)},
    {"usual_mean", CORE_FAST(usual_mean)},
    {NULL},
};

int core_add_reduce(PyObject *module)
{
    return core_add_functions(module, functions);
}
