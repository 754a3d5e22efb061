"""Conway's game of life: a kernel for a step, and a glider that must come out one place further after four.

usage: python game_of_life.py [device]
"""

import sys

import numpy as np

import dpctl
import dpctl.tensor as dpt
import numba_dpex as dpex

queue = dpctl.SyclQueue(*sys.argv[1:2])


@dpex.device_func
def neighbours(world, i, j):
    count = 0
    for di in (-1, 0, 1):
        for dj in (-1, 0, 1):
            if di != 0 or dj != 0:
                count += world[(i + di) % world.shape[0], (j + dj) % world.shape[1]]
    return count


@dpex.kernel
def step(item, world, then):
    i, j = item.get_id(0), item.get_id(1)
    n = neighbours(world, i, j)
    then[i, j] = 1 if n == 3 or n == 2 and world[i, j] == 1 else 0


start = np.zeros((12, 20), dtype="uint8")
start[1:4, 1:4] = [[0, 1, 0], [0, 0, 1], [1, 1, 1]]
world, then = (dpt.asarray(start, sycl_queue=queue) for _ in range(2))
for _ in range(4):
    dpex.call_kernel(step, dpex.Range(*world.shape), world, then)
    world, then = then, world
np.testing.assert_array_equal(dpt.asnumpy(world), np.roll(start, (1, 1), axis=(0, 1)))
for row in dpt.asnumpy(world):
    print("".join(".#"[c] for c in row))
