/* The C functions and types of dpctl.program._program; import_dpctl__program___program() has to be called once in each source file that uses them. */
#ifndef DPCTL_PROGRAM__PROGRAM_API_H
#define DPCTL_PROGRAM__PROGRAM_API_H

#include "../../dpctl/import_capi.h"
#include "_program.h"

static DPCTLSyclKernelRef (*SyclKernel_GetKernelRef)(struct PySyclKernelObject *)
    __attribute__((unused)) = NULL;
static struct PySyclKernelObject *(*SyclKernel_Make)(DPCTLSyclKernelRef,
                                                     char const *)__attribute__((unused)) = NULL;
static DPCTLSyclKernelBundleRef (*SyclProgram_GetKernelBundleRef)(struct PySyclProgramObject *)
    __attribute__((unused)) = NULL;
static struct PySyclProgramObject *(*SyclProgram_Make)(DPCTLSyclKernelBundleRef)
    __attribute__((unused)) = NULL;
static PyTypeObject *PySyclKernelType_ptr __attribute__((unused)) = NULL;
#define PySyclKernelType (*PySyclKernelType_ptr)
static PyTypeObject *PySyclProgramType_ptr __attribute__((unused)) = NULL;
#define PySyclProgramType (*PySyclProgramType_ptr)

/* 0, or -1 with an exception. */
static inline int import_dpctl__program___program(void)
{
    const dpctl_capi_item items[] = {
        {(void **)&SyclKernel_GetKernelRef, "SyclKernel_GetKernelRef",
         "DPCTLSyclKernelRef (struct PySyclKernelObject *)"},
        {(void **)&SyclKernel_Make, "SyclKernel_Make",
         "struct PySyclKernelObject *(DPCTLSyclKernelRef, char const *)"},
        {(void **)&SyclProgram_GetKernelBundleRef, "SyclProgram_GetKernelBundleRef",
         "DPCTLSyclKernelBundleRef (struct PySyclProgramObject *)"},
        {(void **)&SyclProgram_Make, "SyclProgram_Make",
         "struct PySyclProgramObject *(DPCTLSyclKernelBundleRef)"},
        {(void **)&PySyclKernelType_ptr, "SyclKernel", NULL},
        {(void **)&PySyclProgramType_ptr, "SyclProgram", NULL},
    };
    return dpctl_capi_import("dpctl.program._program", items, sizeof items / sizeof *items);
}

#endif
