/* Elements by index arrays and masks as functions: take, put, take_along_axis, put_along_axis, extract, place, nonzero. */
#include <string.h>

#include "args.h"
#include "array.h"
#include "array_args.h"
#include "lossy.h"
#include "operand.h"
#include "values.h"
#include "wait.h"

/* ---- arguments ------------------------------------------------------------------------------- */

static int parse_mode(PyObject *object, dpex_index_mode *mode)
{
    *mode = DPEX_INDEX_WRAP;
    if (!object) return 0;
    const char *text = PyUnicode_Check(object) ? PyUnicode_AsUTF8AndSize(object, NULL) : "";
    if (!text) return -1;
    if (!strcmp(text, "wrap")) return 0;
    *mode = DPEX_INDEX_CLIP;
    if (!strcmp(text, "clip")) return 0;
    PyErr_Format(PyExc_ValueError, "mode %R is none of 'wrap', 'clip'", object);
    return -1;
}

/* Index arrays of integers; IndexError otherwise. */
static const dpex_array *get_indices(PyObject *object)
{
    const dpex_array *indices = core_array_get(object, "indices");
    if (!indices) return NULL;
    const dpex_dtype_info *info = dpex_dtype_get_info(indices->dtype);
    if (info->kind == DPEX_KIND_INT || info->kind == DPEX_KIND_UINT) return indices;
    PyErr_Format(PyExc_IndexError, "indices must be of an integer data type, not %s", info->name);
    return NULL;
}

/* take and put: indices of one dimension, for one axis of x. */
typedef struct selecting {
    const dpex_array *like; /* what was given */
    dpex_array x;           /* the same with at least one dimension; to be released */
    const dpex_array *indices[DPEX_MAX_NDIM];
    dpex_selection selection;
} selecting;

static int parse_axis(const char *function, PyObject *object, const dpex_array *x, int *axis)
{
    *axis = 0;
    if (core_refuse_bool_axis(object)) return -1;
    if (core_is_given(object)) return core_parse_axis(object, x->nd ? x->nd : 1, axis);
    if (x->nd <= 1) return 0;
    PyErr_Format(PyExc_ValueError, "%s: an array of %d dimensions needs an axis", function,
                 (int)x->nd);
    return -1;
}

/* An array without dimensions counts as one element in a row. */
static int parse_selecting(const char *function, PyObject *x_object, PyObject *indices_object,
                           PyObject *axis_object, PyObject *mode, selecting *s)
{
    int axis;
    dpex_array *x = core_array_get(x_object, "x");
    const dpex_array *indices = x ? get_indices(indices_object) : NULL;
    if (!indices || parse_mode(mode, &s->selection.mode)) return -1;
    if (indices->nd != 1) {
        PyErr_Format(PyExc_ValueError, "%s: indices have %d dimensions, 1 is needed", function,
                     (int)indices->nd);
        return -1;
    }
    if (parse_axis(function, axis_object, x, &axis)) return -1;
    memset(s->indices, 0, sizeof(s->indices));
    s->indices[axis] = indices;
    s->like = x;
    s->selection.indices = s->indices;
    s->selection.at = axis;
    dpex_index row = {.kind = DPEX_INDEX_NEWAXIS};
    dpex_status status = dpex_array_index(x, &row, x->nd == 0, &s->x);
    if (status) core_raise(status);
    return status ? -1 : 0;
}

/* ---- by indices ------------------------------------------------------------------------------ */

static PyObject *take_into(selecting *s, PyObject *object)
{
    dpex_array *out = core_array_get(object, "out");
    if (!out) return NULL;
    dpex_status status = dpex_take_into(&s->x, &s->selection, out);
    return status ? core_raise(status) : Py_NewRef(object);
}

static PyObject *take_new(selecting *s)
{
    core_array *out = core_array_new_like(s->like);
    return out ? core_array_finish(out, dpex_take_new(&s->x, &s->selection, &out->array)) : NULL;
}

static PyObject *take(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    (void)self;
    static const core_params params = {"take",
                                       2,
                                       {"x", "indices", "axis", "out", "mode", NULL},
                                       .n_positional_only = 2,
                                       .n_keyword_only = 3};
    CORE_VALUES(params);
    selecting s;
    if (core_bind(&params, args, n, kwnames, values)) return NULL;
    if (parse_selecting("take", values[0], values[1], values[2], values[4], &s)) return NULL;
    PyObject *result = core_is_given(values[3]) ? take_into(&s, values[3]) : take_new(&s);
    dpex_array_fini(&s.x);
    return result;
}

