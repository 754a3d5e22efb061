# Written by tools/write_stubs.py.
from . import stride_tricks as stride_tricks
from dpnp import emath as scimath

__all__ = [
    "scimath",
    "stride_tricks",
]
