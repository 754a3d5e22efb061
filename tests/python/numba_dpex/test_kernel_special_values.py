"""Mathematical functions of kernels on infinities, NaN, signed zeros and the largest and smallest numbers, compared with Python's."""

import cmath
import itertools
import linecache
import math

import numpy as np
import pytest
from kernel_helpers import on_each_device  # noqa: F401

import dpctl
import dpctl.tensor as dpt
import numba_dpex as dpex
from numba_dpex._compiler.errors import TypingError

INF, NAN = math.inf, math.nan
PARTS = [0.0, -0.0, 1.0, -1.0, 0.5, -2.5, INF, -INF, NAN, 1e300, 1.7e308, -1.7e308, 5e-324, 1e-200]
COMPLEX = [complex(*z) for z in itertools.product(PARTS, PARTS)]
REAL = [*PARTS, 2.0, -7.5, 3.7, 2.0**53, 9.3e18, -9.3e18, 1e-17, 710.0]


@pytest.fixture
def compute(device):
    """compute(expression, a, b, dtype): its value for each pair, computed by a kernel."""
    queue = dpctl.SyclQueue(device)

    def run(expression, a, b, dtype):
        text = f"def k(item, A, B, X):\n    i = item.get_id(0)\n    a = A[i]\n    b = B[i]\n    X[i] = {expression}\n"
        file = f"<kernel of {expression}>"
        linecache.cache[file] = (len(text), None, text.splitlines(True), file)
        names = {"math": math, "cmath": cmath, "np": np}
        exec(compile(text, file, "exec"), names)
        x = dpt.zeros(len(a), dtype=dtype, sycl_queue=queue)
        try:
            given = (dpt.asarray(np.array(v), sycl_queue=queue) for v in (a, b))
            dpex.call_kernel(dpex.kernel(names["k"]), dpex.Range(len(a)), *given, x)
        finally:
            del linecache.cache[file]
        return dpt.asnumpy(x)

    return run


def pythons(expression, a, b):
    """Python's values; None where it raises."""
    found = []
    for x, y in zip(a, b, strict=True):
        try:
            found.append(eval(expression, {"math": math, "cmath": cmath, "a": x, "b": y}))
        except (ArithmeticError, ValueError):
            found.append(None)
    return found


def is_close(got, wanted, signs=True):
    if isinstance(wanted, complex):
        return is_close(got.real, wanted.real, signs) and is_close(got.imag, wanted.imag, signs)
    if math.isnan(wanted) or math.isnan(got):
        return math.isnan(wanted) and math.isnan(got)
    if signs and wanted == got == 0 and math.copysign(1, wanted) != math.copysign(1, got):
        return False
    return got == wanted or abs(got - wanted) <= max(16 * math.ulp(wanted), 5e-324)


def compare(compute, expression, a, b, dtype, signs=True):
    wanted = pythons(expression, a, b)
    got = compute(expression, a, b, dtype)
    wrong = [
        (x, y, g, w)
        for x, y, g, w in zip(a, b, got.tolist(), wanted, strict=True)
        if w is not None and not is_close(g, w, signs)
    ]
    assert not wrong, wrong[:10]


CMATH = (
    "acos acosh asin asinh atan atanh cos cosh exp log log10 phase sin sinh sqrt tan tanh isfinite isinf isnan".split()
)


@pytest.mark.parametrize("name", CMATH)
def test_complex_functions(name, compute):
    """Signs of zeros are those of C and Python, except where C leaves them unspecified: with a NaN, and for infinities without a direction."""
    plain = [z for z in COMPLEX if not cmath.isnan(z) and not (cmath.isinf(z) and name in ("tanh", "tan"))]
    dtype = "?" if name.startswith("is") else "f8" if name == "phase" else "c16"
    compare(compute, f"cmath.{name}(a)", plain, plain, dtype)
    compare(compute, f"cmath.{name}(a)", COMPLEX, COMPLEX, dtype, signs=False)


def test_complex_functions_that_were_wrong(compute):
    for text, wanted in [
        ("cmath.atan(a)", cmath.atan(INF)),
        ("cmath.tanh(a + complex(0, b))", cmath.tanh(complex(INF, INF))),
        (
            "cmath.sqrt(complex(1.7e308, 1e300) + 0 * b if b == 0 else complex(1.7e308, 1e300))",
            cmath.sqrt(complex(1.7e308, 1e300)),
        ),
        ("cmath.log10(complex(1000.0, 0))", 3 + 0j),
    ]:
        assert is_close(compute(text, [INF], [INF], "c16").tolist()[0], wanted), text


@pytest.mark.parametrize("expression", ["a + b", "a - b", "a / b", "a == b", "a != b", "cmath.isclose(a, b)"])
def test_complex_operators(expression, compute):
    few = [complex(*z) for z in itertools.product((0.0, -0.0, 1.0, -2.5, INF, NAN, 1e100), repeat=2)]
    a, b = zip(*itertools.product(few, few), strict=True)
    compare(compute, expression, list(a), list(b), "c16" if len(expression) == 5 and expression[2] in "+-/" else "?")


def test_complex_powers_lose_no_digits(compute):
    """Python rounds the angle, so its smaller part of a root of a negative number is noise."""
    a = [complex(*z) for z in itertools.product((1e300, -1e150, 3.0, 1e-300), (0.0, 1e300, -2.0, 1e-299))]
    b = [0j, 0.25 + 0j, -0.5 + 0j, 0.125 + 0j]
    for expression, x, y in (("a ** 0.5", a, a), ("a ** b", [z for z in a for _ in b], b * len(a))):
        for got, wanted in zip(compute(expression, x, y, "c16").tolist(), pythons(expression, x, y), strict=True):
            assert abs(got - wanted) <= 16 * math.ulp(abs(wanted)), (expression, got, wanted)


