/* Arrays to DLPack, as memory of the device that dlpack_device.c says. A capsule holds the storage, not a Python object: its
 * deleter may run on any thread, without the GIL.
 *
 * Streams: an export waits for our pending work on the memory, so that it is ordered before whatever the consumer does, on
 * whichever stream. The consumer's work on CUDA memory is known to nobody here: before such memory goes back to the pool, the
 * device is waited for. */
#include "dlpack.h"

#include <stdlib.h>

#include "args.h"
#include "array_args.h"
#include "hooks.h"
#include "queue.h"

typedef struct export
{
    union {
        dl_managed legacy;
        dl_versioned versioned;
    };
    dl_origin origin; /* kept; without storage the elements are in host_copy */
    void *host_copy;
    int64_t dims[]; /* shape, then strides */
}
export;

typedef struct request {
    int versioned;
    int copied;
    int unordered; /* stream=-1: the consumer waits by itself */
    dl_device device;
} request;

/* ---- devices --------------------------------------------------------------------------------- */

enum { N_TYPES = 32 };
static PyObject *types[N_TYPES]; /* members of DLDeviceType, fetched once and kept */

static PyObject *get_type(int number)
{
    if (number >= 0 && number < N_TYPES && types[number]) return Py_NewRef(types[number]);
    PyObject *members = core_hook(CORE_HOOK_DLDeviceType);
    PyObject *type = members ? PyObject_CallFunction(members, "i", number) : NULL;
    if (type && number >= 0 && number < N_TYPES) types[number] = Py_NewRef(type);
    return type;
}

static PyObject *device_tuple(dl_device device)
{
    PyObject *type = get_type((int)device.type);
    return type ? Py_BuildValue("(Ni)", type, (int)device.id) : NULL;
}

PyObject *core_array_dlpack_device(PyObject *self, PyObject *ignored)
{
    (void)ignored;
    return device_tuple(core_dlpack_device_of(&((core_array *)self)->array));
}

/* ---- capsules -------------------------------------------------------------------------------- */

/* Without the wait the pool could hand out memory that a consumer's kernel still writes. */
static void release_shared(dpex_storage *storage)
{
    dpex_device *device = storage ? dpex_storage_get_device(storage) : NULL;
    if (device && dpex_device_get_cuda_ordinal(device) >= 0) dpex_device_synchronize(device);
    dpex_storage_release(storage);
}

static void destroy(export *e)
{
    release_shared(e->origin.storage);
    dpex_queue_release(e->origin.queue);
    free(e->host_copy);
    free(e);
}

static void delete_legacy(dl_managed *managed)
{
    destroy(managed->manager);
}

static void delete_versioned(dl_versioned *managed)
{
    destroy(managed->manager);
}

/* A consumer renames the capsule and calls the deleter itself; a capsule that nobody consumed
 * deletes here. */
static void drop_legacy(PyObject *capsule)
{
    if (!PyCapsule_IsValid(capsule, "dltensor")) return;
    dl_managed *managed = PyCapsule_GetPointer(capsule, "dltensor");
    managed->deleter(managed);
}

static void drop_versioned(PyObject *capsule)
{
    if (!PyCapsule_IsValid(capsule, "dltensor_versioned")) return;
    dl_versioned *managed = PyCapsule_GetPointer(capsule, "dltensor_versioned");
    managed->deleter(managed);
}

const dl_origin *core_dlpack_origin(const dl_managed *managed)
{
    return managed->deleter == delete_legacy ? &((const export *)managed->manager)->origin : NULL;
}

const dl_origin *core_dlpack_origin_versioned(const dl_versioned *managed)
{
    return managed->deleter == delete_versioned ? &((const export *)managed->manager)->origin
                                                : NULL;
}

static void describe(export *e, const dpex_array *x, dl_device device, dl_tensor *tensor)
{
    const dpex_dtype_info *info = dpex_dtype_get_info(x->dtype);
    *tensor = (dl_tensor){.device = device,
                          .ndim = x->nd,
                          .code = info->dlpack_code,
                          .bits = (uint8_t)(8 * info->itemsize),
                          .lanes = 1,
                          .shape = e->dims,
                          .strides = e->dims + x->nd};
}

static export *export_new(const dpex_array *x)
{
    export *e = calloc(1, sizeof *e + 2 * sizeof(int64_t) * (size_t)x->nd);
    if (!e) {
        PyErr_NoMemory();
        return NULL;
    }
    for (int i = 0; i < x->nd; i++) {
        e->dims[i] = x->shape[i];
        e->dims[x->nd + i] = x->strides[i];
    }
    return e;
}

