"""Sorting, searchsorted, and sets, compared with NumPy."""

import numpy
import pytest
from numpy_comparison import same

import dpnp

RNG = numpy.random.default_rng(5)
X = RNG.integers(-4, 5, (3, 4, 5))
F = numpy.array([3.0, numpy.nan, -1.0, 2.0, numpy.nan, 2.0, numpy.inf])
U = RNG.integers(0, 3, (8, 2))


@pytest.mark.parametrize(
    "body",
    [
        lambda np, x, f, u: np.sort(x),
        lambda np, x, f, u: np.sort(x, axis=0),
        lambda np, x, f, u: np.sort(x, axis=None, kind="stable"),
        lambda np, x, f, u: np.sort(f),
        lambda np, x, f, u: np.argsort(x, axis=1, kind="stable"),
        lambda np, x, f, u: np.argsort(f, stable=True),
        lambda np, x, f, u: x.argsort(kind="mergesort"),
        lambda np, x, f, u: np.sort_complex(f),
        lambda np, x, f, u: np.sort_complex(x.astype("int8")),
        lambda np, x, f, u: np.partition(f, 3)[3],
        lambda np, x, f, u: np.take_along_axis(f, np.argpartition(f, 2), 0)[2],
        lambda np, x, f, u: np.lexsort((u[:, 0], u[:, 1])),
        lambda np, x, f, u: np.lexsort(u.T),
        lambda np, x, f, u: np.lexsort((x, -x), axis=0),
        lambda np, x, f, u: np.searchsorted(np.sort(f), f),
        lambda np, x, f, u: np.searchsorted(u[:, 0], 1, "right", np.argsort(u[:, 0], kind="stable")),
        lambda np, x, f, u: np.argwhere(x > 2),
        lambda np, x, f, u: np.unique(x),
        lambda np, x, f, u: np.unique(x, True, True, True),
        lambda np, x, f, u: np.unique(f),
        lambda np, x, f, u: np.unique(f, True, True, True),
        lambda np, x, f, u: np.unique(f, return_counts=True, equal_nan=False),
        lambda np, x, f, u: np.unique(u, axis=0),
        lambda np, x, f, u: np.unique(u, True, True, True, axis=0),
        lambda np, x, f, u: np.unique(u.T, True, False, True, axis=1),
        lambda np, x, f, u: np.unique_all(u),
        lambda np, x, f, u: np.unique_counts(x),
        lambda np, x, f, u: np.unique_inverse(x),
        lambda np, x, f, u: np.sort(np.unique_values(x)),
        lambda np, x, f, u: np.isin(x, u),
        lambda np, x, f, u: np.isin(x, 2, invert=True),
        lambda np, x, f, u: np.intersect1d(x, u * 2),
        lambda np, x, f, u: np.intersect1d(x, u, return_indices=True),
        lambda np, x, f, u: np.setdiff1d(x, u),
        lambda np, x, f, u: np.setdiff1d(u[:, 0], u[:1], assume_unique=True),
        lambda np, x, f, u: np.setxor1d(x, u - 4),
        lambda np, x, f, u: np.union1d(x, f[:1]),
    ],
)
def test_as_numpy(device, body):
    same(device, body, X, F, U)


def test_in_place(device):
    def body(np, x, f):
        x.sort(axis=0)
        f.partition(2)
        return x, f[2]

    same(device, body, X, F)


@pytest.mark.parametrize(
    "body",
    [
        lambda np, x: np.sort(x, axis=7),
        lambda np, x: np.sort(x, kind="other"),
        lambda np, x: np.partition(x, 9),
        lambda np, x: np.searchsorted(x, 1),
        lambda np, x: np.searchsorted(x[0, 0], 1, "middle"),
        lambda np, x: np.unique(x, axis=5),
        lambda np, x: np.lexsort((x, x[0])),
    ],
)
def test_errors(device, body):
    same(device, body, X, fails=True)


def test_descending(device):
    x = dpnp.asarray([1, 3, 2, 3], device=device)
    assert dpnp.sort(x, descending=True).tolist() == [3, 3, 2, 1]
    assert dpnp.argsort(x, descending=True).tolist() == [1, 3, 2, 0]


def test_isin_of_many_integers(device):
    """A lookup table is used where the values of the set span a small range."""
    rng = numpy.random.default_rng(5)
    for char in "bBhHiIlL":
        least, most = numpy.iinfo(char).min, numpy.iinfo(char).max
        low, high = max(least, -300), min(most, 300)
        x = rng.integers(low, high, (50, 100), dtype=char, endpoint=True)
        x[0, :3] = least, most, 7
        for elements in (
            [7],
            [low, 3, high],
            [least, least + 2],
            [most, most - 2],
            [least, most],
            range(0, 100, 3),
            [],
        ):
            elements = numpy.array(elements, char)
            for invert in (False, True):
                found = dpnp.isin(dpnp.asarray(x)[:, ::-1], dpnp.asarray(elements), invert=invert)
                assert (dpnp.asnumpy(found) == numpy.isin(x[:, ::-1], elements, invert=invert)).all(), (char, elements)
