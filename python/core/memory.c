/* dpctl.memory's types: _Memory and one subtype for each USM kind.
 *
 * A memory object is a window on a storage. The first one of an allocation owns it alone; further ones (of the same object,
 * or of anything that shows __sycl_usm_array_interface__) share the storage, so that the runtime knows of every use of
 * the bytes whichever object it came through. This file holds the types; the window itself is in memory_window.c, how objects are
 * made from Python values in memory_new.c, what moves bytes in memory_copy.c. */
#include <stddef.h>

#include "caller.h"
#include "context.h"
#include "hooks.h"
#include "memory.h"
#include "queue.h"
#include "wait.h"

static core_memory *as_memory(PyObject *obj)
{
    return (core_memory *)obj;
}

/* ---- lifetime ------------------------------------------------------------------------------------------ */

static int memory_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(as_memory(self)->queue);
    Py_VISIT(as_memory(self)->refobj);
    return 0;
}

/* The queue stays: it is part of no cycle, and methods may still be called on the way down. */
static int memory_clear(PyObject *self)
{
    Py_CLEAR(as_memory(self)->refobj);
    return 0;
}

static void memory_dealloc(PyObject *self)
{
    PyObject_GC_UnTrack(self);
    dpex_storage_release(as_memory(self)->storage);
    Py_CLEAR(as_memory(self)->refobj);
    Py_CLEAR(as_memory(self)->queue);
    core_free(self);
}

/* ---- attributes ---------------------------------------------------------------------------------------- */

static PyObject *get_nbytes(PyObject *self, void *closure)
{
    (void)closure;
    return PyLong_FromSsize_t(as_memory(self)->nbytes);
}

static Py_ssize_t memory_len(PyObject *self)
{
    return as_memory(self)->nbytes;
}

static PyObject *get_pointer(PyObject *self, void *closure)
{
    (void)closure;
    return PyLong_FromVoidPtr(as_memory(self)->memory_ptr);
}

static PyObject *get_queue(PyObject *self, void *closure)
{
    (void)closure;
    return Py_NewRef(as_memory(self)->queue);
}

static PyObject *get_context(PyObject *self, void *closure)
{
    (void)closure;
    return PyObject_GetAttrString(as_memory(self)->queue, "sycl_context");
}

static PyObject *get_device(PyObject *self, void *closure)
{
    (void)closure;
    return PyObject_GetAttrString(as_memory(self)->queue, "sycl_device");
}

static PyObject *get_reference_obj(PyObject *self, void *closure)
{
    (void)closure;
    PyObject *owner = as_memory(self)->refobj;
    return Py_NewRef(owner ? owner : Py_None);
}

/* The second item of 'data' says "writable" here, but arrays that read the dictionary take it for "read only": the
 * reference's two classes disagree, and programs see both. */
static PyObject *get_suai(PyObject *self, void *closure)
{
    (void)closure;
    PyObject *pointer = get_pointer(self, NULL);
    if (!pointer) return NULL;
    return Py_BuildValue("{s:(NO),s:(n),s:O,s:s,s:i,s:O}", "data", pointer, Py_True, "shape",
                         as_memory(self)->nbytes, "strides", Py_None, "typestr", "|u1", "version",
                         1, "syclobj", as_memory(self)->queue);
}

static PyObject *memory_repr(PyObject *self)
{
    PyObject *pointer = get_pointer(self, NULL);
    PyObject *hex = pointer ? PyNumber_ToBase(pointer, 16) : NULL;
    PyObject *text = NULL;
    if (hex)
        text = PyUnicode_FromFormat(
            "<SYCL(TM) USM-%s allocation of %zd bytes at %U>",
            core_usm_kind_name(dpex_storage_get_kind(as_memory(self)->storage)),
            as_memory(self)->nbytes, hex);
    Py_XDECREF(pointer);
    Py_XDECREF(hex);
    return text;
}

/* ---- methods ------------------------------------------------------------------------------------------- */

/* The kind of the memory as the context of syclobj knows it: -1 with an exception if that is neither None, queue nor context. */
static int kind_in(const core_memory *memory, PyObject *syclobj)
{
    if (!syclobj || syclobj == Py_None) return (int)dpex_storage_get_kind(memory->storage);
    const dpex_context *ctx = NULL;
    if (core_queue_check(syclobj))
        ctx = dpex_queue_get_context(core_queue_get(syclobj, "syclobj"));
    else if (core_context_check(syclobj))
        ctx = core_context_get(syclobj, "syclobj");
    if (!ctx) {
        PyErr_Format(PyExc_TypeError, "syclobj must be a SyclContext, a SyclQueue or None, got %R",
                     Py_TYPE(syclobj));
        return -1;
    }
    dpex_pointer_info info;
    dpex_pointer_find(ctx, memory->memory_ptr, &info);
    return (int)info.kind;
}

