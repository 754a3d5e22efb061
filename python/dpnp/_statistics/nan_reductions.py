"""Reductions that ignore NaN: NaN is replaced by the neutral element in the same fused pass."""

from __future__ import annotations

import functools
import math
import sys
import warnings

import numpy

import dpctl.tensor as dpt
from opendpex import _core
from opendpex._fuse import fuse
from opendpex._messages import as_dtype, as_flag, as_int, named

from .._arrays import as_array, as_condition, as_parameter, store, without_bool
from .._ufunc import functions as _ufuncs
from . import reductions as _reductions
from . import scans as _scans
from .reductions import NO_VALUE, is_given

__all__ = [
    "nanargmax", "nanargmin", "nancumprod", "nancumsum", "nanmax", "nanmean", "nanmin", "nanprod", "nanstd", "nansum",
    "nanvar",
]  # fmt: skip


def warn_where_nan(result, message: str, is_so=None):
    """Give the RuntimeWarning of NumPy where nothing was reduced; waits for the result.

    Parameters
    ----------
    result : dpnp.ndarray
        The result, which is NaN there.
    message : str
        What the warning says.
    is_so : callable, optional
        Called if there is a NaN: whether that is the cause.

    Returns
    -------
    dpnp.ndarray
        The result.
    """
    if result.dtype.kind in "fc" and bool(_has_nan(result)) and (is_so is None or is_so()):
        warnings.warn(message, RuntimeWarning, stacklevel=2 + _depth_here())
    return result


def _depth_here() -> int:
    """How many frames of this package are between `warn_where_nan` and the program."""
    frame, n = sys._getframe(2), 0
    while frame is not None and frame.f_globals.get("__name__", "").startswith("dpnp."):
        frame, n = frame.f_back, n + 1
    return n


@fuse
def _has_nan(x):
    return dpt.any(dpt.isnan(x))


@fuse
def _without_nan(x, value):
    return dpt.where(dpt.isnan(x), value, x)


@functools.cache
def _arg_reduction(name: str, axis, keepdims: bool):
    """argmax or argmin with `neutral` instead of NaN, along one axis or of all elements."""
    locate = getattr(dpt, name)
    return fuse(lambda x, neutral: locate(dpt.where(dpt.isnan(x), neutral, x), axis=axis, keepdims=keepdims))


@functools.cache
def _test(name: str, keepdims: bool):
    """The fused reduction `all` or `count_nonzero` of isnan(x)."""
    reduction = getattr(dpt, name)
    return fuse(lambda x, axis: reduction(dpt.isnan(x), axis=axis, keepdims=keepdims))


def _replaced(a, value):
    a = as_array(a)
    return _without_nan(a, value) if a.dtype.kind in "fc" else a


def _total(name, value, a, axis, dtype, out, keepdims, initial, where):
    a = as_array(a)
    if a.dtype.kind not in "fc" or where is not True or initial is not NO_VALUE:
        return getattr(_reductions, name)(_replaced(a, value), axis, dtype, out, keepdims, initial, where)
    dtype = _reductions.reduction_dtype("add" if name == "sum" else "multiply", a, dtype, out)
    dtype = None if dtype is None else as_dtype(dtype)
    axes = _reductions.axes_of(_reductions._axis_of(a, axis), a.ndim)
    total = _reductions.conditional(name, as_flag(keepdims, "keepdims"))
    return store(total(a, None, value, axes, dtype), out, "unsafe")


def nansum(a, axis=None, dtype=None, out=None, keepdims=False, initial=NO_VALUE, where=True):
    """Sum of the elements along axes, NaN as 0; see `sum`.

    Parameters
    ----------
    a, axis, dtype, out, keepdims, initial, where
        As in `sum`.

    Returns
    -------
    dpnp.ndarray

    Examples
    --------
    >>> np.nansum(np.array([1, np.nan, 2]))
    array(3.)
    """
    return _total("sum", 0, a, axis, dtype, out, keepdims, initial, where)


def nanprod(a, axis=None, dtype=None, out=None, keepdims=False, initial=NO_VALUE, where=True):
    """Product of the elements along axes, NaN as 1; see `prod`.

    Parameters
    ----------
    a, axis, dtype, out, keepdims, initial, where
        As in `prod`.

    Returns
    -------
    dpnp.ndarray
    """
    return _total("prod", 1, a, axis, dtype, out, keepdims, initial, where)


def nancumsum(a, axis=None, dtype=None, out=None):
    """Sums of the elements up to each one, NaN as 0; see `cumsum`.

    Parameters
    ----------
    a, axis, dtype, out
        As in `cumsum`.

    Returns
    -------
    dpnp.ndarray
    """
    return _scans.cumsum(_replaced(a, 0), axis, dtype, out)


