"""Correlation, and where arrays lie, as NumPy's."""

import os

import dpnp
import numpy
import pytest
from both import same

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
                view = lambda np, x, v, mode=mode: (np.correlate(x[::2], v, mode), np.convolve(x[::-1], v, mode))  # noqa: E731
                same(device, view, numpy.repeat(x, 2), v, rtol=1e-10)


def test_methods_agree(device):
    x = dpnp.asarray((A * 5).astype("int64"), device=device)
    assert (dpnp.correlate(x, x, "full", "fft") == dpnp.correlate(x, x, "full", "direct")).all()
    with pytest.raises(ValueError):
        dpnp.correlate(x, x, method="other")


def test_errors(device):
    same(device, lambda np, a: np.correlate(a, a[:0]), A, fails=True)
    same(device, lambda np, a: np.correlate(a, a, "other"), A, fails=True)


def test_byte_bounds(device):
    x = dpnp.zeros((3, 4), "int32", device=device)
    low, high = dpnp.byte_bounds(x[1:, 1:])
    assert high - low == 28 and low - dpnp.byte_bounds(x)[0] == 20


def test_include_is_a_folder():
    assert os.path.isdir(dpnp.get_include())
