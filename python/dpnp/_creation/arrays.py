"""Array creation: from a shape, from objects, and from other arrays."""

from __future__ import annotations

import math
import warnings

import numpy

import dpctl.tensor as dpt
from dpctl.tensor._examples import example
from opendpex import _core
from opendpex._core import as_ndarray, ndarray
from opendpex._core import np_empty as empty
from opendpex._core import np_ones as ones
from opendpex._core import np_zeros as zeros
from opendpex._messages import as_dtype, as_extent, as_flag, as_int, named, wrong_type

from .._arrays import (
    BY_ROWS,
    KEEP,
    NO_LIMIT,
    UNSAFE,
    as_array,
    back,
    check_subok,
    common_kind,
    common_queue,
    is_scalar,
    refuse_bytes,
    renamed,
    usually,
)
from .._manipulation.shapes import moveaxis
from .._ufunc.functions import floor

__all__ = [
    "arange",
    "array",
    "asanyarray",
    "asarray",
    "ascontiguousarray",
    "asfortranarray",
    "astype",
    "copy",
    "empty",
    "empty_like",
    "eye",
    "from_dlpack",
    "full",
    "full_like",
    "identity",
    "linspace",
    "ones",
    "ones_like",
    "tri",
    "tril",
    "triu",
    "zeros",
    "zeros_like",
]


_MAKE = """{name}(shape, dtype=None, order='C', *, like=None, device=None, usm_type='device', sycl_queue=None)
--

Make an array {content}.

Parameters
----------
shape : int or tuple of ints
    Extents.
dtype : data type, optional
    Default: the device's default real type.
order : {{'C', 'F'}}, optional
    Layout.
like : dpnp.ndarray, optional
    No other array makes sense here.
device : str, SyclDevice, SyclQueue or Device, optional
    Where to allocate the array; default: the default device.
usm_type : {{'device', 'shared', 'host'}}, optional
    Kind of memory.
sycl_queue : SyclQueue, optional
    The queue of the array.

Returns
-------
dpnp.ndarray

Raises
------
ValueError
    If an extent is negative, the array too large, or the device lacks the data type.
"""
_core.document("np_empty", _MAKE.format(name="empty", content="whose elements have unspecified values"))
_core.document(
    "np_zeros", _MAKE.format(name="zeros", content="of zeros") + example("zeros", "", "np", "array", "array")
)
_core.document("np_ones", _MAKE.format(name="ones", content="of ones") + example("ones", "", "np", "array", "array"))


def queue_like(name: str, like, device, sycl_queue):
    """The queue to use: that of like= where neither a device nor a queue is given; NotImplementedError if it is no
    array of ours."""
    if like is None:
        return sycl_queue
    if not isinstance(like, _core.array_base):
        raise NotImplementedError(named(f"{name}: like= must be an array of dpnp, whose functions make nothing else"))
    return like.sycl_queue if device is None and sycl_queue is None else sycl_queue


