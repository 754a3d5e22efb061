"""Signatures given as text, such as "float64[:](float64[:], int64)", and the choice among several for given arguments.

The text is read as an expression of the names in `numba_dpex.core.types`; nothing else is evaluated.
"""

from __future__ import annotations

import ast

import numpy as np

from opendpex import _core
from opendpex._messages import named

from .errors import TypingError, for_programs
from .signature import Array, Signature
from .types import Scalar, from_numba, from_numpy, of_python

__all__ = ["array_fits", "chosen", "host_arguments", "kernel_costs", "number_as", "parse", "signatures_of"]


def _names() -> dict:
    from ..core import types  # here, since it imports this package

    return {name: getattr(types, name) for name in types.__all__}


def _extent(node):
    if isinstance(node, ast.Slice) and node.lower is node.upper is None:
        step = node.step
        if step is None or isinstance(step, ast.Constant) and step.value in (1, -1):
            return slice(None, None, None if step is None else step.value)
    raise ValueError("the extents of an array are ':' or '::1'")


def _evaluated(node, names: dict):
    match node:
        case ast.Name(id=name) if name in names:
            return names[name]
        case ast.Name(id=name):
            raise ValueError(f"there is no type '{name}'")
        case ast.Constant(value=value):
            return names["none"] if value is None else value
        case ast.Subscript(value=value, slice=key):
            keys = key.elts if isinstance(key, ast.Tuple) else [key]
            return _evaluated(value, names)[tuple(map(_extent, keys))]
        case ast.Tuple(elts=items):
            return tuple(_evaluated(n, names) for n in items)
        case ast.Call(func=function, args=args, keywords=keywords):
            given = {k.arg: _evaluated(k.value, names) for k in keywords}
            return _evaluated(function, names)(*(_evaluated(n, names) for n in args), **given)
    raise ValueError("types, '[:]' and '(...)' are expected")


def parse(text: str) -> Signature | tuple:
    """The signature that a text writes: "result(arguments)", or "(arguments)" where the result is not given."""
    text = text.strip()
    try:
        found = _evaluated(ast.parse(text, mode="eval").body, _names())
    except (SyntaxError, TypeError, ValueError) as error:
        raise for_programs(TypingError(named(_no_signature(text, getattr(error, "msg", error))))) from None
    if isinstance(found, (Signature, tuple)):
        return found
    if text[:1] != "(":
        raise TypeError(named(_no_signature(text, "it is a type")))
    return (found,)


def _no_signature(text: str, reason) -> str:
    hint = "one is written 'float64[:](float64[:], int64)', or '(float64[:], int64)'"
    return f"{text!r} is not a signature: {reason}\nhint: {hint}"


def signatures_of(given) -> list[Signature]:
    """Signatures of texts, types and lists of them; the result's type is None where it is not given."""
    if isinstance(given, list):
        return [one for g in given for one in signatures_of(g)]
    found = parse(given) if isinstance(given, str) else given
    if not isinstance(found, (tuple, Signature)) and not hasattr(found, "return_type"):
        raise TypeError(named(f"a signature is a text, a tuple of types or result(arguments), not {found!r}"))
    if isinstance(found, tuple):
        return [Signature(None, tuple(map(from_numba, found)))]
    return [Signature(from_numba(found.return_type), tuple(map(from_numba, found.args)))]


def array_fits(wanted: Array, dtype, ndim: int, layouts) -> bool:
    """Whether an array of this type fits; layout A holds any."""
    return (wanted.dtype, wanted.ndim) == (dtype, ndim) and (wanted.layout == "A" or wanted.layout in layouts)


# ---- the choice -------------------------------------------------------------------------------------------------


def _cost_of_number(given: Scalar, wanted: Scalar) -> int | None:
    """0 for the same type, 1 for a cast that keeps the value, 2 for another; None if there is none."""
    if given is wanted:
        return 0
    if given.kind == "c" and wanted.kind != "c":
        return None
    return 1 if np.can_cast(given.numpy, wanted.numpy) else 2


def chosen(signatures: list[Signature], name: str, costs, found: str) -> Signature:
    """The signature whose arguments need the least casts: costs(signature) gives a cost per argument, or None."""
    best = None
    for s in signatures:
        cost = costs(s)
        if cost is not None and None not in cost and (best is None or max(cost, default=0) < best[0]):
            best = max(cost, default=0), s
    if best is None:
        known = "; ".join(f"({', '.join(map(str, s.args))})" for s in signatures)
        message = f"{name} has no signature for these arguments, and others are not compiled"
        raise for_programs(TypingError(f"{message}\nfound: {found}\nhint: it is compiled for {known}"))
    return best[1]


def _cost(value, wanted) -> int | None:
    if isinstance(wanted, Scalar):
        if isinstance(value, _core.array_base) and value.ndim == 0:
            return _cost_of_number(from_numpy(value.dtype), wanted)
        given = of_python(value)
        return None if given is None else _cost_of_number(given, wanted)
    if isinstance(wanted, Array):
        if not isinstance(value, (np.ndarray, _core.array_base)):
            return None
        flags = value.flags
        layouts = "C" * flags.c_contiguous + "F" * flags.f_contiguous
        return 0 if array_fits(wanted, from_numpy(value.dtype), value.ndim, layouts) else None
    if isinstance(wanted, tuple):
        return 0 if isinstance(value, tuple) else None
    return 0


def _described(value) -> str:
    if isinstance(value, (np.ndarray, _core.array_base)):
        return f"array({value.dtype}, {value.ndim}d)"
    t = of_python(value)
    return str(type(value).__name__ if t is None else t)


def host_arguments(signatures: list[Signature], name: str, args: tuple) -> tuple[Signature, tuple]:
    """The signature for the arguments of a host function, and the arguments with numbers cast to its types."""

    def costs(s: Signature):
        return [_cost(a, t) for a, t in zip(args, s.args, strict=True)] if len(s.args) == len(args) else None

    found = chosen(signatures, name, costs, f"({', '.join(map(_described, args))})")
    return found, tuple(number_as(a, t) if isinstance(t, Scalar) else a for a, t in zip(args, found.args, strict=True))


def number_as(value, t):
    """A number of a type as Python has it; as a NumPy number if Python has no such type. Other values unchanged."""
    if not isinstance(t, Scalar) or of_python(value) is None:
        return value
    with np.errstate(all="ignore"):
        if t.is_integer and isinstance(value, int):
            made = np.asarray(value % (1 << t.bits), f"u{t.bits // 8}").view(t.numpy)[()]
        else:
            made = np.asarray(value).astype(t.numpy)[()]
    return made.item() if t.numpy.char in "?ldD" else made


def kernel_costs(args: list[Scalar | tuple]):
    """For `chosen`: the costs of arguments that are types of numbers, or (dtype, ndim) of arrays."""

    def cost(given, wanted):
        if isinstance(given, Scalar) and isinstance(wanted, Scalar):
            return _cost_of_number(given, wanted)
        if isinstance(given, tuple) and isinstance(wanted, Array):
            return 0 if given == (wanted.dtype, wanted.ndim) else None
        return None if isinstance(given, Scalar) or isinstance(wanted, Scalar) else 0

    return lambda s: [cost(a, t) for a, t in zip(args, s.args, strict=True)] if len(s.args) == len(args) else None
