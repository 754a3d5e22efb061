"""Programs as users write them: clusters, neighbours, images, stencils, random paths, small linear algebra, bytes, networks,
graphs, transforms and recurrences; as dpjit functions, each compared with the same function as Python."""

# ruff: noqa: B007, B905, C419, E741, F841, RUF005, SIM102, SIM108, SIM300 (as users write them)

import cmath
import math

import numpy as np
import pytest
from program_helpers import check_program

from numba_dpex import prange

RNG = np.random.default_rng(1919)
PROGRAMS = []


def program(*args):
    """Adds a program with its arguments."""

    def add(function):
        PROGRAMS.append(pytest.param(function, args, id=function.__name__))
        return function

    return add


# ---- clusters and neighbours ----------------------------------------------------------------------------------------


@program(RNG.random((50, 3)), 4, 6)
def kmeans_with_farthest_seeds(points, k, rounds):
    n, nd = points.shape
    centers = np.empty((k, nd))
    centers[0] = points[0]
    dist = np.full(n, np.inf)
    for c in range(1, k):
        for i in prange(n):
            d = 0.0
            for j in range(nd):
                d += (points[i, j] - centers[c - 1, j]) ** 2
            dist[i] = min(dist[i], d)
        centers[c] = points[np.argmax(dist)]
    labels = np.empty(n, dtype=np.int64)
    inertia = 0.0
    for _ in range(rounds):
        inertia = 0.0
        for i in prange(n):
            ds = np.empty(k)
            for c in range(k):
                ds[c] = ((points[i] - centers[c]) ** 2).sum()
            labels[i] = np.argmin(ds)
            inertia += ds.min()
        for c in prange(k):
            mask = labels == c
            cnt = np.count_nonzero(mask)
            if cnt:
                for j in range(nd):
                    centers[c, j] = np.sum(points[:, j] * mask) / cnt
    return centers, labels, inertia


@program(RNG.random((40, 2)), RNG.integers(0, 3, 40), RNG.random((9, 2)), 5, 3)
def knn_vote(train, labels, test, k, n_classes):
    predictions = np.zeros(test.shape[0], np.int64)
    for i in prange(test.shape[0]):
        queue = np.full((k, 2), 1e30)
        for j in range(train.shape[0]):
            d = np.sqrt(np.sum(np.square(train[j] - test[i])))
            if d < queue[k - 1, 0]:
                queue[k - 1, 0] = d
                queue[k - 1, 1] = labels[j]
                new = k - 1
                while new > 0 and queue[new, 0] < queue[new - 1, 0]:
                    for c in range(2):
                        queue[new, c], queue[new - 1, c] = queue[new - 1, c], queue[new, c]
                    new -= 1
        votes = np.zeros(n_classes, dtype=np.int32)
        for j in range(k):
            votes[int(queue[j, 1])] += 1
        predictions[i] = votes.argmax()
    return predictions


@program(RNG.random((30, 3)), RNG.random((30, 3)) * 2)
def chamfer(a, b):
    total = 0.0
    for i in prange(len(a)):
        best = np.inf
        for j in range(len(b)):
            x, y, z = a[i] - b[j]
            best = min(best, x * x + y * y + z * z)
        total += best
    for j in prange(len(b)):
        best = np.inf
        for i in range(len(a)):
            best = min(best, np.linalg.norm(a[i, :] - b[j, :]) ** 2)
        total += best
    return total


@program(RNG.random((25, 2)), RNG.random((25, 2)))
def procrustes_angle(a, b):
    n = a.shape[0]
    ma = np.zeros(2)
    mb = np.zeros(2)
    for i in prange(n):
        ma += a[i]
        mb += b[i]
    ma /= n
    mb /= n
    s = 0.0
    c = 0.0
    for i in prange(n):
        p = a[i] - ma
        q = b[i] - mb
        c += p[0] * q[0] + p[1] * q[1]
        s += p[0] * q[1] - p[1] * q[0]
    return math.degrees(math.atan2(s, c))


