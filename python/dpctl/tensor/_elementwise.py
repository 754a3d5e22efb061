"""Element-wise functions: names and docstrings; the operations are in the core's table."""

from ._elementwise_common import BinaryElementwiseFunc, UnaryElementwiseFunc
from ._examples import example

__all__ = [
    "abs",
    "acos",
    "acosh",
    "add",
    "angle",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "bitwise_and",
    "bitwise_invert",
    "bitwise_left_shift",
    "bitwise_or",
    "bitwise_right_shift",
    "bitwise_xor",
    "cbrt",
    "ceil",
    "conj",
    "copysign",
    "cos",
    "cosh",
    "divide",
    "equal",
    "exp",
    "exp2",
    "expm1",
    "floor",
    "floor_divide",
    "greater",
    "greater_equal",
    "hypot",
    "imag",
    "isfinite",
    "isinf",
    "isnan",
    "less",
    "less_equal",
    "log",
    "log10",
    "log1p",
    "log2",
    "logaddexp",
    "logical_and",
    "logical_not",
    "logical_or",
    "logical_xor",
    "maximum",
    "minimum",
    "multiply",
    "negative",
    "nextafter",
    "not_equal",
    "positive",
    "pow",
    "proj",
    "real",
    "reciprocal",
    "remainder",
    "round",
    "rsqrt",
    "sign",
    "signbit",
    "sin",
    "sinh",
    "sqrt",
    "square",
    "subtract",
    "tan",
    "tanh",
    "trunc",
]

_PARAMETERS = """out : usm_ndarray, optional
    Array to write to, of the shape and data type of the result, on the same queue.
order : {'C', 'F', 'A', 'K'}, optional
    Layout of a new result; 'K' follows the operands.

Returns
-------
usm_ndarray
    The result; `out` if given.

Raises
------
ValueError
    If the function does not take the data types, shapes do not broadcast, or `out` does not fit.
ExecutionPlacementError
    If the arrays are on different queues, or no operand is an array.
"""


def _unary(name: str, summary: str, types: str) -> UnaryElementwiseFunc:
    function = UnaryElementwiseFunc(name)
    function.__doc__ = f"""{name}(x, /, *, out=None, order='K')

{summary}

Parameters
----------
x : usm_ndarray
    Operand; {types}
{_PARAMETERS}{example(name)}"""
    return function


def _binary(name: str, summary: str, types: str) -> BinaryElementwiseFunc:
    function = BinaryElementwiseFunc(name)
    function.__doc__ = f"""{name}(x1, x2, /, *, out=None, order='K')

{summary}

Parameters
----------
x1, x2 : usm_ndarray or scalar
    Operands, broadcast against each other; one of them is an array. {types}
{_PARAMETERS}{example(name)}"""
    return function


_ANY = "Any data type."
_NUMBERS = "Any data type but bool."
_NOT_COMPLEX = "any data type but complex; integers stay as they are."
_DIVIDED = "Any data type but complex; two arrays of bool become int8."
_BITS = "Bool or integer."
_INTEGERS = "Integers."
_FLOATS = "Real or complex; integers become the device's default real type."
_FLOAT = "real or complex; integers become the smallest real type of the device that holds them."
_REAL = "real; integers become the smallest real type of the device that holds them."
_REALS = "Real; integers become the smallest real type of the device that holds them."
_COMPARED = "Any data type; complex numbers compare by their real parts, then by their imaginary parts."

