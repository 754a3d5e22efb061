# Written by tools/write_stubs.py.
from . import linalg as linalg
from . import special as special

__all__ = [
    "linalg",
    "special",
]
