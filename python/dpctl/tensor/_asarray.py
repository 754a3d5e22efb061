"""`asarray`: conversion of objects to arrays, and copies from NumPy."""

from __future__ import annotations

import numpy

import dpctl
from dpctl.utils import ExecutionPlacementError, get_coerced_usm_type, get_execution_queue, validate_usm_type
from opendpex import _core
from opendpex._core import name_error, usm_ndarray
from opendpex._messages import as_dtype, by_others, named

from ._copy_utils import default_complex, default_real, has_layout
from ._device import normalize_queue_device
from ._dlpack_import import imported

__all__ = ["asarray", "from_numpy"]

# The usual order is compared by identity: the `==` of an array is no bool. A text that is equal but another object is
# read as all others are.
_KEEP = "K"


def asarray(obj, /, *, dtype=None, device=None, copy=None, usm_type=None, sycl_queue=None, order="K"):
    """Convert an object to an array.

    Parameters
    ----------
    obj : object
        An array, an object with USM memory (``__usm_ndarray__``, ``__sycl_usm_array_interface__``), a buffer such
        as a NumPy array, an object that NumPy takes by its ``__array__``, a Python scalar, or a nest of lists and
        tuples of those.
    dtype : data type, optional
        Default: that of the object; bool, int64 and the device's default real and complex type for Python scalars.
    device, sycl_queue : optional
        Where to allocate the array. Default: where the object's memory is, else the default device.
    copy : bool, optional
        True: always copy. False: never. None: where it is needed.
    usm_type : {'device', 'shared', 'host'}, optional
        Kind of memory. Default: that of the object's memory, else 'device'.
    order : {'C', 'F', 'A', 'K'}, optional
        Layout; 'K' leaves it as it is.

    Returns
    -------
    usm_ndarray

    Raises
    ------
    OverflowError
        If a Python int does not fit the data type that is asked for.
    ValueError
        If a copy is needed and forbidden, a nest is ragged, or the device does not support the data type.
    TypeError
        If the object holds no numbers.
    ExecutionPlacementError
        If arrays in a nest are on different queues and neither `device` nor `sycl_queue` is given.

    Examples
    --------
    >>> dpt.asarray([[1, 2], [3, 4]], dtype="f4")
    usm_ndarray([[1., 2.],
                 [3., 4.]], dtype=float32)
    """
    if dtype is None and copy is None and order is _KEEP:  # fast path of the usual cases
        kind = type(obj)
        if kind is numpy.ndarray:
            return _core.host_copy(_numbers(obj), usm_type, device, sycl_queue)
        if kind is float or kind is bool or (kind is int and -(2**63) <= obj < 2**63):
            return _core.full_of_scalar((), obj, None, "C", device, usm_type, sycl_queue)
        if (kind is list or kind is tuple) and _holds_scalars(obj):
            return _core.host_copy(_numbers(_host_array(obj)), usm_type, device, sycl_queue)
    elif type(obj) is usm_ndarray and order is _KEEP and usm_type is None and device is None and sycl_queue is None:
        if copy is None or copy is True or copy is False:
            return _where_it_is(obj, dtype, copy)
    _check_arguments(copy, usm_type)
    order = _core.order_letter(order)
    queue = None
    if device is not None or sycl_queue is not None:
        queue = normalize_queue_device(sycl_queue=sycl_queue, device=device)
    elif dtype is None and copy is None and usm_type is None and order == "K" and isinstance(obj, usm_ndarray):
        return obj
    dtype = None if dtype is None else _native(as_dtype(dtype))
    is_nest, is_scalar = isinstance(obj, (list, tuple, range)), isinstance(obj, (int, float, complex))
    view = None if is_nest or is_scalar else _usm_view(obj)
    if view is not None:
        return _from_usm(view, dtype, copy, usm_type, queue, order)
    if copy is False:
        raise ValueError(
            named(f"an object of type {type(obj).__name__} becomes an array by a copy only, which copy=False forbids")
        )
    if is_nest:
        return _from_nest(obj, dtype, usm_type, queue, order)
    array = _from_scalars(obj, dtype) if is_scalar else _to_numpy(obj)
    return _from_host(array, dtype, usm_type, queue, order)


def from_numpy(np_ary, /, *, device=None, usm_type="device", sycl_queue=None):
    """Copy a NumPy array to a device.

    Parameters
    ----------
    np_ary : array_like
        What ``numpy.asarray`` takes.
    device, sycl_queue : optional
        Where to allocate the copy; default: the default device.
    usm_type : {'device', 'shared', 'host'}, optional
        Kind of memory.

    Returns
    -------
    usm_ndarray
        The copy, row by row in memory. On a device without double precision, float64 becomes float32 and complex128
        complex64.

    Raises
    ------
    TypeError
        If the object holds no numbers.

    Examples
    --------
    >>> dpt.from_numpy(numpy.arange(3))
    usm_ndarray([0, 1, 2])
    """
    validate_usm_type(usm_type, allow_none=False)
    return _core.host_copy(by_others(numpy.asarray, np_ary, order="C"), usm_type, device, sycl_queue)


