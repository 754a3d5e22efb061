"""Programs of whole arrays for bench/programs.py: stencils, time steps, linear algebra, statistics, images, networks.

They are written as for NumPy and know nothing of devices or of fusion. Sizes are those of a laptop's afternoon: a program takes NumPy
a few milliseconds to half a second.
"""

import numpy

DENSE = {}


def program(function):
    DENSE[function.__name__] = function
    return function


_RNG = numpy.random.default_rng(2027)
_GRID = _RNG.random((400, 400))
_BLOCK = _RNG.random((64, 64, 64))
_TABLE = _RNG.random((1200, 300))
_SQUARE = _RNG.random((500, 500))
_LINE = _RNG.random(1_000_000)
_BODIES = _RNG.random((600, 3))
_POINTS = _RNG.random((20_000, 8))
_GRAPH = _RNG.integers(1, 100, (220, 220))
_PICTURES = _RNG.random((8, 40, 40, 3))
_LAYERS = [0.1 * _RNG.standard_normal(shape) for shape in ((784, 256), (256, 128), (128, 10))]
_DIGITS = _RNG.random((1000, 784))
_LABELS = (_RNG.random(20_000) < 0.5).astype(float)
_SCORES = _RNG.standard_normal((4, 8, 128, 128))


# ---- stencils and time steps ---------------------------------------------------------------------------------------------------


@program
def jacobi_1d(np):
    a = np.array(_LINE[:200_000])
    b = np.array(a)
    for _ in range(60):
        b[1:-1] = 0.33333 * (a[:-2] + a[1:-1] + a[2:])
        a[1:-1] = 0.33333 * (b[:-2] + b[1:-1] + b[2:])
    return a.sum()


@program
def jacobi_2d(np):
    a = np.array(_GRID)
    b = np.array(a)
    for _ in range(30):
        b[1:-1, 1:-1] = 0.2 * (a[1:-1, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:] + a[2:, 1:-1] + a[:-2, 1:-1])
        a[1:-1, 1:-1] = 0.2 * (b[1:-1, 1:-1] + b[1:-1, :-2] + b[1:-1, 2:] + b[2:, 1:-1] + b[:-2, 1:-1])
    return a.sum()


@program
def heat_3d(np):
    a = np.array(_BLOCK)
    for _ in range(15):
        inner = a[1:-1, 1:-1, 1:-1]
        change = 0.125 * (a[2:, 1:-1, 1:-1] - 2.0 * inner + a[:-2, 1:-1, 1:-1])
        change += 0.125 * (a[1:-1, 2:, 1:-1] - 2.0 * inner + a[1:-1, :-2, 1:-1])
        change += 0.125 * (a[1:-1, 1:-1, 2:] - 2.0 * inner + a[1:-1, 1:-1, :-2])
        a[1:-1, 1:-1, 1:-1] += change
    return a.sum()


@program
def wave(np):
    before = np.array(_GRID)
    now = np.array(before)
    for _ in range(25):
        after = np.zeros_like(now)
        after[1:-1, 1:-1] = (
            2 * now[1:-1, 1:-1]
            - before[1:-1, 1:-1]
            + 0.2 * (now[2:, 1:-1] + now[:-2, 1:-1] + now[1:-1, 2:] + now[1:-1, :-2] - 4 * now[1:-1, 1:-1])
        )
        before, now = now, after
    return (now * now).sum()


@program
def fields_in_two_dimensions(np):
    """Yee's scheme for the electromagnetic field (1966)."""
    ex, ey, hz = np.array(_GRID), np.array(_GRID[::-1]), np.array(_GRID.T)
    for step in range(20):
        ey[0, :] = step
        ey[1:, :] -= 0.5 * (hz[1:, :] - hz[:-1, :])
        ex[:, 1:] -= 0.5 * (hz[:, 1:] - hz[:, :-1])
        hz[:-1, :-1] -= 0.7 * (ex[:-1, 1:] - ex[:-1, :-1] + ey[1:, :-1] - ey[:-1, :-1])
    return hz.sum()


