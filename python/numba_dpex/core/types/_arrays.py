"""Types of arrays in USM memory."""

from __future__ import annotations

import dpctl
from opendpex._messages import named

from ..._compiler.signature import Array
from ..._compiler.types import FLOAT32, FLOAT64, from_numba, from_numpy

__all__ = ["DpnpNdArray", "USMNdArray"]


class USMNdArray(Array):
    """The type of an array in USM memory.

    Parameters
    ----------
    ndim : int
        The number of dimensions.
    layout : str
        "C", "F" or "A".
    dtype : data type, optional
        Of the elements; by default that of the device's floats.
    usm_type : str
        "device", "shared" or "host".
    device : str, optional
        The filter string of a device.
    queue : dpctl.SyclQueue or DpctlSyclQueue, optional
        The queue; not beside `device`.

    Raises
    ------
    TypeError
        If both device and queue are given, or one has another type.
    """

    def __init__(
        self,
        ndim,
        layout="C",
        dtype=None,
        usm_type="device",
        device=None,
        queue=None,
        readonly=False,
        name=None,
        aligned=True,
        addrspace=1,
    ):
        if device is not None and queue is not None:
            raise TypeError(named("device and queue are exclusive: the queue says which device"))
        queue = getattr(queue, "sycl_queue", queue)  # of a DpctlSyclQueue
        if queue is not None and not isinstance(queue, dpctl.SyclQueue):
            raise TypeError(named(f"queue must be a dpctl.SyclQueue, not a {type(queue).__name__}"))
        if device is not None and not isinstance(device, str):
            raise TypeError(named(f"device must be a filter string, not a {type(device).__name__}"))
        if queue is None:
            queue = dpctl.get_device_cached_queue(dpctl.select_default_device() if device is None else device)
        dtype = (FLOAT64 if queue.sycl_device.has_aspect_fp64 else FLOAT32) if dtype is None else dtype
        dtype = from_numba(dtype)
        super().__init__(dtype if hasattr(dtype, "bits") else from_numpy(dtype), ndim, layout, readonly, name, aligned)
        self.usm_type, self.queue, self.addrspace = usm_type, queue, addrspace
        self.device = queue.sycl_device.filter_string

    def key(self):
        return (*super().key(), self.addrspace, self.usm_type, self.device, self.queue)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.dtype}, {self.ndim}d, {self.layout}, {self.usm_type}, {self.device})"


class DpnpNdArray(USMNdArray):
    """The type of a dpnp.ndarray."""
