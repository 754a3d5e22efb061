"""Short NumPy programs, run on NumPy and on dpnp in turns: loops over elements and short slices, dynamic programming, triangular
products, filters, statistics; then those of whole arrays (dense_programs.py).

    python bench/programs.py [-n REPEATS] [NAME ...]

Prints for each program the minima of both in milliseconds and their ratio, then the geometric means of the ratios and the largest.
Each library has a process of its own, and a pause before its turn: threads of NumPy's BLAS keep a core busy for some milliseconds
after a product, which would count as the other's time.
``DPEX_FUSION=0`` measures without automatic fusion. A program takes the module and returns something that depends on all of its
work, which is compared between both.
"""

import argparse
import importlib
import math
import multiprocessing
import sys
import time
from pathlib import Path

import numpy

sys.path.insert(0, str(Path(__file__).resolve().parent))
from dense_programs import DENSE  # noqa: E402

N = 60
TURNS = 5
PAUSE = 0.2  # seconds
SHORTEST_TURN = 0.03  # seconds
PROGRAMS = {}


def program(function):
    PROGRAMS[function.__name__] = function
    return function


_RNG = numpy.random.default_rng(2026)
_MATRIX, _VECTOR = _RNG.random((N, N)) + N * numpy.eye(N), _RNG.random(N)
_WORDS = _RNG.integers(0, 6, 48)
_OTHERS = _RNG.integers(0, 6, 40)
_SIGNAL = numpy.sin(numpy.arange(400) / 7) + 0.2 * _RNG.random(400)
_POINTS = _RNG.random((120, 2))
_IMAGE = _RNG.random((64, 64))


# ---- linear algebra by loops ----------------------------------------------------------------------------------------


@program
def gram_schmidt(np, matrix=_MATRIX):
    a = np.array(matrix[:, :20])
    q, r = np.zeros_like(a), np.zeros((20, 20))
    for j in range(20):
        v = a[:, j].copy()
        for i in range(j):
            r[i, j] = q[:, i] @ a[:, j]
            v -= r[i, j] * q[:, i]
        r[j, j] = np.sqrt(v @ v)
        q[:, j] = v / r[j, j]
    return np.abs(r).sum()


@program
def triangular_solve(np, matrix=_MATRIX, vector=_VECTOR):
    low, b = np.array(numpy.tril(matrix)), np.array(vector)
    x = np.zeros(N)
    for i in range(N):
        x[i] = (b[i] - low[i, :i] @ x[:i]) / low[i, i]
    return x.sum()


@program
def back_substitution_by_columns(np, matrix=_MATRIX, vector=_VECTOR):
    upper, x = np.array(numpy.triu(matrix)), np.array(vector)
    for j in range(N - 1, -1, -1):
        x[j] /= upper[j, j]
        x[:j] -= x[j] * upper[:j, j]
    return x.sum()


@program
def cholesky_by_rows(np, matrix=_MATRIX):
    a = np.array(matrix[:24, :24] @ matrix[:24, :24].T)
    for j in range(24):
        for k in range(j):
            a[j, k] = (a[j, k] - a[j, :k] @ a[k, :k]) / a[k, k]
        a[j, j] = np.sqrt(a[j, j] - a[j, :j] @ a[j, :j])
    return np.trace(a)


@program
def lu_in_place(np, matrix=_MATRIX):
    a = np.array(matrix)
    for k in range(N - 1):
        a[k + 1 :, k] /= a[k, k]
        a[k + 1 :, k + 1 :] -= np.outer(a[k + 1 :, k], a[k, k + 1 :])
    return np.log(np.abs(np.diag(a))).sum()


@program
def symmetric_rank_k(np, matrix=_MATRIX):
    a, c = np.array(matrix[:, :30]), np.zeros((N, N))
    for i in range(N):
        c[i, : i + 1] += 1.5 * (a[: i + 1] @ a[i])
    return c.sum()


@program
def triangular_product(np, matrix=_MATRIX):
    a, b = np.array(matrix), np.array(matrix.T)
    for i in range(N):
        b[i, :20] += a[i + 1 :, i] @ b[i + 1 :, :20]
    return b.sum()


@program
def power_iteration(np, matrix=_MATRIX):
    a, x = np.array(matrix), np.ones(N)
    for _ in range(60):
        y = a @ x
        x = y / np.linalg.norm(y)
    return x @ a @ x


