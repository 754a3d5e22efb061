"""Kernels of both generations as users write them, alone and beside dpjit functions, compared with NumPy or the simulator."""

# ruff: noqa: B007, B905, E741 (as users write them)

import math
from collections import namedtuple
from math import sqrt

import numpy as np
import pytest
from kernel_helpers import check, check_groups, on_each_device  # noqa: F401 (a fixture)

import dpctl
import dpctl.tensor as dpt
import dpnp
import numba_dpex as ndpx
from numba_dpex import DEFAULT_LOCAL_SIZE, Range, float64, int32, prange
from numba_dpex import kernel_api as kapi
from numba_dpex.kernel_api import AtomicRef, Item, LocalAccessor, NdItem, PrivateArray, call_kernel

RNG = np.random.default_rng(77)
TILE = 8
RADIUS = 2


# ---- over a Range ---------------------------------------------------------------------------------------------------


def l2_distance(item: Item, a, b, c):
    i = item.get_id(0)
    j = item.get_id(1)
    sub = a[i, j] - b[i, j]
    sq = sub**2
    AtomicRef(c, 0).fetch_add(sq)


def assign_clusters(item: Item, points, centroids, labels, sums, counts):
    i = item.get_id(0)
    best = np.inf
    c = -1
    for k in range(centroids.shape[0]):
        d = 0.0
        for j in range(points.shape[1]):
            d += (points[i, j] - centroids[k, j]) ** 2
        if d < best:
            best, c = d, k
    labels[i] = c
    for j in range(points.shape[1]):
        AtomicRef(sums, (c, j)).fetch_add(points[i, j])
    AtomicRef(counts, index=c).fetch_add(1)


def dbscan_neighbours(item: Item, x, eps, count, near):
    i = item.get_id(0)
    n = 0
    for j in range(x.shape[0]):
        d = sqrt((x[i, 0] - x[j, 0]) ** 2 + (x[i, 1] - x[j, 1]) ** 2)
        if d <= eps:
            near[i, n] = j
            n += 1
    count[i] = n
    for k in range(n, near.shape[1]):
        near[i, k] = -1


def rambo(item: Item, u, out):
    """The momenta of massless particles, of the benchmark of that name."""
    i, j = item.get_id(0), item.get_id(1)
    c = 2.0 * u[i, j, 0] - 1.0
    s = sqrt(1.0 - c * c)
    f = 2.0 * math.pi * u[i, j, 1]
    e = -math.log(u[i, j, 2] * u[i, j, 3])
    out[i, j, 0] = e
    out[i, j, 1] = e * s * math.sin(f)
    out[i, j, 2] = e * s * math.cos(f)
    out[i, j, 3] = e * c


def gpairs(item: Item, x, y, r2, counts):
    i = item.get_id(0)
    own = PrivateArray((6,), np.int64, fill_zeros=True)
    for j in range(y.shape[0]):
        d = (x[i, 0] - y[j, 0]) ** 2 + (x[i, 1] - y[j, 1]) ** 2 + (x[i, 2] - y[j, 2]) ** 2
        k = own.shape[0] - 1
        while k >= 0 and d <= r2[k]:
            own[k] += 1
            k -= 1
    for k in range(6):
        AtomicRef(counts, k).fetch_add(own[k])


def median_of_nine(item: Item, img, out):
    y, x = item.get_id(0), item.get_id(1)
    h, w = img.shape
    v = PrivateArray(9, np.float64)
    n = 0
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            v[n] = img[min(max(y + dy, 0), h - 1), min(max(x + dx, 0), w - 1)]
            n += 1
    for a in range(5):
        least = a
        for b in range(a + 1, 9):
            if v[b] < v[least]:
                least = b
        v[a], v[least] = v[least], v[a]
    out[y, x] = v[4]


def philox_pi(item: Item, seed, n, hits):
    i = item.get_id(0)
    inside = 0
    for k in range(n):
        x = kapi.random.uniform(seed, i, 2 * k)
        y = kapi.random.uniform(seed, i, 2 * k + 1)
        inside += x * x + y * y < 1
    hits[i] = inside