# ---- images ---------------------------------------------------------------------------------------------------------


@program(RNG.integers(0, 256, (13, 15), dtype=np.uint8), np.zeros((13, 15), np.uint8))
def otsu(img, out):
    hist = np.zeros(256, dtype=np.int64)
    for i in range(img.shape[0]):
        for j in range(img.shape[1]):
            hist[img[i, j]] += 1
    total = img.size
    s = 0
    for t in range(256):
        s += t * hist[t]
    sb, wb, best, threshold = 0, 0, 0.0, 0
    for t in range(256):
        wb += hist[t]
        if wb == 0:
            continue
        wf = total - wb
        if wf == 0:
            break
        sb += t * hist[t]
        between = wb * wf * (sb / wb - (s - sb) / wf) ** 2
        if between > best:
            best, threshold = between, t
    for i in prange(img.shape[0]):
        for j in range(img.shape[1]):
            out[i, j] = 255 if img[i, j] > threshold else 0
    return threshold


@program(RNG.random((12, 14)), np.zeros((12, 14)), np.zeros((12, 14)))
def canny_suppress(img, mag, out):
    h, w = img.shape
    ang = np.zeros((h, w))
    for y in prange(1, h - 1):
        for x in range(1, w - 1):
            gx = img[y - 1 : y + 2, x + 1].sum() - img[y - 1 : y + 2, x - 1].sum()
            gy = img[y + 1, x - 1 : x + 2].sum() - img[y - 1, x - 1 : x + 2].sum()
            mag[y, x] = np.hypot(gx, gy)
            ang[y, x] = np.arctan2(gy, gx) * 180.0 / np.pi % 180
    for y in prange(1, h - 1):
        for x in range(1, w - 1):
            a = ang[y, x]
            if (0 <= a < 22.5) or (157.5 <= a <= 180):
                q, r = mag[y, x + 1], mag[y, x - 1]
            elif 22.5 <= a < 67.5:
                q, r = mag[y + 1, x - 1], mag[y - 1, x + 1]
            elif 67.5 <= a < 112.5:
                q, r = mag[y + 1, x], mag[y - 1, x]
            else:
                q, r = mag[y - 1, x - 1], mag[y + 1, x + 1]
            out[y, x] = mag[y, x] if mag[y, x] >= q and mag[y, x] >= r else 0


@program(RNG.random((9, 11, 3)), np.zeros((9, 11, 3)))
def rgb_to_hsv(img, out):
    for i in prange(img.shape[0]):
        for j in range(img.shape[1]):
            r, g, b = img[i, j]
            hi, lo = max(r, g, b), min(r, g, b)
            d = hi - lo
            if d == 0:
                h = 0.0
            elif hi == r:
                h = ((g - b) / d) % 6
            elif hi == g:
                h = (b - r) / d + 2
            else:
                h = (r - g) / d + 4
            out[i, j] = (h * 60, d / hi if hi else 0.0, hi)


@program((RNG.random((10, 12)) > 0.7).astype(np.int32), 99)
def distance_transform(img, far):
    h, w = img.shape
    d = np.where(img == 1, 0, far)
    for _ in range(h + w):
        changed = 0
        new = d.copy()
        for i in prange(h):
            for j in range(w):
                v = d[i, j]
                for di, dj in ((-1, 0), (1, 0), (0, -1), (0, 1)):
                    a, b = i + di, j + dj
                    if 0 <= a < h and 0 <= b < w:
                        v = min(v, d[a, b] + 1)
                if v != d[i, j]:
                    changed += 1
                new[i, j] = v
        d = new
        if not changed:
            break
    return d


