"""all, any, allclose and diff."""

from __future__ import annotations

import functools

from dpctl.utils import get_coerced_usm_type
from opendpex import _core
from opendpex._core import all, any, array_base, usm_ndarray
from opendpex._fuse import fuse
from opendpex._messages import as_flag, as_int, as_real, different_queues, named

from ._asarray import asarray
from ._copy_utils import astype, default_real
from ._ctors import full
from ._elementwise import abs as _abs
from ._elementwise import equal, isfinite, isnan, less_equal, logical_and, logical_or, not_equal, subtract
from ._examples import example
from ._manipulation_functions import _check_array, broadcast_to, concat
from ._type_utils import result_type

__all__ = ["all", "allclose", "any", "diff"]

_NUMBERS = (bool, int, float, complex)


def _operand(value, x):
    """An argument prepend or append: an array, or a Python number, of which only the kind matters."""
    if isinstance(value, (str, list, tuple)):
        raise ValueError(named(f"an array or a number is needed, not {type(value).__name__}"))
    if type(value) not in _NUMBERS and not isinstance(value, array_base):
        value = asarray(value, usm_type=x.usm_type, sycl_queue=x.sycl_queue)
    if isinstance(value, array_base) and value.sycl_queue != x.sycl_queue:
        raise different_queues(x, value)
    return value


def _shaped(value, x, axis: int, dtype):
    """An operand as an array that differs from x along the axis only; one number has an extent of 1 there."""
    one = (*x.shape[:axis], 1, *x.shape[axis + 1 :])
    if not isinstance(value, array_base):
        return full(one, value, dtype=dtype, usm_type=x.usm_type, sycl_queue=x.sycl_queue)
    if value.ndim == 0:
        return broadcast_to(value, one)
    if value.ndim != x.ndim or value.shape[:axis] + (1,) + value.shape[axis + 1 :] != one:
        raise ValueError(named(f"shapes {value.shape} and {x.shape} differ along another axis than {axis}"))
    return value


def _joint_differences(parts, axis: int, difference):
    """The differences of neighbours in the concatenation of arrays, without the concatenation; None where dtypes
    differ."""
    before = (slice(None),) * axis
    parts = [part for part in parts if part.shape[axis]]
    if len(parts) < 2 or len({part.dtype for part in parts}) > 1:
        return None
    first, others = parts[0], parts[1:]
    extent = sum(part.shape[axis] for part in parts) - 1
    usm_type = get_coerced_usm_type([part.usm_type for part in parts])
    shape = (*first.shape[:axis], extent, *first.shape[axis + 1 :])
    result = _core.empty(shape, dtype=first.dtype, usm_type=usm_type, sycl_queue=first.sycl_queue)
    end = 0
    for part, following in zip(parts, [*others, None], strict=True):
        start, end = end, end + part.shape[axis] - 1
        inside = result[(*before, slice(start, end))]
        difference(part[(*before, slice(1, None))], part[(*before, slice(None, -1))], out=inside)
        if following is not None:
            start, end = end, end + 1
            border = result[(*before, slice(start, end))]
            difference(following[(*before, slice(None, 1))], part[(*before, slice(-1, None))], out=border)
    return result


@functools.cache
def _differences(times: int, difference):
    """One pass from times + 1 arrays, each an element further along than the one before, to their differences taken so
    often."""

    def take(*parts):
        for _ in range(times):
            parts = [difference(after, before) for before, after in zip(parts, parts[1:], strict=False)]
        return parts[0]

    return fuse(take)


def _repeated_differences(x, axis: int, times: int, difference):
    """The n-th differences without an array for each order, up to order `_core.TAPE_DIFFERENCES`."""
    before = (slice(None),) * axis
    if times >= x.shape[axis]:  # nothing is left
        times = x.shape[axis] and 1
        x = x[(*before, slice(times))]
    while times > 1:
        now = min(times, _core.TAPE_DIFFERENCES)
        extent = x.shape[axis] - now
        x = _differences(now, difference)(*(x[(*before, slice(start, start + extent))] for start in range(now + 1)))
        times -= now
    return difference(x[(*before, slice(1, None))], x[(*before, slice(-1))]) if times else x


