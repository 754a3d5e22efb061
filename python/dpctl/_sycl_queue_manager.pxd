# cython: language_level=3
"""The queues that are kept for devices."""
from ._sycl_queue cimport SyclQueue


cpdef SyclQueue get_device_cached_queue(object key)
