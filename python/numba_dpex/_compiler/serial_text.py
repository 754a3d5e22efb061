"""Finds the serial loops of a host function that can be compiled: loops over `range` and `while` loops that use only
numbers and elements of arrays.

This is decided by the source alone and accepts too much: constructs that the kernel language does not support for the
actual types are found when the loop is translated at run time, and then Python executes it.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

from .loop_text import Exposed, captured_arrays, is_prange, meaning
from .lower import assigned_names
from .source import Source

__all__ = ["SerialLoopText", "find_serial_loop"]

_REFUSED = (
    ast.Return, ast.Raise, ast.Try, ast.With, ast.Delete, ast.Import, ast.ImportFrom, ast.Global, ast.Nonlocal,
    ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.Yield, ast.YieldFrom, ast.Await,
    ast.NamedExpr, ast.List, ast.Dict, ast.Set, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp,
    ast.JoinedStr, ast.Starred,
)  # fmt: skip


@dataclass(slots=True, eq=False)
class SerialLoopText:
    """A loop, its live-in names, and its live-out names, which are set if it has at least one iteration."""

    node: ast.For | ast.While
    inputs: list[str]
    outputs: list[str]


def _is_plain(source: Source, node, local: set[str]) -> bool:
    if isinstance(node, ast.For):
        call = node.iter
        if not isinstance(call, ast.Call) or call.keywords or meaning(source, call.func, local) is not range:
            return False
    elif not isinstance(node, ast.While):
        return False
    inner = list(ast.walk(node))
    calls = (meaning(source, n.func, local) for n in inner if isinstance(n, ast.Call))
    return not any(isinstance(n, _REFUSED) for n in inner) and not any(map(is_prange, calls))


def find_serial_loop(source: Source, node, local: set[str], bound: set[str], read: set[str]) -> SerialLoopText | None:
    """The loop, if it may be compiled.

    local: the local names of the function; bound: those that parameters or statements before this one bind; read: those
    that are read outside of it.
    """
    if not _is_plain(source, node, local):
        return None
    exposed = Exposed(set())
    exposed.visit(node)
    assigned = set(assigned_names([node]))
    always = Exposed(set())
    if isinstance(node, ast.For):
        always.visit(node.target)
        if not any(isinstance(n, (ast.Break, ast.Continue)) for n in ast.walk(node)):
            for s in node.body:
                always.visit(s)
    outputs = assigned & (read | exposed.found)
    inputs = exposed.found & local | outputs - always.assigned
    if not inputs <= bound:
        return None  # a name that may be unassigned here
    return SerialLoopText(node, [*sorted(inputs), *captured_arrays(source, node, local)], sorted(outputs))
