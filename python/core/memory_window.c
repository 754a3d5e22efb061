/* A memory object as a window on a storage: some bytes of it, the queue that they are used with, and whose they are. All ways to
 * make one end here. */
#include "memory.h"

const char *core_usm_kind_name(dpex_usm_kind kind)
{
    static const char *const names[] = {"unknown", "device", "shared", "host"};
    return names[kind];
}

PyTypeObject *core_memory_type(dpex_usm_kind kind)
{
    switch (kind) {
    case DPEX_USM_DEVICE: return core.memory_device;
    case DPEX_USM_SHARED: return core.memory_shared;
    case DPEX_USM_HOST: return core.memory_host;
    default: return NULL;
    }
}

PyObject *core_memory_window(PyTypeObject *type, dpex_storage *storage, size_t offset, size_t bytes,
                             PyObject *queue, PyObject *owner)
{
    dpex_storage_export(storage);
    char *start = dpex_storage_get_ptr(storage);
    PyObject *obj = start ? PyType_GenericAlloc(type, 0) : NULL;
    if (!obj) {
        dpex_storage_release(storage);
        if (!start)
            PyErr_SetString(core.usm_allocation_error,
                            "the device has no USM memory: only arrays can be allocated on it");
        return NULL;
    }
    core_memory *memory = (core_memory *)obj;
    memory->vtable = core.memory_vtable;
    memory->storage = storage;
    memory->offset = offset;
    memory->memory_ptr = start + offset;
    memory->nbytes = (Py_ssize_t)bytes;
    memory->queue = Py_NewRef(queue);
    memory->refobj = Py_NewRef(owner ? owner : Py_None);
    return obj;
}

PyObject *core_memory_from_storage(dpex_storage *storage, size_t offset, size_t bytes,
                                   PyObject *queue, PyObject *owner)
{
    PyTypeObject *type = core_memory_type(dpex_storage_get_kind(storage));
    if (!type) {
        PyErr_SetString(PyExc_ValueError, "the memory is not USM memory");
        return NULL;
    }
    return core_memory_window(type, dpex_storage_retain(storage), offset, bytes, queue, owner);
}
