"""Differences of neighbouring elements, gradients, the trapezoidal rule, phase unwrapping and linear interpolation."""

from __future__ import annotations

import math
import operator

import numpy

import dpctl.tensor as dpt
from dpctl.tensor._utility_functions import differences
from opendpex import _core
from opendpex._core import array_base
from opendpex._fuse import fuse
from opendpex._messages import as_int, as_real, by_others, named, wrong_type

from .._arrays import (
    as_array,
    as_main,
    as_parameter,
    beside,
    common_shape,
    first_array,
    in_common_kind,
    is_scalar,
    ndarray,
    usually,
    without_bool,
)
from .._creation.arrays import empty, zeros
from .._manipulation.stacking import concatenate
from .._ufunc.functions import subtract

__all__ = ["diff", "ediff1d", "gradient", "interp", "trapezoid", "unwrap"]


def _cut(ndim: int, axis: int, start, stop, step=None):
    """The index that slices one axis."""
    return (slice(None),) * axis + (slice(start, stop, step),) + (slice(None),) * (ndim - 1 - axis)


def diff(a, n=1, axis=-1, prepend=None, append=None):
    """The n-th differences of neighbouring elements along an axis; of bool, whether they differ.

    Parameters
    ----------
    a : dpnp.ndarray
        The array, of at least one dimension.
    n : int, optional
        The order of the differences.
    axis : int, optional
        The axis.
    prepend, append : scalar or dpnp.ndarray, optional
        Values to prepend and append to `a` before the differences are computed.

    Returns
    -------
    dpnp.ndarray
        Shorter by `n` along the axis.

    Raises
    ------
    ValueError
        If `n` is negative or there is no dimension.

    Examples
    --------
    >>> np.diff(np.array([1, 4, 9]))
    array([3, 5])
    """
    n = as_int(n, "n")
    if n == 0:
        return a
    if n < 0:
        raise ValueError(named(f"order must be non-negative but got {n!r}"))
    a = as_array(a)
    if a.ndim == 0:
        raise ValueError(named("diff requires input that is at least one dimensional"))
    axis = _core.normalized_axis(axis, a.ndim)
    is_bool = a.dtype.kind == "b"
    if prepend is not None or append is not None:
        prepend, append = (
            None if value is None else as_parameter(value, a, name)
            for name, value in (("prepend", prepend), ("append", append))
        )
        is_bool = all(x is None or x.dtype.kind == "b" for x in (a, prepend, append))
    return as_array(differences(a, n, axis, prepend, append, is_bool))


def ediff1d(ary, to_end=None, to_begin=None):
    """Differences of neighbouring elements of the flattened array, with values before and after them.

    Parameters
    ----------
    ary : dpnp.ndarray
        The array.
    to_end, to_begin : scalar or array, optional
        Values to append and prepend to the differences.

    Returns
    -------
    dpnp.ndarray

    Raises
    ------
    TypeError
        If the dtype of `to_end` or `to_begin` cannot be cast to that of `ary`.
    """
    x = as_array(ary).ravel()
    middle = x[1:] - x[:-1]
    parts = [middle]
    for piece, position in ((to_begin, 0), (to_end, None)):
        if piece is None:
            continue
        name = "to_begin" if position == 0 else "to_end"
        piece = as_parameter(piece, x, name)
        if not numpy.can_cast(piece.dtype, x.dtype, "same_kind"):
            raise TypeError(named(f"dtype of `{name}` must be compatible with input `ary` under the `same_kind` rule."))
        piece = piece.ravel().astype(x.dtype, copy=False)
        parts = [piece, *parts] if position == 0 else [*parts, piece]
    return middle if len(parts) == 1 else concatenate(parts)


# ---- gradients ----------------------------------------------------------------------------------------------------


