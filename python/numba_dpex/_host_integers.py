"""64-bit integers of host functions, which wrap around as in loops and in Numba.

A host function is executed by Python between its loops, where integers are unbounded. So operators that may overflow 64
bits are replaced by calls of these functions. They are equivalent to the operator, except that integer results wrap as
in kernels: the result of Python ints is an int; with a NumPy integer among the operands it is an int64, or a uint64 if
they are unsigned.
"""

from __future__ import annotations

import ast
import copy
import math
import operator
from collections.abc import Hashable

import numpy as np

from opendpex._core import array_base

from ._numpy_arrays import beside, chosen, key_on_host, store

__all__ = ["BINARY", "CALLS", "IN_PLACE", "UNARY", "bounded", "bounded_expression", "combined"]

_INTEGERS = frozenset({int, bool, np.bool_, *(np.dtype(c).type for c in "bBhHiIlLqQ")})
_LEAST, _MOST, _MASK = -(1 << 63), (1 << 63) - 1, (1 << 64) - 1


def _wrapped(value: int) -> int:
    return value if _LEAST <= value <= _MOST else ((value - _LEAST) & _MASK) + _LEAST


def _power(a: int, b: int):
    return pow(a, b, 1 << 64) if b >= 0 else a**b


def _is_unsigned(x) -> bool:
    return isinstance(x, np.unsignedinteger)


def _shift(op):
    def shift(a: int, b: int) -> int:
        return op(a, b & 63)

    return shift


def _as(unsigned: bool, found):
    """An integer result as a NumPy scalar."""
    if not isinstance(found, int):  # a quotient, or a power with a negative exponent
        return found
    return np.uint64(found & _MASK) if unsigned else np.int64(_wrapped(found))


def _binary(plain, integers=None, counts=False, in_place=False):
    """counts: the second operand (a shift count) does not affect the result's type."""
    integers, of_arrays = integers or plain, beside(plain, in_place)

    def call(a, b):
        left, right = type(a), type(b)
        if left is int and right is int:
            found = integers(a, b)
            return found if _LEAST <= found <= _MOST else _wrapped(found)
        if left is float or right is float:
            return plain(a, b)
        if left not in _INTEGERS or right not in _INTEGERS:
            return of_arrays(a, b)
        found = integers(int(a), int(b))
        if isinstance(a, int) and isinstance(b, int):
            return _wrapped(found) if isinstance(found, int) else found
        return _as(_is_unsigned(a) and (counts or _is_unsigned(b)), found)

    return call


def _unary(plain):
    def call(x):
        kind = type(x)
        if kind not in _INTEGERS:
            return plain(x)
        if kind is int or kind is bool:
            return _wrapped(plain(x))
        if kind is np.bool_:
            return np.int64(plain(int(x)))
        with np.errstate(all="ignore"):
            found = plain(x)  # computed in the operand's own width
        return np.uint64(found) if _is_unsigned(x) else np.int64(found)

    return call


#: By operator: the function that computes it.
BINARY = {
    ast.Add: _binary(operator.add), ast.Sub: _binary(operator.sub), ast.Mult: _binary(operator.mul),
    ast.FloorDiv: _binary(operator.floordiv), ast.Pow: _binary(operator.pow, _power),
    ast.LShift: _binary(operator.lshift, _shift(operator.lshift), True),
    ast.RShift: _binary(operator.rshift, _shift(operator.rshift), True),
}  # fmt: skip
IN_PLACE = {
    ast.Add: _binary(operator.iadd, in_place=True), ast.Sub: _binary(operator.isub, in_place=True),
    ast.Mult: _binary(operator.imul, in_place=True), ast.FloorDiv: _binary(operator.ifloordiv, in_place=True),
    ast.Pow: _binary(operator.ipow, _power, in_place=True),
    ast.LShift: _binary(operator.ilshift, _shift(operator.lshift), True, True),
    ast.RShift: _binary(operator.irshift, _shift(operator.rshift), True, True),
}  # fmt: skip
UNARY = {ast.USub: _unary(operator.neg)}
#: Operators whose integers do not overflow.
_OTHER = {
    ast.Div: beside(operator.truediv), ast.Mod: beside(operator.mod), ast.MatMult: beside(operator.matmul),
    ast.BitAnd: beside(operator.and_), ast.BitOr: beside(operator.or_), ast.BitXor: beside(operator.xor),
    ast.Eq: beside(operator.eq), ast.NotEq: beside(operator.ne), ast.Lt: beside(operator.lt),
    ast.LtE: beside(operator.le), ast.Gt: beside(operator.gt), ast.GtE: beside(operator.ge),
}  # fmt: skip
_OTHER_IN_PLACE = {
    ast.Div: beside(operator.itruediv, True), ast.Mod: beside(operator.imod, True),
    ast.MatMult: beside(operator.imatmul, True), ast.BitAnd: beside(operator.iand, True),
    ast.BitOr: beside(operator.ior, True), ast.BitXor: beside(operator.ixor, True),
}  # fmt: skip


