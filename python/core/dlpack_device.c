/* Which DLPack device an array's memory is, and which of our devices a DLPack device means.
 *
 * Host memory on a CPU device is kDLCPU; memory of a real CUDA device is CUDA's, under the ordinal that CUDA gives it;
 * everything else is kDLOneAPI, numbered as dpctl.get_devices() lists the devices. One memory may have several names: CUDA's
 * pinned and managed memory is the host's and the device's as well. */
#include "device.h"
#include "dlpack.h"

int core_dlpack_is_cuda(dl_device device)
{
    return device.type == DL_CUDA || device.type == DL_CUDA_HOST || device.type == DL_CUDA_MANAGED;
}

static int32_t cuda_type_of(dpex_usm_kind kind)
{
    return kind == DPEX_USM_HOST     ? DL_CUDA_HOST
           : kind == DPEX_USM_SHARED ? DL_CUDA_MANAGED
                                     : DL_CUDA;
}

dpex_usm_kind core_dlpack_kind_of(dl_device device, dpex_usm_kind otherwise)
{
    switch (device.type) {
    case DL_CUDA: return DPEX_USM_DEVICE;
    case DL_CUDA_MANAGED: return DPEX_USM_SHARED;
    case DL_CUDA_HOST:
    case DL_CPU: return DPEX_USM_HOST;
    default: return otherwise;
    }
}

dl_device core_dlpack_device_of(const dpex_array *x)
{
    const dpex_device *device = dpex_queue_get_device(x->queue);
    int ordinal = dpex_device_get_cuda_ordinal(device);
    if (ordinal >= 0)
        return (dl_device){cuda_type_of(dpex_storage_get_kind(x->storage)), (int32_t)ordinal};
    if (dpex_device_get_info(device)->type == DPEX_TYPE_CPU &&
        dpex_storage_is_host_accessible(x->storage))
        return (dl_device){DL_CPU, 0};
    return (dl_device){DL_ONEAPI, (int32_t)dpex_device_get_index(device)};
}

int core_dlpack_is_at(const dpex_array *x, dl_device wanted)
{
    dl_device own = core_dlpack_device_of(x);
    if (own.type == wanted.type && own.id == wanted.id) return 1;
    if (wanted.type == DL_ONEAPI)
        return (size_t)wanted.id == dpex_device_get_index(dpex_queue_get_device(x->queue));
    if (!core_dlpack_is_cuda(own)) return 0;
    if (wanted.type == DL_CPU) return wanted.id == 0 && dpex_storage_is_host_accessible(x->storage);
    return wanted.type == DL_CUDA && wanted.id == own.id;
}

static dpex_device *find_cuda(dpex_device *const *devices, size_t n, int32_t ordinal)
{
    for (size_t i = 0; i < n; i++)
        if (ordinal >= 0 && dpex_device_get_cuda_ordinal(devices[i]) == ordinal) return devices[i];
    return NULL;
}

dpex_status core_dlpack_find_device(dl_device wanted, dpex_device **device)
{
    *device = NULL;
    if (wanted.type == DL_CPU) return dpex_device_find("opencl:cpu:0", device);
    dpex_device *const *devices;
    size_t n = 0;
    dpex_status status = dpex_device_get_all(&devices, &n);
    if (status) return status;
    if (wanted.type == DL_ONEAPI && wanted.id >= 0 && (size_t)wanted.id < n)
        *device = devices[wanted.id];
    if (core_dlpack_is_cuda(wanted)) *device = find_cuda(devices, n, wanted.id);
    /* Pinned memory is host memory first of all. */
    if (wanted.type == DL_CUDA_HOST && !*device) return dpex_device_find("opencl:cpu:0", device);
    return DPEX_SUCCESS;
}

/* cuda_ordinal(device): the number by which CUDA knows a SyclDevice; -1: its memory is not CUDA's. */
static PyObject *cuda_ordinal(PyObject *self, PyObject *object)
{
    (void)self;
    dpex_device *device = core_device_get(object, "device");
    return device ? PyLong_FromLong(dpex_device_get_cuda_ordinal(device)) : NULL;
}

static PyMethodDef functions[] = {
    {"cuda_ordinal", cuda_ordinal, METH_O, NULL},
    {NULL},
};

int core_add_dlpack_device(PyObject *module)
{
    return core_add_functions(module, functions);
}
