"""Fourier transforms by each method that a length or a shape selects, against ones in extended precision."""

import os
import subprocess
import sys

import numpy
import pytest

import dpnp

RNG = numpy.random.default_rng(11)
REAL = {32: "float32", 64: "float64"}
COMPLEX = {32: "complex64", 64: "complex128"}
# Odd lengths that are split, with few rows and with many, whose halves end within a vector or not.
ODD = [45, 81, 105, 225, 405, 675, 1155, 2025, 2431, 3645, 8505, 17017]
# A prime number of points in one stage, alone and beside others.
PRIMES = [17, 23, 31, 47, 61, 89, 97, 2 * 17, 4 * 29, 3 * 61, 2 * 97, 8 * 53]


def _check(found, expected, n, precision):
    found, eps = dpnp.asnumpy(found), numpy.finfo(REAL[precision]).eps
    assert found.shape == expected.shape and numpy.finfo(found.dtype).eps == eps
    assert numpy.linalg.norm(found - expected) <= 2 * eps * (1 + numpy.log2(n)) * numpy.linalg.norm(expected)


def _by_definition(x):
    """The plain sum over all elements, with angles below a full circle."""
    n = x.shape[-1]
    angles = numpy.outer(numpy.arange(n), numpy.arange(n)) % n * (2 * numpy.arccos(numpy.longdouble(-1)) / n)
    return x.astype("clongdouble") @ (numpy.cos(angles) - 1j * numpy.sin(angles))


@pytest.fixture(params=[32, 64])
def precision(request, device):
    if request.param == 64 and not device.has_aspect_fp64:
        pytest.skip("the device has no double precision")
    return request.param


def _real(shape, precision):
    return RNG.standard_normal(shape).astype(REAL[precision])


def _complex(shape, precision):
    return (RNG.standard_normal(shape) + 1j * RNG.standard_normal(shape)).astype(COMPLEX[precision])


@pytest.mark.parametrize("n", ODD)
@pytest.mark.parametrize("norm", ["backward", "ortho", "forward"])
def test_one_line_of_an_odd_number_of_real_numbers(device, precision, n, norm):
    x = _real(n, precision)
    expected = numpy.fft.rfft(x.astype("longdouble"), norm=norm)
    y = dpnp.asarray(x, device=device)
    _check(dpnp.fft.rfft(y, norm=norm), expected, n, precision)
    _check(dpnp.fft.ihfft(y, norm=norm), numpy.fft.ihfft(x.astype("longdouble"), norm=norm), n, precision)
    spectrum = dpnp.asarray(expected.astype(COMPLEX[precision]), device=device)
    _check(dpnp.fft.irfft(spectrum, n, norm=norm), x, n, precision)
    _check(
        dpnp.fft.hfft(spectrum, n, norm=norm),
        numpy.fft.hfft(expected.astype("clongdouble"), n, norm=norm),
        n,
        precision,
    )


@pytest.mark.parametrize("n", ODD[:-2])
@pytest.mark.parametrize("step", [1, 3, -1, -2])
def test_odd_lines_in_steps_and_columns(device, precision, n, step):
    x = _real((n, abs(step) * 2), precision)[:, ::step]
    y = dpnp.asarray(x.copy(), device=device)
    wide = dpnp.zeros((abs(step) * n, 2), dtype=REAL[precision], device=device)
    line = wide[::step, 1]
    line[:] = y[:, 0]
    _check(dpnp.fft.rfft(line), numpy.fft.rfft(x[:, 0].astype("longdouble")), n, precision)
    _check(dpnp.fft.rfft(line, n + 2), numpy.fft.rfft(x[:, 0].astype("longdouble"), n + 2), n, precision)
    spectra = dpnp.zeros((n // 2 + 1, 3), dtype=COMPLEX[precision], device=device)
    dpnp.fft.rfft(line, out=spectra[::-1, 1])
    _check(spectra[::-1, 1], numpy.fft.rfft(x[:, 0].astype("longdouble")), n, precision)
    assert not dpnp.asnumpy(spectra[:, ::2]).any()


@pytest.mark.parametrize("n", PRIMES)
@pytest.mark.parametrize("lines", [1, 3, 20])
def test_stages_of_prime_numbers_of_points(device, precision, n, lines):
    x = _complex((lines, n), precision)
    _check(dpnp.fft.fft(dpnp.asarray(x, device=device)), _by_definition(x), n, precision)
    _check(dpnp.fft.rfft(dpnp.asarray(x.real, device=device)), _by_definition(x.real)[:, : n // 2 + 1], n, precision)


@pytest.mark.parametrize("n", [200, 256, 360, 600, 800, 1000, 3000])
def test_a_line_has_the_errors_of_a_stack(device, precision, n):
    x = _complex((1, n), precision)
    expected = numpy.fft.fft(x.astype("clongdouble"))
    _check(dpnp.fft.fft(dpnp.asarray(x, device=device)), expected, n, precision)
    stack = dpnp.asarray(numpy.repeat(x, 17, axis=0), device=device)
    _check(dpnp.fft.fft(stack), numpy.repeat(expected, 17, axis=0), n, precision)


@pytest.mark.parametrize("shape", [(256, 256), (255, 300), (97, 1000), (130, 129), (40, 1024)])
def test_squares_of_real_numbers(device, precision, shape):
    x = _real(shape, precision)
    expected = numpy.fft.rfft2(x.astype("longdouble"))
    found = dpnp.fft.rfft2(dpnp.asarray(x, device=device))
    _check(found, expected, x.size, precision)
    _check(dpnp.fft.irfft2(found, shape), x, x.size, precision)


BITS = """
import hashlib, numpy, dpnp
rng, digest = numpy.random.default_rng(1), hashlib.sha256()
for dtype in ("f4", "f8"):
    for shape in ((256, 256), (300, 129), (323323,), (10007,), (1 << 16,), (33, 97), (4, 17017)):
        x = dpnp.asarray(rng.standard_normal(shape).astype(dtype))
        for y in (dpnp.fft.rfftn(x), dpnp.fft.fftn(x), dpnp.fft.irfft(x + 1j * x), dpnp.fft.fft(x, axis=0)):
            digest.update(dpnp.asnumpy(y).tobytes())
print(digest.hexdigest())
"""


def _digest(threads):
    environment = {**os.environ, "DPEX_NUM_THREADS": threads, "DPEX_SIMULATE": ""}
    return subprocess.run(
        [sys.executable, "-c", BITS], env=environment, capture_output=True, text=True, check=True
    ).stdout


@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="needs two CPUs")
def test_threads_do_not_change_bits():
    assert _digest("1") == _digest("2")
