"""Special cases of element-wise functions, from the tables of the array API standard, revision 2024.12.

Each row is "operands -> result". A complex number is written (real, imaginary). `?` before a number leaves its sign open; where the
standard leaves it open and programs are known to expect a plus all the same, the plus is asked for. `floor_divide` of numbers by
infinities of the other sign is NumPy's, which agrees with the standard's `remainder`. Results of
functions of one complex operand hold for conjugated operands too, with the result conjugated: rows are written for imaginary
parts that are not negative.
"""

__all__ = ["BINARY", "COMPLEX", "UNARY"]

UNARY = {
    "abs": "nan -> nan, -0 -> 0, 0 -> 0, -inf -> inf, inf -> inf, -2 -> 2",
    "acos": "nan -> nan, 1.5 -> nan, -1.5 -> nan, inf -> nan, -inf -> nan, 1 -> 0",
    "acosh": "nan -> nan, 0.5 -> nan, -2 -> nan, -inf -> nan, 1 -> 0, inf -> inf",
    "asin": "nan -> nan, 1.5 -> nan, -1.5 -> nan, inf -> nan, -inf -> nan, 0 -> 0, -0 -> -0",
    "asinh": "nan -> nan, 0 -> 0, -0 -> -0, inf -> inf, -inf -> -inf",
    "atan": "nan -> nan, 0 -> 0, -0 -> -0, inf -> pi/2, -inf -> -pi/2",
    "atanh": "nan -> nan, -1.5 -> nan, 1.5 -> nan, -1 -> -inf, 1 -> inf, 0 -> 0, -0 -> -0",
    "cbrt": "nan -> nan, 0 -> 0, -0 -> -0, inf -> inf, -inf -> -inf, -8 -> -2",
    "ceil": "nan -> nan, inf -> inf, -inf -> -inf, 0 -> 0, -0 -> -0, 3 -> 3, -3 -> -3, -0.5 -> -0, 0.5 -> 1, -1.5 -> -1",
    "conj": "nan -> nan, -0 -> -0, inf -> inf, 2 -> 2",
    "cos": "nan -> nan, 0 -> 1, -0 -> 1, inf -> nan, -inf -> nan",
    "cosh": "nan -> nan, 0 -> 1, -0 -> 1, inf -> inf, -inf -> inf",
    "exp": "nan -> nan, 0 -> 1, -0 -> 1, inf -> inf, -inf -> 0",
    "exp2": "nan -> nan, 0 -> 1, -0 -> 1, inf -> inf, -inf -> 0, 3 -> 8",
    "expm1": "nan -> nan, 0 -> 0, -0 -> -0, inf -> inf, -inf -> -1",
    "floor": "nan -> nan, inf -> inf, -inf -> -inf, 0 -> 0, -0 -> -0, 3 -> 3, -3 -> -3, 0.5 -> 0, -0.5 -> -1",
    "imag": "nan -> 0, inf -> 0, 2 -> 0",
    "isfinite": "nan -> False, inf -> False, -inf -> False, 0 -> True, 2 -> True",
    "isinf": "nan -> False, inf -> True, -inf -> True, 0 -> False, 2 -> False",
    "isnan": "nan -> True, inf -> False, -inf -> False, 0 -> False, 2 -> False",
    "log": "nan -> nan, -1 -> nan, -inf -> nan, 0 -> -inf, -0 -> -inf, 1 -> 0, inf -> inf",
    "log10": "nan -> nan, -1 -> nan, -inf -> nan, 0 -> -inf, -0 -> -inf, 1 -> 0, inf -> inf, 1000 -> 3",
    "log1p": "nan -> nan, -2 -> nan, -inf -> nan, -1 -> -inf, 0 -> 0, -0 -> -0, inf -> inf",
    "log2": "nan -> nan, -1 -> nan, -inf -> nan, 0 -> -inf, -0 -> -inf, 1 -> 0, inf -> inf, 8 -> 3",
    "logical_not": "nan -> False, 0 -> True, -0 -> True, inf -> False",
    "negative": "nan -> nan, 0 -> -0, -0 -> 0, inf -> -inf, -inf -> inf",
    "positive": "nan -> nan, 0 -> 0, -0 -> -0, inf -> inf, -inf -> -inf",
    "real": "nan -> nan, -0 -> -0, inf -> inf, 2 -> 2",
    "reciprocal": "nan -> nan, inf -> 0, -inf -> -0, 0 -> inf, -0 -> -inf, 4 -> 0.25",
    "round": "nan -> nan, inf -> inf, -inf -> -inf, 0 -> 0, -0 -> -0, 0.5 -> 0, -0.5 -> -0, 1.5 -> 2, 2.5 -> 2, -2.5 -> -2, 3 -> 3",
    "rsqrt": "nan -> nan, -1 -> nan, 0 -> inf, inf -> 0, 4 -> 0.5",
    "sign": "nan -> nan, -2 -> -1, -inf -> -1, 0 -> 0, -0 -> 0, 2 -> 1, inf -> 1",
    "signbit": "0 -> False, -0 -> True, inf -> False, -inf -> True, 2 -> False, -2 -> True, nan -> False, -nan -> True",
    "sin": "nan -> nan, 0 -> 0, -0 -> -0, inf -> nan, -inf -> nan",
    "sinh": "nan -> nan, 0 -> 0, -0 -> -0, inf -> inf, -inf -> -inf",
    "sqrt": "nan -> nan, -1 -> nan, -inf -> nan, 0 -> 0, -0 -> -0, inf -> inf, 4 -> 2",
    "square": "nan -> nan, -0 -> 0, inf -> inf, -inf -> inf, -3 -> 9",
    "tan": "nan -> nan, 0 -> 0, -0 -> -0, inf -> nan, -inf -> nan",
    "tanh": "nan -> nan, 0 -> 0, -0 -> -0, inf -> 1, -inf -> -1",
    "trunc": "nan -> nan, inf -> inf, -inf -> -inf, 0 -> 0, -0 -> -0, 3 -> 3, -0.5 -> -0, 0.5 -> 0, -1.5 -> -1, 1.5 -> 1",
}

