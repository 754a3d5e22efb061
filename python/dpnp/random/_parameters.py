"""Parameters of distributions: conversion, broadcasting, and checks of their range."""

from __future__ import annotations

import functools
import math

import numpy

from dpctl.tensor._copy_utils import default_real
from dpctl.utils import ExecutionPlacementError
from opendpex import _core
from opendpex._core import array_base
from opendpex._messages import as_extent, as_real, by_others, named, shown

from .._arrays import common_shape, usually
from .._creation.arrays import asarray, ascontiguousarray
from .._manipulation.shapes import broadcast_to
from .._ufunc.functions import isnan, logical_not, signbit

__all__ = ["as_parameter", "as_shape", "broadcast_shape", "require", "spread", "usually_drawn"]

#: Decorator of a method of which the builtin (python/core/random_draws.c) draws where parameters are numbers.
usually_drawn = functools.partial(usually, arrays=0, most=64, keywords=True)


_MOST = 2**63 - 1  # elements along an axis


def as_shape(size) -> tuple:
    """A shape of ints.

    Raises
    ------
    TypeError
        If an extent is not an integer.
    ValueError
        If one is negative.
    """
    if size is None:
        return ()
    if type(size) is int and 0 <= size <= _MOST:
        return (size,)
    if type(size) is tuple:
        for extent in size:
            if type(extent) is not int or not 0 <= extent <= _MOST:
                break
        else:
            return size
    try:
        is_one = isinstance(size, (str, bytes)) or not hasattr(size, "__iter__") or by_others(numpy.ndim, size) == 0
        shape = tuple([as_extent(extent, "size") for extent in ((size,) if is_one else size)])
    except TypeError:
        given = repr(size) if isinstance(size, (list, tuple)) else shown(size)
        raise TypeError(named(f"size must be an int or a tuple of ints, not {given}")) from None
    if any(extent > _MOST for extent in shape):
        raise ValueError(named(f"size is {size!r}, and an extent is {_MOST} at most"))
    if any(extent < 0 for extent in shape):
        raise ValueError(named("negative dimensions are not allowed"))
    return shape


def as_parameter(value, queue):
    """A number as a float; anything else as an array of the default real type on the queue."""
    if type(value) is float or type(value) is int:
        return float(value)
    if isinstance(value, array_base):
        if value.sycl_queue != queue:
            raise ExecutionPlacementError(named("a parameter is on another queue than the generator"))
        real = default_real(queue)
        return value if type(value) is _core.ndarray and value.dtype == real else asarray(value, dtype=real)
    if isinstance(value, (str, bytes)):
        raise TypeError(named(f"a parameter must be a number or an array, not {value!r}"))
    if isinstance(value, (list, tuple, numpy.ndarray)):
        made = _core.line_of_numbers(value, default_real(queue), queue)
        if made is not None:
            return made
        host = by_others(numpy.asarray, value)
        if host.dtype.kind in "biuf" and host.ndim:
            return _core.as_ndarray(_core.host_copy(host.astype(default_real(queue), order="C"), None, None, queue))
        if host.ndim:
            return asarray(value, dtype=default_real(queue), sycl_queue=queue)
    return as_real(value, "a parameter")


def broadcast_shape(size, parameters) -> tuple:
    """The result's shape: `size`, or what the parameters broadcast to, which must broadcast to `size`."""
    shapes = {x.shape for x in parameters if isinstance(x, array_base)}
    common = common_shape(*shapes) if len(shapes) > 1 else shapes.pop() if shapes else ()
    if size is None:
        return common
    shape = as_shape(size)
    if common and common != shape[-len(common) :] and common_shape(shape, common) != shape:
        raise ValueError(named(f"shape mismatch: parameters of shape {common} do not broadcast to size {shape}"))
    return shape


def spread(parameter, shape: tuple):
    """An array as C-contiguous one of that shape; a number as it is."""
    if not isinstance(parameter, array_base) or (parameter.shape == shape and parameter.flags.c_contiguous):
        return parameter
    return ascontiguousarray(broadcast_to(parameter, shape))


# ---- rules: a name in RULES describes invalid values ---------------------------------------------------------------

RULES = {
    "< 0": lambda x, is_array: signbit(x) & logical_not(isnan(x)) if is_array else math.copysign(1, x) < 0 and x == x,
    "<= 0": lambda x, _: x <= 0,
    "< 0, > 1 or NaN": lambda x, _: (x < 0) | (x > 1) | (x != x),
    "<= 0, > 1 or NaN": lambda x, _: (x <= 0) | (x > 1) | (x != x),
    "< 0, >= 1 or NaN": lambda x, _: (x < 0) | (x >= 1) | (x != x),
    "<= 1 or NaN": lambda x, _: (x <= 1) | (x != x),
    "<= 0 or NaN": lambda x, _: (x <= 0) | (x != x),
    "< 0 or NaN": lambda x, _: (x < 0) | (x != x),
    "< 1, NaN or too large": lambda x, _: (x < 1) | (x != x) | (x > 9.2e18),
    "< 0, NaN or too large": lambda x, _: (x < 0) | (x != x) | (x > 9.2e18),
}


def require(name: str, value, rule: str) -> None:
    """Raise ValueError ``"<name> <rule>"`` if a value satisfies the rule; waits for arrays."""
    is_array = isinstance(value, array_base)
    is_bad = RULES[rule](value, is_array)
    if bool(_core.any(is_bad)) if is_array else is_bad:
        raise ValueError(named(f"{name} {rule}"))
