/* sort, argsort, selection, and what top_k is made of. */
#include "args.h"
#include "array.h"
#include "array_args.h"
#include "operand.h"
#include "truth.h"

#include <limits.h>
#include <string.h>

typedef dpex_status (*sort_fn)(const dpex_array *x, int axis, int descending, dpex_array *out);

/* kind: all names mean one stable sort, which radix sorting does not do for complex numbers. */
static int check_kind(PyObject *kind, const dpex_array *x)
{
    if (!core_is_given(kind)) return 0;
    const char *name = PyUnicode_Check(kind) ? core_text(kind) : "";
    if (!name) return -1;
    const int is_radix = !strcmp(name, "radixsort");
    if (!is_radix && strcmp(name, "stable") && strcmp(name, "mergesort")) {
        PyErr_Format(PyExc_ValueError,
                     "kind must be None, 'stable', 'mergesort' or 'radixsort', not %R", kind);
        return -1;
    }
    const dpex_dtype_info *info = dpex_dtype_get_info(x->dtype);
    if (!is_radix || info->kind != DPEX_KIND_COMPLEX) return 0;
    PyErr_Format(PyExc_ValueError, "kind 'radixsort' is not for %s", info->name);
    return -1;
}

/* values: x, axis, descending, stable, kind. An array of 0 dimensions has the axis 0 here. */
static PyObject *sorted(sort_fn function, PyObject *const *values)
{
    const dpex_array *x = core_array_get(values[0], "x");
    if (!x) return NULL;
    const int nd = x->nd ? x->nd : 1;
    int axis = nd - 1;
    if (core_refuse_bool_axis(values[1])) return NULL;
    if (values[1] && core_parse_axis(values[1], nd, &axis)) return NULL;
    const int descending = values[2] ? core_flag(values[2], "descending") : 0;
    if (descending < 0 || check_kind(values[4], x)) return NULL;
    core_array *out = core_array_new_like(x);
    return out ? core_array_finish(out, function(x, axis, descending, &out->array)) : NULL;
}

static PyObject *sort(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    (void)self;
    static const core_params params = {"sort",
                                       1,
                                       {"x", "axis", "descending", "stable", "kind", NULL},
                                       .n_positional_only = 1,
                                       .n_keyword_only = 4};
    CORE_VALUES(params);
    if (core_bind(&params, args, n, kwnames, values)) return NULL;
    return sorted(dpex_sort_new, values);
}

/* sort_in_place(x): x.sort(); NotImplemented where that is an error. */
static PyObject *sort_in_place(PyObject *self, PyObject *object)
{
    (void)self;
    dpex_array *x = core_array_get(object, "x"), made;
    if (!x) return NULL;
    if (!x->nd || !(x->flags & DPEX_ARRAY_WRITABLE)) Py_RETURN_NOTIMPLEMENTED;
    CORE_TRY(dpex_sort_new(x, x->nd - 1, 0, &made));
    const dpex_status status = dpex_array_copy(x, &made);
    dpex_array_fini(&made);
    CORE_TRY(status);
    Py_RETURN_NONE;
}

static PyObject *argsort(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    (void)self;
    static const core_params params = {
        "argsort", 1, {"x", "axis", "descending", "stable", "kind", NULL}};
    CORE_VALUES(params);
    if (core_bind(&params, args, n, kwnames, values)) return NULL;
    return sorted(dpex_argsort_new, values);
}

/* argsort_random(x): of random numbers in one dimension */
static PyObject *argsort_random(PyObject *self, PyObject *object)
{
    (void)self;
    const dpex_array *x = core_array_get(object, "x");
    core_array *out = x ? core_array_new_like(x) : NULL;
    return out ? core_array_finish(out, dpex_argsort_random_new(x, &out->array)) : NULL;
}

