"""Examples in the docstrings of functions that are documented from templates, here and in dpnp.

A row is a function, the arguments of a call, and what is in the array that it prints."""

from __future__ import annotations

__all__ = ["example"]

_EXAMPLES = {
    "abs": ("{array}([-1, 2])", "[1, 2]"),
    "acos": ("{array}([1, -1])", "[0.        , 3.14159265]"),
    "acosh": ("{array}([1.0])", "[0.]"),
    "add": ("{array}([1, 2]), 10", "[11, 12]"),
    "all": ("{array}([True, False])", "False"),
    "any": ("{array}([True, False])", "True"),
    "argmax": ("{array}([1, 5, 3])", "1"),
    "argmin": ("{array}([4, 5, 3])", "2"),
    "asin": ("{array}([0.0, 1.0])", "[0.        , 1.57079633]"),
    "asinh": ("{array}([0.0])", "[0.]"),
    "atan": ("{array}([0.0, 1.0])", "[0.        , 0.78539816]"),
    "atan2": ("{array}([1.0, -1.0]), {array}([0.0, 0.0])", "[ 1.57079633, -1.57079633]"),
    "atanh": ("{array}([0.0, 0.5])", "[0.        , 0.54930614]"),
    "bitwise_and": ("{array}([6, 5]), 3", "[2, 1]"),
    "bitwise_invert": ("{array}([0, 1])", "[-1, -2]"),
    "bitwise_left_shift": ("{array}([1, 3]), 2", "[ 4, 12]"),
    "bitwise_or": ("{array}([6, 5]), 3", "[7, 7]"),
    "bitwise_right_shift": ("{array}([8, 5]), 1", "[4, 2]"),
    "bitwise_xor": ("{array}([6, 5]), 3", "[5, 6]"),
    "cbrt": ("{array}([8.0, 27.0])", "[2., 3.]"),
    "ceil": ("{array}([1.2, -1.2])", "[ 2., -1.]"),
    "conj": ("{array}([1 + 2j])", "[1.-2.j]"),
    "copysign": ("{array}([1.0, 2.0]), -1.0", "[-1., -2.]"),
    "cos": ("{array}([0.0, {module}.pi])", "[ 1., -1.]"),
    "cosh": ("{array}([0.0])", "[1.]"),
    "count_nonzero": ("{array}([0, 3, 0, 5])", "2"),
    "cumulative_prod": ("{array}([1, 2, 3])", "[1, 2, 6]"),
    "cumulative_sum": ("{array}([1, 2, 3])", "[1, 3, 6]"),
    "degrees": ("{array}([0, {module}.pi])", "[  0., 180.]"),
    "divide": ("{array}([1, 2]), 4", "[0.25, 0.5 ]"),
    "equal": ("{array}([1, 2]), 2", "[False,  True]"),
    "exp": ("{array}([0.0, 1.0])", "[1.        , 2.71828183]"),
    "exp2": ("{array}([0, 3])", "[1., 8.]"),
    "expm1": ("{array}([0.0, 1e-10])", "[0.e+00, 1.e-10]"),
    "fft": ("{array}([1.0, 0.0, 0.0, 0.0])", "[1.+0.j, 1.+0.j, 1.+0.j, 1.+0.j]"),
    "floor": ("{array}([1.8, -1.2])", "[ 1., -2.]"),
    "floor_divide": ("{array}([7, -7]), 2", "[ 3, -4]"),
    "fmax": ("{array}([1.0, {module}.nan]), 0.5", "[1. , 0.5]"),
    "fmin": ("{array}([1.0, {module}.nan]), 0.5", "[0.5, 0.5]"),
    "fmod": ("{array}([7, -7]), 3", "[ 1, -1]"),
    "gcd": ("{array}([12, 18]), 8", "[4, 2]"),
    "greater": ("{array}([1, 3]), 2", "[False,  True]"),
    "greater_equal": ("{array}([1, 2]), 2", "[False,  True]"),
    "hypot": ("{array}([3.0]), 4.0", "[5.]"),
    "isfinite": ("{array}([1, {module}.inf, {module}.nan])", "[ True, False, False]"),
    "isinf": ("{array}([1, {module}.inf, {module}.nan])", "[False,  True, False]"),
    "isnan": ("{array}([1, {module}.inf, {module}.nan])", "[False, False,  True]"),
    "lcm": ("{array}([4, 6]), 10", "[20, 30]"),
    "less": ("{array}([1, 3]), 2", "[ True, False]"),
    "less_equal": ("{array}([2, 3]), 2", "[ True, False]"),
    "log": ("{array}([1, {module}.e])", "[0., 1.]"),
    "log10": ("{array}([1, 1000])", "[0., 3.]"),
    "log1p": ("{array}([0.0, 1e-10])", "[0.e+00, 1.e-10]"),
    "log2": ("{array}([1, 8])", "[0., 3.]"),
    "logaddexp": ("{array}([0.0]), 0.0", "[0.69314718]"),
    "logical_and": ("{array}([True, False]), True", "[ True, False]"),
    "logical_not": ("{array}([True, False])", "[False,  True]"),
    "logical_or": ("{array}([True, False]), False", "[ True, False]"),
    "logical_xor": ("{array}([True, False]), True", "[False,  True]"),
    "logsumexp": ("{array}([0.0, 0.0])", "0.69314718"),
    "max": ("{array}([[1, 5], [3, 4]]), axis=1", "[5, 4]"),
    "maximum": ("{array}([1, 5]), 3", "[3, 5]"),
    "mean": ("{array}([1, 2, 3, 4])", "2.5"),
    "min": ("{array}([[1, 5], [3, 4]]), axis=0", "[1, 4]"),
    "minimum": ("{array}([1, 5]), 3", "[1, 3]"),
    "multiply": ("{array}([1, 2]), 3", "[3, 6]"),
    "negative": ("{array}([1, -2])", "[-1,  2]"),
    "not_equal": ("{array}([1, 2]), 2", "[ True, False]"),
    "ones": ('3, dtype="i4"', "[1, 1, 1], dtype=int32"),
    "ones_like": ("{module}.arange(3)", "[1, 1, 1]"),
    "pow": ("{array}([2, 3]), 2", "[4, 9]"),
    "prod": ("{array}([1, 2, 3, 4])", "24"),
    "radians": ("{array}([0, 180])", "[0.        , 3.14159265]"),
    "reciprocal": ("{array}([2.0, 4.0])", "[0.5 , 0.25]"),
    "reduce_hypot": ("{array}([3.0, 4.0])", "5."),
    "remainder": ("{array}([7, -7]), 3", "[1, 2]"),
    "round": ("{array}([0.5, 1.5, 1.6])", "[0., 2., 2.]"),
    "sign": ("{array}([-3, 0, 5])", "[-1,  0,  1]"),
    "signbit": ("{array}([-1.0, 2.0])", "[ True, False]"),
    "sin": ("{array}([0, {module}.pi / 2])", "[0., 1.]"),
    "sinh": ("{array}([0.0])", "[0.]"),
    "sqrt": ("{array}([4.0, 9.0])", "[2., 3.]"),
    "square": ("{array}([2, -3])", "[4, 9]"),
    "std": ("{array}([2.0, 4.0])", "1."),
    "subtract": ("{array}([1, 2]), 1", "[0, 1]"),
    "sum": ("{array}([[1, 2], [3, 4]]), axis=0", "[4, 6]"),
    "tan": ("{array}([0.0])", "[0.]"),
    "tanh": ("{array}([0.0, 20.0])", "[0., 1.]"),
    "trunc": ("{array}([1.8, -1.8])", "[ 1., -1.]"),
    "var": ("{array}([1, 2, 3, 4])", "1.25"),
    "zeros": ("(2, 3)", "[[0., 0., 0.],\n             [0., 0., 0.]]"),
    "zeros_like": ("{module}.arange(3)", "[0, 0, 0]"),
}


def example(
    function: str, name: str = "", module: str = "dpt", array: str = "asarray", printed: str = "usm_ndarray"
) -> str:
    """The section of examples of a function's docstring; empty if there is no row.

    Parameters
    ----------
    function : str
        The row.
    name : str, optional
        The function's public name.
    module, array, printed : str, optional
        The names of the module, of its function that makes an array, and of the array's type in what is printed.
    """
    if function not in _EXAMPLES:
        return ""
    arguments, result = _EXAMPLES[function]
    result = result.replace("\n", "\n" + " " * (len(printed) + 1))
    call = f"{module}.{name or function}({arguments.format(array=f'{module}.{array}', module=module)})"
    return f"\nExamples\n--------\n>>> {call}\n{printed}({result})\n"
