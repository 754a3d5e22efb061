/* Flags among arguments: anything with a truth value. */
#ifndef OPENDPEX_CORE_TRUTH_H
#define OPENDPEX_CORE_TRUTH_H

#include "core.h"

/* A pending exception of `flag`, which has no truth value, says so of the parameter `what`, behind the name of the Python
 * function of ours that was called; returns -1. */
int core_refuse_flag(PyObject *flag, const char *what);

/* 0 or 1; -1 with an exception of the type that the truth value raises. */
static inline int core_flag(PyObject *flag, const char *what)
{
    const int truth = PyObject_IsTrue(flag);
    return truth < 0 ? core_refuse_flag(flag, what) : truth;
}

#endif
