"""Prefix sums of a group by the scheme of Hillis and Steele, between two arrays in local memory.

usage: python scan.py [device]
"""

import sys

import numpy as np

import dpctl
import dpctl.tensor as dpt
import numba_dpex as dpex
from numba_dpex import kernel_api as kapi

queue = dpctl.SyclQueue(*sys.argv[1:2])
N = 64


@dpex.kernel
def scan(nd_item, x, y, a, b):
    i = nd_item.get_local_id(0)
    group = nd_item.get_group()
    a[i] = b[i] = x[i]
    step = 1
    while step < nd_item.get_local_range(0):
        kapi.group_barrier(group)
        if i >= step:
            b[i] = a[i] + a[i - step]
        else:
            b[i] = a[i]
        kapi.group_barrier(group)
        a[i] = b[i]
        step *= 2
    y[i] = a[i]


x = np.random.default_rng(5).integers(0, 100, N)
y = dpt.zeros(N, dtype="int64", sycl_queue=queue)
memory = [kapi.LocalAccessor(N, dtype=np.int64) for _ in range(2)]
dpex.call_kernel(scan, dpex.NdRange((N,), (N,)), dpt.asarray(x, sycl_queue=queue), y, *memory)
np.testing.assert_array_equal(dpt.asnumpy(y), np.cumsum(x))
print("last prefix sum:", int(y[-1]))
