"""Fourier transforms of dpnp beside those of NumPy, SciPy, PyTorch and JAX: lengths of all kinds, stacks, several axes.

usage: fft.py [peers=PYTHON] [only=TEXT[,TEXT...]] [rounds=N] [threads=N] [tensor]
peers: an interpreter that has the peers; those it lacks are left out, as are all but NumPy without it. SciPy is asked twice, with
one worker and with two. threads: of every library; default: what each takes. tensor: dpctl.tensor instead of dpnp. Each peer is a
process of its own; they are asked in turns, and the times, in microseconds a call, are minima over all rounds. "ratio" is ours
divided by the fastest peer's; a row above 1 is measured again, in three times as many rounds.
"""

import importlib
import math
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import numpy

US = 1e6
SHORTEST, LONGEST_BATCH = 200e-6, 1000  # seconds of calls that are timed as one, and their number at most

LENGTHS = [64, 100, 1000, 1024, 4096, 10**4, 10**5, 10**6, 2**20]
PRIMES = [17, 97, 1009, 10007, 999983]
OTHERS = [2 * 17, 2 * 97, 2 * 1009, 2 * 10007, 11 * 13 * 17, 7 * 11 * 13 * 17, 7 * 11 * 13 * 17 * 19]
STACKS = [((10**4, 64), -1), ((10**3, 1000), -1), ((64, 10**4), 0), ((1000, 10**3), 0)]
SQUARES = [256, 1000, 1024, 2000, 2048]


@dataclass
class Row:
    function: str
    precision: int
    shape: tuple  # of the numbers transformed; irfft and irfft2 are given their spectra
    axis: int | None = None

    def __str__(self):
        kind = "fc"[self.function in ("fft", "fft2", "fftn")]
        extents = "x".join(map(str, self.shape)) + ("" if self.axis is None else f" axis {self.axis}")
        return f"{self.function} {kind}{self.precision * (1 + (kind == 'c'))} {extents}"

    def arguments(self):
        """Shape and dtype of the operand, and keywords."""
        n_halved = -1 if self.axis is None else self.axis
        shape, keywords = list(self.shape), {}
        if self.function.startswith("irfft"):
            shape[n_halved] = shape[n_halved] // 2 + 1
            keywords = {"s": self.shape} if self.function == "irfft2" else {"n": self.shape[n_halved]}
        if self.axis is not None:
            keywords["axis"] = self.axis
        is_real = self.function.startswith("rfft")
        return tuple(shape), f"float{self.precision}" if is_real else f"complex{2 * self.precision}", keywords


def all_rows():
    rows = []
    for precision in (64, 32):
        for function in ("fft", "rfft", "irfft"):
            rows += [Row(function, precision, (n,)) for n in LENGTHS + PRIMES + OTHERS]
            rows += [Row(function, precision, shape, axis) for shape, axis in STACKS]
        rows += [Row(f, precision, (n, n)) for f in ("fft2", "rfft2", "irfft2") for n in SQUARES]
        rows += [Row("fftn", precision, (128, 128, 128))]
    return rows


ROWS = all_rows()


# ---- a peer's process: answers "index seconds" with the best time of a call


class Numpy:
    module = "numpy.fft"

    def __init__(self):
        self.fft = importlib.import_module(self.module)

    def call(self, row):
        shape, dtype, keywords = row.arguments()
        rng = numpy.random.default_rng(0)
        x = rng.standard_normal(shape)
        if dtype.startswith("complex"):
            x = x + 1j * rng.standard_normal(shape)
        x, function, keywords = self.array(x.astype(dtype)), self.function(row.function), self.keywords(keywords)
        return lambda: function(x, **keywords)

    def function(self, name):
        return getattr(self.fft, name)

    def array(self, host):
        return host

    def keywords(self, keywords):
        if "s" in keywords:  # NumPy deprecates s without axes
            keywords["axes"] = (-2, -1)
        return keywords

    def sync(self, result):
        pass


class Dpnp(Numpy):
    library = "dpnp"

    def __init__(self):
        self.xp = importlib.import_module(self.library)
        self.fft = self.xp.fft

    def array(self, host):
        made = self.xp.asarray(host)
        self.queue = made.sycl_queue
        return made

    def sync(self, result):
        self.queue.wait()


class Tensor(Dpnp):
    library = "dpctl.tensor"

    def function(self, name):
        return getattr(self.fft, name.replace("2", "n"))


class Scipy(Numpy):
    module, workers = "scipy.fft", 1

    def keywords(self, keywords):
        return {**keywords, "workers": self.workers}


class Scipy2(Scipy):
    workers = 2


