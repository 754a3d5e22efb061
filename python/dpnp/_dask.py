"""What Dask has to know of arrays on a device: how many elements a block has, and where to make the arrays beside it.

Dask counts in NumPy arrays unless a library says otherwise, so that mean, var and average would mix both kinds. It takes what a
library says from a registry, in a call that `dpnp` makes as soon as both are there: when `dpnp` is imported after ``dask.array``,
and else when Dask first asks an array for its name.
"""

from __future__ import annotations

import math
import sys

from ._arrays import ndarray

__all__ = ["register"]

_registered = False


def _count(x, axis=None, keepdims=False, dtype="float64", **_):
    """The number of elements along axes, in an array beside `x` of the shape that a reduction of it has."""
    from ._creation import full

    axes = range(x.ndim) if axis is None else axis if isinstance(axis, (tuple, list)) else (axis,)
    axes = {i % max(x.ndim, 1) for i in axes}
    kept = [1 if i in axes else extent for i, extent in enumerate(x.shape) if keepdims or i not in axes]
    n = math.prod(x.shape[i] for i in axes)
    return full(tuple(kept), n, dtype, usm_type=x.usm_type, sycl_queue=x.sycl_queue)


def _percentile(x, q, method="linear"):
    """What Dask merges: percentiles of a block, and how many elements it has."""
    from ._quantiles import percentile

    return (percentile(x, q, method=method), x.size) if x.size else (None, 0)


def register() -> None:
    """Tell Dask, once, if its arrays are imported."""
    global _registered
    dispatch = sys.modules.get("dask.array.dispatch")
    if _registered or dispatch is None or "dask.array" not in sys.modules:
        return
    from ._creation import empty

    dispatch.numel_lookup.register(ndarray, _count)
    dispatch.empty_lookup.register(ndarray, empty)
    dispatch.percentile_lookup.register(ndarray, _percentile)
    _registered = True
