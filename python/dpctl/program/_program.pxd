# cython: language_level=3
"""The structs of SyclKernel and SyclProgram."""
from .._backend cimport DPCTLSyclKernelBundleRef, DPCTLSyclKernelRef


cdef public class SyclKernel [object PySyclKernelObject, type PySyclKernelType]:
    cdef void *_vtable
    cdef DPCTLSyclKernelRef _kernel_ref
    cdef const char *_function_name


cdef public class SyclProgram [object PySyclProgramObject, type PySyclProgramType]:
    cdef void *_vtable
    cdef DPCTLSyclKernelBundleRef _program_ref
