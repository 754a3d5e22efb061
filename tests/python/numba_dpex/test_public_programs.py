"""Programs as users write them, in the style of public collections: clustering, nearest neighbours, filters, stencils, random paths, small linear
algebra, histograms; each compared with NumPy."""

import linecache
import math

import numpy as np
import pytest

import dpctl
import dpnp
from numba_dpex import Range, call_kernel, dpjit, kernel, prange
from numba_dpex import kernel_api as kapi
from numba_dpex._compiler.errors import TypingError

rng = np.random.default_rng(0)
W = np.array([1.0, 2.0, 1.0]) / 4
WD = dpnp.asarray(W)
SCALE = 2.5
OFFS = ((-1, 0), (1, 0), (0, -1), (0, 1))
K3 = np.array([[1, 2, 1], [2, 4, 2], [1, 2, 1]]) / 16


def test_global_np_array_prange():
    @dpjit
    def f(x, y):
        for i in prange(1, x.size - 1):
            a = 0.0
            for k in range(3):
                a += W[k] * x[i - 1 + k]
            y[i] = SCALE * a

    x = dpnp.arange(10, dtype=float)
    y = dpnp.zeros(10)
    f(x, y)
    assert np.allclose(dpnp.asnumpy(y)[1:-1], 2.5 * np.arange(1, 9))


def test_global_dpnp_array_prange():
    @dpjit
    def f(x, y):
        for i in prange(1, x.size - 1):
            a = 0.0
            for k in range(WD.size):
                a += WD[k] * x[i - 1 + k]
            y[i] = a

    x = dpnp.arange(10, dtype=float)
    y = dpnp.zeros(10)
    f(x, y)
    assert np.allclose(dpnp.asnumpy(y)[1:-1], np.arange(1, 9))


def test_global_dpnp_array_kernel():
    @kernel
    def k(item, x):
        i = item.get_id(0)
        x[i] = WD[i % 3]

    x = dpnp.zeros(6)
    call_kernel(k, Range(6), x)
    assert np.allclose(dpnp.asnumpy(x), np.tile(W, 2))


def test_closure_dpnp_array_expr():
    w = dpnp.asarray([1.0, 2.0, 3.0])

    @dpjit
    def f(x):
        return x * w + SCALE

    assert np.allclose(dpnp.asnumpy(f(dpnp.ones(3))), [3.5, 4.5, 5.5])


def test_closure_np_array_expr():
    w = np.array([1.0, 2.0, 3.0])

    @dpjit
    def f(x):
        return x * w + SCALE

    assert np.allclose(dpnp.asnumpy(f(dpnp.ones(3))), [3.5, 4.5, 5.5])


def test_closure_dpnp_written():
    w = dpnp.zeros(5)

    @dpjit
    def f(x):
        for i in prange(x.size):
            w[i] = 2 * x[i]

    f(dpnp.ones(5))
    assert (dpnp.asnumpy(w) == 2).all()


def test_np_exp_number():
    @dpjit
    def f(x, a):
        b = np.exp(a) + np.sqrt(2.0) + np.maximum(a, 1.0)
        return x * b

    assert np.allclose(dpnp.asnumpy(f(dpnp.ones(3), 1.0)), np.exp(1) + np.sqrt(2) + 1)


def test_dpnp_exp_number():
    @dpjit
    def f(x, a):
        b = dpnp.exp(a) + dpnp.sqrt(2.0)
        return x * b

    assert np.allclose(dpnp.asnumpy(f(dpnp.ones(3), 1.0)), np.exp(1) + np.sqrt(2))


def test_dpnp_exp_number_prange():
    @dpjit
    def f(x, a):
        c = dpnp.exp(a)
        s = 0.0
        for i in prange(x.size):
            s += x[i] * c + dpnp.erf(0.5) + dpnp.cbrt(x[i]) + np.logaddexp(x[i], 1.0)
        return s

    assert np.isclose(f(dpnp.ones(3), 1.0), 3 * (np.exp(1) + math.erf(0.5) + 1 + np.logaddexp(1, 1)))


