"""The table of what calls mean, which functions.py and kernel_functions.py fill."""

from __future__ import annotations

from . import ir
from .errors import CompileError, TypingError
from .values import describe

__all__ = ["ANY_KEYWORDS", "HANDLERS", "call_handler", "guarded", "handles", "numbers"]

#: By the object that is called: a function of (translator, node, args, keywords) that gives a value.
HANDLERS: dict[object, object] = {}


#: See `handles`.
ANY_KEYWORDS = object()
_parameters: dict[object, object] = {}  # by handler


def handles(*objects, names=()):
    """Registers a handler for these objects. names: of parameters that may be given as keywords, which then become positional; ANY_KEYWORDS:
    the handler gets keywords as they are."""

    def register(handler):
        for o in objects:
            HANDLERS[o] = handler
        _parameters[handler] = names
        return handler

    return register


def _positional(lower, node, name: str, names, args, keywords) -> list:
    """The arguments in order."""
    args, left = list(args), dict(keywords)
    for parameter in names[len(args) :]:
        if parameter not in left:
            break
        args.append(left.pop(parameter))
    if left:
        raise lower.error(TypingError, f"{name} does not take the keyword '{next(iter(left))}' in a kernel", node)
    return args


def guarded(lower, node, name: str, handler, args, keywords):
    """What a handler makes of a call; arguments that it does not expect are an error at this place."""
    try:
        return handler(lower, node, args, keywords)
    except CompileError:
        raise
    except (AttributeError, IndexError, KeyError, StopIteration, TypeError, ValueError) as error:
        found = ", ".join(map(describe, [*args, *keywords.values()]))
        raise lower.error(TypingError, f"{name} does not take these arguments in a kernel", node, found) from error


def call_handler(lower, node, callee, handler, args, keywords):
    """A call of the object that the handler is for."""
    name = getattr(callee, "__name__", repr(callee))
    names = _parameters.get(handler, ())
    if keywords and names is not ANY_KEYWORDS:
        args, keywords = _positional(lower, node, name, names, args, keywords), {}
    return guarded(lower, node, name, handler, args, keywords)


def numbers(lower, node, args, n=None) -> list[ir.Expr]:
    """The arguments, if they are numbers, and n of them where n is given."""
    if n is not None and len(args) != n:
        raise lower.error(TypingError, f"{n} arguments are needed, {len(args)} were given", node)
    if not all(isinstance(a, ir.Expr) for a in args):
        raise lower.error(TypingError, "No implementation of function for these arguments", node, ", ".join(map(describe, args)), "it takes numbers")
    return args
