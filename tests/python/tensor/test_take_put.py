"""take, put, take_along_axis, put_along_axis, extract, place and nonzero."""

import inspect

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tensor_helpers import DTYPES, INTEGERS, LAYOUTS, assert_same, host, pair, sample

import dpctl
import dpctl.tensor as dpt

AxisError = np.exceptions.AxisError
PlacementError = dpctl.utils.ExecutionPlacementError


def far(x):
    return dpctl.SyclQueue(x.sycl_context, x.sycl_device)


@pytest.mark.parametrize(
    "name, signature",
    [("take", "(x, indices, /, *, axis=None, out=None, mode='wrap')"), ("put", "(x, indices, vals, /, *, axis=None, mode='wrap')"),
     ("take_along_axis", "(x, indices, /, *, axis=-1, mode='wrap')"), ("put_along_axis", "(x, indices, vals, /, *, axis=-1, mode='wrap')"),
     ("extract", "(condition, arr)"), ("place", "(arr, mask, vals)"), ("nonzero", "(arr)")],
)  # fmt: skip
def test_signatures(name, signature):
    assert str(inspect.signature(getattr(dpt, name))) == signature


# ---- take and put -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_take_and_put_along_every_axis(layout, dtype):
    a, x = pair(layout, dtype)
    for axis in range(-a.ndim, a.ndim):
        n = a.shape[axis]
        i = np.array([0, n - 1, -1, n // 2, 0][: 5 if n else 0], dtype="int64")
        assert_same(dpt.take(x, dpt.asarray(i), axis=axis), np.take(a, i, axis=axis))
        b, y = a.copy(), dpt.copy(x)
        keys = (slice(None),) * (axis % a.ndim) + (i,)
        b[keys] = 3
        dpt.put(y, dpt.asarray(i), 3, axis=axis)
        assert_same(y, b)


@pytest.mark.parametrize("dtype", INTEGERS)
def test_modes(dtype):
    x = dpt.arange(5) * 10
    values = [-1, -5, -6, 0, 4, 5, 99] if not dtype.startswith("u") else [0, 4, 5, 99]
    i = dpt.asarray(values, dtype=dtype)
    clip = [min(max(v, 0), 4) for v in values]
    wrap = [min(max(v + 5 if v < 0 else v, 0), 4) for v in values]
    assert host(dpt.take(x, i)).tolist() == [10 * v for v in wrap]
    assert host(dpt.take(x, i, mode="clip")).tolist() == [10 * v for v in clip]
    for mode, indices in (("wrap", wrap), ("clip", clip)):
        y, a = dpt.zeros(5), np.zeros(5)
        a[indices] = np.arange(len(indices))
        dpt.put(y, i, dpt.arange(len(indices)), mode=mode)
        assert_same(y, a)
    matrix, a = dpt.asarray(np.eye(5)), np.eye(5)
    rows = dpt.broadcast_to(i, (5, len(values)))
    assert_same(dpt.take_along_axis(matrix, rows, mode="clip"), a[:, clip])
    dpt.put_along_axis(matrix, rows, 7, mode="clip")
    a[:, clip] = 7
    assert_same(matrix, a)


def test_take_of_one_element():
    x = dpt.asarray(3)
    i = dpt.asarray([0, 0])
    assert host(dpt.take(x, i)).tolist() == [3, 3] == host(dpt.take(x, i, axis=0)).tolist()
    dpt.put(x, i, dpt.asarray([4, 5]))
    assert int(x) == 5


def test_out():
    x, i = dpt.arange(5), dpt.asarray([4, 3, 2, 1, 0])
    out = dpt.empty(5, dtype="int64")
    assert dpt.take(x, i, out=out) is out
    assert host(out).tolist() == [4, 3, 2, 1, 0]
    assert dpt.take(x, i, out=x) is x
    assert host(x).tolist() == [4, 3, 2, 1, 0]
    dpt.take(dpt.arange(5) * 2, i, out=i)
    assert host(i).tolist() == [8, 6, 4, 2, 0]
    wide = dpt.zeros((4, 10), dtype="float32")
    dpt.take(dpt.ones((4, 3), dtype="float32"), dpt.asarray([0, 2, 1]), axis=1, out=wide[::-1, 8:2:-2])
    assert host(wide).sum() == 12 and host(wide[:, 4:10:2]).all()


@pytest.mark.parametrize(
    "call, error",
    [
        (lambda x, i: dpt.take([1], i), TypeError),
        (lambda x, i: dpt.take(x, [1]), TypeError),
        (lambda x, i: dpt.take(x, np.array([1])), TypeError),
        (lambda x, i: dpt.take(x, 1), TypeError),
        (lambda x, i: dpt.take(x=x, indices=i), TypeError),
        (lambda x, i: dpt.take(x, i, 0), TypeError),
        (lambda x, i: dpt.take(x, i, axis=1.0), TypeError),
        (lambda x, i: dpt.take(x, i), ValueError),
        (lambda x, i: dpt.take(x, dpt.asarray([[0]]), axis=0), ValueError),
        (lambda x, i: dpt.take(x, dpt.asarray(0), axis=0), ValueError),
        (lambda x, i: dpt.take(x, dpt.asarray([0.0]), axis=0), IndexError),
        (lambda x, i: dpt.take(x, dpt.asarray([True]), axis=0), IndexError),
        (lambda x, i: dpt.take(x, i, axis=2), AxisError),
        (lambda x, i: dpt.take(x, i, axis=-3), AxisError),
        (lambda x, i: dpt.take(x, i, axis=0, mode="raise"), ValueError),
        (lambda x, i: dpt.take(x, i, axis=0, mode=1), ValueError),
        (lambda x, i: dpt.take(dpt.empty((0, 2)), i, axis=0), IndexError),
        (lambda x, i: dpt.take(x, dpt.asarray([0], sycl_queue=far(x)), axis=0), PlacementError),
        (lambda x, i: dpt.take(x, i, axis=0, out=np.empty((2, 4))), TypeError),
        (lambda x, i: dpt.take(x, i, axis=0, out=dpt.empty((2, 4), dtype="int32")), ValueError),
        (lambda x, i: dpt.take(x, i, axis=0, out=dpt.empty((2, 5))), ValueError),
        (lambda x, i: dpt.take(x, i, axis=0, out=dpt.broadcast_to(x[:1, :1], (2, 4))), None),
        (lambda x, i: dpt.take(x, i, axis=0, out=dpt.empty((2, 4), sycl_queue=far(x))), PlacementError),
        (lambda x, i: dpt.put(x, i, 1), ValueError),
        (lambda x, i: dpt.put([1], i, 1), TypeError),
        (lambda x, i: dpt.put(x, [0], 1, axis=0), TypeError),
        (lambda x, i: dpt.put(x, dpt.asarray([[0]]), 1, axis=0), ValueError),
        (lambda x, i: dpt.put(x, dpt.asarray([0.0]), 1, axis=0), IndexError),
        (lambda x, i: dpt.put(x, i, dpt.ones((3, 4)), axis=0), ValueError),
        (lambda x, i: dpt.put(x, i, "text", axis=0), ValueError),
        (lambda x, i: dpt.put(x, i, None, axis=0), ValueError),
        (lambda x, i: dpt.put(x, i, 1, axis=5), AxisError),
        (lambda x, i: dpt.put(x, i, 1, axis=0, mode="raise"), ValueError),
        (lambda x, i: dpt.put(x, i, dpt.ones(4, sycl_queue=far(x)), axis=0), PlacementError),
        (lambda x, i: dpt.put(x, dpt.asarray([0], sycl_queue=far(x)), 1, axis=0), PlacementError),
        (lambda x, i: dpt.put(dpt.empty((0, 4)), i, 1, axis=0), IndexError),
        (lambda x, i: dpt.take_along_axis(x, i), ValueError),
        (lambda x, i: dpt.take_along_axis(x, np.zeros((3, 1), dtype="int64")), TypeError),
        (lambda x, i: dpt.take_along_axis(x, dpt.zeros((2, 1), dtype="int64")), ValueError),
        (lambda x, i: dpt.take_along_axis(x, dpt.zeros((3, 1))), IndexError),
        (lambda x, i: dpt.take_along_axis(x, dpt.zeros((3, 1), dtype="bool")), IndexError),
        (lambda x, i: dpt.take_along_axis(x, dpt.zeros((3, 1), dtype="int64"), axis=2), AxisError),
        (lambda x, i: dpt.take_along_axis(x, dpt.zeros((3, 1), dtype="int64"), axis=None), TypeError),
        (lambda x, i: dpt.take_along_axis(x, dpt.zeros((3, 1), dtype="int64"), mode="raise"), ValueError),
        (lambda x, i: dpt.take_along_axis(dpt.asarray(1), dpt.asarray(0)), AxisError),
        (lambda x, i: dpt.take_along_axis(x, dpt.zeros((3, 1), dtype="int64", sycl_queue=far(x))), PlacementError),
        (lambda x, i: dpt.put_along_axis(x, dpt.zeros((3, 1), dtype="int64"), dpt.ones(3)), ValueError),
        (lambda x, i: dpt.put_along_axis(x, dpt.zeros((3, 1), dtype="int64"), dpt.ones((2, 1, 1))), ValueError),
        (lambda x, i: dpt.put_along_axis(x, dpt.zeros((3, 1), dtype="int64"), 1j), TypeError),
        (
            lambda x, i: dpt.put_along_axis(x, dpt.zeros((3, 1), dtype="int64"), dpt.ones(1, sycl_queue=far(x))),
            PlacementError,
        ),
        (lambda x, i: dpt.extract(np.ones((3, 4)), x), TypeError),
        (lambda x, i: dpt.extract(x, [1]), TypeError),
        (lambda x, i: dpt.extract(dpt.ones(4, dtype="bool"), x), ValueError),
        (lambda x, i: dpt.extract(dpt.ones(12, dtype="bool"), x), ValueError),
        (lambda x, i: dpt.extract(dpt.ones((3, 4), dtype="bool", sycl_queue=far(x)), x), PlacementError),
        (lambda x, i: dpt.place(x, x, 1), TypeError),
        (lambda x, i: dpt.place(x, np.ones((3, 4)), dpt.ones(1)), TypeError),
        (lambda x, i: dpt.place(x, dpt.ones(4, dtype="bool"), dpt.ones(1)), ValueError),
        (lambda x, i: dpt.place(x, x == x, dpt.ones((1, 1))), ValueError),
        (lambda x, i: dpt.place(x, x == x, dpt.asarray(1)), ValueError),
        (lambda x, i: dpt.place(x, x == x, dpt.empty(0)), ValueError),
        (lambda x, i: dpt.place(x, dpt.ones((3, 4), sycl_queue=far(x)), dpt.ones(1)), PlacementError),
        (lambda x, i: dpt.place(x, x == x, dpt.ones(1, sycl_queue=far(x))), PlacementError),
        (lambda x, i: dpt.nonzero(np.ones(3)), TypeError),
        (lambda x, i: dpt.nonzero([1]), TypeError),
        (lambda x, i: dpt.nonzero(dpt.asarray(1)), ValueError),
    ],
)
def test_bad_arguments_leave_everything_as_it_was(call, error):
    a = sample((3, 4), "float64" if "float64" in DTYPES else "float32")
    x, i = dpt.asarray(a), dpt.asarray([0, 1])
    if error is None:
        call(x, i)
        return
    with pytest.raises(error):
        call(x, i)
    assert_same(x, a)
    assert host(i).tolist() == [0, 1]


def test_read_only_arrays():
    x, i, m = dpt.zeros(3), dpt.asarray([0, 1, 2]), dpt.ones(3, dtype="bool")
    x.flags.writable = False
    for call in (lambda: dpt.put(x, i, 1), lambda: dpt.put_along_axis(x, i, 1), lambda: dpt.place(x, m, dpt.ones(1)),
                 lambda: dpt.take(dpt.ones(3), i, out=x)):  # fmt: skip
        with pytest.raises(ValueError, match="read-only"):
            call()
    assert host(x).tolist() == [0, 0, 0]


def test_usm_types():
    x, i = dpt.ones((3, 4), usm_type="host"), dpt.zeros((3, 1), dtype="int64", usm_type="shared")
    assert dpt.take_along_axis(x, i).usm_type == "shared"
    assert dpt.take(x, i[:, 0], axis=0).usm_type == "shared"
    assert dpt.extract(dpt.ones((3, 4), usm_type="device"), x).usm_type == "device"
    assert {n.usm_type for n in dpt.nonzero(x)} == {"host"}


def test_put_of_values_of_all_kinds():
    i = dpt.asarray([0, 2])
    for values in (5, 2.75, [1, 2], np.array([1.5, 2.5]), dpt.asarray([7, 8]), dpt.asarray([9]), (1, dpt.asarray(2))):
        x, a = dpt.zeros(3, dtype="int32"), np.zeros(3, dtype="int32")
        dpt.put(x, i, values)
        a[[0, 2]] = host(values) if not isinstance(values, tuple) else [1, 2]
        assert_same(x, a)
    x = dpt.zeros(3, dtype="uint8")
    with pytest.raises(OverflowError):
        dpt.put(x, i, 300)
    dpt.put(x, dpt.empty(0, dtype="int64"), 3)
    assert host(x).tolist() == [0, 0, 0]


@given(st.data())
@settings(max_examples=200, deadline=None)
def test_along_an_axis(data):
    nd = data.draw(st.integers(1, 4))
    shape = data.draw(st.lists(st.integers(1, 4), min_size=nd, max_size=nd))
    axis = data.draw(st.integers(-nd, nd - 1))
    n = data.draw(st.integers(0, 5))
    index_shape = [1 if data.draw(st.booleans()) else m for m in shape]
    index_shape[axis] = n
    rng = np.random.default_rng(data.draw(st.integers(0, 1000)))
    a = rng.integers(-99, 99, shape).astype(data.draw(st.sampled_from(["int8", "float32", "complex64"])))
    i = rng.integers(-shape[axis], shape[axis], index_shape).astype(
        data.draw(st.sampled_from(["int8", "int32", "int64"]))
    )
    order = data.draw(st.permutations(range(nd)))
    a = np.ascontiguousarray(a.transpose(order)).transpose(np.argsort(order))  # any layout
    full = np.broadcast_to(i, [n if d == axis % nd else m for d, m in enumerate(shape)])
    x = dpt.asarray(a)
    expected = np.take_along_axis(a, full, axis=axis)
    assert_same(dpt.take_along_axis(x, dpt.asarray(i), axis=axis), expected)
    values = rng.integers(0, 99, expected.shape).astype(a.dtype)
    b = a.copy(order="K")
    np.put_along_axis(b, full, values, axis=axis)
    dpt.put_along_axis(x, dpt.asarray(i), dpt.asarray(values), axis=axis)
    assert_same(x, b)
    np.put_along_axis(b, full, 5, axis=axis)
    dpt.put_along_axis(x, dpt.asarray(i), 5, axis=axis)
    assert_same(x, b)


def test_along_an_axis_of_extent_one():
    x, i = dpt.asarray([[1.0, 2, 3, 4]]), dpt.asarray([[0, 3], [1, -1], [2, 2]])
    assert host(dpt.take_along_axis(x, i)).tolist() == [[1, 4], [2, 4], [3, 3]]
    dpt.put_along_axis(x, i, dpt.asarray([[10, 20], [30, 40], [50, 60]]))
    assert host(x).tolist() == [[10, 30, 60, 40]]


def test_sorting_by_take_along_axis():
    a = np.random.default_rng(0).normal(size=(200, 300))
    for axis in (0, 1):
        i = np.argsort(a, axis=axis)
        assert_same(dpt.take_along_axis(dpt.asarray(a), dpt.asarray(i), axis=axis), np.sort(a, axis=axis))
        x = dpt.zeros(a.shape)
        dpt.put_along_axis(x, dpt.asarray(i), dpt.asarray(np.sort(a, axis=axis)), axis=axis)
        assert_same(x, a)


# ---- extract, place, nonzero --------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_conditions_of_any_type_and_layout(layout, dtype):
    condition, c = pair(layout, dtype)
    condition, c = condition.copy(order="K"), dpt.copy(c)
    if condition.size > 3:
        condition[..., ::2] = 0
        c[..., ::2] = 0
    for other in ("int16", "complex64", "bool"):
        a, x = pair(layout, other, 1)
        assert_same(dpt.extract(c, x), np.extract(condition, a))
        if condition.ndim:
            found, expected = dpt.nonzero(c), np.nonzero(condition)
            assert isinstance(found, tuple) and len(found) == len(expected)
            for mine, numpys in zip(found, expected):
                assert_same(mine, numpys)
        if condition.any():
            values = sample(3, "float32", 2)
            a = np.array(a)
            np.place(a, condition != 0, values.astype(a.dtype))
            dpt.place(x, c, dpt.asarray(values))
            assert_same(x, a)


def test_special_values_as_conditions():
    c = dpt.asarray([0.0, -0.0, float("nan"), float("inf"), 1e-45], dtype="float32")
    assert host(dpt.nonzero(c)[0]).tolist() == [2, 3, 4]
    assert host(dpt.nonzero(dpt.asarray([0, 1j, 1]))[0]).tolist() == [1, 2]


def test_place_cycles_through_its_values():
    x = dpt.zeros(100000, dtype="int64")
    a = np.zeros(100000, dtype="int64")
    condition = np.arange(100000) % 3 > 0
    for n in (1, 2, 7, 1000, 99999):
        np.place(a, condition, np.arange(n))
        dpt.place(x, dpt.asarray(condition), dpt.arange(n))
        assert_same(x, a)
    dpt.place(x, dpt.asarray(condition), dpt.arange(20)[::-3])
    np.place(a, condition, np.arange(20)[::-3])
    assert_same(x, a)
    dpt.place(x, x == -5, dpt.empty(0))
    assert_same(x, a)


def test_place_where_everything_is_one_array():
    x, a = dpt.arange(10), np.arange(10)
    dpt.place(x, x, x)
    np.place(a, a.copy(), a.copy())
    assert_same(x, a)


def test_arrays_without_elements():
    x = dpt.empty((0, 3))
    assert [n.shape for n in dpt.nonzero(x)] == [(0,), (0,)]
    assert dpt.extract(x, x).shape == (0,)
    dpt.place(x, x, dpt.empty(0))
    dpt.put(x, dpt.empty(0, dtype="int32"), 1, axis=0)
    assert dpt.take(x, dpt.asarray([0, 1]), axis=1).shape == (0, 2)
    assert dpt.take_along_axis(dpt.ones((3, 4)), dpt.empty((3, 0), dtype="int64")).shape == (3, 0)


@given(st.integers(1, 5), st.data())
@settings(max_examples=100, deadline=None)
def test_nonzero_of_any_shape(nd, data):
    shape = data.draw(st.lists(st.integers(0, 9), min_size=nd, max_size=nd))
    a = np.random.default_rng(data.draw(st.integers(0, 99))).integers(0, data.draw(st.integers(1, 9)), shape)
    for mine, numpys in zip(dpt.nonzero(dpt.asarray(a)), np.nonzero(a)):
        assert_same(mine, numpys)


def test_every_device_indexes(device):
    x, i = dpt.arange(6, dtype="int32", device=device), dpt.asarray([5, 0], device=device)
    m = dpt.asarray([True, False, False, True, False, True], device=device)
    reads = {
        lambda: x[i]: [5, 0],
        lambda: x[m]: [0, 3, 5],
        lambda: dpt.take(x, i): [5, 0],
        lambda: dpt.take_along_axis(x, i): [5, 0],
        lambda: dpt.extract(m, x): [0, 3, 5],
        lambda: dpt.nonzero(m)[0]: [0, 3, 5],
    }
    for call, expected in reads.items():
        assert host(call()).tolist() == expected
    writes = {
        lambda: dpt.place(x, m, i): ([0, 3, 5], [5, 0, 5]),
        lambda: dpt.put(x, i, 7): ([5, 0], 7),
        lambda: x.__setitem__(m, i[:1]): ([0, 3, 5], 5),
        lambda: dpt.put_along_axis(x, i[:1], 8): ([5], 8),
        lambda: x.__setitem__(m, 9): ([0, 3, 5], 9),
        lambda: x.__setitem__(i, 1): ([5, 0], 1),
    }
    wanted = np.arange(6, dtype="int32")
    for call, (positions, values) in writes.items():
        call()
        wanted[positions] = values
        assert host(x).tolist() == wanted.tolist()


# ---- values of another data type ----------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["bool", "int16", "float16", "float64", "complex128"])
def test_assigned_values_are_converted(dtype):
    """Single elements, runs, broadcast values, and few chunks over much, which is where each thread has a part of the array."""
    rng = np.random.default_rng(0)
    for given in ("uint8", "int64", "float32"):
        a = rng.integers(0, 100, (40, 30)).astype(dtype)
        for view in (lambda x: x, lambda x: x.T, lambda x: x[::-1, ::2]):
            ours = dpt.asarray(a)
            wanted, x = view(a.copy()), view(ours)
            rows, columns = rng.integers(0, x.shape[0], 50), rng.permutation(x.shape[1])
            mask = rng.random(x.shape) < 0.5
            for key in (
                rows,
                (slice(None), columns),
                mask,
                rng.random(x.shape[0]) < 0.5,
                (rows, rng.integers(0, x.shape[1], 50)),
            ):
                values = rng.integers(0, 100, wanted[key].shape).astype(given)
                for v in (values, values[..., :1] if values.ndim > 1 else values[:1], values[::-1]):
                    wanted[key] = v
                    x[key_of(key)] = dpt.asarray(v)
                    assert_same(x, wanted)
    a, i = np.zeros(300_000, dtype), rng.integers(0, 1000, 200_000)
    x, values = dpt.asarray(a), rng.integers(0, 100, 200_000).astype("float32")
    a[i] = values
    x[dpt.asarray(i)] = dpt.asarray(values)
    assert_same(x, a)


def key_of(key):
    if isinstance(key, tuple):
        return tuple(dpt.asarray(part) if isinstance(part, np.ndarray) else part for part in key)
    return dpt.asarray(key)