def test_rows_matmul():
    @dpjit
    def f(x, y, out):
        for i in prange(x.shape[0]):
            out[i] = x[i, :] @ y[i, :]

    x = rng.random((5, 4))
    y = rng.random((5, 4))
    o = dpnp.zeros(5)
    f(dpnp.asarray(x), dpnp.asarray(y), o)
    assert np.allclose(dpnp.asnumpy(o), (x * y).sum(1))


def test_matvec_matmul_in_prange():
    @dpjit
    def f(x, A, out):
        for i in prange(x.shape[0]):
            out[i, :] = A @ x[i]

    x = rng.random((5, 3))
    A = rng.random((3, 3))
    o = dpnp.zeros((5, 3))
    f(dpnp.asarray(x), dpnp.asarray(A), o)
    assert np.allclose(dpnp.asnumpy(o), x @ A.T)


def test_np_dot_in_prange():
    @dpjit
    def f(x, w, out):
        for i in prange(x.shape[0]):
            out[i] = np.dot(x[i], w) + dpnp.dot(x[i], w) + x[i].dot(w)

    x = rng.random((5, 3))
    w = rng.random(3)
    o = dpnp.zeros(5)
    f(dpnp.asarray(x), dpnp.asarray(w), o)
    assert np.allclose(dpnp.asnumpy(o), 3 * x @ w)


def test_slice_methods():
    @dpjit
    def f(x, o):
        for i in prange(x.shape[0]):
            r = x[i, 1:].copy()
            r[0] = 10.0
            o[i] = (
                r.sum()
                + x[i, :].sum()
                + x[i, :].max()
                + x[i].min()
                + x[i].mean()
                + x[i].argmax()
                + x[i].prod()
                + x[i].std()
            )

    x = rng.random((5, 4))
    r = x[:, 1:].copy()
    r[:, 0] = 10
    e = r.sum(1) + x.sum(1) + x.max(1) + x.min(1) + x.mean(1) + x.argmax(1) + x.prod(1) + x.std(1)
    o = dpnp.zeros(5)
    f(dpnp.asarray(x), o)
    assert np.allclose(dpnp.asnumpy(o), e)


def test_local_array_runtime():
    @dpjit
    def f(x, o):
        n = x.shape[1]
        for i in prange(x.shape[0]):
            t = np.empty(n)
            for j in range(n):
                t[j] = x[i, n - 1 - j]
            for j in range(n):
                o[i, j] = t[j]

    x = rng.random((50, 7))
    o = dpnp.zeros((50, 7))
    f(dpnp.asarray(x), o)
    assert (dpnp.asnumpy(o) == x[:, ::-1]).all()


def test_local_array_runtime_dpnp_zeros():
    @dpjit
    def f(x, o):
        for i in prange(x.shape[0]):
            t = dpnp.zeros(x.shape[1])
            t2 = np.zeros_like(x[i])
            for j in range(x.shape[1]):
                t[j] += x[i, j]
                t2[j] = t[j]
            o[i] = t.sum() + t2.sum()

    x = rng.random((50, 7))
    o = dpnp.zeros(50)
    f(dpnp.asarray(x), o)
    assert np.allclose(dpnp.asnumpy(o), 2 * x.sum(1))


def test_local_array_kernel_runtime():
    @kernel
    def k(item, x, o, n):
        i = item.get_id(0)
        t = np.zeros(n, dtype=np.int64)
        for j in range(x.shape[1]):
            t[x[i, j]] += 1
        b = 0
        for j in range(n):
            if t[j] > t[b]:
                b = j
        o[i] = b

    x = rng.integers(0, 5, (40, 30))
    o = dpnp.zeros(40, dtype=int)
    call_kernel(k, Range(40), dpnp.asarray(x), o, 5)
    assert (dpnp.asnumpy(o) == [np.bincount(r, minlength=5).argmax() for r in x]).all()


