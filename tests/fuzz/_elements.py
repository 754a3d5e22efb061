"""Arguments of universal functions and other element-wise functions."""

import numpy

import dpnp

from . import _arguments as make
from ._arrays import random_number
from ._compare import EXACT, SAME, Rule
from ._values import ALL, BOOL, COMPLEX, INTEGER, REAL

__all__ = ["TABLE"]

NEAR = Rule(ulps=6)
POWER = Rule(ulps=1000)
PAIRS = 0.3  # how often operands have the same dtype


def _operand(c, first):
    """A second operand: an array or a number."""
    if c.rng.random() < 0.12:
        return random_number(c.rng, "bifc" if c.rng.random() < 0.1 else "bif")
    if c.rng.random() < 0.06:
        return numpy.dtype(c.rng.choice(ALL)).type(c.rng.randrange(0, 3))
    dtypes = first.host.dtype.char if c.rng.random() < PAIRS else ALL
    return make.shaped_like(c, dtypes, first)


def _ufunc(count):
    def arguments(c):
        first = c.array()
        c.args = [first] + [_operand(c, first) for _ in range(count - 1)]
        if count == 2 and c.rng.random() < 0.2:
            c.args.reverse()
        if c.rng.random() < 0.3:
            c.kwargs = make.some(c, order=make.order, dtype=make.dtype, casting=make.casting)
        if c.rng.random() < 0.15:
            make.with_out(c, getattr(numpy, c.name), 1)
        if "out" in c.kwargs and c.rng.random() < 0.4:
            c.kwargs["where"] = make.mask(c)
        if "where" in c.kwargs and any(isinstance(x, int) for x in c.args):
            del c.kwargs["where"]  # NumPy's comparisons with what is out of range may crash

    return arguments


_EXACT = """add subtract multiply divide true_divide negative positive absolute abs fabs sign signbit floor ceil trunc rint fmod remainder mod
    floor_divide divmod maximum minimum fmax fmin equal not_equal less less_equal greater greater_equal logical_and logical_or logical_xor
    logical_not bitwise_and bitwise_or bitwise_xor bitwise_not bitwise_invert invert bitwise_count left_shift right_shift bitwise_left_shift
    bitwise_right_shift isnan isinf isfinite copysign nextafter spacing ldexp frexp modf gcd lcm heaviside conj conjugate""".split()


def _ufuncs():
    table = {}
    for name in dir(dpnp):
        function = getattr(numpy, name, None)
        if not isinstance(function, numpy.ufunc) or function.signature:
            continue
        rule = (
            POWER
            if name in ("power", "pow", "float_power")
            else EXACT
            if "max" in name or "min" in name
            else SAME
            if name in _EXACT
            else NEAR
        )
        table[name] = _ufunc(function.nin), Rule(ulps=8, degree=1) if name.startswith("logaddexp") else rule
    return table


def _unary(dtypes=ALL, **keywords):
    def arguments(c):
        c.args = [c.array(dtypes=dtypes)]
        c.kwargs = make.some(c, **keywords)

    return arguments


def _binary(c):
    first = c.array()
    c.args = [first, _operand(c, first)]


def _close(c):
    first = c.array()
    c.args = [first, make.shaped_like(c)]
    if c.rng.random() < 0.5:
        c.args[1] = c.array(first.host.shape, first.host.dtype.char)
    c.kwargs = make.some(c, rtol=_tolerance, atol=_tolerance, equal_nan=make.flag)


def _tolerance(c):
    return c.rng.choice((0, 0.1, 1e-5, 1.0, 5))


def _equal(c):
    first = c.array()
    second = first if c.rng.random() < 0.3 else c.array(make.broadcastable(c, first.host.shape), first.host.dtype.char)
    c.args = [first, second]
    if c.name == "array_equal":
        c.kwargs = make.some(c, equal_nan=make.flag)


def _clip(c):
    first = c.array()
    c.args = [first]
    for name in c.rng.choice((("a_min", "a_max"), ("min", "max"))):
        if c.rng.random() < 0.8:
            c.kwargs[name] = None if c.rng.random() < 0.1 else _operand(c, first)
    if "a_min" in c.kwargs or "a_max" in c.kwargs:
        c.args += [c.kwargs.pop("a_min", None), c.kwargs.pop("a_max", None)]
    make.with_out(c, numpy.clip, 0.15)


def _round(c):
    c.args = [c.array()]
    c.kwargs = make.some(c, decimals=lambda c: c.rng.randrange(-2, 4))
    make.with_out(c, numpy.round, 0.15)


def _nan_to_num(c):
    c.args = [c.array()]
    c.kwargs = make.some(c, copy=lambda c: True, nan=_number, posinf=_number, neginf=_number)


def _number(c):
    return c.rng.choice((0, 1, -1.5, 7))


def _where(c):
    condition = c.array(dtypes=BOOL * 3 + ALL)
    c.args = [condition]
    if c.rng.random() < 0.9:
        c.args += [_operand(c, condition), _operand(c, condition)]


def _astype(c):
    c.args = [c.array(style=c.rng.choice(("plain", "normal"))), make.dtype(c)]
    c.kwargs = make.some(c, copy=lambda c: True)


def _unwrap(c):
    c.args = [c.array(dtypes=REAL + INTEGER, style="plain")]
    if c.kinds() == "u":  # steps wrap around
        c.reach = 2.0 ** (8 * c.args[0].host.itemsize)
    c.kwargs = make.some(
        c, axis=make.axis, discont=lambda c: c.rng.choice((None, 1, 4.0)), period=lambda c: c.rng.choice((3, 6.5))
    )


def _angle(c):
    c.args = [c.array(dtypes=REAL + COMPLEX + INTEGER)]
    c.kwargs = make.some(c, deg=make.flag)


TABLE = {
    **_ufuncs(),
    "allclose": (_close, EXACT),
    "isclose": (_close, EXACT),
    "array_equal": (_equal, EXACT),
    "array_equiv": (_equal, EXACT),
    "clip": (_clip, EXACT),
    "round": (_round, NEAR),
    "around": (_round, NEAR),
    "nan_to_num": (_nan_to_num, SAME),
    "where": (_where, SAME),
    "astype": (_astype, SAME),
    "unwrap": (_unwrap, Rule(ulps=32, degree=1)),
    "angle": (_angle, NEAR),
    "i0": (_unary(REAL), Rule(ulps=16)),
    "sinc": (_unary(REAL + COMPLEX), Rule(ulps=8, degree=1)),
    "fix": (_unary(REAL + INTEGER), SAME),
    **{
        name: (_unary(), SAME)
        for name in "real imag iscomplex isreal iscomplexobj isrealobj real_if_close copy isfortran size ndim shape".split()
    },
    **{name: (_unary(REAL + INTEGER + BOOL), SAME) for name in "isposinf isneginf".split()},
    "ascontiguousarray": (_unary(dtype=make.dtype), SAME),
    "asfortranarray": (_unary(dtype=make.dtype), SAME),
}
