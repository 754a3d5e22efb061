"""Sets, counts, histograms, segments and what is composed of them, beside NumPy, for every dtype and layout.

Where a device has no double precision, arrays come in single precision and NumPy is given these.
"""

import os

import numpy
import pytest
from numpy_comparison import outcome

import dpctl
import dpctl.tensor as dpt
import dpnp

LAYOUTS = {
    "empty": lambda x: x[:0],
    "scalar": lambda x: x[3:4, 4:5].reshape(()),
    "line": lambda x: x.reshape(-1),
    "strided": lambda x: x.reshape(-1)[5::3],
    "reversed": lambda x: x.reshape(-1)[::-1],
    "matrix": lambda x: x,
    "transposed": lambda x: x[:, ::2].T,
}
DTYPES = "?bBhHiIlLefdFD"


def _base(dtype, n=14 * 31):
    """Numbers with many repetitions, of both signs where there are any."""
    numbers = numpy.random.default_rng(7).integers(0, 60, n)
    if dtype in "bhilefdFD":
        numbers = numbers - 25
    made = numbers.astype(dtype)
    if dtype in "FD":
        made += 1j * (numbers[::-1] % 3)
    return made.reshape(14, 31)


def _types(device):
    return [
        t
        for t in DTYPES
        if t not in ("e" if not device.has_aspect_fp16 else "") + ("" if device.has_aspect_fp64 else "dD")
    ]


def _compare(found, expected, has_double, ulps=8):
    if isinstance(expected, (tuple, list)):
        assert len(found) == len(expected)
        for a, b in zip(found, expected, strict=True):
            _compare(a, b, has_double, ulps)
        return
    expected = numpy.asarray(expected)
    if not has_double and expected.dtype.char in "dD":
        expected = expected.astype(expected.dtype.char.lower().replace("d", "f") if expected.dtype.char == "d" else "F")
    found = dpnp.asnumpy(found)
    assert (found.dtype, found.shape) == (expected.dtype, expected.shape)
    if expected.dtype.kind in "fc":
        tolerance = ulps * numpy.finfo(expected.dtype).eps
        scale = numpy.abs(expected[numpy.isfinite(expected)]).max(initial=1)
        numpy.testing.assert_allclose(found, expected, rtol=tolerance, atol=tolerance * float(scale))
    else:
        numpy.testing.assert_array_equal(found, expected)


def _same(device, body, *given, ulps=8):
    """given: pairs of a NumPy array and a function that makes the view of it that the body gets."""
    mine = [view(dpnp.asarray(x, device=device)) for x, view in given]
    with numpy.errstate(all="ignore"):
        expected, error = outcome(body, numpy, [view(x) for x, view in given])
    found, own_error = outcome(body, dpnp, mine)
    if error is not None:
        assert own_error is not None, f"NumPy raises {error!r}, dpnp nothing"
        assert isinstance(own_error, type(error)) or isinstance(error, type(own_error)), (own_error, error)
        return
    if own_error is not None:
        raise own_error
    _compare(found, expected, device.has_aspect_fp64, ulps)


def _interp(np, x, xp, fp, **ends):
    """NumPy before 2.5 refuses a table without points even where nothing is looked up."""
    return numpy.empty(x.shape) if np is numpy and not x.size else np.interp(x, xp, fp, **ends)


def _at(name, values):
    def body(np, x):
        target = x.copy()
        index = _like(np, x, numpy.arange(3 * x.size) * 7 % max(x.size, 1))
        getattr(np, name).at(target, index if x.ndim == 1 else ..., values(np, x, index))
        return target

    return body


def _like(np, x, numbers):
    """A NumPy array beside x."""
    return numbers if np is numpy else dpnp.asarray(numbers, device=x.device)


