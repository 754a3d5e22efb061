"""Properties of manipulation: any shape, layout and dtype, compared with NumPy."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from property_helpers import axis_of, dtypes_of, host_pair, pairs, properties, queue_of, shapes
from tensor_helpers import assert_same, sample

import dpctl.tensor as dpt


@given(data=st.data())
@properties(150)
def test_reshape_in_either_order(device, data):
    a, x = data.draw(pairs(queue_of(device), dtypes_of(device)))
    shape = list(data.draw(st.permutations(a.shape + (1,))))
    if a.size and data.draw(st.booleans()):
        shape[data.draw(st.integers(0, len(shape) - 1))] = -1
    order = data.draw(st.sampled_from("CF"))
    assert_same(dpt.reshape(x, tuple(shape), order=order), a.reshape(shape, order=order))
    assert_same(dpt.reshape(x, tuple(shape), order=order, copy=True), a.reshape(shape, order=order))


@given(data=st.data())
@properties(150)
def test_views(device, data):
    a, x = data.draw(pairs(queue_of(device), dtypes_of(device), min_dims=1))
    source, destination = data.draw(axis_of(a.ndim)), data.draw(axis_of(a.ndim))
    axes = tuple(data.draw(st.permutations(range(a.ndim))))
    some = tuple(data.draw(st.sets(st.integers(0, a.ndim - 1))))
    for ours, numpys in (
        (dpt.moveaxis(x, source, destination), np.moveaxis(a, source, destination)),
        (dpt.swapaxes(x, source, destination), np.swapaxes(a, source, destination)),
        (dpt.permute_dims(x, axes), np.transpose(a, axes)),
        (dpt.flip(x, axis=some), np.flip(a, some)),
        (dpt.expand_dims(x, axis=destination), np.expand_dims(a, destination)),
        (dpt.broadcast_to(x, (2, *a.shape)), np.broadcast_to(a, (2, *a.shape))),
    ):
        assert_same(ours, numpys)
        assert a.size == 0 or ours.usm_data._pointer == x.usm_data._pointer
    for part, wanted in zip(dpt.unstack(x, axis=source), np.moveaxis(a, source, 0), strict=True):
        assert_same(part, wanted)


@given(data=st.data())
@properties(120)
def test_roll_tile_repeat(device, data):
    a, x = data.draw(pairs(queue_of(device), dtypes_of(device), min_dims=1, max_dims=3))
    axis, shift = data.draw(axis_of(a.ndim)), data.draw(st.integers(-9, 9))
    assert_same(dpt.roll(x, shift, axis=axis), np.roll(a, shift, axis))
    assert_same(dpt.roll(x, shift), np.roll(a, shift))
    counts = tuple(data.draw(st.lists(st.integers(0, 3), max_size=4)))
    assert_same(dpt.tile(x, counts), np.tile(a, counts))
    assert_same(dpt.repeat(x, abs(shift), axis=axis), np.repeat(a, abs(shift), axis))
    each = data.draw(st.lists(st.integers(0, 3), min_size=a.shape[axis], max_size=a.shape[axis]))
    assert_same(dpt.repeat(x, each, axis=axis), np.repeat(a, np.asarray(each, dtype=int), axis))


@given(data=st.data())
@properties(120)
def test_concat_and_stack(device, data):
    queue, dtypes = queue_of(device), dtypes_of(device)
    shape = data.draw(shapes(1, 3))
    axis = data.draw(axis_of(len(shape)))
    parts = []
    for extent in data.draw(st.lists(st.integers(0, 4), min_size=1, max_size=4)):
        wanted = list(shape)
        wanted[axis] = extent
        parts.append(data.draw(pairs(queue, dtypes, tuple(wanted))))
    result = dpt.concat([x for _, x in parts], axis=axis)
    assert_same(result, np.concatenate([a for a, _ in parts], axis=axis).astype(result.dtype))
    same = [data.draw(pairs(queue, dtypes[:5], shape)) for _ in range(3)]
    result = dpt.stack([x for _, x in same], axis=axis)
    assert_same(result, np.stack([a for a, _ in same], axis=axis).astype(result.dtype))


@given(data=st.data())
@properties(100)
def test_copies_and_casts_in_every_order(device, data):
    queue, dtypes = queue_of(device), dtypes_of(device)
    a = sample(data.draw(shapes()), data.draw(st.sampled_from(dtypes)))
    a, x = host_pair(a, queue, data.draw, data.draw(st.sampled_from(["device", "shared", "host"])))
    order, target = data.draw(st.sampled_from("CFAK")), data.draw(st.sampled_from(dtypes))
    copy = dpt.copy(x, order=order)
    assert_same(copy, a)
    assert copy.usm_type == x.usm_type and not (
        order in "CF" and not getattr(copy.flags, f"{order.lower()}_contiguous")
    )
    if np.can_cast(a.dtype, target, "same_kind") or a.dtype.kind != "c" and target not in ("bool",):
        numbers = a if np.dtype(target).kind != "u" or a.dtype.kind in "bu" else abs(a)
        assert_same(dpt.astype(dpt.asarray(numbers, sycl_queue=queue), target, order=order), numbers.astype(target))


@given(data=st.data())
@properties(60)
def test_triangles_and_broadcasting(device, data):
    queue, dtypes = queue_of(device), dtypes_of(device)
    a, x = data.draw(pairs(queue, dtypes, min_dims=2))
    k = data.draw(st.integers(-6, 6))
    assert_same(dpt.tril(x, k=k), np.tril(a, k))
    assert_same(dpt.triu(x, k=k), np.triu(a, k))
    b, y = data.draw(pairs(queue, dtypes, tuple(n if data.draw(st.booleans()) else 1 for n in a.shape[1:])))
    for ours, numpys in zip(dpt.broadcast_arrays(x, y), np.broadcast_arrays(a, b), strict=True):
        assert_same(ours, numpys)
