"""clip: elements limited to an interval."""

from opendpex import _core
from opendpex._core import clip

__all__ = ["clip"]

_core.document(
    "clip",
    """clip(x, /, min=None, max=None, out=None, order='K')
--

Limit elements to an interval: ``minimum(maximum(x, min), max)``.

Parameters
----------
x : usm_ndarray
    The array.
min, max : usm_ndarray or number, optional
    The bounds; shapes broadcast together. Their type must go into that of `x` without loss; of a Python number the kind
    alone counts, and an int that no element of that type can pass is not a bound.
out : usm_ndarray, optional
    Array to write to, of the shape and data type of the result, on the same queue.
order : {'C', 'F', 'A', 'K'}, optional
    Memory layout of the result.

Returns
-------
usm_ndarray
    An array of the type of `x`; NaN where `x` or a bound is.

Raises
------
ValueError
    If the type of a bound does not go into that of `x`, or `out` does not fit.
OverflowError
    If no element of that type could lie within a bound that is a Python int.

Examples
--------
>>> dpt.clip(dpt.asarray([-1, 1, 5]), 0, 3)
usm_ndarray([0, 1, 3])
""",
)
