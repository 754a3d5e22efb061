/* Arrays made from nothing: empty, zeros, ones and their _like forms, and full of a Python scalar. Ranges and matrices are
 * made in Python, which fills them by what create_fill.c has. */
#include "args.h"
#include "array.h"
#include "array_args.h"
#include "dtype.h"
#include "operand.h"

/* What the functions share. Missing members mean the default. */
typedef struct request {
    PyObject *dtype, *order, *device, *usm_type, *sycl_queue;
} request;

typedef struct placement {
    dpex_queue *queue; /* owned */
    dpex_usm_kind kind;
    dpex_dtype dtype;
    dpex_order order;
} placement;

/* What zeros and ones are filled with; empty has NULL. */
static const dpex_operand zero = {.kind = DPEX_KIND_INT, .value.i = 0},
                          one = {.kind = DPEX_KIND_INT, .value.i = 1};

/* dtype=, after the queue is known, because the default, the usual one of a kind, depends on the device. */
static int parse_dtype(PyObject *dtype, dpex_dtype_kind kind, placement *p)
{
    if (core_is_given(dtype))
        return core_dtype_parse(dtype, &p->dtype) || core_dtype_check(p->dtype, p->queue) ? -1 : 0;
    p->dtype = dpex_dtype_default(kind, dpex_queue_get_device(p->queue));
    return 0;
}

static PyObject *filled(core_array *out, PyObject *made, const dpex_operand *fill)
{
    if (!made || !fill) return made;
    dpex_scalar value = {.bytes = {0}}; /* what zero is in every dtype */
    dpex_status status = DPEX_SUCCESS;
    int failed = fill == &zero ? 0 : core_operand_cast(fill, out->array.dtype, &value);
    if (!failed) status = dpex_array_fill(&out->array, &value);
    if (!failed && !status) return made;
    Py_DECREF(made);
    return failed ? NULL : core_raise(status);
}

/* The queue of like=, for a result that is placed beside it; new. Arrays of another library are made by calling that library. */
static PyObject *queue_of_like(const char *name, PyObject *like)
{
    if (core_array_check(like)) return PyObject_GetAttrString(like, "sycl_queue");
    PyErr_Format(PyExc_NotImplementedError,
                 "%s: like= must be an array of dpnp, whose functions make nothing else", name);
    return NULL;
}

/* ---- empty, zeros, ones ---------------------------------------------------------------------- */

static PyObject *make(PyObject *type, PyObject *shape_object, const request *r,
                      dpex_dtype_kind kind, const dpex_operand *fill)
{
    placement p = {.kind = DPEX_USM_DEVICE, .order = DPEX_ORDER_C};
    int64_t shape[DPEX_MAX_NDIM];
    int nd = 0;
    if (core_parse_shape("shape", shape_object, shape, &nd) ||
        core_parse_order(r->order, "CF", &p.order))
        return NULL;
    if (core_parse_usm_kind(r->usm_type, &p.kind)) return NULL;
    if (core_parse_placement_or_default(r->device, r->sycl_queue, &p.queue)) return NULL;
    PyObject *made = NULL;
    core_array *out = parse_dtype(r->dtype, kind, &p) ? NULL : core_array_new_for_type(type);
    if (out) {
        dpex_status status =
            dpex_array_init(p.queue, p.dtype, nd, shape, p.order, p.kind, &out->array);
        made = filled(out, core_array_finish(out, status), fill);
    }
    dpex_queue_release(p.queue);
    return made;
}

