/* The two filters of get_devices(backend, device_type) and of SyclPlatform.get_devices(device_type). */
#ifndef OPENDPEX_CORE_DEVICE_FILTER_H
#define OPENDPEX_CORE_DEVICE_FILTER_H

#include "core.h"

typedef struct core_device_filter {
    long backend; /* dpex_backend_name; 0: an unknown word */
    long type;    /* dpex_device_type; 0: an unknown word */
} core_device_filter;

/* From enum members, strings or NULL (all). -1 with TypeError for other kinds. */
int core_device_filter_init(core_device_filter *filter, PyObject *backend, PyObject *type);

/* How many devices match; they are appended to list, unless that is NULL. -1: failure. An unknown word leaves the other
 * filter alone in force; two of them match nothing. */
Py_ssize_t core_device_filter_apply(const core_device_filter *filter, dpex_device *const *devices,
                                    size_t n, PyObject *list);

#endif
