/* The vectorcall protocol, whose names the Limited API of 3.11 lacks. */
#ifndef OPENDPEX_CORE_VECTORCALL_H
#define OPENDPEX_CORE_VECTORCALL_H

#include "core.h"

typedef PyObject *(*core_call_fn)(PyObject *object, PyObject *const *args, size_t n,
                                  PyObject *kwnames);

/* How many arguments are given by position: the highest bit of n says something else. */
static inline Py_ssize_t core_n_args(size_t n)
{
    return (Py_ssize_t)(n & ~((size_t)1 << (8 * sizeof n - 1)));
}

/* The arguments of such a call for functions that take a tuple and a dict: `first`, unless it is NULL, and n by position; those
 * behind them by the names in kwnames (may be NULL). Both new; -1 with an exception and neither. */
int core_unpack_arguments(PyObject *first, PyObject *const *args, Py_ssize_t n, PyObject *kwnames,
                          PyObject **tuple, PyObject **dict);

#endif
