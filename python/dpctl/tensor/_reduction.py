"""Reductions: functions that make one number of many, along axes."""

from opendpex import _core
from opendpex._core import sum

__all__ = ["sum"]

_core.document(
    "sum",
    """sum(x, /, *, axis=None, dtype=None, keepdims=False, out=None)
--

Sum of elements along axes.

Parameters
----------
x : usm_ndarray
    The array.
axis : int or tuple of ints, optional
    Axes to sum over; default: all.
dtype : data type, optional
    Data type of the result and of the summation. Default: int64 for bool and signed integers, uint64 for unsigned
    integers, else that of `x`.
keepdims : bool, optional
    Whether the axes stay, with extent 1.
out : usm_ndarray, optional
    Array to write to, of the shape and data type of the result, on the same queue.

Returns
-------
usm_ndarray
    The sums. The order of additions depends on the shape only, never on the number of threads.

Raises
------
numpy.exceptions.AxisError
    If an axis is out of range.
ValueError
    If an axis is named twice, or `out` does not fit.
""",
)
