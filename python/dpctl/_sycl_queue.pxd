# cython: language_level=3
"""The struct of SyclQueue, and what Cython extensions call. A cpdef method of a subclass written in Python is called where there is one."""
from ._backend cimport DPCTLSyclQueueRef, DPCTLSyclRawKernelArgRef, DPCTLSyclWorkGroupMemoryRef
from ._sycl_context cimport SyclContext
from ._sycl_device cimport SyclDevice
from ._sycl_event cimport SyclEvent
from .program._program cimport SyclKernel


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
    @staticmethod
    cdef SyclQueue _create_from_context_and_device(SyclContext ctx, SyclDevice dev, int props=*)
    cdef bint equals(self, SyclQueue other) except -1
    cpdef SyclEvent submit(self, SyclKernel kernel, list args, list gS, list lS=*, list dEvents=*)
    cpdef SyclEvent submit_async(self, SyclKernel kernel, list args, list gS, list lS=*, list dEvents=*)
    cpdef SyclEvent _submit_keep_args_alive(self, object args, list dEvents)
    cpdef void wait(self) except *
    cpdef memcpy(self, dest, src, size_t count)
    cpdef SyclEvent memcpy_async(self, dest, src, size_t count, list dEvents=*)
    cpdef prefetch(self, ptr, size_t count=*)
    cpdef mem_advise(self, ptr, size_t count, int mem)
    cpdef SyclEvent submit_barrier(self, dependent_events=*)


cdef public class _WorkGroupMemory [object Py_WorkGroupMemoryObject, type Py_WorkGroupMemoryType]:
    cdef DPCTLSyclWorkGroupMemoryRef _mem_ref


cdef public class WorkGroupMemory(_WorkGroupMemory) [object PyWorkGroupMemoryObject, type PyWorkGroupMemoryType]:
    cdef size_t _own[1]


cdef public class _RawKernelArg [object Py_RawKernelArgObject, type Py_RawKernelArgType]:
    cdef DPCTLSyclRawKernelArgRef _arg_ref


cdef public class RawKernelArg(_RawKernelArg) [object PyRawKernelArgObject, type PyRawKernelArgType]:
    cdef size_t _own[2]