/* top_k(x, axis, k, is_largest): a tuple of values and indices */
static PyObject *top_k(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    (void)self;
    static const core_params params = {"top_k", 4, {"x", "axis", "k", "is_largest", NULL}};
    CORE_VALUES(params);
    if (core_bind(&params, args, n, NULL, values)) return NULL;
    const dpex_array *x = core_array_get(values[0], "x");
    int axis = 0;
    if (!x || core_refuse_bool_axis(values[1]) || core_parse_axis(values[1], x->nd, &axis))
        return NULL;
    int overflow;
    const int64_t k = PyLong_AsLongLongAndOverflow(values[2], &overflow);
    if (overflow)
        PyErr_Format(PyExc_ValueError,
                     "top_k: k is %R, it must be at least 1 and at most the extent, %lld",
                     values[2], (long long)(x->nd ? x->shape[axis] : 1));
    if (k == -1 && PyErr_Occurred()) return NULL;
    const int is_largest = PyObject_IsTrue(values[3]);
    if (is_largest < 0) return NULL;
    core_array *best = core_array_new_like(x), *indices = core_array_new_like(x);
    if (!best || !indices) {
        Py_XDECREF((PyObject *)best);
        Py_XDECREF((PyObject *)indices);
        return NULL;
    }
    dpex_status status = dpex_top_k_new(x, axis, k, is_largest, &best->array, &indices->array);
    if (status) {
        best->array.storage = indices->array.storage = NULL;
        Py_DECREF(best);
        Py_DECREF(indices);
        return core_raise(status);
    }
    core_array_refresh(best);
    core_array_refresh(indices);
    return Py_BuildValue("NN", best, indices);
}

/* What both functions below begin with: x, axis, kth; how many indices are possible the library says. */
typedef struct selection {
    const dpex_array *x;
    int axis, n_kth;
    int64_t *kth; /* new */
} selection;

static int parse_kth(PyObject *object, selection *s)
{
    const Py_ssize_t n = PySequence_Size(object);
    if (n < 0) return -1;
    if (n > INT_MAX || !(s->kth = PyMem_Malloc((size_t)n * sizeof(*s->kth)))) {
        PyErr_NoMemory();
        return -1;
    }
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *position = PySequence_GetItem(object, i);
        s->kth[i] = position ? PyLong_AsLongLong(position) : -1;
        Py_XDECREF(position);
        if (s->kth[i] == -1 && PyErr_Occurred()) return -1;
    }
    s->n_kth = (int)n;
    return 0;
}

/* The caller frees s->kth, also after a failure. */
static int parse_selection(PyObject *const *values, selection *s)
{
    *s = (selection){.x = core_array_get(values[0], "x")};
    if (!s->x || core_refuse_bool_axis(values[1]) || core_parse_axis(values[1], s->x->nd, &s->axis))
        return -1;
    return parse_kth(values[2], s);
}

/* nth(x, axis, kth): the values at ascending indices of the sorted lines */
static PyObject *nth(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    (void)self;
    static const core_params params = {"nth", 3, {"x", "axis", "kth", NULL}};
    CORE_VALUES(params);
    if (core_bind(&params, args, n, NULL, values)) return NULL;
    selection s;
    PyObject *result = NULL;
    core_array *out = parse_selection(values, &s) ? NULL : core_array_new_like(s.x);
    if (out)
        result = core_array_finish(out, dpex_nth_new(s.x, s.axis, s.kth, s.n_kth, &out->array));
    PyMem_Free(s.kth);
    return result;
}

/* partition(x, axis, kth, wants_indices): the lines divided at ascending indices, or the indices of their values */
static PyObject *partition(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    (void)self;
    static const core_params params = {"partition", 4, {"x", "axis", "kth", "wants_indices", NULL}};
    CORE_VALUES(params);
    if (core_bind(&params, args, n, NULL, values)) return NULL;
    selection s;
    PyObject *result = NULL;
    const int is_parsed = !parse_selection(values, &s);
    const int wants_indices = is_parsed ? PyObject_IsTrue(values[3]) : -1;
    core_array *out = wants_indices < 0 ? NULL : core_array_new_like(s.x);
    if (out)
        result = core_array_finish(
            out, dpex_partition_new(s.x, s.axis, s.kth, s.n_kth, wants_indices, &out->array));
    PyMem_Free(s.kth);
    return result;
}

/* ---- with NumPy's usual arguments ------------------------------------------------------------ */

