"""Sub-groups, compiled and simulated."""

import operator

import numpy as np
import pytest
from kernel_helpers import check_groups, on_each_device  # noqa: F401

import dpctl
import dpctl.tensor as dpt
import numba_dpex as dpex
from numba_dpex import kernel_api as kapi
from numba_dpex._compiler.errors import TypingError, UnsupportedError

RNG = np.random.default_rng(41)
SIZE = 32  # of the CPU's sub-groups and the simulator's, and of other devices that have it


@pytest.fixture
def has_sub_groups(device):
    """The sizes of the simulator's sub-groups."""
    if not device.sub_group_sizes:
        pytest.skip("the device has no sub-groups")
    assert SIZE in device.sub_group_sizes


def compiles_slowly(device):
    """OpenCL drivers for CPUs take a second for each kernel here."""
    return device.backend == dpctl.backend_type.opencl and "opendpex" not in device.vendor


def positions(nd, out):
    i = nd.get_global_linear_id()
    sg = nd.get_sub_group()
    out[i, 0] = sg.get_local_id(0) + 100 * sg.get_local_linear_id()
    out[i, 1] = sg.get_local_range(0) + 100 * sg.get_local_linear_range()
    out[i, 2] = sg.get_group_id() + 100 * sg.get_group_linear_id()
    out[i, 3] = sg.get_group_range(0) + 100 * sg.get_group_linear_range()
    out[i, 4] = sg.get_max_local_range() + 1000 * sg.dimensions
    out[i, 5] = sg.leader


def test_positions_in_sub_groups(device, has_sub_groups):
    for total, local in (((96,), (96,)), ((100,), (50,)), ((6,), (3,))):
        check_groups(positions, total, local, np.zeros((*total, 6), dtype="i8"))
    if not compiles_slowly(device) and device.backend != dpctl.backend_type.cuda:  # others divide groups differently
        check_groups(positions, (2, 84), (1, 42), np.zeros((168, 6), dtype="i8"))
        check_groups(positions, (2, 2, 33), (2, 1, 33), np.zeros((132, 6), dtype="i8"))


def exchanges(nd, x, out):
    i = nd.get_global_id(0)
    sg = nd.get_sub_group()
    me, n = sg.get_local_id(), sg.get_local_range()
    out[i, 0] = kapi.select_from_group(sg, x[i], (me * 7) % n)
    behind = kapi.shift_group_left(sg, x[i], 3)
    out[i, 1] = behind if me + 3 < n else 0
    before = kapi.shift_group_right(sg, x[i])
    out[i, 2] = before if me >= 1 else 0
    far = kapi.shift_group_left(sg, x[i], sg.get_group_id() + 1)
    out[i, 3] = far if me + sg.get_group_id() + 1 < n else 0
    partner = kapi.permute_group_by_xor(sg, x[i], 5)
    out[i, 4] = partner if me ^ 5 < n else 0
    out[i, 5] = kapi.group_broadcast(sg, x[i], 2)
    out[i, 6] = kapi.group_broadcast(sg, n, 1)


def test_exchanges(device, has_sub_groups):
    for dtype in ("f4", "c8") if compiles_slowly(device) else ("f4", "i8", "f8", "i4", "u1", "c8"):
        x = RNG.integers(0, 100, 2 * 53).astype(dtype)
        check_groups(exchanges, (106,), (53,), x, np.zeros((106, 7), dtype))


def together(nd, x, out):
    i = nd.get_global_id(0)
    sg = nd.get_sub_group()
    out[i, 0] = kapi.reduce_over_group(sg, x[i])
    out[i, 1] = kapi.reduce_over_group(sg, x[i], max)
    out[i, 2] = kapi.inclusive_scan_over_group(sg, x[i])
    out[i, 3] = kapi.exclusive_scan_over_group(sg, x[i], max, -5)
    out[i, 4] = (
        kapi.any_of_group(sg, x[i] > 97) + 2 * kapi.all_of_group(sg, x[i] > 1) + 4 * kapi.none_of_group(sg, x[i] == 50)
    )
    out[i, 5] = kapi.exclusive_scan_over_group(sg, x[i] % 3 + 1, operator.mul, 1) % 1000


def test_reductions_and_scans(device, has_sub_groups):
    for dtype, size in (("i8", 53), ("f4", 64))[: 2 - compiles_slowly(device)]:
        x = RNG.integers(0, 100, 2 * size).astype(dtype)
        check_groups(together, (2 * size,), (size,), x, np.zeros((2 * size, 6), dtype), rtol=1e-6)


