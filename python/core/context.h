/* SyclContext: devices that share memory addresses. */
#ifndef OPENDPEX_CORE_CONTEXT_H
#define OPENDPEX_CORE_CONTEXT_H

#include "core.h"

typedef struct core_context {
    PyObject_HEAD
    dpex_context *ref; /* owned; NULL only in a bare _SyclContext */
    void *vtable;      /* SyclContext only */
} core_context;

/* New SyclContext objects; the context is kept, or taken (released also on failure). */
PyObject *core_context_wrap(dpex_context *ctx);
PyObject *core_context_take(dpex_context *ctx);

int core_context_check(PyObject *object);
/* The context of a SyclContext, borrowed; NULL with a TypeError that names the argument. */
dpex_context *core_context_get(PyObject *object, const char *what);
/* 1: a new reference from a capsule "SyclContextRef", which is used up; 0: not such a capsule; -1: failure. */
int core_context_from_capsule(PyObject *object, dpex_context **ctx);

#endif
