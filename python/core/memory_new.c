/* How memory objects come to be: by allocation, as a view of memory that another object shows, or as a copy of it. */
#include "args.h"
#include "memory.h"
#include "queue.h"
#include "suai.h"
#include "truth.h"

/* Below this an allocation is served without system calls, or with cheap ones, and keeps the GIL. */
enum { LONG_ALLOCATION = 1 << 20 };

static PyObject *allocate(PyTypeObject *type, dpex_usm_kind kind, size_t bytes, size_t alignment,
                          PyObject *queue)
{
    dpex_queue *on = core_queue_get(queue, "queue");
    if (!on) return NULL;
    dpex_storage *storage;
    dpex_status status;
    if (bytes < LONG_ALLOCATION) {
        status = dpex_storage_create(on, bytes, alignment, kind, &storage);
    } else {
        Py_BEGIN_ALLOW_THREADS
        status = dpex_storage_create(on, bytes, alignment, kind, &storage);
        Py_END_ALLOW_THREADS
    }
    if (status == DPEX_ERROR_BACKEND) return core_raise_as(core.usm_allocation_error, status);
    CORE_TRY(status);
    return core_memory_window(type, storage, 0, bytes, queue, NULL);
}

PyObject *core_memory_allocate(dpex_usm_kind kind, size_t bytes, size_t alignment, PyObject *queue)
{
    return allocate(core_memory_type(kind), kind, bytes, alignment, queue);
}

/* What a constructor was called with. */
typedef struct request {
    PyTypeObject *type;
    dpex_usm_kind kind;
    PyObject *other, *queue; /* borrowed; queue NULL: the default device's cached queue */
    Py_ssize_t alignment;
    int copy;
    const char *format; /* of the arguments, with the class's name for messages */
} request;

static PyObject *allocate_as_asked(const request *ask, size_t bytes, size_t alignment)
{
    if (ask->queue) return allocate(ask->type, ask->kind, bytes, alignment, ask->queue);
    PyObject *queue = core_queue_cached(NULL);
    if (!queue) return NULL;
    PyObject *memory = allocate(ask->type, ask->kind, bytes, alignment, queue);
    Py_DECREF(queue);
    return memory;
}

/* ---- from a number ------------------------------------------------------------------------------------- */

static PyObject *from_number(const request *ask)
{
    PyObject *number = PyNumber_Index(ask->other);
    if (!number) return NULL;
    int overflow;
    long long bytes = PyLong_AsLongLongAndOverflow(number, &overflow);
    Py_DECREF(number);
    if (overflow > 0 || bytes > PY_SSIZE_T_MAX)
        return PyErr_Format(PyExc_OverflowError, "cannot allocate %S bytes: a size is at most %zd",
                            ask->other, PY_SSIZE_T_MAX);
    if (bytes <= 0)
        return PyErr_Format(PyExc_ValueError,
                            "cannot allocate %S bytes: the number of bytes must be positive",
                            ask->other);
    if (ask->alignment < 0 || (ask->alignment & (ask->alignment - 1)))
        return PyErr_Format(PyExc_ValueError,
                            "alignment must be a power of two, or 0 for the default, got %zd",
                            ask->alignment);
    return allocate_as_asked(ask, (size_t)bytes, (size_t)ask->alignment);
}

/* 1 for Python's ints, and for what numbers.Integral takes for one: NumPy's integers, but no array of them. */
static int is_integral(PyObject *obj)
{
    if (PyLong_Check(obj)) return 1;
    PyObject *numbers = PyImport_ImportModule("numbers");
    if (!numbers) return -1;
    PyObject *integral = PyObject_GetAttrString(numbers, "Integral");
    Py_DECREF(numbers);
    if (!integral) return -1;
    int is = PyObject_IsInstance(obj, integral);
    Py_DECREF(integral);
    return is;
}

/* ---- from memory that there is -------------------------------------------------------------------------- */

static PyObject *copy_of(const request *ask, PyObject *source)
{
    core_memory *src = (core_memory *)source;
    PyObject *memory = allocate_as_asked(ask, (size_t)src->nbytes, 0);
    if (memory && core_memory_copy((core_memory *)memory, src, (size_t)src->nbytes))
        Py_CLEAR(memory);
    return memory;
}

