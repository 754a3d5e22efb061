"""Functions that `dpnp` and `dpctl.tensor` share with NumPy: one random call of one of them, compared with NumPy's."""

import re

import numpy

import dpctl.tensor as dpt
import dpnp

from . import _arranging, _elements, _making, _products, _reducing, _selecting, _series, _solving
from ._call import Call, find, keywords, perform
from ._known import known
from ._solving import FACTORIZATIONS

CASES = 100000
MEMORY = 6 << 30  # a random extent may ask for more than there is
TABLE = {
    name: row
    for table in (_elements, _reducing, _arranging, _selecting, _products, _making, _series, _solving)
    for name, row in table.TABLE.items()
}


def _has(space, name):
    try:
        find(space, name)
    except AttributeError:
        return False
    return hasattr(numpy, name) or "." in name


def _parts(space):
    """`partition`, so that what is not defined does not show: the parts between the positions, each sorted."""

    def partition(x, kth, axis=-1):
        return _sorted_parts(space, space.partition(x, kth, axis), kth, axis)

    return partition


def _argument_parts(space):
    def argpartition(x, kth, axis=-1):
        positions = space.argpartition(x, kth, axis)
        return [
            *_sorted_parts(space, space.take_along_axis(x, positions, axis), kth, axis),
            space.sort(positions, axis),
        ]

    return argpartition


def _sorted_parts(space, x, kth, axis):
    if axis is None:
        x, axis = x.ravel(), -1
    if not x.ndim:
        return [x]
    n = x.shape[axis]
    positions = sorted({k % n for k in (kth if isinstance(kth, list) else [kth])})
    return [space.sort(part, axis) for part in space.array_split(x, [p for k in positions for p in (k, k + 1)], axis)]


def _unique_values(space):
    return (lambda x: numpy.unique(x, equal_nan=False)) if space is numpy else space.unique_values


# Functions whose results NumPy does not define in full, and what is compared instead.
_WRAPPED = {"partition": _parts, "argpartition": _argument_parts, "unique_values": _unique_values} | FACTORIZATIONS


def _function(space, name):
    return _WRAPPED[name](space) if name in _WRAPPED else find(space, name)


_CHOICES = [(dpnp, name) for name in TABLE if _has(dpnp, name)] + [(dpt, name) for name in TABLE if _has(dpt, name)]
_FUNCTIONS = {(space, name): (_function(numpy, name), _function(space, name)) for space, name in _CHOICES}
_KEYWORDS = {key: keywords(own) for key, (_, own) in _FUNCTIONS.items()}

_LENGTHS = re.compile(
    "linspace|put|logspace|geomspace|fft.*|zeros|ones|full|.*_like|eye|identity|tri|vander|.*indices|bincount|arange|.*packbits|bartlett|blackman|hamming|hanning|kaiser|take|.*split|roll|choose|rot90|diff|repeat|tile|resize|pad|diag.*|.*window|tensordot|polynomial.*|poly.*"
)

# What takes the place of an argument now and then; nothing large that NumPy would try to make.
_WEIRD = (
    None,
    -1,
    0,
    1.5,
    "",
    "x",
    (),
    [],
    {},
    object,
    float("nan"),
    10**30,
    -(10**30),
    2**63,
    1 << 31,
    -(2**63),
    1j,
    True,
    b"",
    (1, 2),
    ((),),
    [0, -1],
    Ellipsis,
    slice(None),
)


def _spoil(c):
    """Puts something else in the place of an argument."""
    c.weird = True
    value = c.rng.choice(_WEIRD)
    if isinstance(value, int) and abs(value) > 1 << 20 and _LENGTHS.fullmatch(c.name):
        return  # NumPy would try to make it, or to count to it
    positions = list(range(len(c.args))) + list(c.kwargs)
    if not positions:
        return
    position = c.rng.choice(positions)
    if isinstance(position, int):
        c.args[position] = value
    else:
        c.kwargs[position] = value


def case(rng):
    space, name = key = _CHOICES[rng.randrange(len(_CHOICES))]
    function, own = _FUNCTIONS[key]
    arguments, rule = TABLE[name]
    c = Call(rng, space)
    c.name = name
    arguments(c)
    if space is dpt:
        names = _KEYWORDS[key]
        if names is not None:
            c.kwargs = {k: v for k, v in c.kwargs.items() if k in names}
    if rng.random() < 0.04:
        _spoil(c)
    perform(c, function, own, rule, known)
