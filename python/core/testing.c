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

/* The n-th call into the simulated devices from now on fails; 0: none. Returns whether one asked for before is still to come. */
static PyObject *fail_device_call(PyObject *module, PyObject *number)
{
    (void)module;
    long long n = PyLong_AsLongLong(number);
    if (n == -1 && PyErr_Occurred()) return NULL;
    return PyBool_FromLong(dpex_testing_fail_device_call(n));
}

/* The path stays referred to for the life of the process. */
static PyObject *set_cuda_library(PyObject *module, PyObject *path)
{
    (void)module;
    const char *text = PyUnicode_AsUTF8AndSize(path, NULL);
    if (!text) return NULL;
    Py_INCREF(path);
    dpex_testing_set_cuda_library(text);
    Py_RETURN_NONE;
}

static PyObject *hold_fusion(PyObject *module, PyObject *hold)
{
    (void)module;
    dpex_testing_hold_fusion(PyObject_IsTrue(hold));
    Py_RETURN_NONE;
}

static PyObject *set_fusion(PyObject *module, PyObject *policy)
{
    (void)module;
    const char *text = policy == Py_None ? NULL : PyUnicode_AsUTF8AndSize(policy, NULL);
    if (!text && policy != Py_None) return NULL;
    dpex_testing_set_fusion(text);
    Py_RETURN_NONE;
}

static PyObject *set_library_extent(PyObject *module, PyObject *extent)
{
    (void)module;
    long long n = PyLong_AsLongLong(extent);
    if (n == -1 && PyErr_Occurred()) return NULL;
    dpex_testing_set_library_extent(n);
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"_fail_allocation", fail_allocation, METH_O,
     "_fail_allocation(n): let the n-th allocation from now on fail; 0: none"},
    {"_fail_device_call", fail_device_call, METH_O,
     "_fail_device_call(n): let the n-th call into simulated devices from now on fail; 0: none"},
    {"_hold_fusion", hold_fusion, METH_O,
     "_hold_fusion(hold): submit what is pending only when something needs it"},
    {"_set_cuda_library", set_cuda_library, METH_O,
     "_set_cuda_library(path): open this library as CUDA's driver; before the first use of a "
     "device"},
    {"_set_fusion", set_fusion, METH_O,
     "_set_fusion(policy): automatic fusion as DPEX_FUSION=policy has it; None: as the environment "
     "says"},
    {"_set_library_extent", set_library_extent, METH_O,
     "_set_library_extent(n): factorize by a vendor's library from n rows on; 0: as usual"},
    {NULL},
};

int core_add_testing(PyObject *module)
{
    return core_add_functions(module, functions);
}
