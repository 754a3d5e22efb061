"""Expressions of the kernel language as text, together with their type and their values by Numba's rules, computed by NumPy.

`Expression.values` has one element for each work-item. An expression is *inexact* if processors may round it differently; it is then no operand of others.
"""

import numpy as np

__all__ = [
    "INTS",
    "TYPES",
    "Expression",
    "arithmetic",
    "binary",
    "call_cast",
    "choice",
    "convert",
    "division",
    "unary",
    "unify",
]

SIGNED, UNSIGNED = ("int8", "int16", "int32", "int64"), ("uint8", "uint16", "uint32", "uint64")
INTS = SIGNED + UNSIGNED
TYPES = ("bool", *INTS, "float32", "float64", "complex64", "complex128")


class Expression:
    def __init__(self, text, type_, values, inexact=False, is_constant=False):
        self.is_constant = is_constant  # of numbers of the text alone
        self.text, self.type, self.values, self.inexact = text, type_, np.asarray(values), inexact
        assert self.values.dtype == type_, (text, type_, self.values.dtype)

    @property
    def kind(self):
        return self.values.dtype.kind


def unify(a, b):
    """The type of `a if c else b`, of min and max."""
    return np.promote_types(a, b).name


def _real_beside_float(t, other):
    """The floating-point type that arithmetic of a float or complex and another type has."""
    wide = t in ("float64", "complex128") or other in ("float64", "complex128")
    wide = wide or other not in ("bool", "int8", "uint8", "int16", "float32", "complex64")
    return ("complex128" if wide else "complex64") if "complex" in t + other else ("float64" if wide else "float32")


def arithmetic(a, b):
    """The type of + - * // % & | ^."""
    if a[0] in "fc":
        return _real_beside_float(a, b)
    if b[0] in "fc":
        return _real_beside_float(b, a)
    return "uint64" if a in UNSIGNED and b in UNSIGNED else "int64"


def division(a, b):
    """The type of /."""
    return arithmetic(a, b) if a[0] in "fc" or b[0] in "fc" else "float64"


def convert(values, type_):
    """What a conversion between two types gives: integers wrap; NaN and floats that do not fit give the least int32 or int64, whose low bits smaller types take."""
    values = np.asarray(values)
    if values.dtype.kind != "f" or type_ not in INTS:
        return values.astype(type_)
    bits = 64 if type_ in ("int64", "uint64", "uint32") else 32
    half = 2.0 ** (bits - 1)
    fits = (values >= -half) & (values < half)
    low = np.where(
        fits, np.where(fits, values, 0).astype(f"i{bits // 8}"), np.array(-(1 << bits - 1), f"i{bits // 8}")
    ).astype(type_)
    if type_ != "uint64":
        return low
    is_large = values >= half
    return np.where(is_large, np.where(is_large & (values < 2 * half), values, 0).astype("u8"), low)


def _compare(op, a, b):
    if a.kind in "iub" and b.kind in "iub":
        return op(a.values, b.values)  # NumPy compares integers of both signs by their value
    t = arithmetic(a.type, b.type)
    return op(convert(a.values, t), convert(b.values, t))


def _shift(text, a, b):
    t = "uint64" if a.type in UNSIGNED else "int64"
    count = convert(b.values, "uint64") & np.uint64(63)
    return t, (np.left_shift if text == "<<" else np.right_shift)(convert(a.values, t), count.astype(t))


ARITHMETIC = {"+": np.add, "-": np.subtract, "*": np.multiply, "//": np.floor_divide, "%": np.remainder}
BITS = {"&": np.bitwise_and, "|": np.bitwise_or, "^": np.bitwise_xor}
COMPARISONS = {
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
    "==": np.equal,
    "!=": np.not_equal,
}


def _product(a, b):
    """Of complex numbers by the formula, without regard to infinities."""
    result = np.empty(a.shape, a.dtype)
    result.real, result.imag = a.real * b.real - a.imag * b.imag, a.real * b.imag + a.imag * b.real
    return result


def binary(op, a, b):
    """`a op b`, or None where the language has none."""
    text = f"({a.text} {op} {b.text})"
    complex_ = "c" in a.kind + b.kind
    if op in COMPARISONS:
        if complex_ and op not in ("==", "!="):
            return None
        return Expression(text, "bool", _compare(COMPARISONS[op], a, b))
    if op in ("<<", ">>"):
        if "f" in a.kind + b.kind or complex_:
            return None
        return Expression(text, *_shift(op, a, b))
    if op in BITS:
        if "f" in a.kind + b.kind or complex_:
            return None
        t = "bool" if a.kind == b.kind == "b" else arithmetic(a.type, b.type)
        return Expression(text, t, BITS[op](convert(a.values, t), convert(b.values, t)))
    if op in ("and", "or"):
        if a.kind != "b" or b.kind != "b":
            return None
        return Expression(text, "bool", (a.values & b.values) if op == "and" else (a.values | b.values))
    if op == "/":
        t = division(a.type, b.type)
        return Expression(text, t, np.divide(convert(a.values, t), convert(b.values, t)), inexact=complex_)
    if op in ("//", "%") and complex_:
        return None
    t = arithmetic(a.type, b.type)
    x, y = convert(a.values, t), convert(b.values, t)
    if op == "*" and complex_:
        return Expression(text, t, _product(x, y))
    return Expression(text, t, ARITHMETIC[op](x, y))


def unary(op, a):
    """`op a`, or None."""
    text = f"({op} {a.text})"
    if op == "not":
        return Expression(text, "bool", ~a.values) if a.kind == "b" else Expression(text, "bool", a.values == 0)
    t = a.type if a.kind in "fc" else "uint64" if a.type in UNSIGNED else "int64"
    if op == "~":
        if a.kind not in "iu":
            return None
        return Expression(text, t, convert(~a.values if a.type in UNSIGNED else ~convert(a.values, t), t))
    x = convert(a.values, t)
    if op == "+":
        return Expression(text, t, x)
    return Expression(text, t, convert(-a.values, t) if a.kind in "iufc" else -x)  # in as many bits as there were


def choice(c, a, b):
    """`a if c else b`."""
    if "c" in a.kind + b.kind and a.type != b.type:
        return None
    t = unify(a.type, b.type)
    return Expression(
        f"({a.text} if {c.text} else {b.text})", t, np.where(c.values, convert(a.values, t), convert(b.values, t))
    )


def call_cast(name, a):
    """`int(a)`, `float(a)`, `bool(a)`, `np.int8(a)` and its like."""
    if a.kind == "c" and name not in ("np.complex64", "np.complex128"):
        return None
    if name == "int":
        t = "int64" if a.kind in "fb" else a.type
    elif name == "float":
        if a.kind == "b":
            return None
        t = a.type if a.kind == "f" else "float64"
    else:
        t = name.removeprefix("np.").removesuffix("_")
    values = a.values != 0 if t == "bool" else convert(a.values, t)
    return Expression(f"{name}({a.text})", t, values)