/* axis, behind n_before arguments by position or by name; the last one where it is not given. 0: something else than an axis of x. */
static int find_axis(const dpex_array *x, PyObject *const *args, Py_ssize_t n, PyObject *kwnames,
                     int n_before, int *axis)
{
    PyObject *given;
    if (x->nd == 0 || !core_find_axis(args, n, kwnames, n_before, &given)) return 0;
    *axis = x->nd - 1;
    return !given || core_is_axis(given, x->nd, axis);
}

/* A result whose lines are innermost, row by row; taken. */
static PyObject *in_rows(PyObject *made)
{
    if (!made) return NULL;
    const dpex_array *lines = &((core_array *)made)->array;
    if (lines->flags & DPEX_ARRAY_C_CONTIGUOUS) return made;
    core_array *out = core_array_new_like(lines);
    PyObject *rows = NULL;
    if (out)
        rows = core_array_finish(out, dpex_array_cast_new(lines, lines->dtype, DPEX_ORDER_C,
                                                          dpex_storage_get_kind(lines->storage),
                                                          lines->queue, &out->array));
    Py_DECREF(made);
    return rows;
}

/* Values are laid out as those of x, of which only rows and lines are usual; indices always row by row. */
static int is_in_rows(const dpex_array *x)
{
    return x->nd == 1 || x->flags & DPEX_ARRAY_C_CONTIGUOUS;
}

static PyObject *sorted_along(sort_fn function, const dpex_array *x, int axis)
{
    core_array *out = core_array_new_like(x);
    return out ? in_rows(core_array_finish(out, function(x, axis, 0, &out->array))) : NULL;
}

/* usual_sort(a, axis=-1) */
static PyObject *usual_sort(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    (void)self;
    int axis;
    const dpex_array *x = &((core_array *)args[0])->array;
    if (!is_in_rows(x) || !find_axis(x, args, n, kwnames, 1, &axis)) return core_left_to_python();
    return sorted_along(dpex_sort_new, x, axis);
}

/* usual_argsort(a, axis=-1) */
static PyObject *usual_argsort(PyObject *self, PyObject *const *args, Py_ssize_t n,
                               PyObject *kwnames)
{
    (void)self;
    int axis;
    const dpex_array *x = &((core_array *)args[0])->array;
    if (!find_axis(x, args, n, kwnames, 1, &axis)) return core_left_to_python();
    return sorted_along(dpex_argsort_new, x, axis);
}

enum { MOST_KTH = 8 };

/* Positions in ascending order, each once. */
typedef struct positions {
    int n;
    int64_t at[MOST_KTH];
} positions;

static int add_position(positions *p, PyObject *object, int64_t extent)
{
    int overflow = 0, i = p->n;
    if (!PyLong_CheckExact(object)) return 0;
    int64_t at = PyLong_AsLongLongAndOverflow(object, &overflow);
    if (overflow || at < -extent || at >= extent) return 0;
    if (at < 0) at += extent;
    for (int k = 0; k < p->n; k++)
        if (p->at[k] == at) return 1;
    for (; i > 0 && p->at[i - 1] > at; i--) p->at[i] = p->at[i - 1];
    p->at[i] = at;
    p->n++;
    return 1;
}

/* kth: an int, or a list or tuple of a few. 0: something else. */
static int read_positions(PyObject *kth, int64_t extent, positions *p)
{
    p->n = 0;
    if (PyLong_CheckExact(kth)) return add_position(p, kth, extent);
    const Py_ssize_t n = core_list_length(kth);
    int found = n > 0 && n <= MOST_KTH;
    for (Py_ssize_t i = 0; i < n && found; i++)
        found = add_position(p, core_list_item(kth, i), extent);
    return found;
}

static PyObject *partition_as_usual(PyObject *const *args, Py_ssize_t n, PyObject *kwnames,
                                    int wants_indices)
{
    int axis;
    positions p;
    const dpex_array *x = &((core_array *)args[0])->array;
    if (n < 2 || x->size == 0 || !(wants_indices || is_in_rows(x)) ||
        !find_axis(x, args, n, kwnames, 2, &axis) || !read_positions(args[1], x->shape[axis], &p))
        return core_left_to_python();
    core_array *out = core_array_new_like(x);
    if (!out) return NULL;
    return in_rows(
        core_array_finish(out, dpex_partition_new(x, axis, p.at, p.n, wants_indices, &out->array)));
}

