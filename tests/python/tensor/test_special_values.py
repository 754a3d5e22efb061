"""The tables of special cases of the array API standard (2024.12), for real operands of the element-wise functions.

A row names operands by sets of numbers: "+f" are positive finite numbers, "f" all finite ones but zeros, "+0" and "-0" the zeros,
"0" both, "+inf", "-inf", "inf", "nan". A result is a number (zeros by their sign), or says which operand it is: "x1", "x2".
"""

import math

import numpy as np
import pytest
from tensor_helpers import DTYPES

import dpctl.tensor as dpt

INF, NAN, PI = math.inf, math.nan, math.pi
POSITIVE = [2.0, 0.5, 1.0, 3.0, 7.25]
SETS = {
    "+f": POSITIVE, "-f": [-v for v in POSITIVE], "f": POSITIVE + [-v for v in POSITIVE], "+0": [0.0], "-0": [-0.0],
    "0": [0.0, -0.0], "+inf": [INF], "-inf": [-INF], "inf": [INF, -INF], "nan": [NAN],
    "+": [*POSITIVE, INF], "-": [*[-v for v in POSITIVE], -INF], "any": [1.5, -2.0, 0.0, -0.0, INF, -INF, NAN],
    "number": [1.5, -2.0, 0.0, -0.0, INF, -INF], "finite": [1.5, -2.0, 0.0, -0.0], ">1": [1.5, 4.0, INF], "<1": [0.5, 0.0, -0.5],
    "odd": [1.0, 3.0, 7.0], "-odd": [-1.0, -3.0], "not odd": [2.0, 0.5, 4.0], "-not odd": [-2.0, -0.5], "fraction": [0.5, 2.5, -1.5],
    "integer": [2.0, -3.0, 0.0, -0.0],
}  # fmt: skip

REAL_FLOATS = [name for name in DTYPES if np.dtype(name).kind == "f"]

ODD = [("nan", NAN), ("+0", 0.0), ("-0", -0.0)]
UNARY = {
    "abs": [("nan", NAN), ("0", 0.0), ("inf", INF)],
    "acos": [("nan", NAN), (">1", NAN), (-1.5, NAN), (1.0, 0.0), (-1.0, PI)],
    "acosh": [("nan", NAN), ("<1", NAN), (1.0, 0.0), ("+inf", INF)],
    "asin": [*ODD, (">1", NAN), (-1.5, NAN)],
    "asinh": [*ODD, ("+inf", INF), ("-inf", -INF)],
    "atan": [*ODD, ("+inf", PI / 2), ("-inf", -PI / 2)],
    "atanh": [*ODD, (">1", NAN), (-1.5, NAN), (-1.0, -INF), (1.0, INF)],
    "cbrt": [*ODD, ("+inf", INF), ("-inf", -INF), (-8.0, -2.0)],
    "ceil": [*ODD, ("inf", "x1"), ("integer", "x1"), (-0.5, -0.0), (0.5, 1.0)],
    "cos": [("nan", NAN), ("0", 1.0), ("inf", NAN)],
    "cosh": [("nan", NAN), ("0", 1.0), ("inf", INF)],
    "exp": [("nan", NAN), ("0", 1.0), ("+inf", INF), ("-inf", 0.0)],
    "exp2": [("nan", NAN), ("0", 1.0), ("+inf", INF), ("-inf", 0.0), (3.0, 8.0)],
    "expm1": [*ODD, ("+inf", INF), ("-inf", -1.0)],
    "floor": [*ODD, ("inf", "x1"), ("integer", "x1"), (-0.5, -1.0), (0.5, 0.0)],
    "isfinite": [("finite", True), ("inf", False), ("nan", False)],
    "isinf": [("finite", False), ("inf", True), ("nan", False)],
    "isnan": [("finite", False), ("inf", False), ("nan", True)],
    "log": [("nan", NAN), ("-", NAN), ("0", -INF), (1.0, 0.0), ("+inf", INF)],
    "log10": [("nan", NAN), ("-", NAN), ("0", -INF), (1.0, 0.0), ("+inf", INF)],
    "log1p": [*ODD, (-2.0, NAN), (-1.0, -INF), ("+inf", INF)],
    "log2": [("nan", NAN), ("-", NAN), ("0", -INF), (1.0, 0.0), ("+inf", INF)],
    "logical_not": [("+0", True), ("-0", True), ("f", False), ("inf", False), ("nan", False)],
    "negative": [("nan", NAN), ("+0", -0.0), ("-0", 0.0)],
    "positive": [*ODD, ("inf", "x1")],
    "reciprocal": [("nan", NAN), ("+inf", 0.0), ("-inf", -0.0), ("+0", INF), ("-0", -INF)],
    "round": [*ODD, ("inf", "x1"), ("integer", "x1"), (0.5, 0.0), (-0.5, -0.0), (1.5, 2.0), (2.5, 2.0), (-1.5, -2.0)],
    "rsqrt": [("nan", NAN), ("-f", NAN), ("+0", INF), ("-0", -INF), ("+inf", 0.0)],
    "sign": [("nan", NAN), ("0", 0.0), ("+", 1.0), ("-", -1.0)],
    "signbit": [("+0", False), ("-0", True), ("+", False), ("-", True)],
    "sin": [*ODD, ("inf", NAN)],
    "sinh": [*ODD, ("+inf", INF), ("-inf", -INF)],
    "sqrt": [*ODD, ("-", NAN), ("+inf", INF)],
    "square": [("nan", NAN), ("0", 0.0), ("inf", INF)],
    "tan": [*ODD, ("inf", NAN)],
    "tanh": [*ODD, ("+inf", 1.0), ("-inf", -1.0)],
    "trunc": [*ODD, ("inf", "x1"), ("integer", "x1"), (-0.5, -0.0), (0.5, 0.0)],
}  # fmt: skip