/* Indices in a row as they are usual: an array, or a list of ints. New; None: others. */
static PyObject *usual_indices(PyObject *object, const dpex_array *beside)
{
    int64_t least, most;
    if (core_array_check(object)) return Py_NewRef(object);
    PyObject *made = core_array_of_indices(object, beside, &least, &most);
    if (!made || made == Py_None || ((core_array *)made)->array.dtype == DPEX_I64) return made;
    Py_DECREF(made);
    Py_RETURN_NONE;
}

/* An exception about arguments is Python's to repeat. */
static PyObject *or_python(PyObject *result)
{
    if (result && result != Py_None) return result;
    Py_XDECREF(result);
    return result ? Py_NewRef(Py_NotImplemented) : NULL;
}

/* x[:, ..., i] with i for the axis, as a view. i is inside, so that no mode matters. */
static dpex_status view_at(const dpex_array *x, PyObject *index, int axis, dpex_index_mode mode,
                           dpex_array *view)
{
    dpex_index indices[DPEX_MAX_NDIM];
    int overflow = 0;
    const int64_t i = PyLong_AsLongLongAndOverflow(index, &overflow);
    if (overflow || x->nd == 0 || (mode == DPEX_INDEX_CLIP && i < 0))
        return DPEX_ERROR_OUT_OF_RANGE;
    for (int d = 0; d < axis; d++) indices[d] = (dpex_index){.kind = DPEX_INDEX_SLICE};
    indices[axis] = (dpex_index){.kind = DPEX_INDEX_INT, .start = i};
    return dpex_array_index(x, indices, axis + 1, view);
}

static PyObject *take_one(const dpex_array *x, PyObject *index, PyObject *axis_object,
                          PyObject *mode_object)
{
    int axis;
    dpex_index_mode mode;
    dpex_array view;
    if (parse_mode(mode_object, &mode) || parse_axis("take", axis_object, x, &axis)) return NULL;
    if (view_at(x, index, axis, mode, &view)) return core_left_to_python();
    core_array *out = core_array_new_like(x);
    if (!out) {
        dpex_array_fini(&view);
        return NULL;
    }
    const dpex_usm_kind kind = dpex_storage_get_kind(x->storage);
    const dpex_status status =
        dpex_array_cast_new(&view, x->dtype, DPEX_ORDER_C, kind, x->queue, &out->array);
    dpex_array_fini(&view);
    return core_array_finish(out, status);
}

static PyObject *take_row(PyObject *const *values)
{
    selecting s;
    PyObject *indices = usual_indices(values[1], &((core_array *)values[0])->array);
    if (!indices || indices == Py_None) return or_python(indices);
    PyObject *result = NULL;
    if (!parse_selecting("take", values[0], indices, values[2], values[4], &s)) {
        result = take_new(&s);
        dpex_array_fini(&s.x);
    }
    Py_DECREF(indices);
    return result;
}

/* usual_take(a, indices, axis=None, mode="wrap") of an index or indices in a row; else NotImplemented. */
static PyObject *usual_take(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    (void)self;
    static const core_params params = {"take", 2, {"a", "indices", "axis", "out", "mode", NULL}};
    CORE_VALUES(params);
    if (core_bind(&params, args, n, kwnames, values)) return NULL;
    const dpex_array *a = &((core_array *)values[0])->array;
    if (core_is_given(values[3]) || a->size == 0 || (a->nd != 1 && !core_is_given(values[2])))
        return core_left_to_python();
    return PyLong_CheckExact(values[1]) ? take_one(a, values[1], values[2], values[4])
                                        : take_row(values);
}

static PyObject *put(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    (void)self;
    static const core_params params = {"put",
                                       3,
                                       {"x", "indices", "vals", "axis", "mode", NULL},
                                       .n_positional_only = 3,
                                       .n_keyword_only = 2};
    CORE_VALUES(params);
    selecting s;
    if (core_bind(&params, args, n, kwnames, values)) return NULL;
    if (parse_selecting("put", values[0], values[1], values[3], values[4], &s)) return NULL;
    PyObject *vals = core_values(values[2], &s.x), *result = NULL;
    if (vals) {
        dpex_status status = dpex_put(&s.x, &s.selection, &((core_array *)vals)->array);
        result = status ? core_raise(status) : Py_NewRef(Py_None);
        Py_DECREF(vals);
    }
    dpex_array_fini(&s.x);
    return result;
}

/* A number, an array of the dtype with one element for each index, or a list of numbers. New; None: other values. */
static PyObject *usual_values(PyObject *object, const dpex_array *x, const dpex_array *indices)
{
    if (PyFloat_CheckExact(object) || PyLong_CheckExact(object)) return core_values(object, x);
    PyObject *made =
        Py_TYPE(object) == core.ndarray ? Py_NewRef(object) : core_array_of_values(object, x);
    if (!made || made == Py_None) return made;
    const dpex_array *values = &((core_array *)made)->array;
    if (values->dtype == x->dtype && values->nd == 1 && values->size == indices->size) return made;
    Py_DECREF(made);
    Py_RETURN_NONE;
}

