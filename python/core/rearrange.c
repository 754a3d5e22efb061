/* Rearranged copies of arrays as functions: concat, stack, roll, repeat, tile. */
#include "args.h"
#include "array.h"
#include "array_args.h"

/* ---- concat, stack --------------------------------------------------------------------------- */

enum { FEW_ARRAYS = 32 };

/* The arrays of a list or tuple, borrowed, in `few` or a new block (PyMem_Free, where it is another); NULL with an exception. */
static const dpex_array **parse_arrays(PyObject *object, const dpex_array **few, Py_ssize_t *n)
{
    int is_list = PyList_Check(object);
    *n = is_list ? PyList_Size(object) : PyTuple_Check(object) ? PyTuple_Size(object) : 0;
    if (*n == 0) return core_type_error("arrays", "a list or tuple of at least one array", object);
    const dpex_array **arrays = few;
    if (*n > FEW_ARRAYS) arrays = PyMem_Malloc((size_t)*n * sizeof(*arrays));
    if (!arrays) {
        PyErr_NoMemory();
        return NULL;
    }
    for (Py_ssize_t i = 0; i < *n; i++) {
        PyObject *item = core_list_item(object, i);
        arrays[i] = item ? core_array_get(item, "an item of arrays") : NULL;
        if (arrays[i]) continue;
        if (arrays != few) PyMem_Free(arrays);
        return NULL;
    }
    return arrays;
}

/* One array of dpnp among them makes the result one. */
static core_array *new_like_any(const dpex_array *const *arrays, Py_ssize_t n)
{
    for (Py_ssize_t i = 0; i < n; i++)
        if (arrays[i]->flags & DPEX_ARRAY_TAGGED) return core_array_new_like(arrays[i]);
    return core_array_new();
}

/* axis: NULL for 0; None where is_stack is not set: all elements. */
static PyObject *concatenated(PyObject *object, PyObject *axis_object, int is_stack)
{
    const dpex_array *few[FEW_ARRAYS];
    Py_ssize_t n;
    const dpex_array **arrays = parse_arrays(object, few, &n);
    if (!arrays) return NULL;
    core_arrays_keep(arrays, n);
    int axis = 0, nd = arrays[0]->nd + is_stack;
    PyObject *zero = axis_object ? NULL : PyLong_FromLong(0), *result = NULL;
    int failed = 0;
    if (axis_object == Py_None && !is_stack)
        axis = DPEX_AXIS_NONE;
    else
        failed = (!is_stack && core_refuse_bool_axis(axis_object)) ||
                 core_parse_axis(axis_object ? axis_object : zero, nd, &axis);
    core_array *out = failed ? NULL : new_like_any(arrays, n);
    if (out)
        result = core_array_finish(
            out, (is_stack ? dpex_array_stack : dpex_array_concat)(arrays, n, axis, &out->array));
    core_arrays_drop(arrays, n);
    Py_XDECREF(zero);
    if (arrays != few) PyMem_Free(arrays);
    return result;
}

static PyObject *concat(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    (void)self;
    static const core_params params = {
        "concat", 1, {"arrays", "axis", NULL}, .n_positional_only = 1, .n_keyword_only = 1};
    CORE_VALUES(params);
    if (core_bind(&params, args, n, kwnames, values)) return NULL;
    return concatenated(values[0], values[1], 0);
}

static PyObject *stack(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    (void)self;
    static const core_params params = {
        "stack", 1, {"arrays", "axis", NULL}, .n_positional_only = 1, .n_keyword_only = 1};
    CORE_VALUES(params);
    if (core_bind(&params, args, n, kwnames, values)) return NULL;
    return concatenated(values[0], values[1], 1);
}

/* ---- roll ------------------------------------------------------------------------------------ */

/* A sequence of ints, or one int: their number, new references in items; -1 with an exception. */
static Py_ssize_t parse_ints(PyObject *object, const char *what, PyObject *items[DPEX_MAX_NDIM])
{
    static const char expected[] = "an int or a sequence of ints";
    PyObject *index = PyTuple_Check(object) || PyList_Check(object) ? NULL : PyNumber_Index(object);
    if (index) {
        items[0] = index;
        return 1;
    }
    PyErr_Clear();
    const Py_ssize_t n = core_n_items(object, what, expected);
    if (n > DPEX_MAX_NDIM) PyErr_Format(PyExc_ValueError, "roll: %s has too many items", what);
    if (n < 0 || n > DPEX_MAX_NDIM) return -1;
    for (Py_ssize_t i = 0; i < n; i++) {
        items[i] = core_int_item(object, i, what, expected);
        if (items[i]) continue;
        while (i--) Py_DECREF(items[i]);
        return -1;
    }
    return n;
}

/* *sum = (*sum + shift) modulo extent, for an int of any size. */
static int add_shift(PyObject *shift, int64_t extent, int64_t *sum)
{
    if (extent < 1) return 0;
    PyObject *modulus = PyLong_FromLongLong(extent);
    PyObject *rest = modulus ? PyNumber_Remainder(shift, modulus) : NULL;
    int64_t value = rest ? PyLong_AsLongLong(rest) : -1;
    Py_XDECREF(modulus);
    Py_XDECREF(rest);
    if (value < 0) return -1;
    *sum = *sum >= extent - value ? *sum - (extent - value) : *sum + value;
    return 0;
}

