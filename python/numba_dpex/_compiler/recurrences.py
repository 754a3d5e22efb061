"""Detects crossing recurrences: two loop-carried variables, each of which depends on the other's value in the previous
iteration."""

from __future__ import annotations

from . import ir

__all__ = ["recurrences_cross"]


def _reads(expr: ir.Expr, found: set[int]) -> set[int]:
    if isinstance(expr, ir.Read):
        found.add(id(expr.var))
    for child in ir.children(expr):
        _reads(child, found)
    return found


def _assignments(body: list[ir.Statement]):
    for statement in ir.walk(body):
        match statement:
            case ir.Assign(var=var, value=value):
                yield id(var), value
            case ir.Copies(pairs=pairs):
                yield from ((id(var), value) for var, value in pairs)


def _reachable(start: int, edges: dict[int, set[int]]) -> set[int]:
    seen, open_ = set(), [start]
    while open_:
        for next_ in edges.get(open_.pop(), set()) - seen:
            seen.add(next_)
            open_.append(next_)
    return seen


def recurrences_cross(function: ir.Function) -> bool:
    """Whether some loop carries two variables that each depend on the other, as in ``a, b = b, a + b``."""
    total: dict[int, int] = {}
    for var, _ in _assignments(function.body):
        total[var] = total.get(var, 0) + 1
    for loop in ir.walk(function.body):
        if not isinstance(loop, ir.For | ir.Loop):
            continue
        edges: dict[int, set[int]] = {}
        inside: dict[int, int] = {}
        for var, value in _assignments(loop.body):
            edges[var] = _reads(value, edges.get(var, set()))
            inside[var] = inside.get(var, 0) + 1
        carried = [var for var in inside if total[var] > inside[var]]  # it has a value before the loop
        reach = {var: _reachable(var, edges) for var in carried}
        if any(a != b and b in reach[a] and a in reach[b] for a in carried for b in carried):
            return True
    return False
