"""Optional parameters, compared with NumPy: initial and where of reductions, otypes of vectorize, methods of quantiles, ranges of histograms."""

import numpy
import pytest
from numpy_comparison import same

import dpnp

X = numpy.array([[8, 3, 4], [2, 7, 1], [5, 5, 6]])
MASK = numpy.array([[True, False, True], [False, True, True], [True, False, False]])
# Not arctan2, whose reductions by NumPy are wrong on CPUs with AVX-512.
NAMES = "subtract divide floor_divide fmod nextafter add multiply maximum minimum fmax fmin hypot logaddexp gcd lcm bitwise_and bitwise_or bitwise_xor left_shift".split()


@pytest.mark.parametrize("name", NAMES)
def test_reductions_use_initial_and_where(device, name):
    kinds = ["u1", "i8"] if name in ("gcd", "lcm", "left_shift") or name.startswith("bitwise") else ["f8"]
    for x in (X.astype(kind) for kind in kinds):
        for initial in (1, 2.5):
            same(
                device,
                lambda np, x, m, i=initial: getattr(np, name).reduce(x, axis=0, initial=i, where=m),
                x,
                MASK,
                rtol=1e-12,
            )
            same(
                device,
                lambda np, x, i=initial: getattr(np, name).reduce(x, axis=1, initial=i, keepdims=True),
                x,
                rtol=1e-12,
            )
        same(device, lambda np, x: getattr(np, name).reduce(x, initial=3), numpy.asarray(x[0, 0]), rtol=1e-12)


def test_initial_leaves_the_dtype(device):
    for name in ("fmax", "fmod", "hypot", "subtract"):
        same(
            device,
            lambda np, x, name=name: getattr(np, name).reduce(x, initial=2.5),
            numpy.array([4, 9], "u2"),
            rtol=1e-6,
        )


def test_numbers_of_numpy_compare_with_arrays(device):
    x = numpy.array([1.0, 2.0, 3.0])
    for number in (numpy.float64(2), numpy.int32(2), numpy.bool_(True)):
        same(device, lambda np, x, n=number: [n < x, n <= x, n > x, n >= x, n == x, n != x], x)
    with pytest.raises(TypeError):
        numpy.array([2.0, 2.0, 2.0]) < dpnp.asarray(x, device=device)


def test_vectorize_accepts_python_numbers_and_reports_errors(device):
    x = numpy.array([[1, 2], [0, -1]])
    kinds = set()
    same(device, lambda np, x: np.vectorize(lambda u: kinds.add(type(u)) or u * 2, otypes="i")(x), x)
    assert kinds == {int}
    same(device, lambda np, x: np.vectorize(lambda u, v: u > v, excluded={1})(x, np.asarray(0.5)), x)
    x = dpnp.asarray(x, device=device)
    for function, otypes, message in (
        (lambda u: (u, u), "d", "give one number, and gave"),
        (lambda u: u, "dd", "a tuple of 2 results, and gave"),
        (lambda u: [u, u], "d", r"arrays of shape \(2,\)"),
    ):
        with pytest.raises(ValueError, match=message):
            dpnp.vectorize(function, otypes=otypes)(x)
    with pytest.raises(TypeError, match="complex"):
        dpnp.vectorize(lambda u: u * 1j, otypes="d")(x)


def test_levels_of_quantiles_count_without_elements(device):
    for dtype in ("i4", "f4", "f8"):
        x = numpy.arange(5).astype(dtype)
        for method in ("linear", "lower"):
            same(device, lambda np, x, q, m=method: np.quantile(x, q, method=m), x, numpy.array([]), rtol=1e-6)


def test_nan_counts_once_along_the_only_axis(device):
    x = numpy.array([numpy.nan, 1, numpy.nan, 1])
    same(device, lambda np, x: np.unique(x, axis=0, return_counts=True), x)
    same(device, lambda np, x: np.unique(x, axis=-1, equal_nan=False), x)


def test_edges_are_computed_in_the_type_of_the_numbers(device):
    x = numpy.random.default_rng(57).random(20_000).astype("f4")
    same(device, lambda np, x: np.histogram(x, 64), x, rtol=0)
    same(device, lambda np, x: np.histogram(x, 7, density=True)[1], x[:50], rtol=0)
    same(device, lambda np, x: np.histogramdd(x.reshape(-1, 2)[:60], 9)[1], x, rtol=0)
    same(device, lambda np, x: np.histogram(x, 4), x[:1].repeat(3), rtol=0)
    same(device, lambda np, x: np.histogram_bin_edges(x, "stone", range=(0.2, 2)), x[:40], rtol=1e-6)


def test_rules_without_width_give_one_bin(device):
    for bins in ("doane", "sturges", "rice", "scott"):
        same(device, lambda np, x, b=bins: np.histogram(x, b, range=(-2, 3)), numpy.array([3, 7]))
        same(device, lambda np, x, b=bins: np.histogram(x, b), numpy.array([0, -3], "i1"))


def test_arguments_are_checked_without_elements_or_axes_too(device):
    x = numpy.array(3.0)
    same(device, lambda np, x: np.pad(x, 2), x)
    for call in (
        lambda np, x: np.pad(x, -1),
        lambda np, x: np.pad(x, 1, "no mode"),
        lambda np, x: np.pad(x, 1, "edge", stat_length=2),
        lambda np, x: np.nanquantile(x.reshape(1)[:0], 1.2),
    ):
        for np, a in ((numpy, x), (dpnp, dpnp.asarray(x, device=device))):
            with pytest.raises(ValueError):
                call(np, a)


def test_messages_contain_the_argument(device):
    x = dpnp.arange(6, device=device).reshape(2, 3)
    for call, kind, message in (
        (lambda: dpnp.concatenate([]), ValueError, "at least one array"),
        (lambda: dpnp.stack(()), ValueError, "at least one array"),
        (lambda: dpnp.vstack([]), ValueError, "at least one array"),
        (
            lambda: dpnp.take(x, dpnp.asarray([1, 9], device=device), axis=0, mode="raise"),
            IndexError,
            "axis of 2.* the largest 9",
        ),
        (
            lambda: dpnp.unravel_index(dpnp.asarray([-3, 1], device=device), (2, 3)),
            ValueError,
            "size 6: the least is -3",
        ),
        (lambda: dpnp.linalg.norm(x.astype("f4"), "two"), ValueError, "'two' for matrices; there are"),
        (lambda: dpnp.random.default_rng(1, device=device).integers(5, 2), ValueError, "low=5 >= high=2"),
    ):
        with pytest.raises(kind, match=message):
            call()
