/* Views with other axes as functions: permuted, added, removed, flipped, moved; the check of one axis. */
#include "args.h"
#include "array.h"
#include "array_args.h"
#include "truth.h"

static PyObject *permuted(const dpex_array *x, const int *axes)
{
    core_array *out = core_array_new_like(x);
    return out ? core_array_finish(out, dpex_array_permute(x, axes, &out->array)) : NULL;
}

static PyObject *indexed(const dpex_array *x, const dpex_index *indices, int n)
{
    core_array *out = core_array_new_like(x);
    return out ? core_array_finish(out, dpex_array_index(x, indices, n, &out->array)) : NULL;
}

/* An axis or a sequence of them, in the order given; their number, or -1 with an exception. */
static int parse_axis_list(PyObject *object, const char *what, int nd, int axes[DPEX_MAX_NDIM])
{
    static const char expected[] = "an int or a sequence of ints";
    if (core_is_one_int(object))
        return core_parse_named_axis(object, what, expected, nd, axes) ? -1 : 1;
    const Py_ssize_t n = core_n_items(object, what, expected);
    if (n < 0) return -1;
    if (n > DPEX_MAX_NDIM) {
        PyErr_Format(PyExc_ValueError, "%zd axes, at most %d are possible", n, DPEX_MAX_NDIM);
        return -1;
    }
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *axis = core_int_item(object, i, what, expected);
        int failed = axis ? core_parse_axis(axis, nd, &axes[i]) : -1;
        Py_XDECREF(axis);
        if (failed) return -1;
    }
    return (int)n;
}

static PyObject *permute_dims(PyObject *self, PyObject *const *args, Py_ssize_t n,
                              PyObject *kwnames)
{
    (void)self;
    static const core_params params = {
        "permute_dims", 2, {"X", "axes", NULL}, .n_positional_only = 1};
    CORE_VALUES(params);
    if (core_bind(&params, args, n, kwnames, values)) return NULL;
    const dpex_array *x = core_array_get(values[0], "X");
    int axes[DPEX_MAX_NDIM];
    int n_axes = x ? parse_axis_list(values[1], "axes", x->nd, axes) : -1;
    if (n_axes < 0) return NULL;
    if (n_axes == x->nd) return permuted(x, axes);
    PyErr_Format(PyExc_ValueError, "permute_dims: %d axes for an array of %d dimensions", n_axes,
                 (int)x->nd);
    return NULL;
}

static PyObject *expand_dims(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    (void)self;
    static const core_params params = {
        "expand_dims", 1, {"X", "axis", NULL}, .n_positional_only = 1, .n_keyword_only = 1};
    CORE_VALUES(params);
    if (core_bind(&params, args, n, kwnames, values)) return NULL;
    const dpex_array *x = core_array_get(values[0], "X");
    if (!x) return NULL;
    Py_ssize_t n_new = 1;
    uint64_t new_axes = 1;
    if (values[1] && !core_is_one_int(values[1]) && PySequence_Check(values[1]))
        n_new = PySequence_Size(values[1]); /* what is no sequence either is refused below */
    if (n_new < 0) return NULL;
    if (n_new > DPEX_MAX_NDIM - x->nd) {
        PyErr_Format(PyExc_ValueError, "expand_dims: %zd axes more than %d; allowed are %d", n_new,
                     (int)x->nd, DPEX_MAX_NDIM);
        return NULL;
    }
    int nd = x->nd + (int)n_new;
    if (values[1] && core_parse_axes(values[1], nd, &new_axes)) return NULL;
    dpex_index indices[DPEX_MAX_NDIM] = {{0}};
    for (int d = 0; d < nd; d++)
        indices[d].kind = new_axes >> d & 1 ? DPEX_INDEX_NEWAXIS : DPEX_INDEX_SLICE;
    return indexed(x, indices, nd);
}

