/* The C functions and types of dpctl.memory._memory; import_dpctl__memory___memory() has to be called once in each source file that uses them. */
#ifndef DPCTL_MEMORY__MEMORY_API_H
#define DPCTL_MEMORY__MEMORY_API_H

#include "../../dpctl/import_capi.h"
#include "_memory.h"

static DPCTLSyclUSMRef (*Memory_GetUsmPointer)(struct Py_MemoryObject *)
    __attribute__((unused)) = NULL;
static void *(*Memory_GetOpaquePointer)(struct Py_MemoryObject *)__attribute__((unused)) = NULL;
static DPCTLSyclContextRef (*Memory_GetContextRef)(struct Py_MemoryObject *)
    __attribute__((unused)) = NULL;
static DPCTLSyclQueueRef (*Memory_GetQueueRef)(struct Py_MemoryObject *)
    __attribute__((unused)) = NULL;
static size_t (*Memory_GetNumBytes)(struct Py_MemoryObject *) __attribute__((unused)) = NULL;
static PyObject *(*Memory_Make)(DPCTLSyclUSMRef, size_t, DPCTLSyclQueueRef,
                                PyObject *)__attribute__((unused)) = NULL;
static PyTypeObject *Py_MemoryType_ptr __attribute__((unused)) = NULL;
#define Py_MemoryType (*Py_MemoryType_ptr)
static PyTypeObject *PyMemoryUSMSharedType_ptr __attribute__((unused)) = NULL;
#define PyMemoryUSMSharedType (*PyMemoryUSMSharedType_ptr)
static PyTypeObject *PyMemoryUSMHostType_ptr __attribute__((unused)) = NULL;
#define PyMemoryUSMHostType (*PyMemoryUSMHostType_ptr)
static PyTypeObject *PyMemoryUSMDeviceType_ptr __attribute__((unused)) = NULL;
#define PyMemoryUSMDeviceType (*PyMemoryUSMDeviceType_ptr)

/* 0, or -1 with an exception. */
static inline int import_dpctl__memory___memory(void)
{
    const dpctl_capi_item items[] = {
        {(void **)&Memory_GetUsmPointer, "Memory_GetUsmPointer",
         "DPCTLSyclUSMRef (struct Py_MemoryObject *)"},
        {(void **)&Memory_GetOpaquePointer, "Memory_GetOpaquePointer",
         "void *(struct Py_MemoryObject *)"},
        {(void **)&Memory_GetContextRef, "Memory_GetContextRef",
         "DPCTLSyclContextRef (struct Py_MemoryObject *)"},
        {(void **)&Memory_GetQueueRef, "Memory_GetQueueRef",
         "DPCTLSyclQueueRef (struct Py_MemoryObject *)"},
        {(void **)&Memory_GetNumBytes, "Memory_GetNumBytes", "size_t (struct Py_MemoryObject *)"},
        {(void **)&Memory_Make, "Memory_Make",
         "PyObject *(DPCTLSyclUSMRef, size_t, DPCTLSyclQueueRef, PyObject *)"},
        {(void **)&Py_MemoryType_ptr, "_Memory", NULL},
        {(void **)&PyMemoryUSMSharedType_ptr, "MemoryUSMShared", NULL},
        {(void **)&PyMemoryUSMHostType_ptr, "MemoryUSMHost", NULL},
        {(void **)&PyMemoryUSMDeviceType_ptr, "MemoryUSMDevice", NULL},
    };
    return dpctl_capi_import("dpctl.memory._memory", items, sizeof items / sizeof *items);
}

#endif
