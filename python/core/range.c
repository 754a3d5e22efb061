/* arange of ints and floats: the usual calls of a function whose rules stand in dpctl/tensor/_ctors.py. */
#include "args.h"
#include "array.h"
#include "array_args.h"
#include "dtype.h"

#include <math.h>
#include <string.h>

/* ---- of ints --------------------------------------------------------------------------------- */

/* How many values there are from start up to stop; step is not 0. Distances need all 64 bits. */
static uint64_t range_length(int64_t start, int64_t stop, int64_t step)
{
    if (step > 0 ? start >= stop : start <= stop) return 0;
    uint64_t distance =
        step > 0 ? (uint64_t)stop - (uint64_t)start : (uint64_t)start - (uint64_t)stop;
    uint64_t stride = step > 0 ? (uint64_t)step : -(uint64_t)step;
    return (distance - 1) / stride + 1;
}

static PyObject *make_range(core_array *out, dpex_queue *queue, dpex_usm_kind kind,
                            dpex_dtype dtype, int64_t length, const dpex_scalar *start,
                            const dpex_scalar *step)
{
    if (!out) return NULL;
    dpex_status status = dpex_array_init(queue, dtype, 1, &length, DPEX_ORDER_C, kind, &out->array);
    PyObject *made = core_array_finish(out, status);
    if (made) status = dpex_array_fill_arange(&out->array, start, step);
    if (!made || !status) return made;
    Py_DECREF(made);
    return core_raise(status);
}

/* arange_of_ints(start, stop, step, device, usm_type, sycl_queue): the int64 range of three ints. None where one of them does
 * not fit, where the step is 0 or the range too long: arange says what that means. */
static PyObject *arange_of_ints(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    static const core_params params = {
        "arange_of_ints", 6, {"start", "stop", "step", "device", "usm_type", "sycl_queue", NULL}};
    CORE_VALUES(params);
    int64_t ints[3];
    int overflow = 0;
    if (core_bind(&params, args, n, NULL, values)) return NULL;
    for (int i = 0; i < 3 && !overflow; i++) {
        ints[i] = PyLong_AsLongLongAndOverflow(values[i], &overflow);
        if (ints[i] == -1 && PyErr_Occurred()) return NULL;
    }
    if (overflow || ints[2] == 0) Py_RETURN_NONE;
    uint64_t length = range_length(ints[0], ints[1], ints[2]);
    if (length > INT64_MAX) Py_RETURN_NONE;
    dpex_usm_kind kind = DPEX_USM_DEVICE;
    dpex_queue *queue = NULL;
    if (values[4] == Py_None) return core_type_error("usm_type", "a str", Py_None);
    if (core_parse_usm_kind(values[4], &kind)) return NULL;
    if (core_parse_placement_or_default(values[3], values[5], &queue)) return NULL;
    PyObject *made =
        make_range(core_array_new_for_type(self), queue, kind, DPEX_I64, (int64_t)length,
                   &(dpex_scalar){.i = ints[0]}, &(dpex_scalar){.i = ints[2]});
    dpex_queue_release(queue);
    return made;
}

/* ---- as NumPy's ---------------------------------------------------------------------------------------- */

enum { START, STOP, STEP, N_PARTS };
enum { DTYPE = N_PARTS, DEVICE, USM_TYPE, SYCL_QUEUE, N_ARGUMENTS };

/* All of them as float64; as int64 too unless one is real. */
typedef struct parts {
    int is_real, is_rounded; /* whether a float64 is not its int */
    double reals[N_PARTS];
    int64_t ints[N_PARTS];
} parts;

static void set_real(parts *p, int at, double value)
{
    p->is_real = 1;
    p->reals[at] = value;
}

static void set_int(parts *p, int at, int64_t value)
{
    const int64_t exact = INT64_C(1) << 53;
    p->ints[at] = value;
    p->reals[at] = (double)value;
    p->is_rounded |= value > exact || value < -exact;
}

/* A Python or NumPy number, or an array without dimensions that can be read now, of float64 or int64. */
static int read_part(PyObject *object, int at, parts *p)
{
    dpex_dtype dtype;
    dpex_scalar value;
    if (Py_TYPE(object) == core.ndarray) {
        const dpex_array *x = &((core_array *)object)->array;
        if (x->nd || (x->dtype != DPEX_F64 && x->dtype != DPEX_I64) ||
            !dpex_element_read(x, NULL, &value))
            return 0;
        x->dtype == DPEX_F64 ? set_real(p, at, value.f64) : set_int(p, at, value.i);
        return 1;
    }
    if (PyFloat_CheckExact(object))
        dtype = DPEX_F64;
    else if (PyLong_CheckExact(object))
        dtype = DPEX_I64;
    else if (!core_numpy_scalar_dtype(object, &dtype))
        return 0;
    if (dtype == DPEX_F64) set_real(p, at, PyFloat_AsDouble(object));
    if (dtype != DPEX_I64) return dtype == DPEX_F64;
    int overflow = 0;
    set_int(p, at, PyLong_AsLongLongAndOverflow(object, &overflow));
    return !overflow;
}

