# Written by tools/write_stubs.py.
from collections.abc import Callable
from typing import Any
from typing import Self

__all__ = [
    "CHEBYSHEV",
    "HERMITE",
    "HERMITE_E",
    "LAGUERRE",
    "LEGENDRE",
    "POWER",
    "Basis",
]
CHEBYSHEV: Basis
HERMITE: Basis
HERMITE_E: Basis
LAGUERRE: Basis
LEGENDRE: Basis
POWER: Basis

class Basis:
    def a(n) -> float: ...
    def b(n) -> float: ...
    def c(n) -> float: ...
    def outer(n) -> float: ...
    def inner(n) -> float: ...
    stride: int
    def above(n) -> float: ...
    def same(n) -> float: ...
    def below(n) -> float: ...
    domain: tuple[float, ...]
    mass: float
    even: bool
    def growth(self, n: int) -> float: ...
    def __init__(
        self,
        prefix: str,
        title: str,
        symbol: str | None,
        a: Callable[..., Any] = ...,
        b: Callable[..., Any] = ...,
        c: Callable[..., Any] = ...,
        outer: Callable[..., Any] = ...,
        inner: Callable[..., Any] = ...,
        stride: int = 0,
        above: Callable[..., Any] = ...,
        same: Callable[..., Any] = ...,
        below: Callable[..., Any] = ...,
        domain: tuple[Any, ...] = ...,
        mass: float = 0.0,
        even: bool = True,
    ) -> None: ...
    def __eq__(self, other: Any, /) -> Self: ...  # type: ignore  # pyright: ignore
    def __hash__(self) -> int: ...
    __match_args__: tuple[str, ...]
