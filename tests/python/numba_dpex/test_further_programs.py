"""Programs as users write them: clusters, images, stencils, ensembles, small linear algebra, sorting, dynamic programming, signals, geometry,
layers of networks; each compiled and compared with the same function as Python."""

# ruff: noqa: B007, B905, C419, E741, F841, RUF005, SIM102, SIM108 (as users write them)

import cmath
import math

import numpy as np
import pytest
from program_helpers import check_values, host_values

import dpctl
import dpnp
import numba_dpex as dpex
from numba_dpex import prange

RNG = np.random.default_rng(7)
PROGRAMS = []


def program(*args):
    """Adds a program with its arguments."""

    def add(function):
        PROGRAMS.append(pytest.param(function, args, id=function.__name__))
        return function

    return add


PTS, IMG, V, IV = RNG.random((40, 2)), RNG.random((14, 17)), RNG.random(50), RNG.integers(0, 100, 40)
KER = np.array([[1.0, 2, 1], [2, 4, 2], [1, 2, 1]]) / 16
OFF = ((-1, 0), (1, 0), (0, -1), (0, 1))
ALPHA, SCALE = 0.3, np.float64(2.0)


@program(PTS.copy(), np.array([0, 5, 10]), np.zeros(40, "i8"), 5)
def kmedoids(x, med, lab, rounds):
    n, k = x.shape[0], med.shape[0]
    for _ in range(rounds):
        for i in prange(n):
            best = math.inf
            for c in range(k):
                d = 0.0
                for j in range(x.shape[1]):
                    d += abs(x[i, j] - x[med[c], j])
                if d < best:
                    best = d
                    lab[i] = c
        for c in range(k):
            bestc = math.inf
            bi = -1
            for i in range(n):
                if lab[i] != c:
                    continue
                s = 0.0
                for j in range(n):
                    if lab[j] == c:
                        s += abs(x[i, 0] - x[j, 0]) + abs(x[i, 1] - x[j, 1])
                if s < bestc:
                    bestc = s
                    bi = i
            if bi >= 0:
                med[c] = bi
    return med.sum()


@program(PTS.copy(), (IV % 3).copy())
def silhouette(x, lab):
    n = x.shape[0]
    s = np.zeros(n)
    for i in prange(n):
        sums = np.zeros(3)
        cnt = np.zeros(3)
        for j in range(n):
            if i != j:
                d = math.sqrt((x[i, 0] - x[j, 0]) ** 2 + (x[i, 1] - x[j, 1]) ** 2)
                sums[lab[j]] += d
                cnt[lab[j]] += 1
        a = sums[lab[i]] / max(cnt[lab[i]], 1)
        b = min([sums[c] / cnt[c] if cnt[c] > 0 else math.inf for c in range(3) if c != lab[i]])
        s[i] = (b - a) / max(a, b)
    return s.mean()


@program(PTS[:12].copy())
def single_linkage(x):
    n = x.shape[0]
    lab = np.arange(n)
    d = np.empty((n, n))
    for i in prange(n):
        for j in range(n):
            d[i, j] = np.sqrt(np.sum((x[i] - x[j]) ** 2)) if i != j else np.inf
    for _ in range(n - 3):
        bi, bj, best = -1, -1, np.inf
        for i in range(n):
            for j in range(i + 1, n):
                if lab[i] != lab[j] and d[i, j] < best:
                    best = d[i, j]
                    bi, bj = i, j
        a, b = lab[bi], lab[bj]
        for i in range(n):
            if lab[i] == b:
                lab[i] = a
    return lab


@program(PTS.copy(), 0.2, np.zeros(40, "i8"))
def radius_neighbours(x, r, out):
    for i in prange(len(x)):
        c = 0
        for p in range(len(x)):
            dx, dy = x[i] - x[p]
            c += dx * dx + dy * dy < r * r
        out[i] = c - 1
    return out.max(), out.sum()