/* Shifts and axes go in pairs; a single one of either goes with all of the other. */
static int pair_shifts(const dpex_array *x, PyObject **shifts, Py_ssize_t n_shifts, PyObject **axes,
                       Py_ssize_t n_axes, dpex_roll *roll)
{
    Py_ssize_t n = n_shifts == 1 ? n_axes : n_shifts;
    if (n_shifts != n_axes && n_shifts != 1 && n_axes != 1) {
        PyErr_Format(PyExc_ValueError, "roll: %zd shifts for %zd axes", n_shifts, n_axes);
        return -1;
    }
    for (Py_ssize_t i = 0; i < n_axes; i++) {
        int axis;
        if (core_parse_axis(axes[i], x->nd, &axis)) return -1;
    }
    for (Py_ssize_t i = 0; i < n; i++) {
        int axis;
        if (core_parse_axis(axes[n_axes == 1 ? 0 : i], x->nd, &axis)) return -1;
        if (add_shift(shifts[n_shifts == 1 ? 0 : i], x->shape[axis], &roll->shifts[axis]))
            return -1;
    }
    return 0;
}

static void release_items(PyObject **items, Py_ssize_t n)
{
    for (Py_ssize_t i = 0; i < n; i++) Py_DECREF(items[i]);
}

static int parse_roll(const dpex_array *x, PyObject *shift, PyObject *axis, dpex_roll *roll)
{
    PyObject *shifts[DPEX_MAX_NDIM], *axes[DPEX_MAX_NDIM];
    if (!core_is_given(axis)) {
        PyObject *index = core_index(shift, "shift", "an int where axis is None");
        roll->is_flat = 1;
        int failed = index ? add_shift(index, x->size, &roll->shifts[0]) : -1;
        Py_XDECREF(index);
        return failed;
    }
    Py_ssize_t n_shifts = parse_ints(shift, "shift", shifts);
    if (n_shifts < 0) return -1;
    Py_ssize_t n_axes = parse_ints(axis, "axis", axes);
    int failed = n_axes < 0 ? -1 : pair_shifts(x, shifts, n_shifts, axes, n_axes, roll);
    release_items(shifts, n_shifts);
    release_items(axes, n_axes);
    return failed;
}

static PyObject *roll(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    (void)self;
    static const core_params params = {
        "roll", 2, {"x", "shift", "axis", NULL}, .n_positional_only = 1, .n_keyword_only = 1};
    CORE_VALUES(params);
    if (core_bind(&params, args, n, kwnames, values)) return NULL;
    const dpex_array *x = core_array_get(values[0], "x");
    dpex_roll shifts = {0};
    if (!x || parse_roll(x, values[1], values[2], &shifts)) return NULL;
    core_array *out = core_array_new_like(x);
    return out ? core_array_finish(out, dpex_array_roll(x, &shifts, &out->array)) : NULL;
}

/* ---- repeat ---------------------------------------------------------------------------------- */

static PyObject *repeat_all(const dpex_array *x, int axis, int64_t count)
{
    core_array *out = core_array_new_like(x);
    return out ? core_array_finish(out, dpex_array_repeat(x, axis, count, &out->array)) : NULL;
}

static PyObject *repeat_each(const dpex_array *x, int axis, const dpex_array *counts)
{
    core_array *out = core_array_new_like(x);
    if (!out) return NULL;
    dpex_status status;
    do {
        Py_BEGIN_ALLOW_THREADS
        status = dpex_array_repeat_each(x, axis, counts, &out->array);
        Py_END_ALLOW_THREADS
    } while (core_is_to_repeat(status));
    return core_array_finish(out, status);
}

/* Counts as an array: one of them goes with all elements. */
static PyObject *repeat_by_array(const dpex_array *x, int axis, const dpex_array *counts)
{
    dpex_scalar value, wide;
    if (counts->size != 1 || counts->nd > 1 ||
        dpex_dtype_get_info(counts->dtype)->kind >= DPEX_KIND_REAL || counts->queue != x->queue)
        return core_array_wait(counts) ? NULL : repeat_each(x, axis, counts);
    if (core_array_read(counts, &value)) return NULL;
    dpex_scalar_cast(&value, counts->dtype, DPEX_I64, &wide);
    return repeat_all(x, axis, wide.i);
}

static int parse_count(PyObject *object, int64_t *count)
{
    PyObject *index = core_index(object, "repeats", "an int or a sequence of ints");
    int overflow = 0;
    *count = index ? PyLong_AsLongLongAndOverflow(index, &overflow) : -1;
    if (overflow)
        PyErr_Format(PyExc_OverflowError, "a count is %R, allowed is 0 to %lld", index,
                     (long long)INT64_MAX);
    Py_XDECREF(index);
    return *count == -1 && PyErr_Occurred() ? -1 : 0;
}

