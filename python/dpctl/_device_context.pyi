# Written by tools/write_stubs.py.
from contextlib import AbstractContextManager
from dpctl._sycl_context import SyclContext
from dpctl._sycl_device import SyclDevice
from dpctl._sycl_event import SyclEvent
from dpctl._sycl_platform import SyclPlatform
from dpctl._sycl_queue import SyclQueue
from dpctl.enum_types import backend_type
from dpctl.enum_types import device_type
from typing import Any

__all__ = [
    "device_context",
    "get_current_queue",
    "get_current_backend",
    "get_current_device_type",
    "get_num_activated_queues",
    "is_in_device_context",
    "set_global_queue",
    "nested_context_factories",
]

def device_context(
    arg: SyclQueue | SyclDevice | str | tuple[SyclContext, SyclDevice],
) -> AbstractContextManager[SyclQueue]: ...
def get_current_queue() -> SyclQueue: ...
def get_current_backend() -> backend_type: ...
def get_current_device_type() -> device_type: ...
def get_num_activated_queues() -> int: ...
def is_in_device_context() -> bool: ...
def set_global_queue(
    arg: str | SyclDevice | SyclContext | SyclQueue | tuple[Any, ...] | SyclEvent | SyclPlatform | None,
) -> None: ...

nested_context_factories: list[function]
