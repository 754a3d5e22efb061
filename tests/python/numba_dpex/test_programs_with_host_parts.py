"""Programs whose prange loops stand among Python's own statements: containers, exceptions, closures, NumPy's functions of whole arrays."""

# ruff: noqa: B007, B023, B905, C417, E501, E701, E702, E731, E741, F841, RUF005, SIM223 (as users write them)

import cmath
import math

import numpy as np
import pytest
from program_helpers import check_program

from numba_dpex import prange

RNG = np.random.default_rng(5)
PROGRAMS = []


def program(*args):
    """Adds a program with its arguments."""

    def add(function):
        PROGRAMS.append(pytest.param(function, args, id=function.__name__))
        return function

    return add


@program(RNG.random((6, 7, 8)), np.zeros((6, 7, 8)))
def stencil27(u, v):
    for i, j, k in ((0, 0, 0),):
        v[i, j, k] = 1
    for i in prange(1, u.shape[0] - 1):
        for j in range(1, u.shape[1] - 1):
            for k in range(1, u.shape[2] - 1):
                s = 0.0
                for di in (-1, 0, 1):
                    for dj in (-1, 0, 1):
                        for dk in (-1, 0, 1):
                            s += u[i + di, j + dj, k + dk] / (1 + abs(di) + abs(dj) + abs(dk))
                v[i, j, k] = s
    return v.copy()


@program(RNG.random((5, 6)))
def host_mix(x):
    d = {"a": 0.0}
    names = []
    for k in range(3):
        s = 0.0
        for i in prange(x.shape[0]):
            s += x[i, k] * x[i, ::-1][k]
        d["a"] += s
        names.append(f"{k}")
    try:
        t = d["b"]
    except KeyError:
        t = -1.0
    with np.errstate(all="ignore"):
        u = np.sqrt(x.sum(axis=0))
    return d["a"], t, u, len(names), [float(v) for v in u][0]


@program(RNG.random(30), RNG.random(30) > 0.5)
def bools(x, m):
    c = 0
    r = np.zeros_like(m)
    for i in prange(x.size):
        r[i] = m[i] and not x[i] > 0.5 or x[i] < 0.1
        c += int(m[i] ^ r[i])
    return r, c, m.sum(), (~m & r).any()


@program(RNG.random((8, 8)))
def power_and_deflate(a):
    a = (a + a.T) / 2
    n = a.shape[0]
    vals = np.zeros(3)
    for k in range(3):
        v = np.ones(n)
        lam = 0.0
        for _ in range(200):
            w = np.zeros(n)
            for i in prange(n):
                for j in range(n):
                    w[i] += a[i, j] * v[j]
            lam = np.sqrt((w * w).sum())
            v = w / lam
        vals[k] = v @ (a @ v)
        a = a - vals[k] * np.outer(v, v)
    return vals


@program(RNG.random((40, 4)), RNG.integers(0, 3, 40))
def naive_bayes(x, y):
    k = 3
    mu = np.zeros((k, 4))
    va = np.zeros((k, 4))
    pr = np.zeros(k)
    for c in prange(k):
        n = 0
        for i in range(len(y)):
            if y[i] == c:
                n += 1
                mu[c] += x[i]
        mu[c] /= n
        pr[c] = n / len(y)
        for i in range(len(y)):
            if y[i] == c:
                va[c] += (x[i] - mu[c]) ** 2
        va[c] = va[c] / n + 1e-9
    out = np.empty(len(y), np.int32)
    for i in prange(len(y)):
        score = np.empty(k)
        for c in range(k):
            score[c] = (
                math.log(pr[c]) - 0.5 * np.sum(np.log(2 * np.pi * va[c])) - 0.5 * np.sum((x[i] - mu[c]) ** 2 / va[c])
            )
        out[i] = np.argmax(score)
    return out, (out == y).mean()


@program(RNG.random((20, 3)), RNG.random(20))
def decision_stump(x, y):
    best = np.full(x.shape[1], np.inf)
    thr = np.zeros(x.shape[1])
    for f in prange(x.shape[1]):
        order = np.argsort(x[:, f])
        for s in range(1, x.shape[0]):
            left = y[order[:s]]
            right = y[order[s:]]
            e = ((left - left.mean()) ** 2).sum() + ((right - right.mean()) ** 2).sum()
            if e < best[f]:
                best[f] = e
                thr[f] = 0.5 * (x[order[s - 1], f] + x[order[s], f])
    return best, thr


