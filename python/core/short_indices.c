/* Index arithmetic of short arrays: unravel_index, ravel_multi_index, and the segments of ufunc.reduceat. What refuses an index that is
 * outside reads all of them, and so waits for the device; the rest is computed from what was read. Longer arrays, other
 * dtypes and layouts, and indices outside are left to Python. */
#include "args.h"
#include "array.h"
#include "array_args.h"
#include "ufunc.h"
#include "wait.h"

#include <string.h>

enum { LONGEST = 512 };

static int is_short(const dpex_array *x)
{
    return x->dtype == DPEX_I64 && x->size <= LONGEST && (x->flags & DPEX_ARRAY_C_CONTIGUOUS);
}

static void c_strides(const dpex_array *x, int64_t strides[DPEX_MAX_NDIM])
{
    int64_t bytes = sizeof(int64_t);
    for (int d = x->nd - 1; d >= 0; bytes *= x->shape[d--]) strides[d] = bytes;
}

/* The elements of a short array. 0, or -1 with an exception. */
static int read_all(const dpex_array *x, int64_t *values)
{
    int64_t strides[DPEX_MAX_NDIM];
    if (x->size == 0) return 0;
    if (core_array_wait(x)) return -1;
    c_strides(x, strides);
    const dpex_status status = dpex_array_to_host(x, values, strides);
    if (status) core_raise(status);
    return status ? -1 : 0;
}

/* A new array like x with these elements. */
static PyObject *written(const dpex_array *x, const int64_t *values)
{
    int64_t strides[DPEX_MAX_NDIM];
    core_array *out = core_array_new_for_type((PyObject *)core.ndarray);
    if (!out) return NULL;
    const dpex_usm_kind kind = dpex_storage_get_kind(x->storage);
    PyObject *made = core_array_finish(
        out, dpex_array_init(x->queue, DPEX_I64, x->nd, x->shape, DPEX_ORDER_C, kind, &out->array));
    if (!made || x->size == 0) return made;
    c_strides(x, strides);
    const dpex_status status = core_wait_storage(out->array.storage)
                                   ? DPEX_ERROR_INTERRUPTED
                                   : dpex_array_from_host(&out->array, values, strides);
    if (!status) return made;
    Py_DECREF(made);
    return core_raise(status);
}

static int are_inside(const int64_t *values, int64_t n, int64_t extent)
{
    int are = 1;
    for (int64_t i = 0; i < n; i++) are &= (uint64_t)values[i] < (uint64_t)extent;
    return are;
}

/* ---- extents ------------------------------------------------------------------------------------ */

typedef struct extents {
    int n;
    int64_t of[DPEX_MAX_NDIM], steps[DPEX_MAX_NDIM], product; /* in C order */
} extents;

/* A tuple of positive ints whose product an int64 holds; 0: something else. */
static int read_extents(PyObject *tuple, extents *e)
{
    if (!PyTuple_CheckExact(tuple) || PyTuple_Size(tuple) > DPEX_MAX_NDIM) return 0;
    e->n = (int)PyTuple_Size(tuple);
    e->product = 1;
    for (int d = e->n - 1; d >= 0; d--) {
        PyObject *extent = PyTuple_GetItem(tuple, d);
        int overflow = 0;
        if (!PyLong_CheckExact(extent)) return 0;
        e->of[d] = PyLong_AsLongLongAndOverflow(extent, &overflow);
        if (overflow || e->of[d] < 1 || e->product > INT64_MAX / e->of[d]) return 0;
        e->steps[d] = e->product;
        e->product *= e->of[d];
    }
    return e->n > 0;
}

/* An array of dpnp as it is, or an int as one; new. None: neither. */
static PyObject *as_indices(PyObject *object)
{
    if (Py_TYPE(object) == core.ndarray) return Py_NewRef(object);
    if (PyLong_CheckExact(object)) return core_array_of_number(object);
    Py_RETURN_NONE;
}

/* ---- flat indices and coordinates ---------------------------------------------------------------- */

static PyObject *coordinate(const dpex_array *x, const int64_t *values, int64_t step,
                            int64_t extent)
{
    int64_t coordinates[LONGEST];
    for (int64_t i = 0; i < x->size; i++) coordinates[i] = values[i] / step % extent;
    return written(x, coordinates);
}

static PyObject *unravel(const dpex_array *x, const extents *e)
{
    int64_t values[LONGEST];
    if (!is_short(x)) return core_left_to_python();
    if (read_all(x, values)) return NULL;
    if (!are_inside(values, x->size, e->product)) return core_left_to_python();
    PyObject *tuple = PyTuple_New(e->n);
    for (int d = 0; tuple && d < e->n; d++) {
        PyObject *made = coordinate(x, values, e->steps[d], e->of[d]);
        if (!made || PyTuple_SetItem(tuple, d, made)) Py_CLEAR(tuple);
    }
    return tuple;
}

/* usual_unravel_index(indices, shape) */
static PyObject *usual_unravel_index(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    extents e;
    (void)self;
    if (n != 2 || !read_extents(args[1], &e)) return core_left_to_python();
    PyObject *x = as_indices(args[0]);
    if (!x) return NULL;
    PyObject *result =
        x == Py_None ? core_left_to_python() : unravel(&((core_array *)x)->array, &e);
    Py_DECREF(x);
    return result;
}

/* Adds an axis's part to the flat indices. 1, 0: one is outside, or -1 with an exception. */
static int add_coordinate(const dpex_array *x, int64_t step, int64_t extent, int64_t *flat)
{
    int64_t values[LONGEST];
    if (read_all(x, values)) return -1;
    for (int64_t i = 0; i < x->size; i++) flat[i] += values[i] * step;
    return are_inside(values, x->size, extent);
}

