# Written by tools/write_stubs.py.
from dpctl._sycl_device import SyclDevice
from typing import Any

__all__ = [
    "intel_device_info",
]

def intel_device_info(dev: SyclDevice, /) -> dict[str, Any]: ...
