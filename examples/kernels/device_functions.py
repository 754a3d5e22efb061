"""Device functions that call each other, one of them with a barrier, and private memory.

usage: python device_functions.py [device]
"""

import sys

import numpy as np

import dpctl
import dpctl.tensor as dpt
import numba_dpex as dpex
from numba_dpex import kernel_api as kapi

queue = dpctl.SyclQueue(*sys.argv[1:2])
N = 128


@dpex.device_func
def power_of_two(n):
    return 1 << n


@dpex.device_func
def next_in_group(nd_item, x, memory):
    """What the neighbour has, once all have said what they have."""
    local = nd_item.get_local_id(0)
    memory[local] = x
    kapi.group_barrier(nd_item.get_group())
    return memory[(local + power_of_two(0)) % nd_item.get_local_range(0)]


@dpex.kernel
def kernel(nd_item, x, y, memory):
    i = nd_item.get_global_id(0)
    powers = kapi.PrivateArray(4, np.int64)
    for k in range(4):
        powers[k] = power_of_two(k) * x[i]
    y[i] = next_in_group(nd_item, powers[3], memory)


x = dpt.arange(N, dtype="int64", sycl_queue=queue)
y = dpt.empty_like(x)
dpex.call_kernel(kernel, dpex.NdRange((N,), (N // 2,)), x, y, kapi.LocalAccessor(N // 2, dtype=np.int64))
expected = 8 * np.roll(np.arange(N).reshape(2, -1), -1, axis=1).reshape(-1)
np.testing.assert_array_equal(dpt.asnumpy(y), expected)
print(dpt.asnumpy(y)[:8])
