"""Finds the parallel loops (`prange`) of a host function in its syntax tree.

A loop becomes a kernel. Perfectly nested loops become one kernel over two or three dimensions. Names that the body
assigns are private to an iteration; a loop-carried name must be a reduction: combined in each iteration with the same
operator and not used otherwise.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

import numpy as np

from opendpex import _core

from ..core.exceptions import UnsupportedParforError
from . import interface
from .errors import located
from .lower import assigned_names
from .source import MISSING, Source

__all__ = ["Exposed", "Loop", "captured_arrays", "find_loop", "is_parallel", "is_prange", "meaning"]

# The operators that combine partial results; for - and /, iterations accumulate the sum or product that is applied at
# the end.
_AUGMENTED = {
    ast.Add: "add",
    ast.Sub: "add",
    ast.Mult: "mul",
    ast.Div: "mul",
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
}
_COMMUTATIVE = (ast.Add, ast.Mult, ast.BitAnd, ast.BitOr, ast.BitXor)


@dataclass(slots=True, eq=False)
class Loop:
    """One kernel: targets and bounds of the nested loops, the innermost body, its reductions, and the names from
    outside."""

    node: ast.For
    targets: list[ast.expr]
    bounds: list[tuple[ast.expr, ast.expr, ast.expr]]
    body: list[ast.stmt]
    reductions: dict[str, str]
    inputs: list[str]


def is_prange(value) -> bool:
    """Whether an object is our prange, or Numba's."""
    return (
        value is interface.prange
        or getattr(value, "__name__", "") == "prange"
        and getattr(value, "__module__", "").startswith("numba.")
    )


def meaning(source: Source, node, local: set[str]):
    """The object that an expression of names and attributes evaluates to, if it is defined outside the function; else
    MISSING."""
    if isinstance(node, ast.Name):
        return MISSING if node.id in local else source.lookup(node.id)
    if isinstance(node, ast.Attribute):
        owner = meaning(source, node.value, local)
        return MISSING if owner is MISSING else getattr(owner, node.attr, MISSING)
    return MISSING


def is_parallel(source: Source, node, local) -> bool:
    return (
        isinstance(node, ast.For)
        and isinstance(node.iter, ast.Call)
        and is_prange(meaning(source, node.iter.func, local))
    )


def _bounds(source: Source, node: ast.For) -> tuple[ast.expr, ast.expr, ast.expr]:
    args = node.iter.args
    if not 1 <= len(args) <= 3 or node.iter.keywords:
        raise located(
            UnsupportedParforError, f"prange takes 1 to 3 arguments, {len(args)} were given", source, node.iter
        )
    zero, one = (ast.copy_location(ast.Constant(n), node.iter) for n in (0, 1))
    return (zero, args[0], one) if len(args) == 1 else (*args, one)[:3]


def _names(node, context) -> set[str]:
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, context)}


# ---- names ------------------------------------------------------------------------------------------------------


class Exposed(ast.NodeVisitor):
    """Names with upward-exposed reads: read where they may not have been assigned in the same iteration."""

    def __init__(self, assigned: set[str]):
        self.assigned, self.found = assigned, set()

    def visit_Name(self, node):
        if isinstance(node.ctx, ast.Load):
            if node.id not in self.assigned:
                self.found.add(node.id)
        else:
            self.assigned.add(node.id)

    def visit_Assign(self, node):
        self.visit(node.value)
        for target in node.targets:
            self.visit(target)

    def visit_AugAssign(self, node):
        if isinstance(node.target, ast.Name) and node.target.id not in self.assigned:
            self.found.add(node.target.id)
        self.visit(node.target)
        self.visit(node.value)

    def _ways(self, *ways):
        before, ends = self.assigned, []
        for statements in ways:
            self.assigned = set(before)
            for s in statements:
                self.visit(s)
            ends.append(self.assigned)
        self.assigned = set.intersection(*ends)

    def visit_If(self, node):
        self.visit(node.test)
        self._ways(node.body, node.orelse)

    def visit_For(self, node):
        self.visit(node.iter)
        before = set(self.assigned)
        self.visit(node.target)
        for s in node.body:
            self.visit(s)
        self.assigned = before
        for s in node.orelse:
            self.visit(s)

    def visit_While(self, node):
        self.visit(node.test)
        before = set(self.assigned)
        for s in node.body:
            self.visit(s)
        self.assigned = before

    def visit_ListComp(self, node):
        inner = Exposed(set(self.assigned))
        for g in node.generators:
            inner.visit(g)  # the iterable is read before its names are bound
        inner.visit(node.elt)
        self.found |= inner.found

    visit_GeneratorExp = visit_SetComp = visit_ListComp

    def visit_comprehension(self, node):
        for part in (node.iter, node.target, *node.ifs):
            self.visit(part)

    def visit_DictComp(self, node):
        self.visit_ListComp(ast.ListComp(ast.Tuple([node.key, node.value], ast.Load()), node.generators))

    def visit_FunctionDef(self, node):
        self.assigned.add(node.name)

    def visit_Lambda(self, node):
        own = {a.arg for a in node.args.args}
        self.found |= _names(node.body, ast.Load) - own - self.assigned


