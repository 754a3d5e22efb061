"""Other shapes of the same elements, beside NumPy's."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.exceptions import AxisError

import dpctl
import dpctl.tensor as dpt
from tensor_helpers import LAYOUTS, assert_same, host, outcome, pair, sample


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


def test_joining_what_does_not_fit():
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


def test_joining_keeps_kind_and_queue():
    queue = dpctl.SyclQueue()
    x = dpt.ones(3, sycl_queue=queue, usm_type="shared")
    y = dpt.concat([x, dpt.ones(2, sycl_queue=queue, usm_type="host")])
    assert y.sycl_queue == queue and y.usm_type == "shared"
