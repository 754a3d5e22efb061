"""Functions of numbers near overflow and underflow, compared with exact arithmetic: no intermediate result overflows or loses digits."""

import math
import random
from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest
from tensor_helpers import DTYPES, host

import dpctl.tensor as dpt

COMPLEX = [dtype for dtype in DTYPES if np.dtype(dtype).kind == "c"]
PI = Decimal(
    "3.14159265358979323846264338327950288419716939937510582097494459230781640628620899862803482534211706798214808651328230664709384460955058"
    "223172535940812848111745028410270193852110555964462294895493038196442881097566593344612847564823378678316527120190914564856692346034861"
    "045432664821339360726024914127372458700660631558817488152092096282925409171536436789259036001133053054882046652138414695194151160943305"
)  # as many digits as an angle near 10^308 takes


def limits(dtype):
    return np.finfo(dtype)


def parts_of_every_size(dtype, n, seed):
    """Complex numbers whose parts have any exponent, some of them the largest, the least and 0."""
    pick, info = random.Random(seed), limits(dtype)
    low, high = math.log2(info.smallest_subnormal), math.log2(info.max)
    special = [0.0, float(info.max), float(info.smallest_subnormal), float(info.tiny), float(info.max) / 3, 1.0]

    def part():
        size = pick.choice(special) if pick.random() < 0.3 else 2.0 ** pick.uniform(low, high)
        return min(size, float(info.max)) * pick.choice([1, -1])

    z = np.empty(n, dtype)
    z.real, z.imag = [part() for _ in range(n)], [part() for _ in range(n)]
    return z


def computed(name, *operands):
    return host(getattr(dpt, name)(*map(dpt.asarray, operands)))


def assert_close(found, re, im, ulp=4):
    """Both parts within some ULP of the exact number's magnitude; beyond the largest number they are infinite."""
    info = limits(found.dtype)
    size = max(abs(re), abs(im))
    for part, exact in ((found.real, re), (found.imag, im)):
        if abs(exact) > Fraction(float(info.max)) * (1 + Fraction(1, 100)):
            assert math.isinf(part) and (part > 0) == (exact > 0), (found, float(size) if size < 1e300 else size)
        elif abs(exact) < Fraction(float(info.max)) * (1 - Fraction(1, 100)):
            error = abs(Fraction(float(part)) - Fraction(exact))
            assert error <= ulp * (
                Fraction(float(info.eps)) * Fraction(min(size, Fraction(float(info.max))))
                + Fraction(float(info.smallest_subnormal))
            )


def exact_parts(z):
    return Fraction(float(z.real)), Fraction(float(z.imag))


@pytest.mark.parametrize("dtype", COMPLEX)
def test_quotients_and_reciprocals(dtype):
    x, y = parts_of_every_size(dtype, 3000, 1), parts_of_every_size(dtype, 3000, 2)
    y = np.where(y == 0, 1, y).astype(dtype)
    for found, numbers in ((computed("divide", x, y), x), (computed("reciprocal", y), np.ones_like(x))):
        for quotient, a, b in zip(found, numbers, y, strict=True):
            (c, d), (e, f) = exact_parts(a), exact_parts(b)
            below = e * e + f * f
            assert_close(quotient, (c * e + d * f) / below, (d * e - c * f) / below)


@pytest.mark.parametrize("dtype", COMPLEX)
def test_a_real_divisor_divides_each_part(dtype):
    x, y = parts_of_every_size(dtype, 500, 3), parts_of_every_size(dtype, 500, 4)
    y = np.where(y.real == 0, 1, y.real).astype(dtype)
    with np.errstate(all="ignore"):
        expected = np.stack([x.real / y.real, x.imag / y.real])
    found = computed("divide", x, y)
    np.testing.assert_array_equal(np.stack([found.real, found.imag]), expected)


@pytest.mark.parametrize("dtype", COMPLEX)
def test_signs_are_of_size_1(dtype):
    z = parts_of_every_size(dtype, 1000, 5)
    z = z[z != 0]
    with localcontext() as context:
        context.prec = 60
        for found, number in zip(computed("sign", z), z, strict=True):
            re, im = Decimal(float(number.real)), Decimal(float(number.imag))
            size = (re * re + im * im).sqrt()
            assert_close(found, Fraction(re / size), Fraction(im / size))


@pytest.mark.parametrize("dtype", COMPLEX)
def test_powers_of_two_of_any_imaginary_part(dtype):
    pick, z = random.Random(6), np.zeros(400, dtype)
    z.imag = [pick.choice([1, -1]) * 2.0 ** pick.uniform(-20, math.log2(limits(dtype).max) - 0.01) for _ in z]
    z.imag[:4] = [1e8, -(2.0**24), float(limits(dtype).max), 2.0**10]
    z.real[200:] = [pick.uniform(-10, 10) for _ in z[200:]]
    with localcontext() as context:
        context.prec = 400
        ln2 = Decimal(2).ln()
        for found, number in zip(computed("exp2", z), z, strict=True):
            angle = Decimal(float(number.imag)) * ln2
            angle -= 2 * PI * (angle / (2 * PI)).to_integral_value()
            size = 2.0 ** float(number.real)
            assert_close(found, Fraction(size * math.cos(angle)), Fraction(size * math.sin(angle)))
    edge = np.asarray([limits(dtype).maxexp + 0.25 + 4.53j, -np.inf + 2j, np.inf + 0j, 3 + 0j], dtype)
    found = computed("exp2", edge)
    assert np.isfinite(found[0].imag) == (abs(math.sin(4.53 * math.log(2))) * 2**0.25 < 1)
    assert found[1] == 0 and found[2] == np.inf and found[3] == 8


