# cython: language_level=3
"""``cimport dpctl``: the types and the C interface."""
from dpctl._backend cimport *
from dpctl._sycl_context cimport SyclContext
from dpctl._sycl_device cimport SyclDevice
from dpctl._sycl_device_factory cimport (
    get_devices,
    get_num_devices,
    has_accelerator_devices,
    has_cpu_devices,
    has_gpu_devices,
    select_accelerator_device,
    select_cpu_device,
    select_default_device,
    select_device_with_aspects,
    select_gpu_device,
)
from dpctl._sycl_event cimport SyclEvent
from dpctl._sycl_platform cimport SyclPlatform
from dpctl._sycl_queue cimport SyclQueue
from dpctl._sycl_queue_manager cimport get_device_cached_queue