def test_mask_assign():
    @dpjit
    def f(x):
        x[x > 0.5] = 0.0
        return x

    x = rng.random(20)
    r = f(dpnp.asarray(x))
    assert (dpnp.asnumpy(r) == np.where(x > 0.5, 0, x)).all()


def test_mask_select():
    @dpjit
    def f(x):
        y = x[x > 0.5]
        return y.sum() + (x[x < 0.1]).size

    x = rng.random(20)
    assert np.isclose(float(f(dpnp.asarray(x))), x[x > 0.5].sum() + (x < 0.1).sum())


def test_mask_in_prange():
    @dpjit
    def f(x, o):
        for i in prange(x.shape[0]):
            row = x[i]
            o[i] = row[row > 0.5].sum()
            row[row < 0.2] = 0.0

    x = rng.random((6, 20))
    xd = dpnp.asarray(x.copy())
    o = dpnp.zeros(6)
    f(xd, o)
    assert np.allclose(dpnp.asnumpy(o), np.where(x > 0.5, x, 0).sum(1))
    assert (dpnp.asnumpy(xd) == np.where(x < 0.2, 0, x)).all()


def test_nested_prange8():
    @dpjit
    def f(x):
        for a in prange(2):
            for b in prange(2):
                for c in prange(2):
                    for d in prange(2):
                        for e in prange(2):
                            for g in prange(2):
                                for h in prange(2):
                                    for i in prange(2):
                                        x[a * 128 + b * 64 + c * 32 + d * 16 + e * 8 + g * 4 + h * 2 + i] = (
                                            a + b + c + d + e + g + h + i
                                        )

    x = dpnp.zeros(256)
    f(x)
    assert (dpnp.asnumpy(x) == [bin(i).count("1") for i in range(256)]).all()


def test_nested_prange4_sum():
    @dpjit
    def f(x):
        s = 0.0
        for a in prange(x.shape[0]):
            for b in prange(x.shape[1]):
                for c in prange(x.shape[2]):
                    for d in prange(x.shape[3]):
                        s += x[a, b, c, d]
        return s

    x = rng.random((2, 3, 4, 5))
    assert np.isclose(f(dpnp.asarray(x)), x.sum())


def test_kmeans():
    @dpjit
    def assign(p, c, lab):
        for i in prange(p.shape[0]):
            best = np.inf
            w = -1
            for k in range(c.shape[0]):
                d = np.sqrt(np.sum((p[i] - c[k]) ** 2))
                if d < best:
                    best = d
                    w = k
            lab[i] = w

    @dpjit
    def update(p, lab, c):
        n = dpnp.zeros(c.shape[0])
        s = dpnp.zeros_like(c)
        for i in range(p.shape[0]):
            k = lab[i]
            n[k] += 1
            for d in range(p.shape[1]):
                s[k, d] += p[i, d]
        for k in prange(c.shape[0]):
            if n[k] > 0:
                c[k, :] = s[k, :] / n[k]

    p = rng.random((100, 2))
    c = dpnp.asarray(p[:3])
    lab = dpnp.zeros(100, dtype=np.int64)
    centers = p[:3].copy()
    for _ in range(3):
        assign(dpnp.asarray(p), c, lab)
        update(dpnp.asarray(p), lab, c)
        nearest = np.sqrt(((p[:, None] - centers) ** 2).sum(2)).argmin(1)
        centers = np.array([p[nearest == k].mean(0) for k in range(3)])
        assert (dpnp.asnumpy(lab) == nearest).all()
        assert np.allclose(dpnp.asnumpy(c), centers)


