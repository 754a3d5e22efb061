"""diff, compared with NumPy."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.exceptions import AxisError
from tensor_helpers import DTYPES, LAYOUTS, assert_same, host, pair, sample

import dpctl
import dpctl.tensor as dpt
from dpctl.utils import ExecutionPlacementError


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_diff_of_every_dtype_and_layout(dtype, layout):
    a, x = pair(layout, dtype)
    for axis in range(-a.ndim, a.ndim):
        for n in (0, 1, 2):
            assert_same(dpt.diff(x, axis=axis, n=n), np.diff(a, axis=axis, n=n))


@given(st.data())
@settings(max_examples=50, deadline=None)
def test_prepend_and_append(data):
    shape = data.draw(st.lists(st.integers(1, 4), min_size=1, max_size=3).map(tuple))
    axis = data.draw(st.integers(-len(shape), len(shape) - 1))
    a = sample(shape, "int32")
    at = axis % len(shape)

    def extra(seed):
        extent = data.draw(st.integers(0, 3))
        return sample((*shape[:at], extent, *shape[at + 1 :]), data.draw(st.sampled_from(["int8", "float64"])), seed)

    before, behind = extra(1), extra(2)
    n = data.draw(st.integers(1, 3))  # with 0, NumPy leaves out what is put to it
    ours = dpt.diff(dpt.asarray(a), axis=axis, n=n, prepend=dpt.asarray(before), append=dpt.asarray(behind))
    assert_same(ours, np.diff(a, axis=axis, n=n, prepend=before, append=behind))


def test_numbers_are_put_before_and_behind():
    a = sample((3, 4), "float32")
    x = dpt.asarray(a)
    assert_same(dpt.diff(x, prepend=0, append=2.5), np.diff(a, prepend=np.float32(0), append=np.float32(2.5)))
    assert_same(dpt.diff(x, axis=0, prepend=dpt.asarray(1, dtype="float32")), np.diff(a, axis=0, prepend=np.float32(1)))
    assert dpt.diff(dpt.ones(3, dtype="int8"), prepend=1.5).dtype == dpt.asarray(1.5).dtype
    assert host(dpt.diff(dpt.asarray([True, False]), prepend=2)).tolist() == [True, True]


def test_order_by_position_as_numpy():
    assert host(dpt.diff(dpt.asarray([1, 4, 9, 16]), 2)).tolist() == [2, 2]


def test_more_differences_than_elements():
    assert dpt.diff(dpt.ones((2, 3)), n=10**6).shape == (2, 0)


def test_wrong_arguments():
    x, queue = dpt.ones((2, 3)), dpctl.SyclQueue()
    for call, error in (
        (lambda: dpt.diff(x, axis=2), AxisError), (lambda: dpt.diff(dpt.asarray(1)), AxisError), (lambda: dpt.diff(x, n=-1), ValueError),
        (lambda: dpt.diff(x, n=1.0), TypeError), (lambda: dpt.diff(x, axis=1.0), TypeError), (lambda: dpt.diff(np.ones(3)), TypeError), (lambda: dpt.diff(x, 1, 0), TypeError),
        (lambda: dpt.diff(x, prepend=dpt.ones(3)), ValueError), (lambda: dpt.diff(x, append=dpt.ones((3, 1))), ValueError), (lambda: dpt.diff(x, prepend="a"), ValueError),
        (lambda: dpt.diff(x, prepend=[1.0]), ValueError), (lambda: dpt.diff(x, append=dpt.ones((2, 1), sycl_queue=queue)), ExecutionPlacementError),
        (lambda: dpt.diff(dpt.ones(3, dtype="uint8"), prepend=-1), OverflowError),
    ):  # fmt: skip
        with pytest.raises(error):
            call()
