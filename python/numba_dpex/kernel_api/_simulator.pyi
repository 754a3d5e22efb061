# Written by tools/write_stubs.py.
from collections.abc import Callable
from numba_dpex.kernel_api._ranges import NdRange
from numba_dpex.kernel_api._ranges import Range
from typing import Any

__all__ = [
    "call_kernel",
]

def call_kernel(kernel_fn: Callable[..., Any], index_range: Range | NdRange, *kernel_args: Any) -> None: ...