@program(IMG.copy(), np.zeros((14, 17), "i8"))
def local_binary_pattern(img, out):
    h, w = img.shape
    for y in prange(1, h - 1):
        for x in prange(1, w - 1):
            code = 0
            bit = 1
            for dy in (-1, 0, 1):
                for dx in (-1, 0, 1):
                    if dx == 0 and dy == 0:
                        continue
                    if img[y + dy, x + dx] >= img[y, x]:
                        code |= bit
                    bit <<= 1
            out[y, x] = code


@program(IMG.copy(), np.zeros((14, 17)))
def unsharp(img, out):
    h, w = img.shape
    for y in prange(h):
        for x in range(w):
            s = 0.0
            for a in range(-1, 2):
                for b in range(-1, 2):
                    s += KER[a + 1, b + 1] * img[min(max(y + a, 0), h - 1), min(max(x + b, 0), w - 1)]
            out[y, x] = np.clip(img[y, x] + SCALE * (img[y, x] - s), 0.0, 1.0)


@program(IMG.copy(), np.zeros((15, 18)))
def integral_image(img, out):
    h, w = img.shape
    for y in prange(h):
        run = 0.0
        for x in range(w):
            run += img[y, x]
            out[y + 1, x + 1] = run
    for x in prange(1, w + 1):
        for y in range(1, h + 1):
            out[y, x] += out[y - 1, x]
    return out[5, 6] - out[2, 6] - out[5, 1] + out[2, 1]


@program((IMG > 0.55).astype("i8"))
def union_find(img):
    h, w = img.shape
    parent = np.arange(h * w)
    for y in range(h):
        for x in range(w):
            if not img[y, x]:
                continue
            for dy, dx in ((0, 1), (1, 0)):
                ny, nx = y + dy, x + dx
                if ny < h and nx < w and img[ny, nx]:
                    a = y * w + x
                    b = ny * w + nx
                    while parent[a] != a:
                        a = parent[a]
                    while parent[b] != b:
                        b = parent[b]
                    if a != b:
                        parent[max(a, b)] = min(a, b)
    n = 0
    for i in range(h * w):
        if parent[i] == i and img[i // w, i % w]:
            n += 1
    return n


@program((IMG > 0.8).astype("i8"), np.zeros((18, 40), "i8"))
def hough(img, acc):
    h, w = img.shape
    nt, nr = acc.shape
    for t in prange(nt):
        th = math.pi * t / nt
        c, s = math.cos(th), math.sin(th)
        for y in range(h):
            for x in range(w):
                if img[y, x]:
                    r = int(x * c + y * s) + nr // 2
                    if 0 <= r < nr:
                        acc[t, r] += 1
    return acc.max()


@program(RNG.random((12, 13)), RNG.random((12, 13)), np.zeros((12, 13)), 7, 0.2)
def wave(a, b, c, steps, k):
    for _ in range(steps):
        for i in prange(1, a.shape[0] - 1):
            for j in prange(1, a.shape[1] - 1):
                lap = -4 * b[i, j]
                for di, dj in OFF:
                    lap += b[i + di, j + dj]
                c[i, j] = 2 * b[i, j] - a[i, j] + k * lap
        a, b, c = b, c, a
    return b


@program(RNG.random((11, 11)), RNG.random((11, 11)), 6, 1.5)
def red_black(u, f, sweeps, w):
    n = u.shape[0]
    for s in range(sweeps):
        for colour in range(2):
            for i in prange(1, n - 1):
                for j in range(1 + (i + colour) % 2, n - 1, 2):
                    u[i, j] = (1 - w) * u[i, j] + w * 0.25 * (
                        u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1] - f[i, j]
                    )
    return u.sum()


def lorenz_rhs(x, y, z):
    return 10 * (y - x), x * (28 - z) - y, x * y - 8 / 3 * z


lorenz_d = dpex.device_func(lorenz_rhs)


