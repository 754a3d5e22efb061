"""Arguments of functions that select, assign, sort and search, and of sets."""

import numpy

from . import _arguments as make
from ._arrays import random_shape
from ._compare import EXACT, SAME, Rule
from ._values import ALL, BOOL, COMPLEX, INTEGER, REAL

__all__ = ["TABLE"]


def _length(x, axis):
    return x.host.size if axis is None else x.host.shape[axis] if -x.host.ndim <= axis < x.host.ndim else 2


def _target(c, dtypes=ALL):
    x = c.array(dtypes=dtypes, writable=True)
    x.writes = True
    return x


def _take(c):
    x = c.array()
    axis = make.axis_or_none(c)
    n = _length(x, axis)
    if not n and c.rng.random() < 0.9:
        n, x = 3, c.array((3,))
        axis = 0
    c.args = [x, c.rng.randrange(-n, n) if n and c.rng.random() < 0.2 else make.indices(c, n)]
    c.kwargs = {"mode": make.mode(c) if n else "clip"}  # (of no element, NumPy wraps for ever)
    if axis is not None or c.rng.random() < 0.5:
        c.kwargs["axis"] = axis
    make.with_out(c, numpy.take, 0.15)


def _along(c, x):
    axis = make.axis(c)
    shape = list(x.host.shape)
    if -len(shape) <= axis < len(shape):
        n = shape[axis]
        shape[axis] = make.small(c, 0, 4) if n else 0
    else:
        n = 0
    for k in range(len(shape)):
        if shape[k] > 1 and c.rng.random() < 0.05 and k != axis % len(shape):
            shape[k] = 1
    return axis, make.indices(c, n, tuple(shape))


def _take_along(c):
    x = c.array(random_shape(c.rng, c.rng.choice((1, 2, 3))))
    axis, positions = _along(c, x)
    c.args, c.kwargs = [x, positions], {"axis": axis}


def _put_along(c):
    x = c.array(random_shape(c.rng, c.rng.choice((1, 2, 3))), writable=True, style="plain")
    x.writes = True
    axis, positions = _along(c, x)
    c.args = [x, positions, c.rng.choice((1, 2, 3)), axis]


def _put(c):
    x = _target(c)
    n = x.host.size
    positions = make.indices(c, n, (c.rng.randrange(1, 5),))
    c.args = [x, positions, c.array((c.rng.randrange(1, 5),), x.host.dtype.char, "plain")]
    c.kwargs = {"mode": make.mode(c)}


def _putmask(c):
    x = _target(c)
    c.args = [x, c.array(x.host.shape, BOOL), c.array((c.rng.randrange(1, 6),), x.host.dtype.char)]


def _copyto(c):
    x = _target(c)
    c.args = [x, make.shaped_like(c, x.host.dtype.char if c.rng.random() < 0.6 else ALL)]
    c.kwargs = make.some(c, where=make.mask, casting=make.casting)


def _fill_diagonal(c):
    n = make.small(c, 0, 5)
    x = c.array(c.rng.choice(((n, n), (n, n), (n, n + 1), (n + 4, n), (n, n, n), (n,))), writable=True)
    x.writes = True
    c.args = [x, c.rng.choice((0, 1, 2))]
    c.kwargs = make.some(c, wrap=make.flag)


def _compress(c):
    x = c.array()
    axis = make.axis_or_none(c)
    c.args = [c.array((max(0, _length(x, axis) + c.rng.choice((0, 0, 0, -1, 1))),), BOOL), x]
    if axis is not None:
        c.kwargs["axis"] = axis
    make.with_out(c, numpy.compress, 0.1)


def _extract(c):
    x = c.array()
    c.args = [c.array(x.host.shape, BOOL + "lf"), x]


def _choose(c):
    n = c.rng.randrange(1, 4)
    positions = make.indices(c, n, random_shape(c.rng))
    dtype = c.rng.choice(ALL)
    c.args = [
        positions,
        [
            c.array(make.broadcastable(c, positions.host.shape), dtype if c.rng.random() < 0.7 else ALL)
            for _ in range(n)
        ],
    ]
    c.kwargs = {"mode": make.mode(c)}
    make.with_out(c, numpy.choose, 0.1, layout="C")  # (NumPy writes beside what is not dense)


def _select(c):
    first = c.array(dtypes=BOOL)
    n = c.rng.randrange(1, 4)
    conditions = [first] + [make.shaped_like(c, BOOL, first) for _ in range(n - 1)]
    c.args = [conditions, [make.shaped_like(c, ALL, first) for _ in range(n)]]
    if c.rng.random() < 0.3:
        c.args.append(c.rng.choice((0, 1)))


def _one(dtypes=ALL, nd=None, **keywords):
    def arguments(c):
        c.args = [c.array(random_shape(c.rng, nd and c.rng.choice(nd)), dtypes)]
        c.kwargs = make.some(c, **keywords)

    return arguments


def _argsort(c):
    c.args, c.kwargs = [c.array()], {"kind": "stable"} | make.some(c, axis=make.axis_or_none)


def _lexsort(c):
    shape = random_shape(c.rng, c.rng.choice((1, 1, 2)))
    c.args = [tuple(c.array(shape, INTEGER + REAL + COMPLEX, "plain") for _ in range(c.rng.randrange(1, 4)))]
    c.kwargs = make.some(c, axis=lambda c: make.axis_of(c, len(shape)))


