/* DLPack to arrays: array_from_dlpack_capsule(capsule, stays). The memory is not copied. Memory of ours keeps its kind and, if
 * it `stays`, its queue; else it is on the device that the capsule names. Pointers that
 * our pool knows keep their device and kind; other host memory becomes USM memory of kind "host"
 * on the CPU, and CUDA's memory such of the CUDA device with that ordinal. The producer's deleter is called once, with the GIL held, when the last array over
 * the memory has gone. */
#include <string.h>

#include "array_args.h"
#include "dlpack.h"
#include "drop.h"

/* ---- the producer's memory ------------------------------------------------------------------- */

static const char owner_legacy[] = "opendpex.dlpack",
                  owner_versioned[] = "opendpex.dlpack_versioned";

/* The deleters may run Python code, and an exception may be on its way while they do. */
static void delete_legacy(PyObject *owner)
{
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    dl_managed *managed = PyCapsule_GetPointer(owner, owner_legacy);
    if (managed && managed->deleter) managed->deleter(managed);
    PyErr_Restore(type, value, traceback);
}

static void delete_versioned(PyObject *owner)
{
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    dl_versioned *managed = PyCapsule_GetPointer(owner, owner_versioned);
    if (managed && managed->deleter) managed->deleter(managed);
    PyErr_Restore(type, value, traceback);
}

typedef struct source {
    const dl_tensor *tensor;
    PyObject *owner; /* a capsule of our own whose destructor calls the producer's deleter */
    const dl_origin *origin; /* NULL: of another library */
    int read_only;
} source;

static int refuse_version(const dl_versioned *managed)
{
    if (managed->major <= DL_MAJOR) return 0;
    PyErr_Format(PyExc_BufferError, "DLPack %u.%u is newer than %d.%d", managed->major,
                 managed->minor, DL_MAJOR, DL_MINOR);
    return -1;
}

/* The capsule that owns the content from now on. The other one keeps it where this fails. */
static PyObject *take_over(PyObject *capsule, void *managed, const char *used_name,
                           const char *owner_name, PyCapsule_Destructor delete)
{
    PyObject *owner = PyCapsule_New(managed, owner_name, NULL);
    if (!owner) return NULL;
    /* Of two owners none would be left with the content: the new one gets its destructor last. */
    if (PyCapsule_SetName(capsule, used_name) || PyCapsule_SetDestructor(owner, delete)) {
        Py_DECREF(owner);
        return NULL;
    }
    return owner;
}

/* Takes over the content of a capsule, which is used up thereby. */
static int consume(PyObject *capsule, source *s)
{
    *s = (source){0};
    if (PyCapsule_IsValid(capsule, "dltensor_versioned")) {
        dl_versioned *managed = PyCapsule_GetPointer(capsule, "dltensor_versioned");
        if (refuse_version(managed)) return -1;
        s->tensor = &managed->tensor;
        s->read_only = (managed->flags & DL_READ_ONLY) != 0;
        s->origin = core_dlpack_origin_versioned(managed);
        s->owner = take_over(capsule, managed, "used_dltensor_versioned", owner_versioned,
                             delete_versioned);
        return s->owner ? 0 : -1;
    }
    if (PyCapsule_IsValid(capsule, "dltensor")) {
        dl_managed *managed = PyCapsule_GetPointer(capsule, "dltensor");
        s->tensor = &managed->tensor;
        s->origin = core_dlpack_origin(managed);
        s->owner = take_over(capsule, managed, "used_dltensor", owner_legacy, delete_legacy);
        return s->owner ? 0 : -1;
    }
    PyErr_SetString(
        PyExc_ValueError,
        "a capsule named dltensor or dltensor_versioned is needed; one can be used once only");
    return -1;
}

/* ---- its layout ------------------------------------------------------------------------------ */

typedef struct layout {
    dpex_dtype dtype;
    char *first;           /* the element with all indices 0 */
    int64_t lowest, bytes; /* from there, in bytes */
} layout;

