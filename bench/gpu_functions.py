"""Times of NumPy's functions on an NVIDIA GPU, in dpnp beside CuPy, at a large size and at a small one.

usage: gpu_functions.py [name...]      rows whose name contains one of these; all unless given
Large sizes are medians of calls that each wait for the device; small ones (1000 elements, matrices of 32) are times per call of calls
queued up one behind the other, so that they show what a call costs the host. A row that a library lacks has no time. The last
column of each size is our time divided by CuPy's.
"""

import functools
import sys
import time

import numpy as np

LARGE, SMALL = 1 << 24, 1000


class Data:
    """Operands of one size in one library."""

    def __init__(self, xp, n, order):
        rng = np.random.default_rng(0)
        host = rng.random(n)
        self.n = n
        self.f4, self.f8 = xp.asarray(host.astype("f4")), xp.asarray(host)
        self.c16 = self.f8 + 1j * self.f8[::-1]
        self.few = xp.asarray(rng.integers(0, 1000, n))
        self.ints = xp.asarray(rng.integers(0, n, n))
        self.permutation = xp.asarray(rng.permutation(n))
        self.mask = self.f4 < 0.5
        self.ordered = xp.asarray(np.sort(host))
        side = int(n**0.5)
        self.table = self.f4[: side * side].reshape(side, side)
        matrix = rng.standard_normal((order, order))
        self.matrix, self.right = xp.asarray(matrix), xp.asarray(rng.standard_normal((order, 4)))
        self.symmetric = xp.asarray(matrix + matrix.T)
        self.positive = xp.asarray(matrix @ matrix.T + order * np.eye(order))
        self.stack = xp.asarray(rng.standard_normal((max(n // 1600, 4), 16, 16)) + 16 * np.eye(16))


def assigned(x, key, value):
    x[key] = value
    return x


ROWS = {
    "unique f4": lambda np, d: np.unique(d.f4),
    "unique of few": lambda np, d: np.unique(d.few),
    "searchsorted": lambda np, d: np.searchsorted(d.ordered, d.f8),
    "digitize, 100 bins": lambda np, d: np.digitize(d.f8, d.ordered[:: d.n // 100]),
    "histogram, 100 bins": lambda np, d: np.histogram(d.f4, 100),
    "bincount": lambda np, d: np.bincount(d.few, minlength=1000),
    "bincount, weights": lambda np, d: np.bincount(d.few, d.f8, minlength=1000),
    "median": lambda np, d: np.median(d.f4),
    "percentile": lambda np, d: np.percentile(d.f4, 30),
    "sort f8": lambda np, d: np.sort(d.f8),
    "sort rows": lambda np, d: np.sort(d.table, axis=1),
    "argsort i8": lambda np, d: np.argsort(d.few),
    "partition": lambda np, d: np.partition(d.f4, d.n // 3),
    "cumsum f4": lambda np, d: np.cumsum(d.f4),
    "cumsum axis 0": lambda np, d: np.cumsum(d.table, axis=0),
    "cumprod f8": lambda np, d: np.cumprod(d.f8),
    "diff": lambda np, d: np.diff(d.f4),
    "where": lambda np, d: np.where(d.mask, d.f4, d.f8),
    "nonzero": lambda np, d: np.nonzero(d.mask),
    "x[mask]": lambda np, d: d.f4[d.mask],
    "x[mask] = 1": lambda np, d: assigned(d.f4, d.mask, 1),
    "x[indices]": lambda np, d: d.f4[d.ints],
    "x[indices] = y": lambda np, d: assigned(d.f4, d.permutation, d.f4),
    "take rows": lambda np, d: np.take(d.table, d.ints[: d.table.shape[0]] % d.table.shape[0], axis=0),
    "count_nonzero": lambda np, d: np.count_nonzero(d.mask),
    "concatenate": lambda np, d: np.concatenate([d.f4, d.f4]),
    "flip": lambda np, d: np.flip(d.f4).copy(),
    "roll": lambda np, d: np.roll(d.f4, 7),
    "repeat": lambda np, d: np.repeat(d.f4, 3),
    "tile": lambda np, d: np.tile(d.f4, 3),
    "transposed copy": lambda np, d: np.ascontiguousarray(d.table.T),
    "std": lambda np, d: np.std(d.f4),
    "argmax": lambda np, d: np.argmax(d.f4),
    "max axis 0": lambda np, d: np.max(d.table, axis=0),
    "all": lambda np, d: np.all(d.mask),
    "clip": lambda np, d: np.clip(d.f4, 0.2, 0.8),
    "interp": lambda np, d: np.interp(d.f8, d.ordered[:: d.n // 100], d.ordered[:: d.n // 100]),
    "convolve with 5": lambda np, d: np.convolve(d.f8, d.f8[:5]),
    "dot of vectors": lambda np, d: np.dot(d.f8, d.f8),
    "matrix times vector": lambda np, d: d.table @ d.f4[: d.table.shape[0]],
    "matrix times matrix": lambda np, d: d.matrix @ d.matrix,
    "einsum ij,kj->ik": lambda np, d: np.einsum("ij,kj->ik", d.matrix, d.matrix),
    "stack of 16 x 16, product": lambda np, d: d.stack @ d.stack,
    "solve": lambda np, d: np.linalg.solve(d.matrix, d.right),
    "stack of 16 x 16, solve": lambda np, d: np.linalg.solve(d.stack, d.stack[..., :1]),
    "inv": lambda np, d: np.linalg.inv(d.matrix),
    "det": lambda np, d: np.linalg.det(d.matrix),
    "cholesky": lambda np, d: np.linalg.cholesky(d.positive),
    "qr": lambda np, d: np.linalg.qr(d.matrix),
    "eigh": lambda np, d: np.linalg.eigh(d.symmetric),
    "svd": lambda np, d: np.linalg.svd(d.matrix),
    "fft": lambda np, d: np.fft.fft(d.c16),
    "rfft": lambda np, d: np.fft.rfft(d.f8),
    "irfft": lambda np, d: np.fft.irfft(d.c16),
    "fft2": lambda np, d: np.fft.fft2(d.table),
    "random": lambda np, d: np.random.random(d.n),
    "standard_normal": lambda np, d: np.random.standard_normal(d.n),
    "randint": lambda np, d: np.random.randint(0, 1000, d.n),
    "choice": lambda np, d: np.random.choice(d.f4, d.n),
    "random permutation": lambda np, d: np.random.permutation(d.n),
    "gamma": lambda np, d: np.random.gamma(2.0, 1.0, d.n),
    "poisson": lambda np, d: np.random.poisson(4.0, d.n),
}


def seconds_large(call, wait):
    """The median of a few; slow rows get fewer."""
    call()
    wait()
    times = []
    while len(times) < 7 and sum(times) < 0.5:
        start = time.perf_counter()
        result = call()
        wait()
        times.append(time.perf_counter() - start)
        del result
    return sorted(times)[len(times) // 2]


def seconds_small(call, wait):
    start = time.perf_counter()
    call()
    wait()
    n = max(min(int(0.05 / (time.perf_counter() - start + 1e-6)), 300), 3)
    # until all that a library compiles or loads for calls that come again is there
    while time.perf_counter() - start < 0.5:
        call()
    wait()
    best = float("inf")
    for _ in range(3):
        start = time.perf_counter()
        for _ in range(n):
            call()
        wait()
        best = min(best, (time.perf_counter() - start) / n)
    return best


def libraries():
    import dpnp

    yield "dpnp", dpnp, dpnp.ones(1).sycl_queue.wait
    try:
        import cupy
    except ImportError:
        return
    yield "cupy", cupy, cupy.cuda.Device().synchronize


def main():
    names = [name for name in ROWS if not sys.argv[1:] or any(part in name for part in sys.argv[1:])]
    times, failures = {}, []
    for library, xp, wait in libraries():
        for size, order, measure in ((LARGE, 1024, seconds_large), (SMALL, 32, seconds_small)):
            data = Data(xp, size, order)
            for name in names:
                try:
                    times[library, size, name] = measure(functools.partial(ROWS[name], xp, data), wait)
                except Exception as error:
                    failures.append(f"{library}, {name}: {type(error).__name__}: {str(error)[:100]}")
    print(f"{'us':28}{LARGE:>30}{SMALL:>30}")
    for name in names:
        line = f"{name:28}"
        for size in (LARGE, SMALL):
            own, peer = times.get(("dpnp", size, name)), times.get(("cupy", size, name))
            line += "".join("         -" if t is None else f"{t * 1e6:10.1f}" for t in (own, peer))
            line += f"{own / peer:10.2f}" if own and peer else "         -"
        print(line)
    print(*failures, sep="\n")


if __name__ == "__main__":
    main()
