"""Differences, slopes, areas, interpolation, convolutions and vector products, compared with NumPy."""

import numpy
import pytest
from numpy_comparison import same

import dpnp

RNG = numpy.random.default_rng(3)
X = RNG.standard_normal((4, 6))
N = RNG.integers(-9, 9, (4, 6))
P = numpy.sort(RNG.random(6))


@pytest.mark.parametrize(
    "body",
    [
        lambda np, x, n, p: np.diff(x),
        lambda np, x, n, p: np.diff(n, 2, axis=0),
        lambda np, x, n, p: np.diff(x > 0),
        lambda np, x, n, p: np.diff(x, prepend=0.0, append=x[:, :2]),
        lambda np, x, n, p: np.diff(x[:0], axis=0),
        lambda np, x, n, p: np.ediff1d(x),
        lambda np, x, n, p: np.ediff1d(n, to_begin=[1, 2], to_end=7),
        lambda np, x, n, p: np.gradient(x),
        lambda np, x, n, p: np.gradient(x, 0.5, axis=1),
        lambda np, x, n, p: np.gradient(n, 2, 0.25),
        lambda np, x, n, p: np.gradient(x, p, axis=1, edge_order=2),
        lambda np, x, n, p: np.gradient(x[0].astype("float32"), edge_order=2),
        lambda np, x, n, p: np.gradient(x, p[:4], 2.0),
        lambda np, x, n, p: np.gradient(x[0], True),
        lambda np, x, n, p: np.gradient(x[0], np.arange(6) % 2 == 0),
        lambda np, x, n, p: np.gradient(x[0], [True, False, True, False, True, False], edge_order=2),
        lambda np, x, n, p: np.gradient(x, axis=True, edge_order=1.0),
        lambda np, x, n, p: np.trapezoid(x),
        lambda np, x, n, p: np.trapezoid(n, dx=0.5, axis=0),
        lambda np, x, n, p: np.trapezoid(x, p),
        lambda np, x, n, p: np.trapezoid(x, x, axis=0),
        lambda np, x, n, p: np.trapezoid(x[:, :1]),
        lambda np, x, n, p: np.unwrap(x * 5),
        lambda np, x, n, p: np.unwrap(x * 5, axis=0, discont=4.0),
        lambda np, x, n, p: np.unwrap(n, period=4),
        lambda np, x, n, p: np.unwrap(n, period=7, axis=0),
        lambda np, x, n, p: np.unwrap((x * 9).astype("float32"), period=5.0),
        lambda np, x, n, p: np.interp(x, p, x[0]),
        lambda np, x, n, p: np.interp(n, p * 9, x[0], left=-1, right=99),
        lambda np, x, n, p: np.interp(x, p, x[0] + 1j * x[1], left=2j),
        lambda np, x, n, p: np.interp(x, p, x[0], period=0.5),
        lambda np, x, n, p: np.interp(x, p[:1], p[:1]),
        lambda np, x, n, p: np.interp(p, p, x[0]),
        lambda np, x, n, p: np.convolve(x[0], p),
        lambda np, x, n, p: np.convolve(x[0], p[:3], "same"),
        lambda np, x, n, p: np.convolve(n[0, :2], n[1], "valid"),
        lambda np, x, n, p: np.convolve(x[0] + 1j, p, "full"),
        lambda np, x, n, p: np.convolve(x[0] > 0, x[1] > 0),
        lambda np, x, n, p: np.cross(x[:, :3], x[:, 3:]),
        lambda np, x, n, p: np.cross(x[:3], n[1:], axis=0),
        lambda np, x, n, p: np.cross(x[:3], n[0, :3], axisa=0, axisc=0),
        lambda np, x, n, p: np.cross(n[:, :3], n[0, :3] + 1j),
    ],
)
def test_as_numpy(device, body):
    same(device, body, X, N, P, rtol=1e-10)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_interpolation_at_and_beside_special_points(device):
    x = (
        numpy.array([-9, -2, -1, 0, 0.3, 1, 1.5, 2, 4, 7, numpy.nan, numpy.inf, -numpy.inf], "f4")
        .reshape(1, 13)
        .repeat(2, 0)
    )
    for points in ([-2, -1, -1, 0, 1, 2, 4], [-numpy.inf, 0, 1, 1, numpy.inf, numpy.inf, numpy.inf], [2], [0, 2]):
        for values in ([0, 1, 2, 3, 3, 0, 1], [1, numpy.inf, 2, -numpy.inf, -numpy.inf, 5, numpy.nan]):
            args = (numpy.array(points, "f8").astype("f4"), numpy.array(values[: len(points)], "f4"))
            same(
                device,
                lambda np, x, at, f: [
                    np.interp(x, at, f),
                    np.interp(x, at, f, left=7),
                    np.interp(x, at, f, right=-1.5),
                ],
                x,
                *args,
                rtol=1e-6,
            )
    long = numpy.linspace(-3, 3, 5001) ** 3
    same(device, lambda np, x, at: np.interp(x[::-1], at[::2], np.cos(at)[::2]), long, long, rtol=1e-5)


def test_vectors_of_the_plane(device):
    """As NumPy until 2.4; its later versions refuse them."""
    a, b, c = X[:, :2], X[:, 2:4], numpy.pad(X[:, :2], ((0, 0), (0, 1)))
    ours = [dpnp.asarray(operand, device=device) for operand in (a, b, X[:, 2:5])]
    flat = dpnp.cross(ours[0], ours[1])
    numpy.testing.assert_allclose(flat.asnumpy(), a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0], rtol=1e-12)
    numpy.testing.assert_allclose(dpnp.cross(ours[0], ours[2]).asnumpy(), numpy.cross(c, X[:, 2:5]), rtol=1e-12)


@pytest.mark.parametrize("edge_order", [1, 2])
def test_slopes_of_constants_are_positive_zeros(device, edge_order):
    same(device, lambda np, x: np.signbit(np.gradient(x, 1.5, edge_order=edge_order)), numpy.zeros(5))
    same(
        device,
        lambda np, x: np.signbit(np.gradient(x, np.arange(5, like=x) ** 2, edge_order=edge_order)),
        numpy.zeros(5),
    )


@pytest.mark.parametrize(
    "body",
    [
        lambda np, x: np.diff(x, -1),
        lambda np, x: np.diff(x[0, 0]),
        lambda np, x: np.gradient(x, 1, 2, 3),
        lambda np, x: np.gradient(x, x[0], axis=0),
        lambda np, x: np.gradient(x[:1], axis=0),
        lambda np, x: np.gradient(x, axis=(0, 0)),
        lambda np, x: np.gradient(x > 0),
        lambda np, x: np.gradient(x[0], np.arange(6) > 2),
        lambda np, x: np.gradient(x, edge_order=3),
        lambda np, x: np.interp(x, x[0], x[1, :2]),
        lambda np, x: np.interp(x, x[0, :0], x[0, :0]),
        lambda np, x: np.interp(x, x[0], x[0], period=0),
        lambda np, x: np.convolve(x, x),
        lambda np, x: np.convolve(x[0], x[0, :0]),
        lambda np, x: np.convolve(x[0], x[0], "other"),
        lambda np, x: np.cross(x, x),
        lambda np, x: np.ediff1d((x * 9).astype("int64"), to_end=0.5),
    ],
)
def test_errors(device, body):
    same(device, body, X, fails=True)


def test_long_signals(device):
    long = RNG.integers(0, 9, 3000)
    for dtype in ("int64", "float64", "float32"):
        same(device, lambda np, a: np.convolve(a, a[:200], "same"), long.astype(dtype), rtol=1e-4)