def _is_name(node, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _chain_step(value: ast.expr, name: str) -> str | None:
    """The operator of ``name + a - b``, a chain of operations that starts with the name; None for another
    expression."""
    op = _AUGMENTED.get(type(value.op)) if isinstance(value, ast.BinOp) else None
    if op is None:
        return None
    if name not in _names(value.right, ast.Load):
        return op if _is_name(value.left, name) or _chain_step(value.left, name) == op else None
    swapped = _is_name(value.right, name) and name not in _names(value.left, ast.Load)
    return op if swapped and isinstance(value.op, _COMMUTATIVE) else None


def _choice_step(value: ast.BoolOp, name: str) -> str | None:
    """``name and a``, ``a or name``."""
    rest = [v for v in value.values if not _is_name(v, name)]
    if len(rest) == len(value.values) - 1 and not any(name in _names(v, ast.Load) for v in rest):
        return "all" if isinstance(value.op, ast.And) else "any"
    return None


def _reduction_step(statement, name: str) -> str | None:
    """The operator with which a statement updates `name`; None if it is not such an update."""
    if isinstance(statement, ast.AugAssign):
        return None if name in _names(statement.value, ast.Load) else _AUGMENTED.get(type(statement.op))
    if (
        not isinstance(statement, ast.Assign)
        or len(statement.targets) != 1
        or not isinstance(statement.targets[0], ast.Name)
    ):
        return None
    value = statement.value
    if isinstance(value, ast.BinOp):
        return _chain_step(value, name)
    if isinstance(value, ast.BoolOp):
        return _choice_step(value, name)
    if isinstance(value, ast.Call) and not value.keywords and sum(_is_name(a, name) for a in value.args) == 1:
        function = value.func.id if isinstance(value.func, ast.Name) else getattr(value.func, "attr", "")
        rest = [a for a in value.args if not _is_name(a, name)]
        if function in _LEAST and not any(name in _names(a, ast.Load) for a in rest):
            return _LEAST[function]
    return None


_LEAST = {"min": "min", "max": "max", "minimum": "min", "maximum": "max", "fmin": "min", "fmax": "max"}


def _binds(statement, name: str) -> bool:
    targets = getattr(statement, "targets", None) or [getattr(statement, "target", None)]
    return any(t is not None and name in _names(t, ast.Store) for t in targets)


def _reduction(source: Source, body, name: str) -> str:
    """The operator of a reduction; an error if the name is not a reduction."""
    steps = [s for b in body for s in ast.walk(b) if isinstance(s, ast.stmt) and _binds(s, name)]
    found = {_reduction_step(s, name) for s in steps}
    reads = sum(
        1 for b in body for n in ast.walk(b) if isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Load)
    )
    allowed = sum(1 for s in steps if isinstance(s, ast.Assign))
    if len(found) == 1 and None not in found and reads == allowed:
        return found.pop()
    wrong = next((s for s in steps if _reduction_step(s, name) is None), steps[0])
    raise located(
        UnsupportedParforError,
        f"rounds of a prange loop hand on '{name}' to each other, and not as a reduction",
        source,
        wrong,
        hint=(
            "combine it in each round with one of += -= *= /= &= |= ^= min max and or, and use it nowhere else in "
            "the loop"
        ),
    )


def _check_body(source: Source, body) -> None:
    """Raises an error if a statement exits the loop."""

    def visit(node, inside: bool):
        if isinstance(node, ast.Return) or isinstance(node, ast.Break) and not inside:
            what = "return" if isinstance(node, ast.Return) else "break"
            raise located(
                UnsupportedParforError,
                f"'{what}' would leave a prange loop, whose rounds run at the same time",
                source,
                node,
            )
        if not isinstance(node, (ast.FunctionDef, ast.Lambda)):
            inner = inside or isinstance(node, (ast.For, ast.While))
            for child in ast.iter_child_nodes(node):
                visit(child, inner)

    for b in body:
        visit(b, False)


_MOST_CONSTANTS = 1024  # elements of a NumPy array that become constants of the code


def captured_arrays(source: Source, node, local: set[str]) -> list[str]:
    """Names of arrays from outside of the function that a loop takes as arguments: those in USM memory, and those of
    NumPy that are long or written to. Others are constants."""
    names = _names(node, ast.Load) - local
    written = {
        n.value.id
        for n in ast.walk(node)
        if isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Store) and isinstance(n.value, ast.Name)
    }

    def is_argument(name: str) -> bool:
        value = source.lookup(name)
        if isinstance(value, np.ndarray):
            return value.dtype.kind in "biufc" and (name in written or value.size > _MOST_CONSTANTS)
        return isinstance(value, _core.array_base)

    return sorted(filter(is_argument, names))


# ---- loops ------------------------------------------------------------------------------------------------------


def find_loop(source: Source, node, local: set[str], outside: set[str]) -> Loop | None:
    """The kernel for a statement; None if it is not a prange loop.

    local: the local names of the function; outside: those that parameters or statements outside of this one bind.
    """
    if not is_parallel(source, node, local):
        return None
    targets, bounds, body = [node.target], [_bounds(source, node)], node.body
    while len(bounds) < 3 and len(body) == 1 and is_parallel(source, body[0], local) and not body[0].orelse:
        inner = _bounds(source, body[0])
        own = set().union(*(_names(t, ast.Store) for t in targets))
        if any(own & _names(b, ast.Load) for b in inner):
            break
        targets.append(body[0].target)
        bounds.append(inner)
        body = body[0].body
    if node.orelse:
        raise located(UnsupportedParforError, "a prange loop has no 'else'", source, node)
    _check_body(source, body)
    own = set().union(*(_names(t, ast.Store) for t in targets))
    exposed = Exposed(set(own))
    for b in body:
        exposed.visit(b)
    assigned = set(assigned_names(body)) - own
    carried = sorted(name for name in assigned & exposed.found if name in outside)
    reductions = {name: _reduction(source, body, name) for name in carried}
    inputs = sorted(name for name in exposed.found & local if name not in assigned)
    inputs += captured_arrays(source, node, local)
    return Loop(node, targets, bounds, body, reductions, inputs)
