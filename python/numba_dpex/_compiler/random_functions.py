"""Random functions of Python and NumPy (with a global generator) in `prange` loops: each iteration has a stream of its
own.

A number is a function of the seed of the launch, the iteration and the index of the draw in the iteration (philox.py),
so that it is the same for any number of threads and on every device. `Lowerer.draws` provides the three inside of a
loop.
"""

from __future__ import annotations

import random

import numpy as np

from . import philox
from .errors import TypingError
from .lowerings import ANY, lowers, numbers

__all__ = ["PYTHON"]

PYTHON = "random"  # seeded from the generator of Python's `random`, otherwise from NumPy's


def _uniform(seed, index, draw, low=0.0, high=1.0):
    return low + (high - low) * philox.uniform(seed, index, draw)


def _uniform_of_python(seed, index, draw, a, b):
    return a + (b - a) * philox.uniform(seed, index, draw)


def _normal(seed, index, draw, loc=0.0, scale=1.0):
    return loc + scale * philox.normal(seed, index, draw)


def _gauss(seed, index, draw, mu=0.0, sigma=1.0):
    return mu + sigma * philox.normal(seed, index, draw)


def _exponential(seed, index, draw, scale=1.0):
    return scale * philox.exponential(seed, index, draw)


def _expovariate(seed, index, draw, lambd=1.0):
    return philox.exponential(seed, index, draw) / lambd


def _between(seed, index, draw, low, high):
    a, b, _, _ = philox.philox4x32(seed, index, draw)
    n = high - low
    return low + (a * n >> 32) if n <= 2147483648 else low + ((a << 31) ^ b) % n


def _integer(seed, index, draw, low, high=None):
    """NumPy's randint and Python's randrange."""
    if high is None:
        return _between(seed, index, draw, 0, low)
    return _between(seed, index, draw, low, high)


def _integer_up_to(seed, index, draw, a, b):
    return _between(seed, index, draw, a, b + 1)


_STREAM = "seed", "index", "draw"  # the first parameters of each function
_PLAIN = philox.uniform, philox.normal, philox.exponential  # without further parameters
_FUNCTIONS = {
    PYTHON: {
        "random": philox.uniform, "uniform": _uniform_of_python, "gauss": _gauss, "normalvariate": _gauss,
        "expovariate": _expovariate, "randint": _integer_up_to, "randrange": _integer,
    },
    "numpy": {
        "random": philox.uniform, "random_sample": philox.uniform, "ranf": philox.uniform, "sample": philox.uniform,
        "rand": philox.uniform, "uniform": _uniform, "normal": _normal, "randn": philox.normal,
        "standard_normal": philox.normal, "exponential": _exponential, "standard_exponential": philox.exponential,
        "randint": _integer,
    },
}  # fmt: skip


def _lowering(origin: str, function):
    def lowering(lower, node, args, keywords):
        if lower.draws is None:
            hint = "kernel_api.random has functions of a seed and an index; in prange loops this one works"
            raise lower.error(TypingError, "a kernel has no generator of random numbers", node, hint=hint)
        most = 0 if function in _PLAIN else function.__code__.co_argcount - len(_STREAM)
        if len(args) + len(keywords) > most or "size" in keywords:
            raise lower.error(
                TypingError, f"in a kernel this gives one number a time: {most} arguments, without a size", node
            )
        numbers(lower, node, [*args, *keywords.values()])
        return lower.inline_python(node, function, [*lower.draws(origin), *args], keywords)

    return lowering


for _origin, _module in ((PYTHON, random), ("numpy", np.random)):
    for _name, _function in _FUNCTIONS[_origin].items():
        lowers(getattr(_module, _name), takes=ANY)(_lowering(_origin, _function))