@pytest.mark.parametrize("dtype", COMPLEX)
def test_inverse_tangents_far_from_zero_and_beside_one(dtype):
    largest, eps = float(limits(dtype).max), float(limits(dtype).eps)
    far = parts_of_every_size(dtype, 1000, 7)
    far = far[np.maximum(abs(far.real), abs(far.imag)) > 1 / eps]
    for found, z in zip(computed("atanh", far), far, strict=True):
        a, b = exact_parts(z)
        below = a * a + b * b
        assert_close(found, a / below, Fraction(math.copysign(math.pi / 2, z.imag)) - b / below)
        assert math.isclose(found.real, a / below, rel_tol=8 * eps, abs_tol=float(limits(dtype).tiny) * 8 * eps)
    for found, z in zip(computed("atan", far), far, strict=True):
        a, b = exact_parts(z)
        below = a * a + b * b
        assert_close(found, Fraction(math.copysign(math.pi / 2, z.real)) - a / below, b / below)
    for size in (float(limits(dtype).smallest_subnormal), float(limits(dtype).tiny), eps**3, eps):
        for b in (size, -size):
            found = computed("atanh", np.asarray([complex(1, b), complex(-1, b)], dtype))
            expected = (math.log(2) - math.log(size)) / 2
            np.testing.assert_allclose(found.real, [expected, -expected], rtol=4 * eps)
            np.testing.assert_allclose(found.imag, np.copysign([math.pi / 4, math.pi / 4], b), rtol=4 * eps)
    assert np.isfinite(computed("atan", np.asarray([complex(largest, largest), complex(0, largest / 2)], dtype))).all()


@pytest.mark.parametrize("dtype", COMPLEX)
def test_logarithms_and_inverse_functions_of_the_largest_numbers(dtype):
    largest, eps = float(limits(dtype).max), float(limits(dtype).eps)
    for a, b in ((1, 1), (-1, 0.5), (0.25, -1), (-1e-5, 1)):
        z = np.asarray([complex(a * largest, b * largest)], dtype)
        log_of_size, angle = math.log(largest) + math.log(math.hypot(a, b)), math.atan2(b, a)
        to_axis = math.atan2(a, abs(b))
        twice = log_of_size + math.log(2)
        expected = {
            "log": complex(log_of_size, angle), "acosh": complex(twice, angle), "acos": complex(abs(angle), -math.copysign(twice, b)),
            "asin": complex(to_axis, math.copysign(twice, b)), "asinh": complex(math.copysign(twice, a), math.atan2(b, abs(a))),
        }  # fmt: skip
        for name, value in expected.items():
            np.testing.assert_allclose(computed(name, z), [value], rtol=4 * eps, err_msg=name)
    least = np.asarray([complex(limits(dtype).smallest_subnormal, -limits(dtype).smallest_subnormal)], dtype)
    np.testing.assert_allclose(
        computed("log", least), [complex(math.log(least[0].real) + math.log(2) / 2, -math.pi / 4)], rtol=4 * eps
    )


@pytest.mark.parametrize("dtype", COMPLEX)
def test_a_small_sine_times_a_cosine_beyond_the_range(dtype):
    info = limits(dtype)
    big, small = math.log(float(info.max)) + 3, float(info.eps)
    value = float(
        Fraction(math.exp(big / 2) / 2) * Fraction(math.exp(big / 2)) * Fraction(small)
    )  # exp(big) / 2 times the sine
    z = np.asarray([complex(small, big), complex(small, -big)], dtype)
    eps = 4 * float(info.eps) * big
    found = computed("sin", z)
    np.testing.assert_allclose(found.real, [value, value], rtol=eps)
    assert found.imag.tolist() == [math.inf, -math.inf]
    found = computed("cos", z)
    np.testing.assert_allclose(found.imag, [-value, value], rtol=eps)
    assert found.real.tolist() == [math.inf, math.inf]
    rotated = np.asarray([complex(big, small), complex(-big, small)], dtype)
    np.testing.assert_allclose(computed("sinh", rotated).imag, [value, value], rtol=eps)
    np.testing.assert_allclose(computed("cosh", rotated).imag, [value, -value], rtol=eps)


@pytest.mark.parametrize("dtype", COMPLEX)
def test_whole_powers_are_products(dtype):
    z = np.asarray([3 + 4j, -2 + 1j, 5 - 1j, 0.5j, -25], dtype)
    for n in (3, 5, 7, 10):
        exact = [complex(1)] * len(z)
        for _ in range(n):
            exact = [a * complex(b) for a, b in zip(exact, z, strict=True)]
        np.testing.assert_allclose(computed("pow", z, np.full(len(z), n, dtype)), exact, rtol=8 * limits(dtype).eps)
        np.testing.assert_allclose(
            computed("pow", z, np.full(len(z), -n, dtype)), [1 / p for p in exact], rtol=8 * limits(dtype).eps
        )
    real = computed("pow", np.asarray([-3, 2, -1], dtype), np.asarray([5, 20, 99], dtype))
    assert real.tolist() == [-243, 2**20, -1]
