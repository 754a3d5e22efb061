/* The C functions and types of dpctl._sycl_device; import_dpctl___sycl_device() has to be called once in each source file that uses them. */
#ifndef DPCTL__SYCL_DEVICE_API_H
#define DPCTL__SYCL_DEVICE_API_H

#include "../dpctl/import_capi.h"
#include "_sycl_device.h"

static DPCTLSyclDeviceRef (*SyclDevice_GetDeviceRef)(struct PySyclDeviceObject *)
    __attribute__((unused)) = NULL;
static struct PySyclDeviceObject *(*SyclDevice_Make)(DPCTLSyclDeviceRef)
    __attribute__((unused)) = NULL;
static PyTypeObject *Py_SyclDeviceType_ptr __attribute__((unused)) = NULL;
#define Py_SyclDeviceType (*Py_SyclDeviceType_ptr)
static PyTypeObject *PySyclDeviceType_ptr __attribute__((unused)) = NULL;
#define PySyclDeviceType (*PySyclDeviceType_ptr)

/* 0, or -1 with an exception. */
static inline int import_dpctl___sycl_device(void)
{
    const dpctl_capi_item items[] = {
        {(void **)&SyclDevice_GetDeviceRef, "SyclDevice_GetDeviceRef",
         "DPCTLSyclDeviceRef (struct PySyclDeviceObject *)"},
        {(void **)&SyclDevice_Make, "SyclDevice_Make",
         "struct PySyclDeviceObject *(DPCTLSyclDeviceRef)"},
        {(void **)&Py_SyclDeviceType_ptr, "_SyclDevice", NULL},
        {(void **)&PySyclDeviceType_ptr, "SyclDevice", NULL},
    };
    return dpctl_capi_import("dpctl._sycl_device", items, sizeof items / sizeof *items);
}

#endif
