/* Objects that stand for arrays and numbers while opendpex.fuse traces a function, and how functions of arrays hand them on. */
#ifndef OPENDPEX_CORE_TRACED_H
#define OPENDPEX_CORE_TRACED_H

#include "core.h"

/* How many traces are going on; functions check for traced arguments only then. */
extern int core_n_traces;

int core_is_traced(PyObject *object);

/* 0: no argument is traced. 1: *result is what the tracer makes of the call, NULL with an exception where it refuses. */
int core_trace_call(const char *name, PyObject *const *args, Py_ssize_t n, PyObject *kwnames,
                    PyObject **result);

/* As a statement at the beginning of functions that can be traced. */
#define CORE_TRACE(name, args, n, kwnames)                                                         \
    do {                                                                                           \
        PyObject *core_traced_;                                                                    \
        if (core_n_traces && core_trace_call(name, args, n, kwnames, &core_traced_))               \
            return core_traced_;                                                                   \
    } while (0)

/* -1 with the exception for functions that cannot be traced, if an argument is. */
int core_refuse_traced(const char *name, PyObject *const *args, Py_ssize_t n);

#endif
