"""Properties of sorting, searching and sets: any shape, layout and dtype with ties, NaN, infinities and signed zeros, compared with NumPy."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from property_helpers import axis_of, dtypes_of, host_pair, properties, queue_of, shapes
from sorting_helpers import SPREADS, assert_same_bits, numbers, reference_order, seeds
from tensor_helpers import assert_same

import dpctl.tensor as dpt


@st.composite
def hard_pairs(draw, queue, dtypes, min_dims=0, max_dims=3, max_side=9):
    """The same array of numbers that are hard to order in NumPy and on a queue."""
    shape = draw(shapes(min_dims, max_dims, 0, max_side))
    dtype, spread = draw(st.sampled_from(dtypes)), draw(st.sampled_from(SPREADS))
    a = numbers(np.random.default_rng(draw(seeds)), int(np.prod(shape)), dtype, spread).reshape(shape)
    return host_pair(a, queue, draw)


@given(data=st.data())
@properties(200)
def test_sort_and_argsort(device, data):
    a, x = data.draw(hard_pairs(queue_of(device), dtypes_of(device), min_dims=1))
    axis, descending = data.draw(axis_of(a.ndim)), data.draw(st.booleans())
    order = reference_order(a, axis, descending)
    assert_same_bits(dpt.asnumpy(dpt.argsort(x, axis=axis, descending=descending)), order)
    assert_same_bits(dpt.asnumpy(dpt.sort(x, axis=axis, descending=descending)), np.take_along_axis(a, order, axis))
    k = data.draw(st.integers(1, 9))
    if k <= a.shape[axis]:
        found = dpt.top_k(x, k, axis=axis, mode="largest" if descending else "smallest")
        first = (slice(None),) * (axis % a.ndim) + (slice(k),)
        assert_same_bits(dpt.asnumpy(found.indices), order[first])
        assert_same_bits(dpt.asnumpy(found.values), np.take_along_axis(a, order[first], axis))


@given(data=st.data())
@properties(150)
def test_search(device, data):
    queue, dtypes = queue_of(device), dtypes_of(device)
    a, x = data.draw(hard_pairs(queue, dtypes, min_dims=1, max_dims=1))
    b = numbers(np.random.default_rng(data.draw(seeds)), 12, a.dtype, data.draw(st.sampled_from(SPREADS))).reshape(3, 4)
    b, y = host_pair(b, queue, data.draw)
    side = data.draw(st.sampled_from(["left", "right"]))
    sorter = np.argsort(a, kind="stable")
    wanted = np.searchsorted(a[sorter], b, side)
    assert_same(dpt.searchsorted(dpt.sort(x), y, side=side), wanted)
    assert_same(dpt.searchsorted(x, y, side=side, sorter=dpt.argsort(x)), wanted)


@given(data=st.data())
@properties(150)
def test_sets(device, data):
    a, x = data.draw(hard_pairs(queue_of(device), dtypes_of(device)))
    values, indices, inverse, counts = np.unique(
        a, return_index=True, return_inverse=True, return_counts=True, equal_nan=False
    )
    ours = dpt.unique_all(x)
    assert_same(ours.values, values)
    assert_same(ours.counts, counts)
    assert_same(ours.inverse_indices, inverse.reshape(a.shape))
    assert_same(ours.indices, indices)
    assert_same(dpt.unique_values(x), values)
    assert_same(dpt.unique_counts(x).counts, counts)
    assert_same(dpt.unique_inverse(x).inverse_indices, inverse.reshape(a.shape))


@given(data=st.data())
@properties(100)
def test_membership(device, data):
    queue, dtypes = queue_of(device), dtypes_of(device)
    a, x = data.draw(hard_pairs(queue, dtypes))
    b, y = data.draw(hard_pairs(queue, [a.dtype.name], max_dims=2))
    invert = data.draw(st.booleans())
    assert_same(dpt.isin(x, y, invert=invert), np.isin(a, b, invert=invert))
    assert_same(dpt.count_nonzero(x), np.int64(np.count_nonzero(a)))
