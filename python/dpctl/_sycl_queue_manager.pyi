# Written by tools/write_stubs.py.
from dpctl._sycl_context import SyclContext
from dpctl._sycl_device import SyclDevice
from dpctl._sycl_queue import SyclQueue

__all__ = [
    "get_device_cached_queue",
]

def get_device_cached_queue(key: SyclDevice | str | tuple[SyclContext, SyclDevice], /) -> SyclQueue: ...