/* No dimensions count as one of extent 1 here, as in NumPy. */
static PyObject *squeeze(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    (void)self;
    static const core_params params = {"squeeze", 1, {"X", "axis", NULL}, .n_positional_only = 1};
    CORE_VALUES(params);
    if (core_bind(&params, args, n, kwnames, values)) return NULL;
    const dpex_array *x = core_array_get(values[0], "X");
    int all = !core_is_given(values[1]);
    uint64_t gone = 0;
    int is_same = 1;
    if (!x || (!all && core_parse_axes(values[1], x->nd ? x->nd : 1, &gone))) return NULL;
    dpex_index indices[DPEX_MAX_NDIM] = {{0}};
    for (int d = 0; d < x->nd; d++) {
        int goes = all ? x->shape[d] == 1 : (int)(gone >> d & 1);
        indices[d].kind = goes ? DPEX_INDEX_INT : DPEX_INDEX_SLICE;
        is_same = is_same && !goes;
        if (!goes || x->shape[d] == 1) continue;
        PyErr_Format(PyExc_ValueError, "axis %d has extent %lld, only axes of extent 1 can go", d,
                     (long long)x->shape[d]);
        return NULL;
    }
    return is_same ? Py_NewRef(values[0]) : indexed(x, indices, x->nd); /* as NumPy */
}

static PyObject *flip(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    (void)self;
    static const core_params params = {
        "flip", 1, {"X", "axis", NULL}, .n_positional_only = 1, .n_keyword_only = 1};
    CORE_VALUES(params);
    if (core_bind(&params, args, n, kwnames, values)) return NULL;
    const dpex_array *x = core_array_get(values[0], "X");
    uint64_t flipped;
    if (!x || core_parse_axes(values[1], x->nd, &flipped)) return NULL;
    dpex_index indices[DPEX_MAX_NDIM] = {{0}};
    for (int d = 0; d < x->nd; d++) {
        indices[d].kind = DPEX_INDEX_SLICE;
        indices[d].has_step = flipped >> d & 1;
        indices[d].step = -1;
    }
    return indexed(x, indices, x->nd);
}

/* The axes that stay keep their order and fill the remaining positions. */
static int order_of_moved(int nd, int n, const int *from, const int *to, int order[DPEX_MAX_NDIM])
{
    uint64_t taken = 0, filled = 0;
    for (int i = 0; i < n; i++) {
        if (taken >> from[i] & 1 || filled >> to[i] & 1) {
            PyErr_SetString(PyExc_ValueError, "moveaxis: an axis is named twice");
            return -1;
        }
        taken |= UINT64_C(1) << from[i];
        filled |= UINT64_C(1) << to[i];
        order[to[i]] = from[i];
    }
    for (int position = 0, axis = 0; position < nd; position++) {
        if (filled >> position & 1) continue;
        while (taken >> axis & 1) axis++;
        order[position] = axis++;
    }
    return 0;
}

static PyObject *moveaxis(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    (void)self;
    static const core_params params = {
        "moveaxis", 3, {"X", "source", "destination", NULL}, .n_positional_only = 3};
    CORE_VALUES(params);
    if (core_bind(&params, args, n, kwnames, values)) return NULL;
    const dpex_array *x = core_array_get(values[0], "X");
    if (!x) return NULL;
    int from[DPEX_MAX_NDIM], to[DPEX_MAX_NDIM], order[DPEX_MAX_NDIM];
    int n_from = parse_axis_list(values[1], "source", x->nd, from);
    int n_to = n_from < 0 ? -1 : parse_axis_list(values[2], "destination", x->nd, to);
    if (n_to < 0) return NULL;
    if (n_from != n_to) {
        PyErr_Format(PyExc_ValueError, "moveaxis: %d axes cannot move to %d positions", n_from,
                     n_to);
        return NULL;
    }
    return order_of_moved(x->nd, n_from, from, to, order) ? NULL : permuted(x, order);
}

static PyObject *swapaxes(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    (void)self;
    static const core_params params = {"swapaxes", 3, {"X", "axis1", "axis2", NULL}};
    CORE_VALUES(params);
    if (core_bind(&params, args, n, kwnames, values)) return NULL;
    const dpex_array *x = core_array_get(values[0], "X");
    int first, second, order[DPEX_MAX_NDIM];
    if (!x || core_parse_named_axis(values[1], "axis1", "an int", x->nd, &first) ||
        core_parse_named_axis(values[2], "axis2", "an int", x->nd, &second))
        return NULL;
    for (int d = 0; d < x->nd; d++) order[d] = d;
    order[first] = second;
    order[second] = first;
    return permuted(x, order);
}

