# Written by tools/write_stubs.py.
from typing import Any
from typing import SupportsIndex

__all__ = [
    "exponential",
    "integers",
    "normal",
    "philox4x32",
    "uniform",
    "uniform32",
]

def exponential(seed: Any, index: Any, draw: Any = 0) -> Any: ...
def integers(
    seed: SupportsIndex, index: SupportsIndex, low: SupportsIndex, high: SupportsIndex, draw: SupportsIndex = 0
) -> Any: ...
def normal(seed: Any, index: Any, draw: Any = 0) -> Any: ...
def philox4x32(seed: SupportsIndex, index: SupportsIndex, draw: SupportsIndex = 0) -> tuple[int, ...]: ...
def uniform(seed: Any, index: Any, draw: Any = 0) -> Any: ...
def uniform32(seed: Any, index: Any, draw: Any = 0) -> Any: ...
