"""Random arguments: each function takes the call that is being put together and gives one value."""

import numpy

from ._arrays import random_number, random_shape
from ._values import ALL, INTEGER, REAL

__all__ = [
    "some",
    "axis",
    "axes",
    "axis_of",
    "flag",
    "dtype",
    "order",
    "mask",
    "number",
    "casting",
    "mode",
    "small",
    "broadcastable",
    "indices",
    "with_out",
    "shaped_like",
]


def some(c, **makers):
    """About a third of the keywords."""
    return {name: make(c) for name, make in makers.items() if c.rng.random() < 0.33}


def axis_of(c, nd, wrong=0.05):
    """An axis of nd, positive or negative; now and then one that there is not."""
    if not nd or c.rng.random() < wrong:
        return c.rng.choice((nd, -nd - 1, 0, -1, nd + 3))
    return c.rng.randrange(-nd, nd)


def axis(c):
    return axis_of(c, c.pairs[0].host.ndim)


def axis_or_none(c):
    return None if c.rng.random() < 0.3 else axis(c)


def axes(c):
    """None, an axis, or a tuple of them, now and then one twice."""
    nd = c.pairs[0].host.ndim
    kind = c.rng.random()
    if kind < 0.15:
        return None
    if kind < 0.6:
        return axis_of(c, nd)
    chosen = c.rng.sample(range(nd), c.rng.randrange(nd + 1))
    if c.rng.random() < 0.04:
        chosen += [axis_of(c, nd)]
    return tuple(a - nd if c.rng.random() < 0.3 else a for a in chosen)


def flag(c):
    return c.rng.random() < 0.5


def dtype(c, among=ALL):
    char = c.rng.choice(among)
    return c.rng.choice((numpy.dtype(char), numpy.dtype(char).type, char, numpy.dtype(char).name))


def order(c):
    return c.rng.choice("CFAK")


def casting(c):
    return c.rng.choice(("no", "equiv", "safe", "same_kind", "same_kind", "unsafe", "unsafe"))


def mode(c):
    return c.rng.choice(("wrap", "clip"))


def number(c):
    return random_number(c.rng, "bifc" if "c" in c.kinds() else "bif" if "f" in c.kinds() else "bi")


def small(c, least=-3, most=6):
    return c.rng.randrange(least, most)


def broadcastable(c, shape):
    """A shape that broadcasts with the given one, mostly."""
    out = [1 if c.rng.random() < 0.25 else n for n in shape]
    if c.rng.random() < 0.2:
        out = out[c.rng.randrange(len(out) + 1) :]
    if out and c.rng.random() < 0.03:
        out[c.rng.randrange(len(out))] += 1
    return tuple(out)


def shaped_like(c, dtypes=ALL, pair=None):
    """An array that broadcasts with the first one."""
    return c.array(broadcastable(c, (pair or c.pairs[0]).host.shape), dtypes)


def mask(c):
    """True, False or an array of them that broadcasts with the first array."""
    if c.rng.random() < 0.1:
        return c.rng.random() < 0.5
    return c.array(broadcastable(c, c.pairs[0].host.shape), "?")


def indices(c, n, shape=None, wrong=0.0):
    """An array of integers that are indices of an axis of n elements."""
    shape = random_shape(c.rng) if shape is None else shape
    pair = c.array(shape, c.rng.choice(("l", "i", "b", "h", "l") if n < 100 else "li"), "plain", "C")
    low, high = (-n, n) if c.rng.random() < 0.5 else (0, n)
    if c.rng.random() < wrong:
        low, high = low - 2, high + 2
    count = pair.base.size
    pair.base[...] = numpy.array(
        [c.rng.randrange(low, max(high, low + 1)) for _ in range(count)], pair.base.dtype
    ).reshape(pair.base.shape)
    return refreshed(c, pair)


def refreshed(c, pair):
    """After the numbers of a dense pair were changed."""
    pair.own_base = pair.own = c.space.asarray(pair.base)
    pair.before = pair.base.copy()
    return pair


def with_out(c, function, likely=0.2, dtypes=None, layout=None):
    """Adds `out=`: of the right shape and dtype, mostly, in any layout or the one that is given."""
    from ._arrays import walk
    from ._call import _host, call

    if c.rng.random() >= likely:
        return
    expected, error = call(function, walk(c.args, _host), walk(c.kwargs, _host))
    if error or not isinstance(expected, (numpy.ndarray, numpy.generic)):
        return
    char, shape = expected.dtype.char, expected.shape
    if char not in ALL:
        char = {"q": "l", "Q": "L"}.get(char, "d")
    if c.rng.random() < 0.2:
        char = c.rng.choice(dtypes or ALL)
    if c.rng.random() < 0.04 and "cum" not in c.name:  # (where NumPy's scans may crash)
        shape = (*shape, 2) if c.rng.random() < 0.5 else shape[1:]
    pair = c.array(shape, char, "plain", layout, writable=True)
    pair.writes = True
    c.kwargs["out"] = pair


NUMERIC = INTEGER + REAL
