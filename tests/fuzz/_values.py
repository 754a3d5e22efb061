"""Pools of numbers that random arrays are cut from: making them anew for each case would take longer than the case.

The style of a pool says what its numbers are good for: `plain` are small multiples of a quarter (sums and products of a few of them are exact),
`normal` are ordinary real numbers, `special` are zeros of both signs, infinities, NaN, subnormal numbers, the ends of the range and
what is next to them, `wide` are numbers of all magnitudes.
"""

import numpy

__all__ = ["BOOL", "SIGNED", "UNSIGNED", "REAL", "COMPLEX", "INTEGER", "ALL", "STYLES", "POOL", "SIZE", "LONGEST"]

BOOL, SIGNED, UNSIGNED, REAL, COMPLEX = "?", "bhil", "BHIL", "efd", "FD"
INTEGER = SIGNED + UNSIGNED
ALL = BOOL + INTEGER + REAL + COMPLEX
STYLES = ("plain", "normal", "special", "wide")
SIZE = 1 << 13  # of a pool
LONGEST = 1 << 11


def _integers(dtype, style, random):
    info = numpy.iinfo(dtype)
    if style in ("plain", "normal"):
        ends = (-6, 7) if style == "plain" else (-100, 101)
        return random.integers(max(info.min, ends[0]), ends[1], SIZE).astype(dtype)
    if style == "special":
        few = [info.min, info.min + 1, info.max, info.max - 1, 0, 1, 2, info.max // 2, info.max // 2 + 1]
        return random.choice(numpy.array(few + [-1, -2] * (info.min < 0), dtype), SIZE)
    bits = random.integers(info.min, info.max, SIZE, dtype, endpoint=True)
    return bits >> random.integers(0, info.bits, SIZE).astype(dtype)


def _reals(dtype, style, random):
    info = numpy.finfo(dtype)
    if style == "plain":
        return (random.integers(-20, 21, SIZE) / 4).astype(dtype)
    if style == "normal":
        return random.standard_normal(SIZE).astype(dtype)
    if style == "special":
        tiny, small = float(info.tiny), float(info.smallest_subnormal)
        few = [
            0.0,
            -0.0,
            1,
            -1,
            0.5,
            numpy.inf,
            -numpy.inf,
            numpy.nan,
            tiny,
            -tiny,
            small,
            -small,
            tiny / 4,
            float(info.max),
            -float(info.max),
            2,
            3,
        ]
        few += [
            float(info.eps),
            1 + float(info.eps),
            1 - float(info.eps) / 2,
            numpy.pi,
            -2.5,
            float(info.max) / 2,
            2.0**info.nmant,
        ]
        return random.choice(numpy.array(few).astype(dtype), SIZE)
    exponents = random.uniform(numpy.log2(float(info.tiny)), info.maxexp - 1, SIZE)
    return (numpy.exp2(exponents) * random.choice([-1.0, 1.0], SIZE)).astype(dtype)


def _pool(char, style):
    random = numpy.random.default_rng(ord(char) * 8 + STYLES.index(style))
    dtype = numpy.dtype(char)
    with numpy.errstate(all="ignore"):
        if char == "?":
            return random.integers(0, 2, SIZE).astype(bool)
        if char in INTEGER:
            return _integers(dtype, style, random)
        if char in REAL:
            return _reals(dtype, style, random)
        part = numpy.dtype(dtype.char.lower())
        pool = numpy.empty(SIZE, dtype)
        pool.real, pool.imag = _reals(part, style, random), random.permutation(_reals(part, style, random))
        return pool


POOL = {(char, style): _pool(char, style) for char in ALL for style in STYLES}
