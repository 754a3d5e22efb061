"""meshgrid, mgrid, ogrid, logspace, geomspace, vander, diag and diagflat."""

from __future__ import annotations

import math

import numpy

from dpctl.tensor._ctors import grid_views
from opendpex import _core
from opendpex._core import array_base
from opendpex._messages import as_dtype, as_extent, as_flag, as_int, as_word, by_others, named

from .._arrays import as_array, as_operands, common_kind, common_queue, common_shape, is_scalar, refuse_bytes
from .._manipulation.shapes import broadcast_to, moveaxis
from .._products.products import diagonal_view
from .._ufunc.functions import log10, sign
from .arrays import arange, asarray, empty, linspace, zeros

__all__ = ["diag", "diagflat", "geomspace", "logspace", "meshgrid", "mgrid", "ogrid", "vander"]


def meshgrid(*xi, copy=True, sparse=False, indexing="xy"):
    """Return coordinate arrays of a grid from coordinates along its axes.

    Parameters
    ----------
    *xi : dpnp.ndarray
        The coordinates along each axis, of at most one dimension.
    copy : bool, optional
        False: views.
    sparse : bool, optional
        Leave the extents along other axes 1.
    indexing : {'xy', 'ij'}, optional
        'xy': the first two axes are exchanged.

    Returns
    -------
    tuple of dpnp.ndarray

    Examples
    --------
    >>> x, y = np.meshgrid(np.arange(3), np.arange(2))
    >>> y
    array([[0, 0, 0],
           [1, 1, 1]])
    """
    as_word(indexing, "indexing", ("xy", "ij"))
    arrays = as_operands(xi)
    if len(arrays) > 1:
        common_queue(arrays)
    grids = grid_views(arrays, indexing, sparse)
    return tuple(x.copy() for x in grids) if as_flag(copy, "copy") else tuple(grids)


class _Grid:
    """Grids by slice notation: ``mgrid[0:3, 0:1:5j]``.

    An imaginary step is the number of points, with the end included; a real step is a distance, with the end excluded.
    ``mgrid`` gives one array of shape ``(n, *extents)`` for n slices, ``ogrid`` a tuple of n arrays with extent 1 along
    all axes but their own, which broadcast to the same. A single slice gives a one-dimensional array. Ints give int64,
    other numbers the device's default real type. To select the device, call it first: ``mgrid(device="gpu")[0:3]``.

    Parameters
    ----------
    device, usm_type, sycl_queue : optional
        Of the call: where to allocate the grids.

    Returns
    -------
    grid
        Of the call: an object that is indexed with slices.

    Raises
    ------
    ZeroDivisionError
        If a step is 0.
    """

    def __init__(self, is_sparse: bool, placement: dict):
        self._is_sparse = is_sparse
        self._placement = placement

    def __call__(self, device=None, usm_type="device", sycl_queue=None):
        """The same for another device or USM type."""
        return _Grid(self._is_sparse, {"device": device, "usm_type": usm_type, "sycl_queue": sycl_queue})

    def _line(self, key: slice, dtype, is_single: bool):
        """The coordinates along one axis."""
        start, step = key.start or 0, 1 if key.step is None else key.step
        if key.stop is None and not (is_single and not isinstance(step, complex)):
            raise TypeError(f"{'ogrid' if self._is_sparse else 'mgrid'}: each of several slices needs an end")
        if isinstance(step, complex):
            return linspace(start, key.stop, int(abs(step)), **self._placement).astype(dtype, copy=False)
        stop = key.stop
        if stop is None:  # as of arange: the start is the end
            start, stop = 0, start
        n = max(math.ceil((stop - start) / step), 0)
        line = arange(n, dtype=dtype, **self._placement)
        return line if start == 0 and step == 1 else line * step + start

    def __getitem__(self, key):
        keys = key if isinstance(key, tuple) else (key,)
        for wrong in (k for k in keys if not isinstance(k, slice)):
            name = "ogrid" if self._is_sparse else "mgrid"
            raise TypeError(f"{name}: it is indexed with slices, not with {type(wrong).__name__}")
        values = [x for k in keys for x in (k.start, k.stop, k.step) if x is not None]
        is_int = all(isinstance(x, (int, numpy.integer)) for x in values)
        lines = [self._line(k, int if is_int else None, keys is not key) for k in keys]
        if not is_int:
            lines = [line if line.dtype.kind == "f" else line.astype(None) for line in lines]
        if not isinstance(key, tuple):
            return lines[0]
        if not lines and not self._is_sparse:
            return empty((0,), int, **self._placement)
        grids = grid_views(lines, "ij", self._is_sparse)
        return tuple(grids) if self._is_sparse else _core.stack(grids, axis=0)


