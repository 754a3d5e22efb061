"""Functions of the kernel language that are written in it; they are inlined like device functions of the user, so every
device has them."""

from __future__ import annotations

import cmath
import math

import numpy as np

__all__ = [
    "OF_MATH",
    "OF_NUMPY",
    "OF_SEQUENCES",
    "hash_of_float",
    "hash_of_integer",
    "integer_power",
    "length",
    "unsigned_power",
]


def integer_power(a, n):
    """a ** n for integers; a negative exponent gives 0, unless a is 1 or -1."""
    result = a * 0 + 1
    if n < 0:
        if a == 1:
            return result
        if a == -1:
            return result if n % 2 == 0 else a
        return a * 0
    while n > 0:
        if n & 1:
            result *= a
        n >>= 1
        a *= a
    return result


def unsigned_power(a, n):
    """a ** n for unsigned integers."""
    result = a**0
    while n != 0:
        if n & 1 != 0:
            result = result * a
        n = n >> 1
        a = a * a
    return result


def hash_of_integer(n):
    """The same as Python's hash of an integer."""
    rest = n % 2305843009213693951 if n >= 0 else -((-n) % 2305843009213693951)
    return -2 if rest == -1 else rest


def hash_of_float(x):
    """The same as Python's hash of a float; 0 for NaN, whose hash in Python depends on the object."""
    if math.isnan(x):
        return 0
    if math.isinf(x):
        return 314159 if x > 0 else -314159
    rest, power = frexp(abs(x))
    found = 0
    while rest != 0.0:
        found = (found << 28) & 2305843009213693951 | found >> 33
        rest *= 268435456.0
        power -= 28
        part = int(rest)
        rest -= part
        found += part
        if found >= 2305843009213693951:
            found -= 2305843009213693951
    power %= 61
    found = (found << power) & 2305843009213693951 | found >> (61 - power)
    found = -found if x < 0 else found
    return -2 if found == -1 else found


def gcd(a, b):
    """Greatest common divisor."""
    while b != 0:
        a, b = b, a % b
    return abs(a)


def lcm(a, b):
    """Least common multiple."""
    if a == 0 or b == 0:
        return 0
    return abs(a // gcd(a, b) * b)


def factorial(n):
    """n! modulo 2**64."""
    result = 1
    for k in range(2, n + 1):
        result *= k
    return result


def perm(n, k):
    """The number of ordered selections of k out of n items."""
    result = 1
    for i in range(k):
        result *= n - i
    return result if k <= n else 0


def comb(n, k):
    """The binomial coefficient."""
    if k > n:
        return 0
    k = min(k, n - k)
    result = 1
    for i in range(k):
        result = result * (n - i) // (i + 1)
    return result


def isqrt(n):
    """The square root, rounded down."""
    root = int(math.sqrt(float(n)))
    while root * root > n:
        root -= 1
    while (root + 1) * (root + 1) <= n:
        root += 1
    return root


def isclose(a, b, rel_tol=1e-09, abs_tol=0.0):
    """Whether two numbers are close."""
    if a == b:
        return True
    if cmath.isinf(a) or cmath.isinf(b):
        return False
    return abs(a - b) <= max(rel_tol * max(abs(a), abs(b)), abs_tol)


def remainder(x, y):
    """The IEEE 754 remainder: x - n y for the integer n nearest to x / y, ties to even."""
    x, y = float(x), float(y)
    size = abs(y)
    rest = math.fmod(abs(x), size)
    half = size - rest
    if rest > half or rest == half and math.fmod(abs(x) - rest, 2 * size) != 0:
        rest -= size
    return math.copysign(1.0, x) * rest


def modf(x):
    """The fractional and the integral part."""
    x = float(x)
    whole = np.trunc(x)
    return math.copysign(0.0 if math.isinf(x) else x - whole, x), whole


def dist(p, q):
    """The Euclidean distance of two points."""
    total = 0.0
    for a, b in zip(p, q):  # noqa: B905 (compiled as a kernel: zip without keywords)
        total += (a - b) * (a - b)
    return math.sqrt(total)


def frexp(x):
    """(fraction, power) with x = fraction * 2**power and 0.5 <= |fraction| < 1."""
    x = float(x)
    if x == 0.0 or math.isinf(x) or math.isnan(x):
        return x, 0
    power = int(math.floor(math.log2(abs(x)))) + 1
    half = power // 2  # in two steps, since 2**-power may overflow
    fraction = math.ldexp(math.ldexp(x, -half), half - power)
    if abs(fraction) >= 1.0:
        return fraction * 0.5, power + 1
    if abs(fraction) < 0.5:
        return fraction * 2.0, power - 1
    return fraction, power


def ulp(x):
    """The value of the least significant bit of a float (ULP)."""
    size = abs(float(x))
    above = math.nextafter(size, math.inf)
    return (
        size - math.nextafter(size, 0.0)
        if math.isinf(above) and not math.isinf(size)
        else above - size
        if size < math.inf
        else size
    )


def fsum(items):
    """The sum as a float."""
    total = 0.0
    for x in items:
        total += x
    return total


def prod(items, start=1):
    """The product."""
    total = start
    for x in items:
        total *= x
    return total


def length(items):
    """The Euclidean norm of any number of coordinates."""
    total = 0.0
    for x in items:
        total = math.hypot(total, x)
    return total


def spacing(x):
    """The distance to the next float away from zero, with the sign of x, positive of both zeros; NaN of infinity."""
    if x == 0:
        x = type(x)(0)
    above = math.nextafter(x, type(x)(math.copysign(math.inf, x)))
    return above - x


def logaddexp(a, b):
    """log(exp(a) + exp(b))."""
    if a == b:
        return a + math.log(type(a)(2))
    d = a - b
    return a + math.log1p(math.exp(-d)) if d > 0 else b + math.log1p(math.exp(d)) if d <= 0 else d


def logaddexp2(a, b):
    """log2(2**a + 2**b)."""
    if a == b:
        return a + type(a)(1)
    d = a - b
    scale = type(d)(1.4426950408889634)
    return a + scale * math.log1p(math.exp2(-d)) if d > 0 else b + scale * math.log1p(math.exp2(d)) if d <= 0 else d


def heaviside(x, at_zero):
    """0 for negative x, 1 for positive x, at_zero for 0, NaN for NaN."""
    return x if math.isnan(x) else at_zero if x == 0 else 1.0 if x > 0 else 0.0


def bitwise_count(x):
    """The number of ones in the binary form of |x|."""
    n, rest = 0, abs(x)
    while rest != 0:
        rest = rest & (rest - 1)
        n += 1
    return n


def float_power(a, b):
    """a ** b in float64."""
    return float(a) ** float(b)


#: Names of the functions here that implement those of `math` and of NumPy.
OF_MATH = (
    "gcd",
    "lcm",
    "factorial",
    "perm",
    "comb",
    "isqrt",
    "isclose",
    "remainder",
    "modf",
    "dist",
    "frexp",
    "ulp",
    "fsum",
    "prod",
)
OF_SEQUENCES = ("dist", "fsum", "prod")  # these take tuples or arrays, the others numbers
OF_NUMPY = (
    "gcd",
    "lcm",
    "spacing",
    "logaddexp",
    "logaddexp2",
    "heaviside",
    "float_power",
    "frexp",
    "modf",
    "bitwise_count",
)
