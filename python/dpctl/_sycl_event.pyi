# Written by tools/write_stubs.py.
from collections.abc import Sequence
from dpctl._sycl_context import SyclContext
from dpctl._sycl_device import SyclDevice
from dpctl._sycl_platform import SyclPlatform
from dpctl._sycl_queue import SyclQueue
from dpctl.enum_types import backend_type
from dpctl.enum_types import event_status_type
from typing import Any
from typing import Self

__all__ = [
    "SyclEvent",
    "_SyclEvent",
]

class _SyclEvent: ...

class SyclEvent:
    def __new__(
        cls, arg: str | SyclDevice | SyclContext | SyclQueue | tuple[Any, ...] | SyclEvent | SyclPlatform | None = None
    ) -> Self: ...
    def wait(self, /) -> None: ...
    @staticmethod
    def wait_for(event: SyclEvent | Sequence[SyclEvent]) -> None: ...
    def get_wait_list(self, /) -> list[SyclEvent]: ...
    def addressof_ref(self, /) -> int: ...
    @property
    def execution_status(self) -> event_status_type: ...
    @property
    def backend(self) -> backend_type: ...
    @property
    def profiling_info_submit(self) -> int: ...
    @property
    def profiling_info_start(self) -> int: ...
    @property
    def profiling_info_end(self) -> int: ...