def _spacings(varargs, f, axes):
    """For each axis its spacing: a number, or an array with one element less than the axis."""
    if not varargs:
        return [1.0] * len(axes)
    varargs = [as_parameter(d, f, "the distance") if isinstance(d, numpy.ndarray) else d for d in varargs]
    if len(varargs) == 1 and (is_scalar(varargs[0]) or getattr(varargs[0], "ndim", 1) == 0):
        return [varargs[0]] * len(axes)
    if len(varargs) != len(axes):
        raise TypeError(named("invalid number of arguments"))
    spacings = []
    for given, axis in zip(varargs, axes, strict=True):
        if is_scalar(given) or getattr(given, "ndim", 1) == 0:
            spacings.append(given)
            continue
        points = as_parameter(given, f, "the distances")
        if points.ndim != 1:
            raise ValueError(named("distances must be either scalars or 1d"))
        if points.size != f.shape[axis]:
            raise ValueError(named("when 1d, distances must match the length of the corresponding dimension"))
        if points.dtype.kind == "b":
            spacings.append(_step_of_bools(points))
            continue
        if points.dtype.kind in "iu":
            points = points.astype(None)
        spacings.append(points[1:] - points[:-1])
    return spacings


def _step_of_bools(points):
    """The step between truth values, which differ or not: NumPy takes them where all steps are alike. Waits."""
    steps = points[1:] != points[:-1]
    if steps.size and bool(_core.any(steps)) != bool(_core.all(steps)):
        raise TypeError(named("distances of bool are unequal; astype(int) makes numbers"))
    return float(steps[0]) if steps.size else 1.0


@fuse
def _slope_between(low, middle, high, d1, d2):
    """The derivative at the middle point of the parabola through three points with distances d1 and d2."""
    a = -d2 / (d1 * (d1 + d2))
    b = (d2 - d1) / (d1 * d2)
    c = d1 / (d2 * (d1 + d2))
    return a * low + b * middle + c * high


def _edge_slope(f, at, d, axis, edge_order):
    """The derivative at the first (at=0) or last element; d: the spacing, or an array of spacings."""
    indices = [0, 1, 2] if at == 0 else [-1, -2, -3]
    y = [f[(slice(None),) * axis + (slice(i, i + 1 or None),)] for i in indices[: edge_order + 1]]
    if is_scalar(d) or d.ndim == 0:
        d1 = d2 = d
    else:
        d1, d2 = (d[0], d[1] if edge_order == 2 else d[0]) if at == 0 else (d[-1], d[-2] if edge_order == 2 else d[-1])
    if edge_order == 1:
        return (y[1] - y[0] if at == 0 else y[0] - y[1]) / d1
    a = (2.0 * d1 + d2) / (d1 * (d1 + d2))
    b = (d1 + d2) / (d1 * d2)
    c = d1 / (d2 * (d1 + d2))
    # in the order of the elements, as zeros get their signs
    return -a * y[0] + b * y[1] + -c * y[2] if at == 0 else c * y[2] + -b * y[1] + a * y[0]


def _put_slope(made, f, axis, at, low, high, distance):
    """made[at] = (f[high] - f[low]) / distance along an axis."""
    before = (slice(None),) * axis
    part = made[*before, at]
    subtract(f[*before, high], f[*before, low], out=part)
    if distance != 1.0:
        part /= distance


def _slope(f, d, axis, edge_order):
    n = f.shape[axis]
    if n < edge_order + 1:
        raise ValueError(
            named(
                "Shape of array too small to calculate a numerical gradient, at least (edge_order + 1) elements are "
                "required."
            )
        )
    made = _core.empty_like(f)
    if is_scalar(d) or d.ndim == 0:
        _put_slope(made, f, axis, slice(1, n - 1), slice(n - 2), slice(2, n), 2.0 * as_real(d, "a distance"))
    else:
        low, middle, high = (f[_cut(f.ndim, axis, i, n - 2 + i)] for i in range(3))
        inside = _cut(f.ndim, axis, 1, -1)
        column = (1,) * axis + (-1,) + (1,) * (f.ndim - 1 - axis)
        made[inside] = _slope_between(low, middle, high, d[:-1].reshape(column), d[1:].reshape(column))
    if type(d) is float and edge_order == 1:  # the usual case
        _put_slope(made, f, axis, slice(1), slice(1), slice(1, 2), d)
        _put_slope(made, f, axis, slice(n - 1, n), slice(n - 2, n - 1), slice(n - 1, n), d)
        return made
    made[_cut(f.ndim, axis, 0, 1)] = _edge_slope(f, 0, d, axis, edge_order)
    made[_cut(f.ndim, axis, -1, None)] = _edge_slope(f, -1, d, axis, edge_order)
    return made


