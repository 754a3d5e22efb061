"""numba_dpex: kernels written in Python, compiled for each device; both generations of the interface."""

from . import kernel_api
from ._compiler.interface import prange
from ._decorators import device_func, dpjit, func, kernel, njit
from ._launcher import call_kernel, call_kernel_async
from ._older_names import *
from .core.exceptions import IndeterminateExecutionQueueError
from .kernel_api import NdRange, Range

from . import _older_names

__all__ = [
    "IndeterminateExecutionQueueError",
    "NdRange",
    "Range",
    "call_kernel",
    "call_kernel_async",
    "device_func",
    "dpjit",
    "func",
    "kernel",
    "kernel_api",
    "njit",
    "prange",
    *_older_names.__all__,
]
