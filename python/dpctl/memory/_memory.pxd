# cython: language_level=3
"""The struct behind USM memory objects, and what Cython extensions call. The fields are read, never set; to make an object, call
_Memory.create_from_usm_pointer_size_qref, or Memory_Make of dpctl_capi.h."""
from .._backend cimport DPCTLSyclDeviceRef, DPCTLSyclQueueRef, DPCTLSyclUSMRef
from .._sycl_context cimport SyclContext
from .._sycl_device cimport SyclDevice
from .._sycl_queue cimport SyclQueue


cdef public class _Memory [object Py_MemoryObject, type Py_MemoryType]:
    cdef DPCTLSyclUSMRef _memory_ptr
    cdef void *_opaque_ptr
    cdef Py_ssize_t nbytes
    cdef SyclQueue queue
    cdef object refobj
    cdef void *_own[2]

    cpdef copy_to_host(self, object obj=*)
    cpdef copy_from_host(self, object obj)
    cpdef copy_from_device(self, object obj)
    cpdef memset(self, unsigned short val=*)
    cpdef bytes tobytes(self)
    cdef DPCTLSyclUSMRef get_data_ptr(self)
    cdef void *get_opaque_ptr(self)
    @staticmethod
    cdef SyclDevice get_pointer_device(DPCTLSyclUSMRef ptr, SyclContext ctx)
    @staticmethod
    cdef bytes get_pointer_type(DPCTLSyclUSMRef ptr, SyclContext ctx)
    # The memory is taken over, or belongs to memory_owner, which is kept.
    @staticmethod
    cdef object create_from_usm_pointer_size_qref(DPCTLSyclUSMRef ptr, Py_ssize_t nbytes, DPCTLSyclQueueRef qref,
                                                  object memory_owner=*)


cdef public class MemoryUSMShared(_Memory) [object PyMemoryUSMSharedObject, type PyMemoryUSMSharedType]:
    pass


cdef public class MemoryUSMHost(_Memory) [object PyMemoryUSMHostObject, type PyMemoryUSMHostType]:
    pass


cdef public class MemoryUSMDevice(_Memory) [object PyMemoryUSMDeviceObject, type PyMemoryUSMDeviceType]:
    pass
