/* The constructors of both array types: an array over memory that is allocated here, or that a
 * MemoryUSM* object or another array holds.
 *
 *     usm_ndarray(shape, dtype, strides, buffer, offset, order, buffer_ctor_kwargs, array_namespace)
 *     dpnp.ndarray(shape, dtype, buffer, offset, strides, order, device, usm_type, sycl_queue)
 *
 * Strides of the first count elements, of the second bytes; offsets count elements in both. */
#include "args.h"
#include "array.h"
#include "array_args.h"
#include "dtype.h"
#include "memory.h"
#include "queue.h"
#include "spare.h"

typedef struct request {
    PyObject *dtype, *buffer, *buffer_kwargs, *array_namespace;
    PyObject *device, *sycl_queue;
    int nd;
    int64_t shape[DPEX_MAX_NDIM];
    int64_t strides[DPEX_MAX_NDIM]; /* elements */
    int64_t offset;                 /* elements */
    int64_t lowest, highest;        /* displacements of the extreme elements, in elements */
    dpex_order order;
    dpex_dtype element;
} request;

/* ---- layout ---------------------------------------------------------------------------------- */

static int check_extents(const request *r)
{
    for (int i = 0; i < r->nd; i++) {
        if (r->shape[i] >= 0) continue;
        PyErr_Format(PyExc_ValueError, "shape: extent %lld of axis %d is negative",
                     (long long)r->shape[i], i);
        return -1;
    }
    return 0;
}

static int overflow(void)
{
    PyErr_SetString(PyExc_ValueError,
                    "the array is too large: its extent in bytes does not fit 64 bits");
    return -1;
}

static int fill_strides(request *r)
{
    int64_t step = 1;
    for (int i = 0; i < r->nd; i++) {
        int axis = r->order == DPEX_ORDER_C ? r->nd - 1 - i : i;
        r->strides[axis] = step;
        int64_t extent = r->shape[axis] > 1 ? r->shape[axis] : 1;
        if (__builtin_mul_overflow(step, extent, &step)) return overflow();
    }
    return 0;
}

static int parse_strides(PyObject *object, request *r)
{
    if (!core_is_given(object)) return fill_strides(r);
    int n = 0;
    if (core_parse_shape("strides", object, r->strides, &n)) return -1;
    if (n == r->nd) return 0;
    PyErr_Format(PyExc_ValueError, "strides has %d entries for a shape of %d", n, r->nd);
    return -1;
}

static int find_extremes(request *r)
{
    return core_find_extremes(r->nd, r->shape, r->strides, &r->lowest, &r->highest) ? 0
                                                                                    : overflow();
}

/* Checks that the elements lie in `bytes` bytes of memory. */
static int check_capacity(const request *r, int64_t bytes)
{
    int64_t itemsize = dpex_dtype_get_info(r->element)->itemsize;
    int64_t first = 0, last = 0;
    if (__builtin_add_overflow(r->offset, r->lowest, &first) ||
        __builtin_add_overflow(r->offset, r->highest, &last) ||
        __builtin_add_overflow(last, 1, &last) || __builtin_mul_overflow(last, itemsize, &last))
        return overflow();
    if (first >= 0 && last <= bytes) return 0;
    PyErr_Format(PyExc_ValueError,
                 "the buffer of %lld bytes cannot hold elements %lld to %lld of %lld bytes each "
                 "that shape, strides "
                 "and offset ask for",
                 (long long)bytes, (long long)first, (long long)(r->offset + r->highest),
                 (long long)itemsize);
    return -1;
}

/* ---- the element type ------------------------------------------------------------------------ */

static int choose_dtype(request *r, dpex_queue *queue)
{
    if (!core_is_given(r->dtype)) {
        r->element = dpex_dtype_default(DPEX_KIND_REAL, dpex_queue_get_device(queue));
        return 0;
    }
    return core_dtype_parse(r->dtype, &r->element) ? -1 : core_dtype_check(r->element, queue);
}

/* ---- the memory ------------------------------------------------------------------------------ */

static dpex_status view_of(const request *r, dpex_storage *storage, int64_t first_byte,
                           dpex_queue *queue, uint32_t flags, dpex_array *array)
{
    int64_t itemsize = dpex_dtype_get_info(r->element)->itemsize;
    return dpex_array_init_view(storage, queue, r->element, first_byte + r->offset * itemsize,
                                r->nd, r->shape, r->strides, flags, array);
}

