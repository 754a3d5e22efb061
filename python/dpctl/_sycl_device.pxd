# cython: language_level=3
"""The struct of SyclDevice, and what Cython extensions call."""
from ._backend cimport DPCTLSyclDeviceRef, _partition_affinity_domain_type


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
    cdef bint equals(self, SyclDevice other) except -1
    cdef list create_sub_devices_equally(self, size_t count)
    cdef list create_sub_devices_by_counts(self, object counts)
    cdef list create_sub_devices_by_affinity(self, _partition_affinity_domain_type domain)
    # The position among the devices of its backend and type, of its backend, of its type, of all; -1: it is not listed.
    cdef int get_backend_and_device_type_ordinal(self) except -2
    cdef int get_backend_ordinal(self) except -2
    cdef int get_device_type_ordinal(self) except -2
    cdef int get_overall_ordinal(self) except -2
