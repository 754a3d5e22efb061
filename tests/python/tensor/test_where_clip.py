"""where and clip, compared with NumPy."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tensor_helpers import DTYPES, INTEGERS, LAYOUTS, assert_same, host, pair, sample

import dpctl
import dpctl.tensor as dpt
from dpctl.utils import ExecutionPlacementError

# ---- where ----------------------------------------------------------------------------------------


def test_condition_alone_gives_its_indices_as_numpy():
    c = np.asarray([[True, False], [True, True]])
    for ours, expected in zip(dpt.where(dpt.asarray(c)), np.where(c), strict=True):
        assert dpt.asnumpy(ours).tolist() == expected.tolist()


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_where_of_every_dtype_and_layout(dtype, layout):
    (c, condition), (a, x), (b, y) = pair(layout, "bool", 1), pair(layout, dtype, 2), pair(layout, dtype, 3)
    assert_same(dpt.where(condition, x, y), np.where(c, a, b))


@pytest.mark.parametrize("first", DTYPES)
def test_where_promotes(first):
    c, a = sample(6, "bool"), sample(6, first)
    for second in DTYPES:
        b = sample(6, second, 1)
        assert_same(dpt.where(dpt.asarray(c), dpt.asarray(a), dpt.asarray(b)), np.where(c, a, b))


@pytest.mark.parametrize("dtype", DTYPES)
def test_a_condition_of_any_dtype(dtype):
    c = sample(40, dtype)
    c[::3] = 0
    a, b = np.arange(40), -np.arange(40)
    assert_same(dpt.where(dpt.asarray(c), dpt.asarray(a), dpt.asarray(b)), np.where(c, a, b))


@given(st.data())
@settings(max_examples=50, deadline=None)
def test_where_broadcasts(data):
    shape = data.draw(st.lists(st.integers(0, 4), max_size=4).map(tuple))

    def part():
        own = tuple(data.draw(st.sampled_from([1, n])) for n in shape)
        return own[data.draw(st.integers(0, len(own))) :]

    c, a, b = sample(part(), "bool"), sample(part(), "int32", 1), sample(part(), "float32", 2)
    assert_same(dpt.where(dpt.asarray(c), dpt.asarray(a), dpt.asarray(b)), np.where(c, a, b))


@pytest.mark.parametrize("dtype", ["bool", "int8", "int64", "float32", "float64", "complex64"])
@pytest.mark.parametrize("number", [True, 3, 1.5, 1j])
def test_where_with_a_number(dtype, number):
    if dtype not in DTYPES:
        pytest.skip(f"the device has no {dtype}")
    c, a = sample(9, "bool"), sample(9, dtype)
    condition, x = dpt.asarray(c), dpt.asarray(a)
    expected = dpt.result_type(x, number)
    for ours, numpys in (
        (dpt.where(condition, x, number), np.where(c, a, number)),
        (dpt.where(condition, number, x), np.where(c, number, a)),
    ):
        assert ours.dtype == expected
        np.testing.assert_array_equal(host(ours), numpys.astype(expected))


def test_where_with_two_numbers():
    condition = dpt.asarray([True, False])
    for first, second in ((1, 2), (1.5, 2), (True, False), (1, 1j), (2.5, True)):
        ours = dpt.where(condition, first, second)
        assert ours.dtype == dpt.result_type(first, second) and host(ours).tolist() == [first, second]


def test_where_in_orders_and_into_out():
    c, a, b = sample((3, 4), "bool"), sample((3, 4), "float32"), sample((3, 4), "float32", 1)
    make = lambda v, order: dpt.asarray(v, order=order)
    parts = [make(v, "F") for v in (c, a, b)]
    assert dpt.where(*parts).flags.f_contiguous and dpt.where(*parts, order="C").flags.c_contiguous
    assert dpt.where(*(make(v, "C") for v in (c, a, b)), order="F").flags.f_contiguous
    out = dpt.empty((3, 8), dtype="float32")[:, ::-2]
    assert dpt.where(*parts, out=out) is out
    assert_same(out, np.where(c, a, b))
    x = dpt.asarray(a)
    dpt.where(dpt.asarray(c), x[::-1], x, out=x)
    assert_same(x, np.where(c, a[::-1], a))


def test_wrong_wheres():
    c, x, queue = dpt.ones((2, 3), dtype="bool"), dpt.ones((2, 3)), dpctl.SyclQueue()
    other = dpt.ones((2, 3), sycl_queue=queue)
    read_only = dpt.empty((2, 3))
    read_only.flags["W"] = False
    for call, error in (
        (lambda: dpt.where(np.ones(3), x, x), TypeError), (lambda: dpt.where(True, x, x), TypeError), (lambda: dpt.where(c, x), TypeError), (lambda: dpt.where(c, order="C"), TypeError),
        (lambda: dpt.where(c, x, "a"), TypeError), (lambda: dpt.where(c, x, None), TypeError), (lambda: dpt.where(c, x, [1, 2, 3]), TypeError),
        (lambda: dpt.where(c, x, dpt.ones(4)), ValueError), (lambda: dpt.where(c, x, other), ExecutionPlacementError),
        (lambda: dpt.where(c, x, x, out=np.empty((2, 3))), TypeError), (lambda: dpt.where(c, x, x, out=dpt.empty((3, 3))), ValueError),
        (lambda: dpt.where(c, x, x, out=dpt.empty((2, 3), dtype="float32")), ValueError), (lambda: dpt.where(c, x, x, out=read_only), ValueError),
        (lambda: dpt.where(c, x, x, out=other), ExecutionPlacementError), (lambda: dpt.where(c, dpt.ones((2, 3), dtype="uint8"), -1), OverflowError),
        (lambda: dpt.where(condition=c, x1=x, x2=x), TypeError), (lambda: dpt.where(c, x, x, "C"), TypeError),
    ):  # fmt: skip
        with pytest.raises(error):
            call()


# ---- clip -----------------------------------------------------------------------------------------


def clipped(a, low, high):
    """NumPy's, in the dtype of a."""
    return np.minimum(np.maximum(a, low), high).astype(a.dtype)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", [name for name in DTYPES if "complex" not in name])
