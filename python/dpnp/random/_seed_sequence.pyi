# Written by tools/write_stubs.py.
from collections.abc import Sequence
from typing import Any
from typing import SupportsIndex
import numpy

__all__ = [
    "SeedSequence",
]

class SeedSequence:
    def __init__(
        self,
        entropy: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        spawn_key: Sequence[SupportsIndex] = ...,
        pool_size: SupportsIndex = 4,
        n_children_spawned: SupportsIndex = 0,
    ) -> None: ...
    @property
    def pool(self) -> numpy.ndarray[Any, Any]: ...
    @property
    def state(self) -> dict[Any, Any]: ...
    def generate_state(
        self, n_words: int, dtype: type[numpy.uint32] | type[numpy.uint64] = ...
    ) -> numpy.ndarray[Any, Any]: ...
    def spawn(self, n_children: int) -> list[SeedSequence]: ...
    entropy: Any
    spawn_key: Any
    pool_size: Any
    n_children_spawned: Any
