# Written by tools/write_stubs.py.
from collections.abc import Callable
from typing import Any

__all__ = [
    "FuseError",
    "fuse",
]

def fuse(function: Callable[..., Any], /) -> Callable[..., Any]: ...

class FuseError(TypeError):
    def __init__(self, *args: Any) -> None: ...  # type: ignore[override]
