"""Other shapes of the same elements. All but `concat` and `stack` are views."""

from __future__ import annotations

import operator

import numpy
from numpy.exceptions import AxisError

from dpctl.utils import get_coerced_usm_type, get_execution_queue
from opendpex import _core
from opendpex._core import broadcast_to, permute_dims, reshape, usm_ndarray

from ._type_utils import result_type

__all__ = [
    "broadcast_arrays",
    "broadcast_to",
    "concat",
    "expand_dims",
    "flip",
    "matrix_transpose",
    "moveaxis",
    "permute_dims",
    "reshape",
    "squeeze",
    "stack",
    "swapaxes",
    "unstack",
]

_core.document(
    "reshape",
    """reshape(X, /, shape, *, order='C', copy=None)
--

Give an array another shape.

Parameters
----------
X : usm_ndarray
    The array.
shape : int or tuple of ints
    The new shape; one extent may be -1 and follows from the others.
order : {'C', 'F'}, optional
    Whether the last or the first index runs fastest when elements are counted, in both shapes.
copy : bool, optional
    True: always copy. False: never. None: where the layout needs it.

Raises
------
ValueError
    If the number of elements differs, or a copy is needed and forbidden.
""",
)

_core.document(
    "permute_dims",
    """permute_dims(X, axes)
--

Reorder the axes of an array; a view.

Parameters
----------
X : usm_ndarray
    The array.
axes : tuple of ints
    For each axis of the result, the axis of `X` that it is.

Raises
------
ValueError
    If `axes` is no permutation of the axes.
""",
)

_core.document(
    "broadcast_to",
    """broadcast_to(X, shape)
--

Repeat an array to a shape; a view, whose repeated elements are the same memory.

Parameters
----------
X : usm_ndarray
    The array.
shape : tuple of ints
    The shape; extents of 1 in `X` are repeated, and new axes stand before the others.

Raises
------
ValueError
    If the shape of `X` does not broadcast to `shape`.
""",
)


def _check_array(x) -> None:
    if not isinstance(x, usm_ndarray):
        raise TypeError(f"an usm_ndarray is needed, not {type(x).__name__}")


def _axis(axis, ndim: int) -> int:
    """An axis counted from the start; AxisError if there is no such axis."""
    axis = operator.index(axis)
    if not -ndim <= axis < ndim:
        raise AxisError(axis, ndim)
    return axis % ndim


def _axes(axis, ndim: int) -> tuple:
    """Axes counted from the start, each once."""
    items = tuple(axis) if isinstance(axis, (tuple, list)) else (axis,)
    found = tuple(_axis(a, ndim) for a in items)
    if len(set(found)) != len(found):
        raise ValueError(f"an axis is named twice in {axis}")
    return found


def expand_dims(X, /, *, axis=0) -> usm_ndarray:
    """Add axes of extent 1; a view.

    Parameters
    ----------
    X : usm_ndarray
        The array.
    axis : int or tuple of ints, optional
        Where the new axes are in the result.
    """
    _check_array(X)
    n_new = len(axis) if isinstance(axis, (tuple, list)) else 1
    new = _axes(axis, X.ndim + n_new)
    return X[tuple(None if i in new else slice(None) for i in range(X.ndim + n_new))]


def squeeze(X, /, axis=None) -> usm_ndarray:
    """Remove axes of extent 1; a view.

    Parameters
    ----------
    X : usm_ndarray
        The array.
    axis : int or tuple of ints, optional
        The axes; default: all of extent 1.

    Raises
    ------
    ValueError
        If the extent of an axis is not 1.
    """
    _check_array(X)
    gone = [i for i, n in enumerate(X.shape) if n == 1] if axis is None else _axes(axis, X.ndim)
    for i in gone:
        if X.shape[i] != 1:
            raise ValueError(f"axis {i} has extent {X.shape[i]}, only axes of extent 1 can be removed")
    return X[tuple(0 if i in gone else slice(None) for i in range(X.ndim))]


def flip(X, /, *, axis=None) -> usm_ndarray:
    """Reverse axes; a view.

    Parameters
    ----------
    X : usm_ndarray
        The array.
    axis : int or tuple of ints, optional
        The axes; default: all.
    """
    _check_array(X)
    turned = range(X.ndim) if axis is None else _axes(axis, X.ndim)
    return X[tuple(slice(None, None, -1) if i in turned else slice(None) for i in range(X.ndim))]


