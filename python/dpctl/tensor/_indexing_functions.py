"""take, put, extract, place and nonzero: indexing by index arrays and masks, as functions."""

from opendpex import _core
from opendpex._core import extract, nonzero, place, put, put_along_axis, take, take_along_axis

__all__ = ["extract", "nonzero", "place", "put", "put_along_axis", "take", "take_along_axis"]

_core.document(
    "take",
    """take(x, indices, /, *, axis=None, out=None, mode='wrap')
--

Take elements along an axis by indices.

Parameters
----------
x : usm_ndarray
    The array.
indices : usm_ndarray
    Indices of any integer data type, in one dimension.
axis : int, optional
    The axis; may be left out for an array of at most one dimension.
out : usm_ndarray, optional
    Array to write to, of the result's shape and data type, on the same queue; it may overlap the others.
mode : {'wrap', 'clip'}, optional
    'wrap': negative indices count from the end. 'clip': they are clipped to 0. Indices out of range are clipped to
    the nearest end; no index is an error.

Returns
-------
usm_ndarray
    The shape of `x` with the extent of `axis` replaced by the number of indices; in C order.

Raises
------
IndexError
    If `indices` are not integers, or there are some and the axis has no elements.
ValueError
    If `indices` do not have one dimension, the axis is missing, or `out` does not fit.
numpy.exceptions.AxisError
    If the axis is out of range.
ExecutionPlacementError
    If the arrays are on different queues.

Examples
--------
>>> import dpctl.tensor as dpt
>>> dpt.take(dpt.asarray([10, 20, 30]), dpt.asarray([2, 0, -1]))
usm_ndarray([30, 10, 30])
""",
)

_core.document(
    "put",
    """put(x, indices, vals, /, *, axis=None, mode='wrap')
--

Assign to elements along an axis by indices.

Parameters
----------
x : usm_ndarray
    The array that is changed.
indices, axis, mode :
    As in `take`.
vals : usm_ndarray, scalar, numpy.ndarray or nested sequence
    Values that broadcast to the shape which `take` would return. An array is converted to the data type of `x`,
    whatever is lost; a Python scalar must fit it. For repeated indices the last value is stored.

Returns
-------
None
    `x` is changed.

Raises
------
ValueError
    If `x` is read-only, or the values do not broadcast; also as for `take`.
IndexError
    As in `take`.
ExecutionPlacementError
    If the arrays are on different queues.

Examples
--------
>>> import dpctl.tensor as dpt
>>> x = dpt.zeros(4, dtype="int64")
>>> dpt.put(x, dpt.asarray([0, -1]), dpt.asarray([5, 6]))
>>> x
usm_ndarray([5, 0, 0, 6])
""",
)

_core.document(
    "take_along_axis",
    """take_along_axis(x, indices, /, *, axis=-1, mode='wrap')
--

Take values along an axis by matching index and data slices.

Parameters
----------
x : usm_ndarray
    The array.
indices : usm_ndarray
    Indices of any integer data type, with as many dimensions as `x`; along all axes but `axis` both broadcast to the
    same extents.
axis : int, optional
    The axis.
mode : {'wrap', 'clip'}, optional
    As in `take`.

Returns
-------
usm_ndarray
    ``result[i, j] = x[i, indices[i, j]]`` for two dimensions and the last axis.

Raises
------
IndexError
    If `indices` are not integers, or there are some and the axis has no elements.
ValueError
    If the shapes do not fit.
numpy.exceptions.AxisError
    If the axis is out of range.
ExecutionPlacementError
    If the arrays are on different queues.

Examples
--------
>>> x = dpt.asarray([[3, 1], [2, 4]])
>>> dpt.take_along_axis(x, dpt.argsort(x, axis=1), axis=1)
usm_ndarray([[1, 3],
             [2, 4]])
""",
)

_core.document(
    "put_along_axis",
    """put_along_axis(x, indices, vals, /, *, axis=-1, mode='wrap')
--

Assign values along an axis by matching index and data slices.

Parameters
----------
x : usm_ndarray
    The array that is changed.
indices, axis, mode :
    As in `take_along_axis`.
vals : usm_ndarray, scalar, numpy.ndarray or nested sequence
    Values that broadcast to the shape which `take_along_axis` would return; converted as for `put`.

Returns
-------
None
    `x` is changed.

Raises
------
ValueError
    If `x` is read-only, or the shapes do not fit.
IndexError
    As in `take_along_axis`.
ExecutionPlacementError
    If the arrays are on different queues.
""",
)

_core.document(
    "extract",
    """extract(condition, arr)
--

The elements for which a condition holds.

Parameters
----------
condition : usm_ndarray
    Nonzero elements select; the same shape as `arr`.
arr : usm_ndarray
    The array.

Returns
-------
usm_ndarray
    The chosen elements in C order, in one dimension. How many there are is known when the condition has been computed:
    the call waits for it.

Raises
------
ValueError
    If the shapes differ.
ExecutionPlacementError
    If the arrays are on different queues.

Examples
--------
>>> x = dpt.arange(5)
>>> dpt.extract(x > 2, x)
usm_ndarray([3, 4])
""",
)

_core.document(
    "place",
    """place(arr, mask, vals)
--

Assign to the elements for which a condition holds.

Parameters
----------
arr : usm_ndarray
    The array that is changed.
mask : usm_ndarray
    Nonzero elements select; the same shape as `arr`.
vals : usm_ndarray
    Values in one dimension, converted to the data type of `arr`. The first chosen element (in C order) gets the first
    of them, and so on; values are repeated if there are too few.

Returns
-------
None
    `arr` is changed.

Raises
------
ValueError
    If `arr` is read-only, the shapes differ, or there are no values for the chosen elements.
ExecutionPlacementError
    If the arrays are on different queues.
""",
)

_core.document(
    "nonzero",
    """nonzero(arr)
--

The coordinates of the elements that are not zero.

Parameters
----------
arr : usm_ndarray
    An array of at least one dimension.

Returns
-------
tuple of usm_ndarray
    For each axis the coordinates, int64, in C order of the elements. How many there are is known when the array has
    been computed: the call waits for it.

Raises
------
ValueError
    If the array has no dimensions.

Examples
--------
>>> import dpctl.tensor as dpt
>>> dpt.nonzero(dpt.asarray([[0, 7], [8, 0]]))
(usm_ndarray([0, 1]), usm_ndarray([1, 0]))
""",
)