/* As NumPy's: dtype and order may be given by position. */
static PyObject *make_as_numpy(const char *name, PyObject *const *args, Py_ssize_t n,
                               PyObject *kwnames, const dpex_operand *fill)
{
    const core_params params = {
        name,
        1,
        {"shape", "dtype", "order", "like", "device", "usm_type", "sycl_queue", NULL},
        .n_keyword_only = 4};
    CORE_VALUES(params);
    if (core_bind(&params, args, n, kwnames, values)) return NULL;
    request r = {values[1], values[2], values[4], values[5], values[6]};
    PyObject *queue = NULL;
    if (core_is_given(values[3])) {
        if (!(queue = queue_of_like(name, values[3]))) return NULL;
        if (!core_is_given(r.device) && !core_is_given(r.sycl_queue)) r.sycl_queue = queue;
    }
    PyObject *made = make((PyObject *)core.ndarray, values[0], &r, DPEX_KIND_REAL, fill);
    Py_XDECREF(queue);
    return made;
}

static PyObject *make_from_args(PyObject *self, const char *name, PyObject *const *args,
                                Py_ssize_t n, PyObject *kwnames, const dpex_operand *fill)
{
    if (self == (PyObject *)core.ndarray) return make_as_numpy(name, args, n, kwnames, fill);
    const core_params params = {
        name,
        1,
        {"shape", "dtype", "order", "device", "usm_type", "sycl_queue", NULL},
        .n_keyword_only = 5};
    CORE_VALUES(params);
    if (core_bind(&params, args, n, kwnames, values)) return NULL;
    if (values[4] == Py_None) return core_type_error("usm_type", "a str", Py_None);
    const request r = {values[1], values[2], values[3], values[4], values[5]};
    return make(self, values[0], &r, DPEX_KIND_REAL, fill);
}

static PyObject *empty(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    return make_from_args(self, "empty", args, n, kwnames, NULL);
}

static PyObject *zeros(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    return make_from_args(self, "zeros", args, n, kwnames, &zero);
}

static PyObject *ones(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    return make_from_args(self, "ones", args, n, kwnames, &one);
}

/* full_of_scalar(shape, value, dtype, order, device, usm_type, sycl_queue): the value is a Python scalar. */
static PyObject *full_of_scalar(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    static const core_params params = {
        "full_of_scalar",
        7,
        {"shape", "value", "dtype", "order", "device", "usm_type", "sycl_queue", NULL}};
    CORE_VALUES(params);
    if (core_bind(&params, args, n, NULL, values)) return NULL;
    dpex_operand fill;
    int found = core_operand_from_scalar(values[1], &fill);
    if (found < 0) return NULL;
    if (!found) return core_type_error("the value", "a Python scalar", values[1]);
    const request r = {values[2], values[3], values[4], values[5], values[6]};
    return make(self, values[0], &r, fill.kind, &fill);
}

/* The usual case of dpnp.eye: a number of rows, and nothing else. */
static PyObject *usual_eye(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    static const request usual = {NULL};
    if (n != 1 || !PyLong_CheckExact(args[0])) Py_RETURN_NOTIMPLEMENTED;
    PyObject *shape = PyTuple_Pack(2, args[0], args[0]);
    PyObject *made = shape ? make(self, shape, &usual, DPEX_KIND_REAL, NULL) : NULL;
    Py_XDECREF(shape);
    if (!made) return NULL;
    dpex_status status = dpex_array_fill_eye(&((core_array *)made)->array, 0);
    if (!status) return made;
    Py_DECREF(made);
    return core_raise(status);
}

/* ---- the _like forms ------------------------------------------------------------------------- */

static PyObject *make_like(PyObject *like, const request *r, const dpex_operand *fill)
{
    const dpex_array *x = core_array_get(like, "x");
    if (!x) return NULL;
    placement p = {.kind = dpex_storage_get_kind(x->storage), .order = DPEX_ORDER_K};
    if (core_parse_order(r->order, "CFAK", &p.order) || core_parse_usm_kind(r->usm_type, &p.kind))
        return NULL;
    if (core_parse_placement(r->device, r->sycl_queue, &p.queue)) return NULL;
    if (!p.queue) p.queue = dpex_queue_retain(x->queue);
    p.dtype = x->dtype;
    int failed = core_is_given(r->dtype) ? parse_dtype(r->dtype, DPEX_KIND_REAL, &p)
                                         : core_dtype_check(p.dtype, p.queue);
    PyObject *made = NULL;
    core_array *out = failed ? NULL : core_array_new_like(x);
    if (out) {
        dpex_status status =
            dpex_array_init_like(x, p.dtype, p.order, p.kind, p.queue, &out->array);
        made = filled(out, core_array_finish(out, status), fill);
    }
    dpex_queue_release(p.queue);
    return made;
}

