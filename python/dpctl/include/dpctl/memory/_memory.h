/* What extensions see of USM memory: the structs behind the objects of dpctl.memory._memory. */
#ifndef DPCTL_MEMORY__MEMORY_H
#define DPCTL_MEMORY__MEMORY_H

#include <Python.h>

#include "../../syclinterface/dpctl_sycl_types.h"

/* The last two fields are the library's own. */
struct Py_MemoryObject {
    PyObject_HEAD
    void *vtable;
    DPCTLSyclUSMRef _memory_ptr;
    void *_opaque_ptr;
    Py_ssize_t nbytes;
    PyObject *queue;
    PyObject *refobj;
    void *own[2];
};

#endif
