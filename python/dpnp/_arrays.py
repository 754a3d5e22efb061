"""What functions of dpnp ask of their arguments: arrays on a device, scalars, results of a given form."""

from __future__ import annotations

import functools

import numpy

from dpctl.utils import ExecutionPlacementError
from opendpex._core import array_base, as_ndarray, full_of_scalar, ndarray

__all__ = ["as_array", "as_array_like", "as_values", "common_shape", "is_scalar", "ndarray", "refuse_bytes", "renamed", "store"]

_SCALARS = (bool, int, float, complex, numpy.generic)
_PLAIN = frozenset(_SCALARS[:4])


def is_scalar(x) -> bool:
    """Whether x is a Python or NumPy scalar: it goes with arrays on any device."""
    return isinstance(x, _SCALARS)


def refuse_bytes(*values) -> None:
    """Bytes are text to NumPy, though `asarray` takes them, like any buffer, as numbers.

    Raises
    ------
    TypeError
        If one of the values is an object of type bytes.
    """
    if any(isinstance(x, bytes) for x in values):
        raise TypeError("an object of type bytes holds no numbers here; dpnp.asarray converts")


def renamed(**names):
    """A decorator: a function takes parameters by NumPy's names too, where the reference has others.

    Parameters
    ----------
    **names : str
        ``numpys="ours"``.
    """

    def decorate(function):
        @functools.wraps(function)
        def call(*args, **kwargs):
            if kwargs:
                kwargs = {names.get(name, name) if names.get(name) not in kwargs else name: value for name, value in kwargs.items()}
            return function(*args, **kwargs)

        return call

    return decorate


def as_array(x, what: str = "the array") -> ndarray:
    """A dpnp.ndarray or usm_ndarray as a dpnp.ndarray, without a copy.

    Raises
    ------
    TypeError
        If x is anything else: nothing moves to a device unless a program says so.
    """
    if type(x) is ndarray or isinstance(x, ndarray):
        return x
    if isinstance(x, array_base):
        return as_ndarray(x)
    raise TypeError(f"{what} must be a dpnp.ndarray or usm_ndarray, not {type(x).__name__}; dpnp.asarray converts")


def as_array_like(x, like: ndarray, dtype=None) -> ndarray:
    """An array as it is; a scalar, or a nest of Python numbers, as an array beside `like`."""
    if isinstance(x, array_base):
        return as_array(x)
    if type(x) in _PLAIN:
        return as_ndarray(full_of_scalar((), x, dtype, "C", None, like.usm_type, like.sycl_queue))
    if is_scalar(x) or isinstance(x, (list, tuple, range)):
        from ._creation import asarray

        return asarray(x, dtype=dtype, usm_type=like.usm_type, sycl_queue=like.sycl_queue)
    return as_array(x, "an operand")


def as_values(x, like: ndarray):
    """What is to be written into `like`, in its dtype; Python's numbers must fit, as in an assignment.

    Raises
    ------
    TypeError
        For a complex number where there is no place for it.
    OverflowError
        For an int outside the range.
    """
    if type(x) in _PLAIN:
        return as_array_like(x, like, like.dtype)
    return as_array_like(x, like).astype(like.dtype, copy=False)


def common_shape(*shapes) -> tuple:
    """What shapes broadcast to; equal ones, as they mostly are, without a detour."""
    return shapes[0] if shapes and shapes.count(shapes[0]) == len(shapes) else numpy.broadcast_shapes(*shapes)


def store(result, out, casting: str = "same_kind"):
    """The result, or `out` with the result in it.

    Raises
    ------
    TypeError
        If `out` is no array, or the result's dtype cannot be cast to its dtype by the rule `casting`.
    ValueError
        If the shapes differ.
    dpctl.utils.ExecutionPlacementError
        If `out` is on another queue.
    """
    if out is None:
        return result
    array = as_array(out, "out")
    if array.sycl_queue != result.sycl_queue:
        places = " and ".join(x.sycl_device.filter_string for x in (result, array))
        raise ExecutionPlacementError(f"the result and out are on different queues, of {places}; to_device copies an array")
    if array.shape != result.shape:
        raise ValueError(f"out has shape {array.shape}, the result {result.shape}")
    if not numpy.can_cast(result.dtype, array.dtype, casting):
        raise TypeError(f"a result of dtype {result.dtype} cannot be cast to out's {array.dtype} by the rule {casting!r}")
    array[...] = result
    return out