def moveaxis(X, source, destination, /) -> usm_ndarray:
    """Move axes to other places, the others staying in order; a view.

    Parameters
    ----------
    X : usm_ndarray
        The array.
    source, destination : int or tuple of ints
        Where the axes are, and where they come to be.
    """
    _check_array(X)
    taken, places = _axes(source, X.ndim), _axes(destination, X.ndim)
    if len(taken) != len(places):
        raise ValueError(f"{len(taken)} axes cannot move to {len(places)} places")
    order = [i for i in range(X.ndim) if i not in taken]
    for place, axis in sorted(zip(places, taken)):
        order.insert(place, axis)
    return permute_dims(X, tuple(order))


def swapaxes(X, axis1, axis2, /) -> usm_ndarray:
    """Exchange two axes; a view."""
    _check_array(X)
    order = list(range(X.ndim))
    first, second = _axis(axis1, X.ndim), _axis(axis2, X.ndim)
    order[first], order[second] = second, first
    return permute_dims(X, tuple(order))


def matrix_transpose(x) -> usm_ndarray:
    """Exchange the last two axes; a view. ValueError for fewer than two axes."""
    _check_array(x)
    return x.mT


def unstack(X, /, *, axis=0) -> tuple:
    """Return the parts of an array along an axis, as a tuple of views without that axis."""
    _check_array(X)
    along = _axis(axis, X.ndim)
    before = (slice(None),) * along
    return tuple(X[(*before, i)] for i in range(X.shape[along]))


def broadcast_arrays(*args) -> list:
    """Return views of arrays that all have the shape they broadcast to; ValueError without arguments."""
    if not args:
        raise ValueError("broadcast_arrays: at least one array is needed")
    for x in args:
        _check_array(x)
    shape = numpy.broadcast_shapes(*(x.shape for x in args))
    return [broadcast_to(x, shape) for x in args]


def _common(arrays) -> tuple:
    """Data type, kind of memory and queue of what arrays make together; ValueError if their queues differ."""
    if not isinstance(arrays, (list, tuple)) or not arrays:
        raise TypeError("a list or tuple of at least one array is needed")
    for x in arrays:
        _check_array(x)
    queue = get_execution_queue([x.sycl_queue for x in arrays])
    if queue is None:
        raise ValueError("the arrays are on different queues")
    dtype = arrays[0].dtype
    if any(x.dtype is not dtype for x in arrays):
        dtype = result_type(*arrays)
    return dtype, get_coerced_usm_type([x.usm_type for x in arrays]), queue


def concat(arrays, /, *, axis=0) -> usm_ndarray:
    """Join arrays along an axis that they have.

    Parameters
    ----------
    arrays : sequence of usm_ndarray
        Arrays of shapes that differ along `axis` only; data types are promoted.
    axis : int, optional
        The axis; None: all elements of all arrays in a row.

    Raises
    ------
    ValueError
        If the arrays are on different queues, or their shapes do not fit.
    """
    dtype, usm_type, queue = _common(arrays)
    if axis is None:
        arrays, axis = [reshape(x, (-1,)) for x in arrays], 0
    along = _axis(axis, arrays[0].ndim)
    shapes = {x.shape[:along] + x.shape[along + 1 :] for x in arrays}
    if len(shapes) > 1 or len({x.ndim for x in arrays}) > 1:
        raise ValueError(f"shapes {[x.shape for x in arrays]} differ along another axis than {along}")
    first = arrays[0].shape
    shape = (*first[:along], sum(x.shape[along] for x in arrays), *first[along + 1 :])
    result = _core.empty(shape, dtype=dtype, usm_type=usm_type, sycl_queue=queue)
    before, start = (slice(None),) * along, 0
    for x in arrays:
        result[(*before, slice(start, start + x.shape[along]))] = x
        start += x.shape[along]
    return result


def stack(arrays, /, *, axis=0) -> usm_ndarray:
    """Join arrays of one shape along a new axis.

    Parameters
    ----------
    arrays : sequence of usm_ndarray
        Arrays of one shape; data types are promoted.
    axis : int, optional
        Where the new axis is in the result.

    Raises
    ------
    ValueError
        If the arrays are on different queues, or their shapes differ.
    """
    _common(arrays)
    if len({x.shape for x in arrays}) > 1:
        raise ValueError(f"shapes {[x.shape for x in arrays]} differ")
    along = _axis(axis, arrays[0].ndim + 1)
    return concat([expand_dims(x, axis=along) for x in arrays], axis=along)
