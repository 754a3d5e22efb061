"""Errors of the kernel compiler, with the position in the user's source, the types found and a hint.

The classes have the names of Numba's, because programs catch those. If Numba is loaded when one is raised, the
exception derives from Numba's class too.
"""

from __future__ import annotations

import sys

__all__ = [
    "CompileError",
    "InvalidOperands",
    "LoweringError",
    "NeedsSizes",
    "TypingError",
    "UnassignedError",
    "UnsupportedError",
    "for_programs",
    "located",
    "taken",
]


class CompileError(Exception):
    """A kernel that cannot be compiled."""

    def __init__(self, message: str):
        super().__init__(message)
        self.message = message


class TypingError(CompileError):
    """A type error: an operator or function that is not defined for its operands, or a variable of incompatible
    types."""


class UnassignedError(TypingError, UnboundLocalError):
    """A read of a local variable that has no value on any path to it."""


class UnsupportedError(CompileError):
    """A construct of Python that the kernel language does not support."""


class LoweringError(CompileError):
    """A value that a construct of the kernel language cannot take."""


class InvalidOperands(Exception):
    """What becomes a TypingError where the position in the source is known (`Expressions.at`)."""


class NeedsSizes(Exception):
    """Raised at the first launch of a kernel with arrays of run-time extents, which is then launched with their
    sizes."""


_combined: dict[type, type] = {}


def _text_with_name(error) -> str:
    """The message with the exception's name, which programs search for in the text of Numba's exceptions."""
    name = type(error).__name__
    return error.message if name in _OWN else f"{name}: {error.message}"


_OWN = ("TypingError", "UnsupportedError", "LoweringError")


def _with_numbas(cls: type) -> type:
    """The class; if Numba is loaded, a subclass of it and of Numba's class with the name of one of its bases."""
    errors = sys.modules.get("numba.core.errors")
    if cls in _combined:
        return _combined[cls]
    numbas = next(
        (getattr(errors, c.__name__) for c in cls.__mro__ if c.__name__ in _OWN and hasattr(errors, c.__name__)), None
    )
    if numbas is None or issubclass(cls, numbas):
        return cls
    members = {"__init__": cls.__init__, "__str__": _text_with_name, "__module__": cls.__module__}
    _combined[cls] = type(cls.__name__, (cls, numbas), members)
    return _combined[cls]


def for_programs(error: CompileError) -> CompileError:
    """The exception, which is also one of Numba's if Numba is loaded, because programs catch those."""
    error.__class__ = _with_numbas(type(error))
    return error


def located(cls: type, message: str, source, node, found: str = "", hint: str = "") -> CompileError:
    """An exception of at most six lines: message, file and line, source line, caret, types found, hint."""
    lines = [message]
    if source is not None and hasattr(node, "lineno"):
        lines.append(f"{source.file}:{source.line_of(node)} in {source.name}")
        text = source.text_of(node)
        if text is not None:
            indent = len(text) - len(text.lstrip())
            width = max(1, (node.end_col_offset if node.end_lineno == node.lineno else len(text)) - node.col_offset)
            lines += [f"    {text.strip()}", "    " + " " * max(0, node.col_offset - indent) + "^" * width]
    if found:
        lines.append(f"found: {found}")
    if hint:
        lines.append(f"hint: {hint}")
    return for_programs(cls("\n".join(lines)))


def taken(n: int, has_item: bool, takes_array: bool) -> str:
    """What a kernel with n parameters takes, for a message."""
    if takes_array:
        return f"{n} argument{'s' * (n != 1)},"
    if has_item:
        return f"an item and {n - 1} argument{'s' * (n != 2)},"
    return f"{n} parameter{'s' * (n != 1)}, of which the first may be the item;"