def _partition(c):
    x = c.array(dtypes=ALL)
    axis = c.rng.choice((-1, -1, 0, None))
    n = _length(x, axis)
    kth = lambda: c.rng.randrange(-n, n) if n and c.rng.random() < 0.96 else n
    c.args = [x, kth() if c.rng.random() < 0.6 else [kth() for _ in range(c.rng.randrange(1, 4))]]
    c.kwargs = {} if axis == -1 else {"axis": axis}


def _searchsorted(c):
    x = c.array(random_shape(c.rng, 1))
    c.pairs.clear()
    y = c.array(dtypes=ALL if c.rng.random() < 0.5 else x.host.dtype.char)
    sorted_pair = c.array((0,), x.host.dtype.char, layout="C")
    sorted_pair.base = sorted_pair.host = numpy.sort(x.host)
    make.refreshed(c, sorted_pair)
    sorted_pair.host = sorted_pair.base
    c.args = [sorted_pair, y]
    c.kwargs = make.some(c, side=lambda c: c.rng.choice(("left", "right")))
    if c.name == "digitize":
        c.args.reverse()
        c.kwargs = make.some(c, right=make.flag)


def _set(c):
    char = c.rng.choice(ALL)
    first = c.array(dtypes=char)
    c.args = [first, c.array(dtypes=char if c.rng.random() < 0.6 else ALL)]
    if c.name == "intersect1d":
        c.kwargs = make.some(c, return_indices=make.flag)
    if c.name == "isin":
        c.kwargs = make.some(c, invert=make.flag, assume_unique=lambda c: False)


def _unique(c):
    c.args = [c.array()]
    c.kwargs = make.some(
        c,
        return_index=make.flag,
        return_inverse=make.flag,
        return_counts=make.flag,
        axis=make.axis_or_none,
        equal_nan=make.flag,
    )


def _unravel(c):
    dims = tuple(make.small(c, 1, 5) for _ in range(c.rng.randrange(1, 4)))
    n = int(numpy.prod(dims))
    pair = make.indices(c, n)
    pair.base[...] = abs(pair.base)
    c.args = [make.refreshed(c, pair), dims]
    if (pair.base >= n).any() or (pair.base < 0).any():
        pair.base[...] = 0
        make.refreshed(c, pair)
    c.kwargs = make.some(c, order=lambda c: c.rng.choice("CF"))


def _ravel_multi(c):
    dims = tuple(make.small(c, 1, 5) for _ in range(c.rng.randrange(1, 4)))
    shape = random_shape(c.rng)
    positions = []
    for n in dims:
        pair = make.indices(c, n, shape)
        pair.base[...] = numpy.clip(abs(pair.base), 0, n - 1)
        positions.append(make.refreshed(c, pair))
    c.args = [tuple(positions), dims]
    c.kwargs = make.some(c, order=lambda c: c.rng.choice("CF"), mode=make.mode)


def _ix(c):
    c.args = [
        make.indices(c, 5, (c.rng.randrange(4),)) if c.rng.random() < 0.8 else c.array((3,), BOOL)
        for _ in range(c.rng.randrange(1, 4))
    ]


def _interp(c):
    n = c.rng.randrange(1, 8)
    knots = c.array((n,), "d", "plain", "C")
    knots.base[...] = sorted(knots.base)
    make.refreshed(c, knots)
    values = c.array((n,), "dfl" + "D", "plain")
    x = c.array(dtypes=REAL + INTEGER, style=c.rng.choice(("plain", "normal")))
    knots.base[...] = numpy.arange(n) * 1.5 - 3
    make.refreshed(c, knots)
    c.args = [x, knots, values]
    if values.host.dtype.char != "D":
        c.kwargs = make.some(c, left=lambda c: 7.0, right=lambda c: -7.0, period=lambda c: 20.0)


_sorting = {
    "axis": make.axis_or_none,
    "kind": lambda c: c.rng.choice((None, "stable", "quicksort", "mergesort", "heapsort")),
}

TABLE = {
    "take": (_take, SAME),
    "take_along_axis": (_take_along, SAME),
    "put_along_axis": (_put_along, SAME),
    "put": (_put, SAME),
    "putmask": (_putmask, SAME),
    "place": (_putmask, SAME),
    "copyto": (_copyto, SAME),
    "fill_diagonal": (_fill_diagonal, SAME),
    "compress": (_compress, SAME),
    "extract": (_extract, SAME),
    "choose": (_choose, SAME),
    "select": (_select, SAME),
    **{name: (_one(), EXACT) for name in "nonzero argwhere flatnonzero".split()},
    "diag_indices_from": (_one(nd=(2, 3, 1)), EXACT),
    "sort": (_one(**_sorting), EXACT),
    "argsort": (_argsort, EXACT),
    "sort_complex": (_one(), EXACT),
    "lexsort": (_lexsort, EXACT),
    "partition": (_partition, EXACT),
    "argpartition": (_partition, EXACT),
    "searchsorted": (_searchsorted, EXACT),
    "digitize": (_searchsorted, EXACT),
    **dict.fromkeys("isin intersect1d setdiff1d setxor1d union1d".split(), (_set, EXACT)),
    "unique": (_unique, EXACT),
    **{name: (_one(), EXACT) for name in "unique_values unique_counts unique_inverse unique_all".split()},
    "unravel_index": (_unravel, EXACT),
    "ravel_multi_index": (_ravel_multi, EXACT),
    "ix_": (_ix, EXACT),
    "interp": (_interp, Rule(ulps=16, degree=2)),
}
