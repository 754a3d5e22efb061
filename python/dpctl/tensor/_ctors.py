"""Array creation: full, arange, linspace, eye, tril, triu and meshgrid.

`empty`, `zeros`, `ones` and their ``_like`` forms are written in C (python/core/create.c).
"""

from __future__ import annotations

import math

import numpy

from dpctl.utils import get_execution_queue
from opendpex import _core
from opendpex._core import empty, empty_like, ones, ones_like, usm_ndarray, zeros, zeros_like
from opendpex._messages import as_dtype, as_flag, as_int, as_word, by_others, different_queues, named

from ._asarray import asarray
from ._copy_utils import default_complex
from ._data_types import bool as _BOOL
from ._data_types import int64 as _INT
from ._device import normalize_queue_device
from ._elementwise import floor
from ._examples import example
from ._manipulation_functions import broadcast_views, reshape

__all__ = [
    "arange",
    "empty",
    "empty_like",
    "eye",
    "full",
    "full_like",
    "linspace",
    "meshgrid",
    "ones",
    "ones_like",
    "tril",
    "triu",
    "zeros",
    "zeros_like",
]

_PLACEMENT = """device, sycl_queue : optional
    Where to allocate the array: a filter string, a device, a queue or a `Device`; default: the default device.
usm_type : {'device', 'shared', 'host'}, optional
    Kind of memory; default: 'device'."""

for _name, _summary in (
    ("empty", "Make an array without setting its elements."),
    ("zeros", "Make an array of zeros."),
    ("ones", "Make an array of ones."),
):
    _core.document(
        _name,
        f"""{_name}(shape, *, dtype=None, order='C', device=None, usm_type='device', sycl_queue=None)
--

{_summary}

Parameters
----------
shape : int or sequence of ints
    Extents of the array.
dtype : data type, optional
    Default: the device's default real type.
order : {{'C', 'F'}}, optional
    Layout: row by row or column by column.
{_PLACEMENT}

Returns
-------
usm_ndarray
    A new contiguous array.

Raises
------
ValueError
    If an extent is negative, the device does not support the data type, or `order` or `usm_type` is unknown.
dpctl.memory.USMAllocationError
    If there is not enough memory.
"""
        + example(_name),
    )
    _core.document(
        f"{_name}_like",
        f"""{_name}_like(x, /, *, dtype=None, order='K', device=None, usm_type=None, sycl_queue=None)
--

{_summary[:-1]} with the shape of another.

Parameters
----------
x : usm_ndarray
    The other array; what is not given is as it has it.
dtype : data type, optional
order : {{'C', 'F', 'A', 'K'}}, optional
    Layout; 'K' is that of `x`.
device, sycl_queue : optional
    Where to allocate the array.
usm_type : {{'device', 'shared', 'host'}}, optional
    Kind of memory.

Returns
-------
usm_ndarray
    A new contiguous array, of the shape of `x`.

Raises
------
TypeError
    If `x` is not an array.
ValueError
    If the device does not support the data type, or `order` or `usm_type` is unknown.
"""
        + example(f"{_name}_like"),
    )


# ---- full -------------------------------------------------------------------------------------------------

_NUMBERS = (int, float, complex, numpy.number, numpy.bool_, numpy.ndarray, usm_ndarray)

_PLAIN = frozenset((bool, int, float, complex))


def _fill_value(value, device, sycl_queue):
    """The fill value as an array or scalar; TypeError if it holds no numbers."""
    if isinstance(value, (list, tuple, range, numpy.ndarray)):
        return asarray(value, device=device, sycl_queue=sycl_queue)
    if isinstance(value, _NUMBERS) and getattr(value, "dtype", _BOOL).kind in "biufc":
        return value
    raise TypeError(named(f"fill_value must be a number or an array of numbers, not {type(value).__name__}"))


def _plain(value):
    """A NumPy scalar or 0-d array of the host as the Python scalar it stands for; others as they are."""
    return value.item() if isinstance(value, (numpy.generic, numpy.ndarray)) and value.ndim == 0 else value


