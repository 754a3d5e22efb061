# Written by tools/write_stubs.py.
from collections.abc import Sequence
from dpnp.random._seed_sequence import SeedSequence
from typing import Any
from typing import SupportsIndex
import numpy

__all__ = [
    "MT19937",
    "PCG64",
    "PCG64DXSM",
    "SFC64",
    "BitGenerator",
    "Philox",
]

class BitGenerator:
    def __init__(self, seed: SupportsIndex | Sequence[SupportsIndex] | SeedSequence | None = None) -> None: ...
    @property
    def state(self) -> dict[Any, Any]: ...
    @state.setter
    def state(self, value: Any) -> None: ...
    def random_raw(
        self, size: SupportsIndex | tuple[SupportsIndex, ...] | None = None, output: bool = True
    ) -> int | numpy.ndarray[Any, Any] | None: ...
    def spawn(self, n_children: int) -> list[Any]: ...
    def jumped(self, jumps: int = 1) -> BitGenerator: ...
    seed_seq: Any

class MT19937(BitGenerator): ...

class PCG64(BitGenerator):
    def advance(self, delta: int) -> PCG64: ...

class SFC64(BitGenerator): ...

class Philox(BitGenerator):
    def __init__(
        self,
        seed: SupportsIndex | Sequence[SupportsIndex] | SeedSequence | None = None,
        counter: SupportsIndex | Sequence[SupportsIndex] | None = None,
        key: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> None: ...
    def advance(self, delta: int) -> Philox: ...

class PCG64DXSM(PCG64): ...