static PyObject *like_from_args(const char *name, PyObject *const *args, Py_ssize_t n,
                                PyObject *kwnames, const dpex_operand *fill)
{
    const core_params params = {name,
                                1,
                                {"x", "dtype", "order", "device", "usm_type", "sycl_queue", NULL},
                                .n_positional_only = 1,
                                .n_keyword_only = 5};
    CORE_VALUES(params);
    if (core_bind(&params, args, n, kwnames, values)) return NULL;
    const request r = {values[1], values[2], values[3], values[4], values[5]};
    return make_like(values[0], &r, fill);
}

static PyObject *empty_like(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    (void)self;
    return like_from_args("empty_like", args, n, kwnames, NULL);
}

static PyObject *zeros_like(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    (void)self;
    return like_from_args("zeros_like", args, n, kwnames, &zero);
}

static PyObject *ones_like(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    (void)self;
    return like_from_args("ones_like", args, n, kwnames, &one);
}

/* order_letter(order): one of the letters C, F, A and K for a text that names a layout; K for None. */
static PyObject *order_letter(PyObject *self, PyObject *object)
{
    (void)self;
    dpex_order order = DPEX_ORDER_K;
    if (core_parse_order(object, "CFAK", &order)) return core_named_operator(NULL, NULL);
    const char letter = (char)order;
    return PyUnicode_FromStringAndSize(&letter, 1);
}

static PyMethodDef functions[] = {
    {"order_letter", order_letter, METH_O, NULL},
    {"empty", (PyCFunction)(void (*)(void))empty, METH_FASTCALL | METH_KEYWORDS, NULL},
    {"zeros", (PyCFunction)(void (*)(void))zeros, METH_FASTCALL | METH_KEYWORDS, NULL},
    {"ones", (PyCFunction)(void (*)(void))ones, METH_FASTCALL | METH_KEYWORDS, NULL},
    {"full_of_scalar", (PyCFunction)(void (*)(void))full_of_scalar, METH_FASTCALL, NULL},
    {"empty_like", (PyCFunction)(void (*)(void))empty_like, METH_FASTCALL | METH_KEYWORDS, NULL},
    {"zeros_like", (PyCFunction)(void (*)(void))zeros_like, METH_FASTCALL | METH_KEYWORDS, NULL},
    {"ones_like", (PyCFunction)(void (*)(void))ones_like, METH_FASTCALL | METH_KEYWORDS, NULL},
    {NULL},
};

/* The same with dpnp.ndarray for self: they make such arrays. */
static PyMethodDef numpy_functions[] = {
    {"empty", (PyCFunction)(void (*)(void))empty, METH_FASTCALL | METH_KEYWORDS, NULL},
    {"zeros", (PyCFunction)(void (*)(void))zeros, METH_FASTCALL | METH_KEYWORDS, NULL},
    {"ones", (PyCFunction)(void (*)(void))ones, METH_FASTCALL | METH_KEYWORDS, NULL},
    {"full_of_scalar", (PyCFunction)(void (*)(void))full_of_scalar, METH_FASTCALL, NULL},
    {"usual_eye", (PyCFunction)(void (*)(void))usual_eye, METH_FASTCALL, NULL},
    {NULL},
};

int core_add_create(PyObject *module)
{
    return core_add_functions(module, functions) ||
                   core_add_numpy_functions(module, numpy_functions)
               ? -1
               : 0;
}
