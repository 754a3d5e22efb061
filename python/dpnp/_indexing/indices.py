"""Index arrays: grids, triangles, diagonals, and conversion between flat indices and coordinates."""

from __future__ import annotations

import math

import numpy
from numpy import ndindex

import dpctl.tensor as dpt
from opendpex import _core
from opendpex._core import array_base
from opendpex._fuse import fuse
from opendpex._messages import (
    as_extent,
    as_flag,
    as_function,
    as_int,
    as_items,
    as_word,
    by_others,
    named,
    names_errors,
    not_an_array,
)

from .._arrays import as_array, usually
from .._creation.arrays import arange, asarray, empty, ones, tri
from .._helpers import default_float_type
from .._ufunc.functions import maximum, minimum

__all__ = [
    "diag_indices",
    "diag_indices_from",
    "indices",
    "iterable",
    "ix_",
    "mask_indices",
    "ndindex",
    "ravel_multi_index",
    "tril_indices",
    "tril_indices_from",
    "triu_indices",
    "triu_indices_from",
    "unravel_index",
]


_LARGEST = numpy.iinfo(numpy.int64).max


def as_index(indices, like=None, refusal=IndexError):
    """Indices as an array on a device: an array unchanged, integers of the host on the queue of `like`.

    Raises
    ------
    IndexError, or `refusal`
        If those of the host are not integers.
    """
    if isinstance(indices, array_base):
        return as_array(indices)
    made = by_others(numpy.asarray, indices)
    if made.size == 0 and not isinstance(indices, numpy.ndarray):
        made = made.astype(numpy.intp)
    if made.dtype.kind not in "iubfc":
        raise not_an_array(indices, "indices")
    if made.dtype.kind not in "iub":
        raise refusal(named(f"indices must be integers, not {made.dtype}"))
    if like is None:
        return asarray(made)
    return asarray(made, usm_type=like.usm_type, sycl_queue=like.sycl_queue)


def iterable(y) -> bool:
    """Whether `iter` takes an object.

    Parameters
    ----------
    y : object
        Anything.

    Returns
    -------
    bool
    """
    try:
        iter(y)
    except TypeError:
        return False
    return True


# ---- grids --------------------------------------------------------------------------------------------------------


def indices(dimensions, dtype=int, sparse=False, device=None, usm_type="device", sycl_queue=None):
    """Return the coordinates of all elements of an array.

    Parameters
    ----------
    dimensions : sequence of ints
        Extents.
    dtype : data type, optional
        Of the result.
    sparse : bool, optional
        Give a tuple of arrays with extent 1 along other axes, not one array.
    device, usm_type, sycl_queue : optional
        Where to allocate the result.

    Returns
    -------
    dpnp.ndarray, or a tuple
        Shape (n, *dimensions).

    Examples
    --------
    >>> np.indices((2, 2))[0]
    array([[0, 0],
           [1, 1]])
    """
    dimensions = tuple(as_items(dimensions, "dimensions", "a sequence of ints"))
    n, sparse = len(dimensions), as_flag(sparse, "sparse")
    if dtype is None:  # NumPy's: `arange` decides for open grids, `empty` for a whole one
        dtype = int if sparse else default_float_type(device, sycl_queue)
    placement = {"device": device, "usm_type": usm_type, "sycl_queue": sycl_queue}
    lines = [
        arange(extent, dtype=dtype, **placement).reshape((1,) * i + (extent,) + (1,) * (n - 1 - i))
        for i, extent in enumerate(dimensions)
    ]
    if sparse:
        return tuple(lines)
    if not lines:
        return arange(0, dtype=dtype, **placement)
    made = empty((n, *dimensions), lines[0].dtype, usm_type=usm_type, sycl_queue=lines[0].sycl_queue)
    for i, line in enumerate(lines):
        made[i] = line
    return made


def ix_(*args):
    """Return index arrays of an open mesh, which select the cross product of indices.

    Parameters
    ----------
    *args : dpnp.ndarray or sequence of ints
        Indices along each axis, in one dimension; bools: where they hold.

    Returns
    -------
    tuple of dpnp.ndarray
    """
    n = len(args)
    made = []
    for i, x in enumerate(args):
        x = as_index(x)
        if x.ndim != 1:
            raise ValueError(named("Cross index must be 1 dimensional"))
        if x.dtype == numpy.bool_:
            (x,) = _core.nonzero(x)
        made.append(x.reshape((1,) * i + (x.size,) + (1,) * (n - 1 - i)))
    return tuple(made)


# ---- diagonals and triangles --------------------------------------------------------------------------------------


@names_errors
def diag_indices(n, ndim=2, device=None, usm_type="device", sycl_queue=None):
    """Indices of the diagonal of an array with `ndim` extents n: a tuple.

    Parameters
    ----------
    n : int
        Extent of each axis.
    ndim : int, optional
        The number of axes.
    device, usm_type, sycl_queue : optional
        As in `dpnp.empty`.

    Returns
    -------
    tuple of dpnp.ndarray
        int64, one for each axis.
    """
    return (arange(n, device=device, usm_type=usm_type, sycl_queue=sycl_queue),) * as_int(ndim, "ndim")