@usually(_core.quick_asarray, arrays=0, most=2, keywords=True)
def asarray(a, dtype=None, order=None, *, device=None, usm_type=None, sycl_queue=None, copy=None, like=None):
    """Give an array with the numbers that an object holds.

    Parameters
    ----------
    a : object
        An array, an object that shows USM memory, a buffer such as a NumPy array, a scalar, or a nest of lists and
        tuples of those.
    dtype : data type, optional
        Default: that of the object.
    order : {'C', 'F', 'A', 'K'}, optional
        Layout; default 'K', as it is.
    device, sycl_queue : optional
        Where to allocate the array; default: where the object's memory is, else the default device.
    usm_type : {'device', 'shared', 'host'}, optional
        Kind of memory; default: that of the object, else 'device'.
    copy : bool, optional
        True: always copy. False: never. None: where it is needed.
    like : dpnp.ndarray, optional
        Allocate on the queue of this array, which must be a dpnp.ndarray.

    Returns
    -------
    dpnp.ndarray
        `a` itself if it satisfies the arguments.

    Raises
    ------
    ValueError
        If a copy is needed and forbidden, a nest is ragged, or the device does not support the data type.
    TypeError
        If the object holds no numbers.

    Examples
    --------
    >>> np.asarray([1, 2, 3])
    array([1, 2, 3])
    """
    if type(a) is ndarray and dtype is order is device is usm_type is sycl_queue is like is None:
        if copy is None or copy is False:
            return a  # the usual case
    if order is not None and order is not BY_ROWS:
        order = _core.order_letter(order)
    if copy is not None and copy is not False:
        copy = as_flag(copy, "copy")
    if like is not None:
        queue = queue_like("asarray", like, device, sycl_queue)
        sycl_queue = sycl_queue if isinstance(a, _core.array_base) else queue
    if type(a) is list and len(a) <= 64 and device is usm_type is sycl_queue is None and copy is not False:
        made = _core.line_of_numbers(a, dtype) if order in (None, "K", "C") else None
        if made is not None:
            return made
    if isinstance(a, _core.array_base) and not isinstance(a, _core.usm_ndarray):
        if dtype is None and device is None and usm_type is None and sycl_queue is None and not copy:
            if type(a) is not ndarray:
                a = a.view(type=ndarray)
            if order is None or order == "K" or order == "A":
                return a
            if order == "C" or order == "F":
                if a.flags.c_contiguous if order == "C" else a.flags.f_contiguous:
                    return a
                if copy is None:
                    return _core.copy(a, order=order)
        plain = _core.as_usm_ndarray(a)
    else:
        plain = a
    order = "K" if order is None else order
    made = dpt.asarray(
        plain, dtype=dtype, device=device, copy=copy, usm_type=usm_type, sycl_queue=sycl_queue, order=order
    )
    return a if made is plain and type(a) is ndarray else as_ndarray(made)


@usually(_core.quick_array, arrays=0, most=2, keywords=True)
@renamed(object="a")
def array(
    a,
    dtype=None,
    *,
    copy=True,
    order="K",
    subok=False,
    ndmin=0,
    ndmax=0,
    like=None,
    device=None,
    usm_type=None,
    sycl_queue=None,
):
    """Make an array with the numbers that an object holds: `asarray` with a copy.

    Parameters
    ----------
    a, dtype, order, like, device, usm_type, sycl_queue : optional
        As in `asarray`.
    copy : bool, optional
        True: always copy. None: where it is needed. False: never.
    subok : bool, optional
        Only False.
    ndmin : int, optional
        The least number of dimensions; axes of extent 1 come first.
    ndmax : int, optional
        Only 0: nests hold numbers, not objects, so that nothing is left to stop at.

    Returns
    -------
    dpnp.ndarray

    Examples
    --------
    >>> np.array([[1, 2], [3, 4]], dtype="f4")
    array([[1., 2.],
           [3., 4.]], dtype=float32)
    """
    if type(ndmin) is not int:
        ndmin = as_int(ndmin, "ndmin")
    if (
        type(a) is ndarray
        and copy is True
        and order is KEEP
        and dtype is device is usm_type is sycl_queue is like is None
    ):
        if a.ndim >= ndmin and ndmax is NO_LIMIT and subok is False:  # fast path of the usual case
            return _core.copy(a, order="K")
    elif type(a) is list and order is KEEP and ndmin < 2 and ndmax is NO_LIMIT and subok is False and copy is True:
        if device is usm_type is sycl_queue is like is None:
            made = _core.line_of_numbers(a, dtype)
            if made is not None:
                return made
    check_subok("array", subok)
    if as_int(ndmax, "ndmax") != 0:
        raise NotImplementedError(named("ndmax= is not supported; arrays of objects do not exist on devices"))
    made = asarray(a, dtype, order, device=device, usm_type=usm_type, sycl_queue=sycl_queue, copy=copy, like=like)
    return made if made.ndim >= ndmin else made.reshape((1,) * (ndmin - made.ndim) + made.shape)


