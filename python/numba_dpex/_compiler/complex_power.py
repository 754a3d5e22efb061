"""Powers of complex numbers, exp(y log(x)), by the algorithms of array operations
(`ops/loops/portable/k_complex_functions.h`), whose comments give the sources: within 5 units in the last place, most of
which exp, sin and cos of the target make, and whole powers up to the 99th within 3.

exp makes an error of its operand a relative one of the result, and the operand is large. So logarithm and product are
computed to twice the precision: a number is a pair of a rounded value and what rounding left out. A product that is one
of such a pair is rounded by itself (`times`): contracted with a sum it would not be the one whose error is known.

`power` is written in the kernel language, and inlined like a device function of the user; the functions that it calls
are translated by the lowerings here.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from . import ir
from .complex_math import FUNCTIONS, Formulas, parts
from .lowerings import lowers, numbers, refused
from .operators import binary, compare, logical, repeated_product
from .types import INT32, INT64
from .values import Tuple, cast, zero

__all__ = ["complex_power"]


_LARGEST_CONSTANT = 64  # of whole exponents whose repeated product is written out


class _Range(NamedTuple):
    """Limits of a real type; powers of 2 are given by their exponents."""

    far: int  # sizes from 2**-far to 2**far go through `general_power`; 16 less than a power of 2 less than the largest
    small: int  # below 2**-small, the second part of a product loses digits
    most: int  # 2**most takes sizes away from there, and 2**-most is normal
    half_ln2: tuple[float, float]  # log(2) / 2; products of the first part with exponents are exact
    half_pi: tuple[float, float]
    log_series: tuple[float, ...]  # (log((1 + t) / (1 - t)) / 2 - t) / t**3 of t**2, highest power first
    atan_series: tuple[float, ...]  # (atan(t) - t) / t**3
    quarters: tuple[tuple[float, float], ...]  # atan(1 / 4) .. atan(1)


def _hex(*numbers: str) -> tuple[float, ...]:
    return tuple(map(float.fromhex, numbers))


_RANGES = {
    32: _Range(
        110, 100, 96, _hex("0x1.62e8p-2", "-0x1.e8082ep-17"), _hex("0x1.921fb6p+0", "-0x1.777a5cp-25"),
        _hex("0x1.ddd1d8p-4", "0x1.245c36p-3", "0x1.9999ecp-3", "0x1.555556p-2"),
        _hex("0x1.bbad66p-4", "-0x1.24841p-3", "0x1.99998ep-3", "-0x1.555556p-2"),
        (_hex("0x1.f5b76p-3", "-0x1.b4dfc8p-29"), _hex("0x1.dac67p-2", "0x1.586ed4p-28"),
         _hex("0x1.4978fap-1", "0x1.934f7p-28"), _hex("0x1.921fb6p-1", "-0x1.777a5cp-26")),
    ),
    64: _Range(
        900, 960, 900, _hex("0x1.62e42fefa4p-2", "-0x1.8432a1b0e2634p-44"),
        _hex("0x1.921fb54442d18p+0", "0x1.1a62633145c07p-54"),
        _hex("0x1.0c074d9f1dd73p-4", "0x1.0fbe3b6c6987dp-4", "0x1.3b1c38bb12df2p-4", "0x1.745cf8f4a7ec6p-4",
             "0x1.c71c72017f306p-4", "0x1.2492492476b73p-3", "0x1.9999999999a38p-3", "0x1.5555555555555p-2"),
        _hex("-0x1.04442f33da883p-4", "0x1.3acdef3be95f3p-4", "-0x1.745c59cf740e6p-4", "0x1.c71c70be69178p-4",
             "-0x1.249249243a22fp-3", "0x1.9999999999839p-3", "-0x1.5555555555555p-2"),
        (_hex("0x1.f5b75f92c80ddp-3", "0x1.8ab6e3cf7afbdp-57"), _hex("0x1.dac670561bb4fp-2", "0x1.a2b7f222f65e2p-56"),
         _hex("0x1.4978fa3269ee1p-1", "0x1.2419a87f2a458p-56"), _hex("0x1.921fb54442d18p-1", "0x1.1a62633145c07p-55")),
    ),
}  # fmt: skip


# ---- pairs: a rounded value and what rounding left out ---------------------------------------------------------


def _sum(a, b):
    """a + b for |a| >= |b| or a = 0."""
    total = a + b
    return total, b - (total - a)


def _total(a, b):
    """a + b for any a and b."""
    total = a + b
    of_b = total - a
    return total, (a - (total - of_b)) + (b - of_b)


def _product(m, a, b):
    product = m.times(a, b)
    return product, m.fma(a, b, -product)


def _quotient(m, a, b):
    quotient = a[0] / b[0]
    product, error = _product(m, quotient, b[0])
    return quotient, (a[0] - product - error + a[1] - quotient * b[1]) / b[0]


def _complex_product(m, x, y):
    """x y and, to first order, its error; pairs of parts."""
    a, b, c, d = (_product(m, *factors) for factors in ((x[0], y[0]), (x[1], -y[1]), (x[0], y[1]), (x[1], y[0])))
    (re, of_re), (im, of_im) = _total(a[0], b[0]), _total(c[0], d[0])
    return (re, im), (of_re + (a[1] + b[1]), of_im + (c[1] + d[1]))


# ---- the logarithm of a complex number ---------------------------------------------------------------------------


def _polynomial(coefficients, x):
    value = coefficients[0]
    for c in coefficients[1:]:
        value = value * x + c
    return value


def _range_of(m) -> _Range:
    return _RANGES[m.part.bits]


def _normalized(m, size):
    """(a power of 2 that takes the size to 1 .. 2, the exponent that it takes off)."""
    steps = [1 << i for i in reversed(range(_range_of(m).far.bit_length()))]
    is_below = m.is_("lt", size, 1)
    offset = _range_of(m).far + 2
    scale, exponent = m.where(is_below, 2.0**offset, 1), m.where(is_below, -offset, 0)
    for step in steps:
        is_above = m.is_("ge", m.times(size, scale), 2.0**step)
        scale = m.times(scale, m.where(is_above, 2.0**-step, 1))
        exponent = exponent + m.where(is_above, step, 0)
    return scale, exponent


def _log_of_size(m, p, q, e):
    """log(p**2 + q**2) / 2 + e log(2) for 2 > p >= 1, p >= q >= 0."""
    r = _range_of(m)
    a, b = _product(m, p, p), _product(m, q, q)
    high, low = _sum(a[0], b[0])
    low = low + (a[1] + b[1])
    scale, halves = m.real(1), m.real(0)
    for count, above in ((1, math.sqrt(2)), (2, math.sqrt(8)), (3, math.sqrt(32))):
        is_above = m.is_("gt", high, above)
        scale, halves = m.where(is_above, 0.5**count, scale), m.where(is_above, count, halves)
    high, low = m.times(high, scale), m.times(low, scale)
    over = high + 1
    t = _quotient(m, _sum(high - 1, low), (over, high - (over - 1) + low))
    n, u = 2 * e + halves, t[0] * t[0]
    first, rest = _sum(m.times(n, r.half_ln2[0]), t[0])
    return _sum(first, rest + (t[1] + n * r.half_ln2[1] + t[0] * u * _polynomial(r.log_series, u)))


def _atan_of_ratio(m, p, q):
    """atan(q / p) for p >= q >= 0, from the nearest of 0, 1 / 4, .. 1: atan(c) + atan((q - c p) / (p + c q))."""
    r = _range_of(m)
    c, near = m.real(0), (m.real(0), m.real(0))
    for i, of_quarter in enumerate(r.quarters):
        is_above = m.is_("gt", q, m.times(p, (2 * i + 1) / 8))
        c = m.where(is_above, (i + 1) / 4, c)
        near = tuple(m.where(is_above, new, old) for new, old in zip(of_quarter, near, strict=True))
    a, b = _product(m, c, p), _product(m, c, q)
    over = _sum(p, b[0])
    t = _quotient(m, (q - a[0], -a[1]), (over[0], over[1] + b[1]))
    u = t[0] * t[0]
    first, rest = _sum(near[0], t[0])
    return _sum(first, rest + (near[1] + t[1] + t[0] * u * _polynomial(r.atan_series, u)))


def _angle(m, x, y, p, q):
    """atan2(y, x), whose larger and smaller sizes are p and q."""
    half_pi = _range_of(m).half_pi
    angle = _atan_of_ratio(m, p, q)
    is_steep, is_left = m.is_("gt", m.fabs(y), m.fabs(x)), m.is_("lt", m.copysign(1, x), 0)
    quarters = m.where(is_steep, 1, m.where(is_left, 2, 0))
    sign = m.where(is_steep, m.where(is_left, 1, -1), m.where(is_left, -1, 1))
    first, rest = _sum(m.times(quarters, half_pi[0]), m.times(sign, angle[0]))
    rest = rest + (quarters * half_pi[1] + sign * angle[1])
    side = m.copysign(1, y)
    return m.times(side, first), m.times(side, rest)


# ---- what `power` calls; x and y are complex -----------------------------------------------------------------------


def _formulas(lower, node, args):
    """Formulas for the complex type of the arguments, and their parts."""
    args = numbers(lower, node, args)
    if args[0].type.kind != "c" or any(z.type is not args[0].type for z in args):
        raise refused(lower, node, args, "it takes complex numbers of one type")
    m = Formulas(lower, args[0].type)
    return m, *(parts(m, z) for z in args)


def _whole_number(lower, node, x) -> ir.Expr:
    (x,) = numbers(lower, node, [x])
    if x.type.kind not in "iu":
        raise refused(lower, node, [x], "it takes an integer")
    return x


def _complex(m, z) -> ir.Expr:
    return m.lower.named("z", ir.MakeComplex(m.type, z[0].x, z[1].x))


def is_whole(y):
    """Whether it is a whole number, not 0, of at most two digits."""


def is_general(x, y):
    """Whether `general_power` can compute x**y."""


def general_power(x, y):
    """x**y."""


def other_power(x, y):
    """x**y for numbers that are 0 or at the ends of the range; 0**y is 0 where y's real part is positive, else NaN."""