# ---- arguments --------------------------------------------------------------------------------------------


def _check_arguments(copy, usm_type) -> None:
    if copy is not None and not isinstance(copy, (bool, numpy.bool_)):
        raise TypeError(named(f"copy must be None, True or False, not {copy!r}"))
    if usm_type is not None:
        validate_usm_type(usm_type)


def _native(dtype: numpy.dtype) -> numpy.dtype:
    if dtype.isnative:
        return dtype
    raise ValueError(named(f"data type {dtype} has another byte order than this machine"))


def _supported(dtype: numpy.dtype, queue: dpctl.SyclQueue) -> numpy.dtype:
    """The closest data type to `dtype` that the queue's device supports."""
    device = queue.sycl_device
    if dtype.char in "dD" and not device.has_aspect_fp64:
        return default_complex(queue) if dtype.kind == "c" else default_real(queue)
    if dtype.char == "e" and not device.has_aspect_fp16:
        return numpy.dtype("float32")
    return dtype


# ---- USM memory -------------------------------------------------------------------------------------------


def _usm_view(obj):
    """The object's USM memory as an array, or None."""
    if isinstance(obj, usm_ndarray):
        return obj
    view = _core.usm_view(obj)
    return imported(obj) if view is None and not isinstance(obj, _HOST_OBJECTS) else view


# They export host memory by DLPack too, but more data types by the buffer protocol
_HOST_OBJECTS = (numpy.ndarray, numpy.generic, str, bytes, bytearray, memoryview)


def _where_it_is(x, dtype, copy):
    target = x.dtype if dtype is None else _native(as_dtype(dtype))
    if target == x.dtype and not copy:
        return x
    if copy is False:
        raise ValueError(named("another data type needs a copy, which copy=False forbids"))
    return _core.cast_copy(x, target, "K", None, None)


def _from_usm(x, dtype, copy, usm_type, queue, order):
    queue = x.sycl_queue if queue is None else queue
    target = _supported(x.dtype, queue) if dtype is None else dtype
    usm_type = x.usm_type if usm_type is None else usm_type
    in_place = target == x.dtype and usm_type == x.usm_type and has_layout(x, order)
    if in_place and not copy:
        if queue == x.sycl_queue:
            return x
        if _core.is_reachable(x, queue):
            return x.to_device(queue)
    if copy is False:
        raise ValueError(
            named("another data type, layout, kind of memory, device or context needs a copy, which copy=False forbids")
        )
    return _core.cast_copy(x, target, order, usm_type, queue)


# ---- host memory ------------------------------------------------------------------------------------------


def _to_numpy(obj) -> numpy.ndarray:
    """The object as a NumPy array of numbers."""
    if isinstance(obj, numpy.ndarray):
        return _numbers(obj)
    if not isinstance(obj, (numpy.generic, int, float, complex)):
        try:
            obj = memoryview(obj)
        except TypeError:
            if hasattr(obj, "__array__"):  # data frames and the like, which are not buffers
                return _numbers(by_others(numpy.asarray, obj))
            raise TypeError(named(f"an object of type {type(obj).__name__} holds no numbers for an array")) from None
    return _numbers(numpy.asarray(obj))


def _host_array(obj) -> numpy.ndarray:
    """A nest of numbers as a NumPy array, which may be one of objects where ints are beyond 64 bits."""
    try:
        return numpy.asarray(obj)
    except Exception as error:  # a ragged nest
        name_error(error)
        raise


def _numbers(array: numpy.ndarray) -> numpy.ndarray:
    dtype = array.dtype
    if dtype.kind not in "biufc" or dtype.char in "gG":
        raise TypeError(named(f"arrays hold no elements of NumPy's data type {array.dtype}"))
    return array


def _from_scalars(obj, dtype) -> numpy.ndarray:
    """Python scalars as a NumPy array of a data type that was asked for; OverflowError where one does not fit."""
    array = _host_array(obj)
    if dtype is None or array.dtype == dtype:
        return _numbers(array)
    beyond_64_bits = array.dtype.kind == "O" and all(isinstance(item, int) for item in array.flat)
    if not beyond_64_bits:
        _numbers(array)
    return by_others(numpy.asarray, obj, dtype=dtype)


