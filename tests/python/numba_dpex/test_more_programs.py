"""More programs as users write them, each compiled for arrays of dpnp, dpctl.tensor and NumPy and compared with the same function as Python."""

# ruff: noqa: B007, B905 (as users write them)

import math
import warnings

import numpy as np
import pytest

import dpctl
import dpctl.tensor as dpt
import dpnp
import numba_dpex as dpex
from numba_dpex import prange

RNG = np.random.default_rng(5)
PROGRAMS = []
TO = {"dpnp": (dpnp.asarray, dpnp.asnumpy), "tensor": (dpt.asarray, dpt.asnumpy), "numpy": (np.array, np.asarray)}
C9 = np.array([[0, 0], [1, 0], [0, 1], [-1, 0], [0, -1], [1, 1], [-1, 1], [-1, -1], [1, -1]])
W9 = np.array([4 / 9] + [1 / 9] * 4 + [1 / 36] * 4)
SOBEL = np.array([[1, 0, -1], [2, 0, -2], [1, 0, -1]])


def program(*args, of=("dpnp", "tensor", "numpy")):
    """Adds a program with its arguments; of: the kinds of its arrays."""

    def add(function):
        PROGRAMS.extend(pytest.param(function, args, kind, id=f"{function.__name__}-{kind}") for kind in of)
        return function

    return add


def definite(n):
    a = RNG.random((n, n))
    return a @ a.T + n * np.eye(n)


@program(RNG.random((12, 12)), 1e-3, 200)
def jacobi(u, tol, most):
    n, m = u.shape
    v = u.copy()
    for it in range(most):
        err = 0.0
        for i in prange(1, n - 1):
            for j in range(1, m - 1):
                v[i, j] = 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1])
                err = max(err, abs(v[i, j] - u[i, j]))
        for i in prange(1, n - 1):
            for j in range(1, m - 1):
                u[i, j] = v[i, j]
        if err < tol:
            break
    return it


@program(RNG.random((60, 2)), 0.15, np.zeros(60, np.int64))
def dbscan_counts(x, eps, count):
    n = x.shape[0]
    for i in prange(n):
        c = 0
        for j in range(n):
            if np.sum((x[i] - x[j]) ** 2) <= eps * eps:
                c += 1
        count[i] = c


@program(RNG.random((60, 2)), 0.2, 3, np.full(60, -1, np.int64))
def dbscan(x, eps, least, label):
    n = x.shape[0]
    near = np.zeros((n, n), dtype=np.bool_)
    for i in range(n):
        for j in range(n):
            near[i, j] = (x[i, 0] - x[j, 0]) ** 2 + (x[i, 1] - x[j, 1]) ** 2 <= eps * eps
    cluster = 0
    stack = np.empty(n * n, dtype=np.int64)
    for i in range(n):
        if label[i] != -1 or near[i].sum() < least:
            continue
        top = 0
        stack[top] = i
        top = 1
        while top > 0:
            top -= 1
            p = stack[top]
            if label[p] != -1:
                continue
            label[p] = cluster
            if near[p].sum() < least:
                continue
            for q in range(n):
                if near[p, q] and label[q] == -1:
                    stack[top] = q
                    top += 1
        cluster += 1
    return cluster


@program(RNG.random((40, 2)), RNG.random((40, 2)), 0.3, 5)
def mean_shift(x, y, h, steps):
    n, d = x.shape
    for s in range(steps):
        for i in prange(n):
            num = np.zeros(2)
            den = 0.0
            for j in range(n):
                diff = y[i] - x[j]
                w = math.exp(-0.5 * (diff @ diff) / (h * h))
                num += w * x[j]
                den += w
            y[i] = num / den


@program(RNG.random((50, 2)), RNG.random((50, 3)), RNG.random((3, 2)), 4)
def fuzzy(x, u, c, steps):
    n, d = x.shape
    k = c.shape[0]
    for s in range(steps):
        for j in prange(k):
            w = 0.0
            a = np.zeros(2)
            for i in range(n):
                um = u[i, j] ** 2
                w += um
                a += um * x[i]
            c[j, :] = a / w
        for i in prange(n):
            inv = 0.0
            for j in range(k):
                inv += 1.0 / (np.linalg.norm(x[i] - c[j]) ** 2 + 1e-12)
            for j in range(k):
                u[i, j] = 1.0 / (np.linalg.norm(x[i] - c[j]) ** 2 + 1e-12) / inv


