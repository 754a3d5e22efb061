"""The sum of an array in four ways: atomics, a tree in local memory, trees until one element is left, and a parallel loop.

usage: python sums.py [device]
"""

import sys

import dpctl
import dpctl.tensor as dpt
import numba_dpex as dpex
from numba_dpex import dpjit, prange
from numba_dpex import kernel_api as kapi

queue = dpctl.SyclQueue(*sys.argv[1:2])
GROUP = 64


@dpex.kernel
def by_atomics(item, x, total):
    kapi.AtomicRef(total, index=0).fetch_add(x[item.get_id(0)])


@dpex.kernel
def by_tree(nd_item, x, partial, memory):
    """Each group adds its elements: in every round half of the work-items add the other half's sums to theirs."""
    i, local, group = nd_item.get_global_id(0), nd_item.get_local_id(0), nd_item.get_group()
    memory[local] = x[i] if i < x.shape[0] else 0
    stride = group.get_local_range(0) // 2
    while stride > 0:
        kapi.group_barrier(group, kapi.MemoryScope.WORK_GROUP)
        if local < stride:
            memory[local] += memory[local + stride]
        stride //= 2
    if local == 0:
        partial[group.get_group_id(0)] = memory[0]


@dpjit
def by_loop(x):
    total = 0
    for i in prange(x.shape[0]):
        total += x[i]
    return total


def sum_of_groups(x):
    groups = -(-x.shape[0] // GROUP)
    partial = dpt.empty(groups, dtype=x.dtype, sycl_queue=x.sycl_queue)
    memory = kapi.LocalAccessor(GROUP, dtype=x.dtype)
    dpex.call_kernel(by_tree, dpex.NdRange((groups * GROUP,), (GROUP,)), x, partial, memory)
    return partial


def recursive_sum(x):
    return x[0] if x.shape[0] == 1 else recursive_sum(sum_of_groups(x))


N = 10_000
x = dpt.arange(N, dtype="int64", sycl_queue=queue)
total = dpt.zeros(1, dtype="int64", sycl_queue=queue)
dpex.call_kernel(by_atomics, dpex.Range(N), x, total)
expected = N * (N - 1) // 2
assert int(total[0]) == expected
assert int(dpt.asnumpy(sum_of_groups(x)).sum()) == expected
assert int(recursive_sum(x)) == expected
assert by_loop(x) == expected
print("sum:", expected)