@program
def horizontal_diffusion(np):
    field = np.array(_BLOCK)
    out = field[2:-2, 2:-2]
    for _ in range(6):
        lap = 4.0 * field[1:-1, 1:-1] - (field[2:, 1:-1] + field[:-2, 1:-1] + field[1:-1, 2:] + field[1:-1, :-2])
        across = lap[1:, 1:-1] - lap[:-1, 1:-1]
        across = np.where(across * (field[2:-1, 2:-2] - field[1:-2, 2:-2]) > 0, 0, across)
        along = lap[1:-1, 1:] - lap[1:-1, :-1]
        along = np.where(along * (field[2:-2, 2:-1] - field[2:-2, 1:-2]) > 0, 0, along)
        out = field[2:-2, 2:-2] - 0.01 * (across[1:] - across[:-1] + along[:, 1:] - along[:, :-1])
    return out.sum()


@program
def implicit_sweeps(np):
    """Thomas's algorithm for all columns at once."""
    n = 300
    d = np.array(_GRID[:n, :n])
    for _ in range(2):
        x, c = np.array(d), np.zeros((n, n))
        c[0] = -0.25
        for i in range(1, n):
            scale = 1.0 / (2.0 + 0.5 * c[i - 1])
            c[i] = -0.5 * scale
            x[i] = (x[i] + 0.5 * x[i - 1]) * scale
        for i in range(n - 2, -1, -1):
            x[i] -= c[i] * x[i + 1]
        d = x
    return d.sum()


@program
def cavity_flow(np):
    n, dx, dt, rho, nu = 81, 2.0 / 80, 0.001, 1.0, 0.1
    u, v, p = np.zeros((n, n)), np.zeros((n, n)), np.zeros((n, n))
    for _ in range(6):
        ux, vy = (u[1:-1, 2:] - u[1:-1, :-2]) / (2 * dx), (v[2:, 1:-1] - v[:-2, 1:-1]) / (2 * dx)
        uy, vx = (u[2:, 1:-1] - u[:-2, 1:-1]) / (2 * dx), (v[1:-1, 2:] - v[1:-1, :-2]) / (2 * dx)
        b = np.zeros_like(p)
        b[1:-1, 1:-1] = rho * ((ux + vy) / dt - ux**2 - 2 * uy * vx - vy**2)
        for _ in range(12):
            old = p.copy()
            p[1:-1, 1:-1] = 0.25 * (
                old[1:-1, 2:] + old[1:-1, :-2] + old[2:, 1:-1] + old[:-2, 1:-1] - dx**2 * b[1:-1, 1:-1]
            )
            p[:, -1], p[0, :], p[:, 0], p[-1, :] = p[:, -2], p[1, :], p[:, 1], 0
        un, vn = u.copy(), v.copy()
        inner_u, inner_v = un[1:-1, 1:-1], vn[1:-1, 1:-1]
        u[1:-1, 1:-1] = (
            inner_u
            - inner_u * dt / dx * (inner_u - un[1:-1, :-2])
            - inner_v * dt / dx * (inner_u - un[:-2, 1:-1])
            - dt / (2 * rho * dx) * (p[1:-1, 2:] - p[1:-1, :-2])
            + nu * dt / dx**2 * (un[1:-1, 2:] + un[1:-1, :-2] + un[2:, 1:-1] + un[:-2, 1:-1] - 4 * inner_u)
        )
        v[1:-1, 1:-1] = (
            inner_v
            - inner_u * dt / dx * (inner_v - vn[1:-1, :-2])
            - inner_v * dt / dx * (inner_v - vn[:-2, 1:-1])
            - dt / (2 * rho * dx) * (p[2:, 1:-1] - p[:-2, 1:-1])
            + nu * dt / dx**2 * (vn[1:-1, 2:] + vn[1:-1, :-2] + vn[2:, 1:-1] + vn[:-2, 1:-1] - 4 * inner_v)
        )
        u[0, :], u[:, 0], u[:, -1], u[-1, :] = 0, 0, 0, 1
        v[0, :], v[-1, :], v[:, 0], v[:, -1] = 0, 0, 0, 0
    return (u * u + v * v).sum()


