"""Cumulative sums, products and logsumexp, compared with NumPy."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.exceptions import AxisError
from tensor_helpers import DTYPES, LAYOUTS, assert_same, host, pair, sample

import dpctl
import dpctl.tensor as dpt
from dpctl.utils import ExecutionPlacementError

SCANS = [dpt.cumulative_sum, dpt.cumulative_prod, dpt.cumulative_logsumexp]
NUMPY_SCANS = [(dpt.cumulative_sum, np.cumulative_sum), (dpt.cumulative_prod, np.cumulative_prod)]


def log_of_sums(a, dtype):
    """Running logarithms of sums of exponentials along the last axis, in the longest type."""
    with np.errstate(invalid="ignore"):
        return np.logaddexp.accumulate(a.astype(np.longdouble), axis=-1).astype(dtype)


@pytest.mark.parametrize("include_initial", [False, True])
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_sums_of_every_dtype_and_layout(dtype, layout, include_initial):
    a, x = pair(layout, dtype)
    for axis in range(a.ndim):
        assert_same(
            dpt.cumulative_sum(x, axis=axis, include_initial=include_initial),
            np.cumulative_sum(a, axis=axis, include_initial=include_initial),
        )


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", [name for name in DTYPES if name not in ("float16", "complex64", "complex128")])
def test_products_of_every_layout(dtype, layout):
    a, x = pair(layout, dtype)
    for axis in range(a.ndim):
        assert_same(dpt.cumulative_prod(x, axis=axis), np.cumulative_prod(a, axis=axis), ulp=4 * ("float" in dtype))


@pytest.mark.parametrize("dtype", [name for name in DTYPES if name.startswith("complex")])
def test_products_of_complex_numbers(dtype):
    a = np.exp(1j * np.arange(1000.0)).astype(dtype)
    ours = host(dpt.cumulative_prod(dpt.asarray(a)))
    np.testing.assert_allclose(ours, np.cumprod(a), atol=1e3 * np.finfo(dtype).eps)
    assert ours.dtype == a.dtype


# Lengths on both sides of a segment, a tile and a part.
@pytest.mark.parametrize("n", [1, 2, 255, 256, 257, 2047, 2049, 70_001, 300_000])
@pytest.mark.parametrize("dtype", ["bool", "int8", "uint16", "int64", "float64"])
def test_long_lines(dtype, n):
    a = np.random.default_rng(n).integers(0, 2 if dtype == "bool" else 100, n).astype(dtype)
    x = dpt.asarray(a)
    assert_same(dpt.cumulative_sum(x), np.cumsum(a, dtype="uint64" if dtype[0] == "u" else None))
    assert_same(dpt.cumulative_sum(x[::-1], dtype="int16"), np.cumsum(a[::-1].astype("int16"), dtype="int16"))


@pytest.mark.parametrize(
    "shape", [(3, 5), (300, 7), (7, 300), (70_000, 3), (3, 70_000), (700, 3, 70), (3, 70, 700), (1, 9), (600, 70)]
)
def test_every_axis_of_arrays_of_many_shapes(shape):
    a = np.random.default_rng(1).integers(-100, 100, shape)
    x = dpt.asarray(a)
    for take in (np.s_[...], np.s_[::2], np.s_[..., ::-3]):
        for axis in range(a.ndim):
            for dtype in (None, "float32", "complex128"):
                ours = dpt.cumulative_sum(x[take], axis=axis, dtype=dtype)
                np.testing.assert_array_equal(host(ours), np.cumsum(a[take], axis=axis, dtype=dtype), strict=True)


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_any_shape_axis_and_layout(data):
    shape = data.draw(st.lists(st.integers(0, 6), min_size=1, max_size=4).map(tuple))
    order = data.draw(st.permutations(range(len(shape))))
    steps = tuple(slice(None, None, data.draw(st.sampled_from([1, 2, -1, -2]))) for _ in shape)
    axis = data.draw(st.integers(-len(shape), len(shape) - 1))
    a = sample(shape, data.draw(st.sampled_from(["int8", "int64", "float64"])))
    x = dpt.permute_dims(dpt.asarray(a), tuple(order))[steps]
    assert_same(dpt.cumulative_sum(x, axis=axis), np.cumsum(np.transpose(a, order)[steps], axis=axis))


@pytest.mark.parametrize("n", [1, 31, 33, 256, 257, 5000, 100_000])
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_logarithms_of_sums(dtype, n):
    if dtype not in DTYPES:
        pytest.skip(f"the device has no {dtype}")
    rng = np.random.default_rng(n)
    a = rng.uniform(-10, 10, n).astype(dtype)
    steps = np.clip(100 * np.arange(n), 0, 60_000)
    for b in (a, np.sort(a), np.sort(a)[::-1], np.where(rng.random(n) < 0.1, -np.inf, a), np.where(rng.random(n) < 1 / n, np.inf, a),
              np.where(rng.random(n) < 1 / n, np.nan, a), np.full(n, -np.inf), steps, -steps):  # fmt: skip
        b = b.astype(dtype)
        ours = host(dpt.cumulative_logsumexp(dpt.asarray(b)))
        eps = float(np.finfo(dtype).eps)
        np.testing.assert_allclose(ours, log_of_sums(b, dtype), rtol=50 * eps, atol=50 * eps)
        assert ours.dtype == b.dtype


def test_result_types_of_logarithms_of_sums():
    x = dpt.ones(3, dtype="int8")
    assert dpt.cumulative_logsumexp(x).dtype == dpt.asarray(1.0).dtype
    assert dpt.cumulative_logsumexp(x, dtype="float32").dtype == dpt.float32
    assert host(dpt.cumulative_logsumexp(x, dtype="int8")).tolist() == [1, 1, 2]
    z = dpt.ones(3, dtype="complex64")
    assert dpt.cumulative_logsumexp(z, dtype="float32").dtype == dpt.float32
    for arguments in ({}, {"dtype": "complex64"}, {"dtype": "int32"}):
        with pytest.raises(ValueError):
            dpt.cumulative_logsumexp(z, **arguments)


@pytest.mark.parametrize("scan, initial", list(zip(SCANS, [0, 1, -np.inf])))
def test_initial_values(scan, initial):
    assert host(scan(dpt.asarray(3.0), include_initial=True)).tolist() == [initial, 3]
    assert host(scan(dpt.asarray(3.0), axis=-1)).tolist() == 3
    assert host(scan(dpt.ones((2, 0)), axis=1, include_initial=True)).tolist() == [[initial], [initial]]
    assert scan(dpt.ones((2, 0)), axis=0, include_initial=True).shape == (3, 0)
    assert scan(dpt.ones(0)).shape == (0,)


@pytest.mark.parametrize("ours, numpys", NUMPY_SCANS)
@pytest.mark.parametrize("target", ["bool", "int8", "int64", "float32", "float64", "complex64"])
def test_a_dtype(ours, numpys, target):
    a = sample(20, "uint8") % 2 + 1
    assert_same(ours(dpt.asarray(a), dtype=target), numpys(a, dtype=target))


# ---- special values -------------------------------------------------------------------------------


@pytest.mark.parametrize("ours, numpys", NUMPY_SCANS)
@pytest.mark.parametrize("n", [600, 70_001, 200_000, 5_000_000])
def test_values_that_overflow_underflow_or_are_not_finite(ours, numpys, n):
    rng = np.random.default_rng(n)
    shrinking = np.full(n, 0.1)
    shrinking[n // 2 :] = 10
    few = rng.random(n) < 3 / n
    for a in (shrinking, 1 / shrinking, np.where(few, np.inf, shrinking), np.where(few, 0, shrinking), np.where(few, -np.inf, 1e300),
              np.where(few, np.nan, -shrinking), np.r_[1e308, 1e308, -1e308, -1e308, shrinking], np.full(n, -0.0)):  # fmt: skip
        with np.errstate(all="ignore"):
            expected = numpys(a)
        got = host(ours(dpt.asarray(a)))
        np.testing.assert_allclose(got, expected, rtol=1e-9)
        numbers = ~np.isnan(expected)
        np.testing.assert_array_equal(np.signbit(got)[numbers], np.signbit(expected)[numbers])


def test_sums_of_non_negative_numbers_are_monotonic_and_exact():
    a = np.random.default_rng(0).random(1_000_000)
    sums = host(dpt.cumulative_sum(dpt.asarray(a)))
    assert np.all(np.diff(sums) >= 0)
    assert abs(sums[-1] - math.fsum(a)) <= abs(np.cumsum(a)[-1] - math.fsum(a))


def test_float16_accumulates_in_float32():
    assert host(dpt.cumulative_sum(dpt.ones(3000, dtype="float16")))[-1] == 3000


# ---- the same bits --------------------------------------------------------------------------------


@pytest.mark.parametrize("scan", SCANS)
def test_results_do_not_depend_on_the_number_of_threads(scan, device, part):
    a = np.random.default_rng(0).standard_normal(1_000_000)
    for shape, axis in (((1_000_000,), 0), ((1000, 1000), 0), ((1000, 1000), 1), ((100_000, 10), 0)):
        whole = dpt.asarray(a.reshape(shape), device=device)
        small = dpt.asarray(a.reshape(shape), sycl_queue=dpctl.SyclQueue(part))
        np.testing.assert_array_equal(host(scan(whole, axis=axis)), host(scan(small, axis=axis)))


@pytest.mark.parametrize("scan", SCANS[:2])
def test_results_do_not_depend_on_the_layout(scan):
    """On the CPU; a GPU's lines are cut by how many there are."""

    def on_cpu(x):
        return dpt.asarray(x, device="opencl:cpu:0")

    a = 1 + 1e-3 * np.random.default_rng(0).standard_normal(100_000)
    line = host(scan(on_cpu(a)))
    for columns in (2, 17, 300):
        table = np.repeat(a[:, None], columns, axis=1)
        for x, axis in ((on_cpu(table), 0), (on_cpu(np.asfortranarray(table)), 0), (on_cpu(table).T[::-1], 1)):
            np.testing.assert_array_equal(host(dpt.moveaxis(scan(x, axis=axis), axis, 0)[:, -1]), line)