@program(RNG.random((10, 3)), 20, 0.01)
def rk4(s, steps, h):
    for i in prange(s.shape[0]):
        x, y, z = s[i, 0], s[i, 1], s[i, 2]
        for _ in range(steps):
            k1 = lorenz_d(x, y, z)
            k2 = lorenz_d(x + h / 2 * k1[0], y + h / 2 * k1[1], z + h / 2 * k1[2])
            k3 = lorenz_d(x + h / 2 * k2[0], y + h / 2 * k2[1], z + h / 2 * k2[2])
            k4 = lorenz_d(x + h * k3[0], y + h * k3[1], z + h * k3[2])
            x, y, z = [v + h / 6 * (p + 2 * q + 2 * r + t) for v, p, q, r, t in zip((x, y, z), k1, k2, k3, k4)]
        s[i] = np.array([x, y, z])
    return s.sum()


@program(np.zeros(20), 50, 12345)
def lcg_paths(out, steps, seed):
    for i in prange(out.size):
        state = (seed + i * 7919) & 0x7FFFFFFF
        pos = 0
        far = 0
        for _ in range(steps):
            state = (1103515245 * state + 12345) & 0x7FFFFFFF
            pos += 1 if (state >> 16) & 1 else -1
            far = max(far, abs(pos))
        out[i] = pos + far / 1000
    return out.min(), out.max()


@program(RNG.random((6, 4)), np.zeros((6, 6)), np.zeros((6, 4)))
def householder(a, q, r):
    m, n = a.shape
    r[:] = a
    q[:] = np.eye(m)
    for k in range(n):
        v = np.zeros(m)
        s = 0.0
        for i in range(k, m):
            v[i] = r[i, k]
            s += v[i] * v[i]
        v[k] += math.copysign(math.sqrt(s), v[k])
        nv = 0.0
        for i in range(k, m):
            nv += v[i] * v[i]
        for j in prange(n):
            d = 0.0
            for i in range(k, m):
                d += v[i] * r[i, j]
            for i in range(k, m):
                r[i, j] -= 2 * d / nv * v[i]
        for j in prange(m):
            d = 0.0
            for i in range(k, m):
                d += v[i] * q[j, i]
            for i in range(k, m):
                q[j, i] -= 2 * d / nv * v[i]
    return abs(q @ r - a).max() < 1e-12


S5 = RNG.random((5, 5))
S5 = S5 + S5.T


@program(S5.copy(), 30)
def jacobi_eigen(a, sweeps):
    n = a.shape[0]
    for _ in range(sweeps):
        p, q, big = 0, 1, 0.0
        for i in range(n):
            for j in range(i + 1, n):
                if abs(a[i, j]) > big:
                    big = abs(a[i, j])
                    p, q = i, j
        if big < 1e-12:
            break
        th = 0.5 * math.atan2(2 * a[p, q], a[q, q] - a[p, p])
        c, s = math.cos(th), math.sin(th)
        for k in prange(n):
            x, y = a[k, p], a[k, q]
            a[k, p] = c * x - s * y
            a[k, q] = s * x + c * y
        for k in prange(n):
            x, y = a[p, k], a[q, k]
            a[p, k] = c * x - s * y
            a[q, k] = s * x + c * y
    t = 0.0
    for i in range(n):
        t += a[i, i]
    return t


@program(RNG.random((7, 3, 3)), np.zeros((7, 3, 3)))
def expm(a, out):
    for i in prange(a.shape[0]):
        term = np.eye(3)
        total = np.eye(3)
        for k in range(1, 15):
            term = term @ a[i] / k
            total += term
        out[i] = total


@program(RNG.random((8, 3)), 0.7)
def rotate(p, angle):
    q = (math.cos(angle / 2), 0.0, math.sin(angle / 2), 0.0)
    for i in prange(p.shape[0]):
        w, x, y, z = q
        t = 2 * np.cross(np.array([x, y, z]), p[i])
        p[i] = p[i] + w * t + np.cross(np.array([x, y, z]), t)


@program(V.copy(), RNG.random(50), np.zeros((5, 6), "i8"))
def hist2d(x, y, h):
    for i in prange(h.shape[0]):
        for k in range(x.shape[0]):
            if int(x[k] * 5) == i:
                h[i, min(int(y[k] * 6), 5)] += 1
    return h.sum(axis=1)


