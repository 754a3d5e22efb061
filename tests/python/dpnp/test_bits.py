"""Bits of bytes, compared with NumPy, of shapes with few elements and none."""

import numpy
import pytest
from numpy_comparison import same

import dpnp

RNG = numpy.random.default_rng(6)
SHAPES = [(0,), (0, 3), (3, 0), (0, 0), (0, 8), (0, 9), (2, 0, 3), (9, 0), (), (1,), (8,), (3, 17), (17, 3), (2, 9, 3)]


def axes_of(shape):
    return [None, *range(-len(shape), len(shape)), *([0, -1] if not shape else [])]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("bitorder", ["big", "little"])
@pytest.mark.parametrize("dtype", ["bool", "uint8", "int32"])
def test_packbits(device, shape, bitorder, dtype):
    x = RNG.integers(0, 2, shape).astype(dtype)
    for axis in axes_of(shape):
        same(device, lambda np, x, axis=axis: np.packbits(x, axis=axis, bitorder=bitorder), x)
        same(
            device, lambda np, x, axis=axis: np.packbits(x[..., ::-1] if x.ndim else x, axis=axis, bitorder=bitorder), x
        )


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("count", [None, 0, 3, 9, 20, -1, -8])
def test_unpackbits(device, shape, count):
    x = RNG.integers(0, 256, shape).astype("uint8")
    for axis in axes_of(shape):
        n = 8 * (x.size if axis is None or not shape else x.shape[axis])
        for bitorder in ("big", "little"):
            body = lambda np, x, axis=axis, order=bitorder: np.unpackbits(x, axis=axis, count=count, bitorder=order)
            if count and count > n and n == 0:  # NumPy shows memory that nobody has written
                made = body(dpnp, dpnp.asarray(x, device=device))
                assert made.shape == body(numpy, x).shape and not made.any()
            else:
                same(device, body, x, fails=count is not None and -count > n)


def test_axes_that_there_are_not(device):
    for axis in (1, -2):
        same(device, lambda np, x, axis=axis: np.packbits(x, axis=axis), numpy.ones(9, bool), fails=True)
        same(device, lambda np, x, axis=axis: np.packbits(x, axis=axis), numpy.ones((), bool), fails=True)
        same(device, lambda np, x, axis=axis: np.unpackbits(x, axis=axis), numpy.ones((), "u1"), fails=True)
