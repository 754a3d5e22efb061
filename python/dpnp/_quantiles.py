"""Medians and quantiles, by sorting.

Which elements of a sorted line a quantile lies between, and how far, is computed on the host from its length.
"""

from __future__ import annotations

import numpy

from opendpex import _core
from opendpex._core import array_base

from ._arrays import as_array, store
from ._creation import asarray
from ._joining import normalized
from ._manipulation import moveaxis

__all__ = ["median", "percentile", "quantile"]


def _lines(a, axis):
    """The elements to look at along the last axis, and the shape that keepdims wants."""
    if axis is None:
        return a.ravel(), (1,) * a.ndim
    axes = tuple(axis) if isinstance(axis, (tuple, list)) else (axis,)
    axes = tuple(normalized(i, a.ndim) for i in axes)
    if len(set(axes)) != len(axes):
        raise ValueError("repeated axis")
    kept = tuple(1 if i in axes else extent for i, extent in enumerate(a.shape))
    moved = moveaxis(a, axes, tuple(range(-len(axes), 0)))
    return (moved.reshape(moved.shape[: a.ndim - len(axes)] + (-1,)) if len(axes) != 1 else moved), kept


def _nan_of(ordered):
    """Where a line has a NaN, which stands last; None for dtypes without."""
    if ordered.dtype.kind not in "fc":
        return None
    from ._ufuncs import isnan

    return isnan(ordered[..., -1])


