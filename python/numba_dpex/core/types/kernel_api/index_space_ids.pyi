# Written by tools/write_stubs.py.
from numba_dpex import Type
from typing import Any

__all__ = [
    "GroupType",
    "ItemType",
    "NdItemType",
]

class GroupType(Type):
    def __init__(self, ndim: int) -> None: ...
    def key(self) -> Any: ...

class ItemType(Type):
    def __init__(self, ndim: int) -> None: ...
    def key(self) -> Any: ...

class NdItemType(Type):
    def __init__(self, ndim: int) -> None: ...
    def key(self) -> Any: ...
