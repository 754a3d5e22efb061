/* The memory pool and what memory is left, for Python. */
#include "args.h"
#include "device.h"
#include "memory.h"
#include "spare.h"

static PyObject *pool_statistics(PyObject *module, PyObject *device)
{
    (void)module;
    const dpex_device *of = NULL;
    if (device != Py_None && !(of = core_device_get(device, "device"))) return NULL;
    dpex_pool_statistics s;
    core_spare_drain();
    dpex_pool_get_statistics(of, &s);
    return Py_BuildValue(
        "{s:K,s:K,s:K,s:K,s:K,s:K,s:K,s:K}", "live_bytes", (unsigned long long)s.live_bytes,
        "live_blocks", (unsigned long long)s.live_blocks, "cached_bytes",
        (unsigned long long)s.cached_bytes, "reserved_bytes", (unsigned long long)s.reserved_bytes,
        "peak_live_bytes", (unsigned long long)s.peak_live_bytes, "n_allocations",
        (unsigned long long)s.n_allocations, "n_reused", (unsigned long long)s.n_reused,
        "limit_bytes", (unsigned long long)s.limit_bytes);
}

/* A number of bytes from Python; -1 with an exception that names the argument. */
static int bytes_of(PyObject *number, const char *what, unsigned long long *bytes)
{
    PyObject *index = core_index(number, what, "an int");
    if (!index) return -1;
    *bytes = PyLong_AsUnsignedLongLong(index);
    Py_DECREF(index);
    if (!PyErr_Occurred()) return 0;
    PyErr_Format(PyExc_ValueError, "%s must be a number of bytes from 0 to 2**64 - 1, got %S", what,
                 number);
    return -1;
}

static PyObject *pool_trim(PyObject *module, PyObject *keep)
{
    (void)module;
    unsigned long long bytes;
    if (bytes_of(keep, "keep_bytes", &bytes)) return NULL;
    core_spare_drain();
    Py_BEGIN_ALLOW_THREADS
    dpex_pool_trim((size_t)bytes);
    Py_END_ALLOW_THREADS
    Py_RETURN_NONE;
}

static PyObject *pool_set_limit(PyObject *module, PyObject *limit)
{
    (void)module;
    unsigned long long bytes;
    if (bytes_of(limit, "the limit", &bytes)) return NULL;
    dpex_pool_set_limit(bytes);
    Py_RETURN_NONE;
}

/* None where the backend does not know. */
static PyObject *free_memory(PyObject *module, PyObject *device)
{
    (void)module;
    const dpex_device *of = core_device_get(device, "device");
    if (!of) return NULL;
    uint64_t bytes;
    dpex_status status = dpex_device_get_free_memory(of, &bytes);
    if (status == DPEX_ERROR_UNSUPPORTED) Py_RETURN_NONE;
    CORE_TRY(status);
    return PyLong_FromUnsignedLongLong(bytes);
}

static PyMethodDef functions[] = {
    {"_pool_statistics", pool_statistics, METH_O, NULL},
    {"_pool_trim", pool_trim, METH_O, NULL},
    {"_pool_set_limit", pool_set_limit, METH_O, NULL},
    {"_free_memory", free_memory, METH_O, NULL},
    {NULL},
};

int core_add_pool(PyObject *module)
{
    return core_add_functions(module, functions);
}
