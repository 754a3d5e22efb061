"""Views by strides and sliding windows, compared with NumPy."""

import numpy
import pytest
from numpy_comparison import same

import dpnp

A = numpy.arange(24.0).reshape(4, 6)


@pytest.mark.parametrize(
    "body",
    [
        lambda np, x: np.lib.stride_tricks.as_strided(x, (3, 2), (48, 16)),
        lambda np, x: np.lib.stride_tricks.as_strided(x, (5, 4), (8, 8)),
        lambda np, x: np.lib.stride_tricks.sliding_window_view(x, (2, 3)),
        lambda np, x: np.lib.stride_tricks.sliding_window_view(x, 3, axis=1).mean(axis=-1),
        lambda np, x: np.lib.stride_tricks.sliding_window_view(x[:, ::-2], (2, 2), axis=(1, 0)),
    ],
)
def test_as_numpy(device, body):
    same(device, body, A)


@pytest.mark.parametrize(
    "body",
    [
        lambda np, x: np.lib.stride_tricks.sliding_window_view(x, (2, 9)),
        lambda np, x: np.lib.stride_tricks.sliding_window_view(x, 2),
        lambda np, x: np.lib.stride_tricks.sliding_window_view(x, -1, axis=0),
    ],
)
def test_errors(device, body):
    same(device, body, A, fails=True)


def test_no_view_leaves_the_memory(device):
    x = dpnp.asarray(A, device=device)
    for shape, strides in (((5, 6), (48, 8)), ((2,), (-8,)), ((2,), (3,))):
        with pytest.raises(ValueError):
            dpnp.lib.stride_tricks.as_strided(x, shape, strides)
