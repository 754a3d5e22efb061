"""Registration with Dask: the number of elements of a block, as an array on the same queue.

Dask counts elements in NumPy arrays unless a library registers its own function, so that mean, var and average would
mix both kinds of arrays. The functions are registered when both modules are imported.
"""

from __future__ import annotations

import math
import sys

from opendpex._when_imported import when_imported

from .._arrays import ndarray
from .._creation.arrays import empty, full
from .._statistics.quantiles import percentile

__all__ = []


def _count(x, axis=None, keepdims=False, dtype="float64", **_):
    """The number of elements along axes, as an array on the queue of `x` with the shape of a reduction of it."""
    axes = range(x.ndim) if axis is None else axis if isinstance(axis, (tuple, list)) else (axis,)
    axes = {i % max(x.ndim, 1) for i in axes}
    kept = [1 if i in axes else extent for i, extent in enumerate(x.shape) if keepdims or i not in axes]
    n = math.prod(x.shape[i] for i in axes)
    return full(tuple(kept), n, dtype, usm_type=x.usm_type, sycl_queue=x.sycl_queue)


def _percentile(x, q, method="linear"):
    """The percentiles of a block and its number of elements, which Dask merges."""
    return (percentile(x, q, method=method), x.size) if x.size else (None, 0)


def _register() -> None:
    """Register with ``dask.array``, which is imported."""
    dispatch = sys.modules["dask.array.dispatch"]
    dispatch.numel_lookup.register(ndarray, _count)
    dispatch.empty_lookup.register(ndarray, empty)
    dispatch.percentile_lookup.register(ndarray, _percentile)


when_imported("dask.array", _register)
