# cython: language_level=3
"""The struct of SyclQueue, and what Cython extensions call."""
from ._backend cimport DPCTLSyclQueueRef
from ._sycl_context cimport SyclContext
from ._sycl_device cimport SyclDevice


cdef public class _SyclQueue [object Py_SyclQueueObject, type Py_SyclQueueType]:
    cdef DPCTLSyclQueueRef _queue_ref
    cdef SyclContext _context
    cdef SyclDevice _device


cdef public class SyclQueue(_SyclQueue) [object PySyclQueueObject, type PySyclQueueType]:
    @staticmethod
    cdef SyclQueue _create(DPCTLSyclQueueRef qref)  # takes the reference over
    cdef DPCTLSyclQueueRef get_queue_ref(self)  # borrowed
    cpdef SyclContext get_sycl_context(self)
    cpdef SyclDevice get_sycl_device(self)