@program(RNG.normal(size=80), np.array([-1.0, 1.0]), np.array([1.0, 1.0]), np.array([0.5, 0.5]), np.zeros((80, 2)))
def em(x, mu, sigma, pi, r):
    for it in range(10):
        for i in prange(x.size):
            p = pi * np.exp(-0.5 * ((x[i] - mu) / sigma) ** 2) / (sigma * math.sqrt(2 * math.pi))
            r[i] = p / np.sum(p)
        for k in prange(2):
            nk = np.sum(r[:, k])
            mu[k] = np.sum(r[:, k] * x) / nk
            sigma[k] = np.sqrt(np.sum(r[:, k] * (x - mu[k]) ** 2) / nk)
            pi[k] = nk / x.size


@program(RNG.random((30, 3)), RNG.random(30), RNG.random((8, 3)), np.zeros(8), 5)
def knn_regression(x, y, q, out, k):
    for i in prange(q.shape[0]):
        d = np.zeros(x.shape[0])
        for j in range(x.shape[0]):
            d[j] = np.sqrt(np.sum((x[j] - q[i]) ** 2))
        order = np.argsort(d)
        out[i] = np.mean(y[order[:k]])


@program(RNG.random((14, 15)), np.zeros((14, 15)))
def sobel(img, out):
    h, w = img.shape
    for i in prange(1, h - 1):
        for j in prange(1, w - 1):
            gx = 0.0
            gy = 0.0
            for a in range(-1, 2):
                for b in range(-1, 2):
                    gx += SOBEL[a + 1, b + 1] * img[i + a, j + b]
                    gy += SOBEL[b + 1, a + 1] * img[i + a, j + b]
            out[i, j] = math.hypot(gx, gy)


@program(RNG.random((14, 15)), np.zeros((14, 15)))
def dilate(img, out):
    h, w = img.shape
    for i in prange(h):
        for j in range(w):
            out[i, j] = img[max(0, i - 1) : min(h, i + 2), max(0, j - 1) : min(w, j + 2)].max()


@program(RNG.random((14, 15)), np.zeros((14, 15)), 2, 1.5, 0.3)
def bilateral(img, out, r, ss, sr):
    h, w = img.shape
    for i in prange(h):
        for j in range(w):
            acc, norm = 0.0, 0.0
            for y in range(max(0, i - r), min(h, i + r + 1)):
                for x in range(max(0, j - r), min(w, j + r + 1)):
                    g = math.exp(
                        -((y - i) ** 2 + (x - j) ** 2) / (2 * ss**2) - (img[y, x] - img[i, j]) ** 2 / (2 * sr**2)
                    )
                    acc += g * img[y, x]
                    norm += g
            out[i, j] = acc / norm


@program((RNG.random((20, 20)) * 255).astype(np.uint8), np.zeros((20, 20), np.uint8))
def equalize(img, out):
    hist = np.zeros(256, dtype=np.int64)
    for v in img.ravel():
        hist[v] += 1
    cdf = hist.cumsum()
    low = cdf[cdf > 0].min()
    n = img.size
    for i in prange(img.shape[0]):
        for j in range(img.shape[1]):
            out[i, j] = round((cdf[img[i, j]] - low) * 255 / (n - low))


@program((RNG.random((16, 16)) > 0.6).astype(np.int32), 5)
def life(g, steps):
    n, m = g.shape
    for s in range(steps):
        new = np.zeros_like(g)
        for i in prange(n):
            for j in prange(m):
                alive = 0
                for di in (-1, 0, 1):
                    for dj in (-1, 0, 1):
                        if di != 0 or dj != 0:
                            alive += g[(i + di) % n, (j + dj) % m]
                new[i, j] = 1 if alive == 3 or (alive == 2 and g[i, j]) else 0
        g[:] = new


