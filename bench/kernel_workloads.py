"""What bench/kernels.py times: each workload as a kernel (for numba_dpex, ours and Intel's) and as a loop over `numba.prange`.

`kernel_calls(size)` and `prange_calls(size)` give a function per workload; inputs are the same numbers for everybody. Launches of small
kernels have 1024 work-items; "size" scales the others.
"""

import math

import numpy as np

__all__ = ["NAMES", "kernel_calls", "prange_calls"]

NAMES = [
    "relaunch vadd 1024", "relaunch async vadd 1024", "poly f64 10M", "pdist 2048 d=3", "pdist 2048 d=16", "black-scholes 2M",
    "work-group sum 1M", "atomic histogram 10M", "mandelbrot 1024 it=200", "n-body 4096", "matmul 768, local memory", "stencil 2048",
    "dpjit dot 10M",
]  # fmt: skip
BATCH = 500  # launches in one call of the first two
N, POINTS, OPTIONS, SUMMED, BODIES, ORDER, TILE = 10_000_000, 2048, 2_000_000, 1 << 20, 4096, 768, 16


def inputs() -> dict:
    rng = np.random.default_rng(0)
    return {
        "small": np.ones(1024),
        "x": rng.random(N),
        "p3": rng.random((POINTS, 3)),
        "p16": rng.random((POINTS, 16)),
        "price": rng.uniform(10, 50, OPTIONS),
        "strike": rng.uniform(10, 50, OPTIONS),
        "time": rng.uniform(1, 2, OPTIONS),
        "bodies": rng.random((4, BODIES)),
        "a": rng.random((ORDER, ORDER)),
        "b": rng.random((ORDER, ORDER)),
        "grid": rng.random((2048, 2048)),
    }