def product_and_error(x, y):
    """x y and its error."""


def corrected(x, error):
    """x + error; an error of 0 leaves the sign of a zero."""


def reciprocal(x, error):
    """1 / (x + error)."""


def is_small(x):
    """Whether the error of a product of this size is not exact."""


def shift_for(x, n):
    """The power of 2 that makes x**n large enough."""


def shifted(x, k):
    """x 2**k."""


def is_number(x):
    """Whether it is finite and not 0."""


@lowers(is_whole)
def _is_whole(lower, node, args, keywords):
    m, (re, im) = _formulas(lower, node, args)
    whole = logical("and", m.is_("eq", m.floor(re), re), m.is_("lt", m.fabs(re), 100))
    return logical("and", logical("and", m.is_("eq", im, 0), m.is_("ne", re, 0)), whole)


@lowers(is_general)
def _is_general(lower, node, args, keywords):
    m, (a, b), (p, q) = _formulas(lower, node, args)
    far, size = 2.0 ** _range_of(m).far, m.fmax(m.fabs(a), m.fabs(b))
    inside = logical("and", m.is_("gt", size, 1 / far), m.is_("lt", m.fabs(a) + m.fabs(b), far))
    return logical("and", inside, m.is_("lt", m.fabs(p) + m.fabs(q), far))


