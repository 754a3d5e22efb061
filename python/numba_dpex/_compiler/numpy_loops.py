"""The types in which NumPy's element-wise functions compute in kernels: those of the first of NumPy's ufunc loops that
fits, as in Numba.

So ``np.add`` of two int32 is int32 and wraps, although ``+`` of them is int64, and ``np.sqrt`` of an int16 is float32.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from . import ir
from .operators import binary, compare, constant, select, truth
from .types import BOOL, FLOAT16, INT64, Scalar, from_numpy
from .values import cast, zero

__all__ = ["computed_in_loops"]

_LETTERS = "?bBhHiIlLqQfdFD"
_WHOLE = {"ceil", "floor", "trunc"}  # integers are returned unchanged


@cache
def _loop(name: str, types: tuple[Scalar, ...]) -> tuple[tuple[Scalar, ...], Scalar] | None:
    """Types of the operands and of the result; None if NumPy has no such function for them."""
    function = getattr(np, name, None)
    if not isinstance(function, np.ufunc) or (function.nin, function.nout) != (len(types), 1):
        return None
    kinds = {t.kind for t in types}
    mixed = kinds & {"i", "u"} and kinds & {"f", "c"}  # integers may then be converted to floats of any size
    letters = _LETTERS + "e" * (FLOAT16 in types)
    for text in function.types:
        inputs, output = text.split("->")
        if all(c in letters for c in inputs + output) and all(
            _fits(t, c, mixed) for t, c in zip(types, inputs, strict=True)
        ):
            return tuple(map(from_numpy, inputs)), from_numpy(output)
    return None


def _fits(t: Scalar, letter: str, mixed) -> bool:
    if mixed and t.is_integer and np.dtype(letter).kind in "fc":
        return True
    return np.can_cast(t.numpy, letter)


def _integer_fmod(lower, a: ir.Expr, b: ir.Expr) -> ir.Expr:
    """The remainder of truncating division, with the sign of a."""
    a, b = (lower.named("operand", cast(x, INT64) if x.type.kind != "u" else x) for x in (a, b))
    rest = lower.named("rest", binary("mod", a, b))
    if a.type.kind == "u":
        return rest
    divergent = compare("ne", compare("lt", a, zero(INT64)), compare("lt", b, zero(INT64)))
    other = binary("and", divergent, compare("ne", rest, constant(0)))
    return select(other, binary("sub", rest, b), rest)


def computed_in_loops(name: str, lowering):
    """A lowering function that converts operands to the types of NumPy's loop, and the result to that loop's result
    type."""

    def computed(lower, node, args, keywords):
        found = _loop(name, tuple(a.type for a in args)) if args and all(isinstance(a, ir.Expr) for a in args) else None
        if found is None:
            return lowering(lower, node, args, keywords)
        inputs, output = found
        if name == "fmod" and output.is_integer:
            return cast(_integer_fmod(lower, *(cast(a, t) for a, t in zip(args, inputs, strict=True))), output)
        if name == "power" and output.kind == "f" and args[1].type.is_integer:
            inputs = (inputs[0], args[1].type)  # products, which are exact
        given = [truth(a) if t is BOOL else cast(a, t) for a, t in zip(args, inputs, strict=True)]
        result = given[0] if name in _WHOLE and output.kind != "f" else lowering(lower, node, given, keywords)
        return truth(result) if output is BOOL else cast(result, output)

    return computed