#: By name: a body, and the kinds of dtypes for which it is called.
ONE_ARRAY = {
    "unique": (lambda np, x: np.unique(x), "biufc"),
    "unique all": (lambda np, x: np.unique(x, True, True, True), "biufc"),
    "unique rows": (lambda np, x: np.unique(x, axis=0, return_counts=True, return_inverse=True), "biufc"),
    "unique columns": (lambda np, x: np.unique(x, axis=-1, return_index=True), "biufc"),
    "unique_values": (lambda np, x: np.sort(np.unique_values(x)), "biufc"),
    "unique_counts": (lambda np, x: tuple(np.unique_counts(x)), "biufc"),
    "unique_inverse": (lambda np, x: tuple(np.unique_inverse(x)), "biufc"),
    "unique_all": (lambda np, x: tuple(np.unique_all(x)), "biufc"),
    "isin": (lambda np, x: np.isin(x, x.reshape(-1)[::7]), "biufc"),
    "isin invert": (lambda np, x: np.isin(x, x.reshape(-1)[1::5], invert=True), "biufc"),
    "intersect1d": (lambda np, x: np.intersect1d(x, x.reshape(-1)[::9], return_indices=True), "biufc"),
    "union1d": (lambda np, x: np.union1d(x.reshape(-1)[::2], x), "biufc"),
    "setdiff1d": (lambda np, x: np.setdiff1d(x, x.reshape(-1)[::11]), "biufc"),
    "setxor1d": (lambda np, x: np.setxor1d(x.reshape(-1)[::2], x.reshape(-1)[::3]), "biufc"),
    "bincount": (lambda np, x: np.bincount(x), "bu"),
    "bincount minlength": (lambda np, x: np.bincount(abs(x), minlength=1000), "i"),
    "bincount weights": (lambda np, x: np.bincount(abs(x).astype("int64"), weights=x), "iuf"),
    "histogram": (lambda np, x: np.histogram(x, 7), "biuf"),
    "histogram range": (lambda np, x: np.histogram(x, 9, (-3.5, 12.25)), "biuf"),
    "histogram weights": (lambda np, x: np.histogram(x, 5, weights=(x % 5)), "iuf"),
    "histogram density": (lambda np, x: np.histogram(x, 4, density=True)[0], "iuf"),
    "histogram edges": (lambda np, x: np.histogram(x, [-3, 0, 2, 2.5, 30]), "biuf"),
    "histogram_bin_edges": (lambda np, x: np.histogram_bin_edges(x, 6), "biuf"),
    "histogram2d": (lambda np, x: np.histogram2d(x, x[::-1], [4, 5], [(-10, 20), (0, 30)])[0], "iuf"),
    "histogramdd": (lambda np, x: np.histogramdd(x[:, :2], 3)[0], "iuf"),
    "digitize": (lambda np, x: np.digitize(x, _like(np, x, numpy.array([-5, 0, 3, 9]).astype("i1"))), "iuf"),
    "digitize descending": (lambda np, x: np.digitize(x, _like(np, x, numpy.array([9, 3, 1], "u1")), right=True), "iuf"),
    "interp": (lambda np, x: _interp(np, x, np.sort(x.reshape(-1)[::8]), x.reshape(-1)[::8]), "f"),
    "interp ends": (lambda np, x: _interp(np, x * 2, np.unique(x), np.unique(x) * 3, left=-9, right=9), "iuf"),
    "median": (lambda np, x: np.median(x), "iuf"),
    "median axis": (lambda np, x: np.median(x, axis=-1, keepdims=True), "iuf"),
    "nanmedian": (lambda np, x: np.nanmedian(np.where(x == 3, np.nan, x.astype("f4")), axis=0), "iuf"),
    "percentile": (lambda np, x: np.percentile(x, [0, 12.5, 50, 100]), "iuf"),
    "quantile method": (lambda np, x: np.quantile(x, [0.125, 0.75], axis=0, method="median_unbiased"), "f"),
    "quantile nearest": (lambda np, x: np.quantile(x, 0.25, method="nearest"), "iuf"),
    "nanpercentile": (lambda np, x: np.nanpercentile(np.where(x == 3, np.nan, x.astype("f4")), 25), "f"),
    "nanquantile axis": (lambda np, x: np.nanquantile(np.where(x > 9, np.nan, x.astype("f4")), 0.75, axis=0), "f"),
    "weighted quantile": (
        lambda np, x: np.quantile(x, [0.25, 0.5], weights=abs(x) + 1, method="inverted_cdf"), "f",
    ),
    "trim_zeros": (lambda np, x: np.trim_zeros(np.where(abs(x) < 9, x, x * 0)), "iufc"),
    "unwrap": (lambda np, x: np.unwrap(x, axis=-1), "f"),
    "unwrap period": (lambda np, x: np.unwrap(x, period=10), "i"),
    "packbits": (lambda np, x: np.packbits(x), "b"),
    "packbits axis": (lambda np, x: np.packbits(x, axis=0, bitorder="little"), "b"),
    "choose": (lambda np, x: np.choose(abs(x.astype("i8")) % 3, [x, x + x, x * x]), "iufc"),
    "reduceat": (lambda np, x: np.add.reduceat(x, [0, 2, 9, 5, 11]), "iufc"),
    "reduceat axis": (lambda np, x: np.maximum.reduceat(x, [0, 2, 9, 5, 11], axis=-1), "iuf"),
    "reduceat product": (lambda np, x: np.multiply.reduceat(x % 3, [3, 0, 1]), "iuf"),
    "reduceat fmin": (lambda np, x: np.fmin.reduceat(x, [1, 7]), "iuf"),
    "reduceat logical": (lambda np, x: np.logical_or.reduceat(x, [1, 7, 3]), "biuf"),
    "add.at": (_at("add", lambda np, x, i: (i % 5).astype(x.dtype)), "iufc"),
    "subtract.at": (_at("subtract", lambda np, x, i: x.reshape(-1)[i]), "iufc"),
    "maximum.at": (_at("maximum", lambda np, x, i: (i % 50).astype(x.dtype)), "iuf"),
    "multiply.at one value": (_at("multiply", lambda np, x, i: x.dtype.type(2)), "iufc"),
    "insert": (lambda np, x: np.insert(x, [1, 3, 3], [7, 8, 9]), "iufc"),
    "insert axis": (lambda np, x: np.insert(x, 1, 5, axis=0), "biufc"),
    "delete": (lambda np, x: np.delete(x, [1, 3, -1]), "biufc"),
    "delete axis": (lambda np, x: np.delete(x, slice(1, 9, 2), axis=-1), "biufc"),
    "lexsort": (lambda np, x: np.lexsort((x, abs(x) // 8)), "iuf"),
    "lexsort rows": (lambda np, x: np.lexsort(x if x.ndim else (x, x)), "biuf"),
    "repeat": (lambda np, x: np.repeat(x, _like(np, x, numpy.arange(x.size) % 4)), "biufc"),
    "searchsorted": (lambda np, x: np.searchsorted(np.sort(x.reshape(-1)), x, side="right"), "biufc"),
    "argwhere": (lambda np, x: np.argwhere(x), "biufc"),
    "ediff1d": (lambda np, x: np.ediff1d(x), "iufc"),
    "triu": (lambda np, x: np.triu(x if x.ndim else x[None], 1), "biufc"),
}  # fmt: skip
#: Of results that follow from running sums of hundreds of elements, which devices add in another order.
ULPS = {"unwrap": 128}
KINDS = {t: numpy.dtype(t).kind for t in DTYPES}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", ONE_ARRAY)
def test_functions_of_one_array(device, name, layout):
    body, kinds = ONE_ARRAY[name]
    for dtype in _types(device):
        if KINDS[dtype] in kinds:
            try:
                _same(device, body, (_base(dtype), LAYOUTS[layout]), ulps=ULPS.get(name, 8))
            except AssertionError as error:
                raise AssertionError(f"{name}, {layout}, {dtype}: {error}") from error


#: Calls without an array; what follows of their results is compared.
CREATED = {
    "tri": lambda np, on: np.tri(5, 7, 1, **on),
    "tri indices": lambda np, on: [*np.tril_indices(6, 1, 8, **on), *np.triu_indices(5, -1, **on)],
    "mask_indices": lambda np, on: np.mask_indices(5, np.triu, 1, **on),
    "geomspace": lambda np, on: np.geomspace(1, 4096, 13, **on),
    "logspace": lambda np, on: np.logspace(0, 2, 7, **on),
    "fromfunction": lambda np, on: np.fromfunction(lambda i, j: i * 3 - j, (4, 6), **on),
    "vander": lambda np, on: np.vander(np.arange(4, **on), 3),
    "unpackbits": lambda np, on: np.unpackbits(np.arange(37, dtype="u1", **on), count=290, bitorder="little"),
    "ravel_multi_index": lambda np, on: np.ravel_multi_index((np.arange(4, **on), np.arange(4, **on)), (5, 6)),
    "unravel_index": lambda np, on: np.unravel_index(np.arange(20, **on), (4, 5)),
}


@pytest.mark.parametrize("name", CREATED)
def test_functions_that_create_arrays(device, name):
    _compare(CREATED[name](dpnp, {"device": device}), CREATED[name](numpy, {}), device.has_aspect_fp64)


# ---- sizes at which kernels change ----------------------------------------------------------------------------------

SIZES = (1, 255, 257, 4097, 70_001, 300_000)


@pytest.mark.parametrize("size", SIZES)
def test_counts_of_many_elements_and_bins(device, size):
    rng = numpy.random.default_rng(size)
    weights = rng.random(size).astype("f4")
    for n_bins in (1, 10, 1024, 1025, 5000, 200_000):
        numbers = rng.integers(0, n_bins, size)
        x, w = dpnp.asarray(numbers, device=device), dpnp.asarray(weights, device=device)
        numpy.testing.assert_array_equal(dpnp.asnumpy(dpnp.bincount(x)), numpy.bincount(numbers))
        tolerance = 1e-12 if device.has_aspect_fp64 else 1e-4
        expected = numpy.bincount(numbers, weights.astype("f8"))
        numpy.testing.assert_allclose(dpnp.asnumpy(dpnp.bincount(x, w)), expected, rtol=tolerance, atol=tolerance)
        counts, edges = dpnp.histogram(w, n_bins, (0.125, 0.75))
        assert abs(int(counts.sum()) - ((weights >= 0.125) & (weights <= 0.75)).sum()) <= 0
        sums = dpnp.histogram(w, n_bins, (0.125, 0.75), weights=w)[0]
        of_range = weights[(weights >= 0.125) & (weights <= 0.75)].astype("f8").sum()
        numpy.testing.assert_allclose(float(sums.sum()), of_range, rtol=1e-4)


def test_sums_of_weights_do_not_vary(device):
    rng = numpy.random.default_rng(3)
    x = dpnp.asarray(rng.integers(0, 300, 200_000), device=device)
    w = dpnp.asarray(rng.standard_normal(200_000).astype("f4"), device=device)
    first = dpnp.asnumpy(dpnp.bincount(x, w))
    for _ in range(5):
        assert dpnp.asnumpy(dpnp.bincount(x, w)).tobytes() == first.tobytes()


@pytest.mark.parametrize("size", SIZES)
def test_distinct_values_of_many_elements(device, size):
    numbers = numpy.random.default_rng(size).integers(0, size // 3 + 1, size).astype("i4")
    x = dpnp.asarray(numbers, device=device)
    for found, expected in zip(dpnp.unique_all(x), numpy.unique_all(numbers), strict=True):
        numpy.testing.assert_array_equal(dpnp.asnumpy(found), expected)


def test_each_nan_is_a_value_and_is_in_nothing(device):
    x = dpt.asarray([2.0, numpy.nan, -0.0, numpy.nan, 0.0, 2.0], dtype="f4", device=device)
    found = dpt.unique_all(x)
    numpy.testing.assert_array_equal(dpt.asnumpy(found.values), numpy.array([0, 2, numpy.nan, numpy.nan], "f4"))
    assert numpy.signbit(dpt.asnumpy(found.values)[0])  # the first of equal ones
    assert dpt.asnumpy(found.indices).tolist() == [2, 0, 1, 3] and dpt.asnumpy(found.counts).tolist() == [2, 2, 1, 1]
    assert dpt.asnumpy(dpt.isin(x, x)).tolist() == [True, False, True, False, True, True]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("width", (1, 3))
def test_segments_of_any_length(device, size, width):
    numbers = numpy.random.default_rng(size).standard_normal((size, width)).astype("f4").squeeze()
    numbers = numbers.reshape(size, width) if width > 1 else numbers.reshape(size)
    x = dpnp.asarray(numbers, device=device)
    for begins in ([0], [0, size // 2], [size // 3, 0, size - 1], list(range(0, size, max(size // 50, 1)))):
        for name in ("add", "maximum", "fmin"):
            found = getattr(dpnp, name).reduceat(x, begins)
            expected = getattr(numpy, name).reduceat(numbers.astype("f8"), begins)
            # sums of random numbers, which may be near 0, by rows one after the other on the host
            numpy.testing.assert_allclose(dpnp.asnumpy(found), expected, rtol=1e-5, atol=1e-2 if name == "add" else 0)


@pytest.mark.parametrize("size", (1, 1000, 600_000))
def test_values_are_combined_in_the_order_of_indices(device, size):
    """Subtraction and division depend on it."""
    rng = numpy.random.default_rng(size)
    indices = rng.integers(-size, size, 5000)
    for values in (rng.random(5000).astype("f4") + 1, numpy.full(5000, 1.5, "f4")):
        for name in ("add", "divide"):
            expected = numpy.ones(size, "f4")
            getattr(numpy, name).at(expected, indices, values)
            found = dpnp.ones(size, dtype="f4", device=device)
            getattr(dpnp, name).at(found, dpnp.asarray(indices, device=device), dpnp.asarray(values, device=device))
            numpy.testing.assert_array_equal(dpnp.asnumpy(found), expected)


def test_indices_out_of_range_raise_at(device):
    with pytest.raises(IndexError):
        numpy.add.at(numpy.zeros(3), [3], 1)
    found = dpnp.zeros(3, dtype="f4", device=device)
    with pytest.raises(IndexError):
        dpnp.add.at(found, [3], 1)


def test_interpolation_at_and_beyond_points(device):
    at = numpy.array([-2, 0, 0.5, 3, numpy.inf], "f4")
    values = numpy.array([1, -numpy.inf, 2, 2, numpy.nan], "f4")
    x = numpy.array([-3, -2, -1, 0, 0.25, 0.5, 1, 3, 4, numpy.inf, -numpy.inf, numpy.nan], "f4")
    mine = [dpnp.asarray(v, device=device) for v in (x, at, values)]
    for ends in ({}, {"left": 7}, {"right": -7}, {"left": 1, "right": 2}):
        found = dpnp.interp(*mine, **ends)
        with numpy.errstate(all="ignore"):
            expected = numpy.interp(x, at, values, **ends)
        numpy.testing.assert_allclose(dpnp.asnumpy(found), expected, rtol=1e-6)
    one = [v[:1] for v in mine[1:]]
    numpy.testing.assert_array_equal(dpnp.asnumpy(dpnp.interp(mine[0], *one)), numpy.interp(x, at[:1], values[:1]))


def test_devices_without_double_precision_compute_in_single(run):
    program = """
import numpy, dpctl, dpnp
device = dpctl.SyclDevice("level_zero:gpu")
numbers = numpy.random.default_rng(1).integers(0, 50, 1000)
weights = numpy.linspace(0, 1, 1000, dtype="f4")
for np, on in ((numpy, {}), (dpnp, {"device": device})):
    x, w = np.asarray(numbers, **on), np.asarray(weights, **on)
    made = [np.bincount(x, w), np.bincount(x, x), np.histogram(w, 8, weights=w)[0], *np.histogram(x, 7), np.percentile(x, [10, 50]),
            np.quantile(w, [0.25, 0.75]), np.nanpercentile(np.where(w > 0.5, np.nan, w), 30), np.median(x), np.interp(w, w[::10], w[::10] * 2),
            np.geomspace(1, 100, 5, **on), np.tri(3, **on), np.fromfunction(lambda i, j: i + j, (2, 3), **on), np.unique(w)]
    if np is numpy:
        expected = made
for a, b in zip(made, expected, strict=True):
    b = numpy.asarray(b)
    assert a.dtype == (b.dtype if b.dtype != "f8" else "f4"), (a.dtype, b.dtype)
    numpy.testing.assert_allclose(dpnp.asnumpy(a), b, rtol=1e-4, atol=1e-4)
"""
    run(program, DPEX_SIMULATE="gpu:1-fp64")


@pytest.mark.parametrize("n", [1, 7, 512, 513, 3000])
def test_bincount_of_any_number_of_elements(n, device):
    """Few numbers are counted in the calling thread."""
    numbers = numpy.random.default_rng(n).integers(0, 40, n)
    has_gpu_kernels = device.is_gpu or os.environ.get("DPEX_KERNEL_FORMS") == "gpu"
    queue = dpctl.SyclQueue(device)
    x = dpnp.asarray(numbers, sycl_queue=queue, usm_type="shared")
    for np, ours in ((numpy, numbers), (dpnp, x)):
        weights = ours * 0.25 + 0.1
        made = [np.bincount(ours), np.bincount(ours, minlength=60), np.bincount(ours[::-3], minlength=3)]
        made += [np.bincount(ours, weights), np.bincount(ours[::2], weights[::-2], 70), np.bincount(ours, ours)]
        if np is numpy:
            expected = made
    for got, wanted in zip(made, expected, strict=True):
        assert got.dtype == wanted.dtype and got.sycl_queue == queue and got.usm_type == "shared"
        if has_gpu_kernels and got.dtype.kind == "f":  # which add up weights in an order of their own
            numpy.testing.assert_allclose(dpnp.asnumpy(got), wanted, rtol=1e-13)
        else:
            assert dpnp.asnumpy(got).tolist() == wanted.tolist()
    for wrong in (-1, 2.5):
        with pytest.raises((ValueError, TypeError)):
            dpnp.bincount(x, minlength=wrong)
    x[0] = -1
    with pytest.raises(ValueError, match="bincount: 'list' argument must have no negative elements"):
        dpnp.bincount(x)


def test_bincount_of_pending_numbers(device):
    x = dpnp.zeros(3_000_000, dtype="int64", device=device)
    for _ in range(3):
        x = x + 1
    assert dpnp.asnumpy(dpnp.bincount(x[:100])).tolist() == [0, 0, 0, 100]


@pytest.mark.parametrize("name", ["add", "multiply", "maximum", "minimum", "subtract", "fmax"])
@pytest.mark.parametrize("dtype", ["?", "i1", "i8", "u8", "f2", "f4", "f8", "c16"])
def test_accumulate_of_a_line(name, dtype):
    numbers = numpy.array([1, 3, 2, 5, 4, 1, 0, 2]).astype(dtype)
    if dtype == "f8":
        numbers[4] = numpy.nan
    x, function = dpnp.array(numbers), getattr(numpy, name)
    try:
        expected = function.accumulate(numbers)
    except TypeError:
        with pytest.raises(TypeError):
            getattr(dpnp, name).accumulate(x)
        return
    got = getattr(dpnp, name).accumulate(x)
    assert type(got) is dpnp.ndarray and got.dtype == expected.dtype
    numpy.testing.assert_array_equal(dpnp.asnumpy(got), expected)
    assert dpnp.asnumpy(getattr(dpnp, name).accumulate(x[:0])).tolist() == []


@pytest.mark.parametrize("dtype", ["i1", "u4", "i8", "f4", "c16"])
@pytest.mark.parametrize("name", ["subtract", "gcd"])
def test_differences_and_divisors_of_many(device, name, dtype):
    if name == "gcd" and dtype in ("f4", "c16"):
        with pytest.raises(TypeError):
            dpnp.gcd.reduce(dpnp.ones(3, dtype, device=device))
        return
    rng = numpy.random.default_rng(4)
    for shape in ((1,), (129,), (5000,), (2, 200, 3)):
        numbers = (rng.integers(0, 9, shape) * 6).astype(dtype)
        where = rng.random(shape) > 0.5
        x, mask = dpnp.asarray(numbers, device=device), dpnp.asarray(where, device=device)
        expected, found = getattr(numpy, name), getattr(dpnp, name)
        for axis in range(numbers.ndim):
            for of_numpy, of_dpnp in (
                (expected.accumulate(numbers, axis), found.accumulate(x, axis)),
                (expected.reduce(numbers, axis), found.reduce(x, axis)),
                (
                    expected.reduce(numbers, axis, initial=30, where=where),
                    found.reduce(x, axis, initial=30, where=mask),
                ),
            ):
                assert of_dpnp.dtype == of_numpy.dtype
                numpy.testing.assert_array_equal(dpnp.asnumpy(of_dpnp), of_numpy)


@pytest.mark.parametrize("name", ["bitwise_and", "bitwise_xor", "logical_or", "fmax"])
@pytest.mark.parametrize("dtype", ["?", "i2", "u8", "f4"])
def test_accumulate_and_reduce_along_axes(device, name, dtype):
    rng = numpy.random.default_rng(5)
    for shape in ((0, 3), (20_000,), (4, 5, 6)):
        numbers = rng.integers(-120, 120, shape).astype(dtype)
        if dtype == "f4":
            numbers[numbers > 90] = numpy.nan
        x, expected, found = dpnp.asarray(numbers, device=device), getattr(numpy, name), getattr(dpnp, name)
        if dtype == "f4" and name.startswith("bitwise"):
            for call in (found.accumulate, found.reduce):
                with pytest.raises(TypeError):
                    call(x)
            continue
        for axis in range(numbers.ndim):
            calls = [lambda f, v, axis=axis: f.accumulate(v, axis)]
            if numbers.size or name not in ("fmax", "fmin"):  # those have no identity
                calls.append(lambda f, v, axis=axis: f.reduce(v, axis, keepdims=True))
            for call in calls:
                of_numpy, of_dpnp = call(expected, numbers), call(found, x)
                assert of_dpnp.dtype == of_numpy.dtype
                numpy.testing.assert_array_equal(dpnp.asnumpy(of_dpnp), of_numpy, err_msg=f"{shape}, {axis}")