/* usual_partition(a, kth, axis=-1) */
static PyObject *usual_partition(PyObject *self, PyObject *const *args, Py_ssize_t n,
                                 PyObject *kwnames)
{
    (void)self;
    return partition_as_usual(args, n, kwnames, 0);
}

/* usual_argpartition(a, kth, axis=-1) */
static PyObject *usual_argpartition(PyObject *self, PyObject *const *args, Py_ssize_t n,
                                    PyObject *kwnames)
{
    (void)self;
    return partition_as_usual(args, n, kwnames, 1);
}

enum { MOST_KEYS = 16 };

/* The keys of a list or tuple of dpnp.ndarrays of one dimension, beside each other; their number, 0: something else. */
static int read_keys(PyObject *sequence, const dpex_array *keys[MOST_KEYS])
{
    const Py_ssize_t n = core_list_length(sequence);
    if (n > MOST_KEYS) return 0;
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *key = core_list_item(sequence, i);
        if (Py_TYPE(key) != core.ndarray) return 0;
        keys[i] = &((core_array *)key)->array;
        if (keys[i]->nd != 1 || !core_array_lies_beside(keys[i], keys[0])) return 0;
    }
    return (int)n;
}

/* order[argsort(key[order])]: what is sorted by earlier keys, by a later one; order is taken. */
static PyObject *sorted_by(const dpex_array *key, PyObject *order_object)
{
    const dpex_array *order = &((core_array *)order_object)->array;
    dpex_array taken, next;
    core_array *out = core_array_new_like(key);
    PyObject *made = NULL;
    if (out) {
        dpex_status status = dpex_take_along_new(key, order, 0, DPEX_INDEX_WRAP, &taken);
        if (!status) {
            status = dpex_argsort_new(&taken, 0, 0, &next);
            dpex_array_fini(&taken);
        }
        if (!status) {
            status = dpex_take_along_new(order, &next, 0, DPEX_INDEX_WRAP, &out->array);
            dpex_array_fini(&next);
        }
        made = core_array_finish(out, status);
    }
    Py_DECREF(order_object);
    return made;
}

/* usual_lexsort(keys) */
static PyObject *usual_lexsort(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    (void)self;
    const dpex_array *keys[MOST_KEYS];
    const int n_keys = n == 1 ? read_keys(args[0], keys) : 0;
    if (!n_keys) return core_left_to_python();
    core_arrays_keep(keys, n_keys);
    PyObject *order = sorted_along(dpex_argsort_new, keys[0], 0);
    for (int i = 1; i < n_keys && order; i++) order = sorted_by(keys[i], order);
    core_arrays_drop(keys, n_keys);
    return order;
}

static PyMethodDef functions[] = {
    {"usual_lexsort", (PyCFunction)(void (*)(void))usual_lexsort, METH_FASTCALL, NULL},
    {"usual_sort", CORE_FAST(usual_sort), NULL},
    {"usual_argsort", CORE_FAST(usual_argsort), NULL},
    {"usual_partition", CORE_FAST(usual_partition), NULL},
    {"usual_argpartition", CORE_FAST(usual_argpartition), NULL},
    {"sort_in_place", sort_in_place, METH_O, NULL},
    {"sort", CORE_FAST(sort), NULL},
    {"argsort", CORE_FAST(argsort), NULL},
    {"argsort_random", argsort_random, METH_O, NULL},
    {"nth", (PyCFunction)(void (*)(void))nth, METH_FASTCALL, NULL},
    {"partition", (PyCFunction)(void (*)(void))partition, METH_FASTCALL, NULL},
    {"top_k", (PyCFunction)(void (*)(void))top_k, METH_FASTCALL, NULL},
    {NULL},
};

int core_add_sort(PyObject *module)
{
    if (PyModule_AddIntConstant(module, "MAX_KTH", DPEX_MAX_KTH)) return -1;
    return core_add_functions(module, functions);
}