@program(IV.copy(), np.zeros(40, "i8"))
def radix_sort(a, b):
    n = a.size
    shift = 0
    while shift < 8:
        count = [0] * 4
        for i in range(n):
            count[(a[i] >> shift) & 3] += 1
        start = [0] * 4
        for k in range(1, 4):
            start[k] = start[k - 1] + count[k - 1]
        for i in range(n):
            d = (a[i] >> shift) & 3
            b[start[d]] = a[i]
            start[d] += 1
        a, b = b, a
        shift += 2
    return a


@program(V.copy(), 20)
def quickselect(x, k):
    a = x.copy()
    lo, hi = 0, a.shape[0] - 1
    while lo < hi:
        p = a[(lo + hi) // 2]
        i, j = lo, hi
        while i <= j:
            while a[i] < p:
                i += 1
            while a[j] > p:
                j -= 1
            if i <= j:
                a[i], a[j] = a[j], a[i]
                i += 1
                j -= 1
        if k <= j:
            hi = j
        elif k >= i:
            lo = i
        else:
            break
    return a[k]


@program(RNG.integers(-9, 9, 60))
def kadane(x):
    best = cur = x[0]
    start = s = e = 0
    for i in range(1, len(x)):
        if cur < 0:
            cur = x[i]
            s = i
        else:
            cur += x[i]
        if cur > best:
            best = cur
            start, e = s, i
    return best, start, e


@program(RNG.random((3, 3)), RNG.random((3, 4)), RNG.integers(0, 4, 12))
def viterbi(t, e, obs):
    n = t.shape[0]
    T = obs.shape[0]
    v = np.zeros((T, n))
    b = np.zeros((T, n), np.int64)
    for j in range(n):
        v[0, j] = math.log(e[j, obs[0]])
    for k in range(1, T):
        for j in prange(n):
            best = -np.inf
            arg = 0
            for i in range(n):
                c = v[k - 1, i] + math.log(t[i, j])
                if c > best:
                    best, arg = c, i
            v[k, j] = best + math.log(e[j, obs[k]])
            b[k, j] = arg
    path = np.zeros(T, np.int64)
    path[T - 1] = v[T - 1].argmax()
    for k in range(T - 1, 0, -1):
        path[k - 1] = b[k, path[k]]
    return path


@program(V[:20].copy(), V[20:45].copy())
def dtw(a, b):
    n, m = len(a), len(b)
    d = np.full((n + 1, m + 1), np.inf)
    d[0, 0] = 0
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            d[i, j] = abs(a[i - 1] - b[j - 1]) + min(d[i - 1, j], d[i, j - 1], d[i - 1, j - 1])
    return d[n, m]


@program(6)
def queens(n):
    total = 0
    full = (1 << n) - 1
    for first in prange(n):
        cols = [0] * 16
        d1 = [0] * 16
        d2 = [0] * 16
        free = [0] * 16
        row = 1
        found = 0
        cols[1] = 1 << first
        d1[1] = (1 << first) << 1
        d2[1] = (1 << first) >> 1
        free[1] = full & ~(cols[1] | d1[1] | d2[1])
        while row > 0:
            if free[row] == 0:
                row -= 1
                continue
            bit = free[row] & -free[row]
            free[row] ^= bit
            if row == n - 1:
                found += 1
            else:
                cols[row + 1] = cols[row] | bit
                d1[row + 1] = ((d1[row] | bit) << 1) & full
                d2[row + 1] = (d2[row] | bit) >> 1
                row += 1
                free[row] = full & ~(cols[row] | d1[row] | d2[row])
        total += found
    return total


@program(np.zeros(60, "i8"))
def collatz(out):
    for i in prange(1, out.size):
        n = i
        c = 0
        while n != 1:
            n = 3 * n + 1 if n % 2 else n // 2
            c += 1
        out[i] = c
    return out.argmax()


@program(RNG.random(16) + 1j * RNG.random(16))
def fft(x):
    n = x.shape[0]
    j = 0
    for i in range(1, n):
        bit = n >> 1
        while j & bit:
            j ^= bit
            bit >>= 1
        j |= bit
        if i < j:
            x[i], x[j] = x[j], x[i]
    size = 2
    while size <= n:
        half = size // 2
        for k in prange(n // size):
            for m in range(half):
                w = cmath.exp(-2j * math.pi * m / size)
                a = x[k * size + m]
                b = x[k * size + m + half] * w
                x[k * size + m] = a + b
                x[k * size + m + half] = a - b
        size *= 2
    return abs(x).sum()


POLY = np.array([[0.1, 0.1], [0.9, 0.2], [0.8, 0.8], [0.5, 0.5], [0.2, 0.9]])


@program(PTS.copy(), np.zeros(40, bool))
def in_polygon(p, out):
    m = len(POLY)
    for i in prange(len(p)):
        inside = False
        px, py = p[i]
        for k in range(m):
            x1, y1 = POLY[k]
            x2, y2 = POLY[(k + 1) % m]
            if (y1 > py) != (y2 > py) and px < (x2 - x1) * (py - y1) / (y2 - y1) + x1:
                inside = not inside
        out[i] = inside
    return out.sum()


@program(PTS[:15].copy())
def hull_size(p):
    n = len(p)
    order = np.argsort(p[:, 0])
    h = np.zeros(2 * n, np.int64)
    k = 0
    for t in range(2):
        base = k
        for q in range(n):
            i = order[q] if t == 0 else order[n - 1 - q]
            while (
                k >= base + 2
                and (p[h[k - 1], 0] - p[h[k - 2], 0]) * (p[i, 1] - p[h[k - 2], 1])
                - (p[h[k - 1], 1] - p[h[k - 2], 1]) * (p[i, 0] - p[h[k - 2], 0])
                <= 0
            ):
                k -= 1
            h[k] = i
            k += 1
        k -= 1
    return k


@program(np.array([100.0, 105, 95]), 100.0, 0.05, 0.2, 1.0, 30)
def binomial_options(s, strike, r, vol, t, n):
    out = s * 0.0
    dt = t / n
    u = math.exp(vol * math.sqrt(dt))
    d = 1 / u
    p = (math.exp(r * dt) - d) / (u - d)
    disc = math.exp(-r * dt)
    for i in prange(s.shape[0]):
        v = np.empty(64)
        for k in range(n + 1):
            v[k] = max(strike - s[i] * u ** (2 * k - n), 0.0)
        for step in range(n - 1, -1, -1):
            for k in range(step + 1):
                v[k] = max(disc * (p * v[k + 1] + (1 - p) * v[k]), strike - s[i] * u ** (2 * k - step))
        out[i] = v[0]
    return out


@program(V.copy(), 0.01, 0.1)
def kalman(z, q, r):
    x = np.zeros(2)
    Pm = np.eye(2)
    F = np.array([[1.0, 1.0], [0.0, 1.0]])
    H = np.array([1.0, 0.0])
    est = np.zeros(z.shape[0])
    for i in range(z.shape[0]):
        x = F @ x
        Pm = F @ Pm @ F.T + q * np.eye(2)
        S = H @ Pm @ H + r
        K = Pm @ H / S
        x = x + K * (z[i] - H @ x)
        Pm = Pm - np.outer(K, H @ Pm)
        est[i] = x[0]
    return est


@program(RNG.random((9, 4)), RNG.random((4, 5)), RNG.random(5), RNG.random((5, 3)), np.zeros((9, 3)))
def mlp(x, w1, b1, w2, out):
    for i in prange(x.shape[0]):
        h = np.tanh(x[i] @ w1 + b1)
        o = h @ w2
        o = np.exp(o - o.max())
        out[i, :] = o / o.sum()
    return out.argmax(axis=1)


@program(RNG.random((2, 8, 8)), RNG.random((3, 2, 3, 3)), np.zeros((3, 3, 3)))
def conv_pool(x, k, out):
    c, h, w = x.shape
    for o in prange(k.shape[0]):
        for i in prange(out.shape[1]):
            for j in prange(out.shape[2]):
                best = -math.inf
                for a in range(2):
                    for b in range(2):
                        s = 0.0
                        for ch in range(c):
                            s += np.sum(x[ch, 2 * i + a : 2 * i + a + 3, 2 * j + b : 2 * j + b + 3] * k[o, ch])
                        best = max(best, s)
                out[o, i, j] = max(best, 0.0)


@program(RNG.random((6, 4)), RNG.random((6, 4)), RNG.random((6, 4)), np.zeros((6, 4)))
def attention(q, k, v, out):
    for i in prange(q.shape[0]):
        s = np.empty(k.shape[0])
        for j in range(k.shape[0]):
            s[j] = np.dot(q[i], k[j]) / math.sqrt(q.shape[1])
        s -= s.max()
        p = np.exp(s)
        p /= p.sum()
        for d in range(v.shape[1]):
            out[i, d] = np.sum(p * v[:, d])


@program(V.copy(), np.zeros(50), 5)
def bollinger(x, z, w):
    for i in prange(w - 1, len(x)):
        win = x[i - w + 1 : i + 1]
        z[i] = (x[i] - win.mean()) / (win.std() + 1e-9)
    return np.abs(z).max()


@program(V.copy())
def closures(x):
    a = 3.0

    def scale(v, k=2.0):
        return a * v + k

    total = 0.0
    for i in prange(x.shape[0]):
        total += scale(x[i]) - scale(x[i], k=ALPHA)
    return total


@program(RNG.random((4, 3, 5)), 0.0)
def nested_min(x, s):
    best = 1e9
    total = 0.0
    for i in prange(x.shape[0]):
        for j in prange(x.shape[1]):
            for k in prange(x.shape[2]):
                best = min(best, x[i, j, k])
                total += x[i, j, k]
    return best, total + s


@program(V.copy())
def enumerations(x):
    s = 0.0
    for i, v in enumerate(x):
        s += i * v
    for a, b in zip(x[:-1], x[1:]):
        s += abs(a - b)
    m = max(x[3], x[4], x[5])
    t = sum([v for v in x if v > 0.5])
    return s, m, t


@program(RNG.random(30), np.zeros(30))
def haar_denoise(x, out):
    n = x.size // 2
    for i in prange(n):
        avg = (x[2 * i] + x[2 * i + 1]) / 2
        det = (x[2 * i] - x[2 * i + 1]) / 2
        det = 0.0 if abs(det) < 0.1 else det - math.copysign(0.1, det)
        out[2 * i], out[2 * i + 1] = avg + det, avg - det


@program(np.arange(20.0), 3)
def modes(x, mode):
    for i in prange(x.shape[0]):
        match mode:
            case 1:
                x[i] = x[i] ** 2
            case 2 | 3:
                x[i] = -x[i] if i % 2 == 0 else x[i] / 2
            case _:
                x[i] = 0
    return x


@program(PTS.copy())
def closest_pair(p):
    best = np.inf
    ia = ib = -1
    n = p.shape[0]
    for i in range(n):
        for j in range(i):
            d = ((p[i] - p[j]) ** 2).sum()
            if d < best:
                best = d
                ia, ib = i, j
    return best, ia, ib


@program(RNG.random((5, 4)), RNG.random(5))
def ridge(a, y):
    at = a.T
    g = at @ a + 0.1 * np.eye(a.shape[1])
    return np.linalg.solve(g, at @ y)


@program(IV.astype("u1"), np.zeros(40, "u4"))
def checksum(data, out):
    h = np.uint32(2166136261)
    for i in range(data.shape[0]):
        h = np.uint32((np.uint64(h) ^ np.uint64(data[i])) * np.uint64(16777619) & np.uint64(0xFFFFFFFF))
        out[i] = h
    return int(h)


@pytest.mark.parametrize(("function", "args"), PROGRAMS)
def test_programs(function, args, device):
    if not device.has_aspect_fp64:
        pytest.skip("the device has no double precision")
    queue = dpctl.SyclQueue(device)
    host = [a.copy() if isinstance(a, np.ndarray) else a for a in args]
    given = [dpnp.asarray(a, sycl_queue=queue) if isinstance(a, np.ndarray) else a for a in args]
    with np.errstate(all="ignore"):
        expected = function(*host)
    found = dpex.dpjit(function)(*given)
    check_values(host_values(given), host_values(host))
    if expected is not None:
        check_values(host_values(found), host_values(expected))
