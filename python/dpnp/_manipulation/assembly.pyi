# Written by tools/write_stubs.py.
from collections.abc import Sequence
from dpctl._sycl_device import SyclDevice
from dpctl._sycl_queue import SyclQueue
from dpctl.tensor._device import Device
from dpnp import ndarray
from typing import Any
from typing import Literal
import numpy

__all__ = [
    "block",
    "c_",
    "index_exp",
    "r_",
    "s_",
]

def block(arrays: Sequence[Any] | complex | numpy.generic) -> ndarray: ...

c_: _Concatenator
index_exp: Any
r_: _Concatenator
s_: Any

class _Concatenator:
    def __init__(self, name: Any, directive: Any, placement: Any) -> None: ...
    def __call__(
        self,
        device: str | SyclDevice | SyclQueue | Device | None = None,
        usm_type: Literal["device", "shared", "host"] | None = "device",
        sycl_queue: SyclQueue | None = None,
    ) -> Any: ...
    def __getitem__(self, key: Any) -> Any: ...
