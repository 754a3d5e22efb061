"""Arguments of functions that make arrays from numbers."""

import numpy

from . import _arguments as make
from ._arrays import random_number, random_shape
from ._compare import EXACT, SAME, Rule
from ._values import INTEGER, REAL

__all__ = ["TABLE"]


def _number(c):
    number = c.rng.choice((0, 1, -3, 7, 10, 0.5, -2.25, 100, 3.0, 0.125))
    return c.rng.choice(("f", "d", "l", "i", "b", "B", "e")) and (
        numpy.dtype(c.rng.choice("fdlib")).type(number) if c.rng.random() < 0.1 else number
    )


def _arange(c):
    c.args = [_number(c) for _ in range(c.rng.randrange(1, 4))]
    c.kwargs = make.some(c, dtype=lambda c: make.dtype(c, "hilfd"))


def _linspace(c):
    c.args = [_number(c), _number(c)]
    c.kwargs = make.some(
        c,
        num=lambda c: c.rng.choice((0, 1, 2, 5, 9, -1)),
        endpoint=make.flag,
        dtype=lambda c: make.dtype(c, REAL + INTEGER),
    )
    if c.name == "linspace":
        c.kwargs |= make.some(c, retstep=make.flag)
    if c.name == "logspace":
        c.kwargs |= make.some(c, base=lambda c: c.rng.choice((2, 10.0, 0.5)))
        c.args = [c.rng.choice((0, 1, -2, 2.5, 3)) for _ in range(2)]
    if c.name == "geomspace":
        c.args = [c.rng.choice((1, 2, 1000, 0.5, -3, -8)) for _ in range(2)]
    if c.rng.random() < 0.2 and c.name == "linspace":
        c.args[c.rng.randrange(2)] = c.array(random_shape(c.rng, c.rng.randrange(3)), INTEGER + REAL, "plain")
        c.kwargs |= make.some(c, axis=lambda c: c.rng.choice((0, -1)))


def _eye(c):
    c.args = [c.rng.randrange(6)]
    c.kwargs = make.some(
        c, M=lambda c: c.rng.choice((None, 0, 1, 3, 7)), k=lambda c: make.small(c, -4, 5), dtype=make.dtype
    )
    if c.name == "eye":
        c.kwargs |= make.some(c, order=lambda c: c.rng.choice("CF"))


def _identity(c):
    c.args = [c.rng.randrange(6)]
    c.kwargs = make.some(c, dtype=make.dtype)


def _shaped(c):
    c.args = [random_shape(c.rng) if c.rng.random() < 0.7 else c.rng.randrange(6)]
    if c.name == "full":
        c.args.append(random_number(c.rng, "bifc"))
    c.kwargs = make.some(c, dtype=make.dtype, order=lambda c: c.rng.choice("CF"))


def _indices(c):
    c.args = [random_shape(c.rng, c.rng.randrange(1, 4))]
    c.kwargs = make.some(c, sparse=make.flag, dtype=lambda c: make.dtype(c, "lihfd"))


def _triangle(c):
    c.args = [c.rng.randrange(6)]
    c.kwargs = make.some(c, k=lambda c: make.small(c, -4, 5), m=lambda c: c.rng.choice((None, 1, 3, 7)))


def _diagonal(c):
    c.args = [c.rng.randrange(6)]
    c.kwargs = make.some(c, ndim=lambda c: c.rng.randrange(1, 4))


def _window(c):
    c.args = [c.rng.choice((0, 1, 2, 3, 5, 12, -1))]
    if c.name == "kaiser":
        c.args.append(c.rng.choice((0, 2.5, 14)))


def _frequencies(c):
    c.args = [c.rng.randrange(1, 12)]
    c.kwargs = make.some(c, d=lambda c: c.rng.choice((1, 0.5, 3)))


def _nested(c, shape, char):
    if not shape:
        return numpy.dtype(char).type(c.rng.randrange(3)).item()
    return [_nested(c, shape[1:], char) for _ in range(shape[0])]


def _asarray(c):
    if c.rng.random() < 0.5:
        c.args = [_nested(c, random_shape(c.rng, c.rng.randrange(3)), c.rng.choice("?ldD"))]
        c.kwargs = make.some(c, dtype=lambda c: make.dtype(c, "dD"), order=make.order)
        return
    c.args = [c.array(style="plain")]
    c.kwargs = make.some(c, dtype=make.dtype, order=make.order)
    if c.name == "array":
        c.kwargs |= make.some(c, ndmin=lambda c: c.rng.randrange(4))


def _types(c):
    c.args = [make.dtype(c) for _ in range(2)]
    if c.name == "can_cast":
        c.kwargs = make.some(c, casting=make.casting)
    if c.name == "result_type":
        c.args = [
            make.dtype(c)
            if c.rng.random() < 0.5
            else c.array()
            if c.rng.random() < 0.7
            else random_number(c.rng, "bif")
            for _ in range(c.rng.randrange(1, 4))
        ]
        c.args.append(c.array())


def _shapes(c):
    first = random_shape(c.rng)
    c.args = [first] + [make.broadcastable(c, first) for _ in range(c.rng.randrange(3))]


TABLE = {
    "arange": (_arange, Rule(ulps=1 << 16, degree=1)),
    "linspace": (_linspace, Rule(ulps=16, degree=1)),
    "logspace": (_linspace, Rule(ulps=64)),
    "geomspace": (_linspace, Rule(ulps=64)),
    "eye": (_eye, SAME),
    "tri": (_eye, SAME),
    "identity": (_identity, SAME),
    **dict.fromkeys(("zeros", "ones", "full"), (_shaped, SAME)),
    "indices": (_indices, SAME),
    "tril_indices": (_triangle, EXACT),
    "triu_indices": (_triangle, EXACT),
    "diag_indices": (_diagonal, EXACT),
    **{name: (_window, Rule(ulps=64, degree=1)) for name in "bartlett blackman hamming hanning kaiser".split()},
    "fft.fftfreq": (_frequencies, Rule(ulps=4)),
    "fft.rfftfreq": (_frequencies, Rule(ulps=4)),
    "asarray": (_asarray, SAME),
    "array": (_asarray, SAME),
    "can_cast": (_types, EXACT),
    "promote_types": (_types, EXACT),
    "result_type": (_types, EXACT),
    "broadcast_shapes": (_shapes, EXACT),
}
