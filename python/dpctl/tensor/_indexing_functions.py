"""Elements by index arrays and by masks, as functions; between brackets the same is `x[key]`."""

from opendpex import _core
from opendpex._core import extract, nonzero, place, put, put_along_axis, take, take_along_axis

__all__ = ["extract", "nonzero", "place", "put", "put_along_axis", "take", "take_along_axis"]

_core.document(
    "take",
    """take(x, indices, /, *, axis=None, out=None, mode='wrap')
--

Elements along an axis, named by their indices.

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
    'wrap': negative indices count from the end. 'clip': they stand for 0. What is out of range then stands for the
    nearest end: no index is an error.

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

Assign to elements along an axis, named by their indices.

Parameters
----------
x : usm_ndarray
    The array that is changed.
indices, axis, mode :
    As for `take`.
vals : usm_ndarray, scalar, numpy.ndarray or nested sequence
    Values that broadcast to the shape which `take` would return. An array is converted to the data type of `x`, whatever
    is lost; a Python scalar must fit it. Where several indices name an element, the last value stays.

Returns
-------
None
    `x` is changed.

Raises
------
ValueError
    If `x` is read-only, or the values do not broadcast; also as for `take`.
IndexError
    As for `take`.
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

One element for each index, from the line along an axis in which the index stands.

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
    As for `take`.

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
""",
)

_core.document(
    "put_along_axis",
    """put_along_axis(x, indices, vals, /, *, axis=-1, mode='wrap')
--

Assign one element for each index, in the line along an axis in which the index stands.

Parameters
----------
x : usm_ndarray
    The array that is changed.
indices, axis, mode :
    As for `take_along_axis`.
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
    As for `take_along_axis`.
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
    Elements that are not zero choose; the same shape as `arr`.
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
    Elements that are not zero choose; the same shape as `arr`.
vals : usm_ndarray
    Values in one dimension, converted to the data type of `arr`. The first chosen element (in C order) gets the first
    of them, and so on; where they end, they start again.

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
