/* The slots of the operators @ and @=. */
#ifndef OPENDPEX_CORE_MATMUL_H
#define OPENDPEX_CORE_MATMUL_H

#include "core.h"

PyObject *core_array_matmul(PyObject *a, PyObject *b);
PyObject *core_array_inplace_matmul(PyObject *a, PyObject *b);

#endif
