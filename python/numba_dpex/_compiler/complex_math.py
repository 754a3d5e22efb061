"""Functions of complex numbers, composed of real functions, so that every device has them.

The inverse functions are those of W. Kahan ("Branch Cuts for Complex Elementary Functions", 1987): they are accurate
near the branch cuts, and the sign of a zero determines the side of a cut.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from . import ir
from .operators import binary, compare, constant, logical, negate_condition, select, unary
from .types import Scalar, part_type
from .values import cast

__all__ = ["FUNCTIONS", "Formulas", "complex_function", "in_order", "parts"]


class _Real:
    """A real expression with Python's operators, so that formulas are readable."""

    def __init__(self, formulas: Formulas, x: ir.Expr):
        self.math, self.x = formulas, x

    def _with(self, op: str, other, reflected=False):
        other = self.math.real(other)
        a, b = (other, self) if reflected else (self, other)
        return self.math.keep(binary(op, a.x, b.x))

    def __add__(self, other):
        return self._with("add", other)

    def __radd__(self, other):
        return self._with("add", other, True)

    def __sub__(self, other):
        return self._with("sub", other)

    def __rsub__(self, other):
        return self._with("sub", other, True)

    def __mul__(self, other):
        return self._with("mul", other)

    def __rmul__(self, other):
        return self._with("mul", other, True)

    def __truediv__(self, other):
        return self._with("div", other)

    def __rtruediv__(self, other):
        return self._with("div", other, True)

    def __neg__(self):
        return self.math.keep(unary("neg", self.x))


class Formulas:
    """Writes formulas for one complex type; numbers are pairs (real part, imaginary part) of _Real."""

    def __init__(self, lower, t: Scalar):
        self.lower, self.type, self.part = lower, t, part_type(t)
        self.limits = _LIMITS[self.part.bits]

    def real(self, x) -> _Real:
        return x if isinstance(x, _Real) else _Real(self, cast(constant(float(x)), self.part))

    def keep(self, x: ir.Expr) -> _Real:
        return _Real(self, self.lower.named("part", x))

    def call(self, name: str, *args) -> _Real:
        return self.keep(ir.Call(name, tuple(self.real(a).x for a in args), self.part))

    def select(self, op: str, a, b, then, orelse) -> _Real:
        """then if a op b, else orelse."""
        return self.keep(select(compare(op, self.real(a).x, self.real(b).x), self.real(then).x, self.real(orelse).x))

    def where(self, cond: ir.Expr, then, orelse) -> _Real:
        return self.keep(select(cond, self.real(then).x, self.real(orelse).x))

    def is_(self, op: str, a, b) -> ir.Expr:
        return compare(op, self.real(a).x, self.real(b).x)

    def is_infinite(self, x) -> ir.Expr:
        return self.is_("eq", self.fabs(x), math.inf)

    def is_finite(self, x) -> ir.Expr:
        return self.is_("lt", self.fabs(x), math.inf)

    def __getattr__(self, name: str):
        return lambda *args: self.call(name, *args)


class _Limits(NamedTuple):
    """Limits of a real type; powers of 2 are given by their exponents."""

    large: float  # a quarter of the largest number
    small: float  # below that, squares and sums lose digits
    up: int  # small numbers are multiplied by 2**up; even
    exponent: float  # beyond that, exp is close to the largest number
    root: float  # of `large`


_LIMITS = {64: _Limits(2.0**1022, 2.0**-960, 108, 708.0, 2.0**511), 32: _Limits(2.0**126, 2.0**-100, 48, 87.0, 2.0**63)}