static PyObject *to_capsule(export *e, const dpex_array *x, const request *r, void *data)
{
    PyObject *capsule;
    if (r->versioned) {
        uint64_t flags = x->flags & DPEX_ARRAY_WRITABLE || r->copied ? 0 : DL_READ_ONLY;
        if (r->copied) flags |= DL_IS_COPIED;
        e->versioned = (dl_versioned){DL_MAJOR, DL_MINOR, e, delete_versioned, flags, {0}};
        describe(e, x, r->device, &e->versioned.tensor);
        e->versioned.tensor.data = data;
        capsule = PyCapsule_New(&e->versioned, "dltensor_versioned", drop_versioned);
    } else {
        e->legacy = (dl_managed){.manager = e, .deleter = delete_legacy};
        describe(e, x, r->device, &e->legacy.tensor);
        e->legacy.tensor.data = data;
        capsule = PyCapsule_New(&e->legacy, "dltensor", drop_legacy);
    }
    if (!capsule) destroy(e);
    return capsule;
}

/* The memory itself. */
static PyObject *share(const dpex_array *x, const request *r)
{
    export *e = export_new(x);
    if (!e) return NULL;
    dpex_storage_export(x->storage);
    void *data = dpex_array_get_ptr(x);
    if (!data && x->size > 0) {
        destroy(e);
        PyErr_SetString(PyExc_BufferError, "memory of this device has no pointers to share");
        return NULL;
    }
    e->origin = (dl_origin){dpex_storage_retain(x->storage), dpex_queue_retain(x->queue)};
    return to_capsule(e, x, r, data);
}

/* ---- copies ---------------------------------------------------------------------------------- */

/* A dense copy in plain host memory. */
static PyObject *copy_to_host(const dpex_array *x, const request *r)
{
    export *e = export_new(x);
    if (!e) return NULL;
    int64_t step = 1, itemsize = dpex_dtype_get_info(x->dtype)->itemsize,
            strides_bytes[DPEX_MAX_NDIM];
    for (int i = x->nd - 1; i >= 0; i--) {
        e->dims[x->nd + i] = step;
        strides_bytes[i] = step * itemsize;
        step *= x->shape[i];
    }
    size_t bytes = (size_t)(x->size * itemsize);
    e->host_copy = malloc(bytes ? bytes : 1);
    if (!e->host_copy) {
        destroy(e);
        return PyErr_NoMemory();
    }
    dpex_status status;
    do {
        Py_BEGIN_ALLOW_THREADS
        status = dpex_array_to_host(x, e->host_copy, strides_bytes);
        Py_END_ALLOW_THREADS
    } while (core_is_to_repeat(status));
    if (!status) return to_capsule(e, x, r, e->host_copy);
    destroy(e);
    return core_raise(status);
}

static PyObject *copy_on(const dpex_array *x, const request *r, dpex_queue *queue,
                         dpex_usm_kind kind)
{
    dpex_array copied;
    dpex_status status;
    Py_BEGIN_ALLOW_THREADS
    status = dpex_array_cast_new(x, x->dtype, DPEX_ORDER_K, kind, queue, &copied);
    Py_END_ALLOW_THREADS
    if (status) return core_raise(status);
    PyObject *capsule = core_array_wait(&copied) ? NULL : share(&copied, r);
    dpex_array_fini(&copied);
    return capsule;
}

/* A copy on the device asked for. */
static PyObject *copy_to_device(const dpex_array *x, const request *r)
{
    dpex_device *device = NULL;
    dpex_queue *queue = x->queue;
    dpex_status status = core_dlpack_find_device(r->device, &device);
    if (!status && device && device != dpex_queue_get_device(queue))
        status = dpex_queue_get_cached(device, &queue);
    if (status) return core_raise(status);
    return copy_on(x, r, queue, core_dlpack_kind_of(r->device, dpex_storage_get_kind(x->storage)));
}

/* Where the array's own device has the name asked for, the copy stays there, in its kind of memory. */
static PyObject *copy(const dpex_array *x, const request *r)
{
    const dl_device own = core_dlpack_device_of(x);
    const dpex_usm_kind kind = dpex_storage_get_kind(x->storage);
    if (own.type == r->device.type && own.id == r->device.id && kind != DPEX_USM_UNKNOWN)
        return copy_on(x, r, x->queue, kind);
    return r->device.type == DL_CPU ? copy_to_host(x, r) : copy_to_device(x, r);
}

/* ---- the request ----------------------------------------------------------------------------- */

/* A long that is no int is refused, since it would become another number: 2**32 + 1 becomes 1. */
static int parse_int(PyObject *object, const char *what, int *value)
{
    int overflow;
    const long number = PyLong_AsLongAndOverflow(object, &overflow);
    if (number == -1 && PyErr_Occurred()) return -1;
    *value = (int)number;
    if (!overflow && *value == number) return 0;
    PyErr_Format(PyExc_OverflowError, "%s has %R, which does not fit 32 bits", what, object);
    return -1;
}

