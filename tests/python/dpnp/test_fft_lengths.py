"""Fourier transforms of many lengths against ones in extended precision: errors grow with the logarithm of the length alone."""

import numpy
import pytest

import dpnp

RNG = numpy.random.default_rng(5)
LENGTHS = [
    *range(1, 65),
    97,
    100,
    128,
    243,
    255,
    257,
    1000,
    1024,
    1331,
    4096,
    5040,
    8192,
    10007,
    65536,
    2**17,
    3 * 2**15,
]
EXTENDED = {"float32": "float64", "complex64": "complex128", "float64": "longdouble", "complex128": "clongdouble"}
REAL_IN, REAL_OUT = {"rfft", "ihfft"}, {"irfft", "hfft"}


def _numbers(shape, name, precision):
    x = RNG.standard_normal(shape) + (0 if name in REAL_IN else 1j * RNG.standard_normal(shape))
    return x.astype(("float" if name in REAL_IN else "complex") + str(precision * (1 if name in REAL_IN else 2)))


def _check(found, x, expected, n):
    assert found.shape == expected.shape
    found, eps = dpnp.asnumpy(found), numpy.finfo(x.dtype).eps
    assert numpy.finfo(found.dtype).eps == eps
    assert numpy.linalg.norm(found - expected) <= 2 * eps * (1 + numpy.log2(n)) * numpy.linalg.norm(expected)


@pytest.mark.parametrize("precision", [32, 64])
@pytest.mark.parametrize("name", ["fft", "ifft", "rfft", "irfft", "hfft", "ihfft"])
@pytest.mark.parametrize("axis", [0, -1])
def test_errors_of_all_lengths_are_small(device, name, axis, precision):
    if precision == 64 and not device.has_aspect_fp64:
        pytest.skip("the device has no double precision")
    for n in LENGTHS:
        m = n // 2 + 1 if name in REAL_OUT else n
        x = _numbers((m, 2) if axis == 0 else (2, m), name, precision)
        _check(
            getattr(dpnp.fft, name)(dpnp.asarray(x, device=device), n, axis),
            x,
            getattr(numpy.fft, name)(x.astype(EXTENDED[x.dtype.name]), n, axis),
            n,
        )


@pytest.mark.parametrize("name", ["fft", "rfft", "irfft"])
@pytest.mark.parametrize("batch", [1, 3, 5, 33, 300])
@pytest.mark.parametrize("n", [1, 6, 32, 61, 128, 509, 2048, 3000])
def test_batches_along_any_axis(device, name, n, batch):
    for axis in range(3):
        m = n // 2 + 1 if name in REAL_OUT else n
        shape = [batch, 2]
        shape.insert(axis, m)
        x = _numbers(shape, name, 32)
        _check(
            getattr(dpnp.fft, name)(dpnp.asarray(x, device=device), n, axis),
            x,
            getattr(numpy.fft, name)(x.astype(EXTENDED[x.dtype.name]), n, axis),
            n,
        )


@pytest.mark.parametrize("n", [7, 64, 257, 4096])
@pytest.mark.parametrize("name", ["fft", "ifft", "rfft", "irfft", "hfft", "ihfft"])
def test_lines_are_cut_padded_and_read_in_steps(device, name, n):
    x = _numbers((5, 3 * n), name, 32)
    y = dpnp.asarray(x, device=device)
    for step in (2, -3):
        for wanted in (n // 2 + 1, n, 2 * n + 1):
            expected = getattr(numpy.fft, name)(x[::-1, ::step].astype(EXTENDED[x.dtype.name]), wanted)
            _check(getattr(dpnp.fft, name)(y[::-1, ::step], wanted), x, expected, 2 * n)


@pytest.mark.parametrize("n", [8, 9, 257, 2048])
def test_parts_of_a_spectrum_that_must_be_zero_are_not_read(device, n):
    x = _numbers((2, n // 2 + 1), "irfft", 32)
    y = dpnp.asarray(x, device=device)
    for k in [0, n // 2] if n % 2 == 0 else [0]:
        y.imag[:, k] = numpy.nan
    _check(dpnp.fft.irfft(y, n), x, numpy.fft.irfft(x.astype("complex128"), n), n)


@pytest.mark.parametrize("n", [60, 257, 8192, 10007])
def test_transforms_into_the_source(device, n):
    x = _numbers((3, n), "fft", 32)
    y = dpnp.asarray(x, device=device)
    for _ in range(2):
        dpnp.fft.fft(y, out=y, norm="ortho")
    _check(y, x, numpy.roll(x[:, ::-1], 1, axis=1), n)


def test_results_are_the_same_each_time(device):
    for n in (1000, 10007, 65536):
        x = dpnp.asarray(_numbers((3, n), "fft", 32), device=device)
        first = dpnp.fft.fft(x)
        assert all(bool((dpnp.fft.fft(x) == first).all()) for _ in range(3))


@pytest.mark.parametrize("mode", ["full", "same", "valid"])
def test_convolutions_by_transforms(device, mode):
    a, b = RNG.standard_normal(500).astype("float32"), RNG.standard_normal(37).astype("float32")
    x, y = dpnp.asarray(a, device=device), dpnp.asarray(b, device=device)
    for name in ("convolve", "correlate"):
        expected = getattr(numpy, name)(a, b, mode)
        found = getattr(dpnp, name)(x, y, mode, method="fft")
        assert found.dtype == expected.dtype
        numpy.testing.assert_allclose(dpnp.asnumpy(found), expected, rtol=1e-4, atol=1e-4)
