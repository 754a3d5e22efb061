"""Selection, partition and counts of lines of all lengths: short ones, those selected by one thread, and those by all threads."""

import numpy
import pytest
from numpy_comparison import same

import dpnp
from opendpex import _core

RNG = numpy.random.default_rng(8)
DTYPES = "?bHiLefd"
SHAPES = [(7,), (1500,), (40, 33), (3, 1200), (70000,), (2, 70001), (70001, 2)]


def contents(shape, dtype):
    """Spread numbers, few values, one value, and mostly one value with some far away."""
    spread = RNG.standard_normal(shape) * 50
    made = [
        abs(spread),
        RNG.integers(0, 5, shape),
        numpy.full(shape, 3),
        numpy.where(RNG.random(shape) < 0.9, 0, abs(spread) * 9),
    ]
    with numpy.errstate(all="ignore"):
        made = [x.astype(dtype) for x in made]
    if dtype in "efd":
        made[0] = spread.astype(dtype)
        for step, value in ((11, numpy.nan), (13, numpy.inf), (17, -0.0)):
            made[0].reshape(-1)[1::step] = value
    return made


def check(a, device):
    x = dpnp.asarray(a, device=device)
    for axis in range(a.ndim):
        n = a.shape[axis]
        kth = sorted({0, n // 2, min(3, n - 1), n - 1})
        expected = numpy.take(numpy.sort(a, axis=axis), kth, axis=axis)
        numpy.testing.assert_array_equal(_core.nth(x, axis, kth).asnumpy(), expected)
        divided = dpnp.partition(x, kth, axis=axis).asnumpy()
        order = dpnp.argpartition(x, kth, axis=axis).asnumpy()
        numpy.testing.assert_array_equal(numpy.take(divided, kth, axis=axis), expected)
        numpy.testing.assert_array_equal(numpy.sort(divided, axis=axis), numpy.sort(a, axis=axis))
        numpy.testing.assert_array_equal(
            numpy.sort(order, axis=axis), numpy.sort(numpy.argsort(a, axis=axis), axis=axis)
        )
        numpy.testing.assert_array_equal(
            numpy.take(numpy.take_along_axis(a, order, axis=axis), kth, axis=axis), expected
        )
        for k in kth:
            value = numpy.take(divided, [k], axis=axis)
            assert not (numpy.take(divided, range(k), axis=axis) > value).any()
            assert not (numpy.take(divided, range(k, n), axis=axis) < value).any()


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_nth_and_partition(device, shape):
    for dtype in DTYPES if numpy.prod(shape) < 50_000 else "Led":
        for a in contents(shape, dtype):
            check(a, device)


def test_many_positions(device):
    a = RNG.integers(0, 1000, 3000)
    same(device, lambda np, x: np.partition(x, list(range(0, 3000, 7)))[::7], a)
    same(device, lambda np, x: np.percentile(x, list(range(101))), a, rtol=1e-12)


def test_counts_in_parts(device):
    n, w = RNG.integers(0, 5000, 300_000), RNG.random(300_000)
    for x in (n, n % 7, numpy.sort(n)):
        same(device, lambda np, x: np.bincount(x), x)
        same(device, lambda np, x, w: np.bincount(x, w, 6000), x, w, rtol=1e-10)
    for values in (w, w.astype("float32"), n, numpy.round(w, 1)):
        same(device, lambda np, x: np.histogram(x, 64), values)
        same(
            device,
            lambda np, x, w: np.histogram(x, 10, (0.1, 0.7), weights=w),
            values,
            w,
            rtol=1e-6 if values.dtype.itemsize == 4 else 1e-10,
        )


def test_counts_do_not_depend_on_threads(device):
    part = dpnp.asarray(RNG.random(500_000), device=device)
    numbers = dpnp.asarray(RNG.integers(0, 100, 500_000), device=device)
    first = dpnp.bincount(numbers, part)
    assert all(bool((dpnp.bincount(numbers, part) == first).all()) for _ in range(3))
