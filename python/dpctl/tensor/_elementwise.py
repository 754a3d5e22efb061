"""Element-wise functions: a name and its docstring each. What they compute stands in the core's table of operations."""

from ._elementwise_common import BinaryElementwiseFunc, UnaryElementwiseFunc

__all__ = [
    "add",
    "cos",
    "divide",
    "equal",
    "exp",
    "greater",
    "greater_equal",
    "less",
    "less_equal",
    "log",
    "multiply",
    "negative",
    "not_equal",
    "sin",
    "sqrt",
    "subtract",
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
{_PARAMETERS}"""
    return function


def _binary(name: str, summary: str, types: str) -> BinaryElementwiseFunc:
    function = BinaryElementwiseFunc(name)
    function.__doc__ = f"""{name}(x1, x2, /, *, out=None, order='K')

{summary}

Parameters
----------
x1, x2 : usm_ndarray or scalar
    Operands, broadcast against each other; one of them is an array. {types}
{_PARAMETERS}"""
    return function


_ANY = "Any data type."
_NUMBERS = "Any data type but bool."
_FLOATS = "Real or complex; integers become the device's default real type."
_FLOAT = "real or complex; integers become the smallest real type of the device that holds them."
_COMPARED = "Any data type; complex numbers compare by their real parts, then by their imaginary parts."

add = _binary("add", "Sum ``x1 + x2`` of each pair of elements; of bool, the logical or.", _ANY)
cos = _unary("cos", "Cosine of each element, in radians.", _FLOAT)
divide = _binary("divide", "Quotient ``x1 / x2`` of each pair of elements.", _FLOATS)
equal = _binary("equal", "Whether ``x1 == x2``, for each pair of elements.", _ANY)
exp = _unary("exp", "Exponential of each element.", _FLOAT)
greater = _binary("greater", "Whether ``x1 > x2``, for each pair of elements.", _COMPARED)
greater_equal = _binary("greater_equal", "Whether ``x1 >= x2``, for each pair of elements.", _COMPARED)
less = _binary("less", "Whether ``x1 < x2``, for each pair of elements.", _COMPARED)
less_equal = _binary("less_equal", "Whether ``x1 <= x2``, for each pair of elements.", _COMPARED)
log = _unary("log", "Natural logarithm of each element.", _FLOAT)
multiply = _binary("multiply", "Product ``x1 * x2`` of each pair of elements; of bool, the logical and.", _ANY)
negative = _unary("negative", "Negative ``-x`` of each element.", "any data type but bool.")
not_equal = _binary("not_equal", "Whether ``x1 != x2``, for each pair of elements.", _ANY)
sin = _unary("sin", "Sine of each element, in radians.", _FLOAT)
sqrt = _unary("sqrt", "Non-negative square root of each element.", _FLOAT)
subtract = _binary("subtract", "Difference ``x1 - x2`` of each pair of elements.", _NUMBERS)
