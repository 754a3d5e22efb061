# Written by tools/write_stubs.py.
from collections.abc import Sequence
from typing import Any
from typing import SupportsIndex
import numpy

__all__ = [
    "ElementwiseKernel",
    "RawKernel",
    "ReductionKernel",
]

class ElementwiseKernel:
    def __init__(
        self, in_params: str, out_params: str, operation: str, name: str = "kernel", *, preamble: str = ""
    ) -> None: ...
    def __call__(self, *args: Any, size: Any = None) -> Any: ...
    operation: Any
    name: Any
    preamble: Any

class RawKernel:
    def __init__(self, code: str, name: str, options: Sequence[str] = ...) -> None: ...
    def __call__(self, grid: Any, block: Any, args: Sequence[Any]) -> Any: ...
    code: Any
    name: Any
    options: Any

class ReductionKernel:
    def __init__(
        self,
        in_params: str,
        out_params: str,
        map_expr: str,
        reduce_expr: str,
        post_map_expr: str,
        identity: str | complex | numpy.generic,
        name: str = "reduction",
        *,
        reduce_type: str | None = None,
        preamble: str = "",
    ) -> None: ...
    def __call__(
        self, *args: Any, axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None, keepdims: bool = False
    ) -> Any: ...
    name: Any
    preamble: Any
