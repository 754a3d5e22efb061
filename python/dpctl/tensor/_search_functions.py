"""where: elements of one array or another."""

from opendpex import _core
from opendpex._core import where

__all__ = ["where"]

_core.document(
    "where",
    """where(condition, x1=None, x2=None, /, *, order='K', out=None)
--

Take elements of one array where a condition holds, else those of another.

Parameters
----------
condition : usm_ndarray
    What is not zero holds.
x1, x2 : usm_ndarray or number
    The elements to take; the three shapes broadcast together. Without both: the `nonzero` of the condition.
order : {'C', 'F', 'A', 'K'}, optional
    Memory layout of the result.
out : usm_ndarray, optional
    Array to write to, of the shape and data type of the result, on the same queue.

Returns
-------
usm_ndarray
    An array of the type to which `x1` and `x2` are promoted; of a Python number the kind alone counts.

Raises
------
ValueError
    If shapes do not broadcast, or `out` does not fit.
dpctl.utils.ExecutionPlacementError
    If the arrays are on different queues.

Examples
--------
>>> x = dpt.asarray([-1, 2, -3])
>>> dpt.where(x > 0, x, 0)
usm_ndarray([0, 2, 0])
""",
)
