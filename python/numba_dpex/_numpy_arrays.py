"""NumPy arrays as arguments of kernels."""

from __future__ import annotations

import numpy as np

import dpctl
import dpctl.tensor as dpt
from opendpex import _core

__all__ = ["borrow"]


def borrow(x: np.ndarray, queue: dpctl.SyclQueue) -> tuple[dpt.usm_ndarray, bool]:
    """A NumPy array as an array of a queue, with its read-only flag, and whether it shares the memory."""
    if _core._runs_on_host(queue) and x.dtype.isnative:
        try:
            shared = dpt.from_dlpack(x)
        except (BufferError, ValueError, TypeError):  # its memory or strides require a packed copy
            shared = None
        if shared is not None and shared.sycl_device == queue.sycl_device:
            return shared.to_device(queue), True
    copied = dpt.asarray(x, sycl_queue=queue)
    if not x.flags.writeable:
        copied.flags["W"] = False
    return copied, False