@program
def reaction_diffusion(np):
    """The Gray-Scott model on a torus."""
    u, v = np.array(_GRID), np.array(_GRID.T)
    for _ in range(12):
        du = np.roll(u, 1, 0) + np.roll(u, -1, 0) + np.roll(u, 1, 1) + np.roll(u, -1, 1) - 4 * u
        dv = np.roll(v, 1, 0) + np.roll(v, -1, 0) + np.roll(v, 1, 1) + np.roll(v, -1, 1) - 4 * v
        uvv = u * v * v
        u, v = u + 0.16 * du - uvv + 0.035 * (1 - u), v + 0.08 * dv + uvv - 0.1 * v
    return u.sum() + v.sum()


@program
def game_of_life(np):
    alive = (np.array(_GRID) > 0.6).astype(np.int32)
    for _ in range(20):
        n = np.zeros_like(alive)
        n[1:-1, 1:-1] = (
            alive[:-2, :-2]
            + alive[:-2, 1:-1]
            + alive[:-2, 2:]
            + alive[1:-1, :-2]
            + alive[1:-1, 2:]
            + alive[2:, :-2]
            + alive[2:, 1:-1]
            + alive[2:, 2:]
        )
        alive = ((n == 3) | ((alive == 1) & (n == 2))).astype(np.int32)
    return alive.sum()


@program
def lorenz_ensemble(np):
    x, y, z = (np.array(_LINE[i : 50_000 + i]) for i in range(3))
    for _ in range(40):
        dx, dy, dz = 10.0 * (y - x), x * (28.0 - z) - y, x * y - 8.0 / 3.0 * z
        x, y, z = x + 0.01 * dx, y + 0.01 * dy, z + 0.01 * dz
    return (x + y + z).sum() / 50_000


@program
def bodies(np):
    """Forces between bodies by broadcasting."""
    x, v = np.array(_BODIES), np.zeros((600, 3))
    for _ in range(3):
        d = x[None, :, :] - x[:, None, :]
        inverse = ((d * d).sum(axis=2) + 0.01) ** -1.5
        v += 0.01 * (d * inverse[:, :, None]).sum(axis=1)
        x += 0.01 * v
    return (v * v).sum()


@program
def mandelbrot(np):
    re, im = np.linspace(-2.0, 0.5, 300), np.linspace(-1.2, 1.2, 240)
    c = re[None, :] + 1j * im[:, None]
    z, counts = np.zeros_like(c), np.zeros(c.shape, dtype=np.int64)
    for _ in range(40):
        inside = np.abs(z) < 2.0
        counts[inside] += 1
        z[inside] = z[inside] ** 2 + c[inside]
    return counts.sum()


# ---- linear algebra ------------------------------------------------------------------------------------------------------------


@program
def three_products(np):
    a, b = np.array(_SQUARE), np.array(_SQUARE.T)
    return (a @ b @ (a + b)).sum() / 1e8


@program
def vector_products(np):
    """BLAS's gemver, by outer products."""
    a = np.array(_SQUARE)
    u, v, w, y = (np.array(_LINE[500 * i : 500 * (i + 1)]) for i in range(4))
    for _ in range(10):
        a += 1e-3 * (np.outer(u, v) + np.outer(v, u))
        y = 0.01 * (a.T @ y) + w
        w = 0.01 * (a @ y)
    return w.sum()


@program
def biconjugate_products(np):
    a, x, y = np.array(_TABLE), np.array(_LINE[:1200]), np.array(_LINE[:300])
    total = 0.0
    for _ in range(20):
        total = total + (x @ a).sum() + (a @ y).sum()
        y = y * 0.99
    return total


