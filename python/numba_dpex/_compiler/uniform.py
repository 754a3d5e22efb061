"""Which variables have one value for all work-items that are executed together, and which constructs the work-items leave apart.

A variable is varying if a varying value is assigned to it, if it joins ways that work-items take apart (`Copies` inside a construct
whose work-items do not stay together), or if it is read behind a loop that they leave at different times. Everything else is computed
once for all.
"""

from __future__ import annotations

from . import ir
from .loop_variables import outliving

__all__ = ["Uniformity"]

_VARYING_IDS = ("global_id", "local_id")
_OF_SUB_GROUPS = ("sub_group_local_id", "sub_group_id", "sub_group_size")  # the last two: a group executes its uniform code once


class Uniformity:
    """is_varying(expr); diverges(construct): whether its work-items do not all do the same."""

    def __init__(self, function: ir.Function):
        self.last = function.ndim - 1  # of a range, work-items are neighbours in the last dimension
        self.has_groups = function.has_groups or any(isinstance(s, ir.Barrier) for s in ir.walk(function.body))
        self.varying: set[int] = set()
        self.apart: set[int] = set()  # constructs that work-items leave or go on with at different times
        self.around: list[ir.Statement] = []  # where _visit is
        self.left_apart: set[int] = set()  # constructs that work-items leave at different times, be it for a place beyond the next
        self.function = function
        self.outliving = outliving(function)
        self.settle(set())

    def settle(self, more: set[int]) -> None:
        """Takes these variables to be varying, too, and what follows from that."""
        self.varying |= more
        while True:
            size = len(self.varying), len(self.apart), len(self.left_apart)
            self._visit(self.function.body, False)
            if size == (len(self.varying), len(self.apart), len(self.left_apart)):
                return

    def is_varying(self, e: ir.Expr) -> bool:
        match e:
            case ir.Id(kind=kind, dim=dim):
                return kind in _OF_SUB_GROUPS or kind in _VARYING_IDS and (self.has_groups or dim == self.last)
            case ir.Read(var=var):
                return id(var) in self.varying
            case ir.Atomic() | ir.Shuffle():
                return True
            case ir.Load(array=array) if array.base.space == "private":
                return True
        return any(map(self.is_varying, ir.children(e)))

    def diverges(self, construct: ir.Statement) -> bool:
        return id(construct) in self.apart

    def is_left(self, loop: ir.Statement) -> bool:
        """Whether work-items leave a loop at different times, for what is behind it or for somewhere else."""
        return id(loop) in self.left_apart

    def is_left_apart(self, var: ir.Var) -> bool:
        """Whether the variable is read behind a loop that it is assigned in and that work-items leave at different times."""
        return not self.left_apart.isdisjoint(self.outliving.get(id(var), ()))

    def _assign(self, var: ir.Var, varying: bool) -> None:
        if varying:
            self.varying.add(id(var))

    def _visit(self, body: list, apart: bool) -> None:
        """apart: whether some construct around leaves its work-items at different places."""
        for s in body:
            match s:
                case ir.Assign(var=var, value=value):
                    self._assign(var, self.is_left_apart(var) or self.is_varying(value))
                case ir.Copies(pairs=pairs):
                    for var, value in pairs:
                        self._assign(var, apart or self.is_varying(value))
                case ir.If(cond=cond, then=then, orelse=orelse):
                    if self.is_varying(cond):
                        self.apart.add(id(s))
                    inner = apart or id(s) in self.apart
                    self._visit(then, inner)
                    self._visit(orelse, inner)
                case ir.For(var=var):
                    if any(map(self.is_varying, ir.expressions(s))):
                        self.apart.add(id(s))
                        self.left_apart.add(id(s))
                    self._assign(var, self.is_varying(s.start) or self.is_varying(s.step))
                    self._visit_inside(s, apart)
                case ir.Loop() | ir.Block():
                    self._visit_inside(s, apart)
                case ir.Leave(target=target) | ir.Continue(target=target):
                    if apart:
                        self.apart.add(id(target))
                        at = next(i for i, c in enumerate(self.around) if c is target)
                        self.left_apart |= {id(c) for c in self.around[at + isinstance(s, ir.Continue) :]}

    def _visit_inside(self, s: ir.Statement, apart: bool) -> None:
        self.around.append(s)
        self._visit(s.body, apart or id(s) in self.apart)
        self.around.pop()
