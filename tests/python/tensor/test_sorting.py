"""sort, argsort and top_k, compared with NumPy."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.exceptions import AxisError
from sorting_helpers import SPREADS, assert_same_bits, numbers, reference_order, seeds
from tensor_helpers import DTYPES, LAYOUTS, assert_same, pair

import dpctl
import dpctl.tensor as dpt

# One length for each algorithm: insertion sort, one line per thread with scratch memory on the stack and in the pool, all threads.
LENGTHS = [1, 2, 24, 25, 700, 5000, 140_000]


def check(a, x, axis, descending):
    order = reference_order(a, axis, descending)
    assert_same_bits(dpt.asnumpy(dpt.argsort(x, axis=axis, descending=descending)), order)
    assert_same_bits(dpt.asnumpy(dpt.sort(x, axis=axis, descending=descending)), np.take_along_axis(a, order, axis))


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("n", LENGTHS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_lines_of_every_dtype_and_length(dtype, n, descending):
    for spread in SPREADS:
        a = numbers(np.random.default_rng(n), n, dtype, spread)
        check(a, dpt.asarray(a), 0, descending)


@pytest.mark.parametrize("layout", [name for name in LAYOUTS if name != "one element"])
@pytest.mark.parametrize("dtype", DTYPES)
def test_every_layout_along_every_axis(dtype, layout):
    a, x = pair(layout, dtype)
    for axis in range(-a.ndim, a.ndim):
        check(a, x, axis, False)


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_any_shape_and_axis(data):
    shape = data.draw(st.lists(st.integers(0, 7), min_size=1, max_size=4).map(tuple))
    axis = data.draw(st.integers(-len(shape), len(shape) - 1))
    dtype, spread = data.draw(st.sampled_from(DTYPES)), data.draw(st.sampled_from(SPREADS))
    rng = np.random.default_rng(data.draw(seeds))
    a = numbers(rng, int(np.prod(shape)), dtype, spread).reshape(shape)
    x = dpt.asarray(a)
    for axis_of_view in data.draw(st.sets(st.integers(0, a.ndim - 1))):
        a, x = np.flip(a, axis_of_view), dpt.flip(x, axis=axis_of_view)
    axes = data.draw(st.permutations(range(a.ndim)))
    check(np.transpose(a, axes), dpt.permute_dims(x, tuple(axes)), axis, data.draw(st.booleans()))


@pytest.mark.parametrize("dtype", ["int8", "float32", "float64", "complex64"])
def test_long_lines_across_the_memory(dtype):
    a = numbers(np.random.default_rng(3), 3 * 140_000, dtype, "wide").reshape(140_000, 3)
    x = dpt.asarray(a)
    check(a, x, 0, False)
    check(a[::-1, 1], x[::-1, 1], 0, True)


@pytest.mark.parametrize(
    "make",
    [
        lambda rng, n: np.arange(n),
        lambda rng, n: np.arange(n)[::-1],
        lambda rng, n: np.zeros(n, dtype="int64"),
        lambda rng, n: np.where(rng.random(n) < 0.5, 7, 2**62) + rng.integers(0, 3, n),
        lambda rng, n: np.r_[-(2**63), rng.integers(0, 50, n - 2), 2**63 - 1],
        lambda rng, n: 2 ** rng.integers(0, 63, n),
        lambda rng, n: np.sort(rng.integers(0, 2**40, n)) ^ (np.arange(n) % 1000 == 0),
        lambda rng, n: rng.standard_normal(n),
        lambda rng, n: np.exp(50 * rng.standard_normal(n)),
        lambda rng, n: np.cumprod(np.full(n, 1 + 1e-3)) % 1,
    ],
)
def test_keys_that_are_spread_unevenly(make):
    for n in (3000, 50_000, 200_000):
        a = make(np.random.default_rng(1), n)
        check(a, dpt.asarray(a), 0, False)


@pytest.mark.parametrize("dtype", ["i1", "u2", "i4", "u4", "i8", "u8", "f4", "f8"])
def test_keys_that_lie_close_together(dtype):
    rng, word = np.random.default_rng(9), dtype if dtype[0] in "iu" else "i" + dtype[1]
    limits = np.iinfo(word)
    for n in (25, 31, 1000, 4097, 20_000):
        for span in (2, 7, n - 1, n, n + 1, 4095, 4096, 4097):
            for low in (limits.min, -5, 0, 10**9, limits.max - span) if dtype[0] in "iu" else (1, 2**28):
                low, high = max(low, limits.min), min(low + span, limits.max)
                if low < high:
                    a = rng.integers(low, high, n, word).view(dtype)
                    check(a, dpt.asarray(a), 0, bool(n % 2))


def test_a_sort_does_not_depend_on_the_number_of_threads(device, part):
    a = numbers(np.random.default_rng(5), 300_000, "float32", "few")
    whole, small = dpt.asarray(a, device=device), dpt.asarray(a, sycl_queue=dpctl.SyclQueue(part))
    assert_same_bits(dpt.asnumpy(dpt.argsort(whole)), dpt.asnumpy(dpt.argsort(small)))


@pytest.mark.parametrize("function", [dpt.sort, dpt.argsort])
def test_arrays_without_dimensions_or_elements(function):
    number = dpt.asarray(3.0)
    for axis in (-1, 0):
        assert_same(function(number, axis=axis), np.asarray(3.0 if function is dpt.sort else 0))
    for shape, axis in (((0,), 0), ((0, 3), 1), ((3, 0), 0), ((2, 0, 4), 1)):
        assert function(dpt.ones(shape), axis=axis).shape == shape


def test_lines_of_the_result_are_contiguous():
    x = dpt.ones((2, 3, 4))
    for axis, strides in ((2, (12, 4, 1)), (1, (12, 1, 3)), (0, (1, 8, 2))):
        assert dpt.sort(x, axis=axis).strides == strides
        assert dpt.argsort(dpt.permute_dims(x, (1, 2, 0)), axis=0).strides[0] == 1


@pytest.mark.parametrize("function", [dpt.sort, dpt.argsort])
def test_results_stay_on_the_queue(function):
    queue = dpctl.SyclQueue()
    result = function(dpt.ones(3, sycl_queue=queue, usm_type="shared"))
    assert result.sycl_queue == queue and result.usm_type == "shared" and result.flags.writable


def test_the_input_stays_as_it_is():
    a = numbers(np.random.default_rng(0), 200_000, "float64", "wide")
    x = dpt.asarray(a)
    x.flags["W"] = False
    dpt.sort(x)
    dpt.sort(dpt.reshape(x, (200, 1000)), axis=0)
    assert_same_bits(dpt.asnumpy(x), a)


@pytest.mark.parametrize("function", [dpt.sort, dpt.argsort])
@pytest.mark.parametrize(
    "arguments, error",
    [({"axis": 1}, AxisError), ({"axis": -2}, AxisError), ({"axis": 0.5}, TypeError), ({"axis": None}, TypeError),
     ({"kind": "quicksort"}, ValueError), ({"kind": 3}, ValueError), ({"nonsense": 1}, TypeError)],
)  # fmt: skip
def test_wrong_arguments(function, arguments, error):
    with pytest.raises(error):
        function(dpt.ones(3), **arguments)
    with pytest.raises(TypeError):
        function(np.ones(3))
    with pytest.raises(AxisError):
        function(dpt.asarray(1), axis=1)


@pytest.mark.parametrize("function", [dpt.sort, dpt.argsort])
def test_every_kind_is_the_same_sort(function):
    a = numbers(np.random.default_rng(0), 100, "float32", "few")
    x = dpt.asarray(a)
    for kind in (None, "stable", "mergesort", "radixsort"):
        for stable in (True, False):
            expected = dpt.asnumpy(function(x))
            assert_same_bits(dpt.asnumpy(function(x, kind=kind, stable=stable)), expected)
    with pytest.raises(ValueError, match="radixsort"):
        function(dpt.astype(x, "complex64"), kind="radixsort")


def test_argsort_takes_its_arguments_by_position():
    x = dpt.asarray([[3, 1, 2]])
    assert_same(dpt.argsort(x, 1, True, True, "stable"), np.array([[0, 2, 1]]))
    with pytest.raises(TypeError):
        dpt.sort(x, 1)


# ---- top_k -------------------------------------------------------------------------------------------------------


def check_top_k(a, x, k, axis, mode):
    order = reference_order(a, axis, mode == "largest")
    indices = np.take(order, range(k), axis)
    result = dpt.top_k(x, k, axis=axis, mode=mode)
    assert_same_bits(dpt.asnumpy(result.indices), indices)
    assert_same_bits(dpt.asnumpy(result.values), np.take_along_axis(a, indices, axis))


@pytest.mark.parametrize("mode", ["largest", "smallest"])
@pytest.mark.parametrize("dtype", DTYPES)
def test_top_k_of_every_dtype(dtype, mode):
    """By a full sort, by one thread with scratch memory on the stack and in the pool, and from parts of a line."""
    for n, k in (
        (1, 1),
        (30, 30),
        (30, 2),
        (20_000, 7),
        (20_000, 2000),
        (300_000, 3),
        (300_000, 9000),
        (300_000, 40_000),
    ):
        for spread in SPREADS:
            a = numbers(np.random.default_rng(n), n, dtype, spread)
            check_top_k(a, dpt.asarray(a), k, 0, mode)


@pytest.mark.parametrize("make", [np.arange, lambda n: np.arange(n)[::-1], np.zeros, lambda n: np.arange(n) % 7])
def test_top_k_of_lines_in_order(make):
    a = make(300_000)
    for mode in ("largest", "smallest"):
        check_top_k(a, dpt.asarray(a), 100, 0, mode)


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_top_k_of_any_shape_and_axis(data):
    shape = data.draw(st.lists(st.integers(1, 6), min_size=1, max_size=3).map(tuple))
    axis = data.draw(st.integers(-len(shape), len(shape) - 1))
    k = data.draw(st.integers(1, shape[axis]))
    a = numbers(np.random.default_rng(data.draw(seeds)), int(np.prod(shape)), "float64", "few").reshape(shape)
    axes = data.draw(st.permutations(range(a.ndim)))
    a, x = np.transpose(a, axes), dpt.permute_dims(dpt.asarray(a), tuple(axes))
    check_top_k(a, x, min(k, a.shape[axis]), axis, data.draw(st.sampled_from(["largest", "smallest"])))


def test_top_k_across_the_memory():
    a = numbers(np.random.default_rng(0), 3000 * 40, "float32", "wide").reshape(3000, 40)
    check_top_k(a, dpt.asarray(a), 5, 0, "largest")


def test_top_k_of_all_elements():
    a, x = pair("transposed", "float32")
    result = dpt.top_k(x, 3)
    order = reference_order(a.reshape(-1), 0, True)[:3]
    assert_same_bits(dpt.asnumpy(result.indices), order)
    assert_same_bits(dpt.asnumpy(result.values), a.reshape(-1)[order])
    values, indices = dpt.top_k(dpt.asarray(7, dtype="int16", usm_type="host"), 1)
    assert_same(values, np.asarray(7, dtype="int16"))
    assert_same(indices, np.asarray(0))
    assert indices.usm_type == "host"


def test_top_k_of_no_lines():
    result = dpt.top_k(dpt.ones((0, 3)), 2, axis=1)
    assert result.values.shape == (0, 2) and result.indices.shape == (0, 2)


@pytest.mark.parametrize(
    "args, keywords, error",
    [((0,), {}, ValueError), ((-1,), {}, ValueError), ((7,), {}, ValueError), ((4,), {"axis": 1}, ValueError),
     ((1,), {"axis": 2}, AxisError), ((1.0,), {}, TypeError), ((1,), {"mode": "least"}, ValueError),
     ((1,), {"mode": 0}, ValueError)],
)  # fmt: skip
def test_top_k_with_wrong_arguments(args, keywords, error):
    with pytest.raises(error):
        dpt.top_k(dpt.ones((2, 3)), *args, **keywords)
    with pytest.raises(TypeError):
        dpt.top_k(np.ones(3), 1)


@pytest.mark.parametrize("dtype", DTYPES)
def test_short_rows_side_by_side(dtype):
    """Rows that a network sorts sixteen at a time, and a remainder; also longer ones, and lines across the memory."""
    for n in (2, 3, 16, 64, 65, 256, 257, 512, 513):
        for spread in SPREADS:
            a = numbers(np.random.default_rng(n), 35 * n, dtype, spread).reshape(35, n)
            check(a, dpt.asarray(a), 1, False)
            check(a.T, dpt.asarray(a).T, 0, True)
