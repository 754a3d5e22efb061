"""Dead code elimination: removes assignments to dead variables, and constructs with empty bodies."""

from __future__ import annotations

from . import ir

__all__ = ["prune"]


def _count(e: ir.Expr, used: set) -> None:
    if isinstance(e, ir.Read):
        used.add(id(e.var))
    for child in ir.children(e):
        _count(child, used)


def _used(function: ir.Function) -> set:
    """Ids of live variables: those read by a statement with a side effect, or by an assignment to a live variable."""
    used: set = set()
    pending = []
    for s in ir.walk(function.body):
        match s:
            case ir.Assign(var=var, value=value) if not isinstance(value, ir.Atomic):
                pending.append((var, value))
            case ir.Copies(pairs=pairs):
                pending += pairs
            case _:
                for e in ir.expressions(s):
                    _count(e, used)
    while True:
        left = []
        for var, value in pending:
            if id(var) in used:
                _count(value, used)
            else:
                left.append((var, value))
        if len(left) == len(pending):
            return used
        pending = left


def _pruned(body: list, used: set) -> list:
    kept = []
    for s in body:
        match s:
            case ir.Assign(var=var, value=value):
                if id(var) not in used and not isinstance(value, ir.Atomic):
                    continue
            case ir.Copies(pairs=pairs):
                s.pairs = [(v, e) for v, e in pairs if id(v) in used and not (isinstance(e, ir.Read) and e.var is v)]
                if not s.pairs:
                    continue
            case ir.If(then=then, orelse=orelse):
                s.then, s.orelse = _pruned(then, used), _pruned(orelse, used)
                if not s.then and not s.orelse:
                    continue
            case ir.For(body=inner) | ir.Loop(body=inner) | ir.Block(body=inner):
                s.body = _pruned(inner, used)
                if not s.body and not isinstance(s, ir.Loop):
                    continue
        kept.append(s)
    return kept


def prune(function: ir.Function) -> None:
    """Modifies the function in place."""
    function.body[:] = _pruned(function.body, _used(function))
