"""dpnp.exceptions: what functions of dpnp raise beside Python's own."""

from numpy.exceptions import (
    AxisError,
    ComplexWarning,
    DTypePromotionError,
    ModuleDeprecationWarning,
    TooHardError,
    VisibleDeprecationWarning,
)

from dpctl import SyclContextCreationError, SyclDeviceCreationError, SyclQueueCreationError
from dpctl.memory import USMAllocationError
from dpctl.utils import ExecutionPlacementError
from opendpex._core import DLPackCreationError

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
