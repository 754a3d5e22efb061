/* Short lines of numbers, and nests of them, as arrays: what programs in loops over elements make, such as array([x, 2 * y, 0.5]) of
 * Python's floats and ints and of arrays without dimensions; and array() of those and of arrays. Of anything else Python makes the array. */
#include "args.h"
#include "array.h"
#include "array_args.h"
#include "dtype.h"
#include "host.h"
#include "queue.h"
#include "wait.h"

#include <string.h>

enum { LONGEST = 64, MOST_ND = 4 };

typedef struct line {
    Py_ssize_t n;
    int is_real; /* whether one of the numbers is; else all are ints */
    Py_ssize_t n_bools;
    dpex_queue *queue; /* that of the arrays, kept (end); NULL: there are none */
    dpex_usm_kind kind;
    int nd, depth; /* dimensions; how many of their extents are known while the numbers are read */
    int64_t shape[MOST_ND];
    double reals[LONGEST];
    int64_t ints[LONGEST];
    float shorts[LONGEST]; /* for results of float32 */
    uint8_t bools[LONGEST];
} line;

/* The arrays of numbers are long, and stay as they are. */
static void begin(line *l)
{
    l->n = l->n_bools = 0;
    l->is_real = l->nd = l->depth = 0;
    l->queue = NULL;
    l->kind = DPEX_USM_DEVICE;
}

static void end(line *l)
{
    dpex_queue_release(l->queue);
}

static void append_real(line *l, double value)
{
    l->is_real = 1;
    l->reals[l->n++] = value;
}

static void append_int(line *l, int64_t value)
{
    l->reals[l->n] = (double)value;
    l->ints[l->n++] = value;
}

static void append_bool(line *l, int value)
{
    l->bools[l->n] = (uint8_t)value;
    l->n_bools++;
    append_int(l, value);
}

/* The arrays are on one queue, in one kind of memory that the host reads. */
static int fits(line *l, const dpex_array *x)
{
    const dpex_usm_kind kind = dpex_storage_get_kind(x->storage);
    if (x->nd || (x->dtype != DPEX_F64 && x->dtype != DPEX_I64 && x->dtype != DPEX_BOOL)) return 0;
    if (l->queue) return l->queue == x->queue && l->kind == kind;
    l->queue = dpex_queue_retain(x->queue);
    l->kind = kind;
    return dpex_storage_is_host_accessible(x->storage);
}

/* 1: appended, 0: the line is none of those here, -1: an exception. */
static int append_array(line *l, const dpex_array *x)
{
    dpex_scalar value;
    if (!fits(l, x)) return 0;
    if (!dpex_element_read(x, NULL, &value) && core_array_read(x, &value)) return -1;
    if (x->dtype == DPEX_F64)
        append_real(l, value.f64);
    else if (x->dtype == DPEX_I64)
        append_int(l, value.i);
    else
        append_bool(l, value.b);
    return 1;
}

/* Of the dtypes that Python's numbers have too. */
static int append_numpy_scalar(line *l, PyObject *item)
{
    dpex_dtype dtype;
    if (!core_numpy_scalar_dtype(item, &dtype)) return 0;
    if (dtype == DPEX_F64)
        append_real(l, PyFloat_AsDouble(item));
    else if (dtype == DPEX_I64)
        append_int(l, PyLong_AsLongLong(item));
    else if (dtype == DPEX_BOOL)
        append_bool(l, PyObject_IsTrue(item) == 1);
    else
        return 0;
    return 1;
}

static int append(line *l, PyObject *item)
{
    if (Py_TYPE(item) == core.ndarray) return append_array(l, &((core_array *)item)->array);
    if (PyFloat_CheckExact(item)) {
        append_real(l, PyFloat_AsDouble(item));
        return 1;
    }
    if (!PyLong_CheckExact(item)) {
        if (!PyBool_Check(item)) return append_numpy_scalar(l, item);
        append_bool(l, item == Py_True);
        return 1;
    }
    int overflow = 0;
    const long long value = PyLong_AsLongLongAndOverflow(item, &overflow);
    if (!overflow) append_int(l, value);
    return !overflow;
}

static int read_nest(PyObject *sequence, line *l, int depth);

/* Of an item of a list, which may be changed while an array in it is read and waited for. NULL: it has become shorter so. */
static int read_item(PyObject *item, line *l, int depth)
{
    if (!item) return -1;
    if (depth == l->nd && (PyFloat_CheckExact(item) || PyLong_CheckExact(item)))
        return append(l, item);
    Py_INCREF(item);
    const int found = depth == l->nd ? append(l, item) : read_nest(item, l, depth);
    Py_DECREF(item);
    return found;
}