def _scaled(m, x, y):
    """Absolute values of the parts, scaled by a power of 4 that keeps their sums and squares in range, and the exponent
    of its square root."""
    limits, a, b = m.limits, m.fabs(x), m.fabs(y)
    size = m.fmax(a, b)
    is_large, is_small = m.is_("ge", size, limits.large), m.is_("lt", size, limits.small)
    factor = m.where(is_large, 0.25, m.where(is_small, 2.0**limits.up, 1))
    return a * factor, b * factor, m.where(is_large, -1, m.where(is_small, limits.up // 2, 0))


def _split(m, x):
    """x (x - 1 near overflow) and the factor by which exp of it must be multiplied."""
    is_large = m.is_("gt", m.fabs(x), m.limits.exponent)
    return m.where(is_large, x - m.copysign(1, x), x), m.where(is_large, math.e, 1)


def _exp(m, x, y):
    below, factor = _split(m, m.select("lt", x, -2 * m.limits.exponent, -2 * m.limits.exponent, x))
    e = m.exp(below)
    # the result is 0 or infinity with unspecified signs
    nowhere = logical("and", m.is_infinite(x), negate_condition(m.is_finite(y)))
    re, im = (e * m.cos(y)) * factor, (e * m.sin(y)) * factor
    re = m.where(nowhere, m.where(m.is_("gt", x, 0), math.inf, 0), m.where(m.is_("eq", y, 0), e * factor, re))
    vanishes = m.is_("eq", x, -math.inf)
    return m.where(m.is_("ne", x, x), x, re), m.where(
        m.is_("eq", y, 0), y, m.where(logical("and", vanishes, nowhere), 0, im)
    )


def _log(m, x, y):
    a, b, half = _scaled(m, x, y)
    size = m.hypot(a, b)
    large, small = m.fmax(a, b), m.fmin(a, b)
    near_one = 0.5 * m.log1p((large - 1) * (large + 1) + small * small)
    is_near = logical("and", logical("and", m.is_("gt", size, 0.5), m.is_("lt", size, 2)), m.is_("eq", half, 0))
    return m.where(is_near, near_one, m.log(size) - half * (2 * math.log(2))), m.atan2(y, x)


def _sqrt(m, x, y):
    a, b, half = _scaled(m, x, y)
    is_infinite = m.is_infinite(y)
    w = m.sqrt(0.5 * (a + m.hypot(a, b)))
    other = m.select("eq", w, 0, 0, b / m.select("eq", w, 0, 1, w + w))
    back = m.where(m.is_("lt", half, 0), 2, m.where(m.is_("gt", half, 0), 2.0 ** -(m.limits.up // 2), 1))
    w, other = (m.where(is_infinite, math.inf, back * v) for v in (w, other))
    right = m.is_("ge", x, 0)
    return m.where(right, w, other), m.copysign(m.where(right, other, w), y)


def _sinh(m, x, y):
    below, factor = _split(m, x)
    re, im = (m.sinh(below) * m.cos(y)) * factor, (m.cosh(below) * m.sin(y)) * factor
    nowhere = logical("and", m.is_infinite(x), negate_condition(m.is_finite(y)))
    nowhere = logical("or", nowhere, logical("and", m.is_("eq", x, 0), negate_condition(m.is_finite(y))))
    re = m.where(nowhere, x, m.where(m.is_("eq", y, 0), m.sinh(x), re))
    return re, m.where(m.is_("eq", y, 0), y, im)


def _cosh(m, x, y):
    below, factor = _split(m, x)
    re, im = (m.cosh(below) * m.cos(y)) * factor, (m.sinh(below) * m.sin(y)) * factor
    nowhere = logical("and", m.is_infinite(x), negate_condition(m.is_finite(y)))
    re = m.where(nowhere, math.inf, m.where(m.is_("eq", y, 0), m.cosh(x), re))
    is_real = logical("or", m.is_("eq", y, 0), logical("and", m.is_("eq", x, 0), negate_condition(m.is_finite(y))))
    sign = m.where(m.is_("eq", y, 0), y * m.copysign(1, x), x)
    return re, m.where(is_real, sign, im)


def _tanh(m, x, y):
    size = m.fabs(x)
    tx, ty = m.tanh(x), m.tan(y)
    sech = 1 / m.cosh(m.fmin(size, 100))
    d = 1 + tx * tx * (ty * ty)
    re, im = tx * (1 + ty * ty) / d, ty * (sech * sech) / d
    s, c = m.sin(y), m.cos(y)
    is_far = m.is_("gt", size, 40)
    direction = m.where(logical("and", m.is_infinite(x), negate_condition(m.is_finite(y))), m.copysign(0, y), s * c)
    far = m.where(m.is_infinite(x), m.copysign(0, direction), 4 * direction * m.exp(-2 * m.fmin(size, 1000)))
    re, im = m.where(is_far, m.copysign(1, x) + 0 * direction, re), m.where(is_far, far, im)
    return re, m.where(m.is_("eq", y, 0), y, im)


def _is_large(m, x, y) -> ir.Expr:
    limit = m.limits.large
    return logical("or", m.is_("ge", m.fabs(x), limit), m.is_("ge", m.fabs(y), limit))


def _log_of_large(m, x, y):
    """log(2 |z|) for |z| near the largest number."""
    return m.log(m.hypot(0.25 * x, 0.25 * y)) + 3 * math.log(2)


def _asinh(m, x, y):
    large = _is_large(m, x, y)
    a, b = _sqrt(m, 1 + y, -x), _sqrt(m, 1 - y, x)
    re, im = m.asinh(a[0] * b[1] - b[0] * a[1]), m.atan2(y, a[0] * b[0] - a[1] * b[1])
    re, im = m.where(large, m.copysign(_log_of_large(m, x, y), x), re), m.where(large, m.atan2(y, m.fabs(x)), im)
    return re, m.where(m.is_("eq", y, 0), y, im)


def _acosh(m, x, y):
    large = _is_large(m, x, y)
    a, b = _sqrt(m, x - 1, y), _sqrt(m, x + 1, y)
    re, im = m.asinh(a[0] * b[0] + a[1] * b[1]), 2 * m.atan2(a[1], b[0])
    return m.where(large, _log_of_large(m, x, y), re), m.where(large, m.atan2(y, x), im)


def _acos(m, x, y):
    large = _is_large(m, x, y)
    a, b = _sqrt(m, 1 - x, -y), _sqrt(m, 1 + x, y)
    re, im = 2 * m.atan2(a[0], b[0]), m.asinh(b[0] * a[1] - b[1] * a[0])
    re, im = m.where(large, m.atan2(m.fabs(y), x), re), m.where(large, m.copysign(_log_of_large(m, x, y), -y), im)
    return m.where(logical("and", m.is_("eq", x, 0), m.is_("ne", y, y)), 0.5 * math.pi, re), im


def _atanh(m, x, y):
    size, high = m.fabs(x), m.fabs(y)
    limit = m.limits.root
    far = logical("or", m.is_("gt", size, limit), m.is_("gt", high, limit))
    h = m.hypot(0.5 * x, 0.5 * y)
    away = m.where(m.is_infinite(h), 0, size / 4 / m.where(far, h, 1) / m.where(far, h, 1))
    near_one = logical("and", m.is_("eq", size, 1), m.is_("lt", high, 1 / limit))
    re = 0.25 * m.log1p(4 * size / ((1 - size) * (1 - size) + high * high))
    on_cut = -m.log(m.sqrt(high) / m.sqrt(m.hypot(high, 2)))
    re = m.where(far, away, m.where(near_one, on_cut, re))
    im = 0.5 * m.atan2(2 * y, (1 - size) * (1 + size) - y * y)
    has_angle = logical("and", m.is_("eq", y, y), logical("or", m.is_("eq", x, x), m.is_infinite(y)))
    im = m.where(logical("and", far, has_angle), m.copysign(0.5 * math.pi, y), im)
    return m.where(m.is_("eq", x, 0), x, m.copysign(re, x)), im


def _from_hyperbolic(function):
    """The trigonometric function f(z) = -i g(i z) of a hyperbolic function g."""

    def trigonometric(m, x, y):
        re, im = function(m, -y, x)
        return im, -re

    return trigonometric


def _cos(m, x, y):
    return _cosh(m, -y, x)


def _log10(m, x, y):
    re, im = _log(m, x, y)
    return re / math.log(10), im / math.log(10)


def _log2(m, x, y):
    re, im = _log(m, x, y)
    return re * (1 / math.log(2)), im * (1 / math.log(2))


def _log1p(m, x, y):
    """|1 + z|**2 is 1 + x (2 + x) + y**2, which does not round the 1 away where z is small."""
    re, im = _log(m, x + 1, y)
    is_small = logical("and", m.is_("lt", m.fabs(x), 0.5), m.is_("lt", m.fabs(y), 0.5))
    return m.where(is_small, 0.5 * m.log1p(x * (2 + x) + y * y), re), im


def _expm1(m, x, y):
    """exp(x) cos(y) - 1 is expm1(x) cos(y) - 2 sin(y / 2)**2."""
    re, im = _exp(m, x, y)
    sine = m.sin(0.5 * y)
    return m.where(m.is_("lt", m.fabs(x), 1), m.expm1(x) * m.cos(y) - 2 * sine * sine, re - 1), im


def _exp2(m, x, y):
    """The angle y log(2) is computed to twice the precision: cos(a + b) is cos(a) - b sin(a) for small b."""
    factor, low = _LOG_2[m.part.bits]
    angle = y * factor
    rest = m.fma(y, factor, -angle) + y * low
    cosine, sine = m.cos(angle), m.sin(angle)
    half = m.exp2(0.5 * x)  # its square may be infinite where the result is not
    whole = m.exp2(x)
    is_large = m.is_infinite(whole)
    size, more = m.where(is_large, half, whole), m.where(is_large, half, 1)
    re, im = size * (cosine - rest * sine) * more, size * (sine + rest * cosine) * more
    is_finite = logical("and", m.is_finite(x), m.is_finite(y))
    other = _exp(m, x * factor, angle)
    re, im = m.where(is_finite, re, other[0]), m.where(is_finite, im, other[1])
    is_real = m.is_("eq", y, 0)
    return m.where(is_real, whole, re), m.where(is_real, y, im)


_LOG_2 = {64: (math.log(2), 2.3190468138462996e-17), 32: (0.693147182464599609375, -1.904654299957768e-09)}


def _rint(m, x, y):
    return m.rint(x), m.rint(y)


def _sign(m, x, y):
    """z / |z|; a part that alone is infinite decides."""
    first, second = m.is_infinite(x), m.is_infinite(y)
    alone = compare("ne", first, second)
    x, y = (m.where(alone, m.where(far, m.copysign(1, v), m.copysign(0, v)), v) for far, v in ((first, x), (second, y)))
    a, b, _ = _scaled(m, x, y)
    size = m.hypot(a, b)
    is_zero = m.is_("eq", size, 0)
    return tuple(m.where(is_zero, 0, m.copysign(part / size, v)) for part, v in ((a, x), (b, y)))


def _proj(m, x, y):
    """All infinities are one point."""
    is_far = logical("or", m.is_infinite(x), m.is_infinite(y))
    return m.where(is_far, math.inf, x), m.where(is_far, m.copysign(0, y), y)


FUNCTIONS = {
    "exp": _exp, "log": _log, "log10": _log10, "sqrt": _sqrt, "sinh": _sinh, "cosh": _cosh, "tanh": _tanh,
    "asinh": _asinh, "acosh": _acosh, "acos": _acos, "atanh": _atanh, "cos": _cos, "sin": _from_hyperbolic(_sinh),
    "tan": _from_hyperbolic(_tanh), "asin": _from_hyperbolic(_asinh), "atan": _from_hyperbolic(_atanh),
    "log2": _log2, "log1p": _log1p, "expm1": _expm1, "exp2": _exp2, "rint": _rint, "sign": _sign, "proj": _proj,
}  # fmt: skip


def parts(m: Formulas, z: ir.Expr):
    z = m.lower.named("z", z)
    return tuple(m.keep(ir.Part(z, i, m.part)) for i in (0, 1))


def complex_function(lower, name: str, z: ir.Expr) -> ir.Expr:
    """FUNCTIONS[name](z)."""
    m = Formulas(lower, z.type)
    re, im = FUNCTIONS[name](m, *parts(m, z))
    return ir.MakeComplex(z.type, re.x, im.x)


def in_order(lower, op: str, a: ir.Expr, b: ir.Expr) -> ir.Expr:
    """NumPy's order of complex numbers: by the real part, then the imaginary one; false with a NaN that decides, or in
    an imaginary part. op: lt, le, gt or ge."""
    m = Formulas(lower, a.type)
    (x, y), (re, im) = parts(m, a), parts(m, b)
    ordered = logical("and", m.is_("eq", y, y), m.is_("eq", im, im))
    before = logical("and", m.is_(op[0] + "t", x, re), ordered)
    return logical("or", before, logical("and", m.is_("eq", x, re), m.is_(op, y, im)))
