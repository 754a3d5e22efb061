"""NumPy arrays as arguments of kernels."""

from __future__ import annotations

import dpctl
import dpctl.tensor as dpt
import numpy as np
from opendpex import _core

__all__ = ["borrow"]


def borrow(x: np.ndarray, queue: dpctl.SyclQueue) -> tuple[dpt.usm_ndarray, bool]:
    """A NumPy array for a queue, read-only if it is, and whether its memory is the same."""
    if _core._runs_on_host(queue) and x.dtype.isnative:
        try:
            shared = dpt.from_dlpack(x)
        except (BufferError, ValueError, TypeError):  # its memory or strides are such that it must be packed
            shared = None
        if shared is not None and shared.sycl_device == queue.sycl_device:
            return shared.to_device(queue), True
    copied = dpt.asarray(x, sycl_queue=queue)
    if not x.flags.writeable:
        copied.flags["W"] = False
    return copied, False
