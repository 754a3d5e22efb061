# cython: language_level=3
"""The struct of SyclDevice, and what Cython extensions call."""
from ._backend cimport DPCTLSyclDeviceRef


cdef public class _SyclDevice [object Py_SyclDeviceObject, type Py_SyclDeviceType]:
    cdef DPCTLSyclDeviceRef _device_ref
    cdef const char *_vendor
    cdef const char *_name
    cdef const char *_driver_version
    cdef size_t *_max_work_item_sizes


cdef public class SyclDevice(_SyclDevice) [object PySyclDeviceObject, type PySyclDeviceType]:
    @staticmethod
    cdef SyclDevice _create(DPCTLSyclDeviceRef dref)  # takes the reference over
    cdef DPCTLSyclDeviceRef get_device_ref(self)  # borrowed
