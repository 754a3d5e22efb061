# Written by tools/write_stubs.py.
from . import memory as memory
from . import program as program
from . import tensor as tensor
from . import utils as utils
from dpctl._device_context import device_context as device_context
from dpctl._device_context import get_current_backend as get_current_backend
from dpctl._device_context import get_current_device_type as get_current_device_type
from dpctl._device_context import get_current_queue as get_current_queue
from dpctl._device_context import get_num_activated_queues as get_num_activated_queues
from dpctl._device_context import is_in_device_context as is_in_device_context
from dpctl._device_context import nested_context_factories as nested_context_factories
from dpctl._device_context import set_global_queue as set_global_queue
from dpctl._sycl_context import SyclContext as SyclContext
from dpctl._sycl_context import SyclContextCreationError as SyclContextCreationError
from dpctl._sycl_device import SyclDevice as SyclDevice
from dpctl._sycl_device import SyclDeviceCreationError as SyclDeviceCreationError
from dpctl._sycl_device import SyclSubDeviceCreationError as SyclSubDeviceCreationError
from dpctl._sycl_device_factory import get_composite_devices as get_composite_devices
from dpctl._sycl_device_factory import get_devices as get_devices
from dpctl._sycl_device_factory import get_num_devices as get_num_devices
from dpctl._sycl_device_factory import has_accelerator_devices as has_accelerator_devices
from dpctl._sycl_device_factory import has_cpu_devices as has_cpu_devices
from dpctl._sycl_device_factory import has_gpu_devices as has_gpu_devices
from dpctl._sycl_device_factory import select_accelerator_device as select_accelerator_device
from dpctl._sycl_device_factory import select_cpu_device as select_cpu_device
from dpctl._sycl_device_factory import select_default_device as select_default_device
from dpctl._sycl_device_factory import select_device_with_aspects as select_device_with_aspects
from dpctl._sycl_device_factory import select_gpu_device as select_gpu_device
from dpctl._sycl_event import SyclEvent as SyclEvent
from dpctl._sycl_platform import SyclPlatform as SyclPlatform
from dpctl._sycl_platform import get_platforms as get_platforms
from dpctl._sycl_platform import lsplatform as lsplatform
from dpctl._sycl_queue import LocalAccessor as LocalAccessor
from dpctl._sycl_queue import RawKernelArg as RawKernelArg
from dpctl._sycl_queue import SyclAsyncError as SyclAsyncError
from dpctl._sycl_queue import SyclKernelInvalidRangeError as SyclKernelInvalidRangeError
from dpctl._sycl_queue import SyclKernelSubmitError as SyclKernelSubmitError
from dpctl._sycl_queue import SyclQueue as SyclQueue
from dpctl._sycl_queue import SyclQueueCreationError as SyclQueueCreationError
from dpctl._sycl_queue import WorkGroupMemory as WorkGroupMemory
from dpctl._sycl_queue_manager import get_device_cached_queue as get_device_cached_queue
from dpctl._sycl_timer import SyclTimer as SyclTimer
from dpctl.enum_types import backend_type as backend_type
from dpctl.enum_types import device_type as device_type
from dpctl.enum_types import event_status_type as event_status_type
from dpctl.enum_types import fp_config as fp_config
from dpctl.enum_types import global_mem_cache_type as global_mem_cache_type
from dpctl.enum_types import local_mem_type as local_mem_type
from dpctl.enum_types import memory_order as memory_order
from dpctl.enum_types import memory_scope as memory_scope
from dpctl.enum_types import partition_property as partition_property

__all__ = [
    "backend_type",
    "device_context",
    "device_type",
    "event_status_type",
    "fp_config",
    "get_composite_devices",
    "get_current_backend",
    "get_current_device_type",
    "get_current_queue",
    "get_device_cached_queue",
    "get_devices",
    "get_include",
    "get_num_activated_queues",
    "get_num_devices",
    "get_platforms",
    "global_mem_cache_type",
    "has_accelerator_devices",
    "has_cpu_devices",
    "has_gpu_devices",
    "is_in_device_context",
    "local_mem_type",
    "LocalAccessor",
    "lsplatform",
    "memory",
    "memory_order",
    "memory_scope",
    "nested_context_factories",
    "partition_property",
    "program",
    "RawKernelArg",
    "select_accelerator_device",
    "select_cpu_device",
    "select_default_device",
    "select_device_with_aspects",
    "select_gpu_device",
    "set_global_queue",
    "SyclAsyncError",
    "SyclContext",
    "SyclContextCreationError",
    "SyclDevice",
    "SyclDeviceCreationError",
    "SyclEvent",
    "SyclKernelInvalidRangeError",
    "SyclKernelSubmitError",
    "SyclPlatform",
    "SyclQueue",
    "SyclQueueCreationError",
    "SyclSubDeviceCreationError",
    "SyclTimer",
    "tensor",
    "utils",
    "WorkGroupMemory",
]

def get_include() -> str: ...

__version__: str
