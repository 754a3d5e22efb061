"""Compiles a scalar function as a kernel over the elements of arrays (`vectorize`)."""

from __future__ import annotations

from . import ir
from .errors import TypingError, located
from .frame import Frame
from .lower import Lowerer, parameter
from .prune import prune
from .source import Source
from .types import BOOL, COMPLEX128, FLOAT64, INT64, UINT64, Scalar
from .values import cast, describe

__all__ = ["lower_elements"]

# by kind: the type in which a scalar is passed, that of Python
_PASSED_AS = {"b": BOOL, "i": INT64, "u": UINT64, "f": FLOAT64, "c": COMPLEX128}


def lower_elements(function, kinds, types, result: Scalar | None) -> tuple[ir.Function, Scalar]:
    """The kernel out[i] = function(args[i]...), and the type of the result.

    kinds: of the arguments: a Scalar for a number, (dtype, 1, "C", "global") for an array. types: the types of the
    function's parameters, or None for those of the arguments. result: the type of the result, or None for the inferred
    one.
    """
    source = Source(function)
    made = ir.Function(f"{source.identifier}_elements", source.file, 1, False, [])
    lowerer = Lowerer(made, False)
    lowerer.frame = Frame(source, {})
    lowerer.line = source.first_line
    i = ir.Id("global_id", 0)
    values = []
    for n, kind in enumerate(kinds):
        given = parameter(f"x{n}", _PASSED_AS[kind.kind] if isinstance(kind, Scalar) else kind, made.parameters)
        own = kind if isinstance(kind, Scalar) else kind[0]
        x = ir.Load(given, (i,)) if isinstance(given, ir.Array) else cast(given, own)
        values.append(cast(x, types[n]) if types else x)
    value = lowerer.inline_python(source.node, function, values, {})
    if not isinstance(value, ir.Expr):
        raise located(TypingError, f"{source.name} must return a number", source, source.node, describe(value))
    value = cast(value, result or value.type)
    out = parameter("out", (value.type, 1, "C", "global"), made.parameters)
    lowerer.emit(ir.Store(lowerer.line, out, (i,), value))
    prune(made)
    ir.verify(made)
    return made, value.type
