/* What extensions see of programs and kernels: the structs behind the objects of dpctl.program._program. */
#ifndef DPCTL_PROGRAM__PROGRAM_H
#define DPCTL_PROGRAM__PROGRAM_H

#include <Python.h>

#include "../../syclinterface/dpctl_sycl_types.h"

struct PySyclKernelObject {
    PyObject_HEAD
    void *vtable;
    DPCTLSyclKernelRef _kernel_ref;
    const char *_function_name;
};

struct PySyclProgramObject {
    PyObject_HEAD
    void *vtable;
    DPCTLSyclKernelBundleRef _program_ref;
};

#endif
