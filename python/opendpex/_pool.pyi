# Written by tools/write_stubs.py.
from dpctl._sycl_device import SyclDevice
from typing import Any

__all__ = [
    "pool_statistics",
    "pool_trim",
    "pool_set_limit",
]

def pool_statistics(device: SyclDevice | None = None) -> dict[str, Any]: ...
def pool_trim(keep_bytes: int = 0) -> None: ...
def pool_set_limit(nbytes: int) -> None: ...
