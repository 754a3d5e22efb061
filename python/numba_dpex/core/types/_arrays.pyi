# Written by tools/write_stubs.py.
from dpctl._sycl_queue import SyclQueue
from numba_dpex import Array
from numba_dpex.core.types._objects import DpctlSyclQueue
from numpy.typing import DTypeLike
from typing import Any
from typing import SupportsIndex

__all__ = [
    "DpnpNdArray",
    "USMNdArray",
]

class USMNdArray(Array):
    def __init__(
        self,
        ndim: SupportsIndex,
        layout: str = "C",
        dtype: DTypeLike | None = None,
        usm_type: str = "device",
        device: str | None = None,
        queue: SyclQueue | DpctlSyclQueue | None = None,
        readonly: bool = False,
        name: Any = None,
        aligned: bool = True,
        addrspace: Any = 1,
    ) -> None: ...
    def key(self) -> Any: ...
    device: Any
    usm_type: Any
    queue: Any
    addrspace: Any

class DpnpNdArray(USMNdArray): ...
