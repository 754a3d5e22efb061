"""Conversion of coefficients of series to arrays of one dtype on one queue."""

from __future__ import annotations

import numpy

from opendpex import _core
from opendpex._core import array_base
from opendpex._messages import as_flag, named

from .._arrays import as_array, as_array_like, beside, in_common_kind, is_scalar
from .._creation.arrays import asarray, zeros
from .._manipulation.stacking import concatenate

__all__ = ["as_points", "as_series", "behind_last", "constants", "inexact", "padded", "series_like", "trimmed"]


def inexact(x):
    """Integers and truth values as the device's real numbers."""
    return x if x.dtype.kind in "fc" else x.astype(None)


def series_like(c, like=None, what: str = "coefficients"):
    """An array unchanged; numbers as an array on the queue of `like`, else on the default device."""
    if isinstance(c, array_base):
        return inexact(as_array(c))
    if not is_scalar(c) and not isinstance(c, (list, tuple)):
        raise TypeError(
            named(
                f"{what} must be a dpnp.ndarray or a sequence of numbers, not {type(c).__name__}; dpnp.asarray converts"
            )
        )
    if any(isinstance(item, array_base) for item in (c if isinstance(c, (list, tuple)) else ())):
        c = [
            item
            if isinstance(item, array_base)
            else as_array_like(item, next(i for i in c if isinstance(i, array_base)))
            for item in c
        ]
        return inexact(concatenate([as_array(item).reshape(1) for item in c]))
    return inexact(asarray(c, **(beside(like) if like is not None else {})))


def as_points(x, like=None):
    """Points at which a series is evaluated, as real or complex numbers."""
    return series_like(x, like, "points")


def behind_last(condition) -> int:
    """One more than the index of the last true element; read on the host."""
    values = _core.asnumpy(condition).tolist()
    return next((n for n in range(len(values), 0, -1) if values[n - 1]), 0)


def trimmed(c):
    """Remove trailing zeros; at least one coefficient is kept. Waits for their number."""
    return c if c.size < 2 or bool(c[-1] != 0) else c[: max(1, behind_last(c != 0))]


def as_series(*series, trim: bool = True) -> list:
    """One-dimensional arrays of one dtype on one queue, in one kind of memory, without trailing zeros."""
    known = next((c for c in series if isinstance(c, array_base)), None)
    found = [series_like(c, known) for c in series]
    found = [in_common_kind(c.reshape(1) if c.ndim == 0 else c, found) for c in found]
    for c in found:
        if c.size == 0:
            raise ValueError(named("Coefficient array is empty"))
        if c.ndim != 1:
            raise ValueError(named(f"Coefficient array is not 1-d: its shape is {c.shape}"))
    dtype = numpy.result_type(*(c.dtype for c in found))
    found = [c.astype(dtype, copy=False) for c in found]
    return [trimmed(c) for c in found] if as_flag(trim, "trim") else found


def constants(function, first: int, last: int, like, ndim: int = 1):
    """function(n) for n from first to before last, along the first axis of `ndim`, in the precision of an array and
    beside it."""
    values = [function(n) for n in range(first, last)]
    real = like.dtype if like.dtype.kind == "f" else numpy.dtype(f"f{like.itemsize // 2}")
    return asarray(values, real, **beside(like)).reshape((-1,) + (1,) * (ndim - 1))


def padded(c, n: int):
    """Padded with zeros to n coefficients."""
    return concatenate([c, zeros((n - c.shape[0], *c.shape[1:]), c.dtype, **beside(c))]) if c.shape[0] < n else c