@program(np.arange(24.0).reshape(4, 6))
def rot90s(x):
    out = np.zeros((6, 4))
    for i in prange(6):
        out[i, :] = x[::-1, i]
    flip = np.empty_like(x)
    for i in prange(4):
        flip[i] = x[i, ::-1]
        flip[i, 1::2] *= -1
    return out, flip


@program(RNG.random(64) + 1j * RNG.random(64))
def spectrum(z):
    n = z.size
    p = np.zeros(n)
    ph = np.zeros(n)
    for k in prange(n):
        acc = 0j
        for t in range(n):
            acc += z[t] * complex(math.cos(2 * math.pi * k * t / n), -math.sin(2 * math.pi * k * t / n))
        p[k] = acc.real**2 + acc.imag**2
        ph[k] = cmath.phase(acc)
        z[k] = z[k].conjugate() if False else z[k]
    return p, ph, np.abs(z).max()


@program(RNG.integers(0, 1000, 50), RNG.integers(0, 1000, 20))
def searches(a, q):
    a = np.sort(a)
    out = np.zeros(q.size, np.int64)
    near = np.zeros(q.size, a.dtype)
    for i in prange(q.size):
        out[i] = np.searchsorted(a, q[i])
        k = min(max(out[i], 1), a.size - 1)
        near[i] = a[k] if abs(a[k] - q[i]) < abs(a[k - 1] - q[i]) else a[k - 1]
    return out, near


@program(10)
def pascal(n):
    t = np.zeros((n, n), np.int64)
    for i in range(n):
        t[i, 0] = t[i, i] = 1
        for j in prange(1, i):
            t[i, j] = t[i - 1, j - 1] + t[i - 1, j]
    return t, t[n - 1].sum()


@program(RNG.random((30, 2)), 3)
def agglomerate(p, k):
    n = p.shape[0]
    lab = np.arange(n)
    d = np.zeros((n, n))
    left = n
    for i in prange(n):
        for j in range(n):
            d[i, j] = np.hypot(p[i, 0] - p[j, 0], p[i, 1] - p[j, 1])
    while left > k:
        bi, bj, best = 0, 0, np.inf
        for i in range(n):
            for j in range(i + 1, n):
                if lab[i] != lab[j] and d[i, j] < best:
                    bi, bj, best = i, j, d[i, j]
        old, new = lab[bj], lab[bi]
        for i in prange(n):
            if lab[i] == old:
                lab[i] = new
        left -= 1
    return lab


@program(RNG.random((7, 5)))
def enumerates(x):
    out = np.zeros(7)
    for i in prange(7):
        for j, v in enumerate(x[i]):
            out[i] += j * v
        for a, b in zip(x[i], reversed(range(5))):
            out[i] -= a * b
        lo, *rest, hi = x[i, 0], x[i, 1], x[i, 2], x[i, 3]
        out[i] += lo - hi + sum(rest)
    return out


@program(RNG.random(10), 0.25)
def closures_and_defaults(x, a):
    def inner(v, w=2.0, *, k=1):
        return v * w + k

    g = lambda v: inner(v, k=3)
    out = np.empty_like(x)
    for i in prange(x.size):
        out[i] = inner(x[i]) + g(x[i]) * a + inner(x[i], w=1)
    return out


@program(RNG.random((12, 12)))
def conway_pad(x):
    g = (x > 0.6).astype(np.int32)
    for _ in range(3):
        n = np.zeros_like(g)
        p = np.pad(g, 1)
        for i in prange(g.shape[0]):
            for j in range(g.shape[1]):
                n[i, j] = p[i : i + 3, j : j + 3].sum() - g[i, j]
        g = np.where((n == 3) | ((g == 1) & (n == 2)), 1, 0).astype(np.int32)
    return g


@program(RNG.random(40))
def running(x):
    best = -np.inf
    arg = -1
    cnt = 0
    for i in prange(x.size):
        best = max(best, x[i])
        if x[i] > 0.5:
            cnt += 1
    for i in range(x.size):
        if x[i] == best:
            arg = i
    m = x.mean()
    sk = 0.0
    ku = 0.0
    for i in prange(x.size):
        z = (x[i] - m) / x.std()
        sk += z**3
        ku += z**4
    return best, arg, cnt, sk / x.size, ku / x.size - 3


@pytest.mark.parametrize("kind", ["dpnp", "numpy"])
@pytest.mark.parametrize(("function", "args"), PROGRAMS)
def test_programs(function, args, kind, device):
    check_program(function, args, kind, device)
