"""mean, var and std, compared with NumPy, and where plain formulas lose digits."""

import contextlib
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.exceptions import AxisError
from tensor_helpers import DTYPES, LAYOUTS, assert_same, outcome, pair, sample

import dpctl.tensor as dpt


@contextlib.contextmanager
def quiet():
    """NumPy warns of means of nothing."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        yield


def result_dtype(a):
    return a.dtype if a.dtype.kind in "fc" else np.dtype("f8")


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_mean_of_every_dtype_and_layout(dtype, layout):
    a, x = pair(layout, dtype)
    for axis in (None, *range(a.ndim), tuple(range(a.ndim)), ()):
        for keepdims in (False, True):
            with quiet():
                expected = np.mean(a, axis=axis, keepdims=keepdims, dtype="c16" if a.dtype.kind == "c" else "f8")
            assert_same(
                dpt.mean(x, axis=axis, keepdims=keepdims), expected.astype(result_dtype(a)), ulp=4 * (a.size > 0)
            )


@pytest.mark.parametrize("name", ["var", "std"])
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_variances_of_every_dtype_and_layout(dtype, layout, name):
    a, x = pair(layout, dtype)
    if a.dtype.kind == "c":
        assert outcome(getattr(dpt, name), x) is ValueError
        return
    for axis in (None, *range(a.ndim), tuple(range(a.ndim)), ()):
        with quiet():
            expected = np.asarray(getattr(np, name)(a.astype("f8"), axis=axis)).astype(result_dtype(a))
        assert_same(getattr(dpt, name)(x, axis=axis), expected, ulp=8)


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_variance_over_any_axes_of_any_view(data):
    shape = data.draw(st.lists(st.integers(1, 6), min_size=1, max_size=4).map(tuple))
    a = sample(shape, "float64", seed=data.draw(st.integers(0, 9)))
    a = a.transpose(data.draw(st.permutations(range(a.ndim))))
    steps = tuple(slice(None, None, data.draw(st.sampled_from([1, 2, -1]))) for _ in range(a.ndim))
    axes = data.draw(st.lists(st.integers(0, a.ndim - 1), unique=True).map(tuple))
    ours = dpt.asnumpy(dpt.var(dpt.asarray(a)[steps], axis=axes))
    np.testing.assert_allclose(ours, np.var(a[steps], axis=axes), rtol=1e-13, atol=1e-13)


@pytest.mark.parametrize(
    "shape, axis", [(100_000, None), ((100_000, 2), 0), ((2, 100_000), 1), ((1000, 1000), 0), ((30, 40), 0)]
)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_variance_of_numbers_far_from_zero(shape, axis, dtype):
    noise = np.random.default_rng(0).integers(-8, 9, shape)
    offset = 2.0**20 if dtype == "float32" else 2.0**45  # sums of squares would keep no digit
    a = (noise + offset).astype(dtype)
    exact = np.var(noise.astype("f8"), axis=axis)
    ours = dpt.asnumpy(dpt.var(dpt.asarray(a), axis=axis))
    np.testing.assert_allclose(ours, exact, rtol=0.02 if dtype == "float32" else 1e-3)


def test_mean_and_variance_of_special_values():
    for values in ([1.0, np.nan], [np.inf, 1.0], [np.inf, -np.inf], [np.nan]):
        with quiet():
            a = np.array(values)
            for name in ("mean", "var", "std"):
                assert_same(getattr(dpt, name)(dpt.asarray(a)), getattr(np, name)(a))
                tall = np.stack([a] * 20, axis=1)
                assert_same(getattr(dpt, name)(dpt.asarray(tall), axis=0), getattr(np, name)(tall, axis=0))
                each = dpt.asnumpy(getattr(dpt, name)(dpt.asarray(a), axis=()))
                np.testing.assert_array_equal(each, getattr(np, name)(a[:, None], axis=1))


def test_half_means_do_not_overflow():
    a = np.full(1000, 60000, dtype="float16")
    assert float(dpt.mean(dpt.asarray(a))) == 60000 and float(dpt.std(dpt.asarray(a))) == 0


@pytest.mark.parametrize("correction", [0, 1, 1.5, -1, True, 2.0])
def test_correction(correction):
    a = sample((4, 7), "float64")
    x = dpt.asarray(a)
    for axis in (None, 0, 1):
        n = a.size if axis is None else a.shape[axis]
        expected = np.var(a, axis=axis) * n / (n - correction)
        np.testing.assert_allclose(dpt.asnumpy(dpt.var(x, axis=axis, correction=correction)), expected, rtol=1e-14)
        np.testing.assert_allclose(dpt.asnumpy(dpt.std(x, axis, correction)), np.sqrt(expected), rtol=1e-14)


def test_a_divisor_that_is_not_positive_gives_nan():
    for correction in (3, 4, 3.5):
        assert np.isnan(float(dpt.var(dpt.asarray([1.0, 2, 4]), correction=correction)))


def test_wrong_arguments():
    x = dpt.ones((2, 3))
    for correction in ("a", 1j, np.float32(1), x):
        with pytest.raises(TypeError):
            dpt.var(x, correction=correction)
    for name in ("mean", "var", "std"):
        function = getattr(dpt, name)
        for axis, error in ((2, AxisError), ((0, 0), ValueError), ("x", TypeError)):
            with pytest.raises(error):
                function(x, axis=axis)
        with pytest.raises(TypeError):
            function(np.ones(3))
        with pytest.raises(TypeError):
            function(x, out=dpt.empty(()))
        assert function(x, 0).shape == (3,) and function(x, axis=0, keepdims=True).shape == (1, 3)
