"""Medians and quantiles, by selection of order statistics instead of a full sort.

The virtual index of a quantile and its interpolation weight (R. J. Hyndman and Y. Fan, "Sample quantiles in statistical
packages", The American Statistician 50, 1996) are computed on the host from the length of a line.
"""

from __future__ import annotations

import builtins
import math
import warnings

import numpy

import dpctl.tensor as dpt
from opendpex import _core
from opendpex._core import array_base
from opendpex._fuse import fuse
from opendpex._messages import as_flag, by_others, named, unknown_word

from .._arrays import as_array, in_common_kind, store
from .._creation.arrays import asarray, empty
from .._indexing.selecting import take_along_axis
from .._manipulation.shapes import moveaxis
from .._sets import unique_values
from .._ufunc.functions import isnan
from .nan_reductions import nanmean, warn_where_nan
from .weighted_quantiles import checked_weights, weighted_quantiles

__all__ = ["median", "nanmedian", "nanpercentile", "nanquantile", "percentile", "quantile"]


def _lines(a, axis):
    """The array with the reduced axes merged into the last one, and the shape for keepdims."""
    if axis is None:
        return a.ravel(), (1,) * a.ndim
    axes = _core.normalized_axes(axis, a.ndim)
    kept = tuple(1 if i in axes else extent for i, extent in enumerate(a.shape))
    moved = moveaxis(a, axes, tuple(range(-len(axes), 0)))
    rest = moved.shape[: a.ndim - len(axes)]
    return (moved.reshape((*rest, math.prod(a.shape[i] for i in axes))) if len(axes) != 1 else moved), kept


def _order_statistics(lines, kth):
    """The elements at sorted positions `kth` along the last axis, and the largest: shapes (..., len(kth)), (...)."""
    n = lines.shape[-1]
    wanted = sorted({*kth, n - 1})
    if len(wanted) <= _core.MAX_KTH and lines.dtype.kind != "c" and lines.ndim:
        found = _core.nth(lines, lines.ndim - 1, wanted)
        index = [wanted.index(k) for k in kth]
    else:
        found, index = _core.sort(lines, axis=-1), list(kth)
    last = found[..., -1]
    if index == list(range(index[0], index[0] + len(index))):
        return found[..., index[0] : index[0] + len(index)], last
    index = asarray(index, usm_type=lines.usm_type, sycl_queue=lines.sycl_queue)
    return _core.take(found, index, axis=lines.ndim - 1), last


def _or_nan(result, last):
    """The result, NaN for lines that contain NaN, which is then their largest element."""
    if last.dtype.kind not in "fc":
        return result
    return _core.where(isnan(last), last.astype(result.dtype, copy=False), result)


def _median(lines):
    """Along the last axis."""
    n = lines.shape[-1]
    if n == 0:
        warnings.warn("Mean of empty slice", RuntimeWarning, stacklevel=3)
        return _core.mean(lines, axis=-1)
    half = n // 2
    middle, last = _order_statistics(lines, [half] if n % 2 else [half - 1, half])
    return _or_nan(_core.mean(middle, axis=-1), last)


