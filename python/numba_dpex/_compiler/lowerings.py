"""The table of lowering functions: how a call of an object is translated. functions.py, kernel_functions.py and others
register them.

A lowering gets as many arguments as its parameters say, so it only checks their kinds. What it does not check is a
defect of the compiler and leaves it as the exception that it is, with a note.
"""

from __future__ import annotations

import inspect
from typing import NamedTuple

from . import ir
from .errors import CompileError, InvalidOperands, TypingError
from .values import describe

__all__ = [
    "ANY",
    "LOWERINGS",
    "Lowering",
    "Parameters",
    "lower_call",
    "lowers",
    "name_of",
    "numbers",
    "of_function",
    "reals",
    "refused",
]


class Parameters(NamedTuple):
    """The parameters of a function that kernels call.

    Written as text: "shape, dtype?, /". A name with "?" may be omitted; those before "/" cannot be given by keyword;
    the last one may be "*rest".
    """

    names: tuple[str, ...] = ()
    n_required: int = 0
    n_positional: int = 0  # those without keywords
    rest: str = ""

    @classmethod
    def of(cls, text: str) -> Parameters:
        words = [word.strip() for word in text.split(",") if word.strip()]
        n_positional = words.index("/") if "/" in words else 0
        rest = next((word[1:] for word in words if word.startswith("*")), "")
        words = [word for word in words if word != "/" and not word.startswith("*")]
        return cls(
            tuple(word.rstrip("?") for word in words), sum(not word.endswith("?") for word in words), n_positional, rest
        )

    def __str__(self) -> str:
        words = [f"{name}{'' if i < self.n_required else '?'}" for i, name in enumerate(self.names)]
        return ", ".join([*words, *([f"*{self.rest}"] if self.rest else [])])

    def bound(self, lower, node, name: str, args, keywords) -> list:
        """An argument per parameter, None where it is omitted, and the rest; a compile error if they do not match."""
        found = f"{len(args) + len(keywords)} arguments" if len(args) + len(keywords) != 1 else "1 argument"

        def wrong(message):
            return lower.error(TypingError, f"{name} {message} in a kernel", node, found, f"it is {name}({self})")

        if len(args) > len(self.names) and not self.rest:
            raise wrong(f"takes at most {len(self.names)} arguments" if self.names else "takes no arguments")
        given = dict(zip(self.names, args, strict=False))
        for keyword, value in keywords.items():
            if keyword not in self.names[self.n_positional :]:
                raise wrong(f"does not take the keyword '{keyword}'")
            if keyword in given:
                raise wrong(f"gets the argument '{keyword}' twice")
            given[keyword] = value
        for required in self.names[: self.n_required]:
            if required not in given:
                raise wrong(f"lacks the argument '{required}'")
        return [*(given.get(n) for n in self.names), *args[len(self.names) :]]


class Lowering(NamedTuple):
    """How calls of an object are translated."""

    function: object  # of (translator, node, args, keywords), which returns a value
    parameters: Parameters | None  # None: the function gets the arguments as they are written


#: By the object that is called.
LOWERINGS: dict[object, Lowering] = {}

#: In `lowers`: the lowering function itself checks number and names of the arguments.
ANY = object()


def of_function(function, n_bound: int = 0) -> Parameters:
    """The parameters of a Python function, without the first n_bound."""
    given = list(inspect.signature(function).parameters.values())[n_bound:]
    rest = next((p.name for p in given if p.kind is p.VAR_POSITIONAL), "")
    given = [p for p in given if p.kind is not p.VAR_POSITIONAL]
    return Parameters(tuple(p.name for p in given), sum(p.default is p.empty for p in given), 0, rest)


def lowers(*objects, takes=None):
    """Registers a lowering function for these objects.

    takes: the text of their parameters (see Parameters), ANY, or None: those of the Python function that it is
    registered for.
    """

    def register(lowering):
        for o in objects:
            parameters = None if takes is ANY else of_function(o) if takes is None else Parameters.of(takes)
            LOWERINGS[o] = Lowering(lowering, parameters)
        return lowering

    return register


def name_of(callee) -> str:
    return getattr(callee, "__name__", repr(callee))


def lower_call(lower, node, callee, lowering: Lowering, args, keywords):
    """Translates a call of the object that the lowering is registered for."""
    name = name_of(callee)
    if lowering.parameters is not None:
        args, keywords = lowering.parameters.bound(lower, node, name, args, keywords), {}
    try:
        return lowering.function(lower, node, args, keywords)
    except (CompileError, InvalidOperands, RecursionError):
        raise
    except Exception as error:
        if not getattr(error, "__notes__", None):
            error.add_note(
                f"internal error of the kernel compiler, in the translation of {name} at line {lower.line} of "
                f"{lower.frame.source.file}"
            )
        raise


def refused(lower, node, args, hint: str = "") -> CompileError:
    """The error for arguments of kinds that the called function does not take."""
    found = ", ".join(describe(a) for a in args if a is not None)
    return lower.error(TypingError, "No implementation of function for these arguments", node, found, hint)


def numbers(lower, node, args) -> list[ir.Expr]:
    """Checks that the arguments are numbers; returns those that are not omitted."""
    args = [a for a in args if a is not None]
    if not all(isinstance(a, ir.Expr) for a in args):
        raise refused(lower, node, args, "it takes numbers")
    return args


def reals(lower, node, args) -> list[ir.Expr]:
    """Checks that the arguments are real numbers; returns those that are not omitted."""
    args = numbers(lower, node, args)
    if any(a.type.kind == "c" for a in args):
        raise refused(lower, node, args, "it takes real numbers")
    return args
