"""Loops that work-items exit in different iterations: after them, each work-item has the values of its own last iteration."""

import numpy as np
import pytest
from kernel_helpers import check, check_groups, on_each_device  # noqa: F401

import numba_dpex as dpex
from numba_dpex import kernel_api as kapi

N = np.random.default_rng(1).integers(-5, 40, 64)


@dpex.device_func
def doubled(n):
    y = 0
    while True:
        y += 1
        if y > n:
            return y * 2


@dpex.device_func
def found(n):
    for j in range(100):
        if j > n:
            return j
    return -1


@dpex.device_func
def counted_in_memory(n, c):
    while True:
        t = c[0] + 1
        c[0] = t
        if t > n:
            return t


@dpex.device_func
def real_of_complex(n):
    s = 0
    while True:
        s += 1
        z = complex(s, -s)
        if s > n:
            break
    return z.real - z.imag


def left(item, n, out):
    i = item.get_id(0)
    c = kapi.PrivateArray(1, np.int64)
    c[0] = 0
    y = 0
    while True:
        y += 1
        if y > n[i]:
            break
    out[i, 0] = y
    out[i, 1] = doubled(n[i])
    out[i, 2] = found(n[i])
    out[i, 3] = counted_in_memory(n[i], c)
    out[i, 4] = real_of_complex(n[i])
    total = 0
    for a in range(3):
        z = 0
        while True:
            z += 1
            w = z * a
            if z > n[i]:
                break
        total += w + z
    out[i, 5] = total


def left_or_returned(item, n, out):
    i = item.get_id(0)
    for j in range(20):
        t = j * 3
        if t > n[i]:
            break
    else:
        return
    out[i] = t + j


def test_values_after_divergent_exits():
    check(left, 64, N, np.zeros((64, 6), dtype="i8"))


def test_values_after_loops_that_some_work_items_return_from():
    check(left_or_returned, 64, 2 * N, np.zeros(64, dtype="i8"))


def left_before_a_barrier(nd, n, out):
    i = nd.get_global_id(0)
    y = 0
    while y <= n[i]:
        y += 1
    z = 0
    while True:
        z += 1
        if z > n[i]:
            break
    x = 1.5
    for j in range(50):
        x = j * 0.5
        if j > n[i]:
            break
    kapi.group_barrier(nd.get_group())
    out[i, 0] = y
    out[i, 1] = z
    out[i, 2] = x


def test_values_after_divergent_exits_and_a_barrier():
    check_groups(left_before_a_barrier, (64,), (32,), N, np.zeros((64, 3)))


def rounds_that_some_end_early(nd, x, out, shared):
    i, me, n = nd.get_global_id(0), nd.get_local_id(0), nd.get_local_range(0)
    shared[me] = x[i]
    for k in range(n):
        kapi.group_barrier(nd.get_group())
        other = shared[(me + 1) % n]
        kapi.group_barrier(nd.get_group())
        if n == 10 and k > 3:  # uniform
            break
        if other > shared[me] and k % 2 == 0:
            shared[me] = (shared[me] + other) / 2
        elif other < 0.5:
            continue
        shared[me] += 0.25
    total = 0.0
    while n > 0:
        n -= 1
        kapi.group_barrier(nd.get_group())
        other = shared[n]
        if other < 0.75:
            continue
        total += other
    out[i] = total


@dpex.device_func
def far_or_near(nd, x, shared):
    me, n = nd.get_local_id(0), nd.get_local_range(0)
    shared[me] = x
    kapi.group_barrier(nd.get_group())
    for k in range(n):
        if shared[k] > 0.7 and k > me:
            return shared[k] + k
    if x > 0.5:
        return shared[(me + 1) % n]
    return x


def returns_behind_a_barrier(nd, x, out, shared):
    i = nd.get_global_id(0)
    first = far_or_near(nd, x[i], shared)
    kapi.group_barrier(nd.get_group())
    out[i] = first - far_or_near(nd, first, shared)


@pytest.mark.parametrize("kernel", [rounds_that_some_end_early, returns_behind_a_barrier])
def test_divergence_after_the_last_barrier_of_a_loop_or_function(kernel):
    for local in (8, 10, 32):
        x = np.random.default_rng(local).random(3 * local)
        check_groups(kernel, (x.size,), (local,), x, np.zeros_like(x), kapi.LocalAccessor(local, "f8"))


@dpex.device_func
def after_a_choice(nd, loc, x, flag):
    if flag > 0:
        kapi.group_barrier(nd.get_group())
        loc[nd.get_local_id(0)] = x
        kapi.group_barrier(nd.get_group())
        if x > 0.5:
            return loc[0]
        if flag == 1:
            x += 1
            if x < 1.25:
                return loc[2]
            x += 1
    elif x > 0.8:
        return 7.0
    if x < 0.3:
        return x
    return -x


def chooses_by_round(nd, x, out, loc, n):
    i = nd.get_global_id(0)
    for r in range(4):
        out[i] += after_a_choice(nd, loc, x[i], n - r)


def continues_by_round(nd, x, out, loc, n):
    i = nd.get_global_id(0)
    me = nd.get_local_id(0)
    for r in range(4):
        if r != n:
            kapi.group_barrier(nd.get_group())
            loc[me] = x[i] + r
            kapi.group_barrier(nd.get_group())
            if x[i] > 0.5:
                out[i] += loc[1]
                continue
            out[i] += 1
        if x[i] > 0.75:
            continue
        out[i] -= 0.125


