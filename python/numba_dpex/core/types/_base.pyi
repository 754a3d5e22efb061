# Written by tools/write_stubs.py.
from numba_dpex import Type
from typing import Any

__all__ = [
    "IntEnumLiteral",
    "NoneType",
]

class IntEnumLiteral(Type):
    def __init__(self, value: Any) -> None: ...
    def key(self) -> Any: ...
    literal_value: Any

class NoneType(Type): ...
