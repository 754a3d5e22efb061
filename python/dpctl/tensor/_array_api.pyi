# Written by tools/write_stubs.py.
from dpctl._sycl_device import SyclDevice
from dpctl._sycl_queue import SyclQueue
from dpctl.tensor._device import Device
from typing import Any

__all__ = [
    "__array_api_version__",
    "__array_namespace_info__",
]
__array_api_version__: str

def __array_namespace_info__() -> Info: ...

class Info:
    def capabilities(self) -> dict[Any, Any]: ...
    def default_device(self) -> Device: ...
    def default_dtypes(self, *, device: str | SyclDevice | SyclQueue | Device | None = None) -> dict[Any, Any]: ...
    def dtypes(
        self, *, device: str | SyclDevice | SyclQueue | Device | None = None, kind: str | tuple[str, ...] | None = None
    ) -> dict[Any, Any]: ...
    def devices(self) -> list[Any]: ...
