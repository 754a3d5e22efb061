"""Arguments of functions that rearrange, concatenate, split and make arrays."""

from . import _arguments as make
from ._arrays import random_shape
from ._compare import EXACT, SAME, Rule
from ._values import ALL, INTEGER, REAL

__all__ = ["TABLE"]


def _with(*makers, dtypes=ALL, nd=None, **keywords):
    """The array, then what the makers make, and some of the keywords."""

    def arguments(c):
        c.args = [c.array(random_shape(c.rng, nd and c.rng.choice(nd)), dtypes)]
        c.args += [m(c) for m in makers]
        c.kwargs = make.some(c, **keywords)

    return arguments


def _divisor(c, n):
    return c.rng.choice([k for k in range(1, n + 1) if n % k == 0] or [0, 1])


def _reshape(c):
    x = c.array()
    size, shape = x.host.size, []
    rest = size
    for _ in range(c.rng.randrange(4)):
        shape.append(_divisor(c, rest))
        rest = rest // shape[-1] if shape[-1] else 0
    shape.append(rest)
    c.rng.shuffle(shape)
    if c.rng.random() < 0.3:
        shape[c.rng.randrange(len(shape))] = -1
    if c.rng.random() < 0.05:
        shape.append(c.rng.choice((2, -1, -2)))
    c.args = [x, tuple(shape) if len(shape) > 1 or c.rng.random() < 0.5 else shape[0]]
    c.kwargs = make.some(c, order=lambda c: c.rng.choice("CFA"))


def _permutation(c):
    nd = c.pairs[0].host.ndim
    axes = c.rng.sample(range(nd), nd)
    if nd and c.rng.random() < 0.05:
        axes[0] = axes[-1]
    return tuple(a - nd if c.rng.random() < 0.3 else a for a in axes)


def _axis_pairs(c):
    nd = c.pairs[0].host.ndim
    if c.rng.random() < 0.5:
        c.args += [make.axis(c), make.axis(c)]
        return
    count = c.rng.randrange(nd + 1)
    c.args += [tuple(c.rng.sample(range(nd), count)), tuple(c.rng.sample(range(nd), count))]


def _moveaxis(c):
    c.args = [c.array()]
    _axis_pairs(c)


def _shifts(c):
    x = c.array()
    kind = c.rng.random()
    if kind < 0.4:
        c.args = [x, make.small(c, -9, 9)]
    elif kind < 0.7:
        c.args, c.kwargs = [x, make.small(c, -9, 9)], {"axis": make.axes(c)}
    else:
        axes = tuple(make.axis(c) for _ in range(c.rng.randrange(3)))
        c.args, c.kwargs = [x, tuple(make.small(c, -9, 9) for _ in axes)], {"axis": axes}


def _repeat(c):
    x = c.array()
    axis = make.axis_or_none(c)
    n = x.host.size if axis is None else x.host.shape[axis] if -x.host.ndim <= axis < x.host.ndim else 2
    if c.rng.random() < 0.6:
        c.args = [x, make.small(c, 0, 4)]
    else:
        counts = c.array((n,), "l", "plain", "C")
        counts.base[...] = [make.small(c, 0, 4) for _ in range(n)]
        c.args = [x, make.refreshed(c, counts)]
    if c.rng.random() < 0.8:
        c.kwargs = {"axis": axis}


def _repetitions(c):
    if c.rng.random() < 0.3:
        return make.small(c, 0, 4)
    return tuple(make.small(c, 0, 3) for _ in range(c.rng.randrange(4)))


def _new_shape(c):
    return random_shape(c.rng) if c.rng.random() < 0.8 else make.small(c, 0, 9)


def _concatenated(c):
    """Arrays of one shape but for one axis."""
    first = c.array(dtypes=ALL)
    shape = list(first.host.shape)
    axis = make.axis(c)
    arrays = [first]
    for _ in range(c.rng.randrange(3)):
        if c.name in ("concatenate", "concat") and shape and -len(shape) <= axis < len(shape):
            shape[axis] = make.small(c, 0, 4)
        if c.rng.random() < 0.02:
            shape.append(1)
        arrays.append(c.array(tuple(shape), first.host.dtype.char if c.rng.random() < 0.5 else ALL))
    c.args = [arrays if c.rng.random() < 0.5 else tuple(arrays)]
    if c.name in ("concatenate", "concat", "stack"):
        c.kwargs = {"axis": axis} if c.rng.random() < 0.8 else {}
        if c.rng.random() < 0.1 and c.name != "stack":
            c.kwargs = {"axis": None}
    if c.rng.random() < 0.15:
        c.kwargs |= make.some(c, dtype=make.dtype, casting=make.casting)


