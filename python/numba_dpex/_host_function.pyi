# Written by tools/write_stubs.py.
from typing import Any

__all__ = [
    "HostFunction",
]

class HostFunction:
    def __init__(self, function: Any, signatures: Any = ..., **options: Any) -> None: ...
    def prepare(self) -> None: ...
    def __call__(self, *args: Any, **keywords: Any) -> Any: ...
    def __get__(self, obj: Any, objtype: Any = None) -> Any: ...
    py_func: Any
    targetoptions: Any
    signatures: Any