def test_clip_of_every_dtype_and_layout(dtype, layout):
    (a, x), (b, y), (c, z) = (pair(layout, dtype, seed) for seed in (1, 2, 3))
    assert_same(dpt.clip(x, y, z), clipped(a, b, c))
    assert_same(dpt.clip(x, y), np.maximum(a, b))
    assert_same(dpt.clip(x, max=z), np.minimum(a, c))
    assert_same(dpt.clip(x), a)
    if dtype != "bool":
        assert_same(dpt.clip(x, 2, 5), clipped(a, np.asarray(2, dtype=dtype), np.asarray(5, dtype=dtype)))


def test_clip_keeps_nan():
    a, low, high = (
        np.array([np.nan, 1.0, 2.0, -1.0, 5.0]),
        np.array([0.0, np.nan, 0, 0, 0]),
        np.array([3.0, 3, np.nan, 3, 3]),
    )
    assert_same(dpt.clip(dpt.asarray(a), dpt.asarray(low), dpt.asarray(high)), np.array([np.nan, np.nan, np.nan, 0, 3]))
    assert_same(dpt.clip(dpt.asarray(a), 0, 3), np.array([np.nan, 1, 2, 0, 3]))
    assert_same(dpt.clip(dpt.asarray(a), 0, float("nan")), np.full(5, np.nan))
    assert host(dpt.clip(dpt.asarray([1, 5]), 4, 2)).tolist() == [2, 2]


@pytest.mark.parametrize("dtype", [name for name in DTYPES if name.startswith("complex")])
def test_clip_of_complex_numbers(dtype):
    a = sample((4, 5), dtype)
    assert_same(dpt.clip(dpt.asarray(a), -1j, 2 + 1j), np.clip(a, -1j, 2 + 1j))


@pytest.mark.parametrize("dtype", INTEGERS)
def test_bounds_that_no_element_can_pass_are_none(dtype):
    a = sample(20, dtype)
    info = np.iinfo(dtype)
    for low, high in (
        (info.min - 1, info.max + 1),
        (-(10**30), 10**30),
        (info.min - 1, None),
        (None, info.max + 1),
        (info.min, info.max),
    ):
        assert_same(dpt.clip(dpt.asarray(a), low, high), a)
    for low, high in ((info.max + 1, None), (None, info.min - 1), (10**30, None)):
        with pytest.raises(OverflowError):
            dpt.clip(dpt.asarray(a), low, high)


