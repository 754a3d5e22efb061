"""Views with other shapes and axes; concatenation, repetition and rolling as copies."""

from __future__ import annotations

from opendpex import _core
from opendpex._core import (
    broadcast_to,
    concat,
    expand_dims,
    flip,
    moveaxis,
    permute_dims,
    repeat,
    reshape,
    roll,
    squeeze,
    stack,
    swapaxes,
    tile,
    usm_ndarray,
)
from opendpex._messages import named

__all__ = [
    "broadcast_arrays",
    "broadcast_to",
    "concat",
    "expand_dims",
    "flip",
    "matrix_transpose",
    "moveaxis",
    "permute_dims",
    "repeat",
    "reshape",
    "roll",
    "squeeze",
    "stack",
    "swapaxes",
    "tile",
    "unstack",
]

_core.document(
    "reshape",
    """reshape(X, /, shape, *, order='C', copy=None)
--

Return an array with another shape.

Parameters
----------
X : usm_ndarray
    The array.
shape : int or tuple of ints
    The new shape; one extent may be -1 and follows from the others.
order : {'C', 'F'}, optional
    The order in which elements are read and written: the last index ('C') or the first ('F') changes fastest.
copy : bool, optional
    True: always copy. False: never. None: where the layout needs it.

Returns
-------
usm_ndarray
    A view of `X` where its layout allows one, else a copy; the data type, kind of memory and queue of `X`.

Raises
------
ValueError
    If the number of elements differs, or a copy is needed and forbidden.

Examples
--------
>>> dpt.reshape(dpt.arange(6), (2, -1))
usm_ndarray([[0, 1, 2],
             [3, 4, 5]])
""",
)

_core.document(
    "permute_dims",
    """permute_dims(X, /, axes)
--

Reorder the axes of an array; a view.

Parameters
----------
X : usm_ndarray
    The array.
axes : tuple of ints
    A permutation: axis i of the result is axis ``axes[i]`` of `X`.

Returns
-------
usm_ndarray
    Extent i is that of axis ``axes[i]`` of `X`.

Raises
------
ValueError
    If `axes` is not a permutation of the axes.

Examples
--------
>>> dpt.permute_dims(dpt.ones((2, 3)), (1, 0)).shape
(3, 2)
""",
)

_core.document(
    "broadcast_to",
    """broadcast_to(X, /, shape)
--

Broadcast an array to a shape: a view, whose repeated elements share memory.

Parameters
----------
X : usm_ndarray
    The array.
shape : tuple of ints
    The shape; extents of 1 in `X` are repeated, and new axes are prepended.

Returns
-------
usm_ndarray
    Of shape `shape`.

Raises
------
ValueError
    If the shape of `X` does not broadcast to `shape`.

Examples
--------
>>> dpt.broadcast_to(dpt.arange(3), (2, 3))
usm_ndarray([[0, 1, 2],
             [0, 1, 2]])
""",
)

_core.document(
    "expand_dims",
    """expand_dims(X, /, *, axis=0)
--

Add axes of extent 1; a view.

Parameters
----------
X : usm_ndarray
    The array.
axis : int or tuple of ints, optional
    Positions of the new axes in the result.

Returns
-------
usm_ndarray
    With one more dimension for each axis in `axis`.

Raises
------
numpy.exceptions.AxisError
    If a position is out of bounds.

Examples
--------
>>> dpt.expand_dims(dpt.arange(3), axis=0).shape
(1, 3)
""",
)

_core.document(
    "squeeze",
    """squeeze(X, /, axis=None)
--

Remove axes of extent 1; a view.

Parameters
----------
X : usm_ndarray
    The array.
axis : int or tuple of ints, optional
    The axes; default: all of extent 1.

Returns
-------
usm_ndarray
    Without the axes that are named, or without all of extent 1.

Raises
------
ValueError
    If the extent of an axis is not 1.

Examples
--------
>>> dpt.squeeze(dpt.ones((1, 3, 1))).shape
(3,)
""",
)

