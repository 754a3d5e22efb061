"""Linear algebra of dpnp beside that of NumPy, SciPy, PyTorch and JAX: products and factorizations, single and in stacks.

usage: linalg.py [peers=PYTHON] [only=TEXT[,TEXT...]] [rounds=N] [threads=N] [more]
Options: turns.py; OPENBLAS_CORETYPE must not be set. more: also float32, complex128 and matrices that are not square.
Each function gets the same matrices everywhere: symmetric and positive definite where it asks for that, random ones otherwise.
"""

import importlib
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy

sys.path.insert(0, str(Path(__file__).resolve().parent))
from turns import OnDpnp, OnHost, OnJax, OnTorch, main  # noqa: E402

FUNCTIONS = ["matmul", "solve", "inv", "det", "cholesky", "qr", "eigh", "eigvalsh", "svd", "svdvals"]
SHAPES = [(n, n) for n in (64, 200, 500, 1000, 2000)] + [(10**4, 8, 8), (10**3, 32, 32)]
MORE = [("float32", (n, n)) for n in (64, 200, 500, 1000)] + [("complex128", (n, n)) for n in (64, 200, 500)]
MORE_TALL = [("float64", shape) for shape in ((500, 100), (1000, 200), (100, 500), (2000, 50))]


@dataclass
class Row:
    function: str
    dtype: str
    shape: tuple

    def __str__(self):
        return f"{self.function} {self.dtype} " + "x".join(map(str, self.shape))

    def matrices(self):
        """The operands in NumPy's arrays."""
        rng = numpy.random.default_rng(0)

        def random(shape):
            x = rng.standard_normal(shape)
            return (x + 1j * rng.standard_normal(shape) if self.dtype.startswith("c") else x).astype(self.dtype)

        a = random(self.shape)
        if self.function == "matmul":
            return a, random(self.shape)
        if self.function == "solve":
            return a, random((*self.shape[:-1], 1))
        if self.function in ("eigh", "eigvalsh"):
            return (a + a.conj().mT,)
        if self.function == "cholesky":
            return (a @ a.conj().mT + self.shape[-1] * numpy.eye(self.shape[-1], dtype=self.dtype),)
        return (a,)


def all_rows():
    rows = [Row(function, "float64", shape) for function in FUNCTIONS for shape in SHAPES]
    if "more" in sys.argv[1:]:
        rows += [Row(function, *kind) for function in FUNCTIONS for kind in MORE]
        rows += [Row(function, *kind) for function in ("qr", "svd", "svdvals") for kind in MORE_TALL]
    return rows


class Numpy(OnHost):
    module = "numpy"

    def __init__(self):
        self.xp = importlib.import_module(self.module)

    def call(self, row):
        function, operands = self.function(row.function), [self.array(a) for a in row.matrices()]
        return lambda: function(*operands)

    def function(self, name):
        if name == "svd":
            return lambda a: self.xp.linalg.svd(a, full_matrices=False)
        return self.xp.matmul if name == "matmul" else getattr(self.xp.linalg, name)


class Dpnp(OnDpnp, Numpy):
    pass


class Scipy(Numpy):
    def function(self, name):
        linalg = importlib.import_module("scipy.linalg")
        if name == "svd":
            return lambda a: linalg.svd(a, full_matrices=False)
        if name == "qr":
            return lambda a: linalg.qr(a, mode="economic")
        return self.xp.matmul if name == "matmul" else getattr(linalg, name)


class Torch(OnTorch, Numpy):
    module = "torch"


class Jax(OnJax, Numpy):
    module = "jax.numpy"

    def function(self, name):
        return self.jax.jit(super().function(name))


PEERS = {"dpnp": Dpnp, "numpy": Numpy, "scipy": Scipy, "torch": Torch, "jax": Jax}

if __name__ == "__main__":
    main(all_rows(), PEERS, "dpnp", ["numpy", "scipy", "torch", "jax"], goal=1.1)
