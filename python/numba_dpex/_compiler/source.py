"""The syntax tree of a Python function, and the values of its free names."""

from __future__ import annotations

import ast
import builtins
import inspect
import linecache
import os
import re
import types

from .arithmetic import DEFAULT
from .errors import UnsupportedError

__all__ = ["MISSING", "Source"]

MISSING = object()
_HERE = os.path.dirname(__file__) + os.sep


def _parsed(text: str) -> ast.Module | None:
    try:
        return ast.parse(text)
    except SyntaxError:
        return None


def _parsed_in_context(text: str) -> ast.Module | None:
    """Parses a lambda inside a larger expression, or a function with a string that extends left of its indentation."""
    if "lambda" in text and (tree := _parsed(f"({text.strip().rstrip(',')})")):
        return tree
    tree = _parsed(f"if 1:\n{text}")
    return tree and ast.increment_lineno(tree, -1)


def _indented_block(function: types.FunctionType) -> str | None:
    """The text of a def statement, found by its indentation; None if that is ambiguous.

    It is equivalent to `inspect.getsource` without the tokenizer, whose import takes longer than the rest of a launch
    from the disk cache. A string or bracket that reaches the margin truncates the text, which then cannot be parsed.
    """
    code = function.__code__
    linecache.checkcache(code.co_filename)
    lines = linecache.getlines(code.co_filename, function.__globals__)[code.co_firstlineno - 1 :]
    if not lines or code.co_name == "<lambda>":
        return None
    margin = len(lines[0]) - len(lines[0].lstrip())
    start = next((i for i, line in enumerate(lines) if line[margin:].startswith("def ")), None)
    if start is None:
        return None
    end = start + 1
    for i in range(start + 1, len(lines)):
        line = lines[i].lstrip()
        if line and line[0] != "#":
            if len(lines[i]) - len(line) <= margin and line[0] not in ")]}":
                break
            end = i + 1
    if any(line[:margin].strip() for line in lines[:end]):
        return None  # part of a string, or a comment
    return "".join(line[margin:] if line.strip() else "\n" for line in lines[:end])


class Source:
    """One function: its tree (`node`, an ast.FunctionDef or ast.Lambda), its file, and its constants from outside."""

    def __init__(self, function: types.FunctionType):
        self.function = function
        self.flags = DEFAULT  # fast-math flags; the function's options may change them
        self.name = function.__qualname__.rpartition("<locals>.")[2]
        self.identifier = re.sub(r"\W", "_", self.name)
        self.file = function.__code__.co_filename
        self.first_line = function.__code__.co_firstlineno
        text = _indented_block(function)
        tree = _parsed(text) if text else None
        if tree is None:
            try:
                lines, self.first_line = inspect.getsourcelines(function)
            except (OSError, TypeError) as error:
                raise UnsupportedError(
                    f"the source of {self.name} cannot be found ({error}); a kernel is compiled from its source "
                    "text: define it in a file"
                ) from error
            text = "".join(lines)
            tree = _parsed(text) or _parsed_in_context(text)
            if tree is None:
                raise UnsupportedError(
                    f"{self.file}:{self.first_line}: the source of {self.name} cannot be told from what is around it"
                )
        self.is_ours = self.file.startswith(_HERE)
        self.lines = text.splitlines()
        self.node = self._find(tree)
        self._cells = inspect.getclosurevars(function).nonlocals if function.__closure__ else {}

    def _find(self, tree: ast.Module):
        wanted = ast.Lambda if self.function.__name__ == "<lambda>" else ast.FunctionDef
        found = [n for n in ast.walk(tree) if isinstance(n, wanted)]
        if wanted is ast.Lambda:
            names = list(self.function.__code__.co_varnames[: self.function.__code__.co_argcount])
            found = [n for n in found if [a.arg for a in n.args.args] == names]
            if len(found) != 1:
                raise UnsupportedError(
                    f"{self.file}:{self.first_line}: give this lambda a line of its own, or a name with def"
                )
        return found[0]

    def line_of(self, node) -> int:
        return self.first_line + node.lineno - 1

    def text_of(self, node) -> str | None:
        return self.lines[node.lineno - 1] if 0 < node.lineno <= len(self.lines) else None

    def lookup(self, name: str):
        """The current value of a name from outside the function; MISSING if there is none."""
        if name in self._cells:
            return self._cells[name]
        if name in self.function.__globals__:
            return self.function.__globals__[name]
        return getattr(builtins, name, MISSING)

    def outer_names(self) -> list[str]:
        """Names of enclosing functions that this function uses (free variables)."""
        return list(self._cells)

    def free_values(self) -> dict:
        """The names from outside that the function mentions, with their values: part of the key of a compiled
        kernel."""
        names = {n.id for n in ast.walk(self.node) if isinstance(n, ast.Name)}
        found = {name: self.lookup(name) for name in sorted(names)}
        return {name: value for name, value in found.items() if value is not MISSING}
