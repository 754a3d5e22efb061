"""Powers of complex numbers in kernels: units in the last place beside 11 binary digits more, exact powers, ends of the range."""

import numpy as np
import pytest

import dpctl
import dpctl.tensor as dpt
import numba_dpex as dpex


@dpex.kernel
def power(item, x, y, out):
    i = item.get_id(0)
    out[i] = x[i] ** y[i]


@dpex.kernel
def constant_powers(item, x, out):
    i = item.get_id(0)
    out[i, 0] = x[i] ** 5
    out[i, 1] = x[i] ** -2
    out[i, 2] = x[i] ** 30
    out[i, 3] = x[i] ** -7.0
    out[i, 4] = x[i] ** 3


def run(device, kernel, shape, *arrays):
    queue = dpctl.SyclQueue(device)
    out = dpt.empty(shape, dtype=arrays[0].dtype, sycl_queue=queue)
    dpex.call_kernel(kernel, dpex.Range(len(arrays[0])), *(dpt.asarray(a, sycl_queue=queue) for a in arrays), out)
    return dpt.asnumpy(out)


def computed(device, x, y):
    return run(device, power, len(x), x, y)


def units(found, expected):
    """How far it is off, in spacings at the size of the result; only where that is a normal number."""
    limits = np.finfo(found.real.dtype)
    inside = (abs(expected) > limits.tiny) & (abs(expected) < limits.max)
    assert inside.sum() > len(inside) / 8
    return abs(found - expected)[inside] / np.spacing(abs(expected[inside]).astype(limits.dtype))


def by_products(x, n):
    product = np.ones(len(x), wider(x.dtype))
    for _ in range(abs(n)):
        product *= x
    return product if n >= 0 else 1 / product


def wider(dtype):
    return "c16" if dtype == "c8" else np.clongdouble


@pytest.fixture(params=["c8", "c16"])
def dtype(request, device):
    if request.param == "c16" and not device.has_aspect_fp64:
        pytest.skip("the device has no float64")
    return request.param


@pytest.mark.parametrize("exponents", ["complex", "real", "imaginary", "small"])
@pytest.mark.parametrize("sizes", ["all", "near 1", "near the axis"])
def test_general_powers_are_within_8_units(device, dtype, exponents, sizes):
    rng, n = np.random.default_rng(23), 3000
    size = (
        1 + 10.0 ** rng.uniform(-7, -0.1, n) * rng.choice([-1, 1], n)
        if sizes == "near 1"
        else 10.0 ** rng.uniform(-30, 30, n)
    )
    x = size * np.exp(1j * rng.uniform(-np.pi, np.pi, n))
    if sizes == "near the axis":
        x = x.real + 1j * x.imag * 10.0 ** rng.uniform(-9, 0, n)
    y = rng.uniform(-30, 30, n) + 1j * rng.uniform(-30, 30, n)
    y = {"complex": y, "real": y.real + 0j, "imaginary": 1j * y.imag, "small": y * 10.0 ** rng.uniform(-12, -1, n)}[
        exponents
    ]
    x, y = x.astype(dtype), y.astype(dtype)
    exponent = y.astype(wider(dtype)) * np.log(x.astype(wider(dtype)))
    x, y, exponent = (z[abs(exponent.real) < (85 if dtype == "c8" else 700)] for z in (x, y, exponent))
    off = units(computed(device, x, y), np.exp(exponent))
    assert off.max() < 8, (off.max(), x[off.argmax()], y[off.argmax()])


def numbers_of_all_directions(dtype, n=1000):
    rng, most = np.random.default_rng(29), 4 if dtype == "c8" else 33
    return (2.0 ** rng.uniform(-most, most, n) * np.exp(1j * rng.uniform(-np.pi, np.pi, n))).astype(dtype)


def test_whole_powers_are_within_3_units(device, dtype):
    x = numbers_of_all_directions(dtype)
    for n in [*range(-30, 31), -99, 64, 99]:
        off = units(computed(device, x, np.full(len(x), n, dtype)), by_products(x, n))
        assert off.max() < 3, (n, off.max(), x[off.argmax()])


def test_constant_whole_powers_are_within_3_units(device, dtype):
    x = numbers_of_all_directions(dtype)
    found = run(device, constant_powers, (len(x), 5), x)
    for i, n in enumerate((5, -2, 30, -7, 3)):
        assert units(found[:, i], by_products(x, n)).max() < 3, n


def test_whole_powers_are_exact_where_the_result_can_be(device):
    halves, whole = np.array([1j, 1 + 1j, -1 - 1j, -2, 2, -0.25j], "c8"), np.array([3 + 4j, 7 - 2j, -5], "c8")
    for n in range(1, 9):
        for x, exponent in ((halves, n), (halves, -n), (whole, n)):
            np.testing.assert_array_equal(
                computed(device, x, np.full(len(x), exponent, "c8")), [complex(v) ** exponent for v in x.tolist()]
            )
    real, imaginary = np.array([-3e-3, 1e-4], "c8"), np.array([-7e-3j, 5e-3j], "c8")
    for n in (15, -15):
        assert (computed(device, real, np.full(2, n, "c8")).imag == 0).all()
        assert (computed(device, imaginary, np.full(2, n, "c8")).real == 0).all()


def test_zeros_infinities_and_nan_are_those_of_arrays(device):
    values = np.array([0, 1, 2 - 3j, 0.5j, np.inf, complex(np.nan, 1), 1e35j, 1e-35 - 1e-36j], "c8")
    powers = np.array([0, 1, 2, -1, -2, 0.5, -0.5, 1j, 0.5 + 1j, -1 + 1j, 99, 100], "c8")
    x, y = np.repeat(values, len(powers)), np.tile(powers, len(values))
    expected = dpt.asnumpy(dpt.pow(dpt.asarray(x, device=device), dpt.asarray(y, device=device)))
    found, is_finite = computed(device, x, y), np.isfinite(expected)
    np.testing.assert_array_equal(np.isfinite(found), is_finite)
    np.testing.assert_allclose(found[is_finite], expected[is_finite], rtol=2e-5, atol=1e-37)
