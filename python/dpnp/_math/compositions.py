"""Element-wise functions composed of several operations, fused into one pass; among them those with two results."""

from __future__ import annotations

import math

import numpy

import dpctl.tensor as dpt
from dpctl.tensor._copy_utils import default_complex, default_real
from opendpex import _core
from opendpex._fuse import fuse
from opendpex._messages import named

from .._arrays import as_array_like, as_operand, store
from .._ufunc.calls import define

__all__ = ["divmod", "float_power", "frexp", "i0", "ldexp", "modf", "sinc", "spacing"]

_exponent, _i0 = (dpt._elementwise_common.UnaryElementwiseFunc(name) for name in ("exponent", "i0"))
_DOUBLE = numpy.dtype("f8").num
_USUAL = {_DOUBLE, numpy.dtype("int64").num}
_MANY = 2**31  # of which the scalar means what an integer array does
_ldexp = dpt._elementwise_common.BinaryElementwiseFunc("ldexp")


def in_reals(x):
    """The array in the real dtype in which functions of its dtype are computed: float16 for int8, float32 for
    int16..."""
    kind = x.dtype.kind
    if kind == "f":
        return x
    if kind == "c":
        raise TypeError(named("complex numbers are not supported here"))
    return x.astype(_core.resolve("fabs", (x.dtype,), x.sycl_queue)[1], copy=False)


@fuse
def _spacing_of(x):
    # NumPy's spacing of float16 is to the next larger number; in other dtypes it is away from 0 and has the sign of x,
    # which of -0 is that of 0
    if x.dtype == numpy.float16:
        return dpt.nextafter(x, math.inf) - x + (x - x)
    return dpt.nextafter(x, dpt.copysign(math.inf, x + 0.0)) - x


@fuse
def _parts_of(x):
    whole = dpt.trunc(x)
    return dpt.copysign(dpt.where(dpt.isinf(x), 0, x - whole), x), whole


@fuse
def _mantissa_and_exponent(x):
    exponent = _exponent(x)
    return _ldexp(x, -exponent), dpt.astype(exponent, "i4")


@fuse
def _scaled(x, n):
    return _ldexp(x, dpt.astype(n, x.dtype))


@fuse
def _quotient_and_rest(x1, x2):
    return x1 // x2, x1 % x2


@fuse
def _power_in(x1, x2, dtype):
    return dpt.pow(dpt.astype(x1, dtype), dpt.astype(x2, dtype))


@fuse
def _sinc_of(x, pi):
    angle = pi * x
    return dpt.where(x == 0, 1, dpt.sin(angle) / dpt.where(x == 0, 1, angle))


def _as_arrays(*operands):
    """Scalars as arrays on the queue of an array."""
    like = next(x for x in operands if isinstance(x, _core.array_base))
    return tuple(as_array_like(x, like) for x in operands)


def _scale(x, n):
    if not isinstance(x, _core.array_base):
        x = as_array_like(x, n)
    x = in_reals(x)
    if type(n) is int and abs(n) < _MANY:
        return _ldexp(x, float(n))
    if not isinstance(n, _core.array_base):
        n = as_array_like(n, x)
    if n.dtype.kind not in "bi" and not (n.dtype.kind == "u" and n.dtype.itemsize < 8):
        raise TypeError(named(f"the exponent must be of a signed integer type, not {n.dtype}"))
    return _scaled(x, n)


def _power(x1, x2):
    if all(isinstance(x, _core.ndarray) and x.dtype.num == _DOUBLE for x in (x1, x2)):
        return dpt.pow(x1, x2)  # the usual case
    arrays = [x for x in (x1, x2) if isinstance(x, _core.array_base)]
    x1, x2 = (float(x) if type(x) is int and not -(2**63) <= x < 2**63 else x for x in (x1, x2))
    is_complex = any(isinstance(x, complex) or getattr(x, "dtype", numpy.dtype("?")).kind == "c" for x in (x1, x2))
    return _power_in(*_as_arrays(x1, x2), (default_complex if is_complex else default_real)(arrays[0]))


def _is_usual(x):
    return x.dtype.num in _USUAL if isinstance(x, _core.ndarray) else type(x) is int or type(x) is float


def _divide(x1, x2):
    if _is_usual(x1) and _is_usual(x2):
        return _quotient_and_rest(x1, x2)
    if any(isinstance(x, complex) or getattr(x, "dtype", numpy.dtype("?")).kind == "c" for x in (x1, x2)):
        raise TypeError(named("divmod is not defined for complex numbers"))
    if any(isinstance(x, numpy.generic) for x in (x1, x2)):
        x1, x2 = _as_arrays(x1, x2)
    return _quotient_and_rest(x1, x2)


divmod = define(
    "divmod",
    doc="Floored quotient and its remainder.",
    nin=2,
    nout=2,
    python=_divide,
    fused=(_quotient_and_rest, "ff"),
    types=[f"{c}{c}->{c}{c}" for c in "bBhHiIlLefd"],
)
float_power = define(
    "float_power",
    doc="x1 to the power of x2 in double precision, if the device supports it.",
    nin=2,
    python=_power,
    types=["dd->d", "DD->D"],
)
frexp = define(
    "frexp",
    doc="Mantissa, from 0.5 to 1 in size, and exponent of 2.",
    nin=1,
    nout=2,
    python=lambda x: _mantissa_and_exponent(in_reals(x)),
    fused=(_mantissa_and_exponent, "f"),
    types=["e->ei", "f->fi", "d->di"],
)
ldexp = define(
    "ldexp",
    doc="x1 * 2**x2, rounded once.",
    nin=2,
    python=_scale,
    fused=(_scaled, "fi"),
    types=["ei->e", "fi->f", "el->e", "fl->f", "di->d", "dl->d"],
)
modf = define(
    "modf",
    doc="Fractional and whole part, both with the sign of x.",
    nin=1,
    nout=2,
    python=lambda x: _parts_of(in_reals(x)),
    fused=(_parts_of, "f"),
    types=["e->ee", "f->ff", "d->dd"],
)
spacing = define(
    "spacing",
    doc="Distance to the next number away from 0.",
    nin=1,
    python=lambda x: _spacing_of(in_reals(x)),
    fused=(_spacing_of, "f"),
    types=["e->e", "f->f", "d->d"],
)


def _in_inexact(x):
    """Integers in the default real type."""
    if x.dtype.kind in "fc":
        return x
    return x.astype(default_real(x))


def i0(x, *, out=None, order="K"):
    """Modified Bessel function of the first kind of order 0.

    Parameters
    ----------
    x : dpnp.ndarray
        Real numbers.
    out : dpnp.ndarray, optional
        Where to write the result.
    order : {'C', 'F', 'A', 'K'}, optional
        Layout of a new result.

    Returns
    -------
    dpnp.ndarray
    """
    x = as_operand(x)
    if x.dtype.kind == "c":
        raise TypeError(named("it is not defined for complex numbers"))
    return store(_i0(_in_inexact(x), order=_core.order_letter(order)), out)


def sinc(x, *, out=None, order="K"):
    """sin(pi x) / (pi x), and 1 at 0.

    Parameters
    ----------
    x : dpnp.ndarray
        Numbers.
    out : dpnp.ndarray, optional
        Where to write the result.
    order : {'C', 'F', 'A', 'K'}, optional
        Layout of a new result.

    Returns
    -------
    dpnp.ndarray
    """
    result = _sinc_of(_in_inexact(as_operand(x)), math.pi)
    order = _core.order_letter(order)
    return store(result if order == "K" else result.astype(result.dtype, order=order, copy=False), out)
