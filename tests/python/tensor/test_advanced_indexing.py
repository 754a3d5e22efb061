"""Keys with index arrays and masks, compared with NumPy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from property_helpers import properties
from tensor_helpers import DTYPES, INTEGERS, assert_same, host, outcome, sample

import dpctl
import dpctl.tensor as dpt

# Keys are written with lists for index arrays and masks; the two functions make a key of each library of them.


def numpys(key):
    if isinstance(key, tuple):
        return tuple(numpys(k) for k in key)
    return np.asarray(key) if isinstance(key, list) else key


def ours(key):
    if isinstance(key, tuple):
        return tuple(ours(k) for k in key)
    if isinstance(key, list):
        key = np.asarray(key)
    return dpt.asarray(key) if isinstance(key, np.ndarray) else key


FIVE = [True, False, True, True, False]
MATRIX = [[True, False, False], [False, True, True]]
I = [0, 1, -1]
KEYS = [
    I, [I], [[0], [-1]], (I, I), (I, 0), (0, I), (slice(None), I), (Ellipsis, I), (I, Ellipsis), (I, None), (None, I), ([1],),
    (slice(None), I, I), (I, slice(None), I), (I, None, I), (I, Ellipsis, I), (0, slice(None), I), (I, slice(None), 0), (0, 1, I),
    ([[0], [1]], I), ([[0], [1]], slice(None), I), (slice(0, 1), I, slice(None, None, -1)), (slice(None), [[1, 0]], slice(1, 3)),
    MATRIX, (MATRIX, 0), (0, [True, False, True]), (slice(None), [True, False, True]), (Ellipsis, FIVE), (MATRIX, FIVE),
    ([True, False], slice(None), I), ([True, False], I), ([False, False],), (slice(None), slice(None), FIVE), (None, MATRIX, None),
    ([True, True], [True, False, True]), ([True, True], slice(None), FIVE[:1] + [False] * 3 + [True]),
    True, False, (True, 0), (0, True), (slice(None), True), (True, I), (I, True), (True, True), (True, slice(None), True),
    (Ellipsis, True), (False, slice(None)), (None, True, Ellipsis, I),
]  # fmt: skip


@pytest.mark.parametrize("key", KEYS, ids=str)
def test_keys_as_in_numpy(key):
    a = sample((2, 3, 5), "int32")
    x = dpt.asarray(a)
    assert_same(x[ours(key)], a[numpys(key)])


@pytest.mark.parametrize("key", KEYS, ids=str)
def test_assignment_as_in_numpy(key):
    a = sample((2, 3, 5), "int32")
    x = dpt.asarray(a)
    a[numpys(key)] = 77
    x[ours(key)] = 77
    assert_same(x, a)
    shape = a[numpys(key)].shape
    values = np.arange(np.prod(shape), dtype="int64").reshape(shape) + 100
    for v in (values, values[..., :1]) if shape else (values,):
        if v.size or not values.size:
            a[numpys(key)] = v
            x[ours(key)] = dpt.asarray(v)
            assert_same(x, a)


@pytest.mark.parametrize(
    "key",
    [[1.0], ["a"], ([0], [0], [0], [0]), [True] * 3, (slice(None), [True, False]), [[True]], (MATRIX, [True] * 3, 0), ([0], Ellipsis, 9),
     (Ellipsis, [0], Ellipsis), "text", {1}, {}],
    ids=str,
)  # fmt: skip
def test_impossible_keys_are_index_errors(key):
    x = dpt.ones((2, 3, 5))
    try:
        key_of_ours = ours(key)
    except (TypeError, ValueError):
        key_of_ours = numpys(key)
    with pytest.raises(IndexError):
        x[key_of_ours]
    with pytest.raises(IndexError):
        x[key_of_ours] = 1
    assert dpt.asnumpy(x).min() == 1


def test_lists_are_no_index_arrays():
    with pytest.raises(IndexError):
        dpt.ones(3)[[0, 1]]


def test_index_arrays_that_do_not_broadcast():
    with pytest.raises(IndexError, match="broadcast"):
        dpt.ones((4, 4))[dpt.asarray([0, 1]), dpt.asarray([0, 1, 2])]


# ---- any key ----------------------------------------------------------------------------------------------


@st.composite
def layouts(draw):
    """A NumPy array in some layout, and the same view in dpctl.tensor."""
    nd = draw(st.integers(1, 4))
    shape = draw(st.lists(st.integers(1, 4), min_size=nd, max_size=nd))
    base = np.arange(
        np.prod([2 * n for n in shape]), dtype=draw(st.sampled_from(["int8", "int32", "float64", "complex128"]))
    )
    base = base.reshape([2 * n for n in shape])
    steps = draw(
        st.lists(
            st.sampled_from([slice(None, None, 2), slice(None, None, -2), slice(1, None, 2)]), min_size=nd, max_size=nd
        )
    )
    whole = [slice(0, n) if draw(st.booleans()) else step for n, step in zip(shape, steps)]
    order = draw(st.permutations(range(nd)))
    make = lambda x, permute: permute(x[tuple(whole)], order)
    a, x = make(base, np.transpose), make(dpt.asarray(base), lambda x, axes: dpt.permute_dims(x, tuple(axes)))
    if draw(st.booleans()) and nd < 4:
        a, x = np.broadcast_to(a, (3, *a.shape)), dpt.broadcast_to(x, (3, *a.shape))
    return a, x


@st.composite
def keys(draw, shape):
    """A key with index arrays of shapes that broadcast together, and masks whose numbers of elements may not."""
    kinds = ["int", "slice", "none", "ellipsis", "array", "array", "array", "mask", "bool"]
    chosen, n_left = [], len(shape)
    for kind in draw(st.lists(st.sampled_from(kinds), max_size=len(shape) + 2)):
        n_axes = draw(st.integers(1, max(n_left, 1))) if kind == "mask" else int(kind in ("int", "slice", "array"))
        if n_axes <= n_left and not (kind == "ellipsis" and ("ellipsis", 0) in chosen):
            chosen.append((kind, n_axes))
            n_left -= n_axes
    common = draw(st.lists(st.integers(0, 3), min_size=1, max_size=3))
    rng = np.random.default_rng(draw(st.integers(0, 1000)))
    entries, axis = [], 0
    for kind, n_axes in chosen:
        extents = shape[axis : axis + n_axes]
        axis += n_left if kind == "ellipsis" else n_axes
        if kind == "int":
            entries.append(int(rng.integers(-extents[0], extents[0])))
        elif kind == "slice":
            entries.append(draw(st.slices(extents[0])))
        elif kind == "mask":
            entries.append(rng.integers(0, 2, extents).astype(bool))
        elif kind == "array":
            own = [n if draw(st.booleans()) else 1 for n in common[draw(st.integers(0, len(common) - 1)) :]]
            dtype = draw(st.sampled_from(INTEGERS))
            entries.append(rng.integers(0 if dtype.startswith("u") else -extents[0], extents[0], own).astype(dtype))
        else:
            entries.append({"none": None, "ellipsis": Ellipsis, "bool": bool(rng.integers(0, 2))}[kind])
    return tuple(entries)


@given(st.data())
@properties(400)
def test_any_key(data):
    a, x = data.draw(layouts())
    key = data.draw(keys(a.shape))
    result = outcome(lambda: a[key])
    mine = outcome(lambda: x[ours(key)])
    if isinstance(result, type):
        assert mine is result
    else:
        assert mine.dtype == result.dtype and mine.shape == result.shape
        np.testing.assert_array_equal(mine, result)


@given(st.data())
@properties(400)
def test_any_assignment(data):
    a, x = data.draw(layouts())
    if 0 in a.strides:
        return  # what is written to repeated elements depends on the order
    key = data.draw(keys(a.shape))
    try:
        shape = a[key].shape
    except IndexError:
        return
    a = a.copy(order="K")
    kind = data.draw(st.sampled_from(["scalar", "same", "row", "one"]))
    values = np.arange(1, np.prod(shape, dtype=int) + 1).reshape(shape)
    if kind == "scalar":
        a[key] = 42
        x[ours(key)] = 42
    else:
        if kind == "row" and len(shape):
            values = (
                values[(slice(0, 1),) + (slice(None),) * (len(shape) - 1)]
                if data.draw(st.booleans())
                else values[..., :1]
            )
        elif kind == "one":
            values = np.full((1,) * data.draw(st.integers(0, len(shape))), 7)
        a[key] = values
        x[ours(key)] = dpt.asarray(values)
    assert_same(x, a)


# ---- index arrays -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", INTEGERS)
def test_indices_of_any_integer_type(dtype):
    a = sample((7, 3), "float32")
    i = np.array([6, 0, 3, 3], dtype=dtype)
    assert_same(dpt.asarray(a)[dpt.asarray(i)], a[i])
    if not dtype.startswith("u"):
        assert_same(dpt.asarray(a)[dpt.asarray(-i - 1)], a[-i - 1])


@pytest.mark.parametrize("dtype", DTYPES)
def test_elements_of_any_type(dtype):
    a = sample((6, 8), dtype)
    x = dpt.asarray(a)
    i = np.array([5, -6, 2])
    for key in ((i,), (slice(None), i), (i, i), (i[:, None], i), (a.real > 2,), (slice(1, 4), a[0].real > 1)):
        assert_same(x[ours(key)], a[key])
    a[i, i], x[dpt.asarray(i), dpt.asarray(i)] = 1, 1
    a[a == 1], x[x == 1] = 0, 0
    assert_same(x, a)


def test_indices_out_of_range_stand_for_the_nearest_end():
    x = dpt.arange(5) * 10
    i = dpt.asarray([-100, -6, -5, -1, 4, 5, 100, 2**62, -(2**63)])
    assert host(x[i]).tolist() == [0, 0, 0, 40, 40, 40, 40, 40, 0]
    assert host(x[dpt.asarray([2**64 - 1, 2**63, 1], dtype="uint64")]).tolist() == [40, 40, 10]
    assert host(x[dpt.asarray([255, 200, 1], dtype="uint8")]).tolist() == [40, 40, 10]
    x[dpt.asarray([77, -77])] = dpt.asarray([1, 2])
    assert host(x).tolist() == [2, 10, 20, 30, 1]


def test_small_index_types_reach_all_of_a_large_axis():
    x = dpt.arange(100000)
    assert host(x[dpt.asarray([-1, -128, 127], dtype="int8")]).tolist() == [99999, 99872, 127]


def test_indices_into_an_axis_without_elements():
    x, i = dpt.ones((0, 3)), dpt.asarray([0, 1])
    with pytest.raises(IndexError):
        x[i]
    with pytest.raises(IndexError):
        x[i] = 1
    assert x[dpt.empty(0, dtype="int64")].shape == (0, 3)
    assert x[:, i].shape == (0, 2)


@pytest.mark.parametrize("dtype", ["int64", "bool"])
def test_numpy_arrays_as_keys(dtype):
    a = sample((5, 3), "int32")
    x = dpt.asarray(a)
    key = np.array([1, 0, 1, 1, 0]).astype(dtype)
    assert_same(x[key], a[key])
    assert_same(x[key, 1], a[key, 1])
    a[key], x[key] = 5, 5
    assert_same(x, a)
    assert_same(x[np.True_], a[np.True_])
    assert_same(x[np.array(True)], a[None])


def test_arrays_without_dimensions_as_keys():
    a = sample((3, 4), "int32")
    x = dpt.asarray(a)
    assert_same(x[dpt.asarray(True)], a[None])
    assert_same(x[dpt.asarray(False)], a[np.array(False)])
    assert_same(x[dpt.asarray(2), dpt.asarray([0, 1])], a[2, [0, 1]])
    with pytest.raises(IndexError):
        x[dpt.asarray(3)]
    zero = dpt.asarray(5)
    assert_same(zero[True], np.array([5]))
    assert_same(zero[dpt.asarray(False)], np.array([], dtype="int64"))
    zero[dpt.asarray(True)] = 6
    assert int(zero) == 6


def test_keys_that_show_usm_memory():
    class Holder:
        __usm_ndarray__ = dpt.asarray([2, 0])

    assert host(dpt.arange(3)[Holder()]).tolist() == [2, 0]


def test_usm_types_are_coerced():
    x = dpt.ones(5, usm_type="host")
    assert x[dpt.asarray([0], usm_type="shared")].usm_type == "shared"
    assert x[dpt.ones(5, dtype="bool", usm_type="device")].usm_type == "device"


def other_queue(x):
    return dpctl.SyclQueue(x.sycl_context, x.sycl_device)


@pytest.mark.parametrize("dtype", ["int64", "bool"])
def test_keys_and_values_on_another_queue(dtype):
    x = dpt.zeros(5)
    key = dpt.ones(5, dtype=dtype)
    far = dpt.ones(5, dtype=dtype, sycl_queue=other_queue(x))
    for call in (
        lambda: x[far],
        lambda: x.__setitem__(far, 1),
        lambda: x.__setitem__(key, dpt.ones(5, sycl_queue=other_queue(x))),
    ):
        with pytest.raises(dpctl.utils.ExecutionPlacementError):
            call()
    assert host(x).tolist() == [0] * 5


# ---- assignment -------------------------------------------------------------------------------------------


def test_the_last_of_several_values_for_an_element_stays():
    for n in (10, 1000, 300000):  # in one block, in some, in many
        i = np.random.default_rng(n).integers(0, n // 3 + 1, n)
        a, v = np.zeros(n), np.arange(n)
        x = dpt.zeros(n)
        a[i] = v
        x[dpt.asarray(i)] = dpt.asarray(v)
        assert_same(x, a)
    rows = np.zeros((1000, 40))
    i = np.random.default_rng(1).integers(0, 100, 20000)
    x = dpt.asarray(rows)
    values = np.arange(20000 * 40.0).reshape(20000, 40)
    for given in (values, -values.astype("i4")):  # in parts of the array
        rows[i] = given
        x[dpt.asarray(i)] = dpt.asarray(given)
        assert_same(x, rows)


def test_of_values_for_one_element_seen_many_times_the_last_stays():
    x = dpt.zeros(3)
    row = dpt.broadcast_to(x[1:2], (200000,))
    row[dpt.ones(200000, dtype="bool")] = dpt.arange(200000)
    assert host(x).tolist() == [0, 199999, 0]
    row[dpt.arange(200000)] = dpt.arange(200000, 0, -1)
    assert host(x).tolist() == [0, 1, 0]


def test_assignment_of_values_of_other_types():
    for dtype in ("uint8", "int64", "float32"):
        for key in (np.array([0, 2]), np.array([True, False, True, False])):
            for value in (np.array([1.75, 2.5]), [3, 4], (5.5, 6), range(2), 7.5, True, np.float64(2.25), np.array(3)):
                a = np.zeros(4, dtype=dtype)
                x = dpt.asarray(a)
                a[key] = value
                x[dpt.asarray(key)] = value
                assert_same(x, a)


@pytest.mark.parametrize("key", [dpt.asarray([0, 1]), dpt.asarray([True, True, False])], ids=["indices", "mask"])
@pytest.mark.parametrize(
    "value, error",
    [(300, OverflowError), (-1, OverflowError), (1j, TypeError), (float("nan"), ValueError), ("text", ValueError), (None, ValueError),
     (int, ValueError), ([1, 2, 3], ValueError), (np.ones(3), ValueError), (dpt.ones((2, 2)), ValueError), (dpt.ones((2, 1)), ValueError)],
    ids=str,
)  # fmt: skip
def test_values_that_cannot_be_assigned(key, value, error):
    x = dpt.zeros(3, dtype="uint8")
    with pytest.raises(error):
        x[key] = value
    assert host(x).tolist() == [0, 0, 0]


def test_read_only_arrays():
    x = dpt.zeros(3)
    x.flags.writable = False
    for key in (dpt.asarray([0]), dpt.asarray([True, False, False]), True):
        for value in (1, dpt.ones(1)):
            with pytest.raises(ValueError):
                x[key] = value
    assert host(x).tolist() == [0, 0, 0]


def test_assignment_to_overlapping_operands():
    x, a = dpt.arange(6), np.arange(6)
    reverse = np.arange(6)[::-1].copy()
    x[dpt.asarray(reverse)] = x
    a[reverse] = a.copy()
    assert_same(x, a)
    x[x] = dpt.arange(6) * 10  # the indices are the array itself
    a[a.copy()] = np.arange(6) * 10
    assert_same(x, a)
    m = dpt.asarray([True, False, True, True])
    m[m] = False
    assert host(m).tolist() == [False] * 4
    m = dpt.asarray([True, False, True, True])
    m[1:][m[:-1]] = dpt.asarray([False, True])  # the condition overlaps what is written
    assert host(m).tolist() == [True, False, True, True]
    v = dpt.arange(8)
    v[1:][dpt.asarray([False, True] * 3 + [False])] = v[:3]
    assert host(v).tolist() == [0, 1, 0, 3, 1, 5, 2, 7]


@pytest.mark.parametrize("n", [1, 63, 64, 65, 511, 512, 513, 16383, 16384, 16385, 100001])
def test_masks_of_any_length(n):
    a = np.random.default_rng(n).normal(size=n)
    x = dpt.asarray(a)
    for m in (a > 0, a > -10, a > 10, a > 2):
        mask = dpt.asarray(m)
        assert_same(x[mask], a[m])
        assert_same(dpt.nonzero(mask)[0], np.nonzero(m)[0])
        b, y = a.copy(), dpt.copy(x)
        b[m], y[mask] = 5, 5
        assert_same(y, b)
        b[m], y[mask] = np.arange(m.sum()), dpt.arange(int(m.sum()))
        assert_same(y, b)


def test_masks_by_views():
    a = np.random.default_rng(0).normal(size=(300, 500))
    x = dpt.asarray(a)
    views = [lambda v: v.T, lambda v: v[::-1], lambda v: v[::3, ::-7], lambda v: v[:, 5:77], lambda v: v[10]]
    for view in views:
        m = view(a) > 0.3
        assert_same(view(x)[view(x) > 0.3], view(a)[m])
        assert_same(view(x)[dpt.asarray(m)], view(a)[m])
        b, y = a.copy(), dpt.copy(x)
        view(y)[dpt.asarray(m)] = 9
        view(b)[m] = 9
        assert_same(y, b)
        view(y)[dpt.asarray(m)] = dpt.arange(int(m.sum()))
        view(b)[m] = np.arange(m.sum())
        assert_same(y, b)
    rows = a[:, 0] > 0
    assert_same(x[x[:, 0] > 0], a[rows])
    x[x[:, 0] > 0] = dpt.arange(500)
    a[rows] = np.arange(500)
    assert_same(x, a)
    x[:, dpt.asarray(a[0] > 50)] = -1
    a[:, a[0] > 50] = -1
    assert_same(x, a)


def test_large_gathers():
    rng = np.random.default_rng(3)
    a = rng.normal(size=(700, 900))
    x = dpt.asarray(a)
    rows, columns = rng.integers(-700, 700, 2000), rng.integers(-900, 900, 1500)
    assert_same(x[dpt.asarray(rows)], a[rows])
    assert_same(x[:, dpt.asarray(columns)], a[:, columns])
    assert_same(x.T[dpt.asarray(columns)], a.T[columns])
    assert_same(x[dpt.asarray(rows[:, None]), dpt.asarray(columns)], a[rows[:, None], columns])
    assert_same(x[:, dpt.asarray([3, -1])], a[:, [3, -1]])
    flat, i = a.reshape(-1), rng.permutation(630000)
    assert_same(dpt.reshape(x, (-1,))[dpt.asarray(i)], flat[i])
    x[:, dpt.asarray([3, -1])] = dpt.asarray(a[:, :2])
    a[:, [3, -1]] = a[:, :2].copy()
    assert_same(x, a)
    x[dpt.asarray(rows[:700])] = x
    a[rows[:700]] = a.copy()
    assert_same(x, a)


@pytest.mark.parametrize("dtype", ["?", "i1", "f2", "i4", "f8", "c8", "c16"])
def test_one_value_is_assigned_to_repeated_indices(dtype):
    rng = np.random.default_rng(3)
    for shape, n in (((50,), 200_000), ((7, 9), 30_000), ((1000, 3), 50_000)):
        host, indices = np.zeros(shape, dtype), rng.integers(0, shape[0] - 1, n)
        x, at = dpt.asarray(host), dpt.asarray(indices)
        host[indices], x[at] = 1, 1
        np.testing.assert_array_equal(dpt.asnumpy(x), host)
        columns = rng.integers(0, shape[-1], n)
        if len(shape) == 2:
            host[indices, columns] = 3.0
            x[at, dpt.asarray(columns)] = dpt.asarray(3, dtype="i4")
            np.testing.assert_array_equal(dpt.asnumpy(x), host)
