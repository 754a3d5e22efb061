"""Programs as users write them, round functions that put arrays together and describe samples, and round parts of arrays whose
extents are known at run time; each compiled and compared with the same function as Python."""

# ruff: noqa: B007, B905 (as users write them)

import math

import numpy as np
import pytest

import dpctl
import dpnp
import numba_dpex as dpex
from numba_dpex import kernel_api as kapi
from numba_dpex import prange

RNG = np.random.default_rng(19)
PROGRAMS = []


def program(*args):
    """Adds a program with its arguments."""

    def add(function):
        PROGRAMS.append(pytest.param(function, args, id=function.__name__))
        return function

    return add


# ---- clustering and neighbours --------------------------------------------------------------------------------------


@program(RNG.random((40, 3)), RNG.random((4, 3)), np.zeros(40, np.int64), 5)
def lloyd(points, centres, labels, rounds):
    for _ in range(rounds):
        for i in prange(points.shape[0]):
            best = math.inf
            for j in range(centres.shape[0]):
                d = np.sum((points[i] - centres[j]) ** 2)
                if d < best:
                    best = d
                    labels[i] = j
        for j in prange(centres.shape[0]):
            total = np.zeros(centres.shape[1])
            n = 0
            for i in range(points.shape[0]):
                if labels[i] == j:
                    total += points[i]
                    n += 1
            if n > 0:
                centres[j] = total / n


@program(RNG.random((30, 2)), np.zeros((30, 3), np.int64))
def three_nearest(points, nearest):
    n = points.shape[0]
    for i in prange(n):
        d = np.empty(n)
        for j in range(n):
            d[j] = np.linalg.norm(points[i] - points[j])
        d[i] = np.inf
        nearest[i, :] = np.argsort(d)[:3]


@program(RNG.random((30, 2)), np.zeros(30), 4)
def outliers(points, score, k):
    n = points.shape[0]
    for i in prange(n):
        d = np.empty(n)
        for j in range(n):
            d[j] = math.hypot(points[i, 0] - points[j, 0], points[i, 1] - points[j, 1])
        score[i] = np.partition(d, k)[k] if k < 1 else np.sort(d)[1 : k + 1].mean()


# ---- images and stencils --------------------------------------------------------------------------------------------


@program(RNG.random((12, 14)), np.zeros((12, 14)), 2)
def box_blur(image, out, r):
    h, w = image.shape
    for i in prange(h):
        for j in range(w):
            part = image[max(i - r, 0) : i + r + 1, max(j - r, 0) : j + r + 1]
            out[i, j] = part.mean()


@program(RNG.integers(0, 256, (10, 12)), np.zeros((10, 16), np.int64))
def row_histograms(image, out):
    for i in prange(image.shape[0]):
        counts, edges = np.histogram(image[i], bins=16, range=(0, 256))
        out[i, :] = counts


@program(RNG.random((9, 20)), np.zeros((9, 5)), np.zeros((9, 6)))
def own_bins(x, counts, edges):
    for i in prange(x.shape[0]):
        h, e = np.histogram(x[i], 5)
        counts[i] = h
        edges[i] = e


@program(RNG.random((6, 30)), np.array([0.0, 0.1, 0.5, 0.9]), RNG.random(30), np.zeros((6, 3)))
def weighted_bins(x, edges, weights, out):
    for i in prange(x.shape[0]):
        out[i, :] = np.histogram(x[i], edges, weights=weights)[0]


@program(RNG.random((8, 10)), np.zeros((8, 12)))
def padded_rows(x, out):
    for i in prange(x.shape[0]):
        row = np.pad(x[i], 1)
        for j in range(row.size):
            out[i, j] = row[j] - (row[j - 1] if j > 0 else 0.0)


@program(RNG.random((5, 16)), np.zeros((5, 16)), 0.5)
def slopes(x, out, h):
    for i in prange(x.shape[0]):
        out[i] = np.gradient(x[i], h) + np.gradient(x[i])


@program(RNG.random(40), np.zeros(40), 10)
def diffusion(u, v, steps):
    n = u.size
    kernel = [0.25, 0.5, 0.25]
    for _ in range(steps):
        for i in prange(1, n - 1):
            s = 0.0
            for k in range(3):
                s += kernel[k] * u[i + k - 1]
            v[i] = s
        for i in prange(1, n - 1):
            u[i] = v[i]


