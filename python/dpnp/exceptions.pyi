# Written by tools/write_stubs.py.
from dpctl._sycl_context import SyclContextCreationError as SyclContextCreationError
from dpctl._sycl_device import SyclDeviceCreationError as SyclDeviceCreationError
from dpctl._sycl_queue import SyclQueueCreationError as SyclQueueCreationError
from dpctl.memory._memory import USMAllocationError as USMAllocationError
from dpctl.tensor._dlpack import DLPackCreationError as DLPackCreationError
from dpctl.utils._compute_follows_data import ExecutionPlacementError as ExecutionPlacementError
from typing import Any
from typing import SupportsIndex

__all__ = [
    "AxisError",
    "ComplexWarning",
    "DLPackCreationError",
    "DTypePromotionError",
    "ExecutionPlacementError",
    "ModuleDeprecationWarning",
    "SyclContextCreationError",
    "SyclDeviceCreationError",
    "SyclQueueCreationError",
    "TooHardError",
    "USMAllocationError",
    "VisibleDeprecationWarning",
]

class DTypePromotionError(TypeError): ...
class TooHardError(RuntimeError): ...
class ComplexWarning(RuntimeWarning): ...
class ModuleDeprecationWarning(DeprecationWarning): ...
class VisibleDeprecationWarning(UserWarning): ...

class AxisError(ValueError, IndexError):
    def __init__(
        self, axis: SupportsIndex | str, ndim: SupportsIndex | None = None, msg_prefix: str | None = None
    ) -> None: ...  # type: ignore[override]
    @property
    def axis(self) -> Any: ...
    @property
    def ndim(self) -> Any: ...