def two_levels(nd, x, partial, out):
    """A sum over a group by sub-groups and local memory; sub-groups take different branches."""
    i, me = nd.get_global_id(0), nd.get_local_id(0)
    sg = nd.get_sub_group()
    total = kapi.reduce_over_group(sg, x[i])
    if sg.leader:
        partial[sg.get_group_id()] = total
    kapi.group_barrier(nd.get_group())
    if sg.get_group_id() == 0:
        mine = partial[me] if me < sg.get_group_range() else 0 * total
        kapi.group_barrier(sg)
        total = kapi.reduce_over_group(sg, mine)
        if sg.leader:
            out[nd.get_group().get_group_id(0)] = total


def test_sums_in_two_levels(device, has_sub_groups):
    for size in (200,) if compiles_slowly(device) else (256, 200):
        x = RNG.integers(0, 100, 3 * size)
        check_groups(two_levels, (3 * size,), (size,), x, kapi.LocalAccessor(SIZE, x.dtype), np.zeros(3, dtype=x.dtype))


def in_loops(nd, x, out):
    """Shuffles by a distance that a loop computes, with a barrier of the group in the same loop."""
    i = nd.get_global_id(0)
    sg = nd.get_sub_group()
    me, mine = sg.get_local_id(), x[i]
    step = 1
    while step < sg.get_max_local_range():
        other = kapi.shift_group_right(sg, mine, step)
        if me >= step:
            mine += other
        kapi.group_barrier(nd.get_group())
        step *= 2
    out[i] = mine


def test_exchanges_in_loops(has_sub_groups):
    x = RNG.integers(0, 100, 96)
    check_groups(in_loops, (96,), (48,), x, np.zeros_like(x))


@dpex.device_func
def own_sum(sg, v):
    """A reduction by shuffles, as in programs for warps."""
    distance = sg.get_max_local_range() // 2
    while distance > 0:
        other = kapi.shift_group_left(sg, v, distance)
        if sg.get_local_id() + distance < sg.get_local_range():
            v += other
        distance //= 2
    return kapi.group_broadcast(sg, v)


def different_ways(nd, x, out):
    """Some sub-groups return early; the others repeat until all their work-items are ready."""
    i = nd.get_global_id(0)
    sg = nd.get_sub_group()
    if sg.get_group_id() % 2 == 1:
        out[i] = -1
        return
    found = kapi.PrivateArray(3, x.dtype)
    for k in range(3):
        found[k] = own_sum(sg, x[i] * k)
    v, n = x[i], 0
    while kapi.any_of_group(sg, v > 1):
        if v > 1:
            v //= 2
        n += 1
    out[i] = found[i % 3] + n


def test_sub_groups_take_different_branches(has_sub_groups):
    x = RNG.integers(0, 5000, 2 * 100)
    check_groups(different_ways, (200,), (100,), x, np.zeros_like(x))


def of_a_group(nd, x):
    x[nd.get_global_id(0)] = kapi.shift_group_left(nd.get_group(), x[0])


def second_dimension(nd, x):
    x[0] = nd.get_sub_group().get_local_id(1)


def without_groups(item, x):
    x[0] = item.get_sub_group().get_local_id(0)


def test_errors_of_sub_groups():
    x, space = dpt.zeros(4), dpex.NdRange((4,), (4,))
    for kernel, text in ((of_a_group, "get_sub_group"), (second_dimension, "one dimension")):
        with pytest.raises(TypingError, match=text):
            dpex.call_kernel(dpex.kernel(kernel), space, x)
        with pytest.raises((TypeError, IndexError), match=text):
            kapi.call_kernel(kernel, space, np.zeros(4))
    with pytest.raises(TypingError, match="NdRange"):
        dpex.call_kernel(dpex.kernel(without_groups), dpex.Range(4), x)


def test_devices_without_sub_groups_say_so(device):
    if device.sub_group_sizes:
        pytest.skip("the device has sub-groups")
    out = dpt.zeros((4, 6), dtype="i8", device=device)
    with pytest.raises(UnsupportedError, match="no sub-groups\n.*test_sub_groups.py:"):
        dpex.call_kernel(dpex.kernel(positions), dpex.NdRange((4,), (4,)), out)