NANS = [("nan", "any", NAN), ("any", "nan", NAN)]
BINARY = {
    "add": [
        *NANS, ("+inf", "-inf", NAN), ("-inf", "+inf", NAN), ("+inf", "+inf", INF), ("-inf", "-inf", -INF), ("+inf", "finite", INF),
        ("-inf", "finite", -INF), ("finite", "+inf", INF), ("finite", "-inf", -INF), ("-0", "-0", -0.0), ("-0", "+0", 0.0),
        ("+0", "-0", 0.0), ("+0", "+0", 0.0), ("0", "f", "x2"), ("f", "0", "x1"), (2.0, -2.0, 0.0),
    ],
    "atan2": [
        *NANS, ("+f", "0", PI / 2), ("+0", "+", 0.0), ("+0", "+0", 0.0), ("+0", "-0", PI), ("+0", "-", PI), ("-0", "+", -0.0),
        ("-0", "+0", -0.0), ("-0", "-0", -PI), ("-0", "-", -PI), ("-f", "0", -PI / 2), ("+f", "+inf", 0.0), ("+f", "-inf", PI),
        ("-f", "+inf", -0.0), ("-f", "-inf", -PI), ("+inf", "finite", PI / 2), ("-inf", "finite", -PI / 2), ("+inf", "+inf", PI / 4),
        ("+inf", "-inf", 3 * PI / 4), ("-inf", "+inf", -PI / 4), ("-inf", "-inf", -3 * PI / 4),
    ],
    "copysign": [(NAN, "any", NAN), (2.0, "-", -2.0), (-2.0, "+", 2.0), (2.0, "-0", -2.0), (-2.0, "+0", 2.0), (0.0, "-", -0.0)],
    "divide": [
        *NANS, ("inf", "inf", NAN), ("0", "0", NAN), ("+0", "+", 0.0), ("-0", "+", -0.0), ("+0", "-", -0.0), ("-0", "-", 0.0),
        ("+f", "+0", INF), ("+f", "-0", -INF), ("-f", "+0", -INF), ("-f", "-0", INF), ("+inf", "+f", INF), ("+inf", "-f", -INF),
        ("-inf", "+f", -INF), ("-inf", "-f", INF), ("+f", "+inf", 0.0), ("+f", "-inf", -0.0), ("-f", "+inf", -0.0), ("-f", "-inf", 0.0),
    ],
    "equal": [("nan", "any", False), ("any", "nan", False), ("+inf", "+inf", True), ("-inf", "-inf", True), ("0", "0", True)],
    "floor_divide": [
        *NANS, ("inf", "inf", NAN), ("0", "0", NAN), ("+0", "+", 0.0), ("-0", "+", -0.0), ("+0", "-", -0.0), ("-0", "-", 0.0),
        ("+f", "+0", INF), ("+f", "-0", -INF), ("-f", "+0", -INF), ("-f", "-0", INF), ("+inf", "+f", INF), ("+inf", "-f", -INF),
        ("-inf", "+f", -INF), ("-inf", "-f", INF), ("+f", "+inf", 0.0), ("+f", "-inf", -1.0), ("-f", "+inf", -1.0), ("-f", "-inf", 0.0),
        (7.25, 2.0, 3.0), (-7.25, 2.0, -4.0), (7.25, -2.0, -4.0), (-7.25, -2.0, 3.0), (0.5, 2.0, 0.0), (-0.5, 2.0, -1.0),
    ],
    "greater": [("nan", "any", False), ("any", "nan", False), ("+inf", "finite", True), ("0", "0", False)],
    "greater_equal": [("nan", "any", False), ("any", "nan", False), ("+inf", "number", True), ("0", "0", True)],
    "hypot": [
        ("inf", "any", INF), ("any", "inf", INF), ("finite", "nan", NAN), ("nan", "finite", NAN), ("nan", "nan", NAN),
        ("0", "0", 0.0), ("+f", "0", "x1"), ("0", "+f", "x2"),
    ],
    "less": [("nan", "any", False), ("any", "nan", False), ("finite", "+inf", True), ("0", "0", False)],
    "less_equal": [("nan", "any", False), ("any", "nan", False), ("number", "+inf", True), ("0", "0", True)],
    "logaddexp": [
        *NANS, ("+inf", "number", INF), ("number", "+inf", INF), ("-inf", "f", "x2"), ("f", "-inf", "x1"), ("-inf", "-inf", -INF),
    ],
    "maximum": [*NANS, ("+inf", "number", INF), ("number", "-inf", "x1"), ("number", "+inf", INF), ("-inf", "number", "x2")],
    "minimum": [*NANS, ("-inf", "number", -INF), ("number", "+inf", "x1"), ("number", "-inf", -INF), ("+inf", "number", "x2")],
    "multiply": [
        *NANS, ("inf", "0", NAN), ("0", "inf", NAN), ("+inf", "+", INF), ("+inf", "-", -INF), ("-inf", "+", -INF), ("-inf", "-", INF),
        ("+f", "-inf", -INF), ("-f", "-inf", INF), ("+0", "-f", -0.0), ("-0", "-f", 0.0), ("+0", "+f", 0.0),
    ],
    "nextafter": [*NANS, ("+0", "-0", -0.0), ("-0", "+0", 0.0), (1.0, 1.0, 1.0), (-2.0, -2.0, -2.0)],
    "not_equal": [("nan", "any", True), ("any", "nan", True), ("+inf", "-inf", True), ("0", "0", False)],
    "pow": [
        ("any", "0", 1.0), ("nan", "f", NAN), (2.0, "+inf", INF), (2.0, "-inf", 0.0), (-2.0, "+inf", INF),
        (-2.0, "-inf", 0.0), (1.0, "any", 1.0), (-1.0, "inf", 1.0), (0.5, "+inf", 0.0), (0.5, "-inf", INF), (-0.5, "+inf", 0.0),
        (-0.5, "-inf", INF), ("+inf", "+", INF), ("+inf", "-", 0.0), ("-inf", "odd", -INF), ("-inf", "not odd", INF),
        ("-inf", "-odd", -0.0), ("-inf", "-not odd", 0.0), ("+0", "+", 0.0), ("+0", "-", INF), ("-0", "odd", -0.0),
        ("-0", "not odd", 0.0), ("-0", "-odd", -INF), ("-0", "-not odd", INF), (-2.0, "fraction", NAN),
    ],
    "remainder": [
        *NANS, ("inf", "any", NAN), ("any", "0", NAN), ("0", "+", 0.0), ("0", "-", -0.0), ("+f", "+inf", "x1"), ("+f", "-inf", -INF),
        ("-f", "+inf", INF), ("-f", "-inf", "x1"), (7.25, 2.0, 1.25), (-7.25, 2.0, 0.75), (7.25, -2.0, -0.75), (4.0, -2.0, -0.0),
    ],
    "subtract": [*NANS, ("+inf", "+inf", NAN), ("-inf", "-inf", NAN), ("+0", "+0", 0.0), ("-0", "+0", -0.0), ("-0", "-0", 0.0)],
}  # fmt: skip


