/* The fills behind arange, linspace, eye, tril and triu: each writes a whole array that Python
 * has made; ranges of ints, the usual ones, are made here. The rules for their arguments stand in dpctl/tensor/_ctors.py. */
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

/* How many values there are from start up to stop; step is not 0. Distances need all 64 bits. */
static uint64_t range_length(int64_t start, int64_t stop, int64_t step)
{
    if (step > 0 ? start >= stop : start <= stop) return 0;
    uint64_t distance =
        step > 0 ? (uint64_t)stop - (uint64_t)start : (uint64_t)start - (uint64_t)stop;
    uint64_t stride = step > 0 ? (uint64_t)step : -(uint64_t)step;
    return (distance - 1) / stride + 1;
}

static PyObject *make_range(core_array *out, dpex_queue *queue, dpex_usm_kind kind, int64_t length,
                            int64_t start, int64_t step)
{
    const dpex_scalar first = {.i = start}, difference = {.i = step};
    if (!out) return NULL;
    dpex_status status =
        dpex_array_init(queue, DPEX_I64, 1, &length, DPEX_ORDER_C, kind, &out->array);
    PyObject *made = core_array_finish(out, status);
    if (made) status = dpex_array_fill_arange(&out->array, &first, &difference);
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
        make_range(core_array_new_for_type(self), queue, kind, (int64_t)length, ints[0], ints[2]);
    dpex_queue_release(queue);
    return made;
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
    Py_ssize_t k = PyNumber_AsSsize_t(values[1], NULL); /* clipped: far diagonals are empty alike */
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
    Py_ssize_t k = PyNumber_AsSsize_t(values[2], NULL);
    if (k == -1 && PyErr_Occurred()) return NULL;
    return done(dpex_array_fill_triangle(x, source, k, PyObject_IsTrue(values[3])));
}

static PyMethodDef functions[] = {
    {"arange_of_ints", (PyCFunction)(void (*)(void))arange_of_ints, METH_FASTCALL, NULL},
    {"fill_arange", (PyCFunction)(void (*)(void))fill_arange, METH_FASTCALL, NULL},
    {"fill_linspace", (PyCFunction)(void (*)(void))fill_linspace, METH_FASTCALL, NULL},
    {"fill_eye", (PyCFunction)(void (*)(void))fill_eye, METH_FASTCALL, NULL},
    {"fill_triangle", (PyCFunction)(void (*)(void))fill_triangle, METH_FASTCALL, NULL},
    {NULL},
};

static PyMethodDef numpy_functions[] = {
    {"arange_of_ints", (PyCFunction)(void (*)(void))arange_of_ints, METH_FASTCALL, NULL},
    {NULL},
};

int core_add_create_fill(PyObject *module)
{
    return core_add_functions(module, functions) ||
                   core_add_numpy_functions(module, numpy_functions)
               ? -1
               : 0;
}