/* Counts as a tuple, list or range, copied into an array on the queue of x. */
static PyObject *repeat_by_sequence(const dpex_array *x, int axis, PyObject *object)
{
    int64_t n = PySequence_Size(object), stride = sizeof(int64_t);
    if (n < 0) return NULL;
    int64_t *numbers = PyMem_Malloc((size_t)(n ? n : 1) * sizeof(*numbers));
    if (!numbers) return PyErr_NoMemory();
    PyObject *result = NULL;
    int64_t i = 0;
    for (; i < n; i++) {
        PyObject *item = PySequence_GetItem(object, i);
        int failed = item ? parse_count(item, &numbers[i]) : -1;
        Py_XDECREF(item);
        if (failed) break;
    }
    if (i == n && n == 1) {
        result = repeat_all(x, axis, numbers[0]);
    } else if (i == n) {
        core_array *counts = core_array_new();
        dpex_status status = counts ? dpex_array_init(x->queue, DPEX_I64, 1, &n, DPEX_ORDER_C,
                                                      DPEX_USM_HOST, &counts->array)
                                    : DPEX_SUCCESS;
        if (counts && !status && n) {
            do status = dpex_array_from_host(&counts->array, numbers, &stride);
            while (core_is_to_repeat(status));
            if (status) dpex_array_fini(&counts->array);
        }
        PyObject *made = counts ? core_array_finish(counts, status) : NULL;
        if (made) result = repeat_each(x, axis, &((core_array *)made)->array);
        Py_XDECREF(made);
    }
    PyMem_Free(numbers);
    return result;
}

static PyObject *repeat(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    (void)self;
    static const core_params params = {
        "repeat", 2, {"x", "repeats", "axis", NULL}, .n_positional_only = 2, .n_keyword_only = 1};
    CORE_VALUES(params);
    if (core_bind(&params, args, n, kwnames, values)) return NULL;
    const dpex_array *x = core_array_get(values[0], "x");
    int axis = DPEX_AXIS_NONE;
    int64_t count;
    if (!x || (core_is_given(values[2]) && core_parse_axis(values[2], x->nd, &axis))) return NULL;
    PyObject *repeats = values[1];
    if (core_array_check(repeats)) return repeat_by_array(x, axis, &((core_array *)repeats)->array);
    if (PyTuple_Check(repeats) || PyList_Check(repeats) || PyRange_Check(repeats))
        return repeat_by_sequence(x, axis, repeats);
    return parse_count(repeats, &count) ? NULL : repeat_all(x, axis, count);
}

/* ---- tile ------------------------------------------------------------------------------------ */

static PyObject *tile(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    (void)self;
    static const core_params params = {
        "tile", 2, {"x", "repetitions", NULL}, .n_positional_only = 2};
    CORE_VALUES(params);
    if (core_bind(&params, args, n, kwnames, values)) return NULL;
    const dpex_array *x = core_array_get(values[0], "x");
    if (!x) return NULL;
    int64_t counts[DPEX_MAX_NDIM];
    Py_ssize_t n_counts = 1;
    if (!PyTuple_Check(values[1])) {
        if (parse_count(values[1], &counts[0])) return NULL;
    } else {
        n_counts = PyTuple_Size(values[1]);
        if (n_counts > DPEX_MAX_NDIM) {
            PyErr_Format(PyExc_ValueError, "tile: %zd repetitions, at most %d are possible",
                         n_counts, DPEX_MAX_NDIM);
            return NULL;
        }
        for (Py_ssize_t i = 0; i < n_counts; i++)
            if (parse_count(PyTuple_GetItem(values[1], i), &counts[i])) return NULL;
    }
    core_array *out = core_array_new_like(x);
    return out ? core_array_finish(out, dpex_array_tile(x, (int)n_counts, counts, &out->array))
               : NULL;
}

static int is_in_rows(PyObject *object, int nd)
{
    if (Py_TYPE(object) != core.ndarray) return 0;
    const dpex_array *x = &((core_array *)object)->array;
    return x->nd == nd && (nd == 1 || x->flags & DPEX_ARRAY_C_CONTIGUOUS);
}

/* ndim_in_rows(arrays): the number of dimensions that all items of a list or tuple have, if these are dpnp.ndarrays whose elements
 * lie in order or in one dimension; else 0. */
static PyObject *ndim_in_rows(PyObject *module, PyObject *object)
{
    (void)module;
    const Py_ssize_t n = core_list_length(object);
    int nd = 0;
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *item = core_list_item(object, i);
        if (i == 0 && core_array_check_exact(item)) nd = ((core_array *)item)->array.nd;
        if (!nd || !is_in_rows(item, nd)) return PyLong_FromLong(0);
    }
    return PyLong_FromLong(nd);
}

static PyMethodDef functions[] = {
    {"ndim_in_rows", ndim_in_rows, METH_O, NULL},
    {"concat", CORE_FAST(concat), NULL},
    {"stack", CORE_FAST(stack), NULL},
    {"roll", CORE_FAST(roll), NULL},
    {"repeat", CORE_FAST(repeat), NULL},
    {"tile", CORE_FAST(tile), NULL},
    {NULL},
};

int core_add_rearrange(PyObject *module)
{
    return core_add_functions(module, functions);
}
