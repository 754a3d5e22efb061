"""Random shapes, layouts, axes and numbers: dpnp gives what NumPy gives."""

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy_comparison import same

pytestmark = pytest.mark.filterwarnings("ignore")
ONE_ARRAY = [
    lambda np, x, axis: np.sort(x, axis=axis),
    lambda np, x, axis: np.median(x, axis=axis),
    lambda np, x, axis: np.percentile(x, [0, 30, 100], axis=axis),
    lambda np, x, axis: np.partition(x, x.shape[axis] // 2, axis=axis).take(x.shape[axis] // 2, axis=axis),
    lambda np, x, axis: np.diff(x, axis=axis),
    lambda np, x, axis: np.cumsum(x, axis=axis),
    lambda np, x, axis: np.ptp(x, axis=axis),
    lambda np, x, axis: np.flip(np.roll(x, 3, axis=axis), axis=axis),
    lambda np, x, axis: np.pad(x, 2, "wrap"),
    lambda np, x, axis: np.pad(x, (3, 1), "symmetric"),
    lambda np, x, axis: np.unique(x, return_counts=True),
    lambda np, x, axis: np.histogram(x, 5),
    lambda np, x, axis: np.bincount(abs(x).ravel().astype("int64")),
    lambda np, x, axis: np.packbits(x > 0, axis=axis),
    lambda np, x, axis: np.trapezoid(x, axis=axis),
    lambda np, x, axis: np.nanmedian(np.where(x > 2, np.nan, x), axis=axis),
    lambda np, x, axis: np.mean(x, axis=axis, where=x > 0),
    lambda np, x, axis: np.block([[x, x], [x, x]]),
    lambda np, x, axis: np.ascontiguousarray(x).view("uint8"),
    lambda np, x, axis: np.count_nonzero(x, axis=axis),
]


@st.composite
def cases(draw):
    """(body, array of some layout, axis)"""
    shape = tuple(draw(st.lists(st.integers(1, 6), min_size=1, max_size=3)))
    dtype = draw(st.sampled_from(["int32", "int64", "float32", "float64"]))
    x = numpy.random.default_rng(draw(st.integers(0, 99))).integers(-9, 9, shape).astype(dtype)
    x = x.transpose(draw(st.permutations(range(x.ndim))))
    steps = [draw(st.sampled_from([1, 2, -1])) for _ in shape]
    return (
        draw(st.sampled_from(range(len(ONE_ARRAY)))),
        x,
        tuple(slice(None, None, step) for step in steps),
        draw(st.integers(0, x.ndim - 1)),
    )


@settings(max_examples=150, deadline=None, derandomize=True)
@given(cases())
def test_functions_of_one_array(case):
    number, x, key, axis = case
    same(None, lambda np, x: ONE_ARRAY[number](np, x[key], axis), x, rtol=1e-5)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.integers(1, 30), st.integers(1, 30), st.sampled_from(["full", "same", "valid"]), st.integers(0, 99))
def test_convolutions(n, m, mode, seed):
    rng = numpy.random.default_rng(seed)
    same(
        None,
        lambda np, a, v: (np.convolve(a, v, mode), np.correlate(a, v, mode)),
        rng.integers(-9, 9, n),
        rng.integers(-9, 9, m),
    )