/* Options of new memory: the keywords of a MemoryUSM* object. Arrays are aligned already, so an alignment is only checked. */
static int check_kwargs(PyObject *kwargs)
{
    static const char *const known[] = {"alignment", "queue", "copy"};
    PyObject *key, *value;
    Py_ssize_t at = 0;
    if (!PyDict_Check(kwargs)) {
        core_type_error("buffer_ctor_kwargs", "a dict", kwargs);
        return -1;
    }
    while (PyDict_Next(kwargs, &at, &key, &value)) {
        int is_known = 0;
        for (size_t i = 0; i < sizeof known / sizeof *known && PyUnicode_Check(key); i++)
            is_known |= PyUnicode_CompareWithASCIIString(key, known[i]) == 0;
        if (is_known) continue;
        PyErr_Format(PyExc_TypeError,
                     "buffer_ctor_kwargs has no key %R; there are alignment, queue and copy", key);
        return -1;
    }
    value = PyDict_GetItemString(kwargs, "alignment");
    return value && PyLong_AsLong(value) == -1 && PyErr_Occurred() ? -1 : 0;
}

static int find_queue(const request *r, dpex_queue **queue)
{
    PyObject *kwargs = r->buffer_kwargs;
    if (kwargs && check_kwargs(kwargs)) return -1;
    PyObject *given = kwargs ? PyDict_GetItemString(kwargs, "queue") : r->sycl_queue;
    return core_parse_placement_or_default(r->device, given, queue);
}

/* The memory from the lowest element to the highest. */
static int bytes_between(const request *r, int64_t *bytes)
{
    int64_t elems = 0;
    if (__builtin_sub_overflow(r->highest, r->lowest, &elems) ||
        __builtin_add_overflow(elems, 1, &elems) ||
        __builtin_mul_overflow(elems, dpex_dtype_get_info(r->element)->itemsize, bytes))
        return overflow();
    return 0;
}

/* Space for strides below zero is made too: there the first element stands behind the others. */
static int in_new_memory(request *r, dpex_usm_kind kind, core_array *out)
{
    dpex_queue *queue = NULL;
    if (find_queue(r, &queue)) return -1;
    dpex_storage *storage = NULL;
    int failed = choose_dtype(r, queue);
    int64_t bytes = 0;
    if (!failed) failed = bytes_between(r, &bytes);
    if (!failed && r->offset == 0) r->offset = -r->lowest;
    if (!failed) failed = check_capacity(r, bytes);
    if (!failed) {
        dpex_status status = dpex_storage_create_ordered(queue, (size_t)bytes, kind, &storage);
        if (!status) status = view_of(r, storage, 0, queue, DPEX_ARRAY_WRITABLE, &out->array);
        if (status) core_raise(status);
        failed = status ? -1 : 0;
    }
    dpex_storage_release(storage);
    dpex_queue_release(queue);
    return failed;
}

static int in_memory_object(request *r, core_memory *memory, core_array *out)
{
    dpex_queue *queue = core_queue_get(memory->queue, "buffer.sycl_queue");
    if (!queue || choose_dtype(r, queue) || check_capacity(r, memory->nbytes)) return -1;
    dpex_status status = view_of(r, memory->storage, (int64_t)memory->offset, queue,
                                 DPEX_ARRAY_WRITABLE, &out->array);
    if (status) {
        core_raise(status);
        return -1;
    }
    core_array_set_base(out, (PyObject *)memory);
    return 0;
}

static int in_memory_of_array(request *r, core_array *of, core_array *out)
{
    dpex_array *x = &of->array;
    if (choose_dtype(r, x->queue) || check_capacity(r, (int64_t)dpex_storage_get_bytes(x->storage)))
        return -1;
    dpex_status status = view_of(r, x->storage, 0, x->queue, x->flags, &out->array);
    if (status) core_raise(status);
    return status ? -1 : 0;
}

static int take_memory(request *r, core_array *out)
{
    if (r->buffer && PyBytes_Check(r->buffer)) {
        PyObject *text = PyUnicode_FromEncodedObject(r->buffer, "ascii", "strict");
        if (!text) return -1;
        dpex_usm_kind kind = DPEX_USM_DEVICE;
        int failed = core_parse_usm_kind(text, &kind);
        Py_DECREF(text);
        return failed ? -1 : in_new_memory(r, kind, out);
    }
    dpex_usm_kind kind = DPEX_USM_DEVICE;
    if (!r->buffer || PyUnicode_Check(r->buffer))
        return core_parse_usm_kind(r->buffer, &kind) ? -1 : in_new_memory(r, kind, out);
    if (core_array_check(r->buffer)) return in_memory_of_array(r, (core_array *)r->buffer, out);
    if (core_memory_check(r->buffer)) return in_memory_object(r, (core_memory *)r->buffer, out);
    PyErr_Format(
        PyExc_ValueError,
        "buffer %R is neither 'device', 'shared' or 'host' nor a MemoryUSM* object nor an array",
        r->buffer);
    return -1;
}