def _dtype_of(value, device, sycl_queue):
    """The data type that a value asks for; None is the default real type."""
    if isinstance(value, (usm_ndarray, numpy.ndarray, numpy.generic)):
        return value.dtype
    if isinstance(value, float):
        return None
    if isinstance(value, complex):
        return default_complex(normalize_queue_device(sycl_queue=sycl_queue, device=device))
    if isinstance(value, bool):
        return _BOOL
    return _INT if -(2**63) <= value < 2**63 else numpy.dtype("uint64")


def full(shape, fill_value, *, dtype=None, order="C", device=None, usm_type=None, sycl_queue=None) -> usm_ndarray:
    """Return an array filled with a value.

    Parameters
    ----------
    shape : int or sequence of ints
        Extents of the array.
    fill_value : scalar, array or nested sequence
        The value; an array is broadcast to `shape`, and determines the device if none is given.
    dtype : data type, optional
        Default: that of `fill_value`.
    order : {'C', 'F'}, optional
        Layout.
    device, sycl_queue : optional
        Where to allocate the array.
    usm_type : {'device', 'shared', 'host'}, optional
        Kind of memory; default: that of an array as `fill_value`, else 'device'.

    Returns
    -------
    usm_ndarray
        Of shape `shape`.

    Raises
    ------
    TypeError
        If `fill_value` holds no numbers.

    Examples
    --------
    >>> dpt.full(3, 7)
    usm_ndarray([7, 7, 7])
    """
    if isinstance(fill_value, (numpy.float64, numpy.complex128)):  # as Python's, which the device may round
        fill_value = fill_value.item()
    elif isinstance(fill_value, numpy.float16):  # as an array of it: float32 where the device has no half precision
        fill_value = asarray(fill_value, device=device, sycl_queue=sycl_queue)
    if type(fill_value) in _PLAIN:  # fast path of the usual case
        return _core.full_of_scalar(shape, fill_value, dtype, order, device, usm_type, sycl_queue)
    fill_value = _fill_value(fill_value, device, sycl_queue)
    if isinstance(fill_value, usm_ndarray):
        usm_type = fill_value.usm_type if usm_type is None else usm_type
        if device is None and sycl_queue is None:
            sycl_queue = fill_value.sycl_queue
    if dtype is None:
        dtype = _dtype_of(fill_value, device, sycl_queue)
    usm_type = "device" if usm_type is None else usm_type
    result = empty(shape, dtype=dtype, order=order, device=device, usm_type=usm_type, sycl_queue=sycl_queue)
    result[...] = _plain(fill_value)
    return result


def full_like(x, /, fill_value, *, dtype=None, order="K", device=None, usm_type=None, sycl_queue=None) -> usm_ndarray:
    """Return an array of the shape of another, filled with a value.

    Parameters
    ----------
    x : usm_ndarray
        The other array; what is not given is as it has it.
    fill_value : scalar, array or nested sequence
        The value; an array is broadcast to the shape of `x`.
    dtype, order, device, usm_type, sycl_queue : optional
        As for `empty_like`.

    Returns
    -------
    usm_ndarray
        Of the shape and, if `dtype` is not given, of the data type of `x`.

    Raises
    ------
    TypeError
        If `x` is not an array, or `fill_value` holds no numbers.
    ValueError
        If the device lacks the data type.

    Examples
    --------
    >>> dpt.full_like(dpt.arange(3), 7)
    usm_ndarray([7, 7, 7])
    """
    result = empty_like(x, dtype=dtype, order=order, device=device, usm_type=usm_type, sycl_queue=sycl_queue)
    fill_value = _fill_value(fill_value, None, result.sycl_queue)
    result[...] = _plain(fill_value)
    return result


# ---- ranges -----------------------------------------------------------------------------------------------


_PLAIN_REALS = frozenset((int, float))


def _range_dtype(values, device, sycl_queue):
    """The data type of a range between such values: that of its highest kind. None is the default real type."""
    if _PLAIN_REALS.issuperset(map(type, values)):
        return None if float in map(type, values) else _INT
    strong = [v.dtype for v in values if isinstance(v, (numpy.generic, numpy.ndarray, usm_ndarray))]
    if len(strong) == len(values):
        return numpy.result_type(*strong)
    plain = [by_others(v.item) if isinstance(v, (numpy.generic, numpy.ndarray)) else v for v in values]
    if any(isinstance(v, complex) for v in plain):
        return default_complex(normalize_queue_device(sycl_queue=sycl_queue, device=device))
    return None if any(isinstance(v, float) for v in plain) else _INT


