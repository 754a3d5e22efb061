"""numba_dpex: kernels written in Python, compiled for each device."""

from . import kernel_api
from ._compiler.dispatcher import DeviceFunction, Kernel
from ._compiler.interface import prange
from ._launcher import call_kernel, call_kernel_async
from .kernel_api import NdRange, Range

__all__ = ["NdRange", "Range", "call_kernel", "call_kernel_async", "device_func", "kernel", "kernel_api", "prange"]


def kernel(function=None):
    """Make a kernel of a Python function; its first parameter may be the item."""
    return Kernel(function) if function is not None else Kernel


def device_func(function=None):
    """Mark a Python function that kernels call."""
    return DeviceFunction(function) if function is not None else DeviceFunction