def diag_indices_from(arr):
    """Indices of the diagonal of an array of at least two dimensions, of one extent; see `diag_indices`.

    Parameters
    ----------
    arr : dpnp.ndarray
        The array.

    Returns
    -------
    tuple of dpnp.ndarray
        int64, one for each axis, on the queue of `arr`.

    Raises
    ------
    ValueError
        If it has fewer than two dimensions, or extents differ.
    """
    arr = as_array(arr)
    if arr.ndim < 2:
        raise ValueError(named("input array must be at least 2-d"))
    if len(set(arr.shape)) != 1:
        raise ValueError(named("All dimensions of input must be of equal length"))
    return diag_indices(arr.shape[0], arr.ndim, usm_type=arr.usm_type, sycl_queue=arr.sycl_queue)


def tril_indices(n, k=0, m=None, device=None, usm_type="device", sycl_queue=None):
    """Indices of the lower triangle of a matrix, on and below the diagonal k.

    Parameters
    ----------
    n, m : int
        Rows and columns; default: as many as rows.
    k : int, optional
        The diagonal.
    device, usm_type, sycl_queue : optional
        Where to allocate the result.

    Returns
    -------
    tuple of dpnp.ndarray
    """
    return _core.nonzero(tri(n, m, k, dtype=bool, device=device, usm_type=usm_type, sycl_queue=sycl_queue))


def triu_indices(n, k=0, m=None, device=None, usm_type="device", sycl_queue=None):
    """Indices of the upper triangle of a matrix, on and above the diagonal k; see `tril_indices`.

    Parameters
    ----------
    n : int
        Rows.
    k : int, optional
        The diagonal: 0 the main one, positive above it.
    m : int, optional
        Columns; default: as many as rows.
    device, usm_type, sycl_queue : optional
        As in `dpnp.empty`.

    Returns
    -------
    tuple of dpnp.ndarray
        int64: rows and columns.
    """
    return _core.nonzero(
        ~tri(n, m, as_int(k, "k") - 1, dtype=bool, device=device, usm_type=usm_type, sycl_queue=sycl_queue)
    )


def _matrix(arr):
    arr = as_array(arr)
    if arr.ndim != 2:
        raise ValueError(named("input array must be 2-d"))
    return arr


def tril_indices_from(arr, k=0):
    """Indices of the lower triangle of a matrix; see `tril_indices`.

    Parameters
    ----------
    arr : dpnp.ndarray
        A matrix.
    k : int, optional
        The diagonal: 0 the main one, positive above it.

    Returns
    -------
    tuple of dpnp.ndarray
        int64: rows and columns.

    Raises
    ------
    ValueError
        If it has another number of dimensions.
    """
    arr = _matrix(arr)
    return tril_indices(arr.shape[0], k, arr.shape[1], usm_type=arr.usm_type, sycl_queue=arr.sycl_queue)


def triu_indices_from(arr, k=0):
    """Indices of the upper triangle of a matrix; see `tril_indices`.

    Parameters
    ----------
    arr : dpnp.ndarray
        A matrix.
    k : int, optional
        The diagonal: 0 the main one, positive above it.

    Returns
    -------
    tuple of dpnp.ndarray
        int64: rows and columns.

    Raises
    ------
    ValueError
        If it has another number of dimensions.
    """
    arr = _matrix(arr)
    return triu_indices(arr.shape[0], k, arr.shape[1], usm_type=arr.usm_type, sycl_queue=arr.sycl_queue)


def mask_indices(n, mask_func, k=0, device=None, usm_type="device", sycl_queue=None):
    """Indices of the elements that ``mask_func(ones((n, n)), k)``, such as `triu`, leaves: a tuple.

    Parameters
    ----------
    n : int
        Rows and columns.
    mask_func : callable
        Takes a matrix and `k`, and leaves elements other than 0.
    k : scalar, optional
        Its second argument.
    device, usm_type, sycl_queue : optional
        As in `dpnp.empty`.

    Returns
    -------
    tuple of dpnp.ndarray
        int64: rows and columns.
    """
    m = ones((n, n), int, device=device, usm_type=usm_type, sycl_queue=sycl_queue)
    return _core.nonzero(as_function(mask_func, "mask_func")(m, k) != 0)


# ---- flat indices -------------------------------------------------------------------------------------------------


def _steps(shape, order):
    letter = "C" if order is None else _core.order_letter(order)
    if letter not in ("C", "F"):
        raise ValueError(named(f"order must be 'C' or 'F', not {order!r}"))
    steps, step = [0] * len(shape), 1
    for i in range(len(shape)) if letter == "F" else reversed(range(len(shape))):
        steps[i] = step
        step *= shape[i]
    return steps


