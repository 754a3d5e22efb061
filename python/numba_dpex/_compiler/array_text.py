"""Finds array expressions in a host function: trees of operators and element-wise functions, possibly with a reduction
at the root.

The types of the operands are known at run time only. So a tree is kept in two forms: unchanged, for numbers, and with
the functions of dpctl.tensor, for arrays, which are fused to one pass over the elements.
"""

from __future__ import annotations

import ast
import copy
from dataclasses import dataclass, field

import numpy as np

from .loop_text import meaning
from .source import MISSING, Source

__all__ = ["REDUCTIONS", "Tree", "array_name", "find_tree", "is_numpy_function"]

REDUCTIONS = {"sum", "prod", "min", "max", "mean", "any", "all", "argmin", "argmax", "amin", "amax"}
_RENAMED = {
    "arccos": "acos", "arccosh": "acosh", "arcsin": "asin", "arcsinh": "asinh", "arctan": "atan", "arctan2": "atan2",
    "arctanh": "atanh", "power": "pow", "absolute": "abs", "fabs": "abs", "true_divide": "divide", "mod": "remainder",
    "invert": "bitwise_invert", "bitwise_not": "bitwise_invert", "left_shift": "bitwise_left_shift",
    "right_shift": "bitwise_right_shift", "conjugate": "conj", "amin": "min", "amax": "max", "concatenate": "concat",
}  # fmt: skip

# Functions of math that compute something else than the array functions of these names (integers; the nearest
# multiple), or that dpctl.tensor does not have. Python calls them.
_OF_NUMBERS = {
    "ceil", "degrees", "erf", "erfc", "floor", "fmod", "gcd", "lcm", "ldexp", "radians", "remainder", "trunc",
}  # fmt: skip


def array_name(function) -> str:
    """The name in dpctl.tensor of a function of NumPy, dpnp or math."""
    name = getattr(function, "__name__", "")
    return _RENAMED.get(name, name)


def is_numpy_function(function) -> bool:
    """Whether an object is a function of NumPy, not a type."""
    if isinstance(function, np.ufunc):
        return True
    module = getattr(function, "__module__", None) or ""
    return callable(function) and not isinstance(function, type) and module.split(".")[0] == "numpy"


@dataclass(slots=True)
class Tree:
    """plain, fused: the expression over the names of leaves; constants: the functions that it calls, by name, in
    `fused` with the prefix "either_"; reduction: whether the root is a reduction."""

    node: ast.expr
    n_steps: int = 0
    leaves: list[ast.expr] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    constants: dict[str, object] = field(default_factory=dict)
    plain: ast.expr = None
    fused: ast.expr = None
    reduction: bool = False


class _Finder:
    def __init__(self, source: Source, local: set[str], known: frozenset):
        self.source, self.local, self.known = source, local, known
        self.tree = Tree(None)

    def function(self, node):
        """The element-wise function that a node names, or None."""
        found = meaning(self.source, node, self.local)
        if found is MISSING or isinstance(found, type):
            return None
        module = (getattr(found, "__module__", None) or "").split(".")[0]
        ours = isinstance(found, np.ufunc) or module in ("numpy", "dpnp", "dpctl", "opendpex", "math")
        if module == "math" and found.__name__ in _OF_NUMBERS:
            return None
        return found if ours and (array_name(found) in self.known or array_name(found) in REDUCTIONS) else None

    def leaf(self, node) -> tuple[ast.expr, ast.expr]:
        text = ast.dump(node) if isinstance(node, ast.Name) else None
        for name, other in zip(self.tree.names, self.tree.leaves, strict=True):  # noqa: B007 (the name that is found)
            if text is not None and ast.dump(other) == text:
                break
        else:
            name = f"x{len(self.tree.leaves)}"
            self.tree.names.append(name)
            self.tree.leaves.append(node)
        return ast.Name(name, ast.Load()), ast.Name(name, ast.Load())

    def both(self, node, children: list, rebuild):
        pairs = [self.visit(c) for c in children]
        self.tree.n_steps += 1
        return tuple(ast.copy_location(rebuild(copy.copy(node), [p[i] for p in pairs]), node) for i in (0, 1))

    def visit(self, node) -> tuple[ast.expr, ast.expr]:
        """The node in the form for numbers, and in that for arrays."""
        match node:
            case ast.Constant(value=bool() | int() | float() | complex()):
                return node, node
            case ast.BinOp(left=left, right=right, op=op) if not isinstance(op, ast.MatMult):
                return self.both(node, [left, right], _with("left", "right"))
            case ast.UnaryOp(operand=operand, op=ast.USub() | ast.UAdd() | ast.Invert()) if not isinstance(
                operand, ast.Constant
            ):
                return self.both(node, [operand], _with("operand"))
            case ast.UnaryOp(operand=ast.Constant()):
                return node, node
            case ast.Compare(left=left, comparators=[right], ops=[op]) if not isinstance(
                op, (ast.Is, ast.IsNot, ast.In, ast.NotIn)
            ):
                return self.both(node, [left, right], lambda n, parts: ast.Compare(parts[0], n.ops, [parts[1]]))
            case ast.Call(func=func, args=args, keywords=[]) if args and not any(
                isinstance(a, ast.Starred) for a in args
            ):
                found = self.function(func)
                name = None if found is None else array_name(found)
                n_operands = 1 if name == "round" else getattr(found, "nin", len(args))
                if name in self.known and len(args) <= n_operands:  # not with decimals or a result by position
                    return self.call(node, found, args)
        return self.leaf(node)

    def call(self, node, function, args):
        pairs = [self.visit(a) for a in args]
        self.tree.n_steps += 1
        return self.pair_of_calls(node, function, [p[0] for p in pairs], [p[1] for p in pairs], [])

    def pair_of_calls(self, node, function, plain, fused, keywords):
        name = f"f{len(self.tree.constants)}"
        self.tree.constants[name] = function
        made = []
        for prefix, args in (("", plain), ("either_", fused)):
            made.append(ast.copy_location(ast.Call(ast.Name(prefix + name, ast.Load()), args, keywords), node))
        return tuple(made)

    def reduction(self, node):
        """A reduction at the root, such as np.sum(tree, axis=0); None if the node is another call."""
        if not isinstance(node, ast.Call) or len(node.args) != 1 or isinstance(node.args[0], ast.Starred):
            return None
        found = self.function(node.func)
        constant = all(k.arg in ("axis", "keepdims") and isinstance(k.value, ast.Constant) for k in node.keywords)
        if found is None or array_name(found) not in REDUCTIONS or not constant:
            return None
        plain, fused = self.visit(node.args[0])
        if not self.tree.n_steps:
            return None
        self.tree.reduction = True
        return self.pair_of_calls(node, found, [plain], [fused], node.keywords)


def _with(*fields: str):
    def rebuild(node, parts):
        for name, part in zip(fields, parts, strict=True):
            setattr(node, name, part)
        return node

    return rebuild


def find_tree(source: Source, node: ast.expr, local: set[str], known: frozenset) -> Tree | None:
    """The tree at a node, if it has at least two operations; known: names of element-wise functions."""
    finder = _Finder(source, local, known)
    found = finder.reduction(node)
    if found is None:
        finder = _Finder(source, local, known)
        found = finder.visit(node)
    tree = finder.tree
    if tree.n_steps + tree.reduction < 2 or not tree.leaves:
        return None
    tree.node, (tree.plain, tree.fused) = node, found
    return tree
