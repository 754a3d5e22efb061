"""Natural cubic splines: each work-item evaluates some neighbouring points, with the coefficients of its piece in private memory.

usage: python interpolation.py [device]
"""

import sys

import numpy as np

import dpctl
import dpctl.tensor as dpt
import numba_dpex as dpex
from numba_dpex import kernel_api as kapi

queue = dpctl.SyclQueue(*sys.argv[1:2])
PIECES, POINTS = 32, 16  # pieces of the curve, points in each


def coefficients(knots, values):
    """Rows of a + b t + c t² + d t³ for the pieces of the natural spline."""
    h = np.diff(knots)
    n = len(h)
    matrix, right = np.eye(n + 1), np.zeros(n + 1)
    for i in range(1, n):
        matrix[i, i - 1 : i + 2] = h[i - 1], 2 * (h[i - 1] + h[i]), h[i]
        right[i] = 3 * ((values[i + 1] - values[i]) / h[i] - (values[i] - values[i - 1]) / h[i - 1])
    c = np.linalg.solve(matrix, right)
    b = np.diff(values) / h - h * (2 * c[:-1] + c[1:]) / 3
    return np.stack([values[:-1], b, c[:-1], np.diff(c) / (3 * h)], axis=1)


@dpex.kernel
def evaluate(nd_item, table, knots, x, y):
    piece = nd_item.get_global_id(0)
    own = kapi.PrivateArray(4, table.dtype)
    for k in range(4):
        own[k] = table[piece, k]
    for p in range(POINTS):
        i = piece * POINTS + p
        t = x[i] - knots[piece]
        y[i] = own[0] + t * (own[1] + t * (own[2] + t * own[3]))


knots = np.linspace(0, np.pi, PIECES + 1)
table = coefficients(knots, np.sin(knots))
x = np.concatenate([np.linspace(a, b, POINTS, endpoint=False) for a, b in zip(knots, knots[1:], strict=False)])
y = dpt.empty(len(x), sycl_queue=queue)
arrays = [dpt.asarray(a, sycl_queue=queue) for a in (table, knots, x)]
dpex.call_kernel(evaluate, dpex.NdRange((PIECES,), (8,)), *arrays, y)
error = np.abs(dpt.asnumpy(y) - np.sin(x)).max()
assert error < 1e-6
print("largest error:", error)
