# Written by tools/write_stubs.py.
from collections.abc import Sequence
from dpctl._sycl_event import SyclEvent
from numba_dpex._compiler.dispatcher import Kernel
from numba_dpex.kernel_api._ranges import NdRange
from numba_dpex.kernel_api._ranges import Range
from typing import Any

__all__ = [
    "call_kernel",
    "call_kernel_async",
]

def call_kernel(kernel_fn: Kernel, index_space: Range | NdRange, *args: Any) -> None: ...
def call_kernel_async(
    kernel_fn: Kernel, index_space: Range | NdRange, dependent_events: Sequence[SyclEvent] | None, *args: Any
) -> tuple[SyclEvent, SyclEvent]: ...