class Torch(Numpy):
    module = "torch.fft"

    def array(self, host):
        import torch

        if "threads" in OPTIONS:
            torch.set_num_threads(int(OPTIONS["threads"]))
        return torch.from_numpy(host)

    def keywords(self, keywords):
        if "axis" in keywords:
            keywords["dim"] = keywords.pop("axis")
        return keywords


class Jax(Numpy):
    module = "jax.numpy.fft"

    def __init__(self):
        import jax

        jax.config.update("jax_enable_x64", True)
        self.jax = jax
        super().__init__()

    def array(self, host):
        return self.jax.numpy.asarray(host)

    def sync(self, result):
        self.jax.block_until_ready(result)


PEERS = {
    "dpnp": Dpnp,
    "tensor": Tensor,
    "numpy": Numpy,
    "scipy": Scipy,
    "scipy, 2": Scipy2,
    "torch": Torch,
    "jax": Jax,
}


def best_time(peer, call, seconds):
    """The least time of a call within that many seconds; short calls are timed in batches that are waited for once."""
    peer.sync(call())
    start = time.perf_counter()
    peer.sync(call())
    once = time.perf_counter() - start
    batch = max(1, min(LONGEST_BATCH, int(SHORTEST / max(once, 1e-9))))
    best, end = float("inf"), time.perf_counter() + seconds
    while True:
        result, start = None, time.perf_counter()
        for _ in range(batch):
            result = call()
        peer.sync(result)
        now = time.perf_counter()
        best = min(best, (now - start) / batch)
        if now > end:
            return best


def serve(name):
    peer = PEERS[name]()
    print("ready", flush=True)
    for line in sys.stdin:
        index, seconds = line.split()
        try:
            answer = best_time(peer, peer.call(ROWS[int(index)]), float(seconds))
        except Exception as error:  # a peer may lack a function; say so and go on
            answer = f"! {type(error).__name__}: {error}".replace("\n", " ")[:100]
        print(answer, flush=True)


# ---- the comparison


class Process:
    def __init__(self, name, python):
        self.name = name
        environment = dict(os.environ)
        if "threads" in OPTIONS:
            for variable in ("DPEX_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
                environment[variable] = OPTIONS["threads"]
        words = [word for word in sys.argv[1:] if word.startswith("threads=")]
        self.pipe = subprocess.Popen(
            [python, str(Path(__file__).resolve()), "serve", name, *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=environment,
        )
        self.is_there = self.pipe.stdout.readline().strip() == "ready"

    def ask(self, index, seconds):
        self.pipe.stdin.write(f"{index} {seconds}\n")
        self.pipe.stdin.flush()
        answer = self.pipe.stdout.readline().strip()
        if answer.startswith("!"):
            print(f"  {self.name}: {ROWS[index]}: {answer[2:]}", file=sys.stderr)
            return None
        return float(answer)


def measure(processes, index, rounds, best):
    for _ in range(rounds):
        for process in processes:
            seconds = process.ask(index, 0.02)
            if seconds is not None:
                best[process.name] = min(best.get(process.name, seconds), seconds)
    return best


def ratio_of(best, ours):
    return best[ours] / min(seconds for name, seconds in best.items() if name != ours)


def main():
    ours = "tensor" if "tensor" in sys.argv[1:] else "dpnp"
    rounds = int(OPTIONS.get("rounds", 5))
    python = OPTIONS.get("peers")
    names = ["numpy", "scipy", "scipy, 2", "torch", "jax"] if python else ["numpy"]
    processes = [Process(ours, sys.executable), *(Process(name, python or sys.executable) for name in names)]
    processes = [process for process in processes if process.is_there]
    print(f"{'us a call':<30}" + "".join(f"{process.name:>11}" for process in processes) + f"{'ratio':>8}")
    wanted = OPTIONS.get("only", "").split(",")
    ratios = []
    for index, row in enumerate(ROWS):
        if not any(text in str(row) for text in wanted):
            continue
        best = measure(processes, index, rounds, {})
        if ratio_of(best, ours) > 1:
            measure(processes, index, 3 * rounds, best)
        ratios.append(ratio_of(best, ours))
        cells = "".join(f"{best[p.name] * US:11.2f}" if p.name in best else f"{'-':>11}" for p in processes)
        print(f"{row!s:<30}{cells}{ratios[-1]:8.2f}{' *' if ratios[-1] > 1 else ''}", flush=True)
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    print(f"{sum(ratio > 1 for ratio in ratios)} of {len(ratios)} rows above 1; geometric mean {mean:.2f}")


OPTIONS = dict(word.split("=", 1) for word in sys.argv[1:] if "=" in word)

if __name__ == "__main__":
    if sys.argv[1:2] == ["serve"]:
        serve(sys.argv[2])
    else:
        main()
