# Written by tools/write_stubs.py.
from collections.abc import Sequence
from dpctl._sycl_device import SyclDevice
from dpctl._sycl_queue import SyclQueue
from typing import Any

__all__ = [
    "device_of_rank",
    "local_rank",
    "queue_of_rank",
]

def device_of_rank(comm: Any = None, devices: Sequence[SyclDevice] | None = None) -> SyclDevice: ...
def local_rank(comm: Any = None) -> tuple[int, int]: ...
def queue_of_rank(comm: Any = None, devices: Any = None) -> SyclQueue: ...
