"""Copies to the host, to another layout, and to another data type."""

import numpy

from opendpex import _core
from opendpex._core import asnumpy, copy, usm_ndarray
from opendpex._messages import as_dtype, as_flag, named, unknown_word

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

Examples
--------
>>> dpt.asnumpy(dpt.arange(3))
array([0, 1, 2])
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

Examples
--------
>>> x = dpt.arange(3)
>>> y = dpt.copy(x)
>>> y[0] = 9
>>> x
usm_ndarray([0, 1, 2])
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

    Examples
    --------
    >>> dpt.to_numpy(dpt.arange(3))
    array([0, 1, 2])
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

    Examples
    --------
    >>> dpt.astype(dpt.asarray([1.7, 2.2]), "i4")
    usm_ndarray([1, 2], dtype=int32)
    """
    if isinstance(usm_ary, _core.Traced):
        return usm_ary._call_function("astype", (usm_ary, newdtype), {"casting": casting, "device": device})
    if not isinstance(usm_ary, usm_ndarray):
        raise TypeError(named(f"an usm_ndarray is needed, not {type(usm_ary).__name__}"))
    order = _core.order_letter(order)
    if device is None and newdtype is not None:  # the usual case, without reading the queue
        queue, target = None, as_dtype(newdtype, "newdtype")
    else:
        queue = usm_ary.sycl_queue if device is None else normalize_queue_device(device=device)
        target = as_dtype(newdtype, "newdtype") if newdtype is not None else default_real(queue)
    if not (isinstance(casting, str) and casting == "unsafe"):
        if not isinstance(casting, str) or casting not in _CASTINGS:
            raise unknown_word("casting", casting, _CASTINGS)
        if not numpy.can_cast(usm_ary.dtype, target, casting):
            raise TypeError(named(f"casting {usm_ary.dtype} to {target} is not allowed by the rule {casting!r}"))
    is_dense = order != "A" or usm_ary.flags.forc  # conversions with order 'A' have this layout
    may_return_it = copy is not True and not as_flag(copy, "copy") and is_dense
    if may_return_it and target == usm_ary.dtype and has_layout(usm_ary, order):
        if queue is None or queue == usm_ary.sycl_queue:
            return usm_ary
        if _core.is_reachable(usm_ary, queue):
            return usm_ary.to_device(queue)
    return _core.cast_copy(usm_ary, target, order, None, queue)


_CASTINGS = ("no", "equiv", "safe", "same_kind", "unsafe")
_SINGLE, _DOUBLE = numpy.dtype("float32"), numpy.dtype("float64")


def default_real(placed) -> numpy.dtype:
    """The data type of Python floats on the device of a queue or an array."""
    return _DOUBLE if placed.sycl_device.has_aspect_fp64 else _SINGLE


def default_complex(placed) -> numpy.dtype:
    """The data type of Python complex numbers on the device of a queue or an array."""
    return numpy.dtype("complex128" if placed.sycl_device.has_aspect_fp64 else "complex64")
