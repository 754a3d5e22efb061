# cython: language_level=3
"""The struct of SyclPlatform, and what Cython extensions call."""
from ._backend cimport DPCTLSyclPlatformRef


cdef public class _SyclPlatform [object Py_SyclPlatformObject, type Py_SyclPlatformType]:
    cdef DPCTLSyclPlatformRef _platform_ref
    cdef const char *_vendor
    cdef const char *_name
    cdef const char *_version


cdef public class SyclPlatform(_SyclPlatform) [object PySyclPlatformObject, type PySyclPlatformType]:
    @staticmethod
    cdef SyclPlatform _create(DPCTLSyclPlatformRef pref)  # takes the reference over
    cdef DPCTLSyclPlatformRef get_platform_ref(self)  # borrowed
    cdef bint equals(self, SyclPlatform other) except -1


cpdef list get_platforms()
