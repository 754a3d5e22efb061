"""Properties of indexing and assignment: any key of slices, ints, new axes, index arrays and masks, compared with NumPy."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from property_helpers import dtypes_of, host_pair, pairs, properties, queue_of, shapes
from tensor_helpers import assert_same, sample

import dpctl.tensor as dpt

bounds = st.none() | st.integers(-7, 7)
slices = st.builds(slice, bounds, bounds, st.none() | st.integers(-3, 3).filter(bool))


@st.composite
def basic_keys(draw, shape):
    """Ints in range, slices, new axes and an ellipsis."""
    key = []
    for extent in shape[: draw(st.integers(0, len(shape)))]:
        if draw(st.integers(0, 5)) == 0:
            key.append(None)
        key.append(draw(st.integers(-extent, extent - 1)) if extent and draw(st.booleans()) else draw(slices))
    if draw(st.booleans()):
        key.append(...)
        if len(key) - 1 - key.count(None) < len(shape) and draw(st.booleans()):
            key.append(draw(slices))
    return tuple(key)


@given(data=st.data())
@properties(300)
def test_basic_keys(device, data):
    a, x = data.draw(pairs(queue_of(device), dtypes_of(device)))
    key = data.draw(basic_keys(a.shape))
    assert_same(x[key], a[key])


@given(data=st.data())
@properties(200)
def test_assignment_by_basic_keys(device, data):
    queue, dtypes = queue_of(device), dtypes_of(device)
    a, x = data.draw(pairs(queue, dtypes))
    a = a.copy()
    key = data.draw(basic_keys(a.shape))
    shape = a[key].shape
    shape = tuple(n if data.draw(st.booleans()) else 1 for n in shape[data.draw(st.integers(0, len(shape))) :])
    kinds = [d for d in dtypes if np.can_cast(d, a.dtype, "same_kind")]
    b, y = data.draw(pairs(queue, kinds, shape))
    a[key], x[key] = b, y
    assert_same(x, a)
    number = data.draw(st.sampled_from([True, 3] if a.dtype.kind in "biu" else [True, 3, 2.5]))
    a[key], x[key] = number, number
    assert_same(x, a)


@st.composite
def advanced_keys(draw, shape, queue):
    """The same key for NumPy and for us: index arrays that broadcast, between slices and ints."""
    common = draw(shapes(0, 2, 0, 3))
    ours, numpys = [], []
    for extent in shape:
        what = draw(st.integers(0, 3))
        if what == 0 or extent == 0:
            key = draw(slices)
            ours.append(key)
            numpys.append(key)
        elif what == 1:
            key = draw(st.integers(-extent, extent - 1))
            ours.append(key)
            numpys.append(key)
        else:
            own = tuple(n if draw(st.booleans()) else 1 for n in common)
            seed = draw(st.integers(0, 99))
            indices = np.random.default_rng(seed).integers(-extent, extent, own)
            indices = indices.astype(draw(st.sampled_from(["int8", "int32", "int64"])))
            numpys.append(indices)
            ours.append(indices if draw(st.integers(0, 3)) == 0 else dpt.asarray(indices, sycl_queue=queue))
    return tuple(ours), tuple(numpys)


@given(data=st.data())
@properties(250)
def test_index_arrays(device, data):
    queue, dtypes = queue_of(device), dtypes_of(device)
    a, x = data.draw(pairs(queue, dtypes, min_dims=1, max_dims=3))
    a = a.copy()
    ours, numpys = data.draw(advanced_keys(a.shape, queue))
    wanted = a[numpys]
    assert_same(x[ours], wanted)
    a[numpys], x[ours] = 1, 1
    assert_same(x, a)


@given(data=st.data())
@properties(200)
def test_masks(device, data):
    queue, dtypes = queue_of(device), dtypes_of(device)
    a, x = data.draw(pairs(queue, dtypes, min_dims=1))
    first = data.draw(st.integers(0, a.ndim - 1))
    behind = data.draw(st.integers(first + 1, a.ndim))
    mask = sample(a.shape[first:behind], "bool", data.draw(st.integers(0, 99)))
    mask, m = host_pair(mask, queue, data.draw)
    if mask.shape != a.shape[first:behind]:
        mask = sample(a.shape[first:behind], "bool")
        m = dpt.asarray(mask, sycl_queue=queue)
    before = (slice(None),) * first
    chosen = a[(*before, mask)]
    assert_same(x[(*before, m)], chosen)
    a = a.copy()
    values = sample(chosen.shape, a.dtype, 7)
    a[(*before, mask)] = values
    x[(*before, m)] = dpt.asarray(values, sycl_queue=queue)
    assert_same(x, a)


@given(data=st.data())
@properties(60)
def test_scalars_that_are_bools_or_arrays(device, data):
    queue = queue_of(device)
    a, x = data.draw(pairs(queue, dtypes_of(device), min_side=1, max_dims=3))
    for key in (True, False, np.bool_(True)):
        assert_same(x[key], a[key])
    assert_same(x[dpt.asarray(True, sycl_queue=queue)], a[np.asarray(True)])
    if a.ndim:
        i = data.draw(st.integers(-a.shape[0], a.shape[0] - 1))
        for key in (i, np.int32(i), np.asarray(i)):
            assert_same(x[key], a[key])
        assert_same(x[dpt.asarray(i, sycl_queue=queue)], a[i])
        assert_same(x[None, i, ...], a[None, i, ...])
