# Written by tools/write_stubs.py.
from numba_dpex.kernel_api._ranges import Range
from numpy.typing import DTypeLike
from typing import Any
from typing import SupportsIndex
import numpy

__all__ = [
    "LocalAccessor",
]

class LocalAccessor:
    def __init__(
        self,
        shape: SupportsIndex | list[Any] | tuple[Any, ...] | numpy.ndarray[Any, Any] | Range,
        dtype: DTypeLike | None,
    ) -> None: ...
    def __getitem__(self, key: Any) -> Any: ...
    def __setitem__(self, key: Any, value: Any) -> None: ...
