"""Concatenation along given and fixed axes (hstack, vstack...), splitting, and insertion and deletion along an axis."""

from __future__ import annotations

import numpy

from dpctl.tensor._manipulation_functions import parts_along
from opendpex import _core
from opendpex._core import array_base
from opendpex._messages import as_dtype, as_int, by_others, named, not_an_array, wrong_type

from .._arrays import (
    SAME_KIND,
    as_array,
    as_main,
    as_operands,
    as_parameter,
    as_values,
    axes_in_memory,
    check_casting,
    in_common_kind,
    store,
)
from .._creation.arrays import arange, asarray, asfortranarray, empty, ones
from .shapes import broadcast_to, moveaxis, with_dimensions

__all__ = [
    "append",
    "array_split",
    "column_stack",
    "concat",
    "concatenate",
    "delete",
    "dsplit",
    "dstack",
    "hsplit",
    "hstack",
    "insert",
    "row_stack",
    "split",
    "stack",
    "unstack",
    "vsplit",
    "vstack",
]


def _concatenate(concatenate_arrays, arrays, axis, out, dtype, casting):
    arrays = as_operands(_sequence(arrays))
    if not arrays:
        raise ValueError(named("at least one array is needed, and none is given"))
    check_casting(casting)
    if out is not None and dtype is not None:
        raise TypeError(named("out and dtype cannot both be given"))
    out = None if out is None else as_array(out, "out")
    target = out.dtype if out is not None else None if dtype is None else as_dtype(dtype)
    if target is not None:
        for x in arrays:
            if not numpy.can_cast(x.dtype, target, casting):
                raise TypeError(
                    named(f"an array of dtype {x.dtype} cannot be cast to {target} by the rule {casting!r}")
                )
        arrays = [x.astype(target, copy=False) for x in arrays]
    result = _in_order(concatenate_arrays, arrays, axis)
    if casting in ("no", "equiv"):  # other rules allow conversion to the promoted dtype
        for x in arrays:
            if x.dtype != result.dtype:
                raise TypeError(
                    named(f"an array of dtype {x.dtype} cannot be cast to {result.dtype} by the rule {casting!r}")
                )
    return store(result, out, casting)


