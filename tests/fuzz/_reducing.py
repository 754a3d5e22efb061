"""Arguments of reductions, scans, and statistics."""

import numpy

from . import _arguments as make
from ._call import find
from ._compare import EXACT, Rule
from ._values import ALL, COMPLEX, INTEGER, REAL

__all__ = ["TABLE"]

SUM, SQUARES = Rule(ulps=4, degree=1), Rule(ulps=8, degree=2)
PRODUCT = Rule(ulps=1000, loose=True)


def _reduction(dtypes=ALL, out=0.2, **keywords):
    def arguments(c):
        c.args = [c.array(dtypes=dtypes)]
        c.kwargs = make.some(c, axis=make.axes, keepdims=make.flag, **keywords)
        if c.rng.random() < 0.15 and "axis" in c.kwargs:
            c.args.append(c.kwargs.pop("axis"))
        make.with_out(c, find(numpy, c.name), out)

    return arguments


def _one_axis(dtypes=ALL, out=0.2, **keywords):
    def arguments(c):
        c.args = [c.array(dtypes=dtypes)]
        c.kwargs = make.some(c, axis=make.axis_or_none, **keywords)
        make.with_out(c, find(numpy, c.name), out)

    return arguments


def _extreme(c):
    _reduction(initial=make.number, where=make.mask)(c)
    if "where" in c.kwargs and "initial" not in c.kwargs and c.rng.random() < 0.8:
        c.kwargs["initial"] = make.number(c)


def _average(c):
    x = c.array(dtypes=INTEGER + REAL + COMPLEX)
    c.args = [x]
    c.kwargs = make.some(c, axis=make.axes, keepdims=make.flag, returned=make.flag)
    if c.rng.random() < 0.5:
        axis = c.kwargs.get("axis")
        shape = x.host.shape
        if isinstance(axis, int) and -len(shape) <= axis < len(shape) and c.rng.random() < 0.7:
            shape = (shape[axis],)
        c.kwargs["weights"] = c.array(shape, INTEGER + REAL, "plain")


_METHODS = """inverted_cdf averaged_inverted_cdf closest_observation interpolated_inverted_cdf hazen weibull linear median_unbiased normal_unbiased
    lower higher midpoint nearest""".split()


def _quantile(c):
    c.args = [c.array(dtypes=INTEGER + REAL)]
    top = 100 if "percentile" in c.name else 1
    level = lambda: c.rng.choice((0.0, 0.25, 0.5, 0.75, 1.0, 0.3, 0.9, 0.123)) * top
    if c.rng.random() < 0.6:
        c.args.append(level())
    else:
        pair = c.array((c.rng.randrange(4),), "d", "plain", "C")
        pair.base[...] = [level() for _ in range(pair.base.size)]
        c.args.append(make.refreshed(c, pair))
    c.kwargs = make.some(c, axis=make.axes, keepdims=make.flag, method=lambda c: c.rng.choice(_METHODS))


def _cov(c):
    nd = c.rng.choice((1, 2, 2))
    m = c.array(
        (c.rng.randrange(2, 5), c.rng.randrange(2, 6))[:nd], INTEGER + REAL + COMPLEX, c.rng.choice(("plain", "normal"))
    )
    c.args = [m]
    if c.rng.random() < 0.3:
        c.args.append(c.array(m.host.shape, INTEGER + REAL + COMPLEX, m and "plain"))
    c.kwargs = make.some(c, rowvar=make.flag, dtype=lambda c: make.dtype(c, "fdFD"))
    if c.name == "cov":
        c.kwargs |= make.some(c, bias=make.flag, ddof=lambda c: c.rng.randrange(3))


def _histogram(c):
    x = c.array(dtypes=INTEGER + REAL, style=c.rng.choice(("plain", "normal")))
    c.args = [x]
    c.kwargs = make.some(
        c,
        bins=lambda c: c.rng.choice((1, 3, 10, "auto", "fd", "sturges", "rice", "sqrt", "scott", "doane", "stone")),
        range=lambda c: c.rng.choice(((0, 1), (-3, 3), (2, 2), (3, 1))),
    )
    if c.name == "histogram":
        c.kwargs |= make.some(c, density=make.flag)
    if c.rng.random() < 0.2:
        c.kwargs["weights"] = c.array(x.host.shape, INTEGER + REAL, "plain")