# ---- out, placement, errors -----------------------------------------------------------------------


@pytest.mark.parametrize("scan", SCANS)
def test_out_may_be_the_input_or_overlap_it(scan):
    a = np.random.default_rng(0).standard_normal((300, 40))
    for axis in (0, 1):
        expected = host(scan(dpt.asarray(a), axis=axis))
        x = dpt.asarray(a)
        assert scan(x, axis=axis, out=x) is x
        np.testing.assert_array_equal(host(x), expected)
        x = dpt.asarray(a)
        scan(x, axis=axis, out=x[::-1])
        np.testing.assert_array_equal(host(x)[::-1], expected)
        wide = dpt.empty((301, 41))
        wide[:300, :40] = dpt.asarray(a)
        out = wide[:, :40] if axis == 0 else wide[:300]
        scan(wide[:300, :40], axis=axis, out=out, include_initial=True)
        np.testing.assert_array_equal(host(out), host(scan(dpt.asarray(a), axis=axis, include_initial=True)))


def test_strided_out():
    a = sample((500, 30), "int32")
    out = dpt.zeros((1000, 60), dtype="int64")
    dpt.cumulative_sum(dpt.asarray(a), axis=0, out=out[::2, ::-2])
    np.testing.assert_array_equal(host(out)[::2, ::-2], np.cumsum(a, axis=0))
    assert not host(out)[1::2].any() and not host(out)[:, ::2].any()


