/* What extensions see of contexts: the structs behind the objects of dpctl._sycl_context. */
#ifndef DPCTL__SYCL_CONTEXT_H
#define DPCTL__SYCL_CONTEXT_H

#include <Python.h>

#include "../syclinterface/dpctl_sycl_types.h"

struct Py_SyclContextObject {
    PyObject_HEAD
    DPCTLSyclContextRef _ctxt_ref;
};

struct PySyclContextObject {
    struct Py_SyclContextObject base;
    void *vtable;
};

#endif
