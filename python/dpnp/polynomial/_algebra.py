"""Algebra of series of one basis: sums, products, quotients, derivatives, integrals, conversion to other bases.

Each function takes the basis first. Trailing zeros of results are removed, for which functions of more than one series
wait.
"""

from __future__ import annotations

from opendpex import _core
from opendpex._core import array_base
from opendpex._messages import as_int, as_real, as_whole, named

from .._arrays import as_array_like, beside, in_common_kind, is_scalar
from .._creation.arrays import asarray, ones, zeros
from .._manipulation.shapes import moveaxis
from .._manipulation.stacking import concatenate
from .._statistics.correlation import convolve
from .._statistics.scans import cumsum
from ._basis import POWER
from ._coefficients import as_series, constants, padded, series_like, trimmed
from ._evaluation import val

__all__ = ["add", "der", "div", "fromroots", "integ", "line", "mul", "mulx", "of_powers", "power", "sub", "to_powers"]


def _plus(c1, c2):
    n = max(c1.size, c2.size)
    return padded(c1, n) + padded(c2, n)


def add(basis, c1, c2):
    """c1 + c2."""
    return trimmed(_plus(*as_series(c1, c2)))


def sub(basis, c1, c2):
    """c1 - c2."""
    c1, c2 = as_series(c1, c2)
    return trimmed(_plus(c1, -c2))


def _times_x(basis, c):
    n = c.size
    made = concatenate([zeros((1,), c.dtype, **beside(c)), c / constants(basis.a, 0, n, c)])
    if basis.b(0):
        made[:n] -= c * constants(lambda i: basis.b(i) / basis.a(i), 0, n, c)
    if basis.c(1) and n > 1:
        made[: n - 1] += c[1:] * constants(lambda i: basis.c(i) / basis.a(i), 1, n, c)
    return made


def mulx(basis, c):
    """The series times its variable; zero stays of one coefficient."""
    (c,) = as_series(c)
    return c if c.size == 1 and not bool(c[0]) else _times_x(basis, c)


def _substituted(basis, c, one, times_x):
    """The sum of c[n] P[n](x) `one` by Clenshaw's recurrence, where x is what `times_x` multiplies by."""
    before, made = None, one * c[-1]
    for n in range(c.size - 2, -1, -1):
        term = _plus(one * c[n], times_x(made) * basis.a(n))
        if basis.b(n):
            term = _plus(term, made * basis.b(n))
        if before is not None and basis.c(n + 1):
            term = _plus(term, before * -basis.c(n + 1))
        before, made = made, term
    return made


def mul(basis, c1, c2):
    """c1 * c2 in the same basis: the shorter one is substituted by Clenshaw's recurrence."""
    c1, c2 = as_series(c1, c2)
    if basis is POWER:
        return trimmed(convolve(c1, c2))
    short, long = (c1, c2) if c1.size < c2.size else (c2, c1)
    return trimmed(_substituted(basis, short, long, lambda made: _times_x(basis, made)))


def div(basis, c1, c2):
    """Quotient and remainder, from the highest degree down."""
    c1, c2 = as_series(c1, c2)
    if not bool(c2[-1] != 0):
        raise ZeroDivisionError(named("the divisor of a series is zero"))
    if c1.size < c2.size:
        return c1[:1] * 0, c1
    if c2.size == 1:
        return c1 / c2[-1], c1[:1] * 0
    quotient, rest = zeros((c1.size - c2.size + 1,), c1.dtype, **beside(c1)), c1
    for n in range(quotient.size - 1, -1, -1):
        unit = zeros((n + 1,), c1.dtype, **beside(c1))
        unit[n] = 1
        product = mul(basis, unit, c2)
        factor = rest[-1] / product[-1]
        rest = rest[:-1] - factor * product[:-1]
        quotient[n] = factor
    return quotient, trimmed(rest)


def power(basis, c, pow, maxpower=None):
    """c ** pow; ValueError for exponents that are negative, no integers, or above `maxpower`."""
    (c,) = as_series(c)
    exponent = as_whole(pow, "pow")
    if exponent != pow or exponent < 0:
        raise ValueError(named(f"Power must be a non-negative integer, not {pow}"))
    if maxpower is not None and exponent > as_real(maxpower, "maxpower"):
        raise ValueError(named(f"Power is too large: {exponent}, at most {maxpower}"))
    made = c if exponent else ones((1,), c.dtype, **beside(c))
    for _ in range(exponent - 1):
        made = mul(basis, made, c)
    return made


def _order(m, what: str) -> int:
    m = as_int(m, "m")
    if m < 0:
        raise ValueError(named(f"The order of {what} must be non-negative, not {m}"))
    return m