static PyObject *of_other_kind(const request *ask, dpex_usm_kind kind, PyObject *source)
{
    if (ask->copy) return copy_of(ask, source);
    return PyErr_Format(PyExc_ValueError,
                        "USM-%s memory is not USM-%s memory; pass copy=True to copy it",
                        core_usm_kind_name(kind), core_usm_kind_name(ask->kind));
}

/* The same bytes again; the storage keeps them, reference_obj is the source's. */
static PyObject *from_memory(const request *ask)
{
    core_memory *src = (core_memory *)ask->other;
    dpex_usm_kind kind = dpex_storage_get_kind(src->storage);
    if (kind != ask->kind) return of_other_kind(ask, kind, ask->other);
    return core_memory_window(ask->type, dpex_storage_retain(src->storage), src->offset,
                              (size_t)src->nbytes, src->queue, src->refobj);
}

static PyObject *from_suai(const request *ask)
{
    core_suai suai;
    if (core_suai_read(ask->other, &suai)) return NULL;
    dpex_usm_kind kind = dpex_storage_get_kind(suai.storage);
    PyObject *memory;
    if (kind == ask->kind) {
        memory = core_memory_window(ask->type, dpex_storage_retain(suai.storage), suai.first,
                                    suai.bytes, suai.queue, ask->other);
    } else {
        PyObject *source =
            core_memory_from_storage(suai.storage, suai.first, suai.bytes, suai.queue, ask->other);
        memory = source ? of_other_kind(ask, kind, source) : NULL;
        Py_XDECREF(source);
    }
    core_suai_fini(&suai);
    return memory;
}

static PyObject *from_object(const request *ask)
{
    if (core_memory_check(ask->other)) return from_memory(ask);
    int has = core_suai_has(ask->other);
    if (has < 0) return NULL;
    if (has) return from_suai(ask);
    int integral = is_integral(ask->other);
    if (integral < 0) return NULL;
    if (integral) return from_number(ask);
    return PyErr_Format(PyExc_ValueError,
                        "USM memory is made from a number of bytes or an object with "
                        "__sycl_usm_array_interface__, got %R",
                        Py_TYPE(ask->other));
}

static PyObject *construct(request *ask, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"other", "alignment", "queue", "copy", NULL};
    PyObject *copy = Py_False, *alignment = NULL;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, ask->format, names, &ask->other, &alignment,
                                     &ask->queue, &copy))
        return NULL;
    if (core_parse_ssize(alignment, "alignment", &ask->alignment)) return NULL;
    if ((ask->copy = core_flag(copy, "copy")) < 0) return NULL;
    if (ask->queue == Py_None) ask->queue = NULL;
    if (ask->queue && !core_queue_get(ask->queue, "queue")) return NULL;
    return PyLong_Check(ask->other) ? from_number(ask) : from_object(ask);
}

PyObject *core_memory_new_device(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    CORE_NAMED("MemoryUSMDevice");
    request ask = {.type = type, .kind = DPEX_USM_DEVICE, .format = "O|$OOO:MemoryUSMDevice"};
    return construct(&ask, args, kwargs);
}

PyObject *core_memory_new_shared(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    CORE_NAMED("MemoryUSMShared");
    request ask = {.type = type, .kind = DPEX_USM_SHARED, .format = "O|$OOO:MemoryUSMShared"};
    return construct(&ask, args, kwargs);
}

PyObject *core_memory_new_host(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    CORE_NAMED("MemoryUSMHost");
    request ask = {.type = type, .kind = DPEX_USM_HOST, .format = "O|$OOO:MemoryUSMHost"};
    return construct(&ask, args, kwargs);
}

static PyObject *as_usm_memory(PyObject *module, PyObject *obj)
{
    CORE_NAMED("as_usm_memory");
    (void)module;
    core_suai suai;
    if (core_memory_check(obj)) {
        core_memory *src = (core_memory *)obj;
        return core_memory_from_storage(src->storage, src->offset, (size_t)src->nbytes, src->queue,
                                        src->refobj);
    }
    if (core_suai_read(obj, &suai)) return NULL;
    PyObject *memory =
        core_memory_from_storage(suai.storage, suai.first, suai.bytes, suai.queue, obj);
    core_suai_fini(&suai);
    return memory;
}

static PyMethodDef functions[] = {
    {"as_usm_memory", as_usm_memory, METH_O, NULL},
    {NULL},
};

int core_add_memory_new(PyObject *module)
{
    return core_add_functions(module, functions);
}
