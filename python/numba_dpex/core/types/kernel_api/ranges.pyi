# Written by tools/write_stubs.py.
from numba_dpex import Type
from typing import Any

__all__ = [
    "NdRangeType",
    "RangeType",
]

class NdRangeType(Type):
    def __init__(self, ndim: int) -> None: ...
    def key(self) -> Any: ...

class RangeType(Type):
    def __init__(self, ndim: int) -> None: ...
    def key(self) -> Any: ...
