"""Mean, variance and standard deviation along axes."""

from opendpex import _core
from opendpex._core import mean, std, var

from ._examples import example

__all__ = ["mean", "std", "var"]

_TEXT = """{name}({signature})
--

{summary}

Parameters
----------
x : usm_ndarray
    {operand}
axis : int or tuple of ints, optional
    Axes to reduce; default: all. With an empty tuple each element is reduced by itself.
{correction}keepdims : bool, optional
    Whether the axes stay, with extent 1.

Returns
-------
usm_ndarray
    {result} The data type is that of `x`; the device's default real type for bool and integers.

Raises
------
numpy.exceptions.AxisError
    If an axis is out of range.
ValueError
    If an axis is named twice{refused}.
{type_error}"""

_CORRECTION = """correction : int or float, optional
    Taken from the number of elements n in the divisor ``n - correction``: 1 for the unbiased estimate from a sample.
"""
_NOTES = """TypeError
    If `correction` is not a Python int or float.

Notes
-----
The array is read once. Counts, means and sums of squared deviations of parts of it are merged as in T. F. Chan,
G. H. Golub, R. J. LeVeque, "Updating formulae and a pairwise algorithm for computing sample variances" (1979), which
keeps the digits that a difference of large sums would lose.
"""


def _vary(name: str, summary: str, result: str) -> None:
    signature = "x, axis=None, correction=0.0, keepdims=False"
    operand, refused, correction, type_error = "The array, not complex.", ", or `x` is complex", _CORRECTION, _NOTES
    _core.document(name, _TEXT.format(**locals()) + example(name))


_core.document(
    "mean",
    _TEXT.format(
        name="mean",
        signature="x, axis=None, keepdims=False",
        summary="Arithmetic mean of elements along axes.",
        operand="The array.",
        correction="",
        result="The means; NaN for no elements.",
        refused="",
        type_error="",
    )
    + example("mean"),
)
_vary("var", "Variance of elements along axes.", "The variances; NaN where the divisor is not positive.")
_vary("std", "Standard deviation of elements along axes.", "The deviations; NaN where the divisor is not positive.")
