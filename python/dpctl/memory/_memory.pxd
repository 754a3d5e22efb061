# cython: language_level=3
"""The struct behind USM memory objects. The fields are read, never set; to make an object, call Memory_Make of dpctl_capi.h."""
from .._backend cimport DPCTLSyclUSMRef
from .._sycl_queue cimport SyclQueue


cdef public class _Memory [object Py_MemoryObject, type Py_MemoryType]:
    cdef void *_vtable
    cdef DPCTLSyclUSMRef _memory_ptr
    cdef void *_opaque_ptr
    cdef Py_ssize_t nbytes
    cdef SyclQueue queue
    cdef object refobj
    cdef void *_own[2]


cdef public class MemoryUSMShared(_Memory) [object PyMemoryUSMSharedObject, type PyMemoryUSMSharedType]:
    pass


cdef public class MemoryUSMHost(_Memory) [object PyMemoryUSMHostObject, type PyMemoryUSMHostType]:
    pass


cdef public class MemoryUSMDevice(_Memory) [object PyMemoryUSMDeviceObject, type PyMemoryUSMDeviceType]:
    pass
