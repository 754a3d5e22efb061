"""Functions of numbers in kernels, by NumPy: what they take, what type they give, and whether their results are the same on all processors."""

import math

import numpy as np

from ._typed import SIGNED, Expression, convert, unify

__all__ = ["NAMES", "call", "n_operands"]


def _float_type(a):
    """Of a function of `math`: float32 stays, all else is float64."""
    return "float32" if a.type == "float32" else "float64"


def _same_float_type(a, b):
    return "float32" if {a.type, b.type} <= {"float32"} else "float64"


def _exact_math(function):
    return lambda a: (_float_type(a), function(convert(a.values, _float_type(a))))


def _whole(function):
    def compute(a):
        if a.kind in "iu":
            t = "int64" if a.type in SIGNED else "uint64"
            return t, convert(a.values, t)
        return "int64", convert(function(a.values), "int64")

    return compute


def _extreme(better):
    """Python's min and max: a later one wins only if it is better."""

    def compute(a, b):
        t = unify(a.type, b.type)
        x, y = convert(a.values, t), convert(b.values, t)
        return t, np.where(better(y, x), y, x)

    return compute


WIDE = {"uint16", "int32", "uint32", "int64", "uint64"}  # integers that NumPy adds to float32 as float64


SHORT = {"int8", "uint8", "int16", "uint16"}


def _loop(function):
    """NumPy's own function: it computes in the type of its loop."""

    def compute(*operands):
        types = {x.type for x in operands}
        if types & {"float32", "complex64"} and types & WIDE:
            raise TypeError("Numba takes the smaller loop there")
        if function is np.true_divide and types <= SHORT:
            raise TypeError("Numba divides them in float32, where NumPy has float64")
        values = function(*(x.values for x in operands))
        return values.dtype.name, values

    return compute


def _beside(function):
    """A function of `math` of one number, in the precision of the operand."""
    vector = np.vectorize(function, otypes=["f8"])

    def compute(a):
        t = _float_type(a)
        return t, convert(vector(convert(a.values, t).astype("f8")), t)

    return compute


# name -> (operands' kinds, whether inexact, function of expressions to (type, values))
_TABLE = {
    "abs": ("iuf", False, lambda a: (a.type, np.abs(a.values))),
    "min": ("biuf biuf", False, _extreme(np.less)),
    "max": ("biuf biuf", False, _extreme(np.greater)),
    "math.sqrt": ("iuf", False, _exact_math(np.sqrt)),
    "math.fabs": ("iuf", False, _exact_math(np.fabs)),
    "math.isnan": ("f", False, lambda a: ("bool", np.isnan(convert(a.values, _float_type(a))))),
    "math.isinf": ("f", False, lambda a: ("bool", np.isinf(convert(a.values, _float_type(a))))),
    "math.isfinite": ("f", False, lambda a: ("bool", np.isfinite(convert(a.values, _float_type(a))))),
    "math.floor": ("iuf", False, _whole(np.floor)),
    "math.ceil": ("iuf", False, _whole(np.ceil)),
    "math.trunc": ("iuf", False, _whole(np.trunc)),
    "round": ("f", False, _whole(np.rint)),
}
for _name in (
    "sin",
    "cos",
    "tan",
    "exp",
    "expm1",
    "log",
    "log1p",
    "log10",
    "log2",
    "sinh",
    "cosh",
    "tanh",
    "degrees",
    "radians",
):
    _TABLE[f"math.{_name}"] = ("iuf", True, _exact_math(getattr(np, _name)))
for _name in ("asin", "acos", "atan", "asinh", "acosh", "atanh"):
    _TABLE[f"math.{_name}"] = ("iuf", True, _exact_math(getattr(np, "arc" + _name[1:])))
_TABLE["math.erf"] = ("iuf", True, _beside(math.erf))
_TABLE["math.erfc"] = ("iuf", True, _beside(math.erfc))
for _name, _kinds in {
    "add": "iufc iufc", "subtract": "iufc iufc", "negative": "iuf", "floor_divide": "iuf iuf", "remainder": "iuf iuf", "bitwise_and": "iub iub",
    "bitwise_or": "iub iub", "bitwise_xor": "iub iub", "maximum": "iuf iuf", "minimum": "iuf iuf", "sign": "iuf",
    "absolute": "iuf", "square": "iuf", "sqrt": "iuf", "floor": "f", "ceil": "f", "trunc": "f", "rint": "f", "isnan": "f", "isinf": "f", "isfinite": "f",
    "copysign": "f f", "nextafter": "f f", "logical_and": "biuf biuf", "logical_or": "biuf biuf", "logical_not": "biuf", "equal": "biuf biuf",
    "less": "iuf iuf", "greater_equal": "iuf iuf", "multiply": "iuf iuf", "true_divide": "iuf iuf", "fmod": "f f", "invert": "iu", "fabs": "f", "reciprocal": "f",
}.items():  # fmt: skip
    _TABLE[f"np.{_name}"] = (_kinds, False, _loop(getattr(np, _name)))
for _name in ("sin", "cos", "exp", "log", "tanh", "arctan", "expm1", "log1p", "cbrt", "exp2", "log2", "arcsinh"):
    _TABLE[f"np.{_name}"] = ("iuf", True, _loop(getattr(np, _name)))
for _name in ("hypot", "arctan2", "logaddexp"):
    _TABLE[f"np.{_name}"] = ("iuf iuf", True, _loop(getattr(np, _name)))
for _name in ("fmax", "fmin"):  # either zero of 0.0 and -0.0
    _TABLE[f"np.{_name}"] = ("iuf iuf", True, _loop(getattr(np, _name)))
NAMES = sorted(_TABLE)


def n_operands(name):
    """How many numbers a function takes."""
    return len(_TABLE[name][0].split())


def call(name, operands):
    """`name(operands)`, or None where these kinds are not for it."""
    kinds, inexact, compute = _TABLE[name]
    if name == "np.copysign" and np.isnan(operands[1].values).any():
        return None  # NaN of a computation has any sign
    if any(x.kind not in kind for x, kind in zip(operands, kinds.split(), strict=True)):
        return None
    try:
        type_, values = compute(*operands)
    except TypeError:
        return None  # NumPy has no loop for these
    if type_ == "float16":
        return None  # of 8-bit integers: Numba has float32 there
    return Expression(f"{name}({', '.join(x.text for x in operands)})", type_, values, inexact)