static PyObject *get_usm_type(PyObject *self, PyObject *args, PyObject *kwargs)
{
    CORE_NAMED("get_usm_type");
    static char *names[] = {"syclobj", NULL};
    PyObject *syclobj = NULL;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|O:get_usm_type", names, &syclobj)) return NULL;
    int kind = kind_in(as_memory(self), syclobj);
    return kind < 0 ? NULL : PyUnicode_FromString(core_usm_kind_name((dpex_usm_kind)kind));
}

static PyObject *get_usm_type_enum(PyObject *self, PyObject *args, PyObject *kwargs)
{
    CORE_NAMED("get_usm_type_enum");
    static char *names[] = {"syclobj", NULL};
    PyObject *syclobj = NULL;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|O:get_usm_type_enum", names, &syclobj))
        return NULL;
    int kind = kind_in(as_memory(self), syclobj);
    return kind < 0 ? NULL : PyLong_FromLong(kind);
}

static PyObject *memory_sizeof(PyObject *self, PyObject *ignored)
{
    (void)ignored;
    return PyLong_FromSsize_t((Py_ssize_t)sizeof(core_memory) + as_memory(self)->nbytes);
}

/* Pickled as (kind, bytes); the function that reads it back is dpctl.memory._memory._to_memory. */
static PyObject *memory_reduce(PyObject *self, PyObject *ignored)
{
    PyObject *restore = core_hook(CORE_HOOK_restore_memory);
    PyObject *bytes = restore ? core_memory_tobytes(self, ignored) : NULL;
    if (!bytes) return NULL;
    return Py_BuildValue("O(Ns)", restore, bytes,
                         core_usm_kind_name(dpex_storage_get_kind(as_memory(self)->storage)));
}

/* ---- buffers: shared and host memory ------------------------------------------------------------------- */

static int get_buffer(PyObject *self, Py_buffer *view, int flags)
{
    core_memory *memory = as_memory(self);
    view->obj = NULL;
    if (!dpex_storage_is_host_accessible(memory->storage)) {
        PyErr_SetString(PyExc_BufferError,
                        "this USM memory cannot be read by the host; use copy_to_host()");
        return -1;
    }
    if (core_wait_storage(memory->storage)) return -1;
    return PyBuffer_FillInfo(view, self, memory->memory_ptr, memory->nbytes, 0, flags);
}

/* ---- types --------------------------------------------------------------------------------------------- */

static PyMethodDef memory_methods[] = {
    {"copy_to_host", (PyCFunction)(void (*)(void))core_memory_copy_to_host,
     METH_VARARGS | METH_KEYWORDS,
     "copy_to_host($self, /, obj=None)\n--\n\n"
     "Copy the bytes into obj, a writable contiguous buffer of bytes (format 'B') of at least "
     "nbytes, or into a new\n"
     "numpy.uint8 array where obj is None; returns it. ValueError if the buffer is too small or of "
     "another kind."},
    {"copy_from_host", core_memory_copy_from_host, METH_O,
     "copy_from_host($self, obj, /)\n--\n\n"
     "Copy the bytes of obj, a contiguous buffer of bytes (format 'B'), to the start of this "
     "memory.\n"
     "ValueError if it holds more than nbytes."},
    {"copy_from_device", core_memory_copy_from_device, METH_O,
     "copy_from_device($self, obj, /)\n--\n\n"
     "Copy the USM memory that obj shows by __sycl_usm_array_interface__ to the start of this "
     "memory; through the host\n"
     "where the two belong to different contexts. ValueError if it is larger than this memory or "
     "malformed."},
    {"memset", (PyCFunction)(void (*)(void))core_memory_memset, METH_VARARGS | METH_KEYWORDS,
     "memset($self, /, val=0)\n--\n\nSet all bytes to the low byte of val (0 to 65535) and wait."},
    {"tobytes", core_memory_tobytes, METH_NOARGS,
     "tobytes($self, /)\n--\n\nA copy as a bytes object."},
    {"__bytes__", core_memory_tobytes, METH_NOARGS, NULL},
    {"get_usm_type", (PyCFunction)(void (*)(void))get_usm_type, METH_VARARGS | METH_KEYWORDS,
     "get_usm_type($self, /, syclobj=None)\n--\n\n"
     "'device', 'shared' or 'host'; with a SyclContext or SyclQueue, as its context knows the "
     "pointer, 'unknown' if not."},
    {"get_usm_type_enum", (PyCFunction)(void (*)(void))get_usm_type_enum,
     METH_VARARGS | METH_KEYWORDS,
     "get_usm_type_enum($self, /, syclobj=None)\n--\n\nAs get_usm_type: unknown 0, device 1, "
     "shared 2, host "
     "3."},
    {"__sizeof__", memory_sizeof, METH_NOARGS, NULL},
    {"__reduce__", memory_reduce, METH_NOARGS, NULL},
    {NULL},
};