@program
def conjugate_gradients(np, matrix=_MATRIX, vector=_VECTOR):
    a, b = np.array(matrix + matrix.T), np.array(vector)
    x, r = np.zeros(N), b.copy()
    p, rr = r.copy(), r @ r
    for _ in range(40):
        ap = a @ p
        alpha = rr / (p @ ap)
        x += alpha * p
        r -= alpha * ap
        new = r @ r
        if new < 1e-20:
            break
        p = r + (new / rr) * p
        rr = new
    return x.sum()


@program
def jacobi_iteration(np, matrix=_MATRIX, vector=_VECTOR):
    a, b = np.array(matrix), np.array(vector)
    diagonal, x = np.diag(a), np.zeros(N)
    for _ in range(40):
        x = (b - (a @ x - diagonal * x)) / diagonal
    return x.sum()


@program
def givens_rotations(np, matrix=_MATRIX):
    a = np.array(matrix[:30, :8])
    for j in range(8):
        for i in range(j + 1, 30):
            r = np.hypot(a[j, j], a[i, j])
            c, s = a[j, j] / r, a[i, j] / r
            upper, lower = a[j, j:].copy(), a[i, j:].copy()
            a[j, j:] = c * upper + s * lower
            a[i, j:] = c * lower - s * upper
    return np.abs(np.diag(a)).sum()


@program
def householder(np, matrix=_MATRIX):
    a = np.array(matrix)
    for k in range(30):
        v = a[k:, k].copy()
        v[0] += np.sign(v[0]) * np.linalg.norm(v)
        v /= np.linalg.norm(v)
        a[k:, k:] -= 2.0 * np.outer(v, v @ a[k:, k:])
    return np.abs(np.diag(a)).sum()


# ---- dynamic programming, integers ------------------------------------------------------------------------------------


@program
def edit_distance(np, first=_WORDS, second=_OTHERS):
    a, b = np.array(first), np.array(second)
    row = np.arange(len(second) + 1)
    for i in range(len(first)):
        changed = np.minimum(row[1:] + 1, row[:-1] + (b != a[i]))
        line = np.concatenate((np.array([i + 1]), changed)) - np.arange(len(second) + 1)
        row = np.minimum.accumulate(line) + np.arange(len(second) + 1)
    return row[-1]


@program
def common_subsequence(np, first=_WORDS, second=_OTHERS):
    a, b = np.array(first[:20]), np.array(second[:20])
    table = np.zeros((21, 21), dtype=int)
    for i in range(20):
        for j in range(20):
            if a[i] == b[j]:
                table[i + 1, j + 1] = table[i, j] + 1
            else:
                table[i + 1, j + 1] = max(table[i, j + 1], table[i + 1, j])
    return table[20, 20]


@program
def knapsack(np):
    weights, values = [3, 7, 11, 5, 13, 2, 17, 9], [10, 25, 31, 14, 40, 5, 55, 27]
    best = np.zeros(200)
    for weight, value in zip(weights, values, strict=True):
        best[weight:] = np.maximum(best[weight:], best[:-weight] + value)
    return best.sum()


@program
def viterbi(np, matrix=_MATRIX):
    step = np.log(np.array(matrix[:8, :8]) / (N + 1.0))
    score = np.zeros(8)
    for t in range(80):
        score = np.max(score[:, None] + step, axis=0) + step[t % 8]
    return score.max()


@program
def shortest_paths(np, matrix=_MATRIX):
    d = np.array(matrix[:40, :40])
    for k in range(40):
        d = np.minimum(d, d[:, k, None] + d[k])
    return d.sum()


@program
def base_pairs(np, word=_WORDS):
    n = 18
    pairs, best = np.array(word[:n]), np.zeros((n, n), dtype=int)
    for i in range(n - 1, -1, -1):
        for j in range(i + 1, n):
            best[i, j] = max(best[i, j - 1], best[i + 1, j])
            if pairs[i] + pairs[j] == 5:
                best[i, j] = max(best[i, j], best[i + 1, j - 1] + 1)
    return best[0, n - 1]


@program
def crc(np):
    data = np.arange(120) % 251
    value = 0xFFFF
    for i in range(120):
        value = int(value ^ (data[i] << 8))
        for _ in range(8):
            value = (value << 1) ^ 0x1021 if value & 0x8000 else value << 1
            value &= 0xFFFF
    return value


@program
def sieve(np):
    prime = np.ones(2000, dtype=bool)
    prime[:2] = False
    for k in range(2, 45):
        if prime[k]:
            prime[k * k :: k] = False
    return prime.sum()


