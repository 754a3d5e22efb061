"""A counter-based generator: Philox4x32 with 10 rounds (Salmon, Moraes, Dror, Shaw: "Parallel Random Numbers: As Easy
as 1, 2, 3", 2011).

A number is a function of a seed, an index (mostly of the work-item) and a draw (the n-th draw of that index), without
state: it is the same on all devices, in the simulator and in plain Python. All arithmetic is done on 64-bit integers
with operands below 2**32, so that results masked to 32 bits are the same in Python and in kernels.
"""

from __future__ import annotations

import math

__all__ = ["exponential", "integers", "normal", "philox4x32", "uniform", "uniform32"]

_WORD = 0xFFFFFFFF
_FACTORS = 0xD2511F53, 0xCD9E8D57
_WEYL = 0x9E3779B9, 0xBB67AE85


def philox4x32(seed, index, draw=0):
    """Four random words of 32 bits.

    Parameters
    ----------
    seed, index, draw : int
        Of 64 bits each. Different triples give independent words.

    Returns
    -------
    tuple of four ints
        Each below 2**32.
    """
    key0, key1 = seed & _WORD, (seed >> 32) & _WORD
    a, b, c, d = index & _WORD, (index >> 32) & _WORD, draw & _WORD, (draw >> 32) & _WORD
    for _ in range(10):
        p, q = _FACTORS[0] * a, _FACTORS[1] * c
        a, b, c, d = ((q >> 32) & _WORD) ^ b ^ key0, q & _WORD, ((p >> 32) & _WORD) ^ d ^ key1, p & _WORD
        key0, key1 = (key0 + _WEYL[0]) & _WORD, (key1 + _WEYL[1]) & _WORD
    return a, b, c, d


def uniform(seed, index, draw=0):
    """A float64 in [0, 1), one of 2**53 equally likely values; parameters as of `philox4x32`."""
    a, b, _, _ = philox4x32(seed, index, draw)
    return ((a >> 5) * 67108864.0 + (b >> 6)) * (1.0 / 9007199254740992.0)


def uniform32(seed, index, draw=0):
    """A number in [0, 1), one of 2**24 equally likely values, exact in float32; parameters as of `philox4x32`."""
    a, _, _, _ = philox4x32(seed, index, draw)
    return (a >> 8) * (1.0 / 16777216.0)


def normal(seed, index, draw=0):
    """A float64 of the normal distribution with mean 0 and variance 1 (Box and Muller, 1958); parameters as of
    `philox4x32`."""
    a, b, c, d = philox4x32(seed, index, draw)
    first = ((a >> 5) * 67108864.0 + (b >> 6) + 1.0) * (1.0 / 9007199254740992.0)
    second = ((c >> 5) * 67108864.0 + (d >> 6)) * (1.0 / 9007199254740992.0)
    return math.sqrt(-2.0 * math.log(first)) * math.cos(6.283185307179586 * second)


def exponential(seed, index, draw=0):
    """A float64 of the exponential distribution with mean 1; parameters as of `philox4x32`."""
    return -math.log(1.0 - uniform(seed, index, draw))


def integers(seed, index, low, high, draw=0):
    """An integer in [low, high), uniform to within 2**-32; high - low is at most 2**31.

    Parameters
    ----------
    seed, index, draw : int
        As of `philox4x32`.
    low, high : int
        The bounds.
    """
    a, _, _, _ = philox4x32(seed, index, draw)
    return low + (a * (high - low) >> 32)
