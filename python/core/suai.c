/* Reading __sycl_usm_array_interface__: a dictionary whose items are checked one by one, since anybody can write one.
 *
 * What 'syclobj' may be stands in suai_syclobj.c. The context that it names knows which allocation the pointer lies in. */
#include <stdlib.h>
#include <string.h>

#include "array_args.h"
#include "memory.h"
#include "queue.h"
#include "suai.h"

static int fail(const char *message)
{
    PyErr_Format(PyExc_ValueError, "%s: %s", CORE_SUAI_ATTRIBUTE, message);
    return -1;
}

/* A borrowed item of the dictionary; None counts as missing. */
static PyObject *item(PyObject *dict, const char *key)
{
    PyObject *value = PyDict_GetItemString(dict, key);
    return value == Py_None ? NULL : value;
}

int core_suai_has(PyObject *obj)
{
    PyObject *found = PyObject_GetAttrString(obj, CORE_SUAI_ATTRIBUTE);
    if (!found) {
        if (!PyErr_ExceptionMatches(PyExc_AttributeError)) return -1;
        PyErr_Clear();
        return 0;
    }
    Py_DECREF(found);
    return 1;
}

/* A copy of the dictionary, so that what Python code does while it is read changes nothing. */
static PyObject *get_dict(PyObject *obj)
{
    PyObject *dict = PyObject_GetAttrString(obj, CORE_SUAI_ATTRIBUTE), *copy = NULL;
    if (!dict) {
        if (PyErr_ExceptionMatches(PyExc_AttributeError))
            PyErr_Format(PyExc_ValueError, "%R object has no attribute %s", Py_TYPE(obj),
                         CORE_SUAI_ATTRIBUTE);
        return NULL;
    }
    if (PyDict_Check(dict))
        copy = PyDict_Copy(dict);
    else
        PyErr_Format(PyExc_TypeError, "%s must be a dict, got %R", CORE_SUAI_ATTRIBUTE,
                     Py_TYPE(dict));
    Py_DECREF(dict);
    return copy;
}

/* ---- 'version', 'data', 'typestr' ---------------------------------------------------------------------- */

static int check_version(PyObject *dict)
{
    PyObject *version = item(dict, "version");
    if (version && PyLong_Check(version)) {
        long number = PyLong_AsLong(version);
        if (number == 1) return 0;
        PyErr_Clear();
    }
    return fail("'version' must be 1");
}

static int read_data(PyObject *dict, core_suai *suai, char **ptr)
{
    PyObject *data = item(dict, "data");
    if (!data || !PyTuple_Check(data) || PyTuple_Size(data) != 2)
        return fail("'data' must be a tuple of a pointer and a flag");
    PyObject *address = PyTuple_GetItem(data, 0);
    if (!PyLong_Check(address)) return fail("the pointer in 'data' must be an int");
    *ptr = PyLong_AsVoidPtr(address);
    if (PyErr_Occurred()) {
        PyErr_Clear();
        return fail("the pointer in 'data' is not an address");
    }
    suai->read_only = PyObject_IsTrue(PyTuple_GetItem(data, 1));
    return suai->read_only < 0 ? -1 : 0;
}

/* numpy.dtype(typestr), as a new reference; ValueError for everything that is none. */
static PyObject *numpy_dtype(PyObject *typestr)
{
    PyObject *numpy = PyImport_ImportModule("numpy");
    if (!numpy) return NULL;
    PyObject *dtype = PyObject_CallMethod(numpy, "dtype", "(O)", typestr);
    Py_DECREF(numpy);
    if (!dtype && !PyErr_ExceptionMatches(PyExc_MemoryError)) {
        PyErr_Clear();
        PyErr_Format(PyExc_ValueError, "%s: 'typestr' %R is not a data type", CORE_SUAI_ATTRIBUTE,
                     typestr);
    }
    return dtype;
}

/* A text attribute of a numpy.dtype as a bytes object, new. */
static PyObject *dtype_text(PyObject *dtype, const char *name)
{
    PyObject *text = PyObject_GetAttrString(dtype, name);
    PyObject *ascii = text ? PyUnicode_AsASCIIString(text) : NULL;
    Py_XDECREF(text);
    return ascii;
}

/* Its first character; 0 with an exception. */
static char dtype_letter(PyObject *dtype, const char *name)
{
    PyObject *text = dtype_text(dtype, name);
    char letter = text ? *PyBytes_AsString(text) : 0;
    Py_XDECREF(text);
    return letter;
}