def asanyarray(a, dtype=None, order=None, *, like=None, device=None, usm_type=None, sycl_queue=None, copy=None):
    """Give an array with the numbers that an object holds; see `asarray`.

    Parameters
    ----------
    a, dtype, order, like, device, usm_type, sycl_queue, copy
        As in `asarray`.

    Returns
    -------
    dpnp.ndarray
    """
    if (
        isinstance(a, ndarray)
        and (order is None or _core.order_letter(order) in "KA")
        and dtype is device is usm_type is sycl_queue is like is None
        and (copy is None or copy is False)
    ):
        return a  # of a subclass too
    return asarray(a, dtype, order, copy=copy, like=like, device=device, usm_type=usm_type, sycl_queue=sycl_queue)


@usually(_core.usual_ascontiguousarray)
def ascontiguousarray(a, dtype=None, *, like=None, device=None, usm_type=None, sycl_queue=None):
    """Give an array of at least one dimension in C order with the numbers that an object holds; see `asarray`.

    Parameters
    ----------
    a, dtype, like, device, usm_type, sycl_queue
        As in `asarray`.

    Returns
    -------
    dpnp.ndarray
        `a` itself where it is so.
    """
    made = asarray(a, dtype, "C", like=like, device=device, usm_type=usm_type, sycl_queue=sycl_queue)
    return made if made.ndim else made.reshape((1,))


@usually(_core.usual_asfortranarray)
def asfortranarray(a, dtype=None, *, like=None, device=None, usm_type=None, sycl_queue=None):
    """Give an array of at least one dimension in Fortran order with the numbers that an object holds; see `asarray`.

    Parameters
    ----------
    a, dtype, like, device, usm_type, sycl_queue
        As in `asarray`.

    Returns
    -------
    dpnp.ndarray
        `a` itself where it is so.
    """
    made = asarray(a, dtype, "F", like=like, device=device, usm_type=usm_type, sycl_queue=sycl_queue)
    return made if made.ndim else made.reshape((1,))


def copy(a, order="K", subok=False, device=None, usm_type=None, sycl_queue=None):
    """Copy an array.

    Parameters
    ----------
    a : object
        What `asarray` takes.
    order : {'C', 'F', 'A', 'K'}, optional
        Layout of the copy; 'K': as that of `a`.
    subok : bool, optional
        Only False.
    device, usm_type, sycl_queue : optional
        Where to allocate the copy; default: on the queue of `a`.

    Returns
    -------
    dpnp.ndarray

    Examples
    --------
    >>> x = np.arange(3)
    >>> y = np.copy(x)
    >>> y[0] = 9
    >>> x
    array([0, 1, 2])
    """
    check_subok("copy", subok)
    if type(a) is ndarray and device is None and usm_type is None and sycl_queue is None:
        return _core.copy(a, order=order)
    return asarray(a, None, order, device=device, usm_type=usm_type, sycl_queue=sycl_queue, copy=True)


@usually(_core.astype_copy, most=2)
def astype(x, dtype, /, *, order="K", casting="unsafe", copy=True, device=None):
    """Convert an array to another data type.

    Parameters
    ----------
    x : dpnp.ndarray
        The array.
    dtype : data type
        The data type of the result; None: the default real type.
    order : {'C', 'F', 'A', 'K'}, optional
        Layout of the result.
    casting : {'no', 'equiv', 'safe', 'same_kind', 'unsafe'}, optional
        The casting rule.
    copy : bool, optional
        False: return `x` itself if nothing changes.
    device : optional
        Where to allocate the result.

    Returns
    -------
    dpnp.ndarray

    Raises
    ------
    TypeError
        If the casting rule forbids the conversion.

    Examples
    --------
    >>> np.astype(np.array([1.7, 2.2]), "i4")
    array([1, 2], dtype=int32)
    """
    if type(x) is ndarray and copy is True and device is None and casting is UNSAFE and dtype is not None:
        return _core.cast_copy(x, dtype, order, None, None)
    x, copy = as_array(x), copy is not False and as_flag(copy, "copy")
    if not copy and device is None and order is KEEP and casting is UNSAFE and dtype is not None and x.dtype == dtype:
        return x
    plain = _core.as_usm_ndarray(x)
    made = dpt.astype(plain, dtype, order=order, casting=casting, copy=copy, device=device)
    return x if made is plain else as_ndarray(made)


