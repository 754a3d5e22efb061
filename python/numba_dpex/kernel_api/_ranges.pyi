# Written by tools/write_stubs.py.
from collections.abc import Iterable
from typing import Any
from typing import ClassVar
from typing import Self
from typing import SupportsIndex

__all__ = [
    "NdRange",
    "Range",
]

class NdRange:
    __hash__: ClassVar[None]  # type: ignore[assignment]  # pyright: ignore
    def __init__(
        self, global_size: Range | Iterable[SupportsIndex], local_size: Range | Iterable[SupportsIndex]
    ) -> None: ...
    @property
    def global_range(self) -> Range: ...
    @property
    def local_range(self) -> Range: ...
    def get_global_range(self) -> Range: ...
    def get_local_range(self) -> Range: ...
    def __eq__(self, other: Any, /) -> Self: ...  # type: ignore  # pyright: ignore

class Range(tuple):
    UNDEFINED_DIMENSION: int
    @staticmethod
    def __new__(cls: Any, dim0: int, dim1: int | None = None, dim2: int | None = None) -> Any: ...  # type: ignore[override]
    def get(self, index: int) -> int: ...
    def size(self) -> int: ...
    @property
    def ndim(self) -> int: ...
    @property
    def dim0(self) -> int: ...
    @property
    def dim1(self) -> int: ...
    @property
    def dim2(self) -> int: ...
