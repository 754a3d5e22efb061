# Written by tools/write_stubs.py.
from numba_dpex._entry import Entry
from typing import Any

__all__ = [
    "HostFunction",
]

class HostFunction(Entry):
    def __init__(self, function: Any, signatures: Any = ..., **options: Any) -> None: ...
    def prepare(self) -> None: ...
    def __get__(self, obj: Any, objtype: Any = None) -> Any: ...
    py_func: Any
    targetoptions: Any
    signatures: Any