def test_kmeans_np_functions():
    @dpjit
    def step(X, C, labels):
        for i in prange(X.shape[0]):
            d = np.empty(C.shape[0])
            for k in range(C.shape[0]):
                d[k] = np.linalg.norm(X[i] - C[k])
            labels[i] = np.argmin(d)

    p = rng.random((30, 2))
    C = p[:4]
    l = dpnp.zeros(30, dtype=np.int32)
    step(dpnp.asarray(p), dpnp.asarray(C), l)
    assert (dpnp.asnumpy(l) == ((p[:, None] - C) ** 2).sum(2).argmin(1)).all()


def test_knn():
    @dpjit
    def f(tr, lab, te, k, out, ncls):
        for i in prange(te.shape[0]):
            dist = np.full(k, np.inf)
            ind = np.zeros(k, np.int64)
            for j in range(tr.shape[0]):
                d = 0.0
                for m in range(tr.shape[1]):
                    d += (tr[j, m] - te[i, m]) ** 2
                if d < dist[k - 1]:
                    q = k - 1
                    while q > 0 and dist[q - 1] > d:
                        dist[q] = dist[q - 1]
                        ind[q] = ind[q - 1]
                        q -= 1
                    dist[q] = d
                    ind[q] = lab[j]
            votes = np.zeros(ncls)
            for q in range(k):
                votes[ind[q]] += 1
            out[i] = np.argmax(votes)

    tr = rng.random((60, 3))
    lab = rng.integers(0, 3, 60)
    te = rng.random((10, 3))
    o = dpnp.zeros(10, dtype=np.int64)
    f(dpnp.asarray(tr), dpnp.asarray(lab), dpnp.asarray(te), 5, o, 3)
    e = [np.bincount(lab[np.argsort(((tr - t) ** 2).sum(1))[:5]], minlength=3).argmax() for t in te]
    assert (dpnp.asnumpy(o) == e).all()


def test_knn_argsort():
    @dpjit
    def f(tr, te, out):
        for i in prange(te.shape[0]):
            d = ((tr - te[i]) ** 2).sum(axis=1)
            order = np.argsort(d)
            out[i] = order[0]

    tr = rng.random((60, 3))
    te = rng.random((10, 3))
    o = dpnp.zeros(10, dtype=np.int64)
    f(dpnp.asarray(tr), dpnp.asarray(te), o)
    assert (dpnp.asnumpy(o) == [np.argsort(((tr - t) ** 2).sum(1))[0] for t in te]).all()


def check_median_filter(f):
    im = rng.random((9, 8))
    o = dpnp.zeros((9, 8))
    f(dpnp.asarray(im), o)
    e = np.zeros((9, 8))
    for i in range(1, 8):
        for j in range(1, 7):
            e[i, j] = np.median(im[i - 1 : i + 2, j - 1 : j + 2])
    assert (dpnp.asnumpy(o) == e).all()


def test_median_filter():
    @dpjit
    def f(img, out):
        h, w = img.shape
        for i in prange(1, h - 1):
            for j in range(1, w - 1):
                win = img[i - 1 : i + 2, j - 1 : j + 2].copy().ravel()
                win.sort()
                out[i, j] = win[4]

    check_median_filter(f)


def test_median_filter_np():
    @dpjit
    def f(img, out):
        for i in prange(1, img.shape[0] - 1):
            for j in prange(1, img.shape[1] - 1):
                out[i, j] = np.median(img[i - 1 : i + 2, j - 1 : j + 2])

    check_median_filter(f)


def test_blur_global_kernel():
    @dpjit
    def f(img, out):
        for i in prange(1, img.shape[0] - 1):
            for j in range(1, img.shape[1] - 1):
                out[i, j] = (img[i - 1 : i + 2, j - 1 : j + 2] * K3).sum()

    im = rng.random((9, 8))
    o = dpnp.zeros((9, 8))
    f(dpnp.asarray(im), o)
    assert np.isclose(dpnp.asnumpy(o)[3, 3], (im[2:5, 2:5] * K3).sum())