/* ---- the constructors ------------------------------------------------------------------------ */

static int parse_layout(PyObject *shape, PyObject *strides, PyObject *order, const char *allowed,
                        request *r)
{
    r->order = DPEX_ORDER_C;
    if (core_parse_shape("shape", shape, r->shape, &r->nd) || check_extents(r)) return -1;
    if (core_parse_order(order, allowed, &r->order)) return -1;
    if (r->order != DPEX_ORDER_F) r->order = DPEX_ORDER_C; /* 'A' and 'K' of no other array */
    return parse_strides(strides, r);
}

static PyObject *create(PyTypeObject *type, request *r)
{
    if (find_extremes(r)) return NULL;
    core_array *out = core_spare_new(type);
    if (!out) return NULL;
    if (take_memory(r, out)) {
        out->array.storage = NULL;
        Py_DECREF(out);
        return NULL;
    }
    if (core_is_given(r->array_namespace)) {
        Py_DECREF(out->array_namespace);
        out->array_namespace = Py_NewRef(r->array_namespace);
    }
    PyObject *made = core_array_finish(out, DPEX_SUCCESS);
    if (made && core_array_check_alignment(&out->array)) Py_CLEAR(made);
    return made;
}

PyObject *core_array_create(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    CORE_NAMED("usm_ndarray");
    static char *names[] = {
        "shape",           "dtype", "strides", "buffer", "offset", "order", "buffer_ctor_kwargs",
        "array_namespace", NULL};
    PyObject *shape, *strides = NULL, *order = NULL;
    request r = {0};
    Py_ssize_t offset = 0;
    PyObject *offset_object = NULL;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|OOOOOOO:usm_ndarray", names, &shape, &r.dtype,
                                     &strides, &r.buffer, &offset_object, &order, &r.buffer_kwargs,
                                     &r.array_namespace))
        return NULL;
    if (core_parse_ssize(offset_object, "offset", &offset)) return NULL;
    r.offset = offset;
    return parse_layout(shape, strides, order, "CF", &r) ? NULL : create(type, &r);
}

/* Strides in bytes become strides in elements; the dtype must be known for it. */
static int divide_strides(request *r, dpex_queue *queue)
{
    if (choose_dtype(r, queue)) return -1;
    int64_t itemsize = dpex_dtype_get_info(r->element)->itemsize;
    for (int i = 0; i < r->nd; i++) {
        if (r->strides[i] % itemsize) {
            PyErr_Format(
                PyExc_ValueError,
                "strides: %lld bytes along axis %d are not a multiple of the itemsize %lld",
                (long long)r->strides[i], i, (long long)itemsize);
            return -1;
        }
        r->strides[i] /= itemsize;
    }
    return 0;
}

static int divide_given_strides(PyObject *strides, request *r)
{
    if (!core_is_given(strides)) return 0;
    dpex_queue *queue = NULL;
    if (find_queue(r, &queue)) return -1;
    int failed = divide_strides(r, queue);
    dpex_queue_release(queue);
    return failed;
}

PyObject *core_ndarray_create(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    CORE_NAMED("ndarray");
    static char *names[] = {"shape", "dtype",  "buffer",   "offset",     "strides",
                            "order", "device", "usm_type", "sycl_queue", NULL};
    PyObject *shape, *strides = NULL, *order = NULL, *usm_type = NULL;
    request r = {0};
    Py_ssize_t offset = 0;
    PyObject *offset_object = NULL;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|OOOOOOOO:ndarray", names, &shape, &r.dtype,
                                     &r.buffer, &offset_object, &strides, &order, &r.device,
                                     &usm_type, &r.sycl_queue))
        return NULL;
    if (core_parse_ssize(offset_object, "offset", &offset)) return NULL;
    r.offset = offset;
    if (core_is_given(usm_type) && !PyUnicode_Check(usm_type))
        return core_type_error("usm_type", "None or a str", usm_type);
    if (!core_is_given(r.buffer)) r.buffer = core_is_given(usm_type) ? usm_type : NULL;
    if (parse_layout(shape, strides, order, "CFAK", &r) || divide_given_strides(strides, &r))
        return NULL;
    return create(type, &r);
}