/* The numbers of a sequence at this depth, which goes to MOST_ND at most. The first sequence of a depth says how long the others
 * are and whether they hold numbers. 1, 0: not such a nest, or -1. */
static int read_nest(PyObject *sequence, line *l, int depth)
{
    const Py_ssize_t n = core_list_length(sequence);
    if (n == 0 || n > LONGEST - l->n || depth == MOST_ND) return 0;
    if (depth == l->depth) { /* the first */
        l->shape[l->depth++] = n;
        if (!core_list_length(core_list_item(sequence, 0))) l->nd = l->depth;
    }
    int found = l->shape[depth] == n;
    for (Py_ssize_t i = 0; found == 1 && i < n; i++)
        found = read_item(core_list_item(sequence, i), l, depth + 1);
    return found;
}

/* The numbers in a dtype; NULL: they are none of it, or would lose something that is to be reported. */
static const void *numbers_in(line *l, dpex_dtype dtype)
{
    if (dtype == DPEX_F64) return l->reals;
    if (dtype == DPEX_I64 && !l->is_real) return l->ints;
    if (dtype == DPEX_BOOL && l->n_bools == l->n) return l->bools;
    if (dtype != DPEX_F32) return NULL;
    for (Py_ssize_t i = 0; i < l->n; i++) l->shorts[i] = (float)l->reals[i];
    return l->shorts;
}

/* None: the numbers do not go to the dtype so. */
static PyObject *make_in(line *l, dpex_dtype dtype, dpex_queue *queue)
{
    const void *data = numbers_in(l, dtype);
    if (!data || !dpex_dtype_is_supported(dtype, dpex_queue_get_device(queue))) Py_RETURN_NONE;
    int64_t strides[MOST_ND], bytes = dpex_dtype_get_info(dtype)->itemsize;
    for (int i = l->nd - 1; i >= 0; bytes *= l->shape[i--]) strides[i] = bytes;
    core_array *out = core_array_new_for_type((PyObject *)core.ndarray);
    if (!out) return NULL;
    PyObject *made = core_array_finish(
        out, dpex_array_init(queue, dtype, l->nd, l->shape, DPEX_ORDER_C, l->kind, &out->array));
    if (!made) return NULL;
    dpex_status status = core_wait_storage(out->array.storage)
                             ? DPEX_ERROR_INTERRUPTED
                             : dpex_array_from_host(&out->array, data, strides);
    if (!status) return made;
    Py_DECREF(made);
    return core_raise(status);
}

static PyObject *make(line *l, PyObject *dtype_object, dpex_queue *queue)
{
    dpex_dtype dtype = l->is_real ? DPEX_F64 : l->n_bools == l->n ? DPEX_BOOL : DPEX_I64;
    if (!core_is_given(dtype_object) || !core_dtype_parse(dtype_object, &dtype))
        return make_in(l, dtype, queue);
    PyErr_Clear();
    Py_RETURN_NONE;
}

static PyObject *make_on_default(line *l, PyObject *dtype)
{
    dpex_queue *queue = NULL;
    if (core_parse_placement_or_default(NULL, NULL, &queue)) return NULL;
    PyObject *made = make(l, dtype, queue);
    dpex_queue_release(queue);
    return made;
}

/* Ends the line. found: what reading it said; queue NULL: that of its arrays, or the default one. None, or NULL with an exception,
 * where there is no array. */
static PyObject *ended(line *l, int found, PyObject *dtype, dpex_queue *queue)
{
    PyObject *made = NULL;
    if (!queue) queue = l->queue;
    if (found == 0) made = Py_NewRef(Py_None);
    if (found > 0) made = queue ? make(l, dtype, queue) : make_on_default(l, dtype);
    end(l);
    return made;
}

/* The arrays of dpnp in a sequence, if they are alike in all but their elements; 0: they are not. */
static int read_arrays(PyObject *sequence, Py_ssize_t n, const dpex_array **arrays)
{
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *item = core_list_item(sequence, i);
        if (Py_TYPE(item) != core.ndarray) return 0;
        const dpex_array *x = arrays[i] = &((core_array *)item)->array, *first = arrays[0];
        if (x->nd != first->nd || x->dtype != first->dtype || x->queue != first->queue ||
            dpex_storage_get_kind(x->storage) != dpex_storage_get_kind(first->storage) ||
            memcmp(x->shape, first->shape, sizeof(*x->shape) * (size_t)x->nd))
            return 0;
    }
    return 1;
}

