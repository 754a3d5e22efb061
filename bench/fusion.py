"""Eager programs beside the same ones compiled: what automatic fusion is for.

usage: fusion.py [gpu] [only=TEXT] [rounds=N] [queued=N] [jax] [torch]
The same text runs in NumPy (not on a GPU), in dpnp with fusion off and on, by `opendpex.fuse` where one pass can be written so, and,
where they are installed, in PyTorch eagerly and by torch.compile, and by jax.jit. Times are milliseconds, minima over interleaved rounds;
"ratio" is dpnp's with fusion divided by the fastest compiled peer's, or by NumPy's without one. A call is waited for before the next
one, or, as in a loop of steps, each N calls: then a GPU computes while Python goes on.
"""

import sys
import time

import numpy

import dpnp
import opendpex

WORDS = sys.argv[1:]
ON_GPU = "gpu" in WORDS
ONLY = next((w[5:] for w in WORDS if w.startswith("only=")), "")
ROUNDS = int(next((w[7:] for w in WORDS if w.startswith("rounds=")), 7))
QUEUED = int(next((w[7:] for w in WORDS if w.startswith("queued=")), 1))
CALLS = 4  # of a turn: a program's own code is in the caches after the first
SCALE = 8 if ON_GPU else 1
N = 10_000_000 if not ON_GPU else 1 << 26


# ---- the programs: np is the library, other arguments its arrays ---------------------------------------------------------


def polynomial(np, x):
    return 3.0 + x * (1.0 + x * (-0.5 + 0.3 * x))


def squared_difference(np, a, b):
    return ((a - np.flip(b, 0)) ** 2).sum()


def heat(np, u):
    """A step of the heat equation, in slices."""
    inner = u[1:-1, 1:-1]
    return inner + 0.1 * (u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - 4.0 * inner)


def black_scholes(np, price, strike, t):
    rate, volatility = 0.1, 0.2
    width = volatility * np.sqrt(t)
    d1 = (np.log(price / strike) + (rate + 0.5 * volatility**2) * t) / width
    d2 = d1 - width
    n1, n2 = 0.5 + 0.5 * np.tanh(0.8 * d1), 0.5 + 0.5 * np.tanh(0.8 * d2)
    discounted = strike * np.exp(-rate * t)
    return price * n1 - discounted * n2


def softmax(np, x):
    e = np.exp(x - np.max(x, axis=1, keepdims=True))
    return e / np.sum(e, axis=1, keepdims=True)


def layer_norm(np, x):
    mean = np.mean(x, axis=1, keepdims=True)
    centred = x - mean
    return centred / np.sqrt(np.mean(centred * centred, axis=1, keepdims=True) + 1e-5)


def distances(np, points, centres):
    """Of points to centres, as in k-means."""
    difference = points[:, None, :] - centres[None, :, :]
    return np.sum(difference * difference, axis=2)


def mandelbrot(np, x, y):
    a, b = x, y
    count = x * 0.0
    for _ in range(20):
        inside = a * a + b * b < 4.0
        count = count + np.where(inside, 1.0, 0.0)
        a, b = np.where(inside, a * a - b * b + x, a), np.where(inside, 2.0 * a * b + y, b)
    return count


def mandelbrot_of_many(np, x, y):
    """As many points as other programs have elements; those of the other one take a GPU less time than the calls take Python."""
    return mandelbrot(np, x, y)


def forces(np, x, y, mass):
    """Of bodies on each other."""
    dx, dy = x[None, :] - x[:, None], y[None, :] - y[:, None]
    inverse = (dx * dx + dy * dy + 0.01) ** -1.5 * mass[None, :]
    return np.sum(dx * inverse, axis=1), np.sum(dy * inverse, axis=1)


def standardize(np, x):
    return (x - np.mean(x)) / np.sqrt(np.mean((x - np.mean(x)) ** 2))


def uniform(*shape):
    return numpy.random.default_rng(sum(shape)).random(shape)


def side(n):
    return int(n * SCALE**0.5)


