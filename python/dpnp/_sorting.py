"""sort, argsort, partition, lexsort and searchsorted."""

from __future__ import annotations

import numpy

from opendpex import _core
from opendpex._core import array_base
from opendpex._messages import as_flag, as_int, as_items, as_word, by_others, named, unknown_word

from ._arrays import LEFT, as_array, as_main, as_operands, as_parameter, usually, without_bool

__all__ = [
    "argpartition",
    "argsort",
    "lexsort",
    "partition",
    "searchsorted",
    "sort",
    "sort_complex",
]

_KINDS = ("stable", "mergesort", "radixsort", "quicksort", "heapsort", "timsort")


def _laid_out(made, like=None):
    """A result with the lines innermost, as the core makes it, in the layout of an array, or row by row."""
    if made.ndim < 2 or (made.flags.c_contiguous and (like is None or like.flags.c_contiguous)):
        return made
    if like is None:
        return made.copy(order="C")
    target = _core.empty_like(like)
    if target.strides == made.strides:
        return made
    target[...] = made
    return target


def ordered(function, a, axis, kind, order, descending, stable):
    """The core's sort or argsort, with the lines innermost in memory."""
    if order is not None:
        raise NotImplementedError(named("order= names fields, and arrays have none"))
    if kind is not None and stable is not None:
        raise ValueError(
            named("`kind` and `stable` parameters can't be provided at the same time. Use only one of them.")
        )
    if kind is not None and not (isinstance(kind, str) and (kind in _KINDS or kind[:1].lower() in "qhmst")):
        raise unknown_word("kind", kind, _KINDS)
    a = as_array(a)
    if axis is None:
        a, axis = a.ravel(), -1
    axis = without_bool(axis) if function is _core.argsort else axis  # NumPy's sort takes bools
    axis = _core.normalized_axis(axis, a.ndim)
    return function(a, axis=axis, descending=as_flag(descending, "descending"))


@usually(_core.usual_sort, most=2, keywords=True)
def sort(a, axis=-1, kind=None, order=None, *, descending=False, stable=None):
    """Copy an array with its elements in order along an axis.

    Parameters
    ----------
    a : dpnp.ndarray
        The array. NaN is larger than all other numbers; complex numbers are ordered by real, then by imaginary part.
    axis : int, optional
        The axis; None: the flattened array.
    kind : str, optional
        One of NumPy's; there is one algorithm, and it is stable.
    order : optional
        Only None: arrays have no fields.
    descending : bool, optional
        The largest first.
    stable : bool, optional
        Ignored: sorts are always stable.

    Returns
    -------
    dpnp.ndarray

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of bounds.

    Examples
    --------
    >>> np.sort(np.array([3, 1, 2]))
    array([1, 2, 3])
    """
    made = ordered(_core.sort, a, axis, kind, order, descending, stable)
    return _laid_out(made, None if axis is None else as_array(a))


@usually(_core.usual_argsort, most=2, keywords=True)
def argsort(a, axis=-1, kind=None, order=None, *, descending=False, stable=None):
    """Indices that sort an array along an axis.

    Parameters
    ----------
    a : dpnp.ndarray
        The array. NaN is larger than all other numbers; complex numbers are ordered by real, then by imaginary part.
    axis : int, optional
        The axis; None: the flattened array.
    kind : str, optional
        One of NumPy's; there is one algorithm, and it is stable.
    order : optional
        Only None: arrays have no fields.
    descending : bool, optional
        The largest first.
    stable : bool, optional
        Ignored: sorts are always stable.

    Returns
    -------
    dpnp.ndarray

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of bounds.

    Examples
    --------
    >>> np.argsort(np.array([3, 1, 2]))
    array([1, 2, 0])
    """
    a = as_array(a)
    if a.ndim == 0 and axis in (0, -1):
        a = a.reshape((1,))
    return _laid_out(ordered(_core.argsort, a, axis, kind, order, descending, stable))


def sort_complex(a):
    """Sort along the last axis, by real, then by imaginary part; the result is complex.

    Parameters
    ----------
    a : dpnp.ndarray
        At least one dimension.

    Returns
    -------
    dpnp.ndarray
        complex64 for complex64 and small integers, else complex128.

    Raises
    ------
    numpy.exceptions.AxisError
        If the array has no dimensions.
    """
    a = as_array(a)
    sorted_ = _core.sort(a, axis=_core.normalized_axis(-1, a.ndim))
    if a.dtype.kind == "c":
        return sorted_
    return sorted_.astype("complex64" if a.dtype.char in "bhBH" or not a.sycl_device.has_aspect_fp64 else "complex128")


def _normalized_kth(kth, extent: int):
    """The distinct positions in ascending order, none negative."""
    if type(kth) is int and -extent <= kth < extent:  # the usual case
        return [kth % extent]
    if isinstance(kth, array_base):
        kth = _core.asnumpy(kth)
    positions = set()
    for k in numpy.atleast_1d(by_others(numpy.asarray, kth)).ravel():
        if not -extent <= as_int(k, "kth") < extent:
            raise ValueError(named(f"kth(={k}) out of bounds ({extent})"))
        positions.add(int(k) % extent)
    return sorted(positions)


