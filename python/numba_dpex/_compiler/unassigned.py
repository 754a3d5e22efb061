"""Reads of local variables that cannot have a value: on no path to them, unless one that failed before at such a read.

    for k in range(n):
        total += x[k]       # the first iteration fails, so that no other one begins with a value

For each name a state says whether a path on which it has a value, and one on which it has none, get to a statement. A
read ends the latter.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

__all__ = ["read_without_value"]

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
# whose paths are not followed, or which may assign to any name
_OTHERS = (
    ast.Try, ast.TryStar, ast.With, ast.AsyncWith, ast.AsyncFor, ast.Await, ast.Yield, ast.YieldFrom, ast.Global,
    ast.Nonlocal,
)  # fmt: skip


@dataclass(slots=True)
class _Loop:
    breaks: set = field(default_factory=set)
    rounds: set = field(default_factory=set)


class _Names:
    """One name in some statements. A state is a set of booleans, for each path that gets somewhere: has it a value?
    `reads`: by the position of each read, the node and the states there."""

    def __init__(self, name: str):
        self.name, self.loops = name, []
        self.reads: dict[tuple, tuple[ast.AST, set]] = {}

    # ---- expressions ----

    def read(self, node, state: set) -> set:
        _, states = self.reads.setdefault((node.lineno, node.col_offset), (node, set()))
        states |= state
        return state - {False}

    def value(self, node, state: set) -> set:
        match node:
            case None:
                return state
            case ast.Name(id=name, ctx=ctx):
                if name != self.name:
                    return state
                if isinstance(ctx, ast.Load):
                    return self.read(node, state)
                return self.assigned(state, isinstance(ctx, ast.Store))
            case ast.BoolOp(values=[first, *others]):
                state = found = self.value(first, state)
                for other in others:
                    state = self.value(other, state)
                    found = found | state
                return found
            case ast.IfExp(test=test, body=body, orelse=orelse):
                state = self.value(test, state)
                return self.value(body, state) | self.value(orelse, state)
            case ast.Compare(left=left, comparators=[right, *others]):
                state = found = self.value(right, self.value(left, state))
                for other in others:
                    state = self.value(other, state)
                    found = found | state
                return found
            case ast.NamedExpr(target=target, value=value):
                return self.value(target, self.value(value, state))
            case ast.GeneratorExp() | ast.ListComp() | ast.SetComp() | ast.DictComp():
                return self.value(node.generators[0].iter, state)
        if isinstance(node, _SCOPES):  # read when it is called
            return state
        for child in ast.iter_child_nodes(node):
            state = self.value(child, state)
        return state

    @staticmethod
    def assigned(state: set, has_value: bool = True) -> set:
        return {has_value} if state else state

    # ---- statements ----

    def body(self, nodes: list, state: set) -> set:
        for node in nodes:
            state = self.statement(node, state)
        return state

    def statement(self, node, state: set) -> set:
        match node:
            case ast.Assign(targets=targets, value=value):
                state = self.value(value, state)
                for target in targets:
                    state = self.value(target, state)
                return state
            case ast.AugAssign(target=ast.Name(id=self.name) as target, value=value):
                return self.assigned(self.value(value, self.read(target, state)))
            case ast.AnnAssign(target=target, value=value):
                return state if value is None else self.value(target, self.value(value, state))
            case ast.If(test=test, body=body, orelse=orelse):
                state = self.value(test, state)
                return self.body(body, state) | self.body(orelse, state)
            case ast.For():
                state = self.value(node.iter, state)
                return self.loop(node, state, lambda s: (self.value(node.target, s), s))
            case ast.While(test=ast.Constant(value=constant)) if constant:
                return self.loop(node, state, lambda s: (s, set()))
            case ast.While(test=test):
                return self.loop(node, state, lambda s: (self.value(test, s),) * 2)
            case ast.Break() | ast.Continue():
                if self.loops:
                    ends = self.loops[-1].breaks if isinstance(node, ast.Break) else self.loops[-1].rounds
                    ends |= state
                return set()
            case ast.Return(value=value):
                self.value(value, state)
                return set()
            case ast.Raise():
                for part in (node.exc, node.cause):
                    state = self.value(part, state)
                return set()
            case ast.Match(subject=subject, cases=cases):
                state = found = self.value(subject, state)
                for case in cases:
                    inner = self.value(case.pattern, state)
                    captured = any(getattr(n, "name", None) == self.name for n in ast.walk(case.pattern))
                    inner = self.value(case.guard, self.assigned(inner) if captured else inner)
                    found = found | self.body(case.body, inner)
                return found
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                return self.assigned(state) if name == self.name else state
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                bound = [a.asname or a.name.partition(".")[0] for a in names]
                return self.assigned(state) if self.name in bound else state
        return self.value(node, state)

    def loop(self, node, state: set, first) -> set:
        """first(state): the states in which an iteration begins, and in which the loop ends."""
        head = set(state)
        while True:
            self.loops.append(_Loop())
            inside, behind = first(head)
            rounds = self.body(node.body, inside)
            loop = self.loops.pop()
            grown = head | rounds | loop.rounds
            if grown == head:
                return self.body(node.orelse, behind) | loop.breaks
            head = grown


def read_without_value(nodes: list, names):
    """The first read in statements of a name that cannot have a value there, where it has none before them; None: there
    is none, or it is not known.

    Parameters
    ----------
    nodes : list of ast.stmt
        The statements.
    names : iterable of str
        The names without a value.
    """
    if any(isinstance(n, _OTHERS) for node in nodes for n in ast.walk(node)):
        return None
    found = []
    for name in names:
        flow = _Names(name)
        flow.body(nodes, {False})
        found += [(at, node) for at, (node, states) in flow.reads.items() if states == {False}]
    return min(found, key=lambda pair: pair[0])[1] if found else None
