/* The functions that look devices up: get_devices, get_num_devices, has_*_devices, select_*_device, get_composite_devices. */
#include "args.h"
#include "device.h"
#include "device_filter.h"

/* ---- lists ---- */

/* Devices that match the arguments of get_devices or get_num_devices; -1: failure. */
static Py_ssize_t apply(const core_params *params, PyObject *const *args, Py_ssize_t n_args,
                        PyObject *kwnames, PyObject *list)
{
    CORE_NAME_ERRORS(*params);
    PyObject *values[2];
    core_device_filter filter;
    if (core_bind(params, args, n_args, kwnames, values)) return -1;
    if (core_device_filter_init(&filter, values[0], values[1])) return -1;
    dpex_device *const *devices = NULL;
    size_t n = 0;
    dpex_status status = dpex_device_get_all(&devices, &n);
    if (!status) return core_device_filter_apply(&filter, devices, n, list);
    core_raise(status);
    return -1;
}

static PyObject *get_devices(PyObject *self, PyObject *const *args, Py_ssize_t n_args,
                             PyObject *kwnames)
{
    (void)self;
    static const core_params params = {"get_devices", 0, {"backend", "device_type", NULL}};
    PyObject *list = PyList_New(0);
    if (list && apply(&params, args, n_args, kwnames, list) < 0) Py_CLEAR(list);
    return list;
}

static PyObject *get_num_devices(PyObject *self, PyObject *const *args, Py_ssize_t n_args,
                                 PyObject *kwnames)
{
    (void)self;
    static const core_params params = {"get_num_devices", 0, {"backend", "device_type", NULL}};
    Py_ssize_t n = apply(&params, args, n_args, kwnames, NULL);
    return n < 0 ? NULL : PyLong_FromSsize_t(n);
}

static PyObject *has_devices(dpex_device_type type)
{
    const core_device_filter filter = {DPEX_BACKEND_ALL, type};
    dpex_device *const *devices = NULL;
    size_t n = 0;
    CORE_TRY(dpex_device_get_all(&devices, &n));
    return PyBool_FromLong(core_device_filter_apply(&filter, devices, n, NULL) > 0);
}

static PyObject *has_cpu_devices(PyObject *self, PyObject *unused)
{
    (void)self, (void)unused;
    return has_devices(DPEX_TYPE_CPU);
}

static PyObject *has_gpu_devices(PyObject *self, PyObject *unused)
{
    (void)self, (void)unused;
    return has_devices(DPEX_TYPE_GPU);
}

static PyObject *has_accelerator_devices(PyObject *self, PyObject *unused)
{
    (void)self, (void)unused;
    return has_devices(DPEX_TYPE_ACCELERATOR);
}

static PyObject *get_composite_devices(PyObject *self, PyObject *unused)
{
    (void)self, (void)unused;
    dpex_device *const *devices = NULL;
    size_t n = 0;
    CORE_TRY(dpex_device_get_composites(&devices, &n));
    return core_device_list(devices, n);
}

/* ---- one device ---- */

static PyObject *select_device(const char *name, dpex_device_type type)
{
    CORE_NAMED(name);
    dpex_device *device = NULL;
    dpex_status status = dpex_device_select(type, &device);
    return status ? core_raise_as(core.device_creation_error, status) : core_device_take(device);
}

static PyObject *select_default_device(PyObject *self, PyObject *unused)
{
    (void)self, (void)unused;
    return select_device("select_default_device", DPEX_TYPE_ALL);
}

static PyObject *select_cpu_device(PyObject *self, PyObject *unused)
{
    (void)self, (void)unused;
    return select_device("select_cpu_device", DPEX_TYPE_CPU);
}

static PyObject *select_gpu_device(PyObject *self, PyObject *unused)
{
    (void)self, (void)unused;
    return select_device("select_gpu_device", DPEX_TYPE_GPU);
}

static PyObject *select_accelerator_device(PyObject *self, PyObject *unused)
{
    (void)self, (void)unused;
    return select_device("select_accelerator_device", DPEX_TYPE_ACCELERATOR);
}

static PyMethodDef functions[] = {
    {"get_devices", CORE_FAST(get_devices), NULL},
    {"get_num_devices", CORE_FAST(get_num_devices), NULL},
    {"has_cpu_devices", has_cpu_devices, METH_NOARGS, NULL},
    {"has_gpu_devices", has_gpu_devices, METH_NOARGS, NULL},
    {"has_accelerator_devices", has_accelerator_devices, METH_NOARGS, NULL},
    {"get_composite_devices", get_composite_devices, METH_NOARGS, NULL},
    {"select_default_device", select_default_device, METH_NOARGS, NULL},
    {"select_cpu_device", select_cpu_device, METH_NOARGS, NULL},
    {"select_gpu_device", select_gpu_device, METH_NOARGS, NULL},
    {"select_accelerator_device", select_accelerator_device, METH_NOARGS, NULL},
    {NULL},
};

int core_add_device_select(PyObject *module)
{
    return core_add_functions(module, functions);
}