def numbers(operand):
    return SETS[operand] if isinstance(operand, str) else [operand]


def cases(table):
    """Operands and results of all rows."""
    for *operands, expected in table:
        grids = np.meshgrid(*map(numbers, operands), indexing="ij")
        for values in zip(*(g.ravel() for g in grids)):
            yield values, {"x1": values[0], "x2": values[-1]}.get(expected, expected)


def assert_special(name, dtype, table):
    rows = list(cases(table))
    operands = [np.array(column, dtype=dtype) for column in zip(*(values for values, _ in rows))]
    result = dpt.asnumpy(getattr(dpt, name)(*map(dpt.asarray, operands)))
    for values, got, expected in zip(zip(*operands), result, (e for _, e in rows)):
        call = f"{name}{tuple(map(float, values))} is {got}, not {expected}"
        if isinstance(expected, bool):
            assert got == expected and result.dtype == bool, call
        elif math.isnan(expected):
            assert np.isnan(got), call
        else:
            assert abs(got - expected) <= 2 * abs(np.spacing(got)) if np.isfinite(expected) else got == expected, call
            assert np.signbit(got) == np.signbit(expected), call


@pytest.mark.parametrize("dtype", REAL_FLOATS)
@pytest.mark.parametrize("name", UNARY)
def test_unary(name, dtype):
    assert_special(name, dtype, UNARY[name])


