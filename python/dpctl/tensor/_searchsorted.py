"""Search in a sorted array."""

from opendpex import _core
from opendpex._core import searchsorted

__all__ = ["searchsorted"]

_core.document(
    "searchsorted",
    """searchsorted(x1, x2, /, *, side='left', sorter=None)
--

Find where values would have to stand in a sorted array.

Parameters
----------
x1 : usm_ndarray
    An array of one dimension, ascending in the order of `sort`, or by `sorter`.
x2 : usm_ndarray
    The values, on the same queue; data types are promoted.
side : {'left', 'right'}, optional
    Before equal elements, or after them.
sorter : usm_ndarray, optional
    Integers of the shape of `x1` such that `x1[sorter]` ascends. Negative ones count from the end; one outside stands
    for the nearest one inside.

Returns
-------
usm_ndarray
    int64 indices into `x1` (or `sorter`), of the shape of `x2`.

Raises
------
ValueError
    If `x1` has not one dimension, `sorter` does not fit, or `side` is another word.
ExecutionPlacementError
    If the arrays are on different queues.

Examples
--------
>>> import dpctl.tensor as dpt
>>> dpt.searchsorted(dpt.asarray([1, 2, 2, 3]), dpt.asarray([2, 5]), side="right")
usm_ndarray([3, 4])
""",
)