def kernel_calls() -> dict:
    """By numba_dpex, on arrays of dpctl.tensor; the host function on arrays of dpnp."""
    import kernel_programs as k

    import dpctl.tensor as dpt
    import dpnp
    import numba_dpex as dpex
    from numba_dpex import kernel_api as kapi

    given = {name: dpt.asarray(a) for name, a in inputs().items()}
    one, two, group = (lambda n: dpex.Range(n)), (lambda n, m: dpex.Range(n, m)), dpex.NdRange
    small, big, x = dpt.zeros(1024), dpt.empty(N), given["x"]
    distances, image, counts = (
        dpt.empty((POINTS, POINTS)),
        dpt.empty((1024, 1024), dtype="i8"),
        dpt.zeros(256, dtype="i8"),
    )
    call, put = dpt.empty(OPTIONS), dpt.empty(OPTIONS)
    sums, force, product = dpt.empty(SUMMED // 128), dpt.empty((3, BODIES)), dpt.empty((ORDER, ORDER))
    blurred, queue, first = dpt.zeros((2048, 2048)), x.sycl_queue, x[:SUMMED]
    local = kapi.LocalAccessor(128, dtype=dpt.float64)
    tiles = [kapi.LocalAccessor((TILE, TILE), dtype=dpt.float64) for _ in range(2)]

    def launches():
        for _ in range(BATCH):
            dpex.call_kernel(k.vadd, one(1024), given["small"], given["small"], small)

    def launches_async():
        for _ in range(BATCH):
            dpex.call_kernel_async(k.vadd, one(1024), (), given["small"], given["small"], small)
        queue.wait()

    @dpex.dpjit
    def dot(a, b):
        s = 0.0
        for i in dpex.prange(a.shape[0]):
            s += a[i] * b[i]
        return s

    factors = dpnp.asarray(given["x"]), dpnp.ones(N)
    run = dpex.call_kernel
    options = (given["price"], given["strike"], given["time"], 0.1, 0.2, call, put)
    calls = [
        launches, launches_async,
        lambda: run(k.poly, one(N), x, big),
        lambda: run(k.pdist, two(POINTS, POINTS), given["p3"], distances),
        lambda: run(k.pdist, two(POINTS, POINTS), given["p16"], distances),
        lambda: run(k.black_scholes, one(OPTIONS), *options),
        lambda: run(k.group_sum, group((SUMMED,), (128,)), first, sums, local),
        lambda: run(k.histogram, one(N), x, counts),
        lambda: run(k.mandelbrot, two(1024, 1024), image, 1024, 1024),
        lambda: run(k.n_body, one(BODIES), given["bodies"], force),
        lambda: run(k.matmul, group((ORDER, ORDER), (TILE, TILE)), given["a"], given["b"], product, *tiles),
        lambda: run(k.stencil, two(2046, 2046), given["grid"], blurred),
        lambda: dot(*factors),
    ]  # fmt: skip
    return dict(zip(NAMES, calls, strict=True))


def prange_calls() -> dict:
    """By numba on NumPy arrays; what has no counterpart there is left out."""
    from numba import njit, prange

    parallel = njit(parallel=True)

    @parallel
    def vadd(a, b, c):
        for i in prange(a.shape[0]):
            c[i] = a[i] + b[i]

    @parallel
    def poly(x, y):
        for i in prange(x.shape[0]):
            v = x[i]
            y[i] = 3.0 + v * (1.0 + v * (-0.5 + 0.3 * v))

    @parallel
    def pdist(points, out):
        for i in prange(points.shape[0]):
            for j in range(points.shape[0]):
                d = 0.0
                for k in range(points.shape[1]):
                    t = points[i, k] - points[j, k]
                    d += t * t
                out[i, j] = math.sqrt(d)

    @parallel
    def black_scholes(price, strike, time, rate, vol, call, put):
        for i in prange(price.shape[0]):
            p, s, t = price[i], strike[i], time[i]
            a, b, z = math.log(p / s), t * (-rate), t * vol * vol * 2.0
            c, y = 0.25 * z, 1.0 / math.sqrt(z)
            d1, d2 = 0.5 + 0.5 * math.erf((a - b + c) * y), 0.5 + 0.5 * math.erf((a - b - c) * y)
            se = math.exp(b) * s
            r = p * d1 - se * d2
            call[i] = r
            put[i] = r - p + se

    @parallel
    def mandelbrot(out, w, h):
        for i in prange(h):
            for j in range(w):
                cr, ci, zr, zi, n = -2.0 + 3.0 * j / w, -1.0 + 2.0 * i / h, 0.0, 0.0, 0
                while n < 200 and zr * zr + zi * zi < 4.0:
                    t = zr * zr - zi * zi + cr
                    zi = 2.0 * zr * zi + ci
                    zr = t
                    n += 1
                out[i, j] = n

    @parallel
    def n_body(bodies, force):
        for i in prange(bodies.shape[1]):
            fx = fy = fz = 0.0
            for j in range(bodies.shape[1]):
                dx, dy, dz = bodies[0, j] - bodies[0, i], bodies[1, j] - bodies[1, i], bodies[2, j] - bodies[2, i]
                d = dx * dx + dy * dy + dz * dz + 1e-9
                f = bodies[3, j] / (d * math.sqrt(d))
                fx += f * dx
                fy += f * dy
                fz += f * dz
            force[0, i], force[1, i], force[2, i] = fx, fy, fz

    @parallel
    def matmul(a, b, c):
        for i in prange(a.shape[0]):
            for j in range(b.shape[1]):
                s = 0.0
                for k in range(a.shape[1]):
                    s += a[i, k] * b[k, j]
                c[i, j] = s

    @parallel
    def stencil(a, out):
        for i in prange(1, a.shape[0] - 1):
            for j in range(1, a.shape[1] - 1):
                out[i, j] = 0.25 * (a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1])

    @parallel
    def dot(a, b):
        s = 0.0
        for i in prange(a.shape[0]):
            s += a[i] * b[i]
        return s

    g = inputs()
    ones = np.ones(N)
    small, big, distances, image = np.zeros(1024), np.empty(N), np.empty((POINTS, POINTS)), np.empty((1024, 1024), "i8")
    call, put, force, product = np.empty(OPTIONS), np.empty(OPTIONS), np.empty((3, BODIES)), np.empty((ORDER, ORDER))
    blurred = np.zeros((2048, 2048))

    def launches():
        for _ in range(BATCH):
            vadd(g["small"], g["small"], small)

    return {
        "relaunch vadd 1024": launches,
        "poly f64 10M": lambda: poly(g["x"], big),
        "pdist 2048 d=3": lambda: pdist(g["p3"], distances),
        "pdist 2048 d=16": lambda: pdist(g["p16"], distances),
        "black-scholes 2M": lambda: black_scholes(g["price"], g["strike"], g["time"], 0.1, 0.2, call, put),
        "mandelbrot 1024 it=200": lambda: mandelbrot(image, 1024, 1024),
        "n-body 4096": lambda: n_body(g["bodies"], force),
        "matmul 768, local memory": lambda: matmul(g["a"], g["b"], product),
        "stencil 2048": lambda: stencil(g["grid"], blurred),
        "dpjit dot 10M": lambda: dot(g["x"], ones),
    }