mgrid = _Grid(False, {})
ogrid = _Grid(True, {})


_DOUBLE = numpy.dtype("f8").num
_MOST = {int: 2**63, float: 1e308}  # of numbers that an array holds

# ---- powers -------------------------------------------------------------------------------------------------------


def _beside(values, device, usm_type, sycl_queue):
    """Scalars and arrays as arrays on one queue."""
    refuse_bytes(*values)
    arrays = [x for x in values if isinstance(x, array_base)]
    if arrays and device is None and sycl_queue is None:
        sycl_queue = common_queue(arrays)
    if arrays and usm_type is None:
        usm_type = common_kind(arrays)
    placement = {"device": device, "usm_type": usm_type, "sycl_queue": sycl_queue}
    return [asarray(x, **placement) for x in values], placement


def logspace(
    start, stop, num=50, endpoint=True, base=10.0, dtype=None, axis=0, *, device=None, usm_type=None, sycl_queue=None
):
    """Return numbers with equally spaced logarithms: ``base ** linspace(start, stop, num)``.

    Parameters
    ----------
    start, stop : scalar or array_like
        First and last exponent.
    num, endpoint, dtype, axis, device, usm_type, sycl_queue : optional
        As in `linspace`.
    base : scalar or array_like, optional
        The base.

    Returns
    -------
    dpnp.ndarray

    Examples
    --------
    >>> np.logspace(0, 2, 3)
    array([  1.,  10., 100.])
    """
    dtype = None if dtype is None else as_dtype(dtype)
    if not is_scalar(base):
        (start, stop, base), placement = _beside((start, stop, base), device, usm_type, sycl_queue)
        shape = common_shape(start.shape, stop.shape, base.shape)
        start, stop = broadcast_to(start, shape), broadcast_to(stop, shape)
        base = _core.expand_dims(broadcast_to(base, shape), axis=axis)
    else:
        placement = {"device": device, "usm_type": usm_type, "sycl_queue": sycl_queue}
    made = base ** linspace(start, stop, num, endpoint, axis=axis, **placement)
    return made if dtype is None else made.astype(dtype, copy=False)


def _progression(start, stop, num: int, endpoint):
    """`geomspace` of positive numbers on the default device, if that has double precision; else None."""
    most = [_MOST.get(type(x), 0) for x in (start, stop)]
    if num < 2 or not all(most) or not (0 < start < most[0] and 0 < stop < most[1]):
        return None
    low, high = float(start), float(stop)
    first = log10(low)
    if first.dtype.num != _DOUBLE:
        return None
    first, last = float(first), float(log10(high))
    exponents = arange(num) * ((last - first) / (num - 1 if endpoint else num)) + first
    if endpoint:
        exponents[-1] = last
    made = 10.0**exponents
    made[0] = low
    if endpoint:
        made[-1] = high
    return made


def geomspace(start, stop, num=50, endpoint=True, dtype=None, axis=0, *, device=None, usm_type=None, sycl_queue=None):
    """Return numbers in geometric progression.

    Parameters
    ----------
    start, stop : scalar or array_like
        First and last number; none is 0.
    num, endpoint, dtype, axis, device, usm_type, sycl_queue : optional
        As in `linspace`.

    Returns
    -------
    dpnp.ndarray

    Raises
    ------
    ValueError
        If a number is 0; for arrays the call waits to check.

    Examples
    --------
    >>> np.geomspace(1, 8, 4)
    array([1., 2., 4., 8.])
    """
    if device is usm_type is sycl_queue is dtype is None and type(num) is int and type(axis) is int and axis == 0:
        made = _progression(start, stop, num, as_flag(endpoint, "endpoint"))
        if made is not None:
            return made
    (start, stop), placement = _beside((start, stop), device, usm_type, sycl_queue)
    if bool(_core.any(start == 0)) or bool(_core.any(stop == 0)):
        raise ValueError(named("Geometric sequence cannot include zero"))
    shape = common_shape(start.shape, stop.shape)
    kind = numpy.result_type(start.dtype, stop.dtype, numpy.float32)
    if kind == numpy.float32 and "f" not in (start.dtype.kind, stop.dtype.kind):
        kind = start.astype(None).dtype
    if dtype is not None:
        kind = by_others(numpy.result_type, kind, as_dtype(dtype))
    if start.sycl_device.has_aspect_fp64:
        kind = numpy.result_type(kind, numpy.float64)
    else:  # of integers, NumPy's common type is double precision
        kind = numpy.dtype("complex64" if kind.kind == "c" else "float32")
    start, stop = (broadcast_to(x.astype(kind, copy=False), shape) for x in (start, stop))
    direction = sign(start)
    low, high = start / direction, stop / direction
    made = 10.0 ** linspace(log10(low), log10(high), num, endpoint, **placement)
    if num > 0:
        made[0] = low
        if num > 1 and as_flag(endpoint, "endpoint"):
            made[-1] = high
    made = moveaxis(made * direction, 0, _core.normalized_axis(axis, made.ndim))
    return made.astype(kind if dtype is None else dtype, copy=False)