def test_bounds_broadcast():
    a = sample((3, 4), "int32")
    low, high = np.array([1, -2, 3, 0], dtype="int8"), np.array([[5], [2], [4]], dtype="int32")
    assert_same(dpt.clip(dpt.asarray(a), dpt.asarray(low), dpt.asarray(high)), clipped(a, low, high))
    assert_same(dpt.clip(dpt.asarray(5), dpt.asarray([1, 7])), np.array([5, 7]))


def test_clip_in_orders_and_into_out():
    x = dpt.asarray(sample((3, 4), "float32"), order="F")
    assert (
        dpt.clip(x, 0, 1).flags.f_contiguous
        and dpt.clip(x, 0, 1, order="C").flags.c_contiguous
        and dpt.clip(x, order="C").flags.c_contiguous
    )
    for low, high in ((0, 1), (0, None), (None, 1), (None, None)):
        out = dpt.empty((3, 8), dtype="float32")[:, ::2]
        assert dpt.clip(x, low, high, out=out) is out
        np.testing.assert_array_equal(
            host(out), np.clip(host(x), low, high) if (low, high) != (None, None) else host(x)
        )
    expected = np.clip(host(x), 1, 2)
    dpt.clip(x, 1, 2, x)
    np.testing.assert_array_equal(host(x), expected)


def test_wrong_clips():
    x, f, queue = dpt.ones((2, 3), dtype="int32"), dpt.ones((2, 3), dtype="float32"), dpctl.SyclQueue()
    other = dpt.ones((2, 3), dtype="int32", sycl_queue=queue)
    read_only = dpt.ones((2, 3), dtype="int32")
    read_only.flags["W"] = False
    for call, error in (
        (lambda: dpt.clip(np.ones(3), 0, 1), TypeError), (lambda: dpt.clip(x, 1.5), ValueError), (lambda: dpt.clip(x, None, 1j), ValueError),
        (lambda: dpt.clip(x, dpt.ones(3, dtype="int64")), ValueError), (lambda: dpt.clip(x, 0, f), ValueError), (lambda: dpt.clip(f, 1j), ValueError),
        (lambda: dpt.clip(dpt.ones(3, dtype="bool"), 0, 1), ValueError), (lambda: dpt.clip(x, "a"), TypeError), (lambda: dpt.clip(x, [1, 2, 3]), TypeError),
        (lambda: dpt.clip(x, other), ExecutionPlacementError), (lambda: dpt.clip(x, 0, dpt.ones(4, dtype="int32")), ValueError),
        (lambda: dpt.clip(x, 0, 1, out=np.empty((2, 3))), TypeError), (lambda: dpt.clip(x, 0, 1, out=dpt.empty((2, 3))), ValueError),
        (lambda: dpt.clip(x, out=dpt.empty((3, 3), dtype="int32")), ValueError), (lambda: dpt.clip(x, 0, 1, out=read_only), ValueError),
        (lambda: dpt.clip(x, out=read_only), ValueError), (lambda: dpt.clip(x, out=other), ExecutionPlacementError), (lambda: dpt.clip(x=x, min=0), TypeError),
        (lambda: dpt.clip(f, 0, 10**400), OverflowError),
    ):  # fmt: skip
        with pytest.raises(error):
            call()
    assert np.all(host(x) == 1)


@pytest.mark.parametrize("dtype", ["i1", "i8", "f4", "f8"])
def test_clip_of_strided_lines_between_a_line_and_a_number(dtype, device):
    """Two operands that are copied to be contiguous have a copy each."""
    numbers = np.arange(-60, 60).astype(dtype)
    x = dpt.asarray(numbers, device=device)
    for a, low in ((slice(0, 40, 2), slice(41, 101, 3)), (slice(90, 70, -1), slice(0, 60, 3))):
        expected = np.clip(numbers[a], numbers[low], 5)
        assert np.array_equal(dpt.asnumpy(dpt.clip(x[a], x[low], 5)), expected)
        expected = np.clip(numbers[a], -5, numbers[low])
        assert np.array_equal(dpt.asnumpy(dpt.clip(x[a], -5, x[low])), expected)
    wide = dpt.broadcast_to(x[100], (20,))
    expected = np.clip(np.broadcast_to(numbers[100], (20,)), numbers[1:41:2], 1)
    assert np.array_equal(dpt.asnumpy(dpt.clip(wide, x[1:41:2], 1)), expected)