def from_dlpack(x, /, *, device=None, copy=None):
    """Take an array of another library that speaks DLPack; see `dpctl.tensor.from_dlpack`.

    Parameters
    ----------
    x : object
        With ``__dlpack__`` and ``__dlpack_device__``, such as a NumPy array or a PyTorch tensor.
    device : device, queue, str or pair of ints, optional
        Where the result is; default: where `x` is.
    copy : bool, optional
        True: copy; False: never; None: where it has to be.

    Returns
    -------
    dpnp.ndarray
        Shares the memory of `x` where it can.

    Raises
    ------
    BufferError
        If the memory cannot be shared and must not be copied, or has no dtype here.
    """
    made = dpt.from_dlpack(x, device=device, copy=copy)
    return as_ndarray(made) if isinstance(made, _core.array_base) else asarray(made, device=device)


# ---- one value ----------------------------------------------------------------------------------------------------


def _as_filled(value, dtype):
    """A number that `full` and `full_like` cast as NumPy does: of complex ones the real part, NaN and what is beyond
    an integer's range to whatever integer NumPy makes of it, both with NumPy's warnings."""
    if isinstance(value, (complex, numpy.complexfloating)) and dtype.kind not in "cb":
        warnings.warn(
            "Casting complex values to real discards the imaginary part",
            numpy.exceptions.ComplexWarning,
            stacklevel=3,
        )
        value = value.real
    if dtype.kind in "iu":
        return numpy.asarray(value).astype(dtype).item()
    return value


def full(shape, fill_value, dtype=None, order="C", *, like=None, device=None, usm_type=None, sycl_queue=None):
    """Make an array of one value.

    Parameters
    ----------
    shape : int or tuple of ints
        Extents.
    fill_value : scalar or array_like
        The value; an array must broadcast to the shape, and says by its queue where the result is placed unless told
        otherwise.
    dtype : data type, optional
        Default: that of the value.
    order, like, device, usm_type, sycl_queue : optional
        As in `empty`.

    Returns
    -------
    dpnp.ndarray

    Examples
    --------
    >>> np.full((2, 2), 7)
    array([[7, 7],
           [7, 7]])
    """
    sycl_queue = queue_like("full", like, device, sycl_queue)
    if dtype is not None and isinstance(fill_value, (float, complex, numpy.inexact)):
        fill_value = _as_filled(fill_value, as_dtype(dtype))
    if type(fill_value) in (bool, int, float, complex):
        return _core.np_full_of_scalar(shape, fill_value, dtype, order, device, usm_type, sycl_queue)
    if isinstance(fill_value, _core.ndarray):
        fill_value = _core.as_usm_ndarray(fill_value)
    return as_ndarray(
        dpt.full(shape, fill_value, dtype=dtype, order=order, device=device, usm_type=usm_type, sycl_queue=sycl_queue)
    )


def _placement_like(a, device, usm_type, sycl_queue) -> dict:
    """The keywords that allocate a result: those given, else the queue and USM type of `a`."""
    if device is None and sycl_queue is None:
        sycl_queue = a.sycl_queue
    return {"device": device, "usm_type": a.usm_type if usm_type is None else usm_type, "sycl_queue": sycl_queue}


def _make_like(name, make, make_like, a, dtype, order, subok, shape, device, usm_type, sycl_queue):
    check_subok(name, subok)
    a = as_array(a)
    if shape is not None:
        letter = _core.order_letter(order)
        dtype = a.dtype if dtype is None else dtype
        placement = _placement_like(a, device, usm_type, sycl_queue)
        n_dimensions = len(shape) if isinstance(shape, (tuple, list)) else 1
        if letter == "K" and 1 < n_dimensions == a.ndim and not a.flags.forc:
            axes = sorted(range(a.ndim), key=lambda axis: -abs(a.strides[axis]))
            return make([shape[axis] for axis in axes], dtype, **placement).transpose(back(axes))
        keeps = letter == "A" or letter == "K" and n_dimensions == a.ndim
        layout = "F" if letter == "F" or (keeps and a.flags.fnc) else "C"
        return make(shape, dtype, layout, **placement)
    return make_like(a, dtype=dtype, order=order, device=device, usm_type=usm_type, sycl_queue=sycl_queue)


