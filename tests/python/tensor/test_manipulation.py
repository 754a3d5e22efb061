"""Other shapes of the same elements, compared with NumPy."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.exceptions import AxisError
from tensor_helpers import DTYPES, LAYOUTS, assert_same, host, outcome, pair, sample

import dpctl
import dpctl.tensor as dpt
from dpctl.utils import ExecutionPlacementError


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("order", ["C", "F"])
def test_reshape(layout, order):
    a, x = pair(layout, "int32")
    for shape in (a.size, (a.size,), -1, (1, -1, 1), a.shape[::-1], [a.size, 1], (2, -1), (a.size // 2, 2)):
        ours, numpys = (
            outcome(lambda: dpt.reshape(x, shape, order=order)),
            outcome(lambda: a.reshape(shape, order=order)),
        )
        if isinstance(numpys, type):
            assert ours is numpys
        else:
            np.testing.assert_array_equal(ours, numpys, strict=True)


def test_reshape_is_a_view_where_it_can_be():
    x = dpt.reshape(dpt.arange(12), (3, 4))
    assert dpt.reshape(x, 12)._pointer == x._pointer
    assert dpt.reshape(x, 12, copy=False)._pointer == x._pointer
    assert dpt.reshape(x, 12, copy=True)._pointer != x._pointer
    assert dpt.reshape(x.T, 12)._pointer != x._pointer and dpt.reshape(x.T, 12, order="F")._pointer == x._pointer
    with pytest.raises(ValueError):
        dpt.reshape(x.T, 12, copy=False)


@pytest.mark.parametrize(
    "shape, error",
    [
        ((5, 2), ValueError),
        ((-1, -1), ValueError),
        ((-2, -6), ValueError),
        ("ab", TypeError),
        (2.5, TypeError),
        ((7, -1), ValueError),
    ],
)
def test_impossible_reshapes(shape, error):
    with pytest.raises(error):
        dpt.reshape(dpt.arange(12), shape)


def test_reshape_wrong_arguments():
    for arguments in ((np.ones(3), 3), (dpt.ones(3),)):
        with pytest.raises(TypeError):
            dpt.reshape(*arguments)
    with pytest.raises(ValueError):
        dpt.reshape(dpt.ones(3), 3, order="K")
    with pytest.raises(TypeError):
        dpt.reshape(dpt.ones(3), 3, copy=1)


@given(st.data())
@settings(max_examples=50, deadline=None)
def test_permute_dims(data):
    nd = data.draw(st.integers(0, 5))
    axes = data.draw(st.permutations(range(nd)))
    signed = tuple(a - nd if data.draw(st.booleans()) else a for a in axes)
    a = np.arange(2**nd).reshape((2,) * nd)
    assert_same(dpt.permute_dims(dpt.asarray(a), signed), np.transpose(a, axes))


@pytest.mark.parametrize(
    "call",
    [lambda f, x: f.expand_dims(x, axis=0), lambda f, x: f.expand_dims(x, axis=(0, -1)), lambda f, x: f.flip(x),
     lambda f, x: f.flip(x, axis=1), lambda f, x: f.flip(x, axis=(0, -1)), lambda f, x: f.moveaxis(x, 0, -1),
     lambda f, x: f.moveaxis(x, (0, 1), (-1, 0)), lambda f, x: f.swapaxes(x, 0, 2), lambda f, x: f.swapaxes(x, -1, 1),
     lambda f, x: f.broadcast_to(x, (2, *x.shape)), lambda f, x: f.squeeze(x), lambda f, x: f.squeeze(x, axis=1),
     lambda f, x: f.expand_dims(x, axis=5), lambda f, x: f.flip(x, axis=3), lambda f, x: f.moveaxis(x, 0, 7),
     lambda f, x: f.swapaxes(x, 0, 3), lambda f, x: f.squeeze(x, axis=0), lambda f, x: f.squeeze(x, axis=4),
     lambda f, x: f.flip(x, axis=(1, 1)), lambda f, x: f.broadcast_to(x, (4, 4)), lambda f, x: f.matrix_transpose(x)],
)  # fmt: skip
def test_views(call):
    a = sample((2, 1, 3), "int16")
    x = dpt.asarray(a)
    expected = outcome(call, np, a)
    if isinstance(expected, type):
        assert issubclass(outcome(call, dpt, x), (ValueError, IndexError)) and issubclass(
            expected, (ValueError, IndexError)
        )
        return
    assert_same(call(dpt, x), expected)
    assert call(dpt, x)._byte_bounds == x._byte_bounds
    with pytest.raises(TypeError):
        call(dpt, a)


def test_wrong_axes_are_axis_errors():
    x = dpt.ones((2, 3))
    for call in (
        lambda: dpt.flip(x, axis=2), lambda: dpt.moveaxis(x, 2, 0), lambda: dpt.expand_dims(x, axis=3),
        lambda: dpt.permute_dims(x, (0, 2)), lambda: dpt.concat([x, x], axis=2), lambda: dpt.unstack(x, axis=-3),
    ):  # fmt: skip
        with pytest.raises(AxisError):
            call()
    for axes in ((0,), (0, 0), (0, 1, 1)):
        with pytest.raises(ValueError):
            dpt.permute_dims(x, axes)


def test_broadcast_views_share_their_elements_and_stay_writable():
    x = dpt.arange(3)
    wide = dpt.broadcast_to(x, (4, 3))
    assert wide.strides == (0, 1) and wide.flags.writable
    x[0] = 7
    assert host(wide[:, 0]).tolist() == [7] * 4
    ours = dpt.broadcast_arrays(x, dpt.ones((2, 1)))
    assert [y.shape for y in ours] == [(2, 3), (2, 3)] and isinstance(ours, list)
    with pytest.raises(ValueError):
        dpt.broadcast_arrays()
    with pytest.raises(ValueError):
        dpt.broadcast_arrays(x, dpt.ones(2))
    deep, empty = dpt.ones((2, *[1] * 63)), dpt.ones((0,))
    assert [y.shape for y in dpt.broadcast_arrays(deep, x)] == [(2, *[1] * 62, 3)] * 2
    assert [y.shape for y in dpt.broadcast_arrays(empty, dpt.ones((2, 1)), dpt.ones(()))] == [(2, 0)] * 3
    with pytest.raises(ValueError):
        dpt.broadcast_arrays(empty, x)


def test_view_arguments():
    x = dpt.ones((2, 1, 3))
    assert dpt.permute_dims(x[0, 0], 0).shape == (3,)
    assert dpt.swapaxes(x, axis1=0, axis2=1).shape == (1, 2, 3)
    assert dpt.squeeze(dpt.asarray(5), axis=0).shape == () == dpt.squeeze(dpt.asarray(5), axis=(-1,)).shape
    with pytest.raises(AxisError):
        dpt.squeeze(dpt.asarray(5), axis=1)
    for order, error in (("K", ValueError), ("Fortran", ValueError), (1, TypeError)):
        with pytest.raises(error):
            dpt.reshape(x, 6, order=order)
    for call in (
        lambda: dpt.moveaxis(x, (0, 0), (1, 2)), lambda: dpt.moveaxis(x, (0, 1), (1, 1)), lambda: dpt.moveaxis(x, (0, 1), 2),
        lambda: dpt.expand_dims(x, axis=(0, 0)), lambda: dpt.expand_dims(x, axis=tuple(range(62))),
    ):  # fmt: skip
        with pytest.raises(ValueError):
            call()
    for call in (
        lambda: dpt.expand_dims(x, 0), lambda: dpt.flip(x, 0), lambda: dpt.expand_dims(X=x), lambda: dpt.moveaxis(x, source=0, destination=1),
        lambda: dpt.flip(x, axis="a"), lambda: dpt.squeeze(x, 1.0), lambda: dpt.permute_dims(x, "abc"),
    ):  # fmt: skip
        with pytest.raises(TypeError):
            call()


@given(st.data())
@settings(max_examples=50, deadline=None)
def test_moveaxis(data):
    nd = data.draw(st.integers(1, 5))
    n = data.draw(st.integers(0, nd))
    source, destination = (tuple(data.draw(st.permutations(range(nd)))[:n]) for _ in range(2))
    a = np.arange(2 * 3**nd).reshape((2, *(3,) * nd))[0]
    assert_same(dpt.moveaxis(dpt.asarray(a), source, destination), np.moveaxis(a, source, destination))


def test_unstack():
    a = sample((2, 3), "float32")
    for axis in (0, 1, -1):
        parts = dpt.unstack(dpt.asarray(a), axis=axis)
        assert isinstance(parts, tuple)
        for ours, numpys in zip(parts, np.moveaxis(a, axis, 0), strict=True):
            assert_same(ours, numpys)


@pytest.mark.parametrize("axis", [0, 1, -1, None])
def test_concat(axis):
    a, b = sample((2, 3), "int16", 1), sample((2, 3), "float32", 2).T.copy().T
    assert_same(
        dpt.concat([dpt.asarray(a), dpt.asarray(b), dpt.asarray(a)], axis=axis), np.concatenate([a, b, a], axis=axis)
    )


@pytest.mark.parametrize("axis", [0, 1, 2, -1])
def test_stack(axis):
    a, b = sample((2, 3), "bool", 1), sample((2, 3), "uint8", 2)
    assert_same(dpt.stack((dpt.asarray(a), dpt.asarray(b)), axis=axis), np.stack([a, b], axis=axis))


def test_concatenating_mismatched_arrays():
    x = dpt.ones((2, 3))
    for call in (
        lambda: dpt.concat([x, dpt.ones((2, 4))]), lambda: dpt.concat([x, dpt.ones(3)]), lambda: dpt.stack([x, dpt.ones((3, 2))]),
        lambda: dpt.concat([x, dpt.ones((2, 3), sycl_queue=dpctl.SyclQueue())]),
    ):  # fmt: skip
        with pytest.raises(ValueError):
            call()
    for arrays in ([], x, [np.ones(3)]):
        with pytest.raises(TypeError):
            dpt.concat(arrays)


def test_concatenation_keeps_usm_type_and_queue():
    queue = dpctl.SyclQueue()
    x = dpt.ones(3, sycl_queue=queue, usm_type="shared")
    y = dpt.concat([x, dpt.ones(2, sycl_queue=queue, usm_type="host")])
    assert y.sycl_queue == queue and y.usm_type == "shared"


def test_concatenating_many_arrays():
    rows = [dpt.full(3, float(i)) for i in range(100)]
    np.testing.assert_array_equal(host(dpt.stack(rows)), np.repeat(np.arange(100.0)[:, None], 3, axis=1), strict=True)
    np.testing.assert_array_equal(host(dpt.concat(tuple(rows))), np.repeat(np.arange(100.0), 3), strict=True)
    with pytest.raises(TypeError):
        dpt.stack([*rows, 1])


@pytest.mark.parametrize("axis", [0, 1, None])
def test_concatenating_large_arrays(axis):
    a, b = sample((700, 300), "float64", 1), sample((700, 300), "float32", 2)
    x, y = dpt.asarray(a), dpt.asarray(b)
    assert_same(dpt.concat([x, y], axis=axis), np.concatenate([a, b], axis=axis))
    assert_same(dpt.concat([x.T, y[:, ::-1].T], axis=axis), np.concatenate([a.T, b[:, ::-1].T], axis=axis))


def test_concatenation_promotes_in_any_order():
    for dtypes in (
        ["i2", "u2", "f4"],
        ["i1", "u1", "f2"],
        ["?", "i4", "u4", "f2"],
        ["u8", "c8", "i8"],
        ["i1", "u2", "f4", "f2"],
    ):
        for some in itertools.permutations(dtypes):
            arrays = [np.ones(3, dtype) for dtype in some]
            expected = np.concatenate(arrays).dtype
            ours = [dpt.asarray(a) for a in arrays]
            assert dpt.concat(ours).dtype == expected == dpt.stack(ours).dtype == dpt.result_type(*ours)


def test_promotion_in_concatenation():
    kinds = ["bool", "int8", "uint8", "int64", "uint64", "float32", "float64", "complex64"]
    for first in kinds:
        for second in kinds:
            if first not in DTYPES or second not in DTYPES:
                continue
            expected = dpt.result_type(dpt.ones(2, dtype=first), dpt.ones(2, dtype=second))
            assert dpt.concat([dpt.ones(2, dtype=first), dpt.ones(2, dtype=second)]).dtype == expected
            assert dpt.stack([dpt.ones(2, dtype=first), dpt.ones(2, dtype=second)]).dtype == expected


# ---- roll ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", LAYOUTS)
def test_roll(layout):
    a, x = pair(layout, "int16")
    for shift in (0, 1, -1, 7, 100, -100, 10**20, np.int64(3), True):
        assert_same(dpt.roll(x, shift), np.roll(a, int(shift) % max(1, a.size)))
        for axis in range(a.ndim):
            assert_same(dpt.roll(x, shift, axis=axis), np.roll(a, int(shift) % max(1, a.shape[axis]), axis=axis))


@given(st.data())
@settings(max_examples=50, deadline=None)
def test_roll_along_several_axes(data):
    shape = data.draw(st.lists(st.integers(0, 5), min_size=1, max_size=4).map(tuple))
    axes = data.draw(st.lists(st.integers(-len(shape), len(shape) - 1), min_size=1, max_size=5).map(tuple))
    shifts = tuple(data.draw(st.integers(-9, 9)) for _ in axes)
    a = sample(shape, "float32")
    assert_same(dpt.roll(dpt.asarray(a), shifts, axis=axes), np.roll(a, shifts, axis=axes))
    assert_same(dpt.roll(dpt.asarray(a), shifts[0], axis=axes), np.roll(a, shifts[0], axis=axes))
    assert_same(dpt.roll(dpt.asarray(a), shifts, axis=axes[0]), np.roll(a, shifts, axis=axes[0]))


def test_roll_of_large_arrays():
    a = np.random.default_rng(0).random((700, 900))
    x = dpt.asarray(a)
    assert_same(dpt.roll(x, 12345), np.roll(a, 12345))
    assert_same(dpt.roll(x.T, (3, -5), axis=(0, 1)), np.roll(a.T, (3, -5), axis=(0, 1)))


def test_wrong_rolls():
    x = dpt.ones((2, 3))
    for call, error in (
        (lambda: dpt.roll(x, (1, 2, 3), axis=(0, 1)), ValueError), (lambda: dpt.roll(x, 1, axis=2), AxisError),
        (lambda: dpt.roll(x, (1, 2)), TypeError), (lambda: dpt.roll(x, 1.5), TypeError), (lambda: dpt.roll(x, (1.5,), axis=0), TypeError),
        (lambda: dpt.roll(x, 1, axis="a"), TypeError), (lambda: dpt.roll(x, 1, 0), TypeError), (lambda: dpt.roll(np.ones(3), 1), TypeError),
        (lambda: dpt.roll(dpt.asarray(1), 1, axis=0), AxisError),
    ):  # fmt: skip
        with pytest.raises(error):
            call()


# ---- repeat --------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", ["bool", "int16", "float32", "int64", "complex64"])
def test_repeat(layout, dtype):
    a, x = pair(layout, dtype)
    for count in (0, 1, 2, 5):
        assert_same(dpt.repeat(x, count), np.repeat(a, count))
        for axis in range(a.ndim):
            assert_same(dpt.repeat(x, count, axis=axis), np.repeat(a, count, axis=axis))


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_repeat_of_each_element(data):
    shape = data.draw(st.lists(st.integers(0, 5), min_size=1, max_size=3).map(tuple))
    axis = data.draw(st.sampled_from([None, *range(-len(shape), len(shape))]))
    n = int(np.prod(shape)) if axis is None else shape[axis]
    counts = data.draw(st.lists(st.integers(0, 9), min_size=n, max_size=n))
    dtype = data.draw(st.sampled_from(["int8", "uint64", "int32"]))
    a = sample(shape, "int32")
    expected = np.repeat(a, np.asarray(counts, dtype="int64"), axis=axis)
    for given_counts in (
        counts,
        tuple(counts),
        dpt.asarray(counts, dtype=dtype),
        dpt.asarray(counts[::-1], dtype=dtype)[::-1],
    ):
        assert_same(dpt.repeat(dpt.asarray(a), given_counts, axis=axis), expected)


@pytest.mark.parametrize("dtype", ["int8", "int16", "float32", "float64", "complex128"])
def test_repeat_of_large_arrays(dtype):
    if dtype not in DTYPES:
        pytest.skip(f"the device has no {dtype}")
    rng = np.random.default_rng(0)
    a = rng.integers(0, 100, (700, 301)).astype(dtype)
    x, rows, elements = dpt.asarray(a), rng.integers(0, 4, 700), rng.integers(0, 7, a.size)
    for count in (2, 3, 17):
        assert_same(dpt.repeat(x, count), np.repeat(a, count))
        assert_same(dpt.repeat(x, count, axis=0), np.repeat(a, count, axis=0))
    assert_same(dpt.repeat(x[:3, 0], 100_001), np.repeat(a[:3, 0], 100_001))
    assert_same(dpt.repeat(x, dpt.asarray(rows), axis=0), np.repeat(a, rows, axis=0))
    assert_same(dpt.repeat(x.T, dpt.asarray(rows), axis=1), np.repeat(a.T, rows, axis=1))
    assert_same(dpt.repeat(x, dpt.asarray(elements)), np.repeat(a, elements))


def test_repeat_of_large_blocks():
    a = np.random.default_rng(0).random((3, 2, 40_000))
    x = dpt.asarray(a)
    for axis, counts in ((0, 2), (1, 3), (0, [2, 0, 1]), (1, [1, 2])):
        assert_same(dpt.repeat(x, counts, axis=axis), np.repeat(a, counts, axis=axis))
    assert_same(dpt.tile(x, (2, 1, 2)), np.tile(a, (2, 1, 2)))


def test_tiles_of_long_rows():
    a = sample((5, 1, 100), "int32")
    for counts in ((2, 3, 1), (1, 3, 1), (2, 1, 2), (3, 1, 1, 2), 2):
        assert_same(dpt.tile(dpt.asarray(a), counts), np.tile(a, counts))
        assert_same(dpt.tile(dpt.asarray(a)[::-1], counts), np.tile(a[::-1], counts))


def test_arrays_of_many_axes_are_repeated(device):
    a = sample((*[1] * 38, 2, 70), "int32")  # 64 axes would not be enough for two of each
    x = dpt.asarray(a, device=device)
    for counts in (2, (2, 1), (3, 1, 2)):
        np.testing.assert_array_equal(host(dpt.tile(x, counts)).reshape(-1), np.tile(a, counts).reshape(-1))
    deepest = dpt.reshape(x, (*[1] * 62, 2, 70))
    for axis in (-1, -2, 0):
        assert host(dpt.repeat(deepest, 3, axis=axis)).tobytes() == np.repeat(a, 3, axis=axis).tobytes()


def test_one_count_goes_with_all_elements():
    a = sample((2, 3), "int32")
    x = dpt.asarray(a)
    for count in ([2], (2,), range(2, 3), dpt.asarray([2]), dpt.asarray(2), dpt.asarray(2, dtype="uint8")):
        assert_same(dpt.repeat(x, count, axis=1), np.repeat(a, 2, axis=1))
    assert_same(dpt.repeat(dpt.asarray(5), [3]), np.repeat(5, 3))
    assert_same(dpt.repeat(x, dpt.asarray([True, False, True]), axis=1), np.repeat(a, [1, 0, 1], axis=1))


def test_repeat_takes_the_memory_kind_of_both():
    x = dpt.ones(2, usm_type="shared")
    assert dpt.repeat(x, 2).usm_type == "shared"
    assert dpt.repeat(x, dpt.asarray([1, 2], usm_type="device")).usm_type == "device"


def test_wrong_repeats():
    x, queue = dpt.ones((2, 3)), dpctl.SyclQueue()
    for repeats, axis, error in (
        (-1, None, ValueError), ([-1, 2], 0, ValueError), (dpt.asarray([1, -2]), 0, ValueError), ([1, 2, 3], 0, ValueError),
        (dpt.asarray([1, 2, 3]), 0, ValueError), (dpt.asarray([[1, 2]]), 0, ValueError), ([], 0, ValueError), (2, 2, AxisError), (2.0, 0, TypeError),
        ([1.0, 2.0], 0, TypeError), (dpt.asarray([1.0, 2.0]), 0, TypeError), (None, 0, TypeError), ("ab", 0, TypeError), (np.asarray([1, 2]), 0, TypeError),
        (2, 1.0, TypeError), (2, (0,), TypeError), (dpt.asarray([1, 2], sycl_queue=queue), 0, ExecutionPlacementError), (10**20, 0, OverflowError),
    ):  # fmt: skip
        with pytest.raises(error):
            dpt.repeat(x, repeats, axis=axis)
    with pytest.raises(TypeError):
        dpt.repeat(np.ones(3), 2)
    with pytest.raises(AxisError):
        dpt.repeat(dpt.asarray(1), 2, axis=0)


# ---- tile ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", LAYOUTS)
def test_tile(layout):
    a, x = pair(layout, "int32")
    for counts in (0, 1, 2, (), (2,), (2, 1), (1, 3), (2, 2), (2, 1, 3), (1, 1, 1, 1), (0, 2), (3, 2, 1, 1, 2)):
        assert_same(dpt.tile(x, counts), np.tile(a, counts))
    assert dpt.tile(x, 1)._pointer != x._pointer or x.size == 0


def test_tile_of_large_arrays():
    a = np.random.default_rng(0).random((300, 700))
    x = dpt.asarray(a)
    for counts in (2, (2, 3), (5, 1), (2, 1, 1)):
        assert_same(dpt.tile(x, counts), np.tile(a, counts))
    assert_same(dpt.tile(x[0, :3], 100_000), np.tile(a[0, :3], 100_000))


def test_wrong_tiles():
    x = dpt.ones((2, 3))
    for counts, error in (
        (-1, ValueError), ((2, -1), ValueError), (2.0, TypeError), ([2], TypeError), (None, TypeError), ((2.5,), TypeError),
        ((1,) * 65, ValueError), (2**62, (ValueError, OverflowError)),
    ):  # fmt: skip
        with pytest.raises(error):
            dpt.tile(x, counts)
    with pytest.raises(TypeError):
        dpt.tile(np.ones(3), 2)


def test_copies_are_new_arrays_in_c_order_on_the_queue():
    queue = dpctl.SyclQueue()
    x = dpt.asarray(np.ones((3, 4), order="F"), sycl_queue=queue, usm_type="shared")
    for y in (dpt.roll(x, 0), dpt.repeat(x, 1, axis=0), dpt.tile(x, 1), dpt.concat([x]), dpt.stack([x])):
        assert y.sycl_queue == queue and y.usm_type == "shared" and y.flags.c_contiguous and y.flags.writable
        assert y._pointer != x._pointer


def test_an_axis_error_says_what_was_given():
    x = dpt.ones((2, 3))
    for axis in (7, -3, 10**30, -(10**30)):
        for call in (
            lambda: dpt.flip(x, axis=axis),
            lambda: dpt.sum(x, axis=(0, axis)),
            lambda: dpt.sort(x, axis=axis),
        ):
            with pytest.raises(AxisError, match=f"axis {axis} is out of bounds"):
                call()
