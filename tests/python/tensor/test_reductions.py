"""sum, beside NumPy's."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.exceptions import AxisError

import dpctl
import dpctl.tensor as dpt
from dpctl.utils import ExecutionPlacementError
from tensor_helpers import DTYPES, LAYOUTS, assert_same, pair, sample


@pytest.mark.parametrize("keepdims", [False, True])
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_sum_of_every_dtype_and_layout(dtype, layout, keepdims):
    a, x = pair(layout, dtype)
    for axis in (None, *range(a.ndim), tuple(range(a.ndim))):
        assert_same(
            dpt.sum(x, axis=axis, keepdims=keepdims),
            np.sum(a, axis=axis, keepdims=keepdims),
            ulp=2 * (dtype == "float16"),
        )


@given(st.data())
@settings(max_examples=50, deadline=None)
def test_sum_over_any_axes(data):
    shape = data.draw(st.lists(st.integers(0, 4), max_size=5).map(tuple))
    axes = data.draw(st.lists(st.integers(0, max(0, len(shape) - 1)), unique=True, max_size=len(shape)).map(tuple))
    a = sample(shape, "int64")
    assert_same(dpt.sum(dpt.asarray(a), axis=axes), np.sum(a, axis=axes))


@pytest.mark.parametrize("target", ["int8", "int64", "float32", "float64", "complex64"])
def test_sum_in_a_dtype(target):
    a = sample(100, "uint8")
    assert_same(dpt.sum(dpt.asarray(a), dtype=target), np.sum(a, dtype=target))


def test_long_sums_are_accurate():
    a = np.full(3_000_000, 0.1, dtype="float32")
    assert abs(float(dpt.sum(dpt.asarray(a))) - 300_000) < 1
    b = np.arange(1_000_000.0)
    assert float(dpt.sum(dpt.asarray(b))) == b.sum()


def test_sum_does_not_depend_on_the_number_of_threads(device, part):
    a = np.random.default_rng(0).standard_normal(1_000_000)
    whole, small = dpt.asarray(a, device=device), dpt.asarray(a, sycl_queue=dpctl.SyclQueue(part))
    assert float(dpt.sum(whole)) == float(dpt.sum(small))


def test_out():
    x, out = dpt.ones((3, 4)), dpt.empty(3)
    assert dpt.sum(x, axis=1, out=out) is out
    assert_same(out, np.full(3, 4.0))
    row = dpt.ones((3, 3))
    dpt.sum(row, axis=0, out=row[0])
    assert_same(row[0], np.full(3, 3.0))


@pytest.mark.parametrize(
    "arguments, error",
    [({"axis": 2}, AxisError), ({"axis": (0, 0)}, ValueError), ({"axis": "x"}, TypeError), ({"axis": 1.5}, TypeError),
     ({"dtype": "S"}, TypeError), ({"nonsense": 1}, TypeError)],
)  # fmt: skip
def test_wrong_arguments(arguments, error):
    with pytest.raises(error):
        dpt.sum(dpt.ones((2, 3)), **arguments)
    with pytest.raises(TypeError):
        dpt.sum(np.ones(3))


def test_out_that_does_not_fit():
    x = dpt.ones((2, 3))
    read_only = dpt.empty(())
    read_only.flags["W"] = False
    elsewhere = dpt.empty((), sycl_queue=dpctl.SyclQueue())
    for out, error in (
        (np.empty(()), TypeError), (dpt.empty(1), ValueError), (dpt.empty((), dtype="float32"), ValueError),
        (read_only, ValueError), (elsewhere, ExecutionPlacementError),
    ):  # fmt: skip
        with pytest.raises(error):
            dpt.sum(x, out=out)


def test_sum_stays_on_the_queue():
    queue = dpctl.SyclQueue()
    result = dpt.sum(dpt.ones(3, sycl_queue=queue, usm_type="shared"))
    assert result.sycl_queue == queue and result.usm_type == "shared"