@program(RNG.random((6, 7, 8)), 3, 0.1)
def heat3(u, steps, a):
    n0, n1, n2 = u.shape
    for s in range(steps):
        v = u.copy()
        for i in prange(1, n0 - 1):
            for j in prange(1, n1 - 1):
                for k in prange(1, n2 - 1):
                    u[i, j, k] = v[i, j, k] + a * (
                        v[i - 1, j, k]
                        + v[i + 1, j, k]
                        + v[i, j - 1, k]
                        + v[i, j + 1, k]
                        + v[i, j, k - 1]
                        + v[i, j, k + 1]
                        - 6 * v[i, j, k]
                    )


@program(RNG.random((9, 8, 8)) + 0.5, 4, 1.2)
def lattice(f, steps, omega):
    _, nx, ny = f.shape
    g = np.zeros(f.shape)
    for s in range(steps):
        for x in prange(nx):
            for y in prange(ny):
                rho = f[:, x, y].sum()
                ux = 0.0
                uy = 0.0
                for q in range(9):
                    ux += C9[q, 0] * f[q, x, y]
                    uy += C9[q, 1] * f[q, x, y]
                ux /= rho
                uy /= rho
                uu = 1.5 * (ux * ux + uy * uy)
                for q in range(9):
                    cu = 3 * (C9[q, 0] * ux + C9[q, 1] * uy)
                    eq = W9[q] * rho * (1 + cu + 0.5 * cu * cu - uu)
                    g[q, (x + C9[q, 0]) % nx, (y + C9[q, 1]) % ny] = f[q, x, y] * (1 - omega) + omega * eq
        f[...] = g


@program(np.where(RNG.random((10, 10)) > 0.5, 1, -1), RNG.random((6, 10, 10)), 0.5)
def ising(s, r, beta):
    n, m = s.shape
    for sweep in range(r.shape[0]):
        for colour in range(2):
            for i in prange(n):
                for j in range((i + colour) % 2, m, 2):
                    nb = s[(i - 1) % n, j] + s[(i + 1) % n, j] + s[i, (j - 1) % m] + s[i, (j + 1) % m]
                    de = 2 * s[i, j] * nb
                    if de <= 0 or r[sweep, i, j] < math.exp(-beta * de):
                        s[i, j] *= -1
    return s.sum()


@program(RNG.integers(0, 4, 30), RNG.integers(0, 4, 25))
def levenshtein(a, b):
    prev = np.arange(b.size + 1)
    for i in range(a.size):
        cur = np.empty(b.size + 1, dtype=np.int64)
        cur[0] = i + 1
        for j in range(b.size):
            cost = 0 if a[i] == b[j] else 1
            cur[j + 1] = min(prev[j + 1] + 1, cur[j] + 1, prev[j] + cost)
        prev = cur
    return prev[-1]


@program(RNG.integers(0, 4, 30), RNG.integers(0, 4, 25))
def lcs(a, b):
    n, m = len(a), len(b)
    t = np.zeros((n + 1, m + 1), dtype=np.int32)
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            if a[i - 1] == b[j - 1]:
                t[i, j] = t[i - 1, j - 1] + 1
            else:
                t[i, j] = max(t[i - 1, j], t[i, j - 1])
    return t[n, m]


@program(RNG.random((12, 12)))
def floyd(d):
    n = len(d)
    for k in range(n):
        for i in prange(n):
            for j in range(n):
                if d[i, k] + d[k, j] < d[i, j]:
                    d[i, j] = d[i, k] + d[k, j]


@program(definite(6), np.zeros((6, 6)))
def cholesky(a, l):
    n = a.shape[0]
    for j in range(n):
        l[j, j] = np.sqrt(a[j, j] - np.sum(l[j, :j] ** 2))
        for i in prange(j + 1, n):
            l[i, j] = (a[i, j] - np.sum(l[i, :j] * l[j, :j])) / l[j, j]