def gradient(f, *varargs, axis=None, edge_order=1):
    """The gradient of a function given on a grid, by central differences (second order) in the interior.

    Parameters
    ----------
    f : dpnp.ndarray
        Values on the grid.
    *varargs : scalar or array
        The spacing: none (1), one number, or for each axis a number or the coordinates along it.
    axis : int or tuple of ints, optional
        The axes; None: all.
    edge_order : {1, 2}, optional
        The order of accuracy at the edges.

    Returns
    -------
    dpnp.ndarray or tuple of dpnp.ndarray
        One array for one axis, else a tuple with one for each.

    Raises
    ------
    ValueError
        If an axis has too few elements, or the number of coordinates differs from its extent.
    TypeError
        If the number of spacings differs from the number of axes.

    Examples
    --------
    >>> np.gradient(np.array([1.0, 4.0, 9.0]))
    array([3., 4., 5.])
    """
    f = in_common_kind(as_array(f), *varargs)
    if f.dtype.kind == "b":
        raise TypeError(named("bool has no differences; astype(int) makes numbers"))
    axes = _core.normalized_axes(axis, f.ndim)
    spacings = _spacings(varargs, f, axes)
    if as_real(edge_order, "edge_order") > 2:
        raise ValueError(named("'edge_order' greater than 2 not supported"))
    edge_order = 1 if edge_order == 1 else 2
    if f.dtype.kind in "biu":
        f = f.astype(None)
    slopes = tuple(_slope(f, d, i, edge_order) for d, i in zip(spacings, axes, strict=True))
    return slopes[0] if len(slopes) == 1 else slopes


# ---- integration --------------------------------------------------------------------------------------------------


@fuse
def _area(y1, y2, d):
    return dpt.sum(d * (y1 + y2) / 2.0, axis=-1)


def trapezoid(y, x=None, dx=1.0, axis=-1):
    """Integrate along an axis by the trapezoidal rule, in one pass.

    Parameters
    ----------
    y : dpnp.ndarray
        The values of the function.
    x : dpnp.ndarray, optional
        The coordinates of the values; default: spaced by `dx`.
    dx : scalar, optional
        The spacing.
    axis : int, optional
        The axis.

    Returns
    -------
    dpnp.ndarray

    Examples
    --------
    >>> np.trapezoid(np.array([1, 2, 3]))
    array(4.)
    """
    y = as_main(y, x)
    lines = _core.moveaxis(y, _core.normalized_axis(without_bool(axis), y.ndim), -1)
    if x is None:
        dx = as_parameter(dx, y, "dx") if isinstance(dx, numpy.ndarray) else dx
        d = float(dx) if is_scalar(dx) and not isinstance(dx, complex) else dx
    else:
        x = as_parameter(x, y, "x")
        d = diff(x) if x.ndim == 1 else _core.moveaxis(diff(x, axis=axis), axis, -1)
    if lines.dtype == numpy.bool_:
        lines = lines.astype("int64")
    if lines.shape[-1] < 2:
        shape = common_shape(lines.shape[:-1] + (0,), d.shape if isinstance(d, array_base) else ())
        return zeros(shape[:-1], numpy.result_type(lines.dtype, getattr(d, "dtype", lines.dtype), 1.0), **beside(y))
    return _area(lines[..., 1:], lines[..., :-1], d)


# ---- phase unwrapping ---------------------------------------------------------------------------------------------