def median(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    """Middle element of the sorted ones along axes, or the mean of the two in the middle.

    Parameters
    ----------
    a : dpnp.ndarray
        The array.
    axis : int or tuple of ints, optional
        The axes; None: all.
    out : dpnp.ndarray, optional
        Where to write the result.
    overwrite_input : bool, optional
        Makes no difference.
    keepdims : bool, optional
        Keep the axes, with extent 1.

    Returns
    -------
    dpnp.ndarray
        NaN where there is one.
    """
    a = as_array(a)
    lines, kept = _lines(a, axis)
    n = lines.shape[-1]
    if n == 0:
        result = _core.mean(lines, axis=-1)
    else:
        ordered = _core.sort(lines, axis=-1)
        half = n // 2
        result = _core.mean(ordered[..., half : half + 1] if n % 2 else ordered[..., half - 1 : half + 1], axis=-1)
        is_nan = _nan_of(ordered)
        if is_nan is not None:
            result = _core.where(is_nan, ordered[..., -1], result)
    return store(result.reshape(kept) if keepdims else result, out)


# ---- quantiles ----------------------------------------------------------------------------------------------------

_ALPHA_BETA = {
    "interpolated_inverted_cdf": (0.0, 1.0),
    "hazen": (0.5, 0.5),
    "weibull": (0.0, 0.0),
    "linear": (1.0, 1.0),
    "median_unbiased": (1 / 3, 1 / 3),
    "normal_unbiased": (3 / 8, 3 / 8),
}
_DISCRETE = ("inverted_cdf", "averaged_inverted_cdf", "closest_observation", "lower", "higher", "midpoint", "nearest")


def _places(q, n: int, method: str):
    """For each quantile the index before it and how far it is to the next one, of which 0, 1/2 and 1 are exact."""
    if method in _ALPHA_BETA:
        alpha, beta = _ALPHA_BETA[method]
        at = (n - 1) * q if method == "linear" else n * q + (alpha + q * (1 - alpha - beta)) - 1
        at = numpy.clip(at, 0, n - 1)
        before = numpy.floor(at)
        return before, at - before
    at = (n - 1) * q
    if method == "lower":
        return numpy.floor(at), at * 0
    if method == "higher":
        return numpy.ceil(at), at * 0
    if method == "nearest":
        return numpy.rint(at), at * 0
    if method == "midpoint":
        return numpy.floor(at), numpy.where(at == numpy.floor(at), 0, 0.5)
    at = n * q - 1
    before = numpy.floor(at)
    rest = at - before
    if method == "inverted_cdf":
        return numpy.clip(numpy.where(rest > 0, before + 1, before), 0, n - 1), rest * 0
    if method == "averaged_inverted_cdf":
        half = numpy.where(rest > 0, 1, 0.5)
        return numpy.clip(before, 0, n - 1), numpy.where((before < 0) | (before >= n - 1), 0, half)
    at = n * q - 1.5  # closest_observation: half-way to the even one, counted from 1
    before = numpy.floor(at)
    stays = (at == before) & (before % 2 == 1)
    return numpy.clip(numpy.where(stays, before, before + 1), 0, n - 1), at * 0


def _between(low, high, rest):
    """low + rest (high - low), from the nearer side."""
    step = high - low
    near = low + step * rest
    return _core.where(rest >= 0.5, high - step * (1 - rest), near)


def quantiles_of(lines, q, method):
    """Quantiles along the last axis of `lines`: shape (*q.shape, *lines.shape[:-1])."""
    n = lines.shape[-1]
    if n == 0:
        raise IndexError("quantiles of no element")
    before, rest = _places(q.astype(numpy.float64), n, method)
    before = before.astype(numpy.int64)
    place = {"usm_type": lines.usm_type, "sycl_queue": lines.sycl_queue}
    ordered = _core.sort(lines, axis=-1)
    low = moveaxis(_core.take(ordered, asarray(before.ravel(), **place), axis=lines.ndim - 1), -1, 0)
    shape = q.shape + lines.shape[:-1]
    if method in ("lower", "higher", "nearest", "inverted_cdf", "closest_observation"):
        result = low
    else:
        real = numpy.result_type(lines.dtype, q.dtype)
        after = numpy.minimum(before + 1, n - 1)
        high = moveaxis(_core.take(ordered, asarray(after.ravel(), **place), axis=lines.ndim - 1), -1, 0)
        rest = asarray(rest.ravel().astype(real if real.kind == "f" else numpy.float64), **place)
        rest = rest.reshape((-1,) + (1,) * (lines.ndim - 1))
        result = _between(low.astype(real, copy=False), high.astype(real, copy=False), rest)
    is_nan = _nan_of(ordered)
    if is_nan is not None:
        result = _core.where(is_nan, ordered[..., -1].astype(result.dtype, copy=False), result)
    return result.reshape(shape)


def quantile_levels(a, q, scale):
    """The levels on the host, between 0 and 1, in a dtype that says that of the result."""
    if a.dtype.kind == "c":
        raise TypeError("a must be an array of real numbers")
    if isinstance(q, array_base):
        q = _core.asnumpy(q)
    if a.dtype.kind == "f":
        q = numpy.true_divide(q, a.dtype.type(scale))
    else:
        q = numpy.true_divide(q, scale)
    q = numpy.asarray(q)
    if not ((q >= 0) & (q <= 1)).all():
        raise ValueError(f"levels must be in the range [0, {scale}]")
    return q


def _quantile(a, q, scale, axis, out, method, keepdims, weights):
    a = as_array(a)
    if method not in _ALPHA_BETA and method not in _DISCRETE:
        raise ValueError(f"{method!r} is not a valid method")
    if weights is not None:
        raise NotImplementedError("weights= is not supported; quantiles of weighted elements: sort, cumsum and searchsorted")
    q = quantile_levels(a, q, scale)
    lines, kept = _lines(a, axis)
    result = quantiles_of(lines, q, method)
    if keepdims:
        result = result.reshape(q.shape + kept)
    return store(result, out)


_DOC = """Elements below which a part of the sorted elements along axes lies.

    Parameters
    ----------
    a : dpnp.ndarray
        The array, real.
    q : float, sequence of floats or array
        The parts, {range}; levels on a device are copied to the host.
    axis : int or tuple of ints, optional
        The axes; None: all.
    out : dpnp.ndarray, optional
        Where to write the result.
    overwrite_input : bool, optional
        Makes no difference.
    method : str, optional
        One of NumPy's: 'linear', 'lower', 'higher', 'midpoint', 'nearest', 'inverted_cdf', 'averaged_inverted_cdf',
        'closest_observation', 'interpolated_inverted_cdf', 'hazen', 'weibull', 'median_unbiased', 'normal_unbiased'.
    keepdims : bool, optional
        Keep the axes, with extent 1.
    weights : optional
        Only None.

    Returns
    -------
    dpnp.ndarray
        The axes of `q` come first. NaN where there is one.

    Raises
    ------
    ValueError
        If a part or the method is none.
    """


def quantile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False, *, weights=None):
    return _quantile(a, q, 1, axis, out, method, keepdims, weights)


def percentile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False, *, weights=None):
    return _quantile(a, q, 100, axis, out, method, keepdims, weights)


quantile.__doc__ = _DOC.format(range="from 0 to 1")
percentile.__doc__ = _DOC.format(range="from 0 to 100")
