"""Reductions: functions of all elements along axes. They are computed by the core, from its table of reductions."""

from opendpex import _core
from opendpex._core import argmax, argmin, count_nonzero, logsumexp, max, min, prod, reduce_hypot, sum

from ._examples import example

__all__ = ["argmax", "argmin", "count_nonzero", "logsumexp", "max", "min", "prod", "reduce_hypot", "sum"]

_AXES = """axis : int or tuple of ints, optional
    Axes to reduce; default: all. With an empty tuple each element is reduced by itself."""
_AXIS = """axis : int, optional
    Axis to search along; default: the whole array, its elements numbered in C order."""
_DTYPE = """dtype : data type, optional
    Data type of the result, and of the accumulation. Default: {default}."""
_KEEPDIMS = """keepdims : bool, optional
    Whether the axes stay, with extent 1."""
_OUT = """out : usm_ndarray, optional
    Array to write to, of the shape and data type of the result, on the same queue; it may overlap `x`."""

_TEXT = """{name}(x, /, *, {signature})
--

{summary}

Parameters
----------
x : usm_ndarray
    {operand}
{parameters}

Returns
-------
usm_ndarray
    {result}

Raises
------
numpy.exceptions.AxisError
    If an axis is out of range.
ValueError
    If {refused}.
"""

_ORDER = "The order of operations depends on shapes only, never on the number of threads."
_NO_DEFAULT = "an axis without elements is reduced, an axis is named twice, or `out` does not fit"
_TWICE = "an axis is named twice, or `out` does not fit"


def _convert(name: str, summary: str, operand: str, result: str, default: str, refused: str = _TWICE) -> None:
    """A reduction with the parameters axis, dtype, keepdims, out."""
    parameters = "\n".join((_AXES, _DTYPE.format(default=default), _KEEPDIMS, _OUT))
    signature = "axis=None, dtype=None, keepdims=False, out=None"
    _core.document(name, _TEXT.format(**locals()) + example(name))


def _choose(name: str, summary: str, operand: str, result: str, refused: str = _NO_DEFAULT, axes: str = _AXES) -> None:
    """A reduction with the parameters axis, keepdims, out."""
    parameters = "\n".join((axes, _KEEPDIMS, _OUT))
    signature = "axis=None, keepdims=False, out=None"
    _core.document(name, _TEXT.format(**locals()) + example(name))


_SUMS = "int64 for bool and signed integers, uint64 for unsigned integers, else that of `x`"
_REALS = "that of `x`; the device's default real type for bool and integers"
_REAL = "The array, not complex."
_COMPLEX = "`x` is complex, "
_COMPARED = "Complex numbers compare by their real parts, then by their imaginary parts."
_FIRST = "The first of equal ones counts; a NaN counts before all numbers."

_convert("sum", "Sum of elements along axes.", "The array.", f"The sums; 0 for no elements. {_ORDER}", _SUMS)
_convert("prod", "Product of elements along axes.", "The array.", f"The products; 1 for no elements. {_ORDER}", _SUMS)
_convert(
    "logsumexp",
    "Logarithm of the sum of exponentials of elements along axes, computed without overflow.",
    _REAL,
    "``log(sum(exp(x)))``; -infinity for no elements.",
    _REALS,
    _COMPLEX + _TWICE,
)
_convert(
    "reduce_hypot",
    "Square root of the sum of squares of elements along axes, computed without overflow or underflow.",
    _REAL,
    "``sqrt(sum(x * x))``; 0 for no elements.",
    _REALS,
    _COMPLEX + _TWICE,
)
_choose(
    "max", "Greatest element along axes.", f"The array. {_COMPARED}", "The greatest elements; NaN where there is one."
)
_choose("min", "Least element along axes.", f"The array. {_COMPARED}", "The least elements; NaN where there is one.")
_choose(
    "argmax",
    "Position of the greatest element.",
    f"The array. {_COMPARED}",
    f"Positions as int64. {_FIRST}",
    axes=_AXIS,
)
_choose(
    "argmin", "Position of the least element.", f"The array. {_COMPARED}", f"Positions as int64. {_FIRST}", axes=_AXIS
)
_choose(
    "count_nonzero",
    "Number of elements that are not zero.",
    "The array.",
    "The numbers as int64; a NaN is not zero.",
    _TWICE,
)
