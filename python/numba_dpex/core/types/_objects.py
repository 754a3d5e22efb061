"""Types of queues, events and kernels, and the type of any value."""

from __future__ import annotations

import numpy as np

import dpctl
from opendpex import _core
from opendpex._messages import named

from ..._compiler.signature import Array, Type
from ..._compiler.types import from_numpy, of_python
from ...kernel_api import NdRange, Range
from ._arrays import DpnpNdArray, USMNdArray
from ._base import NoneType
from .kernel_api import NdRangeType, RangeType

__all__ = ["DpctlSyclEvent", "DpctlSyclQueue", "KernelDispatcherType", "typeof"]


class DpctlSyclQueue(Type):
    """The type of a queue.

    Raises
    ------
    TypeError
        If `sycl_queue` is not a queue.
    """

    def __init__(self, sycl_queue):
        if not isinstance(sycl_queue, dpctl.SyclQueue):
            raise TypeError(named(f"a dpctl.SyclQueue is needed, not a {type(sycl_queue).__name__}"))
        self.sycl_queue = sycl_queue

    @property
    def sycl_device(self) -> str:
        """The filter string of the queue's device."""
        return self.sycl_queue.sycl_device.filter_string

    def key(self):
        return (self.sycl_queue,)


class DpctlSyclEvent(Type):
    """The type of an event."""


class KernelDispatcherType(Type):
    """The type of a kernel."""

    def __init__(self, dispatcher):
        self.dispatcher = dispatcher

    def key(self):
        return (id(self.dispatcher),)


def typeof(value):
    """The type of a value.

    Raises
    ------
    TypeError
        If neither kernels nor dpjit functions support it.
    """
    if isinstance(value, _core.array_base):
        flags = value.flags
        layout = "C" if flags.c_contiguous else "F" if flags.f_contiguous else "A"
        cls = DpnpNdArray if isinstance(value, _core.ndarray) else USMNdArray
        return cls(value.ndim, layout, value.dtype, value.usm_type, queue=value.sycl_queue)
    if isinstance(value, np.ndarray):
        layout = "C" if value.flags.c_contiguous else "F" if value.flags.f_contiguous else "A"
        return Array(from_numpy(value.dtype), value.ndim, layout)
    found = of_python(value)
    if found is not None:
        return found
    if value is None:
        return NoneType()
    for cls, make in (
        (dpctl.SyclQueue, DpctlSyclQueue),
        (dpctl.SyclEvent, lambda v: DpctlSyclEvent()),
        (Range, lambda v: RangeType(v.ndim)),
        (NdRange, lambda v: NdRangeType(v.global_range.ndim)),
    ):
        if isinstance(value, cls):
            return make(value)
    if getattr(value, "is_kernel", False):
        return KernelDispatcherType(value)
    raise TypeError(named(f"no type for a {type(value).__name__}"))