def test_stencil_globals_tuple():
    @dpjit
    def f(u, v):
        for i in prange(1, u.shape[0] - 1):
            for j in prange(1, u.shape[1] - 1):
                s = 0.0
                for di, dj in OFFS:
                    s += u[i + di, j + dj]
                v[i, j] = s / 4

    u = rng.random((8, 7))
    v = dpnp.zeros((8, 7))
    f(dpnp.asarray(u), v)
    assert np.isclose(dpnp.asnumpy(v)[2, 2], (u[1, 2] + u[3, 2] + u[2, 1] + u[2, 3]) / 4)


def test_stencil_swap():
    @dpjit
    def f(u, n):
        v = u.copy()
        for t in range(n):
            for i in prange(1, u.shape[0] - 1):
                v[i] = 0.5 * (u[i - 1] + u[i + 1])
            u, v = v, u
        return u

    u = rng.random(20)
    e = u.copy()
    for _ in range(5):
        w = e.copy()
        w[1:-1] = 0.5 * (e[:-2] + e[2:])
        e = w
    assert np.allclose(dpnp.asnumpy(f(dpnp.asarray(u), 5)), e)


def test_stencil_slices():
    @dpjit
    def f(u):
        u[1:-1, 1:-1] = 0.25 * (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:])
        return u

    u = rng.random((6, 7))
    e = u.copy()
    e[1:-1, 1:-1] = 0.25 * (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:])
    assert np.allclose(dpnp.asnumpy(f(dpnp.asarray(u))), e)


def test_random_path():
    @dpjit
    def f(x, steps):
        for i in prange(x.size):
            p = 0
            for s in range(steps):
                if np.random.random() < 0.5:
                    p += 1
                else:
                    p -= 1
            x[i] = p

    x = dpnp.zeros(100, dtype=np.int64)
    f(x, 10)
    assert (np.abs(dpnp.asnumpy(x)) <= 10).all()


def test_random_path_choice():
    @dpjit
    def f(x, steps):
        for i in prange(x.shape[0]):
            for s in range(1, steps):
                d = np.random.randint(0, 4)
                dx, dy = OFFS[d]
                x[i, s, 0] = x[i, s - 1, 0] + dx
                x[i, s, 1] = x[i, s - 1, 1] + dy

    x = dpnp.zeros((10, 20, 2))
    f(x, 20)
    paths = dpnp.asnumpy(x)
    steps = np.diff(paths, axis=1).reshape(-1, 2)
    assert (paths[:, 0] == 0).all()
    assert set(map(tuple, steps)) == set(OFFS)


def test_pi_mc():
    @dpjit
    def f(n):
        a = 0
        for i in prange(n):
            x = np.random.rand()
            y = np.random.rand()
            if x * x + y * y < 1:
                a += 1
        return 4 * a / n

    assert abs(f(10000) - 3.14) < 0.2


def test_small_solve():
    @dpjit
    def f(A, b, x):
        n = A.shape[1]
        for p in prange(A.shape[0]):
            M = A[p].copy()
            r = b[p].copy()
            for i in range(n):
                for j in range(i + 1, n):
                    q = M[j, i] / M[i, i]
                    M[j, i:] -= q * M[i, i:]
                    r[j] -= q * r[i]
            for i in range(n - 1, -1, -1):
                s = r[i]
                for j in range(i + 1, n):
                    s -= M[i, j] * x[p, j]
                x[p, i] = s / M[i, i]

    A = rng.random((6, 4, 4)) + 4 * np.eye(4)
    b = rng.random((6, 4))
    x = dpnp.zeros((6, 4))
    f(dpnp.asarray(A), dpnp.asarray(b), x)
    assert np.allclose(dpnp.asnumpy(x), np.linalg.solve(A, b[..., None])[..., 0])