@pytest.mark.parametrize("power", ["2.0", "1.0", "0.0", "-1.0", "0.5", "3.0", "-0.5"])
def test_constant_powers_are_those_of_variables(power, compute):
    """Products, quotients and roots are computed where they have the value of the function."""
    b = [float(power)] * len(REAL)
    with np.errstate(all="ignore"):
        wanted = compute("a ** b", REAL, b, "f8")
    for form in (f"a ** {power}", f"math.pow(a, {power})", f"np.power(a, {power})"):
        found = compute(form, REAL, b, "f8")
        np.testing.assert_allclose(found, wanted, rtol=4e-16, atol=5e-324)  # roundings, of subnormal numbers too
        numbers = ~np.isnan(wanted)  # processors differ in the sign of a NaN that they make
        np.testing.assert_array_equal(np.signbit(found)[numbers], np.signbit(wanted)[numbers])


@pytest.mark.parametrize("expression", ["a // b", "a % b", "divmod(a, b)[0]", "divmod(a, b)[1]"])
def test_whole_quotients(expression, compute):
    a, b = zip(*itertools.product(REAL, REAL), strict=True)
    compare(compute, expression, list(a), list(b), "f8")


def test_whole_quotients_by_zero_are_quotients_by_zero(compute):
    a, b = zip(*itertools.product(REAL, (0.0, -0.0)), strict=True)
    with np.errstate(all="ignore"):
        np.testing.assert_array_equal(compute("a // b", a, b, "f8"), np.array(a) / np.array(b))
    assert np.isnan(compute("a % b", a, b, "f8")).all()


def test_quotients_of_half_the_digits(compute):
    a, b = zip(*itertools.product([x for x in REAL if not abs(x) > 1e30], REAL[:8]), strict=True)
    a, b = (np.array(x, dtype="f4") for x in (a, b))
    with np.errstate(all="ignore"):
        wanted = np.where(
            b == 0, a / b, [x // y if y else 0 for x, y in zip(a.astype("f8"), b.astype("f8"), strict=True)]
        )
        np.testing.assert_array_equal(compute("a // b", a, b, "f4"), wanted.astype("f4"))


@pytest.mark.parametrize("name", ["floor", "ceil", "trunc"])
def test_whole_parts_are_integers(name, compute):
    a = [x for x in REAL if abs(x) < 2**63]
    compare(compute, f"math.{name}(a) // 2", a, a, "i8")
    assert compute(f"isinstance(math.{name}(a), int) and not isinstance(np.{name}(a), int)", a, a, "?").all()
    integers = [0, 5, -7, 2**62 + 1]
    compare(compute, f"math.{name}(a)", integers, integers, "i8")
    unsigned = np.array([1, 2**63 + 5], dtype="u8")
    assert compute(f"math.{name}(a)", unsigned, unsigned, "u8").tolist() == unsigned.tolist()
    assert compute(f"math.{name}(a)", [INF, NAN, -1e300], [0] * 3, "i8").tolist() == [-(2**63)] * 3


def test_parts_of_numbers_beyond_integers(compute):
    a = [1e300, -1.7e308, 2.0**70, 0.5, -3.25, INF, -0.0]
    compare(compute, "math.modf(a)[0]", a, a, "f8")
    compare(compute, "math.modf(a)[1]", a, a, "f8")


def test_identity_of_numbers(compute):
    a, b = [1, 2, 3, 1], [1, 1, 3, 0]
    assert compute("a is b", a, b, "?").tolist() == [True, False, True, False]
    assert compute("a is not b", a, b, "?").tolist() == [False, True, False, True]
    assert compute("a is 1", a, b, "?").tolist() == [True, False, False, True]
    assert compute("1 is a", a, b, "?").tolist() == [True, False, False, True]
    assert compute("(a == b) is True", a, b, "?").tolist() == [True, False, True, False]
    for never in ("a is None", "a is 1.0", "a is True", "a is (1,)", "None is a"):
        assert not compute(never, a, b, "?").any(), never
        assert compute(never.replace(" is ", " is not "), a, b, "?").all(), never
    assert compute("a is b", [1.5, NAN], [1.5, NAN], "?").tolist() == [True, False]
    assert compute("b is a", np.array([1, 5], "i4"), np.array([1, 6], "u1"), "?").tolist() == [True, False]


def test_directions_without_length(compute):
    angles = [0.0, -0.0, 2.5, INF, NAN]
    compare(compute, "cmath.rect(a, b)", [0.0] * 5 + [-1.5] * 3, angles + angles[:3], "c16", signs=False)


def test_spacing_of_zeros_is_positive(compute):
    for t in (np.float32, np.float64):
        x = np.array([0.0, -0.0, 1, -1, INF, -INF, NAN], t)
        with np.errstate(invalid="ignore"):
            expected = np.spacing(x)
        np.testing.assert_array_equal(compute("np.spacing(a)", x, x, t), expected)


OF_MATH = (
    "sin cosh atan exp log log2 log1p sqrt isnan isfinite floor trunc degrees isclose pow hypot copysign gcd".split()
)


@pytest.mark.parametrize("name", OF_MATH)
def test_functions_of_math_refuse_complex_numbers(name, compute):
    two = ", 1" if name in ("isclose", "pow", "hypot", "copysign", "gcd") else ""
    text = f"cmath.{name} takes complex numbers" if hasattr(cmath, name) else "it takes real numbers|real and .imag"
    with pytest.raises(TypingError, match=text) as caught:
        compute(f"math.{name}(a{two})", [1j], [1j], "D")
    assert ":5 in k" in str(caught.value)
