"""The bases of polynomials: what is particular to each, as a table of numbers.

Polynomials of a basis follow from each other by  P[n+1](x) = (a[n] x + b[n]) P[n](x) - c[n] P[n-1](x),  P[0] = 1: the
recurrences, derivatives and integrals are those of NIST's Digital Library of Mathematical Functions, chapter 18 (18.9,
table 18.9.1; 18.9.15 to 18.9.28), the weights its table 18.3.1. From them follow products, values, companion and Jacobi
matrices, and Gauss's rules.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["CHEBYSHEV", "HERMITE", "HERMITE_E", "LAGUERRE", "LEGENDRE", "POWER", "Basis"]


def _nothing(n: int) -> float:
    """0 for each n."""
    return 0.0


def _one(n: int) -> float:
    """1 for each n."""
    return 1.0


@dataclass(frozen=True)
class Basis:
    """One basis; functions of n give the n-th number."""

    prefix: str  # of the names of functions
    title: str
    symbol: str | None  # of a polynomial of the basis in print; None: powers
    a: Callable = _one
    b: Callable = _nothing
    c: Callable = _nothing
    # The derivative's j-th coefficient is outer(j) times the sum of inner(k) c[k] over k = j + 1, j + 1 + stride, ...;
    # stride 0: of one term.
    outer: Callable = _one
    inner: Callable = _one
    stride: int = 0
    # The integral of P[n] is above(n) P[n+1] + same(n) P[n] + below(n) P[n-1] and a constant.
    above: Callable = _one
    same: Callable = _nothing
    below: Callable = _nothing
    domain: tuple = (-1.0, 1.0)
    mass: float = 0.0  # the integral of the weight; 0: there is none
    even: bool = True  # whether nodes and weights are symmetric

    def growth(self, n: int) -> float:
        """The norm of P[n+1] over that of P[n]; 1 for powers, which are not orthogonal."""
        if not self.mass:
            return 1.0
        return math.sqrt(self.c(n + 1) * self.a(n) / self.a(n + 1))


POWER = Basis("poly", "power", None, inner=float, above=lambda n: 1 / (n + 1))
CHEBYSHEV = Basis(
    "cheb", "Chebyshev", "T",
    a=lambda n: 2.0 if n else 1.0, c=_one,
    outer=lambda n: 1.0 if n else 0.5, inner=lambda n: 2.0 * n, stride=2,
    above=lambda n: 0.5 / (n + 1) if n else 1.0, below=lambda n: -0.5 / (n - 1) if n > 1 else 0.0,
    mass=math.pi,
)  # fmt: skip
LEGENDRE = Basis(
    "leg", "Legendre", "P",
    a=lambda n: (2 * n + 1) / (n + 1), c=lambda n: n / (n + 1),
    outer=lambda n: 2.0 * n + 1, stride=2,
    above=lambda n: 1 / (2 * n + 1), below=lambda n: -1 / (2 * n + 1),
    mass=2.0,
)  # fmt: skip
HERMITE = Basis(
    "herm", "Hermite", "H", a=lambda n: 2.0, c=lambda n: 2.0 * n, inner=lambda n: 2.0 * n,
    above=lambda n: 0.5 / (n + 1), mass=math.sqrt(math.pi),
)  # fmt: skip
HERMITE_E = Basis(
    "herme", "HermiteE", "He", c=float, inner=float, above=lambda n: 1 / (n + 1), mass=math.sqrt(2 * math.pi)
)
LAGUERRE = Basis(
    "lag", "Laguerre", "L",
    a=lambda n: -1 / (n + 1), b=lambda n: (2 * n + 1) / (n + 1), c=lambda n: n / (n + 1),
    inner=lambda n: -1.0, stride=1, above=lambda n: -1.0, same=_one,
    domain=(0.0, 1.0), mass=1.0, even=False,
)  # fmt: skip