def ends_by_choice(nd, x, out, loc, n):
    i = nd.get_global_id(0)
    if n > 0:
        loc[nd.get_local_id(0)] = x[i]
        kapi.group_barrier(nd.get_group())
        if x[i] > 0.5:
            return
        out[i] = loc[0]
    if x[i] > 0.25:
        out[i] += 1
        return
    out[i] += 2


@pytest.mark.parametrize("kernel", [chooses_by_round, continues_by_round, ends_by_choice])
def test_divergence_after_barriers_of_a_branch(kernel):
    x = np.random.default_rng(4).random(84)
    for local in (7, 14, 42):
        for n in (0, 2):
            check_groups(kernel, (84,), (local,), x, np.zeros(84), kapi.LocalAccessor(local, "f8"), n)


def continues_before_a_break(nd, x, out, loc, n):
    i = nd.get_global_id(0)
    me = nd.get_local_id(0)
    for r in range(5):
        loc[me] = x[i] + r
        kapi.group_barrier(nd.get_group())
        other = loc[(me + r) % nd.get_local_range(0)]
        kapi.group_barrier(nd.get_group())
        if other > 1.5 and r < n:
            continue
        out[i] += other
        if r == n:
            break
        out[i] += 1


def test_divergence_before_a_uniform_exit_of_the_group():
    x = np.random.default_rng(5).random(42)
    for n in (2, 9):
        check_groups(continues_before_a_break, (42,), (21,), x, np.zeros(42), kapi.LocalAccessor(21, "f8"), n)


def returns_from_rounds_without_end(nd, x, out, loc, n):
    i = nd.get_global_id(0)
    me = nd.get_local_id(0)
    r = 0
    while True:
        r += 1
        loc[me] = x[i] + r
        kapi.group_barrier(nd.get_group())
        other = loc[(me + r) % nd.get_local_range(0)]
        kapi.group_barrier(nd.get_group())
        out[i] += other
        if r < n:
            if other > 1.5:
                continue
            out[i] += 100
            continue
        if r >= n:
            return
        out[i] += 10000


def first_ones_return(nd, x, out, loc, n):
    i = nd.get_global_id(0)
    me = nd.get_local_id(0)
    loc[me] = x[i]
    kapi.group_barrier(nd.get_group())
    other = loc[(me + 1) % nd.get_local_range(0)]
    if me < nd.get_local_range(0) // 2:
        return
    decided = int(x[i] * 0) + n  # uniform, but not provably so
    out[i] = other
    if decided > 1:
        out[i] += 5
        if decided < 0:
            kapi.group_barrier(nd.get_group())
    out[i] += 3 * decided


@pytest.mark.parametrize("kernel", [returns_from_rounds_without_end, first_ones_return])
def test_groups_with_exited_work_items(device, kernel):
    if kernel is first_ones_return and device.backend.name == "opencl":
        pytest.skip("drivers for CPUs want all of a group at every barrier in the text, reached or not")
    x = np.random.default_rng(6).random(102)
    for local in (3, 17, 34):
        for n in (1, 4):
            check_groups(kernel, (102,), (local,), x, np.zeros(102), kapi.LocalAccessor(local, "f8"), n)


def merging(item, n, out):
    i = item.get_id(0)
    a = b = 1
    c = 0.0
    for k in range(12):
        if (n[i] + k) % 3 == 0:
            a, b = b, a + b
            c += k
        elif n[i] > 10:
            b = a
        if n[k] < n[i]:
            pass
        else:
            c = 0.5 * c + a
        if n[i] % 2:
            last = k
            if k > n[i] % 7:
                a = last
        else:
            last = 0
    out[i, 0] = a
    out[i, 1] = b
    out[i, 2] = 64 * c
    out[i, 3] = last


def test_branches_that_only_keep_values():
    check(merging, 64, N, np.zeros((64, 4)))


def far_elements(item, x, n, out):
    i = item.get_id(0)
    a, b = 0.0, 0
    for k in range(0, 1 << 40, 1 << 38):
        if k < n[i]:
            a += x[k]
            b += 1
    out[i, 0] = a
    out[i, 1] = b


def test_short_branches_read_nothing_where_no_work_item_takes_them():
    check(far_elements, 64, np.array([2.5]), N, np.zeros((64, 2)))


def sums_of_clusters(item, x, cluster, out):
    c = item.get_id(0)
    a, b, n = 0.0, 1.0, 0
    for k in range(x.shape[0]):
        if cluster[k] == c:
            a += x[k, 0]
            b = b * 0.5 + x[k, 1] * a
            n += 1
        elif cluster[k] < c:
            b -= 1
    out[c, 0] = a
    out[c, 1] = b
    out[c, 2] = n


@pytest.mark.parametrize("n_clusters", [1, 3, 10, 16, 40])
def test_short_branches_that_are_taken_irregularly(n_clusters):
    rng = np.random.default_rng(3)
    clusters = rng.integers(0, n_clusters, 500)
    check(sums_of_clusters, n_clusters, rng.integers(0, 8, (500, 2)) / 8, clusters, np.zeros((n_clusters, 3)))