static int find_dtype(const dl_tensor *tensor, dpex_dtype *dtype)
{
    for (int i = 0; i < DPEX_N_DTYPES && tensor->lanes == 1; i++) {
        const dpex_dtype_info *info = dpex_dtype_get_info((dpex_dtype)i);
        if (info->dlpack_code != tensor->code || 8 * info->itemsize != tensor->bits) continue;
        *dtype = (dpex_dtype)i;
        return 0;
    }
    PyErr_Format(PyExc_BufferError,
                 "DLPack data type (code %d, %d bits, %d lanes) has no dtype here", tensor->code,
                 tensor->bits, tensor->lanes);
    return -1;
}

static int check_shape(const dl_tensor *tensor)
{
    if (tensor->ndim < 0 || tensor->ndim > DPEX_MAX_NDIM) {
        PyErr_Format(PyExc_BufferError, "%d dimensions, 0 to %d are possible", (int)tensor->ndim,
                     DPEX_MAX_NDIM);
        return -1;
    }
    if (tensor->ndim && !tensor->shape) {
        PyErr_Format(PyExc_BufferError, "no shape for %d dimensions", (int)tensor->ndim);
        return -1;
    }
    for (int i = 0; i < tensor->ndim; i++) {
        if (tensor->shape[i] >= 0) continue;
        PyErr_Format(PyExc_BufferError, "extent %lld of axis %d is negative",
                     (long long)tensor->shape[i], i);
        return -1;
    }
    return 0;
}

static int is_empty(const dl_tensor *tensor)
{
    for (int i = 0; i < tensor->ndim; i++)
        if (tensor->shape[i] == 0) return 1;
    return 0;
}

/* Where the bytes lie, all of them in the address space: nobody knows more of foreign memory. */
static int locate(const dl_tensor *tensor, layout *l)
{
    int64_t itemsize = dpex_dtype_get_info(l->dtype)->itemsize, elems, highest;
    uint64_t start = (uint64_t)(uintptr_t)tensor->data, first, end;
    int fails =
        !core_find_extremes(tensor->ndim, tensor->shape, tensor->strides, &l->lowest, &highest) ||
        __builtin_sub_overflow(highest, l->lowest, &elems) ||
        __builtin_add_overflow(elems, 1, &elems) ||
        __builtin_mul_overflow(elems, itemsize, &l->bytes) ||
        __builtin_mul_overflow(l->lowest, itemsize, &l->lowest) ||
        __builtin_add_overflow(start, tensor->byte_offset, &start) ||
        __builtin_sub_overflow(start, 0 - (uint64_t)l->lowest, &first) ||
        __builtin_add_overflow(first, (uint64_t)l->bytes, &end) || end > INTPTR_MAX;
    if (fails && !is_empty(tensor)) {
        PyErr_SetString(PyExc_BufferError,
                        "shape, strides and byte_offset reach beyond the address space");
        return -1;
    }
    l->first = (char *)(uintptr_t)start;
    return 0;
}

static int check_data(const dl_tensor *tensor, const layout *l)
{
    int unit = dpex_dtype_get_info(l->dtype)->itemsize;
    if (dpex_dtype_get_info(l->dtype)->kind == DPEX_KIND_COMPLEX) unit /= 2;
    if (is_empty(tensor)) return 0;
    if (!tensor->data) {
        PyErr_SetString(PyExc_BufferError, "the data of a tensor with elements is NULL");
        return -1;
    }
    if ((uintptr_t)l->first % (uintptr_t)unit == 0) return 0;
    PyErr_Format(PyExc_BufferError, "the data is not aligned to its elements of %d bytes", unit);
    return -1;
}

static int read_layout(const dl_tensor *tensor, layout *l)
{
    if (check_shape(tensor) || find_dtype(tensor, &l->dtype) || locate(tensor, l)) return -1;
    return check_data(tensor, l);
}

/* ---- its device ------------------------------------------------------------------------------ */