/* Arguments by name that are not None; -1: others. */
static int bind_names(PyObject *const *values, PyObject *kwnames, PyObject *bound[N_ARGUMENTS])
{
    static const char *const names[N_ARGUMENTS] = {[DTYPE] = "dtype",
                                                   [DEVICE] = "device",
                                                   [USM_TYPE] = "usm_type",
                                                   [SYCL_QUEUE] = "sycl_queue"};
    for (Py_ssize_t i = 0; i < PyTuple_Size(kwnames); i++) {
        PyObject *name = PyTuple_GetItem(kwnames, i);
        int at = DTYPE;
        while (at < N_ARGUMENTS && PyUnicode_CompareWithASCIIString(name, names[at])) at++;
        if (at == N_ARGUMENTS || bound[at]) return -1;
        if (values[i] != Py_None) bound[at] = values[i];
    }
    return 0;
}

/* start, stop, step and dtype as NumPy binds them and where to, NULL where not given; -1: another keyword, or nothing to end at. */
static int bind(PyObject *const *args, Py_ssize_t n, PyObject *kwnames,
                PyObject *bound[N_ARGUMENTS])
{
    if (n == 0 || args[0] == Py_None || n > N_PARTS + 1) return -1;
    for (int i = 0; i < N_ARGUMENTS; i++) bound[i] = i < n && args[i] != Py_None ? args[i] : NULL;
    if (kwnames && (n > N_PARTS || bind_names(args + n, kwnames, bound))) return -1;
    if (!bound[STOP]) {
        bound[STOP] = bound[START];
        bound[START] = NULL;
    }
    return bound[STOP] ? 0 : -1;
}

static int read_parts(PyObject *const *bound, parts *p)
{
    memset(p, 0, sizeof *p);
    set_int(p, STEP, 1);
    for (int i = 0; i < N_PARTS; i++)
        if (bound[i] && !read_part(bound[i], i, p)) return 0;
    return !(p->is_real && p->is_rounded);
}

/* How many values there are; -1: not to be said here. */
static int64_t count(const parts *p)
{
    if (p->reals[STEP] == 0) return -1;
    if (!p->is_real) {
        const uint64_t length = range_length(p->ints[START], p->ints[STOP], p->ints[STEP]);
        return length > INT64_MAX ? -1 : (int64_t)length;
    }
    const double length = ceil((p->reals[STOP] - p->reals[START]) / p->reals[STEP]);
    if (!(length < 0x1p53)) return -1;
    return length > 0 ? (int64_t)length : isfinite(length) ? 0 : -1;
}

/* quick_arange(start, stop, step, dtype=None, *, device, usm_type, sycl_queue): of float64 or int64; else NotImplemented. */
static PyObject *quick_arange(PyObject *module, PyObject *const *args, Py_ssize_t n,
                              PyObject *kwnames)
{
    PyObject *bound[N_ARGUMENTS];
    parts p;
    (void)module;
    if (bind(args, n, kwnames, bound) || !read_parts(bound, &p)) Py_RETURN_NOTIMPLEMENTED;
    dpex_dtype dtype = p.is_real ? DPEX_F64 : DPEX_I64;
    if (bound[DTYPE] && core_dtype_parse(bound[DTYPE], &dtype)) return NULL;
    const int64_t length = count(&p);
    const int is_real = dtype == DPEX_F64;
    if (length < 0 || (is_real ? p.is_rounded : p.is_real || dtype != DPEX_I64))
        Py_RETURN_NOTIMPLEMENTED;
    dpex_queue *queue = NULL;
    dpex_usm_kind kind = DPEX_USM_DEVICE;
    if (core_parse_usm_kind(bound[USM_TYPE], &kind) ||
        core_parse_placement_or_default(bound[DEVICE], bound[SYCL_QUEUE], &queue))
        return NULL;
    PyObject *made = Py_NotImplemented;
    if (dpex_dtype_is_supported(dtype, dpex_queue_get_device(queue))) {
        dpex_scalar start = {.i = p.ints[START]}, step = {.i = p.ints[STEP]};
        if (is_real) start.f64 = p.reals[START];
        if (is_real) step.f64 = p.reals[STEP];
        made = make_range(core_array_new_for_type((PyObject *)core.ndarray), queue, kind, dtype,
                          length, &start, &step);
    } else
        Py_INCREF(made);
    dpex_queue_release(queue);
    return made;
}

PyObject *core_array_of_range(PyObject *range)
{
    static const char *const names[N_PARTS] = {"start", "stop", "step"};
    PyObject *ints[N_PARTS] = {NULL}, *made = NULL;
    int found = 0;
    for (; found < N_PARTS; found++)
        if (!(ints[found] = PyObject_GetAttrString(range, names[found]))) break;
    if (found == N_PARTS) made = quick_arange(NULL, ints, N_PARTS, NULL);
    for (int i = 0; i < found; i++) Py_DECREF(ints[i]);
    return made;
}

static PyMethodDef functions[] = {
    {"arange_of_ints", (PyCFunction)(void (*)(void))arange_of_ints, METH_FASTCALL, NULL},
    {"quick_arange", CORE_FAST(quick_arange), NULL},
    {NULL},
};

static PyMethodDef numpy_functions[] = {
    {"arange_of_ints", (PyCFunction)(void (*)(void))arange_of_ints, METH_FASTCALL, NULL},
    {NULL},
};

int core_add_range(PyObject *module)
{
    return core_add_functions(module, functions) ||
                   core_add_numpy_functions(module, numpy_functions)
               ? -1
               : 0;
}
