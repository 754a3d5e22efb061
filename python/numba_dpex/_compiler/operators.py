"""Operators on numbers: translates Python's operators to expressions of the representation, with Numba's typing rules.

Functions here raise `InvalidOperands(message)` where an operator is not defined; the front end adds the source
location.
"""

from __future__ import annotations

import ast
import math
import operator

from . import ir
from .errors import InvalidOperands
from .types import BOOL, INT64, UINT64, Scalar, arithmetic_type, division_type, of_python, power_type, unify
from .values import cast, wrapped, zero

__all__ = [
    "BINARY",
    "COMPARE",
    "binary",
    "compare",
    "constant",
    "is_cheap",
    "logical",
    "negate_condition",
    "repeated_product",
    "select",
    "truth",
    "unary",
]

BINARY = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "div", ast.FloorDiv: "floordiv", ast.Mod: "mod",
    ast.Pow: "pow", ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor", ast.LShift: "shl", ast.RShift: "shr",
}  # fmt: skip
COMPARE = {ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge"}

_SYMBOL = {
    "add": "+", "sub": "-", "mul": "*", "div": "/", "floordiv": "//", "mod": "%", "pow": "**", "and": "&", "or": "|",
    "xor": "^", "shl": "<<", "shr": ">>", "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=",
    "neg": "-", "invert": "~", "pos": "+",
}  # fmt: skip
_FOLD = {
    "add": operator.add, "sub": operator.sub, "mul": operator.mul, "floordiv": operator.floordiv, "mod": operator.mod,
    "and": operator.and_, "or": operator.or_, "xor": operator.xor, "eq": operator.eq, "ne": operator.ne,
    "lt": operator.lt, "le": operator.le, "gt": operator.gt, "ge": operator.ge, "div": operator.truediv,
    "shl": lambda a, n: a << (n & 63), "shr": lambda a, n: a >> (n & 63),
}  # fmt: skip
# of complex numbers, also for exponents of a floating-point type: products, as NumPy's; those of more factors are not
# accurate (complex_power.py)
_EXACT_POWERS = range(-1, 4)
_ROUNDED_ONCE = range(-1, 3)  # of real numbers, where exponents of a floating-point type are those of `pow`
_MIRRORED = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le", "eq": "eq", "ne": "ne"}


def constant(value) -> ir.Const:
    """The constant for a Python or NumPy number; None if kernels cannot hold it."""
    t = of_python(value)
    return None if t is None else ir.Const(t, value if not hasattr(value, "item") else value.item())


def _undefined(op: str, *types: Scalar) -> InvalidOperands:
    return InvalidOperands(f"No implementation of {_SYMBOL[op]} for {' and '.join(map(str, types))}")


def _wrapped(value, t: Scalar) -> ir.Const:
    """A folded constant, with integers wrapped to the type."""
    return wrapped(value, t) if t.is_integer else ir.Const(t, t.numpy.type(value).item())


def _fold(op: str, a: ir.Expr, b: ir.Expr, result: Scalar | None):
    """Constant folding: the result of constant operands of one type; None if it cannot be folded."""
    if (
        not (isinstance(a, ir.Const) and isinstance(b, ir.Const) and op in _FOLD)
        or a.type.kind == "c"
        or a.type.bits < 64
        and a.type.kind == "f"
    ):
        return None
    if op in ("div", "floordiv", "mod") and (not b.value or a.type.kind == "f"):
        if op != "div" or not b.value:
            return None
    try:
        value = _FOLD[op](a.value, b.value)
    except (OverflowError, ValueError):
        return None
    return ir.Const(BOOL, value) if result is None else _wrapped(value, result)


# ---- arithmetic -------------------------------------------------------------------------------------------------


def _typed(op: str, a: ir.Expr, b: ir.Expr, t: Scalar) -> ir.Expr:
    a, b = cast(a, t), cast(b, t)
    return _fold(op, a, b, t) or ir.Binary(op, a, b)


def repeated_product(x: ir.Expr, n: int) -> ir.Expr:
    """x ** n for a small constant n by repeated multiplication, as in Numba."""
    if n == 0:
        return ir.Const(x.type, x.type.numpy.type(1).item())
    result = None
    while n:
        if n & 1:
            result = x if result is None else _typed("mul", result, x, x.type)
        n >>= 1
        if n:
            x = _typed("mul", x, x, x.type)
    return result


def _power_of_half(x: ir.Expr) -> ir.Expr:
    """x ** 0.5, which is the root but for -0.0 and -infinity, whose powers are positive."""
    t, infinity = x.type, math.inf
    root = _typed("add", ir.Call("sqrt", (x,), t), ir.Const(t, 0.0), t)
    return select(compare("eq", x, ir.Const(t, -infinity)), ir.Const(t, infinity), root)


def _power(a: ir.Expr, b: ir.Expr) -> ir.Expr:
    t, exponent = power_type(a.type, b.type)
    a, b = cast(a, t), cast(b, exponent)
    if t.kind in "fc" and isinstance(b, ir.Const) and b.value in (_EXACT_POWERS if t.kind == "c" else _ROUNDED_ONCE):
        exponent, b = INT64, ir.Const(INT64, int(b.value.real))
    if t.kind == "f" and isinstance(b, ir.Const) and b.value == 0.5:
        return _power_of_half(a)
    if isinstance(a, ir.Const) and isinstance(b, ir.Const) and t.is_integer and b.value >= 0:
        return _wrapped(pow(a.value, b.value, 1 << 64), t)
    is_product = abs(b.value) <= 8 if exponent is INT64 and isinstance(b, ir.Const) else False
    if is_product and (b.value in _EXACT_POWERS if t.kind == "c" else b.value >= 0 or t.kind == "f"):
        product = repeated_product(a, abs(b.value))
        return product if b.value >= 0 else _typed("div", ir.Const(t, t.numpy.type(1).item()), product, t)
    return ir.Binary("pow", a, b)


def _shift(op: str, a: ir.Expr, b: ir.Expr) -> ir.Expr:
    t = UINT64 if a.type.kind == "u" else INT64
    a, b = cast(a, t), cast(b, INT64)
    return _fold(op, a, b, t) or ir.Binary(op, a, b)


def binary(op: str, a: ir.Expr, b: ir.Expr) -> ir.Expr:
    """a op b, where op names an ir.Binary."""
    kinds = a.type.kind + b.type.kind
    if op in ("and", "or", "xor") and kinds == "bb":
        return _fold(op, a, b, BOOL) or ir.Binary(op, a, b)
    inexact = "f" in kinds or "c" in kinds
    if op in ("and", "or", "xor", "shl", "shr") and inexact or op in ("floordiv", "mod") and "c" in kinds:
        raise _undefined(op, a.type, b.type)
    if op in ("shl", "shr"):
        return _shift(op, a, b)
    if op == "pow":
        return _power(a, b)
    return _typed(op, a, b, division_type(a.type, b.type) if op == "div" else arithmetic_type(a.type, b.type))


def unary(op: str, x: ir.Expr) -> ir.Expr:
    """op: neg, pos, invert."""
    if op == "invert":
        if x.type is BOOL:
            return negate_condition(x)
        if not x.type.is_integer:
            raise _undefined(op, x.type)
    own = x.type
    if own.kind in "biu":
        x = cast(x, UINT64 if own.kind == "u" else INT64)
    if op == "pos":
        return x
    if isinstance(x, ir.Const):
        value = ~x.value if op == "invert" else -x.value
        result = _wrapped(value, x.type) if own.kind != "c" else ir.Const(own, value)
    else:
        result = ir.Unary(op, x)
    if own.is_integer and own.bits < 64 and (own.kind == "u" or op == "neg"):  # in as many bits as there were, then 64
        return cast(cast(result, own), x.type)
    return result


# ---- truth ------------------------------------------------------------------------------------------------------


def truth(x: ir.Expr) -> ir.Expr:
    """bool(x)."""
    if x.type is BOOL:
        return x
    if isinstance(x, ir.Const):
        return ir.Const(BOOL, bool(x.value))
    return ir.Compare("ne", x, zero(x.type))


def negate_condition(x: ir.Expr) -> ir.Expr:
    return ir.Const(BOOL, not x.value) if isinstance(x, ir.Const) else ir.Unary("not", x)


def logical(op: str, a: ir.Expr, b: ir.Expr) -> ir.Expr:
    """`and` or `or` of conditions, both of which are evaluated."""
    for x, y in ((a, b), (b, a)):
        if isinstance(x, ir.Const):
            return y if x.value == (op == "and") else x
    return ir.Binary(op, a, b)


def select(cond: ir.Expr, a: ir.Expr, b: ir.Expr) -> ir.Expr:
    t = unify(a.type, b.type)
    a, b = cast(a, t), cast(b, t)
    return (a if cond.value else b) if isinstance(cond, ir.Const) else ir.Select(cond, a, b)


def _signed_with_unsigned(op: str, signed: ir.Expr, unsigned: ir.Expr) -> ir.Expr:
    """Compares by value: a negative number is less than every unsigned one."""
    negative = ir.Compare("lt", cast(signed, INT64), zero(INT64))
    same_sign = ir.Compare(op, cast(signed, UINT64), cast(unsigned, UINT64))
    if op in ("lt", "le", "ne"):
        return logical("or", negative, same_sign)
    return logical("and", negate_condition(negative), same_sign)


def compare(op: str, a: ir.Expr, b: ir.Expr) -> ir.Expr:
    kinds = {a.type.kind, b.type.kind}
    if "c" in kinds and op not in ("eq", "ne"):
        raise _undefined(op, a.type, b.type)
    if kinds == {"i", "u"}:
        signed = a if a.type.kind == "i" else b
        if isinstance(signed, ir.Const) and signed.value >= 0:
            return _same_type(op, a, b, UINT64)
        if max(x.type.bits for x in (a, b) if x.type.kind == "u") < 64:
            return _same_type(op, a, b, INT64)
        if a.type.kind == "i":
            return _signed_with_unsigned(op, a, b)
        return _signed_with_unsigned(_MIRRORED[op], b, a)
    inexact = kinds & set("fc")
    return _same_type(op, a, b, arithmetic_type(a.type, b.type) if inexact else unify(a.type, b.type))


def _same_type(op: str, a: ir.Expr, b: ir.Expr, t: Scalar) -> ir.Expr:
    a, b = cast(a, t), cast(b, t)
    return _fold(op, a, b, None) or ir.Compare(op, a, b)


_CHEAP = (ir.Const, ir.Read, ir.Id, ir.Compare, ir.Unary, ir.Cast, ir.Select)


def is_cheap(x: ir.Expr) -> bool:
    """Whether x may be evaluated speculatively: it reads no memory and is cheap."""
    if isinstance(x, ir.Binary):
        ok = x.op in ("add", "sub", "mul", "and", "or", "xor", "shl", "shr") or x.op == "div" and x.type.kind == "f"
    else:
        ok = isinstance(x, _CHEAP)
    return ok and all(map(is_cheap, ir.children(x)))