# ---- small linear algebra and statistics ----------------------------------------------------------------------------


@program(RNG.random((7, 3, 3)), RNG.random((7, 2, 2)), np.zeros((7, 6, 6)))
def kronecker(a, b, out):
    for i in prange(a.shape[0]):
        out[i] = np.kron(a[i], b[i])


@program(RNG.random((10, 4, 20)), np.zeros((10, 4, 4)), np.zeros((10, 4, 4)))
def covariances(x, c, r):
    for i in prange(x.shape[0]):
        c[i] = np.cov(x[i])
        r[i] = np.corrcoef(x[i])


@program(RNG.random((10, 25)), np.zeros((10, 4)))
def pairs_of_samples(x, out):
    for i in prange(x.shape[0]):
        out[i, 0] = np.cov(x[i], x[0], ddof=0)[0, 1]
        out[i, 1] = np.corrcoef(x[i], x[0])[0, 1]
        out[i, 2] = np.cov(x[i])
        out[i, 3] = np.cov(x[i], x[0], bias=True)[1, 1]


@program(RNG.random((8, 3)), np.zeros((8, 2, 3)), np.zeros(8), np.zeros((8, 3, 2)), np.zeros((8, 2, 6)))
def assembled(x, rows, last, columns, tiles):
    for i in prange(x.shape[0]):
        rows[i] = np.vstack((x[i], x[0] * 2))
        last[i] = np.hstack((x[i], x[0], x[1]))[-1]
        columns[i] = np.column_stack((x[i], x[0]))
        tiles[i] = np.tile(x[i], (2, 2))


@program(RNG.random((8, 3, 2)), np.zeros((8, 3, 4)), np.zeros((8, 6, 2)), np.zeros((8, 6, 4)))
def assembled_matrices(x, wide, tall, both):
    for i in prange(x.shape[0]):
        wide[i] = np.hstack((x[i], x[0]))
        tall[i] = np.vstack((x[i], x[0]))
        both[i] = np.tile(x[i], (2, 2))


@program(RNG.random((6, 5)), RNG.random(5), np.zeros(6))
def leverage(x, y, out):
    g = np.zeros((5, 5))
    for i in range(5):
        for j in range(5):
            for k in range(6):
                g[i, j] += x[k, i] * x[k, j]
        g[i, i] += 0.1
    for k in prange(6):
        out[k] = x[k] @ np.linalg.solve(g, x[k]) + x[k] @ y


# ---- random paths and recurrences -----------------------------------------------------------------------------------


@program(RNG.integers(0, 4, (20, 50)), np.zeros((20, 2), np.int64), np.zeros(20))
def lattice_paths(steps, ends, farthest):
    dx = [1, -1, 0, 0]
    dy = [0, 0, 1, -1]
    for i in prange(steps.shape[0]):
        x = y = 0
        most = 0.0
        for s in steps[i]:
            x += dx[s]
            y += dy[s]
            most = max(most, math.sqrt(x * x + y * y))
        ends[i, 0] = x
        ends[i, 1] = y
        farthest[i] = most


@program(RNG.random((5, 64)), np.zeros((5, 32)))
def autocorrelation(x, out):
    for i in prange(x.shape[0]):
        m = x[i].mean()
        for lag in range(out.shape[1]):
            a = x[i, : x.shape[1] - lag] - m
            b = x[i, lag:] - m
            out[i, lag] = np.sum(a * b) / x.shape[1]


@pytest.mark.parametrize(("function", "args"), PROGRAMS)
def test_programs(function, args, device):
    expected = [a.copy() if isinstance(a, np.ndarray) else a for a in args]
    function(*expected)
    given = [dpnp.asarray(a, device=device) if isinstance(a, np.ndarray) else a for a in args]
    with dpctl.device_context(device):
        dpex.dpjit(function)(*given)
    for g, e in zip(given, expected):
        if isinstance(e, np.ndarray):
            np.testing.assert_allclose(dpnp.asnumpy(g), e, rtol=1e-10, atol=1e-13)


# ---- extents that are known at run time -----------------------------------------------------------------------------


def rows_from_parts(item: kapi.Item, x, out, k):
    i = item.get_id(0)
    out[i, :] = x[i, :k]


