"""partition and argpartition: every dtype, lines by one thread and by all, any axis, NaN, equal elements, samples that mislead."""

import numpy
import pytest

import dpnp

RNG = numpy.random.default_rng(3)


def check(x, kth, axis=-1):
    a = dpnp.asarray(x)
    values = dpnp.asnumpy(dpnp.partition(a, kth, axis))
    indices = dpnp.asnumpy(dpnp.argpartition(a, kth, axis))
    expected = numpy.moveaxis(numpy.sort(x, axis), axis, -1)
    counted = numpy.moveaxis(numpy.sort(indices, axis), axis, -1)
    assert (counted == numpy.arange(x.shape[axis])).all()
    for found in (values, numpy.take_along_axis(x, indices, axis)):
        found = numpy.moveaxis(found, axis, -1)
        numpy.testing.assert_array_equal(numpy.sort(found, -1), expected)
        for k in numpy.atleast_1d(kth) % x.shape[axis]:
            numpy.testing.assert_array_equal(found[..., k], expected[..., k])
            numpy.testing.assert_array_equal(numpy.sort(found[..., :k], -1), expected[..., :k])


def samples(shape):
    for char in "?bBhHiIlLefd":
        x = RNG.random(shape) * 100
        x = x > 50 if char == "?" else (x - 50 if char in "bhilefd" else x).astype(char)
        yield x
        if char in "efd":
            for number, share in ((numpy.nan, 0.3), (-0.0, 0.1), (numpy.inf, 0.1)):
                x[RNG.random(shape) < share] = number
            yield x


def test_lines_of_one_thread(device):
    for x in samples((3, 700)):
        for kth in (0, -1, [3, -1, 600]):
            check(x, kth)
        check(x.T, 350, 0)


def test_lines_of_all_threads(device):
    for x in samples(70_000):
        check(x, [1, 5, 40_000])
    x = RNG.random(70_000)
    for kth in (0, 35_000, -1, list(range(0, 70_000, 10_000)), list(range(0, 70_000, 5_000))):
        check(x, kth)
    check(RNG.integers(0, 2**63, (2, 140_000))[:, ::2], [5, 7])
    check(RNG.random((2, 70_000)).T, 35_000, 0)


@pytest.mark.parametrize("n", [700, 140_000])
def test_lines_that_are_hard_to_divide(device, n):
    ramp = numpy.arange(n)
    for x in (
        ramp,
        ramp[::-1],
        ramp % 64,
        numpy.full(n, numpy.nan),
        numpy.full(n, 2**64 - 1, "u8"),
        numpy.where(ramp % 34 == 17, -1.0, RNG.random(n)),
    ):
        check(x, [4, n // 2])


def test_empty_lines(device):
    assert dpnp.partition(dpnp.empty((3, 0)), 0).shape == (3, 0)
    assert dpnp.argpartition(dpnp.empty((0, 100)), 50).shape == (0, 100)
    with pytest.raises(ValueError, match="out of bounds"):
        dpnp.partition(dpnp.arange(100), 100)