def diff(x, /, n=1, *, axis=-1, prepend=None, append=None) -> usm_ndarray:
    """Differences of neighbouring elements along an axis: ``x[i + 1] - x[i]``.

    Parameters
    ----------
    x : usm_ndarray
        The array; of bool elements the result tells whether they differ.
    n : int, optional
        The order of the differences.
    axis : int, optional
        The axis.
    prepend, append : usm_ndarray or number, optional
        Values to prepend and append to `x` along the axis first. Shapes must agree but along the axis; one number
        stands for an extent of 1.

    Returns
    -------
    usm_ndarray
        An array shorter than `x` by `n` along the axis, not counting what was put to it.

    Raises
    ------
    ValueError
        If `n` is negative or a shape does not fit.
    numpy.exceptions.AxisError
        If the axis is out of range.

    Examples
    --------
    >>> dpt.diff(dpt.asarray([1, 4, 9]))
    usm_ndarray([3, 5])
    """
    _check_array(x)
    n = as_int(n, "n")
    if n < 0:
        raise ValueError(named(f"n is {n}, it cannot be negative"))
    return differences(x, n, _core.normalized_axis(axis, x.ndim), prepend, append, x.dtype.kind == "b")


def differences(x, n: int, axis: int, prepend, append, is_bool: bool):
    """`diff` of an array of either package; of bool whether neighbours differ."""
    difference = not_equal if is_bool else subtract
    if prepend is not None or append is not None:
        extra = [_operand(value, x) for value in (prepend, append) if value is not None]
        dtype = result_type(x, *extra)
        parts = [_shaped(value, x, axis, dtype) for value in extra]
        parts.insert(prepend is not None, x)
        joint = _joint_differences(parts, axis, difference) if n else None
        x, n = (concat(parts, axis=axis), n) if joint is None else (joint, n - 1)
    return _repeated_differences(x, axis, min(n, x.shape[axis]), difference)


def close(a1, a2, rtol, atol, equal_nan: bool):
    """Which elements are close, as an expression to be fused; dpnp's too."""
    near = logical_and(isfinite(a2), less_equal(_abs(a1 - a2), atol + rtol * _abs(a2)))
    near = logical_or(near, equal(a1, a2))
    return logical_or(near, logical_and(isnan(a1), isnan(a2))) if equal_nan else near


@functools.cache
def _all_close(dtype, equal_nan: bool):
    """One pass over two arrays of that data type or below, which tells whether all elements are close."""

    def all_close(a1, a2, atol, rtol):
        return all(close(astype(a1, dtype), astype(a2, dtype), rtol, atol, equal_nan))

    return fuse(all_close)


def allclose(a1, a2, atol=1e-8, rtol=1e-5, equal_nan=False) -> usm_ndarray:
    """Whether the elements of two arrays are equal within tolerances: ``abs(a1 - a2) <= atol + rtol * abs(a2)``.

    Parameters
    ----------
    a1, a2 : usm_ndarray
        The arrays, whose shapes broadcast. Integers are compared as real numbers.
    atol, rtol : float, optional
        Absolute tolerance, and that relative to the element of `a2`; not negative.
    equal_nan : bool, optional
        Whether a NaN is close to a NaN. An infinity is close to itself only.

    Returns
    -------
    usm_ndarray
        A truth value, bool, without dimensions; True for no elements.

    Raises
    ------
    TypeError
        If an argument is not an array, or a tolerance is not a number.
    ValueError
        If shapes do not broadcast, or a tolerance is negative.
    ExecutionPlacementError
        If the arrays are on different queues.

    Examples
    --------
    >>> dpt.allclose(dpt.asarray([1.0]), dpt.asarray([1.0 + 1e-9]))
    usm_ndarray(True)
    """
    for x in (a1, a2):
        _check_array(x)
    atol, rtol = as_real(atol, "atol"), as_real(rtol, "rtol")
    if atol < 0 or rtol < 0:
        raise ValueError(named(f"a tolerance is negative: {min(atol, rtol)}"))
    if a1.sycl_queue != a2.sycl_queue:
        raise different_queues(a1, a2)
    dtype = result_type(a1, a2)
    if dtype.kind not in "fc":
        dtype = default_real(a1.sycl_queue)
    return _all_close(dtype, as_flag(equal_nan, "equal_nan"))(a1, a2, atol, rtol)


_TEXT = """{name}(x, /, *, axis=None, keepdims=False)
--

Whether {which} are true: not zero. A NaN is true.

Parameters
----------
x : usm_ndarray
    The array.
axis : int or tuple of ints, optional
    Axes to reduce; default: all. With an empty tuple each element is tested by itself.
keepdims : bool, optional
    Whether the axes stay, with extent 1.

Returns
-------
usm_ndarray
    The truth values, bool; {empty} for no elements.

Raises
------
numpy.exceptions.AxisError
    If an axis is out of range.
ValueError
    If an axis is named twice.
"""

_core.document("all", _TEXT.format(name="all", which="all elements along axes", empty="True") + example("all"))
_core.document("any", _TEXT.format(name="any", which="any elements along axes", empty="False") + example("any"))
