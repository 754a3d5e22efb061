"""Shapes, axes, rolling and repetition, broadcasting, and concatenation."""

from __future__ import annotations

import numpy

import dpctl.tensor as dpt
from dpctl.tensor._manipulation_functions import broadcast_views
from opendpex import _core
from opendpex._core import as_ndarray

from .._arrays import as_array, check_casting, check_subok, renamed, store

__all__ = [
    "atleast_1d",
    "atleast_2d",
    "atleast_3d",
    "broadcast_arrays",
    "broadcast_shapes",
    "broadcast_to",
    "concat",
    "concatenate",
    "expand_dims",
    "flip",
    "matrix_transpose",
    "moveaxis",
    "permute_dims",
    "ravel",
    "repeat",
    "reshape",
    "roll",
    "squeeze",
    "stack",
    "swapaxes",
    "tile",
    "transpose",
    "unstack",
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
    """
    a = as_array(a)
    if order in ("A", "a"):
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
    """
    a = as_array(a)
    if axes is None:
        return a.T
    return _core.permute_dims(a, tuple(axes) if isinstance(axes, (tuple, list)) else (axes,))


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
    """
    return _core.squeeze(as_array(a), axis)


def flip(m, axis=None):
    """Return a view with the elements in reverse order along `axis`, an int or a tuple; None: along all.

    Parameters
    ----------
    m : dpnp.ndarray
        The array.
    axis : int or tuple of ints, optional
        The axes.

    Returns
    -------
    dpnp.ndarray
        A view.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of bounds.
    """
    return _core.flip(as_array(m), axis=axis)


@renamed(a="x")
def roll(x, shift, axis=None):
    """Roll elements along axes, cyclically.

    Parameters
    ----------
    x : dpnp.ndarray
        The array.
    shift : int or tuple of ints
        The number of positions; one for each axis.
    axis : int or tuple of ints, optional
        The axes; None: the flattened array, shifted by the sum of the shifts.

    Returns
    -------
    dpnp.ndarray
    """
    if axis is None and isinstance(shift, (tuple, list)):
        shift = sum(shift)
    return _core.roll(as_array(x), shift, axis=axis)


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
    """
    a = as_array(a)
    return _core.repeat(a.ravel() if axis is None or a.ndim == 0 else a, repeats, axis=axis)


def tile(A, reps):
    """Construct an array by repeating `A` `reps` times along each axis.

    Parameters
    ----------
    A : dpnp.ndarray
        The array.
    reps : int, or sequence of ints
        The number of repetitions along each axis, the last for the last axis; new axes are prepended if there are more numbers.

    Returns
    -------
    dpnp.ndarray

    Raises
    ------
    ValueError
        If a number is negative.
    """
    if isinstance(reps, (list, _core.array_base)):
        reps = tuple(int(n) for n in reps) if not hasattr(reps, "ndim") or reps.ndim else int(reps)
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
    return numpy.broadcast_shapes(*args)


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
    return tuple(broadcast_views([as_array(x) for x in args]))


def _at_least(n: int, arys):
    results = []
    for x in arys:
        x = as_array(x)
        if n == 3 and x.ndim == 2:
            x = x.reshape((*x.shape, 1))
        elif n == 3 and x.ndim == 1:
            x = x.reshape((1, x.shape[0], 1))
        elif x.ndim < n:
            x = x.reshape((1,) * (n - x.ndim) + x.shape)
        results.append(x)
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


# ---- concatenation ------------------------------------------------------------------------------------------------


def _concatenate(concatenate_arrays, arrays, axis, out, dtype, casting):
    arrays = [as_array(x) for x in arrays]
    if not arrays:
        raise ValueError("at least one array is needed to concatenate, and none is given")
    check_casting(casting)
    if out is not None and dtype is not None:
        raise TypeError("out and dtype cannot both be given")
    out = None if out is None else as_array(out, "out")
    target = out.dtype if out is not None else dtype
    if target is not None:
        for x in arrays:
            if not numpy.can_cast(x.dtype, target, casting):
                raise TypeError(f"an array of dtype {x.dtype} cannot be cast to {target} by the rule {casting!r}")
        arrays = [x.astype(target, copy=False) for x in arrays]
    result = concatenate_arrays(arrays, axis=axis)
    if casting in ("no", "equiv"):  # other rules allow conversion to the promoted dtype
        for x in arrays:
            if x.dtype != result.dtype:
                raise TypeError(f"an array of dtype {x.dtype} cannot be cast to {result.dtype} by the rule {casting!r}")
    return store(result, out, casting)


def concatenate(arrays, /, axis=0, out=None, *, dtype=None, casting="same_kind"):
    """Concatenate arrays along an existing axis.

    Parameters
    ----------
    arrays : sequence of dpnp.ndarray
        They differ in extent along that axis only.
    axis : int, optional
        The axis; None: the arrays are flattened first.
    out : dpnp.ndarray, optional
        Where to write the result.
    dtype : data type, optional
        Of the result; default: that to which all promote.
    casting : str, optional
        The casting rule.

    Returns
    -------
    dpnp.ndarray

    Raises
    ------
    ValueError
        If shapes do not match or there are no arrays.
    TypeError
        If the casting rule forbids the conversion.
    """
    return _concatenate(_core.concat, arrays, axis, out, dtype, casting)


concat = concatenate


def stack(arrays, axis=0, out=None, *, dtype=None, casting="same_kind"):
    """Stack arrays of equal shapes along a new axis; see `concatenate`.

    Parameters
    ----------
    arrays : sequence of dpnp.ndarray
        Arrays of one shape.
    axis : int, optional
        Where the new axis stands in the result.
    out, dtype, casting : optional
        As in `concatenate`.

    Returns
    -------
    dpnp.ndarray
        One dimension more than the arrays.

    Raises
    ------
    ValueError
        If shapes differ or there are no arrays.
    """
    return _concatenate(_core.stack, arrays, axis, out, dtype, casting)


def unstack(x, /, *, axis=0):
    """Return the views at each index of an axis as a tuple.

    Parameters
    ----------
    x : dpnp.ndarray
        The array.
    axis : int, optional
        The axis.

    Returns
    -------
    tuple of dpnp.ndarray
        As many as the extent, of one dimension less.

    Raises
    ------
    ValueError
        If the array has no dimensions.
    """
    return tuple(as_ndarray(part) for part in dpt.unstack(_core.as_usm_ndarray(as_array(x)), axis=axis))