def _along(c, axis):
    """The coefficients with the axis of the series moved first, and the function that moves it back."""
    c = series_like(c)
    c = c.reshape(1) if c.ndim == 0 else c
    axis = _core.normalized_axis(axis, c.ndim)
    return moveaxis(c, axis, 0), lambda made: moveaxis(made, 0, axis)


def _summed_from_behind(x):
    return cumsum(x[::-1], axis=0)[::-1]


def _derivative(basis, c):
    n = c.shape[0]
    terms = c[1:] * constants(basis.inner, 1, n, c, c.ndim)
    if basis.stride == 1:
        terms = _summed_from_behind(terms)
    elif basis.stride == 2:
        for first in range(min(2, n - 1)):
            terms[first::2] = _summed_from_behind(terms[first::2])
    return terms * constants(basis.outer, 0, n - 1, c, c.ndim)


def der(basis, c, m=1, scl=1, axis=0):
    """The m-th derivative along an axis, times `scl` at each step."""
    m = _order(m, "derivation")
    c, back = _along(c, axis)
    if m >= c.shape[0]:
        return back(c[:1] * 0)
    for _ in range(m):
        c = _derivative(basis, c) * scl
    return back(c if m else c.copy())


def _integral(basis, c):
    n = c.shape[0]
    made = concatenate([zeros((1, *c.shape[1:]), c.dtype, **beside(c)), c * constants(basis.above, 0, n, c, c.ndim)])
    if basis.same(0):
        made[:n] += c * constants(basis.same, 0, n, c, c.ndim)
    if basis.below(2) and n > 1:
        made[: n - 1] += c[1:] * constants(basis.below, 1, n, c, c.ndim)
    return made


def _is_number(x) -> bool:
    return is_scalar(x) or (isinstance(x, array_base) and x.ndim == 0)


def integ(basis, c, m=1, k=(), lbnd=0, scl=1, axis=0):
    """The m-th integral along an axis, of `scl` times the series at each step, with values `k` at `lbnd`."""
    m = _order(m, "integration")
    k = list(k) if isinstance(k, (list, tuple)) or getattr(k, "ndim", 0) else [k]
    if len(k) > m:
        raise ValueError(named(f"Too many integration constants: {len(k)} for {m} integrations"))
    for name, number in (("lbnd", lbnd), ("scl", scl)):
        if not _is_number(number):
            raise ValueError(named(f"{name} must be a scalar."))
    c, back = _along(c, axis)
    c = in_common_kind(c, k, lbnd, scl)
    for i in range(m):
        c = c * scl
        constant = k[i] if i < len(k) else 0
        if c.shape[0] == 1 and not bool(_core.any(c != 0)):
            c = c + constant
            continue
        c = _integral(basis, c)
        c[0] += constant - val(basis, lbnd, c)
    return back(c if m else c.copy())


def line(basis, off, scl, **placement):
    """off + scl * x; on the queue of an operand that is an array, else as `placement` says."""
    number = next((x for x in (off, scl) if isinstance(x, array_base)), None)
    if number is not None:
        placement = beside(number)
    if not bool(scl != 0):
        return asarray([off], **placement) if number is None else as_array_like(off, number).reshape(1)
    first, second = off - scl * (basis.b(0) / basis.a(0)), scl / basis.a(0)
    if number is None:
        exact = isinstance(off, int) and isinstance(scl, int) and first == int(first) and second == int(second)
        return asarray([int(first), int(second)] if exact else [first, second], **placement)
    return concatenate([as_array_like(item, number).reshape(1) for item in (first, second)])


def fromroots(basis, roots):
    """The product of all factors, as a balanced tree so that both factors of each product have similar degrees."""
    roots = series_like(roots, what="roots")
    if roots.size == 0:
        return ones((1,), **beside(roots))
    (roots,) = as_series(roots, trim=False)
    roots = _core.sort(roots)
    left = [line(basis, -roots[i], 1) for i in range(roots.size)]
    left = [trimmed(factor) for factor in left]
    while len(left) > 1:
        odd = left[-1:] if len(left) % 2 else []
        left = [mul(basis, left[i], left[i + 1]) for i in range(0, len(left) - 1, 2)] + odd
    return left[0]


def to_powers(basis, c):
    """Coefficients of the powers of x."""
    (c,) = as_series(c)
    return _substituted(basis, c, ones((1,), c.dtype, **beside(c)), lambda made: _times_x(POWER, made))


def of_powers(basis, pol):
    """Coefficients in the basis of a polynomial in powers of x, by Horner's rule."""
    (pol,) = as_series(pol)
    made = pol[-1:]
    for n in range(pol.size - 2, -1, -1):
        made = _plus(_times_x(basis, made), pol[n : n + 1])
    return made