def median(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    """Median of the elements along axes: the middle one in sorted order, or the mean of the two in the middle.

    Parameters
    ----------
    a : dpnp.ndarray
        The array.
    axis : int or tuple of ints, optional
        The axes; None: all.
    out : dpnp.ndarray, optional
        Where to write the result.
    overwrite_input : bool, optional
        Ignored.
    keepdims : bool, optional
        Keep the axes, with extent 1.

    Returns
    -------
    dpnp.ndarray
        NaN where an element is NaN.

    Examples
    --------
    >>> np.median(np.array([1, 5, 3]))
    array(3.)
    """
    a = as_array(a)
    lines, kept = _lines(a, axis)
    result = _median(lines)
    return store(result.reshape(kept) if as_flag(keepdims, "keepdims") else result, out, "unsafe")


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


def _virtual_index(q: float, n: int, method: str):
    """The two sorted positions around a quantile and the interpolation weight of the second; 0, 1/2 and 1 are exact."""
    last = n - 1
    if method in _ALPHA_BETA:
        alpha, beta = _ALPHA_BETA[method]
        at = last * q if method == "linear" else n * q + (alpha + q * (1 - alpha - beta)) - 1
        if at < 0:
            return 0, 0, 0.0  # below the first element there is no interpolation
        before = math.floor(min(at, last))
        return before, min(before + 1, last), min(at, last) - before
    at = last * q
    before = math.floor(at)
    if method == "midpoint":
        return before, min(before + 1, last), 0.0 if at == before else 0.5
    if method == "averaged_inverted_cdf":
        at = n * q - 1
        before = math.floor(at)
        if before < 0 or before >= last:
            return min(max(before, 0), last), min(max(before, 0), last), 0.0
        return before, before + 1, 1.0 if at > before else 0.5
    if method == "lower":
        exact = before
    elif method == "higher":
        exact = math.ceil(at)
    elif method == "nearest":
        exact = builtins.round(at)
    elif method == "inverted_cdf":
        exact = math.ceil(n * q - 1)
    else:  # closest_observation: ties go to the even order statistic, counted from 1
        at = n * q - 1.5
        before = math.floor(at)
        exact = before if at == before and before % 2 == 1 else before + 1
    exact = min(max(exact, 0), last)
    return exact, exact, 0.0


def _virtual_indices(q, n: int, method: str):
    """`_virtual_index` of all levels: three lists.

    Computed in their dtype, as in NumPy: 20 times the float32 next to 0.3 is 6. Half precision lacks indices of long
    lines.
    """
    number = float if q.dtype.char == "d" or (q.dtype.char == "e" and n > 2048) else q.dtype.type
    return [
        list(column) for column in zip(*(_virtual_index(number(level), n, method) for level in q.ravel()), strict=True)
    ]


def _between(low, high, rest):
    """low + rest (high - low), computed from the nearer end."""
    step = high - low
    near = low + step * rest
    return _core.where(rest >= 0.5, high - step * (1 - rest), near)


@fuse
def _near_low(low, high, last, rest):
    return dpt.where(last != last, last, low + (high - low) * rest)


@fuse
def _near_high(low, high, last, rest):
    return dpt.where(last != last, last, high - (high - low) * rest)


def _one_level(low, high, last, rest):
    """The same for one level, whose weight is a number, and NaN where the last element is: in one pass."""
    rest = low.dtype.type(rest)
    if rest >= 0.5:
        return as_array(_near_high(low, high, last, float(low.dtype.type(1) - rest)))
    return as_array(_near_low(low, high, last, float(rest)))


def _between_type(lines, q):
    """The dtype in which quantiles between two elements are computed."""
    if lines.sycl_device.has_aspect_fp64:
        return numpy.result_type(lines.dtype, q.dtype)
    return lines.dtype if lines.dtype == numpy.float16 == q.dtype else numpy.dtype(numpy.float32)


_EXACT = ("lower", "higher", "nearest", "inverted_cdf", "closest_observation")


def _rests(rest, dtype, like):
    """The interpolation weights as an array that broadcasts against the lines."""
    rest = asarray(rest, dtype=dtype, usm_type=like.usm_type, sycl_queue=like.sycl_queue)
    return rest.reshape((-1,) + (1,) * (like.ndim - 1))


def quantiles_of(lines, q, method):
    """Quantiles along the last axis of `lines`: shape (*q.shape, *lines.shape[:-1])."""
    n = lines.shape[-1]
    if n == 0:
        raise IndexError(named("quantiles of no element"))
    if q.size == 0:
        return empty(q.shape + lines.shape[:-1], lines.dtype, usm_type=lines.usm_type, sycl_queue=lines.sycl_queue)
    before, after, rest = _virtual_indices(q, n, method)
    if method in _EXACT:
        found, last = _order_statistics(lines, before)
        result = moveaxis(found, -1, 0)
    else:
        real = _between_type(lines, q)
        found, last = _order_statistics(lines, before + after)
        found = moveaxis(found, -1, 0).astype(real, copy=False)
        if q.size == 1 and last.dtype == real:
            result = _one_level(found[:1], found[1:], last, rest[0])
            return result.reshape(q.shape + lines.shape[:-1])
        result = _between(found[: q.size], found[q.size :], _rests(rest, real, lines))
    return _or_nan(result, last).reshape(q.shape + lines.shape[:-1])


# ---- without NaN ----------------------------------------------------------------------------------------------------


def _nan_quantiles(lines, q, method):
    """Quantiles of the elements that are not NaN in each line; waits for their number.

    Where lines differ in that number, they are sorted, NaN last, and each takes the virtual indices for its number from
    a table.
    """
    n = lines.shape[-1]
    counts = n - _core.count_nonzero(_core.as_ndarray(lines != lines), axis=-1)
    numbers = unique_values(counts).tolist() if counts.size else []
    if numbers == [n]:
        return quantiles_of(lines, q, method)
    real = lines.dtype if method in _EXACT else _between_type(lines, q)
    befores, afters, rests = (
        numpy.zeros((n + 1, q.size), dtype) for dtype in (numpy.int64, numpy.int64, numpy.float64)
    )
    for number in numbers:
        if number:
            befores[number], afters[number], rests[number] = _virtual_indices(q, number, method)
    placement = {"usm_type": lines.usm_type, "sycl_queue": lines.sycl_queue}
    ordered, flat = _core.sort(lines, axis=-1), counts.ravel()
    before = _core.take(asarray(befores, **placement), flat, axis=0).reshape((*counts.shape, q.size))
    found = _core.take_along_axis(ordered, before, axis=-1).astype(real, copy=False)
    if method not in _EXACT:
        after = _core.take(asarray(afters, **placement), flat, axis=0).reshape(before.shape)
        high = _core.take_along_axis(ordered, after, axis=-1).astype(real, copy=False)
        rest = _core.take(asarray(rests, dtype=real, **placement), flat, axis=0).reshape(before.shape)
        found = _between(found, high, rest)
    found = _core.where((counts == 0).reshape((*counts.shape, 1)), math.nan, found)
    return moveaxis(found, -1, 0).reshape(q.shape + lines.shape[:-1])


def _of_nan_alone(result, first):
    """The result in the elements' dtype if the first line is of NaN alone, as in NumPy; waits where these differ."""
    if result.dtype != first.dtype and first.size and bool(isnan(first).all()):
        return result.astype(first.dtype)
    return result


def quantile_levels(a, q, scale):
    """The levels between 0 and 1 on the host, in the dtype that determines that of the result."""
    if a.dtype.kind == "c":
        raise TypeError(named("a must be an array of real numbers"))
    if isinstance(q, array_base):
        q = _core.asnumpy(q)
    weak = not hasattr(q, "dtype") and not isinstance(q, (list, tuple))
    q = by_others(numpy.asarray, q)
    if q.dtype.kind not in "biuf":
        raise TypeError(named(f"q must be real numbers, not of {q.dtype}"))
    if scale != 1 and q.dtype.kind == "f" and not weak:  # a percentage is divided in its own dtype
        levels = numpy.true_divide(q, scale, dtype=q.dtype).ravel().tolist()
    else:
        levels = [float(level) / scale for level in q.ravel()]
    if a.dtype.kind == "f":
        kind = a.dtype if weak else numpy.result_type(q.dtype, a.dtype)
    else:
        kind = q.dtype if q.dtype.kind == "f" else numpy.dtype(float)
    q = numpy.asarray(levels, kind).reshape(q.shape)
    if not all(0 <= level <= 1 for level in levels):
        raise ValueError(named(f"levels must be in the range [0, {scale}]"))
    return q


def _quantile(a, q, scale, axis, out, method, keepdims, weights, skips_nan=False):
    a = in_common_kind(as_array(a), q, weights)
    if not isinstance(method, str) or (method not in _ALPHA_BETA and method not in _DISCRETE):
        raise unknown_word("method", method, (*_ALPHA_BETA, *_DISCRETE))
    if a.dtype.kind == "b":
        raise TypeError(
            named(
                "quantiles of bool do not exist: there is no number between False and True; astype(int) makes numbers"
            )
        )
    is_whole = (
        scale == 1
        and method == "linear"
        and (q.dtype if isinstance(q, array_base) else by_others(numpy.asarray, q).dtype).kind in "bui"
    )
    if is_whole and a.dtype.kind == "f":
        method = "lower"  # 0 and 1: the first and the last element, also if its neighbour is infinite
    q = quantile_levels(a, q, scale)
    if skips_nan and a.size == 0:  # the mean of an empty array for any number of levels, as in NumPy
        return nanmean(a, axis, None, out, keepdims)
    lines, kept = _lines(a, axis)
    if weights is not None:
        weights, _ = _lines(checked_weights(a, weights, axis, method), axis)
        result = weighted_quantiles(lines, weights, q, skips_nan)
    elif skips_nan and a.dtype.kind == "f" and lines.shape[-1] and q.size:
        result = warn_where_nan(_nan_quantiles(lines, q, method), "All-NaN slice encountered")
        result = _of_nan_alone(result, lines[(0,) * (lines.ndim - 1)] if result.size else lines)
    else:
        result = quantiles_of(lines, q, method)
        if result.ndim == 0 and a.dtype.kind == "f" and result.dtype != a.dtype and bool(isnan(result)):
            result = result.astype(a.dtype)  # one NaN is an element, of their dtype
    if q.size == 0 and method not in _EXACT:
        result = result.astype(q.dtype if lines.sycl_device.has_aspect_fp64 else _between_type(lines, q))
    if as_flag(keepdims, "keepdims"):
        result = result.reshape(q.shape + kept)
    return store(result, out)


def quantile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False, *, weights=None):
    """Quantiles of the elements along axes.

    Parameters
    ----------
    a : dpnp.ndarray
        The array, real.
    q : float, sequence of floats or array
        The levels, from 0 to 1; levels on a device are copied to the host.
    axis : int or tuple of ints, optional
        The axes; None: all.
    out : dpnp.ndarray, optional
        Where to write the result.
    overwrite_input : bool, optional
        Ignored.
    method : str, optional
        One of NumPy's: 'linear', 'lower', 'higher', 'midpoint', 'nearest', 'inverted_cdf', 'averaged_inverted_cdf',
        'closest_observation', 'interpolated_inverted_cdf', 'hazen', 'weibull', 'median_unbiased', 'normal_unbiased'.
    keepdims : bool, optional
        Keep the axes, with extent 1.
    weights : dpnp.ndarray, optional
        The weight of each element, of the shape of `a` or of its extents along the axes; only for method
        'inverted_cdf'.

    Returns
    -------
    dpnp.ndarray
        The axes of `q` come first. NaN where there is one.

    Raises
    ------
    ValueError
        If a level is out of range, the method is unknown, or weights are negative, NaN or all 0, for which the call
        waits.

    Examples
    --------
    >>> np.quantile(np.array([0, 1, 2, 3, 4]), 0.5)
    array(2.)
    """
    return _quantile(a, q, 1, axis, out, method, keepdims, weights)