/* The parameter's name, where it is another one than axis; NULL with an exception. */
static const char *what_of(PyObject *name)
{
    return name ? PyUnicode_AsUTF8AndSize(name, NULL) : "axis";
}

/* normalized_axis(axis, nd, what="axis"): the axis counted from the front; what: the parameter, for messages. */
static PyObject *normalized_axis(PyObject *self, PyObject *const *args, Py_ssize_t n,
                                 PyObject *kwnames)
{
    (void)self;
    static const core_params params = {"normalized_axis", 2, {"axis", "nd", "what", NULL}};
    CORE_VALUES(params);
    if (core_bind(&params, args, n, kwnames, values)) return NULL;
    const long nd = PyLong_AsLong(values[1]);
    const char *what = what_of(values[2]);
    int axis;
    if (!what || (nd == -1 && PyErr_Occurred()) ||
        core_parse_named_axis(values[0], what, "an int", (int)nd, &axis))
        return NULL;
    return PyLong_FromLong(axis);
}

static PyObject *tuple_of_axes(const int *axes, int n)
{
    PyObject *made = PyTuple_New(n);
    for (int i = 0; made && i < n; i++) {
        PyObject *axis = PyLong_FromLong(axes[i]);
        if (!axis || PyTuple_SetItem(made, i, axis)) Py_CLEAR(made);
    }
    return made;
}

/* normalized_axes(axis, nd, allow_repeated=False, what="axis"): a tuple of axes counted from the front,
 * of one axis or several; None: all. ValueError for an axis that is named twice. */
static PyObject *normalized_axes(PyObject *self, PyObject *const *args, Py_ssize_t n,
                                 PyObject *kwnames)
{
    (void)self;
    static const core_params params = {
        "normalized_axes", 2, {"axis", "nd", "allow_repeated", "what", NULL}};
    CORE_VALUES(params);
    if (core_bind(&params, args, n, kwnames, values)) return NULL;
    const long nd = PyLong_AsLong(values[1]);
    const char *what = what_of(values[3]);
    if (!what || (nd == -1 && PyErr_Occurred())) return NULL;
    int axes[DPEX_MAX_NDIM], n_axes = 0;
    if (values[0] == Py_None)
        for (; n_axes < nd && n_axes < DPEX_MAX_NDIM; n_axes++) axes[n_axes] = n_axes;
    else if (PyTuple_Check(values[0]) || PyList_Check(values[0]))
        n_axes = parse_axis_list(values[0], what, (int)nd, axes);
    else /* texts and other sequences are no axes */
        n_axes =
            core_parse_named_axis(values[0], what, "None, an int or a tuple of ints", (int)nd, axes)
                ? -1
                : 1;
    if (n_axes < 0) return NULL;
    const int may_repeat = values[2] ? core_flag(values[2], "allow_repeated") : 0;
    if (may_repeat < 0) return NULL;
    uint64_t seen = 0;
    for (int i = 0; i < n_axes && !may_repeat; i++) {
        if (seen >> axes[i] & 1) {
            PyErr_SetString(PyExc_ValueError, "repeated axis");
            return NULL;
        }
        seen |= UINT64_C(1) << axes[i];
    }
    return tuple_of_axes(axes, n_axes);
}

static PyMethodDef functions[] = {
    {"normalized_axis", CORE_FAST(normalized_axis), NULL},
    {"normalized_axes", CORE_FAST(normalized_axes), NULL},
    {"permute_dims", CORE_FAST(permute_dims), NULL},
    {"expand_dims", CORE_FAST(expand_dims), NULL},
    {"squeeze", CORE_FAST(squeeze), NULL},
    {"flip", CORE_FAST(flip), NULL},
    {"moveaxis", CORE_FAST(moveaxis), NULL},
    {"swapaxes", CORE_FAST(swapaxes), NULL},
    {NULL},
};

int core_add_axes(PyObject *module)
{
    return core_add_functions(module, functions);
}