def jacobi_step(item: Item, u, f, v, h):
    i = item.get_id(0) + 1
    j = item.get_id(1) + 1
    v[i, j] = 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1] - h * h * f[i, j])


def lucas_lehmer(item: Item, p, prime):
    i = item.get_id(0)
    m = (1 << p[i]) - 1
    s = 4
    for _ in range(p[i] - 2):
        s = (s * s - 2) % m
    prime[i] = s == 0


def levels(item: Item, data, out):
    i = item.get_linear_id()
    v = data[i]
    match int(v) // 10:
        case 0:
            out[i] = 1
        case 1 | 2:
            out[i] = 2
        case k if k > 8:
            out[i] = -k
        case _:
            out[i] = 3


U4 = RNG.random((7, 5, 4)) * 0.9 + 0.05
LAUNCHES = [
    (l2_distance, (9, 7), (RNG.random((9, 7)), RNG.random((9, 7)), np.zeros(1))),
    (
        assign_clusters,
        40,
        (RNG.random((40, 3)), RNG.random((4, 3)), np.zeros(40, np.int64), np.zeros((4, 3)), np.zeros(4, np.int64)),
    ),
    (dbscan_neighbours, 30, (RNG.random((30, 2)), 0.3, np.zeros(30, np.int32), np.zeros((30, 30), np.int32))),
    (rambo, (7, 5), (U4, np.zeros((7, 5, 4)))),
    (
        gpairs,
        20,
        (RNG.random((20, 3)), RNG.random((25, 3)), np.array([0.05, 0.1, 0.2, 0.4, 0.8, 1.6]), np.zeros(6, np.int64)),
    ),
    (median_of_nine, (11, 13), (RNG.random((11, 13)), np.zeros((11, 13)))),
    (philox_pi, 20, (5, 50, np.zeros(20, np.int64))),
    (jacobi_step, (8, 9), (RNG.random((10, 11)), RNG.random((10, 11)), np.zeros((10, 11)), 0.1)),
    (lucas_lehmer, 8, (np.array([3, 5, 7, 11, 13, 17, 19, 23]), np.zeros(8, np.int8))),
    (levels, 100, (np.arange(100.0), np.zeros(100, np.int64))),
]


@pytest.mark.parametrize(("kernel", "extents", "args"), [pytest.param(*l, id=l[0].__name__) for l in LAUNCHES])
def test_kernels_over_a_range(kernel, extents, args):
    check(kernel, extents, *args, rtol=1e-12)


# ---- over groups ----------------------------------------------------------------------------------------------------