def percentile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False, *, weights=None):
    """Quantiles of the elements along axes.

    Parameters
    ----------
    a : dpnp.ndarray
        The array, real.
    q : float, sequence of floats or array
        The levels, from 0 to 100; levels on a device are copied to the host.
    axis : int or tuple of ints, optional
        The axes; None: all.
    out : dpnp.ndarray, optional
        Where to write the result.
    overwrite_input : bool, optional
        Ignored.
    method : str, optional
        One of NumPy's: 'linear', 'lower', 'higher', 'midpoint', 'nearest', 'inverted_cdf', 'averaged_inverted_cdf',
        'closest_observation', 'interpolated_inverted_cdf', 'hazen', 'weibull', 'median_unbiased', 'normal_unbiased'.
    keepdims : bool, optional
        Keep the axes, with extent 1.
    weights : dpnp.ndarray, optional
        The weight of each element, of the shape of `a` or of its extents along the axes; only for method
        'inverted_cdf'.

    Returns
    -------
    dpnp.ndarray
        The axes of `q` come first. NaN where there is one.

    Raises
    ------
    ValueError
        If a level is out of range, the method is unknown, or weights are negative, NaN or all 0, for which the call
        waits.

    Examples
    --------
    >>> np.percentile(np.array([0, 1, 2, 3, 4]), 25)
    array(1.)
    """
    return _quantile(a, q, 100, axis, out, method, keepdims, weights)


