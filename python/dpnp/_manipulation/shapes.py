"""Shapes, axes, repetition and broadcasting."""

from __future__ import annotations

import numpy

from dpctl.tensor._manipulation_functions import broadcast_views
from opendpex import _core
from opendpex._messages import as_int, by_others, named

from .._arrays import BY_ROWS, as_array, as_operands, as_parameter, check_subok, in_common_kind, without_bool

__all__ = [
    "atleast_1d",
    "atleast_2d",
    "atleast_3d",
    "broadcast_arrays",
    "broadcast_shapes",
    "broadcast_to",
    "expand_dims",
    "matrix_transpose",
    "moveaxis",
    "permute_dims",
    "ravel",
    "repeat",
    "reshape",
    "squeeze",
    "swapaxes",
    "tile",
    "transpose",
]


def reshape(a, /, shape, order="C", *, copy=None):
    """Return an array with another shape: a view where possible.

    Parameters
    ----------
    a : dpnp.ndarray
        The array.
    shape : int or tuple of ints
        The new shape; one extent may be -1 and follows from the others.
    order : {'C', 'F', 'A'}, optional
        The order in which elements are read and placed; 'A': 'F' for an array in Fortran order, else 'C'.
    copy : bool, optional
        True: always copy. False: never. None: where it is needed.

    Returns
    -------
    dpnp.ndarray

    Raises
    ------
    ValueError
        If the sizes differ, or a copy is needed and forbidden.

    Examples
    --------
    >>> np.reshape(np.arange(6), (2, -1))
    array([[0, 1, 2],
           [3, 4, 5]])
    """
    a = as_array(a)
    if order is not BY_ROWS and isinstance(order, str) and order in ("A", "a"):
        order = "F" if a.flags.fnc else "C"
    return _core.reshape(a, shape, order=order, copy=copy)


def ravel(a, order="C"):
    """Return the flattened array: contiguous, a view where possible.

    Parameters
    ----------
    a : dpnp.ndarray
        The array.
    order : {'C', 'F', 'A', 'K'}, optional
        The order of the elements; 'K': as they lie in memory.

    Returns
    -------
    dpnp.ndarray

    Examples
    --------
    >>> np.ravel(np.array([[1, 2], [3, 4]]))
    array([1, 2, 3, 4])
    """
    return _core.ravel(as_array(a), order)


def transpose(a, axes=None):
    """Return a view with permuted axes.

    Parameters
    ----------
    a : dpnp.ndarray
        The array.
    axes : tuple of ints, optional
        A permutation: axis i of the result is axis axes[i] of `a`; default: reversed.

    Returns
    -------
    dpnp.ndarray

    Raises
    ------
    ValueError
        If `axes` is not a permutation.

    Examples
    --------
    >>> np.transpose(np.ones((2, 3))).shape
    (3, 2)
    """
    a = as_array(a)
    if axes is None:
        return a.T
    return _core.permute_dims(a, without_bool(axes, "axes"))


permute_dims = transpose


def matrix_transpose(x, /):
    """Return a view with the last two axes exchanged; ValueError for fewer than two.

    Parameters
    ----------
    x : dpnp.ndarray
        Shape (..., M, N).

    Returns
    -------
    dpnp.ndarray
        Shape (..., N, M).
    """
    return as_array(x).mT


def swapaxes(a, axis1, axis2):
    """Return a view with two axes exchanged.

    Parameters
    ----------
    a : dpnp.ndarray
        The array.
    axis1, axis2 : int
        The axes.

    Returns
    -------
    dpnp.ndarray

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of bounds.

    Examples
    --------
    >>> np.swapaxes(np.ones((2, 3, 4)), 0, 2).shape
    (4, 3, 2)
    """
    return _core.swapaxes(as_array(a), axis1, axis2)


def moveaxis(a, source, destination):
    """Return a view with axes moved to new positions; the others keep their order.

    Parameters
    ----------
    a : dpnp.ndarray
        The array.
    source, destination : int or sequence of ints
        Axes of `a`, and where each stands in the result.

    Returns
    -------
    dpnp.ndarray

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of bounds.
    ValueError
        If an axis is repeated, or `source` and `destination` differ in length.

    Examples
    --------
    >>> np.moveaxis(np.ones((2, 3, 4)), 0, -1).shape
    (3, 4, 2)
    """
    return _core.moveaxis(as_array(a), source, destination)


def expand_dims(a, axis):
    """Return a view with new axes of extent 1 at the positions `axis` of the result.

    Parameters
    ----------
    a : dpnp.ndarray
        The array.
    axis : int or tuple of ints
        Positions in the result.

    Returns
    -------
    dpnp.ndarray

    Raises
    ------
    numpy.exceptions.AxisError
        If a position is out of bounds.
    ValueError
        If a position is repeated.

    Examples
    --------
    >>> np.expand_dims(np.arange(3), axis=0).shape
    (1, 3)
    """
    return _core.expand_dims(as_array(a), axis=axis)


def squeeze(a, axis=None):
    """Return a view without axes of extent 1: those of `axis`, an int or a tuple, or all.

    Parameters
    ----------
    a : dpnp.ndarray
        The array.
    axis : int or tuple of ints, optional
        The axes.

    Returns
    -------
    dpnp.ndarray

    Raises
    ------
    ValueError
        If a named axis has another extent.

    Examples
    --------
    >>> np.squeeze(np.ones((1, 3, 1))).shape
    (3,)
    """
    return _core.squeeze(as_array(a), without_bool(axis))