@program(definite(6), np.eye(6))
def lu(a, l):
    n = len(a)
    for k in range(n - 1):
        for i in prange(k + 1, n):
            l[i, k] = a[i, k] / a[k, k]
            a[i, k:] -= l[i, k] * a[k, k:]


@program(definite(8), RNG.random(8), np.zeros(8))
def cg(a, b, x):
    r = b - a @ x
    p = r.copy()
    rs = r @ r
    k = 0
    while np.sqrt(rs) > 1e-12 and k < 50:
        ap = a @ p
        alpha = rs / np.dot(p, ap)
        x += alpha * p
        r -= alpha * ap
        new = np.dot(r, r)
        p = r + (new / rs) * p
        rs = new
        k += 1
    return float(np.sqrt(rs)) < 1e-12


@program(RNG.random((10, 3)), np.zeros((10, 3)), RNG.random(10), 5, 1e-3)
def nbody(pos, vel, mass, steps, dt):
    n = pos.shape[0]
    for s in range(steps):
        for i in prange(n):
            acc = np.zeros(3)
            for j in range(n):
                if i != j:
                    d = pos[j] - pos[i]
                    r2 = np.dot(d, d) + 0.01
                    acc += mass[j] * d / (r2 * np.sqrt(r2))
            vel[i] += dt * acc
        for i in prange(n):
            pos[i] += dt * vel[i]


@program(RNG.random(40), np.zeros(40), 3)
def rolling(x, out, w):
    n = x.size
    for i in prange(n):
        lo, hi = max(0, i - w), min(n, i + w + 1)
        out[i] = x[lo:hi].mean() + x[lo:hi].std()


@program(RNG.random(40), np.zeros(40), 3)
def rolling_median(x, out, w):
    n = x.size
    for i in prange(w, n - w):
        out[i] = np.median(x[i - w : i + w + 1])


@program(RNG.random(16) + 0j, np.zeros(16, complex))
def dft(x, y):
    n = x.shape[0]
    for k in prange(n):
        s = 0j
        for t in range(n):
            s += x[t] * np.exp(-2j * np.pi * k * t / n)
        y[k] = s


@program(np.zeros((20, 20), np.int32), -0.8 + 0.156j)
def julia(out, c):
    for i in prange(out.shape[0]):
        for j in prange(out.shape[1]):
            z = complex(-1.5 + 3 * j / 19, -1.5 + 3 * i / 19)
            n = 0
            while abs(z) <= 2 and n < 50:
                z = z * z + c
                n += 1
            out[i, j] = n


@program(np.array([0, 2, 3, 5, 7, 8]), RNG.integers(0, 5, 8), RNG.random(8), RNG.random(5), np.zeros(5))
def csr(ptr, idx, val, x, y):
    for i in prange(ptr.size - 1):
        t = 0.0
        for k in range(ptr[i], ptr[i + 1]):
            t += val[k] * x[idx[k]]
        y[i] = t


@program((RNG.random((8, 8)) > 0.5).astype(float) + np.eye(8), 0.85, 30, of=["numpy"])
def pagerank(a, d, steps):
    n = a.shape[0]
    m = a / a.sum(axis=0)
    r = np.ones(n) / n
    for s in range(steps):
        r = (1 - d) / n + d * (m @ r)
    return r


@program(RNG.random((10, 4)), np.zeros((10, 4)))
def softmax(x, out):
    for i in prange(x.shape[0]):
        e = np.exp(x[i] - x[i].max())
        out[i] = e / e.sum()


@program(RNG.random((10, 3)), RNG.random((10, 3)), definite(3), np.zeros((10, 10)))
def mahalanobis(x, y, vi, out):
    for i in prange(x.shape[0]):
        for j in prange(y.shape[0]):
            d = x[i] - y[j]
            out[i, j] = np.sqrt(d @ vi @ d)


@program(RNG.random((30, 3)), (RNG.random(30) > 0.5).astype(float), np.zeros(3), 20, 0.5)
def logistic(x, y, w, steps, rate):
    for s in range(steps):
        p = 1 / (1 + np.exp(-(x @ w)))
        w -= rate * (x.T @ (p - y)) / len(y)
    return w


