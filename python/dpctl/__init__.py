"""dpctl: devices, queues and USM memory.

Importing it opens no device. Arrays are in ``dpctl.tensor``, which has to be imported by itself.
"""

from pathlib import Path

# First, because the imports below fail with misleading errors if another dpctl is installed.
from opendpex._installation import require_own_files  # isort: skip

require_own_files(Path(__file__).resolve().parents[1])

from opendpex import _core

from . import _pickles, memory, program
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
from ._sycl_platform import SyclPlatform, get_platforms, lsplatform
from ._sycl_queue import (
    LocalAccessor,
    RawKernelArg,
    SyclAsyncError,
    SyclKernelInvalidRangeError,
    SyclKernelSubmitError,
    SyclQueue,
    SyclQueueCreationError,
    WorkGroupMemory,
)
from ._sycl_queue_manager import get_device_cached_queue
from ._sycl_timer import SyclTimer
from .enum_types import (
    backend_type,
    device_type,
    event_status_type,
    fp_config,
    global_mem_cache_type,
    local_mem_type,
    memory_order,
    memory_scope,
    partition_property,
)

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

__version__ = "0.20.2+opendpex." + _core.version
__author__ = "the opendpex developers"


def get_include() -> str:
    """Return the folder of the C headers of dpctl, for ``-I``."""
    return str(Path(__file__).resolve().parent / "include")


def __getattr__(name: str):
    # Submodules are imported at their first use, to keep `import dpctl` fast.
    if name in ("tensor", "utils"):
        import importlib  # here for the same reason

        return importlib.import_module("." + name, __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__():
    return sorted({*globals(), "tensor", "utils"} - {"Path", "require_own_files"})
