"""Random numbers of Python's and NumPy's generators in prange loops: a stream per iteration, reproducible by `seed`."""

import random

import numpy as np
import pytest

import dpctl
import dpctl.tensor as dpt
import numba_dpex as dpex
from numba_dpex import kernel_api as kapi
from numba_dpex import prange
from numba_dpex._compiler.errors import TypingError


@dpex.device_func
def point():
    return random.uniform(-1, 1), np.random.uniform(-1.0, high=1.0)


@dpex.njit(parallel=True)
def inside(n):
    hits = 0
    for i in prange(n):
        x, y = point()
        if x * x + y * y < 1.0:
            hits += 1
    return hits


@dpex.dpjit
def fill(x):
    for i in prange(x.shape[0]):
        for j in range(x.shape[1]):
            x[i, j, 0] = np.random.random()
            x[i, j, 1] = np.random.normal(2.0, scale=0.5)
            x[i, j, 2] = random.expovariate(4.0)
            x[i, j, 3] = random.randint(1, 6)
            x[i, j, 4] = np.random.randint(1 << 40) / (1 << 40)
            x[i, j, 5] = np.random.randn() + random.randrange(-3, 4)


@dpex.njit(parallel=True)
def total(n, m):
    found = 0.0
    for i in prange(n):
        for j in prange(m):
            found += np.random.rand()
    return found


def test_pi_by_darts(device):
    with dpctl.device_context(device):
        assert abs(4 * inside(100_000) / 100_000 - np.pi) < 0.03


def test_numbers_repeat_with_the_seed_and_are_those_of_the_round(device):
    """The numbers of an iteration depend on the launch's seed only, on every device."""
    found = []
    for _ in range(2):
        np.random.seed(3)
        random.seed(4)
        x = dpt.zeros((50, 20, 6), device=device)
        fill(x)
        found.append(dpt.asnumpy(x))
    np.testing.assert_array_equal(*found)
    np.random.seed(3)
    random.seed(4)
    seed = random.getrandbits(63) ^ int(np.random.randint(1 << 63, dtype=np.uint64))
    expected = [[kapi.random.uniform(seed, i, 7 * j) for j in range(20)] for i in range(50)]
    np.testing.assert_allclose(found[0][..., 0], expected, rtol=1e-6)
    fill(x)
    assert (dpt.asnumpy(x) != found[0]).mean() > 0.9
    means = found[0].reshape(-1, 6).mean(axis=0)
    np.testing.assert_allclose(means, [0.5, 2.0, 0.25, 3.5, 0.5, 0.0], atol=0.3)
    assert set(found[0][..., 3].ravel()) == {1, 2, 3, 4, 5, 6}


def test_sums_of_nested_loops_repeat(device):
    with dpctl.device_context(device):
        np.random.seed(0)
        first = total(300, 200)
        np.random.seed(0)
        assert total(300, 200) == first
        assert abs(first / 60_000 - 0.5) < 0.01


@dpex.njit(parallel=True)
def several(n):
    found = 0.0
    for i in prange(n):
        found += np.random.rand(3)[0]
    return found


@dpex.kernel
def in_a_kernel(item, x):
    x[item.get_id(0)] = np.random.random()


def test_what_has_no_random_numbers_says_so():
    with pytest.raises(TypingError, match="without a size"):
        several(4)
    with pytest.raises(TypingError, match="kernel_api.random"):
        dpex.call_kernel(in_a_kernel, dpex.Range(4), dpt.zeros(4))


@dpex.njit
def plain(n):
    found = 0.0
    for _ in range(n):
        found += np.random.random()
    return found


def test_plain_loops_have_numpys_numbers():
    np.random.seed(5)
    expected = 0.0
    for _ in range(10):  # sum() compensates from Python 3.12 on
        expected += np.random.random()
    np.random.seed(5)
    assert plain(10) == expected
