# Written by tools/write_stubs.py.
from dpctl._sycl_queue import SyclQueue
from numba_dpex import Type
from typing import Any

__all__ = [
    "DpctlSyclEvent",
    "DpctlSyclQueue",
    "KernelDispatcherType",
    "typeof",
]

def typeof(value: Any) -> Any: ...

class DpctlSyclEvent(Type): ...

class DpctlSyclQueue(Type):
    def __init__(self, sycl_queue: SyclQueue | None) -> None: ...
    @property
    def sycl_device(self) -> str: ...
    def key(self) -> Any: ...
    sycl_queue: Any

class KernelDispatcherType(Type):
    def __init__(self, dispatcher: Any) -> None: ...
    def key(self) -> Any: ...
    dispatcher: Any
