"""Transforms of many elements: steps of long lines by kernels of their own, against NumPy, and a line of a stack against itself alone."""

import os

import numpy
import pytest

import dpctl.tensor as dpt

NAMES = ["fft", "ifft", "rfft", "irfft", "hfft", "ihfft"]
# whole lines, lines in two and three steps, radices 2 to 8, parts that fill no group, a last group with fewer parts
SHAPES = [(1024, 1024), (2100, 512), (17, 1 << 16), (1 << 20,), (3, 3 * 5 * 7 * 8 * 9 * 64), (5, 2 * 5**7)]


def numbers(shape, dtype):
    rng = numpy.random.default_rng(3)
    x = rng.standard_normal(shape)
    if dtype[0] == "c":
        x = x + 1j * rng.standard_normal(shape)
    return x.astype(dtype)


def near(got, expected):
    tolerance = {4: 5e-7, 8: 2e-15}[expected.real.dtype.itemsize]
    assert got.shape == expected.shape and got.dtype == expected.dtype
    assert numpy.linalg.norm(got - expected) <= tolerance * numpy.linalg.norm(expected)


def precisions(device):
    return ["c8", "c16"] if device.has_aspect_fp64 else ["c8"]


def transform(device, name, x, axis=-1):
    array = dpt.asarray(x, device=device)
    return dpt.asnumpy(getattr(dpt.fft, name)(array, axis=axis))


def expected(name, x, axis=-1):
    wide = x.astype("c16" if x.dtype.kind == "c" else "f8")
    got = transform_dtype(name, x.dtype)
    return getattr(numpy.fft, name)(wide, axis=axis).astype(got)


def transform_dtype(name, dtype):
    real = numpy.empty(0, dtype).real.dtype
    return real if name in ("irfft", "hfft") else numpy.result_type(real, numpy.complex64)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_lengths(device, shape):
    for dtype in precisions(device):
        x = numbers(shape, dtype)
        near(transform(device, "fft", x), expected("fft", x))


@pytest.mark.parametrize("name", NAMES)
def test_ends_of_lines(device, name):
    for dtype in precisions(device):
        x = numbers((16, 1 << 16), dtype)
        if name in ("rfft", "ihfft"):
            x = x.real.copy()
        near(transform(device, name, x), expected(name, x))


@pytest.mark.parametrize("shape", [(1 << 17, 9), (600, 1900), (3, 512, 700)], ids=str)
def test_columns(device, shape):
    for dtype in precisions(device):
        x = numbers(shape, dtype)
        near(transform(device, "ifft", x, -2), expected("ifft", x, -2))


def test_cut_and_padded_lines(device):
    x = numbers((20, 1 << 16), "c8")
    for n in (50_000, 70_000):
        got = dpt.asnumpy(dpt.fft.fft(dpt.asarray(x, device=device), n=n))
        near(got, numpy.fft.fft(x.astype("c16"), n).astype("c8"))


def test_convolutions(device):
    """A length with a large prime factor."""
    x = numbers((3, 262_147), "c8")
    near(transform(device, "fft", x), expected("fft", x))


def test_numbers_that_lie_between_others(device):
    """Complex numbers at odd numbers of their parts, in strides."""
    x = numbers((2 * (1 << 20) + 1,), "f4")
    array = dpt.asarray(x, device=device)
    odd = dpt.usm_ndarray((1 << 20,), dtype="c8", buffer=array.usm_data, offset=0)
    near(dpt.asnumpy(dpt.fft.fft(odd)), expected("fft", x[:-1].view("c8")))
    table = numbers((1024, 2048), "c8")
    near(dpt.asnumpy(dpt.fft.fft(dpt.asarray(table, device=device)[:, ::-2])), expected("fft", table[:, ::-2]))


@pytest.mark.skipif(
    os.environ.get("DPEX_KERNEL_FORMS") != "gpu", reason="processors and libraries have methods of their own for stacks"
)
@pytest.mark.parametrize("shape", [(1024, 1024), (20, 1 << 16), (7, 3 * 5 * 7 * 8 * 9 * 32)], ids=str)
def test_a_line_of_a_stack_has_the_bits_of_itself_alone(device, shape):
    for dtype in precisions(device):
        x = numbers(shape, dtype)
        stack = transform(device, "fft", x)
        for i in (0, shape[0] - 1):
            assert numpy.array_equal(stack[i], transform(device, "fft", x[i]))
