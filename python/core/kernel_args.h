/* Python objects as kernel arguments: ctypes scalars, USM memory, and the three classes for what has no other form. */
#ifndef OPENDPEX_CORE_KERNEL_ARGS_H
#define OPENDPEX_CORE_KERNEL_ARGS_H

#include "core.h"

/* LocalAccessor(dtype, shape) */
typedef struct core_local_accessor {
    PyObject_HEAD
    size_t bytes;
    int nd;
} core_local_accessor;

/* WorkGroupMemory: `ref`, which extensions read, points at `bytes`. */
typedef struct core_work_group_memory {
    PyObject_HEAD
    const size_t *ref;
    size_t bytes;
} core_work_group_memory;

/* RawKernelArg: `ref`, which extensions read, points at `bytes` and `data`. */
typedef struct core_raw_arg {
    size_t bytes;
    void *data; /* owned */
} core_raw_arg;
typedef struct core_raw_kernel_arg {
    PyObject_HEAD
    const core_raw_arg *ref;
    core_raw_arg arg;
} core_raw_kernel_arg;

/* Fills *arg from the object, whose bytes it may borrow. -1 with a TypeError that lists what is allowed. */
int core_kernel_arg_init(dpex_arg *arg, PyObject *object);

#endif