@lowers(general_power)
def _general_power(lower, node, args, keywords):
    m, (x, y), (a, b) = _formulas(lower, node, args)
    p, q = m.fmax(m.fabs(x), m.fabs(y)), m.fmin(m.fabs(x), m.fabs(y))
    scale, exponent = _normalized(m, p)
    p, q = m.times(p, scale), m.times(q, scale)
    size, angle = _log_of_size(m, p, q, exponent), _angle(m, x, y, p, q)
    first, second = _product(m, a, size[0]), _product(m, b, angle[0])
    re, of_re = _total(first[0], -second[0])
    of_re = of_re + (first[1] - second[1] + (a * size[1] - b * angle[1]))
    first, second = _product(m, b, size[0]), _product(m, a, angle[0])
    im, of_im = _total(first[0], second[0])
    of_im = of_im + (first[1] + second[1] + (b * size[1] + a * angle[1]))
    # exp(h + l) is exp(h) (1 + l) for small l
    u, v = FUNCTIONS["exp"](m, re, im)
    rest = u * of_re - v * of_im, u * of_im + v * of_re
    is_small = m.is_("lt", m.fabs(of_re) + m.fabs(of_im), 0.01)
    is_small = logical("and", is_small, m.is_("lt", m.fabs(rest[0]) + m.fabs(rest[1]), math.inf))
    return _complex(m, [m.where(_and_not_zero(m, is_small, e), z + e, z) for z, e in zip((u, v), rest, strict=True)])


def _and_not_zero(m, condition, x):
    return logical("and", condition, m.is_("ne", x, 0))


def _plain_power(m, x, y):
    """By size and argument, which keep their digits at the ends of the range; y is not 0. Where the size vanishes,
    the angle may be infinite."""
    size, angle = m.hypot(*x), m.atan2(x[1], x[0])
    p, q = y
    is_real = m.is_("eq", q, 0)
    length = m.pow(size, p) * m.where(is_real, 1, m.exp(-angle * q))
    phase = m.where(is_real, angle * p, angle * p + q * m.log(size))
    vanishes = m.is_("eq", length, 0)
    return m.where(vanishes, 0, length * m.cos(phase)), m.where(vanishes, 0, length * m.sin(phase))


@lowers(other_power)
def _other_power(lower, node, args, keywords):
    m, x, y = _formulas(lower, node, args)
    re, im = _plain_power(m, x, y)
    is_nothing = compare("eq", args[0], zero(args[0].type))
    of_nothing = m.where(m.is_("gt", y[0], 0), 0, math.nan)
    return _complex(m, [m.where(is_nothing, of_nothing, z) for z in (re, im)])


@lowers(product_and_error)
def _product_and_error(lower, node, args, keywords):
    m, x, y = _formulas(lower, node, args)
    return Tuple(tuple(_complex(m, z) for z in _complex_product(m, x, y)))


