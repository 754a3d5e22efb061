# Written by tools/write_stubs.py.
from typing import Any
from typing import Self

__all__ = [
    "HostConversionWarning",
    "host_conversion",
]

class host_conversion:
    def __init__(self, mode: str, *, everywhere: bool = False) -> None: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *_: Any) -> None: ...
    @staticmethod
    def current() -> str: ...
    mode: Any

class HostConversionWarning(UserWarning):
    def __init__(self, *args: Any) -> None: ...  # type: ignore[override]
