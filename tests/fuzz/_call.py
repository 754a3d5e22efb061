"""One call: made with NumPy and with ours, and everything that can be seen of it compared."""

import inspect
import warnings

import numpy

import dpctl.tensor as dpt
import dpnp

from . import note
from ._arrays import random_pair, random_shape, text, walk
from ._compare import SAME, Different, Rule, check, compare
from ._values import ALL

__all__ = ["Call", "perform"]

numpy.seterr(all="ignore")
warnings.simplefilter("ignore")

COMPLEX_STEP = Rule(ulps=4)  # parts of complex products and quotients are rounded more than once

# A call with two mistakes may raise either error; one that is none of these is never the right answer to a wrong argument.
ERRORS = (TypeError, ValueError, IndexError, OverflowError, ZeroDivisionError, AttributeError, MemoryError, KeyError)


class Call:
    """A call that is being put together: what it calls, the arguments, and the numbers they are cut from."""

    def __init__(self, rng, space):
        self.rng, self.space, self.pairs = rng, space, []
        self.style = rng.choice(("plain", "plain", "normal", "normal", "special", "wide"))
        self.name, self.args, self.kwargs, self.weird = "", [], {}, False
        self.expected = self.found = self.error = self.own_error = None
        self._scale = None
        self.reach = 1.0  # the largest number that the operation itself brings in

    def array(self, shape=None, dtypes=ALL, style=None, layout=None, writable=False):
        """A new pair."""
        shape = random_shape(self.rng) if shape is None else shape
        pair = random_pair(self.rng, shape, self.rng.choice(dtypes), style or self.style, self.space, layout, writable)
        pair.name = f"x{len(self.pairs)}"
        self.pairs.append(pair)
        return pair

    def dtypes(self):
        """The characters of all arrays' dtypes."""
        return [p.host.dtype.char for p in self.pairs]

    def kinds(self):
        return "".join(p.host.dtype.kind for p in self.pairs)

    def scale(self, degree):
        """The largest sum of products of `degree` factors that the inputs could give."""
        if self._scale is None:
            most, count = self.reach, 1
            for pair in self.pairs:
                part = pair.before
                if part.dtype.kind in "fc" and part.size:
                    part = numpy.abs(part.astype("D" if part.dtype.kind == "c" else "d"))
                    part = part[numpy.isfinite(part)]
                elif part.dtype.kind in "iu":
                    part = numpy.abs(part.astype("d"))
                most = max(most, float(part.max(initial=1)))
                count = max(count, pair.host.size, pair.base.size)
            self._scale = most, count
        return float(numpy.float64(self._scale[0]) ** degree * self._scale[1])

    def __str__(self):
        lines = [f"{pair.name} = {pair!r}" for pair in self.pairs]
        package = "dpt" if self.space is dpt else "np"
        args = [text(a) for a in self.args] + [f"{k}={text(v)}" for k, v in self.kwargs.items()]
        return "\n".join([*lines, f"{package}.{self.name}({', '.join(args)})"])


def _host(pair):
    return pair.host


def _own(pair):
    return pair.own


def find(module, name):
    for part in name.split("."):
        module = getattr(module, part)
    return module


def call(function, args, kwargs):
    try:
        return function(*args, **kwargs), None
    except Exception as error:  # compared
        return None, error


def perform(c, function, own_function, rule, known=lambda c, kind, text: False):
    """Makes the call with both; raises `AssertionError` where they differ in a way that `known` does not know."""
    note(lambda: str(c))
    try:
        _perform(c, function, own_function, rule)
    except Different as different:
        if c.weird and different.kind in (
            "value",
            "nan",
            "infinity",
            "dtype",
            "shape",
            "container",
            "length",
            "sign of zero",
        ):
            return  # what NumPy makes of an argument that is none
        if not known(c, different.kind, str(different)):
            package = "dpctl.tensor" if c.space is dpt else "dpnp"
            raise AssertionError(f"{package}.{c.name}: {different.kind}\n{different}") from None


_BITS = {"?": 10, "b": 10, "B": 10, "h": 23, "H": 23, "e": 10, "f": 23, "F": 23, "d": 52, "D": 52}


