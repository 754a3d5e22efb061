"""Which dimension of a range of two the CPU runs in vectors: the last one, unless the kernel accesses memory along the
first.

In ``D[i, j] = ...`` with ``i = item.get_id(1)`` neighbours in the last dimension access addresses that are a row apart.
Then the two dimensions are exchanged, in the representation and in the launch's range.
"""

from __future__ import annotations

from . import ir
from .own_arrays import definitions_of

__all__ = ["Slopes", "exchange_dimensions", "prefers_first_dimension"]

_GATHER, _SCATTER, _IN_LOOP = 8, 32, 4  # costs relative to an access to consecutive elements; of an iteration
_CLEARLY = 1.3


class Slopes:
    """How values change from one work-item to the next along a dimension, or with a loop's variable: by a constant;
    None if that is unknown."""

    def __init__(self, definitions: dict, dim: int | None, var: ir.Var | None = None):
        self.definitions, self.dim, self.var, self.known = definitions, dim, var, {}

    def of(self, e: ir.Expr) -> int | None:
        if id(e) not in self.known:
            self.known[id(e)] = None  # ends a cycle
            self.known[id(e)] = self._of(e)
        return self.known[id(e)]

    def _of(self, e: ir.Expr) -> int | None:
        match e:
            case ir.Const():
                return 0
            case ir.Id(kind="global_id", dim=d):
                return int(d == self.dim)
            case ir.Read(var=var) if var is self.var:
                return 1
            case ir.Read(var=var):
                definition = self.definitions.get(id(var), ...)
                if isinstance(definition, ir.For):
                    parts = map(self.of, (definition.start, definition.stop, definition.step))
                    return 0 if all(p == 0 for p in parts) else None
                if isinstance(definition, list):  # of several paths
                    return None
                return 0 if definition is ... else self.of(definition)
            case ir.Cast(x=x):
                return self.of(x)
            case ir.Binary(op="add" | "sub" as op, a=a, b=b):
                a, b = self.of(a), self.of(b)
                return None if a is None or b is None else a + b if op == "add" else a - b
            case ir.Binary(op="mul", a=a, b=b) if isinstance(a, ir.Const) or isinstance(b, ir.Const):
                factor, other = (a, b) if isinstance(a, ir.Const) else (b, a)
                slope = self.of(other)
                return None if slope is None or factor.type.kind not in "biu" else slope * factor.value
            case ir.Select(a=a, b=b):  # a negative index that is wrapped
                a, b = self.of(a), self.of(b)
                return a if a == b else None
        return 0 if all(self.of(c) == 0 for c in ir.children(e)) else None

    def address(self, array: ir.Array, index) -> int | None:
        """The slope of an element's address in bytes."""
        total = self.of(array.offset)
        for i, stride in zip(index, array.strides, strict=True):
            slope = self.of(i)
            if total is None or slope is None or slope and not isinstance(stride, ir.Const):
                return None
            total += slope * stride.value if slope else 0
        return total


def _cost(body: list, slopes: Slopes, weight: int) -> int:
    total = 0

    def access(array: ir.Array, index, far: int) -> int:
        if array.base.space != "global":
            return 0
        slope = slopes.address(array, index)
        return weight * (1 if slope is not None and abs(slope) in (0, array.dtype.bits // 8) else far)

    def loads(e: ir.Expr) -> int:
        own = access(e.array, e.index, _GATHER) if isinstance(e, ir.Load) else 0
        return own + sum(map(loads, ir.children(e)))

    for s in body:
        total += sum(map(loads, ir.expressions(s)))
        if isinstance(s, ir.Store):
            total += access(s.array, s.index, _SCATTER)
        inner = weight * _IN_LOOP if isinstance(s, ir.For | ir.Loop) else weight
        for name in ("then", "orelse", "body"):
            total += _cost(getattr(s, name, []), slopes, inner)
    return total


def prefers_first_dimension(function: ir.Function) -> bool:
    """Whether vectors along the first of two dimensions access memory clearly better."""
    if function.ndim != 2 or function.has_groups or any(a.bound is not None for a in function.arrays):
        return False
    definitions = definitions_of(function)
    first, last = (_cost(function.body, Slopes(definitions, d), 1) for d in (0, 1))
    return first * _CLEARLY < last


def exchange_dimensions(function: ir.Function) -> None:
    """Number the two dimensions the other way."""
    seen: dict = {}

    def visit(e: ir.Expr) -> None:
        if id(e) in seen:
            return
        seen[id(e)] = e
        if isinstance(e, ir.Id):
            e.dim = 1 - e.dim
        for c in ir.children(e):
            visit(c)

    for s in ir.walk(function.body):
        for e in ir.expressions(s):
            visit(e)
