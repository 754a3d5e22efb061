/* DLPack, the exchange of arrays between libraries within a process: its published structs
 * (version 1.0 and before), and the two directions. */
#ifndef OPENDPEX_CORE_DLPACK_H
#define OPENDPEX_CORE_DLPACK_H

#include "array.h"

enum { DL_CPU = 1, DL_CUDA = 2, DL_CUDA_HOST = 3, DL_CUDA_MANAGED = 13, DL_ONEAPI = 14 };
enum { DL_MAJOR = 1, DL_MINOR = 0 };
enum { DL_READ_ONLY = 1, DL_IS_COPIED = 2 };

typedef struct dl_device {
    int32_t type;
    int32_t id;
} dl_device;

typedef struct dl_tensor {
    void *data;
    dl_device device;
    int32_t ndim;
    uint8_t code, bits;
    uint16_t lanes;
    int64_t *shape;
    int64_t *strides; /* elements; NULL: C-contiguous */
    uint64_t byte_offset;
} dl_tensor;

/* What a capsule "dltensor" holds. */
typedef struct dl_managed {
    dl_tensor tensor;
    void *manager;
    void (*deleter)(struct dl_managed *self);
} dl_managed;

/* What a capsule "dltensor_versioned" holds. */
typedef struct dl_versioned {
    uint32_t major, minor;
    void *manager;
    void (*deleter)(struct dl_versioned *self);
    uint64_t flags;
    dl_tensor tensor;
} dl_versioned;

/* What a capsule of ours does not say in DLPack's terms, in which a sub-device is its root and memory that the host reads
 * is the CPU's. */
typedef struct dl_origin {
    dpex_storage *storage; /* NULL: a copy in plain host memory */
    dpex_queue *queue;
} dl_origin;

/* Of a capsule's content, borrowed; NULL: another library's. */
const dl_origin *core_dlpack_origin(const dl_managed *managed);
const dl_origin *core_dlpack_origin_versioned(const dl_versioned *managed);

/* The device that an array's memory is exported as. */
dl_device core_dlpack_device_of(const dpex_array *x);
/* Whether an array's memory can be called memory of `wanted` as it is. */
int core_dlpack_is_at(const dpex_array *x, dl_device wanted);
/* Of the three types that CUDA's memory has. */
int core_dlpack_is_cuda(dl_device device);
/* The USM kind that the device type implies, else the one given. */
dpex_usm_kind core_dlpack_kind_of(dl_device device, dpex_usm_kind otherwise);
/* The root device that a DLPack device means, borrowed; NULL, and success: none of ours. */
dpex_status core_dlpack_find_device(dl_device wanted, dpex_device **device);

/* usm_ndarray.__dlpack__ and __dlpack_device__ */
PyObject *core_array_dlpack(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *kwnames);
PyObject *core_array_dlpack_device(PyObject *self, PyObject *ignored);

#endif
