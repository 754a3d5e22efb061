"""Sums of vectors and matrices on each device, as kernels, as a function of elements, and as a parallel loop.

usage: python vector_sums.py [device]
"""

import sys

import numpy as np

import dpctl
import dpctl.tensor as dpt
import numba_dpex as dpex
from numba_dpex import dpjit, prange


@dpex.kernel
def vector_sum(item, a, b, c):
    i = item.get_id(0)
    c[i] = a[i] + b[i]


@dpex.kernel
def matrix_sum(a, b, c):
    i, j = dpex.get_global_id(0), dpex.get_global_id(1)
    c[i, j] = a[i, j] + b[i, j]


@dpex.vectorize(["float64(float64, float64)"], target="dpex")
def sum_of_elements(a, b):
    return a + b


@dpjit
def loop_sum(a, b, c):
    for i in prange(a.shape[0]):
        for j in prange(a.shape[1]):
            c[i, j] = a[i, j] + b[i, j]


rng = np.random.default_rng(7)
host = rng.random((2, 30, 50))
for device in [dpctl.SyclDevice(sys.argv[1])] if len(sys.argv) > 1 else dpctl.get_devices():
    a, b = (dpt.asarray(x, device=device) for x in host)
    c = dpt.zeros_like(a)
    dpex.call_kernel(vector_sum, dpex.Range(50), a[0], b[0], c[0])
    np.testing.assert_array_equal(dpt.asnumpy(c[0]), host[:, 0].sum(0))
    for run in (lambda: matrix_sum[c.shape, dpex.DEFAULT_LOCAL_SIZE](a, b, c), lambda: loop_sum(a, b, c)):
        c[...] = 0
        run()
        np.testing.assert_array_equal(dpt.asnumpy(c), host.sum(0))
    np.testing.assert_array_equal(dpt.asnumpy(sum_of_elements(a, b)), host.sum(0))
    print("sums on", device.name)
