"""Functions of the kernel language that are written in it: they are inlined like the user's device functions, so all devices have them."""

from __future__ import annotations

import math

__all__ = ["BY_NAME", "hash_of_integer", "integer_power"]


def integer_power(a, n):
    """a ** n for integers; a negative exponent gives 0, but for 1 and -1."""
    result = a * 0 + 1
    if n < 0:
        if a == 1:
            return result
        if a * a == 1:
            return result if n % 2 == 0 else a
        return a * 0
    while n > 0:
        if n & 1:
            result *= a
        n >>= 1
        a *= a
    return result


def hash_of_integer(n):
    """What Python's hash gives."""
    rest = n % 2305843009213693951 if n >= 0 else -((-n) % 2305843009213693951)
    return -2 if rest == -1 else rest


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
    """Ordered choices of k out of n."""
    result = 1
    for i in range(k):
        result *= n - i
    return result if k <= n else 0


def comb(n, k):
    """Choices of k out of n."""
    if k > n:
        return 0
    k = min(k, n - k)
    result = 1
    for i in range(k):
        result = result * (n - i) // (i + 1)
    return result


def isqrt(n):
    """The whole part of the square root."""
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
    if math.isinf(a) or math.isinf(b):
        return False
    return abs(a - b) <= max(rel_tol * max(abs(a), abs(b)), abs_tol)


def remainder(x, y):
    """x less the nearest whole multiple of y; halfway, of an even one."""
    x, y = float(x), float(y)
    size = abs(y)
    rest = math.fmod(abs(x), size)
    half = size - rest
    if rest > half or rest == half and math.fmod(abs(x) - rest, 2 * size) != 0:
        rest -= size
    return math.copysign(1.0, x) * rest


def modf(x):
    """Fraction and whole part."""
    x = float(x)
    whole = math.trunc(x)
    return math.copysign(0.0 if math.isinf(x) else x - whole, x), whole


def dist(p, q):
    """Distance of two points."""
    total = 0.0
    for a, b in zip(p, q):
        total += (a - b) * (a - b)
    return math.sqrt(total)


BY_NAME = {f.__name__: f for f in (gcd, lcm, factorial, perm, comb, isqrt, isclose, remainder, modf, dist)}
