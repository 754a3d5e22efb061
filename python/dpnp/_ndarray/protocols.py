"""Protocols of NumPy and Python: __array_ufunc__, __array_function__, divmod, `in`."""

from __future__ import annotations

import importlib

import numpy

from opendpex._core import array_base, asnumpy, ndarray, own_ufunc, set_hook
from opendpex._core import ufunc as ufunc_type
from opendpex._host_conversion import host_conversion
from opendpex._messages import not_combined

from .._arrays import is_scalar
from .._math.compositions import divmod
from .namespace import namespace

__all__ = []

_SPLITS = frozenset("array_split split hsplit vsplit dsplit".split())
_COMPARISONS = frozenset("equal not_equal less less_equal greater greater_equal".split())
_CREATION = frozenset(
    """arange array asanyarray asarray ascontiguousarray asfortranarray empty eye frombuffer fromfile fromfunction
    fromiter fromstring full genfromtxt identity loadtxt ones require tri zeros""".split()
)


def _on_the_host(values):
    """Arguments with arrays of devices as NumPy's."""
    if isinstance(values, (tuple, list)):
        return type(values)(_on_the_host(x) for x in values)
    return numpy.asarray(values) if isinstance(values, array_base) else values


def _by_numpy(function, args, kwargs):
    """A call computed by NumPy, which `host_conversion` allows; None where it does not, and for results on a device."""
    out = kwargs.get("out")
    if host_conversion.current() == "raise" or any(
        isinstance(x, array_base) for x in (out if isinstance(out, tuple) else (out,))
    ):
        return None
    return function(*_on_the_host(args), **{name: _on_the_host(x) for name, x in kwargs.items()})


def _array_ufunc(self, ufunc, method, *inputs, **kwargs):
    """``numpy.sin(x)`` computes on the device of `x`; NumPy arrays as other operands raise TypeError, unless
    `host_conversion` allows that all is computed by NumPy."""
    if ufunc.__name__ in _COMPARISONS:  # numpy.float64(2) > x passes its number as an array
        inputs = tuple(x[()] if type(x) is numpy.ndarray and x.ndim == 0 else x for x in inputs)
    own = getattr(namespace(), ufunc.__name__, None)
    call = own if method == "__call__" else getattr(own, method, None)
    operands = (*inputs, *(x for x in kwargs.get("out", ()) if x is not None))
    if method != "at" and any(not (isinstance(x, array_base) or is_scalar(x)) for x in operands):
        if any(type(x) is numpy.ndarray for x in operands):
            found = _by_numpy(getattr(ufunc, method), inputs, kwargs)
            if found is None:
                raise not_combined(self, ufunc.__name__)
            return found
        return NotImplemented
    if type(own) is ufunc_type and own.nin == 2 and method == "__call__":
        own_ufunc(ufunc, own)  # the next call with numbers is computed without this function
    return NotImplemented if call is None else call(*inputs, **kwargs)


def _array_function(self, function, types, args, kwargs):
    """``numpy.sum(x)`` is ``dpnp.sum(x)``, where dpnp has a function of that name; NumPy arrays as other operands raise
    TypeError, but where to split one may stand in an array on a device. What dpnp lacks, and what has NumPy arrays too,
    NumPy computes if `host_conversion` allows it."""
    if not all(kind is numpy.ndarray or issubclass(kind, array_base) for kind in types):
        return NotImplemented
    if function.__name__ in _SPLITS and isinstance(args[0], numpy.ndarray):
        host = [asnumpy(x) if isinstance(x, array_base) else x for x in args]
        return function(*host, **{k: asnumpy(x) if isinstance(x, array_base) else x for k, x in kwargs.items()})
    package, _, rest = (function.__module__ or "").partition(".")
    if package != "numpy":
        return NotImplemented
    if numpy.ndarray in types and (found := _by_numpy(function, args, kwargs)) is not None:
        return found
    try:
        module = importlib.import_module(f"{namespace().__name__}.{rest}") if rest else namespace()
    except ImportError:
        return NotImplemented
    own = getattr(module, function.__name__, None)
    if own is None:
        found = _by_numpy(function, args, kwargs)
        return NotImplemented if found is None else found
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


set_hook("array_ufunc", _array_ufunc)
ndarray.__array_function__ = _array_function
ndarray.__array_priority__ = 1000.0
ndarray.__divmod__ = _divmod
ndarray.__rdivmod__ = _reflected_divmod
ndarray.__contains__ = _contains
