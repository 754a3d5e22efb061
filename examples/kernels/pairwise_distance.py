"""Distances between all pairs of points.

usage: python pairwise_distance.py [device] [--points N] [--dimensions D]
"""

import argparse
import math

import numpy as np

import dpctl
import dpctl.tensor as dpt
import numba_dpex as dpex

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("device", nargs="?")
parser.add_argument("--points", type=int, default=200)
parser.add_argument("--dimensions", type=int, default=3)
options = parser.parse_args()
queue = dpctl.SyclQueue(options.device) if options.device else dpctl.SyclQueue()


@dpex.kernel
def pairwise_distance(item, X, D):
    i = item.get_id(0)
    j = item.get_id(1)
    d = 0.0
    for k in range(X.shape[1]):
        t = X[i, k] - X[j, k]
        d += t * t
    D[i, j] = math.sqrt(d)


points = np.random.default_rng(2).random((options.points, options.dimensions))
X = dpt.asarray(points, sycl_queue=queue)
D = dpt.empty((options.points, options.points), sycl_queue=queue)
dpex.call_kernel(pairwise_distance, dpex.Range(*D.shape), X, D)

expected = np.sqrt(((points[:, None] - points[None]) ** 2).sum(-1))
np.testing.assert_allclose(dpt.asnumpy(D), expected, rtol=1e-12, atol=1e-15)
print(f"largest distance of {options.points} points: {expected.max()}")
