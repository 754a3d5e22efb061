/* What extensions see of events: the structs behind the objects of dpctl._sycl_event. */
#ifndef DPCTL__SYCL_EVENT_H
#define DPCTL__SYCL_EVENT_H

#include <Python.h>

#include "../syclinterface/dpctl_sycl_types.h"

struct Py_SyclEventObject {
    PyObject_HEAD
    DPCTLSyclEventRef _event_ref;
};

struct PySyclEventObject {
    struct Py_SyclEventObject base;
    void *vtable;
};

#endif