PROGRAMS = {
    polynomial: lambda: (uniform(N),),
    squared_difference: lambda: (uniform(N), uniform(N)),
    heat: lambda: (uniform(side(2000), side(2000)),),
    black_scholes: lambda: (uniform(N // 5) + 0.5, uniform(N // 5 + 1)[1:] + 0.5, uniform(N // 5) + 0.1),
    softmax: lambda: (uniform(side(2000), side(2000)),),
    layer_norm: lambda: (uniform(side(2000), side(2000)),),
    distances: lambda: (uniform(20000 * SCALE, 4), uniform(32, 4)),
    mandelbrot: lambda: tuple(numpy.meshgrid(numpy.linspace(-2, 1, side(500)), numpy.linspace(-1, 1, side(400)))),
    forces: lambda: (uniform(side(1000)), uniform(side(1000) + 1)[1:], uniform(side(1000))),
    standardize: lambda: (uniform(N),),
}
if ON_GPU:
    PROGRAMS[mandelbrot_of_many] = lambda: tuple(
        numpy.meshgrid(numpy.linspace(-2, 1, 10240), numpy.linspace(-1, 1, N // 10240))
    )

# ---- the libraries -------------------------------------------------------------------------------------------------------


class OfTorch:
    """NumPy's names where torch has others."""

    def __init__(self, torch):
        self.torch = torch
        self.max = lambda x, axis, keepdims: torch.amax(x, axis, keepdim=keepdims)
        self.sum = lambda x, axis, keepdims=False: torch.sum(x, axis, keepdim=keepdims)
        self.flip = lambda x, axis: torch.flip(x, (axis,))

    def mean(self, x, axis=None, keepdims=False):
        return self.torch.mean(x) if axis is None else self.torch.mean(x, axis, keepdim=keepdims)

    def where(self, condition, a, b):
        t = self.torch
        a, b = (v if t.is_tensor(v) else t.tensor(v, dtype=t.float64, device=condition.device) for v in (a, b))
        return t.where(condition, a, b)

    def __getattr__(self, name):
        return getattr(self.torch, name)


# What is called, and what waits for its result.


def of_numpy(program, arguments):
    return lambda: program(numpy, *arguments), lambda result: None


def of_dpnp(enabled):
    def make(program, arguments):
        arrays = [dpnp.asarray(a, device="gpu" if ON_GPU else "cpu") for a in arguments]

        def call():
            with opendpex.fusion(enabled):
                return program(dpnp, *arrays)

        return call, lambda result: arrays[0].sycl_queue.wait()

    return make


def by_fuse(program, arguments):
    import dpctl.tensor as dpt

    arrays = [dpnp.asarray(a, device="gpu" if ON_GPU else "cpu").get_array() for a in arguments]
    fused = opendpex.fuse(lambda *a: program(dpt, *a))
    try:
        fused(*arrays)
    except (opendpex.FuseError, NotImplementedError):
        return None  # more than one pass

    return lambda: fused(*arrays), lambda result: arrays[0].sycl_queue.wait()


def of_torch(is_compiled):
    def make(program, arguments):
        import torch

        np = OfTorch(torch)
        arrays = [torch.from_numpy(numpy.ascontiguousarray(a)) for a in arguments]
        arrays = [a.cuda() for a in arrays] if ON_GPU else arrays

        def body(*a):
            return program(np, *a)

        body = torch.compile(body) if is_compiled else body
        return lambda: body(*arrays), lambda result: ON_GPU and torch.cuda.synchronize()

    return make


def by_jax(program, arguments):
    import jax

    jax.config.update("jax_enable_x64", True)
    arrays = [jax.numpy.asarray(a) for a in arguments]
    body = jax.jit(lambda *a: program(jax.numpy, *a))
    return lambda: body(*arrays), jax.block_until_ready


PEERS = {} if ON_GPU else {"numpy": of_numpy}
PEERS |= {"eager": of_dpnp(False), "fused": of_dpnp(True), "fuse()": by_fuse}
if "torch" in WORDS:
    PEERS |= {"torch": of_torch(False), "torch.compile": of_torch(True)}
if "jax" in WORDS:
    PEERS["jax.jit"] = by_jax
COMPILED = ("torch.compile", "jax.jit")


def measure(program):
    arguments = PROGRAMS[program]()
    runs = {name: make(program, arguments) for name, make in PEERS.items()}
    runs = {name: run for name, run in runs.items() if run}
    best = dict.fromkeys(runs, float("inf"))
    for round in range(ROUNDS + 1):
        for name, (call, wait) in runs.items():
            for _ in range(CALLS):
                start = time.perf_counter()
                for _ in range(QUEUED):
                    result = call()
                wait(result)
                if round:  # the first one compiles
                    best[name] = min(best[name], (time.perf_counter() - start) / QUEUED)
    return {name: 1e3 * seconds for name, seconds in best.items()}


def main():
    print(f"{'ms':20}" + "".join(f"{name:>14}" for name in PEERS) + f"{'ratio':>10}")
    ratios = []
    for program in PROGRAMS:
        if ONLY not in program.__name__:
            continue
        row = measure(program)
        rival = min((row[name] for name in COMPILED if name in row), default=row.get("numpy", row["eager"]))
        ratios.append(row["fused"] / rival)
        cells = "".join(f"{row[name]:14.3f}" if name in row else f"{'-':>14}" for name in PEERS)
        print(f"{program.__name__:20}{cells}{ratios[-1]:10.2f}", flush=True)
    if ratios:
        print(f"{'geometric mean':20}{'':{14 * len(PEERS)}}{float(numpy.exp(numpy.mean(numpy.log(ratios)))):10.2f}")


if __name__ == "__main__":
    main()