def _append(c):
    x = c.array()
    y = c.array(x.host.shape if c.rng.random() < 0.7 else None)
    c.args = [x, y]
    c.kwargs = make.some(c, axis=make.axis_or_none)


def _sections(c):
    x = c.array(random_shape(c.rng, c.rng.choice((1, 2, 3, 3, 4))))
    if c.rng.random() < 0.5:
        what = make.small(c, 0, 5)
    else:
        what = sorted(make.small(c, -3, 7) for _ in range(c.rng.randrange(4)))
    c.args = [x, what]
    if c.name in ("split", "array_split"):
        c.kwargs = make.some(c, axis=make.axis)


def _several(c):
    c.args = [c.array(style="plain") for _ in range(c.rng.randrange(1, 4))]


def _broadcast_arrays(c):
    first = c.array()
    c.args = [first] + [make.shaped_like(c) for _ in range(c.rng.randrange(3))]


def _broadcast_to(c):
    x = c.array()
    shape = [make.small(c, 0, 4) if n == 1 and c.rng.random() < 0.6 else n for n in x.host.shape]
    if c.rng.random() < 0.4:
        shape = list(random_shape(c.rng, c.rng.randrange(2))) + shape
    if shape and c.rng.random() < 0.05:
        shape[0] += 1
    c.args = [x, tuple(shape)]


def _meshgrid(c):
    c.args = [c.array(random_shape(c.rng, c.rng.choice((0, 1, 1, 1)))) for _ in range(c.rng.randrange(4))]
    c.kwargs = make.some(c, indexing=lambda c: c.rng.choice(("xy", "ij")), sparse=make.flag, copy=lambda c: True)


def _delete(c):
    x = c.array()
    axis = make.axis_or_none(c)
    n = x.host.size if axis is None else x.host.shape[axis] if -x.host.ndim <= axis < x.host.ndim else 2
    c.args = [x, _positions(c, n)]
    if c.name == "insert":
        c.args.append(c.array((), x.host.dtype.char) if c.rng.random() < 0.5 else c.rng.randrange(3))
    c.kwargs["axis"] = axis


def _positions(c, n):
    kind = c.rng.random()
    if kind < 0.4:
        return c.rng.randrange(-n, n) if n else 0
    if kind < 0.7:
        return slice(c.rng.choice((None, 0, 1, -2)), c.rng.choice((None, 1, 3, -1)), c.rng.choice((None, 1, 2, -1)))
    return [c.rng.randrange(-n, n) for _ in range(c.rng.randrange(3))] if n else []


def _widths(c):
    nd = c.pairs[0].host.ndim
    kind = c.rng.random()
    if kind < 0.3:
        return make.small(c, 0, 4)
    if kind < 0.6:
        return make.small(c, 0, 4), make.small(c, 0, 4)
    return tuple((make.small(c, 0, 4), make.small(c, 0, 4)) for _ in range(nd))


def _pad(c):
    x = c.array(dtypes=INTEGER + REAL, style="plain")
    mode = c.rng.choice(
        "constant edge linear_ramp maximum mean median minimum reflect symmetric wrap empty".split()[:10]
    )
    c.args = [x, _widths(c)]
    if mode != "constant" or c.rng.random() < 0.5:
        c.kwargs["mode"] = mode
    if mode == "constant":
        c.kwargs |= make.some(c, constant_values=lambda c: c.rng.choice((1, 2, (1, 2))))
    if mode in ("reflect", "symmetric"):
        c.kwargs |= make.some(c, reflect_type=lambda c: c.rng.choice(("even", "odd")))
    if mode in ("maximum", "mean", "median", "minimum"):
        c.kwargs |= make.some(c, stat_length=lambda c: c.rng.choice((None, 1, 2, (1, 2))))


def _rot90(c):
    c.args = [c.array(random_shape(c.rng, c.rng.choice((2, 2, 3, 4, 1))))]
    c.kwargs = make.some(c, k=lambda c: make.small(c, -5, 6), axes=lambda c: (make.axis(c), make.axis(c)))