def _partitioned(wants_indices, a, kth, axis, kind, order):
    if order is not None:
        raise NotImplementedError(named("order= names fields, and arrays have none"))
    as_word(kind, "kind", ("introselect",))
    a = as_array(a)
    if axis is None or (wants_indices and a.ndim == 0 and axis in (0, -1)):
        a, axis = a.ravel(), -1
    if wants_indices and a.ndim == 0 and axis in (0, -1):  # as `argsort`
        a = a.reshape(1)
    axis = _core.normalized_axis(axis, a.ndim)
    if a.size == 0:
        return _core.argsort(a, axis=axis) if wants_indices else a.copy()
    positions = _normalized_kth(kth, a.shape[axis])
    if not positions:
        return _core.argsort(a, axis=axis) if wants_indices else a.copy(order="K")
    return _laid_out(_core.partition(a, axis, positions, wants_indices), None if wants_indices else a)


@usually(_core.usual_partition, most=3, keywords=True)
def partition(a, kth, axis=-1, kind="introselect", order=None):
    """Return a copy partitioned at `kth`: these elements are at their sorted position, smaller ones before and larger
    ones after.

    Parameters
    ----------
    a : dpnp.ndarray
        The array.
    kth : int or sequence of ints
        The positions in sorted order.
    axis : int, optional
        The axis; None: the flattened array.
    kind : {'introselect'}, optional
        There is one algorithm.
    order : optional
        Only None: arrays have no fields.

    Returns
    -------
    dpnp.ndarray

    Raises
    ------
    ValueError
        If `kth` is out of range.

    Examples
    --------
    >>> np.partition(np.array([3, 1, 2]), 0)[0]
    array(1)
    """
    return _partitioned(False, a, kth, axis, kind, order)


@usually(_core.usual_argpartition, most=3, keywords=True)
def argpartition(a, kth, axis=-1, kind="introselect", order=None):
    """Indices that partition an array along an axis; see `partition`.

    Parameters
    ----------
    a, kth, axis, kind, order
        As in `partition`.

    Returns
    -------
    dpnp.ndarray
        int64, the shape of `a`; of one dimension without an axis.

    Raises
    ------
    ValueError
        If `kth` is out of range.
    """
    return _partitioned(True, a, kth, axis, kind, order)


@usually(_core.usual_lexsort, arrays=0, most=1)
def lexsort(keys, axis=-1):
    """Indices that sort by several keys, the last one first.

    Parameters
    ----------
    keys : sequence of dpnp.ndarray, or dpnp.ndarray
        Keys of one shape, along the first axis of an array.
    axis : int, optional
        The axis to sort along.

    Returns
    -------
    dpnp.ndarray
        Indices along the axis.

    Examples
    --------
    >>> np.lexsort([np.array([2, 1, 3]), np.array([0, 0, 0])])
    array([1, 0, 2])
    """
    if isinstance(keys, array_base):
        keys = list(as_array(keys))
    keys = as_operands(as_items(keys, "keys"))
    if not keys:
        raise TypeError(named("need sequence of keys with len > 0 in lexsort"))
    if len({key.shape for key in keys}) != 1:
        raise ValueError(named("all keys need to be the same shape"))
    if keys[0].ndim == 0:
        return _core.argsort(keys[0])
    axis = _core.normalized_axis(axis, keys[0].ndim)
    order = _core.argsort(keys[0], axis=axis)
    for key in keys[1:]:
        next_ = _core.argsort(_core.take_along_axis(key, order, axis=axis), axis=axis)
        order = _core.take_along_axis(order, next_, axis=axis)
    return order


def searchsorted(a, v, side="left", sorter=None):
    """Find the indices at which values are to be inserted to keep an array sorted.

    Parameters
    ----------
    a : dpnp.ndarray
        An array of one dimension, ascending or by `sorter`.
    v : dpnp.ndarray or scalar
        The values.
    side : {'left', 'right'}, optional
        Insert before equal elements, or after them.
    sorter : dpnp.ndarray of ints, optional
        Indices that sort `a`.

    Returns
    -------
    dpnp.ndarray
        Indices, of the shape of `v`.

    Raises
    ------
    ValueError
        If `a` has not one dimension, `sorter` does not fit, or `side` is unknown.

    Examples
    --------
    >>> np.searchsorted(np.array([1, 3, 5]), np.array([3, 4]))
    array([1, 2])
    """
    a = as_main(a, v)
    v = as_parameter(v, a, "v")
    sorter = None if sorter is None else as_parameter(sorter, a, "sorter")
    if a.ndim != 1:
        raise ValueError(named(f"a must have one dimension, not {a.ndim}"))
    if side is not LEFT:
        as_word(side, "side", ("left", "right"))
    return _core.searchsorted(a, v, side=side, sorter=sorter)
