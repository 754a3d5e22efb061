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
from .errors import UnsupportedError, for_programs

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


class Line(int):
    """The number of a line, and its file."""

    def __new__(cls, number: int, file: str):
        made = super().__new__(cls, number)
        made.file = file
        return made


class Source:
    """One function: its tree (`node`, an ast.FunctionDef or ast.Lambda), its file, and its constants from outside."""

    def __init__(self, function: types.FunctionType):
        self.function = function
        self.flags = DEFAULT  # fast-math flags; the function's options may change them
        self.has_lines = False  # whether its loops are compiled with line tables
        self.name = function.__qualname__.rpartition("<locals>.")[2]
        self.identifier = re.sub(r"\W", "_", self.name)
        self.file = function.__code__.co_filename
        self.first_line = function.__code__.co_firstlineno
        text = _indented_block(function)
        tree = _parsed(text) if text else None
        if tree is None or not self._is_defined_in(tree):
            text, self.first_line = self._found()
            tree = _parsed(text) or _parsed_in_context(text)
        node = tree and self._find(tree)
        if node is None:  # a lambda inside of a statement, or with others on its line
            text = self._decompiled("it cannot be told from what is around it", "give it a line of its own, or use def")
            self.first_line = function.__code__.co_firstlineno
            node = self._find(_parsed(text))
        self.is_ours = self.file.startswith(_HERE)
        self.lines = text.splitlines()
        self.node = node
        self._cells = inspect.getclosurevars(function).nonlocals if function.__closure__ else {}

    def _is_defined_in(self, tree: ast.Module) -> bool:
        """Whether the first definition is that of the function: `exec` may be given the name of another file."""
        name = self.function.__code__.co_name
        return any(isinstance(n, ast.FunctionDef) and n.name == name for n in tree.body[:1]) or name == "<lambda>"

    def _found(self) -> tuple[str, int]:
        """The text by `inspect`, else from where the program itself is."""
        from .lost_source import recovered  # here, since nearly all functions have a file

        try:
            lines, first = inspect.getsourcelines(self.function)
            text = "".join(lines)
            tree = _parsed(text) or _parsed_in_context(text)
            name = self.function.__code__.co_name
            names = [n.name for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)] if tree else []
            if name == "<lambda>" or name in names or tree is None:
                return text, first
            reason = "the file has another text"
        except (OSError, TypeError) as error:
            reason = str(error)
        return recovered(self.function) or (self._decompiled(reason), self.first_line)

    def _decompiled(self, reason: str, hint="define it in a file, or add its text to linecache.cache") -> str:
        """The text from the bytecode."""
        from .._decompiler import Unknown, function_text  # here, since few functions need it

        try:
            return function_text(self.function)
        except Unknown as unknown:
            text = f"the source of {self.name} cannot be found: {reason}\n{self.file}:{self.first_line} in {self.name}"
            why = f"its bytecode is not understood: {unknown}"
            raise for_programs(UnsupportedError(f"{text}\n{why}\nhint: {hint}")) from None

    def _find(self, tree: ast.Module):
        """The function's node; None if several lambdas, or none, may be it."""
        code = self.function.__code__
        wanted = ast.Lambda if code.co_name == "<lambda>" else ast.FunctionDef
        found = [n for n in ast.walk(tree) if isinstance(n, wanted)]
        if wanted is ast.Lambda:
            names = list(code.co_varnames[: code.co_argcount])
            found = [n for n in found if [a.arg for a in (*n.args.posonlyargs, *n.args.args)] == names]
            return found[0] if len(found) == 1 else None
        return found[0]

    def line_of(self, node) -> Line:
        return Line(self.first_line + node.lineno - 1, self.file)

    def text_of(self, node) -> str | None:
        return self.lines[node.lineno - 1] if 0 < node.lineno <= len(self.lines) else None

    def lookup(self, name: str):
        """The current value of a name from outside the function; MISSING if there is none."""
        if name in self._cells:
            return self._cells[name]
        if name in self.function.__globals__:
            return self.function.__globals__[name]
        return getattr(builtins, name, MISSING)

    def is_local(self, name: str) -> bool:
        """Whether a name is a local variable of the function, wherever that assigns to it."""
        return name in self.function.__code__.co_varnames and not self._is_of_comprehension(name)

    def _is_of_comprehension(self, name: str) -> bool:
        """Whether a name is a variable of a comprehension, which later Pythons make part of the function."""
        kinds = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
        inner = [n for c in ast.walk(self.node) if isinstance(c, kinds) for n in ast.walk(c)]
        return any(isinstance(n, ast.Name) and n.id == name for n in inner)

    def outer_names(self) -> list[str]:
        """Names of enclosing functions that this function uses (free variables)."""
        return list(self._cells)

    def free_values(self) -> dict:
        """The names from outside that the function mentions, with their values: part of the key of a compiled
        kernel."""
        names = {n.id for n in ast.walk(self.node) if isinstance(n, ast.Name)}
        found = {name: self.lookup(name) for name in sorted(names)}
        return {name: value for name, value in found.items() if value is not MISSING}
