"""The source text of a Python function as a syntax tree, and what its free names mean."""

from __future__ import annotations

import ast
import builtins
import inspect
import textwrap
import types

from .errors import UnsupportedError

__all__ = ["MISSING", "Source"]

MISSING = object()


class Source:
    """One function: its tree (`node`, an ast.FunctionDef or ast.Lambda), its file, and its constants from outside."""

    def __init__(self, function: types.FunctionType):
        self.function = function
        self.name = function.__qualname__.rpartition("<locals>.")[2]
        self.file = function.__code__.co_filename
        try:
            lines, first = inspect.getsourcelines(function)
        except (OSError, TypeError) as error:
            raise UnsupportedError(
                f"the source of {self.name} cannot be found ({error}); a kernel is compiled from its source text: define it in a file"
            ) from error
        text = textwrap.dedent("".join(lines))
        self.first_line = first
        self.lines = text.splitlines()
        self.node = self._find(text)
        self._cells = inspect.getclosurevars(function).nonlocals if function.__closure__ else {}

    def _find(self, text: str):
        try:
            tree = ast.parse(text)
        except SyntaxError:  # a lambda in the middle of an expression that goes on
            tree = ast.parse(f"({text.strip().rstrip(',')})" if "lambda" in text else text)
        wanted = ast.Lambda if self.function.__name__ == "<lambda>" else ast.FunctionDef
        found = [n for n in ast.walk(tree) if isinstance(n, wanted)]
        if wanted is ast.Lambda:
            names = list(self.function.__code__.co_varnames[: self.function.__code__.co_argcount])
            found = [n for n in found if [a.arg for a in n.args.args] == names]
            if len(found) != 1:
                raise UnsupportedError(f"{self.file}:{self.first_line}: give this lambda a line of its own, or a name with def")
        return found[0]

    def line_of(self, node) -> int:
        return self.first_line + node.lineno - 1

    def text_of(self, node) -> str | None:
        return self.lines[node.lineno - 1] if 0 < node.lineno <= len(self.lines) else None

    def lookup(self, name: str):
        """The value of a name from outside the function, as it is now; MISSING if there is none."""
        if name in self._cells:
            return self._cells[name]
        if name in self.function.__globals__:
            return self.function.__globals__[name]
        return getattr(builtins, name, MISSING)

    def outer_names(self) -> list[str]:
        """Names of enclosing functions that this one uses."""
        return list(self._cells)

    def free_values(self) -> dict:
        """All names from outside that the function mentions, with their values: part of the key of a compiled kernel."""
        names = {n.id for n in ast.walk(self.node) if isinstance(n, ast.Name)}
        found = {name: self.lookup(name) for name in sorted(names)}
        return {name: value for name, value in found.items() if value is not MISSING}