def tiled_product(nd: NdItem, a, b, c, ta, tb):
    gy, gx = nd.get_global_id(0), nd.get_global_id(1)
    ly, lx = nd.get_local_id(0), nd.get_local_id(1)
    acc = 0.0
    for t in range(a.shape[1] // TILE):
        ta[ly, lx] = a[gy, t * TILE + lx]
        tb[ly, lx] = b[t * TILE + ly, gx]
        kapi.group_barrier(nd.get_group(), kapi.MemoryScope.WORK_GROUP)
        for k in range(TILE):
            acc += ta[ly, k] * tb[k, lx]
        kapi.group_barrier(nd.get_group())
    c[gy, gx] = acc


def transposed_tile(nd: NdItem, x, y, tile):
    tile[nd.get_local_id(0), nd.get_local_id(1)] = x[nd.get_global_id(0), nd.get_global_id(1)]
    group = nd.get_group()
    kapi.group_barrier(group)
    i = group.get_group_id(1) * group.get_local_range(1) + nd.get_local_id(0)
    j = group.get_group_id(0) * group.get_local_range(0) + nd.get_local_id(1)
    y[i, j] = tile[nd.get_local_id(1), nd.get_local_id(0)]


def convolution_with_halo(nd: NdItem, x, w, y, own):
    i, l = nd.get_global_id(0), nd.get_local_id(0)
    n, size = x.shape[0], nd.get_local_range(0)
    own[l + RADIUS] = x[i]
    if l < RADIUS:
        own[l] = x[i - RADIUS] if i >= RADIUS else 0.0
        own[l + size + RADIUS] = x[i + size] if i + size < n else 0.0
    kapi.group_barrier(nd.get_group())
    s = 0.0
    for k in range(2 * RADIUS + 1):
        s += w[k] * own[l + k]
    y[i] = s


def argmax_of_group(nd: NdItem, x, value, where, v, k):
    i, l = nd.get_global_id(0), nd.get_local_id(0)
    v[l], k[l] = x[i], i
    step = nd.get_local_range(0) // 2
    while step:
        kapi.group_barrier(nd.get_group())
        if l < step and v[l + step] > v[l]:
            v[l] = v[l + step]
            k[l] = k[l + step]
        step >>= 1
    if l == 0:
        value[nd.get_group().get_group_id(0)] = v[0]
        where[nd.get_group().get_group_id(0)] = k[0]


def odd_even_of_group(nd: NdItem, x, own):
    l, n = nd.get_local_id(0), nd.get_local_range(0)
    own[l] = x[nd.get_global_id(0)]
    for phase in range(n):
        kapi.group_barrier(nd.get_group())
        if l % 2 == phase % 2 and l + 1 < n:
            a, b = own[l], own[l + 1]
            if a > b:
                own[l], own[l + 1] = b, a
    kapi.group_barrier(nd.get_group())
    x[nd.get_global_id(0)] = own[l]


GROUPS = [
    (
        tiled_product,
        (16, 24),
        (8, 8),
        (RNG.random((16, 32)), RNG.random((32, 24)), np.zeros((16, 24))),
        [((TILE, TILE), np.float64)] * 2,
    ),
    (transposed_tile, (16, 32), (8, 8), (RNG.random((16, 32)), np.zeros((32, 16))), [((8, 8), np.float64)]),
    (convolution_with_halo, (48,), (16,), (RNG.random(48), RNG.random(5), np.zeros(48)), [(20, np.float64)]),
    (
        argmax_of_group,
        (64,),
        (16,),
        (RNG.random(64), np.zeros(4), np.zeros(4, np.int64)),
        [(16, np.float64), (16, np.int64)],
    ),
    (odd_even_of_group, (33,), (11,), (RNG.random(33),), [(11, np.float64)]),
]


@pytest.mark.parametrize(
    ("kernel", "total", "local", "args", "own"), [pytest.param(*g, id=g[0].__name__) for g in GROUPS]
)
def test_kernels_over_groups(kernel, total, local, args, own):
    check_groups(kernel, total, local, *args, *(LocalAccessor(shape, dtype) for shape, dtype in own), rtol=1e-12)


# ---- the older generation -------------------------------------------------------------------------------------------


@ndpx.func
def clamp(v, lo, hi):
    return lo if v < lo else hi if v > hi else v


@ndpx.func(float64(float64, float64))
def squared(a, b):
    return (a - b) * (a - b)


@ndpx.kernel
def older_distance(x, y, out):
    i = ndpx.get_global_id(0)
    j = ndpx.get_global_id(1)
    d = 0.0
    for k in range(x.shape[1]):
        d += squared(x[i, k], y[j, k])
    out[i, j] = math.sqrt(d)


@ndpx.kernel(access_types={"read_only": ["img"], "write_only": ["out"]})
def older_sharpen(img, out, amount):
    i, j = ndpx.get_global_id(0), ndpx.get_global_id(1)
    h, w = img.shape
    s = 0.0
    n = 0
    for di in range(-1, 2):
        for dj in range(-1, 2):
            a, b = i + di, j + dj
            if a < 0 or b < 0 or a >= h or b >= w:
                continue
            s += img[a, b]
            n += 1
    out[i, j] = clamp(img[i, j] + amount * (img[i, j] - s / n), 0.0, 1.0)


@ndpx.kernel
def older_group_sum(x, partial):
    l = ndpx.get_local_id(0)
    g = ndpx.get_global_id(0)
    size = ndpx.get_local_size(0)
    own = ndpx.local.array(shape=32, dtype=float64)
    own[l] = x[g]
    stride = size // 2
    while stride > 0:
        ndpx.barrier(ndpx.LOCAL_MEM_FENCE)
        if l < stride:
            own[l] += own[l + stride]
        stride >>= 1
    if l == 0:
        partial[ndpx.get_group_id(0)] = own[0]


@ndpx.kernel
def older_histogram(data, bins):
    i = ndpx.get_global_id(0)
    n = ndpx.get_global_size(0)
    own = ndpx.private.array(16, int32)
    for b in range(16):
        own[b] = 0
    k = i
    while k < data.size:
        own[data[k] & 15] += 1
        k += n
    for b in range(16):
        if own[b]:
            ndpx.atomic.add(bins, b, own[b])


@ndpx.kernel
def older_horner(c, x):
    i = ndpx.get_global_id(0)
    v = 0.0
    for k in range(len(c) - 1, -1, -1):
        v = v * x[i] + c[k]
    x[i] = v


def arrays_of(kind, device):
    if kind == "numpy":
        return lambda a: a.copy(), lambda a: a
    if kind == "dpnp":
        return lambda a: dpnp.asarray(a, device=device), dpnp.asnumpy
    return lambda a: dpt.asarray(a, device=device), dpt.asnumpy


@pytest.mark.parametrize("kind", ["numpy", "dpnp", "tensor"])
def test_older_kernels(kind, device):
    to, back = arrays_of(kind, device)
    x, y = RNG.random((12, 3)), RNG.random((9, 3))
    img = RNG.random((11, 13))
    data = RNG.integers(0, 256, 1000)
    with dpctl.device_context(device):
        out = to(np.zeros((12, 9)))
        older_distance[(12, 9), DEFAULT_LOCAL_SIZE](to(x), to(y), out)
        np.testing.assert_allclose(back(out), np.sqrt(((x[:, None] - y[None]) ** 2).sum(2)), rtol=1e-12)

        out = to(np.zeros((11, 13)))
        older_sharpen[img.shape, DEFAULT_LOCAL_SIZE](to(img), out, 0.5)
        ones = np.pad(np.ones_like(img), 1)
        padded = np.pad(img, 1)
        near = sum(padded[i : i + 11, j : j + 13] for i in range(3) for j in range(3))
        near /= sum(ones[i : i + 11, j : j + 13] for i in range(3) for j in range(3))
        np.testing.assert_allclose(back(out), np.clip(img + 0.5 * (img - near), 0, 1), rtol=1e-12)

        v = RNG.random(128)
        partial = to(np.zeros(4))
        older_group_sum[128, 32](to(v), partial)
        np.testing.assert_allclose(back(partial), v.reshape(4, 32).sum(1), rtol=1e-12)

        bins = to(np.zeros(16, np.int32))
        older_histogram[ndpx.Range(50) if kind != "numpy" else 50, DEFAULT_LOCAL_SIZE](to(data), bins)
        np.testing.assert_array_equal(back(bins), np.bincount(data & 15, minlength=16))

        v = RNG.random(40)
        given = to(v)
        older_horner[v.size,](to(np.array([1.0, 2, 3])), given)
        np.testing.assert_allclose(back(given), 1 + v * (2 + v * 3), rtol=1e-12)


# ---- mixtures -------------------------------------------------------------------------------------------------------

Params = namedtuple("Params", "dt mass scale")


@ndpx.device_func
def force(dx, dy, eps):
    r2 = dx * dx + dy * dy + eps
    inv = 1.0 / (r2 * sqrt(r2))
    return dx * inv, dy * inv


@ndpx.kernel
def accelerations(item: Item, pos, acc, eps):
    i = item.get_id(0)
    ax = ay = 0.0
    for j in range(pos.shape[0]):
        fx, fy = force(pos[j, 0] - pos[i, 0], pos[j, 1] - pos[i, 1], eps)
        ax += fx
        ay += fy
    acc[i, 0], acc[i, 1] = ax, ay


@ndpx.dpjit
def leapfrog(pos, vel, steps, params):
    acc = dpnp.zeros_like(pos)
    call_kernel(accelerations, Range(pos.shape[0]), pos, acc, params.scale)
    for _ in range(steps):
        for i in prange(pos.shape[0]):
            for k in range(2):
                vel[i, k] += 0.5 * params.dt * acc[i, k]
                pos[i, k] += params.dt * vel[i, k]
        ndpx.call_kernel(accelerations, Range(pos.shape[0]), pos, acc, params.scale)
        vel += 0.5 * params.dt * acc
    energy = 0.0
    for i in prange(pos.shape[0]):
        energy += 0.5 * params.mass * (vel[i] ** 2).sum()
    return energy


def test_a_simulation_of_kernels_and_loops(device):
    n, steps, p = 12, 4, Params(0.01, 2.0, 0.1)
    pos, vel = RNG.random((n, 2)), RNG.random((n, 2))
    given = [dpnp.asarray(a, device=device) for a in (pos, vel)]
    energy = leapfrog(*given, steps, p)

    def acceleration(pos):
        d = pos[None] - pos[:, None]
        r2 = (d**2).sum(2) + p.scale
        return (d / (r2 * np.sqrt(r2))[..., None]).sum(1)

    acc = acceleration(pos)
    for _ in range(steps):
        vel = vel + 0.5 * p.dt * acc
        pos = pos + p.dt * vel
        acc = acceleration(pos)
        vel = vel + 0.5 * p.dt * acc
    np.testing.assert_allclose(dpnp.asnumpy(given[0]), pos, rtol=1e-11)
    np.testing.assert_allclose(dpnp.asnumpy(given[1]), vel, rtol=1e-11)
    assert float(energy) == pytest.approx(p.mass * 0.5 * (vel**2).sum(), rel=1e-11)


@ndpx.dpjit
def softmax_rows(x):
    out = dpnp.empty_like(x)
    for i in prange(x.shape[0]):
        row = x[i]
        top = row.max()
        e = np.exp(row - top)
        out[i] = e / e.sum()
    return out


@ndpx.kernel
def cross_entropy(item, p, labels, loss):
    i = item.get_id(0)
    loss[i] = -math.log(p[i, labels[i]])


@ndpx.njit
def accuracy(p, labels):
    good = 0
    for i in prange(len(labels)):
        good += p[i].argmax() == labels[i]
    return good / len(labels)


def test_a_classifier_of_kernels_and_loops(device):
    x, labels = RNG.standard_normal((20, 5)), RNG.integers(0, 5, 20)
    q = dpctl.SyclQueue(device)
    given, of = dpnp.asarray(x, sycl_queue=q), dpnp.asarray(labels, sycl_queue=q)
    p = softmax_rows(given)
    loss = dpnp.empty(20, sycl_queue=q)
    call_kernel(cross_entropy, Range(20), p, of, loss)
    expected = np.exp(x - x.max(1, keepdims=True))
    expected /= expected.sum(1, keepdims=True)
    np.testing.assert_allclose(dpnp.asnumpy(p), expected, rtol=1e-12)
    np.testing.assert_allclose(dpnp.asnumpy(loss), -np.log(expected[np.arange(20), labels]), rtol=1e-12)
    assert accuracy(p, of) == (expected.argmax(1) == labels).mean()


def test_levels_of_a_pyramid(device):
    """A kernel launched in a loop over views of one array, with events."""

    @ndpx.kernel
    def halve(item, src, dst):
        i, j = item.get_id(0), item.get_id(1)
        dst[i, j] = 0.25 * (
            src[2 * i, 2 * j] + src[2 * i + 1, 2 * j] + src[2 * i, 2 * j + 1] + src[2 * i + 1, 2 * j + 1]
        )

    x = RNG.random((32, 32))
    levels_, events = [dpnp.asarray(x, device=device)], []
    while levels_[-1].shape[0] > 1:
        n = levels_[-1].shape[0] // 2
        levels_.append(dpnp.empty((n, n), device=device))
        host, event = ndpx.call_kernel_async(halve, Range(n, n), tuple(events), levels_[-2], levels_[-1])
        events = [event]
    event.wait()
    for level in levels_[1:]:
        x = x.reshape(x.shape[0] // 2, 2, -1, 2).mean((1, 3))
        np.testing.assert_allclose(dpnp.asnumpy(level), x, rtol=1e-12)
