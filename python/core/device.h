/* SyclDevice: one device, or a part of one. */
#ifndef OPENDPEX_CORE_DEVICE_H
#define OPENDPEX_CORE_DEVICE_H

#include "core.h"

/* The first fields are those that extensions know as Py_SyclDeviceObject. The texts are borrowed from the device. */
typedef struct core_device {
    PyObject_HEAD
    dpex_device *ref; /* owned; NULL only in a bare _SyclDevice */
    const char *vendor, *name, *driver_version;
    const size_t *max_work_item_sizes;
    void *vtable; /* from here on SyclDevice only */
} core_device;

/* New SyclDevice objects; the device is kept, or taken (released also on failure). */
PyObject *core_device_wrap(dpex_device *device);
PyObject *core_device_take(dpex_device *device);

int core_device_check(PyObject *object);
/* The device of a SyclDevice, borrowed; NULL with a TypeError that names the argument. */
dpex_device *core_device_get(PyObject *object, const char *what);

/* A device from what SyclDevice() takes (object NULL: nothing given); new. NULL with SyclDeviceCreationError, TypeError. */
dpex_device *core_device_from(PyObject *object);

/* A list of SyclDevices; new. */
PyObject *core_device_list(dpex_device *const *devices, size_t n);

/* The filter string with the parts that are asked for; new. ValueError for a sub-device. */
PyObject *core_device_filter_string(dpex_device *device, int with_backend, int with_type);

/* Parts of the type's table (device_type.c). */
PyObject *core_device_new(PyTypeObject *type, PyObject *args, PyObject *kwargs);
extern PyGetSetDef core_device_properties[];
extern PyMethodDef core_device_methods[];

/* create_sub_devices(partition=...): device_partition.c. */
PyObject *core_device_create_sub_devices(PyObject *self, PyObject *const *args, Py_ssize_t n_args,
                                         PyObject *kwnames);
/* "numa", "L3_cache"... as create_sub_devices takes them. */
const char *core_affinity_domain_name(dpex_affinity_domain domain);

#endif
