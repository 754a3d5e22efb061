"""Fourier transforms of dpnp beside those of NumPy, SciPy, PyTorch and JAX: lengths of all kinds, stacks, several axes.

usage: fft.py [peers=PYTHON] [only=TEXT[,TEXT...]] [rounds=N] [threads=N] [tensor]
Options: turns.py. SciPy is asked twice, with one worker and with two. tensor: dpctl.tensor instead of dpnp.
"""

import importlib
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy

sys.path.insert(0, str(Path(__file__).resolve().parent))
from turns import OnDpnp, OnHost, OnJax, OnTorch, main  # noqa: E402

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


# ---- the peers


class Numpy(OnHost):
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

    def keywords(self, keywords):
        if "s" in keywords:  # NumPy deprecates s without axes
            keywords["axes"] = (-2, -1)
        return keywords


class Dpnp(OnDpnp, Numpy):
    def __init__(self):
        super().__init__()
        self.fft = self.xp.fft


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


class Torch(OnTorch, Numpy):
    module = "torch.fft"

    def keywords(self, keywords):
        if "axis" in keywords:
            keywords["dim"] = keywords.pop("axis")
        return keywords


class Jax(OnJax, Numpy):
    module = "jax.numpy.fft"


PEERS = {
    "dpnp": Dpnp,
    "tensor": Tensor,
    "numpy": Numpy,
    "scipy": Scipy,
    "scipy, 2": Scipy2,
    "torch": Torch,
    "jax": Jax,
}


if __name__ == "__main__":
    main(
        ROWS,
        PEERS,
        "tensor" if "tensor" in sys.argv[1:] else "dpnp",
        ["numpy", "scipy", "scipy, 2", "torch", "jax"],
        goal=1,
    )