@usually(_core.empty_like)
def empty_like(a, /, dtype=None, order="K", subok=False, shape=None, *, device=None, usm_type=None, sycl_queue=None):
    """Make an array whose elements have unspecified values, with the shape of another.

    Parameters
    ----------
    a : dpnp.ndarray
        The other array; it says what the arguments do not.
    dtype : data type, optional
        Default: that of `a`.
    order : {'C', 'F', 'A', 'K'}, optional
        Layout; 'K': as that of `a`.
    subok : bool, optional
        Only False.
    shape : int or tuple of ints, optional
        Another shape.
    device, usm_type, sycl_queue : optional
        Where to allocate the result; default: on the queue of `a`.

    Returns
    -------
    dpnp.ndarray

    Examples
    --------
    >>> np.empty_like(np.ones((2, 3))).shape
    (2, 3)
    """
    return _make_like(
        "empty_like", empty, _core.empty_like, a, dtype, order, subok, shape, device, usm_type, sycl_queue
    )


@usually(_core.zeros_like)
def zeros_like(a, dtype=None, order="K", subok=False, shape=None, *, device=None, usm_type=None, sycl_queue=None):
    """Make an array of zeros, with the shape of another.

    Parameters
    ----------
    a : dpnp.ndarray
        The other array; it says what the arguments do not.
    dtype : data type, optional
        Default: that of `a`.
    order : {'C', 'F', 'A', 'K'}, optional
        Layout; 'K': as that of `a`.
    subok : bool, optional
        Only False.
    shape : int or tuple of ints, optional
        Another shape.
    device, usm_type, sycl_queue : optional
        Where to allocate the result; default: on the queue of `a`.

    Returns
    -------
    dpnp.ndarray

    Examples
    --------
    >>> np.zeros_like(np.arange(3))
    array([0, 0, 0])
    """
    return _make_like(
        "zeros_like", zeros, _core.zeros_like, a, dtype, order, subok, shape, device, usm_type, sycl_queue
    )


@usually(_core.ones_like)
def ones_like(a, dtype=None, order="K", subok=False, shape=None, *, device=None, usm_type=None, sycl_queue=None):
    """Make an array of ones, with the shape of another.

    Parameters
    ----------
    a : dpnp.ndarray
        The other array; it says what the arguments do not.
    dtype : data type, optional
        Default: that of `a`.
    order : {'C', 'F', 'A', 'K'}, optional
        Layout; 'K': as that of `a`.
    subok : bool, optional
        Only False.
    shape : int or tuple of ints, optional
        Another shape.
    device, usm_type, sycl_queue : optional
        Where to allocate the result; default: on the queue of `a`.

    Returns
    -------
    dpnp.ndarray

    Examples
    --------
    >>> np.ones_like(np.array([1.5, 2.5]))
    array([1., 1.])
    """
    return _make_like("ones_like", ones, _core.ones_like, a, dtype, order, subok, shape, device, usm_type, sycl_queue)


