"""Random arrays in pairs: NumPy's, and one on the device of the same layout over the same numbers.

The memory that a pair is cut from is longer than what the pair shows, so whoever compares all of it sees whether something was written
beside the elements.
"""

import numpy

import dpctl.tensor as dpt
import dpnp

from ._values import LONGEST, POOL, SIZE

__all__ = ["Pair", "random_pair", "random_shape", "random_number", "text", "walk"]


class Pair:
    """`host` and `own` are the views, `base` and `own_base` the memory, `before` a copy of the memory."""

    __slots__ = ("base", "before", "own_base", "host", "own", "steps", "name", "writes")

    def __init__(self, base, steps, space):
        self.base, self.before, self.steps, self.writes, self.name = base, base.copy(), steps, False, "x"
        self.own_base = space.asarray(base)
        self.host, self.own = base, self.own_base
        for kind, argument in steps:
            if kind == "index":
                self.host, self.own = self.host[argument], self.own[argument]
            elif kind == "transpose":
                self.host = self.host.transpose(argument)
                self.own = space.permute_dims(self.own, argument)
            else:
                self.host = numpy.broadcast_to(self.host, argument)
                self.own = space.broadcast_to(self.own, argument)

    def __repr__(self):
        out = _list(self.base)
        for kind, argument in self.steps:
            if kind == "index":
                out += f"[{', '.join(_slice(s) for s in argument)}]" if argument else "[()]"
            elif kind == "transpose":
                out = f"np.permute_dims({out}, {argument})"
            else:
                out = f"np.broadcast_to({out}, {argument})"
        return out


def _slice(s):
    return ":".join("" if e is None else str(e) for e in (s.start, s.stop, s.step)) if isinstance(s, slice) else str(s)


def _list(base):
    values = str(base.tolist()) if base.size <= 400 else f"{str(base.ravel()[:20].tolist())[:-1]}, ...]"
    shape = f".reshape{base.shape}" if 0 in base.shape else ""
    return (
        f"np.asarray({values.replace('nan', 'np.nan').replace('inf', 'np.inf')}, dtype='{base.dtype.str[1:]}'){shape}"
    )


def _axis_index(rng, n, spread):
    """A slice that leaves n elements of an axis, and how long the axis is for it."""
    step = rng.choice((1, 1, 2, 3, -1, -1, -2)) if spread else 1
    if n == 0:
        return slice(1, 1), 2
    front, back = rng.randrange(3), rng.randrange(3)
    reach = (n - 1) * abs(step) + 1
    if step > 0:
        return slice(front, front + reach, step), front + reach + back
    return slice(front + reach - 1, front - 1 if front else None, step), front + reach + back


def random_pair(rng, shape, char, style, space=dpnp, layout=None, writable=False):
    """A pair of the shape: dense, transposed, a part of something larger, in steps, backwards, or broadcast."""
    nd, size = len(shape), 1
    for n in shape:
        size *= n
    kind = layout or rng.choice(("C", "C", "C", "F", "part", "steps", "steps", "broadcast"))
    start = rng.randrange(SIZE - LONGEST)
    pool = POOL[char, style]
    if kind == "C" or nd == 0 or size > 500:
        steps, base_shape = [], shape
        if kind != "C" and nd == 0:
            steps, base_shape = [("index", (rng.randrange(3), Ellipsis))], (3,)
    elif kind == "F":
        steps, base_shape = [("transpose", tuple(range(nd))[::-1])], shape[::-1]
    elif kind == "broadcast" and not writable:
        base_shape = tuple(1 if rng.random() < 0.5 else n for n in shape)[rng.randrange(nd + 1) :]
        steps = [("broadcast", shape)]
    else:
        order = list(range(nd))
        if rng.random() < 0.5:
            rng.shuffle(order)
        inverse = sorted(range(nd), key=order.__getitem__)
        slices, lengths = zip(*(_axis_index(rng, shape[k], kind == "steps") for k in inverse), strict=True)
        steps, base_shape = [("index", tuple(slices))], lengths
        if order != sorted(order):
            steps.append(("transpose", tuple(order)))
    count = 1
    for n in base_shape:
        count *= n
    numbers = pool[start : start + count] if count <= LONGEST else numpy.resize(pool, count)
    return Pair(numbers.reshape(base_shape).copy(), steps, space)


_LENGTHS = (0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 8)


def random_shape(rng, nd=None, least=0):
    """Up to four dimensions, most of them short; now and then one that is longer than a vector of the CPU."""
    if nd is None:
        nd = rng.choice((0, 1, 1, 1, 2, 2, 2, 3, 3, 4))
    if nd <= 2 and rng.random() < 0.1:
        lengths = [rng.choice((7, 9, 16, 17, 31, 33))] * nd
        if nd == 1:
            lengths = [rng.choice((33, 64, 65, 127, 300, 513, 1025))]
        return tuple(lengths)
    return tuple(max(least, rng.choice(_LENGTHS)) for _ in range(nd))


_NUMBERS = (
    0,
    1,
    -1,
    2,
    3,
    -2,
    5,
    True,
    False,
    0.5,
    -1.5,
    2.0,
    0.0,
    -0.0,
    1e10,
    float("inf"),
    float("nan"),
    127,
    128,
    255,
    -128,
    1j,
    1 - 2j,
    1000,
)


def random_number(rng, kinds="bif"):
    """A Python number, or a scalar of NumPy."""
    while True:
        n = rng.choice(_NUMBERS)
        kind = "b" if isinstance(n, bool) else "i" if isinstance(n, int) else "f" if isinstance(n, float) else "c"
        if kind in kinds:
            return n


def text(value):
    """A value as Python text; pairs by their names."""
    if isinstance(value, Pair):
        return value.name
    if isinstance(value, list):
        return f"[{', '.join(map(text, value))}]"
    if isinstance(value, tuple):
        return f"({', '.join(map(text, value))}{',' * (len(value) == 1)})"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{k!r}: {text(v)}' for k, v in value.items())}}}"
    if isinstance(value, slice):
        return f"slice({value.start}, {value.stop}, {value.step})"
    if isinstance(value, numpy.generic):
        return f"np.{value!r}"[3:] if repr(value).startswith("np.") else repr(value)
    if isinstance(value, numpy.dtype):
        return f"'{value.str[1:]}'"
    if isinstance(value, type):
        return value.__name__ if value.__module__ == "builtins" else f"np.{value.__name__}"
    return repr(value)


def walk(value, visit):
    """The value with each pair in its lists, tuples and dicts replaced by `visit(pair)`."""
    if isinstance(value, Pair):
        return visit(value)
    if isinstance(value, (list, tuple)) and not hasattr(value, "_fields"):
        return type(value)(walk(item, visit) for item in value)
    if isinstance(value, dict):
        return {key: walk(item, visit) for key, item in value.items()}
    return value


def space_of(name):
    """The package a pair is made with."""
    return dpt if name == "dpt" else dpnp
