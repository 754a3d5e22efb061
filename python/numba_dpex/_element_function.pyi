# Written by tools/write_stubs.py.
from numba_dpex._entry import Entry
from typing import Any

__all__ = [
    "ElementFunction",
]

class ElementFunction(Entry):
    def __init__(self, function: Any, signatures: Any = ...) -> None: ...
    py_func: Any
    signatures: Any