def _bincount(c):
    x = c.array((c.rng.randrange(20),), "bhilBHI", "plain", "C")
    x.base[...] = numpy.abs(x.base)
    x = make.refreshed(c, x)
    c.args = [x]
    if c.rng.random() < 0.3:
        c.args.append(c.array(x.host.shape, INTEGER + REAL, "plain"))
    c.kwargs = make.some(c, minlength=lambda c: c.rng.randrange(12))


def _diff(c):
    x = c.array()
    c.args = [x]
    c.kwargs = make.some(c, n=lambda c: c.rng.randrange(4), axis=make.axis)
    axis = c.kwargs.get("axis", -1)
    for name in ("prepend", "append"):
        if c.rng.random() < 0.15 and -x.host.ndim <= axis < x.host.ndim:
            shape = list(x.host.shape)
            shape[axis] = c.rng.randrange(3)
            c.kwargs[name] = c.array(tuple(shape), x.host.dtype.char) if c.rng.random() < 0.7 else make.number(c)


def _gradient(c):
    x = c.array(dtypes=INTEGER + REAL + COMPLEX, style="plain")
    c.args = [x]
    c.kwargs = make.some(c, axis=make.axes, edge_order=lambda c: c.rng.choice((1, 2, 1, 3)))
    if c.rng.random() < 0.4:
        c.args.append(c.rng.choice((2, 0.5, 1)))


def _trapezoid(c):
    y = c.array(dtypes=INTEGER + REAL + COMPLEX, style="plain")
    c.args = [y]
    c.kwargs = make.some(c, axis=make.axis, dx=lambda c: c.rng.choice((1, 0.5)))
    if c.rng.random() < 0.4:
        axis = c.kwargs.get("axis", -1)
        if -y.host.ndim <= axis < y.host.ndim:
            c.args.append(c.array((y.host.shape[axis],), INTEGER + REAL, "plain"))


_sum = {"dtype": make.dtype, "initial": make.number, "where": make.mask}
_spread = {"ddof": lambda c: c.rng.choice((0, 1, 0.5, 2)), "where": make.mask}

TABLE = {
    **{name: (_reduction(where=make.mask), EXACT) for name in ("all", "any")},
    **dict.fromkeys("max min amax amin nanmax nanmin".split(), (_extreme, EXACT)),
    **{name: (_reduction(**_sum), SUM) for name in ("sum", "nansum")},
    **{name: (_reduction(**_sum), PRODUCT) for name in ("prod", "nanprod")},
    **{name: (_reduction(dtype=make.dtype, where=make.mask), SUM) for name in ("mean", "nanmean")},
    **{name: (_reduction(**_spread), SQUARES) for name in ("var", "nanvar")},
    **{name: (_reduction(**_spread), Rule(ulps=1e9, degree=1)) for name in ("std", "nanstd")},
    **{name: (_one_axis(keepdims=make.flag), EXACT) for name in "argmax argmin nanargmax nanargmin".split()},
    "count_nonzero": (_reduction(out=0), EXACT),
    "ptp": (_reduction(INTEGER + REAL), EXACT),
    **{name: (_reduction(INTEGER + REAL), SUM) for name in ("median", "nanmedian")},
    **dict.fromkeys("quantile nanquantile percentile nanpercentile".split(), (_quantile, SUM)),
    **{name: (_one_axis(dtype=make.dtype), SUM) for name in ("cumsum", "nancumsum")},
    **{name: (_one_axis(dtype=make.dtype), PRODUCT) for name in ("cumprod", "nancumprod")},
    "cumulative_sum": (_one_axis(dtype=make.dtype, include_initial=make.flag), SUM),
    "cumulative_prod": (_one_axis(dtype=make.dtype, include_initial=make.flag), PRODUCT),
    "average": (_average, Rule(ulps=16, degree=2)),
    "cov": (_cov, Rule(ulps=32, degree=2)),
    "corrcoef": (_cov, Rule(ulps=1e4, degree=1)),
    "histogram": (_histogram, Rule(ulps=16, degree=1)),
    "histogram_bin_edges": (_histogram, Rule(ulps=16, degree=1)),
    "bincount": (_bincount, SUM),
    "diff": (_diff, EXACT),
    "gradient": (_gradient, SUM),
    "trapezoid": (_trapezoid, SQUARES),
}