@program(RNG.random((10, 10)), np.zeros((20, 20)))
def bicubic(img, out):
    def weight(t):
        t = abs(t)
        if t <= 1:
            return (1.5 * t - 2.5) * t * t + 1
        if t < 2:
            return ((-0.5 * t + 2.5) * t - 4) * t + 2
        return 0.0

    h, w = img.shape
    for i in prange(out.shape[0]):
        for j in range(out.shape[1]):
            y = (i + 0.5) * h / out.shape[0] - 0.5
            x = (j + 0.5) * w / out.shape[1] - 0.5
            y0, x0 = math.floor(y), math.floor(x)
            acc = 0.0
            for m in range(-1, 3):
                for n in range(-1, 3):
                    yy = min(max(y0 + m, 0), h - 1)
                    xx = min(max(x0 + n, 0), w - 1)
                    acc += img[yy, xx] * weight(y - (y0 + m)) * weight(x - (x0 + n))
            out[i, j] = acc


# ---- stencils and equations -----------------------------------------------------------------------------------------


@program(RNG.random((12, 12)), np.zeros((12, 12)), 5, 0.16, 0.08, 0.035, 0.065, 1.0)
def gray_scott(u, v, steps, du, dv, f, k, dt):
    v[4:8, 4:8] = 0.25
    n, m = u.shape
    for _ in range(steps):
        nu = np.empty_like(u)
        nv = np.empty_like(v)
        for i in prange(n):
            up, down = (i - 1) % n, (i + 1) % n
            for j in range(m):
                left, right = (j - 1) % m, (j + 1) % m
                lu = u[up, j] + u[down, j] + u[i, left] + u[i, right] - 4 * u[i, j]
                lv = v[up, j] + v[down, j] + v[i, left] + v[i, right] - 4 * v[i, j]
                uvv = u[i, j] * v[i, j] ** 2
                nu[i, j] = u[i, j] + dt * (du * lu - uvv + f * (1 - u[i, j]))
                nv[i, j] = v[i, j] + dt * (dv * lv + uvv - (f + k) * v[i, j])
        u[:], v[:] = nu, nv


@program(np.exp(-(((np.arange(60) - 30) / 6.0) ** 2)), 8, 0.4)
def burgers(u, steps, cfl):
    n = u.shape[0]
    flux = np.zeros(n + 1)
    for _ in range(steps):
        dt = cfl / np.max(np.abs(u))
        for i in prange(n + 1):
            l, r = u[i - 1 if i > 0 else 0], u[i if i < n else n - 1]
            if l > r:
                s = 0.5 * (l + r)
                star = l if s > 0 else r
            elif l > 0:
                star = l
            elif r < 0:
                star = r
            else:
                star = 0.0
            flux[i] = 0.5 * star * star
        u -= dt * (flux[1:] - flux[:-1])
    return u.sum(), dt


@program(np.zeros((9, 9)), np.zeros((8, 9)), np.zeros((9, 8)), 6)
def fdtd(ez, hx, hy, steps):
    for t in range(steps):
        for i in prange(8):
            for j in range(9):
                hx[i, j] -= 0.5 * (ez[i + 1, j] - ez[i, j])
        for i in prange(9):
            hy[i, :] += 0.5 * (ez[i, 1:] - ez[i, :-1])
        for i in prange(1, 8):
            for j in range(1, 8):
                ez[i, j] += 0.5 * (hy[i, j] - hy[i, j - 1] - hx[i, j] + hx[i - 1, j])
        ez[4, 4] += math.sin(0.3 * t)


@program(RNG.random(40) + 0.5, 1e-12)
def newton_roots(c, tol):
    roots = np.empty_like(c)
    iters = np.zeros(c.shape[0], dtype=np.int32)
    for i in prange(c.size):
        x = 1.0
        while True:
            f, df = x**3 + x - c[i], 3 * x**2 + 1
            step = f / df
            x -= step
            iters[i] += 1
            if not (abs(step) > tol and iters[i] < 50):
                break
        roots[i] = x
    return roots, iters.max()


@program(np.linspace(0.0, 4.0, 33), 2.0)
def adaptive_simpson(b, w):
    out = np.zeros(len(b))
    for k in prange(len(b)):
        n, old = 2, 0.0
        while n < 1 << 12:
            h = b[k] / n
            s = math.sin(0.0) + math.sin(w * b[k]) * math.exp(-b[k])
            for i in range(1, n):
                x = i * h
                s += (4 if i & 1 else 2) * math.sin(w * x) * math.exp(-x)
            new = s * h / 3
            if abs(new - old) < 1e-10:
                old = new
                break
            old = new
            n <<= 1
        out[k] = old
    return out


