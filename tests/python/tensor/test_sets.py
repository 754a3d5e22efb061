"""unique_* and isin, compared with NumPy."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sorting_helpers import SPREADS, assert_same_bits, numbers, seeds
from tensor_helpers import DTYPES, LAYOUTS, assert_same, pair

import dpctl
import dpctl.tensor as dpt
from dpctl.utils import ExecutionPlacementError

FUNCTIONS = [dpt.unique_values, dpt.unique_counts, dpt.unique_inverse, dpt.unique_all]


def check(a, x):
    """All four functions: by NumPy's sort and `!=`, so that every NaN is a value of its own."""
    flat = a.reshape(-1)
    order = np.argsort(flat, kind="stable")
    line = flat[order]
    starts = np.flatnonzero(np.r_[True, line[1:] != line[:-1]][: line.size])
    values, indices, counts = line[starts], order[starts], np.diff(np.r_[starts, line.size])
    inverse = np.empty(flat.size, dtype="int64")
    inverse[order] = np.repeat(np.arange(starts.size), counts)
    expected = {
        "values": values, "indices": indices, "counts": counts, "inverse_indices": inverse.reshape(a.shape),
    }  # fmt: skip
    assert_same_bits(dpt.asnumpy(dpt.unique_values(x)), values)
    for function in FUNCTIONS[1:]:
        result = function(x)
        for name in result._fields:
            assert_same_bits(dpt.asnumpy(getattr(result, name)), expected[name])


@pytest.mark.parametrize("dtype", DTYPES)
def test_every_dtype_and_length(dtype):
    for n in (0, 1, 2, 100, 5000, 40_000, 150_000):
        for spread in SPREADS:
            a = numbers(np.random.default_rng(n), n, dtype, spread)
            check(a, dpt.asarray(a))


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_every_layout(dtype, layout):
    check(*pair(layout, dtype))


@given(st.lists(st.integers(0, 5), max_size=4).map(tuple), seeds)
@settings(max_examples=60, deadline=None)
def test_any_shape(shape, seed):
    a = numbers(np.random.default_rng(seed), int(np.prod(shape)), "float32", "few").reshape(shape)
    check(a, dpt.asarray(a))
    check(a.T, dpt.permute_dims(dpt.asarray(a), tuple(range(a.ndim))[::-1]))


def test_runs_longer_than_the_chunk_of_a_thread():
    a = np.repeat(np.arange(5), [100_000, 1, 70_000, 16_384, 3])
    a = a[np.random.default_rng(0).permutation(a.size)]
    check(a, dpt.asarray(a))


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8", "i1", "u2", "i4", "u4", "i8", "u8"])
@pytest.mark.parametrize("n_values", [1, 2, 1024, 1025])
def test_few_values_in_a_long_line(dtype, n_values):
    rng = np.random.default_rng(n_values)
    real = np.dtype(dtype).kind == "f"
    a = np.concatenate([np.arange(n_values), rng.integers(0, n_values, 80_000)]) * (0.25 if real else 1)
    last = np.inf if real else np.iinfo(dtype).max
    a = a.astype(dtype)
    a[a == a.max()] = last  # the last key of all
    check(a, dpt.asarray(a))
    if real:
        for special in (-0.0, np.nan):  # after many others
            a[-3:] = special
            check(a, dpt.asarray(a))
    check(np.sort(a), dpt.asarray(np.sort(a)))


def test_the_names_of_results():
    x = dpt.asarray([1])
    assert [type(f(x)).__name__ for f in FUNCTIONS[1:]] == [
        "UniqueCountsResult", "UniqueInverseResult", "UniqueAllResult",
    ]  # fmt: skip
    assert dpt.unique_all(x)._fields == ("values", "indices", "inverse_indices", "counts")
    assert dpt.unique_counts(x)._fields == ("values", "counts")
    assert dpt.unique_inverse(x)._fields == ("values", "inverse_indices")


@pytest.mark.parametrize("function", FUNCTIONS)
def test_results_stay_on_the_queue(function):
    queue = dpctl.SyclQueue()
    results = function(dpt.asarray([3, 1], sycl_queue=queue, usm_type="shared"))
    for result in results if isinstance(results, tuple) else [results]:
        assert result.sycl_queue == queue and result.usm_type == "shared"
    with pytest.raises(TypeError):
        function(np.ones(3))


# ---- isin --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("invert", [False, True])
@pytest.mark.parametrize("dtype", DTYPES)
def test_isin_of_every_dtype_and_length(dtype, invert):
    for n, m in ((0, 5), (5, 0), (1, 1), (3000, 40), (40_000, 20_000)):
        for spread in SPREADS:
            rng = np.random.default_rng(n)
            a, b = numbers(rng, n, dtype, spread), numbers(rng, m, dtype, spread)
            a[: m // 3] = b[: m // 3][: a[: m // 3].size]
            assert_same(dpt.isin(dpt.asarray(a), dpt.asarray(b), invert=invert), np.isin(a, b, invert=invert))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_isin_of_every_layout(layout):
    a, x = pair(layout, "float64")
    b, y = pair(layout, "float64", seed=3)
    assert_same(dpt.isin(x, y), np.isin(a, b))


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_isin_promotes_data_types(data):
    first, second = (data.draw(st.sampled_from(DTYPES)) for _ in range(2))
    rng = np.random.default_rng(data.draw(seeds))
    a, b = numbers(rng, 20, first, "few"), numbers(rng, 6, second, "few")
    common = dpt.result_type(dpt.asarray(a), dpt.asarray(b))
    assert_same(dpt.isin(dpt.asarray(a), dpt.asarray(b)), np.isin(a.astype(common), b.astype(common)))


def test_isin_of_scalars():
    a = np.array([0, 1, 2, 255], dtype="uint8")
    x = dpt.asarray(a)
    for scalar in (1, True, 2.0, 0.5, 1j, 300, -1, float("nan")):
        assert_same(dpt.isin(x, scalar), np.isin(a, scalar))
        assert_same(dpt.isin(scalar, x, invert=True), np.isin(scalar, a, invert=True))


def test_isin_with_wrong_arguments():
    x = dpt.ones(3)
    for args, error in (
        ((x, np.ones(3)), TypeError), ((np.ones(3), x), TypeError), ((1, 2), TypeError), ((x, [1]), TypeError),
        ((x, dpt.ones(3, sycl_queue=dpctl.SyclQueue())), ExecutionPlacementError),
    ):  # fmt: skip
        with pytest.raises(error):
            dpt.isin(*args)