@fuse
def _correction(step, period, low, discont):
    """The multiple of the period to add to a step so that it is at most half a period; 0 where the step is below
    `discont`."""
    rest = (step - low) % period + low
    rest = dpt.where((rest == low) & (step > 0), -low, rest)
    return dpt.where(dpt.abs(step) < discont, 0, rest - step)


@fuse
def _whole_correction(step, period, low, high, discont, is_odd):
    """The same for integers, for which half a period need not be an integer."""
    rest = (step - low) % period + low
    rest = dpt.where((rest == low) & (step > 0) & (is_odd == 0), high, rest)
    return dpt.where(dpt.abs(step) < discont, 0, rest - step)


def _as_number(x, name):
    """As a Python number, whose dtype does not decide that of a result."""
    if not is_scalar(x) and getattr(x, "ndim", 1) != 0:
        raise TypeError(named(f"{name} must be a number, not {type(x).__name__}"))
    return x.item() if hasattr(x, "item") else x


def unwrap(p, discont=None, axis=-1, *, period=2 * math.pi):
    """Unwrap angles: add multiples of the period so that no step along an axis exceeds half a period.

    Parameters
    ----------
    p : dpnp.ndarray
        The angles.
    discont : float, optional
        Steps below this are kept; default and minimum: half a period.
    axis : int, optional
        The axis.
    period : float, optional
        The period.

    Returns
    -------
    dpnp.ndarray
    """
    p = as_array(p)
    if p.dtype.kind == "c":
        raise TypeError(named("unwrap is for real numbers; complex ones have no order"))
    axis = _core.normalized_axis(without_bool(axis), p.ndim)
    step = diff(p, axis=axis)
    given, period = period, _as_number(period, "period")
    dtype = by_others(numpy.result_type, step.dtype, given)
    discont = period / 2 if discont is None else _as_number(discont, "discont")
    if dtype.kind in "iu":
        high, is_odd = divmod(period, 2)
        moves = _whole_correction(step, period, -high, high, discont, int(is_odd))
    else:
        moves = _correction(step, period, -period / 2, discont)
    made = p.astype(dtype, order="K")
    if p.shape[axis] > 1:
        inside = _cut(p.ndim, axis, 1, None)
        made[inside] += _core.cumulative_sum(moves.astype(dtype, copy=False), axis=axis)
    return made


# ---- interpolation ------------------------------------------------------------------------------------------------


@fuse
def _between(x, x0, x1, y0, y1, first, last, y_last, left, right):
    slope = (y1 - y0) / (x1 - x0)
    made = slope * (x - x0) + y0
    again = slope * (x - x1) + y1
    made = dpt.where(made != made, again, made)
    made = dpt.where((made != made) & (y0 == y1), y0, made)
    made = dpt.where(x == x0, y0, made)
    made = dpt.where(x != x, x, made)
    made = dpt.where(x == last, y_last, made)
    return dpt.where(x < first, left, dpt.where(x > last, right, made))


def _periodic(x, xp, fp, period):
    period = abs(period)
    x, xp = x % period, xp % period
    order = _core.argsort(xp)
    xp, fp = xp[order], fp[order]
    return x, concatenate([xp[-1:] - period, xp, xp[:1] + period]), concatenate([fp[-1:], fp, fp[:1]])


def _as_end(value, what: str):
    """A value beyond the points: None, a number, or an array of one."""
    if value is None or is_scalar(value):
        return value
    if getattr(value, "ndim", None) == 0 and isinstance(value, (array_base, numpy.ndarray)):
        return value[()] if isinstance(value, numpy.ndarray) else value
    raise wrong_type(what, "a number", value)