def full_like(
    a, fill_value, dtype=None, order="K", subok=False, shape=None, *, device=None, usm_type=None, sycl_queue=None
):
    """Make an array of one value, with the shape of another; see `zeros_like` and `full`.

    Parameters
    ----------
    a : dpnp.ndarray
        Gives the shape, dtype, memory order and queue.
    fill_value : scalar or array_like
        The value, or values that broadcast.
    dtype, order, subok, shape, device, usm_type, sycl_queue : optional
        As in `zeros_like`.

    Returns
    -------
    dpnp.ndarray

    Raises
    ------
    TypeError
        If a complex number is to fill an array that is not complex.

    Examples
    --------
    >>> np.full_like(np.arange(3), 5)
    array([5, 5, 5])
    """
    if fill_value is None or isinstance(fill_value, (dict, set, type)) or type(fill_value) is object:
        raise wrong_type("fill_value", "a number or an array of numbers", fill_value)
    made = empty_like(a, dtype, order, subok, shape, device=device, usm_type=usm_type, sycl_queue=sycl_queue)
    is_inexact = isinstance(fill_value, (float, complex, numpy.inexact))
    made[...] = _as_filled(fill_value, made.dtype) if is_inexact else fill_value
    return made


# ---- ranges -------------------------------------------------------------------------------------------------------


@usually(_core.quick_arange, arrays=0, most=4, keywords=True)
def arange(start=None, /, stop=None, step=1, dtype=None, *, like=None, device=None, usm_type="device", sycl_queue=None):
    """Make the numbers start, start + step, … below stop.

    Parameters
    ----------
    start : scalar, optional
        First number, by default 0; without `stop` the end, from 0 on.
    stop, step : scalar, optional
        End, which is not included, and distance.
    dtype : data type, optional
        Default: that of the three numbers.
    like, device, usm_type, sycl_queue : optional
        As in `empty`.

    Returns
    -------
    dpnp.ndarray
        One dimension of ceil((stop - start) / step) elements.

    Raises
    ------
    ValueError
        If `step` is 0.

    Examples
    --------
    >>> np.arange(3)
    array([0, 1, 2])
    >>> np.arange(0, 1, 0.25)
    array([0.  , 0.25, 0.5 , 0.75])
    """
    sycl_queue = queue_like("arange", like, device, sycl_queue)
    if start is None:
        if stop is None:
            raise TypeError(named("an end is needed"))
        start = 0
    if (
        (dtype is None or dtype is int)
        and type(start) is int
        and type(step) is int
        and (stop is None or type(stop) is int)
    ):
        first, last = (0, start) if stop is None else (start, stop)
        made = _core.np_arange_of_ints(
            first, last, step, device, "device" if usm_type is None else usm_type, sycl_queue
        )
        if made is not None:
            return made
    start, stop, step = (x.asnumpy()[()] if isinstance(x, ndarray) and x.ndim == 0 else x for x in (start, stop, step))
    return as_ndarray(
        dpt.arange(
            start,
            stop,
            step,
            dtype=dtype,
            device=device,
            usm_type="device" if usm_type is None else usm_type,
            sycl_queue=sycl_queue,
        )
    )


def _linspace_of_arrays(start, stop, num, dtype, placement, endpoint, axis):
    """start + k (stop - start) / n along a new axis, of arrays or of numbers that are not real."""
    refuse_bytes(start, stop)
    arrays = [x for x in (start, stop) if isinstance(x, _core.array_base)]
    if arrays and placement["device"] is None and placement["sycl_queue"] is None:
        placement = {"usm_type": placement["usm_type"], "sycl_queue": common_queue(arrays)}
    if arrays and placement["usm_type"] is None:
        placement["usm_type"] = common_kind(arrays)
    start, stop = (asarray(x, **placement) for x in (start, stop))
    start, stop = start * 1.0, stop * 1.0  # before they are subtracted: unsigned integers would wrap around
    delta = stop - start
    n = num - 1 if endpoint else num
    k = arange(num, usm_type=start.usm_type, sycl_queue=start.sycl_queue).reshape((num,) + (1,) * delta.ndim)
    made = k * (delta / n) + start if n > 0 else k * delta + start
    if endpoint and num > 1:
        made[-1] = stop
    if dtype is not None:
        made = astype(made if as_dtype(dtype).kind not in "iu" else floor(made), dtype)
    return moveaxis(made, 0, axis)


