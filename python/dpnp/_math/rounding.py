"""Rounding, clipping, replacing, and the parts of complex numbers."""

from __future__ import annotations

import math

import numpy

import dpctl.tensor as dpt
from opendpex import _core
from opendpex._fuse import fuse
from opendpex._messages import as_dtype, as_flag, as_int, as_real, named

from .._arrays import KEEP, SAME_KIND, as_array, as_operand, as_parameter, is_scalar, store
from .._statistics.reductions import all as all_of
from .._ufunc import functions as _ufuncs

__all__ = ["angle", "around", "clip", "fix", "imag", "nan_to_num", "real", "real_if_close", "round"]


@fuse
def _rounded_up(x, power):
    return dpt.round(x * power) / power


@fuse
def _rounded_down(x, power):
    return dpt.round(x / power) * power


@fuse
def _rounded_integers(x, power, dtype):
    """Halves go to the even multiple."""
    quotient, half = x // power, power // 2
    rest = x - quotient * power
    up = (rest > half) | ((rest == half) & (quotient % 2 != 0))
    return dpt.astype((quotient + dpt.astype(up, dtype)) * power, dtype)


def _round(x, decimals):
    decimals = as_int(decimals, "decimals")
    if abs(decimals) >= 2**31:
        raise OverflowError(named(f"decimals is {decimals}; no number has so many digits"))
    if x.dtype.kind == "b":
        x = x.astype("f2" if x.sycl_device.has_aspect_fp16 else "f4")
    if decimals == 0 or (x.dtype.kind in "iu" and decimals > 0):
        return _ufuncs.rint(x)
    if x.dtype.kind == "c":
        made = _core.empty_like(x)
        made.real, made.imag = _round(x.real, decimals), _round(x.imag, decimals)
        return made
    power = 10 ** abs(decimals) if abs(decimals) <= 308 else math.inf
    if x.dtype.kind in "iu":
        if power > numpy.iinfo(x.dtype).max:
            return x * 0
        return _rounded_integers(x, power, x.dtype)
    return (_rounded_up if decimals > 0 else _rounded_down)(x, float(power))


def round(a, decimals=0, out=None, *, dtype=None):
    """Round to a number of decimals; halves go to the even digit.

    Parameters
    ----------
    a : dpnp.ndarray
        The numbers.
    decimals : int, optional
        Decimal places; negative: digits before the decimal point.
    out : dpnp.ndarray, optional
        Where to write the result.
    dtype : data type, optional
        Data type of the computation.

    Returns
    -------
    dpnp.ndarray

    Examples
    --------
    >>> np.round(np.array([1.234, 5.678]), 1)
    array([1.2, 5.7])
    """
    a = as_operand(a)
    if dtype is not None:
        a = a.astype(as_dtype(dtype), copy=False)
    return store(_round(a, decimals), out)


def around(a, decimals=0, out=None):
    """Round to a number of decimals; see `round`.

    Parameters
    ----------
    x, decimals, out
        As in `round`.

    Returns
    -------
    dpnp.ndarray
    """
    return round(a, decimals, out)


def fix(x, out=None, *, order="K"):
    """Nearest integer towards 0; integers stay as they are.

    Parameters
    ----------
    x : dpnp.ndarray
        Real numbers.
    out : dpnp.ndarray, optional
        Where to write the result.

    Returns
    -------
    dpnp.ndarray
        The dtype of `x`.

    Raises
    ------
    TypeError
        If the numbers are complex.
    """
    if out is None and order is KEEP:
        return _ufuncs.trunc(as_operand(x))
    return store(_ufuncs.trunc(as_operand(x), order=order), out)


def real(val):
    """Real part; a view of complex numbers, an array of other numbers as it is.

    Parameters
    ----------
    x : dpnp.ndarray
        The array.

    Returns
    -------
    dpnp.ndarray
        Real numbers.

    Examples
    --------
    >>> np.real(np.array([1 + 2j, 3j]))
    array([1., 0.])
    """
    val = as_operand(val)
    return val.real if val.dtype.kind == "c" else val


def imag(val):
    """Imaginary part; a view of complex numbers, zeros for others.

    Parameters
    ----------
    x : dpnp.ndarray
        The array.

    Returns
    -------
    dpnp.ndarray
        Real numbers.

    Examples
    --------
    >>> np.imag(np.array([1 + 2j, 3j]))
    array([2., 3.])
    """
    val = as_operand(val)
    return val.imag if val.dtype.kind == "c" else _core.zeros_like(val)


def angle(z, deg=False, *, out=None, order="K"):
    """Angle of complex numbers in the plane, from -pi to pi.

    Parameters
    ----------
    z : dpnp.ndarray
        The numbers.
    deg : bool, optional
        Whether to give degrees.
    out : dpnp.ndarray, optional
        Where to write the result.
    order : {'C', 'F', 'A', 'K'}, optional
        Layout of a new result.

    Returns
    -------
    dpnp.ndarray

    Examples
    --------
    >>> np.angle(np.array([1, 1j]))
    array([0.        , 1.57079633])
    """
    z = as_operand(z)
    if z.dtype.kind == "c":
        result = as_array(dpt.angle(z, order=order))
    else:
        result = _ufuncs.arctan2(0, z, order=order)
    return store(result * (180 / math.pi) if as_flag(deg, "deg") else result, out)