def repeat(a, repeats, axis=None):
    """Repeat each element along an axis.

    Parameters
    ----------
    a : dpnp.ndarray
        The array.
    repeats : int, tuple of ints or dpnp.ndarray of ints
        The number of repetitions: one for all elements, or one for each.
    axis : int, optional
        The axis; None: the flattened array.

    Returns
    -------
    dpnp.ndarray

    Examples
    --------
    >>> np.repeat(np.array([1, 2]), 2)
    array([1, 1, 2, 2])
    """
    a = as_array(a)
    if type(repeats) is not int:
        a = in_common_kind(a, repeats)
        repeats = as_parameter(repeats, a, "repeats") if isinstance(repeats, numpy.ndarray) else repeats
    return _core.repeat(a.ravel() if axis is None or a.ndim == 0 else a, repeats, axis=axis)


def tile(A, reps):
    """Construct an array by repeating `A` `reps` times along each axis.

    Parameters
    ----------
    A : dpnp.ndarray
        The array.
    reps : int, or sequence of ints
        The number of repetitions along each axis, the last for the last axis; new axes are prepended if there are more
        numbers.

    Returns
    -------
    dpnp.ndarray

    Raises
    ------
    ValueError
        If a number is negative.

    Examples
    --------
    >>> np.tile(np.array([1, 2]), 2)
    array([1, 2, 1, 2])
    """
    if type(reps) is not int and isinstance(reps, (list, _core.array_base, numpy.ndarray)):
        if getattr(reps, "dtype", numpy.dtype(int)).kind not in "biu":
            raise TypeError(named(f"reps must be integers, not of {reps.dtype}"))
        reps = tuple(as_int(n, "reps") for n in reps) if not hasattr(reps, "ndim") or reps.ndim else int(reps)
    return _core.tile(as_array(A), reps)


def broadcast_shapes(*args):
    """The shape to which arrays of these shapes broadcast; ValueError if they do not.

    Parameters
    ----------
    *args : int or tuple of ints
        The shapes.

    Returns
    -------
    tuple of ints
    """
    return by_others(numpy.broadcast_shapes, *args)


def broadcast_to(array, shape, subok=False):
    """Return a read-only view in a larger shape.

    Parameters
    ----------
    array : dpnp.ndarray
        The array.
    shape : int or tuple of ints
        The shape.
    subok : bool, optional
        Must be False.

    Returns
    -------
    dpnp.ndarray

    Raises
    ------
    ValueError
        If the array does not broadcast to that shape.

    Examples
    --------
    >>> np.broadcast_to(np.arange(3), (2, 3))
    array([[0, 1, 2],
           [0, 1, 2]])
    """
    check_subok("broadcast_to", subok)
    view = _core.broadcast_to(as_array(array), shape)
    view.flags["W"] = False
    return view


def broadcast_arrays(*args, subok=False):
    """Return views of all arrays in the shape to which they broadcast, a tuple.

    Parameters
    ----------
    *args : dpnp.ndarray
        The arrays, on any queues.
    subok : bool, optional
        Must be False.

    Returns
    -------
    tuple of dpnp.ndarray
        Read-only if elements are repeated.

    Raises
    ------
    ValueError
        If the shapes do not broadcast.
    """
    check_subok("broadcast_arrays", subok)
    return tuple(broadcast_views(as_operands(args))) if args else ()


def with_dimensions(n: int, x):
    """An array with n dimensions at least: a view with axes of extent 1."""
    if x.ndim >= n:
        return x
    if n == 3 and x.ndim:
        return x.reshape((*x.shape, 1) if x.ndim == 2 else (1, x.shape[0], 1))
    return x.reshape((1,) * (n - x.ndim) + x.shape)


def _at_least(n: int, arys):
    results = [with_dimensions(n, x) for x in as_operands(arys)]
    return results[0] if len(results) == 1 else tuple(results)


def atleast_1d(*arys):
    """Return arrays with at least one dimension; several as a tuple.

    Parameters
    ----------
    *arys : dpnp.ndarray or scalar
        The arrays.

    Returns
    -------
    dpnp.ndarray or tuple of dpnp.ndarray
        Views; arrays that have the dimensions are returned as they are.

    Examples
    --------
    >>> np.atleast_1d(np.array(5))
    array([5])
    """
    return _at_least(1, arys)


def atleast_2d(*arys):
    """Return arrays with at least two dimensions, new axes first; several as a tuple.

    Parameters
    ----------
    *arys : dpnp.ndarray or scalar
        The arrays.

    Returns
    -------
    dpnp.ndarray or tuple of dpnp.ndarray
        Views; arrays that have the dimensions are returned as they are.

    Examples
    --------
    >>> np.atleast_2d(np.arange(3)).shape
    (1, 3)
    """
    return _at_least(2, arys)


def atleast_3d(*arys):
    """Return arrays with at least three dimensions: (n,) becomes (1, n, 1), (m, n) becomes (m, n, 1).

    Parameters
    ----------
    *arys : dpnp.ndarray or scalar
        The arrays.

    Returns
    -------
    dpnp.ndarray or tuple of dpnp.ndarray
        Views; arrays that have the dimensions are returned as they are.
    """
    return _at_least(3, arys)