def _precision_of(start, stop):
    """The dtype between values of single or half precision; None: the default one."""
    if (
        is_scalar(start)
        and is_scalar(stop)
        and not isinstance(start, numpy.generic)
        and not isinstance(stop, numpy.generic)
    ):
        return None
    dtypes = (
        x.dtype if isinstance(x, (_core.array_base, numpy.generic)) else x if is_scalar(x) else numpy.float64
        for x in (start, stop)
    )
    made = numpy.result_type(*dtypes, 1.0)
    return made if made.char in "efF" else None


def linspace(
    start,
    stop,
    num=50,
    endpoint=True,
    retstep=False,
    dtype=None,
    axis=0,
    *,
    device=None,
    usm_type=None,
    sycl_queue=None,
):
    """Make numbers at equal distances.

    Parameters
    ----------
    start, stop : scalar or array_like
        First and last number; arrays broadcast, and the numbers stand along a new axis.
    num : int, optional
        The number of values.
    endpoint : bool, optional
        False: exclude `stop`.
    retstep : bool, optional
        Give the distance too.
    dtype : data type, optional
        Default: a real or complex type, of the precision that arrays and NumPy's scalars have.
    axis : int, optional
        Where the new axis stands.
    device, usm_type, sycl_queue : optional
        As in `empty`.

    Returns
    -------
    dpnp.ndarray, or a tuple of it and the distance

    Examples
    --------
    >>> np.linspace(0, 1, 5)
    array([0.  , 0.25, 0.5 , 0.75, 1.  ])
    """
    num, endpoint = as_int(num, "num"), as_flag(endpoint, "endpoint")
    if num < 0:
        raise ValueError(named(f"num must not be negative, {num} was given"))
    placement = {"device": device, "usm_type": usm_type, "sycl_queue": sycl_queue}
    if is_scalar(start) and is_scalar(stop):
        placement["usm_type"] = "device" if usm_type is None else usm_type
        _core.normalized_axis(axis, 1)
        target = None if dtype is None else as_dtype(dtype)
        is_lossy = target is not None and target.kind != "c" and numpy.result_type(start, stop).kind == "c"
        made = as_ndarray(
            dpt.linspace(start, stop, num, dtype=None if is_lossy else dtype, endpoint=endpoint, **placement)
        )
        if is_lossy:  # the real parts, as of arrays
            made = astype(floor(made) if target.kind in "iu" else made, target)
    else:
        made = _linspace_of_arrays(start, stop, num, dtype, placement, endpoint, axis)
    narrow = _precision_of(start, stop) if dtype is None else None
    if narrow is not None and (narrow != numpy.float16 or made.sycl_device.has_aspect_fp16):
        made = made.astype(narrow, copy=False)
    if not as_flag(retstep, "retstep"):
        return made
    n = num - 1 if endpoint else num
    if n < 1:
        return made, math.nan
    if not (is_scalar(start) and is_scalar(stop)):  # integers would wrap around
        ends = [
            x if is_scalar(x) else asarray(x, usm_type=made.usm_type, sycl_queue=made.sycl_queue) for x in (start, stop)
        ]
        kind = numpy.result_type(*(x if is_scalar(x) else x.dtype for x in ends))
        start, stop = (x if is_scalar(x) else x.astype(None if kind.kind in "biu" else kind, copy=False) for x in ends)
    return made, (stop - start) / n


# ---- matrices -----------------------------------------------------------------------------------------------------


@usually(_core.np_usual_eye, arrays=0, most=1)
def eye(N, M=None, k=0, dtype=None, order="C", *, like=None, device=None, usm_type="device", sycl_queue=None):
    """Make a matrix with ones on one diagonal and zeros elsewhere.

    Parameters
    ----------
    N, M : int
        Rows and columns; as many columns as rows by default.
    k : int, optional
        The diagonal: 0 the main one, positive above it.
    dtype, order, like, device, usm_type, sycl_queue : optional
        As in `empty`.

    Returns
    -------
    dpnp.ndarray

    Examples
    --------
    >>> np.eye(2)
    array([[1., 0.],
           [0., 1.]])
    >>> np.eye(2, 3, k=1)
    array([[0., 1., 0.],
           [0., 0., 1.]])
    """
    sycl_queue = queue_like("eye", like, device, sycl_queue)
    return as_ndarray(
        dpt.eye(
            as_extent(N, "N"),
            M if M is None else as_extent(M, "M"),
            k=k,
            dtype=dtype,
            order=order,
            device=device,
            usm_type="device" if usm_type is None else usm_type,
            sycl_queue=sycl_queue,
        )
    )