static PyGetSetDef memory_attributes[] = {
    {"nbytes", get_nbytes, NULL, "Bytes of this memory.", NULL},
    {"size", get_nbytes, NULL, "Bytes of this memory.", NULL},
    {"_pointer", get_pointer, NULL, "Address of the first byte, an int.", NULL},
    {"ptr", get_pointer, NULL, "Address of the first byte, an int.", NULL},
    {"_queue", get_queue, NULL, "The SyclQueue that the memory was allocated with.", NULL},
    {"sycl_queue", get_queue, NULL, "The SyclQueue that the memory was allocated with.", NULL},
    {"_context", get_context, NULL, "The SyclContext that the memory belongs to.", NULL},
    {"sycl_context", get_context, NULL, "The SyclContext that the memory belongs to.", NULL},
    {"sycl_device", get_device, NULL, "The SyclDevice that the memory was allocated for.", NULL},
    {"reference_obj", get_reference_obj, NULL,
     "The object whose memory this is; None where it is its own.", NULL},
    {"__sycl_usm_array_interface__", get_suai, NULL,
     "The memory as a one-dimensional array of bytes.", NULL},
    {NULL},
};

static PyType_Slot memory_slots[] = {
    {Py_tp_doc, "What MemoryUSMDevice, MemoryUSMShared and MemoryUSMHost have in common."},
    {Py_tp_dealloc, memory_dealloc},
    {Py_tp_traverse, memory_traverse},
    {Py_tp_clear, memory_clear},
    {Py_tp_repr, memory_repr},
    {Py_tp_methods, memory_methods},
    {Py_tp_getset, memory_attributes},
    {Py_sq_length, memory_len},
    {0, NULL},
};

static PyType_Spec memory_spec = {
    .name = "dpctl.memory._memory._Memory",
    .basicsize = sizeof(core_memory),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
             Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = memory_slots,
};

/* The signature; the text is in dpctl/memory/_memory.py. */
#define MEMORY_DOC(name) name "(other, *, alignment=0, queue=None, copy=False)\n--\n\n"

static PyType_Slot device_slots[] = {
    {Py_tp_doc, MEMORY_DOC("MemoryUSMDevice")},
    {Py_tp_new, core_memory_new_device},
    {0, NULL},
};

static PyType_Slot shared_slots[] = {
    {Py_tp_doc, MEMORY_DOC("MemoryUSMShared")},
    {Py_tp_new, core_memory_new_shared},
    {Py_bf_getbuffer, get_buffer},
    {0, NULL},
};

static PyType_Slot host_slots[] = {
    {Py_tp_doc, MEMORY_DOC("MemoryUSMHost")},
    {Py_tp_new, core_memory_new_host},
    {Py_bf_getbuffer, get_buffer},
    {0, NULL},
};

/* Garbage collection is inherited. */
static int add_kind(PyObject *module, const char *name, PyType_Slot *slots, PyTypeObject **type)
{
    PyType_Spec spec = {
        .name = name,
        .basicsize = sizeof(core_memory),
        .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
        .slots = slots,
    };
    return core_add_type(module, &spec, core.memory, type);
}

int core_add_memory(PyObject *module)
{
    if (core_add_type(module, &memory_spec, NULL, &core.memory)) return -1;
    if (add_kind(module, "dpctl.memory._memory.MemoryUSMDevice", device_slots, &core.memory_device))
        return -1;
    if (add_kind(module, "dpctl.memory._memory.MemoryUSMShared", shared_slots, &core.memory_shared))
        return -1;
    if (add_kind(module, "dpctl.memory._memory.MemoryUSMHost", host_slots, &core.memory_host))
        return -1;
    return 0;
}
