"""dpctl: devices, queues and USM memory."""
from opendpex import _core

from . import memory
from ._device_context import (
    device_context,
    get_current_backend,
    get_current_device_type,
    get_current_queue,
    get_num_activated_queues,
    is_in_device_context,
    nested_context_factories,
    set_global_queue,
)
from ._sycl_context import SyclContext, SyclContextCreationError
from ._sycl_device import SyclDevice, SyclDeviceCreationError, SyclSubDeviceCreationError
from ._sycl_device_factory import (
    get_composite_devices,
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
from ._sycl_event import SyclEvent
from ._sycl_platform import SyclPlatform, get_platforms
from ._sycl_queue import (
    SyclAsyncError,
    SyclKernelInvalidRangeError,
    SyclKernelSubmitError,
    SyclQueue,
    SyclQueueCreationError,
)
from ._sycl_queue_manager import get_device_cached_queue
from ._sycl_timer import SyclTimer
from .enum_types import *

__version__ = "0.20.2+opendpex." + _core.version