/* The dtype's number in our table; -1 for a byte-swapped or unknown one, or with an exception. */
static int known_dtype(PyObject *dtype)
{
    char order = dtype_letter(dtype, "byteorder");
    PyObject *name = order ? dtype_text(dtype, "name") : NULL;
    dpex_dtype known;
    int found = name && order != '>' && !dpex_dtype_from_name(PyBytes_AsString(name), &known);
    Py_XDECREF(name);
    return found ? (int)known : -1;
}

static int read_numpy_dtype(PyObject *dtype, core_suai *suai)
{
    PyObject *itemsize = PyObject_GetAttrString(dtype, "itemsize");
    if (!itemsize) return -1;
    suai->itemsize = PyLong_AsSize_t(itemsize);
    Py_DECREF(itemsize);
    char kind = dtype_letter(dtype, "kind");
    if (PyErr_Occurred()) return -1;
    if (!strchr("biufc", kind))
        return fail("'typestr' must name a bool, integer, real or complex type");
    suai->dtype = known_dtype(dtype);
    return PyErr_Occurred() ? -1 : 0;
}

/* The dtype that a text like "<f8" or "|u1" names; -1 for other texts and objects. Saves most callers a trip to NumPy. */
static int usual_dtype(PyObject *typestr)
{
    static const char kinds[] = "biufc"; /* in the order of dpex_dtype_kind */
    const char *text =
        PyUnicode_CheckExact(typestr) ? PyUnicode_AsUTF8AndSize(typestr, NULL) : NULL;
    if (!text || (*text != '<' && *text != '|')) return -1;
    for (int i = 0; i < DPEX_N_DTYPES; i++) {
        const dpex_dtype_info *info = dpex_dtype_get_info((dpex_dtype)i);
        char name[8];
        PyOS_snprintf(name, sizeof name, "%c%d", kinds[info->kind], info->itemsize);
        if (strcmp(text + 1, name) == 0) return i;
    }
    return -1;
}

static int read_typestr(PyObject *dict, core_suai *suai)
{
    PyObject *typestr = item(dict, "typestr");
    if (!typestr) return fail("'typestr' is missing");
    suai->dtype = usual_dtype(typestr);
    if (suai->dtype >= 0) {
        suai->itemsize = dpex_dtype_get_info((dpex_dtype)suai->dtype)->itemsize;
        return 0;
    }
    PyErr_Clear(); /* a text that is not UTF-8 */
    PyObject *dtype = numpy_dtype(typestr);
    if (!dtype) return -1;
    int failed = read_numpy_dtype(dtype, suai);
    Py_DECREF(dtype);
    return failed;
}

/* ---- 'shape', 'strides', 'offset' ---------------------------------------------------------------------- */

static int read_integers(PyObject *sequence, const char *what, Py_ssize_t n, int64_t *values)
{
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *entry = PySequence_GetItem(sequence, i);
        PyObject *number = entry ? PyNumber_Index(entry) : NULL;
        values[i] = number ? PyLong_AsLongLong(number) : 0;
        Py_XDECREF(number);
        Py_XDECREF(entry);
        if (!PyErr_Occurred()) continue;
        PyErr_Clear();
        PyErr_Format(PyExc_ValueError, "%s: entry %zd of '%s' is not an integer that fits 64 bits",
                     CORE_SUAI_ATTRIBUTE, i, what);
        return -1;
    }
    return 0;
}

/* The number of entries of an optional item; -1 if it cannot be counted. */
static Py_ssize_t count(PyObject *sequence)
{
    Py_ssize_t n = PySequence_Check(sequence) ? PySequence_Size(sequence) : -1;
    if (n < 0) PyErr_Clear();
    return n;
}

static int read_shape(PyObject *dict, core_suai *suai)
{
    PyObject *shape = item(dict, "shape");
    Py_ssize_t n = shape ? count(shape) : -1;
    if (n < 0 || n > DPEX_MAX_NDIM) return fail("'shape' must be a sequence of at most 64 extents");
    suai->nd = (int)n;
    suai->shape = calloc(2 * (size_t)n + 1, sizeof *suai->shape);
    if (!suai->shape) {
        PyErr_NoMemory();
        return -1;
    }
    if (read_integers(shape, "shape", n, suai->shape)) return -1;
    for (Py_ssize_t i = 0; i < n; i++)
        if (suai->shape[i] < 0) return fail("an extent in 'shape' is negative");
    return 0;
}

static int read_strides(PyObject *dict, core_suai *suai)
{
    PyObject *strides = item(dict, "strides");
    if (!strides) return 0;
    if (count(strides) != suai->nd)
        return fail("'strides' must be None or have one entry per extent of 'shape'");
    suai->strides = suai->shape + suai->nd;
    return read_integers(strides, "strides", suai->nd, suai->strides);
}

