/* The C functions and types of dpctl._sycl_context; import_dpctl___sycl_context() has to be called once in each source file that uses them. */
#ifndef DPCTL__SYCL_CONTEXT_API_H
#define DPCTL__SYCL_CONTEXT_API_H

#include "../dpctl/import_capi.h"
#include "_sycl_context.h"

static DPCTLSyclContextRef (*SyclContext_GetContextRef)(struct PySyclContextObject *)
    __attribute__((unused)) = NULL;
static struct PySyclContextObject *(*SyclContext_Make)(DPCTLSyclContextRef)
    __attribute__((unused)) = NULL;
static PyTypeObject *Py_SyclContextType_ptr __attribute__((unused)) = NULL;
#define Py_SyclContextType (*Py_SyclContextType_ptr)
static PyTypeObject *PySyclContextType_ptr __attribute__((unused)) = NULL;
#define PySyclContextType (*PySyclContextType_ptr)

/* 0, or -1 with an exception. */
static inline int import_dpctl___sycl_context(void)
{
    const dpctl_capi_item items[] = {
        {(void **)&SyclContext_GetContextRef, "SyclContext_GetContextRef",
         "DPCTLSyclContextRef (struct PySyclContextObject *)"},
        {(void **)&SyclContext_Make, "SyclContext_Make",
         "struct PySyclContextObject *(DPCTLSyclContextRef)"},
        {(void **)&Py_SyclContextType_ptr, "_SyclContext", NULL},
        {(void **)&PySyclContextType_ptr, "SyclContext", NULL},
    };
    return dpctl_capi_import("dpctl._sycl_context", items, sizeof items / sizeof *items);
}

#endif