@program
def collatz_table(np):
    x, steps = np.arange(1, 500), np.zeros(499, dtype=int)
    for _ in range(60):
        active = x > 1
        steps += active
        x = np.where(x % 2 == 0, x // 2, np.where(active, 3 * x + 1, x))
    return steps.sum()


@program
def binomials(np):
    row = np.array([1.0])
    for _ in range(40):
        longer = np.ones(row.size + 1)
        longer[1:-1] = row[1:] + row[:-1]
        row = longer
    return row.max()


# ---- filters and recurrences ---------------------------------------------------------------------------------------------


@program
def exponential_smoothing(np, signal=_SIGNAL):
    x, y = np.array(signal), np.zeros(400)
    y[0] = x[0]
    for i in range(1, 400):
        y[i] = 0.3 * x[i] + 0.7 * y[i - 1]
    return y.sum()


@program
def second_order_filter(np, signal=_SIGNAL):
    x, y = np.array(signal[:200]), np.zeros(200)
    for i in range(2, 200):
        y[i] = 0.2 * (x[i] + 2 * x[i - 1] + x[i - 2]) + 0.5 * y[i - 1] - 0.3 * y[i - 2]
    return y.sum()


@program
def moving_average(np, signal=_SIGNAL):
    x, total = np.array(signal), 0.0
    for width in range(2, 40):
        sums = np.cumsum(x)
        total += float(((sums[width:] - sums[:-width]) / width).max())
    return total


@program
def median_filter(np, signal=_SIGNAL):
    x = np.array(signal[:120])
    return sum(float(np.median(x[i - 2 : i + 3])) for i in range(2, 118))


@program
def adaptive_filter(np, signal=_SIGNAL):
    x, w, total = np.array(signal), np.zeros(16), 0.0
    for i in range(16, 200):
        window = x[i - 16 : i]
        error = x[i] - w @ window
        w += 0.02 * error * window
        total += float(error * error)
    return total


@program
def convolutions(np, signal=_SIGNAL):
    x = np.array(signal[:60])
    total = 0.0
    for width in range(3, 20):
        total += float(np.convolve(x, np.ones(width) / width, mode="valid").sum())
    return total


@program
def kalman(np, signal=_SIGNAL):
    f, h = np.array([[1.0, 1.0], [0.0, 1.0]]), np.array([[1.0, 0.0]])
    state, p, total = np.zeros(2), np.eye(2), 0.0
    for value in signal[:60]:
        state = f @ state
        p = f @ p @ f.T + 0.01 * np.eye(2)
        gain = (p @ h.T) / (h @ p @ h.T + 0.5)
        state = state + gain[:, 0] * (value - (h @ state)[0])
        p = (np.eye(2) - gain @ h) @ p
        total += float(state[0])
    return total


@program
def heat_equation(np):
    u = np.zeros(200)
    u[80:120] = 1.0
    for _ in range(120):
        u[1:-1] += 0.25 * (u[2:] - 2 * u[1:-1] + u[:-2])
    return (u * u).sum()


@program
def gauss_seidel(np, image=_IMAGE):
    u = np.array(image[:14, :14])
    for i in range(1, 13):
        for j in range(1, 13):
            u[i, j] = 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1])
    return u.sum()


@program
def blur(np, image=_IMAGE):
    u = np.array(image)
    for _ in range(20):
        u[1:-1, 1:-1] = (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:] + u[1:-1, 1:-1]) / 5
    return u.std()


@program
def runge_kutta(np):
    a = np.array([[0.0, 1.0], [-1.0, -0.1]])
    y, h = np.array([1.0, 0.0]), 0.05
    for _ in range(100):
        k1 = a @ y
        k2 = a @ (y + h / 2 * k1)
        k3 = a @ (y + h / 2 * k2)
        k4 = a @ (y + h * k3)
        y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    return y @ y


@program
def lorenz(np):
    state, h = np.array([1.0, 1.0, 1.0]), 0.005
    for _ in range(150):
        x, y, z = state
        state = state + h * np.array([10.0 * (y - x), x * (28.0 - z) - y, x * y - 8.0 / 3.0 * z])
    return state.sum()


# ---- statistics and points ---------------------------------------------------------------------------------------------------


@program
def descriptive_statistics(np, signal=_SIGNAL):
    x, total = np.array(signal), 0.0
    for start in range(0, 340, 10):
        part = x[start : start + 60]
        z = (part - part.mean()) / part.std()
        total += float((z**3).mean()) + float((z**4).mean()) + float(np.median(part))
    return total


