/* The C functions and types of dpctl._sycl_event; import_dpctl___sycl_event() has to be called once in each source file that uses them. */
#ifndef DPCTL__SYCL_EVENT_API_H
#define DPCTL__SYCL_EVENT_API_H

#include "../dpctl/import_capi.h"
#include "_sycl_event.h"

static DPCTLSyclEventRef (*SyclEvent_GetEventRef)(struct PySyclEventObject *)
    __attribute__((unused)) = NULL;
static struct PySyclEventObject *(*SyclEvent_Make)(DPCTLSyclEventRef)
    __attribute__((unused)) = NULL;
static PyTypeObject *Py_SyclEventType_ptr __attribute__((unused)) = NULL;
#define Py_SyclEventType (*Py_SyclEventType_ptr)
static PyTypeObject *PySyclEventType_ptr __attribute__((unused)) = NULL;
#define PySyclEventType (*PySyclEventType_ptr)

/* 0, or -1 with an exception. */
static inline int import_dpctl___sycl_event(void)
{
    const dpctl_capi_item items[] = {
        {(void **)&SyclEvent_GetEventRef, "SyclEvent_GetEventRef",
         "DPCTLSyclEventRef (struct PySyclEventObject *)"},
        {(void **)&SyclEvent_Make, "SyclEvent_Make",
         "struct PySyclEventObject *(DPCTLSyclEventRef)"},
        {(void **)&Py_SyclEventType_ptr, "_SyclEvent", NULL},
        {(void **)&PySyclEventType_ptr, "SyclEvent", NULL},
    };
    return dpctl_capi_import("dpctl._sycl_event", items, sizeof items / sizeof *items);
}

#endif