@lowers(corrected)
def _corrected(lower, node, args, keywords):
    m, x, error = _formulas(lower, node, args)
    return _complex(m, [m.where(m.is_("ne", e, 0), z + e, z) for z, e in zip(x, error, strict=True)])


@lowers(reciprocal)
def _reciprocal(lower, node, args, keywords):
    """One step of Newton's method from the rounded 1 / x."""
    m, x, error = _formulas(lower, node, args)
    one = ir.MakeComplex(m.type, m.real(1).x, m.real(0).x)
    inverse = parts(m, ir.Binary("div", one, args[0]))
    product, of_product = _complex_product(m, x, inverse)
    low = error[0] * inverse[0] - error[1] * inverse[1], error[0] * inverse[1] + error[1] * inverse[0]
    rest = 1 - product[0] - (of_product[0] + low[0]), -product[1] - (of_product[1] + low[1])
    step = inverse[0] * rest[0] - inverse[1] * rest[1], inverse[0] * rest[1] + inverse[1] * rest[0]
    return _complex(m, [m.where(m.is_("ne", s, 0), z + s, z) for z, s in zip(inverse, step, strict=True)])


@lowers(is_small)
def _is_small(lower, node, args, keywords):
    m, (re, im) = _formulas(lower, node, args)
    return m.is_("lt", m.fmax(m.fabs(re), m.fabs(im)), 2.0 ** -_range_of(m).small)


@lowers(shift_for)
def _shift_for(lower, node, args, keywords):
    m, _ = _formulas(lower, node, args[:1])
    return binary("floordiv", ir.Const(INT64, _range_of(m).most), _whole_number(lower, node, args[1]))


@lowers(shifted)
def _shifted(lower, node, args, keywords):
    m, z = _formulas(lower, node, args[:1])
    k = cast(_whole_number(lower, node, args[1]), INT32)
    return _complex(m, [m.keep(ir.Call("ldexp", (part.x, k), m.part)) for part in z])


@lowers(is_number)
def _is_number(lower, node, args, keywords):
    m, (re, im) = _formulas(lower, node, args)
    size = m.fabs(re) + m.fabs(im)
    return logical("and", m.is_("gt", size, 0), m.is_("lt", size, math.inf))


# ---- in the kernel language ------------------------------------------------------------------------------------------


def power_and_error(x, n, nothing):
    """x**n for n > 0 by squares, and its error to first order."""
    error = nothing
    while n & 1 == 0:
        square, of_square = product_and_error(x, x)
        error = x * error
        x, error = square, error + error + of_square
        n >>= 1
    result, of_result = x, error
    n >>= 1
    while n != 0:
        square, of_square = product_and_error(x, x)
        error = x * error
        x, error = square, error + error + of_square
        if n & 1 != 0:
            product, of_product = product_and_error(result, x)
            of_result = of_result * x + result * error + of_product
            result = product
        n >>= 1
    return result, of_result


def whole_power(x, n, nothing):
    """x**n; 0 or not finite where it is not computed."""
    size, shift, base = abs(n), 0, x
    result, error = power_and_error(base, size, nothing)
    if is_small(result) and is_number(x):
        shift = shift_for(x, size)
        result, error = power_and_error(shifted(x, shift), size, nothing)
    result = reciprocal(result, error) if n < 0 else corrected(result, error)
    return shifted(result, -shift * n) if shift != 0 else result


def power(x, y, nothing, one):
    """x**y."""
    if y == nothing:
        return one
    if is_whole(y):
        n = int(y.real)
        if n == 1:
            return x
        if n == 2:
            return x * x
        if n == 3:
            return x * x * x
        whole = one / x if n == -1 else whole_power(x, n, nothing)
        if is_number(whole):
            return whole
    return general_power(x, y) if is_general(x, y) else other_power(x, y)


def power_of_number(x, n, nothing, product):
    """x**n for a constant n; product: the same by repeated multiplication, for the ends of the range."""
    whole = whole_power(x, n, nothing)
    return whole if is_number(whole) else product


def complex_power(lower, node, x: ir.Expr, y: ir.Expr) -> ir.Expr:
    """x**y; both of one complex type."""
    nothing, one = (ir.Const(x.type, complex(n)) for n in (0, 1))
    if isinstance(y, ir.Const) and y.value == round(y.value.real) and 1 < abs(y.value) <= _LARGEST_CONSTANT:
        n = int(y.value.real)
        product = lower.named("product", repeated_product(x, abs(n)))
        product = product if n > 0 else lower.named("product", ir.Binary("div", one, product))
        return lower.inline_python(node, power_of_number, [x, ir.Const(INT64, n), nothing, product], {})
    return lower.inline_python(node, power, [x, y, nothing, one], {})
