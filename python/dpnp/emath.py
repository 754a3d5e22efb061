"""dpnp.emath: roots, logarithms, powers and inverse functions with complex results outside the real domain.

The dtype of a result depends on the values, so each call waits to check whether a value is outside the domain of the
real function. To avoid the wait, convert to a complex dtype and call the function of `dpnp`.
"""

from __future__ import annotations

import dpctl.tensor as dpt
from opendpex._core import array_base
from opendpex._fuse import fuse

from ._arrays import as_array_like, as_operand
from ._ufunc import functions as _ufuncs

__all__ = ["arccos", "arcsin", "arctanh", "log", "log10", "log2", "logn", "power", "sqrt"]

_TO_SINGLE = "bBhHfF"


@fuse
def _any_negative(x):
    return dpt.any(x < 0)


@fuse
def _any_beyond_one(x):
    return dpt.any((x < -1) | (x > 1))


def _extended(x, is_outside):
    """The array, complex where a number is outside the domain."""
    x = as_operand(x)
    if x.dtype.kind in "bc" or not x.size or not bool(is_outside(x)):
        return x
    is_double = x.dtype.char not in _TO_SINGLE and x.sycl_device.has_aspect_fp64
    return x.astype("complex128" if is_double else "complex64")


_DOC = """{what}

Parameters
----------
x : dpnp.ndarray or scalar
    Numbers of any kind.

Returns
-------
dpnp.ndarray
    Complex if {outside}, which the call waits to know; else as of `dpnp.{name}`.
"""


def _define(name: str, what: str, is_outside, outside: str):
    function = getattr(_ufuncs, name)

    def extended(x):
        return function(_extended(x, is_outside))

    extended.__name__ = extended.__qualname__ = name
    extended.__code__ = extended.__code__.replace(co_name=name)  # by which messages name it
    extended.__doc__ = _DOC.format(what=what, outside=outside, name=name)
    return extended


sqrt = _define("sqrt", "Square root.", _any_negative, "a number is negative")
log = _define("log", "Natural logarithm.", _any_negative, "a number is negative")
log2 = _define("log2", "Logarithm to base 2.", _any_negative, "a number is negative")
log10 = _define("log10", "Logarithm to base 10.", _any_negative, "a number is negative")
arccos = _define("arccos", "Inverse cosine.", _any_beyond_one, "a number is outside [-1, 1]")
arcsin = _define("arcsin", "Inverse sine.", _any_beyond_one, "a number is outside [-1, 1]")
arctanh = _define("arctanh", "Inverse hyperbolic tangent.", _any_beyond_one, "a number is outside [-1, 1]")


def _both(x, y) -> tuple:
    """Two operands as arrays; a number beside an array is on its queue."""
    x, y = (as_operand(x), y) if isinstance(x, array_base) or not isinstance(y, array_base) else (x, as_operand(y))
    return (x, as_array_like(y, x)) if isinstance(x, array_base) else (as_array_like(x, y), y)


def logn(n, x):
    """Logarithm to any base.

    Parameters
    ----------
    n, x : dpnp.ndarray or scalar
        The base, and numbers of any kind.

    Returns
    -------
    dpnp.ndarray
        Complex if a number or a base is negative, which the call waits to know.
    """
    n, x = _both(n, x)
    return log(x) / log(n)


def power(x, p):
    """Powers.

    Parameters
    ----------
    x : dpnp.ndarray or scalar
        Numbers of any kind.
    p : dpnp.ndarray or scalar
        Exponents; negative ints count as floats.

    Returns
    -------
    dpnp.ndarray
        Complex if a number of `x` is negative, which the call waits to know.
    """
    x, p = _both(x, p)
    if p.dtype.kind == "i" and p.size and bool(_any_negative(p)):
        p = p * 1.0
    return _ufuncs.power(_extended(x, _any_negative), p)


def __dir__():
    return __all__
