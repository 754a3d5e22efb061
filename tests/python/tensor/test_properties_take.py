"""Properties of take, put, their along_axis forms, and extract, place and nonzero, compared with NumPy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from property_helpers import axis_of, dtypes_of, host_pair, pairs, properties, queue_of
from tensor_helpers import assert_same, sample

import dpctl.tensor as dpt

INDEX_TYPES = ["int8", "uint8", "int32", "uint32", "int64", "uint64"]


def _in_range(indices, extent, mode):
    """What the indices stand for: negative ones count from the end ('wrap'), then the nearest that there is."""
    indices = indices.astype("int64")
    if mode == "wrap":
        indices = np.where(indices < 0, indices + extent, indices)
    return np.clip(indices, 0, extent - 1)


@st.composite
def index_pairs(draw, queue, shape, extent):
    """Indices, some of them out of range, in NumPy and on a queue."""
    dtype = draw(st.sampled_from(INDEX_TYPES))
    low = 0 if dtype.startswith("u") else -2 * extent - 1
    rng = np.random.default_rng(draw(st.integers(0, 99)))
    indices = rng.integers(low, 2 * extent + 2, shape).astype(dtype)
    return indices, dpt.asarray(indices, sycl_queue=queue)


@given(data=st.data())
@properties(150)
def test_take_and_put(device, data):
    queue, dtypes = queue_of(device), dtypes_of(device)
    a, x = data.draw(pairs(queue, dtypes, min_dims=1, max_dims=3, min_side=1))
    a = a.copy()
    axis, mode = data.draw(axis_of(a.ndim)), data.draw(st.sampled_from(["wrap", "clip"]))
    raw, i = data.draw(index_pairs(queue, data.draw(st.integers(0, 6)), a.shape[axis]))
    meant = _in_range(raw, a.shape[axis], mode)
    wanted = np.take(a, meant, axis)
    assert_same(dpt.take(x, i, axis=axis, mode=mode), wanted)
    out = dpt.empty_like(dpt.asarray(wanted, sycl_queue=queue))
    assert dpt.take(x, i, axis=axis, mode=mode, out=out) is out
    assert_same(out, wanted)
    values = sample(wanted.shape, a.dtype, 5)
    key = (slice(None),) * (axis % a.ndim)
    for position, index in enumerate(meant):  # of repeated indices the last stays
        a[(*key, index)] = values[(*key, position)]
    dpt.put(x, i, dpt.asarray(values, sycl_queue=queue), axis=axis, mode=mode)
    assert_same(x, a)


@given(data=st.data())
@properties(150)
def test_along_an_axis(device, data):
    queue, dtypes = queue_of(device), dtypes_of(device)
    a, x = data.draw(pairs(queue, dtypes, min_dims=1, max_dims=3, min_side=1))
    a = a.copy()
    axis, mode = data.draw(axis_of(a.ndim)), data.draw(st.sampled_from(["wrap", "clip"]))
    shape = list(a.shape)
    shape[axis] = data.draw(st.integers(0, 4))
    raw, i = data.draw(index_pairs(queue, tuple(shape), a.shape[axis]))
    meant = _in_range(raw, a.shape[axis], mode)
    assert_same(dpt.take_along_axis(x, i, axis=axis, mode=mode), np.take_along_axis(a, meant, axis))
    np.put_along_axis(a, meant, a.dtype.type(1), axis)
    dpt.put_along_axis(x, i, 1, axis=axis, mode=mode)
    assert_same(x, a)


@given(data=st.data())
@properties(150)
def test_extract_place_and_nonzero(device, data):
    queue, dtypes = queue_of(device), dtypes_of(device)
    a, x = data.draw(pairs(queue, dtypes, min_dims=1))
    a = a.copy()
    condition = sample(a.shape, data.draw(st.sampled_from(dtypes)), 3) * sample(a.shape, "bool", 4)
    condition, c = np.array(condition, order="F"), dpt.asarray(condition, sycl_queue=queue, order="F")
    assert_same(dpt.extract(c, x), np.extract(condition, a))
    for ours, numpys in zip(dpt.nonzero(c), np.nonzero(condition), strict=True):
        assert_same(ours, numpys)
    values = sample(data.draw(st.integers(1, 5)), a.dtype, 8)
    np.place(a, condition.astype(bool), values)
    dpt.place(x, c, dpt.asarray(values, sycl_queue=queue))
    assert_same(x, a)


@given(data=st.data())
@properties(120)
def test_choices(device, data):
    queue, dtypes = queue_of(device), dtypes_of(device)
    condition, c = data.draw(pairs(queue, ["bool"]))
    operands = []
    for _ in range(2):
        shape = tuple(n if data.draw(st.booleans()) else 1 for n in condition.shape)
        operands.append(data.draw(pairs(queue, dtypes, shape)))
    (a, x), (b, y) = operands
    result = dpt.where(c, x, y)
    assert_same(result, np.where(condition, a, b).astype(result.dtype))
    if a.dtype.kind != "b":
        number = data.draw(st.sampled_from([0, 3]))
        assert_same(dpt.where(c, x, number), np.where(condition, a, a.dtype.type(number)))
        assert_same(dpt.clip(x, 1, 5), np.clip(a, a.dtype.type(1), a.dtype.type(5)))


@pytest.mark.parametrize("mode", ["wrap", "clip"])
def test_no_element_to_take(device, mode):
    queue = queue_of(device)
    none, nothing = dpt.empty((0, 3), sycl_queue=queue), dpt.empty(0, dtype="i8", sycl_queue=queue)
    assert dpt.take(none, nothing, axis=0, mode=mode).shape == (0, 3)
    with pytest.raises(IndexError):
        dpt.take(none, dpt.zeros(1, dtype="i8", sycl_queue=queue), axis=0, mode=mode)


@given(data=st.data())
@properties(60)
def test_a_source_that_is_changed(device, data):
    """Values and indices that lie in what is changed are read first."""
    queue = queue_of(device)
    a = np.random.default_rng(data.draw(st.integers(0, 99))).integers(0, 12, 12)
    a, x = host_pair(a, queue, data.draw)
    a = a.copy()
    n = a.size // 2
    values, indices = a[a.size - n :].copy(), a[:n] % a.size
    for index, value in zip(indices, values, strict=True):
        a[index] = value
    dpt.put(x, x[:n] % x.size, x[x.size - n :])
    assert_same(x, a)
