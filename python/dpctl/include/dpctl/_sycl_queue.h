/* What extensions see of queues: the structs behind the objects of dpctl._sycl_queue. */
#ifndef DPCTL__SYCL_QUEUE_H
#define DPCTL__SYCL_QUEUE_H

#include <Python.h>

#include "../syclinterface/dpctl_sycl_types.h"

struct Py_SyclQueueObject {
    PyObject_HEAD
    DPCTLSyclQueueRef _queue_ref;
    PyObject *_context;
    PyObject *_device;
};

struct PySyclQueueObject {
    struct Py_SyclQueueObject base;
    void *vtable;
};

struct Py_WorkGroupMemoryObject {
    PyObject_HEAD
    DPCTLSyclWorkGroupMemoryRef _mem_ref;
};

struct PyWorkGroupMemoryObject {
    struct Py_WorkGroupMemoryObject base;
    size_t own[1];
};

struct Py_RawKernelArgObject {
    PyObject_HEAD
    DPCTLSyclRawKernelArgRef _arg_ref;
};

struct PyRawKernelArgObject {
    struct Py_RawKernelArgObject base;
    size_t own[2];
};

#endif