def _number(value, name: str):
    """A Python number for a scalar or an array of one element."""
    if type(value) in _PLAIN:
        return value
    if isinstance(value, usm_ndarray) and value.size == 1:
        value = _core.asnumpy(value).reshape(()).item()
    value = value if getattr(value, "size", 1) != 1 else _plain(value)
    if not isinstance(value, (int, float, complex)):
        raise TypeError(named(f"{name} must be a number, not {type(value).__name__}"))
    return value


def _range_length(start, stop, step) -> int:
    """How many values there are from `start` up to `stop`, which is not one of them."""
    if step == 0:
        raise ZeroDivisionError("arange: step must not be 0")
    if isinstance(start, int) and isinstance(stop, int) and isinstance(step, int):
        return max(0, -((start - stop) // step))
    count = ((stop - start) / step).real  # of complex numbers: how many steps lead up to the line through stop
    if not math.isfinite(count):
        raise ValueError(named(f"the number of values from {start} to {stop} by {step} is not finite"))
    return max(0, math.ceil(count))


def _whole(value, dtype: numpy.dtype) -> int:
    """A Python number without its fraction; OverflowError if it is beyond an integer type."""
    number, limits = int(value.real), numpy.iinfo(dtype)
    if not limits.min <= number <= limits.max:
        raise OverflowError(named(f"{number} is out of bounds for {dtype}"))
    return number


def _first_and_step(first, step, length: int, dtype: numpy.dtype):
    """Both in the kind of a data type. The step of integers leads from the first value, without its fraction, to the
    second."""
    if dtype.kind in "iu":
        start = _whole(first, dtype)
        difference = _whole(first + step, dtype) - start if length > 1 else 0
        return start, (difference % 2 ** (8 * dtype.itemsize) if dtype.kind == "u" else difference)
    if dtype.kind == "f":
        return float(first.real), float(step.real)
    return complex(first), complex(step)


def arange(
    start, /, stop=None, step=1, *, end=None, dtype=None, device=None, usm_type="device", sycl_queue=None
) -> usm_ndarray:
    """Return the array ``start, start + step, ...`` of values before `stop`.

    Parameters
    ----------
    start : scalar
        First value; the `stop` of a range from 0 if nothing else is given.
    stop : scalar, optional
        Where the range ends; `end` is another name for it.
    step : scalar, optional
        Difference of neighbours.
    dtype : data type, optional
        Default: int64, or the device's default real or complex type if an argument is so.
    device, sycl_queue : optional
        Where to allocate the array.
    usm_type : {'device', 'shared', 'host'}, optional
        Kind of memory.

    Returns
    -------
    usm_ndarray
        One dimension of ``ceil((stop - start) / step)`` values, or none if that is negative.

    Raises
    ------
    ZeroDivisionError
        If `step` is 0.
    ValueError
        If there are more than two values of bool.
    OverflowError
        If the first or the second value is out of bounds for an integer type.

    Examples
    --------
    >>> dpt.arange(0, 6, 2)
    usm_ndarray([0, 2, 4])
    """
    if end is not None:
        if stop is not None:
            raise TypeError(named("stop and end are two names for one thing; give one of them"))
        stop = end
    if stop is None:
        start, stop = 0, start
    given_step = step = 1 if step is None else step
    if type(start) is int and type(stop) is int and type(step) is int:  # fast path of the usual case
        if dtype is None:
            made = _core.arange_of_ints(start, stop, step, device, usm_type, sycl_queue)
            if made is not None:
                return made
        first, last = start, stop
        dtype = _INT if dtype is None else as_dtype(dtype)
    else:
        dtype = as_dtype(dtype) if dtype is not None else None
        first, last, step = _number(start, "start"), _number(stop, "stop"), _number(step, "step")
        dtype = _range_dtype((start, stop, given_step), device, sycl_queue) if dtype is None else dtype
    length = _range_length(first, last, step)
    if length > 2 and dtype is not None and dtype.kind == "b":
        raise ValueError(named(f"{length} values of bool, of which there are two"))
    result = empty(length, dtype=dtype, device=device, usm_type=usm_type, sycl_queue=sycl_queue)
    if result.dtype is _BOOL:
        for i in range(length):
            result[i] = bool(first + i * step)
        return result
    _core.fill_arange(result, *_first_and_step(first, step, length, result.dtype))
    return result


def linspace(
    start, stop, /, num, *, dtype=None, device=None, endpoint=True, sycl_queue=None, usm_type="device"
) -> usm_ndarray:
    """Return equally spaced values.

    Parameters
    ----------
    start, stop : scalar
        First and last value.
    num : int
        Number of values.
    dtype : data type, optional
        Default: the device's default real type, or complex type if `start` or `stop` is complex. Integers are rounded
        down.
    endpoint : bool, optional
        Whether `stop` is one of the values; otherwise they are those of ``num + 1`` without the last.
    device, sycl_queue, usm_type : optional
        As for `arange`.

    Returns
    -------
    usm_ndarray
        One dimension of `num` values.

    Raises
    ------
    ValueError
        If `num` is negative.
    TypeError
        If `endpoint` is not a bool.

    Examples
    --------
    >>> dpt.linspace(0, 1, 5)
    usm_ndarray([0.  , 0.25, 0.5 , 0.75, 1.  ])
    """
    num = as_int(num, "num")
    if num < 0:
        raise ValueError(named(f"num is {num}, it must not be negative"))
    if not isinstance(endpoint, bool):
        raise TypeError(named(f"endpoint must be True or False, not {type(endpoint).__name__}"))
    first, last = _number(start, "start"), _number(stop, "stop")
    if dtype is not None:
        dtype = as_dtype(dtype)
    elif isinstance(first, complex) or isinstance(last, complex):
        dtype = default_complex(normalize_queue_device(sycl_queue=sycl_queue, device=device))
    result = empty(num, dtype=dtype, device=device, usm_type=usm_type, sycl_queue=sycl_queue)
    kind = result.dtype.kind
    if kind == "b" or kind in "iu" and not _are_whole(first, last, result.dtype):
        return _linspace_through_reals(first, last, result, endpoint)
    convert = {"i": int, "u": int, "f": float, "c": complex}[kind]
    _core.fill_linspace(result, convert(first), convert(last), endpoint)
    return result


def _are_whole(first, last, dtype: numpy.dtype) -> bool:
    """Whether two numbers are values of an integer type."""
    limits = numpy.iinfo(dtype)
    return all(float(v).is_integer() and limits.min <= v <= limits.max for v in (first, last))


def _linspace_through_reals(first, last, result, endpoint) -> usm_ndarray:
    """Ends that the data type does not have: the values are real ones first, and integers of them rounded down."""
    values = empty(result.shape, usm_type=result.usm_type, sycl_queue=result.sycl_queue)
    _core.fill_linspace(values, float(first), float(last), endpoint)
    if result.dtype.kind != "b":
        values = floor(values)
        values = _core.cast_copy(values, _INT, "C", None, None)  # wraps around in smaller types
    result[...] = values
    return result


# ---- matrices ---------------------------------------------------------------------------------------------


def eye(
    n_rows, n_cols=None, /, *, k=0, dtype=None, order="C", device=None, usm_type="device", sycl_queue=None
) -> usm_ndarray:
    """Return a matrix with ones on a diagonal and zeros elsewhere.

    Parameters
    ----------
    n_rows, n_cols : int
        Extents; default of `n_cols`: `n_rows`.
    k : int, optional
        The diagonal: 0 the main one, above it positive.
    dtype, order, device, usm_type, sycl_queue : optional
        As for `empty`.

    Returns
    -------
    usm_ndarray
        Of shape ``(n_rows, n_cols)``; the default real type if none is given.

    Raises
    ------
    ValueError
        If an extent is negative, or the device lacks the data type.

    Examples
    --------
    >>> dpt.eye(2)
    usm_ndarray([[1., 0.],
                 [0., 1.]])
    """
    n_rows = as_int(n_rows, "n_rows")
    n_cols = n_rows if n_cols is None else as_int(n_cols, "n_cols")
    result = empty((n_rows, n_cols), dtype=dtype, order=order, device=device, usm_type=usm_type, sycl_queue=sycl_queue)
    _core.fill_eye(result, as_int(k, "k"))
    return result


def _triangle(x, k, keep_lower: bool) -> usm_ndarray:
    if not isinstance(x, usm_ndarray):
        raise TypeError(named(f"an usm_ndarray is needed, not {type(x).__name__}"))
    if x.ndim < 2:
        raise ValueError(named(f"an array of at least 2 dimensions is needed, not {x.ndim}"))
    result = empty_like(x)
    _core.fill_triangle(result, x, as_int(k, "k"), keep_lower)
    return result


def tril(x, /, *, k=0) -> usm_ndarray:
    """Copy matrices with zeros above diagonal `k`.

    Parameters
    ----------
    x : usm_ndarray
        Matrices in the last two axes.
    k : int, optional
        The diagonal: 0 the main one, above it positive.

    Returns
    -------
    usm_ndarray
        A copy of the shape and data type of `x`.

    Raises
    ------
    ValueError
        If `x` has fewer than two dimensions.
    TypeError
        If `x` is not an array.

    Examples
    --------
    >>> dpt.tril(dpt.ones((2, 2), dtype="i4"))
    usm_ndarray([[1, 0],
                 [1, 1]], dtype=int32)
    """
    return _triangle(x, k, True)


def triu(x, /, *, k=0) -> usm_ndarray:
    """Copy matrices with zeros below diagonal `k`.

    Parameters
    ----------
    x : usm_ndarray
        Matrices in the last two axes.
    k : int, optional
        The diagonal: 0 the main one, above it positive.

    Returns
    -------
    usm_ndarray
        A copy of the shape and data type of `x`.

    Raises
    ------
    ValueError
        If `x` has fewer than two dimensions.
    TypeError
        If `x` is not an array.

    Examples
    --------
    >>> dpt.triu(dpt.ones((2, 2), dtype="i4"))
    usm_ndarray([[1, 1],
                 [0, 1]], dtype=int32)
    """
    return _triangle(x, k, False)


def meshgrid(*arrays, indexing="xy") -> list:
    """Return the coordinate arrays of a grid.

    Parameters
    ----------
    arrays : usm_ndarray
        One-dimensional arrays of one data type: the coordinates along each axis.
    indexing : {'xy', 'ij'}, optional
        Whether the first two axes are exchanged, as in plots, or in order, as in matrices.

    Returns
    -------
    list of usm_ndarray
        As many views, each of the shape of the grid: elements that are repeated are the same memory.

    Raises
    ------
    ValueError
        If the arrays do not have one dimension, one data type and one queue, or `indexing` is unknown.

    Examples
    --------
    >>> x, y = dpt.meshgrid(dpt.arange(3), dpt.arange(2))
    >>> y
    usm_ndarray([[0, 0, 0],
                 [1, 1, 1]])
    """
    as_word(indexing, "indexing", ("xy", "ij"))
    for x in arrays:
        if not isinstance(x, usm_ndarray):
            raise TypeError(named(f"an usm_ndarray is needed, not {type(x).__name__}"))
        if x.ndim != 1:
            raise ValueError(named(f"arrays of 1 dimension are needed, not {x.ndim}"))
    if len({x.dtype for x in arrays}) > 1:
        raise ValueError(named("arrays of one data type are needed"))
    if arrays and get_execution_queue([x.sycl_queue for x in arrays]) is None:
        raise different_queues(*arrays)
    return grid_views(arrays, indexing)


def grid_views(arrays, indexing, is_sparse=False) -> list:
    """The elements of each array along an axis of its own, broadcast to the grid unless it is sparse: views."""
    n = len(arrays)
    positions = [1, 0, *range(2, n)] if indexing == "xy" and n > 1 else range(n)
    views = [reshape(x, (1,) * at + (x.size,) + (1,) * (n - 1 - at)) for x, at in zip(arrays, positions, strict=True)]
    return views if as_flag(is_sparse, "sparse") or n < 2 else broadcast_views(views)