def nancumprod(a, axis=None, dtype=None, out=None):
    """Products of the elements up to each one, NaN as 1; see `cumprod`.

    Parameters
    ----------
    a, axis, dtype, out
        As in `cumprod`.

    Returns
    -------
    dpnp.ndarray
    """
    return _scans.cumprod(_replaced(a, 1), axis, dtype, out)


def _extremum(name, value, a, axis, out, keepdims, initial, where):
    a = as_array(a)
    if where is True and not is_given(initial):
        axis = tuple(axis) if isinstance(axis, list) else axis
        axis = None if a.ndim == 0 and axis in (0, -1) else axis  # as `max` takes it
        result = getattr(_core, f"nan{name}")(a, axis=axis, keepdims=keepdims)
        return store(warn_where_nan(result, "All-NaN slice encountered"), out, "unsafe")
    function = getattr(_reductions, name)
    if a.dtype.kind not in "fc":
        return function(a, axis, out, keepdims, initial, where)
    if is_given(initial) and not getattr(initial, "ndim", 0) and initial != initial:  # no number either
        return store(getattr(_ufuncs, f"f{name}").reduce(a, axis, None, None, keepdims, initial, where), out, "unsafe")
    return store(function(_replaced(a, value), axis, None, keepdims, initial, where), out, "unsafe")


def nanmax(a, axis=None, out=None, keepdims=False, initial=NO_VALUE, where=True):
    """Largest element along axes that is not NaN; NaN where there is none; see `max`.

    Parameters
    ----------
    a, axis, out, keepdims, initial, where
        As in `max`.

    Returns
    -------
    dpnp.ndarray
        The dtype of `a`.

    Raises
    ------
    ValueError
        If an axis has no elements and there is no `initial`.

    Examples
    --------
    >>> np.nanmax(np.array([1, np.nan, 3]))
    array(3.)
    """
    return _extremum("max", -math.inf, a, axis, out, keepdims, initial, where)


def nanmin(a, axis=None, out=None, keepdims=False, initial=NO_VALUE, where=True):
    """Smallest element along axes that is not NaN; NaN where there is none; see `min`.

    Parameters
    ----------
    a, axis, out, keepdims, initial, where
        As in `min`.

    Returns
    -------
    dpnp.ndarray
        The dtype of `a`.

    Raises
    ------
    ValueError
        If an axis has no elements and there is no `initial`.
    """
    return _extremum("min", math.inf, a, axis, out, keepdims, initial, where)


def _numbers(a, where):
    """Mask of the elements that are not NaN and are included by `where`."""
    return ~_ufuncs.isnan(a) if where is True else ~_ufuncs.isnan(a) & as_condition(where, a)


def _check_inexact(a, dtype, out):
    """Raise TypeError if the mean of floating-point numbers is requested as an integer."""
    for name, given in (("dtype", dtype), ("out", None if out is None else as_array(out, "out").dtype)):
        if given is not None and a.dtype.kind in "fc" and as_dtype(given).kind not in "fc":
            raise TypeError(named(f"If a is inexact, then {name} must be inexact"))


def _count(a, axis, keepdims):
    """How many numbers there are, in the dtype in which the mean of `a` is computed."""
    missing = _test("count_nonzero", as_flag(keepdims, "keepdims"))(a, axis)
    n = a.size if axis is None else math.prod(a.shape[i] for i in axis)
    return (n - missing).astype(_reductions.real_of_count(a.dtype))


def _mean(a, axes, dtype=None, out=None, keepdims=False):
    """The mean of the numbers that are not NaN, and how many they are."""
    dtype = numpy.dtype(_reductions.reduction_dtype("add", a, dtype, out) or a.dtype)
    total = nansum(a, axes, "f4" if dtype == numpy.float16 else dtype, None, keepdims)
    n = _count(a, axes, keepdims)
    return (total / n).astype(dtype, copy=False), n


def nanmean(a, axis=None, dtype=None, out=None, keepdims=False, *, where=True):
    """Mean of the elements along axes that are not NaN; see `mean`.

    Parameters
    ----------
    a, axis, dtype, out, keepdims, where
        As in `mean`.

    Returns
    -------
    dpnp.ndarray
        NaN where no number is left.

    Raises
    ------
    TypeError
        If `a` is inexact and `dtype` or `out` is not.

    Examples
    --------
    >>> np.nanmean(np.array([1, np.nan, 3]))
    array(2.)
    """
    a = as_array(a)
    dtype = None if dtype is None else as_dtype(dtype)
    _check_inexact(a, dtype, out)
    if a.dtype.kind not in "fc":
        return _reductions.mean(a, axis, dtype, out, keepdims, where=where)
    if where is not True:
        return _reductions.mean(a, axis, dtype, out, keepdims, where=_numbers(a, where))
    mean, n = _mean(a, _reductions.axes_of(_reductions._axis_of(a, axis), a.ndim), dtype, out, keepdims)
    return store(warn_where_nan(mean, "Mean of empty slice", lambda: bool(_core.any(n == 0))), out, "unsafe")