@pytest.mark.parametrize("scan", SCANS)
def test_wrong_arguments(scan):
    x = dpt.ones((2, 3))
    for arguments, error in (
        ({}, ValueError), ({"axis": 2}, AxisError), ({"axis": -3}, AxisError), ({"axis": (0,)}, TypeError), ({"axis": 1.0}, TypeError),
        ({"axis": 0, "dtype": ">f8"}, ValueError), ({"axis": 0, "dtype": "S"}, TypeError), ({"axis": 0, "nonsense": 1}, TypeError),
    ):  # fmt: skip
        with pytest.raises(error):
            scan(x, **arguments)
    with pytest.raises(TypeError):
        scan(x, 0)
    with pytest.raises(TypeError):
        scan(np.ones(3))
    with pytest.raises(AxisError):
        scan(dpt.asarray(1.0), axis=1)


def test_out_that_does_not_fit():
    x = dpt.ones((2, 3))
    read_only = dpt.empty((2, 3))
    read_only.flags["W"] = False
    elsewhere = dpt.empty((2, 3), sycl_queue=dpctl.SyclQueue())
    for out, error in (
        (np.empty((2, 3)), TypeError), (dpt.empty((3, 3)), ValueError), (dpt.empty((2, 3), dtype="float32"), ValueError),
        (read_only, ValueError), (elsewhere, ExecutionPlacementError),
    ):  # fmt: skip
        with pytest.raises(error):
            dpt.cumulative_sum(x, axis=0, out=out)
    assert not np.any(host(x) != 1)


def test_scans_stay_on_the_queue():
    queue = dpctl.SyclQueue()
    x = dpt.ones((3, 4), sycl_queue=queue, usm_type="shared", order="F")
    result = dpt.cumulative_sum(x, axis=0)
    assert result.sycl_queue == queue and result.usm_type == "shared" and result.flags.c_contiguous