_core.document(
    "flip",
    """flip(X, /, *, axis=None)
--

Reverse axes; a view.

Parameters
----------
X : usm_ndarray
    The array.
axis : int or tuple of ints, optional
    The axes; default: all.

Returns
-------
usm_ndarray
    Of the shape of `X`.

Raises
------
numpy.exceptions.AxisError
    If an axis is out of range.
ValueError
    If an axis is named twice.

Examples
--------
>>> dpt.flip(dpt.arange(3))
usm_ndarray([2, 1, 0])
""",
)

_core.document(
    "moveaxis",
    """moveaxis(X, source, destination, /)
--

Return a view with axes moved to new positions; the others keep their order.

Parameters
----------
X : usm_ndarray
    The array.
source, destination : int or tuple of ints
    Current positions of the axes, and their positions in the result.

Returns
-------
usm_ndarray
    With the axes `source` at the positions `destination`.

Raises
------
ValueError
    If an axis is named twice, or there are more of the ones than of the others.

Examples
--------
>>> dpt.moveaxis(dpt.ones((2, 3, 4)), 0, -1).shape
(3, 4, 2)
""",
)

_core.document(
    "swapaxes",
    """swapaxes(X, axis1, axis2)
--

Exchange two axes; a view.

Parameters
----------
X : usm_ndarray
    The array.
axis1, axis2 : int
    The axes.

Returns
-------
usm_ndarray
    With `axis1` and `axis2` exchanged.

Raises
------
numpy.exceptions.AxisError
    If an axis is out of range.

Examples
--------
>>> dpt.swapaxes(dpt.ones((2, 3, 4)), 0, 2).shape
(4, 3, 2)
""",
)

_core.document(
    "concat",
    """concat(arrays, /, *, axis=0)
--

Concatenate arrays along an existing axis.

Parameters
----------
arrays : list or tuple of usm_ndarray
    Arrays of shapes that differ along `axis` only; data types are promoted.
axis : int, optional
    The axis; None: the arrays are flattened first.

Returns
-------
usm_ndarray
    A new array; its extent along `axis` is the sum of the extents, its data type the promoted one.

Raises
------
ValueError
    If the arrays are on different queues, or their shapes do not fit.

Examples
--------
>>> dpt.concat([dpt.arange(2), dpt.arange(3)])
usm_ndarray([0, 1, 0, 1, 2])
""",
)

_core.document(
    "stack",
    """stack(arrays, /, *, axis=0)
--

Stack arrays of equal shapes along a new axis.

Parameters
----------
arrays : list or tuple of usm_ndarray
    Arrays of one shape; data types are promoted.
axis : int, optional
    Position of the new axis in the result.

Returns
-------
usm_ndarray
    A new array with one more dimension; its extent along `axis` is the number of arrays.

Raises
------
ValueError
    If the arrays are on different queues, or their shapes differ.

Examples
--------
>>> dpt.stack([dpt.arange(2), dpt.arange(2)], axis=1)
usm_ndarray([[0, 0],
             [1, 1]])
""",
)

_core.document(
    "roll",
    """roll(x, /, shift, *, axis=None)
--

Roll elements along axes, cyclically.

Parameters
----------
x : usm_ndarray
    The array.
shift : int or tuple of ints
    The number of positions for each axis; shifts of a repeated axis are added.
axis : int or tuple of ints, optional
    The axes; default: the flattened array.

Returns
-------
usm_ndarray
    A new array.

Raises
------
ValueError
    If there are neither as many shifts as axes nor one of them.

Examples
--------
>>> dpt.roll(dpt.arange(4), 1)
usm_ndarray([3, 0, 1, 2])
""",
)

_core.document(
    "repeat",
    """repeat(x, repeats, /, *, axis=None)
--

Repeat each element along an axis.

Parameters
----------
x : usm_ndarray
    The array.
repeats : int, sequence of ints, or usm_ndarray
    The number of repetitions: one for all elements, or one for each along the axis. The call waits for an array.
axis : int, optional
    The axis; default: the flattened array.

Returns
-------
usm_ndarray
    A new array.

Raises
------
TypeError
    If `repeats` is not of integers.
ValueError
    If a number is negative, or there are not as many as elements.

Examples
--------
>>> dpt.repeat(dpt.arange(3), 2)
usm_ndarray([0, 0, 1, 1, 2, 2])
""",
)

