"""searchsorted, compared with NumPy."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sorting_helpers import SPREADS, numbers, seeds
from tensor_helpers import DTYPES, LAYOUTS, assert_same, pair

import dpctl
import dpctl.tensor as dpt
from dpctl.utils import ExecutionPlacementError


@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("dtype", DTYPES)
def test_every_dtype_and_length(dtype, side):
    for n in (0, 1, 2, 3, 100, 5000, 100_000):
        for spread in SPREADS:
            rng = np.random.default_rng(n)
            a, values = np.sort(numbers(rng, n, dtype, spread)), numbers(rng, 1000, dtype, spread)
            assert_same(
                dpt.searchsorted(dpt.asarray(a), dpt.asarray(values), side=side),
                np.searchsorted(a, values, side=side),
            )


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_values_of_every_layout(dtype, layout):
    values, x = pair(layout, dtype)
    a = np.sort(pair("one column", dtype)[0])
    result = dpt.searchsorted(dpt.asarray(a), x)
    assert_same(result, np.searchsorted(a, values))
    assert result.strides == dpt.empty_like(x).strides


def test_sorted_arrays_of_every_layout():
    a = np.sort(numbers(np.random.default_rng(0), 100, "float64", "few"))
    x, values = dpt.asarray(a), dpt.asarray([-1.0, 0.5, np.nan])
    for view in (lambda v: v[::3], lambda v: np.flip(v)[::-1] if v is a else dpt.flip(v)[::-1], lambda v: v[7:90]):
        assert_same(dpt.searchsorted(view(x), values), np.searchsorted(view(a), dpt.asnumpy(values)))


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_data_types_are_promoted(data):
    first, second = (data.draw(st.sampled_from(DTYPES)) for _ in range(2))
    rng = np.random.default_rng(data.draw(seeds))
    a, values = np.sort(numbers(rng, 50, first, "few")), numbers(rng, 50, second, "few")
    common = dpt.result_type(dpt.asarray(a), dpt.asarray(values))
    assert_same(
        dpt.searchsorted(dpt.asarray(a), dpt.asarray(values)),
        np.searchsorted(a.astype(common), values.astype(common)),
    )


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_sorters(data):
    n = data.draw(st.integers(0, 60))
    rng = np.random.default_rng(data.draw(seeds))
    a, values = numbers(rng, n, "float32", "few"), numbers(rng, 20, "float32", "few")
    order = np.argsort(a, kind="stable").astype(data.draw(st.sampled_from(["int8", "uint16", "int64", "uint64"])))
    side = data.draw(st.sampled_from(["left", "right"]))
    expected = np.searchsorted(a, values, side=side, sorter=order.astype("int64"))
    x, sorter = dpt.asarray(a), dpt.asarray(order)
    assert_same(dpt.searchsorted(x, dpt.asarray(values), side=side, sorter=sorter), expected)
    assert_same(
        dpt.searchsorted(x[::-1], dpt.asarray(values), side=side, sorter=n - 1 - dpt.astype(sorter, "int64")), expected
    )


def test_indices_out_of_range_are_clipped():
    x, values = dpt.asarray([3, 1, 2]), dpt.asarray([0, 1, 2, 3, 4])
    assert_same(dpt.searchsorted(x, values, sorter=dpt.asarray([1, 2, 7])), np.array([0, 0, 1, 3, 3]))
    assert_same(dpt.searchsorted(x, values, sorter=dpt.asarray([1, 2, -3])), np.array([0, 0, 1, 2, 3]))


def test_the_result_stays_with_its_arrays():
    queue = dpctl.SyclQueue()
    x = dpt.asarray([1, 2], sycl_queue=queue, usm_type="host")
    result = dpt.searchsorted(x, dpt.asarray(2, sycl_queue=queue, usm_type="shared"))
    assert result.sycl_queue == queue and result.usm_type == "shared" and result.shape == ()


def test_wrong_arguments():
    x, read = dpt.asarray([1, 2, 3]), dpt.asarray([1.5])
    elsewhere = dpt.asarray([0, 1, 2], sycl_queue=dpctl.SyclQueue())
    for args, keywords, error in (
        ((np.ones(3), read), {}, TypeError), ((x, 2), {}, TypeError), ((x, read, "left"), {}, TypeError),
        ((dpt.ones((1, 3)), read), {}, ValueError), ((dpt.asarray(1), read), {}, ValueError),
        ((x, read), {"side": "middle"}, ValueError), ((x, read), {"side": 1}, ValueError),
        ((x, read), {"sorter": [0, 1, 2]}, TypeError), ((x, read), {"sorter": dpt.ones(3)}, ValueError),
        ((x, read), {"sorter": dpt.asarray([0, 1])}, ValueError), ((x, read), {"sorter": dpt.asarray([[0, 1, 2]])}, ValueError),
        ((x, read), {"sorter": dpt.asarray([True, False, True])}, ValueError),
        ((elsewhere, read), {}, ExecutionPlacementError), ((x, read), {"sorter": elsewhere}, ExecutionPlacementError),
    ):  # fmt: skip
        with pytest.raises(error):
            dpt.searchsorted(*args, **keywords)


def test_few_values_in_a_line_that_is_not_ready():
    """Fewer values than elements: the line is not copied, whatever its data type, strides and sorter."""
    rng = np.random.default_rng(0)
    for dtype in ("float32", "int8", "float16", "uint64"):
        a = rng.integers(0, 50, 80).astype(dtype)
        order = np.argsort(a, kind="stable")
        for given in ("float64", "int32"):
            values = rng.integers(-3, 60, (4, 5)).astype(given)
            for side in ("left", "right"):
                wanted = np.searchsorted(a, values.T, side=side, sorter=order)
                for sorter in (order, order.astype("uint8"), np.repeat(order, 2)[::2]):
                    ours = dpt.searchsorted(
                        dpt.asarray(a), dpt.asarray(values).T, side=side, sorter=dpt.asarray(sorter)
                    )
                    assert_same(ours, wanted)
                spaced = dpt.asarray(np.repeat(a[order], 3))[::3]
                assert_same(dpt.searchsorted(spaced, dpt.asarray(values).T, side=side), wanted)
