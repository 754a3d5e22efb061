# cython: language_level=3
"""Functions that find devices."""
from ._sycl_device cimport SyclDevice


cpdef SyclDevice select_accelerator_device()
cpdef SyclDevice select_cpu_device()
cpdef SyclDevice select_default_device()
cpdef SyclDevice select_gpu_device()
cpdef SyclDevice select_device_with_aspects(object required_aspects, object excluded_aspects=*)
cpdef list get_devices(backend=*, device_type=*)
cpdef list get_composite_devices()
cpdef int get_num_devices(backend=*, device_type=*) except -1
cpdef bint has_gpu_devices() except -1
cpdef bint has_cpu_devices() except -1
cpdef bint has_accelerator_devices() except -1
cpdef SyclDevice _cached_default_device()