@program
def gram_schmidt_by_columns(np):
    a = np.array(_TABLE[:, :120])
    q, r = np.zeros_like(a), np.zeros((120, 120))
    for k in range(120):
        norm = np.sqrt(a[:, k] @ a[:, k])
        r[k, k] = norm
        q[:, k] = a[:, k] / norm
        r[k, k + 1 :] = q[:, k] @ a[:, k + 1 :]
        a[:, k + 1 :] -= np.outer(q[:, k], r[k, k + 1 :])
    return np.abs(r).sum()


@program
def elimination(np):
    a = np.array(_SQUARE[:160, :160]) + 160 * np.eye(160)
    for k in range(159):
        a[k + 1 :, k] /= a[k, k]
        a[k + 1 :, k + 1 :] -= np.outer(a[k + 1 :, k], a[k, k + 1 :])
    return np.log(np.diagonal(a)).sum()


@program
def rank_updates(np):
    a, c = np.array(_TABLE[:250, :200]), np.zeros((250, 250))
    for i in range(250):
        c[i, : i + 1] += 1.5 * (a[: i + 1] @ a[i])
    return c.sum()


@program
def multiresolution(np):
    a, c = np.array(_BLOCK), np.array(_SQUARE[:64, :64])
    for _ in range(4):
        a = np.matmul(a, c) / 32
    return a.sum()


@program
def conjugate_gradients_on_a_grid(np):
    def laplacian(x):
        y = 4 * x
        y[1:] -= x[:-1]
        y[:-1] -= x[1:]
        y[:, 1:] -= x[:, :-1]
        y[:, :-1] -= x[:, 1:]
        return y

    b = np.array(_GRID[:300, :300])
    x, r = np.zeros_like(b), b.copy()
    p, rr = r.copy(), (r * r).sum()
    for _ in range(25):
        ap = laplacian(p)
        alpha = rr / (p * ap).sum()
        x += alpha * p
        r -= alpha * ap
        rr, old = (r * r).sum(), rr
        p = r + (rr / old) * p
    return x.sum()


@program
def shortest_paths_of_all(np):
    path = np.array(_GRAPH)
    for k in range(220):
        path = np.minimum(path, path[:, k : k + 1] + path[k : k + 1, :])
    return path.sum()


# ---- statistics and learning ---------------------------------------------------------------------------------------------------


@program
def correlation(np):
    x = np.array(_TABLE)
    x = (x - x.mean(axis=0)) / (np.sqrt(x.shape[0]) * x.std(axis=0))
    return np.abs(x.T @ x).sum()


@program
def covariance(np):
    x = np.array(_TABLE)
    x -= x.mean(axis=0)
    return np.abs(x.T @ x / (x.shape[0] - 1)).sum()


@program
def k_means(np):
    x = np.array(_POINTS)
    centers = np.array(x[:12])
    labels = None
    for _ in range(4):
        d = ((x[:, None, :] - centers[None, :, :]) ** 2).sum(axis=2)
        labels = d.argmin(axis=1)
        for k in range(12):
            centers[k] = x[labels == k].mean(axis=0)
    return centers.sum()


@program
def logistic_regression(np):
    x, y, w = np.array(_POINTS), np.array(_LABELS), np.zeros(8)
    for _ in range(40):
        p = 1 / (1 + np.exp(-(x @ w)))
        w -= 0.1 * (x.T @ (p - y)) / len(y)
    return w.sum()


@program
def network(np):
    x = np.array(_DIGITS)
    for i, weights in enumerate(_LAYERS):
        x = x @ np.array(weights) + 0.1
        if i < 2:
            x = np.maximum(x, 0)
    e = np.exp(x - x.max(axis=1, keepdims=True))
    return (e / e.sum(axis=1, keepdims=True) * np.arange(10)).sum()


@program
def softmax_of_attention(np):
    x = np.array(_SCORES)
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return (e / e.sum(axis=-1, keepdims=True)).max()