@program
def bootstrap(np, signal=_SIGNAL):
    x = np.array(signal[:60])
    draws = numpy.random.default_rng(1).integers(0, 60, (60, 60))
    means = np.array([float(x[np.array(draw)].mean()) for draw in draws])
    return means.std()


@program
def histograms(np, word=_WORDS):
    x, total = np.array(word), 0
    for k in range(40):
        total += int(np.bincount((x + k) % 7, minlength=7).max())
    return total


@program
def clustering(np, points=_POINTS):
    x = np.array(points)
    centres = x[:5].copy()
    for _ in range(12):
        distances = ((x[:, None, :] - centres[None, :, :]) ** 2).sum(axis=2)
        label = distances.argmin(axis=1)
        for k in range(5):
            members = x[label == k]
            if members.shape[0]:
                centres[k] = members.mean(axis=0)
    return centres.sum()


@program
def polygon_area(np, points=_POINTS):
    p, total = np.array(points[:60]), 0.0
    for i in range(59):
        total += p[i, 0] * p[i + 1, 1] - p[i + 1, 0] * p[i, 1]
    return abs(total) / 2


@program
def online_variance(np, signal=_SIGNAL):
    mean = m2 = np.array(0.0)
    x = np.array(signal[:200])
    for i in range(200):
        delta = x[i] - mean
        mean = mean + delta / (i + 1)
        m2 = m2 + delta * (x[i] - mean)
    return m2 / 199


@program
def weighted_sums(np, matrix=_MATRIX):
    a, total = np.array(matrix), 0.0
    scales = numpy.linspace(0.5, 1.5, 40)
    for i, scale in enumerate(scales):
        total += float(np.dot(scale * a[i], a[:, i] + scale))
    return total


@program
def newton_roots(np):
    x = np.linspace(0.5, 3.0, N)
    for _ in range(30):
        step = (x**3 - 2 * x - 5) / (3 * x**2 - 2)
        x = x - step
        if np.abs(step).max() < 1e-14:
            break
    return x.sum()


# ---- measurement -----------------------------------------------------------------------------------------------------------------


def run(library: str, name: str, repeats: int) -> tuple:
    """What a program gives, and its least time in seconds, of `repeats` runs or more."""
    np, function, best = importlib.import_module(library), (PROGRAMS | DENSE)[name], math.inf
    begin, n = time.perf_counter(), 0
    while n < repeats or time.perf_counter() - begin < SHORTEST_TURN:
        start, n = time.perf_counter(), n + 1
        result = float(function(np))
        best = min(best, time.perf_counter() - start)
    return result, best


def measure(name: str, repeats: int, workers: dict) -> tuple:
    """The minima of NumPy and of dpnp, in turns of several repetitions."""
    results, best = {}, dict.fromkeys(workers, math.inf)
    for _ in range(TURNS):
        for library, worker in workers.items():
            time.sleep(PAUSE)
            results[library], found = worker.apply(run, (library, name, 1 + max(2, repeats // TURNS)))
            best[library] = min(best[library], found)
    if not math.isclose(*results.values(), rel_tol=1e-6):
        raise SystemExit(f"{name}: results differ: {results}")
    return tuple(best.values())


def compare(programs: dict, options, workers: dict) -> dict:
    """The ratio of dpnp's time to NumPy's by name."""
    ratios = {}
    for name in programs:
        if options.names and name not in options.names:
            continue
        theirs, ours = measure(name, options.repeats, workers)
        ratios[name] = ours / theirs
        print(f"{name:30} {1e3 * theirs:9.3f} {1e3 * ours:9.3f} {ratios[name]:7.2f}", flush=True)
    return ratios


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("-n", "--repeats", type=int, default=15)
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    spawn = multiprocessing.get_context("spawn")
    with spawn.Pool(1) as first, spawn.Pool(1) as second:
        workers = {"numpy": first, "dpnp": second}
        short, dense = compare(PROGRAMS, options, workers), compare(DENSE, options, workers)
    for title, ratios in {"short programs": short, "of whole arrays": dense, "programs": {**short, **dense}}.items():
        if ratios:
            mean = math.exp(sum(map(math.log, ratios.values())) / len(ratios))
            worst = max(ratios, key=ratios.get)
            print(f"{len(ratios)} {title}: geometric mean {mean:.2f}, largest {ratios[worst]:.2f} ({worst})")


if __name__ == "__main__":
    main()