static int parse_pair(PyObject *object, const char *what, int *first, int *second)
{
    if (PyTuple_Check(object) && PyTuple_Size(object) == 2) {
        if (parse_int(PyTuple_GetItem(object, 0), what, first)) return -1;
        return parse_int(PyTuple_GetItem(object, 1), what, second);
    }
    core_type_error(what, "None or a tuple of two ints", object);
    return -1;
}

static int check_device(dl_device wanted)
{
    dpex_device *device = NULL;
    if (wanted.type == DL_CPU && wanted.id == 0) return 0;
    dpex_status status =
        wanted.type == DL_CPU ? DPEX_SUCCESS : core_dlpack_find_device(wanted, &device);
    if (status) {
        core_raise(status);
        return -1;
    }
    if (device) return 0;
    PyErr_Format(PyExc_BufferError,
                 "dl_device (%d, %d) is neither (kDLCPU, 0), nor a CUDA device, nor kDLOneAPI (14) "
                 "with a number of dpctl.get_devices()",
                 (int)wanted.type, (int)wanted.id);
    return -1;
}

/* CUDA's streams: 1 is the legacy default stream, 2 the one of each thread, others are handles. */
static int parse_cuda_stream(PyObject *stream, request *r)
{
    int overflow;
    long long handle = PyLong_AsLongLongAndOverflow(stream, &overflow);
    r->unordered = handle == -1 && !overflow;
    if (r->unordered || overflow > 0 || handle > 0) return 0;
    PyErr_SetString(PyExc_ValueError,
                    "a CUDA stream is -1 (no waiting), 1, 2 or a handle; 0 is ambiguous");
    return -1;
}

static int parse_stream(const dpex_array *x, PyObject *stream, request *r)
{
    if (!core_is_given(stream)) return 0;
    if (r->device.type == DL_CPU && core_dlpack_device_of(x).type != DL_CPU) {
        PyErr_SetString(PyExc_ValueError, "stream must be None for a copy to the host");
        return -1;
    }
    if (core_dlpack_is_cuda(r->device) && PyLong_CheckExact(stream))
        return parse_cuda_stream(stream, r);
    return core_queue_get(stream, "stream") ? 0
                                            : -1; /* the export waits, so any queue may follow */
}

/* DLPack names a device by its number, which says nothing of a context: only the platform's
 * default one is meant. */
static int check_context(const dpex_array *x)
{
    dpex_device *device = dpex_queue_get_device(x->queue);
    dpex_context *usual = NULL;
    if (dpex_device_get_parent(device)) return 0;
    dpex_status status =
        dpex_platform_get_default_context(dpex_device_get_platform(device), &usual);
    if (status) {
        core_raise(status);
        return -1;
    }
    if (usual == dpex_queue_get_context(x->queue)) return 0;
    PyErr_SetString(core.dlpack_creation_error,
                    "only arrays in the platform's default context can be exported");
    return -1;
}

static PyObject *export_array(const dpex_array *x, request *r, PyObject *wanted)
{
    int same = core_dlpack_is_at(x, r->device);
    if (!same && wanted == Py_False) {
        PyErr_SetString(PyExc_BufferError,
                        "the array lies on another device, which copy=False forbids to leave");
        return NULL;
    }
    if (r->device.type == DL_ONEAPI && same && check_context(x)) return NULL;
    if (!r->unordered && core_array_wait(x)) return NULL;
    r->copied = !same || wanted == Py_True;
    if (!r->copied && !r->versioned && !(x->flags & DPEX_ARRAY_WRITABLE)) {
        PyErr_SetString(PyExc_BufferError,
                        "a read-only array needs DLPack 1.0 or later (max_version)");
        return NULL;
    }
    return r->copied ? copy(x, r) : share(x, r);
}

PyObject *core_array_dlpack(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    static const core_params params = {
        "__dlpack__", 0, {"stream", "max_version", "dl_device", "copy", NULL}, .n_keyword_only = 4};
    CORE_VALUES(params);
    if (core_bind(&params, args, n, kwnames, values)) return NULL;
    const dpex_array *x = &((core_array *)self)->array;
    request r = {.device = core_dlpack_device_of(x)};
    int major = 0, minor = 0, type = r.device.type, id = r.device.id;
    if (core_is_given(values[1]) && parse_pair(values[1], "max_version", &major, &minor))
        return NULL;
    if (core_is_given(values[2]) && parse_pair(values[2], "dl_device", &type, &id)) return NULL;
    r.versioned = major >= 1;
    r.device = (dl_device){type, id};
    PyObject *wanted = values[3] ? values[3] : Py_None;
    if (wanted != Py_None && !PyBool_Check(wanted))
        return core_type_error("copy", "None, True or False", wanted);
    if (check_device(r.device) || parse_stream(x, values[0], &r)) return NULL;
    return export_array(x, &r, wanted);
}
