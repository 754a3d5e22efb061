"""Properties of outputs that share memory with inputs: results are those of separate memory."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from property_helpers import assert_close, properties, queue_of

import dpctl.tensor as dpt

SIDE = 6


def _windows(draw, whole, n):
    """Keys of that many windows of one shape into the same square array, transposed or reversed."""
    shape = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    keys = []
    for _ in range(n):
        key = []
        for extent in shape:
            step = draw(st.sampled_from([1, 1, 2] if 2 * extent <= SIDE else [1]))
            start = draw(st.integers(0, SIDE - 1 - step * (extent - 1)))
            key.append(slice(start, start + step * (extent - 1) + 1, step))
        keys.append((tuple(key), draw(st.booleans()), draw(st.booleans()) and shape[0] == shape[1]))
    return keys


def _view(array, window):
    key, reverse, transpose = window
    view = array[key]
    if reverse:
        view = view[::-1, ::-1]
    return view.T if transpose else view


@st.composite
def overlapping(draw, queue, n, dtype="float32"):
    """A square in NumPy and on a queue, and windows into both."""
    a = np.random.default_rng(draw(st.integers(0, 99))).integers(1, 9, (SIDE, SIDE)).astype(dtype)
    return a, dpt.asarray(a, sycl_queue=queue), _windows(draw, a, n)


@given(data=st.data())
@properties(250)
def test_element_wise(device, data):
    a, x, (out, first, second) = data.draw(overlapping(queue_of(device), 3))
    name = data.draw(st.sampled_from(["add", "subtract", "multiply", "divide", "maximum", "hypot"]))
    wanted = getattr(np, name)(_view(a, first), _view(a, second))
    _view(a, out)[...] = wanted
    getattr(dpt, name)(_view(x, first), _view(x, second), out=_view(x, out))
    assert_close(x, a)


@given(data=st.data())
@properties(150)
def test_in_place_operators_and_assignment(device, data):
    a, x, (target, source) = data.draw(overlapping(queue_of(device), 2, "int64"))
    other = _view(a, source).copy()
    ours, mine = _view(x, target), _view(a, target)
    operation = data.draw(st.integers(0, 4))
    if operation == 0:
        mine += other
        ours += _view(x, source)
    elif operation == 1:
        mine *= other
        ours *= _view(x, source)
    elif operation == 2:
        mine ^= other
        ours ^= _view(x, source)
    elif operation == 3:
        mine //= other
        ours //= _view(x, source)
    else:
        mine[...] = other
        ours[...] = _view(x, source)
    np.testing.assert_array_equal(dpt.asnumpy(x), a)


@given(data=st.data())
@properties(150)
def test_choices_and_bounds(device, data):
    a, x, (out, first, second) = data.draw(overlapping(queue_of(device), 3))
    if data.draw(st.booleans()):
        wanted = np.where(_view(a, first) > 4, _view(a, first), _view(a, second))
        dpt.where(_view(x, first) > 4, _view(x, first), _view(x, second), out=_view(x, out))
    else:
        wanted = np.clip(_view(a, first), 2, _view(a, second))
        dpt.clip(_view(x, first), 2, _view(x, second), out=_view(x, out))
    _view(a, out)[...] = wanted
    assert_close(x, a)


@given(data=st.data())
@properties(150)
def test_reductions_and_scans(device, data):
    a, x, (out, source) = data.draw(overlapping(queue_of(device), 2))
    axis = data.draw(st.integers(0, 1))
    name = data.draw(st.sampled_from(["sum", "prod", "max", "cumulative_sum"]))
    if name == "cumulative_sum":
        wanted = np.cumsum(_view(a, source), axis=axis)
        _view(a, out)[...] = wanted
        dpt.cumulative_sum(_view(x, source), axis=axis, out=_view(x, out))
    else:
        wanted = getattr(np, name)(_view(a, source), axis=axis, keepdims=True)
        key = tuple(slice(n) for n in wanted.shape)
        if _view(a, out)[key].shape != wanted.shape:
            return
        _view(a, out)[key] = wanted
        getattr(dpt, name)(_view(x, source), axis=axis, keepdims=True, out=_view(x, out)[key])
    assert_close(x, a)


@given(data=st.data())
@properties(100)
def test_products_and_taken_elements(device, data):
    a, x, (out, first, second) = data.draw(overlapping(queue_of(device), 3))
    n = min(_view(a, first).shape)
    a1, a2, x1, x2 = (_view(array, window)[:n, :n] for array in (a, x) for window in (first, second))
    target, mine = _view(x, out)[:n, :n], _view(a, out)[:n, :n]
    if data.draw(st.booleans()):
        mine[...] = a1 @ a2
        dpt.matmul(x1, x2, out=target)
    else:
        order = data.draw(st.permutations(range(n)))
        mine[...] = a1[list(order)]
        dpt.take(x1, dpt.asarray(order, dtype="i8", sycl_queue=x.sycl_queue), axis=0, out=target)
    assert_close(x, a)


@pytest.mark.parametrize("shape", [(0,), (3, 0), ()])
def test_nothing_or_one_element(device, shape):
    x = dpt.ones(shape, sycl_queue=queue_of(device))
    dpt.add(x, x, out=x)
    x *= x
    assert x.shape == shape and (x.size == 0 or float(x) == 4.0)