/* Arrays of one shape on one queue. */
static PyObject *ravel(PyObject *const *parts, const extents *e)
{
    int64_t flat[LONGEST] = {0};
    const dpex_array *first = &((core_array *)parts[0])->array;
    for (int d = 0; d < e->n; d++) {
        const dpex_array *x = &((core_array *)parts[d])->array;
        if (!is_short(x) || !core_array_lies_beside(x, first) ||
            dpex_storage_get_kind(x->storage) != dpex_storage_get_kind(first->storage))
            return core_left_to_python();
    }
    int found = 1;
    for (int d = 0; d < e->n && found == 1; d++)
        found = add_coordinate(&((core_array *)parts[d])->array, e->steps[d], e->of[d], flat);
    if (found < 0) return NULL;
    return found ? written(first, flat) : core_left_to_python();
}

/* usual_ravel_multi_index(multi_index, dims) */
static PyObject *usual_ravel_multi_index(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    extents e;
    PyObject *parts[DPEX_MAX_NDIM] = {NULL}, *result = NULL;
    (void)self;
    if (n != 2 || !read_extents(args[1], &e) || !PyTuple_CheckExact(args[0]) ||
        PyTuple_Size(args[0]) != e.n)
        return core_left_to_python();
    int n_parts = 0, are_arrays = 1;
    while (n_parts < e.n && are_arrays) {
        PyObject *part = as_indices(PyTuple_GetItem(args[0], n_parts));
        if (part) parts[n_parts++] = part;
        are_arrays = part && part != Py_None;
        if (part == Py_None) result = core_left_to_python();
    }
    if (are_arrays) result = ravel(parts, &e);
    while (n_parts) Py_DECREF(parts[--n_parts]);
    return result;
}

/* ---- segments ------------------------------------------------------------------------------------ */

static const dpex_reduction *reduction_of(const dpex_op *op)
{
    static const char *const names[][2] = {{"add", "sum"},     {"multiply", "prod"},
                                           {"maximum", "max"}, {"minimum", "min"},
                                           {"fmax", "nanmax"}, {"fmin", "nanmin"}};
    for (size_t i = 0; op && i < sizeof names / sizeof *names; i++)
        if (!strcmp(dpex_op_get_name(op), names[i][0])) return dpex_reduction_find(names[i][1]);
    return NULL;
}

/* Whether a reduction of this dtype has it as result, and is computed by segments. */
static int keeps_dtype(const dpex_reduction *reduction, const dpex_array *x)
{
    dpex_dtype dtype;
    return x->dtype != DPEX_BOOL && x->dtype != DPEX_F16 &&
           !dpex_reduction_resolve(reduction, x->dtype, dpex_queue_get_device(x->queue), &dtype) &&
           dtype == x->dtype;
}

/* The beginnings as an array within the axis, new; None: others. */
static PyObject *begins_of(PyObject *object, const dpex_array *x)
{
    int64_t least = 0, most = 0, values[LONGEST];
    const int is_array = Py_TYPE(object) == core.ndarray;
    PyObject *made = is_array ? Py_NewRef(object) : core_array_of_indices(object, x, &least, &most);
    if (!made || made == Py_None) return made;
    const dpex_array *begins = &((core_array *)made)->array;
    int found = is_short(begins) && begins->nd == 1 && begins->queue == x->queue;
    if (found && is_array) {
        if (read_all(begins, values)) Py_CLEAR(made);
        found = made && are_inside(values, begins->size, x->shape[0]);
    } else if (found)
        found = least >= 0 && most < x->shape[0];
    if (!made || found) return made;
    Py_DECREF(made);
    Py_RETURN_NONE;
}

/* usual_reduceat(ufunc, array, indices) */
static PyObject *usual_reduceat(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    (void)self;
    const dpex_reduction *reduction =
        n == 3 && Py_TYPE(args[1]) == core.ndarray ? reduction_of(core_ufunc_op(args[0])) : NULL;
    if (!reduction) return core_left_to_python();
    const dpex_array *x = &((core_array *)args[1])->array;
    if (x->nd == 0 || !(x->flags & DPEX_ARRAY_C_CONTIGUOUS) || !keeps_dtype(reduction, x))
        return core_left_to_python();
    PyObject *begins = begins_of(args[2], x);
    if (!begins || begins == Py_None) {
        Py_XDECREF(begins);
        return begins ? core_left_to_python() : NULL;
    }
    core_array *out = core_array_new_like(x);
    PyObject *result = NULL;
    if (out) {
        const dpex_array *row = &((core_array *)begins)->array;
        result = core_array_finish(out, dpex_segments_reduce_new(reduction, x, row, &out->array));
    }
    Py_DECREF(begins);
    if (result) return result;
    PyErr_Clear(); /* a device without this operation, or what Python reports again */
    return core_left_to_python();
}

static PyMethodDef functions[] = {
    {"usual_unravel_index", (PyCFunction)(void (*)(void))usual_unravel_index, METH_FASTCALL, NULL},
    {"usual_ravel_multi_index", (PyCFunction)(void (*)(void))usual_ravel_multi_index, METH_FASTCALL,
     NULL},
    {"usual_reduceat", (PyCFunction)(void (*)(void))usual_reduceat, METH_FASTCALL, NULL},
    {NULL},
};

int core_add_short_indices(PyObject *module)
{
    return core_add_functions(module, functions);
}