@usually(_core.quick_interp, arrays=0, most=3)
def interp(x, xp, fp, left=None, right=None, period=None):
    """One-dimensional linear interpolation.

    Parameters
    ----------
    x : dpnp.ndarray
        The coordinates to interpolate at.
    xp : dpnp.ndarray
        The coordinates of the data points, ascending; in any order if `period` is given.
    fp : dpnp.ndarray
        The values at the data points, real or complex.
    left, right : scalar, optional
        The results below xp[0] and above xp[-1]; default: fp[0] and fp[-1].
    period : float, optional
        The period of the coordinates.

    Returns
    -------
    dpnp.ndarray
        Of the shape of `x`, in double precision if the device supports it.

    Raises
    ------
    ValueError
        If there are no points for the elements of `x`, `xp` and `fp` differ in length, or the period is 0.
    TypeError
        If a coordinate is complex, or `left` or `right` is and `fp` is not.

    Examples
    --------
    >>> np.interp(np.array([0.5, 1.5]), np.array([0, 1, 2]), np.array([0, 10, 20]))
    array([ 5., 15.])
    """
    if not (type(x) is type(xp) is type(fp) is ndarray):
        first = first_array(x, xp, fp)
        x = as_parameter(x, first, "x")
        xp, fp = as_parameter(xp, x, "xp"), as_parameter(fp, x, "fp")
    if xp.ndim != 1 or fp.ndim != 1:
        raise ValueError(named("Data points must be 1-D sequences"))
    if xp.size != fp.size:
        raise ValueError(named("fp and xp are not of the same length."))
    if xp.size == 0 and x.size != 0:
        raise ValueError(named("array of sample points is empty"))
    real, imaginary = _DOUBLE if x.sycl_device.has_aspect_fp64 else _SINGLE
    is_complex = fp.dtype.kind == "c"
    if x.dtype.kind == "c" or xp.dtype.kind == "c":
        raise TypeError(named("x and xp must be real"))
    if not is_complex and any(
        isinstance(end, complex) or getattr(end, "dtype", real).kind == "c" for end in (left, right)
    ):
        raise TypeError(named("left and right must be real beside real values"))
    if left is not None or right is not None:
        left, right = _as_end(left, "left"), _as_end(right, "right")
    if period is not None and period == 0:
        raise ValueError(named("period must be a non-zero value"))
    if x.size == 0:
        return empty(x.shape, imaginary if is_complex else real, **beside(x))
    x = x if x.dtype is real else x.astype(real, copy=False)
    xp = xp if xp.dtype is real else xp.astype(real, copy=False)
    fp = fp if fp.dtype is real and not is_complex else fp.astype(imaginary if is_complex else real, copy=False)
    if period is not None:
        x, xp, fp = _periodic(x, xp, fp, as_real(period, "period"))
        left = right = None
    if is_complex:
        made = empty(x.shape, imaginary, **beside(x))
        made.real, made.imag = (
            interp(x, xp, part(fp), *(None if v is None else part(complex(v)) for v in (left, right)))
            for part in _PARTS
        )
        return made
    if all(end is None or is_scalar(end) for end in (left, right)):
        return _core.interpolate(*[v if v.flags.c_contiguous else v.copy(order="C") for v in (x, xp, fp)], left, right)
    left = fp[0] if left is None else left
    right = fp[-1] if right is None else right
    if xp.size == 1:
        return _core.where(x < xp[0], left, _core.where(x > xp[0], right, fp[0]))
    starts, ends = xp[:-1], xp[1:]
    # `take` clips the indices of the last point and of NaN to the last interval
    before = _core.searchsorted(ends, x, side="right")
    flat = before if x.ndim == 1 else before.ravel()
    points = [_core.take(v, flat, axis=0, mode="clip") for v in (starts, ends, fp[:-1], fp[1:])]
    points = points if x.ndim == 1 else [v.reshape(x.shape) for v in points]
    return _between(x, *points, xp[0], xp[-1], fp[-1], left, right)


_SINGLE = (numpy.dtype("f4"), numpy.dtype("c8"))
_DOUBLE = (numpy.dtype("f8"), numpy.dtype("c16"))
_PARTS = (operator.attrgetter("real"), operator.attrgetter("imag"))
