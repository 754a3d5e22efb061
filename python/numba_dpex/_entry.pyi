# Written by tools/write_stubs.py.
from typing import Any

__all__ = [
    "Entry",
    "EntryFunction",
    "shortened",
]

def shortened(error: BaseException) -> BaseException: ...

class Entry:
    def __call__(self, /, *args: Any, **kwargs: Any) -> Any: ...

class EntryFunction(Entry):
    def __init__(self, function: Any) -> None: ...
    def __get__(self, obj: Any, objtype: Any = None) -> Any: ...