@pytest.mark.parametrize("dtype", REAL_FLOATS)
@pytest.mark.parametrize("name", BINARY)
def test_binary(name, dtype):
    assert_special(name, dtype, BINARY[name])


def test_pow_of_anything_but_one_to_nan_is_nan():
    x = dpt.asarray([0.0, -0.0, 2.0, -1.0, INF, -INF, NAN])
    assert np.isnan(dpt.asnumpy(dpt.pow(x, NAN))).all()


@pytest.mark.parametrize("dtype", REAL_FLOATS)
def test_nextafter_steps_by_one_bit(dtype):
    numbers = np.array([0.0, -0.0, 1.0, -1.0, 1.5, np.finfo(dtype).max, -np.finfo(dtype).tiny, INF], dtype=dtype)
    a, b = np.repeat(numbers, 8), np.tile(numbers, 8)
    with np.errstate(all="ignore"):
        expected = np.where(a == b, b, np.nextafter(a, b))
    ours = dpt.asnumpy(dpt.nextafter(dpt.asarray(a), dpt.asarray(b)))
    np.testing.assert_array_equal(ours, expected)
    np.testing.assert_array_equal(np.signbit(ours), np.signbit(expected))


@pytest.mark.parametrize("name", ["acos", "asin", "acosh", "asinh"])
def test_inverse_functions_of_complex_numbers_without_end(device, name):
    parts = [0.0, -0.0, 2.0, INF, -INF, NAN]
    z = np.array([complex(a, b) for a in parts for b in parts if not (np.isfinite(a) and np.isfinite(b))], dtype="c8")
    there, on_host = (dpt.asnumpy(getattr(dpt, name)(dpt.asarray(z, device=d))) for d in (device, "opencl:cpu:0"))
    for a, b in ((there.real, on_host.real), (there.imag, on_host.imag)):
        np.testing.assert_allclose(np.abs(a), np.abs(b), rtol=1e-6)  # some signs are open


def test_signs_of_complex_numbers_with_an_infinite_part(device):
    ends = [float("inf"), -float("inf")]
    z = np.asarray(
        [complex(a, b) for e in ends for o in (1, -1.5, 0.0, float("nan"), float("inf")) for a, b in ((e, o), (o, e))]
    )
    for dtype in ("c8", "c16"):
        x = np.tile(z.astype(dtype), 3)  # beside vectors of the CPU, a rest
        with np.errstate(all="ignore"):
            np.testing.assert_array_equal(dpt.asnumpy(dpt.sign(dpt.asarray(x, device=device))), np.sign(x))
