/* Fourier transforms as functions: the ten of the array API's extension, which differ by kind, direction and number of axes. */
#include <math.h>
#include <string.h>

#include "args.h"
#include "array.h"
#include "array_args.h"

struct row {
    const char *name;
    dpex_fft_kind kind;
    int is_backward;
    int is_inverse; /* scaled by 1 / n where norm is "backward", else where it is "forward" */
};

typedef struct request {
    const struct row *row;
    const dpex_array *x;
    int n_axes;
    int axes[DPEX_MAX_NDIM];
    int64_t n[DPEX_MAX_NDIM];
    double scale;
} request;

/* ---- lengths ----------------------------------------------------------------------------------------------- */

static int check_length(int64_t n)
{
    if (n >= 1) return 0;
    PyErr_Format(PyExc_ValueError,
                 "Invalid number of FFT data points (%lld) specified: at least 1 is needed",
                 (long long)n);
    return -1;
}

static int parse_length(PyObject *object, const char *what, const char *expected, int64_t *n)
{
    PyObject *index = core_index(object, what, expected);
    if (!index) return -1;
    int overflow;
    *n = PyLong_AsLongLongAndOverflow(index, &overflow);
    Py_DECREF(index);
    if (!overflow) return *n == -1 && PyErr_Occurred() ? -1 : 0;
    PyErr_SetString(PyExc_ValueError, "the number of FFT data points does not fit 64 bits");
    return -1;
}

/* What a length is that was not given. */
static int64_t default_length(const request *r, int i)
{
    int64_t extent = r->x->shape[r->axes[i]];
    return r->row->kind == DPEX_FFT_C2R && i == r->n_axes - 1 ? 2 * (extent - 1) : extent;
}

static int parse_norm(PyObject *object, request *r)
{
    double count = 1;
    for (int i = 0; i < r->n_axes; i++) count *= (double)r->n[i];
    int is_inverse = r->row->is_inverse;
    r->scale = is_inverse ? 1 / count : 1;
    if (!core_is_given(object)) return 0;
    const char *name = PyUnicode_Check(object) ? core_text(object) : "";
    if (!name) return -1;
    if (!strcmp(name, "backward")) return 0;
    if (!strcmp(name, "ortho")) {
        r->scale = 1 / sqrt(count);
        return 0;
    }
    if (!strcmp(name, "forward")) {
        r->scale = is_inverse ? 1 : 1 / count;
        return 0;
    }
    /* The class that NumPy raises, also for what is no text. The text of an array may be long, and it would wait for its elements. */
    PyObject *given =
        PyUnicode_Check(object) ? PyObject_Repr(object) : PyType_GetName(Py_TYPE(object));
    if (given)
        PyErr_Format(PyExc_ValueError, "norm must be 'backward', 'ortho' or 'forward', not %U",
                     given);
    Py_XDECREF(given);
    return -1;
}

static PyObject *transform(const request *r)
{
    const dpex_fft_spec spec = {.kind = r->row->kind,
                                .is_backward = r->row->is_backward,
                                .scale = r->scale,
                                .n_axes = r->n_axes,
                                .axes = r->axes,
                                .n = r->n};
    core_array *out = core_array_new_like(r->x);
    if (!out) return NULL;
    dpex_status status;
    if (r->x->size < 1 << 14) {
        status = dpex_fft_new(&spec, r->x, &out->array);
    } else { /* the tables of a long transform take a while to make */
        Py_BEGIN_ALLOW_THREADS
        status = dpex_fft_new(&spec, r->x, &out->array);
        Py_END_ALLOW_THREADS
    }
    return core_array_finish(out, status);
}

/* ---- one axis ---------------------------------------------------------------------------------------------- */

static int parse_axis(PyObject *object, request *r)
{
    PyObject *axis = object ? Py_NewRef(object) : PyLong_FromLong(-1);
    int failed = axis ? core_parse_axis(axis, r->x->nd, &r->axes[0]) : -1;
    Py_XDECREF(axis);
    return failed;
}

static PyObject *along_axis(const struct row *row, PyObject *const *args, Py_ssize_t n,
                            PyObject *kwnames)
{
    const core_params params = {row->name, 1, {"x", "n", "axis", "norm", NULL}, 1, 3};
    CORE_VALUES(params);
    if (core_bind(&params, args, n, kwnames, values)) return NULL;
    request r = {.row = row, .x = core_array_get(values[0], "x"), .n_axes = 1};
    if (!r.x) return NULL;
    if (parse_axis(values[2], &r)) return NULL;
    if (!core_is_given(values[1]))
        r.n[0] = default_length(&r, 0);
    else if (parse_length(values[1], "n", "None or an int", &r.n[0]))
        return NULL;
    if (check_length(r.n[0]) || parse_norm(values[3], &r)) return NULL;
    return transform(&r);
}

/* ---- several axes ------------------------------------------------------------------------------------------ */

/* Calls set for each item; -1 with an exception where it is not a sequence of at most DPEX_MAX_NDIM. */
static int each_item(PyObject *sequence, const char *what, request *r,
                     int (*set)(request *r, int i, PyObject *item))
{
    Py_ssize_t n = PySequence_Check(sequence) ? PySequence_Size(sequence) : -1;
    if (n < 0) {
        core_type_error(what, "None or a sequence of ints", sequence);
        return -1;
    }
    if (n > DPEX_MAX_NDIM) {
        PyErr_Format(PyExc_ValueError, "%s has %zd items, %d are allowed", what, n, DPEX_MAX_NDIM);
        return -1;
    }
    r->n_axes = (int)n;
    for (int i = 0; i < n; i++) {
        PyObject *item = core_int_item(sequence, i, what, "None or a sequence of ints");
        int failed = item ? set(r, i, item) : -1;
        Py_XDECREF(item);
        if (failed) return -1;
    }
    return 0;
}

