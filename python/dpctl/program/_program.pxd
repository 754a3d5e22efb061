# cython: language_level=3
"""The structs of SyclKernel and SyclProgram, and what Cython extensions call."""
from .._backend cimport DPCTLSyclKernelBundleRef, DPCTLSyclKernelRef


cdef public class SyclKernel [object PySyclKernelObject, type PySyclKernelType]:
    cdef DPCTLSyclKernelRef _kernel_ref
    cdef const char *_function_name

    cdef DPCTLSyclKernelRef get_kernel_ref(self)  # borrowed
    @staticmethod
    cdef SyclKernel _create(DPCTLSyclKernelRef kref, str name)  # takes the reference over


cdef public class SyclProgram [object PySyclProgramObject, type PySyclProgramType]:
    cdef DPCTLSyclKernelBundleRef _program_ref

    @staticmethod
    cdef SyclProgram _create(DPCTLSyclKernelBundleRef pref)  # takes the reference over
    cdef DPCTLSyclKernelBundleRef get_program_ref(self)  # borrowed
    cpdef SyclKernel get_sycl_kernel(self, str kernel_name)
