"""The kernels that bench/kernels.py times: the same text for our numba_dpex and Intel's."""

import math

import numba_dpex as dpex
from numba_dpex import kernel_api as kapi


@dpex.kernel
def vadd(item: kapi.Item, a, b, c):
    i = item.get_id(0)
    c[i] = a[i] + b[i]


@dpex.kernel
def poly(item: kapi.Item, x, y):
    i = item.get_id(0)
    v = x[i]
    y[i] = 3.0 + v * (1.0 + v * (-0.5 + 0.3 * v))


@dpex.kernel
def pdist(item: kapi.Item, points, out):
    i = item.get_id(0)
    j = item.get_id(1)
    d = 0.0
    for k in range(points.shape[1]):
        t = points[i, k] - points[j, k]
        d += t * t
    out[i, j] = math.sqrt(d)


@dpex.kernel
def black_scholes(item: kapi.Item, price, strike, time, rate, vol, call, put):
    i = item.get_id(0)
    p = price[i]
    s = strike[i]
    t = time[i]
    a = math.log(p / s)
    b = t * (-rate)
    z = t * vol * vol * 2.0
    c = 0.25 * z
    y = 1.0 / math.sqrt(z)
    d1 = 0.5 + 0.5 * math.erf((a - b + c) * y)
    d2 = 0.5 + 0.5 * math.erf((a - b - c) * y)
    se = math.exp(b) * s
    r = p * d1 - se * d2
    call[i] = r
    put[i] = r - p + se


@dpex.kernel
def group_sum(nd: kapi.NdItem, x, out, memory):
    i = nd.get_global_id(0)
    local = nd.get_local_id(0)
    g = nd.get_group()
    memory[local] = x[i]
    s = 64
    while s > 0:
        kapi.group_barrier(g)
        if local < s:
            memory[local] += memory[local + s]
        s //= 2
    if local == 0:
        out[g.get_group_id(0)] = memory[0]


@dpex.kernel
def histogram(item: kapi.Item, x, counts):
    i = item.get_id(0)
    kapi.AtomicRef(counts, int(x[i] * 256.0)).fetch_add(1)


@dpex.kernel
def mandelbrot(item: kapi.Item, out, w, h):
    i = item.get_id(0)
    j = item.get_id(1)
    cr = -2.0 + 3.0 * j / w
    ci = -1.0 + 2.0 * i / h
    zr = 0.0
    zi = 0.0
    n = 0
    while n < 200 and zr * zr + zi * zi < 4.0:
        t = zr * zr - zi * zi + cr
        zi = 2.0 * zr * zi + ci
        zr = t
        n += 1
    out[i, j] = n


@dpex.kernel
def n_body(item: kapi.Item, bodies, force):
    i = item.get_id(0)
    fx = 0.0
    fy = 0.0
    fz = 0.0
    for j in range(bodies.shape[1]):
        dx = bodies[0, j] - bodies[0, i]
        dy = bodies[1, j] - bodies[1, i]
        dz = bodies[2, j] - bodies[2, i]
        d = dx * dx + dy * dy + dz * dz + 1e-9
        f = bodies[3, j] / (d * math.sqrt(d))
        fx += f * dx
        fy += f * dy
        fz += f * dz
    force[0, i] = fx
    force[1, i] = fy
    force[2, i] = fz


@dpex.kernel
def matmul(nd: kapi.NdItem, a, b, c, tile_a, tile_b):
    i = nd.get_global_id(0)
    j = nd.get_global_id(1)
    li = nd.get_local_id(0)
    lj = nd.get_local_id(1)
    group = nd.get_group()
    s = 0.0
    for t in range(a.shape[1] // 16):
        tile_a[li, lj] = a[i, t * 16 + lj]
        tile_b[li, lj] = b[t * 16 + li, j]
        kapi.group_barrier(group)
        for k in range(16):
            s += tile_a[li, k] * tile_b[k, lj]
        kapi.group_barrier(group)
    c[i, j] = s


@dpex.kernel
def stencil(item: kapi.Item, a, out):
    i = item.get_id(0) + 1
    j = item.get_id(1) + 1
    out[i, j] = 0.25 * (a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1])
