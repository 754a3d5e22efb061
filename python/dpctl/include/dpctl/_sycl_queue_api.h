/* The C functions and types of dpctl._sycl_queue; import_dpctl___sycl_queue() has to be called once in each source file that uses them. */
#ifndef DPCTL__SYCL_QUEUE_API_H
#define DPCTL__SYCL_QUEUE_API_H

#include "../dpctl/import_capi.h"
#include "_sycl_queue.h"

static DPCTLSyclQueueRef (*SyclQueue_GetQueueRef)(struct PySyclQueueObject *)
    __attribute__((unused)) = NULL;
static struct PySyclQueueObject *(*SyclQueue_Make)(DPCTLSyclQueueRef)
    __attribute__((unused)) = NULL;
/* Keeps an object until the events have happened; gives the event after which it is dropped, which the caller deletes. Not in dpctl. */
static DPCTLSyclEventRef (*SyclQueue_KeepAlive)(DPCTLSyclQueueRef, PyObject *,
                                                DPCTLSyclEventRef const *,
                                                size_t)__attribute__((unused)) = NULL;
static PyTypeObject *Py_SyclQueueType_ptr __attribute__((unused)) = NULL;
#define Py_SyclQueueType (*Py_SyclQueueType_ptr)
static PyTypeObject *PySyclQueueType_ptr __attribute__((unused)) = NULL;
#define PySyclQueueType (*PySyclQueueType_ptr)
static PyTypeObject *Py_WorkGroupMemoryType_ptr __attribute__((unused)) = NULL;
#define Py_WorkGroupMemoryType (*Py_WorkGroupMemoryType_ptr)
static PyTypeObject *PyWorkGroupMemoryType_ptr __attribute__((unused)) = NULL;
#define PyWorkGroupMemoryType (*PyWorkGroupMemoryType_ptr)
static PyTypeObject *Py_RawKernelArgType_ptr __attribute__((unused)) = NULL;
#define Py_RawKernelArgType (*Py_RawKernelArgType_ptr)
static PyTypeObject *PyRawKernelArgType_ptr __attribute__((unused)) = NULL;
#define PyRawKernelArgType (*PyRawKernelArgType_ptr)

/* 0, or -1 with an exception. */
static inline int import_dpctl___sycl_queue(void)
{
    const dpctl_capi_item items[] = {
        {(void **)&SyclQueue_GetQueueRef, "SyclQueue_GetQueueRef",
         "DPCTLSyclQueueRef (struct PySyclQueueObject *)"},
        {(void **)&SyclQueue_Make, "SyclQueue_Make",
         "struct PySyclQueueObject *(DPCTLSyclQueueRef)"},
        {(void **)&SyclQueue_KeepAlive, "SyclQueue_KeepAlive",
         "DPCTLSyclEventRef (DPCTLSyclQueueRef, PyObject *, DPCTLSyclEventRef const *, size_t)"},
        {(void **)&Py_SyclQueueType_ptr, "_SyclQueue", NULL},
        {(void **)&PySyclQueueType_ptr, "SyclQueue", NULL},
        {(void **)&Py_WorkGroupMemoryType_ptr, "_WorkGroupMemory", NULL},
        {(void **)&PyWorkGroupMemoryType_ptr, "WorkGroupMemory", NULL},
        {(void **)&Py_RawKernelArgType_ptr, "_RawKernelArg", NULL},
        {(void **)&PyRawKernelArgType_ptr, "RawKernelArg", NULL},
    };
    return dpctl_capi_import("dpctl._sycl_queue", items, sizeof items / sizeof *items);
}

#endif