def _from_float(function):
    """A conversion from float, in which values out of range give the minimum."""

    def call(*args, **keywords):
        found = function(*args, **keywords)
        if args and isinstance(args[0], (float, np.floating)) and type(found) is int and not _LEAST <= found <= _MOST:
            return _LEAST
        return found

    return call


def _trunc(x):
    return int(x) if isinstance(x, array_base) else math.trunc(x)  # arrays have no __trunc__


def _whole(function):
    def call(*args, **keywords):
        found = function(*args, **keywords)
        return _wrapped(found) if type(found) is int else found

    return call


def _pow(*args, **keywords):
    return BINARY[ast.Pow](*args) if len(args) == 2 and not keywords else pow(*args, **keywords)


def _divmod(a, b):
    return (BINARY[ast.FloorDiv](a, b), a % b) if isinstance(a, int) and isinstance(b, int) else beside(divmod)(a, b)


#: By function: its replacement.
CALLS = {
    abs: _unary(abs), pow: _pow, divmod: _divmod, sum: _whole(sum), math.prod: _whole(math.prod),
    int: _from_float(int), round: _from_float(round), math.floor: _from_float(math.floor),
    math.ceil: _from_float(math.ceil), math.trunc: _from_float(_trunc),
}  # fmt: skip


def _is_no_integer(node: ast.expr) -> bool:
    """Whether an operand is, by its syntax alone, not an integer."""
    return (
        isinstance(node, ast.Constant)
        and not isinstance(node.value, int)
        or isinstance(node, (ast.List, ast.Tuple, ast.JoinedStr, ast.Dict, ast.Set))
    )


def _call(function, args: list, node) -> ast.Call:
    return ast.fix_missing_locations(ast.copy_location(ast.Call(function, args, []), node))


def bounded(node, helper, meaning):
    """Replaces an operator (also in place) or a call of a function above, whose children have been replaced; returns
    other nodes unchanged. helper: assigns a name to an object; meaning: the object of a name, if known."""
    match node:
        case ast.BinOp(left=left, op=op, right=right) if (
            type(op) in BINARY and not _is_no_integer(left) and not _is_no_integer(right)
        ):
            return _call(helper(node, BINARY[type(op)]), [left, right], node)
        case ast.UnaryOp(op=op, operand=operand) if type(op) in UNARY and not isinstance(operand, ast.Constant):
            return _call(helper(node, UNARY[type(op)]), [operand], node)
        case ast.Call(func=ast.Name() | ast.Attribute()):
            found = meaning(node.func)
            if isinstance(found, Hashable) and found in CALLS:
                node.func = helper(node.func, CALLS[found])
        case ast.AugAssign(op=op, value=value) if type(op) in IN_PLACE and not _is_no_integer(value):
            return _in_place(node, helper, IN_PLACE[type(op)])
    return node