def test_small_eye_outer():
    @dpjit
    def f(v, o):
        for p in prange(v.shape[0]):
            H = np.eye(3) - 2 * np.outer(v[p], v[p])
            o[p] = H

    v = rng.random((6, 3))
    o = dpnp.zeros((6, 3, 3))
    f(dpnp.asarray(v), o)
    assert np.allclose(dpnp.asnumpy(o), np.eye(3) - 2 * v[:, :, None] * v[:, None])


def test_small_matmul_33():
    @dpjit
    def f(A, B, o):
        for p in prange(A.shape[0]):
            o[p] = A[p] @ B[p].T + 1.0

    A = rng.random((6, 3, 3))
    B = rng.random((6, 3, 3))
    o = dpnp.zeros((6, 3, 3))
    f(dpnp.asarray(A), dpnp.asarray(B), o)
    assert np.allclose(dpnp.asnumpy(o), A @ B.transpose(0, 2, 1) + 1)


def test_gram_schmidt():
    @dpjit
    def f(V):
        n = V.shape[0]
        for i in range(n):
            for j in range(i):
                V[i] -= np.dot(V[i], V[j]) * V[j]
            V[i] /= np.linalg.norm(V[i])
        return V

    V = rng.random((4, 6))
    q = dpnp.asnumpy(f(dpnp.asarray(V)))
    assert np.allclose(q @ q.T, np.eye(4))


def test_power_iter():
    @dpjit
    def f(A, n):
        b = dpnp.ones(A.shape[0])
        for _ in range(n):
            b = A @ b
            b = b / dpnp.linalg.norm(b)
        return b

    A = rng.random((5, 5))
    A = A + A.T
    b = dpnp.asnumpy(f(dpnp.asarray(A), 60))
    assert np.allclose(A @ b, (b @ A @ b) * b)


def test_histogram_prange():
    @dpjit
    def f(x, nb):
        h = dpnp.zeros(nb, dtype=np.int64)
        for i in prange(x.size):
            b = int(x[i] * nb)
            h[b] += 1
        return h

    x = rng.random(1000)
    # racy in numba; only shape
    assert f(dpnp.asarray(x), 8).shape == (8,)


def test_histogram_private():
    @dpjit
    def f(x, nb, nc):
        part = dpnp.zeros((nc, nb), dtype=np.int64)
        step = (x.size + nc - 1) // nc
        for c in prange(nc):
            loc = np.zeros(nb, np.int64)
            for i in range(c * step, min((c + 1) * step, x.size)):
                loc[int(x[i] * nb)] += 1
            part[c, :] = loc
        return part.sum(axis=0)

    x = rng.random(1000)
    assert (dpnp.asnumpy(f(dpnp.asarray(x), 8, 4)) == np.histogram(x, 8, (0, 1))[0]).all()


def test_histogram_atomic_kernel():
    @kernel
    def k(item, x, h):
        i = item.get_id(0)
        a = kapi.AtomicRef(h, int(x[i] * h.size))
        a.fetch_add(1)

    x = rng.random(1000)
    h = dpnp.zeros(8, dtype=np.int64)
    call_kernel(k, Range(1000), dpnp.asarray(x), h)
    assert (dpnp.asnumpy(h) == np.histogram(x, 8, (0, 1))[0]).all()


def test_mandelbrot():
    def f(o, n):
        h, w = o.shape
        for i in prange(h):
            for j in range(w):
                c = complex(-2 + 3 * j / w, -1 + 2 * i / h)
                z = 0j
                it = 0
                while abs(z) < 2 and it < n:
                    z = z * z + c
                    it += 1
                o[i, j] = it

    o = dpnp.zeros((10, 12), dtype=np.int32)
    expected = np.zeros((10, 12), np.int32)
    dpjit(f)(o, 20)
    f(expected, 20)
    assert len(np.unique(expected)) > 5
    assert (dpnp.asnumpy(o) == expected).all()


