"""Liveness of loop variables in loops that work-items exit in different iterations.

A variable that is live after the loop keeps, for each work-item, the value of that work-item's last iteration
(`outliving`). Other variables are dead for exited work-items, so the remaining ones may write to all lanes
(`unmasked_writes`): a masked write costs a blend, which in a loop lengthens the dependence chain from iteration to
iteration. The mask can be omitted if the variable is not read after the loop and all work-items that enter the loop set
it directly before.
"""

from __future__ import annotations

from collections import Counter

from . import ir

__all__ = ["outliving", "unmasked_writes"]


def _count_reads(e: ir.Expr, found: Counter) -> None:
    if isinstance(e, ir.Read):
        found[id(e.var)] += 1
    for c in ir.children(e):
        _count_reads(c, found)


def _reads(body: list[ir.Statement]) -> Counter:
    found: Counter = Counter()
    for s in ir.walk(body):
        for e in ir.expressions(s):
            _count_reads(e, found)
    return found


def _lists(body: list[ir.Statement]):
    """The list itself and all lists of statements nested in it."""
    yield body
    for s in body:
        for name in ("then", "orelse", "body"):
            yield from _lists(getattr(s, name, []))


def unmasked_writes(function: ir.Function) -> set[tuple[int, int]]:
    """(id of a Copies, id of one of its variables): writes that need no mask.

    Only writes directly in a loop's body qualify, because there a lane is inactive only if its work-item exited the
    loop. Loops that contain a `Continue` are excluded, since lanes that it deactivates become active again in the next
    iteration.
    """
    total, found = _reads(function.body), set()
    for body in _lists(function.body):
        set_before: set[int] = set()
        for s in body:
            if isinstance(s, ir.Copies):
                set_before |= {id(var) for var, _ in s.pairs}
            elif isinstance(s, ir.For | ir.Loop) and set_before:
                if any(isinstance(x, ir.Continue) and x.target is s for x in ir.walk(s.body)):
                    continue
                inside = _reads(s.body)
                found |= {
                    (id(c), id(var))
                    for c in s.body
                    if isinstance(c, ir.Copies)
                    for var, _ in c.pairs
                    if id(var) in set_before and inside[id(var)] == total[id(var)]
                }
    return found


def outliving(function: ir.Function) -> dict[int, set[int]]:
    """By id of a variable of `Assign`: the ids of loops that contain the assignment but not all reads of the
    variable."""
    homes: dict[int, set[int]] = {}
    found: dict[int, set[int]] = {}

    def reads(e: ir.Expr, loops: frozenset) -> None:
        if isinstance(e, ir.Read) and (left_loops := homes.get(id(e.var), loops) - loops):
            found.setdefault(id(e.var), set()).update(left_loops)
        for c in ir.children(e):
            reads(c, loops)

    def visit(body: list[ir.Statement], loops: frozenset) -> None:
        for s in body:
            for e in ir.expressions(s):
                reads(e, loops)
            if isinstance(s, ir.Assign):
                homes[id(s.var)] = set(loops)
            inner = loops | {id(s)} if isinstance(s, ir.For | ir.Loop) else loops
            for name in ("then", "orelse", "body"):
                visit(getattr(s, name, []), inner)

    visit(function.body, frozenset())
    return found