def _in_order(concatenate_arrays, arrays, axis):
    """The arrays concatenated, with the axes of the result in the order that they have in memory."""
    is_stack, ndim = concatenate_arrays is _core.stack, arrays[0].ndim
    if axis is None or all(x.flags.c_contiguous for x in arrays) or any(x.ndim != ndim for x in arrays):
        return concatenate_arrays(arrays, axis=axis)
    axis = _core.normalized_axis(axis, ndim + is_stack)
    if is_stack:
        arrays = [_core.expand_dims(x, axis=axis) for x in arrays]
    axes = axes_in_memory(*arrays)
    if axes is None:
        return _core.concat(arrays, axis=axis)
    made = _core.concat([x.transpose(axes) for x in arrays], axis=axes.index(axis))
    return made.transpose(tuple(map(axes.index, range(made.ndim))))


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

    Examples
    --------
    >>> np.concatenate([np.array([1, 2]), np.array([3])])
    array([1, 2, 3])
    """
    if out is dtype is None and casting is SAME_KIND and _core.ndim_in_rows(arrays):
        return _core.concat(arrays, axis=axis)  # the usual case
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

    Examples
    --------
    >>> np.stack([np.array([1, 2]), np.array([3, 4])], axis=1)
    array([[1, 3],
           [2, 4]])
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
    return parts_along(as_array(x), axis)


def _sequence(tup):
    """The arrays to concatenate: a list or tuple, or the parts of an array along its first axis."""
    if isinstance(tup, (tuple, list)):
        return tup
    if isinstance(tup, array_base):
        if tup.ndim == 0:
            raise TypeError(named("an array without dimensions has no parts to concatenate"))
        return [as_array(tup)[i] for i in range(tup.shape[0])]
    if isinstance(tup, numpy.ndarray):
        raise not_an_array(tup, "the array")
    raise wrong_type("arrays", "a sequence of arrays", tup)


def _all(n: int, tup) -> list:
    """The arrays to concatenate, with n dimensions at least."""
    return [with_dimensions(n, x) for x in as_operands(_sequence(tup))]


def hstack(tup, *, dtype=None, casting="same_kind"):
    """Concatenate arrays along the second axis, one-dimensional ones along the first; see `concatenate`.

    Parameters
    ----------
    tup : sequence of dpnp.ndarray
        The arrays.
    dtype, casting : optional
        As in `concatenate`.

    Returns
    -------
    dpnp.ndarray

    Raises
    ------
    ValueError
        If other extents differ.

    Examples
    --------
    >>> np.hstack([np.array([1, 2]), np.array([3])])
    array([1, 2, 3])
    """
    if dtype is None and casting is SAME_KIND:
        ndim = _core.ndim_in_rows(tup)
        if ndim:
            return _core.concat(tup, axis=0 if ndim == 1 else 1)  # the usual case
    arrays = _all(1, tup)
    axis = 0 if arrays and arrays[0].ndim == 1 else 1
    return concatenate(arrays, axis, dtype=dtype, casting=casting)


def vstack(tup, *, dtype=None, casting="same_kind"):
    """Concatenate arrays along the first axis; one-dimensional arrays become rows.

    Parameters
    ----------
    tup : sequence of dpnp.ndarray
        The arrays.
    dtype, casting : optional
        As in `concatenate`.

    Returns
    -------
    dpnp.ndarray
        At least two dimensions.

    Raises
    ------
    ValueError
        If other extents differ.

    Examples
    --------
    >>> np.vstack([np.array([1, 2]), np.array([3, 4])])
    array([[1, 2],
           [3, 4]])
    """
    if dtype is None and casting is SAME_KIND and _core.ndim_in_rows(tup) > 1:
        return _core.concat(tup, axis=0)  # the usual case
    return concatenate(_all(2, tup), 0, dtype=dtype, casting=casting)


row_stack = vstack


def dstack(tup):
    """Concatenate arrays along the third axis, which is added to arrays of fewer dimensions; see `atleast_3d` and
    `concatenate`.

    Parameters
    ----------
    tup : sequence of dpnp.ndarray
        The arrays.

    Returns
    -------
    dpnp.ndarray
        At least three dimensions.

    Raises
    ------
    ValueError
        If other extents differ.

    Examples
    --------
    >>> np.dstack([np.array([1, 2]), np.array([3, 4])])
    array([[[1, 3],
            [2, 4]]])
    """
    return concatenate(_all(3, tup), 2)


def column_stack(tup):
    """Concatenate arrays along the second axis; one-dimensional arrays become columns.

    Parameters
    ----------
    tup : sequence of dpnp.ndarray
        The arrays.

    Returns
    -------
    dpnp.ndarray
        Two dimensions.

    Raises
    ------
    ValueError
        If extents differ.

    Examples
    --------
    >>> np.column_stack([np.array([1, 2]), np.array([3, 4])])
    array([[1, 3],
           [2, 4]])
    """
    arrays = as_operands(_sequence(tup))
    return concatenate([x.reshape((x.size, 1)) if x.ndim < 2 else x for x in arrays], 1)


def append(arr, values, axis=None):
    """Append values to the end of an array.

    Parameters
    ----------
    arr : dpnp.ndarray
        The array.
    values : dpnp.ndarray or scalar
        The values to append; with an axis, of the shape of `arr` except along that axis.
    axis : int, optional
        The axis; None: both arrays are flattened first.

    Returns
    -------
    dpnp.ndarray

    Examples
    --------
    >>> np.append(np.array([1, 2]), np.array([3]))
    array([1, 2, 3])
    """
    arr = as_main(arr, values)
    values = as_parameter(values, arr, "values")
    return concatenate([arr.ravel(), values.ravel()] if axis is None else [arr, values], 0 if axis is None else axis)


# ---- splitting ----------------------------------------------------------------------------------------------------


def _cuts(extent: int, indices_or_sections, equal: bool):
    """Where the parts begin and end."""
    if isinstance(indices_or_sections, array_base):
        indices_or_sections = _core.asnumpy(indices_or_sections)
    if isinstance(indices_or_sections, numpy.ndarray):
        if indices_or_sections.dtype == numpy.bool_:
            raise TypeError(named("indices_or_sections must be integers, not truth values"))
        indices_or_sections = indices_or_sections.tolist()
    if isinstance(indices_or_sections, (tuple, list)):
        inner = [as_int(i, "indices_or_sections") for i in indices_or_sections]
        return list(zip([0, *inner], [*inner, extent], strict=True))
    try:
        n = int(indices_or_sections)
    except (TypeError, ValueError):
        raise wrong_type("indices_or_sections", "an int or a sequence of ints", indices_or_sections) from None
    if n >= 2**31:
        raise OverflowError(named(f"an array cannot be cut into {n} parts"))
    if equal and n == 0:
        raise ZeroDivisionError(named("a number of equal parts must be larger than 0"))  # the class that NumPy raises
    if equal and extent % indices_or_sections:
        raise ValueError(
            named(
                f"an extent of {extent} cannot be cut into {indices_or_sections} equal parts; "
                "array_split cuts unequal ones"
            )
        )
    if n <= 0:
        raise ValueError(named("number sections must be larger than 0."))
    small, more = divmod(extent, n)
    ends = [0]
    for i in range(n):
        ends.append(ends[-1] + small + (i < more))
    return list(zip(ends[:-1], ends[1:], strict=True))


def _split(ary, indices_or_sections, axis, equal):
    ary = as_array(ary)
    axis = _core.normalized_axis(axis, ary.ndim)
    before = (slice(None),) * axis
    return [ary[(*before, slice(start, stop))] for start, stop in _cuts(ary.shape[axis], indices_or_sections, equal)]


def array_split(ary, indices_or_sections, axis=0):
    """Cut an array into views along an axis, of nearly equal extents; see `split`.

    Parameters
    ----------
    ary, indices_or_sections, axis
        As in `split`.

    Returns
    -------
    list of dpnp.ndarray
        The first ones have one index more where the extent cannot be divided.

    Raises
    ------
    ValueError
        If there are no parts.

    Examples
    --------
    >>> [len(part) for part in np.array_split(np.arange(5), 2)]
    [3, 2]
    """
    return _split(ary, indices_or_sections, axis, equal=False)


def split(ary, indices_or_sections, axis=0):
    """Cut an array into views along an axis.

    Parameters
    ----------
    ary : dpnp.ndarray
        The array.
    indices_or_sections : int or sequence of ints
        The number of parts of equal extents, or the indices at which all parts but the first begin.
    axis : int, optional
        The axis.

    Returns
    -------
    list of dpnp.ndarray

    Raises
    ------
    ValueError
        If there are no equal parts.

    Examples
    --------
    >>> np.split(np.arange(6), 3)[1]
    array([2, 3])
    """
    return _split(ary, indices_or_sections, axis, equal=True)


def _split_along(name: str, ary, indices_or_sections, least_ndim: int, axis: int):
    ary = as_array(ary)
    if ary.ndim < least_ndim:
        raise ValueError(named(f"{name} only works on arrays of {least_ndim} or more dimensions"))
    return split(ary, indices_or_sections, min(axis, ary.ndim - 1))


def hsplit(ary, indices_or_sections):
    """Cut an array into views along the second axis, one of one dimension along its first; see `split`.

    Parameters
    ----------
    ary : dpnp.ndarray
        Shape (M, N, ...) or (N,); the extent N is cut.
    indices_or_sections : int or sequence of ints
        The number of parts of equal extents, or the indices at which all parts but the first begin.

    Returns
    -------
    list of dpnp.ndarray
        Views of the dtype of `ary` and of its shape but along that axis.

    Raises
    ------
    ValueError
        If the array has no dimensions, or there are no equal parts.
    TypeError
        If `ary` is not an array, or an index is not an integer.
    """
    return _split_along("hsplit", ary, indices_or_sections, 1, 1)


def vsplit(ary, indices_or_sections):
    """Cut an array into views along the first axis; see `split`.

    Parameters
    ----------
    ary : dpnp.ndarray
        Shape (M, N, ...); the extent M is cut.
    indices_or_sections : int or sequence of ints
        The number of parts of equal extents, or the indices at which all parts but the first begin.

    Returns
    -------
    list of dpnp.ndarray
        Views of the dtype of `ary` and of its shape but along that axis.

    Raises
    ------
    ValueError
        If the array has fewer than two dimensions, or there are no equal parts.
    TypeError
        If `ary` is not an array, or an index is not an integer.
    """
    return _split_along("vsplit", ary, indices_or_sections, 2, 0)


def dsplit(ary, indices_or_sections):
    """Cut an array into views along the third axis; see `split`.

    Parameters
    ----------
    ary : dpnp.ndarray
        Shape (M, N, K, ...); the extent K is cut.
    indices_or_sections : int or sequence of ints
        The number of parts of equal extents, or the indices at which all parts but the first begin.

    Returns
    -------
    list of dpnp.ndarray
        Views of the dtype of `ary` and of its shape but along that axis.

    Raises
    ------
    ValueError
        If the array has fewer than three dimensions, or there are no equal parts.
    TypeError
        If `ary` is not an array, or an index is not an integer.
    """
    return _split_along("dsplit", ary, indices_or_sections, 3, 2)


# ---- elements put in or left out ----------------------------------------------------------------------------------


def _index_array(obj, extent: int, arr):
    """Indices, or a mask, as an array on the queue of `arr`; an int is returned unchanged."""
    if isinstance(obj, slice):
        start, stop, step = obj.indices(extent)
        return arange(start, stop, step, usm_type=arr.usm_type, sycl_queue=arr.sycl_queue)
    if isinstance(obj, array_base):
        return as_array(obj)
    indices = by_others(numpy.asarray, obj)
    if indices.ndim == 0 and indices.dtype.kind in "iu":
        return int(indices)
    if indices.size == 0 and not isinstance(obj, numpy.ndarray):
        indices = indices.astype(numpy.intp)
    return asarray(indices, usm_type=arr.usm_type, sycl_queue=arr.sycl_queue)


def _check_indices(indices, extent: int, n_allowed: int, axis: int):
    """IndexError for an index out of bounds, for which the call waits."""
    if isinstance(indices, array_base) and indices.dtype.kind not in "iu":
        raise IndexError(named(f"indices must be integers or bools, not {indices.dtype}"))
    if isinstance(indices, array_base) and not indices.size:
        return
    for index in (int(_core.min(indices)), int(_core.max(indices))) if isinstance(indices, array_base) else (indices,):
        if not -extent <= index < n_allowed:
            raise IndexError(named(f"index {index} is out of bounds for axis {axis} with size {extent}"))


def _flat_or_axis(arr, axis):
    arr = as_array(arr)
    return (arr.ravel(), 0) if axis is None else (arr, _core.normalized_axis(axis, arr.ndim))


def delete(arr, obj, axis=None):
    """Copy an array without some elements along an axis; waits to check indices.

    Parameters
    ----------
    arr : dpnp.ndarray
        The array.
    obj : int, slice, sequence or array of ints or bools
        Indices of the elements to leave out, or a mask.
    axis : int, optional
        The axis; None: the flattened array.

    Returns
    -------
    dpnp.ndarray

    Raises
    ------
    IndexError
        If an index is out of bounds.

    Examples
    --------
    >>> np.delete(np.array([1, 2, 3]), 1)
    array([1, 3])
    """
    arr, axis = _flat_or_axis(in_common_kind(as_array(arr), obj), axis)
    extent, before = arr.shape[axis], (slice(None),) * axis
    if isinstance(obj, slice) and obj.step in (None, 1, -1):
        gone = range(*obj.indices(extent))
        return _without(arr, min(gone, default=0), len(gone), axis)
    indices = _index_array(obj, extent, arr)
    if isinstance(indices, int):
        _check_indices(indices, extent, extent, axis)
        return _without(arr, indices % extent, 1, axis)
    if indices.dtype == bool:
        if indices.shape != (extent,):
            raise ValueError(named(f"a mask of shape {indices.shape} for an axis of {extent}"))
        return _laid_out_like(arr[(*before, ~indices)], arr)
    _check_indices(indices, extent, extent, axis)
    keep = ones(extent, dtype=bool, usm_type=arr.usm_type, sycl_queue=arr.sycl_queue)
    if indices.size:
        keep[indices.ravel()] = False
    return _laid_out_like(arr[(*before, keep)], arr)


def _laid_out_like(made, arr):
    """A new array, in Fortran order if the array is from which it was made."""
    return asfortranarray(made) if arr.flags.fnc else made


def _without(arr, first: int, n: int, axis: int):
    before = (slice(None),) * axis
    made = concatenate([arr[(*before, slice(0, first))], arr[(*before, slice(first + n, None))]], axis)
    return _laid_out_like(made, arr)


def _insert_block(arr, index: int, values, axis: int):
    before = (slice(None),) * axis
    parts = [arr[(*before, slice(0, index))], values, arr[(*before, slice(index, None))]]
    return _laid_out_like(concatenate(parts, axis), arr)


def insert(arr, obj, values, axis=None):
    """Copy an array with values put in along an axis; waits to check indices.

    Parameters
    ----------
    arr : dpnp.ndarray
        The array.
    obj : int, slice, sequence or array of ints or bools
        Before which elements of `arr`.
    values : dpnp.ndarray, scalar or sequence of numbers
        The values, converted to the dtype of `arr`.
    axis : int, optional
        The axis; None: the flattened array.

    Returns
    -------
    dpnp.ndarray

    Raises
    ------
    IndexError
        If an index is out of bounds.
    ValueError
        If the values do not broadcast.

    Examples
    --------
    >>> np.insert(np.array([1, 3]), 1, 2)
    array([1, 2, 3])
    """
    arr, axis = _flat_or_axis(in_common_kind(as_main(arr, values), obj, values), axis)
    extent = arr.shape[axis]
    indices = _index_array(obj, extent, arr)
    if isinstance(indices, array_base) and indices.dtype == bool:
        if indices.ndim != 1:
            raise ValueError(named("a mask for insert must have one dimension"))
        indices = _core.nonzero(indices)[0]
    if isinstance(indices, array_base) and indices.ndim > 1:
        raise ValueError(named("index array argument obj to insert must be one dimensional or scalar"))
    _check_indices(indices, extent, extent + 1, axis)
    values = as_values(values, arr)
    if values.ndim < arr.ndim:
        values = values.reshape((1,) * (arr.ndim - values.ndim) + values.shape)
    while values.ndim > arr.ndim and values.shape[0] == 1:
        values = values[0]
    if isinstance(indices, int) or indices.size == 1:
        if isinstance(indices, int) or indices.ndim == 0:
            values = moveaxis(values, 0, axis)
        index = indices if isinstance(indices, int) else int(indices.reshape(()))
        shape = (*arr.shape[:axis], values.shape[axis], *arr.shape[axis + 1 :])
        return _insert_block(arr, index + extent if index < 0 else index, broadcast_to(values, shape), axis)
    return _insert_each(arr, _core.where(indices < 0, indices + extent, indices), values, axis)


def _insert_each(arr, indices, values, axis: int):
    """Insert values at several indices of the original array; equal indices keep the order of their values."""
    n, extent, before = indices.size, arr.shape[axis], (slice(None),) * axis
    placement = {"usm_type": arr.usm_type, "sycl_queue": arr.sycl_queue}
    values = broadcast_to(values, (*arr.shape[:axis], n, *arr.shape[axis + 1 :]))
    order = "F" if arr.flags.fnc else "C"
    made = empty((*arr.shape[:axis], extent + n, *arr.shape[axis + 1 :]), dtype=arr.dtype, order=order, **placement)
    is_old = ones(extent + n, dtype=bool, **placement)
    if n:
        if bool(_core.all(indices[1:] >= indices[:-1])):
            at = indices + arange(n, **placement)
        else:
            permutation = _core.argsort(indices, kind="stable")
            at = empty(n, dtype="int64", **placement)
            at[permutation] = _core.take(indices, permutation, axis=0) + arange(n, **placement)
        made[(*before, at)] = values
        is_old[at] = False
    made[(*before, is_old)] = arr
    return made
