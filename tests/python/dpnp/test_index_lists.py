"""Lists and NumPy arrays between brackets, as NumPy's."""

import dpctl.tensor as dpt
import dpnp
import numpy
import pytest
from both import same

M = numpy.arange(24).reshape(4, 6)
ROWS = numpy.array([3, 0])


@pytest.mark.parametrize(
    "body",
    [
        lambda np, m: m[[0, 2]],
        lambda np, m: m[[[0, 1], [3, -1]]],
        lambda np, m: m[[0, 2], [1, 5]],
        lambda np, m: m[:, [1, 1, 0]],
        lambda np, m: m[[True, False, True, False]],
        lambda np, m: m[..., [True, False] * 3],
        lambda np, m: m[[]],
        lambda np, m: m[(0, 1),],
        lambda np, m: m[ROWS],
        lambda np, m: m[ROWS, [1, 2]],
        lambda np, m: m[[[1], [2]], [0, 3]],
    ],
)
def test_reading(device, body):
    same(device, body, M)


@pytest.mark.parametrize("key", [[0, 2], ([0, 1], [2, 3]), (slice(None), [0, -1]), [True, False, False, True], []])
def test_writing(device, key):
    def body(np, m):
        m[key] = 7
        m[key] += 1
        return m

    same(device, body, M)


@pytest.mark.parametrize("key", [[0.5], ["a"], [[0, 1], [2]], [True, False]])
def test_errors(device, key):
    with pytest.raises((IndexError, ValueError)):
        dpnp.asarray(M, device=device)[key]


def test_tensors_take_no_lists(device):
    with pytest.raises(IndexError):
        dpt.asarray(M, device=device)[[0, 1]]
