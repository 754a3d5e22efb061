/* What may stand in the list of a kernel's arguments, and how it becomes a dpex_arg. */
#include <string.h>

#include "kernel_args.h"
#include "memory.h"

static const struct {
    const char *name; /* in ctypes */
    dpex_arg_kind kind;
} scalars[] = {
    {"c_char", DPEX_ARG_INT8},      {"c_uint8", DPEX_ARG_UINT8},      {"c_short", DPEX_ARG_INT16},
    {"c_ushort", DPEX_ARG_UINT16},  {"c_int", DPEX_ARG_INT32},        {"c_uint", DPEX_ARG_UINT32},
    {"c_longlong", DPEX_ARG_INT64}, {"c_ulonglong", DPEX_ARG_UINT64}, {"c_float", DPEX_ARG_FLOAT32},
    {"c_double", DPEX_ARG_FLOAT64},
};
enum { N_SCALARS = sizeof scalars / sizeof *scalars };

static PyTypeObject *scalar_types[N_SCALARS];

static int load_ctypes(void)
{
    if (scalar_types[N_SCALARS - 1]) return 0;
    PyObject *ctypes = PyImport_ImportModule("ctypes");
    if (!ctypes) return -1;
    for (int i = 0; i < N_SCALARS; i++) {
        PyObject *type = PyObject_GetAttrString(ctypes, scalars[i].name);
        if (!type) break;
        scalar_types[i] = (PyTypeObject *)type;
    }
    Py_DECREF(ctypes);
    return scalar_types[N_SCALARS - 1] ? 0 : -1;
}

static int from_scalar(dpex_arg *arg, dpex_arg_kind kind, PyObject *object)
{
    Py_buffer view;
    if (PyObject_GetBuffer(object, &view, PyBUF_SIMPLE)) return -1;
    arg->kind = kind;
    arg->bits = 0;
    memcpy(&arg->bits, view.buf, (size_t)view.len); /* at most 8 bytes: the types are fixed */
    PyBuffer_Release(&view);
    return 0;
}

static int refuse(PyObject *object)
{
    PyErr_Format(PyExc_TypeError,
                 "a kernel argument must be a ctypes scalar (c_char, c_uint8, c_short, c_ushort, "
                 "c_int, c_uint, c_longlong, "
                 "c_ulonglong, c_float, c_double), a dpctl.memory.MemoryUSM*, a LocalAccessor, a "
                 "WorkGroupMemory or a "
                 "RawKernelArg, not %R",
                 object);
    return -1;
}

int core_kernel_arg_init(dpex_arg *arg, PyObject *object)
{
    *arg = (dpex_arg){0};
    if (core_memory_check(object)) {
        arg->kind = DPEX_ARG_POINTER;
        arg->span = core_memory_span((core_memory *)object);
        return 0;
    }
    if (load_ctypes()) return -1;
    for (int i = 0; i < N_SCALARS; i++)
        if (PyObject_TypeCheck(object, scalar_types[i]))
            return from_scalar(arg, scalars[i].kind, object);
    if (PyObject_TypeCheck(object, core.local_accessor)) {
        arg->kind = DPEX_ARG_LOCAL;
        arg->bytes = ((core_local_accessor *)object)->bytes;
    } else if (PyObject_TypeCheck(object, core.work_group_memory)) {
        arg->kind = DPEX_ARG_WORK_GROUP_MEMORY;
        arg->bytes = ((core_work_group_memory *)object)->bytes;
    } else if (PyObject_TypeCheck(object, core.raw_kernel_arg)) {
        arg->kind = DPEX_ARG_RAW;
        arg->bytes = ((core_raw_kernel_arg *)object)->arg.bytes;
        arg->raw = ((core_raw_kernel_arg *)object)->arg.data;
    } else {
        return refuse(object);
    }
    return 0;
}
