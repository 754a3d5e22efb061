/* What extensions call for USM memory: reading a MemoryUSM* object, and making one of a pointer. */
#include "args.h"
#include "c_api.h"
#include "memory.h"
#include "queue.h"

static core_memory *get(PyObject *object)
{
    if (object && core_memory_check(object)) return (core_memory *)object;
    return core_type_error("the argument", "a MemoryUSM* object", object ? object : Py_None);
}

void *Memory_GetUsmPointer(PyObject *memory)
{
    core_memory *self = get(memory);
    return self ? self->memory_ptr : NULL;
}

void *Memory_GetOpaquePointer(PyObject *memory)
{
    core_memory *self = get(memory);
    return self ? self->opaque_ptr : NULL;
}

void *Memory_GetQueueRef(PyObject *memory)
{
    core_memory *self = get(memory);
    return self ? core_queue_get(self->queue, "the memory's queue") : NULL;
}

void *Memory_GetContextRef(PyObject *memory)
{
    dpex_queue *queue = Memory_GetQueueRef(memory);
    return queue ? dpex_queue_get_context(queue) : NULL;
}

size_t Memory_GetNumBytes(PyObject *memory)
{
    core_memory *self = get(memory);
    return self ? (size_t)self->nbytes : 0;
}

/* Checks that `bytes` bytes from the pointer on lie in the storage; where the pointer is in it. */
static int find_offset(dpex_storage *storage, const void *ptr, size_t bytes, size_t *offset)
{
    *offset = (size_t)((const char *)ptr - (const char *)dpex_storage_get_ptr(storage));
    size_t there = dpex_storage_get_bytes(storage) - *offset;
    if (bytes <= there) return 0;
    PyErr_Format(PyExc_ValueError, "%zu bytes do not fit: the allocation ends after %zu", bytes,
                 there);
    return -1;
}

/* The memory is taken over by its pointer, which has it back where no object could be made. */
PyObject *Memory_Make(void *ptr, size_t bytes, void *queue_ref, PyObject *owner)
{
    if (!ptr) return core_null_reference("the USM pointer");
    if (core_check_reference(queue_ref, DPEX_OBJECT_QUEUE, "the queue's reference")) return NULL;
    const int takes_over = !owner || owner == Py_None;
    const dpex_context *ctx = dpex_queue_get_context(queue_ref);
    dpex_storage *storage = NULL;
    size_t offset;
    dpex_status status = takes_over ? dpex_pointer_disown(ctx, ptr, &storage)
                                    : dpex_storage_find(ctx, ptr, &storage);
    if (status) return core_raise_as(PyExc_ValueError, status);
    PyObject *queue = NULL, *memory = NULL;
    if (!find_offset(storage, ptr, bytes, &offset)) queue = core_queue_wrap(queue_ref);
    if (queue)
        memory = core_memory_from_storage(storage, offset, bytes, queue, takes_over ? NULL : owner);
    Py_XDECREF(queue);
    if (!memory && takes_over)
        dpex_pointer_own(storage);
    else
        dpex_storage_release(storage);
    return memory;
}