static int read_offset(PyObject *dict, int64_t *offset)
{
    PyObject *value = item(dict, "offset");
    *offset = 0;
    if (!value) return 0;
    PyObject *number = PyNumber_Index(value);
    *offset = number ? PyLong_AsLongLong(number) : 0;
    Py_XDECREF(number);
    if (!PyErr_Occurred()) return 0;
    PyErr_Clear();
    return fail("'offset' must be an integer that fits 64 bits");
}

/* ---- the extent in memory ------------------------------------------------------------------------------ */

static int is_empty(const core_suai *suai)
{
    for (int i = 0; i < suai->nd; i++)
        if (suai->shape[i] == 0) return 1;
    return 0;
}

/* Locates the elements in an allocation of `size` bytes; start: of the element with all indices 0, offset in elements. */
static int locate(core_suai *suai, int64_t start, int64_t offset, size_t size)
{
    int64_t lowest, highest, item_bytes = (int64_t)suai->itemsize, first, last;
    if (!core_find_extremes(suai->nd, suai->shape, suai->strides, &lowest, &highest) ||
        __builtin_mul_overflow(offset, item_bytes, &offset) ||
        __builtin_add_overflow(start, offset, &suai->offset) ||
        __builtin_mul_overflow(lowest, item_bytes, &first) ||
        __builtin_add_overflow(suai->offset, first, &first) ||
        __builtin_add_overflow(highest, 1, &highest) ||
        __builtin_mul_overflow(highest, item_bytes, &last) ||
        __builtin_add_overflow(suai->offset, last, &last))
        return fail("the extents do not fit 64 bits");
    if (is_empty(suai) && last > (int64_t)size) last = (int64_t)size;
    if (first < 0 || last < first || last > (int64_t)size) {
        PyErr_Format(PyExc_ValueError,
                     "%s: elements lie at bytes %lld to %lld of an allocation of %zu bytes",
                     CORE_SUAI_ATTRIBUTE, (long long)first, (long long)last, size);
        return -1;
    }
    suai->first = (size_t)first;
    suai->bytes = (size_t)(last - first);
    return 0;
}

/* ---- the whole ----------------------------------------------------------------------------------------- */

/* The storage of an object of ours, borrowed; NULL for others. Foreign memory that an array imported is known only to it. */
static dpex_storage *own_storage(PyObject *obj)
{
    if (core_memory_check(obj)) return ((core_memory *)obj)->storage;
    return core_array_check(obj) ? ((core_array *)obj)->array.storage : NULL;
}

static int holds(const dpex_storage *storage, const char *ptr)
{
    const char *start = dpex_storage_get_ptr(storage);
    return start && ptr >= start && ptr <= start + dpex_storage_get_bytes(storage);
}

static int find_storage(PyObject *obj, core_suai *suai, const char *ptr, int64_t *start)
{
    dpex_queue *queue = core_queue_get(suai->queue, "syclobj");
    dpex_storage *own = own_storage(obj);
    if (!queue) return -1;
    if (own && holds(own, ptr))
        suai->storage = dpex_storage_retain(own);
    else if (dpex_storage_find(dpex_queue_get_context(queue), ptr, &suai->storage))
        return fail(core_suai_inconsistent);
    *start = ptr - (const char *)dpex_storage_get_ptr(suai->storage);
    return 0;
}

static int read_dict(PyObject *obj, PyObject *dict, core_suai *suai)
{
    char *ptr;
    int64_t start, offset;
    if (check_version(dict) || read_data(dict, suai, &ptr) || read_typestr(dict, suai) ||
        read_shape(dict, suai) || read_strides(dict, suai) || read_offset(dict, &offset))
        return -1;
    suai->queue = core_suai_queue(item(dict, "syclobj"), ptr);
    if (!suai->queue || find_storage(obj, suai, ptr, &start)) return -1;
    return locate(suai, start, offset, dpex_storage_get_bytes(suai->storage));
}

int core_suai_read(PyObject *obj, core_suai *suai)
{
    *suai = (core_suai){.dtype = -1};
    PyObject *dict = get_dict(obj);
    if (!dict) return -1;
    int failed = read_dict(obj, dict, suai);
    Py_DECREF(dict);
    if (failed) core_suai_fini(suai);
    return failed;
}

void core_suai_fini(core_suai *suai)
{
    Py_CLEAR(suai->queue);
    dpex_storage_release(suai->storage);
    free(suai->shape);
    *suai = (core_suai){.dtype = -1};
}
