"""Sums of groups by way of sub-groups: each sums its own numbers without memory, and the first one sums what they found.

usage: python sub_groups.py [device]
"""

import sys

import numpy as np

import dpctl
import dpctl.tensor as dpt
import numba_dpex as dpex
from numba_dpex import kernel_api as kapi

queue = dpctl.SyclQueue(*sys.argv[1:2])
GROUPS, LOCAL = 100, 256


@dpex.kernel
def sums(nd_item, x, out, partial):
    sub_group = nd_item.get_sub_group()
    total = kapi.reduce_over_group(sub_group, x[nd_item.get_global_id(0)])
    if sub_group.leader:
        partial[sub_group.get_group_id()] = total
    kapi.group_barrier(nd_item.get_group())
    if sub_group.get_group_id() == 0:
        total = 0.0
        for i in range(sub_group.get_local_id(), sub_group.get_group_range(), sub_group.get_local_range()):
            total += partial[i]
        total = kapi.reduce_over_group(sub_group, total)
        if sub_group.leader:
            out[nd_item.get_group().get_group_id(0)] = total


if not queue.sycl_device.sub_group_sizes:
    print("the device has no sub-groups")
    sys.exit()
x = np.random.default_rng(7).integers(0, 100, GROUPS * LOCAL).astype(np.float32)
out = dpt.zeros(GROUPS, dtype="float32", sycl_queue=queue)
partial = kapi.LocalAccessor(LOCAL, np.float32)
dpex.call_kernel(sums, dpex.NdRange((x.size,), (LOCAL,)), dpt.asarray(x, sycl_queue=queue), out, partial)
np.testing.assert_array_equal(dpt.asnumpy(out), x.reshape(GROUPS, LOCAL).sum(axis=1))
print("sum of the first group:", float(out[0]))
