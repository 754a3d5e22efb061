"""Error functions, with SciPy's names; float16 computes and gives float32, as there."""

from __future__ import annotations

import numpy

from .._arrays import as_operand
from .._ufunc.calls import define

__all__ = ["erf", "erfc", "erfcinv", "erfcx", "erfinv"]

_DOC = """{name}(x, /, out=None)

{what}

Parameters
----------
x : dpnp.ndarray, usm_ndarray or scalar
    Real numbers, bools and integers.
out : dpnp.ndarray, optional
    Where to put the result, of its shape and data type.

Returns
-------
dpnp.ndarray
    Of `x`'s data type; float32 for float16, the device's default real type for wide integers.
"""


def _function(name: str, what: str):
    ufunc = define(name, name, doc=what)

    def function(x, /, out=None):
        x = as_operand(x)
        return ufunc(x.astype(numpy.float32) if x.dtype.itemsize <= 2 else x, out=out)

    function.__name__ = function.__qualname__ = name
    function.__code__ = function.__code__.replace(co_name=name)  # by which messages name it
    function.__doc__ = _DOC.format(name=name, what=what)
    return function


erf = _function("erf", "The error function.")
erfc = _function("erfc", "1 - erf(x), without the loss of digits where that is small.")
erfcx = _function("erfcx", "exp(x**2) * erfc(x), which neither vanishes nor overflows for large `x`.")
erfinv = _function("erfinv", "What erf gives `x` for; NaN outside -1 to 1.")
erfcinv = _function("erfcinv", "What erfc gives `x` for; NaN outside 0 to 2.")


def __dir__():
    return __all__
