# cython: language_level=3
"""The struct of SyclContext, and what Cython extensions call."""
from ._backend cimport DPCTLSyclContextRef


cdef public class _SyclContext [object Py_SyclContextObject, type Py_SyclContextType]:
    cdef DPCTLSyclContextRef _ctxt_ref


cdef public class SyclContext(_SyclContext) [object PySyclContextObject, type PySyclContextType]:
    @staticmethod
    cdef SyclContext _create(DPCTLSyclContextRef cref)  # takes the reference over
    cdef DPCTLSyclContextRef get_context_ref(self)  # borrowed
    cdef bint equals(self, SyclContext other) except -1
