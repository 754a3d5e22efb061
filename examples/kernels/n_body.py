"""Bodies that attract each other: a kernel for the accelerations, and steps of the leapfrog method, which keep the energy.

usage: python n_body.py [device]
"""

import math
import sys

import numpy as np

import dpctl
import dpctl.tensor as dpt
import numba_dpex as dpex
from numba_dpex import dpjit, prange

queue = dpctl.SyclQueue(*sys.argv[1:2])
N, SOFTENING, STEP = 64, 0.05, 1e-3


@dpex.kernel
def accelerate(item, x, mass, velocity, step):
    i = item.get_id(0)
    ax = ay = az = 0.0
    for j in range(x.shape[0]):
        dx, dy, dz = x[j, 0] - x[i, 0], x[j, 1] - x[i, 1], x[j, 2] - x[i, 2]
        r2 = dx * dx + dy * dy + dz * dz + SOFTENING * SOFTENING
        f = mass[j] / (r2 * math.sqrt(r2))
        ax += f * dx
        ay += f * dy
        az += f * dz
    velocity[i, 0] += step * ax
    velocity[i, 1] += step * ay
    velocity[i, 2] += step * az


@dpjit
def move(x, velocity, step):
    for i in prange(x.shape[0]):
        for k in range(3):
            x[i, k] += step * velocity[i, k]


@dpjit
def energy(x, velocity, mass):
    total = 0.0
    for i in prange(x.shape[0]):
        v2 = 0.0
        for k in range(3):
            v2 += velocity[i, k] * velocity[i, k]
        total += 0.5 * mass[i] * v2
        for j in range(i):
            r2 = SOFTENING * SOFTENING
            for k in range(3):
                r2 += (x[i, k] - x[j, k]) ** 2
            total -= mass[i] * mass[j] / math.sqrt(r2)
    return total


rng = np.random.default_rng(8)
x, velocity = (dpt.asarray(rng.standard_normal((N, 3)), sycl_queue=queue) for _ in range(2))
mass = dpt.asarray(rng.uniform(0.5, 1.5, N) / N, sycl_queue=queue)
before = energy(x, velocity, mass)
for _ in range(20):
    dpex.call_kernel(accelerate, dpex.Range(N), x, mass, velocity, STEP / 2)
    move(x, velocity, STEP)
    dpex.call_kernel(accelerate, dpex.Range(N), x, mass, velocity, STEP / 2)
after = energy(x, velocity, mass)
assert math.isclose(before, after, rel_tol=1e-5)
print("energy:", before, after)
