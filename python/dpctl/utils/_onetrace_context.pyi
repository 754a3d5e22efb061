# Written by tools/write_stubs.py.
from contextlib import AbstractContextManager
from typing import Any

__all__ = [
    "onetrace_enabled",
]

def onetrace_enabled() -> AbstractContextManager[Any]: ...