_core.document(
    "tile",
    """tile(x, repetitions, /)
--

Repeat a whole array along its axes.

Parameters
----------
x : usm_ndarray
    The array.
repetitions : int or tuple of ints
    The number of repetitions for each axis, the last for the last axis. If there are more numbers than axes, axes are
    prepended; axes without a number are not repeated.

Returns
-------
usm_ndarray
    A new array.

Raises
------
ValueError
    If a number is negative.

Examples
--------
>>> dpt.tile(dpt.arange(2), (2,))
usm_ndarray([0, 1, 0, 1])
""",
)


def _check_array(x) -> None:
    if not isinstance(x, usm_ndarray):
        raise TypeError(named(f"an usm_ndarray is needed, not {type(x).__name__}"))


def matrix_transpose(x) -> usm_ndarray:
    """Exchange the last two axes; a view.

    Parameters
    ----------
    x : usm_ndarray
        Array of shape (..., M, N).

    Returns
    -------
    usm_ndarray
        A view of shape (..., N, M).

    Raises
    ------
    ValueError
        If `x` has fewer than two dimensions.
    TypeError
        If `x` is not an array.

    Examples
    --------
    >>> dpt.matrix_transpose(dpt.asarray([[1, 2], [3, 4]]))
    usm_ndarray([[1, 3],
                 [2, 4]])
    """
    _check_array(x)
    return x.mT


def unstack(X, /, *, axis=0) -> tuple:
    """Return the parts of an array along an axis.

    Parameters
    ----------
    X : usm_ndarray
        The array.
    axis : int, optional
        The axis.

    Returns
    -------
    tuple of usm_ndarray
        Views without that axis, as many as it has extent.

    Raises
    ------
    numpy.exceptions.AxisError
        If the array has no such axis.
    TypeError
        If `X` is not an array.

    Examples
    --------
    >>> dpt.unstack(dpt.asarray([[1, 2], [3, 4]]))[1]
    usm_ndarray([3, 4])
    """
    _check_array(X)
    return parts_along(X, axis)


def parts_along(x, axis) -> tuple:
    """`unstack` of an array of either package."""
    axis = _core.normalized_axis(axis, x.ndim)
    before = (slice(None),) * axis
    return tuple(x[(*before, i)] for i in range(x.shape[axis]))


def broadcast_arrays(*args) -> list:
    """Return views of arrays that all have the shape they broadcast to.

    Parameters
    ----------
    *args : usm_ndarray
        The arrays, one at least.

    Returns
    -------
    list of usm_ndarray
        A view of each array in the common shape.

    Raises
    ------
    ValueError
        If the shapes do not broadcast, or there is no array.
    TypeError
        If an argument is not an array.
    """
    if not args:
        raise ValueError(named("at least one array is needed"))
    for x in args:
        _check_array(x)
    return broadcast_views(args)


def broadcast_views(arrays) -> list:
    """Arrays of either package in their common shape; those that have it as they are."""
    shape = _common_shape([x.shape for x in arrays])
    return [x if x.shape == shape else broadcast_to(x, shape) for x in arrays]


def _common_shape(shapes) -> tuple:
    """The shape that shapes broadcast to; NumPy's function supports at most 32 dimensions before NumPy 2."""
    ndim = max(map(len, shapes))
    columns = zip(*((1,) * (ndim - len(shape)) + shape for shape in shapes), strict=True)
    extents = [{extent for extent in column if extent != 1} for column in columns]
    if any(len(others) > 1 for others in extents):
        raise ValueError(named(f"the shapes {', '.join(map(str, shapes))} cannot be broadcast to one"))
    return tuple(others.pop() if others else 1 for others in extents)