def identity(n, dtype=None, *, like=None, device=None, usm_type="device", sycl_queue=None):
    """Make the identity matrix of n rows; see `eye`.

    Parameters
    ----------
    n : int
        Rows and columns.
    dtype, like, device, usm_type, sycl_queue : optional
        As in `empty`.

    Returns
    -------
    dpnp.ndarray
        Shape (n, n), the default real type.

    Examples
    --------
    >>> np.identity(2)
    array([[1., 0.],
           [0., 1.]])
    """
    return eye(as_extent(n, "n"), dtype=dtype, like=like, device=device, usm_type=usm_type, sycl_queue=sycl_queue)


def tri(N, M=None, k=0, dtype=float, *, like=None, device=None, usm_type="device", sycl_queue=None):
    """Make a matrix with ones on and below a diagonal and zeros above; see `eye`.

    Parameters
    ----------
    N, M : int
        Rows and columns; as many columns as rows by default.
    k : int, optional
        The diagonal: 0 the main one, positive above it.
    dtype, like, device, usm_type, sycl_queue : optional
        As in `empty`.

    Returns
    -------
    dpnp.ndarray
        Shape (N, M); negative extents count as 0.

    Examples
    --------
    >>> np.tri(2, 3)
    array([[1., 0., 0.],
           [1., 1., 0.]])
    """
    sycl_queue = queue_like("tri", like, device, sycl_queue)
    shape = tuple(as_int(n, "N" if n is N else "M") for n in (N, N if M is None else M))
    shape = tuple(n if n > 0 else 0 for n in shape)
    dtype = None if dtype is float else dtype  # the default real dtype of the device
    return tril(ones(shape, dtype, device=device, usm_type=usm_type, sycl_queue=sycl_queue), k=k)


def _matrix(m):
    """An array of one dimension as a square matrix of equal rows, as in NumPy."""
    m = as_array(m)
    return _core.broadcast_to(m, (m.size, m.size)) if m.ndim == 1 else m


def tril(m, k=0):
    """Copy an array with zeros above the k-th diagonal of its last two axes; one dimension counts as the rows of a
    matrix.

    Parameters
    ----------
    m : dpnp.ndarray
        Shape (..., M, N), or (N,).
    k : int, optional
        The diagonal: 0 the main one, positive above it.

    Returns
    -------
    dpnp.ndarray
        The shape and dtype of `m`.

    Raises
    ------
    ValueError
        If the array has no dimensions.

    Examples
    --------
    >>> np.tril(np.ones((3, 3), dtype=int))
    array([[1, 0, 0],
           [1, 1, 0],
           [1, 1, 1]])
    """
    return as_ndarray(dpt.tril(_core.as_usm_ndarray(_matrix(m)), k=k))


def triu(m, k=0):
    """Copy an array with zeros below the k-th diagonal of its last two axes; one dimension counts as the rows of a
    matrix.

    Parameters
    ----------
    m : dpnp.ndarray
        Shape (..., M, N), or (N,).
    k : int, optional
        The diagonal: 0 the main one, positive above it.

    Returns
    -------
    dpnp.ndarray
        The shape and dtype of `m`.

    Raises
    ------
    ValueError
        If the array has no dimensions.

    Examples
    --------
    >>> np.triu(np.ones((3, 3), dtype=int))
    array([[1, 1, 1],
           [0, 1, 1],
           [0, 0, 1]])
    """
    return as_ndarray(dpt.triu(_core.as_usm_ndarray(_matrix(m)), k=k))


_core.set_hook("ndarray_from_nest", asarray)
