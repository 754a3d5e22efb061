"""Quotients and remainders of arrays compared with NumPy, where rounding would show: large numbers, near multiples, limits of types."""

import itertools

import numpy as np
import pytest

import dpctl.tensor as dpt

INTEGERS = ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"]


def integers(dtype):
    limits, rng, n = np.iinfo(dtype), np.random.default_rng(5), 2000
    ends = np.array([limits.min, limits.min + 1, limits.max - 1, limits.max, 0, 1, 2, 3, 7], dtype)
    pools = [rng.integers(limits.min, limits.max, n, dtype, endpoint=True), ends[rng.integers(0, len(ends), n)]]
    pools.append(rng.integers(max(limits.min, -9), 9, n).astype(dtype))
    if limits.bits == 64:
        pools.append(rng.integers(0, 2**51, n).astype(dtype))
    return pools


@pytest.mark.parametrize("dtype", INTEGERS)
def test_integers_divide_as_in_numpy_and_by_zero_to_zero(device, dtype):
    with np.errstate(all="ignore"):
        for x, y in itertools.product(integers(dtype), repeat=2):
            a, b = dpt.asarray(x, device=device), dpt.asarray(y, device=device)
            for name in ("floor_divide", "remainder"):
                expected = np.where(y == 0, 0, getattr(np, name)(x, y))
                np.testing.assert_array_equal(
                    dpt.asnumpy(getattr(dpt, name)(a, b)), expected, err_msg=f"{dtype} {name}"
                )


