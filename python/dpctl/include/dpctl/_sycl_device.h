/* What extensions see of devices: the structs behind the objects of dpctl._sycl_device. */
#ifndef DPCTL__SYCL_DEVICE_H
#define DPCTL__SYCL_DEVICE_H

#include <Python.h>

#include "../syclinterface/dpctl_sycl_types.h"

struct Py_SyclDeviceObject {
    PyObject_HEAD
    DPCTLSyclDeviceRef _device_ref;
    const char *_vendor;
    const char *_name;
    const char *_driver_version;
    size_t *_max_work_item_sizes;
};

struct PySyclDeviceObject {
    struct Py_SyclDeviceObject base;
    void *vtable;
};

#endif