def _clipped_where(a, low, high, out, order, where, dtype, casting):
    """`clip` by way of two ufuncs, which have all keywords; what is between them is computed everywhere."""
    result = a
    if low is not None and high is not None:
        result = _ufuncs.maximum(result, low, dtype=dtype, order=order)
    elif low is None and high is None:
        return _ufuncs.positive(a, out=out, order=order, where=where, dtype=dtype, casting=casting)
    last, bound = (_ufuncs.minimum, high) if high is not None else (_ufuncs.maximum, low)
    return last(result, bound, out=out, order=order, where=where, dtype=dtype, casting=casting)


_PLAIN = frozenset((bool, int, float, complex))  # numbers without a dtype
_PLAIN_OF_DOUBLES = _PLAIN | {numpy.float64}  # and of the dtype of the array
_DOUBLE = numpy.dtype("f8")


def _within(a, low, high):
    """The bounds without those that no integer of the dtype can pass: Python ints beyond its range."""
    if a.dtype.kind not in "iu":
        return low, high
    limits = numpy.iinfo(a.dtype)
    low = None if type(low) is int and low < limits.min else low
    return low, None if type(high) is int and high > limits.max else high


def clip(
    a, min=None, max=None, out=None, *, order="K", a_min=None, a_max=None, where=True, dtype=None, casting="same_kind"
):
    """Hold elements between two bounds.

    Parameters
    ----------
    a : dpnp.ndarray
        The array.
    min, max : dpnp.ndarray or scalar, optional
        The bounds, which broadcast; None: no bound on that side.
    out : dpnp.ndarray, optional
        Where to write the result.
    order : {'C', 'F', 'A', 'K'}, optional
        Layout of a new result.
    a_min, a_max : optional
        Other names of `min` and `max`.
    where, dtype, casting : optional
        As of ufuncs.

    Returns
    -------
    dpnp.ndarray

    Examples
    --------
    >>> np.clip(np.array([-1, 0.5, 2]), 0, 1)
    array([0. , 0.5, 1. ])
    """
    a = as_operand(a)
    order = order if order is KEEP else _core.order_letter(order)
    if where is not True or casting is not SAME_KIND or dtype is not None:
        return _clipped_where(
            a, a_min if min is None else min, a_max if max is None else max, out, order, where, dtype, casting
        )
    low, high = (a_min if min is None else min), (a_max if max is None else max)
    plain = _PLAIN_OF_DOUBLES if a.dtype is _DOUBLE else _PLAIN
    if (low is None or type(low) in plain) and (high is None or type(high) in plain) and a.dtype.kind in "fc":
        return store(_core.clip(a, low, high, order=order), out)
    if low is not None and not is_scalar(low):
        low = as_array(low, "a bound")
    if high is not None and not is_scalar(high):
        high = as_array(high, "a bound")
    low, high = _within(a, low, high)
    result = a
    if (
        low is not None
        and high is not None
        and any(getattr(b, "dtype", type(b)) not in (a.dtype, int, bool) for b in (low, high))
    ):
        common = dpt.result_type(a, low, high)  # of two of them it may be another one
        result, low, high = (x.astype(common, copy=False) if hasattr(x, "dtype") else x for x in (a, low, high))
    if low is not None:
        result = _ufuncs.maximum(result, low, order=order)
    if high is not None:
        result = _ufuncs.minimum(result, high, order=order)
    return store(result if result is not a else a.copy(order), out)


@fuse
def _replaced(x, nan, posinf, neginf):
    infinite = dpt.isinf(x)
    finite = dpt.where(infinite & (x > 0), posinf, dpt.where(infinite, neginf, x))
    return dpt.where(dpt.isnan(x), nan, finite)


def nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    """Replace NaN and infinities by numbers.

    Parameters
    ----------
    x : dpnp.ndarray
        The array.
    copy : bool, optional
        Whether to give a new array, or change `x`.
    nan : float, optional
        What replaces NaN.
    posinf, neginf : float, optional
        What replaces infinities; None: the largest and smallest number of the dtype.

    Returns
    -------
    dpnp.ndarray

    Examples
    --------
    >>> np.nan_to_num(np.array([np.nan, np.inf, 1]), posinf=9)
    array([0., 9., 1.])
    """
    x, copy = as_operand(x), as_flag(copy, "copy")
    if x.dtype.kind in "biu":
        return x.copy() if copy else x
    limits = numpy.finfo(x.dtype)
    given = (
        ("nan", nan),
        ("posinf", limits.max if posinf is None else posinf),
        ("neginf", limits.min if neginf is None else neginf),
    )
    values = [as_real(v, name) if is_scalar(v) else as_parameter(v, x, name).astype(limits.dtype) for name, v in given]
    if x.dtype.kind == "f":
        result = _replaced(x, *values)
    else:
        result = _core.empty_like(x)
        result.real[...] = _replaced(x.real, *values)
        result.imag[...] = _replaced(x.imag, *values)
    if copy:
        return result
    x[...] = result
    return x


def real_if_close(a, tol=100):
    """Real parts, if all imaginary parts are within a tolerance of 0; else the array unchanged. Waits for the result.

    Parameters
    ----------
    a : dpnp.ndarray
        The array.
    tol : float, optional
        The tolerance; if above 1 in units of the distance from 1 to the next number.

    Returns
    -------
    dpnp.ndarray
    """
    a = as_operand(a)
    if a.dtype.kind != "c":
        return a
    tol = as_real(tol, "tol")
    tol = tol * float(numpy.finfo(a.dtype).eps) if tol > 1 else tol
    return a.real if bool(all_of(_ufuncs.absolute(a.imag) < tol)) else a