_NAN_EITHER = "nan 1 -> nan, 1 nan -> nan, nan nan -> nan, nan inf -> nan, inf nan -> nan, nan 0 -> nan, 0 nan -> nan, "
_UNORDERED = "nan 1 -> {0}, 1 nan -> {0}, nan nan -> {0}, nan inf -> {0}, inf nan -> {0}, "

BINARY = {
    "add": _NAN_EITHER
    + "inf -inf -> nan, -inf inf -> nan, inf inf -> inf, -inf -inf -> -inf, inf 3 -> inf, -inf 3 -> -inf, 3 inf -> inf, "
    "3 -inf -> -inf, -0 -0 -> -0, -0 0 -> 0, 0 -0 -> 0, 0 0 -> 0, 0 3 -> 3, -0 3 -> 3, 3 0 -> 3, 3 -0 -> 3, 3 -3 -> 0, -3 3 -> 0",
    "atan2": _NAN_EITHER
    + "2 0 -> pi/2, 2 -0 -> pi/2, 0 2 -> 0, 0 0 -> 0, 0 -0 -> pi, 0 -2 -> pi, -0 2 -> -0, -0 0 -> -0, -0 -0 -> -pi, -0 -2 -> -pi, "
    "-2 0 -> -pi/2, -2 -0 -> -pi/2, 2 inf -> 0, 2 -inf -> pi, -2 inf -> -0, -2 -inf -> -pi, inf 2 -> pi/2, -inf 2 -> -pi/2, "
    "inf inf -> pi/4, inf -inf -> 3*pi/4, -inf inf -> -pi/4, -inf -inf -> -3*pi/4",
    "copysign": "3 0 -> 3, 3 -0 -> -3, 3 -inf -> -3, -3 inf -> 3, 0 -1 -> -0, -0 1 -> 0, inf -1 -> -inf, 3 nan -> 3, 3 -nan -> -3, "
    "nan 1 -> nan, nan -1 -> nan",
    "divide": _NAN_EITHER
    + "inf inf -> nan, inf -inf -> nan, -inf inf -> nan, -inf -inf -> nan, 0 0 -> nan, 0 -0 -> nan, -0 0 -> nan, -0 -0 -> nan, "
    "0 2 -> 0, -0 2 -> -0, 0 -2 -> -0, -0 -2 -> 0, 2 0 -> inf, 2 -0 -> -inf, -2 0 -> -inf, -2 -0 -> inf, inf 2 -> inf, "
    "inf -2 -> -inf, -inf 2 -> -inf, -inf -2 -> inf, 2 inf -> 0, 2 -inf -> -0, -2 inf -> -0, -2 -inf -> 0, inf 0 -> inf, inf -0 -> -inf",
    "equal": _UNORDERED.format("False")
    + "inf inf -> True, -inf -inf -> True, -0 0 -> True, 0 -0 -> True, 2 2 -> True, 2 3 -> False",
    "not_equal": _UNORDERED.format("True") + "inf inf -> False, -inf -inf -> False, -0 0 -> False, 2 3 -> True",
    "less": _UNORDERED.format("False") + "-0 0 -> False, -inf inf -> True, 2 3 -> True, 3 3 -> False",
    "less_equal": _UNORDERED.format("False")
    + "-0 0 -> True, 0 -0 -> True, -inf inf -> True, 3 2 -> False, 3 3 -> True",
    "greater": _UNORDERED.format("False") + "-0 0 -> False, inf -inf -> True, 3 2 -> True, 3 3 -> False",
    "greater_equal": _UNORDERED.format("False")
    + "-0 0 -> True, 0 -0 -> True, inf -inf -> True, 2 3 -> False, 3 3 -> True",
    "floor_divide": _NAN_EITHER
    + "inf inf -> nan, inf -inf -> nan, -inf inf -> nan, -inf -inf -> nan, 0 0 -> nan, 0 -0 -> nan, -0 0 -> nan, -0 -0 -> nan, "
    "0 2 -> 0, -0 2 -> -0, 0 -2 -> -0, -0 -2 -> 0, 2 0 -> inf, 2 -0 -> -inf, -2 0 -> -inf, -2 -0 -> inf, inf 2 -> inf, "
    "inf -2 -> -inf, -inf 2 -> -inf, -inf -2 -> inf, 2 inf -> 0, 2 -inf -> -1, -2 inf -> -1, -2 -inf -> 0, 7 2 -> 3, -7 2 -> -4, "
    "7 -2 -> -4, -7 -2 -> 3",
    "hypot": "inf 1 -> inf, inf nan -> inf, nan inf -> inf, -inf nan -> inf, nan -inf -> inf, nan 1 -> nan, 1 nan -> nan, "
    "nan nan -> nan, 0 -2 -> 2, -0 -2 -> 2, -2 0 -> 2, 0 0 -> 0, -0 -0 -> 0, 3 4 -> 5",
    "logaddexp": "nan 1 -> nan, 1 nan -> nan, inf 1 -> inf, 1 inf -> inf, inf inf -> inf, -inf -inf -> -inf, -inf 1 -> 1, 1 -inf -> 1, "
    "-inf inf -> inf",
    "maximum": _NAN_EITHER + "inf 1 -> inf, -inf 1 -> 1, 2 3 -> 3",
    "minimum": _NAN_EITHER + "inf 1 -> 1, -inf 1 -> -inf, 2 3 -> 2",
    "multiply": _NAN_EITHER
    + "inf 0 -> nan, -inf 0 -> nan, inf -0 -> nan, 0 inf -> nan, -0 -inf -> nan, inf inf -> inf, inf -inf -> -inf, -inf -inf -> inf, "
    "inf 2 -> inf, inf -2 -> -inf, 2 -inf -> -inf, 0 -2 -> -0, -0 -2 -> 0, -0 0 -> -0",
    "nextafter": _NAN_EITHER + "0 0 -> 0, -0 0 -> 0, 0 -0 -> -0, 2 2 -> 2, inf inf -> inf",
    "pow": "2 nan -> nan, nan 2 -> nan, nan nan -> nan, 1 nan -> 1, nan 0 -> 1, nan -0 -> 1, 5 0 -> 1, 5 -0 -> 1, inf 0 -> 1, 0 0 -> 1, "
    "2 inf -> inf, -2 inf -> inf, 2 -inf -> 0, -2 -inf -> 0, 1 inf -> 1, -1 inf -> 1, 1 -inf -> 1, -1 -inf -> 1, 1 7 -> 1, "
    "0.5 inf -> 0, -0.5 inf -> 0, 0.5 -inf -> inf, -0.5 -inf -> inf, inf 2 -> inf, inf -2 -> 0, -inf 3 -> -inf, -inf 2 -> inf, "
    "-inf 2.5 -> inf, -inf -3 -> -0, -inf -2 -> 0, -inf -2.5 -> 0, 0 3 -> 0, 0 -3 -> inf, -0 3 -> -0, -0 2 -> 0, -0 2.5 -> 0, "
    "-0 -3 -> -inf, -0 -2 -> inf, -0 -2.5 -> inf, -8 0.5 -> nan, -8 -0.5 -> nan, -2 3 -> -8",
    "remainder": _NAN_EITHER
    + "inf 2 -> nan, -inf 2 -> nan, inf inf -> nan, inf 0 -> nan, 0 0 -> nan, 0 -0 -> nan, -0 0 -> nan, 2 0 -> nan, 2 -0 -> nan, "
    "-2 0 -> nan, 0 2 -> 0, -0 2 -> 0, 0 -2 -> -0, -0 -2 -> -0, 2 inf -> 2, 2 -inf -> -inf, -2 inf -> inf, -2 -inf -> -2, 7 4 -> 3, "
    "-7 4 -> 1, 7 -4 -> -1, -7 -4 -> -3, 4 2 -> 0, -4 2 -> 0, 4 -2 -> -0, -4 -2 -> -0",
    "subtract": _NAN_EITHER
    + "inf inf -> nan, -inf -inf -> nan, inf -inf -> inf, -inf inf -> -inf, inf 3 -> inf, 3 inf -> -inf, 0 0 -> 0, -0 0 -> -0, "
    "0 -0 -> 0, -0 -0 -> 0, 3 3 -> 0",
    "logical_and": "nan 1 -> True, nan 0 -> False, inf -0 -> False, inf -inf -> True",
    "logical_or": "nan 0 -> True, 0 -0 -> False, 0 inf -> True",
    "logical_xor": "nan 1 -> False, nan 0 -> True, 0 -0 -> False, 0 inf -> True",
}