def combined(node, helper, counters=frozenset()):
    """Replaces an operator of the others, whose operands may be arrays, and reads of and assignments to elements;
    returns other nodes unchanged. counters: names that stand for numbers, as variables of loops do."""
    match node:
        case ast.BinOp(left=a, op=op, right=b) | ast.Compare(left=a, ops=[op], comparators=[b]) if (
            type(op) in _OTHER and not isinstance(a, ast.Constant) and not isinstance(b, ast.Constant)
        ):
            return _call(helper(node, _OTHER[type(op)]), [a, b], node)
        case ast.AugAssign(target=target, op=op, value=value) if type(op) in _OTHER_IN_PLACE and (
            not isinstance(value, ast.Constant) or _may_choose(target, counters)
        ):
            return _in_place(node, helper, _OTHER_IN_PLACE[type(op)])
        case ast.AugAssign(target=target, op=op) if type(op) in IN_PLACE and _may_choose(target, counters):
            return _in_place(node, helper, IN_PLACE[type(op)])
        case ast.Subscript(value=array, slice=key, ctx=ast.Load()) if _may_choose(node, counters):
            return _call(helper(node, chosen), [array, _index(key, helper)], node)
        case ast.Assign(targets=[ast.Subscript(value=array, slice=key) as target], value=value) if not isinstance(
            value, ast.Constant
        ) or _may_choose(target, counters):
            call = _call(helper(node, store), [value, array, _index(key, helper)], node)
            return ast.copy_location(ast.Expr(call), node)
    return node


def _may_choose(node, counters) -> bool:
    """Whether it is a subscript whose key may be, or have in it, an array."""
    if not isinstance(node, ast.Subscript):
        return False
    parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    return any(_may_be_array(p, counters) for p in parts)


def _may_be_array(part: ast.expr, counters) -> bool:
    match part:
        case ast.Name(id=name):
            return name not in counters
        case ast.BinOp(left=a, right=b):
            return _may_be_array(a, counters) or _may_be_array(b, counters)
        case ast.UnaryOp(operand=a):
            return _may_be_array(a, counters)
    return not isinstance(part, (ast.Constant, ast.Slice))


def _index(part: ast.expr, helper) -> ast.expr:
    """A subscript as an expression; slices become calls of slice."""
    if isinstance(part, ast.Tuple):
        return ast.copy_location(ast.Tuple([_index(p, helper) for p in part.elts], ast.Load()), part)
    if isinstance(part, ast.Slice):
        bounds = [p or ast.Constant(None) for p in (part.lower, part.upper, part.step)]
        return _call(helper(part, slice), bounds, part)
    return part


def _in_place(node: ast.AugAssign, helper, function) -> list[ast.stmt]:
    """An in-place operator; the parts of its target are evaluated once, before the value."""
    before = []

    def once(part: ast.expr) -> ast.expr:
        name = f"__target_{len(before)}"
        before.append(ast.Assign([ast.Name(name, ast.Store())], part))
        return ast.Name(name, ast.Load())

    target = copy.copy(node.target)
    if isinstance(target, (ast.Attribute, ast.Subscript)):
        target.value = once(target.value)
    if isinstance(target, ast.Subscript):
        key = _index(target.slice, helper)
        target.slice = once(_call(helper(node, key_on_host), [target.value, key], node))
    read = copy.copy(target)
    read.ctx = ast.Load()
    assign = ast.Assign([target], _call(helper(node, function), [read, node.value], node))
    return [ast.fix_missing_locations(ast.copy_location(s, node)) for s in (*before, assign)]


class _Bounder(ast.NodeTransformer):
    def __init__(self, helper, meaning):
        self.helper, self.meaning = helper, meaning

    def visit(self, node):
        return bounded(super().visit(node), self.helper, self.meaning)


def bounded_expression(node: ast.expr, constants: dict) -> ast.expr:
    """An expression with all operators replaced; constants: by name, the objects that it uses, to which the
    replacements are added."""

    def helper(at, thing) -> ast.Name:
        name = f"integer_{len(constants)}"
        constants[name] = thing
        return ast.copy_location(ast.Name(name, ast.Load()), at)

    return _Bounder(helper, lambda f: constants.get(f.id) if isinstance(f, ast.Name) else None).visit(
        copy.deepcopy(node)
    )