def vander(x, N=None, increasing=False, *, device=None, usm_type=None, sycl_queue=None):
    """Return the Vandermonde matrix: powers of the numbers, one row for each.

    Parameters
    ----------
    x : dpnp.ndarray
        Numbers, in one dimension.
    N : int, optional
        Columns; default: as many as numbers.
    increasing : bool, optional
        False: the highest power first.
    device, usm_type, sycl_queue : optional
        Where to allocate the result; default: on the queue of `x`.

    Returns
    -------
    dpnp.ndarray

    Examples
    --------
    >>> np.vander(np.array([1, 2, 3]), 3)
    array([[1, 1, 1],
           [4, 2, 1],
           [9, 3, 1]])
    """
    x = asarray(x, device=device, usm_type=usm_type, sycl_queue=sycl_queue)
    if x.ndim != 1:
        raise ValueError(named("x must be a one-dimensional array or sequence."))
    n = x.size if N is None else as_extent(N, "N")
    if n < 0:
        raise ValueError(named(f"N is {n}, not a number of columns"))
    dtype = x.dtype
    if dtype.num != _DOUBLE and (dtype.kind in "biu" or x.sycl_device.has_aspect_fp64):
        dtype = numpy.result_type(dtype, numpy.int64)
        x = x.astype(dtype, copy=False)
    kind = dtype.kind
    powers = arange(n, dtype=dtype if kind in "fiu" else None, usm_type=x.usm_type, sycl_queue=x.sycl_queue)
    if not as_flag(increasing, "increasing"):
        powers = _core.flip(powers)
    if kind == "c":
        powers = powers.astype(x.real.dtype)
    return x.reshape((-1, 1)) ** powers


# ---- diagonals ----------------------------------------------------------------------------------------------------


def _placed(v, device, usm_type, sycl_queue):
    if isinstance(v, array_base) and device is None and usm_type is None and sycl_queue is None:
        return as_array(v)
    return asarray(v, device=device, usm_type=usm_type, sycl_queue=sycl_queue)


def diag(v, k=0, *, device=None, usm_type=None, sycl_queue=None):
    """Return a matrix with a given diagonal, or a diagonal of a matrix.

    Parameters
    ----------
    v : dpnp.ndarray
        Of one dimension: the diagonal. Of two: the matrix.
    k : int, optional
        Which diagonal: above the main one, or below for negative numbers.
    device, usm_type, sycl_queue : optional
        Where to allocate the result; default: on the queue of `v`.

    Returns
    -------
    dpnp.ndarray
        Of a matrix: a read-only view.

    Raises
    ------
    ValueError
        If `v` has another number of dimensions.

    Examples
    --------
    >>> np.diag(np.array([1, 2]))
    array([[1, 0],
           [0, 2]])
    """
    v, k = _placed(v, device, usm_type, sycl_queue), as_int(k, "k")
    if v.ndim == 2:
        view = diagonal_view(v, k, 0, 1)
        view.flags["W"] = False
        return view
    if v.ndim != 1:
        raise ValueError(named("Input must be 1- or 2-d."))
    n = v.size + abs(k)
    made = zeros((n, n), v.dtype, usm_type=v.usm_type, sycl_queue=v.sycl_queue)
    diagonal_view(made, k, 0, 1)[...] = v
    return made


def diagflat(v, k=0, *, device=None, usm_type=None, sycl_queue=None):
    """Make a matrix whose diagonal has the elements of an array of any shape; see `diag`.

    Parameters
    ----------
    v : dpnp.ndarray or array_like
        The elements, in C order.
    k : int, optional
        The diagonal: 0 the main one, positive above it.
    device, usm_type, sycl_queue : optional
        Where to allocate the result; default: on the queue of `v`.

    Returns
    -------
    dpnp.ndarray
        Square, two dimensions.
    """
    return diag(_placed(v, device, usm_type, sycl_queue).ravel(), k)
