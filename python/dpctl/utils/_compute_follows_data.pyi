# Written by tools/write_stubs.py.
from dpctl._sycl_queue import SyclQueue
from typing import Any
from typing import Literal

__all__ = [
    "ExecutionPlacementError",
    "get_execution_queue",
    "get_coerced_usm_type",
    "validate_usm_type",
]

def get_execution_queue(qs: list[Any] | tuple[SyclQueue, ...], /) -> SyclQueue | None: ...
def get_coerced_usm_type(usm_types: list[Any] | tuple[str, ...], /) -> str | None: ...
def validate_usm_type(usm_type: Literal["device", "shared", "host"] | None, /, *, allow_none: Any = True) -> None: ...

class ExecutionPlacementError(ValueError): ...
