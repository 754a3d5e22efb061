"""A matrix product by tiles in local memory, in both generations of the interface.

usage: python matrix_product.py [device]
"""

import sys

import numpy as np

import dpctl
import dpctl.tensor as dpt
import numba_dpex as dpex
from numba_dpex import kernel_api as kapi

queue = dpctl.SyclQueue(*sys.argv[1:2])
TILE = 8


@dpex.kernel
def product(nd_item, A, B, C, a, b):
    """The local arrays a and b are arguments; the range is rounded up to whole tiles."""
    i, j = nd_item.get_global_id(0), nd_item.get_global_id(1)
    li, lj = nd_item.get_local_id(0), nd_item.get_local_id(1)
    group = nd_item.get_group()
    total = 0.0
    for tile in range((A.shape[1] + TILE - 1) // TILE):
        k, m = tile * TILE + lj, tile * TILE + li
        a[li, lj] = A[i, k] if i < A.shape[0] and k < A.shape[1] else 0.0
        b[li, lj] = B[m, j] if m < B.shape[0] and j < B.shape[1] else 0.0
        kapi.group_barrier(group)
        for n in range(TILE):
            total += a[li, n] * b[n, lj]
        kapi.group_barrier(group)
    if i < C.shape[0] and j < C.shape[1]:
        C[i, j] = total


@dpex.kernel
def product_of_whole_tiles(A, B, C):
    """The local arrays are made in the kernel."""
    a = dpex.local.array(shape=(TILE, TILE), dtype=np.float64)
    b = dpex.local.array(shape=(TILE, TILE), dtype=np.float64)
    i, j = dpex.get_global_id(0), dpex.get_global_id(1)
    li, lj = dpex.get_local_id(0), dpex.get_local_id(1)
    total = 0.0
    for tile in range(A.shape[1] // TILE):
        a[li, lj] = A[i, tile * TILE + lj]
        b[li, lj] = B[tile * TILE + li, j]
        dpex.barrier(dpex.LOCAL_MEM_FENCE)
        for n in range(TILE):
            total += a[li, n] * b[n, lj]
        dpex.barrier(dpex.LOCAL_MEM_FENCE)
    C[i, j] = total


def whole(n):
    return (n + TILE - 1) // TILE * TILE


rng = np.random.default_rng(4)
A, B = rng.random((37, 29)), rng.random((29, 45))
C = dpt.zeros((37, 45), sycl_queue=queue)
tiles = [kapi.LocalAccessor((TILE, TILE), dtype=np.float64) for _ in range(2)]
space = dpex.NdRange((whole(37), whole(45)), (TILE, TILE))
dpex.call_kernel(product, space, *(dpt.asarray(x, sycl_queue=queue) for x in (A, B)), C, *tiles)
np.testing.assert_allclose(dpt.asnumpy(C), A @ B, rtol=1e-12)

A, B, D = rng.random((32, 24)), rng.random((24, 40)), np.zeros((32, 40))
with dpctl.device_context(queue):
    product_of_whole_tiles[D.shape, (TILE, TILE)](A, B, D)
np.testing.assert_allclose(D, A @ B, rtol=1e-12)
print("D[0, 0] =", D[0, 0])