abs = _unary("abs", "Absolute value of each element; of complex numbers the modulus, a real number.", _ANY)
acos = _unary("acos", "Inverse cosine of each element, in radians from 0 to pi; NaN outside [-1, 1].", _FLOAT)
acosh = _unary("acosh", "Inverse hyperbolic cosine of each element; NaN below 1.", _FLOAT)
add = _binary("add", "Sum ``x1 + x2`` of each pair of elements; of bool, the logical or.", _ANY)
angle = _unary(
    "angle",
    "Argument of each complex element, in radians from -pi to pi.",
    "complex; other data types become complex, and the result is real.",
)
asin = _unary("asin", "Inverse sine of each element, in radians from -pi/2 to pi/2; NaN outside [-1, 1].", _FLOAT)
asinh = _unary("asinh", "Inverse hyperbolic sine of each element.", _FLOAT)
atan = _unary("atan", "Inverse tangent of each element, in radians from -pi/2 to pi/2.", _FLOAT)
atan2 = _binary("atan2", "Angle of each point (x2, x1) with the positive x axis, in radians from -pi to pi.", _REALS)
atanh = _unary("atanh", "Inverse hyperbolic tangent of each element; NaN outside [-1, 1].", _FLOAT)
bitwise_and = _binary("bitwise_and", "Bits set in both, for each pair of elements; of bool, the logical and.", _BITS)
bitwise_invert = _unary(
    "bitwise_invert",
    "Each element with all bits inverted; of bool, the logical not.",
    "bool or integer.",
)
bitwise_left_shift = _binary(
    "bitwise_left_shift",
    "``x1`` shifted left by ``x2`` bits; 0 where ``x2`` is negative or not below the number of bits.",
    _INTEGERS,
)
bitwise_or = _binary(
    "bitwise_or",
    "Bits set in one or both, for each pair of elements; of bool, the logical or.",
    _BITS,
)
bitwise_right_shift = _binary(
    "bitwise_right_shift",
    "``x1`` shifted right by ``x2`` bits, rounding down; 0 or -1 where ``x2`` is negative or not below the "
    "number of bits.",
    _INTEGERS,
)
bitwise_xor = _binary("bitwise_xor", "Bits set in just one, for each pair of elements.", _BITS)
cbrt = _unary("cbrt", "Real cube root of each element.", _REAL)
ceil = _unary("ceil", "Smallest integer that is not below, for each element.", _NOT_COMPLEX)
conj = _unary("conj", "Complex conjugate of each element.", "any data type; bool becomes int8.")
copysign = _binary("copysign", "Magnitude of ``x1`` with the sign of ``x2``, for each pair of elements.", _REALS)
cos = _unary("cos", "Cosine of each element, in radians.", _FLOAT)
cosh = _unary("cosh", "Hyperbolic cosine of each element.", _FLOAT)
divide = _binary("divide", "Quotient ``x1 / x2`` of each pair of elements.", _FLOATS)
equal = _binary("equal", "Whether ``x1 == x2``, for each pair of elements.", _ANY)
exp = _unary("exp", "Exponential of each element.", _FLOAT)
exp2 = _unary("exp2", "Two to the power of each element.", _FLOAT)
expm1 = _unary("expm1", "``exp(x) - 1`` of each element, accurate near 0.", _FLOAT)
floor = _unary("floor", "Largest integer that is not above, for each element.", _NOT_COMPLEX)
floor_divide = _binary(
    "floor_divide",
    "Quotient ``x1 / x2`` rounded down, for each pair of elements; integers by 0 give 0.",
    _DIVIDED,
)
greater = _binary("greater", "Whether ``x1 > x2``, for each pair of elements.", _COMPARED)
greater_equal = _binary("greater_equal", "Whether ``x1 >= x2``, for each pair of elements.", _COMPARED)
hypot = _binary("hypot", "``sqrt(x1**2 + x2**2)`` of each pair of elements, without overflow on the way.", _REALS)
imag = _unary("imag", "Imaginary part of each element; zeros for real data types.", _ANY)
isfinite = _unary("isfinite", "Whether each element is neither infinite nor NaN.", _ANY)
isinf = _unary("isinf", "Whether each element is infinite; of complex numbers, whether a part is.", _ANY)
isnan = _unary("isnan", "Whether each element is NaN; of complex numbers, whether a part is.", _ANY)
less = _binary("less", "Whether ``x1 < x2``, for each pair of elements.", _COMPARED)
less_equal = _binary("less_equal", "Whether ``x1 <= x2``, for each pair of elements.", _COMPARED)
log = _unary("log", "Natural logarithm of each element.", _FLOAT)
log10 = _unary("log10", "Logarithm to base 10 of each element.", _FLOAT)
log1p = _unary("log1p", "``log(1 + x)`` of each element, accurate near 0.", _FLOAT)
log2 = _unary("log2", "Logarithm to base 2 of each element.", _FLOAT)
logaddexp = _binary(
    "logaddexp",
    "``log(exp(x1) + exp(x2))`` of each pair of elements, without overflow on the way.",
    _REALS,
)
logical_and = _binary("logical_and", "Whether both are not zero, for each pair of elements.", _ANY)
logical_not = _unary("logical_not", "Whether each element is zero.", _ANY)
logical_or = _binary("logical_or", "Whether one or both are not zero, for each pair of elements.", _ANY)
logical_xor = _binary("logical_xor", "Whether just one is not zero, for each pair of elements.", _ANY)
maximum = _binary("maximum", "Larger of each pair of elements, NaN where one is.", _COMPARED)
minimum = _binary("minimum", "Smaller of each pair of elements, NaN where one is.", _COMPARED)
multiply = _binary("multiply", "Product ``x1 * x2`` of each pair of elements; of bool, the logical and.", _ANY)
negative = _unary("negative", "Negative ``-x`` of each element.", "any data type but bool.")
nextafter = _binary("nextafter", "Next number after ``x1`` towards ``x2``, for each pair of elements.", _REALS)
not_equal = _binary("not_equal", "Whether ``x1 != x2``, for each pair of elements.", _ANY)
positive = _unary("positive", "Each element as it is, in a new array.", "any data type; bool becomes int8.")
pow = _binary(
    "pow",
    "``x1`` to the power of ``x2``, for each pair of elements; of integers modulo their range, 0 for negative powers.",
    "Any data type; two arrays of bool become int8.",
)
proj = _unary(
    "proj",
    "Projection of each element onto the Riemann sphere: all infinities become one.",
    "complex; other data types become complex.",
)
real = _unary("real", "Real part of each element.", _ANY)
reciprocal = _unary("reciprocal", "``1 / x`` of each element.", _FLOATS)
remainder = _binary(
    "remainder",
    "``x1 - x2 * floor(x1 / x2)`` of each pair of elements, with the sign of ``x2``; of integers by 0, 0.",
    _DIVIDED,
)
round = _unary(
    "round",
    "Nearest integer to each element, the even one of two; of complex numbers part by part.",
    "any data type; bool becomes int8.",
)
rsqrt = _unary("rsqrt", "``1 / sqrt(x)`` of each element.", _REAL)
sign = _unary(
    "sign",
    "Sign -1, 0 or 1 of each element; of complex numbers ``x / abs(x)``, 0 of 0. NaN stays NaN.",
    "any data type; bool becomes int8.",
)
signbit = _unary("signbit", "Whether the sign of each element is set: below zero, or -0.0.", _REAL)
sin = _unary("sin", "Sine of each element, in radians.", _FLOAT)
sinh = _unary("sinh", "Hyperbolic sine of each element.", _FLOAT)
sqrt = _unary("sqrt", "Non-negative square root of each element.", _FLOAT)
square = _unary("square", "``x * x`` of each element.", "any data type; bool becomes int8.")
subtract = _binary("subtract", "Difference ``x1 - x2`` of each pair of elements.", _NUMBERS)
tan = _unary("tan", "Tangent of each element, in radians.", _FLOAT)
tanh = _unary("tanh", "Hyperbolic tangent of each element.", _FLOAT)
trunc = _unary("trunc", "Nearest integer towards zero, for each element.", _NOT_COMPLEX)
