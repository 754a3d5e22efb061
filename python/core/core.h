/* What all files of opendpex._core share: the state of the module and the way errors become exceptions.
 *
 * The extension uses the Limited API of Python 3.11, which lacks PyType_GetModuleByDef; so there is one static state, and a
 * second interpreter in the process is refused. Everything that computes is behind dpex_ calls: a wrapper parses its
 * arguments, makes one call and wraps the result. The GIL is released around calls that may wait, compile or run long. */
#ifndef OPENDPEX_CORE_H
#define OPENDPEX_CORE_H

#define Py_LIMITED_API 0x030b0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <dpex/dpex.h>

/* CPython's flag for types that are called by vectorcall; the Limited API of 3.11 has the slot but not the name. */
#define CORE_TPFLAGS_HAVE_VECTORCALL (1UL << 11)

/* A METH_FASTCALL | METH_KEYWORDS function as the table of methods wants it. */
#define CORE_FAST(function) ((PyCFunction)(void (*)(void))(function)), METH_FASTCALL | METH_KEYWORDS

typedef struct core_state {
    PyObject *module;
#define CORE_EXCEPTION(field, module, name, base, doc) PyObject *field;
#include "exceptions.def"
#undef CORE_EXCEPTION
#define CORE_TYPE(field) PyTypeObject *field;
#include "types.def"
#undef CORE_TYPE
    /* The tables of methods for Cython (c_api_cython.c), to which objects point; nobody writes to them. */
#define CORE_VTABLE(type) void *type##_vtable;
#include "vtables.def"
#undef CORE_VTABLE
} core_state;

extern core_state core;

/* Converts a failure to the exception that statuses.def names (or the one given) with the recorded message; returns NULL.
 * With DPEX_ERROR_INTERRUPTED it runs Python's signal handlers first, whose exception it leaves. */
PyObject *core_raise(dpex_status status);
PyObject *core_raise_as(PyObject *exception, dpex_status status);

/* Whether a call that a signal has interrupted, and that has done nothing, is to be made again (PEP 475): Python's handlers run here,
 * and none of them raises. 0 with other statuses, or with an exception. */
int core_is_to_repeat(dpex_status status);

/* Converts a pending exception of class `from` into one of class `to` with the same message; leaves others as they are. */
void core_raise_again(PyObject *from, PyObject *to);

/* return core_raise(...) from a function that returns PyObject *. */
#define CORE_TRY(call)                                                                             \
    do {                                                                                           \
        dpex_status core_try_status_ = (call);                                                     \
        if (core_try_status_) return core_raise(core_try_status_);                                 \
    } while (0)

/* The end of a dealloc: frees the object and gives up its heap type. */
void core_free(PyObject *self);

/* Makes a heap type, adds it to the module under its last name, and stores it. bases may be NULL. */
int core_add_type(PyObject *module, PyType_Spec *spec, PyTypeObject *base, PyTypeObject **type);
/* Adds a static table of functions; their docstrings can be attached from Python by _core.document(name, doc). */
int core_add_functions(PyObject *module, PyMethodDef *functions);
/* Functions of dpnp: their self is the type dpnp.ndarray, so that they make such arrays; in the module their names begin with np_. */
int core_add_numpy_functions(PyObject *module, PyMethodDef *functions);

/* What a function for usual calls gives for others. */
static inline PyObject *core_left_to_python(void)
{
    return Py_NewRef(Py_NotImplemented);
}

#define CORE_PART(name) int core_add_##name(PyObject *module);
#include "parts.def"
#undef CORE_PART

#endif
