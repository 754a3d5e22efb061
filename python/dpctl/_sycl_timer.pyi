# Written by tools/write_stubs.py.
from collections.abc import Callable
from collections.abc import Iterator
from typing import Any
from typing import Literal
from typing import Self
import numpy

__all__ = [
    "SyclTimer",
    "HostDeviceDuration",
]

class SyclTimer:
    def __init__(
        self,
        host_timer: Callable[..., Any] = ...,
        device_timer: Literal["queue_barrier", "order_manager"] | None = None,
        time_scale: complex | numpy.generic = 1,
    ) -> None: ...
    def __call__(self, queue: Any = None) -> Any: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *exception: Any) -> None: ...
    @property
    def dt(self) -> Any: ...
    timer: Any
    time_scale: Any
    queue: Any
    host_times: Any
    bracketing_events: Any

class HostDeviceDuration:
    def __init__(self, host_dt: Any, device_dt: Any) -> None: ...
    @property
    def host_dt(self) -> int: ...
    @property
    def device_dt(self) -> float: ...
    def __iter__(self) -> Iterator[Any]: ...
