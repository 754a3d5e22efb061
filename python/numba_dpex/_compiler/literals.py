"""Constant folding of literals such as ``2**64 - 1`` with Python's unbounded integers, before types are inferred, as
Python's compiler does."""

from __future__ import annotations

import ast
import operator

__all__ = ["literal_number"]

_BINARY = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod, ast.Pow: operator.pow, ast.LShift: operator.lshift,
    ast.RShift: operator.rshift, ast.BitAnd: operator.and_, ast.BitOr: operator.or_, ast.BitXor: operator.xor,
}  # fmt: skip
_UNARY = {ast.USub: operator.neg, ast.UAdd: operator.pos, ast.Invert: operator.invert}
_MOST_BITS = 1024  # maximum size of intermediate results


def literal_number(node):
    """The value of an expression of numeric literals; None if it has other operands or raises an error."""
    match node:
        case ast.Constant(value=v) if type(v) in (int, float, complex):
            return v
        case ast.UnaryOp(op=op, operand=x) if type(op) in _UNARY:
            function, operands = _UNARY[type(op)], (literal_number(x),)
        case ast.BinOp(op=op, left=a, right=b) if type(op) in _BINARY:
            function, operands = _BINARY[type(op)], (literal_number(a), literal_number(b))
        case _:
            return None
    if None in operands or isinstance(node, ast.BinOp) and _is_large(node.op, *operands):
        return None
    try:
        return function(*operands)
    except (ArithmeticError, TypeError, ValueError):
        return None


def _is_large(op, a, b) -> bool:
    if not isinstance(a, int) or not isinstance(b, int):
        return False
    if isinstance(op, ast.LShift):
        return b > _MOST_BITS or a.bit_length() > _MOST_BITS
    return isinstance(op, ast.Pow) and a.bit_length() * abs(b) > _MOST_BITS
