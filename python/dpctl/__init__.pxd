# cython: language_level=3
"""``cimport dpctl``: the types and the C interface."""
from dpctl._backend cimport *
from dpctl._sycl_context cimport SyclContext
from dpctl._sycl_device cimport SyclDevice
from dpctl._sycl_event cimport SyclEvent
from dpctl._sycl_queue cimport SyclQueue
