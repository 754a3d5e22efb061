"""Rare combinations of arguments: shifts without axes, arrays without dimensions, NaN among edges, parts of complex numbers. Compared with NumPy."""

import numpy
import pytest
from numpy_comparison import same

X = numpy.arange(12.0).reshape(3, 4)
N = numpy.array([3, 1, 2])
B = numpy.array([True, False, True])
Z = numpy.array([1.26 + 2.34j, complex(numpy.nan, 1.26), complex(numpy.inf, -1.26), complex(-0.04, numpy.nan)])
ZERO = numpy.array(2.5)


@pytest.mark.parametrize(
    "shift, axis",
    [((1, 2), None), ((1,), None), ((), None), ([3, -1], None), ((1, 2), (0, 1)), (1, (0, 1)), ((1, 2), 0)],
)
def test_shifts(device, shift, axis):
    same(device, lambda np, x: np.roll(x, shift, axis), X)


def test_parts_of_complex_numbers_are_rounded_apart(device):
    for decimals in (1, -1, 0, 3):
        same(device, lambda np, z, d=decimals: [np.round(z, d), z.round(d), np.around(z.astype("c8"), d)], Z, rtol=1e-6)


@pytest.mark.parametrize("bins", [[1, 2, numpy.nan], [numpy.nan, 2, 1], [numpy.nan]])
def test_nan_is_the_largest_edge(device, bins):
    for right in (False, True):
        same(
            device,
            lambda np, x, e, r=right: np.digitize(x, e, right=r),
            numpy.array([0.5, 1, 1.5, 7, numpy.inf]),
            numpy.array(bins),
        )
    same(device, lambda np, x, e: np.digitize(x, e), X, numpy.array([numpy.nan, 1, 2]), fails=True)


def test_interpolation_of_complex_values(device):
    infinite = numpy.array([1, numpy.inf, 2, 3]) + 1j
    same(
        device,
        lambda np, x, z: [np.interp(x / 3, x[0], z), np.interp(x - 1, x[0], x[1] * (1 + 2j), left=1j, right=2)],
        X,
        infinite,
        rtol=1e-12,
    )
    for body in (
        lambda np, x, z: np.interp(z, x[0], x[1]),
        lambda np, x, z: np.interp(x[0], z, x[1]),
        lambda np, x, z: np.interp(x, x[0], x[1], left=1j),
        lambda np, x, z: np.interp(x, x[0], x[1], right=2j),
    ):
        same(device, body, X, Z, fails=True)


@pytest.mark.parametrize("axis", [0, -1])
def test_axes_of_no_dimensions(device, axis):
    same(
        device,
        lambda np, x: [np.nanargmax(x, axis=axis), np.nanargmin(x, axis=axis), np.argpartition(x, 0, axis=axis)],
        ZERO,
    )
    same(device, lambda np, x: np.nanargmax(x, axis=axis, keepdims=True), ZERO)
    same(device, lambda np, x: np.apply_over_axes(np.sum, x, axis), ZERO)


@pytest.mark.parametrize(
    "body",
    [
        lambda np, x: np.nanargmax(x, axis=1),
        lambda np, x: np.argpartition(x, 0, axis=1),
        lambda np, x: np.argpartition(x, 2),
        lambda np, x: np.partition(x, 0),
        lambda np, x: np.apply_over_axes(np.sum, x, 1),
        lambda np, x: np.sort_complex(x),
    ],
)
def test_no_dimensions_have_no_other_axes(device, body):
    same(device, body, ZERO, fails=True)


def test_partition_of_no_elements_accepts_any_kth(device):
    same(device, lambda np, x: [np.partition(x[:1, :0], 1, axis=0), np.argpartition(x[:1, :0], 5, axis=0).shape], X)


def test_polynomials_of_bools_integers_and_nothing(device):
    same(device, lambda np, x, n, b: [np.poly(b), np.poly(n), np.poly(n.astype("f4")), np.poly(x[:0, 0])], X, N, B)


def test_rows_of_coefficients(device):
    same(
        device,
        lambda np, x: [
            np.polyval(x, x[0]),
            np.polyval(x, 2.0),
            np.polyval(x[:1], x),
            np.polyval(x[:2, :1], x),
            np.polyval(x[0], x),
        ],
        X,
    )
    same(device, lambda np, x: np.polyval(x, x[:, :3]), X, fails=True)


def test_truth_values_are_indices_of_flat_arrays(device):
    same(device, lambda np, n, b: [np.unravel_index(b, (2, 3)), np.ravel_multi_index((b, n), (3, 4))], N, B)


def test_sums_of_complex_weights_keep_infinities_apart(device):
    same(device, lambda np, x: np.histogram(x, 2, weights=np.where(x > 7, np.inf, x) + 1j), X)


def test_diagonals_of_no_elements(device):
    def body(np, x):
        np.fill_diagonal(x[:0], x[0])
        np.fill_diagonal(x[:, :0], x[0], wrap=True)
        return x

    same(device, body, X)


def test_invalid_arguments_are_refused(device):
    same(device, lambda np, b: np.gradient(b), B, fails=True)
    same(device, lambda np, x: np.histogram2d(x, x), X, fails=True)
    same(device, lambda np, x: np.histogram(x, weights=x.ravel()), X, fails=True)
    same(device, lambda np, x: np.histogram_bin_edges(x, 3, weights=x.T), X, fails=True)
    same(device, lambda np, x, z: np.place(x, x > 1, z), X, Z, fails=True)
    same(device, lambda np, x, z: np.putmask(x, x > 1, z), X, Z, fails=True)


def test_trapezoid_with_coordinates_for_each_row(device):
    same(
        device,
        lambda np, x: [
            np.trapezoid(x[0], x),
            np.trapezoid(x, x[0]),
            np.trapezoid(x, x[:, 0], axis=0),
            np.trapezoid(x[0], x[:, :1] + x),
        ],
        X,
    )
    same(device, lambda np, x: np.trapezoid(x[0], x[:, :3]), X, fails=True)
    same(device, lambda np, x: np.trapezoid(x[0, :0], x), X, fails=True)


def test_steps_between_arrays_do_not_wrap_around(device):
    for a, b in ((N.astype("u1") * 50, N.astype("u1")), (B, ~B), (B, N), (N.astype("f4"), B)):
        for num, endpoint in ((3, True), (2, False), (1, True), (1, False)):
            same(device, lambda np, a, b, n=num, e=endpoint: np.linspace(a, b, n, endpoint=e, retstep=True), a, b)


def test_conditions_longer_than_the_array(device):
    same(device, lambda np, x, b: [np.extract(b, x[0, :2] + 1), np.extract(b, x)], X, numpy.array([True, True, False]))
    same(device, lambda np, x: np.extract(x > 4, x[:2]), X, fails=True)
    same(device, lambda np, x: np.extract(x > 99, x[:2]), X)
