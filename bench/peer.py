"""One peer in a process of its own; bench/run.py asks it, workload by workload, over a pipe.

usage: peer.py {opendpex|oracle|numpy|numexpr|torch|jax} [dpnp]     (opendpex and oracle both import dpctl.tensor, or dpnp)
Reads lines "index repetitions" and answers each with the best time of one call in seconds, or "-" where the peer has no
such function, or "!" and the reason.
"""

import importlib
import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent))
from workloads import WORKLOADS, N, polynomial  # noqa: E402


class Peer:
    """NumPy; the others override what differs. Inputs are the same numbers for everybody."""

    def __init__(self):
        self.load()
        self.polynomial = self.fuse(polynomial)
        rng = np.random.default_rng(0)
        x, y, f = rng.random(N), rng.random(N), rng.random(N, dtype=np.float32)
        self.x, self.y, self.f = self.array(x), self.array(y), self.array(f)
        self.i, self.permutation = self.array(rng.integers(0, 1000, N)), self.array(rng.permutation(N))
        self.matrix = self.array(x.reshape(2500, 4000))
        self.square = self.array(x[:4_000_000].reshape(2000, 2000))
        self.regular = self.array(x[:250_000].reshape(500, 500) + 500 * np.eye(500))
        self.waves = self.array(x[: 1 << 20] + 1j * y[: 1 << 20])
        self.sorted = self.array(np.sort(y[:1_000_000]))
        self.tiny = self.array(x[:64].reshape(8, 8))
        self.small, self.medium, self.large = (self.array(x[:n].copy()) for n in (100, 10_000, 1_000_000))

    def load(self):
        self.xp = np
        self.rng = np.random.default_rng(1)

    def lacks(self, workload):
        return False

    def fuse(self, function):
        """The function in one pass, where the peer can make it."""
        return function

    def array(self, host):
        return np.array(host)

    def copy(self, x):
        return self.xp.copy(x)

    def cast_f32(self, x):
        return self.xp.astype(x, self.xp.float32)

    def sum_axis(self, x, axis):
        return self.xp.sum(x, axis=axis)

    def cumulative_sum(self, x):
        return self.xp.cumulative_sum(x)

    def unique(self, x):
        return self.xp.unique_values(x)

    def transpose_copy(self, x):
        return self.xp.copy(x.T, order="C")

    def to_host(self, x):
        return np.array(x)

    def random_normal(self):
        return self.rng.standard_normal(N)

    def random_uniform(self):
        return self.rng.random(N)

    def sync(self, result=None):
        pass


class Dpctl(Peer):
    """dpctl.tensor, or dpnp: ours, and Intel's package of the same name."""

    def load(self):
        self.xp = importlib.import_module("dpnp" if "dpnp" in sys.argv[2:] else "dpctl.tensor")

    def lacks(self, workload):
        return workload.name.startswith("random") and not hasattr(self.xp, "random")

    def random_normal(self):
        return self.xp.random.standard_normal(N)

    def random_uniform(self):
        return self.xp.random.random(N)

    def array(self, host):
        made = self.xp.asarray(host)
        self.queue = made.sycl_queue
        return made

    def to_host(self, x):
        return self.xp.asnumpy(x)

    def sync(self, result=None):
        self.queue.wait()


class Opendpex(Dpctl):
    def fuse(self, function):
        import opendpex

        return opendpex.fuse(function)


class Torch(Peer):
    def load(self):
        import torch

        self.xp = torch

    def array(self, host):
        return self.xp.from_numpy(host.copy())

    def copy(self, x):
        return x.clone()

    def cast_f32(self, x):
        return x.to(self.xp.float32)

    def sum_axis(self, x, axis):
        return self.xp.sum(x, dim=axis)

    def cumulative_sum(self, x):
        return self.xp.cumsum(x, 0)

    def unique(self, x):
        return self.xp.unique(x)

    def transpose_copy(self, x):
        return x.T.contiguous()

    def to_host(self, x):
        return x.numpy().copy()

    def random_normal(self):
        return self.xp.randn(N, dtype=self.xp.float64)

    def random_uniform(self):
        return self.xp.rand(N, dtype=self.xp.float64)


class Jax(Peer):
    def load(self):
        import jax

        jax.config.update("jax_enable_x64", True)
        import jax.numpy

        self.jax, self.xp = jax, jax.numpy
        self.key = jax.random.key(0)

    def fuse(self, function):
        return self.jax.jit(function)

    def array(self, host):
        return self.xp.asarray(host)

    def copy(self, x):
        return self.xp.array(x, copy=True)

    def transpose_copy(self, x):
        return self.xp.array(x.T, copy=True)

    def random_normal(self):
        return self.jax.random.normal(self.key, (N,))

    def random_uniform(self):
        return self.jax.random.uniform(self.key, (N,))

    def sync(self, result=None):
        if result is not None:
            self.jax.block_until_ready(result)


class Numexpr(Peer):
    """Only the rows that one expression covers."""

    EXPRESSIONS = {
        "add f64 10M": "x + y",
        "sqrt f64 10M": "sqrt(x)",
        "exp f64 10M": "exp(x)",
        "sin f64 10M": "sin(x)",
        "log f64 10M": "log(x)",
        "l2 distance f64 10M": "sum((x - y)**2)",
        "polynomial f64 10M": "3.0 + x*(1.0 + x*(-0.5 + 0.3*x))",
        "fused polynomial f64 10M": "3.0 + x*(1.0 + x*(-0.5 + 0.3*x))",
    }

    def load(self):
        import numexpr

        self.numexpr, self.xp = numexpr, np

    def lacks(self, workload):
        return workload.name not in self.EXPRESSIONS

    def evaluate(self, name):
        return self.numexpr.evaluate(self.EXPRESSIONS[name], {"x": self.x, "y": self.y})


PEERS = {"opendpex": Opendpex, "oracle": Dpctl, "numpy": Peer, "numexpr": Numexpr, "torch": Torch, "jax": Jax}


def best_bulk(call, sync, repetitions):
    best = float("inf")
    for _ in range(repetitions):
        start = time.perf_counter()
        sync(call())
        best = min(best, time.perf_counter() - start)
    return best


def best_call(call, sync, repetitions, batch=2000):
    best = float("inf")
    for _ in range(repetitions):
        result = None
        start = time.perf_counter()
        for _ in range(batch):
            result = call()
        sync(result)
        best = min(best, (time.perf_counter() - start) / batch)
    return best


def measure(peer, workload, repetitions):
    if peer.lacks(workload):
        return "-"
    if isinstance(peer, Numexpr):
        return best_bulk(lambda: peer.evaluate(workload.name), peer.sync, repetitions)
    best = best_bulk if workload.kind != "call" else best_call
    return best(lambda: workload.call(peer), peer.sync, repetitions)


def main():
    peer = PEERS[sys.argv[1]]()
    print("ready", flush=True)
    for line in sys.stdin:
        index, repetitions = map(int, line.split())
        try:
            answer = measure(peer, WORKLOADS[index], repetitions)
        except Exception as error:  # a peer may lack a function or refuse an assignment; say so and go on
            answer = f"! {type(error).__name__}: {error}".replace("\n", " ")[:100]
        print(answer, flush=True)


if __name__ == "__main__":
    main()