@program(RNG.random((20, 2)), RNG.random((20, 2)), np.zeros(20))
def haversine(a, b, out):
    for i in prange(len(a)):
        lat1, lon1 = a[i]
        lat2, lon2 = b[i]
        h = np.sin((lat2 - lat1) / 2) ** 2 + np.cos(lat1) * np.cos(lat2) * np.sin((lon2 - lon1) / 2) ** 2
        out[i] = 2 * 6371 * np.arcsin(np.sqrt(h))


@program(RNG.integers(0, 256, 50).astype(np.uint8))
def crc32(data):
    crc = 0xFFFFFFFF
    for b in data:
        crc ^= int(b)
        for k in range(8):
            crc = (crc >> 1) ^ (0xEDB88320 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


@program(np.arange(1, 9).astype(np.uint64), np.zeros((8, 10), np.uint64))
def xorshift(seed, out):
    for i in prange(seed.size):
        s = seed[i]
        for k in range(out.shape[1]):
            s ^= s << np.uint64(13)
            s ^= s >> np.uint64(7)
            s ^= s << np.uint64(17)
            out[i, k] = s


@program(RNG.random((7, 9)), np.zeros((13, 14)))
def bilinear(img, out):
    h, w = img.shape
    H, W = out.shape
    for i in prange(H):
        for j in prange(W):
            y = i * (h - 1) / (H - 1)
            x = j * (w - 1) / (W - 1)
            y0 = min(int(y), h - 2)
            x0 = min(int(x), w - 2)
            fy, fx = y - y0, x - x0
            out[i, j] = (1 - fy) * ((1 - fx) * img[y0, x0] + fx * img[y0, x0 + 1]) + fy * (
                (1 - fx) * img[y0 + 1, x0] + fx * img[y0 + 1, x0 + 1]
            )


@program(np.sort(RNG.random(12)), RNG.random(12), RNG.random(20), np.zeros(20))
def interpolate(xp, fp, x, out):
    for i in prange(x.size):
        if x[i] <= xp[0]:
            out[i] = fp[0]
        elif x[i] >= xp[-1]:
            out[i] = fp[-1]
        else:
            k = np.searchsorted(xp, x[i])
            t = (x[i] - xp[k - 1]) / (xp[k] - xp[k - 1])
            out[i] = fp[k - 1] * (1 - t) + fp[k] * t


@program((RNG.random((10, 10)) > 0.4).astype(np.int64), of=["numpy"])
def components(img):
    h, w = img.shape
    lab = np.arange(1, h * w + 1).reshape(h, w) * img
    changed = True
    while changed:
        changed = False
        for i in range(h):
            for j in range(w):
                if lab[i, j]:
                    m = lab[i, j]
                    for di, dj in ((-1, 0), (1, 0), (0, -1), (0, 1)):
                        a, b = i + di, j + dj
                        if 0 <= a < h and 0 <= b < w and lab[a, b] and lab[a, b] < m:
                            m = lab[a, b]
                    if m < lab[i, j]:
                        lab[i, j] = m
                        changed = True
    return len(np.unique(lab[lab > 0]))


@program(RNG.random((5, 7)), RNG.random((5, 7)) + 4, RNG.random((5, 7)), RNG.random((5, 7)), np.zeros((5, 7)))
def thomas(a, b, c, d, x):
    n = b.shape[1]
    for s in prange(b.shape[0]):
        cp = np.zeros(n)
        dp = np.zeros(n)
        cp[0] = c[s, 0] / b[s, 0]
        dp[0] = d[s, 0] / b[s, 0]
        for i in range(1, n):
            m = b[s, i] - a[s, i] * cp[i - 1]
            cp[i] = c[s, i] / m
            dp[i] = (d[s, i] - a[s, i] * dp[i - 1]) / m
        x[s, n - 1] = dp[n - 1]
        for i in range(n - 2, -1, -1):
            x[s, i] = dp[i] - cp[i] * x[s, i + 1]


@program(np.array([1.0, 2.0, 3.0]), RNG.random(10), np.zeros(10))
def horner(p, x, out):
    for i in prange(len(x)):
        v = 0.0
        for c in p[::-1]:
            v = v * x[i] + c
        out[i] = v


@program(RNG.random(33))
def bitonic_like(x):
    n = x.size
    for k in range(n):
        for i in prange(n // 2):
            a = 2 * i + k % 2
            if a + 1 < n and x[a] > x[a + 1]:
                x[a], x[a + 1] = x[a + 1], x[a]


@program(RNG.random((9, 6)), np.zeros((9, 6)), np.zeros(6))
def standardize(x, out, means):
    for j in prange(x.shape[1]):
        col = x[:, j]
        m, s = col.mean(), col.std()
        means[j] = m
        out[:, j] = (col - m) / s


@program(RNG.random((20, 3)))
def covariance(x):
    n, d = x.shape
    c = np.zeros((d, d))
    mu = x.sum(axis=0) / n
    for i in prange(d):
        for j in range(d):
            c[i, j] = np.dot(x[:, i] - mu[i], x[:, j] - mu[j]) / (n - 1)
    return c


@program(RNG.random(50), 0.1)
def ema(x, a):
    out = np.empty_like(x)
    out[0] = x[0]
    for i in range(1, len(x)):
        out[i] = a * x[i] + (1 - a) * out[i - 1]
    return out


@program(20)
def sieve(n):
    flags = np.ones(n + 1, dtype=np.bool_)
    flags[:2] = False
    for i in range(2, int(n**0.5) + 1):
        if flags[i]:
            flags[i * i :: i] = False
    return flags.sum()


@program(RNG.random(10), RNG.integers(1, 10, 10), 20)
def knapsack(v, w, cap):
    best = np.zeros(cap + 1)
    for i in range(len(v)):
        for c in range(cap, w[i] - 1, -1):
            best[c] = max(best[c], best[c - w[i]] + v[i])
    return best[cap]


@program(RNG.random((8, 8)), RNG.random((8, 8)), np.zeros((8, 8)), 4)
def tiled(a, b, c, t):
    n = a.shape[0]
    for ii in prange(0, n, t):
        for jj in range(0, n, t):
            for kk in range(0, n, t):
                c[ii : ii + t, jj : jj + t] += a[ii : ii + t, kk : kk + t] @ b[kk : kk + t, jj : jj + t]


@program(RNG.random((10, 2)), RNG.random((7, 2)))
def hausdorff(a, b):
    worst = 0.0
    for i in prange(a.shape[0]):
        best = np.inf
        for j in range(b.shape[0]):
            best = min(best, np.hypot(a[i, 0] - b[j, 0], a[i, 1] - b[j, 1]))
        worst = max(worst, best)
    return worst


@program(RNG.random((6, 5, 3)), np.zeros((6, 5)))
def gray(img, out):
    weights = np.array([0.299, 0.587, 0.114])
    for i in prange(img.shape[0]):
        for j in prange(img.shape[1]):
            out[i, j] = np.dot(img[i, j], weights)


@program(RNG.random((9, 9)), np.zeros((9, 9)), RNG.random((3, 3)))
def convolve(img, out, ker):
    for i in prange(1, img.shape[0] - 1):
        for j in range(1, img.shape[1] - 1):
            out[i, j] = np.sum(img[i - 1 : i + 2, j - 1 : j + 2] * ker[::-1, ::-1])


@program(np.zeros((4, 4)), RNG.random((4, 3)))
def corr(out, x):
    for i in prange(4):
        for j in range(i + 1):
            a = x[i] - np.mean(x[i])
            b = x[j] - np.mean(x[j])
            r = np.sum(a * b) / np.sqrt(np.sum(a**2) * np.sum(b**2))
            out[i, j] = out[j, i] = r


@program(RNG.random((12, 2)))
def closest(p):
    best = np.inf
    where = (0, 0)
    for i in range(len(p)):
        for j in range(i + 1, len(p)):
            d = math.dist((p[i, 0], p[i, 1]), (p[j, 0], p[j, 1]))
            if d < best:
                best, where = d, (i, j)
    return where


@program(RNG.random(64), np.zeros(64))
def haar(x, y):
    n = x.size
    y[:] = x
    while n > 1:
        half = n // 2
        t = y[:n].copy()
        for i in prange(half):
            y[i] = (t[2 * i] + t[2 * i + 1]) / np.sqrt(2)
            y[half + i] = (t[2 * i] - t[2 * i + 1]) / np.sqrt(2)
        n = half


@program(RNG.random((5, 4)), RNG.random((6, 4)), np.zeros((5, 6)))
def cosine(a, b, out):
    for i in prange(a.shape[0]):
        for j in prange(b.shape[0]):
            out[i, j] = 1 - a[i] @ b[j] / (np.linalg.norm(a[i]) * np.linalg.norm(b[j]))


@program(np.array([3, 1, 4, 1, 5, 9, 2, 6]), np.zeros(8, np.int64))
def ranks(x, out):
    for i in prange(x.size):
        out[i] = np.sum(x < x[i]) + np.sum(x[:i] == x[i])


@program(RNG.random((5, 3, 3)), np.zeros((5, 3)), RNG.random((5, 3)))
def batched(a, x, b):
    for i in prange(a.shape[0]):
        x[i] = np.linalg.solve(a[i] + 3 * np.eye(3), b[i])


@program(RNG.random(30), RNG.random(30), np.zeros(2))
def regression(x, y, out):
    sx = sy = sxx = sxy = 0.0
    for i in prange(x.size):
        sx += x[i]
        sy += y[i]
        sxx += x[i] * x[i]
        sxy += x[i] * y[i]
    n = x.size
    out[0] = (n * sxy - sx * sy) / (n * sxx - sx**2)
    out[1] = (sy - out[0] * sx) / n


@program(RNG.random((3, 20)), np.zeros((3, 20)))
def drawdown(p, out):
    for i in prange(p.shape[0]):
        top = p[i, 0]
        for t in range(p.shape[1]):
            top = max(top, p[i, t])
            out[i, t] = p[i, t] / top - 1


@program(RNG.random(25), np.zeros(25))
def scan_pairs(x, y):
    for i, v in enumerate(x):
        y[i] = v * i
    for i, (a, b) in enumerate(zip(x[:-1], x[1:])):
        y[i] += a - b
    return sum(y)


@program(RNG.random((5, 5)), 7, of=["numpy"])
def power(a, n):
    r = np.eye(a.shape[0])
    while n > 0:
        if n % 2 == 1:
            r = r @ a
        a = a @ a
        n //= 2
    return r


@program(RNG.random((6, 4)), np.zeros((6, 4)))
def gram_schmidt_rows(v, q):
    for i in range(4):
        w = v[i].copy()
        for j in range(i):
            w -= np.dot(q[j], v[i]) * q[j]
        q[i] = w / np.linalg.norm(w)


@program(RNG.random((5, 12)), np.zeros((5, 4)), np.array([0, 3, 6, 9]))
def pooled(x, out, starts):
    for i in prange(5):
        for k in range(len(starts)):
            s = starts[k]
            out[i, k] = np.max(x[i, s : s + 3])


@program(RNG.random((8, 3)), np.zeros((8, 8), np.bool_))
def adjacency(p, out):
    for i in prange(8):
        for j in range(8):
            out[i, j] = i != j and bool(np.all(np.abs(p[i] - p[j]) < 0.5))


@program(np.array([0.3, 0.5, 0.2]), RNG.random(40), np.zeros(40, np.int64))
def sample(p, u, out):
    cdf = np.cumsum(p)
    for i in prange(u.size):
        k = 0
        while k < cdf.size - 1 and u[i] > cdf[k]:
            k += 1
        out[i] = k


@program(RNG.random((4, 4)))
def determinant(a):
    m = a.copy()
    n = m.shape[0]
    det = 1.0
    for k in range(n):
        p = k + np.argmax(np.abs(m[k:, k]))
        if p != k:
            t = m[k].copy()
            m[k] = m[p]
            m[p] = t
            det = -det
        det *= m[k, k]
        for i in range(k + 1, n):
            m[i, k:] -= m[i, k] / m[k, k] * m[k, k:]
    return det


@program(RNG.random(20), RNG.random(20))
def spearman(x, y):
    n = len(x)
    rx = np.argsort(np.argsort(x))
    ry = np.argsort(np.argsort(y))
    d = rx - ry
    return 1 - 6 * np.sum(d * d) / (n * (n**2 - 1))


@program(RNG.integers(0, 5, (20, 3)) / 4, np.zeros(20))
def medians_of_three(x, y):
    for i in prange(x.shape[0]):
        low, middle, high = sorted((x[i, 0], x[i, 1], x[i, 2]))
        first = sorted((x[i, 0], 2 * x[i, 1]), reverse=True)[0]
        y[i] = middle + 10 * low + 100 * high + 1000 * first


@program(RNG.random((20, 7)), np.zeros(20))
def order_of_rows(x, y):
    for i in prange(x.shape[0]):
        up, down = sorted(x[i]), sorted(x[i, 1:], reverse=True)
        total = 0.0
        for v in up:
            total = total * 2 + v
        y[i] = total + len(up) + up[-1] - 3 * down[0] + down[5]


@program(RNG.random((20, 3)), np.zeros(20))
def stacks_of_rows(x, y):
    for i in prange(x.shape[0]):
        rows, columns = np.stack((x[i], x[0] * 2)), np.stack((x[i], x[1]), axis=1)
        y[i] = rows[1, 2] + 3 * rows[0, 1] + 5 * columns[2, 1] + 7 * columns[0, 0] + rows.sum()


@program(RNG.random((20, 3)), np.zeros(20))
def products_of_rows(x, y):
    for i in prange(x.shape[0]):
        k = np.kron(x[i], x[0, 1:] * 2)
        y[i] = k[4] + 3 * k[1] + k.sum() + k.size


def as_numpy(value, back):
    if isinstance(value, tuple):
        return np.array([as_numpy(v, back) for v in value])
    return np.asarray(back(value) if isinstance(value, (dpt.usm_ndarray, dpnp.ndarray)) else value)


@pytest.mark.parametrize(("function", "args", "kind"), PROGRAMS)
def test_programs(function, args, kind, device):
    to, back = TO[kind]
    expected = [a.copy() if isinstance(a, np.ndarray) else a for a in args]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        result = function(*expected)
    where = {} if kind == "numpy" else {"device": device}
    given = [to(a.copy(), **where) if isinstance(a, np.ndarray) else a for a in args]
    with dpctl.device_context(device):  # where NumPy's arrays are computed
        found = dpex.dpjit(function)(*given)
    for g, e in zip(given, expected):
        if isinstance(e, np.ndarray):
            np.testing.assert_allclose(back(g), e, rtol=1e-10, atol=1e-13)
    if result is not None:
        np.testing.assert_allclose(as_numpy(found, back), as_numpy(result, back), rtol=1e-10, atol=1e-13)


def stacks_of_parts(x, y, n):
    for i in prange(x.shape[0]):
        y[i] = np.stack((x[i], x[0, :n]))[1, 1]


def test_stack_of_different_shapes_is_a_value_error(device):
    x, y = dpnp.ones((4, 3), device=device), dpnp.zeros(4, device=device)
    with pytest.raises(ValueError, match="must have the same shape"):
        dpex.dpjit(stacks_of_parts)(x, y, 2)


def test_stack_in_a_kernel(device):
    def stacked(item, x, y):
        i = item.get_id(0)
        y[i] = np.stack((x[i], x[0]))[1, 1] + sorted((x[i, 0], x[i, 2]))[0]

    x = RNG.random((4, 3))
    y = dpnp.zeros(4, device=device)
    dpex.call_kernel(dpex.kernel(stacked), dpex.Range(4), dpnp.asarray(x, device=device), y)
    np.testing.assert_array_equal(dpnp.asnumpy(y), x[0, 1] + np.minimum(x[:, 0], x[:, 2]))
