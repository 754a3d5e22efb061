"""Cumulative sum, product and logsumexp along an axis."""

from opendpex import _core
from opendpex._core import cumulative_logsumexp, cumulative_prod, cumulative_sum

from ._examples import example

__all__ = ["cumulative_logsumexp", "cumulative_prod", "cumulative_sum"]

_TEXT = """{name}(x, /, *, axis=None, dtype=None, include_initial=False, out=None)
--

{summary}

Parameters
----------
x : usm_ndarray
    The array.
axis : int, optional
    The axis; optional for a one-dimensional array.
dtype : data type, optional
    Data type of the result. Default: {default}.
include_initial : bool, optional
    Whether to prepend {initial}; the result is then longer by one along the axis.
out : usm_ndarray, optional
    Array to write to, of the shape and data type of the result, on the same queue.

Returns
-------
usm_ndarray
    The cumulative values. {order}

Raises
------
numpy.exceptions.AxisError
    If the axis is out of range.
ValueError
    If the axis is missing for an array of several dimensions, or `out` does not fit.
"""
_SUMS = "int64 for bool and signed integers, uint64 for unsigned integers, else that of `x`"
_ORDER = "They do not depend on the number of threads, nor on the memory layout of `x`."

for _name, _summary, _default, _initial, _order in (
    ("cumulative_sum", "Running sums along an axis.", _SUMS, "0", _ORDER),
    ("cumulative_prod", "Running products along an axis.", _SUMS, "1", _ORDER),
    (
        "cumulative_logsumexp",
        "Running logarithms of sums of exponentials along an axis; not defined for complex numbers.",
        "the default real type for bool and integers, else that of `x`",
        "minus infinity",
        "They do not depend on the number of threads.",
    ),
):
    _text = _TEXT.format(name=_name, summary=_summary, default=_default, initial=_initial, order=_order)
    _core.document(_name, _text + example(_name))
