# cython: language_level=3
"""The struct behind arrays. The fields are read, never set; the functions UsmNDArray_* of dpctl_capi.h make arrays."""
from libc.stdint cimport int64_t


cdef public class usm_ndarray [object PyUSMArrayObject, type PyUSMArrayType]:
    cdef void *_vtable
    cdef char *data_
    cdef int nd_
    cdef Py_ssize_t *shape_
    cdef Py_ssize_t *strides_
    cdef int typenum_
    cdef int flags_
    cdef object base_
    cdef object array_namespace_
    cdef object __weakref__
    cdef int64_t _own[16]