def nanquantile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False, *, weights=None):
    """Quantiles of the elements that are not NaN along axes.

    Parameters
    ----------
    a : dpnp.ndarray
        The array, real.
    q : float, sequence of floats or array
        The levels, from 0 to 1; levels on a device are copied to the host.
    axis : int or tuple of ints, optional
        The axes; None: all.
    out : dpnp.ndarray, optional
        Where to write the result.
    overwrite_input : bool, optional
        Ignored.
    method : str, optional
        One of NumPy's: 'linear', 'lower', 'higher', 'midpoint', 'nearest', 'inverted_cdf', 'averaged_inverted_cdf',
        'closest_observation', 'interpolated_inverted_cdf', 'hazen', 'weibull', 'median_unbiased', 'normal_unbiased'.
    keepdims : bool, optional
        Keep the axes, with extent 1.
    weights : dpnp.ndarray, optional
        The weight of each element, of the shape of `a` or of its extents along the axes; only for method
        'inverted_cdf'.

    Returns
    -------
    dpnp.ndarray
        The axes of `q` come first. NaN where there is nothing else; waits to know.

    Raises
    ------
    ValueError
        If a level is out of range, the method is unknown, or weights are negative, NaN or all 0, for which the call
        waits.
    """
    return _quantile(a, q, 1, axis, out, method, keepdims, weights, True)