def _bounded(index, extent: int, mode: str):
    """Coordinates along an axis, made valid or refused."""
    if as_word(mode, "mode", ("raise", "wrap", "clip")) == "wrap":
        return index % extent
    if mode == "clip":
        return minimum(maximum(index, 0), extent - 1)
    if bool(_any_outside(index, extent)):
        raise ValueError(named("invalid entry in coordinates array"))
    return index


def _extents(shape, name) -> tuple:
    """A shape as a tuple of ints."""
    if isinstance(shape, (numpy.ndarray, array_base)):
        shape = _core.asnumpy(shape).tolist() if isinstance(shape, array_base) else shape.tolist()
    return tuple([as_extent(n, name) for n in (shape if isinstance(shape, (tuple, list)) else (shape,))])


@usually(_core.usual_ravel_multi_index, arrays=0, most=2)
def ravel_multi_index(multi_index, dims, mode="raise", order="C"):
    """Flat indices of coordinates.

    Parameters
    ----------
    multi_index : tuple of dpnp.ndarray, or dpnp.ndarray
        Coordinates along each axis.
    dims : tuple of ints
        Extents.
    mode : {'raise', 'wrap', 'clip'} or tuple of them, optional
        The treatment of coordinates out of range; 'raise' waits to check them.
    order : {'C', 'F'}, optional
        Which coordinate changes fastest: the last, or the first.

    Returns
    -------
    dpnp.ndarray

    Raises
    ------
    ValueError
        If coordinates are outside, or there are not as many as extents.
    """
    dims = _extents(dims, "dims")
    parts = [as_index(x, refusal=TypeError) for x in as_items(multi_index, "multi_index")]
    if len(parts) != len(dims):
        raise ValueError(named(f"parameter multi_index must be a sequence of length {len(dims)}"))
    for x in parts:
        if x.dtype.kind not in "biu":
            raise TypeError(named("only int indices permitted"))
    parts = [x if x.dtype == numpy.int64 else x.astype("int64") for x in parts]
    if isinstance(mode, str) and mode == "raise":
        if bool(_any_outside(*parts, *dims)):
            raise ValueError(named("invalid entry in coordinates array"))
    else:
        modes = tuple(mode) if isinstance(mode, (tuple, list)) else (mode,) * len(dims)
        parts = [_bounded(x, extent, how) for x, extent, how in zip(parts, dims, modes, strict=True)]
    if math.prod(dims) > _LARGEST:
        raise ValueError(named(f"extents {dims} have more elements than an index of int64 counts"))
    return _flat_index(*parts, *_steps(dims, order))


@fuse
def _any_outside(*parts_and_extents):
    n = len(parts_and_extents) // 2
    outside = False
    for x, extent in zip(parts_and_extents[:n], parts_and_extents[n:], strict=True):
        outside = outside | (x < 0) | (x >= extent)
    return dpt.any(outside)


@fuse
def _flat_index(*parts_and_steps):
    n = len(parts_and_steps) // 2
    total = None
    for x, step in zip(parts_and_steps[:n], parts_and_steps[n:], strict=True):
        total = x * step if total is None else total + x * step
    return total


@usually(_core.usual_unravel_index, arrays=0, most=2)
def unravel_index(indices, shape, order="C"):
    """Coordinates of flat indices; the call waits to check that they are valid.

    Parameters
    ----------
    indices : dpnp.ndarray or int
        Flat indices.
    shape : tuple of ints
        Extents.
    order : {'C', 'F'}, optional
        Which coordinate changes fastest: the last, or the first.

    Returns
    -------
    tuple of dpnp.ndarray

    Raises
    ------
    ValueError
        If an index is outside.

    Examples
    --------
    >>> np.unravel_index(np.array(5), (2, 3))
    (array(1), array(2))
    """
    shape = _extents(shape, "shape")
    x = as_index(indices, refusal=TypeError)
    if x.dtype.kind not in "biu":
        raise TypeError(named("only int indices permitted"))
    x = x if x.dtype == numpy.int64 else x.astype("int64")
    n = math.prod(shape)
    if n > _LARGEST:
        raise ValueError(named(f"extents {shape} have more elements than an index of int64 counts"))
    if x.size and bool(_any_outside(x, n)):
        raise ValueError(
            named(
                f"index is out of bounds for array with size {n}: the least is {x.min().item()}, the largest "
                f"{x.max().item()}"
            )
        )
    return tuple(_coordinate(x, step, extent, n) for step, extent in zip(_steps(shape, order), shape, strict=True))


def _coordinate(x, step: int, extent: int, n: int):
    """x // step % extent, for 0 <= x < n; operations without effect are omitted."""
    if step == 1:
        return x % extent if extent != n else x.copy()
    return x // step if step * extent == n else x // step % extent
