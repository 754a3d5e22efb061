"""Lists and NumPy arrays as indices, compared with NumPy."""

import numpy
import pytest
from numpy_comparison import same

import dpctl.tensor as dpt
import dpnp

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


@pytest.mark.parametrize(
    "key",
    [[4], [0, -5], numpy.array([1, 9]), (slice(None), [6]), ([1, 4], [0, 0]), (..., [0, -7]), (None, [0], 3, ROWS + 4), [[0, 1], [9, 0]],
     (numpy.array([True, False, True, False]), [6])],
)  # fmt: skip
def test_numbers_of_the_host_outside_an_axis(device, key):
    def read(np, m):
        return m[key]

    def write(np, m):
        m[key] = 1

    def add(np, m):
        np.add.at(m, key, 1)

    for body in (read, write, add):
        same(device, body, M, fails=True)


def test_device_indices_are_not_read_on_the_host(device):
    m = dpnp.asarray(M, device=device)
    keys = dpnp.asarray([9, -9], device=device)
    assert m[keys].asnumpy().tolist() == M[[3, 0]].tolist()
    assert dpt.asarray(M, device=device)[numpy.array([9])].shape == (1, 6)


def test_tensors_take_no_lists(device):
    with pytest.raises(IndexError):
        dpt.asarray(M, device=device)[[0, 1]]


class Column:
    """What a data frame's column is to an array: neither a sequence nor a buffer."""

    def __init__(self, *numbers):
        self.numbers = numbers

    def __array__(self, dtype=None, copy=None):
        return numpy.array(self.numbers, dtype)


def test_objects_with_the_array_protocol_as_indices_and_values(device):
    def body(np, m):
        m[Column(0, 2)] = 7
        m[:, Column(1, 1)] += 1
        m[1, :2] = Column(8, 9)
        m[Column(False, False, False, True)] = Column(1, 2, 3, 4, 5, 6)
        return m, m[Column(1, -1)]

    same(device, body, M)
    same(device, lambda np, m: m[Column(4)], M, fails=True)
    same(device, lambda np, m: m[Column("a")], M, fails=True)


def test_an_index_whose_attributes_raise_gives_that_exception():
    class Column:
        def __array__(self, *args, **kwargs):
            return numpy.arange(2)

        @property
        def __usm_ndarray__(self):
            raise ValueError("inner")

    with pytest.raises(ValueError, match="inner"):
        dpnp.arange(5)[Column()]