def _diagonal(c):
    c.args = [c.array(random_shape(c.rng, c.rng.choice((2, 2, 3, 4, 1))))]
    c.kwargs = make.some(c, offset=lambda c: make.small(c, -4, 5))
    if c.rng.random() < 0.4:
        c.kwargs |= {"axis1": make.axis(c), "axis2": make.axis(c)}


def _trim(c):
    x = c.array(random_shape(c.rng, 1), style="plain")
    c.args = [x]
    c.kwargs = make.some(c, trim=lambda c: c.rng.choice(("f", "b", "fb", "B")))


def _like(c):
    c.args = [c.array()]
    if c.name == "full_like":
        c.args.append(c.rng.choice((0, 1, 2, True, 2.5)))
    c.kwargs = make.some(c, dtype=make.dtype, order=make.order, shape=lambda c: random_shape(c.rng))


def _offset(c):
    return make.small(c, -4, 5)


def _vander(c):
    c.args = [c.array(random_shape(c.rng, 1), INTEGER + REAL, "plain")]
    c.kwargs = make.some(c, N=lambda c: c.rng.randrange(6), increasing=make.flag)


def _packbits(c):
    c.args = [c.array(dtypes="?" if c.name == "packbits" else "B", style="wide")]
    c.kwargs = make.some(c, axis=make.axis_or_none, bitorder=lambda c: c.rng.choice(("big", "little")))
    if c.name == "unpackbits":
        c.kwargs |= make.some(c, count=lambda c: c.rng.choice((None, 3, 12, -2)))


def _expand(c):
    nd = c.array().host.ndim
    c.args, c.kwargs = [c.pairs[0]], {"axis": make.axis_of(c, nd + 1)}


def _nested(c):
    rows, columns = c.rng.randrange(1, 3), c.rng.randrange(1, 3)
    heights, widths = [make.small(c, 0, 3) for _ in range(rows)], [make.small(c, 0, 3) for _ in range(columns)]
    c.args = [[[c.array((h, w)) for w in widths] for h in heights]]


TABLE = {
    "reshape": (_reshape, SAME),
    "ravel": (_with(order=make.order), SAME),
    "transpose": (_with(axes=_permutation), SAME),
    "permute_dims": (_with(_permutation), SAME),
    "matrix_transpose": (_with(), SAME),
    "moveaxis": (_moveaxis, SAME),
    "rollaxis": (_with(make.axis, start=make.axis), SAME),
    "swapaxes": (_with(make.axis, make.axis), SAME),
    "squeeze": (_with(axis=make.axes), SAME),
    "expand_dims": (_expand, SAME),
    "flip": (_with(axis=make.axes), SAME),
    "fliplr": (_with(), SAME),
    "flipud": (_with(), SAME),
    "roll": (_shifts, SAME),
    "rot90": (_rot90, SAME),
    "repeat": (_repeat, SAME),
    "tile": (_with(_repetitions), SAME),
    "resize": (_with(_new_shape), SAME),
    **dict.fromkeys(
        "concatenate concat stack hstack vstack dstack column_stack row_stack".split(), (_concatenated, SAME)
    ),
    "append": (_append, SAME),
    "block": (_nested, SAME),
    **dict.fromkeys("split array_split hsplit vsplit dsplit".split(), (_sections, SAME)),
    "unstack": (_with(axis=make.axis), SAME),
    **dict.fromkeys(("atleast_1d", "atleast_2d", "atleast_3d"), (_several, SAME)),
    "broadcast_arrays": (_broadcast_arrays, SAME),
    "broadcast_to": (_broadcast_to, SAME),
    "meshgrid": (_meshgrid, SAME),
    "delete": (_delete, SAME),
    "insert": (_delete, SAME),
    "pad": (_pad, Rule(ulps=8, degree=1)),
    "diagonal": (_diagonal, SAME),
    "diag": (_with(k=_offset, nd=(1, 2, 2, 3)), SAME),
    "diagflat": (_with(k=_offset, nd=(0, 1, 2)), SAME),
    "tril": (_with(k=_offset), SAME),
    "triu": (_with(k=_offset), SAME),
    "tril_indices_from": (_with(k=_offset, nd=(2, 2, 1)), EXACT),
    "triu_indices_from": (_with(k=_offset, nd=(2, 2, 1)), EXACT),
    "trim_zeros": (_trim, SAME),
    **dict.fromkeys("zeros_like ones_like full_like".split(), (_like, SAME)),
    "vander": (_vander, Rule(ulps=8, degree=5)),
    "packbits": (_packbits, EXACT),
    "unpackbits": (_packbits, EXACT),
}
