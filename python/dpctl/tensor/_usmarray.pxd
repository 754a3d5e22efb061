# cython: language_level=3
"""The struct behind arrays, and what Cython extensions call. The fields are read, never set; the functions UsmNDArray_* of
dpctl_capi.h make arrays."""
from libc.stdint cimport int64_t

from .._backend cimport DPCTLSyclQueueRef
from .._sycl_queue cimport SyclQueue


cdef public class usm_ndarray [object PyUSMArrayObject, type PyUSMArrayType]:
    cdef char *data_
    cdef int nd_
    cdef Py_ssize_t *shape_
    cdef Py_ssize_t *strides_
    cdef int typenum_
    cdef int flags_
    cdef object base_
    cdef object array_namespace_
    cdef object __weakref__
    cdef int64_t _own[17]

    cdef char *get_data(self)  # operations on the memory that are pending are waited for
    cdef int get_ndim(self)
    cdef Py_ssize_t *get_shape(self)
    cdef Py_ssize_t *get_strides(self)  # in elements; NULL: C-contiguous
    cdef int get_typenum(self)
    cdef int get_itemsize(self)
    cdef int get_flags(self)
    cdef object get_base(self)
    cdef Py_ssize_t get_offset(self) except *
    cdef SyclQueue get_sycl_queue(self)
    cdef DPCTLSyclQueueRef get_queue_ref(self) except *  # borrowed