static int find_queue(const source *s, dpex_queue **queue)
{
    dpex_device *device = NULL;
    if (s->origin) {
        *queue = s->origin->queue;
        return 0;
    }
    dpex_status status = core_dlpack_find_device(s->tensor->device, &device);
    if (status) {
        core_raise_as(PyExc_BufferError, status);
        return -1;
    }
    if (!device) {
        PyErr_Format(PyExc_BufferError, "DLPack device (%d, %d) is none of ours",
                     (int)s->tensor->device.type, (int)s->tensor->device.id);
        return -1;
    }
    status = dpex_queue_get_cached(device, queue);
    if (status) core_raise(status);
    return status ? -1 : 0;
}

/* The storage that holds all of the memory already, so that its uses stay on one record; NULL:
 * nobody knows it. New. */
static dpex_storage *find_storage(const layout *l, const dpex_queue *queue)
{
    char *lowest = l->first + l->lowest;
    dpex_storage *storage = NULL;
    if (dpex_storage_find(dpex_queue_get_context(queue), lowest, &storage)) return NULL;
    size_t before = (size_t)(lowest - (char *)dpex_storage_get_ptr(storage));
    if (dpex_storage_get_bytes(storage) - before >= (size_t)l->bytes) return storage;
    dpex_storage_release(storage);
    return NULL;
}

/* ---- the array ------------------------------------------------------------------------------- */

static uint32_t flags_of(const source *s)
{
    return s->read_only ? DPEX_ARRAY_LOCKED : DPEX_ARRAY_WRITABLE;
}

/* Our own memory is kept by its storage, so the producer may release it at once. */
static dpex_status see(const source *s, const layout *l, dpex_storage *storage, dpex_queue *queue,
                       dpex_array *out)
{
    int64_t offset = l->first - (char *)dpex_storage_get_ptr(storage);
    return dpex_array_init_view(storage, queue, l->dtype, offset, s->tensor->ndim, s->tensor->shape,
                                s->tensor->strides, flags_of(s), out);
}

/* Wraps the memory; the owner is given up by the storage, or here on failure. */
static dpex_status wrap(const source *s, const layout *l, dpex_queue *queue, dpex_array *out)
{
    core_keep *keep = core_keep_new(s->owner);
    if (!keep) return DPEX_ERROR_NO_MEMORY;
    dpex_storage *storage = NULL;
    dpex_status status = dpex_storage_wrap(queue, l->first + l->lowest, (size_t)l->bytes,
                                           core_dlpack_kind_of(s->tensor->device, DPEX_USM_HOST),
                                           core_keep_drop, keep, &storage);
    if (status) {
        core_keep_drop(keep);
        return status;
    }
    status = dpex_array_init_view(storage, queue, l->dtype, -l->lowest, s->tensor->ndim,
                                  s->tensor->shape, s->tensor->strides, flags_of(s), out);
    dpex_storage_release(storage);
    return status;
}

/* What the producer, and whoever wrote its memory, may still have under way. It was called with stream=1, so that all of it
 * is known to the device. */
static int wait_for_producer(const source *s, dpex_queue *queue)
{
    dpex_status status = DPEX_SUCCESS;
    if (!core_dlpack_is_cuda(s->tensor->device)) return 0;
    Py_BEGIN_ALLOW_THREADS
    status = dpex_device_synchronize(dpex_queue_get_device(queue));
    Py_END_ALLOW_THREADS
    if (status) core_raise(status);
    return status ? -1 : 0;
}

static PyObject *import_memory(const source *s, const layout *l, dpex_queue *queue)
{
    if (wait_for_producer(s, queue)) return NULL;
    dpex_storage *storage =
        s->origin ? dpex_storage_retain(s->origin->storage) : find_storage(l, queue);
    if (!storage && s->tensor->device.type == DL_ONEAPI) {
        PyErr_SetString(PyExc_BufferError,
                        "the pointer is unknown on the device that the capsule names");
        return NULL;
    }
    core_array *out = core_array_new();
    PyObject *made = NULL;
    if (out && storage)
        made = core_array_finish(out, see(s, l, storage, queue, &out->array));
    else if (out)
        made = core_array_finish(out, wrap(s, l, queue, &out->array));
    dpex_storage_release(storage);
    return made;
}

