"""The Mandelbrot set as text.

usage: python mandelbrot.py [device]
"""

import sys

import dpctl
import dpctl.tensor as dpt
import numba_dpex as dpex

queue = dpctl.SyclQueue(*sys.argv[1:2])
HEIGHT, WIDTH, ROUNDS = 30, 80, 200


@dpex.kernel
def mandelbrot(item, counts, rounds):
    i, j = item.get_id(0), item.get_id(1)
    c = complex(-2.2 + 3.0 * j / counts.shape[1], -1.2 + 2.4 * i / counts.shape[0])
    z = c
    n = 0
    while n < rounds and z.real * z.real + z.imag * z.imag <= 4.0:
        z = z * z + c
        n += 1
    counts[i, j] = n


counts = dpt.zeros((HEIGHT, WIDTH), dtype="int32", sycl_queue=queue)
dpex.call_kernel(mandelbrot, dpex.Range(HEIGHT, WIDTH), counts, ROUNDS)
found = dpt.asnumpy(counts)
for row in found:
    print("".join(" .:-=+*#%@"[min(9, n * 10 // (ROUNDS + 1) + (n > 3))] for n in row.tolist()))
assert found.max() == ROUNDS and found[HEIGHT // 2, int(WIDTH * 2.2 / 3)] == ROUNDS and found[0, 0] < 3
