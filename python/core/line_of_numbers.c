/* Short lines of numbers as arrays: what programs in loops over elements make, such as array([x, 2 * y, 0.5]) of Python's floats
 * and ints and of arrays without dimensions; and array() of those and of arrays. Of anything else Python makes the array. */
#include "array.h"
#include "array_args.h"
#include "dtype.h"
#include "host.h"
#include "wait.h"

enum { LONGEST = 64 };

typedef struct line {
    Py_ssize_t n;
    int is_real;       /* whether one of the numbers is; else all are ints */
    dpex_queue *queue; /* that of the arrays, borrowed; NULL: there are none */
    dpex_usm_kind kind;
    double reals[LONGEST];
    int64_t ints[LONGEST];
} line;

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

/* The arrays are on one queue, in one kind of memory that the host reads. */
static int fits(line *l, const dpex_array *x)
{
    const dpex_usm_kind kind = dpex_storage_get_kind(x->storage);
    if (x->nd || (x->dtype != DPEX_F64 && x->dtype != DPEX_I64)) return 0;
    if (l->queue) return l->queue == x->queue && l->kind == kind;
    l->queue = x->queue;
    l->kind = kind;
    return dpex_storage_is_host_accessible(x->storage);
}

/* 1: appended, 0: the line is none of those here, -1: an exception. */
static int append_array(line *l, const dpex_array *x)
{
    dpex_scalar value;
    if (!fits(l, x)) return 0;
    if (!dpex_element_read(x, NULL, &value)) {
        if (core_array_wait(x)) return -1;
        const dpex_status status = dpex_array_get_scalar(x, &value);
        if (status) core_raise(status);
        if (status) return -1;
    }
    if (x->dtype == DPEX_F64)
        append_real(l, value.f64);
    else
        append_int(l, value.i);
    return 1;
}

static int append(line *l, PyObject *item)
{
    if (Py_TYPE(item) == core.ndarray) return append_array(l, &((core_array *)item)->array);
    if (PyFloat_CheckExact(item)) {
        append_real(l, PyFloat_AsDouble(item));
        return 1;
    }
    if (!PyLong_CheckExact(item)) return 0;
    int overflow = 0;
    const long long value = PyLong_AsLongLongAndOverflow(item, &overflow);
    if (!overflow) append_int(l, value);
    return !overflow;
}

static int read_line(PyObject *sequence, line *l)
{
    const int is_list = PyList_CheckExact(sequence);
    const Py_ssize_t n = is_list                        ? PyList_Size(sequence)
                         : PyTuple_CheckExact(sequence) ? PyTuple_Size(sequence)
                                                        : 0;
    int found = n > 0 && n <= LONGEST;
    for (Py_ssize_t i = 0; found == 1 && i < n; i++)
        found = append(l, is_list ? PyList_GetItem(sequence, i) : PyTuple_GetItem(sequence, i));
    return found;
}

static PyObject *make(const line *l, dpex_queue *queue)
{
    const dpex_dtype dtype = l->is_real ? DPEX_F64 : DPEX_I64;
    if (!dpex_dtype_is_supported(dtype, dpex_queue_get_device(queue))) Py_RETURN_NONE;
    const int64_t shape = l->n, stride = 8;
    core_array *out = core_array_new_for_type((PyObject *)core.ndarray);
    if (!out) return NULL;
    PyObject *made = core_array_finish(
        out, dpex_array_init(queue, dtype, 1, &shape, DPEX_ORDER_C, l->kind, &out->array));
    if (!made) return NULL;
    const void *data = l->is_real ? (const void *)l->reals : (const void *)l->ints;
    dpex_status status = core_wait_storage(out->array.storage)
                             ? DPEX_ERROR_INTERRUPTED
                             : dpex_array_from_host(&out->array, data, &stride);
    if (!status) return made;
    Py_DECREF(made);
    return core_raise(status);
}

/* line_of_numbers(sequence): a dpnp.ndarray, or None where the sequence is not such a line. */
static PyObject *line_of_numbers(PyObject *module, PyObject *sequence)
{
    (void)module;
    line l = {.kind = DPEX_USM_DEVICE};
    const int found = read_line(sequence, &l);
    if (found < 0) return NULL;
    if (!found) Py_RETURN_NONE;
    if (l.queue) return make(&l, l.queue);
    dpex_queue *queue = NULL;
    if (core_parse_placement_or_default(NULL, NULL, &queue)) return NULL;
    PyObject *made = make(&l, queue);
    dpex_queue_release(queue);
    return made;
}

static PyObject *copy_of_array(const dpex_array *x)
{
    core_array *out = core_array_new_like(x);
    const dpex_usm_kind kind = dpex_storage_get_kind(x->storage);
    return out ? core_array_finish_as(
                     out,
                     dpex_array_cast_new(x, x->dtype, DPEX_ORDER_K, kind, x->queue, &out->array),
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

/* quick_array(object): array(object) of a list of numbers, an array of dpnp or NumPy, and no subclass; else None. */
static PyObject *quick_array(PyObject *module, PyObject *object)
{
    if (PyList_CheckExact(object)) return line_of_numbers(module, object);
    if (Py_TYPE(object) == core.ndarray) return copy_of_array(&((core_array *)object)->array);
    if (core_is_numpy_array(object)) return copy_of_numpy(object);
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"line_of_numbers", line_of_numbers, METH_O, NULL},
    {"quick_array", quick_array, METH_O, NULL},
    {NULL},
};

int core_add_line_of_numbers(PyObject *module)
{
    return core_add_functions(module, functions);
}