static PyObject *put_row(PyObject *x, PyObject *indices, PyObject *object, PyObject *mode)
{
    selecting s;
    if (parse_selecting("put", x, indices, NULL, mode, &s)) return NULL;
    PyObject *values = usual_values(object, &s.x, s.selection.indices[0]);
    dpex_status status = DPEX_SUCCESS;
    if (values && values != Py_None)
        status = dpex_put(&s.x, &s.selection, &((core_array *)values)->array);
    dpex_array_fini(&s.x);
    if (!values || values == Py_None) return or_python(values);
    Py_DECREF(values);
    return status ? core_raise(status) : Py_NewRef(Py_None);
}

static PyObject *put_one(const dpex_array *x, PyObject *index, PyObject *object,
                         PyObject *mode_object)
{
    dpex_index_mode mode;
    dpex_array view;
    dpex_operand operand;
    dpex_scalar value;
    if (!PyFloat_CheckExact(object) && !PyLong_CheckExact(object)) return core_left_to_python();
    if (parse_mode(mode_object, &mode) || core_operand_for_element(object, x, &operand) != 1 ||
        core_operand_element(&operand, x->dtype, &value))
        return PyErr_Occurred() ? NULL : core_left_to_python();
    if (view_at(x, index, 0, mode, &view)) return core_left_to_python();
    const dpex_status status = dpex_array_fill(&view, &value);
    dpex_array_fini(&view);
    return status ? core_raise(status) : Py_NewRef(Py_None);
}

/* usual_put(a, ind, v, mode="wrap") into an array of one dimension, of an index or indices in a row; else NotImplemented. */
static PyObject *usual_put(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    (void)self;
    if (n < 3) return core_left_to_python();
    const dpex_array *a = &((core_array *)args[0])->array;
    PyObject *mode = n > 3 ? args[3] : NULL;
    if (a->size == 0) return core_left_to_python();
    if (PyLong_CheckExact(args[1])) return put_one(a, args[1], args[2], mode);
    PyObject *indices = usual_indices(args[1], a);
    if (!indices || indices == Py_None) return or_python(indices);
    PyObject *result = put_row(args[0], indices, args[2], mode);
    Py_DECREF(indices);
    return result;
}

/* ---- along an axis --------------------------------------------------------------------------- */

typedef struct along {
    dpex_array *x;
    const dpex_array *indices;
    int axis;
    dpex_index_mode mode;
} along;

static int parse_along(PyObject *x, PyObject *indices, PyObject *axis, PyObject *mode, along *a)
{
    a->x = core_array_get(x, "x");
    a->indices = a->x ? get_indices(indices) : NULL;
    if (!a->indices || parse_mode(mode, &a->mode)) return -1;
    PyObject *last = axis ? Py_NewRef(axis) : PyLong_FromLong(-1);
    int failed = last ? core_parse_axis(last, a->x->nd, &a->axis) : -1;
    Py_XDECREF(last);
    return failed;
}

static PyObject *take_along_axis(PyObject *self, PyObject *const *args, Py_ssize_t n,
                                 PyObject *kwnames)
{
    (void)self;
    static const core_params params = {"take_along_axis",
                                       2,
                                       {"x", "indices", "axis", "mode", NULL},
                                       .n_positional_only = 2,
                                       .n_keyword_only = 2};
    CORE_VALUES(params);
    along a;
    if (core_bind(&params, args, n, kwnames, values)) return NULL;
    if (parse_along(values[0], values[1], values[2], values[3], &a)) return NULL;
    core_array *out = core_array_new_like2(a.x, a.indices);
    if (!out) return NULL;
    return core_array_finish(out, dpex_take_along_new(a.x, a.indices, a.axis, a.mode, &out->array));
}

static PyObject *put_along_axis(PyObject *self, PyObject *const *args, Py_ssize_t n,
                                PyObject *kwnames)
{
    (void)self;
    static const core_params params = {"put_along_axis",
                                       3,
                                       {"x", "indices", "vals", "axis", "mode", NULL},
                                       .n_positional_only = 3,
                                       .n_keyword_only = 2};
    CORE_VALUES(params);
    along a;
    if (core_bind(&params, args, n, kwnames, values)) return NULL;
    if (parse_along(values[0], values[1], values[3], values[4], &a)) return NULL;
    PyObject *vals = core_values(values[2], a.x);
    if (!vals) return NULL;
    dpex_status status =
        dpex_put_along(a.x, a.indices, a.axis, a.mode, &((core_array *)vals)->array);
    Py_DECREF(vals);
    return status ? core_raise(status) : Py_NewRef(Py_None);
}

/* ---- by masks -------------------------------------------------------------------------------- */

