"""The distance of two vectors in three ways: an array expression, a parallel loop, and a kernel with an atomic sum.

python l2_distance.py [device]
"""

import math
import sys

import numpy as np

import dpctl
import dpctl.tensor as dpt
import numba_dpex as dpex
from numba_dpex import njit, prange

queue = dpctl.SyclQueue(*sys.argv[1:2])


@njit(parallel=True)
def by_expression(a, b):
    return np.sum((a - b) ** 2)


@njit(parallel=True)
def by_loop(a, b):
    total = 0.0
    for i in prange(a.shape[0]):
        for j in prange(a.shape[1]):
            total += (a[i, j] - b[i, j]) ** 2
    return total


@dpex.kernel(access_types={"read_only": ["a", "b"], "read_write": ["c"]})
def by_kernel(a, b, c):
    i = dpex.get_global_id(0)
    j = dpex.get_global_id(1)
    d = a[i, j] - b[i, j]
    dpex.atomic.add(c, 0, d * d)


rng = np.random.default_rng(1)
a, b = rng.random((300, 40)), rng.random((300, 40))
expected = math.sqrt(((a - b) ** 2).sum())

with dpctl.device_context(queue):
    c = np.zeros(1)
    by_kernel[a.shape, dpex.DEFAULT_LOCAL_SIZE](a, b, c)
    of_numpy = [by_expression(a, b), by_loop(a, b), c[0]]

A, B, C = (dpt.asarray(x, sycl_queue=queue) for x in (a, b, np.zeros(1)))
by_kernel[a.shape, dpex.DEFAULT_LOCAL_SIZE](A, B, C)
of_usm = [by_expression(A, B), by_loop(A, B), C[0]]

for found in (*of_numpy, *of_usm):
    assert math.isclose(math.sqrt(float(found)), expected, rel_tol=1e-12)
print(f"distance: {expected}")