/* Of arrays with dimensions; None where they are not such. */
static PyObject *stacked(PyObject *sequence, PyObject *dtype_object)
{
    const Py_ssize_t n = core_list_length(sequence);
    const dpex_array *few[LONGEST], **arrays = few;
    if (n > LONGEST && !(arrays = PyMem_Malloc((size_t)n * sizeof(*arrays))))
        return PyErr_NoMemory();
    PyObject *made = Py_None;
    dpex_dtype dtype;
    const int are_alike = read_arrays(sequence, n, arrays);
    if (are_alike) core_arrays_keep(arrays, n);
    if (are_alike && arrays[0]->nd < DPEX_MAX_NDIM &&
        (!core_is_given(dtype_object) ||
         (!core_dtype_parse(dtype_object, &dtype) && dtype == arrays[0]->dtype))) {
        core_array *out = core_array_new_like(arrays[0]);
        made = out ? core_array_finish(out, dpex_array_stack(arrays, n, 0, &out->array)) : NULL;
    } else if (PyErr_Occurred())
        made = NULL;
    else
        Py_INCREF(made);
    if (are_alike) core_arrays_drop(arrays, n);
    if (arrays != few) PyMem_Free(arrays);
    return made;
}

static int is_array_of_dimensions(PyObject *object)
{
    return Py_TYPE(object) == core.ndarray && ((core_array *)object)->array.nd > 0;
}

static PyObject *of_sequence(PyObject *sequence, PyObject *dtype)
{
    line l;
    if (core_list_length(sequence) && is_array_of_dimensions(core_list_item(sequence, 0)))
        return stacked(sequence, dtype);
    begin(&l);
    return ended(&l, read_nest(sequence, &l, 0), dtype, NULL);
}

/* The same of numbers alone on a queue. */
static PyObject *of_sequence_on(PyObject *sequence, PyObject *dtype, PyObject *queue_object)
{
    line l;
    dpex_queue *queue = core_queue_get(queue_object, "sycl_queue");
    if (!queue) return NULL;
    begin(&l);
    int found = read_nest(sequence, &l, 0);
    if (found == 1 && l.queue) found = 0;
    return ended(&l, found, dtype, queue);
}

/* line_of_numbers(sequence, dtype=None, sycl_queue=None): a dpnp.ndarray, or None where the sequence is not such a line; with a queue,
 * of numbers of the host alone. */
static PyObject *line_of_numbers(PyObject *module, PyObject *const *args, Py_ssize_t n)
{
    (void)module;
    return n > 2 ? of_sequence_on(args[0], args[1], args[2])
                 : of_sequence(args[0], n > 1 ? args[1] : Py_None);
}

PyObject *core_array_of_number(PyObject *object)
{
    line l;
    begin(&l);
    if (core_array_check(object)) Py_RETURN_NONE;
    return ended(&l, append(&l, object), Py_None, NULL);
}

/* The ends of the range that the ints fill. */
static void find_ends(const line *l, int64_t *least, int64_t *most)
{
    *least = *most = l->ints[0];
    for (Py_ssize_t i = 1; i < l->n; i++) {
        *least = l->ints[i] < *least ? l->ints[i] : *least;
        *most = l->ints[i] > *most ? l->ints[i] : *most;
    }
}

PyObject *core_array_of_indices(PyObject *nest, const dpex_array *beside, int64_t *least,
                                int64_t *most)
{
    line l;
    begin(&l);
    l.kind = dpex_storage_get_kind(beside->storage);
    int found = read_nest(nest, &l, 0);
    if (found == 1 && (l.queue || l.is_real || (l.n_bools && l.n_bools < l.n))) found = 0;
    if (found == 1) find_ends(&l, least, most);
    return ended(&l, found, Py_None, beside->queue);
}

PyObject *core_array_of_values(PyObject *nest, const dpex_array *beside)
{
    line l;
    begin(&l);
    l.kind = dpex_storage_get_kind(beside->storage);
    const int found = read_nest(nest, &l, 0);
    PyObject *made = found < 0           ? NULL
                     : !found || l.queue ? Py_NewRef(Py_None)
                                         : make_in(&l, beside->dtype, beside->queue);
    end(&l);
    return made;
}

static PyObject *copy_of_array(const dpex_array *x, dpex_order order)
{
    core_array *out = core_array_new_like(x);
    const dpex_usm_kind kind = dpex_storage_get_kind(x->storage);
    return out ? core_array_finish_as(
                     out, dpex_array_cast_new(x, x->dtype, order, kind, x->queue, &out->array),
                     PyExc_ValueError)
               : NULL;
}

static PyObject *copy_of_numpy(PyObject *array)
{
    dpex_queue *queue = NULL;
    if (core_parse_placement_or_default(NULL, NULL, &queue)) return NULL;
    PyObject *made = core_host_copy_plain(array, queue);
    dpex_queue_release(queue);
    return made || PyErr_Occurred() ? made : Py_NewRef(Py_None);
}

