/* Failures on demand, for the tests of this module. */
#include <dpex/testing.h>

#include "core.h"

/* The n-th allocation of libdpex from now on fails; 0: none. Returns how many there were since the last call. */
static PyObject *fail_allocation(PyObject *module, PyObject *number)
{
    (void)module;
    long long n = PyLong_AsLongLong(number);
    if (n == -1 && PyErr_Occurred()) return NULL;
    long long count = dpex_testing_count_allocations();
    dpex_testing_fail_allocation(n);
    return PyLong_FromLongLong(count);
}

static PyMethodDef functions[] = {
    {"_fail_allocation", fail_allocation, METH_O,
     "_fail_allocation(n): let the n-th allocation from now on fail; 0: none"},
    {NULL},
};

int core_add_testing(PyObject *module)
{
    return core_add_functions(module, functions);
}
