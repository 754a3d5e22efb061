"""Properties of reductions and scans: any axes, layout and dtype, with out= and keepdims, compared with NumPy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from property_helpers import assert_close, axis_of, dtypes_of, pairs, properties, queue_of

import dpctl.tensor as dpt

REDUCTIONS = ["sum", "prod", "max", "min", "all", "any", "count_nonzero", "mean", "var", "std"]


def _reference(name, a, axis, keepdims, dtype):
    """NumPy's result in the data type that ours has, computed in a wider one."""
    function = getattr(np, name)
    if name in ("max", "min", "all", "any", "count_nonzero"):
        return np.asarray(function(a, axis=axis, keepdims=keepdims)).astype(dtype)
    wide = {"f": "f8", "c": "c16"}.get(np.dtype(dtype).kind, dtype)
    return np.asarray(function(a.astype(wide), axis=axis, keepdims=keepdims)).astype(dtype)


@pytest.mark.parametrize("name", REDUCTIONS)
@given(data=st.data())
@properties(60)
def test_any_axes(device, name, data):
    dtypes = dtypes_of(device, "biuf" if name in ("var", "std") else "biufc")
    small = 1 if name in ("max", "min", "mean", "var", "std") else 0
    dims = 2 if name == "prod" else 4  # so that nothing overflows
    a, x = data.draw(pairs(queue_of(device), dtypes, max_dims=dims, min_side=small, max_side=4))
    axes = data.draw(st.none() | st.sets(st.integers(0, a.ndim - 1)).map(tuple)) if a.ndim else None
    keepdims = data.draw(st.booleans())
    ours = getattr(dpt, name)(x, axis=axes, keepdims=keepdims)
    with np.errstate(all="ignore"):
        assert_close(ours, _reference(name, a, axes, keepdims, ours.dtype))
    if name in ("sum", "prod", "max", "min", "count_nonzero"):
        out = dpt.empty_like(ours)
        assert getattr(dpt, name)(x, axis=axes, keepdims=keepdims, out=out) is out
        np.testing.assert_array_equal(dpt.asnumpy(out), dpt.asnumpy(ours))


@given(data=st.data())
@properties(150)
def test_positions(device, data):
    a, x = data.draw(pairs(queue_of(device), dtypes_of(device), min_side=1))
    axis = data.draw(st.none() | axis_of(a.ndim)) if a.ndim else None
    keepdims = data.draw(st.booleans())
    for name in ("argmax", "argmin"):
        wanted = np.asarray(getattr(np, name)(a, axis=axis, keepdims=keepdims))
        assert_close(getattr(dpt, name)(x, axis=axis, keepdims=keepdims), wanted.astype("i8"))


@given(data=st.data())
@properties(150)
def test_scans(device, data):
    a, x = data.draw(pairs(queue_of(device), dtypes_of(device), min_dims=1, max_dims=3))
    axis, initial = data.draw(axis_of(a.ndim)), data.draw(st.booleans())
    for name, numpys, first in (("cumulative_sum", np.cumsum, 0), ("cumulative_prod", np.cumprod, 1)):
        ours = getattr(dpt, name)(x, axis=axis, include_initial=initial)
        wide = {"f": "f8", "c": "c16"}.get(ours.dtype.kind, ours.dtype)
        with np.errstate(all="ignore"):
            wanted = numpys(a.astype(wide), axis=axis)
            if initial:
                wanted = np.insert(wanted, 0, first, axis=axis)
            assert_close(ours, wanted.astype(ours.dtype))
        out = dpt.empty_like(ours)
        assert getattr(dpt, name)(x, axis=axis, include_initial=initial, out=out) is out
        np.testing.assert_array_equal(dpt.asnumpy(out), dpt.asnumpy(ours))


@given(data=st.data())
@properties(100)
def test_differences(device, data):
    a, x = data.draw(pairs(queue_of(device), dtypes_of(device), min_dims=1, max_dims=3))
    axis, n = data.draw(axis_of(a.ndim)), data.draw(st.integers(0, 3))
    assert_close(dpt.diff(x, axis=axis, n=n), np.diff(a, n=n, axis=axis))
    if a.dtype.kind in "ifc":
        assert_close(
            dpt.diff(x, axis=axis, prepend=1, append=x), np.diff(a, axis=axis, prepend=a.dtype.type(1), append=a)
        )


@given(data=st.data())
@properties(100)
def test_sums_and_logarithms_of_exponentials(device, data):
    a, x = data.draw(pairs(queue_of(device), dtypes_of(device, "f"), min_dims=1, max_dims=3, min_side=1))
    axis = data.draw(axis_of(a.ndim))
    wide = a.astype("f8")
    with np.errstate(all="ignore"):
        assert_close(dpt.logsumexp(x, axis=axis), np.log(np.exp(wide).sum(axis)).astype(a.dtype))
        assert_close(dpt.reduce_hypot(x, axis=axis), np.sqrt((wide**2).sum(axis)).astype(a.dtype))
        running = np.log(np.exp(wide).cumsum(axis)).astype(a.dtype)
        assert_close(dpt.cumulative_logsumexp(x, axis=axis), running)
