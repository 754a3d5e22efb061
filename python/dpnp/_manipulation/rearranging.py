"""flip, roll, rot90, resize, trim_zeros, copyto, and functions of shape, layout and contents."""

from __future__ import annotations

import math

import numpy

from opendpex import _core
from opendpex._core import array_base
from opendpex._messages import as_extent, as_int, as_items, by_others, named, shown

from .._arrays import (
    SAME_KIND,
    as_array,
    as_array_like,
    as_condition,
    as_parameter,
    axes_in_memory,
    check_casting,
    common_shape,
    int_tuple,
    is_scalar,
    renamed,
    usually,
)
from .._creation.arrays import asarray, queue_like, zeros_like
from .._ufunc.functions import isfinite
from .shapes import moveaxis

__all__ = [
    "asarray_chkfinite",
    "asfarray",
    "copyto",
    "flip",
    "fliplr",
    "flipud",
    "ndim",
    "require",
    "resize",
    "roll",
    "rollaxis",
    "rot90",
    "shape",
    "size",
    "trim_zeros",
]


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

    Examples
    --------
    >>> np.flip(np.arange(3))
    array([2, 1, 0])
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
        The number of positions; one for each axis, or several for one, which are added.
    axis : int or tuple of ints, optional
        The axes; None: the flattened array, shifted by the sum of the shifts.

    Returns
    -------
    dpnp.ndarray

    Examples
    --------
    >>> np.roll(np.arange(4), 1)
    array([3, 0, 1, 2])
    """
    x = as_array(x)
    if type(shift) is int and (axis is None or (type(axis) is int and x.flags.c_contiguous)):  # the usual case
        return _core.roll(x, shift, axis=axis)
    shifts = [as_int(n, "shift") for n in int_tuple(shift)]
    if axis is None:
        return _core.roll(x, sum(shifts), axis=None)
    axes = [_core.normalized_axis(a, x.ndim) for a in int_tuple(axis)]
    (n,) = common_shape((len(shifts),), (len(axes),))
    totals = dict.fromkeys(axes, 0)  # an axis that comes again is shifted by the sum
    for i in range(n):
        totals[axes[i % len(axes)]] += shifts[i % len(shifts)]
    order = axes_in_memory(x)
    if order is None:
        return _core.roll(x, tuple(totals.values()), axis=tuple(totals))
    made = _core.roll(x.transpose(order), tuple(totals.values()), axis=tuple(map(order.index, totals)))
    return made.transpose(tuple(map(order.index, range(x.ndim))))


def flipud(m):
    """Return a view with the rows in reverse order.

    Parameters
    ----------
    m : dpnp.ndarray
        At least one dimension.

    Returns
    -------
    dpnp.ndarray

    Raises
    ------
    ValueError
        If it has no dimensions.

    Examples
    --------
    >>> np.flipud(np.array([[1, 2], [3, 4]]))
    array([[3, 4],
           [1, 2]])
    """
    m = as_array(m)
    if m.ndim < 1:
        raise ValueError(named("Input must be >= 1-d."))
    return flip(m, 0)


def fliplr(m):
    """Return a view with the columns in reverse order.

    Parameters
    ----------
    m : dpnp.ndarray
        At least two dimensions.

    Returns
    -------
    dpnp.ndarray

    Raises
    ------
    ValueError
        If it has fewer dimensions.

    Examples
    --------
    >>> np.fliplr(np.array([[1, 2], [3, 4]]))
    array([[2, 1],
           [4, 3]])
    """
    m = as_array(m)
    if m.ndim < 2:
        raise ValueError(named("Input must be >= 2-d."))
    return flip(m, 1)


def rot90(m, k=1, axes=(0, 1)):
    """Return a view rotated by k times 90 degrees, from the first of two axes towards the second.

    Parameters
    ----------
    m : dpnp.ndarray
        At least two dimensions.
    k : int, optional
        The number of times.
    axes : pair of ints, optional
        The plane.

    Returns
    -------
    dpnp.ndarray

    Raises
    ------
    ValueError
        If the axes are not two different ones of the array.

    Examples
    --------
    >>> np.rot90(np.array([[1, 2], [3, 4]]))
    array([[2, 4],
           [1, 3]])
    """
    m = as_array(m)
    axes = tuple([as_int(axis, "axes") for axis in int_tuple(axes)])
    if len(axes) != 2:
        raise ValueError(named(f"axes must be two axes, not {len(axes)}"))
    if any(not -m.ndim <= axis < m.ndim for axis in axes):
        raise ValueError(named(f"axes are {axes}, out of range for an array of {m.ndim} dimensions"))
    first, second = (axis % m.ndim for axis in axes)
    if first == second:
        raise ValueError(named(f"axes are {axes}, and must be different"))
    k = as_int(k, "k") % 4
    if k == 0:
        return m[...]
    if k == 2:
        return flip(m, (first, second))
    if k == 1:
        return _core.swapaxes(flip(m, second), first, second)
    return flip(_core.swapaxes(m, first, second), second)


@renamed(x="a")
def rollaxis(a, axis, start=0):
    """Return a view with an axis moved before the one that stands at `start`.

    Parameters
    ----------
    a : dpnp.ndarray
        The array.
    axis : int
        The axis.
    start : int, optional
        Before which axis it goes.

    Returns
    -------
    dpnp.ndarray

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of bounds.
    """
    a = as_array(a)
    axis = _core.normalized_axis(axis, a.ndim)
    start = as_int(start, "start")
    if not -a.ndim <= start <= a.ndim:
        raise numpy.exceptions.AxisError(named(f"start must be from {-a.ndim} to {a.ndim}, not {start}"))
    start += a.ndim if start < 0 else 0
    return moveaxis(a, axis, start - 1 if axis < start else start)


def resize(a, new_shape):
    """Return a copy in another shape; elements are repeated if there are too few.

    Parameters
    ----------
    a : dpnp.ndarray
        The array.
    new_shape : int or tuple of ints
        The shape.

    Returns
    -------
    dpnp.ndarray
        Zeros if `a` has no elements.
    """
    a = as_array(a)
    new_shape = tuple([as_extent(extent, "new_shape") for extent in int_tuple(new_shape)])
    if any(extent < 0 for extent in new_shape):
        raise ValueError(named("all elements of `new_shape` must be non-negative"))
    n = math.prod(new_shape)
    if a.size == 0 or n == 0:
        return zeros_like(a, shape=new_shape)
    flat = a.ravel()
    times = -(-n // a.size)
    return (_core.tile(flat, (times,)) if times > 1 else flat.copy())[:n].reshape(new_shape)


def trim_zeros(filt, trim="fb", axis=None):
    """Return a view without the zeros at the ends; the call waits to know where they are.

    Parameters
    ----------
    filt : dpnp.ndarray
        The array.
    trim : str, optional
        'f': in front, 'b': behind, 'fb': both.
    axis : int or tuple of ints, optional
        The axes; None: all.

    Returns
    -------
    dpnp.ndarray
    """
    filt = as_array(filt)
    trim = trim.lower() if isinstance(trim, str) else trim
    if not isinstance(trim, str):
        raise TypeError(named(f"trim must be 'f', 'b' or 'fb', not {type(trim).__name__}"))
    if trim not in ("f", "b", "fb", "bf"):
        raise ValueError(named(f"unexpected character(s) in `trim`: {trim!r}"))
    axes = _core.normalized_axes(axis, filt.ndim)
    nonzero_indices = _core.nonzero(filt) if filt.ndim else ()
    key = [slice(None)] * filt.ndim
    for axis in axes:
        if nonzero_indices[axis].size == 0:
            start, stop = (filt.shape[axis], filt.shape[axis]) if "f" in trim else (0, 0)
        else:
            start = int(_core.min(nonzero_indices[axis])) if "f" in trim else 0
            stop = int(_core.max(nonzero_indices[axis])) + 1 if "b" in trim else filt.shape[axis]
        key[axis] = slice(start, stop)
    return filt[tuple(key)]


# ---- form ---------------------------------------------------------------------------------------------------------

_REQUIREMENTS = {
    **dict.fromkeys(("C", "C_CONTIGUOUS", "CONTIGUOUS"), "C"),
    **dict.fromkeys(("F", "F_CONTIGUOUS", "FORTRAN"), "F"),
    **dict.fromkeys(("A", "ALIGNED"), "A"),
    **dict.fromkeys(("W", "WRITEABLE"), "W"),
    **dict.fromkeys(("O", "OWNDATA"), "O"),
    **dict.fromkeys(("E", "ENSUREARRAY"), "E"),
}


def require(a, dtype=None, requirements=None, *, like=None):
    """Give an array of a data type and layout.

    Parameters
    ----------
    a : object
        What `asarray` takes.
    dtype : data type, optional
        The data type.
    requirements : str or sequence of str, optional
        'C' or 'F': the layout; 'W': writable; 'O': with memory of its own; 'A', 'E': always so.
    like : dpnp.ndarray, optional
        No other array makes sense here.

    Returns
    -------
    dpnp.ndarray
        `a` itself where it is so.
    """
    queue_like("require", like, None, None)
    names = set()
    for name in as_items(() if requirements is None else requirements, "requirements", "a sequence of words"):
        if not isinstance(name, str) or name.upper() not in _REQUIREMENTS:
            raise KeyError(named(f"requirements must be of {', '.join(_REQUIREMENTS)}, not {shown(name)}"))
        names.add(_REQUIREMENTS[name.upper()])
    if {"C", "F"} <= names:
        raise ValueError(named('Cannot specify both "C" and "F" order'))
    order = "F" if "F" in names else "C" if "C" in names else None
    made = asarray(a, dtype, order, copy=True if "O" in names else None)
    return made.copy(order or "A") if "W" in names and not made.flags.writable else made


def asarray_chkfinite(a, dtype=None, order=None, *, device=None, usm_type=None, sycl_queue=None):
    """Give an array as `asarray` does, whose numbers are all finite; the call waits to know.

    Parameters
    ----------
    a, dtype, order, device, usm_type, sycl_queue
        As in `asarray`.

    Returns
    -------
    dpnp.ndarray

    Raises
    ------
    ValueError
        If an element is infinite or NaN.
    """
    made = asarray(a, dtype, order, device=device, usm_type=usm_type, sycl_queue=sycl_queue)
    if made.dtype.kind in "fc":
        if not bool(_core.all(isfinite(made))):
            raise ValueError(named("array must not contain infs or NaNs"))
    return made


def asfarray(a, dtype=None, *, device=None, usm_type=None, sycl_queue=None):
    """Give an array of a real or complex data type, as `asarray` does; integers become the default real type.

    Parameters
    ----------
    a, dtype, device, usm_type, sycl_queue
        As in `asarray`.

    Returns
    -------
    dpnp.ndarray
    """
    made = asarray(a, dtype, device=device, usm_type=usm_type, sycl_queue=sycl_queue)
    return made if made.dtype.kind in "fc" else made.astype(None)


@usually(_core.usual_copyto, arrays=2, keywords=True)
def copyto(dst, src, casting="same_kind", where=True):
    """Copy values into an array.

    Parameters
    ----------
    dst : dpnp.ndarray
        Where to.
    src : dpnp.ndarray or scalar
        The values; they broadcast.
    casting : str, optional
        The casting rule.
    where : dpnp.ndarray of bool or bool, optional
        The elements to write.

    Raises
    ------
    TypeError
        If the casting rule forbids the conversion.
    ValueError
        If the shapes do not broadcast.
    """
    dst = as_array(dst, "dst")
    if where is True and casting is SAME_KIND and isinstance(src, array_base) and src.dtype is dst.dtype:
        dst[...] = as_array(src)
        return
    if is_scalar(src):
        kind = numpy.result_type(dst.dtype, src) if type(src) in (int, float, complex) else numpy.asarray(src).dtype
        is_lossy = kind.kind == "c" and dst.dtype.kind not in "cb"
        # the real part where the rule allows it, as of an array
        source = as_parameter(numpy.asarray(src), dst, "src") if is_lossy else src
    else:
        source = as_parameter(src, dst, "src")
        kind = source.dtype
    check_casting(casting)
    if not numpy.can_cast(kind, dst.dtype, casting):
        raise TypeError(named(f"Cannot cast from {kind} to {dst.dtype} according to the rule {casting!r}"))
    if where is True:
        dst[...] = source
        return
    if isinstance(source, array_base) and source.dtype != dst.dtype:
        source = source.astype(dst.dtype)
    elif not isinstance(source, array_base):
        source = as_array_like(source, dst, dst.dtype)
    where = as_condition(where, dst)
    _core.broadcast_to(source, dst.shape)  # ValueError if it does not broadcast; `where` would broadcast dst instead
    _core.where(_core.broadcast_to(where, dst.shape), source, dst, out=dst)


def ndim(a):
    """Number of dimensions of an array, or of what NumPy makes of a scalar or sequence.

    Parameters
    ----------
    a : object
        The array.

    Returns
    -------
    int
    """
    return a.ndim if hasattr(a, "ndim") else by_others(numpy.ndim, a)


def shape(a):
    """Extents of an array, or of what NumPy makes of a scalar or sequence.

    Parameters
    ----------
    a : object
        The array.

    Returns
    -------
    tuple of ints
    """
    return a.shape if hasattr(a, "shape") else by_others(numpy.shape, a)


def size(a, axis=None):
    """Number of elements of an array, or its extents along axes, an int or a tuple, multiplied.

    Parameters
    ----------
    a : object
        The array.
    axis : int or tuple of ints, optional
        The axes; None: all.

    Returns
    -------
    int

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of bounds.
    """
    extents = shape(a)
    if axis is None:
        return math.prod(extents)
    return math.prod(extents[i] for i in _core.normalized_axes(int_tuple(axis), len(extents)))