def coarseness(results, operands):
    """How much coarser the coarsest operand is than the finest result, from the characters of their dtypes: some steps are taken in the operand's precision."""
    finest = max((_BITS.get(char, 52) for char in results), default=52)
    return 2.0 ** max(0, finest - min((_BITS.get(char, 52) for char in operands), default=52))


def _coarseness(c):
    return coarseness([getattr(getattr(c.expected, "dtype", None), "char", "")], c.dtypes())


def _perform(c, function, own_function, rule):
    c.expected, c.error = call(function, walk(c.args, _host), walk(c.kwargs, _host))
    if isinstance(c.error, NotImplementedError):
        return
    c.found, c.own_error = call(own_function, walk(c.args, _own), walk(c.kwargs, _own))
    _check_errors(c)
    if (
        not rule.ulps
        and rule.values
        and ("c" in c.kinds() or getattr(getattr(c.expected, "dtype", None), "kind", "") == "c")
    ):
        rule = COMPLEX_STEP
    if rule.ulps and not rule.degree and "out" in c.kwargs:  # NumPy computes in the operands' precision
        rule = Rule(ulps=rule.ulps * _coarseness(c), loose=rule.loose)
    scale = c.scale(rule.degree) * _coarseness(c) if rule.degree else 0.0
    if not c.error and not c.own_error:
        check(c.found, c.expected, rule, scale)
    for pair in c.pairs:
        own = _host_copy(pair.own_base)
        expected = pair.base
        if pair.writes and (c.error or c.own_error):
            continue
        try:
            compare(own, expected, rule if pair.writes else SAME, scale)
        except Different as different:
            raise Different(
                "written" if pair.writes else "modified", f"{pair.name} after the call: {different}"
            ) from None
    if not c.error and not c.own_error:
        _check_aliases(c)


def _host_copy(x):
    return dpt.asnumpy(x) if isinstance(x, dpt.usm_ndarray) else dpnp.asnumpy(x)


def _check_errors(c):
    error, own = c.error, c.own_error
    if own is None and error is None:
        return
    if own is None:
        if c.weird and c.space is dpt:
            return
        raise Different("accepts", f"no error, expected {error!r}\nfound {c.found!r}"[:2000])
    if not isinstance(own, ERRORS) or type(own) is NotImplementedError:
        raise Different("error", f"{own!r}, expected {error!r}")
    if error is None and c.weird:
        return
    if error is None:
        raise Different("raises", f"{own!r}\nexpected {c.expected!r}"[:2000])
    if not c.weird and not isinstance(own, type(error)) and not isinstance(error, type(own)):
        raise Different("which error", f"{own!r}, expected {error!r}")


def _arrays(value):
    if isinstance(value, (list, tuple)):
        for item in value:
            yield from _arrays(item)
    elif isinstance(value, (numpy.ndarray, dpnp.ndarray, dpt.usm_ndarray)):
        yield value


def _check_aliases(c):
    """A result shares the memory of an argument where NumPy's does, and nowhere else."""
    found, expected = list(_arrays(c.found)), list(_arrays(c.expected))
    for ours, theirs in zip(found, expected, strict=False) if len(found) == len(expected) else ():
        if not theirs.size or not isinstance(ours, (dpnp.ndarray, dpt.usm_ndarray)):
            continue
        for pair in c.pairs:
            shares = numpy.may_share_memory(theirs, pair.base)
            own_shares = _address(ours) == _address(pair.own_base)
            if shares != own_shares:
                raise Different(
                    "view" if own_shares else "copy", f"a result is {'not ' * own_shares}a view of {pair.name} in NumPy"
                )


def _address(x):
    return x.usm_data._pointer if isinstance(x, dpt.usm_ndarray) else x.get_array().usm_data._pointer


def keywords(function):
    """The names that a function of ours takes, None if it takes any."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return None
    if any(p.kind is p.VAR_KEYWORD for p in parameters):
        return None
    return {p.name for p in parameters if p.kind in (p.KEYWORD_ONLY, p.POSITIONAL_OR_KEYWORD)}