/* Calls that wait for the number of elements: `first` and `second` in, `out` made. */
typedef dpex_status (*counted_fn)(const dpex_array *first, const dpex_array *second,
                                  dpex_array *out);

static dpex_status find_nonzero(const dpex_array *x, const dpex_array *none, dpex_array *out)
{
    (void)none;
    return dpex_nonzero_new(x, out);
}

/* Waits as calls with masks as keys do (array_index.c). An interrupted call has done nothing. */
static PyObject *call_counted(counted_fn function, const dpex_array *first,
                              const dpex_array *second)
{
    core_array *out = core_array_new_like(first);
    dpex_status status = DPEX_ERROR_INTERRUPTED;
    if (!out) return NULL;
    while (status == DPEX_ERROR_INTERRUPTED) {
        if (dpex_storage_is_host_accessible(first->storage) && core_array_wait(first)) break;
        if (PyErr_CheckSignals()) break;
        Py_BEGIN_ALLOW_THREADS
        status = function(first, second, &out->array);
        Py_END_ALLOW_THREADS
    }
    return core_array_finish(out, status);
}

static PyObject *extract(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    (void)self;
    static const core_params params = {"extract", 2, {"condition", "arr", NULL}};
    CORE_VALUES(params);
    if (core_bind(&params, args, n, kwnames, values)) return NULL;
    const dpex_array *condition = core_array_get(values[0], "condition");
    const dpex_array *x = condition ? core_array_get(values[1], "arr") : NULL;
    return x ? call_counted(dpex_extract_new, x, condition) : NULL;
}

static dpex_status place_counted(dpex_array *x, const dpex_array *mask, const dpex_array *vals)
{
    dpex_status status;
    if (vals->size > 0) return dpex_place(x, mask, vals);
    Py_BEGIN_ALLOW_THREADS
    status = dpex_place(x, mask, vals);
    Py_END_ALLOW_THREADS
    return status;
}

static PyObject *place(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    (void)self;
    static const core_params params = {"place", 3, {"arr", "mask", "vals", NULL}};
    CORE_VALUES(params);
    if (core_bind(&params, args, n, kwnames, values)) return NULL;
    dpex_array *x = core_array_get(values[0], "arr");
    const dpex_array *mask = x ? core_array_get(values[1], "mask") : NULL;
    const dpex_array *vals = mask ? core_array_get(values[2], "vals") : NULL;
    if (!vals || core_warn_of_cast(vals->dtype, x->dtype)) return NULL;
    dpex_status status = place_counted(x, mask, vals);
    return status ? core_raise(status) : Py_NewRef(Py_None);
}

/* The rows of an array as a tuple of views. */
static PyObject *rows_of(const dpex_array *x)
{
    PyObject *rows = PyTuple_New((Py_ssize_t)x->shape[0]);
    for (int64_t d = 0; rows && d < x->shape[0]; d++) {
        core_array *row = core_array_new_like(x);
        dpex_index index = {.kind = DPEX_INDEX_INT, .start = d};
        PyObject *view =
            row ? core_array_finish(row, dpex_array_index(x, &index, 1, &row->array)) : NULL;
        if (!view || PyTuple_SetItem(rows, (Py_ssize_t)d, view)) Py_CLEAR(rows);
    }
    return rows;
}

PyObject *core_array_nonzero(PyObject *array)
{
    const dpex_array *x = core_array_get(array, "arr");
    if (!x) return NULL;
    if (x->nd == 0) {
        PyErr_SetString(PyExc_ValueError, "nonzero: the array has no dimensions");
        return NULL;
    }
    PyObject *positions = call_counted(find_nonzero, x, NULL);
    PyObject *rows = positions ? rows_of(&((core_array *)positions)->array) : NULL;
    Py_XDECREF(positions);
    return rows;
}

static PyObject *nonzero(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    (void)self;
    static const core_params params = {"nonzero", 1, {"arr", NULL}};
    CORE_VALUES(params);
    return core_bind(&params, args, n, kwnames, values) ? NULL : core_array_nonzero(values[0]);
}

static PyMethodDef functions[] = {
    {"take", CORE_FAST(take), NULL},
    {"usual_take", CORE_FAST(usual_take), NULL},
    {"put", CORE_FAST(put), NULL},
    {"usual_put", (PyCFunction)(void (*)(void))usual_put, METH_FASTCALL, NULL},
    {"take_along_axis", CORE_FAST(take_along_axis), NULL},
    {"put_along_axis", CORE_FAST(put_along_axis), NULL},
    {"extract", CORE_FAST(extract), NULL},
    {"place", CORE_FAST(place), NULL},
    {"nonzero", CORE_FAST(nonzero), NULL},
    {NULL},
};

int core_add_take(PyObject *module)
{
    return core_add_functions(module, functions);
}
