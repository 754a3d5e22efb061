"""Errors of the kernel compiler: where in the user's source, what was found, what would be allowed.

The classes carry the names of Numba's, because programs catch those. If Numba is loaded when one is raised, the exception
derives from Numba's class too.
"""

from __future__ import annotations

import sys

__all__ = ["CompileError", "LoweringError", "TypingError", "UnsupportedError", "located"]


class CompileError(Exception):
    """A kernel that cannot be compiled."""

    def __init__(self, message: str):
        super().__init__(message)
        self.message = message


class TypingError(CompileError):
    """Types that do not fit: an operator or function that is not defined for them, or a variable of two types."""


class UnsupportedError(CompileError):
    """A construct of Python that the kernel language does not have."""


class LoweringError(CompileError):
    """A value that a construct of the kernel language cannot take."""


_combined: dict[tuple[type, type], type] = {}


def _with_numbas(cls: type) -> type:
    """The class, or a child of it and of Numba's class of that name, where Numba is loaded."""
    numbas = getattr(sys.modules.get("numba.core.errors"), cls.__name__, None)
    if numbas is None:
        return cls
    key = (cls, numbas)
    if key not in _combined:
        _combined[key] = type(cls.__name__, (cls, numbas), {"__init__": CompileError.__init__, "__str__": Exception.__str__})
    return _combined[key]


def located(cls: type, message: str, source, node, found: str = "", hint: str = "") -> CompileError:
    """An exception of at most six lines: message, place, source line, caret, types found, hint."""
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
    return _with_numbas(cls)("\n".join(lines))
