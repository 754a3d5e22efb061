"""Divergence analysis: which variables are uniform (one value for all work-items that are executed together), and which
constructs diverge.

A variable is varying if a varying value is assigned to it (data dependence), if it merges values of divergent branches
(`Copies` inside a divergent construct; control dependence), or if it is read after a loop that work-items exit in
different iterations (temporal divergence). All other variables are uniform and computed once. The analysis iterates to
a fixed point, from uniform to varying.
"""

from __future__ import annotations

from . import ir
from .loop_variables import outliving

__all__ = ["Uniformity"]

_VARYING_IDS = ("global_id", "local_id")
# The last two vary between sub-groups, and a group executes its uniform code once.
_OF_SUB_GROUPS = ("sub_group_local_id", "sub_group_id", "sub_group_size")


class Uniformity:
    """is_varying(expr): whether work-items may have different values; diverges(construct): whether they may take
    different branches in it."""

    def __init__(self, function: ir.Function):
        self.last = function.ndim - 1  # lanes of a vector are consecutive in the last dimension of the range
        self.has_groups = function.has_groups or any(isinstance(s, ir.Barrier) for s in ir.walk(function.body))
        self.varying: set[int] = set()
        # ids of constructs in which work-items take different branches or exit at different times
        self.divergent: set[int] = set()
        # the constructs around the statement that _visit is at, outermost first
        self.enclosing: list[ir.Statement] = []
        # ids of constructs that work-items exit at different times, to any target
        self.divergent_exits: set[int] = set()
        self.function = function
        self.outliving = outliving(function)
        self.settle(set())

    def settle(self, more: set[int]) -> None:
        """Adds these variables to the varying ones and propagates to a fixed point."""
        self.varying |= more
        while True:
            size = len(self.varying), len(self.divergent), len(self.divergent_exits)
            self._visit(self.function.body, False)
            if size == (len(self.varying), len(self.divergent), len(self.divergent_exits)):
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
        return id(construct) in self.divergent

    def has_divergent_exit(self, loop: ir.Statement) -> bool:
        """Whether work-items exit a loop in different iterations, to the statement after it or to an outer target."""
        return id(loop) in self.divergent_exits

    def outlives_divergent_exit(self, var: ir.Var) -> bool:
        """Whether the variable is assigned in a loop with divergent exits and read after it."""
        return not self.divergent_exits.isdisjoint(self.outliving.get(id(var), ()))

    def _assign(self, var: ir.Var, varying: bool) -> None:
        if varying:
            self.varying.add(id(var))

    def _visit(self, body: list, divergent: bool) -> None:
        """divergent: whether the statements are control dependent on a divergent construct."""
        for s in body:
            match s:
                case ir.Assign(var=var, value=value):
                    self._assign(var, self.outlives_divergent_exit(var) or self.is_varying(value))
                case ir.Copies(pairs=pairs):
                    for var, value in pairs:
                        self._assign(var, divergent or self.is_varying(value))
                case ir.If(cond=cond, then=then, orelse=orelse):
                    if self.is_varying(cond):
                        self.divergent.add(id(s))
                    inner = divergent or id(s) in self.divergent
                    self._visit(then, inner)
                    self._visit(orelse, inner)
                case ir.For(var=var):
                    if any(map(self.is_varying, ir.expressions(s))):
                        self.divergent.add(id(s))
                        self.divergent_exits.add(id(s))
                    self._assign(var, self.is_varying(s.start) or self.is_varying(s.step))
                    self._visit_inside(s, divergent)
                case ir.Loop() | ir.Block():
                    self._visit_inside(s, divergent)
                case ir.Leave(target=target) | ir.Continue(target=target):
                    if divergent:
                        self.divergent.add(id(target))
                        depth = next(i for i, c in enumerate(self.enclosing) if c is target)
                        self.divergent_exits |= {id(c) for c in self.enclosing[depth + isinstance(s, ir.Continue) :]}

    def _visit_inside(self, s: ir.Statement, divergent: bool) -> None:
        self.enclosing.append(s)
        self._visit(s.body, divergent or id(s) in self.divergent)
        self.enclosing.pop()