/* Without elements there is no memory to share, and the pointer may be NULL. */
static PyObject *import_empty(const source *s, const layout *l, dpex_queue *queue)
{
    const dpex_usm_kind kind = s->origin ? dpex_storage_get_kind(s->origin->storage)
                                         : core_dlpack_kind_of(s->tensor->device, DPEX_USM_HOST);
    core_array *out = core_array_new();
    if (!out) return NULL;
    return core_array_finish(out,
                             dpex_array_init(queue, l->dtype, s->tensor->ndim, s->tensor->shape,
                                             DPEX_ORDER_C, kind, &out->array));
}

static PyObject *import(const source *s)
{
    layout l;
    dpex_queue *queue = NULL;
    if (read_layout(s->tensor, &l) || find_queue(s, &queue)) return NULL;
    return is_empty(s->tensor) ? import_empty(s, &l, queue) : import_memory(s, &l, queue);
}

static PyObject *array_from_dlpack_capsule(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    (void)self;
    source s;
    if (n != 1 && n != 2)
        return PyErr_Format(PyExc_TypeError, "%zd arguments, 1 or 2 are needed", n);
    const int stays = n == 2 ? PyObject_IsTrue(args[1]) : 1;
    if (stays < 0 || consume(args[0], &s)) return NULL;
    if (!stays || (s.origin && !s.origin->storage)) s.origin = NULL;
    PyObject *array = import(&s);
    Py_DECREF(s.owner);
    return array;
}

/* ---- memory of CUDA that __cuda_array_interface__ shows ------------------------------------------ */

/* A tuple of ints; -1 with an exception. */
static int read_ints(PyObject *tuple, int64_t *values)
{
    const Py_ssize_t n = PyTuple_Size(tuple);
    if (n > DPEX_MAX_NDIM) {
        PyErr_Format(PyExc_BufferError, "%zd dimensions, at most %d are possible", n,
                     DPEX_MAX_NDIM);
        return -1;
    }
    for (Py_ssize_t i = 0; i < n; i++) {
        values[i] = PyLong_AsLongLong(PyTuple_GetItem(tuple, i));
        if (values[i] == -1 && PyErr_Occurred()) return -1;
    }
    return 0;
}

/* array_from_cuda_memory(owner, ordinal, pointer, code, bits, shape, strides, read_only): the array over memory of the CUDA device
 * with that ordinal, which the owner keeps; the data type is DLPack's, strides are in elements. */
static PyObject *array_from_cuda_memory(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *owner, *extents, *steps;
    int ordinal, code, bits, read_only;
    unsigned long long pointer;
    if (!PyArg_ParseTuple(args, "OiKiiO!O!p", &owner, &ordinal, &pointer, &code, &bits,
                          &PyTuple_Type, &extents, &PyTuple_Type, &steps, &read_only))
        return NULL;
    int64_t shape[DPEX_MAX_NDIM], strides[DPEX_MAX_NDIM];
    if (read_ints(extents, shape) || read_ints(steps, strides)) return NULL;
    const dl_tensor tensor = {.data = (void *)(uintptr_t)pointer,
                              .device = {DL_CUDA, ordinal},
                              .ndim = (int32_t)PyTuple_Size(extents),
                              .code = (uint8_t)code,
                              .bits = (uint8_t)bits,
                              .lanes = 1,
                              .shape = shape,
                              .strides = strides};
    const source s = {.tensor = &tensor, .owner = owner, .read_only = read_only};
    return import(&s);
}

static PyMethodDef functions[] = {
    {"array_from_cuda_memory", array_from_cuda_memory, METH_VARARGS, NULL},
    {"array_from_dlpack_capsule", (PyCFunction)(void (*)(void))array_from_dlpack_capsule,
     METH_FASTCALL, NULL},
    {NULL},
};

int core_add_dlpack_import(PyObject *module)
{
    return core_add_functions(module, functions);
}