def _variance(a, axis, dtype, ddof, keepdims, mean):
    """Variance of the numbers that are not NaN, in two passes."""
    if dtype is not None:
        a = a.astype(numpy.result_type(dtype, 1j) if a.dtype.kind == "c" else dtype, copy=False)
    axes = _reductions.axes_of(_reductions._axis_of(a, axis), a.ndim)
    if mean is None:
        centre, n = _mean(a, axes, keepdims=True)
        n = (n if as_flag(keepdims, "keepdims") else n.squeeze(axes)) - ddof
    else:
        centre, n = as_parameter(mean, a, "mean"), _count(a, axes, keepdims) - ddof
    variance = _reductions.squares_of(as_flag(keepdims, "keepdims"))(a, centre, None, axes) / _core.where(
        _core.as_ndarray(n > 0), n, math.nan
    )
    variance = variance.astype(a.real.dtype if dtype is None else dtype, copy=False)
    return warn_where_nan(variance, "Degrees of freedom <= 0 for slice.", lambda: bool(_core.any(n <= 0)))


def _divisor(ddof, correction):
    if correction is None:
        return _reductions.as_divisor(ddof, "ddof")
    if ddof != 0:
        raise ValueError(named("ddof and correction cannot both be given"))
    return _reductions.as_divisor(correction, "correction")


def _vary(function, a, axis, dtype, out, ddof, keepdims, where, mean, correction):
    """The result with NaN where at most `ddof` numbers are left."""
    a = as_array(a)
    _check_inexact(a, dtype, out)
    if a.dtype.kind in "fc" and where is True:
        variance = _variance(a, axis, dtype, _divisor(ddof, correction), keepdims, mean)
        return store(_ufuncs.sqrt(variance) if function is _core.std else variance, out, "unsafe")
    where = where if a.dtype.kind not in "fc" else _numbers(a, where)
    of_few = 0 if a.dtype.kind not in "fc" else math.nan
    return _reductions._vary(function, a, axis, dtype, out, ddof, keepdims, where, mean, correction, of_few)


def nanvar(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=True, mean=None, correction=None):
    """Variance of the elements along axes that are not NaN; see `var`.

    Parameters
    ----------
    a, axis, dtype, out, ddof, keepdims, where, mean, correction
        As in `var`.

    Returns
    -------
    dpnp.ndarray
        NaN where no more than `ddof` numbers are left.

    Raises
    ------
    TypeError
        If `a` is inexact and `dtype` or `out` is not.
    """
    return _vary(_core.var, a, axis, dtype, out, ddof, keepdims, where, mean, correction)


def nanstd(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=True, mean=None, correction=None):
    """Standard deviation of the elements along axes that are not NaN; see `std`.

    Parameters
    ----------
    a, axis, dtype, out, ddof, keepdims, where, mean, correction
        As in `std`.

    Returns
    -------
    dpnp.ndarray
        NaN where no more than `ddof` numbers are left.

    Raises
    ------
    TypeError
        If `a` is inexact and `dtype` or `out` is not.
    """
    return _vary(_core.std, a, axis, dtype, out, ddof, keepdims, where, mean, correction)


def _nan_arg_reduction(name, value, a, axis, out, keepdims):
    a = as_array(a)
    if a.dtype.kind not in "fc":
        return getattr(_reductions, name)(a, axis, out, keepdims=keepdims)
    _reductions.check_index_dtype(out)
    axis = _reductions._axis_of(a, axis if axis is None else as_int(without_bool(axis), "axis"))
    axes = _reductions.axes_of(axis, a.ndim)
    if bool(_reductions.any(_test("all", False)(a, axes))):
        raise ValueError(named("All-NaN slice encountered"))
    locate = _arg_reduction(name, None if axes is None else axes[0], as_flag(keepdims, "keepdims"))
    return store(locate(a, value), out, "unsafe")


def nanargmax(a, axis=None, out=None, *, keepdims=False):
    """Index of the first largest element that is not NaN; waits to know whether there is one; see `argmax`.

    Parameters
    ----------
    a, axis, out, keepdims
        As in `argmax`.

    Returns
    -------
    dpnp.ndarray
        int64.

    Raises
    ------
    ValueError
        If all elements along the axis are NaN.
    """
    return _nan_arg_reduction("argmax", -math.inf, a, axis, out, keepdims)


def nanargmin(a, axis=None, out=None, *, keepdims=False):
    """Index of the first smallest element that is not NaN; waits to know whether there is one; see `argmin`.

    Parameters
    ----------
    a, axis, out, keepdims
        As in `argmin`.

    Returns
    -------
    dpnp.ndarray
        int64.

    Raises
    ------
    ValueError
        If all elements along the axis are NaN.
    """
    return _nan_arg_reduction("argmin", math.inf, a, axis, out, keepdims)
