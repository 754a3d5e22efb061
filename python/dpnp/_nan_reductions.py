"""Reductions that pass over NaN: what is reduced is chosen element by element in the same pass."""

from __future__ import annotations

import math

import numpy

import dpctl.tensor as dpt
from opendpex import _core, fuse

from . import _reductions, _ufuncs
from ._arrays import as_array, store
from ._indexing import where as choose

__all__ = [
    "nanargmax", "nanargmin", "nancumprod", "nancumsum", "nanmax", "nanmean", "nanmin", "nanprod", "nanstd", "nansum", "nanvar",
]  # fmt: skip


@fuse
def _without_nan(x, value):
    return dpt.where(dpt.isnan(x), value, x)


def _replaced(a, value):
    a = as_array(a)
    return _without_nan(a, value) if a.dtype.kind in "fc" else a


def nansum(a, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=True):
    """Sum of the elements along axes, NaN as 0; see `sum`."""
    return _reductions.sum(_replaced(a, 0), axis, dtype, out, keepdims, initial, where)


def nanprod(a, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=True):
    """Product of the elements along axes, NaN as 1; see `prod`."""
    return _reductions.prod(_replaced(a, 1), axis, dtype, out, keepdims, initial, where)


def nancumsum(a, axis=None, dtype=None, out=None):
    """Sums of the elements up to each one, NaN as 0; see `cumsum`."""
    return _reductions.cumsum(_replaced(a, 0), axis, dtype, out)


def nancumprod(a, axis=None, dtype=None, out=None):
    """Products of the elements up to each one, NaN as 1; see `cumprod`."""
    return _reductions.cumprod(_replaced(a, 1), axis, dtype, out)


def _extremum(function, value, a, axis, out, keepdims, initial, where):
    a = as_array(a)
    if a.dtype.kind not in "fc":
        return function(a, axis, out, keepdims, initial, where)
    result = function(_replaced(a, value), axis, None, keepdims, initial, where)
    nothing = _reductions.all(_ufuncs.isnan(a), axis, keepdims=keepdims)
    return store(result if initial is not None else choose(nothing, math.nan, result), out, "unsafe")


def nanmax(a, axis=None, out=None, keepdims=False, initial=None, where=True):
    """Largest element along axes that is not NaN; NaN where there is none; see `max`."""
    return _extremum(_reductions.max, -math.inf, a, axis, out, keepdims, initial, where)


def nanmin(a, axis=None, out=None, keepdims=False, initial=None, where=True):
    """Smallest element along axes that is not NaN; NaN where there is none; see `min`."""
    return _extremum(_reductions.min, math.inf, a, axis, out, keepdims, initial, where)


def _numbers(a, where):
    """Where there is a number that counts."""
    return ~_ufuncs.isnan(a) if where is True else ~_ufuncs.isnan(a) & where


def _check_inexact(a, dtype, out):
    """TypeError where the mean of floating-point numbers is asked for as an integer."""
    for name, given in (("dtype", dtype), ("out", None if out is None else as_array(out, "out").dtype)):
        if given is not None and a.dtype.kind in "fc" and numpy.dtype(given).kind not in "fc":
            raise TypeError(f"If a is inexact, then {name} must be inexact")


def nanmean(a, axis=None, dtype=None, out=None, keepdims=False, *, where=True):
    """Mean of the elements along axes that are not NaN; see `mean`."""
    a = as_array(a)
    _check_inexact(a, dtype, out)
    if a.dtype.kind not in "fc":
        return _reductions.mean(a, axis, dtype, out, keepdims, where=where)
    return _reductions.mean(a, axis, dtype, out, keepdims, where=_numbers(a, where))


def _vary(function, a, axis, dtype, out, ddof, keepdims, where, mean, correction):
    """NaN where no more numbers are left than `ddof` takes away."""
    a = as_array(a)
    _check_inexact(a, dtype, out)
    where = where if a.dtype.kind not in "fc" else _numbers(a, where)
    of_few = 0 if a.dtype.kind not in "fc" else math.nan
    return _reductions._vary(function, a, axis, dtype, out, ddof, keepdims, where, mean, correction, of_few)


def nanvar(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=True, mean=None, correction=None):
    """Variance of the elements along axes that are not NaN; see `var`."""
    return _vary(_core.var, a, axis, dtype, out, ddof, keepdims, where, mean, correction)


def nanstd(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=True, mean=None, correction=None):
    """Standard deviation of the elements along axes that are not NaN; see `std`."""
    return _vary(_core.std, a, axis, dtype, out, ddof, keepdims, where, mean, correction)


def _place(function, value, a, axis, out, keepdims):
    a = as_array(a)
    if a.dtype.kind in "fc" and bool(_reductions.any(_reductions.all(_ufuncs.isnan(a), axis))):
        raise ValueError("All-NaN slice encountered")
    return function(_replaced(a, value), axis, out, keepdims=keepdims)


def nanargmax(a, axis=None, out=None, *, keepdims=False):
    """Index of the first largest element that is not NaN; waits for the answer whether there is one; see `argmax`."""
    return _place(_reductions.argmax, -math.inf, a, axis, out, keepdims)


def nanargmin(a, axis=None, out=None, *, keepdims=False):
    """Index of the first smallest element that is not NaN; waits for the answer whether there is one; see `argmin`."""
    return _place(_reductions.argmin, math.inf, a, axis, out, keepdims)
