"""Protocols of NumPy and Python: __array_ufunc__, __array_function__, divmod, `in`."""

from __future__ import annotations

import importlib

import numpy

from opendpex._core import array_base, ndarray

from .._arrays import is_scalar
from .._math.compositions import divmod
from .namespace import namespace

__all__ = []

_COMPARISONS = frozenset("equal not_equal less less_equal greater greater_equal".split())
_CREATION = frozenset(
    """arange array asanyarray asarray ascontiguousarray asfortranarray empty eye frombuffer fromfile fromfunction
    fromiter fromstring full genfromtxt identity loadtxt ones require tri zeros""".split()
)


def _array_ufunc(self, ufunc, method, *inputs, **kwargs):
    """``numpy.sin(x)`` computes on the device of `x`; NumPy arrays as other operands raise TypeError."""
    if ufunc.__name__ in _COMPARISONS:  # numpy.float64(2) > x passes its number as an array
        inputs = tuple(x[()] if type(x) is numpy.ndarray and x.ndim == 0 else x for x in inputs)
    own = getattr(namespace(), ufunc.__name__, None)
    call = own if method == "__call__" else getattr(own, method, None)
    operands = (*inputs, *(x for x in kwargs.get("out", ()) if x is not None))
    if method != "at" and any(not (isinstance(x, array_base) or is_scalar(x)) for x in operands):
        return NotImplemented
    return NotImplemented if call is None else call(*inputs, **kwargs)


def _array_function(self, function, types, args, kwargs):
    """``numpy.sum(x)`` is ``dpnp.sum(x)``, where dpnp has a function of that name; NumPy arrays as other operands raise
    TypeError."""
    if not all(issubclass(kind, array_base) for kind in types):
        return NotImplemented
    package, _, rest = (function.__module__ or "").partition(".")
    if package != "numpy":
        return NotImplemented
    try:
        module = importlib.import_module(f"{namespace().__name__}.{rest}") if rest else namespace()
    except ImportError:
        return NotImplemented
    own = getattr(module, function.__name__, None)
    if own is None:
        return NotImplemented
    if function.__name__ in _CREATION:  # numpy.zeros(3, like=x), which arrives without like=
        kwargs = {"like": self, **kwargs}
    return own(*args, **kwargs)


def _divmod(self, other):
    return divmod(self, other) if isinstance(other, array_base) or is_scalar(other) else NotImplemented


def _reflected_divmod(self, other):
    return divmod(other, self) if is_scalar(other) else NotImplemented


def _contains(self, value):
    """Whether an element equals the value; waits for the result."""
    equal = self == value
    return bool(equal.any()) if isinstance(equal, ndarray) else bool(equal)


ndarray.__array_ufunc__ = _array_ufunc
ndarray.__array_function__ = _array_function
ndarray.__array_priority__ = 1000.0
ndarray.__divmod__ = _divmod
ndarray.__rdivmod__ = _reflected_divmod
ndarray.__contains__ = _contains
