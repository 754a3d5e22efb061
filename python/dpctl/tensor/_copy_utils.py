"""Copies to the host, to another layout, and to another data type."""

import numpy

import dpctl
from opendpex import _core
from opendpex._core import asnumpy, copy, usm_ndarray

from ._device import normalize_queue_device

__all__ = ["asnumpy", "astype", "copy", "to_numpy"]

_core.document(
    "asnumpy",
    """asnumpy(usm_ary)
--

Copy an array to the host.

Parameters
----------
usm_ary : usm_ndarray
    The array; pending operations on it are waited for.

Returns
-------
numpy.ndarray
    A copy with the same shape and data type; its axes lie in memory in the same order.

Raises
------
TypeError
    If the argument is not an array.
""",
)

_core.document(
    "copy",
    """copy(usm_ary, /, *, order='K')
--

Copy an array on its device.

Parameters
----------
usm_ary : usm_ndarray
    The array.
order : {'C', 'F', 'A', 'K'}, optional
    Layout of the copy: row by row, column by column, 'F' if the array is so and else 'C', or (the default) like the
    array.

Returns
-------
usm_ndarray
    The copy, on the same queue, in memory of the same kind.

Raises
------
TypeError
    If the argument is not an array.
ValueError
    If `order` is unknown.
""",
)


def to_numpy(usm_ary, /):
    """Copy an array to the host; the same as `asnumpy`.

    Parameters
    ----------
    usm_ary : usm_ndarray
        The array.

    Returns
    -------
    numpy.ndarray
        A copy of the same shape and data type.

    Raises
    ------
    TypeError
        If the argument is not an array.
    """
    return asnumpy(usm_ary)


def has_layout(x: usm_ndarray, order: str) -> bool:
    """Whether an array has the layout `order`; 'A' and 'K' accept any layout."""
    letter = order[:1].upper()
    if letter == "C":
        return x.flags.c_contiguous
    if letter == "F":
        return x.flags.f_contiguous
    return True


def astype(usm_ary, newdtype, /, *, order="K", casting="unsafe", copy=True, device=None):
    """Convert an array to another data type.

    Parameters
    ----------
    usm_ary : usm_ndarray
        The array.
    newdtype : data type
        Anything that ``numpy.dtype()`` takes; None means the default real type of the device.
    order : {'C', 'F', 'A', 'K'}, optional
        Layout of the result, as for `copy`.
    casting : {'no', 'equiv', 'safe', 'same_kind', 'unsafe'}, optional
        Which conversions are allowed, by NumPy's rules.
    copy : bool, optional
        False: return `usm_ary` itself if nothing changes.
    device : optional
        Where to allocate the result; None: where `usm_ary` is.

    Returns
    -------
    usm_ndarray
        A new array, except for ``copy=False`` where nothing changes.

    Raises
    ------
    TypeError
        If `casting` forbids the conversion, or an argument is of the wrong type.
    ValueError
        If the device does not support the data type, or `order` is unknown.
    """
    if isinstance(usm_ary, _core.Traced):
        return usm_ary._call_function("astype", (usm_ary, newdtype), {"casting": casting, "device": device})
    if not isinstance(usm_ary, usm_ndarray):
        raise TypeError(f"an usm_ndarray is needed, not {type(usm_ary).__name__}")
    order = _core.order_letter(order)
    if device is None and newdtype is not None:  # the usual case, without reading the queue
        queue, target = None, numpy.dtype(newdtype)
    else:
        queue = usm_ary.sycl_queue if device is None else normalize_queue_device(device=device)
        target = numpy.dtype(newdtype) if newdtype is not None else default_real(queue)
    if not numpy.can_cast(usm_ary.dtype, target, casting):
        raise TypeError(f"casting {usm_ary.dtype} to {target} is not allowed by the rule {casting!r}")
    is_dense = order != "A" or usm_ary.flags.forc  # conversions with order 'A' have this layout
    if not copy and is_dense and target == usm_ary.dtype and has_layout(usm_ary, order):
        if queue is None or queue == usm_ary.sycl_queue:
            return usm_ary
        if _core.is_reachable(usm_ary, queue):
            return usm_ary.to_device(queue)
    return _core.cast_copy(usm_ary, target, order, None, queue)


def default_real(queue: dpctl.SyclQueue) -> numpy.dtype:
    """The data type of Python floats on a queue's device."""
    return numpy.dtype("float64" if queue.sycl_device.has_aspect_fp64 else "float32")


def default_complex(queue: dpctl.SyclQueue) -> numpy.dtype:
    """The data type of Python complex numbers on a queue's device."""
    return numpy.dtype("complex128" if queue.sycl_device.has_aspect_fp64 else "complex64")