# ---- random paths and Monte Carlo ------------------------------------------------------------------------------------------


@program(RNG.random((40, 30)), 4, 0)
def gamblers(u, start, lost):
    n, t = u.shape
    end = np.zeros(n, np.int64)
    for i in prange(n):
        money = start
        for s in range(t):
            money += 1 if u[i, s] < 0.48 else -1
            if money == 0 or money == 2 * start:
                break
        else:
            money = -1
        if not money:
            lost += 1
        end[i] = money
    return lost, end


@program(RNG.standard_normal((30, 12)), 100.0, 0.03, 0.2, 0.1)
def asian_option(z, s0, r, sigma, dt):
    paths, steps = z.shape
    payoff = 0.0
    payoff2 = 0.0
    for p in prange(paths):
        s = s0
        avg = 0.0
        for t in range(steps):
            s *= np.exp((r - sigma * sigma / 2) * dt + sigma * np.sqrt(dt) * z[p, t])
            avg += s
        v = max(avg / steps - s0, 0)
        payoff += v
        payoff2 += v * v
    mean = payoff / paths
    return np.exp(-r * dt * steps) * mean, np.sqrt(payoff2 / paths - mean**2)


@program(RNG.integers(1, 2**31 - 1, 16), 200)
def metropolis(seeds, steps):
    n = seeds.size
    m1, m2, accepted = np.zeros(n), np.zeros(n), np.zeros(n, dtype=np.uint32)
    for i in prange(n):
        state = np.uint64(seeds[i])
        x = 0.0
        for _ in range(steps):
            state = state * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
            u1 = (state >> np.uint64(11)) * (1.0 / 9007199254740992.0)
            state = state * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
            u2 = (state >> np.uint64(11)) * (1.0 / 9007199254740992.0)
            y = x + 2 * (u1 - 0.5)
            if math.log(u2 + 1e-300) < 0.5 * (x * x - y * y):
                x = y
                accepted[i] += 1
            m1[i] += x
            m2[i] += x * x
    return m1 / steps, m2 / steps, accepted


# ---- linear algebra -------------------------------------------------------------------------------------------------


@program(RNG.random((7, 5)))
def qr_givens(a):
    m, n = a.shape
    r = a.copy()
    q = np.eye(m)
    for j in range(n):
        for i in range(m - 1, j, -1):
            x, y = r[i - 1, j], r[i, j]
            if y == 0:
                continue
            h = np.hypot(x, y)
            c, s = x / h, y / h
            for k in prange(n):
                t = r[i - 1, k]
                r[i - 1, k] = c * t + s * r[i, k]
                r[i, k] = -s * t + c * r[i, k]
            for k in prange(m):
                t = q[k, i - 1]
                q[k, i - 1] = c * t + s * q[k, i]
                q[k, i] = -s * t + c * q[k, i]
    return q, np.triu(r)


@program(RNG.random((6, 6)) + 6 * np.eye(6))
def ldl(a):
    n = a.shape[0]
    a = (a + a.T) / 2
    l, d = np.eye(n), np.zeros(n)
    for j in range(n):
        d[j] = a[j, j] - np.sum(l[j, :j] ** 2 * d[:j])
        for i in prange(j + 1, n):
            l[i, j] = (a[i, j] - (l[i, :j] * l[j, :j] * d[:j]).sum()) / d[j]
    return l, d


@program(RNG.random((6, 6)))
def gauss_jordan(a):
    n = len(a)
    m = np.zeros((n, 2 * n))
    m[:, :n] = a
    for i in prange(n):
        m[i, n + i] = 1.0
    sign = 1
    for c in range(n):
        p = c
        for r in range(c + 1, n):
            if abs(m[r, c]) > abs(m[p, c]):
                p = r
        if p != c:
            sign = -sign
            for k in range(2 * n):
                m[c, k], m[p, k] = m[p, k], m[c, k]
        m[c] /= m[c, c]
        for r in prange(n):
            if r != c:
                m[r] -= m[r, c] * m[c]
    return m[:, n:], sign