static int set_axis(request *r, int i, PyObject *item)
{
    return core_parse_axis(item, r->x->nd, &r->axes[i]);
}

/* -1: as long as the axis, as NumPy has it. */
static int set_length(request *r, int i, PyObject *item)
{
    if (parse_length(item, "s", "None or a sequence of ints", &r->n[i])) return -1;
    if (r->n[i] == -1) r->n[i] = r->x->shape[r->axes[i]];
    return 0;
}

/* No axes given: those that s is for, from the last one on, or all. */
static int parse_axes(PyObject *axes, PyObject *s, request *r)
{
    if (core_is_given(axes)) return each_item(axes, "axes", r, set_axis);
    Py_ssize_t n = core_is_given(s) && PySequence_Check(s) ? PySequence_Size(s) : r->x->nd;
    if (n < 0) return -1;
    if (n > r->x->nd) {
        PyErr_Format(PyExc_ValueError, "s has %zd items for an array of %d dimensions", n,
                     r->x->nd);
        return -1;
    }
    r->n_axes = (int)n;
    for (int i = 0; i < n; i++) r->axes[i] = r->x->nd - (int)n + i;
    return 0;
}

static int parse_lengths(PyObject *s, request *r)
{
    int n_axes = r->n_axes;
    if (!core_is_given(s)) {
        for (int i = 0; i < n_axes; i++) r->n[i] = default_length(r, i);
    } else {
        Py_ssize_t n = PySequence_Check(s) ? PySequence_Size(s) : n_axes;
        if (n >= 0 && n != n_axes)
            PyErr_Format(PyExc_ValueError, "s has %zd items for %d axes", n, n_axes);
        if (n != n_axes || each_item(s, "s", r, set_length)) return -1;
    }
    for (int i = 0; i < n_axes; i++)
        if (check_length(r->n[i])) return -1;
    return 0;
}

/* No axes: nothing but the dtype changes. */
static PyObject *complex_copy(const dpex_array *x)
{
    dpex_dtype dtype = x->dtype == DPEX_F16 || x->dtype == DPEX_F32 || x->dtype == DPEX_C64
                           ? DPEX_C64
                           : dpex_dtype_default(DPEX_KIND_COMPLEX, dpex_queue_get_device(x->queue));
    core_array *out = core_array_new_like(x);
    if (!out) return NULL;
    return core_array_finish(out, dpex_array_cast_new(x, dtype, DPEX_ORDER_C,
                                                      dpex_storage_get_kind(x->storage), x->queue,
                                                      &out->array));
}

static PyObject *along_axes(const struct row *row, PyObject *const *args, Py_ssize_t n,
                            PyObject *kwnames)
{
    const core_params params = {row->name, 1, {"x", "s", "axes", "norm", NULL}, 1, 3};
    CORE_VALUES(params);
    if (core_bind(&params, args, n, kwnames, values)) return NULL;
    request r = {.row = row, .x = core_array_get(values[0], "x")};
    if (!r.x || parse_axes(values[2], values[1], &r) || parse_lengths(values[1], &r) ||
        parse_norm(values[3], &r))
        return NULL;
    if (r.n_axes) return transform(&r);
    if (row->kind == DPEX_FFT_C2C) return complex_copy(r.x);
    PyErr_Format(PyExc_IndexError, "%s needs at least one axis", row->name);
    return NULL;
}

/* ---- the functions ----------------------------------------------------------------------------------------- */

#define FUNCTION(python_name, along, kind, is_backward, is_inverse)                                \
    static PyObject *python_name(PyObject *self, PyObject *const *args, Py_ssize_t n,              \
                                 PyObject *kwnames)                                                \
    {                                                                                              \
        static const struct row row = {#python_name, kind, is_backward, is_inverse};               \
        (void)self;                                                                                \
        return along(&row, args, n, kwnames);                                                      \
    }
FUNCTION(fft, along_axis, DPEX_FFT_C2C, 0, 0)
FUNCTION(ifft, along_axis, DPEX_FFT_C2C, 1, 1)
FUNCTION(fftn, along_axes, DPEX_FFT_C2C, 0, 0)
FUNCTION(ifftn, along_axes, DPEX_FFT_C2C, 1, 1)
FUNCTION(rfft, along_axis, DPEX_FFT_R2C, 0, 0)
FUNCTION(irfft, along_axis, DPEX_FFT_C2R, 1, 1)
FUNCTION(rfftn, along_axes, DPEX_FFT_R2C, 0, 0)
FUNCTION(irfftn, along_axes, DPEX_FFT_C2R, 1, 1)
FUNCTION(hfft, along_axis, DPEX_FFT_C2R, 0, 0)
FUNCTION(ihfft, along_axis, DPEX_FFT_R2C, 1, 1)
#undef FUNCTION

static PyMethodDef functions[] = {
    {"fft", CORE_FAST(fft), NULL},
    {"ifft", CORE_FAST(ifft), NULL},
    {"fftn", CORE_FAST(fftn), NULL},
    {"ifftn", CORE_FAST(ifftn), NULL},
    {"rfft", CORE_FAST(rfft), NULL},
    {"irfft", CORE_FAST(irfft), NULL},
    {"rfftn", CORE_FAST(rfftn), NULL},
    {"irfftn", CORE_FAST(irfftn), NULL},
    {"hfft", CORE_FAST(hfft), NULL},
    {"ihfft", CORE_FAST(ihfft), NULL},
    {NULL},
};

int core_add_fft(PyObject *module)
{
    return core_add_functions(module, functions);
}
