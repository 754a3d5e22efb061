"""NumPy's polynomials as coefficients, arrays assembled from parts, and bits, compared with NumPy."""

import numpy
import pytest
from numpy_comparison import same

import dpnp

RNG = numpy.random.default_rng(5)
P = numpy.array([2.0, -3.0, 0.5, 4.0])
Q = numpy.array([0, 1, -2])
X = RNG.standard_normal((3, 5))
B = RNG.integers(0, 256, (3, 5)).astype("uint8")


@pytest.mark.parametrize(
    "body",
    [
        lambda np, p, q, x: np.polyval(p, x),
        lambda np, p, q, x: np.polyval(q, 3),
        lambda np, p, q, x: np.polyval(np.poly1d(p), x),
        lambda np, p, q, x: np.polyadd(p, q),
        lambda np, p, q, x: np.polysub(q, p),
        lambda np, p, q, x: np.polymul(p, q),
        lambda np, p, q, x: np.polydiv(p, q[1:]),
        lambda np, p, q, x: np.polydiv(q[1:], p),
        lambda np, p, q, x: np.polyder(p),
        lambda np, p, q, x: np.polyder(q, 2),
        lambda np, p, q, x: np.polyint(p),
        lambda np, p, q, x: np.polyint(q, 2, [3, 4]),
        lambda np, p, q, x: np.poly(p),
        lambda np, p, q, x: np.poly(x[:, :3]),
        lambda np, p, q, x: np.poly(np.roots(p)),
        lambda np, p, q, x: np.sort(np.roots(q)),
        lambda np, p, q, x: np.sort_complex(np.roots(p)),
        lambda np, p, q, x: np.roots(q * 0),
        lambda np, p, q, x: np.polyfit(x[0], x[1], 2),
        lambda np, p, q, x: np.polyfit(x[0], x[:2].T, 1, w=abs(x[2])),
        lambda np, p, q, x: np.polyfit(x[0], x[1], 1, cov=True),
        lambda np, p, q, x: np.polyfit(x[0], x[1], 1, full=True)[1:3],
        lambda np, p, q, x: (np.poly1d(p) * np.poly1d(q) + 2 - np.poly1d(p) ** 2).coeffs,
        lambda np, p, q, x: (np.poly1d(p) / np.poly1d(q))[0].coeffs,
        lambda np, p, q, x: np.poly1d(q, r=True).deriv().integ(k=2).coeffs,
        lambda np, p, q, x: np.poly1d(p)(x),
        lambda np, p, q, x: np.poly1d(p)(np.poly1d(q)).coeffs,
        lambda np, p, q, x: (np.poly1d(q).order, len(np.poly1d(p)), np.poly1d(p) == np.poly1d(p)),
        lambda np, p, q, x: np.poly1d(p)[2],
    ],
)
def test_polynomials(device, body):
    same(device, body, P, Q, X, rtol=1e-9)


def test_poly1d_in_print():
    p = dpnp.poly1d([1, 0, -2])
    assert repr(p) == "poly1d([ 1,  0, -2])" and str(p) == str(numpy.poly1d([1, 0, -2]))


@pytest.mark.parametrize(
    "body",
    [
        lambda np, p, q, x: np.polyfit(x[0], x[1], -1),
        lambda np, p, q, x: np.polyfit(x, x[1], 1),
        lambda np, p, q, x: np.polyfit(x[0], x[1, :2], 1),
        lambda np, p, q, x: np.polyder(p, -1),
        lambda np, p, q, x: np.polyint(p, 3, [1, 2]),
        lambda np, p, q, x: np.roots(x),
        lambda np, p, q, x: np.poly(x),
        lambda np, p, q, x: np.poly1d(x),
        lambda np, p, q, x: np.poly1d(p) ** -1,
    ],
)
def test_errors_of_polynomials(device, body):
    same(device, body, P, Q, X, fails=True)


@pytest.mark.parametrize(
    "body",
    [
        lambda np, x, b: np.block([[x, x[:, :2]], [b, x[:, 3:]]]),
        lambda np, x, b: np.block([x[0], 3, x[1]]),
        lambda np, x, b: np.block([[[x]], [[x]]]),
        lambda np, x, b: np.block(x),
        lambda np, x, b: np.r_[x[0], 0, 0, x[1]],
        lambda np, x, b: np.r_[1:7:2, b[0], 5],
        lambda np, x, b: np.r_["-1", x, b],
        lambda np, x, b: np.r_["0,2", x[0], x[1]],
        lambda np, x, b: np.r_["0,2,0", x[0], x[1]],
        lambda np, x, b: np.c_[x[0], b[0]],
        lambda np, x, b: np.c_[x, b],
        lambda np, x, b: x[np.s_[1:, ::2]],
        lambda np, x, b: np.packbits(b),
        lambda np, x, b: np.packbits(b > 99, axis=0, bitorder="little"),
        lambda np, x, b: np.packbits(b > 99, axis=1),
        lambda np, x, b: np.unpackbits(b),
        lambda np, x, b: np.unpackbits(b, axis=0, bitorder="little"),
        lambda np, x, b: np.unpackbits(b, axis=1, count=-3),
        lambda np, x, b: np.unpackbits(b[:1], axis=1, count=50),
        lambda np, x, b: np.unpackbits(b[:0], axis=1),
        lambda np, x, b: (
            np.shares_memory(x, x[1]),
            np.shares_memory(x[:, ::2], x[:, 1::2]),
            np.may_share_memory(x[:, ::2], x[:, 1::2]),
        ),
        lambda np, x, b: [(i, float(v)) for i, v in np.ndenumerate(x[:2, :2])],
        lambda np, x, b: (np.broadcast(x, x[0]).shape, np.broadcast(x, x[:, :1]).size, np.broadcast(x, b).nd),
        lambda np, x, b: [(float(v), float(w)) for v, w in np.broadcast(x[:2, :1], x[0, :2])],
    ],
)
def test_parts_and_bits(device, body):
    same(device, body, X, B)


@pytest.mark.parametrize(
    "body",
    [
        lambda np, x, b: np.block([[x], [x[:, :2]]]),
        lambda np, x, b: np.block([[x], x]),
        lambda np, x, b: np.block([x, []]),
        lambda np, x, b: np.block((x, x)),
        lambda np, x, b: np.packbits(x),
        lambda np, x, b: np.unpackbits(x),
        lambda np, x, b: np.unpackbits(b, bitorder="other"),
        lambda np, x, b: np.unpackbits(b, count=-999),
    ],
)
def test_errors_of_parts_and_bits(device, body):
    same(device, body, X, B, fails=True)
