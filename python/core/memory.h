/* USM memory objects (dpctl.memory): the struct behind them and how other files of _core make and read them. */
#ifndef OPENDPEX_CORE_MEMORY_H
#define OPENDPEX_CORE_MEMORY_H

#include "core.h"

/* The first fields are the published layout of Py_MemoryObject; extensions read them directly. Ours come last. */
typedef struct core_memory {
    PyObject_HEAD
    void *vtable;     /* of Cython's virtual functions */
    void *memory_ptr; /* the first byte */
    void *opaque_ptr; /* NULL: the reference's keeps a C++ smart pointer here */
    Py_ssize_t nbytes;
    PyObject *queue;       /* SyclQueue, kept */
    PyObject *refobj;      /* whose memory it is, kept; None where it is ours */
    dpex_storage *storage; /* kept */
    size_t offset;         /* of memory_ptr from the storage's start, in bytes */
} core_memory;

static inline int core_memory_check(PyObject *obj)
{
    return PyObject_TypeCheck(obj, core.memory);
}

/* A MemoryUSM* object of the storage's kind that sees `bytes` bytes of it from `offset` on. The storage is retained.
 * queue: a SyclQueue, kept. owner: kept and shown as reference_obj; NULL where the storage itself is all there is. New. */
PyObject *core_memory_from_storage(dpex_storage *storage, size_t offset, size_t bytes,
                                   PyObject *queue, PyObject *owner);

/* Such a window of a type of that kind, for memory_new.c; here the storage is taken (released also on failure). */
PyObject *core_memory_window(PyTypeObject *type, dpex_storage *storage, size_t offset, size_t bytes,
                             PyObject *queue, PyObject *owner);
/* The type for a kind, borrowed; NULL: there is none. */
PyTypeObject *core_memory_type(dpex_usm_kind kind);

/* A new allocation that the host may touch at once, on a SyclQueue. alignment 0: the default. New. */
PyObject *core_memory_allocate(dpex_usm_kind kind, size_t bytes, size_t alignment, PyObject *queue);

/* The bytes of a memory object as the operand of a command. */
static inline dpex_span core_memory_span(const core_memory *memory)
{
    return (dpex_span){.storage = memory->storage, .offset = memory->offset};
}

/* "device", "shared", "host" or "unknown". */
const char *core_usm_kind_name(dpex_usm_kind kind);

/* Copies after what is pending on the memory involved; they return when the bytes have arrived. 0 or -1. */
int core_memory_read(core_memory *src, void *host, size_t bytes);
int core_memory_write(core_memory *dst, const void *host, size_t bytes);
/* dst[0..bytes) = src[0..bytes); through the host where they belong to different contexts. */
int core_memory_copy(core_memory *dst, core_memory *src, size_t bytes);

/* Parts of the types' tables (memory.c): construction (memory_new.c) and the methods that move bytes (memory_copy.c). */
PyObject *core_memory_new_device(PyTypeObject *type, PyObject *args, PyObject *kwargs);
PyObject *core_memory_new_shared(PyTypeObject *type, PyObject *args, PyObject *kwargs);
PyObject *core_memory_new_host(PyTypeObject *type, PyObject *args, PyObject *kwargs);
PyObject *core_memory_copy_to_host(PyObject *self, PyObject *args, PyObject *kwargs);
PyObject *core_memory_copy_from_host(PyObject *self, PyObject *obj);
PyObject *core_memory_copy_from_device(PyObject *self, PyObject *obj);
PyObject *core_memory_memset(PyObject *self, PyObject *args, PyObject *kwargs);
PyObject *core_memory_tobytes(PyObject *self, PyObject *ignored);

#endif