@pytest.mark.parametrize("dtype", INTEGERS)
def test_integers_divide_by_one_number(device, dtype):
    limits, rng = np.iinfo(dtype), np.random.default_rng(8)
    for number in (2, 3, 7, 100, 127, 255, 2**25 + 1, 2**50 + 1, 2**51 - 1, 2**51, limits.max):
        if number > limits.max:
            continue
        largest = min(limits.max, 2**51 - 1) // number
        beside = rng.integers(0, largest, 600, dtype, endpoint=True) * np.dtype(dtype).type(number) + rng.integers(
            -1, 2, 600
        ).astype(dtype)
        for x in (*integers(dtype), beside):
            a = dpt.asarray(x, device=device)
            np.testing.assert_array_equal(
                dpt.asnumpy(a // number), x // np.dtype(dtype).type(number), err_msg=str(number)
            )
            np.testing.assert_array_equal(
                dpt.asnumpy(a % number), x % np.dtype(dtype).type(number), err_msg=str(number)
            )


@pytest.mark.parametrize("dtype", ["i1", "u1"])
def test_every_byte_by_every_number(device, dtype):
    limits = np.iinfo(dtype)
    x = np.arange(limits.min, limits.max + 1).astype(dtype)
    a = dpt.asarray(x, device=device)
    for number in range(1, limits.max + 1):
        np.testing.assert_array_equal(dpt.asnumpy(a // number), x // np.dtype(dtype).type(number), err_msg=str(number))
        np.testing.assert_array_equal(dpt.asnumpy(a % number), x % np.dtype(dtype).type(number), err_msg=str(number))


@pytest.mark.parametrize("dtype", INTEGERS)
def test_integers_shift_by_one_count(device, dtype):
    for x in integers(dtype):
        a = dpt.asarray(x, device=device)
        for count in range(np.iinfo(dtype).bits):
            of_dtype = np.dtype(dtype).type(count)
            np.testing.assert_array_equal(dpt.asnumpy(a << count), x << of_dtype, err_msg=str(count))
            np.testing.assert_array_equal(dpt.asnumpy(a >> count), x >> of_dtype, err_msg=str(count))


def test_quotients_just_beside_integers(device):
    rng = np.random.default_rng(6)
    k, d = rng.integers(1, 2**25, 3000), rng.integers(1, 2**25, 3000)
    for beside, sign in itertools.product((-1, 0, 1), (1, -1)):
        x, y = (k * d + beside) * sign, d
        a, b = dpt.asarray(x, device=device), dpt.asarray(y, device=device)
        np.testing.assert_array_equal(dpt.asnumpy(a // b), x // y)
        np.testing.assert_array_equal(dpt.asnumpy(a % b), x % y)


@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_remainders_of_real_numbers_to_the_bit(dtype):
    rng, n = np.random.default_rng(7), 3000
    special = np.array([0.0, -0.0, 1, -1, np.inf, -np.inf, np.nan, 3, -7])[rng.integers(0, 9, n)]
    pools = [rng.random(n), rng.standard_normal(n) * 1e3, np.round(rng.standard_normal(n) * 50), special]
    pools += [rng.standard_normal(n) * 10.0 ** rng.integers(-8, 8, n), rng.standard_normal(n) * 1e-30]
    pools = [p.astype(dtype) for p in pools]
    with np.errstate(all="ignore"):
        for x, y in itertools.product(pools, repeat=2):
            expected, got = np.remainder(x, y), dpt.asnumpy(dpt.asarray(x) % dpt.asarray(y))
            same = (expected.view("i" + dtype[1]) == got.view("i" + dtype[1])) | (np.isnan(expected) & np.isnan(got))
            assert same.all(), (x[~same][:3], y[~same][:3], expected[~same][:3], got[~same][:3])


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8"])
def test_quotients_rounded_down_at_the_ends_of_the_range(device, dtype):
    if dtype == "f2" and not device.has_aspect_fp16:
        pytest.skip("without float16 in hardware results are float32, which NumPy's are not")
    limits = np.finfo(dtype)
    ends = [
        0.0,
        1,
        2.5,
        7,
        0.1,
        np.inf,
        limits.max,
        limits.tiny,
        limits.smallest_subnormal,
        3 * float(limits.smallest_subnormal),
    ]
    ends = np.array([np.nan, *ends, *(-x for x in ends)], dtype)
    x, y = np.repeat(ends, ends.size), np.tile(ends, ends.size)
    keep = np.isfinite(x) | ~np.isfinite(y)  # of an infinity: docs/differences.md
    x, y = x[keep], y[keep]
    with np.errstate(all="ignore"):
        expected = np.floor_divide(x, y)
        a, b = dpt.asarray(x, device=device), dpt.asarray(y, device=device)
        np.testing.assert_array_equal(dpt.asnumpy(dpt.floor_divide(a, b)), expected)
        number = ~np.isnan(expected)  # a NaN's sign is the processor's affair
        np.testing.assert_array_equal(np.signbit(dpt.asnumpy(a // b))[number], np.signbit(expected)[number], "signs")
        for number in (float(v) for v in ends if np.isfinite(v)):
            np.testing.assert_array_equal(dpt.asnumpy(number // b), number // y, str(number))
        for number in (np.inf, -np.inf):
            np.testing.assert_array_equal(dpt.asnumpy(a // number), x // number)
        a //= b
        np.testing.assert_array_equal(dpt.asnumpy(a), expected)


def test_powers_with_simple_exponents(device):
    x = np.array([-3.5, -1, -0.0, 0.0, 0.1, 7, np.inf, -np.inf, np.nan, 1e20], "f4")
    a = dpt.asarray(x, device=device)
    with np.errstate(all="ignore"):
        for exponent in (2, 2.0, 1, -1, -1.0):
            for size in (1, 3000):  # the short way and the long one
                expected = np.tile(x, size) ** np.float32(exponent)
                np.testing.assert_array_equal(dpt.asnumpy(dpt.tile(a, size) ** exponent), expected)
    for dtype in ("i1", "u4", "i8"):
        numbers = np.arange(100).astype(dtype)
        np.testing.assert_array_equal(dpt.asnumpy(dpt.asarray(numbers, device=device) ** 2), numbers**2)
    assert (dpt.ones(3, dtype="i4", device=device) ** 2.0).dtype.kind == "f"


def test_power_of_one_half_is_a_root_but_for_the_signs_of_zeros_and_infinities(device):
    x = np.array([-3.5, -0.0, 0.0, 2, np.inf, -np.inf, np.nan, 1e20, 1e-44], "f4")
    expected = np.array([np.nan, 0, 0, 2**0.5, np.inf, np.inf, np.nan, 1e10, 1e-22], "f4")
    expected[[3, 7, 8]] = np.sqrt(x[[3, 7, 8]])
    for size in (1, 3000):
        a = dpt.tile(dpt.asarray(x, device=device), size)
        written = dpt.asarray(a, copy=True)
        written **= 0.5
        for got in (a**0.5, dpt.pow(a, 0.5), written):
            np.testing.assert_array_equal(dpt.asnumpy(got), np.tile(expected, size))
            assert not dpt.any(dpt.signbit(got) & (got == 0))


def test_truth_is_counted_and_found(device):
    rng = np.random.default_rng(8)
    for n in (1, 63, 64, 65, 20_000, 300_001):
        for share in (0, 0.3, 1):
            x = rng.random(n) < share
            a = dpt.asarray(x, device=device)
            assert int(dpt.count_nonzero(a)) == np.count_nonzero(x)
            assert (int(dpt.argmax(a)), int(dpt.argmin(a))) == (x.argmax(), x.argmin())
    x = rng.integers(0, 3, (300, 700))
    a = dpt.asarray(x, device=device)
    for axis in (0, 1):
        np.testing.assert_array_equal(dpt.asnumpy(dpt.count_nonzero(a, axis=axis)), np.count_nonzero(x, axis=axis))
        np.testing.assert_array_equal(dpt.asnumpy(dpt.argmax(a > 0, axis=axis)), (x > 0).argmax(axis))


@pytest.mark.parametrize("dtype", ["c8", "c16"])
def test_complex_powers_are_within_8_units_of_the_last_digit(device, dtype):
    """Of the spacing at the size of the result. The reference has 11 binary digits more, of which the logarithm takes 11."""
    if dtype == "c16" and not device.has_aspect_fp64:
        pytest.skip("the device has no float64")
    real, wide = ("f4", "c16") if dtype == "c8" else ("f8", np.clongdouble)
    rng, n = np.random.default_rng(23), 4000
    size = 10.0 ** rng.uniform(-30, 30, n)
    size[: n // 4] = 1 + 10.0 ** rng.uniform(-7, -0.1, n // 4) * rng.choice([-1, 1], n // 4)  # logarithms near 0
    x = size * np.exp(1j * rng.uniform(-np.pi, np.pi, n))
    x[n // 4 : n // 2] = x[n // 4 : n // 2].real + 1j * x[n // 4 : n // 2].imag * 10.0 ** rng.uniform(
        -9, 0, n // 4
    )  # near the real axis
    y = rng.uniform(-30, 30, n) + 1j * rng.uniform(-30, 30, n)
    y[::5], y[1::5] = y[::5].real, 1j * y[1::5].imag
    x, y = x.astype(dtype), y.astype(dtype)
    exponent = y.astype(wide) * np.log(x.astype(wide))
    x, y, exponent = (z[abs(exponent.real) < (85 if dtype == "c8" else 700)] for z in (x, y, exponent))
    expected = np.exp(exponent)
    found = dpt.asnumpy(dpt.pow(dpt.asarray(x, device=device), dpt.asarray(y, device=device)))
    off = abs(found - expected) / np.spacing(abs(expected).astype(real))
    assert off.max() < 8, (off.max(), x[off.argmax()], y[off.argmax()])
    assert x.size > n / 3


def test_complex_powers_keep_signs_and_ends_of_the_range(device):
    x = [
        2,
        complex(2, -0.0),
        4,
        complex(-1, -0.0),
        -1,
        1,
        1e-30 + 1e-35j,
        1e30j,
        complex(-0.0, 3),
        1e-38 + 1e-38j,
        1e38 - 1e38j,
        1e-44j,
    ]
    y = [0.5, -0.5, 2.5 + 1j, 1j, 1e-20 + 1e-20j, complex(0.25, -0.0)]
    x, y = np.repeat(np.array(x, "c8"), len(y)), np.tile(np.array(y, "c8"), len(x))
    expected, got = x**y, dpt.asnumpy(dpt.pow(dpt.asarray(x, device=device), dpt.asarray(y, device=device)))
    np.testing.assert_allclose(got, expected, rtol=1e-4)
    zeros = (expected.imag == 0) & (got.imag == 0)
    np.testing.assert_array_equal(np.signbit(got.imag[zeros]), np.signbit(expected.imag[zeros]))
    assert zeros.any()


@pytest.mark.parametrize("dtype", ["c8", "c16"])
def test_whole_powers_of_complex_numbers_are_within_3_units_of_the_last_digit(device, dtype):
    if dtype == "c16" and not device.has_aspect_fp64:
        pytest.skip("the device has no float64")
    real, wide = ("f4", "c16") if dtype == "c8" else ("f8", np.clongdouble)
    rng, n = np.random.default_rng(29), 2000
    x = 2.0 ** rng.uniform(-(4 if dtype == "c8" else 33), 4 if dtype == "c8" else 33, n) * np.exp(
        1j * rng.uniform(-np.pi, np.pi, n)
    )
    x = x.astype(dtype)
    for exponent in [*range(-30, 31), -99, 64, 99]:
        product = np.ones(n, wide)
        for _ in range(abs(exponent)):
            product *= x
        expected = product if exponent >= 0 else 1 / product
        limits = np.finfo(real)
        inside = (abs(expected) > limits.tiny) & (abs(expected) < limits.max)
        y = np.full(n, exponent, dtype)  # an array, so that the general function computes
        found = dpt.asnumpy(dpt.pow(dpt.asarray(x, device=device), dpt.asarray(y, device=device)))
        off = abs(found - expected)[inside] / np.spacing(abs(expected[inside]).astype(real))
        assert off.max() < 3, (exponent, off.max(), x[inside][off.argmax()])
        assert inside.sum() > n / 8, exponent


def test_whole_powers_of_complex_numbers_are_exact_where_the_result_can_be(device):
    def power(x, exponent):
        y = np.full(x.size, exponent, "c8")
        return dpt.asnumpy(dpt.pow(dpt.asarray(x, device=device), dpt.asarray(y, device=device)))

    halves = np.array([1j, 1 + 1j, -1 - 1j, -2, complex(2, -0.0), -0.25j], "c8")
    whole = np.array([3 + 4j, 7 - 2j, -5], "c8")
    for exponent in range(1, 9):
        for x, sign in ((halves, 1), (halves, -1), (whole, 1)):
            np.testing.assert_array_equal(
                power(x, sign * exponent), [complex(v) ** (sign * exponent) for v in x.tolist()]
            )
    real, imaginary = power(np.array([-3e-3, -7e-3j, 1e-4], "c8"), 15), power(np.array([-5e-3j, 6e-3j], "c8"), -15)
    assert (real.imag[[0, 2]] == 0).all() and real.real[1] == 0 and (imaginary.real == 0).all()
