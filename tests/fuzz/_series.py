"""Arguments of polynomial series, histograms of several dimensions, and functions that call functions."""

import numpy

from . import _arguments as make
from ._arrays import random_shape
from ._compare import EXACT, Rule
from ._values import ALL, COMPLEX, INTEGER, REAL

__all__ = ["TABLE"]

_BASES = {
    "polynomial": "poly",
    "chebyshev": "cheb",
    "legendre": "leg",
    "hermite": "herm",
    "hermite_e": "herme",
    "laguerre": "lag",
}
_OPERATIONS = "add sub mul val der int fromroots vander".split()


def _series(c):
    def coefficients():
        return c.array((c.rng.randrange(1, 5),), "dfl", "plain")

    operation = next(o for o in _OPERATIONS if c.name.endswith(o))
    if operation in ("add", "sub", "mul"):
        c.args = [coefficients(), coefficients()]
    elif operation == "val":
        c.args = [c.array(dtypes="dfl", style="plain"), coefficients()]
    elif operation == "vander":
        c.args = [c.array((c.rng.randrange(1, 5),), "dfl", "plain"), c.rng.randrange(4)]
    else:
        c.args = [coefficients()]
        if operation in ("der", "int"):
            c.kwargs = make.some(c, m=lambda c: c.rng.randrange(3))


def _roots(c):
    c.args = [c.array((c.rng.randrange(1, 5),), "dfl", "plain")]


def _division(c):
    a, b = c.array((c.rng.randrange(1, 6),), "dfl", "plain"), c.array((c.rng.randrange(1, 4),), "d", "plain", "C")
    b.base[0] = 4  # not near zero
    c.args = [a, make.refreshed(c, b)]


def _fit(c):
    n = c.rng.randrange(4, 9)
    x = c.array((n,), "dl", "plain", "C")
    x.base[...] = numpy.arange(n) - 2
    c.args = [
        make.refreshed(c, x),
        c.array((n,) if c.rng.random() < 0.7 else (n, 2), "dl", "plain"),
        c.rng.randrange(3),
    ]


def _bins(c):
    return c.rng.randrange(1, 5)


def _histogram2d(c):
    n = c.rng.randrange(1, 12)
    c.args = [c.array((n,), REAL[1:] + INTEGER, "plain"), c.array((n,), REAL[1:] + INTEGER, "plain")]
    c.kwargs = make.some(
        c,
        bins=lambda c: c.rng.choice((_bins(c), (_bins(c), _bins(c)))),
        range=lambda c: ((-3, 3), (0, 5)),
        density=make.flag,
    )
    if c.rng.random() < 0.2:
        c.kwargs["weights"] = c.array((n,), INTEGER + REAL[1:], "plain")


def _histogramdd(c):
    n, d = c.rng.randrange(1, 9), c.rng.randrange(1, 4)
    c.args = [c.array((n, d), REAL[1:] + INTEGER, "plain")]
    c.kwargs = make.some(
        c,
        bins=lambda c: c.rng.choice((_bins(c), tuple(_bins(c) for _ in range(d)))),
        range=lambda c: ((-3, 3),) * d,
        density=make.flag,
    )


def _total(x, *args):
    return x.sum(*args)


def _largest_two(x):
    return x[:2]


def _rotated(x):
    return x[::-1] + 1


def _sum_over(x, axis):
    return x.sum(axis)


def _along(c):
    x = c.array(random_shape(c.rng, c.rng.choice((1, 2, 3)), 1), ALL[1:], "plain")
    c.args = [c.rng.choice((_total, _largest_two, _rotated)), make.axis(c), x]


def _over(c):
    x = c.array(random_shape(c.rng, c.rng.choice((1, 2, 3))), INTEGER + REAL, "plain")
    c.args = [_sum_over, x, make.axes(c) or 0]


def _piecewise(c):
    x = c.array(dtypes=INTEGER + REAL + COMPLEX, style="plain")
    n = c.rng.randrange(1, 4)
    conditions = [c.array(x.host.shape, "?") for _ in range(n)]
    functions = [c.rng.choice((0, 1, 2, _square_of, _next_of)) for _ in range(n + c.rng.randrange(2))]
    c.args = [x, conditions, functions]


def _square_of(x):
    return x * x


def _next_of(x):
    return x + 1


_NEAR = Rule(ulps=256, degree=5)

TABLE = {
    **{
        f"polynomial.{module}.{prefix}{operation}": (_series, _NEAR)
        for module, prefix in _BASES.items()
        for operation in _OPERATIONS
    },
    "poly": (_roots, _NEAR),
    "polydiv": (_division, _NEAR),
    "polyfit": (_fit, Rule(ulps=1e5, degree=1)),
    "histogram2d": (_histogram2d, Rule(ulps=64, degree=1)),
    "histogramdd": (_histogramdd, Rule(ulps=64, degree=1)),
    "apply_along_axis": (_along, Rule(ulps=16, degree=1)),
    "apply_over_axes": (_over, Rule(ulps=16, degree=1)),
    "piecewise": (_piecewise, EXACT),
}
