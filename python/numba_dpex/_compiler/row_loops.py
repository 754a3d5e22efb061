"""Kernels whose work-items each run along a row of memory: ``for k in range(a.shape[1]): total += a[i, k] ** 2``.

Neighbouring work-items access addresses that are a row apart, so vectors of work-items gather. Where arithmetic may be
reassociated (`fastmath`) and rows are long, one work-item at a time is faster: LLVM runs its innermost loop in vectors.
The extents are known at the launch only: the kernel has both forms and compares them.
"""

from __future__ import annotations

from . import ir
from .llvm_math import INTRINSICS
from .own_arrays import definitions_of
from .vector_dimension import Slopes

__all__ = ["LONG_BYTES", "extents_of_rows"]

LONG_BYTES = 128  # of a row, from which on its loop repays the work around it


def extents_of_rows(function: ir.Function) -> dict[ir.Var, int]:
    """The variables of the extents of such rows, and from how many elements on they are long; empty: it is no such
    kernel."""
    if function.has_groups or function.has_lines or function.lanes or function.sub_groups_line is not None:
        return {}
    if not {"fast", "reassoc"} & set(function.flags) or _calls_libraries(function):
        return {}
    found: dict[ir.Var, int] = {}
    definitions = definitions_of(function)
    items = Slopes(definitions, function.ndim - 1)
    for loop in _innermost(function.body)[1]:
        rows = _rows_of(loop, items, Slopes(definitions, None, loop.var))
        if not rows:
            return {}
        found |= rows
    return found


def _innermost(body: list, depth: int = 0) -> tuple[int, list]:
    """The greatest depth of nested loops and the `for` loops of that depth."""
    most, found = 0, []
    for s in body:
        inner = depth + isinstance(s, ir.For | ir.Loop)
        here = (inner, [s]) if isinstance(s, ir.For) else (0, [])
        for name in ("then", "orelse", "body"):
            below = _innermost(getattr(s, name, []), inner)
            if below[1] and below[0] > here[0]:
                here = below
            elif below[0] == here[0] and isinstance(s, ir.If):
                here[1].extend(below[1])
        if here[1] and here[0] > most:
            most, found = here
        elif here[0] == most:
            found = found + here[1]
    return most, found


def _calls_libraries(function: ir.Function) -> bool:
    """Whether there are functions, of which the library has forms for vectors of work-items."""

    def visit(e: ir.Expr) -> bool:
        return isinstance(e, ir.Call) and e.name not in INTRINSICS or any(map(visit, ir.children(e)))

    return any(visit(e) for s in ir.walk(function.body) for e in ir.expressions(s))


def _accesses(s: ir.Statement):
    """The (array, index) of a statement that are in memory which work-items share."""

    def loads(e: ir.Expr):
        if isinstance(e, ir.Load):
            yield e.array, e.index
        for c in ir.children(e):
            yield from loads(c)

    if isinstance(s, ir.Store):
        yield s.array, s.index
    for e in ir.expressions(s):
        yield from loads(e)


def _rows_of(loop: ir.For, items: Slopes, steps: Slopes) -> dict[ir.Var, int]:
    """The extents of the rows that a loop runs along; empty where vectors along it are impossible or gain nothing."""
    found: dict[ir.Var, int] = {}
    for s in loop.body:
        if not isinstance(s, ir.Assign | ir.Copies | ir.Store):
            return {}
        for array, index in _accesses(s):
            size = array.dtype.bits // 8
            step = steps.address(array, index)
            if array.base.space != "global" or step not in (0, size):
                return {}
            if step and items.address(array, index) not in (0, size):
                found[array.base.shape[-1]] = LONG_BYTES // size
    return found
