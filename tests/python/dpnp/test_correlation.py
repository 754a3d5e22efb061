"""Correlation, and queues of results, compared with NumPy."""

import os

import numpy
import pytest
from numpy_comparison import same

import dpnp

RNG = numpy.random.default_rng(2)
A = RNG.standard_normal(9)
V = RNG.standard_normal(4)
LONG = RNG.standard_normal(150)


@pytest.mark.parametrize("mode", ["valid", "same", "full"])
@pytest.mark.parametrize("dtype", ["int64", "float32", "float64", "complex128"])
def test_correlate(device, mode, dtype):
    a, v, w = ((x * (9 + (2j if dtype[0] == "c" else 0))).astype(dtype) for x in (A, V, LONG))
    for x, y in ((a, v), (v, a), (a, a), (w, w[:99]), (v[:3], v)):
        same(device, lambda np, x, y: np.correlate(x, y, mode), x, y, rtol=1e-3 if dtype == "float32" else 1e-10)


def test_signals_with_gaps_and_backwards(device):
    """Short signals are read through views of their windows, which take any layout."""
    for v in (V, V[:1]):
        for mode in ("valid", "same", "full"):
            for x in (A[::2], A[::-1], LONG[140:2:-30]):
                view = lambda np, x, v, mode=mode: (np.correlate(x[::2], v, mode), np.convolve(x[::-1], v, mode))
                same(device, view, numpy.repeat(x, 2), v, rtol=1e-10)


def test_methods_agree(device):
    x = dpnp.asarray((A * 5).astype("int64"), device=device)
    assert (dpnp.correlate(x, x, "full", "fft") == dpnp.correlate(x, x, "full", "direct")).all()
    with pytest.raises(ValueError):
        dpnp.correlate(x, x, method="other")


@pytest.mark.parametrize("mode", ["valid", "same", "full"])
@pytest.mark.parametrize("dtype", ["bool", "int8", "uint8", "int16", "uint16", "int32", "int64", "uint64"])
def test_integer_convolutions_by_transforms_are_exact(device, mode, dtype):
    """Of a dtype that is too wide for it they do not go through one; sums that do not fit wrap around as in NumPy."""
    kind = numpy.dtype(dtype)
    high = 2 if kind == bool else numpy.iinfo(kind).max
    for n, m in ((5, 3), (60, 40), (900, 700)):
        a, v = (RNG.integers(0, high, k, dtype="uint64").astype(dtype) for k in (n, m))
        for name in ("convolve", "correlate"):
            for method in ("fft", "auto"):
                option = lambda np, method=method: {} if np is numpy else {"method": method}
                same(device, lambda np, a, v: getattr(np, name)(a, v, mode, **option(np)), a, v, rtol=0)
    if kind == bool:
        gap = numpy.zeros(300, bool)
        gap[:2] = True
        same(device, lambda np, x: np.convolve(x, x, mode, **({} if np is numpy else {"method": "fft"})), gap)


FINITE, BEYOND = [1.0, -2.0, 0.5, 0.0], [numpy.inf, -numpy.inf, numpy.nan]


@pytest.mark.parametrize("mode", ["valid", "same", "full"])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("n, m", [(1, 2), (2, 3), (3, 3), (12, 5), (40, 30), (700, 40), (3000, 5), (1500, 600)])
def test_infinities_and_nan_stay_where_they_are(device, mode, n, m, dtype):
    """What lies beyond the ends of a signal is not a zero that infinities of the other are multiplied by."""
    for in_a, in_v in ((1, 0), (0, 1), (1, 1), (0, 0)):
        a, v = (RNG.choice(FINITE, k) for k in (n, m))
        for x, has in ((a, in_a), (v, in_v)):
            if has:
                x[RNG.integers(0, x.size, 2)] = RNG.choice(BEYOND, 2)
        for name in ("convolve", "correlate"):
            same(device, lambda np, a, v: getattr(np, name)(a, v, mode), a.astype(dtype), v.astype(dtype), rtol=1e-3)


def test_nan_of_complex_signals_stay_where_they_are(device):
    a, v = numpy.array([1j, 2, 3, 4]), numpy.array([1, numpy.nan, 2])
    same(device, lambda np, a, v: [np.convolve(a, v), np.convolve(v, a, "same"), np.correlate(a, v, "full")], a, v)


def test_errors(device):
    same(device, lambda np, a: np.correlate(a, a[:0]), A, fails=True)
    same(device, lambda np, a: np.correlate(a, a, "other"), A, fails=True)


def test_byte_bounds(device):
    x = dpnp.zeros((3, 4), "int32", device=device)
    low, high = dpnp.byte_bounds(x[1:, 1:])
    assert high - low == 28 and low - dpnp.byte_bounds(x)[0] == 20


def test_include_is_a_folder():
    assert os.path.isdir(dpnp.get_include())