/* None, which says that there is nothing, as what core.function takes for that. */
static PyObject *or_declined(PyObject *made)
{
    if (made != Py_None) return made;
    Py_DECREF(made);
    Py_RETURN_NOTIMPLEMENTED;
}

/* The dtype of quick_array(object, dtype=None), whose one keyword it is; -1: there is another. */
static int parse_dtype(PyObject *const *args, Py_ssize_t n, PyObject *kwnames, PyObject **dtype)
{
    *dtype = n > 1 ? args[1] : Py_None;
    if (!kwnames || PyTuple_Size(kwnames) == 0) return 0;
    if (n != 1 || PyTuple_Size(kwnames) != 1 ||
        PyUnicode_CompareWithASCIIString(PyTuple_GetItem(kwnames, 0), "dtype"))
        return -1;
    *dtype = args[1];
    return 0;
}

/* quick_array(object, dtype=None): array(object, dtype) of a number, a nest of them, an array of dpnp or NumPy, and no subclass; else
 * NotImplemented, and of arrays and one number where a dtype is given. */
static PyObject *quick_array(PyObject *module, PyObject *const *args, Py_ssize_t n,
                             PyObject *kwnames)
{
    PyObject *dtype;
    (void)module;
    if (n == 0 || parse_dtype(args, n, kwnames, &dtype)) Py_RETURN_NOTIMPLEMENTED;
    if (core_list_length(args[0])) return or_declined(of_sequence(args[0], dtype));
    if (dtype != Py_None) Py_RETURN_NOTIMPLEMENTED;
    if (Py_TYPE(args[0]) == core.ndarray)
        return copy_of_array(&((core_array *)args[0])->array, DPEX_ORDER_K);
    if (core_is_numpy_array(args[0])) return or_declined(copy_of_numpy(args[0]));
    if (Py_TYPE(args[0]) == &PyRange_Type && PyObject_IsTrue(args[0]))
        return core_array_of_range(args[0]);
    return or_declined(core_array_of_number(args[0]));
}

/* Whether these arguments by name say nothing. */
static int are_none(PyObject *const *values, PyObject *kwnames)
{
    static const char *const names[] = {"dtype", "order", "device", "usm_type", "sycl_queue"};
    const size_t n_names = sizeof names / sizeof *names;
    for (Py_ssize_t i = 0; kwnames && i < PyTuple_Size(kwnames); i++) {
        size_t at = 0;
        while (at < n_names &&
               PyUnicode_CompareWithASCIIString(PyTuple_GetItem(kwnames, i), names[at]))
            at++;
        if (at == n_names || values[i] != Py_None) return 0;
    }
    return 1;
}

/* quick_asarray(object, dtype=None): asarray(object, dtype) of the same. */
static PyObject *quick_asarray(PyObject *module, PyObject *const *args, Py_ssize_t n,
                               PyObject *kwnames)
{
    return n == 1 && Py_TYPE(args[0]) == core.ndarray && are_none(args + 1, kwnames)
               ? Py_NewRef(args[0])
               : quick_array(module, args, n, kwnames);
}

/* An array of dimensions as it is where it has a flag, else its copy in that order. */
static PyObject *laid_out(PyObject *object, int flag, dpex_order order)
{
    const dpex_array *x = &((core_array *)object)->array;
    if (x->nd == 0) Py_RETURN_NOTIMPLEMENTED;
    return x->flags & flag ? Py_NewRef(object) : copy_of_array(x, order);
}

/* ascontiguousarray(a) and asfortranarray(a) of an array */
static PyObject *usual_ascontiguousarray(PyObject *module, PyObject *object)
{
    (void)module;
    return laid_out(object, DPEX_ARRAY_C_CONTIGUOUS, DPEX_ORDER_C);
}

static PyObject *usual_asfortranarray(PyObject *module, PyObject *object)
{
    (void)module;
    return laid_out(object, DPEX_ARRAY_F_CONTIGUOUS, DPEX_ORDER_F);
}

static PyMethodDef functions[] = {
    {"usual_ascontiguousarray", usual_ascontiguousarray, METH_O, NULL},
    {"usual_asfortranarray", usual_asfortranarray, METH_O, NULL},
    {"line_of_numbers", (PyCFunction)(void (*)(void))line_of_numbers, METH_FASTCALL, NULL},
    {"quick_array", CORE_FAST(quick_array), NULL},
    {"quick_asarray", CORE_FAST(quick_asarray), NULL},
    {NULL},
};

int core_add_line_of_numbers(PyObject *module)
{
    return core_add_functions(module, functions);
}