@program(RNG.random((20, 3, 3)) + 2 * np.eye(3))
def many_inverses(a):
    out = np.empty_like(a)
    for k in prange(a.shape[0]):
        m = a[k]
        det = (
            m[0, 0] * (m[1, 1] * m[2, 2] - m[1, 2] * m[2, 1])
            - m[0, 1] * (m[1, 0] * m[2, 2] - m[1, 2] * m[2, 0])
            + m[0, 2] * (m[1, 0] * m[2, 1] - m[1, 1] * m[2, 0])
        )
        inv = 1.0 / det
        for i in range(3):
            for j in range(3):
                i1, i2 = (i + 1) % 3, (i + 2) % 3
                j1, j2 = (j + 1) % 3, (j + 2) % 3
                out[k, j, i] = (m[i1, j1] * m[i2, j2] - m[i1, j2] * m[i2, j1]) * inv
    return out


@program(np.array([1, 1, 1, 0], np.uint64), 90, np.uint64(1000000007))
def matrix_power_mod(m, n, p):
    out = np.zeros(n, dtype=np.uint64)
    for k in prange(n):
        a, b, c, d = m[0], m[1], m[2], m[3]
        ra, rb, rc, rd = np.uint64(1), np.uint64(0), np.uint64(0), np.uint64(1)
        e = k
        while e:
            if e & 1:
                ra, rb, rc, rd = (
                    (ra * a + rb * c) % p,
                    (ra * b + rb * d) % p,
                    (rc * a + rd * c) % p,
                    (rc * b + rd * d) % p,
                )
            a, b, c, d = (a * a + b * c) % p, (a * b + b * d) % p, (c * a + d * c) % p, (c * b + d * d) % p
            e >>= 1
        out[k] = rb
    return out


# ---- bytes and strings ----------------------------------------------------------------------------------------------

TEXT = np.frombuffer(
    b"the quick brown fox jumps over the lazy dog; the end, then the rest: banana bandana", np.uint8
).copy()


@program(TEXT, np.frombuffer(b"the", np.uint8).copy())
def find_all(text, word):
    n, m = len(text), len(word)
    hit = np.zeros(n, dtype=np.bool_)
    for i in prange(n - m + 1):
        ok = True
        for j in range(m):
            if text[i + j] != word[j]:
                ok = False
                break
        hit[i] = ok
    return np.nonzero(hit)[0], hit.sum()


@program(TEXT, 7, np.zeros(TEXT.size, np.uint8))
def caesar(text, shift, out):
    for i in prange(text.size):
        c = text[i]
        if ord("a") <= c <= ord("z"):
            c = (c - ord("a") + shift) % 26 + ord("a")
        elif c == ord(" "):
            c = ord("_")
        out[i] = c


@program(TEXT)
def words(text):
    n = text.shape[0]
    starts = np.zeros(n, dtype=np.int8)
    letters = np.zeros(26, dtype=np.int64)
    for i in prange(n):
        here = 97 <= text[i] <= 122
        before = i > 0 and 97 <= text[i - 1] <= 122
        starts[i] = 1 if here and not before else 0
    for c in prange(26):
        for i in range(n):
            if text[i] - 97 == c:
                letters[c] += 1
    entropy = 0.0
    total = letters.sum()
    for c in prange(26):
        if letters[c] > 0:
            p = letters[c] / total
            entropy -= p * math.log2(p)
    return starts.sum(), letters, entropy


@program(TEXT, 5)
def rolling_hash(text, w):
    n = text.size - w + 1
    h = np.zeros(n, dtype=np.uint32)
    for i in prange(n):
        v = np.uint32(2166136261)
        for j in range(w):
            v = np.uint32((v ^ text[i + j]) * 16777619 & 0xFFFFFFFF)
        h[i] = v
    pairs = 0
    for i in prange(n):
        for j in range(i + 1, n):
            if h[i] == h[j]:
                pairs += 1
    return h, pairs


