/* Callables of type dpnp.ufunc (ufunc.c). */
#ifndef OPENDPEX_CORE_UFUNC_H
#define OPENDPEX_CORE_UFUNC_H

#include "core.h"

/* The operation of a ufunc; NULL: it is composed in Python, or the object is no ufunc. */
const dpex_op *core_ufunc_op(PyObject *object);

#endif
