/* SyclProgram and SyclKernel (dpctl.program). */
#ifndef OPENDPEX_CORE_PROGRAM_H
#define OPENDPEX_CORE_PROGRAM_H

#include "core.h"

typedef struct core_kernel {
    PyObject_HEAD
    void *vtable;
    dpex_kernel *ref; /* owned */
    const char *name; /* borrowed from the kernel */
} core_kernel;

typedef struct core_program {
    PyObject_HEAD
    void *vtable;
    dpex_program *ref; /* owned */
} core_program;

/* New objects; the reference is taken (released also on failure). */
PyObject *core_kernel_take(dpex_kernel *kernel);
PyObject *core_program_take(dpex_program *program);

/* The kernel of a SyclKernel, borrowed; NULL with a TypeError that names the argument. */
dpex_kernel *core_kernel_get(PyObject *object, const char *what);

#endif