@program(TEXT, np.array([-1, 0, 3, 62, 63, 100]))
def base64_lengths(text, extra):
    out = np.zeros((text.size + 2) // 3 * 4, np.uint8)
    for k in prange((text.size + 2) // 3):
        v = 0
        for j in range(3):
            v <<= 8
            if 3 * k + j < text.size:
                v |= int(text[3 * k + j])
        for j in range(4):
            b = v >> (18 - 6 * j) & 63
            if b < 26:
                out[4 * k + j] = b + 65
            elif b < 52:
                out[4 * k + j] = b + 71
            elif b < 62:
                out[4 * k + j] = b - 4
            else:
                out[4 * k + j] = 43 if b == 62 else 47
    return out


# ---- sorting and dynamic programming --------------------------------------------------------------------------------


@program(RNG.integers(0, 99, (12, 8)))
def network_of_eight(x):
    net = (
        (0, 1),
        (2, 3),
        (4, 5),
        (6, 7),
        (0, 2),
        (1, 3),
        (4, 6),
        (5, 7),
        (1, 2),
        (5, 6),
        (0, 4),
        (3, 7),
        (1, 5),
        (2, 6),
        (1, 4),
        (3, 6),
        (2, 4),
        (3, 5),
        (3, 4),
    )
    for i in prange(x.shape[0]):
        for a, b in net:
            if x[i, a] > x[i, b]:
                x[i, a], x[i, b] = x[i, b], x[i, a]


@program(RNG.integers(0, 1000, 64))
def odd_even_transposition(x):
    n = x.size
    for phase in range(n):
        for i in prange(phase % 2, n - 1, 2):
            lo, hi = min(x[i], x[i + 1]), max(x[i], x[i + 1])
            x[i], x[i + 1] = lo, hi


@program(RNG.random(33))
def merge_sort(x):
    n = x.size
    a, b = x.copy(), np.empty(n)
    width = 1
    while width < n:
        for k in prange((n + 2 * width - 1) // (2 * width)):
            lo = k * 2 * width
            mid, hi = min(lo + width, n), min(lo + 2 * width, n)
            i, j = lo, mid
            for t in range(lo, hi):
                if i < mid and (j >= hi or a[i] <= a[j]):
                    b[t] = a[i]
                    i += 1
                else:
                    b[t] = a[j]
                    j += 1
        a, b = b, a
        width *= 2
    return a


@program(np.array([1, 5, 10, 25, 50]), 130)
def coins(c, total):
    w = np.zeros(total + 1, dtype=np.int64)
    least = np.full(total + 1, 10**9)
    w[0], least[0] = 1, 0
    for k in range(len(c)):
        for t in range(c[k], total + 1):
            w[t] += w[t - c[k]]
            least[t] = min(least[t], least[t - c[k]] + 1)
    return w, least


@program(RNG.integers(5, 30, 9))
def matrix_chain(p):
    n = len(p) - 1
    m = np.zeros((n, n), dtype=np.int64)
    for length in range(2, n + 1):
        for i in prange(n - length + 1):
            j = i + length - 1
            best = np.iinfo(np.int64).max
            for k in range(i, j):
                cost = m[i, k] + m[k + 1, j] + p[i] * p[k + 1] * p[j + 1]
                if cost < best:
                    best = cost
            m[i, j] = best
    return m[0, n - 1], m


@program(RNG.integers(0, 4, 30), RNG.integers(0, 4, 26), 3, -1, -2)
def smith_waterman(a, b, match, mismatch, gap):
    n, m = a.size, b.size
    h = np.zeros((n + 1, m + 1), dtype=np.int32)
    for d in range(2, n + m + 1):
        lo, hi = max(1, d - m), min(n, d - 1)
        for i in prange(lo, hi + 1):
            j = d - i
            s = match if a[i - 1] == b[j - 1] else mismatch
            h[i, j] = max(0, h[i - 1, j - 1] + s, h[i - 1, j] + gap, h[i, j - 1] + gap)
    return h, h.max()


@program(RNG.integers(0, 60, 40))
def increasing_subsequence(x):
    ends = np.empty(x.size, x.dtype)
    size = 0
    for v in x:
        lo, hi = 0, size
        while lo < hi:
            mid = (lo + hi) // 2
            if ends[mid] < v:
                lo = mid + 1
            else:
                hi = mid
        ends[lo] = v
        size = max(size, lo + 1)
    return size


# ---- graphs ---------------------------------------------------------------------------------------------------------


def _edges(n, m):
    e = RNG.integers(0, n, (m, 2))
    return e[e[:, 0] != e[:, 1]]


@program(_edges(20, 40), RNG.random(40), 20, 0)
def bellman_ford(edges, w, n, source):
    dist = np.full(n, np.inf)
    dist[source] = 0
    for _ in range(n - 1):
        new = dist.copy()
        for v in prange(n):
            for e in range(edges.shape[0]):
                if edges[e, 1] == v and dist[edges[e, 0]] + w[e] < new[v]:
                    new[v] = dist[edges[e, 0]] + w[e]
        if np.all(new == dist):
            break
        dist = new
    return dist


@program((RNG.random((18, 18)) < 0.12), 0)
def breadth_first(adj, source):
    n = adj.shape[0]
    level = np.full(n, -1)
    level[source] = 0
    depth = 0
    while True:
        found = 0
        for v in prange(n):
            if level[v] < 0:
                for u in range(n):
                    if adj[u, v] and level[u] == depth:
                        level[v] = depth + 1
                        found += 1
                        break
        if found == 0:
            break
        depth += 1
    return level, depth


@program((RNG.random((16, 16)) < 0.3).astype(np.int64))
def triangles(a):
    n = a.shape[0]
    a = ((a + a.T) > 0).astype(np.int64)
    count = 0
    clustering = np.zeros(n)
    for i in prange(n):
        t, deg = 0, 0
        for j in range(n):
            if j != i and a[i, j]:
                deg += 1
                for k in range(j + 1, n):
                    if k != i and a[i, k] and a[j, k]:
                        t += 1
        count += t
        clustering[i] = 2 * t / (deg * (deg - 1)) if deg > 1 else 0.0
    return count // 3, clustering


@program(RNG.random((15, 15)) < 0.25)
def greedy_colours(adj):
    n = len(adj)
    colour = np.full(n, -1)
    for v in range(n):
        used = np.zeros(n, dtype=bool)
        for u in range(n):
            if (adj[u, v] or adj[v, u]) and colour[u] >= 0:
                used[colour[u]] = True
        c = 0
        while used[c]:
            c += 1
        colour[v] = c
    return colour


# ---- transforms and recurrences -------------------------------------------------------------------------------------


@program(RNG.random(32) + 1j * RNG.random(32))
def fft_butterflies(x):
    n = x.size
    bits = int(math.log2(n))
    y = np.empty_like(x)
    for i in prange(n):
        r = 0
        for b in range(bits):
            r |= ((i >> b) & 1) << (bits - 1 - b)
        y[r] = x[i]
    half = 1
    while half < n:
        for k in prange(n // 2):
            j = k % half
            a = (k // half) * 2 * half + j
            w = cmath.exp(-1j * math.pi * j / half)
            t = w * y[a + half]
            u = y[a]
            y[a], y[a + half] = u + t, u - t
        half *= 2
    return y


@program(RNG.random(16))
def walsh_hadamard(x):
    h = 1
    n = len(x)
    while h < n:
        for k in prange(n // 2):
            i = k // h * h * 2 + k % h
            x[i], x[i + h] = x[i] + x[i + h], x[i] - x[i + h]
        h *= 2
    x /= np.sqrt(n)


@program(RNG.random((6, 40)), np.array([0.2, 0.3, 0.2]), np.array([1.0, -0.5, 0.1]))
def iir(x, b, a):
    y = np.zeros_like(x)
    for c in prange(x.shape[0]):
        z1 = z2 = 0.0
        for t in range(x.shape[1]):
            v = x[c, t]
            y[c, t] = b[0] * v + z1
            z1 = b[1] * v - a[1] * y[c, t] + z2
            z2 = b[2] * v - a[2] * y[c, t]
    return y


@program(np.linspace(2.5, 4.0, 40), 200, 8)
def bifurcation(r, warm, keep):
    out = np.empty((r.size, keep))
    lyap = np.zeros_like(r)
    for i in prange(r.size):
        x = 0.5
        for _ in range(warm):
            x = r[i] * x * (1 - x)
        for k in range(keep):
            x = r[i] * x * (1 - x)
            out[i, k] = round(x, 3)
            lyap[i] += np.log(np.abs(r[i] - 2 * r[i] * x) + 1e-12)
    lyap /= keep
    return out, lyap


@program(np.arange(12), RNG.random(9))
def legendre(n, x):
    out = np.zeros((n.size, x.size))
    for i in prange(n.size):
        for j in range(x.size):
            p0, p1 = 1.0, x[j]
            if n[i] == 0:
                out[i, j] = p0
                continue
            for k in range(2, n[i] + 1):
                p0, p1 = p1, ((2 * k - 1) * x[j] * p1 - (k - 1) * p0) / k
            out[i, j] = p1
    return out


@program(RNG.random(21), 2.0)
def prefix_by_doubling(x, _):
    y = x.copy()
    d = 1
    while d < len(y):
        z = y.copy()
        for i in prange(d, len(y)):
            z[i] = y[i] + y[i - d]
        y = z
        d *= 2
    return y


# ---- limits, and rows of tuples --------------------------------------------------------------------------------------


@program(RNG.integers(-50, 50, (9, 6)), RNG.random((9, 6)), np.zeros((9, 4)))
def limits(k, x, out):
    for i in prange(k.shape[0]):
        lo, hi = np.iinfo(k.dtype).max, np.iinfo("i8").min
        s, p = np.finfo(np.float64).max, -np.finfo(x.dtype).max
        for j in range(k.shape[1]):
            lo, hi = min(lo, k[i, j]), max(hi, k[i, j])
            s, p = min(s, x[i, j]), max(p, x[i, j])
        out[i] = lo, hi, s, p
        out[i, 1:3] = (out[i, 2], out[i, 1])
        out[i, 0] += float(np.finfo(np.float32).eps) + np.iinfo(np.uint8).bits


# ---- functions of arrays between loops -------------------------------------------------------------------------------


@program(RNG.random(12) + 0.5, RNG.integers(1, 60, 12), 7)
def functions_between_loops(x, k, n):
    a = np.gcd(k * 2, 12) + np.lcm(k, 4)
    b = np.fmod(x * 7, 2) + np.heaviside(x - 1, 0.5) + np.logaddexp2(x * 2, x)
    c = np.fmax(x - 0.5, 0.2) + np.fmin(x * 2, 1.0) + np.ldexp(x * 2, 3) + np.round(x * 1.234, 1) + np.i0(x * 0.5)
    d = np.bitwise_count(k ^ 21)
    for i in prange(x.size):
        a[i] += d[i]
        b[i] *= c[i]
    m = math.floor(x[0] * 2), math.ceil(x[1] * 2), math.trunc(x[2] * 3), math.gcd(k[0] * 2, k[1])
    f = (
        math.degrees(x[0] * 2),
        math.radians(x[1] + 2),
        math.fmod(x[2] * 7, 3),
        math.remainder(x[3] * 7, 4),
        math.erf(x[4] * 1),
    )
    return a, b, c, m, f


@pytest.mark.parametrize("kind", ["dpnp", "numpy"])
@pytest.mark.parametrize(("function", "args"), PROGRAMS)
def test_programs(function, args, kind, device):
    check_program(function, args, kind, device)