def sums_of_parts(item: kapi.Item, x, out, k):
    i = item.get_id(0)
    out[i, :] = x[i, :k] + x[i, 1:]


def parts_in_place(item: kapi.Item, x, out, k):
    i = item.get_id(0)
    out[i] += x[i, :k]


def _launched(function, device, k, n):
    """out, with a row behind it that nobody may write to, and elements behind those of x that nobody may read."""
    x = dpnp.full((5, 4), np.nan, device=device)
    x[:3] = dpnp.arange(12.0, device=device).reshape(3, 4)
    out = dpnp.zeros((5, n), device=device)
    dpex.call_kernel(dpex.kernel(function), dpex.Range(3), x[:3], out[:3], k)
    return dpnp.asnumpy(out)


@pytest.mark.parametrize("k", [1, 2, 3, 4, 9, -1])
@pytest.mark.parametrize("n", [2, 4, 7])
@pytest.mark.parametrize("function", [rows_from_parts, sums_of_parts, parts_in_place])
def test_parts_of_different_extents_stay_within_their_arrays(function, n, k, device):
    """NumPy's result where the extents broadcast; else the elements that all operands have."""
    x = np.arange(12.0).reshape(3, 4)
    value = x[:, :k]
    if function is sums_of_parts:
        m = value.shape[1] if value.shape[1] < 3 else 3
        value = value + x[:, 1:] if value.shape[1] in (1, 3) else value[:, :m] + x[:, 1 : 1 + m]
    expected = np.zeros((5, n))
    m = n if value.shape[1] == 1 else min(n, value.shape[1])
    expected[:3, :m] = value[:, :m]
    np.testing.assert_array_equal(_launched(function, device, k, n), expected)


@pytest.mark.parametrize("function", [rows_from_parts, sums_of_parts, parts_in_place])
def test_parts_that_do_not_broadcast_are_an_error_in_debug_mode(function, device, monkeypatch):
    monkeypatch.setenv("DPEX_KERNEL_DEBUG", "1")
    with pytest.raises(ValueError, match=r"could not (be )?broadcast[\s\S]*test_trial_programs.py:\d+"):
        _launched(function, device, 2, 4)
    one = _launched(rows_from_parts, device, 1, 4)
    np.testing.assert_array_equal(one[:3], np.repeat([[0.0], [4.0], [8.0]], 4, axis=1))


# ---- lists ----------------------------------------------------------------------------------------------------------


def from_list(x, weights):
    for i in prange(x.shape[0]):
        s = 0
        for w in weights:
            s += w
        x[i] = weights[i] + s + len(weights)


@pytest.mark.parametrize("weights", [[1, 2, 3], [0.5, 1.5, 2.5]])
def test_lists_of_numbers_are_as_they_are_at_each_call(weights, device):
    x, function = dpnp.zeros(3, device=device), dpex.dpjit(from_list)
    for _ in range(2):
        function(x, weights)
        np.testing.assert_array_equal(dpnp.asnumpy(x), np.array(weights) + sum(weights) + 3)
        weights = [w * 2 for w in weights]


def test_lists_cannot_be_written_to_and_other_lists_are_refused():
    def written(x, a):
        for i in prange(x.shape[0]):
            a[i] = 1
            x[i] = a[i]

    with pytest.raises(ValueError, match="read-only"):
        dpex.dpjit(written)(dpnp.zeros(3), [1, 2, 3])
    with pytest.raises(dpex._compiler.errors.TypingError, match="the list 'weights' cannot be used"):
        dpex.dpjit(from_list)(dpnp.zeros(3), [1, 2.5, "a"])


# ---- messages -------------------------------------------------------------------------------------------------------


def test_functions_that_are_not_there_are_named_with_their_line():
    def halves(x, out):
        for i in prange(x.shape[0]):
            out[i] = np.vsplit(x[i], 2)[0][0]

    def histogram(x, out):
        for i in prange(x.shape[0]):
            out[i] = np.histogram(x[i], bins="auto")[0][0]

    for function, text in ((halves, "vsplit: this function is not"), (histogram, "histogram")):
        with pytest.raises(dpex._compiler.errors.TypingError, match=text) as raised:
            dpex.dpjit(function)(dpnp.ones((3, 4)), dpnp.zeros(3))
        assert "test_trial_programs.py:" in str(raised.value)
