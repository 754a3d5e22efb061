# cython: language_level=3
"""The struct of SyclEvent, and what Cython extensions call."""
from ._backend cimport DPCTLSyclEventRef


cdef public class _SyclEvent [object Py_SyclEventObject, type Py_SyclEventType]:
    cdef DPCTLSyclEventRef _event_ref


cdef public class SyclEvent(_SyclEvent) [object PySyclEventObject, type PySyclEventType]:
    @staticmethod
    cdef SyclEvent _create(DPCTLSyclEventRef eref)  # takes the reference over
    cdef DPCTLSyclEventRef get_event_ref(self)  # borrowed
    @staticmethod
    cdef void _wait(SyclEvent event) except *
    cpdef void wait(self) except *
