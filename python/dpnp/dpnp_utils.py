"""Names of the reference's internal module (Intel's dpnp 0.20) that other packages import: data types of devices,
placement of results, fallback to NumPy. There is no fallback: calls that the reference could compute with NumPy on the
host raise NotImplementedError, as by its default.
"""

from __future__ import annotations

import numpy

import dpctl
import dpctl.tensor as dpt
from dpctl.utils import get_coerced_usm_type, get_execution_queue
from opendpex._core import array_base
from opendpex._messages import as_dtype, different_queues, named

from ._arrays import as_array
from ._creation.arrays import asarray
from ._helpers import get_usm_ndarray_or_scalar as unwrap_array

__all__ = [
    "call_origin",
    "checker_throw_type_error",
    "checker_throw_value_error",
    "convert_item",
    "copy_from_origin",
    "get_usm_allocations",
    "map_dtype_to_device",
    "unwrap_array",
    "use_origin_backend",
]


def map_dtype_to_device(dtype, device):
    """The data type, or the nearest that a device has: single for double where it lacks double, and for half where it
    lacks half.

    Parameters
    ----------
    dtype : data type
        What is asked for.
    device : str, SyclDevice, SyclQueue or Device
        Anything that `device=` takes.

    Returns
    -------
    numpy.dtype
    """
    if not isinstance(device, dpctl.SyclDevice):
        device = getattr(device, "sycl_device", None) or dpctl.SyclDevice(device)
    dtype = as_dtype(dtype)
    lacks = {"d": not device.has_aspect_fp64, "D": not device.has_aspect_fp64, "e": not device.has_aspect_fp16}
    return numpy.dtype("F" if dtype.char == "D" else "f") if lacks.get(dtype.char) else dtype


def get_usm_allocations(objects):
    """Kind of memory and queue of a result computed from some objects.

    Parameters
    ----------
    objects : list or tuple
        Arrays, and other things that do not count.

    Returns
    -------
    tuple of (str or None, SyclQueue or None)
        None where no array is among the objects.

    Raises
    ------
    TypeError
        If `objects` is no list or tuple.
    ExecutionPlacementError
        If arrays are on different queues; a ValueError.
    """
    if not isinstance(objects, (list, tuple)):
        raise TypeError(named(f"Expected a list or a tuple, got {type(objects)}"))
    arrays = [x for x in objects if isinstance(x, array_base)]
    if not arrays:
        return None, None
    queue = get_execution_queue([x.sycl_queue for x in arrays])
    if queue is None:
        raise different_queues(*arrays)
    return get_coerced_usm_type([x.usm_type for x in arrays]), queue


def call_origin(function, *args, **kwargs):
    """NotImplementedError: nothing of this package computes by NumPy on the host."""
    name = getattr(function, "__name__", function)
    raise NotImplementedError(named(f"{name} does not run on a device; call it with x.asnumpy() if the host is meant"))


def use_origin_backend(input1=None, compute_size=0) -> bool:
    """False: nothing is sent to NumPy."""
    return False


def convert_item(item):
    """An array as a copy on the host, also those in lists, tuples and dicts; anything else as it is."""
    if isinstance(item, array_base):
        return dpt.asnumpy(item)
    if type(item) in (list, tuple):
        return type(item)(convert_item(x) for x in item)
    return {key: convert_item(x) for key, x in item.items()} if type(item) is dict else item


def copy_from_origin(dst, src) -> None:
    """Write a host array's elements into an array.

    Parameters
    ----------
    dst : dpnp.ndarray
        The array that is changed.
    src : array_like
        The elements; they broadcast.
    """
    dst = as_array(dst, "dst")
    dst[...] = asarray(src, dtype=dst.dtype, sycl_queue=dst.sycl_queue)


def checker_throw_type_error(function_name, given_type):
    """TypeError that names a function and the type that it was given."""
    raise TypeError(named(f"{function_name}: the type {given_type} is not supported"))


def checker_throw_value_error(function_name, param_name, param, expected):
    """ValueError that names a function, its parameter, what was given and what is expected."""
    raise ValueError(named(f"{function_name}: {param_name} is {param!r}, {expected!r} is expected"))


def __dir__():
    return __all__