def test_black_scholes_globals():
    R = 0.1
    V = 0.2

    def f(p, s, t, c):
        sig2 = V * V * 2
        for i in prange(p.size):
            a = math.log(p[i] / s[i])
            b = -R * t[i]
            z = t[i] * sig2
            y = 1 / math.sqrt(z)
            w1 = (a - b + 0.25 * z) * y
            w2 = (a - b - 0.25 * z) * y
            d1 = 0.5 + 0.5 * math.erf(w1)
            d2 = 0.5 + 0.5 * math.erf(w2)
            c[i] = p[i] * d1 - math.exp(b) * s[i] * d2

    inputs = [rng.random(10) + 1 for _ in range(3)]
    c = dpnp.zeros(10)
    expected = np.zeros(10)
    dpjit(f)(*map(dpnp.asarray, inputs), c)
    f(*inputs, expected)
    assert np.allclose(dpnp.asnumpy(c), expected)


def test_all_ufuncs_numbers():
    ns = 0
    bad = []
    for lib in (np, dpnp):
        for n in dir(lib):
            u = getattr(np, n, None)
            if (
                not isinstance(u, np.ufunc)
                or u.nout != 1
                or u.nin > 2
                or n in ("isnat", "ldexp", "matvec", "vecdot", "vecmat", "matmul")
                or u.signature
            ):
                continue
            if not any(set(s.split("->")[0]) <= set("dlq") for s in u.types):
                continue
            a = [2 if not any("d" in s.split("->")[0] for s in u.types) else 0.5] * u.nin
            g = {"dpjit": dpjit, "lib": lib, "prange": prange}
            src = f"def f(x,{','.join('ab'[: u.nin])}):\n  c=lib.{n}({','.join('ab'[: u.nin])})\n  for i in prange(x.size): x[i]=c\n  for i in prange(1): x[i]=lib.{n}({','.join('ab'[: u.nin])})\n"
            fn = f"<u{lib.__name__}{n}>"
            linecache.cache[fn] = (len(src), None, src.splitlines(True), fn)
            exec(compile(src, fn, "exec"), g)
            x = dpnp.zeros(2)
            try:
                dpjit(g["f"])(x, *a)
                e = float(u(*a))
                got = dpnp.asnumpy(x)
                assert np.allclose(got, e, equal_nan=True), (got, e)
                ns += 1
            except Exception as ex:
                bad.append((lib.__name__, n, str(ex)))
    assert not bad and ns > 90


def test_dpjit_calls_dpjit():
    @dpjit
    def g(x, i):
        return x[i] * 2

    @dpjit
    def f(x, o):
        for i in prange(x.size):
            o[i] = g(x, i)

    o = dpnp.zeros(4)
    f(dpnp.ones(4), o)
    assert (dpnp.asnumpy(o) == 2).all()


def test_cumsum_in_prange():
    @dpjit
    def f(x, o):
        for i in prange(x.shape[0]):
            o[i, :] = np.cumsum(x[i, :])

    x = rng.random((4, 5))
    o = dpnp.zeros((4, 5))
    f(dpnp.asarray(x), o)
    assert np.allclose(dpnp.asnumpy(o), x.cumsum(1))


def test_list_literal_private():
    @dpjit
    def f(o):
        for i in prange(o.shape[0]):
            w = np.array([1.0, 2.0, 3.0])
            o[i] = w[i % 3] * w.sum()

    o = dpnp.zeros(5)
    f(o)
    assert np.allclose(dpnp.asnumpy(o), [6, 12, 18, 6, 12])


def test_where_in_prange():
    @dpjit
    def f(x, o):
        for i in prange(x.shape[0]):
            o[i] = (
                np.where(x[i] > 0.5, x[i], 0.0).sum()
                + np.any(x[i] > 0.9)
                + np.abs(x[i]).max()
                + np.clip(x[i, 0], 0.2, 0.4)
            )

    x = rng.random((5, 4))
    o = dpnp.zeros(5)
    f(dpnp.asarray(x), o)
    assert np.allclose(
        dpnp.asnumpy(o), np.where(x > 0.5, x, 0).sum(1) + (x > 0.9).any(1) + x.max(1) + x[:, 0].clip(0.2, 0.4)
    )


