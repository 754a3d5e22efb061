"""Functions of complex numbers, from those of real ones: so every device has them.

The inverse functions are W. Kahan's (Branch Cuts for Complex Elementary Functions, 1987): they lose no digits near the branch cuts,
and the signs of zeros decide on which side of a cut a number lies.
"""

from __future__ import annotations

from . import ir
from .operators import binary, compare, constant, select, unary
from .types import Scalar, part_type
from .values import cast, zero

__all__ = ["FUNCTIONS", "complex_function", "complex_power"]


class _Real:
    """A real number of the representation with Python's operators, for formulas to be read."""

    def __init__(self, math: _Math, x: ir.Expr):
        self.math, self.x = math, x

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


class _Math:
    """Writes formulas for one complex type; numbers are pairs (real part, imaginary part) of _Real."""

    def __init__(self, lower, t: Scalar):
        self.lower, self.type, self.part = lower, t, part_type(t)

    def real(self, x) -> _Real:
        return x if isinstance(x, _Real) else _Real(self, cast(constant(float(x)), self.part))

    def keep(self, x: ir.Expr) -> _Real:
        return _Real(self, self.lower.named("part", x))

    def call(self, name: str, *args) -> _Real:
        return self.keep(ir.Call(name, tuple(self.real(a).x for a in args), self.part))

    def select(self, op: str, a, b, then, orelse) -> _Real:
        """then if a op b, else orelse."""
        return self.keep(select(compare(op, self.real(a).x, self.real(b).x), self.real(then).x, self.real(orelse).x))

    def __getattr__(self, name: str):
        return lambda *args: self.call(name, *args)


def _exp(m, x, y):
    e = m.exp(x)
    im = m.select("eq", y, 0, y, e * m.sin(y))
    return m.select("eq", y, 0, e, e * m.cos(y)), im


def _log(m, x, y):
    size = m.hypot(x, y)
    large, small = m.fmax(m.fabs(x), m.fabs(y)), m.fmin(m.fabs(x), m.fabs(y))
    near_one = 0.5 * m.log1p((large - 1) * (large + 1) + small * small)
    is_near = m.select("gt", size, 0.5, m.select("lt", size, 2, 1, 0), 0)
    return m.select("ne", is_near, 0, near_one, m.log(size)), m.atan2(y, x)


def _sqrt(m, x, y):
    w = m.sqrt(0.5 * (m.fabs(x) + m.hypot(x, y)))
    other = m.select("eq", w, 0, 0, 0.5 * m.fabs(y) / m.select("eq", w, 0, 1, w))
    right = m.select("ge", x, 0, 1, 0)
    return m.select("ne", right, 0, w, other), m.copysign(m.select("ne", right, 0, other, w), y)


def _sinh(m, x, y):
    return m.sinh(x) * m.cos(y), m.cosh(x) * m.sin(y)


def _cosh(m, x, y):
    return m.cosh(x) * m.cos(y), m.sinh(x) * m.sin(y)


def _tanh(m, x, y):
    tx, ty = m.tanh(x), m.tan(y)
    sech = 1 / m.cosh(x)
    d = 1 + tx * tx * (ty * ty)
    return tx * (1 + ty * ty) / d, ty * (sech * sech) / d


def _asinh(m, x, y):
    a, b = _sqrt(m, 1 + y, -x), _sqrt(m, 1 - y, x)
    return m.asinh(a[0] * b[1] - b[0] * a[1]), m.atan2(y, a[0] * b[0] - a[1] * b[1])


def _acosh(m, x, y):
    a, b = _sqrt(m, x - 1, y), _sqrt(m, x + 1, y)
    return m.asinh(a[0] * b[0] + a[1] * b[1]), 2 * m.atan2(a[1], b[0])


def _acos(m, x, y):
    a, b = _sqrt(m, 1 - x, -y), _sqrt(m, 1 + x, y)
    return 2 * m.atan2(a[0], b[0]), m.asinh(b[0] * a[1] - b[1] * a[0])


def _atanh(m, x, y):
    size = m.fabs(x)
    re = 0.25 * m.log1p(4 * size / ((1 - size) * (1 - size) + y * y))
    return m.copysign(re, x), 0.5 * m.atan2(2 * y, (1 - size) * (1 + size) - y * y)


def _turned(function):
    """f(z) = -i g(i z), the trigonometric function for a hyperbolic one."""

    def turned(m, x, y):
        re, im = function(m, -y, x)
        return im, -re

    return turned


def _cos(m, x, y):
    return m.cos(x) * m.cosh(y), -(m.sin(x) * m.sinh(y))


FUNCTIONS = {
    "exp": _exp, "log": _log, "sqrt": _sqrt, "sinh": _sinh, "cosh": _cosh, "tanh": _tanh, "asinh": _asinh, "acosh": _acosh,
    "acos": _acos, "atanh": _atanh, "cos": _cos, "sin": _turned(_sinh), "tan": _turned(_tanh), "asin": _turned(_asinh),
    "atan": _turned(_atanh),
}  # fmt: skip


def _parts(m: _Math, z: ir.Expr):
    z = m.lower.named("z", z)
    return tuple(m.keep(ir.Part(z, i, m.part)) for i in (0, 1))


def complex_function(lower, name: str, z: ir.Expr) -> ir.Expr:
    """FUNCTIONS[name](z)."""
    m = _Math(lower, z.type)
    re, im = FUNCTIONS[name](m, *_parts(m, z))
    return ir.MakeComplex(z.type, re.x, im.x)


def complex_power(lower, a: ir.Expr, b: ir.Expr) -> ir.Expr:
    """a ** b = exp(b log a), with 0 ** b = 0 (and 1 for b = 0); both of one complex type."""
    m = _Math(lower, a.type)
    x, y = _parts(m, a)
    p, q = _parts(m, b)
    u, v = _log(m, x, y)
    re, im = _exp(m, p * u - q * v, p * v + q * u)
    nothing = m.keep(select(compare("eq", a, zero(a.type)), cast(constant(1.0), m.part), cast(constant(0.0), m.part)))
    one = m.keep(select(compare("eq", b, zero(b.type)), cast(constant(1.0), m.part), cast(constant(0.0), m.part)))
    re, im = m.select("ne", nothing, 0, one, re), m.select("ne", nothing, 0, 0, im)
    return ir.MakeComplex(a.type, re.x, im.x)