def _from_host(array, dtype, usm_type, queue, order):
    if order == "A":  # of a copy, which this is
        order = "F" if numpy.isfortran(array) else "C"
    if dtype is not None or order != "K":
        array = numpy.asarray(array, dtype=dtype, order=order)
    result = _core.host_copy(array, usm_type, None, queue)  # in the nearest data type that the device has
    if dtype is not None and result.dtype != dtype:
        raise ValueError(named(f"device '{result.sycl_device.name}' does not support the data type {dtype}"))
    return result


# ---- nests of lists and tuples ----------------------------------------------------------------------------


def array_from_sequence(obj, queue, target):
    """The nest as an array on `queue`, or as a NumPy array where it holds no arrays; TypeError where a Python complex
    number would be an element of the `target` dtype, which has no imaginary parts."""
    leaves = _usm_leaves(obj)
    if leaves:
        return _fill_nest(obj, leaves, None, None, queue, "C")
    made = _host_array(obj)
    if made.dtype.kind == "c" and target.kind not in "cb":
        numbers = (x for x in numpy.asarray(obj, dtype=object).flat if type(x) is complex)
        if (number := next(numbers, None)) is not None:
            raise TypeError(named(f"cannot convert the complex number {number} to {target}"))
    return made


def _from_nest(obj, dtype, usm_type, queue, order):
    leaves = _usm_leaves(obj)
    if not leaves:
        return _from_host(_from_scalars(obj, dtype), dtype, usm_type, queue, order)
    if queue is None:
        queue = get_execution_queue([x.sycl_queue for x in leaves])
        if queue is None:
            raise ExecutionPlacementError(
                named("the arrays are on different queues; say by device= or sycl_queue= where to go")
            )
    return _fill_nest(obj, leaves, dtype, usm_type, queue, order)


_SCALARS = frozenset((bool, int, float, complex))
_NESTS = frozenset((list, tuple))
_HOST_TYPES = _SCALARS | {range, numpy.ndarray}


def _holds_scalars(obj) -> bool:
    """Whether a list or tuple holds Python's numbers only, or lists and tuples of those: the usual cases, checked
    quickly."""
    types = set(map(type, obj))
    if types <= _SCALARS:
        return True
    return types <= _NESTS and all(_SCALARS.issuperset(map(type, row)) for row in obj)


def _is_flat(obj) -> bool:
    """Whether a list or tuple holds nothing but what the host holds: the usual case, checked quickly."""
    return set(map(type, obj)) <= _HOST_TYPES


def _usm_leaves(obj) -> list:
    """The arrays in a nest, as views."""
    if isinstance(obj, (list, tuple)):
        if _is_flat(obj):
            return []
        return [leaf for item in obj for leaf in _usm_leaves(item)]
    if isinstance(obj, (int, float, complex, range, numpy.ndarray, numpy.generic, str, bytes)):
        return []
    view = _usm_view(obj)
    return [] if view is None else [view]


def _nest_shape(obj) -> tuple:
    """The shape of a nest; ValueError if it is ragged."""
    if not isinstance(obj, (list, tuple, range)):
        view = None if isinstance(obj, (int, float, complex)) else _usm_view(obj)
        return by_others(numpy.shape, obj) if view is None else view.shape
    shapes = {_nest_shape(item) for item in obj}
    if len(shapes) > 1:
        raise ValueError(named(f"the nest is ragged: it has parts of the shapes {sorted(shapes)}"))
    return (len(obj), *(shapes.pop() if shapes else ()))


def _nest_types(obj) -> list:
    """The data types that determine that of a nest: those of its parts, and the default types of Python scalars."""
    if isinstance(obj, (list, tuple)):
        return [t for item in obj for t in _nest_types(item)]
    view = None if isinstance(obj, (range, int, float, complex)) else _usm_view(obj)
    return [numpy.asarray(obj).dtype if view is None else view.dtype]


def _fill_nest(obj, leaves, dtype, usm_type, queue, order):
    if dtype is None:
        dtype = _supported(numpy.result_type(*_nest_types(obj)), queue)
    if usm_type is None:
        usm_type = get_coerced_usm_type([x.usm_type for x in leaves])
    layout = order if order in "CF" else "C"
    result = _core.empty(_nest_shape(obj), dtype=dtype, order=layout, usm_type=usm_type, sycl_queue=queue)
    _assign_nest(result, obj)
    return result


def _assign_nest(target, obj) -> None:
    if isinstance(obj, (list, tuple)):
        for i, item in enumerate(obj):
            _assign_nest(target[i], item)
    else:
        target[...] = obj


_core.set_hook("array_from_sequence", array_from_sequence)