def nanpercentile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False, *, weights=None):
    """Quantiles of the elements that are not NaN along axes.

    Parameters
    ----------
    a : dpnp.ndarray
        The array, real.
    q : float, sequence of floats or array
        The levels, from 0 to 100; levels on a device are copied to the host.
    axis : int or tuple of ints, optional
        The axes; None: all.
    out : dpnp.ndarray, optional
        Where to write the result.
    overwrite_input : bool, optional
        Ignored.
    method : str, optional
        One of NumPy's: 'linear', 'lower', 'higher', 'midpoint', 'nearest', 'inverted_cdf', 'averaged_inverted_cdf',
        'closest_observation', 'interpolated_inverted_cdf', 'hazen', 'weibull', 'median_unbiased', 'normal_unbiased'.
    keepdims : bool, optional
        Keep the axes, with extent 1.
    weights : dpnp.ndarray, optional
        The weight of each element, of the shape of `a` or of its extents along the axes; only for method
        'inverted_cdf'.

    Returns
    -------
    dpnp.ndarray
        The axes of `q` come first. NaN where there is nothing else; waits to know.

    Raises
    ------
    ValueError
        If a level is out of range, the method is unknown, or weights are negative, NaN or all 0, for which the call
        waits.
    """
    return _quantile(a, q, 100, axis, out, method, keepdims, weights, True)


def _nan_median(lines):
    """Along the last axis, where NaN (of complex numbers: in both parts) is sorted to the end."""
    missing = isnan(lines)
    if lines.dtype.kind == "c":
        lines = _core.where(missing, complex(math.nan, math.nan), lines)
    ordered = _core.sort(lines, axis=-1)
    n = _core.count_nonzero(~missing, axis=-1, keepdims=True)
    low, high = (take_along_axis(ordered, index, axis=-1) for index in ((n - (n > 0)) // 2, n // 2))
    return _core.where(low == high, low, low * 0.5 + high * 0.5)[..., 0]


def nanmedian(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    """Median of the elements along axes that are not NaN, NaN where there is none; waits for their number; see
    `median`.

    Parameters
    ----------
    a, axis, out, overwrite_input, keepdims
        As in `median`.

    Returns
    -------
    dpnp.ndarray
    """
    a = as_array(a)
    if a.dtype.kind not in "fc":
        return median(a, axis, out, overwrite_input, keepdims)
    lines, kept = _lines(a, axis)
    if lines.shape[-1] == 0 or not bool(_core.any(isnan(lines))):
        result = _median(lines)
    else:
        result = warn_where_nan(_nan_median(lines), "All-NaN slice encountered")
    return store(result.reshape(kept) if as_flag(keepdims, "keepdims") else result, out, "unsafe")
