"""Checks and conversions of arguments and results: arrays on a device, scalars, `out`."""

from __future__ import annotations

import functools

import numpy

import dpctl.tensor as dpt
from dpctl.utils import ExecutionPlacementError
from opendpex._core import array_base, as_ndarray, full_of_scalar, ndarray

__all__ = [
    "as_array", "as_array_like", "as_values", "beside", "check_casting", "check_subok", "common_shape", "is_scalar",
    "ndarray", "refuse_bytes", "renamed", "store",
]  # fmt: skip

_SCALARS = (bool, int, float, complex, numpy.generic)
_PLAIN = frozenset(_SCALARS[:4])


def is_scalar(x) -> bool:
    """Return whether x is a Python or NumPy scalar, which may be combined with arrays on any device."""
    return isinstance(x, _SCALARS)


def refuse_bytes(*values) -> None:
    """Raise TypeError for bytes, which NumPy's functions treat as text; only `asarray` reads them as a buffer of
    numbers.

    Raises
    ------
    TypeError
        If one of the values is an object of type bytes.
    """
    if any(isinstance(x, bytes) for x in values):
        raise TypeError("an object of type bytes holds no numbers here; dpnp.asarray converts")


def renamed(**names):
    """Decorator that accepts NumPy's parameter names where those of the reference differ.

    Parameters
    ----------
    **names : str
        ``numpys="ours"``.
    """

    def decorate(function):
        @functools.wraps(function)
        def call(*args, **kwargs):
            if kwargs:
                kwargs = {
                    names.get(name, name) if names.get(name) not in kwargs else name: value
                    for name, value in kwargs.items()
                }
            return function(*args, **kwargs)

        return call

    return decorate


def as_array(x, what: str = "the array") -> ndarray:
    """Return a dpnp.ndarray or usm_ndarray as a dpnp.ndarray, without a copy.

    Raises
    ------
    TypeError
        If x is anything else: dpnp never copies to a device implicitly.
    """
    if type(x) is ndarray or isinstance(x, ndarray):
        return x
    if isinstance(x, array_base):
        return as_ndarray(x)
    raise TypeError(f"{what} must be a dpnp.ndarray or usm_ndarray, not {type(x).__name__}; dpnp.asarray converts")


def as_array_like(x, like: ndarray, dtype=None) -> ndarray:
    """Return an array unchanged, a scalar or nested list of Python numbers as an array on the queue of `like`."""
    if isinstance(x, array_base):
        return as_array(x)
    if type(x) in _PLAIN:
        return as_ndarray(full_of_scalar((), x, dtype, "C", None, like.usm_type, like.sycl_queue))
    if is_scalar(x) or isinstance(x, (list, tuple, range)):
        return as_ndarray(dpt.asarray(x, dtype=dtype, usm_type=like.usm_type, sycl_queue=like.sycl_queue, order="K"))
    return as_array(x, "an operand")


def as_values(x, like: ndarray):
    """Convert values that will be written into `like` to its dtype; Python numbers must be in its range, as in an
    assignment.

    Raises
    ------
    TypeError
        For a complex number if the dtype of `like` is not complex.
    OverflowError
        For an int outside the range.
    """
    if type(x) in _PLAIN or isinstance(x, (list, tuple, range)):
        return as_array_like(x, like, like.dtype)
    return as_array_like(x, like).astype(like.dtype, copy=False)


def beside(x) -> dict:
    """The keywords that allocate an array on the queue of another, in its kind of memory."""
    return {"usm_type": x.usm_type, "sycl_queue": x.sycl_queue}


def common_shape(*shapes) -> tuple:
    """The shape that shapes broadcast to; equal shapes, the usual case, are returned at once."""
    return shapes[0] if shapes and shapes.count(shapes[0]) == len(shapes) else numpy.broadcast_shapes(*shapes)


def check_subok(name: str, subok) -> None:
    """NotImplementedError for subok=True: results are plain arrays."""
    if subok:
        raise NotImplementedError(f"{name}: subok=True is not supported; results are dpnp.ndarray")


def check_casting(casting) -> None:
    """Raise TypeError or ValueError, as NumPy does, if there is no such casting rule."""
    if casting not in ("same_kind", "unsafe", "safe", "equiv", "no"):
        numpy.can_cast(numpy.bool_, numpy.bool_, casting)


def store(result, out, casting: str = "same_kind"):
    """Return the result, or `out` after the result was copied into it.

    Raises
    ------
    TypeError
        If `out` is not an array, or the result's dtype cannot be cast to its dtype by the rule `casting`.
    ValueError
        If the shapes differ.
    dpctl.utils.ExecutionPlacementError
        If `out` is on another queue.
    """
    if out is None:
        return result
    array = as_array(out, "out")
    if array.sycl_queue != result.sycl_queue:
        devices = " and ".join(x.sycl_device.filter_string for x in (result, array))
        raise ExecutionPlacementError(
            f"the result and out are on different queues, of {devices}; to_device copies an array"
        )
    if array.shape != result.shape:
        raise ValueError(f"out has shape {array.shape}, the result {result.shape}")
    if not numpy.can_cast(result.dtype, array.dtype, casting):
        raise TypeError(
            f"a result of dtype {result.dtype} cannot be cast to out's {array.dtype} by the rule {casting!r}"
        )
    array[...] = result
    return out