def test_debug_opts():
    @dpjit(debug=True)
    def f(x):
        for i in prange(x.size):
            x[i] = i + 1

    x = dpnp.zeros(3)
    f(x)
    assert dpnp.asnumpy(x).tolist() == [1, 2, 3]

    @kernel(debug=True)
    def k(item, x):
        x[item.get_id(0)] = 4 + item.get_id(0)

    call_kernel(k, Range(3), x)
    assert dpnp.asnumpy(x).tolist() == [4, 5, 6]


def test_fastmath_opts():
    @dpjit(fastmath=True)
    def f(x):
        s = 0.0
        for i in prange(x.size):
            s += x[i]
        return s

    x = rng.random(1000)
    assert np.isclose(f(dpnp.asarray(x)), x.sum())


def test_fancy_index_prange():
    @dpjit
    def f(x, idx, o):
        for i in prange(o.shape[0]):
            o[i] = x[idx[i]].sum()

    x = rng.random((6, 3))
    idx = rng.integers(0, 6, (4, 2))
    o = dpnp.zeros(4)
    f(dpnp.asarray(x), dpnp.asarray(idx), o)
    assert np.allclose(dpnp.asnumpy(o), x[idx].sum((1, 2)))


def test_wrong_count():
    @kernel
    def k(item, x, y):
        x[item.get_id(0)] = 1

    try:
        call_kernel(k, Range(3), dpnp.zeros(3))
    except TypingError as e:
        assert "k(item, x, y) takes an item and 2 arguments" in str(e) and "1 argument was" in str(e)
    else:
        raise AssertionError


def test_kernels_allocate_arrays_of_the_sizes_of_their_launch():
    @kernel
    def reverse(item, x, n):
        i = item.get_id(0)
        own = np.empty(n, x.dtype)
        for j in range(n):
            own[j] = x[i, n - 1 - j]
        x[i, :n] = own

    for n in (3, 200, 9000, 70000):
        x = rng.random((5, n))
        given = dpnp.asarray(x)
        if n * 8 > 512 << 10 and given.sycl_device.backend.name == "cuda":
            with pytest.raises(dpctl.SyclKernelSubmitError, match="bytes of private memory for each work-item"):
                call_kernel(reverse, Range(5), given, n)
            continue
        call_kernel(reverse, Range(5), given, n)
        assert (dpnp.asnumpy(given) == x[:, ::-1]).all()
        reverse[Range(5)](given, n)
        assert (dpnp.asnumpy(given) == x).all()


def test_sizes_that_depend_on_elements_are_checked():
    @dpjit
    def sums(counts, out):
        for i in prange(counts.size):
            own = np.ones(counts[i])
            out[i] = own.sum()

    out = dpnp.zeros(3)
    sums(dpnp.asarray([1, 2000, 0]), out)
    assert dpnp.asnumpy(out).tolist() == [1, 2000, 0]
    with pytest.raises(MemoryError, match="4096"):
        sums(dpnp.asarray([1, 20000, 0]), out)

    @kernel
    def one(item, counts):
        own = np.ones(counts[item.get_id(0)])
        counts[0] = own[0]

    with pytest.raises(TypingError, match="known at the launch(.|\n)*hint: pass the size"):
        call_kernel(one, Range(3), dpnp.asarray([1, 2, 3]))


def test_captured_arrays_are_read_at_each_call():
    weights = dpnp.ones(3)

    @dpjit
    def f(x):
        total = 0.0
        for i in prange(x.size):
            total += weights[i] * x[i]
        for i in range(x.size):
            total += weights[i]
        return total

    assert f(dpnp.ones(3)) == 6
    weights[0] = 5
    assert f(dpnp.ones(3)) == 14
