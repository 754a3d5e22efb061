# Written by tools/write_stubs.py.
from typing import Any

__all__ = [
    "ElementFunction",
]

class ElementFunction:
    def __init__(self, function: Any, signatures: Any = ...) -> None: ...
    def __call__(self, *args: Any, out: Any = None) -> Any: ...
    py_func: Any
    signatures: Any