@program
def convolution_layer(np):
    pictures, kernel = np.array(_PICTURES), np.array(_BLOCK[:3, :3, :48].reshape(3, 3, 3, 16))
    out = np.empty((8, 38, 38, 16))
    for i in range(38):
        for j in range(38):
            out[:, i, j, :] = np.tensordot(pictures[:, i : i + 3, j : j + 3, :], kernel, axes=3)
    return np.maximum(out, 0).sum()


@program
def random_walks(np):
    steps = np.where(np.array(_TABLE) < 0.5, -1, 1)
    positions = np.cumsum(steps, axis=1)
    return np.abs(positions).max(axis=1).mean() + (positions[:, -1] ** 2).mean()


@program
def option_prices(np):
    price, strike, t = 50 + 100 * np.array(_LINE[:200_000]), 100.0, 0.25 + np.array(_LINE[200_000:400_000])
    rate, volatility = 0.03, 0.3
    d1 = (np.log(price / strike) + (rate + 0.5 * volatility**2) * t) / (volatility * np.sqrt(t))
    d2 = d1 - volatility * np.sqrt(t)
    n1, n2 = 1 / (1 + np.exp(-1.702 * d1)), 1 / (1 + np.exp(-1.702 * d2))
    return (price * n1 - strike * np.exp(-rate * t) * n2).mean()


@program
def binomial_options(np):
    n = 1000
    up = np.exp(0.3 * np.sqrt(1 / n))
    p = (np.exp(0.03 / n) - 1 / up) / (up - 1 / up)
    value = np.maximum(100 * up ** np.arange(-n, n + 1, 2) - 100, 0)
    for _ in range(n):
        value = np.exp(-0.03 / n) * (p * value[1:] + (1 - p) * value[:-1])
    return value.sum()


# ---- images, signals, geometry ---------------------------------------------------------------------------------------------------


@program
def sobel(np):
    x = np.array(_GRID)
    down = x[2:, :-2] + 2 * x[2:, 1:-1] + x[2:, 2:] - x[:-2, :-2] - 2 * x[:-2, 1:-1] - x[:-2, 2:]
    across = x[:-2, 2:] + 2 * x[1:-1, 2:] + x[2:, 2:] - x[:-2, :-2] - 2 * x[1:-1, :-2] - x[2:, :-2]
    size = np.sqrt(down * down + across * across)
    return (size > size.mean()).sum()


@program
def azimuthal_average(np):
    data, radius = np.array(_GRID).ravel(), np.hypot(*np.mgrid[-200:200, -200:200]).ravel()
    edges = np.linspace(0, 280, 101)
    sums, counts = np.histogram(radius, edges, weights=data)[0], np.histogram(radius, edges)[0]
    return (sums / np.maximum(counts, 1)).sum()


@program
def great_circles(np):
    a, b, c, d = (3 * np.array(_LINE[i * 200_000 : (i + 1) * 200_000]) - 1.5 for i in range(4))
    t = np.sin((c - a) / 2) ** 2 + np.cos(a) * np.cos(c) * np.sin((d - b) / 2) ** 2
    return (2 * np.arctan2(np.sqrt(t), np.sqrt(1 - t))).sum()


@program
def clipped_lines(np):
    a, b = (np.array(1000 * _GRID[:400, :]).astype(np.int64), np.array(1000 * _GRID.T).astype(np.int64))
    return (np.clip(a, 200, 800) * 4 + b * 3 + 9).sum()


@program
def spectrum(np):
    x = np.array(_LINE[: 1 << 18])
    power = np.abs(np.fft.rfft(x - x.mean())) ** 2
    kernel = np.ones(9) / 9
    return np.log(np.convolve(power, kernel, "valid")).sum()


@program
def traces(np):
    a = np.array(_SQUARE)
    return np.tanh(a).diagonal().sum() + (a + np.tanh(np.trace(a))).sum()
