/* The C interface of dpctl's Python objects, for extensions in C, C++ and Cython.
 *
 *     PyMODINIT_FUNC PyInit_example(void)
 *     {
 *         import_dpctl();
 *         if (PyErr_Occurred()) return NULL;
 *         ...
 *     }
 *
 * Functions and types are reached through the imported modules, so nothing has to be linked for them; functions DPCTL* come from the
 * library that `python -m dpctl --library` names. A Get function gives a borrowed reference (UsmNDArray_GetQueueRef: a new one), a Make
 * function a new object that holds a reference of its own. With NULL or an object of another type they set an exception and give NULL, 0 or -1.
 * Each source file that uses them has to call import_dpctl() once. */
#ifndef DPCTL_CAPI_H
#define DPCTL_CAPI_H

#ifndef CYTHON_EXTERN_C
#ifdef __cplusplus
#define CYTHON_EXTERN_C extern "C"
#else
#define CYTHON_EXTERN_C extern
#endif
#endif

#include <Python.h>

#include "dpctl/_sycl_context_api.h"
#include "dpctl/_sycl_device_api.h"
#include "dpctl/_sycl_event_api.h"
#include "dpctl/_sycl_queue_api.h"
#include "dpctl/memory/_memory_api.h"
#include "dpctl/program/_program_api.h"
#include "dpctl/tensor/_usmarray_api.h"
#include "dpctl_sycl_interface.h"

/* Leaves an exception set where something cannot be imported. */
static inline void import_dpctl(void)
{
    if (PyErr_Occurred()) return;
    (void)(import_dpctl___sycl_device() || import_dpctl___sycl_context() ||
           import_dpctl___sycl_event() || import_dpctl___sycl_queue() ||
           import_dpctl__program___program() || import_dpctl__memory___memory() ||
           import_dpctl__tensor___usmarray());
}

#endif
