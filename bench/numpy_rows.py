"""dpnp beside NumPy: rows of functions that programs for NumPy live on, both in one process in round, best of some repetitions.

usage: numpy_rows.py [word...]      rows whose name has one of the words; all unless given
DPEX_BENCH_N is the number of elements.
"""

import os
import sys
import time
from importlib import import_module
from importlib.util import find_spec

import numpy

import dpnp

N = int(os.environ.get("DPEX_BENCH_N", 5_000_000))
REPEATS = 7
RNG = numpy.random.default_rng(0)
X, W = RNG.random(N), RNG.random(N)
SMALL, LARGE = RNG.integers(0, 1000, N), RNG.integers(0, N // 8, N)
M = X[: N // 1000 * 1000].reshape(-1, 1000)


def special(name):
    """A function of scipy.special, where SciPy is installed, and of dpnp.scipy.special."""
    return lambda np, x: getattr(import_module("scipy.special" if np is numpy else "dpnp.scipy.special"), name)(x)


ROWS = [
    ("bincount, 1000 bins", lambda np, n: np.bincount(n), SMALL),
    ("bincount, N/8 bins", lambda np, n: np.bincount(n), LARGE),
    ("bincount with weights", lambda np, n, w: np.bincount(n, w), SMALL, W),
    ("histogram, 100 bins", lambda np, x: np.histogram(x, 100), X),
    ("histogram, 50 edges", lambda np, x, e: np.histogram(x, e), X, numpy.linspace(0, 1, 50) ** 2),
    ("digitize, 100 edges", lambda np, x, e: np.digitize(x, e), X, numpy.linspace(0, 1, 100)),
    ("median", lambda np, x: np.median(x), X),
    ("median of rows", lambda np, m: np.median(m, axis=1), M),
    ("three percentiles", lambda np, x: np.percentile(x, [5, 50, 95]), X),
    ("nanmedian", lambda np, x: np.nanmedian(x), X),
    ("partition", lambda np, x: np.partition(x, N // 2), X),
    ("sort", lambda np, x: np.sort(x), X),
    ("unique, 1000 values", lambda np, n: np.unique(n), SMALL),
    ("take at random", lambda np, x, i: np.take(x, i), X, RNG.integers(0, N, N)),
    ("pad by a constant", lambda np, m: np.pad(m, 2), M),
    ("pad by reflection", lambda np, m: np.pad(m, ((3, 5), (7, 2)), "reflect"), M),
    ("kron", lambda np, m, b: np.kron(m, b), M, numpy.ones((2, 2))),
    ("diff", lambda np, x: np.diff(x), X),
    ("gradient", lambda np, x: np.gradient(x), X),
    ("interp, 1000 points", lambda np, x, p, f: np.interp(x, p, f), X, numpy.linspace(0, 1, 1000), W[:1000]),
    ("trapezoid", lambda np, x: np.trapezoid(x), X),
    ("convolve with 64", lambda np, x, v: np.convolve(x, v), X, W[:64]),
    ("polyval, degree 4", lambda np, p, x: np.polyval(p, x), W[:5], X),
    ("packbits", lambda np, b: np.packbits(b), X > 0.5),
    ("mean where", lambda np, x, b: np.mean(x, where=b), X, X > 0.5),
    ("var where", lambda np, x, b: np.var(x, where=b), X, X > 0.5),
    ("nanmax", lambda np, x: np.nanmax(x), X),
    ("nanvar of rows", lambda np, m: np.nanvar(m, axis=1), M),
    ("x ** 2", lambda np, x: x**2, X),
    ("einsum ij,ij->i", lambda np, m: np.einsum("ij,ij->i", m, m), M),
    ("add.reduceat, tens", lambda np, x, i: np.add.reduceat(x, i), X, numpy.arange(0, N, 10)),
    ("maximum.accumulate", lambda np, x: np.maximum.accumulate(x), X),
    ("unpackbits", lambda np, b: np.unpackbits(b), (X * 255).astype("u1")),
    ("delete a tenth", lambda np, x, i: np.delete(x, i), X, numpy.arange(0, N, 10)),
    ("insert a tenth", lambda np, x, i: np.insert(x, i, 1.0), X, numpy.arange(0, N, 10)),
]

GENERATORS = {numpy: numpy.random.default_rng(1), dpnp: dpnp.random.default_rng(1)}


def drawn(name, *parameters, **options):
    """A row of N random numbers; NumPy's are of PCG64, ours of Philox."""
    title = f"random {name}{' ' + options['dtype'] if 'dtype' in options else ''}"
    return (title, lambda np, x: getattr(GENERATORS[np], name)(*parameters, size=N, **options), X[:1])


def permuted(np, x):
    return GENERATORS[np].permutation(x)


ROWS += [
    drawn("random"),
    drawn("random", dtype="float32"),
    drawn("standard_normal"),
    drawn("integers", 0, 1000),
    drawn("integers", 0, 256, dtype="uint8"),
    drawn("exponential"),
    drawn("gamma", 2.5),
    drawn("poisson", 4.0),
    drawn("binomial", 10, 0.3),
    ("random permutation", permuted, X),
]
if find_spec("scipy"):
    ROWS += [(f"special {name}", special(name), X) for name in ("erf", "erfc", "erfcx", "erfinv", "erfcinv")]


def best_of_both(function, arrays):
    """Seconds of NumPy and of dpnp."""
    ours = [dpnp.asarray(a) for a in arrays]
    queue, best = ours[0].sycl_queue, [float("inf")] * 2
    for _ in range(REPEATS):
        for i, (np, given) in enumerate(((numpy, arrays), (dpnp, ours))):
            start = time.perf_counter()
            function(np, *given)
            queue.wait()
            best[i] = min(best[i], time.perf_counter() - start)
    return best


def main(words):
    print(f"{N} elements, milliseconds, best of {REPEATS}: NumPy, dpnp, ratio")
    for name, function, *arrays in ROWS:
        if not words or any(word in name for word in words):
            theirs, ours = best_of_both(function, arrays)
            print(f"{name:24}{theirs * 1e3:9.2f}{ours * 1e3:9.2f}{ours / theirs:7.2f}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