COMPLEX = {
    "abs": "(inf,nan) -> inf, (-inf,2) -> inf, (2,inf) -> inf, (nan,inf) -> inf, (0,0) -> 0, (-0,0) -> 0, (nan,2) -> nan, (2,nan) -> nan, "
    "(nan,nan) -> nan, (3,4) -> 5",
    "acos": "(0,0) -> (pi/2,-0), (-0,0) -> (pi/2,-0), (0,nan) -> (pi/2,nan), (-0,nan) -> (pi/2,nan), (2,inf) -> (pi/2,-inf), "
    "(2,nan) -> (nan,nan), (-inf,2) -> (pi,-inf), (inf,2) -> (0,-inf), (-inf,inf) -> (3*pi/4,-inf), (inf,inf) -> (pi/4,-inf), "
    "(inf,nan) -> (nan,?inf), (-inf,nan) -> (nan,?inf), (nan,2) -> (nan,nan), (nan,inf) -> (nan,-inf), (nan,nan) -> (nan,nan)",
    "acosh": "(0,0) -> (0,pi/2), (-0,0) -> (0,pi/2), (2,inf) -> (inf,pi/2), (2,nan) -> (nan,nan), (0,nan) -> (nan,?pi/2), "
    "(-inf,2) -> (inf,pi), (inf,2) -> (inf,0), (-inf,inf) -> (inf,3*pi/4), (inf,inf) -> (inf,pi/4), (inf,nan) -> (inf,nan), "
    "(-inf,nan) -> (inf,nan), (nan,2) -> (nan,nan), (nan,inf) -> (inf,nan), (nan,nan) -> (nan,nan)",
    "asin": "(0,0) -> (0,0), (2,inf) -> (0,inf), (nan,0) -> (nan,nan), (0,nan) -> (0,nan), (inf,2) -> (pi/2,inf), "
    "(inf,inf) -> (pi/4,inf), (nan,nan) -> (nan,nan)",
    "asinh": "(0,0) -> (0,0), (2,inf) -> (inf,pi/2), (2,nan) -> (nan,nan), (inf,2) -> (inf,0), (inf,inf) -> (inf,pi/4), "
    "(inf,nan) -> (inf,nan), (nan,0) -> (nan,0), (nan,2) -> (nan,nan), (nan,inf) -> (?inf,nan), (nan,nan) -> (nan,nan)",
    "atan": "(0,0) -> (0,0), (2,inf) -> (pi/2,0), (inf,2) -> (pi/2,0), (inf,inf) -> (pi/2,0), (nan,0) -> (nan,0), (0,1) -> (0,inf), "
    "(nan,nan) -> (nan,nan)",
    "atanh": "(0,0) -> (0,0), (0,nan) -> (0,nan), (1,0) -> (inf,0), (2,inf) -> (0,pi/2), (2,nan) -> (nan,nan), (inf,2) -> (0,pi/2), "
    "(inf,inf) -> (0,pi/2), (inf,nan) -> (0,nan), (nan,2) -> (nan,nan), (nan,inf) -> (?0,pi/2), (nan,nan) -> (nan,nan)",
    "cos": "(0,0) -> (1,-0), (inf,0) -> (nan,?0), (nan,0) -> (nan,?0), (2,inf) -> (-inf,-inf), (0,inf) -> (inf,-0), (inf,2) -> (nan,nan), "
    "(nan,2) -> (nan,nan), (inf,inf) -> (?inf,nan), (nan,inf) -> (inf,nan), (0,nan) -> (nan,?0), (2,nan) -> (nan,nan), "
    "(nan,nan) -> (nan,nan)",
    "cosh": "(0,0) -> (1,0), (0,inf) -> (nan,?0), (0,nan) -> (nan,?0), (2,inf) -> (nan,nan), (2,nan) -> (nan,nan), (inf,0) -> (inf,0), "
    "(inf,2) -> (-inf,inf), (inf,inf) -> (?inf,nan), (inf,nan) -> (inf,nan), (nan,0) -> (nan,?0), (nan,2) -> (nan,nan), "
    "(nan,nan) -> (nan,nan)",
    "exp": "(0,0) -> (1,0), (-0,0) -> (1,0), (2,inf) -> (nan,nan), (2,nan) -> (nan,nan), (inf,0) -> (inf,0), (-inf,2) -> (-0,0), "
    "(inf,2) -> (-inf,inf), (-inf,inf) -> (0,0), (inf,inf) -> (inf,nan), (-inf,nan) -> (0,?0), (inf,nan) -> (inf,nan), "
    "(nan,0) -> (nan,0), (nan,2) -> (nan,nan), (nan,nan) -> (nan,nan)",
    "expm1": "(0,0) -> (0,0), (-0,0) -> (0,0), (2,inf) -> (nan,nan), (2,nan) -> (nan,nan), (inf,0) -> (inf,0), (-inf,2) -> (-1,0), "
    "(inf,2) -> (-inf,inf), (-inf,inf) -> (-1,0), (inf,inf) -> (inf,nan), (-inf,nan) -> (-1,?0), (inf,nan) -> (inf,nan), "
    "(nan,0) -> (nan,0), (nan,2) -> (nan,nan), (nan,nan) -> (nan,nan)",
    "log": "(-0,0) -> (-inf,pi), (0,0) -> (-inf,0), (2,inf) -> (inf,pi/2), (2,nan) -> (nan,nan), (-inf,2) -> (inf,pi), (inf,2) -> (inf,0), "
    "(-inf,inf) -> (inf,3*pi/4), (inf,inf) -> (inf,pi/4), (inf,nan) -> (inf,nan), (-inf,nan) -> (inf,nan), (nan,2) -> (nan,nan), "
    "(nan,inf) -> (inf,nan), (nan,nan) -> (nan,nan)",
    "log1p": "(-1,0) -> (-inf,0), (2,inf) -> (inf,pi/2), (2,nan) -> (nan,nan), (-inf,2) -> (inf,pi), (inf,2) -> (inf,0), "
    "(-inf,inf) -> (inf,3*pi/4), (inf,inf) -> (inf,pi/4), (inf,nan) -> (inf,nan), (-inf,nan) -> (inf,nan), (nan,2) -> (nan,nan), "
    "(nan,inf) -> (inf,nan), (nan,nan) -> (nan,nan)",
    "log2": "(-0,0) -> (-inf,?4.532360141827194), (0,0) -> (-inf,0), (nan,nan) -> (nan,nan), (8,0) -> (3,0)",
    "log10": "(-0,0) -> (-inf,?1.3643763538418412), (0,0) -> (-inf,0), (nan,nan) -> (nan,nan), (1000,0) -> (3,0)",
    "sign": "(0,0) -> (?0,?0), (-0,0) -> (?0,?0), (3,4) -> (0.6,0.8), (nan,2) -> (nan,nan), (2,nan) -> (nan,nan)",
    "sin": "(0,0) -> (0,0), (inf,0) -> (nan,?0), (nan,0) -> (nan,?0), (inf,2) -> (nan,nan), (nan,2) -> (nan,nan), (0,inf) -> (0,inf), "
    "(2,inf) -> (inf,-inf), (inf,inf) -> (nan,?inf), (nan,inf) -> (nan,?inf), (0,nan) -> (0,nan), (2,nan) -> (nan,nan), "
    "(nan,nan) -> (nan,nan)",
    "sinh": "(0,0) -> (0,0), (0,inf) -> (?0,nan), (0,nan) -> (?0,nan), (2,inf) -> (nan,nan), (2,nan) -> (nan,nan), (inf,0) -> (inf,0), "
    "(inf,2) -> (-inf,inf), (inf,inf) -> (?inf,nan), (inf,nan) -> (?inf,nan), (nan,0) -> (nan,0), (nan,2) -> (nan,nan), "
    "(nan,nan) -> (nan,nan)",
    "sqrt": "(0,0) -> (0,0), (-0,0) -> (0,0), (2,inf) -> (inf,inf), (nan,inf) -> (inf,inf), (-inf,inf) -> (inf,inf), (2,nan) -> (nan,nan), "
    "(-inf,2) -> (0,inf), (inf,2) -> (inf,0), (-inf,nan) -> (nan,?inf), (inf,nan) -> (inf,nan), (nan,2) -> (nan,nan), "
    "(nan,nan) -> (nan,nan)",
    "tan": "(0,0) -> (0,0), (inf,2) -> (nan,nan), (inf,0) -> (nan,0), (nan,2) -> (nan,nan), (nan,0) -> (nan,0), (2,inf) -> (0,1), (-2,inf) -> (-0,1), "
    "(inf,inf) -> (?0,1), (nan,inf) -> (?0,1), (0,nan) -> (0,nan), (2,nan) -> (nan,nan), (nan,nan) -> (nan,nan)",
    "tanh": "(0,0) -> (0,0), (2,inf) -> (nan,nan), (0,inf) -> (0,nan), (2,nan) -> (nan,nan), (0,nan) -> (0,nan), (inf,2) -> (1,0), (inf,1) -> (1,0), (-inf,2) -> (-1,0), "
    "(inf,inf) -> (1,?0), (inf,nan) -> (1,?0), (nan,0) -> (nan,0), (nan,2) -> (nan,nan), (nan,nan) -> (nan,nan)",
    "isfinite": "(1,2) -> True, (inf,2) -> False, (2,inf) -> False, (nan,2) -> False, (2,nan) -> False",
    "isinf": "(1,2) -> False, (inf,2) -> True, (2,inf) -> True, (nan,inf) -> True, (inf,nan) -> True, (nan,2) -> False",
    "isnan": "(1,2) -> False, (nan,2) -> True, (2,nan) -> True, (nan,inf) -> True, (inf,2) -> False",
}
