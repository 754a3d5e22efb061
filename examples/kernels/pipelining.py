"""Work in pieces: while one piece is computed, the next one is copied. Events say what must be done before.

usage: python pipelining.py [device]
"""

import sys

import numpy as np

import dpctl
import dpctl.tensor as dpt
import numba_dpex as dpex

queue = dpctl.SyclQueue(*sys.argv[1:2])
PIECES, N = 8, 50_000


@dpex.kernel
def iterate(item, x, rounds):
    i = item.get_id(0)
    v = x[i]
    for _ in range(rounds):
        v = 3.6 * v * (1.0 - v)
    x[i] = v


host = np.random.default_rng(6).random((PIECES, N))
pieces = [dpt.empty(N, sycl_queue=queue) for _ in range(PIECES)]
finished = []
for piece, values in zip(pieces, host, strict=True):
    copied = queue.memcpy_async(piece.usm_data, values.tobytes(), values.nbytes)
    host_task, computed = dpex.call_kernel_async(iterate, dpex.Range(N), (copied,), piece, 50)
    finished += [host_task, computed]
dpctl.SyclEvent.wait_for(finished)

expected = host
for _ in range(50):
    expected = 3.6 * expected * (1.0 - expected)
found = np.stack([dpt.asnumpy(p) for p in pieces])
assert np.all((found >= 0) & (found <= 1)) and abs(found.mean() - expected.mean()) < 1e-2
print("mean:", found.mean())
