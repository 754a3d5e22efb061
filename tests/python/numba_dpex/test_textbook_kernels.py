"""Kernels from textbooks of parallel algorithms, compiled and simulated."""

import math

import numpy as np
from kernel_helpers import check, check_groups, on_each_device  # noqa: F401

import numba_dpex as dpex
from numba_dpex import kernel_api as kapi

RNG = np.random.default_rng(51)


def local_histogram(nd, data, bins, own):
    i, me, group = nd.get_global_id(0), nd.get_local_id(0), nd.get_group()
    k = me
    while k < own.shape[0]:
        own[k] = 0
        k += nd.get_local_range(0)
    kapi.group_barrier(group)
    if i < data.size:
        kapi.AtomicRef(own, data[i] % own.size, address_space=kapi.AddressSpace.LOCAL).fetch_add(own.dtype.type(1))
    kapi.group_barrier(group)
    for k in range(me, own.shape[0], nd.get_local_range(0)):
        kapi.AtomicRef(bins, k).fetch_add(own[k])


def test_histogram_with_local_memory():
    data = RNG.integers(0, 1000, 100).astype("i4")
    check_groups(local_histogram, (112,), (16,), data, np.zeros(37, "i4"), kapi.LocalAccessor(37, np.int32))


def bitonic_sort(nd, x, own):
    me, i, group, n = nd.get_local_id(0), nd.get_global_id(0), nd.get_group(), nd.get_local_range(0)
    own[me] = x[i]
    kapi.group_barrier(group)
    k = 2
    while k <= n:
        j = k >> 1
        while j > 0:
            partner = me ^ j
            if partner > me:
                a, b = own[me], own[partner]
                if (a > b) == ((me & k) == 0):
                    own[me], own[partner] = b, a
            kapi.group_barrier(group)
            j >>= 1
        k <<= 1
    x[i] = own[me]


def test_bitonic_sort():
    check_groups(bitonic_sort, (64,), (32,), RNG.random(64).astype("f4"), kapi.LocalAccessor(32, np.float32))


def work_efficient_scan(nd, x, t):
    """Blelloch's work-efficient scan (1990): an up-sweep and a down-sweep over a tree."""
    me, n, group = nd.get_local_id(0), 2 * nd.get_local_range(0), nd.get_group()
    base = group.get_group_id(0) * n
    t[2 * me], t[2 * me + 1] = x[base + 2 * me], x[base + 2 * me + 1]
    offset, d = 1, n >> 1
    while d > 0:
        kapi.group_barrier(group)
        if me < d:
            t[offset * (2 * me + 2) - 1] += t[offset * (2 * me + 1) - 1]
        offset *= 2
        d >>= 1
    if me == 0:
        t[n - 1] = 0
    d = 1
    while d < n:
        offset >>= 1
        kapi.group_barrier(group)
        if me < d:
            a, b = offset * (2 * me + 1) - 1, offset * (2 * me + 2) - 1
            left = t[a]
            t[a] = t[b]
            t[b] += left
        d *= 2
    kapi.group_barrier(group)
    x[base + 2 * me], x[base + 2 * me + 1] = t[2 * me], t[2 * me + 1]


def test_work_efficient_scan():
    check_groups(work_efficient_scan, (32,), (16,), RNG.integers(0, 99, 64), kapi.LocalAccessor(32, np.int64))


def tiled_stencil(nd, u, v):
    tile = dpex.local.array((6, 10), dpex.float32)
    i, j, (n, m) = nd.get_global_id(0), nd.get_global_id(1), u.shape
    a, b = nd.get_local_id(0) + 1, nd.get_local_id(1) + 1
    tile[a, b] = u[i, j]
    if a == 1:
        tile[0, b] = u[max(i - 1, 0), j]
    if a == nd.get_local_range(0):
        tile[a + 1, b] = u[min(i + 1, n - 1), j]
    if b == 1:
        tile[a, 0] = u[i, max(j - 1, 0)]
    if b == nd.get_local_range(1):
        tile[a, b + 1] = u[i, min(j + 1, m - 1)]
    kapi.group_barrier(nd.get_group())
    v[i, j] = 0.25 * (tile[a - 1, b] + tile[a + 1, b] + tile[a, b - 1] + tile[a, b + 1])


def test_stencil_with_a_tile():
    u = RNG.random((8, 24)).astype("f4")
    check_groups(tiled_stencil, (8, 24), (4, 8), u, np.zeros_like(u), rtol=1e-5)


def nearest_neighbours(item, known, labels, asked, out):
    i, n_nearest = item.get_id(0), 3
    distance, label = kapi.PrivateArray(3, known.dtype), kapi.PrivateArray(3, np.int64)
    for k in range(n_nearest):
        distance[k], label[k] = np.inf, -1
    for j in range(known.shape[0]):
        d = math.sqrt(np.sum((known[j] - asked[i]) ** 2))
        if d < distance[n_nearest - 1]:
            position = n_nearest - 1
            while position > 0 and distance[position - 1] > d:
                distance[position], label[position] = distance[position - 1], label[position - 1]
                position -= 1
            distance[position], label[position] = d, labels[j]
    votes = kapi.PrivateArray(4, np.int32, fill_zeros=True)
    for k in range(n_nearest):
        votes[label[k]] += 1
    best = 0
    for k in range(4):
        if votes[k] > votes[best]:
            best = k
    out[i] = best


def test_nearest_neighbours():
    known, asked = RNG.random((30, 2)).astype("f4"), RNG.random((20, 2)).astype("f4")
    check(nearest_neighbours, 20, known, RNG.integers(0, 4, 30), asked, np.zeros(20, "i8"))


def largest(item, x, found):
    i = item.get_id(0)
    position, seen = kapi.AtomicRef(found, 0), kapi.PrivateArray(1, found.dtype)
    seen[0] = position.load()
    while seen[0] < x[i] and not position.compare_exchange(seen, x[i]):
        pass


def test_maximum_by_compare_and_exchange():
    check(largest, 50, RNG.integers(0, 1000, 50), np.zeros(1, "i8"))
