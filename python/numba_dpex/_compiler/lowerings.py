"""The table of lowering functions: how a call of an object is translated. functions.py, kernel_functions.py and others register them."""

from __future__ import annotations

from . import ir
from .errors import CompileError, TypingError
from .values import describe

__all__ = ["ANY_KEYWORDS", "LOWERINGS", "lower_call", "guarded", "lowers", "numbers"]

#: By the object that is called: its lowering, a function of (translator, node, args, keywords) that returns a value.
LOWERINGS: dict[object, object] = {}


#: See `lowers`.
ANY_KEYWORDS = object()
_parameters: dict[object, object] = {}  # by lowering function


def lowers(*objects, names=()):
    """Registers a lowering function for these objects. names: parameters that may be given by keyword and are passed by position; ANY_KEYWORDS:
    the function gets keywords unchanged."""

    def register(lowering):
        for o in objects:
            LOWERINGS[o] = lowering
        _parameters[lowering] = names
        return lowering

    return register


def _positional(lower, node, name: str, names, args, keywords) -> list:
    """All arguments in positional order."""
    args, left = list(args), dict(keywords)
    for parameter in names[len(args) :]:
        if parameter not in left:
            break
        args.append(left.pop(parameter))
    if left:
        raise lower.error(TypingError, f"{name} does not take the keyword '{next(iter(left))}' in a kernel", node)
    return args


def guarded(lower, node, name: str, lowering, args, keywords):
    """The result of a lowering function; unexpected arguments become a compile error at the node. A KeyError is a defect of the compiler."""
    try:
        return lowering(lower, node, args, keywords)
    except CompileError:
        raise
    except (AttributeError, IndexError, TypeError, ValueError) as error:
        found = ", ".join(map(describe, [*args, *keywords.values()]))
        raise lower.error(TypingError, f"{name} does not take these arguments in a kernel", node, found) from error


def lower_call(lower, node, callee, lowering, args, keywords):
    """Translates a call of the object that the lowering function is registered for."""
    name = getattr(callee, "__name__", repr(callee))
    names = _parameters.get(lowering, ())
    if keywords and names is not ANY_KEYWORDS:
        args, keywords = _positional(lower, node, name, names, args, keywords), {}
    return guarded(lower, node, name, lowering, args, keywords)


def numbers(lower, node, args, n=None) -> list[ir.Expr]:
    """Checks that the arguments are numbers, and that there are n of them if n is given; returns them."""
    if n is not None and len(args) != n:
        raise lower.error(TypingError, f"{n} arguments are needed, {len(args)} were given", node)
    if not all(isinstance(a, ir.Expr) for a in args):
        raise lower.error(TypingError, "No implementation of function for these arguments", node, ", ".join(map(describe, args)), "it takes numbers")
    return args
